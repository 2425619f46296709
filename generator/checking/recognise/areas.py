"""Where the seven areas of a hexagonal piece are looked at, and how much of each is inside its rim.

Everything is in the unit frame of a piece, that of :mod:`engine.geometry.seven_areas` for a hexagon
whose corners lie at distance 1.
"""

from __future__ import annotations

from functools import partial

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import unit
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, outwards
from generator.checking.pages.shapes import Pair
from generator.checking.recognise.patterns import Areas

#: The hexagon's width, flat to flat, and half of it.
WIDTH = SQRT3
APOTHEM = WIDTH / 2

#: Where a half-hexagon is looked at: outwards from the middle and aside, in apothems.  Away from
#: its own middle, where a letter may stand, and from its sides, where lines run.
_IN_HALF = ((0.75, 0.27), (0.75, -0.27), (0.64, 0.2), (0.64, -0.2), (0.88, 0.3), (0.88, -0.3))
#: Where the inner hexagon is: towards sides and corners, outside a number in its middle.
_IN_CENTRE = ((0.40, 0), (0.37, 30))

#: A line or dot this near an area's edge belongs to the edge, in units of the frame.
_RIM = 0.05
#: The part of an area inside its rim, in square units: half-hexagon and inner hexagon.
_INSIDE = (0.2195, 0.508)


def _points(area: int) -> list[Pair]:
    """Return the points where an area is looked at."""
    if area != CENTRE:
        return [outwards(area, out * APOTHEM, aside * APOTHEM) for out, aside in _IN_HALF]
    turns = [(out * APOTHEM, unit(30 + t + 60 * k)) for out, t in _IN_CENTRE for k in range(6)]
    return [(out * turn.x, out * turn.y) for out, turn in turns]


#: A piece's areas, to be looked at.
PIECE = Areas(
    [_points(area) for area in AREAS],
    partial(area_at, width=WIDTH, rim=_RIM),
    partial(area_at, width=WIDTH, rim=0.0),
    [_INSIDE[area == CENTRE] for area in AREAS],
)
