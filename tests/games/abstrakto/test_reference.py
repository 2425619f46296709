"""Abstrakto's engine against the slow reference, over games of many styles and spoilt texts.

The same seeds give the same games; TILEWRIGHT_DEEP=1 plays many more of them.
"""

import os
import random
import re

import pytest

from tests.reference import abstrakto as slow
from tests.reference.comparing import Comparison, altered

DEEP = 25 if os.environ.get("TILEWRIGHT_DEEP") else 1
#: Blue has only Solids left, and nowhere to put one: blue passes to the end.
STUCK = "a1ne,a5ne,c3ne,c7e,e1ne,e5ne,g1n,g5n,g7n a3ne,a7e,c1ne,c5ne,e3ne,e7e,g3n b 600/332"
HANDS = [f"{s}{n}{15 - s - n}" for s in range(3, 7) for n in range(3, 7) if 3 <= 15 - s - n <= 6]


def random_start(rng):
    return slow.parse(f"- - {rng.choice('bo')} {rng.choice(HANDS)}/{rng.choice(HANDS)}")


# --- Styles of play ----------------------------------------------------------------------------


def anywhere(rng, state, moves):
    return rng.choice(moves)


def clustered(rng, state, moves):
    """Choose one of the few places nearest to the tiles that lie there."""
    under = slow.covered(state) or {(7, 7)}

    def distance(move):
        x, y = min(slow.quarters(move))
        return sum(sorted(abs(x - a) + abs(y - b) for a, b in under)[:6]), rng.random()

    return moves[0] if moves == [slow.PASS] else rng.choice(sorted(moves, key=distance)[:3])


def closing(rng, state, moves):
    """Choose, of a few moves, one that leaves the most areas."""
    few = rng.sample(moves, min(6, len(moves)))
    return max(few, key=lambda move: len(slow.areas(slow.play(state, move))))


def type_by_type(rng, state, moves):
    """Choose anywhere, the tiles of one type before those of the next."""
    last = max(map(len, moves))
    return rng.choice([move for move in moves if len(move) == last])


def same_areas(game, position, state):
    """Compare the moves, and what the game has of its own: areas and the main area."""
    expected, areas = slow.areas(state), {frozenset(a.quarters): a for a in position.areas()}
    assert set(areas) == set(expected), str(position)
    for region, area in areas.items():
        names = tuple(frozenset(p.name for p in tiles) for tiles in (area.blue, area.orange))
        assert slow.Area(region, names, area.controller, area.settled) == expected[region]
    mains, main = slow.main_areas(state), position.main_area()
    assert (main is not None) == (len({area.controller for area in mains}) == 1), str(position)
    assert main is None or frozenset(main.quarters) in {area.quarters for area in mains}
    return game.same_moves(position, state)


@pytest.mark.parametrize("style", [anywhere, clustered, closing, type_by_type])
def test_games_agree(style):
    game, rng, endings = Comparison("abstrakto", slow), random.Random(style.__name__), set()
    for start in [slow.parse(STUCK), *(random_start(rng) for _ in range(5 * DEEP))]:
        end, state = game.same_game(rng, start, style, 60, lambda *both: same_areas(game, *both))
        endings.add(end.winners())
        for place in rng.sample(sorted(slow.READ), 5):
            game.same_turn(end, state, place)
    assert len(endings) > 1
    assert min(game.met["illegal"], game.met["notation"]) > 20
    assert game.met[slow.PASS]


#: Ends that games seldom reach: the board, the scores, and the winners.
ENDS = {
    "both own a largest area": (
        "a3,a6,b1,b3e,b4e,b5ne,b7,c2ne,c3ne,c4ne,d1n,d6n,e3ne,e7,g2 "
        "a2,a4e,a5e,b2,c7,d3e,d4ne,d5n,e1,e2ne,e4ne,e5ne,f1n,f6n,g7",
        {"b": 5, "o": 5},
        (),
    ),
    "blue owns all largest areas": (
        "a1,a4ne,a5ne,a6ne,b1ne,b3ne,b5e,b6ne,c2n,c4e,d1e,e3,e5,f4,g4 "
        "a2ne,a3ne,c1ne,c1s,c5ne,d7,e1ne,f3,f5,f6n,g1,g2n,g5,g6,g7n",
        {"b": 3, "o": 3},
        ("b",),
    ),
    "nobody owns an area": (
        "a1w,a5ne,a5w,a6w,b1ne,b7,c7,d1,e2ne,e4ne,e6ne,f2ne,f7n,g4,g7 "
        "a2,a3w,a4,a7n,b4ne,b5ne,c2ne,d7,e1,e7n,f1,g1e,g2e,g3e,g5",
        {"b": 0, "o": 0},
        (),
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_rare_ends_agree(name):
    board, scores, winners = ENDS[name]
    game, state = Comparison("abstrakto", slow), slow.parse(f"{board} b 000/000")
    assert (slow.scores(state), slow.winners(state)) == (scores, winners)
    position = game.game.parse(f"{board} b 000/000")
    game.same_position(position, state)
    assert same_areas(game, position, state) == []


def is_off_the_board(text):
    """Tell whether a text names a cell off the board or a corner on its edge: read or not, it is refused."""
    names = re.findall(r"[a-z][0-9]+(?:ne|nw|se|sw|n|e|s|w)?", text)
    return any(name not in slow.READ for name in names)


def test_positions_agree():
    game, rng, texts = Comparison("abstrakto", slow), random.Random("positions"), ["- - b 555/555"]
    for _ in range(200 * DEEP):
        state = random_start(rng)
        for _ in range(rng.choice([0, 1, 3, 8, 20])):
            state = slow.play(state, rng.choice(sorted(slow.legal_moves(state)) or [slow.PASS]))
        texts.append(slow.format(state))
        text = altered(rng, texts[-1], rng.choice(texts))
        if game.same_reading(text) == "impossible" and not is_off_the_board(text):
            assert len(game.faults) == len(slow.faults(slow.read(text))), text
    assert min(game.met[kind] for kind in ("read", "notation", "impossible")) > 20, game.met
