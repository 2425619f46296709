"""Shares of games, and how sure they are."""

from __future__ import annotations

import math


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of a share of so many games, at 95 %.

    >>> from generator.studying.shares import wilson
    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    z = 1.959964
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return max(0.0, middle - half), min(1.0, middle + half)
