"""Abstrakto's rules: placing, passing, the end, areas, control, settled and main areas, events."""

import random

import pytest

import engine
from tests import paths

ABSTRAKTO = engine.game("abstrakto")
DATA = paths.DATA / "abstrakto"
SAMPLE = DATA.parent.parent.parent / "templates" / "examples" / "abstrakto-game.txt"

#: Blue has only Solids left, and nowhere to put one; orange has Lines and Crosses still.
BLUE_STUCK = "a1ne,a5ne,c3ne,c7e,e1ne,e5ne,g1n,g5n,g7n a3ne,a7e,c1ne,c5ne,e3ne,e7e,g3n b 600/332"


def after(moves, start="- - b 555/555"):
    position = ABSTRAKTO.parse(start)
    for move in moves.split():
        position = position.play(move)
    return position


def area_at(position, x, y):
    """Return the area with the quarter-cell whose lower left corner is (x, y)."""
    return next(area for area in position.areas() if (x, y) in area.quarters)


def names(places):
    return " ".join(place.name for place in places)


GAMES = [
    # name, moves, position after them
    ("one of each", "d4 a1n f6ne", "d4,f6ne a1n o 454/545"),
    ("side by side", "d4 e4", "d4 e4 b 455/455"),
    ("a cell and a half apart", "d4 e4e", "d4 e4e b 455/545"),
    ("touching corners", "d4 e5 c5 e3", "c5,d4 e3,e5 b 355/355"),
    ("lines in a row", "d1s e1s d1n e1n", "d1n,d1s e1n,e1s b 535/535"),
    ("lines round a corner of the board", "a1s a2w", "a1s a2w b 545/545"),
    ("a line half outside", "g7e f7", "g7e f7 b 545/455"),
    ("crosses side by side", "d4ne d5ne", "d4ne d5ne b 554/554"),
]


@pytest.mark.parametrize(
    ("moves", "result"), [game[1:] for game in GAMES], ids=[g[0] for g in GAMES]
)
def test_games(moves, result):
    assert str(after(moves)) == result


def test_a_player_who_can_place_nothing_passes_until_the_other_cannot_either():
    position = ABSTRAKTO.parse(BLUE_STUCK)
    rng = random.Random(1)
    passes = 0
    while not position.is_over:
        moves = [str(move) for move in position.legal_moves()]
        assert position.winners() is None
        assert position.must_pass(position.turn) is (moves == ["--"]) is (position.turn == "b")
        passes += moves == ["--"]
        before, position = position, position.play(rng.choice(moves))
        assert position.turn != before.turn
    assert passes == 5  # orange has three Lines and two Crosses, and no cell for its Solids
    assert str(position.hand("o")) == "300"
    assert position.winners() is not None


AREAS = [
    # name, position, a quarter-cell of the area, its size, blue's and orange's tiles, controller
    ("the empty board", "- - b 555/555", (0, 0), 196, "", "", None),
    ("one tile", "d4 - o 455/555", (0, 0), 192, "d4", "", "b"),
    ("one each", "d4 d5 b 455/455", (0, 0), 188, "d4", "d5", None),
    ("a corner shut by both", "a2 b1 b 455/455", (0, 0), 4, "a2", "b1", None),
    ("a corner shut by blue", "a2,b1 d4 o 355/455", (0, 0), 4, "a2 b1", "", "b"),
    # b2 meets the corner in a point only, and bounds what is outside
    ("a point does not bound", "a2 b1,b2 b 455/355", (0, 0), 4, "a2", "b1", None),
    ("the other side", "a2 b1,b2 b 455/355", (13, 13), 180, "a2", "b1 b2", "o"),
    # tiles round one quarter-cell at the board's edge, two of them Lines half outside
    ("a quarter-cell", "a2w,a1ne a1s b 544/545", (0, 1), 1, "a1ne a2w", "a1s", "b"),
    ("round it", "a2w,a1ne a1s b 544/545", (13, 13), 187, "a1ne a2w", "a1s", "b"),
]


@pytest.mark.parametrize(
    ("position", "at", "size", "blue", "orange", "controller"),
    [row[1:] for row in AREAS],
    ids=[row[0] for row in AREAS],
)
def test_areas(position, at, size, blue, orange, controller):
    area = area_at(ABSTRAKTO.parse(position), *at)
    assert len(area.quarters) == size
    assert (names(area.blue), names(area.orange)) == (blue, orange)
    assert area.controller == controller
    assert area.bounding == len(blue.split()) + len(orange.split())


#: Blue has shut the corner a1, where a Solid or a Line on the edge would fit.
SHUT = "a2,b1,d1,d3,f1,a5n,c5n,e5n,g5n b7,d7,f7,g3,a4n,c4n,e4n,g4n,f3n b"


@pytest.mark.parametrize(
    ("hands", "settled"),
    [("006/006", True), ("105/006", False), ("006/105", False), ("006/015", False)],
)
def test_an_area_is_settled_when_no_tile_of_either_hand_fits_in(hands, settled):
    position = ABSTRAKTO.parse(f"{SHUT} {hands}")
    assert area_at(position, 0, 0).settled is settled
    assert not area_at(position, 4, 2).settled  # a Cross fits c1ne
    assert area_at(position, 0, 0).controller == "b"


def test_the_sample_game():
    record = engine.record.load(SAMPLE)
    *before, last = record.positions()
    assert {position.winners() for position in before} == {None}
    assert (last.scores(), last.winners()) == ({"b": 7, "o": 5}, ("b",))
    assert record.tags["Result"] == "b+2"


EVENTS = [
    # position, move, what it does
    (
        "- - b 555/555",
        "d5s",
        "Blue puts a Line on d4n.",
        "The area at a1 was nobody's and is now blue's (blue 1, orange 0).",
    ),
    (
        "a2 - o 455/555",
        "b1",
        "Orange puts a Solid on b1.",
        "This divides an area into 2, nobody's at a1 (blue 1, orange 1) "
        "and nobody's at c1 (blue 1, orange 1).",
    ),
    (
        "a2w a1s b 545/545",
        "a1ne",
        "Blue puts a Cross on a1ne.",
        "This divides an area into 2, blue's at b1 (blue 2, orange 1) "
        "and blue's at a1 (blue 2, orange 1).",
        "The area at a1 is settled as blue's (blue 2, orange 1).",
    ),
]


@pytest.mark.parametrize(("position", "move", "sentences"), [(p, m, s) for p, m, *s in EVENTS])
def test_events(position, move, sentences):
    assert [e.sentence() for e in ABSTRAKTO.parse(position).events(move)] == sentences


@pytest.mark.parametrize("hands", ["555/555", "663/366", "636/645", "654/456"])
def test_hands_to_start_with(hands):
    position = ABSTRAKTO.start(hands=hands)
    assert str(position) == f"- - b {hands}"
    assert position == ABSTRAKTO.begin({"hands": hands}) == ABSTRAKTO.from_tags({"Hands": hands})
