"""Aathenuo's players: what they lay is legal, they know no hidden tile, and effort finds more."""

import pytest

import engine
from engine.play.players import levels, player
from tests.hint_positions import played_table
from tests.reference.aathenuo import format_table

AATHENUO = engine.game("aathenuo")
NAMES = ("random", "greedy", "uct:60", "uct:100", "uct:10000")

#: Position, player, and the turn chosen.
TURNS = {
    "the longest line": ("r3,r4,r5 1 r6r7y4/b1", "greedy", "+r7@2,-2;+r6@2,-1"),
    "lines one after the other": (
        "r3,r4,r5 1 r6b1b2b3/b1",
        "greedy",
        "+r6@3,0;+b1@0,2;+b2@1,2;+b3@2,2",
    ),
    "nothing fits": ("r3,r4,r5 1 y4/b1", "greedy", "draw"),
    "nothing fits, however the table is rearranged": ("r3,r4,r5 1 y4/b1", "uct:200", "draw"),
    "lines do not part sets": ("r4,y*,g4,b* 1 g2b1b3/y1", "greedy", "draw"),
    "a set is parted": (
        "r4,y*,g4,b* 1 g2b1b3/y1",
        "uct:1000",
        "+b1@2,0;+b3@4,0;1,0>0,1;2,0>0,2",
    ),
    "a row gives its end": (
        ".,.,.,g*,./.,.,.,y*,./b2,b3,b*,b5,b6 1 r4y8g6/r2",
        "uct:1000",
        "+r4@2,0;+g6@1,4;3,0>2,1;3,1>0,4;4,2>2,4",
    ),
    "a crossing lets go": (
        "g*,.,.,./r3,r4,r5,r*/b*,.,.,. 1 y8y8b7/g5",
        "uct:1000",
        "+y8@5,-1;+y8@4,1;0,0>5,0;1,1>0,2;2,1>0,3;0,2>5,1",
    ),
}


@pytest.mark.parametrize(("position", "name", "turn"), TURNS.values(), ids=TURNS)
def test_turns_chosen(position, name, turn):
    choice = player(name, "aathenuo").choose(AATHENUO.parse(position))
    assert choice.move == turn == choice.candidates[0].line[0]


def position_of(table, *hands):
    return AATHENUO.parse(f"{format_table(table)} 1 {'/'.join(map(''.join, hands))}")


@pytest.fixture(scope="module")
def cases():
    """Played tables, a hand, and the tiles that nobody is seen to hold, the other's five first."""
    tables = [(*played_table(seed, 10 * (seed % 5)), 4 + seed % 9) for seed in range(1, 8)]
    return [(table, left[:held], left[held:]) for table, left, held in tables]


def test_turns_are_legal_and_effort_lays_more(cases):
    laid = dict.fromkeys(NAMES, 0)
    for table, hand, unseen in cases:
        position = position_of(table, hand, unseen[:5])
        for name in NAMES:
            choice = player(name, "aathenuo").choose(position)
            for move in {candidate.move for candidate in choice.candidates} - {"draw"}:
                position.play(move)
            if choice.move != "draw":
                laid[name] += len(hand) - position.play(choice.move).scores()["1"]
            assert 0 <= choice.playouts <= int(name.partition(":")[2] or 0)
    assert [*laid.values()] == sorted(set(laid.values())), laid


def test_hidden_tiles_and_the_bag_decide_nothing(cases):
    """Others hold tiles of the same colours, the bag has another order: the choice is the same."""
    for table, hand, unseen in cases[:2]:
        position, bag, others = position_of(table, hand, unseen[:5]), unseen[::-1], []
        for tile in unseen[:5]:
            others.append(next(other for other in bag if other[0] == tile[0]))
            bag.remove(others[-1])
        other = position_of(table, hand, others)
        assert other != position
        for name in NAMES:
            one = player(name, "aathenuo")
            assert one.choose(other) == one.choose(position)


def test_whole_games_end():
    """Four seats, four players; with the bag empty a draw passes."""
    position = AATHENUO.start(players=4, seed=5)
    for turn in range(400):
        if position.is_over:
            break
        name = levels(position)[turn % 4]
        position = position.play(player(name, "aathenuo").choose(position, seed=turn).move)
    assert position.is_over
