"""The games of a study, on processes or a Dask cluster; a study started again plays the missing ones."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from engine.drawing.parts import kind_of
from engine.errors import GameError, OptionError
from engine.play import wording
from engine.play.players import MOST_TURNS, ByPositions, player, quick_of, turns
from engine.play.plugins import game as find_game
from engine.play.position import Position, Turn
from engine.record import Record, result
from generator import files

A = TypeVar("A")
B = TypeVar("B")

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

    def lot(self, number: int) -> int:
        """Return the seed of a game."""
        return Random(f"{self.seed} {number}").getrandbits(31)

    def start(self, number: int) -> Position:
        """Return the start of a game; a game that draws lots draws them anew each time."""
        game = find_game(self.game)
        lots = {name: str(self.lot(number)) for name in game.any_lot}
        return game.begin({**lots, **dict(self.settings)})

    def seats(self, number: int, players: Sequence[str]) -> dict[str, str]:
        """Return who plays; in a duel the stronger one changes seats from game to game."""
        seats = dict.fromkeys(players, self.player)
        if number >= self.games:
            seats[players[number % len(players)]] = self.stronger
        return seats


class GameRow(NamedTuple):
    """The outcome of a game, which is numbered from 1.

    ``winners`` are letters, empty in a draw; ``margin`` is the first seat's lead; ``legal`` is the
    mean number of legal turns, None where the game was not looked at closely.
    """

    game: int
    winners: str
    margin: float
    turns: int
    lead_changes: int
    legal: float | None


#: How often each of the events, places and pieces came up.
Counts = dict[str, Counter[str]]

#: Takes what is played as it comes, and its number, and yields it on.
Watch = Callable[[Iterator[Any], int], Iterable[Any]]


def shard(study: Study, numbers: range) -> tuple[list[GameRow], Counts]:
    """Play some games of a study."""
    counts: Counts = {"events": Counter(), "places": Counter(), "pieces": Counter()}
    return [_row(study, number, counts) for number in numbers], counts


def record(study: Study, number: int) -> Record:
    """Return a game, numbered from 1, again: a record with the names of its players."""
    made = [turn for _, turn in _walk(study, number - 1, closely=True) if turn]
    start = made[0].before
    seats = study.seats(number - 1, start.players)
    tags = {
        "Game": study.game,
        **{key.capitalize(): value for key, value in study.settings},
        "Position": str(start),
        "Round": str(number),
        **{wording.player_tag(start, letter): name for letter, name in seats.items()},
        "Result": result(made[-1].after),
    }
    return Record(tags, tuple(turn.written for turn in made))


def _row(study: Study, number: int, counts: Counts) -> GameRow:
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
    return GameRow(number + 1, winners, leads[0], len(course), changes, legal)


def _walk(
    study: Study, number: int, *, closely: bool
) -> Iterator[tuple[Any, Turn[Position] | None]]:
    """Yield the quick state after each turn, and the turn, which random play has only ``closely``."""
    position, lot = study.start(number), study.lot(number)
    quick = quick_of(position)
    names = study.seats(number, position.players).values()
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


def _look(made: list[Turn[Position]], counts: Counts) -> float:
    """Count what a game's turns touch, and return the mean number of legal turns."""
    for turn in made:
        counts["events"].update(getattr(one, "kind", type(one).__name__) for one in turn.events)
        counts["places"].update(turn.before.places(turn.move))
    last = made[-1].after
    with suppress(GameError):  # a board may hold more pieces than a kit has
        counts["pieces"].update({kind_of(laid.piece) for laid in find_game(last.game).laid(last)})
    return fmean(len(turn.before.legal_moves()) for turn in made)


def play(
    study: Study, folder: Path, jobs: int, scheduler: str, watching: Watch
) -> tuple[list[GameRow], Counts]:
    """Return the rows and counts of a study's games; the caller removes the folder's shards.

    Raises OSError, and OptionError where Dask does not answer or the folder holds another study.
    """
    plan, text = folder / "plan.json", json.dumps(study._asdict())
    if plan.exists() and plan.read_text("utf-8") != text:
        words = "holds another study; delete it, or use another -o"
        raise OptionError(f"{files.from_here(folder)} {words}")
    files.write(plan, text.encode())
    size, total = 500 if study.player == "random" else 4, study.games + study.duels
    games = {
        folder / "shards" / f"{first:09}.json": range(first, min(first + size, total))
        for first in range(0, total, size)
    }
    missing = {path: numbers for path, numbers in games.items() if not path.exists()}
    with closing(mapped(partial(shard, study), missing.values(), jobs, scheduler)) as played:
        for path, made in zip(missing, watching(played, len(missing)), strict=True):
            files.write(path, json.dumps(made).encode())
    rows: list[GameRow] = []
    counts: Counts = {}
    for path in games:
        shard_rows, shard_counts = json.loads(path.read_text("utf-8"))
        rows += (GameRow(*row) for row in shard_rows)
        for kind, times in shard_counts.items():
            counts.setdefault(kind, Counter()).update(times)
    return rows, counts


def mapped(
    work: Callable[[A], B], items: Iterable[A], jobs: int, scheduler: str = ""
) -> Generator[B]:
    """Yield what ``work`` makes of the items, in order; raise OptionError where no Dask answers."""
    if jobs == 1 and not scheduler:
        yield from map(work, items)
        return
    with _cluster(scheduler) if scheduler else ProcessPoolExecutor(jobs) as workers:
        yield from workers.map(work, items)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    try:
        from distributed import Client

        client: Any = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
    except ImportError as error:
        raise OptionError("--scheduler needs Dask: pip install distributed") from error
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {scheduler}") from error
    with client, client.get_executor(pure=False, retries=5) as workers:
        yield workers
