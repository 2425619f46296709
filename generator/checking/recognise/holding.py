"""Many outlines together: which of them hold a place, and whose middles one of them holds.

Knows no game and no page.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.geometry.plane import Point
from generator.checking.recognise.outlines import HELD, Outline


class Together:
    """Outlines that are asked together what :meth:`.outlines.Outline.holds` tells of one."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.outlines = tuple(outlines)
        rows = [(*one.centre, HELD * one.width, HELD * one.height) for one in self.outlines]
        self._x, self._y, self._across, self._down = np.array(rows).reshape(-1, 4).T

    def holding(self, place: Point) -> list[int]:
        """Return the numbers of the outlines that hold a place, in order."""
        x, y = np.abs(self._x - place.x), np.abs(self._y - place.y)
        found: list[int] = np.flatnonzero((x < self._across) & (y < self._down)).tolist()
        return found

    def held_by(self, outline: Outline) -> list[int]:
        """Return the numbers of the outlines whose middles an outline holds, in order."""
        x, y = np.abs(self._x - outline.centre.x), np.abs(self._y - outline.centre.y)
        within = (x < HELD * outline.width) & (y < HELD * outline.height)
        found: list[int] = np.flatnonzero(within).tolist()
        return found
