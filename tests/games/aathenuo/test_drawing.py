"""Aathenuo's drawings, in pictures and words: tiles, tables, racks, examples of faults, tiles laid."""

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.scene import Use, walk
from engine.games.aathenuo import drawing
from engine.geometry.plane import Box
from tests.cases import some

AATHENUO = engine.game("aathenuo")
CLASSIC = theme.load("classic")
THEMES = [theme.load(name) for name in theme.names()]

#: A table of two grids with a star, and three players, one without tiles.
POSITION = AATHENUO.parse("r*,r3,r4,./.,y3,.,./.,g3,.,b5/.,.,.,b6/.,.,.,b7 2 r1b2/y*y5/-")


def draw(position, *show, look=CLASSIC):
    return AATHENUO.draw(position, theme=look, show=frozenset(show))


def example(text, *show):
    return AATHENUO.draw_example(text, theme=CLASSIC, show=frozenset(show))


def named(items, name):
    """Return the items of a class, whatever group or symbol they are in."""
    return [item for item in walk(items) if getattr(item, "name", "") == name]


def tiles_of(items):
    """Return the tiles shown by their middles: colour, and number, star or nothing."""
    tiles = [item for item in items if isinstance(item, Use) and item.name == "tile"]
    return {
        (round(one.transform.e, 3), round(one.transform.f, 3)): one.symbol.key.split("-")[2:]
        for one in tiles
    }


@pytest.mark.parametrize("look", THEMES, ids=lambda look: look.name)
def test_tiles_differ_in_every_theme_and_keep_to_their_edge(look):
    pictures, shapes, edge = set(), set(), Box(-4.8, -4.8, 4.8, 4.8)
    for text in (c + m for c in "rygbpo" for m in "*12345678"):
        symbol = drawing.small_face(look, text, 9.6)
        pictures.add(symbol.items)
        for item in some(walk(symbol.items)):
            if isinstance(item, scene.Path):
                assert edge.holds(scene.outline_box(item.outline))
        shapes.add(named(symbol.items, "shapes")[0].outline)
    assert (len(pictures), len(shapes)) == (54, 6)


def test_tiles_lie_on_their_cells():
    drawing = draw(POSITION, "table")
    assert tiles_of(drawing.pieces) == {
        (10 * x + 5, 10 * y + 5): [tile[0], *(["star", "2"] if tile[1] == "*" else tile[1])]
        for (x, y), tile in POSITION.table.cells.items()
    }
    assert [text for _, text in drawing.rims["top"].labels] == ["0", "1", "2", "3"]
    assert [text for _, text in drawing.rims["left"].labels] == ["0", "1", "2", "3", "4"]
    assert drawing.focus == tuple(f"{x},{y}" for x, y in POSITION.table.cells)


@pytest.mark.parametrize(
    ("show", "hands"),
    [
        ((), [["r", "1"], ["b", "2"], ["y", "star"], ["y", "5"]]),
        (("hidden",), [["r", "unseen"], ["b", "unseen"], ["y", "star"], ["y", "5"]]),
    ],
)
def test_hands_stand_on_racks_in_turn_order(show, hands):
    drawing = draw(POSITION, *show)
    assert [*tiles_of(drawing.pieces).values()][len(POSITION.table) :] == hands
    assert len(named(drawing.board, "rack")) == 3
    players = [(item.text, item.bold) for item in named(drawing.pieces, "player")]
    assert players == [("1", False), ("2", True), ("3", False)]
    assert len(named(drawing.pieces, "to-move")) == 1


TABLE = (
    "8 tiles lie on the table in 2 unconnected grids.",
    "In row 0, columns 0–2, lie red star as 2, red 3 and red 4.",
    "In column 1, rows 0–2, lie red 3, yellow 3 and green 3.",
    "In column 3, rows 2–4, lie blue 5, blue 6 and blue 7.",
)
HANDS = ("Player 2 holds 2 tiles: yellow star and yellow 5.", "Player 3 holds no tiles.")


def test_words_tell_table_and_hands():
    first = "Player 1 holds 2 tiles: red 1 and blue 2."
    assert draw(POSITION).description == (*TABLE, first, *HANDS)
    first = "Player 1 holds 2 tiles: 1 red and 1 blue."
    assert draw(POSITION, "hidden").description == (*TABLE, first, *HANDS)
    assert draw(POSITION, "table").description == TABLE
    one, two = AATHENUO.parse("- 1 r1/g2g3"), "Player 2 holds 2 tiles: green 2 and green 3."
    assert draw(one).description == ("The table is empty.", "Player 1 holds 1 tile: red 1.", two)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Box(0, 0, 40, 10), ["3 tiles are seen.", *TABLE[1:3]]),
        (Box(10, 10, 20, 20), ["1 tile is seen.", TABLE[2]]),
        (Box(0, 20, 9, 30), ["No tile is there."]),
    ],
)
def test_words_of_a_part_tell_the_runs_there(part, words):
    assert list(map(str, draw(POSITION).part(part))) == words


@pytest.mark.parametrize(
    ("name", "centre", "piece"),
    [
        ("0,0", (5, 5), 3.6),
        ("3,4", (35, 45), 3.6),
        ("0,1", (5, 15), 0),
        ("-1,-3", (-5, -25), 0),
        ("6,7", (65, 75), 0),
    ],
)
def test_cells_are_places(name, centre, piece):
    place = draw(POSITION).place(name)
    assert (place.name, place.kind, tuple(place.centre)) == (name, "cell", centre)
    assert (place.piece, len(place.outline)) == (pytest.approx(piece), 4)


def test_tiles_in_hands_are_places():
    drawing = draw(POSITION)
    place = drawing.place("2:y5")
    assert place.kind == "part"
    assert drawing.beside.holds(Box(*place.centre, *place.centre))
    hidden = draw(POSITION, "hidden")
    assert hidden.place("1:r").centre == drawing.place("1:r1").centre
    for name, words in (("1:r1", "no such place"), ("7,0", "more than 3 cells off")):
        with pytest.raises(engine.NotationError, match=words):
            hidden.place(name)


#: Table -> what is wrong there, briefly and in full.
FAULTS = {
    "r3,y3,g3": ([], []),
    "r3,r4,y5": (
        ["colours mixed"],
        ["row 0, columns 0–2: neither one number in different colours nor one colour in sequence"],
    ),
    "r3,r4,r6": (
        ["not in sequence"],
        [
            "row 0, columns 0–2: 3 4 6 is not a sequence; each number must be one more than the "
            "last, or each one less"
        ],
    ),
    "r3,y4,g3": (
        ["different numbers"],
        ["row 0, columns 0–2: the numbers 3 and 4; a set of different colours has one number"],
    ),
    "r3,y3,r3": (
        ["red twice"],
        ["row 0, columns 0–2: red twice; in a same-number set all colours are different"],
    ),
    "r1,r2,r3/.,.,./r5,y5,.": (["a pair"], ["row 2, columns 0–1: a pair; a set needs three"]),
    "b7,b8,b*": (
        ["a star as 9"],
        ["row 0, columns 0–2: a star would have to be 9; stars stand for 1 to 8"],
    ),
    "r2,r1,r*": (
        ["a star as 0"],
        ["row 0, columns 0–2: a star would have to be 0; stars stand for 1 to 8"],
    ),
    "r*,r8,r7,r6,r5,r4,r3,r2,r1": (
        ["longer than eight"],
        ["row 0, columns 0–8: 9 tiles; a sequence has at most eight"],
    ),
    "r2,r*,r4/.,y5,./.,g5,.": (
        ["two values"],
        ["column 1, row 0: the star would be 3 in its row and 5 in its column; it has one value"],
    ),
    "r8,r*,r*,.,r1": (
        ["in no set"],
        ["column 4, row 0: r1 alone; every tile lies in a set of three or more"],
    ),
    "r1,r2,r4/.,.,y5": (
        ["row 0, columns 0–2: not in sequence", "column 2, rows 0–1: a pair"],
        [
            "row 0, columns 0–2: 1 2 4 is not a sequence; each number must be one more than the "
            "last, or each one less",
            "column 2, rows 0–1: a pair; a set needs three",
        ],
    ),
}


@pytest.mark.parametrize("table", FAULTS)
def test_faults_are_crossed_out_with_their_reason(table):
    brief, full = FAULTS[table]
    drawing, plain = example(table, "faults"), example(table)
    assert list(drawing.remarks) == brief
    assert len(named(drawing.overlays, "wrong")) == len(brief)
    words = [text for text in drawing.description if text.startswith("Not allowed: ")]
    assert words == [f"Not allowed: {fault}." for fault in full]
    assert (plain.overlays, plain.description) == ((), drawing.description)


#: Table -> its last run in words: a star with one or two values is told with them (rule 2.2).
STARS = {
    "r*,y*,g*": "In row 0, columns 0–2, lie red star, yellow star and green star.",
    "b7,b8,b*": "In row 0, columns 0–2, lie blue 7, blue 8 and blue star.",
    "y4,y*,y*": "In row 0, columns 0–2, lie yellow 4, yellow star as 3 or 5 and yellow star "
    "as 2 or 6.",
}


@pytest.mark.parametrize("table", STARS)
def test_stars_are_told_with_their_values(table):
    assert example(table).description[:2] == (
        "3 tiles lie on the table in one grid.",
        STARS[table],
    )


def test_tiles_are_laid_side_by_side_about_the_middle():
    position = AATHENUO.parse("r3,r4,r5,r6/y3,.,.,./g3,.,.,. 1 r2/y1r2")
    assert [(one.piece, tuple(one.at)) for one in AATHENUO.laid(position)] == [
        ("r3", (-1.5, -1.0)),
        ("y3", (-1.5, 0.0)),
        ("g3", (-1.5, 1.0)),
        ("r4", (-0.5, -1.0)),
        ("r5", (0.5, -1.0)),
        ("r6", (1.5, -1.0)),
    ]
    assert AATHENUO.resting_places(position) == ()
    assert AATHENUO.laid(AATHENUO.parse("- 1 r2/y1r2")) == ()


@pytest.mark.parametrize(
    ("viewer", "first"),
    [
        ("1", "Player 2 holds 2 tiles: 2 yellow."),
        ("2", "Player 1 holds 2 tiles: 1 red and 1 blue."),
    ],
)
def test_words_tell_the_others_hands_while_a_turn_is_picked(viewer, first):
    trial = AATHENUO.trial(POSITION, (), POSITION.draft(()), theme=CLASSIC, viewer=viewer)
    assert trial.drawing.description == (*TABLE, first, HANDS[1])
