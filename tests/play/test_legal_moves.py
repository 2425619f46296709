"""The view of a position's legal moves: a sequence that finds no more than it is asked for."""

from itertools import pairwise

import pytest

from engine import LegalMoves
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
