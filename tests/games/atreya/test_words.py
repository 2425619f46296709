"""What is told of Atreya: the sentences of a diagram, and of what a turn brings about."""

import pytest

import engine
from engine.games.atreya.events import ShapeClosed
from engine.games.atreya.scoring import Dominator
from engine.games.atreya.sentences import _open, sentences
from engine.games.atreya.validity import cells_text

ATREYA = engine.game("atreya")
FOUR = "r:brrrrg@-1,1/g:brbbrg@-1,2/b:brgbbb@0,0/g:gggbrg@0,1 g sum rg 0,0"
FIVE = "r:brrrrg@-1,1/g:brbbrg@-1,2/b:brgbbb@0,0/g:gggbrg@0,1/r:rbgbbg@1,0 r sum rg 0,0"
THIRTEEN = (
    "g:brgbrr@-2,2/g:bbrgrb@-2,3/r:brgrgb@-1,0/r:brrrrg@-1,1/g:brbbrg@-1,2/b:brgbbb@0,0/"
    "g:gggbrg@0,1/g:rgrbgr@0,2/g:rbbggr@1,-1/r:rbgbbg@1,0/r:rgrgbg@1,1/g:rrbrgr@1,2/"
    "b:grgrbb@2,-1 r sum rg 1,3"
)
TWELVE = THIRTEEN.replace("g:bbrgrb@-2,3/", "")
EDGES = "Counter-clockwise from the east the edges of the tile at {}."
CLOSED = "{} has a closed shape of size 1."
ONE_EACH = [CLOSED.format(colour) for colour in ("Red", "Green", "Blue")]


def told(text, show=(), free=(), seen=None):
    return list(map(str, sentences(ATREYA.parse(text), frozenset(show), free, seen)))


def test_four_tiles_are_told_with_their_edges_five_without():
    """Rule 2.2: edge colours "in ring order from E counter-clockwise"."""
    four = told(FOUR)
    assert four[0] == (
        "In the arena lie a red tile at -1,1, a green tile at -1,2, a blue tile at 0,0 "
        "and a green tile at 0,1."
    )
    assert four[1:5] == [
        EDGES.format("-1,1 are blue, red, red, red, red and green"),
        EDGES.format("-1,2 are blue, red, blue, blue, red and green"),
        EDGES.format("0,0 are blue, red, green, blue, blue and blue"),
        EDGES.format("0,1 are green, green, green, blue, red and green"),
    ]
    assert four[5:] == ONE_EACH
    assert told(FIVE)[1:] == ONE_EACH


def test_more_than_twelve_tiles_are_counted_and_their_open_shapes_told():
    twelve = told(TWELVE)
    assert twelve[0].startswith("In the arena lie a green tile at -2,2, a red tile at -1,0,")
    assert twelve[1:] == [
        CLOSED.format("Red"),
        "Green has 3 closed shapes, of the sizes 2, 1 and 1.",
        "Blue has 3 closed shapes, of the sizes 1, 1 and 1.",
    ]
    assert told(THIRTEEN) == [
        "The arena has 13 tiles.",
        "Red has 2 closed shapes, of the sizes 1 and 1.",
        "Red has 4 open shapes, of the sizes 5, 3, 1 and 1.",
        "Green has 3 closed shapes, of the sizes 2, 1 and 1.",
        "Green has 4 open shapes, of the sizes 7, 1, 1 and 1.",
        "Blue has 3 closed shapes, of the sizes 1, 1 and 1.",
        "Blue has 3 open shapes, of the sizes 5, 2 and 1.",
    ]


def test_a_colour_without_open_shapes_is_told_so():
    assert str(_open("red", ())) == "Red has no open shape."


@pytest.mark.parametrize(
    ("number", "last"),
    [
        (1, "0,0"),
        (2, "0,0 and 1,0"),
        (12, "10,0 and 11,0"),
        (13, "11,0 and 1 more"),
        (20, "11,0 and 8 more"),
    ],
)
def test_of_many_cells_twelve_are_named_and_the_others_counted(number, last):
    words = cells_text([(k, 0) for k in range(number)])
    assert words.endswith(last)
    assert words.count(",0") == min(number, 12)


@pytest.mark.parametrize(
    ("show", "free", "last"),
    [
        (["cells"], [(1, 0), (2, 0)], ["2 cells can take a tile: 1,0 and 2,0."]),
        (["cells"], [(1, 0)], ["1 cell can take a tile: 1,0."]),
        (["cells"], [], ["No cell can take a tile."]),
        (["pinned"], [], ["3 tiles cannot move: those at -1,1, 0,0 and 0,1."]),
        ([], [(1, 0)], []),
    ],
)
def test_overlays_are_counted(show, free, last):
    assert told(FOUR, show, free)[8:] == last


def test_only_what_is_seen_is_told():
    both = ["cells", "pinned"]
    assert told(FOUR, both, [(1, 0), (0, 0)], lambda cell: cell == (0, 0)) == [
        "In the arena lies a blue tile at 0,0.",
        EDGES.format("0,0 are blue, red, green, blue, blue and blue"),
        CLOSED.format("Red"),
        CLOSED.format("Green"),
        "1 cell can take a tile: 0,0.",
        "1 tile cannot move: that at 0,0.",
    ]
    assert told(FOUR, both, [(1, 0)], lambda cell: cell == (9, 9)) == [
        "No tile is there.",
    ], "that there are none is told of the whole alone"


def closed(**changes):
    usual = {"mode": "dom", "colour": "r", "size": 3, "span": 2, "cells": (), "healthy": True}
    usual |= {"dominated_by": (), "owner": "r", "points": 3, "bonus": 0}
    return ShapeClosed(**{**usual, **changes})


SHAPE = "A red shape of size 3 on 2 tiles is closed"
LARGER = (Dominator("b", 5), Dominator("g", 4))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (closed(), f"{SHAPE}, healthy and not dominated: 3 points for red."),
        (closed(mode="max"), f"{SHAPE}."),
        (closed(mode="sum"), f"{SHAPE}: 3 points for red."),
        (closed(mode="sum", owner=None), f"{SHAPE}; nobody owns red."),
        (
            closed(healthy=False, dominated_by=LARGER, points=1, bonus=2),
            f"{SHAPE}, poisoned and dominated by blue 5 and green 4: "
            "1 point and a bonus of 2 for red.",
        ),
    ],
)
def test_events_in_words(event, sentence):
    assert event.sentence() == sentence
