"""Stray paint on pieces of several areas: text, pens, dots.

The reader names such pieces by the fills of their areas, and does not see what is drawn over them.
Here they are compared with our own drawing of them, or with each other.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

import engine
from engine.drawing.parts import Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Transform
from engine.geometry.seven_areas import AREAS, CENTRE, middle
from generator.checking import geometry, papers
from generator.checking.component import KitPart
from generator.checking.faults import Fault
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet
from generator.checking.recognise import compare, looks, raster, seven_areas
from generator.checking.recognise.compare import Difference, Place, Way
from generator.checking.recognise.results import Found, Hints

#: Pieces are compared with our own drawing at so many points a millimetre.
_PER_MM = 6.0
#: With each other points differ by more levels than this, and so many of their neighbours as well.
_OFF, _CROWD = 60.0, 3
#: The fewest equal areas that are compared, and the share of the middle's points that is no mark.
_FEWEST, _MIDDLE = 6, 0.02

#: Pages are turned by quarters, and pieces on them by sixths.
_TURNS = (0, 180, 90, 270, 60, 120, 240, 300, 30, 150, 210, 330)


def faults(part: KitPart, found: SheetSet, hints: Hints) -> Iterator[Fault]:
    """Yield the pieces with stray paint: by our own drawing of them, or where that is another by each other."""
    pieces = [piece for piece in part.pieces if len(piece.spots) == len(AREAS)]
    if not pieces:
        return
    look = found.reading.theme
    marked = [*_unlike_drawings(part, pieces, look, found.game, hints)] if look else []
    is_ours = any(papers.footer(page).game for page in part.pages)
    if look is None or (not is_ours and 2 * len(marked) >= max(len(pieces), 2 * _FEWEST)):
        marked = [*_unlike_peers(part.pages, pieces)]
    for piece, difference in marked:
        if (flaw := difference.flaw(part.name(piece))) is not None:
            yield part.at(flaw.kind, flaw.words, piece)


def _lying(piece: Found) -> complex:
    """Return what the unit of charts, across and down, is on the piece's page, in millimetres."""
    first, centre = piece.spots[0].at, piece.spots[CENTRE].at
    return complex(first.x - centre.x, first.y - centre.y) / complex(*middle(0, SQRT3))


# ------------------------------------------------------------------------------ by our own drawing


class _Stand(NamedTuple):
    """How a piece may be drawn: which side, turned by so many degrees, on its page or with it, with letters or without."""

    is_back: bool
    turn: int
    has_letters: bool

    def way(self, part: Pieces, drawn: Piece, piece: Found, look: Theme) -> Way:
        """Return how a piece, found on a page, is drawn and lies."""
        lying = math.degrees(cmath.phase(_lying(piece))) - self.turn
        # Of one that stands on a corner the first side's middle lies east.
        sixths = round(lying / 30)
        way = Orientation.FLAT if sixths % 2 else Orientation.POINTY
        stance = Stance(look, part.size, way, labels=self.has_letters, back=self.is_back)
        turn = Transform.rotation(lying - 30 * sixths + self.turn)
        scaled = Transform.scaling(piece.size / part.shape(part.size).width)
        at = Transform.translation(*piece.centre)
        return Way(part.draw(drawn, stance), at @ turn @ scaled)


def _unlike_drawings(
    part: KitPart, pieces: Sequence[Found], look: Theme, name: str, hints: Hints
) -> Iterator[tuple[Found, Difference]]:
    game, size = engine.game(name), geometry.usual_size(part)
    parts = looks.parts_of(game, looks.settings_of(game, hints.template), look, size)
    by_id = {p.id: (one, p) for one in parts if isinstance(one, Pieces) for p in one.pieces}
    known = [piece for piece in pieces if part.kind_of(piece) in by_id]

    def place(piece: Found, stands: Iterable[_Stand]) -> Place:
        own = by_id[part.kind_of(piece)]
        return Place(piece.page, piece.outline, (one.way(*own, piece, look) for one in stands))

    def stands_like(piece: Found) -> Sequence[_Stand]:
        """Return the ways to draw pieces like one, first that in which it shows nothing else."""
        behind = part.is_behind(piece)
        every = [_Stand(*one) for one in product((behind, not behind), _TURNS, (False, True))]
        for stand in every:
            places = [place(piece, (stand,))]
            (difference,), _ = compare.compared(part.pages, places, compare.NOTHING, per_mm=_PER_MM)
            if not difference.points:
                turned = (stand._replace(turn=turn) for turn in _TURNS)
                return [*dict.fromkeys((stand, *turned))]
        return every

    firsts = {part.is_behind(piece): piece for piece in reversed(known)}
    stands = {behind: stands_like(piece) for behind, piece in firsts.items()}
    places = [place(piece, stands[part.is_behind(piece)]) for piece in known]
    differences, _ = compare.compared(part.pages, places, compare.NOTHING, per_mm=_PER_MM)
    for piece, difference in zip(known, differences, strict=True):
        if difference.points:
            yield piece, difference


# -------------------------------------------------------------------------------------- by each other


def _unlike_peers(
    pages: Sequence[Page], pieces: Sequence[Found]
) -> Iterator[tuple[Found, Difference]]:
    """Yield the pieces that differ from what most equal areas show, the same letter in the same place, and how."""
    points, chart = seven_areas.chart()
    centres = (complex(*piece.spots[CENTRE].at) for piece in pieces)
    views = np.array(
        [
            seven_areas.views(pages[piece.page], centre + _lying(piece) * points)
            for piece, centre in zip(pieces, centres, strict=True)
        ]
    )
    expected = views.copy()
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) >= _FEWEST:
            numbers, (k, *_) = zip(*own, strict=True)
            here = np.ix_(numbers, np.flatnonzero(chart == k))
            flat = expected.reshape(len(pieces), -1, 3)
            flat[here] = np.median(flat[here], axis=0)
    marks = np.array(
        [
            raster.crowded(raster.unlike(view, should, chart >= 0, _OFF) > 0, _CROWD)
            for view, should in zip(
                views.astype(np.float32), expected.astype(np.float32), strict=True
            )
        ]
    )
    # Numbers and dots in the middle differ from piece to piece: more than those is a mark.
    is_middle = chart == CENTRE
    counts = marks[:, is_middle].sum(axis=1)
    most = np.sort(counts)[-2:][0] + _MIDDLE * is_middle.sum()
    marks &= ~is_middle | (counts > most)[:, None, None]
    for piece, view, should, marked in zip(pieces, views, expected, marks, strict=True):
        difference = compare.difference(view, should, marked)
        if difference.points:
            yield piece, difference
