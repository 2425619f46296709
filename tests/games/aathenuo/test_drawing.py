"""Aathenuo's drawings: small tiles, tables with coordinates, racks, set lines, examples of faults."""

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.scene import Use, walk
from engine.games.aathenuo import drawing
from engine.games.aathenuo.diagram import CELL, TILE, centre_of
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
