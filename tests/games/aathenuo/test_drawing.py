"""Aathenuo's drawings, in pictures and words: tiles, tables, racks, examples of faults, tiles laid."""

import pytest

import engine
from engine.drawing import theme
from engine.drawing.scene import Use, walk

AATHENUO = engine.game("aathenuo")
CLASSIC = theme.load("classic")
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


def test_tiles_lie_on_their_cells():
    drawing = draw(POSITION, "table")
    assert tiles_of(drawing.pieces) == {
        (10 * x + 5, 10 * y + 5): [tile[0], *(["star", "2"] if tile[1] == "*" else tile[1])]
        for (x, y), tile in POSITION.table.cells.items()
    }
    assert [text for _, text in drawing.rims["top"].labels] == ["0", "1", "2", "3"]
    assert [text for _, text in drawing.rims["left"].labels] == ["0", "1", "2", "3", "4"]
    assert drawing.focus == tuple(f"{x},{y}" for x, y in POSITION.table.cells)


#: Table -> what is wrong there, briefly and in full.
FAULTS = {
    "r3,y3,g3": ([], []),
    "r3,r4,y5": (
        ["colours mixed"],
        ["row 0, columns 0–2: neither one number in different colours nor one colour in sequence"],
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
