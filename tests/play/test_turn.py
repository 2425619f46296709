"""One way to carry out a move: what a turn holds is what ``play``, ``written`` and ``events`` give."""

from functools import cache
from itertools import pairwise
from random import Random

import pytest

import engine
from engine import LegalMoves, Turn
from engine.play.position import GameOver
from tests.cases import some

#: Starts of every game, in all its modes and variants.
STARTS = {
    "aathenuo": [{"players": 2, "seed": 1}, {"players": 4, "seed": 2}],
    "abstrakto": [{}],
    "astralis": [
        {"side": 4, "variant": variant}
        for variant in ("standard", "simplified", "dice", "beeline", "dispersed-go")
    ],
    "atreya": [{"mode": "sum"}, {"mode": "max"}, {"mode": "dom", "players": "rgb"}],
}
CASES = [
    pytest.param(game, number, id=f"{game}-{'-'.join(map(str, options.values()))}")
    for game, starts in STARTS.items()
    for number, options in enumerate(starts)
]


@cache
def playout(game, start):
    """Return the positions of a game at random, each with a move that is legal there."""
    options = STARTS[game][start]
    rng = Random(f"{game} {options}")
    position = engine.game(game).start(**options)
    found = []
    most = 24 if game in ("aathenuo", "atreya") else 300
    while len(found) < most and (moves := list(position.legal_moves())):
        found.append((position, rng.choice(moves)))
        position = position.play(found[-1][1])
    assert len(found) >= 6
    return tuple(found)


@pytest.mark.parametrize(("game", "start"), CASES)
def test_a_turn_holds_what_play_written_and_events_give(game, start):
    for position, move in some(playout(game, start)[:16]):
        before = str(position)
        turn = position.take_turn(move)
        assert isinstance(turn, Turn)
        assert turn.before is position
        assert turn.after == position.play(move)
        assert str(turn.after) == str(position.play(move))
        assert turn.written == str(turn.move) == position.written(move)
        assert turn.events == position.take_turn(move).events
        assert turn.events, "every move brings about something"
        assert str(position) == before, "positions are immutable"


def test_a_draw_by_lot_is_the_same_in_every_way():
    position = engine.game("aathenuo").parse("r2,r3,r4 1 r1/y1")
    drawn = set()
    for seed in range(20):
        turn = position.take_turn("draw", rng=Random(seed))
        assert turn.after == position.play("draw", rng=Random(seed)) == position.play(turn.written)
        assert turn.written == position.written("draw", rng=Random(seed))
        assert turn.events == position.take_turn("draw", rng=Random(seed)).events
        assert turn.events == position.take_turn(turn.written).events
        assert turn.written.startswith("draw:")
        drawn.add(turn.written)
    assert len(drawn) > 10
    for ask in (position.take_turn, position.play, position.written):
        with pytest.raises(engine.IllegalMoveError, match="nothing says which tile is drawn"):
            ask("draw")


@pytest.mark.parametrize(("game", "start"), CASES)
def test_the_end_and_passes_are_told_alike_in_every_game(game, start):
    ended = 0
    for position, move in playout(game, start):
        turn = position.take_turn(move)
        ends = [event for event in turn.events if isinstance(event, GameOver)]
        assert len(ends) == turn.after.is_over
        assert [end.winners for end in ends] == [turn.after.winners()] * len(ends)
        assert turn.events[-1:] == tuple(ends) or not ends
        kinds = {event.kind for event in turn.events if event not in ends}
        assert kinds <= {*engine.game(game).event_kinds}
        assert ("passed" in kinds) == (turn.written in ("--", "draw:-"))
        ended += len(ends)
    assert ended or game in ("aathenuo", "atreya"), "these last longer"


@pytest.mark.parametrize(("game", "start"), CASES)
def test_the_view_is_the_sequence_of_the_moves(game, start):
    for position, move in some(playout(game, start)[:12]):
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


@pytest.mark.parametrize(("game", "start"), CASES)
def test_what_no_player_may_do_is_not_in_it(game, start):
    found = playout(game, start)[:12]
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
