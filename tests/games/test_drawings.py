"""Drawings of positions: what lies where, faults, every theme and variant; pieces laid; what kits hold."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine import figure
from engine.drawing import scene
from engine.drawing import theme as themes
from engine.drawing.writers import svg
from engine.games.aathenuo.tiles import TileSet, whole_set
from engine.games.astralis import drawing
from engine.games.astralis.diagram import OVERLAYS, WIDTH
from generator.printing import template
from generator.printing.kit import make
from tests import cases
from tests.cases import some
from tests.reference import astralis as slow

AATHENUO, ABSTRAKTO, ASTRALIS = map(engine.game, ("aathenuo", "abstrakto", "astralis"))
CLASSIC = themes.load("classic")


def drawn(game, position, *show):
    return game.draw(position, theme=CLASSIC, show=frozenset(show))


def example(game, text, *show):
    return game.draw_example(text, theme=CLASSIC, show=frozenset(show))


def named(items, name):
    """Return everything drawn with a class name."""
    return [item for item in scene.walk(items) if name in getattr(item, "name", "").split()]


# --------------------------------------------------------------------------------------- Aathenuo

#: A table of two grids with a star, and three players, one without tiles.
POSITION = AATHENUO.parse("r*,r3,r4,./.,y3,.,./.,g3,.,b5/.,.,.,b6/.,.,.,b7 2 r1b2/y*y5/-")


def tiles_of(items):
    """Return the tiles shown by their middles: colour, and number, star or nothing."""
    tiles = [item for item in items if isinstance(item, scene.Use) and item.name == "tile"]
    return {
        (round(one.transform.e, 3), round(one.transform.f, 3)): one.symbol.key.split("-")[2:]
        for one in tiles
    }


def test_tiles_lie_on_their_cells():
    drawing = drawn(AATHENUO, POSITION, "table")
    assert tiles_of(drawing.pieces) == {
        (10 * x + 5, 10 * y + 5): [tile[0], *(["star", "2"] if tile[1] == "*" else tile[1])]
        for (x, y), tile in POSITION.table.cells.items()
    }
    assert [text for _, text in drawing.rims["top"].labels] == ["0", "1", "2", "3"]
    assert [text for _, text in drawing.rims["left"].labels] == ["0", "1", "2", "3", "4"]
    assert drawing.focus == tuple(f"{x},{y}" for x, y in POSITION.table.cells)


#: Table -> what is wrong there, briefly; tests/data/aathenuo/sets.txt has it in full.
FAULTS = {
    "r3,y3,g3": [],
    "r3,r4,y5": ["colours mixed"],
    "r3,y3,r3": ["red twice"],
    "r1,r2,r3/.,.,./r5,y5,.": ["a pair"],
    "b7,b8,b*": ["a star as 9"],
    "r*,r8,r7,r6,r5,r4,r3,r2,r1": ["longer than eight"],
    "r2,r*,r4/.,y5,./.,g5,.": ["two values"],
    "r8,r*,r*,.,r1": ["in no set"],
    "r1,r2,r4/.,.,y5": ["row 0, columns 0–2: not in sequence", "column 2, rows 0–1: a pair"],
}


@pytest.mark.parametrize("table", FAULTS)
def test_faults_are_crossed_out_with_their_reason(table):
    drawing, plain = example(AATHENUO, table, "faults"), example(AATHENUO, table)
    assert list(drawing.remarks) == FAULTS[table]
    assert len(named(drawing.overlays, "wrong")) == len(FAULTS[table])
    words = [text for text in drawing.description if text.startswith("Not allowed: ")]
    assert all(re.match("Not allowed: (row|column) [0-9]", text) for text in words)
    assert len(words) == len(FAULTS[table])
    assert (plain.overlays, plain.description) == ((), drawing.description)


# -------------------------------------------------------------------------------------- Abstrakto

ENDGAME = ABSTRAKTO.parse((cases.DATA / "abstrakto" / "endgame.txt").read_text("utf-8").strip())


def test_every_tile_lies_on_its_place():
    picture = drawn(ABSTRAKTO, ENDGAME)
    centres = {(use.transform.e, use.transform.f) for use in picture.pieces}
    assert len(picture.pieces) == len(centres) == 30
    tiles = [*ENDGAME.tiles("b"), *ENDGAME.tiles("o")]
    assert centres == {(place.x * 5.0, (14 - place.y) * 5.0) for place in tiles}
    assert {picture.place(place.name).centre for place in tiles} == centres
    assert picture.focus == tuple(place.name for place in tiles)


EXAMPLES = [
    # name, tiles, faults in words
    ("every type in its place", "d4,d6n,f5e f2ne,a1s,a4w", []),
    ("a Solid on an edge", "solid@d4n -", ["a Solid may only lie in a cell"]),
    ("a Solid on a corner", "- solid@d4ne", ["orange's Solid on d4ne"]),
    ("a Line in a cell", "line@d4 -", ["along it"]),
    ("a Line across its edge", "upright@d4n -", ["along it"]),
    ("a Line along its edge", "line@d4n,upright@f4e -", []),
    ("a Cross on an edge", "cross@d4n -", ["on an intersection"]),
    ("a Cross on the board's edge", "cross@g4ne cross@a7n", ["board's edge", "intersection"]),
    ("a Cross in the board's corner", "g7ne,a1sw -", ["board's edge", "board's edge"]),
    ("Crosses on the other edges", "cross@d1se cross@a4nw", ["board's edge", "board's edge"]),
    ("Crosses beside the edges", "a1ne,f6ne -", []),
    ("two that overlap", "d4 d4ne", ["blue's Solid on d4 overlaps orange's Cross on d4ne"]),
    ("one on the other", "d4 d4", ["blue's Solid on d4 overlaps orange's Solid on d4"]),
]


@pytest.mark.parametrize(("text", "words"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_examples(text, words):
    picture = example(ABSTRAKTO, text, "overlaps")
    reasons = [one for one in picture.description if one.startswith("Not allowed: ")]
    assert all(word in reason for reason, word in zip(reasons, words, strict=True))
    tiles = [tile for field in text.split(" ") for tile in field.split(",") if tile != "-"]
    assert len(picture.pieces) == len(picture.description) - len(words) == len(tiles)
    crosses = named(picture.overlays, "wrong")
    assert len(crosses) == len(words)
    # A cross stays within a cell, and is large enough to be seen there.
    for cross in crosses:
        xs = [part.x for item in cross.items for part in item.outline]
        assert 4 < max(xs) - min(xs) < 8
    assert not example(ABSTRAKTO, text).overlays


def test_tiles_lie_where_their_names_say():
    """Rule 2.2: the centre in quarter-cells from the bottom left, y upwards; a cell has two."""
    position = ABSTRAKTO.parse("a4w,c3,d1s,e6ne,g7 a1,c5n b 334/445")
    pieces = ABSTRAKTO.laid(position)
    assert [(one.piece, tuple(one.at), one.turn) for one in pieces] == [
        ("blue-line-1", (0.0, 3.5), 90.0),
        ("blue-solid-1", (2.5, 4.5), 0.0),
        ("blue-line-2", (3.5, 7.0), 0.0),
        ("blue-cross-1", (5.0, 1.0), 0.0),
        ("blue-solid-2", (6.5, 0.5), 0.0),
        ("orange-solid-1", (0.5, 6.5), 0.0),
        ("orange-line-1", (2.5, 2.0), 0.0),
    ]


# --------------------------------------------------------------------------------------- Astralis

MIDDLE = "3Y1/2C2Y/C6/2Y5/Y5Cy1/1C5Y/5Y1/1C1Y2/4c c"


def hexes_of(uses, side):
    """Return the labels of the hexes where symbols lie."""
    places = {
        (round(x, 3), round(y, 3)): slow.label(side, cell)
        for cell in slow.cells(side)
        for x, y in [drawing.centre(cell, WIDTH)]
    }
    return {places[round(use.transform.e, 3), round(use.transform.f, 3)] for use in uses}


def of_kind(uses, key):
    return [use for use in uses if use.symbol.key == f"astralis-{key}"]


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_every_variant_in_every_theme(theme, variant):
    text = f"{MIDDLE} {variant}"
    if variant == "dispersed-go":
        text = text.replace("y1/", "2/").replace("4c ", "5 ")
    position = ASTRALIS.parse(text)
    without = {"beeline": {"control", "threats"}, "dispersed-go": {"threats"}}
    show = set(OVERLAYS) - without.get(variant, set())
    figured = figure.of(position, theme=theme, show=show)
    text = svg.write_text(figured.scene())
    assert 'class="stone"' in text
    assert ('class="pawn"' in text) == (variant != "dispersed-go")
    assert svg.write_text(figured.scene()) == text


def test_tiles_lie_on_explored_hexes():
    position = ASTRALIS.parse(f"{MIDDLE} standard")
    tiles = named(drawn(ASTRALIS, position).board, "tile")
    for player, colour in (("y", "yellow"), ("c", "cyan")):
        assert hexes_of(of_kind(tiles, f"control-{colour}"), 5) == position.controlled(player)
    assert hexes_of(of_kind(tiles, "contested-red"), 5) == position.contested
    assert len(tiles) == len(position.explored)


def test_stones_and_ships_lie_on_their_hexes():
    position = ASTRALIS.parse(f"{MIDDLE} standard")
    pieces = drawn(ASTRALIS, position).pieces
    stones, ships = named(pieces, "stone"), named(pieces, "pawn")
    assert hexes_of(of_kind(stones, "planet-yellow"), 5) == position.stones("y")
    assert hexes_of(of_kind(stones, "planet-cyan"), 5) == position.stones("c")
    assert hexes_of(of_kind(ships, "ship-yellow"), 5) == {position.ship("y")}
    assert hexes_of(of_kind(ships, "ship-cyan"), 5) == {position.ship("c")}


# ------------------------------------------------------------------------------------- places


def test_places_are_hexes():
    position = ASTRALIS.parse(f"{MIDDLE} standard")
    picture = drawn(ASTRALIS, position)
    for cell in some(slow.cells(5)):
        name = slow.label(5, cell)
        place = picture.place(name)
        assert (place.name, place.kind, len(place.outline)) == (name, "cell", 6)
        assert place.centre == drawing.centre(cell, WIDTH)
        assert picture.box.holds(scene.bounds(place.outline))
    assert picture.place("c5").piece == 0
    assert picture.place("a5").piece > 0
    for name in ("a6", "j1", "", "d7+e8", "5,5"):
        with pytest.raises(engine.NotationError, match="expected a hex from a1 to i9, like a1"):
            picture.place(name)


#: The components of each kit: those with the game's pieces, then others.
COMPONENTS = {
    "aathenuo": (["tiles"], ["racks"]),
    "abstrakto": (["tiles", "markers"], ["board", "screen"]),
    "astralis": (["control", "contested", "planets", "ships"], ["board", "standees", "card"]),
    "atreya": (["tiles"], []),
}


def kit(game, **settings):
    """Return the components by name; ``settings`` are values in place of the template's."""
    source = template.load(game)
    text = source.text
    for name, value in settings.items():
        text, count = re.subn(rf"^(?:# )?{name}( *)= \S+", rf"{name}\1= {value}", text, flags=re.M)
        assert count == 1, f"{name} is written once in the template"
    source = replace(source, text=text)
    made = make(source, source.printing.with_options({"sheets": "separate"}), ())
    assert not any(note.startswith("Warning") for note in made.notes)
    return {component.name: component for component in made.components}


def placed(component, *, back=False):
    return [p.piece.id for s in component.sheets for p in s.placements if p.back == back]


@pytest.mark.parametrize("name", COMPONENTS)
def test_the_kit_holds_what_the_box_holds(name):
    game, found = engine.game(name), kit(name)
    with_pieces, others = COMPONENTS[name]
    assert {*found} == {*with_pieces, *others}
    printed = [piece for component in with_pieces for piece in placed(found[component])]
    assert Counter(printed) == Counter(game.tiles())
    kinds = Counter(re.sub(r"-\d+$", "", piece) for piece in printed)
    for component in game.components():
        counted = len(placed(found[component.name])) or 1 if component.name in found else None
        assert component.count == (counted or kinds[component.name]), component.name


#: Sets as a template may ask for them: colours, copies, stars, and how many tiles that is.
SETS = [(4, 3, 2, 104), (3, 1, 0, 24), (5, 2, 1, 85), (6, 3, 2, 156), (6, 9, 9, 486)]


@pytest.mark.parametrize(("colours", "copies", "stars", "count"), SETS)
def test_every_set_is_printed_whole(colours, copies, stars, count):
    of = TileSet(colours, copies, stars)
    tiles = kit("aathenuo", **of._asdict())["tiles"]
    assert Counter(placed(tiles)) == Counter(whole_set(of))
    assert len(tiles.parts[0].pieces) == count == colours * (8 * copies + stars)
    assert len(placed(tiles, back=True)) == count
