"""The seven areas of a hexagonal tile: where they are looked at, and what shows there.

Everything is in the unit frame of a tile: corners at distance 1 at 0, 60, … degrees clockwise on
paper, area k between corners k and k + 1, area 6 the centre (rule 1.1 of Atreya).
"""

from __future__ import annotations

import math

from generator.checking.pages.shapes import Pair
from generator.checking.recognise.motifs import Areas

CENTRE = 6
AREAS = range(7)

APOTHEM = math.sqrt(3) / 2

#: Where a half-piece is looked at: outwards from the tile's middle and aside, in apothems.  Away
#: from its own middle, where a letter may stand, and from its sides, where lines run.
_IN_HALF_PIECE = ((0.75, 0.27), (0.75, -0.27), (0.64, 0.2), (0.64, -0.2), (0.88, 0.3), (0.88, -0.3))
#: Where the centre piece is: towards corners and sides, outside a number in its middle.
_IN_CENTRE = ((0.40, 0), (0.37, 30))

#: A line or dot this near an area's edge belongs to the edge, in units of the frame.
_RIM = 0.05
#: The part of an area inside its rim, in square units: half-piece and centre piece.
_INSIDE = (0.2195, 0.508)


def _points() -> list[list[Pair]]:
    """Return the points to look at, area by area."""
    return [*(_in_half_piece(30 + 60 * k) for k in range(6)), _in_centre()]


def _in_half_piece(degrees: float) -> list[Pair]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    places = [(out * APOTHEM, aside * APOTHEM) for out, aside in _IN_HALF_PIECE]
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in places]


def _in_centre() -> list[Pair]:
    turns = [(out * APOTHEM, math.radians(t + 60 * k)) for out, t in _IN_CENTRE for k in range(6)]
    return [(out * math.cos(turn), out * math.sin(turn)) for out, turn in turns]


_NORMALS = tuple((math.cos(math.radians(t)), math.sin(math.radians(t))) for t in (30, 90, 150))


def _area(x: float, y: float) -> int | None:
    """Return the area a point lies well inside, or None."""
    out = [(x * nx + y * ny) / APOTHEM for nx, ny in _NORMALS]
    heights = sorted(abs(v) for v in out)
    rim = _RIM / APOTHEM
    if heights[2] < 0.5 - rim:
        return CENTRE
    if not 0.5 + rim < heights[2] < 1 - rim or heights[2] - heights[1] < rim:
        return None
    k = max(range(3), key=lambda n: abs(out[n]))
    return k if out[k] > 0 else k + 3


#: A tile's areas, to be looked at.
TILE = Areas(_points(), _area, [_INSIDE[k == CENTRE] for k in AREAS])
