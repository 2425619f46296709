"""Aathenuo's drawings: small tiles, tables with coordinates, racks, set lines, examples of faults."""

import math
from itertools import combinations

import pytest

import engine
from engine.drawing import scene, theme, writers
from engine.drawing.scene import Scene, Text, Use, walk
from engine.games.aathenuo import diagram, drawing, examples
from engine.games.aathenuo.diagram import CELL, TILE, centre_of
from engine.geometry.plane import ORIGIN, Box
from tests import paths
from tests.cases import some

AATHENUO = engine.game("aathenuo")
CLASSIC = theme.load("classic")
THEMES = [theme.load(name) for name in theme.names()]
EXAMPLES = paths.ROOT / "templates" / "examples"
SAMPLE = engine.record.load(EXAMPLES / "aathenuo-game.txt")

#: A table of two grids with a star, and three players, one without tiles.
POSITION = AATHENUO.parse("r*,r3,r4,./.,y3,.,./.,g3,.,b5/.,.,.,b6/.,.,.,b7 2 r1b2/y*y5/-")


def draw(position, *show, look=CLASSIC):
    return AATHENUO.draw(position, theme=look, show=frozenset(show))


def example(text, *show):
    return AATHENUO.draw_example(text, theme=CLASSIC, show=frozenset(show))


def named(items, name):
    """Return the items of a class, whatever group or symbol they are in."""
    return [item for item in walk(items) if getattr(item, "name", "") == name]


def words(items):
    return [item.text for item in walk(items) if isinstance(item, Text)]


def tiles_of(items):
    """Return the tiles shown by their middles: colour, and number, star or nothing."""
    shown = {}
    for item in items:
        if isinstance(item, Use) and item.name == "tile":
            _, _, colour, *rest = item.symbol.key.split("-")
            shown[round(item.transform.e, 3), round(item.transform.f, 3)] = (colour, *rest)
    return shown


# --- tiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
def test_tiles_differ_in_every_theme_and_keep_to_their_edge(look):
    pictures = {}
    for text in (c + m for c in "rygbpo" for m in "*12345678"):
        symbol = drawing.small_face(look, text, TILE)
        pictures.setdefault(symbol.items, []).append(text)
        for item in some(walk(symbol.items)):
            if isinstance(item, scene.Path):
                assert Box(-TILE / 2, -TILE / 2, TILE / 2, TILE / 2).holds(
                    scene.outline_box(item.outline)
                )
    assert len(pictures) == 54
    shapes = {
        named(drawing.small_face(look, c + "1", TILE).items, "shapes")[0].outline for c in "rygbpo"
    }
    assert len(shapes) == 6


def covered(shape):
    """The places of a fine grid that a colour's shape, of radius 1, covers."""
    rings = scene.flattened(shape(1.0, ORIGIN))
    grid = [k / 20 + 0.025 for k in range(-30, 30)]

    def inside(x, y):
        crossed = 0
        for ring in rings:
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                crossed += (a.y > y) != (b.y > y) and x < a.x + (y - a.y) / (b.y - a.y) * (
                    b.x - a.x
                )
        return crossed % 2 == 1

    return {(x, y) for x in grid for y in grid if inside(x, y)}


def test_no_colour_has_a_shape_like_another_s():
    """Small as they are, a seventh of their areas shows; a tile's numbers stand upright."""
    shapes = {colour: covered(shape) for colour, shape in drawing.SHAPES.items()}
    for one, other in some(combinations(shapes, 2)):
        apart = len(shapes[one] ^ shapes[other]) / min(len(shapes[one]), len(shapes[other]))
        assert apart > 1 / 7, (one, other)


def test_a_star_shows_the_value_it_acts_as():
    assert words(drawing.small_face(CLASSIC, "r*", TILE).items) == []
    assert words(drawing.small_face(CLASSIC, "r*", TILE, value="6").items) == ["6"]
    assert words(drawing.small_face(CLASSIC, "r*", TILE, value="3/5").items) == ["3/5"]
    keys = {drawing.small_face(CLASSIC, "r*", TILE, value=v).key for v in ("", "6", "3/5", "3")}
    assert len(keys) == 4


# --- positions ----------------------------------------------------------------------------------


def test_tiles_lie_on_their_cells():
    drawing = draw(POSITION, "table")
    shown = tiles_of(drawing.pieces)
    assert shown == {
        tuple(round(v, 3) for v in centre_of(cell)): (
            text[0],
            *(("star", "2") if text[1] == "*" else text[1]),
        )
        for cell, text in POSITION.table.cells.items()
    }
    assert [text for _, text in drawing.rims["top"].labels] == ["0", "1", "2", "3"]
    assert [text for _, text in drawing.rims["left"].labels] == ["0", "1", "2", "3", "4"]
    assert drawing.focus == tuple(f"{x},{y}" for x, y in POSITION.table.cells)
    assert drawing.unit == CELL


@pytest.mark.parametrize(
    ("table", "values"),
    [("r4,r*,r*", ["3/5", "2/6"]), ("r*,y*,g*", []), ("r*,r3,r4", ["2"]), ("r*,y3,g3", ["3"])],
)
def test_stars_show_one_value_or_two_but_not_more(table, values):
    drawing = draw(AATHENUO.parse(f"{table} 1 b1/b2"), "table")
    assert [item.text for item in named(drawing.pieces, "value")] == values


def test_hands_stand_on_racks_in_turn_order():
    drawing = draw(POSITION)
    shown = list(tiles_of(drawing.pieces).values())
    assert shown[len(POSITION.table) :] == [("r", "1"), ("b", "2"), ("y", "star"), ("y", "5")]
    assert len(named(drawing.board, "rack")) == 3
    assert [item.text for item in named(drawing.pieces, "player")] == ["1", "2", "3"]
    assert [item.bold for item in named(drawing.pieces, "player")] == [False, True, False]
    assert len(named(drawing.pieces, "to-move")) == 1


def test_hidden_hands_show_their_colours_only():
    shown = list(tiles_of(draw(POSITION, "hidden").pieces).values())
    assert shown[len(POSITION.table) :] == [
        ("r", "unseen"),
        ("b", "unseen"),
        ("y", "star"),
        ("y", "5"),
    ]
    told = " ".join(draw(POSITION, "hidden").description)
    assert "Player 1 holds 2 tiles: 1 red and 1 blue." in told
    assert "Player 2 holds 2 tiles: yellow star and yellow 5." in told


def test_long_hands_stand_in_rows():
    hand = "".join(AATHENUO.tiles()[:30])
    drawing = draw(AATHENUO.parse(f"- 1 {hand}/b1"))
    assert len(named(drawing.board, "rack")) == 4
    assert all(drawing.beside.left < x < drawing.beside.right for x, _ in tiles_of(drawing.pieces))
    assert all(drawing.beside.top < y < drawing.beside.bottom for _, y in tiles_of(drawing.pieces))


def test_sets_are_lined_on_demand():
    assert named(draw(POSITION).overlays, "set") == []
    lines = named(draw(POSITION, "sets").overlays, "set")
    boxes = [scene.outline_box(line.outline) for line in lines]
    assert [(round(b.width / CELL), round(b.height / CELL)) for b in boxes] == [
        (3, 1),
        (1, 3),
        (1, 3),
    ]


def test_the_words_tell_table_and_hands():
    assert draw(POSITION).description == (
        "8 tiles lie on the table in 2 unconnected grids.",
        "In row 0, columns 0–2, lie red star as 2, red 3 and red 4.",
        "In column 1, rows 0–2, lie red 3, yellow 3 and green 3.",
        "In column 3, rows 2–4, lie blue 5, blue 6 and blue 7.",
        "Player 1 holds 2 tiles: red 1 and blue 2.",
        "Player 2 holds 2 tiles: yellow star and yellow 5.",
        "Player 3 holds no tiles.",
    )
    assert draw(AATHENUO.parse("- 1 r1/r2")).description[0] == "The table is empty."


def test_unknown_overlays_are_refused():
    with pytest.raises(engine.OptionError, match="aathenuo cannot show 'areas'; it can show sets"):
        draw(POSITION, "areas")
    assert set(AATHENUO.overlays) == {"sets", "hidden", "table", "faults", "turn"}


@pytest.mark.parametrize(
    ("name", "kind", "centre", "piece"),
    [
        ("0,0", "cell", (5, 5), 3.6),
        ("3,4", "cell", (35, 45), 3.6),
        ("0,1", "cell", (5, 15), 0),
        ("-1,-3", "cell", (-5, -25), 0),
        ("6,7", "cell", (65, 75), 0),
    ],
)
def test_cells_are_places(name, kind, centre, piece):
    place = draw(POSITION).place(name)
    assert (place.name, place.kind, tuple(place.centre)) == (name, kind, centre)
    assert place.piece == pytest.approx(piece)
    assert len(place.outline) == 4


def test_tiles_in_hands_are_places():
    drawing = draw(POSITION)
    place = drawing.place("2:y5")
    assert place.kind == "part"
    assert drawing.beside.holds(Box(*place.centre, *place.centre))
    hidden = draw(POSITION, "hidden")
    assert hidden.place("1:r").centre == drawing.place("1:r1").centre
    with pytest.raises(engine.NotationError, match="no such place"):
        hidden.place("1:r1")


@pytest.mark.parametrize(
    "name", ["", "d4", "00,1", "1,-0", "1", "1,2,3", "2:r9", "9,9", "-4,0", "0,8"]
)
def test_names_that_are_no_places(name):
    with pytest.raises(engine.NotationError, match=r"place|off the table"):
        draw(POSITION).place(name)


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
def test_every_theme_writes_the_sample_game(look):
    for position in (POSITION, *SAMPLE.positions()):
        for show in ((), ("sets", "hidden"), ("table",)):
            drawing = draw(position, *show, look=look)
            items = (*drawing.board, *drawing.pieces, *drawing.overlays, *drawing.labels)
            picture = Scene(drawing.box.width, drawing.box.height, items)
            assert writers.write(picture, ".svg").startswith(b"<?xml")


def test_notebooks_show_positions():
    assert "<svg" in POSITION._repr_svg_()


# --- examples of what is not allowed ------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "reasons"),
    [
        ("r5,y5,r5", ["red twice"]),
        ("r3,r4,y5", ["colours mixed"]),
        ("r3,r4,r6", ["not in sequence"]),
        ("r5,y5,g6", ["different numbers"]),
        ("r1,r2,r3/.,.,./r5,y5,.", ["a pair"]),
        ("b7,b8,b*", ["a star as 9"]),
        ("r2,r*,r4/.,y5,./.,g5,.", ["two values"]),
        ("r1,r2,r3,./.,.,.,r5", ["in no set"]),
        ("r1,r2,r4/.,.,y5", ["row 0, columns 0–2: not in sequence", "column 2, rows 0–1: a pair"]),
        ("r3,y3,g3", []),
    ],
)
def test_faults_are_crossed_out_with_their_reason(table, reasons):
    drawing = example(table, "faults")
    assert list(drawing.remarks) == reasons
    assert len(named(drawing.overlays, "wrong")) == len(reasons)
    told = [sentence for sentence in drawing.description if sentence.startswith("Not allowed: ")]
    assert len(told) == len(reasons)
    plain = example(table)
    assert plain.overlays == ()
    assert plain.description == drawing.description


@pytest.mark.parametrize(
    ("table", "corners"),
    [
        ("r3,r4,y5", [(3, 0)]),
        ("r1,r2,r4/.,.,y5", [(3, 0), (3, 2)]),
        ("r2,r*,r4/.,y5,./.,g5,.", [(2, 0)]),
    ],
)
def test_crosses_are_on_corners_of_what_is_wrong(table, corners):
    """In cells: a corner of the run's box, above on the right where no other cross is."""
    crosses = named(example(table, "faults").overlays, "wrong")
    discs = [
        next(item for item in walk([cross]) if isinstance(item, scene.Circle)) for cross in crosses
    ]
    assert [(disc.x / CELL, disc.y / CELL) for disc in discs] == corners
    # A disc covers little of the tiles that meet there, and holds its cross.
    for cross, disc in zip(crosses, discs, strict=True):
        assert 0.15 < disc.radius / CELL < 0.25
        arms = [
            (part.x - disc.x, part.y - disc.y)
            for item in walk([cross])
            if isinstance(item, scene.Path)
            for part in item.outline
        ]
        assert len(arms) == 4
        assert all(0.3 < math.hypot(*arm) / disc.radius < 0.8 for arm in some(arms))


@pytest.mark.parametrize(
    ("table", "spans"),
    [
        ("r3,r4,y5", [(0, 0, 3, 1)]),
        ("r1,r2,r4/.,.,y5", [(0, 0, 3, 1), (2, 0, 3, 2)]),
    ],
)
def test_lines_run_round_what_is_wrong(table, spans):
    """In cells: a line is a little larger than the row or column that it goes round."""
    drawn = named(example(table, "faults").overlays, "set")
    for one, span in zip(some(drawn), spans, strict=True):
        places = [(part.x / CELL, part.y / CELL) for part in one.outline if hasattr(part, "x")]
        xs, ys = zip(*places, strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(span, abs=0.2)


@pytest.mark.parametrize("text", ["", "r9", "r1,,r2", "r1 1 r1/r2", "r1," * 3000])
def test_texts_that_are_no_examples(text):
    with pytest.raises(engine.NotationError):
        examples.parse_examples(text)


def test_examples_refuse_unknown_overlays():
    with pytest.raises(engine.OptionError, match="aathenuo cannot show 'stars'"):
        example("r1,r2,r3", "stars")
    assert {*diagram.OVERLAYS, "turn"} == AATHENUO.overlays.keys()
