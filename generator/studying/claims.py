"""What the games of a study say of the game: questions, each answered by a number and its interval.

Shares have Wilson's interval of 95 %, other numbers the middle 95 % of bootstrap resamples.  All of
it follows from the rows, so that it can be recomputed from the files.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.play.players import ByPositions, quick_of
from engine.resources import templates
from generator.studying.games import GameRow, Study, wilson

Samples = NDArray[np.float64]

RESAMPLES = 1000


def claims(study: Study, rows: Sequence[GameRow]) -> Iterator[dict[str, Any]]:
    """Yield the answers that the games of a study give, as ``study --json`` has them.

    ``pages`` are those of the games that show it: of the largest value, and of the smallest.
    """
    start = study.start(0)
    has_points = start.has_margin and type(quick_of(start)) is not ByPositions
    players = start.players

    def credit(row: GameRow, seat: int) -> float:
        winners = row.winners or players
        return (players[seat] in winners) / len(winners)

    measures: dict[str, Callable[[GameRow], float | None]] = {
        "first": lambda row: credit(row, 0),
        "margin": lambda row: row.margin,
        "balance": lambda row: row.margin if len(players) == 2 else None,
        "draws": lambda row: float(not row.winners),
        "turns": lambda row: row.turns,
        "legal": lambda row: row.legal,
        "lead_changes": lambda row: row.lead_changes,
        "skill": lambda row: credit(row, row.number % len(players)),
    }
    for name, question in tomllib.loads((templates() / "study.toml").read_text("utf-8")).items():
        games = rows[study.games :] if name == "skill" else rows[: study.games]
        measured = {
            row.number: value for row in games if (value := measures[name](row)) is not None
        }
        if not measured or (question["unit"] == "points" and not has_points):
            continue
        values, extremes = [*measured.values()], [max, min] if any(measured.values()) else []
        if name == "balance":
            value, extremes = balance(*np.unique(values, return_counts=True)), []
            low, high = bootstrap(values, balance)
        else:
            value = fmean(values)
            is_share = question["unit"] == "share"
            low, high = wilson(value, len(values)) if is_share else bootstrap(values, _mean)
        numbers = dict.fromkeys(pick(measured, key=measured.__getitem__) for pick in extremes)
        pages = [f"games/{number + 1}.html" for number in numbers]
        answer = {"name": name, "value": value, "low": low, "high": high, "games": len(values)}
        yield {**answer, **question, "pages": pages}


def balance(margins: Samples, counts: NDArray[Any]) -> float:
    """Return the points, a multiple of a half, that leave the first player's share nearest to a half.

    ``margins`` ascend; ``counts`` says how many games had each.
    """
    points = np.arange(2 * math.floor(margins[0]), 2 * math.ceil(margins[-1]) + 1) / 2
    wins = np.abs(np.sign(margins - points[:, np.newaxis]) @ counts)
    return float(min(points[wins == wins.min()], key=abs))


def _mean(values: Samples, counts: NDArray[Any]) -> float:
    return float(values @ counts / counts.sum())


def bootstrap(
    values: Sequence[float], statistic: Callable[[Samples, NDArray[Any]], float]
) -> tuple[float, float]:
    """Return the middle 95 % of a statistic of resamples, which takes values and their counts."""
    levels, counts = np.unique(values, return_counts=True)
    draws = np.random.default_rng(1).multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.quantile([statistic(levels, draw) for draw in draws], (0.025, 0.975))
    return float(low), float(high)
