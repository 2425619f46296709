"""Picks lead to the legal moves, to every one of them and to no other.

TILEWRIGHT_DEEP=1 walks ten thousand times in every game.
"""

import os
from random import Random

import pytest

import engine
from engine.play.position import Position
from tests.playing.games import GAMES

#: Walks of a game, shared by its settings.
WALKS = 10_000 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 60


def start(game, settings):
    return engine.game(game).begin(settings)


def walk(position: Position, rng: Random) -> str | None:
    """Return the move that picks by chance make, None where they make none in a while."""
    picked: tuple[str, ...] = ()
    made = position.draft(picked)
    while len(picked) < 10:
        if made.move and (not made.choices or rng.random() < 0.5):
            return made.move
        assert made.choices, (str(position), picked)
        picked = (*picked, rng.choice(made.choices))
        made = position.draft(picked)
    return None


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_picks_by_chance_make_legal_moves(game, settings):
    rng, position = Random(3), start(game, settings)
    moves = set()
    for _ in range(WALKS // [name for name, _ in GAMES].count(game) + 1):
        move = walk(position, rng) or "draw"
        turn = position.take_turn(move, rng=rng)
        position = turn.after
        moves.add(turn.written)
        if position.is_over or rng.random() < 0.02:
            position = start(game, settings)
    assert len(moves) > 1


def ends(position: Position, picked: tuple[str, ...] = ()) -> set[str]:
    """Return all moves that picks beginning like these can make."""
    made = position.draft(picked)
    further = (ends(position, (*picked, name)) for name in made.choices)
    return set().union({made.move} - {None}, *further)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("abstrakto", "d4 f6e b 455/545"),
        ("astralis", "4/5/6/7/6/5/4 y standard"),
        ("astralis", "1c2/5/6/7/6/1yY2/4 c standard"),
        ("astralis", "1c2/5/6/7/6/1yY2/4 y beeline"),
        ("astralis", "1Y2/5/3C2/7/6/5/4 c dispersed-go"),
        ("astralis", "3/4/5/4/1y1 c dice"),
    ],
)
def test_picks_lead_to_every_legal_move_and_no_other(game, text):
    position = engine.game(game).parse(text)
    assert ends(position) == {str(move) for move in position.legal_moves()}
