"""One way to carry out a move: what a turn holds is what ``play``, ``written`` and ``events`` give."""

from random import Random

import pytest

import engine
from engine import Turn
from engine.play.position import GameOver, Passed
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

#: A board of Astralis where a stone of yellow's can take two of cyan's.
EXTRACTION = "C2C1Y1/2Y4C/Y3Y1Y2/3Y4C1/1Y3Y4C/9C2/1Y1Y1c5Y1/6Y2C2/1Y1C3y2Y/8Y1/4Y4/2C2Y2/Y2Y2Y"


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


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_written_form_is_the_same_turn(game, options):
    for position, move in some(playout(game, options)):
        turn = position.take_turn(move)
        for form in (str(move), turn.written, turn.move):
            again = position.take_turn(form)
            assert again == turn
            assert hash(again) == hash(turn)
            assert str(again.after) == str(turn.after)
            assert again.written == turn.written
            assert again.events == turn.events


@pytest.mark.parametrize(
    ("game", "position", "given", "written"),
    [
        ("abstrakto", "- - b 555/555", "e5sw", "d4ne"),
        ("astralis", f"{EXTRACTION} y standard", "e7+d7", "e7+d7xm7xm10"),
        (
            "aathenuo",
            "r1,r2,r3,r4,r5 1 r3r8/b1",
            "3,0>1,2;4,0>2,2;+r3@0,2",
            "+r3@0,2;3,0>1,2;4,0>2,2",
        ),
    ],
)
def test_what_is_written_short_is_told_in_full(game, position, given, written):
    before = engine.game(game).parse(position)
    turn = before.take_turn(given)
    assert turn.written == written
    assert turn == before.take_turn(written)
    assert turn.events == before.take_turn(written).events


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
def test_turns_are_frozen_values(game, options):
    position, move = playout(game, options, most=1)[0]
    turn = position.take_turn(move)
    events = turn.events
    for name in ("before", "move", "after", "written", "events", "another"):
        with pytest.raises(AttributeError):
            setattr(turn, name, None)
    assert turn.events is events, "worked out once"


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_end_and_passes_are_told_alike_in_every_game(game, options):
    ended = 0
    for position, move in playout(game, options, most=300 if game == "astralis" else 40):
        turn = position.take_turn(move)
        ends = [event for event in turn.events if isinstance(event, GameOver)]
        assert len(ends) == turn.after.is_over
        assert [end.winners for end in ends] == [turn.after.winners()] * len(ends)
        assert turn.events[-1:] == tuple(ends) or not ends
        passes = [event for event in turn.events if isinstance(event, Passed)]
        assert all(event.player == position.turn for event in passes)
        assert bool(passes) == (turn.written in ("--", "draw:-"))
        ended += len(ends)
    assert ended or game in ("aathenuo", "atreya"), "these last longer"


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_turn_from_the_position_read_again_brings_about_the_same(game, options):
    for position, move in some(playout(game, options, most=6)):
        again = engine.game(game).parse(str(position)).take_turn(str(move))
        assert again.written == position.written(move)
        assert again.events == position.events(move)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_games_without_chance_leave_the_generator_alone(game, options):
    for position, move in some(playout(game, options, most=3)):
        rng = Random(9)
        assert position.take_turn(move, rng=rng) == position.take_turn(move)
        assert rng.random() == Random(9).random()
