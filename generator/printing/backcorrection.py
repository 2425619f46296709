"""How backs are moved, scaled and turned that they meet their fronts on a printer that is off.

It knows what was asked, and nothing of sheets or of what is drawn.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.geometry.plane import IDENTITY, Transform


class BackCorrection(NamedTuple):
    """What is done to all of a back: a shift in mm, a scale in percent, a turn in degrees.

    ``scale`` is what 100 mm of a back measure where those of its front do, across and down; the
    turn is clockwise.
    """

    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (100.0, 100.0)
    turn: float = 0.0

    @property
    def shares(self) -> tuple[float, float]:
        """How many times as large backs are drawn as their fronts, across and down."""
        return 100 / self.scale[0], 100 / self.scale[1]

    @property
    def sizes(self) -> tuple[float, float]:
        """How many times as large as their fronts backs measure, at least and at most, upright."""
        return min(self.shares), max(self.shares) + math.sin(math.radians(abs(self.turn)))

    def on(self, width: float, height: float) -> Transform:
        """Return what is done to places on a sheet of that size, about its middle."""
        if self == BackCorrection():
            return IDENTITY
        x, y = width / 2, height / 2
        return (
            Transform.translation(x + self.shift[0], y + self.shift[1])
            @ Transform.rotation(self.turn)
            @ Transform.scaling(*self.shares)
            @ Transform.translation(-x, -y)
        )
