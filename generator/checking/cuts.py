"""How pieces lie in their cut lines: the ground of each against the lines along its sides.

A piece is found wherever its ground lies; only the lines tell that it is not cut there.  A ground
reaches beyond its lines on every side alike, by the bleed that its component has.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import ORIGIN, Point
from generator.checking.grouping import grouped, usual
from generator.checking.match import Match
from generator.checking.outlines import Outline
from generator.checking.pages import Page

#: Art lies no farther from its cut lines than this, in millimetres; off by less than a hair it lies in them.
_REACH, _HAIR = 3.0, 0.04
#: A ground is at least this share of its piece, and a line runs along this share of a side.
_LEAST, _ALONG = 0.9, 0.5
#: Directions this near to each other are one, as a sine.
_PARALLEL = 0.002
#: Shorter lines are none to cut along, in millimetres.
_SHORTEST = 2.0
#: Where cut lines are drawn this share of sides has them as most have.
_FRAMED = 0.5
#: What is left unexplained by a shift and a growth is so much at most.
_LEFT = 0.05

Lines = NDArray[np.float64]


class Held(NamedTuple):
    """How far a piece's art lies off its cut lines, and by which shares it is too large, but for hexagons both ways."""

    slip: Point = ORIGIN
    growth: tuple[float, ...] = (0.0,)


class Side(NamedTuple):
    """A side of a piece's ground: its normal, how far out it is, and how far lines lie outside it."""

    normal: Point
    reach: float
    offs: list[float]


def held(lines: Sequence[Lines], matches: Sequence[Match]) -> list[Held]:
    """Return for each piece how it lies in its cut lines, those of :func:`lines_of` its page."""
    result = [Held()] * len(matches)
    parts = grouped(
        range(len(matches)), lambda k: (matches[k].place.page, matches[k].face.part.name)
    )
    for (page, _), own in parts.items():
        sides = {k: _sides(matches[k], lines[page]) for k in own}
        offs = [off for sides_of in sides.values() for side in sides_of for off in side.offs]
        if not offs:
            continue
        bleed = usual(round(off, 2) for off in offs)
        framed = [
            any(abs(off - bleed) <= _HAIR for off in side.offs)
            for sides_of in sides.values()
            for side in sides_of
        ]
        if sum(framed) >= _FRAMED * len(framed):
            for k in own:
                ways = 1 if matches[k].outline.kind == "hexagon" else 2
                result[k] = _told(sides[k], bleed, ways)
    return result


def bleed_of(lines: Sequence[Lines], matches: Sequence[Match]) -> float:
    """Return how far most grounds reach beyond lines along all of their sides, 0 where none do."""
    sides = [side.offs for m in matches for side in _sides(m, lines[m.place.page])]
    offs = [round(off, 2) for own in sides for off in own]
    beyond = usual(offs, 0.0)
    have = sum(any(abs(off - beyond) <= _HAIR for off in own) for own in sides)
    return -beyond if beyond < -_HAIR and have >= _FRAMED * len(sides) else 0.0


def _ground(found: Match) -> Outline | None:
    """Return a piece's ground, with its bleed or without."""
    fills = [
        outline
        for outline in found.place.outlines
        if not outline.cut and outline.width >= _LEAST * found.outline.width
    ]
    return min(fills, key=lambda o: o.width, default=None)


def lines_of(page: Page) -> Lines:
    """Return the straight lines that are drawn, a row each: from where to where."""
    ends: list[tuple[float, ...]] = []
    ways: list[tuple[float, ...]] = []
    for mark in page.strokes:
        own = [
            (*a, *b)
            for part in mark.shape.parts
            for a, b in itertools.pairwise(
                (*part.points, part.points[0]) if part.closed else part.points
            )
        ]
        ends += own
        ways += [tuple(mark.transform)] * len(own)
    if not ends:
        return np.empty((0, 4))
    a, b, c, d, e, f = np.array(ways).T
    x, y = np.array(ends).reshape(-1, 2, 2).transpose(2, 1, 0)
    right, down = a * x + c * y + e, b * x + d * y + f
    long = np.hypot(*(side[1] - side[0] for side in (right, down))) >= _SHORTEST
    ends_of: Lines = np.stack([right[0], down[0], right[1], down[1]], axis=1)[long]
    return ends_of


def _sides(found: Match, lines: Lines) -> list[Side]:
    """Return the sides of a piece's ground."""
    ground = _ground(found)
    if ground is None:
        return []
    if ground.kind == "disc":
        return [*_round_sides(found, ground)]
    within = ground.width + ground.height
    near = np.abs(lines[:, :2] - np.array(ground.centre)).max(axis=1) < within
    lines = lines[near | (np.abs(lines[:, 2:] - lines[:, :2]).max(axis=1) > within)]
    last = np.array(ground.around())
    first = np.roll(last, 1, axis=0)
    along, middles = last - first, (first + last) / 2
    long = np.hypot(*along.T)[:, None]
    along /= long
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    normals *= np.sign(((middles - ground.centre) * normals).sum(axis=1))[:, None]
    # A row a side, a column a line: how far off it the line's ends are, and where along it.
    ends = [normals @ p.T - (normals * middles).sum(axis=1)[:, None] for p in np.hsplit(lines, 2)]
    on = [along @ p.T - (along * middles).sum(axis=1)[:, None] for p in np.hsplit(lines, 2)]
    runs = np.minimum(np.maximum(*on), long / 2) - np.maximum(np.minimum(*on), -long / 2)
    length = np.hypot(*(lines[:, 2:] - lines[:, :2]).T)
    is_side = np.abs(ends[0] - ends[1]) < _PARALLEL * length
    is_side &= (runs > _ALONG * long) & (np.abs(ends[0]) < _REACH)
    off = (ends[0] + ends[1]) / 2
    reaches = ((middles - ground.centre) * normals).sum(axis=1)
    return [
        Side(Point(*normal), float(reaches[k]), off[k, is_side[k]].tolist())
        for k, normal in enumerate(normals.tolist())
    ]


def _round_sides(found: Match, ground: Outline) -> Iterator[Side]:
    """Yield four sides of a disc, and how far round lines lie outside them."""
    rounds = [o for o in found.place.outlines if o.cut and o.width >= _LEAST * found.outline.width]
    rounds = rounds or [ground]  # what a line runs along exactly is listed once
    for normal in (Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0), Point(0.0, -1.0)):
        own = ground.height if normal.y else ground.width
        offs = [
            ((o.height if normal.y else o.width) - own) / 2
            + (o.centre.x - ground.centre.x) * normal.x
            + (o.centre.y - ground.centre.y) * normal.y
            for o in rounds
        ]
        yield Side(normal, own / 2, offs)


def _told(sides: Sequence[Side], bleed: float, ways: int) -> Held:
    """Return how far art lies off lines, as those along most of its sides tell."""
    known = [(k, side) for k, side in enumerate(sides) if side.offs]
    offs = np.array([min(side.offs, key=lambda off: abs(off - bleed)) for _, side in known]) - bleed
    if len(known) < max(4, len(sides) - 1) or (np.abs(offs) > _HAIR).sum() * 2 < len(known):
        return Held()
    # Lines lie less far outside a side by what the art is shifted towards it, and grown.
    slopes = np.zeros((len(known), 2 + ways))
    for row, (k, side) in zip(slopes, known, strict=True):
        row[:2] = -side.normal.x, -side.normal.y
        row[2 + k % ways] = -side.reach
    solved, *_ = np.linalg.lstsq(slopes, offs, rcond=None)
    if np.abs(slopes @ solved - offs).max() > _LEFT:
        return Held()
    slip = Point(*solved[:2].tolist()) if np.hypot(*solved[:2]) > _HAIR else ORIGIN
    grown = [float(by) for by in solved[2:]]
    reach = max(side.reach for side in sides)
    return Held(slip, tuple(by if abs(by) * reach > _HAIR / 2 else 0.0 for by in grown))
