"""The view of a position's legal moves: a sequence that finds no more than it is asked for."""

from itertools import islice, pairwise

import pytest

import engine
from engine import LegalMoves
from engine.play.position import Move
from tests.cases import some
from tests.play.test_turn import CASES, playout


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_view_is_the_sequence_of_the_moves(game, options):
    for position, move in some(playout(game, options, most=12)):
        view, listed = position.legal_moves(), list(position.legal_moves())
        assert isinstance(view, LegalMoves)
        assert bool(view)
        assert (len(view), list(view), tuple(reversed(view))) == (
            len(listed), listed, tuple(listed[::-1]),
        )  # fmt: skip
        assert (view[0], view[-1], view[1:3]) == (listed[0], listed[-1], tuple(listed[1:3]))
        assert view.index(move) == listed.index(move)
        for one in some(listed[:: max(1, len(listed) // 20)]):
            assert one in view
            assert str(one) in view


@pytest.mark.parametrize(("game", "options"), CASES)
def test_what_no_player_may_do_is_not_in_it(game, options):
    found = playout(game, options, most=12)
    refused = 0
    for (_, other), (position, _) in pairwise(some(found)):
        view = position.legal_moves()
        assert (str(other) in view) == (str(other) in map(str, view))
        assert (other in view) == (other in list(view))
        refused += other not in view
    assert refused, "what was played is hardly ever to be played again"
    assert "nothing of the kind" not in view
    assert 7 not in view
    assert None not in view


def counting(position, asked):
    """Return a view of a position's moves that notes each as it is found."""

    def find():
        for move in position.legal_moves():
            asked.append(move)
            yield move

    return LegalMoves(position, find)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_no_more_is_found_than_is_asked_for(game, options):
    position = engine.game(game).start(**options)
    first, *_ = position.legal_moves()
    asked: list[Move] = []
    view = counting(position, asked)
    assert (first in view, str(first) in view, asked) == (True, True, [])
    assert (bool(view), len(asked)) == (True, 1)
    assert (next(iter(view)), len(asked)) == (first, 2)
    assert (len(list(islice(view, 2))), len(asked)) == (2, 4)
    total = len(view)
    assert (view[0], len(view), next(iter(view)), len(asked)) == (first, total, first, 4 + total)
