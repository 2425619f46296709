"""The games of a study: each follows from the study and its number alone, whoever plays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from engine.errors import GameError
from engine.play import wording
from engine.play.finding import game as find_game
from engine.play.players import MOST_TURNS, player, turns
from engine.play.players.choice import quick_of
from engine.play.position import Position, Turn
from engine.play.quick import ByPositions, Quick
from engine.play.record import Record
from engine.play.result import result

#: So many of the games of random turns are looked at closely, and all games of other players.
CLOSE_LOOKS = 500

Walk = Iterable[Turn[Position]]


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
    def shard_size(self) -> int:
        """How many games are played and written together."""
        return 500 if self.player == "random" else 4

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-(self.games + self.duels) // self.shard_size)

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
    """What came of a game.

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


def shard(study: Study, index: int) -> dict[str, Any]:
    """Play a shard of games; return their rows, and how often events, places, pieces came up."""
    first, total = index * study.shard_size, study.games + study.duels
    counts: Counter[str] = Counter()
    numbers = range(first, min(first + study.shard_size, total))
    rows = [_row(study, number, counts) for number in numbers]
    return {"rows": rows, "counts": dict(sorted(counts.items()))}


def record(study: Study, number: int) -> Record:
    """Return a game again, as a record with the names of its players."""
    made = list(_walk(study, number))
    start, last = made[0].before, made[-1].after
    tags = {"Game": study.game, "Position": str(start), "Round": str(number + 1)}
    for letter, name in zip(start.players, study.names(number, len(start.players)), strict=True):
        tags[wording.player_tag(start, letter)] = name
    return Record({**tags, "Result": result(last)}, tuple(turn.written for turn in made))


def _row(study: Study, number: int, counts: Counter[str]) -> GameRow:
    """Play a game; random turns go from quick state to quick state, unless it is looked at closely."""
    start = study.start(number)
    quick = quick_of(start)
    is_duel = number >= study.games
    is_quick = _is_quick(study, number, quick)
    if is_quick and number % max(1, study.games // CLOSE_LOOKS):
        states = [state for _, state in _random_walk(quick, start, study.lot(number))]
        return _course(quick, start, number, states, None)
    made = list(_walk(study, number))
    states = [quick.of(turn.after) for turn in made]
    return _course(quick, start, number, states, None if is_duel else _look(made, counts))


def _is_quick(study: Study, number: int, quick: Quick[Any]) -> bool:
    """Tell whether a game is of random turns, in a game with quick states of its own."""
    own = not isinstance(quick, ByPositions)
    return own and study.player == "random" and number < study.games


def _random_walk(quick: Quick[Any], start: Position, lot: int) -> Iterator[tuple[Any, Any]]:
    rng, state = Random(lot), quick.of(start)
    for _ in range(MOST_TURNS):
        turn = quick.turn(state, rng)
        if turn is None:
            return
        yield turn
        state = turn[1]


def _walk(study: Study, number: int) -> Iterator[Turn[Position]]:
    """Yield the turns of a game, carried out by the readable rules."""
    position, lot = study.start(number), study.lot(number)
    quick = quick_of(position)
    if _is_quick(study, number, quick):
        state = quick.of(position)
        for code, after in _random_walk(quick, position, lot):
            turn = position.take_turn(quick.written(state, code))
            position, state = turn.after, after
            yield turn
        return
    seats = [player(name, study.game) for name in study.names(number, len(position.players))]
    yield from turns(position, seats, seed=lot)


def _look(walk: Walk, counts: Counter[str]) -> float:
    """Count what turns bring about, and where and with what; return the mean number of legal turns."""
    legal: list[int] = []
    for turn in walk:
        legal.append(len(turn.before.legal_moves()))
        counts.update(f"event {type(event).__name__}" for event in turn.events)
        counts.update(f"place {place}" for place in turn.before.places(turn.move))
    with suppress(GameError):  # a board may hold more pieces than a kit has
        pieces = {kind_of(laid.piece) for laid in find_game(turn.after.game).laid(turn.after)}
        counts.update(f"piece {piece}" for piece in pieces)
    return fmean(legal)


def kind_of(piece: str) -> str:
    """Return a piece's name without its number."""
    return piece.rstrip("0123456789").rstrip("-") if "-" in piece else piece


def _course(
    quick: Quick[Any], start: Position, number: int, states: list[Any], legal: float | None
) -> GameRow:
    """Return the row of a game that went through these states."""
    seats = range(quick.players)
    leader, changes = -1, 0
    for state in states:
        ahead = next((seat for seat in seats if quick.lead(state, seat) > 0), leader)
        changes += leader not in (-1, ahead)
        leader = ahead
    leads = [quick.lead(states[-1], seat) for seat in seats]
    best = [seat for seat in seats if leads[seat] == max(leads)]
    winners = "".join(start.players[seat] for seat in best if len(best) < len(seats))
    return GameRow(number, winners, leads[0], len(states), changes, legal)
