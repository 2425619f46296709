"""Abstrakto's drawings: tiles that continue the grid, areas, places, examples, tiles laid."""

import pytest

import engine
from engine.drawing import theme
from tests import paths

ABSTRAKTO = engine.game("abstrakto")
ENDGAME = ABSTRAKTO.parse((paths.DATA / "abstrakto" / "endgame.txt").read_text("utf-8").strip())
CLASSIC = theme.load("classic")


def draw(position, *show, look=CLASSIC):
    return ABSTRAKTO.draw(position, theme=look, show=frozenset(show))


def named(items, name):
    """Return the items of a class, those in symbols left out."""
    return [item for item in items if getattr(item, "name", "") == name]


def test_every_tile_lies_on_its_place():
    picture = draw(ENDGAME)
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
    picture = ABSTRAKTO.draw_example(text, theme=CLASSIC, show=frozenset({"overlaps"}))
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
    assert not ABSTRAKTO.draw_example(text, theme=CLASSIC, show=frozenset()).overlays


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
