"""One way to carry out a move: what a turn holds is what ``play``, ``written`` and ``events`` give."""

from random import Random

import pytest

import engine
from engine import Turn
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
    pytest.param(game, options, id=f"{game}-{'-'.join(map(str, options.values()))}")
    for game, starts in STARTS.items()
    for options in starts
]


def playout(game, options, most=40):
    """Return the positions of a game at random, each with a move that is legal there."""
    rng = Random(f"{game} {options}")
    position = engine.game(game).start(**options)
    found = []
    while len(found) < most and (moves := list(position.legal_moves())):
        found.append((position, rng.choice(moves)))
        position = position.play(found[-1][1])
    assert len(found) >= min(most, 6)
    return found


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_turn_holds_what_play_written_and_events_give(game, options):
    for position, move in some(playout(game, options)):
        before = str(position)
        turn = position.take_turn(move)
        assert isinstance(turn, Turn)
        assert turn.before is position
        assert turn.after == position.play(move)
        assert str(turn.after) == str(position.play(move))
        assert turn.written == str(turn.move) == position.written(move)
        assert turn.events == position.events(move)
        assert turn.events, "every move brings about something"
        assert str(position) == before, "positions are immutable"


def test_a_draw_by_lot_is_the_same_in_every_way():
    position = engine.game("aathenuo").parse("r2,r3,r4 1 r1/y1")
    drawn = set()
    for seed in range(20):
        turn = position.take_turn("draw", rng=Random(seed))
        assert turn.after == position.play("draw", rng=Random(seed)) == position.play(turn.written)
        assert turn.written == position.written("draw", rng=Random(seed))
        assert turn.events == position.events("draw", rng=Random(seed))
        assert turn.events == position.events(turn.written)
        assert turn.written.startswith("draw:")
        drawn.add(turn.written)
    assert len(drawn) > 10
    for ask in (position.take_turn, position.play, position.written, position.events):
        with pytest.raises(engine.IllegalMoveError, match="nothing says which tile is drawn"):
            ask("draw")


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_end_and_passes_are_told_alike_in_every_game(game, options):
    ended = 0
    for position, move in playout(game, options, most=300 if game == "astralis" else 40):
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
