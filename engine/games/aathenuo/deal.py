"""The start of a game: who begins, what everyone draws, and the order of the bag (rule 3.4)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.games.aathenuo.tiles import STAR, TileSet, ordered, whole_set

#: Tiles everyone draws at the start (rule 3.4).
HAND = 10


class Deal(NamedTuple):
    """A start by lot: the starting player's index, the hands, and the rest in drawing order.

    ``rounds`` holds what was drawn for the start, each round as player index -> tile.
    """

    starter: int
    hands: tuple[tuple[str, ...], ...]
    bag: tuple[str, ...]
    rounds: tuple[dict[int, str], ...]


def _rank(tile: str) -> int:
    """Return a tile's worth in the start draw: a star beats every number (rule 3.4)."""
    return 9 if tile[1] == STAR else int(tile[1])


def start_draw(players: int, of: TileSet, rng: Random) -> tuple[int, tuple[dict[int, str], ...]]:
    """Return the starting player's index and what each round of the start draw gave.

    Those tied for the highest draw again from what is left; the tiles go back afterwards,
    and before a round for which the bag holds too few.
    """
    tied = list(range(players))
    rounds: list[dict[int, str]] = []
    bag: list[str] = []
    while len(tied) > 1:
        if len(bag) < len(tied):
            bag = list(whole_set(of))
            rng.shuffle(bag)
        drawn = {player: bag.pop() for player in tied}
        rounds.append(drawn)
        best = max(map(_rank, drawn.values()))
        tied = [player for player in tied if _rank(drawn[player]) == best]
    return tied[0], tuple(rounds)


def deal(players: int, of: TileSet, seed: int) -> Deal:
    """Return the start that ``seed`` gives: the start draw, then ten tiles for everyone."""
    rng = Random(seed)
    starter, rounds = start_draw(players, of, rng)
    bag = list(whole_set(of))
    rng.shuffle(bag)
    hands = tuple(ordered(bag[k * HAND : (k + 1) * HAND]) for k in range(players))
    return Deal(starter, hands, tuple(bag[players * HAND :]), rounds)


def shuffled(bag: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return a bag in the drawing order that ``seed`` gives."""
    drawn = list(bag)
    Random(seed).shuffle(drawn)
    return tuple(drawn)
