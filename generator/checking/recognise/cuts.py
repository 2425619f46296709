"""How pieces lie in their cut lines: the ground of each against the lines about it.

A piece whose face is plain is found wherever its ground lies; only the lines tell that it is not
cut there.  Lines to cut along are those of one ink that most pieces have about them; a ground reaches
beyond them on opposite sides alike.  Knows neither games nor colours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from statistics import median_low
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import Box, Point, signed_area
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import round_box
from generator.checking.recognise.results import Found

#: Gaps this near to each other are one; sizes, and bleeds, that differ by more are two.
_HAIR, _ONE_SIZE, _ONE_BLEED = 0.02, 0.06, 0.03
#: Art lies no farther from its cut lines than this, nor than this share of the piece; in millimetres.
_REACH, _SHARE = 8.0, 0.45
#: A ground is at least this share of its piece, and the line along a side this share of that.
_LEAST, _ALONG = 0.85, 0.5
#: Lines on both sides that are nearer or farther apart than a piece is wide, by more than this share, are others.
_STRETCHED = 0.1
#: Directions this near to each other are one, as a sine.
_PARALLEL = 0.002
#: Pieces of more corners are round, and grounds of more points have round parts.
_CORNERS, _MOST_CORNERS = 8, 20
#: An outline of more points is no ground.
_MOST_POINTS = 400
#: Where cut lines are drawn this share of pieces has them: of folded sheets the fronts alone.
_FRAMED = 0.25

#: Lines by where they begin and end, and their ink: colour, width, and whether they go round a disc.
_Lines = NDArray[np.float64]
_Ink = tuple[str | None, float, bool]


class _Gaps(NamedTuple):
    """How far a ground reaches beyond two lines along its sides, ahead and behind; and how far these lie apart."""

    along: Point
    ahead: float
    behind: float
    apart: float

    @property
    def shift(self) -> float:
        """How far the ground is shifted: bleed is as wide on both sides."""
        return (self.ahead - self.behind) / 2

    @property
    def bleed(self) -> float:
        """How far the ground reaches beyond the lines on the average."""
        return (self.ahead + self.behind) / 2

    def fits(self, least: float, most: float) -> bool:
        """Tell whether the ground reaches the lines, and as far beyond as grounds do."""
        return least - _ONE_BLEED < self.bleed < most + _ONE_BLEED


def held(pages: Sequence[Page], pieces: Sequence[Found], bleed: float) -> tuple[Found, ...]:
    """Return pieces with how far their art lies off their cut lines, and its size where that is another.

    It may reach as far beyond as that of most of its component, or by the ``bleed`` that is known.
    """
    result = list(pieces)
    groups = grouped(range(len(pieces)), lambda k: (pieces[k].page, pieces[k].part))
    inks: dict[int, dict[_Ink, _Lines]] = {}
    for (number, _), own in groups.items():
        page = pages[number]
        if number not in inks:
            inks[number] = _lines(page)
        grounds = {k: ground for k in own if (ground := _ground(page, pieces[k]))}
        is_round = len(pieces[own[0]].outline) > _CORNERS
        ways = []
        for ink, lines in reversed(inks[number].items()):  # art is drawn before cut lines
            if ink[-1] == is_round:
                every = ((k, _gaps(pieces[k], ground, lines)) for k, ground in grounds.items())
                ways.append({k: sides for k, sides in every if sides})
                if _in_place(ways[-1]) == len(own):
                    break
        gaps = max(ways, key=_in_place, default={})
        if _in_place(gaps) < _FRAMED * len(own):
            gaps = max(ways, key=len, default={})  # all lie off
            if len(gaps) < len(own):  # crop marks and patterns are no cut lines
                continue
        usual = median_low(one.bleed for sides in gaps.values() for one in sides)
        for k, sides in gaps.items():
            other = [one for one in sides if not one.fits(usual, max(usual, bleed))]
            result[k] = _off(pieces[k], sides, other)
    return tuple(result)


def _in_place(gaps: Mapping[int, Sequence[_Gaps]]) -> int:
    return sum(all(abs(one.shift) < _ONE_SIZE for one in sides) for sides in gaps.values())


def _off(piece: Found, sides: Sequence[_Gaps], other: Sequence[_Gaps]) -> Found:
    """Return a piece with its slip, or its size, as the lines along its sides tell, by some ``other`` than most."""
    told = [one for one in sides if abs(one.shift) > _HAIR or one not in other]
    slip = Point(0.0, 0.0)
    if told:  # where all directions are one, they say nothing across it
        directions, shifts = [one.along for one in told], [one.shift for one in told]
        slip = Point(
            *np.linalg.lstsq(np.array(directions), np.array(shifts), rcond=1e-3)[0].tolist()
        )
    if math.hypot(*slip) > max(_HAIR, math.hypot(*piece.slip)):
        return piece._replace(slip=slip)
    if other:
        most = max(other, key=lambda one: abs(one.bleed))
        share = (most.apart + 2 * most.bleed) / _width(piece.outline, most.along)
        return piece._replace(sizes=(*piece.sizes, piece.sizes[0] * share))
    return piece


# ------------------------------------------------------------------------------------- lines


def _lines(page: Page) -> dict[_Ink, _Lines]:
    """Return the lines of a page by their ink; of what goes round a disc the sides of the box about it."""
    inks: dict[_Ink, list[tuple[float, ...]]] = {}
    for mark in page.marks:
        for part in () if mark.fill is not None or mark.clip else mark.shape.parts:
            points = [mark.transform.apply(point) for point in part.points]
            around = round_box(points) if part.closed else None
            ring = around.corners() if around else points
            ends = pairwise((*ring, ring[0]) if part.closed else ring)
            own = inks.setdefault((mark.stroke, round(mark.width, 2), bool(around)), [])
            own += ((*a, *b) for a, b in ends)
    return {ink: np.array(lines) for ink, lines in inks.items()}


def _ground(page: Page, piece: Found) -> list[Point]:
    """Return the outline of a piece's ground, with its bleed or without; nothing where it has none."""
    box = piece.box

    def is_about(own: Box) -> bool:
        sides = (own.width, box.width), (own.height, box.height)
        is_as_large = all(_LEAST * side < a < side + 2 * _REACH for a, side in sides)
        return is_as_large and own.centre.distance(box.centre) < _reach(piece)

    fills = [
        mark
        for k in page.near(box)
        if (mark := page.marks[k]).fill is not None
        and not mark.clip
        and len(mark.shape.parts) == 1
        and mark.shape.count <= _MOST_POINTS
        and is_about(mark.box)
    ]
    if not fills:
        return []
    mark = max(fills, key=lambda fill: fill.box.width * fill.box.height)
    ground = [mark.transform.apply(point) for point in mark.shape.parts[0].points]
    is_part = abs(signed_area(ground)) < _LEAST**2 * abs(signed_area(piece.outline))
    return [] if is_part else ground


def _reach(piece: Found) -> float:
    """Return how far the art of a piece may lie off its cut lines."""
    return min(_REACH, _SHARE * min(piece.box.width, piece.box.height))


def _gaps(piece: Found, ground: Sequence[Point], lines: _Lines) -> list[_Gaps]:
    """Return how a piece lies between the lines along its sides, nothing unless all have lines."""
    box, result = piece.box, list[_Gaps]()
    is_round = len(piece.outline) > _CORNERS
    normals = [*piece.normals][: len(piece.outline) // 2]
    normals = [Point(1.0, 0.0), Point(0.0, 1.0)] if is_round else normals
    near = (np.minimum(lines[:, :2], lines[:, 2:]) < np.array(box[2:]) + _REACH).all(axis=1)
    near &= (np.maximum(lines[:, :2], lines[:, 2:]) > np.array(box[:2]) - _REACH).all(axis=1)
    beyond = _beyond(piece, ground, lines[near], np.concatenate([normals, np.negative(normals)]))
    for along, ahead, behind in zip(normals, beyond, beyond[len(normals) :], strict=False):
        length, width = _width(ground, along), _width(piece.outline, along)
        if not _are_sides(ground, along):  # cut short beside another's bleed
            continue
        pairs = [_Gaps(along, a, b, length - a - b) for a, b in product(ahead, behind)]
        pairs = [one for one in pairs if abs(one.apart - width) <= _STRETCHED * width]
        if not pairs:
            return []
        right = [one for one in pairs if abs(one.apart - width) < _ONE_SIZE]
        result.append(min(right or pairs, key=lambda one: abs(one.shift)))
    return result


def _beyond(
    piece: Found, ground: Sequence[Point], lines: _Lines, ways: NDArray[np.float64]
) -> list[list[float]]:
    """Return how far a ground reaches beyond the lines along its side that faces each way."""
    starts, ends, sides = lines[:, :2], lines[:, 2:], ways[:, ::-1] * (1, -1)
    lengths = np.hypot(*(ends - starts).T)[:, None]
    is_along = (np.abs((ends - starts) @ ways.T) <= _PARALLEL * lengths) & (lengths > 0)
    across = np.sort([starts @ sides.T, ends @ sides.T], axis=0)
    outline = np.array(piece.outline) @ sides.T
    low, high = outline.min(axis=0), outline.max(axis=0)
    # Of a hexagon a side is half as long as the piece is wide across it.
    common = np.minimum(across[1], high) - np.maximum(across[0], low)
    gaps = (np.array(ground) @ ways.T).max(axis=0) - (starts + ends) @ ways.T / 2
    is_beside = is_along & (common >= _ALONG * (high - low) / 2) & (np.abs(gaps) < _reach(piece))
    each = (gaps[is_beside[:, k], k].round(4).tolist() for k in range(len(ways)))
    return [[*dict.fromkeys(own)] for own in each]


def _are_sides(ground: Sequence[Point], along: Point) -> bool:
    """Tell whether what reaches farthest both ways is a side, or round, not a corner."""
    reaches = np.array(ground) @ along
    ways = (np.abs(reaches - end) < _HAIR for end in (reaches.max(), reaches.min()))
    return len(ground) > _MOST_CORNERS or all(way.sum() > 1 for way in ways)


def _width(points: Sequence[Point], way: Point) -> float:
    reaches = [p.x * way.x + p.y * way.y for p in points]
    return max(reaches) - min(reaches)
