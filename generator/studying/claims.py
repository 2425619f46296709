"""What the games of a study say of the game: questions, each answered by a number and its interval.

Shares have Wilson's interval of 95 %, other numbers the middle 95 % of bootstrap resamples.  All of
it follows from the rows, so that it can be recomputed from the files.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.play.players import ByPositions, quick_of
from engine.resources import templates
from generator.studying.games import GameRow, Study, wilson

Samples = NDArray[np.float64]

RESAMPLES = 1000


class Claim(NamedTuple):
    """An answer: ``value`` lies from ``low`` to ``high``, over so many ``games``.

    ``numbers`` are the games that show it: of the largest value, and of the smallest.
    """

    name: str
    value: float
    low: float
    high: float
    games: int
    numbers: tuple[int, ...]
    question: str
    definition: str
    unit: str


def claims(study: Study, rows: Sequence[GameRow]) -> Iterator[Claim]:
    """Yield the answers that the games of a study give."""
    start = study.start(0)
    has_points = start.has_margin and type(quick_of(start)) is not ByPositions
    players, own, duels = start.players, rows[: study.games], rows[study.games :]
    values: dict[str, Callable[[GameRow], float | None]] = {
        "first": lambda row: _credit(row, players[0], players),
        "margin": lambda row: row.margin,
        "draws": lambda row: float(not row.winners),
        "turns": lambda row: row.turns,
        "legal": lambda row: row.legal,
        "lead_changes": lambda row: row.lead_changes,
        "skill": lambda row: _credit(row, players[row.number % len(players)], players),
    }
    questions: dict[str, dict[str, Any]] = tomllib.loads(
        (templates() / "study.toml").read_text("utf-8")
    )
    for name, question in questions.items():
        if question["unit"] == "points" and not has_points:
            continue
        if name in values:
            games = duels if name == "skill" else own
            answers = {
                row.number: value for row in games if (value := values[name](row)) is not None
            }
            if answers:
                yield _answer(name, answers, question)
        elif len(players) == 2:
            margins = np.array([row.margin for row in own])
            points = balance(*np.unique(margins, return_counts=True))
            yield Claim(name, points, *bootstrap(margins, balance), len(own), (), **question)


def _credit(row: GameRow, player: str, players: Sequence[str]) -> float:
    winners = row.winners or players
    return (player in winners) / len(winners)


def _answer(name: str, values: dict[int, float], question: dict[str, Any]) -> Claim:
    mean = math.fsum(values.values()) / len(values)
    if question["unit"] == "share":
        interval = wilson(mean, len(values))
    else:
        interval = bootstrap(np.array([*values.values()]), lambda v, n: float(v @ n / n.sum()))
    has_happened = any(values.values())  # no game shows what never did
    extremes = dict.fromkeys(pick(values, key=values.__getitem__) for pick in (max, min))
    numbers = tuple(extremes) if has_happened else ()
    return Claim(name, mean, *interval, len(values), numbers, **question)


def balance(margins: Samples, counts: NDArray[Any]) -> float:
    """Return the points, a multiple of a half, that leave the first player's share nearest to a half.

    ``margins`` ascend; ``counts`` says how many games had each.
    """
    points = np.arange(2 * math.floor(margins[0]), 2 * math.ceil(margins[-1]) + 1) / 2
    wins = np.abs(np.sign(margins - points[:, np.newaxis]) @ counts)
    return float(min(points[wins == wins.min()], key=abs))


def bootstrap(
    values: Samples, statistic: Callable[[Samples, NDArray[Any]], float]
) -> tuple[float, float]:
    """Return the middle 95 % of a statistic of resamples, which takes values and their counts."""
    levels, counts = np.unique(values, return_counts=True)
    draws = np.random.default_rng(1).multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.quantile([statistic(levels, draw) for draw in draws], (0.025, 0.975))
    return float(low), float(high)
