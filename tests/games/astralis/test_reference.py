"""Astralis and its variants: the engine against the slow second implementation.

Both must give the same moves, written forms, positions, scores, ends and winners, and refuse
the same moves and positions.  TILEWRIGHT_DEEP=1 plays many more games.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import engine
from tests.cases import some
from tests.reference import astralis as slow

DEEP = 20 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 1
ASTRALIS = engine.game("astralis")


# --- Examples worked out by hand from the rules ------------------------------------------------

#: name: position, move, written in full, position after, scores after
EXAMPLES = {
    "bonus in a corner": (
        "c2/3y/Y4/4/2Y y standard", "d4+c3", "d4+c3+a1",
        "c2/2y1/Y1Y2/4/Y1Y c standard", {"y": 14, "c": 3.5},
    ),
    "bonus waits for the ship in it": (
        "3/3y/Y4/4/c1Y y standard", "d4+c3", "d4+c3",
        "3/2y1/Y1Y2/4/c1Y c standard", {"y": 13, "c": 3.5},
    ),
    "bonus on departure": (
        "3/2y1/Y1Y2/4/c1Y c standard", "a2", "a2(+a1)",
        "3/2y1/Y1Y2/4/YcY y standard", {"y": 14, "c": 3.5},
    ),
    "extraction in a corner": (
        "c2/3y/Y4/4/C1Y y standard", "d4+c3", "d4+c3xa1",
        "c2/2y1/Y1Y2/4/Y1Y c standard", {"y": 14, "c": 3.5},
    ),
    "set-up of yellow": (
        "3/4/5/4/3 y standard", "a2", "a2", "3/4/5/4/1y1 c standard", {"y": 0, "c": 3.5},
    ),
    "a planet in the middle": (
        "c2/3y/5/4/3 y simplified", "d4+c3", "d4+c3",
        "c2/2y1/2Y2/4/3 c simplified", {"y": 7, "c": 3.5},
    ),
    "dice less a contested hex": (
        "2c/3y/Y4/4/C2 y dice", "d4+c3", "d4+c3",
        "2c/2y1/Y1Y2/4/C2 c dice", {"y": 3 - 1 + 6 - 1, "c": 3 - 2 + 3.5},
    ),
    "flower straight ahead": (
        "c2/3y/5/4/3 y beeline", "d4+", "d4+", "c2/1Yy1/5/4/3 c beeline", {"y": 1, "c": 0.5},
    ),
    "capture of a planet without a liberty": (
        "3/4/Y4/4/C1Y y dispersed-go", "c3", "c3",
        "3/4/Y1Y2/4/2Y c dispersed-go", {"y": 13, "c": 3.5},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name):
    before, move, full, after, scores = EXAMPLES[name]
    state = slow.play(slow.parse(before), move)
    assert full in slow.legal_moves(slow.parse(before))
    assert (slow.format(state), slow.scores(state)) == (after, scores)
    position = ASTRALIS.parse(before)
    assert position.written(move) == full
    assert str(position.play(move)) == str(position.play(full)) == after
    assert position.play(move).scores() == scores


#: name: position, every legal move of it
ALL_MOVES = {
    "set-up of cyan": ("3/4/5/4/1y1 c dice", {"e4"}),
    "all that follows a departure": (
        "3/2y1/Y1Y2/4/c1Y c standard", {"a2(+a1)", "b1(+a1)", "b2(+a1)"},
    ),
    "a blocked ship passes": ("3/4/5/Cc2/yC1 y standard", {"--"}),
    "a blocked bee passes": ("3/4/5/Yc2/yY1 y beeline", {"--"}),
    "no placement without a liberty": (
        "3/4/Y1Y2/4/2Y c dispersed-go", {"c5", "e3", "e4", "--", "d5", "e5"},
    ),
    "every hex explored": ("Y1Y/2c1/Y1Y1Y/1y2/Y1Y c standard", set()),
}  # fmt: skip


@pytest.mark.parametrize("name", ALL_MOVES)
def test_all_moves_of(name):
    text, moves = ALL_MOVES[name]
    assert slow.legal_moves(slow.parse(text)) == moves
    assert {str(move) for move in ASTRALIS.parse(text).legal_moves()} == moves


# --- Comparing ---------------------------------------------------------------------------------


def assert_same_standing(position, state, history=()):
    written = slow.format(state)
    assert str(position) == written
    assert position.turn == state.turn, written
    assert position.scores() == slow.scores(state), written
    assert position.is_over == slow.is_over(state, history), written
    assert position.winners() == slow.winners(state, history), written


def assert_same_moves(position, state, history=()):
    moves = [str(move) for move in position.legal_moves()]
    expected = slow.turns(state, history)
    assert sorted(moves) == sorted(full for full, _ in expected.values()), slow.format(state)
    return expected


def assert_refused(position, move, expected):
    """Assert that a text which is no legal move in either form is refused."""
    if move in expected or any(move == full for full, _ in expected.values()):
        return
    with pytest.raises(engine.IllegalMoveError):
        position.play(move)
    with pytest.raises(engine.IllegalMoveError):
        position.written(move)


def features(state, full):
    """Return what of the rules a move shows, so that the tests can tell they met it."""
    found = Counter()
    if state.variant in ("standard", "simplified", "dice"):
        followed = full.split("+", 2)[2] if "(" not in full and full.count("+") > 1 else ""
        found["departure"] = "(" in full
        found["planet after departure"] = ")+" in full
        found["bonus"] = bool(followed)
        found["extraction"] = "x" in full
        found["several extractions"] = full.count("x") > 1
        found["bonus and extraction"] = bool(followed) and "x" in full
    found[f"pass {state.variant}"] = full == slow.PASS
    return +found


# --- Random positions --------------------------------------------------------------------------


def random_state(rng, side, variant):
    """Return a possible position: planets scattered, in number and colour unevenly."""
    free = list(slow.cells(side))
    rng.shuffle(free)
    wanted = rng.choice((0, 2, 4, 8)) if rng.random() < 0.25 else len(free)
    yellow = rng.choice((0.1, 0.3, 0.5, 0.7, 0.9, 1.0))
    stones = {}
    for cell in free:
        if len(stones) < wanted and not any(near in stones for near in slow.around(side, cell)):
            stones[cell] = "Y" if rng.random() < yellow else "C"
    turn = "y" if rng.random() < 0.2 + 0.6 * yellow else "c"  # more stones, more bonuses
    _thin(rng, stones)
    if variant == "dispersed-go":
        return slow.State(side, stones, {}, turn, variant)
    state = slow.State(side, stones, {}, turn, variant)
    places = [cell for cell in free if cell not in stones]
    # Ships in unexplored hexes, and there in enclosed ones, make departures: prefer those.
    places.sort(key=lambda cell: (rng.random() < 0.5, slow.is_explored(state, cell)))
    enclosed = [cell for cell in places if any(slow.is_enclosed(state, p, cell) for p in "yc")]
    if enclosed and rng.random() < 0.6:
        places.remove(enclosed[0])
        places.insert(rng.randrange(2), enclosed[0])
    return slow.State(
        side, stones, dict(zip(rng.sample("yc", 2), places, strict=False)), turn, variant
    )


def _thin(rng, stones):
    """Take a few planets away, so that there is room to explore."""
    for cell in rng.sample(sorted(stones), min(len(stones), rng.randint(1, 5))):
        del stones[cell]


SIDES = (3,) * 12 + (4,) * 16 + (5,) * 8 + (6,) * 3 + (7, 8)


@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_random_positions(variant):
    rng = random.Random(f"positions {variant}")
    met = Counter()
    for _ in range((300 if variant == "standard" else 120) * DEEP):
        state = random_state(rng, rng.choice(SIDES), variant)
        written = slow.format(state)
        position = ASTRALIS.parse(written)
        assert ASTRALIS.parse(str(position)) == position
        assert_same_standing(position, state)
        expected = assert_same_moves(position, state)
        for short in some(rng.sample(sorted(expected), min(len(expected), 6))):
            full, after = expected[short]
            met += features(state, full)
            assert position.written(short) == position.written(full) == full, written
            played = position.play(rng.choice((short, full)))
            assert_same_standing(played, after, ((state, short),))
        for move in some(
            random_texts(rng, state, sorted(expected.values(), key=lambda item: item[0]))
        ):
            assert_refused(position, move, expected)
    if variant in ("standard", "simplified", "dice"):
        wanted = {"departure", "planet after departure", "bonus", "extraction"}
        wanted |= {"several extractions", "bonus and extraction"}
        assert wanted <= set(met), met


@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_boards_of_all_sides(variant):
    rng = random.Random(f"sides {variant}")
    for side in some(range(3, 14)):
        state = random_state(rng, side, variant)
        position, cells = ASTRALIS.parse(slow.format(state)), slow.cells(side)

        def named(holds, *asked, side=side, state=state, cells=cells):
            return {slow.label(side, cell) for cell in cells if holds(state, *asked, cell)}

        assert position.explored == named(slow.is_explored)
        assert position.contested == named(slow.is_contested)
        for player in "yc":
            assert position.controlled(player) == named(slow.controls, player)
        if side < 9 or variant in ("standard", "dispersed-go"):
            assert {str(move) for move in position.legal_moves()} == slow.legal_moves(state)


def random_texts(rng, state, expected):
    """Yield texts with the form of moves, most of them illegal."""
    names = [slow.label(state.side, cell) for cell in slow.cells(state.side)]
    one, two, three = (rng.choice(names) for _ in range(3))
    yield from (one, f"{one}+{two}", f"{one}+", slow.PASS, f"{one}+{two}+{three}")
    yield from (f"{one}+{two}x{three}", f"{one}(+{two})", f"z9+{one}", f"{one}+a99")
    if expected:
        full = rng.choice(expected)[0]
        yield from (f"{full}+{one}", f"{full}x{one}", full[:-1], f"{full}(+{one})")
        for sign in "+x(":
            yield full[: full.rfind(sign)] if sign in full else full
        yield full.replace("+", "x", 1)


# --- Random games ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_random_games(variant):
    rng = random.Random(f"games {variant}")
    met = Counter()
    sides = [3] * 12 + [4] * 4 + [5] * 2 + ([6, 7, 8] if DEEP > 1 else [6])
    for side in sides * DEEP:
        position = ASTRALIS.start(side=side, variant=variant)
        state, history = slow.start(side, variant), ()
        for _ in range(120):
            assert_same_standing(position, state, history)
            expected = assert_same_moves(position, state, history)
            if not expected:
                break
            short = choose(rng, variant, expected)
            full, after = expected[short]
            met += features(state, full)
            assert position.written(short) == full
            position = position.play(rng.choice((short, full)))
            state, history = after, (*history, (state, short))
        met["over"] += position.is_over
    assert met["over"] > len(sides) / 2, met


def choose(rng, variant, expected):
    """Choose a move: in dispersed-go a pass rarely, elsewhere a planet mostly."""
    moves = sorted(expected)
    stones = [move for move in moves if "+" in move or variant == "dispersed-go"]
    stones = [move for move in stones if move != slow.PASS]
    return rng.choice(stones if stones and rng.random() < 0.9 else moves)


def test_ko():
    """Forbid what restores the position before the last turn; a bare position has no ko."""
    before = ASTRALIS.parse("3/C3/5/Y2Y/3 c dispersed-go")
    captured = before.play("a2")
    assert str(captured) == "3/C3/5/3Y/1C1 y dispersed-go"
    with pytest.raises(engine.IllegalMoveError, match="ko") as caught:
        captured.play("b1")
    assert caught.value.rule == "6.4"
    assert "b1" not in {str(move) for move in captured.legal_moves()}
    bare = ASTRALIS.parse(str(captured)).play("b1")
    assert str(bare) == "3/C3/5/Y2Y/3 c dispersed-go"
    later = captured.play("c3").play("e5").play("b1")  # something changed: no ko any more
    assert str(later) == "2C/C3/2Y2/Y2Y/3 c dispersed-go"


# --- Written positions, possible and not -------------------------------------------------------


def assert_same_verdict(text):
    """Assert that both accept a text, both find it impossible, or neither can read it."""
    try:
        wrong = slow.faults(text)
    except slow.UnreadableError:
        with pytest.raises((engine.NotationError, engine.InvalidPositionError)):
            ASTRALIS.parse(text)
        return "unreadable"
    if wrong:
        with pytest.raises(engine.InvalidPositionError) as caught:
            ASTRALIS.parse(text)
        assert caught.value.faults
        return "impossible"
    position = ASTRALIS.parse(text)
    assert str(position) == text
    assert_same_standing(position, slow.parse(text))
    return "possible"


def random_text(rng):
    """Return a possible position with a few characters or fields changed."""
    state = random_state(rng, rng.choice((3, 3, 3, 4, 5)), rng.choice(slow.VARIANTS))
    if rng.random() < 0.3:  # around set-up
        some = dict(rng.sample(sorted(state.ships.items()), rng.randint(0, len(state.ships))))
        few = {} if rng.random() < 0.8 else state.stones
        state = slow.State(state.side, few, some, state.turn, state.variant)
        if rng.random() < 0.8:
            homes = {p: rng.choice(slow.home_row(state.side, p)) for p in some}
            state = slow.State(state.side, few, {**some, **homes}, state.turn, state.variant)
    text = slow.format(state)
    for _ in range(rng.choice((0, 1, 1, 2))):
        at = rng.randrange(len(text))
        put = rng.choice(["", rng.choice("YCyc123/0 "), text[at] * 2, "Y", "C", "1"])
        text = text[:at] + put + text[at + 1 :]
    return text


def test_random_written_positions():
    rng = random.Random("written positions")
    met = Counter(assert_same_verdict(random_text(rng)) for _ in range(1500 * DEEP))
    assert min(met.values()) > 100, met
    assert set(met) == {"unreadable", "impossible", "possible"}
