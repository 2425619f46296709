"""Abstrakto's drawings: tiles that continue the grid, areas, marks of places, examples."""

import random
import re

import pytest

import engine
from engine.drawing import legible, scene, theme, writers
from engine.drawing.scene import Group, Scene, Text, Use, walk
from engine.drawing.scene import Path as Shape
from engine.games.abstrakto import diagram, drawing, examples
from engine.games.abstrakto.places import Kind, quarter, quarters
from engine.geometry.plane import Box, Point, contains
from tests import paths
from tests.cases import some

ABSTRAKTO = engine.game("abstrakto")
ENDGAME = ABSTRAKTO.parse((paths.DATA / "abstrakto" / "endgame.txt").read_text("utf-8").strip())
CLASSIC = theme.load("classic")
THEMES = [theme.load(name) for name in theme.names()]


def draw(position, *show, look=CLASSIC):
    return ABSTRAKTO.draw(position, theme=look, show=frozenset(show))


def named(items, name):
    """Return the items of a class, those in symbols left out."""
    return [item for item in items if getattr(item, "name", "") == name]


def random_position(seed, plies):
    rng = random.Random(seed)
    position = ABSTRAKTO.start()
    for _ in range(plies):
        moves = list(position.legal_moves())
        position = position.play(rng.choice(moves)) if moves else position
    return position


# --- pieces -------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
@pytest.mark.parametrize("cell", [8.0, 10.0, 23.5])
def test_a_tile_s_lines_continue_the_grid(look, cell):
    grid = drawing.grid(look, cell).stroke
    if look.screen:  # there the board's lines are lighter, to be seen on it
        grid = grid._replace(colour=look.role("grid"))
    for player in "bo":
        for kind, count in zip(Kind, (0, 1, 2), strict=True):
            symbol = drawing.tile(look, player, kind, cell)
            lines = named(symbol.items, "grid")
            assert len(lines) == min(count, 1)
            for line in lines:
                assert line.stroke == grid
                ends = [(s.x, s.y) for s in line.outline]
                assert (
                    ends
                    == [(-cell / 2, 0), (cell / 2, 0), (0, -cell / 2), (0, cell / 2)][: 2 * count]
                )
            ground = symbol.items[0].outline
            assert scene.outline_box(ground) == Box(-cell / 2, -cell / 2, cell / 2, cell / 2)


def test_an_upright_line_is_turned():
    line = named(drawing.tile(CLASSIC, "b", Kind.LINE, 10.0, upright=True).items, "grid")[0]
    assert [(s.x, s.y) for s in line.outline] == [(0, -5), (0, 5)]


def test_a_tile_to_cut_out_bleeds_and_has_no_outline():
    symbol = drawing.tile(CLASSIC, "o", Kind.CROSS, 20.0, bleed=2.0, outlined=False)
    assert scene.outline_box(symbol.items[0].outline) == Box(-12, -12, 12, 12)
    assert scene.outline_box(named(symbol.items, "grid")[0].outline) == Box(-12, -12, 12, 12)
    assert not named(symbol.items, "boundary")


def look_without_colour(paint):
    """Return what a black-and-white copy shows of a paint: its pattern, else its lightness."""
    if isinstance(paint, scene.Pattern):
        return paint.kind, round(paint.angle) % 180, round(paint.pitch, 2)
    return round(theme.luminance(paint), 1)


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
def test_pieces_differ_in_black_and_white(look):
    paints = [
        look_without_colour(look.paint(colour, 10.0)) for colour in ("blue", "orange", "grey")
    ]
    assert paints[0] != paints[1]
    assert paints[1] != paints[2]
    lines = {
        len(named(drawing.tile(look, "b", kind, 10.0).items, "grid")[0].outline) if kind else 0
        for kind in Kind
    }
    assert len(lines) == 3


def test_the_board_has_eight_lines_each_way():
    segments = drawing.grid(CLASSIC, 10.0).outline
    starts = [s for s in segments if isinstance(s, scene.MoveTo)]
    assert len(starts) == 1 + 2 * 6  # the border, and six lines each way inside it
    assert drawing.table_box(10.0) == Box(-6, -6, 76, 76)


# --- positions ----------------------------------------------------------------------------------


def test_every_tile_lies_on_its_place():
    picture = draw(ENDGAME)
    centres = {(use.transform.e, use.transform.f) for use in picture.pieces}
    assert len(picture.pieces) == len(centres) == 30
    tiles = [*ENDGAME.tiles("b"), *ENDGAME.tiles("o")]
    assert centres == {(place.x * 5.0, (14 - place.y) * 5.0) for place in tiles}
    assert {picture.place(place.name).centre for place in tiles} == centres
    assert picture.focus == tuple(place.name for place in tiles)


def test_places_have_all_their_names():
    picture = draw(ABSTRAKTO.parse("d4 - o 455/555"))
    cell, edge, corner = (picture.place(name) for name in ("d4", "d5s", "e5sw"))
    assert (cell.kind, cell.name, cell.centre, cell.piece) == ("cell", "d4", (35, 35), 5.0)
    assert cell.outline == Box(30, 30, 40, 40).corners()
    assert (edge.kind, edge.name, edge.outline) == ("edge", "d4n", ((30, 30), (40, 30)))
    assert picture.place("d4e").outline == ((40, 30), (40, 40))
    assert (corner.kind, corner.name, corner.centre) == ("corner", "d4ne", (40, 30))
    assert edge.piece == corner.piece == 0
    laid = draw(ABSTRAKTO.parse("d4ne - o 554/555")).place("e5sw")
    assert (laid.kind, laid.name, laid.piece) == ("cell", "d4ne", 5.0)
    assert laid.outline == Box(35, 25, 45, 35).corners()  # the tile's own
    assert picture.place("g7ne").centre == (70, 0)
    assert picture.place("a1sw").centre == (0, 70)


@pytest.mark.parametrize("name", ["h1", "a8", "d4x", "", "D4", "d4,d5", "a" * 1000])
def test_names_of_no_place(name):
    with pytest.raises(engine.NotationError, match="a1 to g7"):
        draw(ABSTRAKTO.start()).place(name)


def test_unknown_overlays():
    with pytest.raises(engine.OptionError, match="cannot show 'shadows'; it can show areas"):
        draw(ABSTRAKTO.start(), "shadows")


@pytest.mark.parametrize("seed", range(8))
def test_markers_lie_inside_their_areas(seed):
    position = random_position(seed, 12 + 3 * seed)
    picture = draw(position, "areas")
    markers = [item for item in picture.overlays if isinstance(item, Use)]
    assert len(markers) == len(position.areas())
    for area, use in zip(position.areas(), markers, strict=True):
        colour = {"b": "blue", "o": "orange", None: "grey"}[area.controller]
        assert use.symbol.key == f"abstrakto-marker-{colour}"
        box = scene.outline_box(use.symbol.items[0].outline).moved(use.transform.e, use.transform.f)
        for corner in (Point(box.left, box.centre.y), Point(box.centre.x, box.top), *box.corners()):
            x, y = int(corner.x // 5), int(13 - corner.y // 5)
            assert (x, y) in area.quarters


def test_tints_cover_the_areas():
    for position in (ABSTRAKTO.start(), random_position(3, 20), ENDGAME):
        tints = [item for item in draw(position, "areas").board if "area " in item.name]
        assert len(tints) == len(position.areas())
        for area, tint in zip(position.areas(), tints, strict=True):
            loops = scene.flattened(tint.outline)
            inside = {
                (x, y)
                for x in range(14)
                for y in range(14)
                if sum(contains(loop, (x * 5 + 2.5, (13 - y) * 5 + 2.5)) for loop in loops) % 2
            }
            assert inside == set(area.quarters)


def test_settled_areas_alone():
    position = ABSTRAKTO.parse("a2w,a1ne a1s b 544/545")
    assert len(position.areas()) == 2
    assert len(draw(position, "settled").overlays) == 1
    assert len(draw(position, "areas").overlays) == 2


def test_counts_are_blue_s_and_orange_s():
    words = [i.text for i in walk(draw(ENDGAME, "counts").plates) if isinstance(i, Text)]
    assert words == [f"{len(area.blue)}:{len(area.orange)}" for area in ENDGAME.areas()]
    both = draw(ENDGAME, "areas", "counts").overlays
    assert not [item for item in both if isinstance(item, Use)]  # the plates are the markers


@pytest.mark.parametrize(
    ("show", "marked"),
    [
        ({"places"}, [48, 108, 32]),
        ({"solids"}, [48, 0, 0]),
        ({"lines", "crosses"}, [0, 108, 32]),
        (set(), [0, 0, 0]),
    ],
)
def test_legal_places_by_type(show, marked):
    overlays = draw(ABSTRAKTO.parse("d4 - o 455/555"), *show).overlays
    counts = [
        sum(
            isinstance(s, scene.Close)
            for item in named(overlays, f"places {kind}")
            for s in item.outline
        )
        for kind in ("solid", "line", "cross")
    ]
    assert counts == marked


def test_a_type_out_of_hand_has_no_places():
    position = ABSTRAKTO.parse("a1,c1,e1,g1,a3 c3 b 055/455")
    names = [item.name for item in draw(position, "places").overlays]
    assert names == ["places line", "places cross"]


def test_the_arrow_points_at_the_main_area():
    (arrow,) = named(draw(ENDGAME, "main").overlays, "main-area")
    tip = arrow.outline[3]
    main = ENDGAME.main_area()
    squares = [Box(x * 5, (13 - y) * 5, x * 5 + 5, (14 - y) * 5) for x, y in main.quarters]
    assert any(contains(box.corners(), (tip.x, tip.y)) for box in squares)
    assert not named(draw(ABSTRAKTO.start(), "main").overlays, "main-area")


def test_everything_lies_in_the_box():
    for position in (ENDGAME, ABSTRAKTO.parse("a1w,g7e,d1s,d7n - o 515/555")):
        picture = draw(position, "areas", "counts", "main", "places")
        for item in some(walk((*picture.board, *picture.overlays))):
            if isinstance(item, Shape):
                assert picture.box.holds(scene.outline_box(item.outline))
        for use in some(picture.pieces):
            x, y = use.transform.e, use.transform.f
            assert picture.box.holds(Box(x - 5, y - 5, x + 5, y + 5))


def test_words_for_those_who_do_not_see():
    words = draw(ENDGAME, "main").description
    assert words[0].startswith("Blue has no tile left and 15 on the board: Solids on a2, c5,")
    assert words[2:] == (
        "2 of 14 areas belong to nobody.",
        "The main area at e5 is blue's, bounded by 8 tiles.",
    )
    assert draw(ABSTRAKTO.start()).description == (
        "Blue has no tile on the board and 15 left.",
        "Orange has no tile on the board and 15 left.",
        "The only area belongs to nobody.",
    )


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
def test_svg_in_every_theme_is_the_same_twice(look):
    picture = draw(ENDGAME, "areas", "main", look=look)
    whole = Group((*picture.board, *picture.pieces, *picture.overlays, *picture.labels))
    first, second = (
        writers.write(Scene(picture.box.width, picture.box.height, (whole,)), ".svg").decode()
        for _ in range(2)
    )
    assert first == second
    assert first.count('class="tile"') == 30
    assert len(re.findall(r'class="area (?:blue|orange|grey)"', first)) == 14
    assert first.count('class="marker"') == 14


# --- examples -----------------------------------------------------------------------------------

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
    tiles = examples.parse_examples(text)
    faults = list(examples.faults(tiles))
    assert len(faults) == len(words)
    assert all(word in fault.reason for fault, word in zip(faults, words, strict=True))
    picture = examples.draw_examples(tiles, theme=CLASSIC, show=frozenset({"overlaps"}))
    assert len(picture.pieces) == len(tiles)
    crosses = named(picture.overlays, "wrong")
    assert len(crosses) == len(words)
    # A cross stays within a cell, and is large enough to be seen there.
    for cross in crosses:
        xs = [part.x for item in cross.items for part in item.outline]
        assert 0.4 < (max(xs) - min(xs)) / diagram.CELL < 0.8
    assert len(picture.description) == len(tiles) + len(words)
    assert not examples.draw_examples(tiles, theme=CLASSIC, show=frozenset()).overlays


@pytest.mark.parametrize(
    "text", ["", "-", "d4", "d4 - b", "d4, -", "box@d4 -", "@d4 -", "solid@ -", "solid@h1 -", "é -"]
)
def test_texts_that_are_no_examples(text):
    with pytest.raises(engine.NotationError):
        examples.parse_examples(text)


def test_faults_are_where_tiles_overlap_or_lie():
    """In quarter-cells (rule 2.2): midway between the centres of two, at the centre of one."""
    tiles = examples.parse_examples("d4,solid@a1n b2ne,d4ne,d4e")
    spots = [(fault.x, fault.y) for fault in examples.faults(tiles)]
    assert spots == [(1, 2), (7.5, 7.5), (7.5, 7), (8, 7.5)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("k" * 20 + "@d4 -", f"no kind of tile '{'k' * 20}'"),
        ("k" * 21 + "@d4 -", f"no kind of tile '{'k' * 20}'"),
        ("d" * 1998 + " -", "not a place"),
        ("d" * 1999 + " -", "not an example"),
        ("d4", "not an example"),
    ],
)
def test_examples_say_what_is_wrong(text, words):
    with pytest.raises(engine.NotationError) as caught:
        examples.parse_examples(text)
    assert caught.value.what == words


def test_tiles_alone_fill_their_drawing():
    tiles = examples.parse_examples("d4 f6")
    alone = examples.draw_examples(tiles, theme=CLASSIC, show=frozenset({"tiles"}))
    board = examples.draw_examples(tiles, theme=CLASSIC, show=frozenset())
    assert (alone.sides, alone.cells, alone.board) == ((), None, ())
    assert alone.box.width < board.box.width / 2
    assert alone.description == ("Blue's Solid.", "Orange's Solid.")
    assert board.description == ("Blue's Solid on d4.", "Orange's Solid on f6.")
    nothing = examples.draw_examples((), theme=CLASSIC, show=frozenset({"tiles"}))
    assert nothing.box == board.box


def test_a_legal_position_has_no_faults():
    for seed in range(5):
        blue, orange, *_ = str(random_position(seed, 26)).split(" ")
        assert not list(examples.faults(examples.parse_examples(f"{blue} {orange}")))


def test_spots_are_in_the_middle():
    assert diagram.spot_in(ABSTRAKTO.start().areas()[0].cells) == ((35, 35), 10.0)
    corner = next(a for a in ABSTRAKTO.parse("a2 b1 b 455/455").areas() if a.size == 4)
    assert corner.quarters == quarters(corner.cells) == ((0, 0), (1, 0), (0, 1), (1, 1))
    assert diagram.spot_in(corner.cells) == ((5, 65), 5.0)


def test_counts_are_of_one_size():
    plates = [
        i for i in named(draw(ENDGAME, "counts").plates, "count") if isinstance(i, scene.Group)
    ]
    assert len(plates) > 5
    for scale in (0.5, 1.0, 2.0):
        fitted = [group.transform.a for group in legible.Fitting(scale).items(plates)]
        assert max(fitted) - min(fitted) < 1e-9


#: What is taken of a board of 14 × 14 quarter-cells, by rows from the bottom, and the way in.
WAYS = [
    ({(0, 5), (1, 5), (2, 5), (3, 5)}, Point(2, 5.5), 0, Point(1.0, 0.0)),
    ({(5, 13), (5, 12), (5, 11)}, Point(5.5, 12.5), 0, Point(0.0, -1.0)),
    ({(6, 3), (7, 3), (6, 4), (7, 4)}, Point(7, 4), 3, Point(0.0, 1.0)),
    ({(10, 7)}, Point(10.5, 7.5), 3, Point(-1.0, 0.0)),
    (
        {(6, 7), (7, 7), (8, 7), (13, 2), (12, 2)}
        | {(8, y) for y in range(2, 8)}
        | {(x, 2) for x in range(8, 14)},
        Point(7, 7.5),
        0,
        Point(-1.0, 0.0),
    ),
]


@pytest.mark.parametrize(("taken", "middle", "crossed", "inwards"), WAYS)
def test_arrows_find_the_clearest_way_in(taken, middle, crossed, inwards):
    cells = sum(quarter(x, y) for x, y in taken)
    way = drawing.way_in(cells, middle, 0.4)
    assert (way.crossed, way.inwards) == (crossed, inwards)
    assert (int(way.tip.x), int(way.tip.y)) in taken
