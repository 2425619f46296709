"""Quick states held against the readable rules, position by position, over whole games."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.play.players.states import quick_of
from engine.play.position import Position
from engine.play.quick import Quick


def assert_equal(quick: Quick[Any], position: Position) -> None:
    """See that a position and its quick state have the same mover, leads, turns, and states after them."""
    where, state = str(position), quick.of(position)
    assert position.players[quick.mover(state)] == position.turn, where
    moves, children = list(position.legal_moves()), quick.children(state)
    assert [quick.written(state, code) for code, _ in children] == list(map(str, moves)), where
    assert bool(children) != position.is_over, where
    for move, (_, after) in zip(moves, children, strict=True):
        assert after == quick.of(position.play(move)), f"{where}: {move}"
    assert_leads(quick, position)


def assert_leads(quick: Quick[Any], position: Position) -> None:
    """See that the leads are those of the scores, and at the end tell who has won."""
    state, scores = quick.of(position), position.scores()
    leads = {letter: quick.lead(state, k) for k, letter in enumerate(position.players)}
    if position.is_over:
        winners = tuple(letter for letter in position.players if leads[letter] > 0)
        assert winners == position.winners(), str(position)
    for letter, lead in leads.items():
        ahead = scores[letter] - max(scores[k] for k in position.players if k != letter)
        assert round(lead) == round(ahead) or abs(lead - ahead) < 0.5, f"{position}: {leads}"


def play_through(position: Position, seed: object, most: int = 400) -> int:
    """Play a random game that is compared at every turn; return how many turns were."""
    rng, quick, turns = Random(f"{seed}"), quick_of(position), 0
    assert_equal(quick, position)
    while (moves := position.legal_moves()) and turns < most:
        putting = [move for move in moves if getattr(move, "stone", 0)] or moves
        position = position.play(putting[int(rng.random() * len(putting))])
        assert_equal(quick, position)
        turns += 1
    return turns
