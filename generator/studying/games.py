"""The games of a study: each follows from the study and its number alone, whoever plays it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from engine.drawing.parts import kind_of
from engine.errors import GameError
from engine.play import wording
from engine.play.finding import game as find_game
from engine.play.players import MOST_TURNS, ByPositions, player, quick_of, turns
from engine.play.position import Position, Turn
from engine.record import Record, result

#: The number of games that are looked at closely; of more games, one in several.
CLOSE_LOOKS = 500


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of a share of so many games, at 95 %."""
    z = 1.959964
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return max(0.0, middle - half), min(1.0, middle + half)


class Study(NamedTuple):
    """What is played: ``games`` of a player against itself, then ``duels`` against ``stronger``."""

    game: str
    settings: tuple[tuple[str, str], ...]
    player: str
    games: int
    duels: int
    stronger: str
    seed: int

    @property
    def shards(self) -> list[range]:
        """The numbers of the games that are played and written together."""
        size, total = 500 if self.player == "random" else 4, self.games + self.duels
        return [range(first, min(first + size, total)) for first in range(0, total, size)]

    def lot(self, number: int) -> int:
        """Return the seed of a game."""
        return Random(f"{self.seed} {number}").getrandbits(31)

    def start(self, number: int) -> Position:
        """Return the start of a game; a game that draws lots draws them anew each time."""
        game = find_game(self.game)
        lots = {name: str(self.lot(number)) for name in game.any_lot}
        return game.begin({**lots, **dict(self.settings)})

    def names(self, number: int, seats: int) -> list[str]:
        """Return the players by seat; in a duel the stronger one changes seats from game to game."""
        names = [self.player] * seats
        if number >= self.games:
            names[number % seats] = self.stronger
        return names


class GameRow(NamedTuple):
    """The outcome of a game.

    ``winners`` are letters, empty in a draw; ``margin`` is the lead of the first seat at the end;
    ``lead_changes`` counts how often the lead passed to another player; ``legal`` is the mean
    number of legal turns, None where the game was not looked at closely.
    """

    number: int
    winners: str
    margin: float
    turns: int
    lead_changes: int
    legal: float | None


#: Rows, and counts of "events …", "places …" and "pieces …".
Shard = tuple[list[GameRow], Counter[str]]


def shard(study: Study, numbers: range) -> Shard:
    """Play some games of a study."""
    counts: Counter[str] = Counter()
    return [_row(study, number, counts) for number in numbers], counts


def record(study: Study, number: int) -> Record:
    """Return a game again, as a record with the names of its players."""
    made = [turn for _, turn in _walk(study, number, closely=True) if turn]
    start, last = made[0].before, made[-1].after
    tags = {
        "Game": study.game,
        **{key.capitalize(): value for key, value in study.settings},
        "Position": str(start),
        "Round": str(number + 1),
    }
    for letter, name in zip(start.players, study.names(number, len(start.players)), strict=True):
        tags[wording.player_tag(start, letter)] = name
    return Record({**tags, "Result": result(last)}, tuple(turn.written for turn in made))


def _row(study: Study, number: int, counts: Counter[str]) -> GameRow:
    closely = number < study.games and number % max(1, study.games // CLOSE_LOOKS) == 0
    course = list(_walk(study, number, closely=closely))
    legal = _look([turn for _, turn in course if turn], counts) if closely else None
    start = study.start(number)
    quick = quick_of(start)
    seats = range(quick.players)
    leaders = [seat for state, _ in course for seat in seats if quick.lead(state, seat) > 0]
    changes = sum(before != after for before, after in pairwise(leaders))
    leads = [quick.lead(course[-1][0], seat) for seat in seats]
    best = [seat for seat in seats if leads[seat] == max(leads)]
    winners = "".join(start.players[seat] for seat in best if len(best) < len(seats))
    return GameRow(number, winners, leads[0], len(course), changes, legal)


def _walk(
    study: Study, number: int, *, closely: bool
) -> Iterator[tuple[Any, Turn[Position] | None]]:
    """Yield the quick state after each turn of a game, and the turn itself.

    Random turns go from quick state to quick state, without a turn unless looked at ``closely``.
    """
    position, lot = study.start(number), study.lot(number)
    quick = quick_of(position)
    names = study.names(number, len(position.players))
    if {*names} != {"random"} or type(quick) is ByPositions:
        seats = [player(name, study.game) for name in names]
        yield from ((quick.of(turn.after), turn) for turn in turns(position, seats, seed=lot))
        return
    rng, state = Random(lot), quick.of(position)
    for _ in range(MOST_TURNS):
        drawn = quick.turn(state, rng)
        if drawn is None:
            return
        turn = position.take_turn(quick.written(state, drawn[0])) if closely else None
        position, state = turn.after if turn else position, drawn[1]
        yield state, turn


def _look(made: list[Turn[Position]], counts: Counter[str]) -> float:
    """Count what a game's turns touch, and return the mean number of legal turns."""
    for turn in made:
        for event in turn.events:
            words = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
            counts[f"events {getattr(event, 'kind', words)}"] += 1
        counts.update(f"places {place}" for place in turn.before.places(turn.move))
    last = made[-1].after
    with suppress(GameError):  # a board may hold more pieces than a kit has
        pieces = {kind_of(laid.piece) for laid in find_game(last.game).laid(last)}
        counts.update(f"pieces {piece}" for piece in pieces)
    return fmean(len(turn.before.legal_moves()) for turn in made)
