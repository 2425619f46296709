"""Texts on plates: a word or number on a disc, of one printed size in all figures, and where it stands.

It stands on its place or beside, or apart in a small figure, with a line to the place.  This module
knows colours, letters and discs, and neither marks nor games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import NamedTuple

from engine.drawing import fonts, legible, scene
from engine.drawing.scene import Group, Stroke
from engine.geometry.plane import Box, Point

#: The printed size of texts on plates, in millimetres, and a plate's radius in ems.
EM, _RADIUS = 6.5 * 25.4 / 72, 0.87

#: The largest em of a plate that has no room, which a figure leaves out and tells of.
NO_ROOM = 1e-9


def plate(
    text: str,
    at: Point,
    *,
    size: float,
    most: float,
    fill: str,
    ink: str,
    line: Stroke | None,
    em: float = EM,
    bold: bool = True,
    name: str = "",
    beside: Point | None = None,
    font: fonts.Font = (),
) -> Group:
    """Return a text on a disc, or on a longer plate with round ends where it needs one.

    ``size`` is the em it has in the drawing and ``most`` the largest it may have there; ``em``
    the one it is printed with.  Where it grows it stays as far from what it is ``beside``.
    """
    radius, wide = _RADIUS * size, fonts.width(text, size, bold, font)
    half = radius if wide < 1.65 * radius else wide / 2 + 0.45 * radius
    ground = scene.rectangle(_about(at, half, radius), radius)
    words = scene.centred(*at, text, size, fill=ink, bold=bold, name=name or "text", most=most)
    items = (scene.Path(ground, fill, line, "plate"), words._replace(font=font))
    pinned = at.towards(beside, radius / at.distance(beside)) if beside else None
    return Group(items, name=name, em=em, pinned=pinned)


def under(
    text: str, at: Point, *, size: float, most: float, ink: str, fill: str, name: str
) -> Group:
    """Return a text on a ground of its own just as large, where the ground beneath is not plain."""
    box = _about(at, fonts.width(text, size) / 2 + 0.2 * size, 0.55 * size)
    ground = scene.Path(scene.rectangle(box, size * 0.3), fill, None, "plate")
    return Group((ground, scene.centred(*at, text, size, fill=ink, name=name, most=most)), em=0.0)


def _about(at: Point, half: float, high: float) -> Box:
    return Box(at.x - half, at.y - high, at.x + half, at.y + high)


def as_printed(sign: Group, scale: float) -> tuple[Point, float, float, bool]:
    """Return where a plate of a drawing shown ``scale`` times as large is printed.

    That is its middle, how far it reaches, the printed size of its text, and whether it has room.
    """
    ground, text = sign.items
    assert isinstance(ground, scene.Path)
    assert isinstance(text, scene.Text)
    em, has_room = legible.printed_em(text, scale, sign.em or 0.0)
    factor, box = em / text.size, scene.outline_box(ground.outline)
    at = (sign.pinned or text.middle).towards(text.middle, factor)
    return at, max(box.width, box.height) / 2 * factor, em * scale, has_room


# ------------------------------------------------------------------------------ where labels stand

#: A disc to keep clear of: its centre and radius.
Disc = tuple[Point, float]

#: In how many directions and how far a label looks for a place, in steps, all in shares of the unit.
_DIRECTIONS, _STEP, _FARTHEST = 24, 0.25, 5.0


class Print(NamedTuple):
    """How many times as large as drawn a figure is printed, where labels may stand, and what does there.

    ``room`` and ``taken``, such as coordinates, are in the drawing's frame.
    """

    scale: float
    room: Box
    taken: tuple[Disc, ...] = ()


#: A disc with its kind: a ``piece``, ``mark``, ``label`` or ``coordinate``.
_Thing = tuple[Point, float, str]


class Clearance:
    """What labels keep clear of, by the squares of a unit it lies on."""

    def __init__(self, unit: float, pieces: Iterable[Disc]) -> None:
        self._unit = unit
        self._on: dict[tuple[int, int], list[_Thing]] = {}
        #: The radius for which there is no room about a place any more.
        self._full: dict[Point, float] = {}
        self.add("piece", *pieces)

    def add(self, kind: str, *discs: Disc) -> None:
        for at, radius in discs:
            for square in self._squares(at, radius):
                self._on.setdefault(square, []).append((at, radius, kind))

    def _squares(self, at: Point, radius: float) -> Iterable[tuple[int, int]]:
        unit, (x, y) = self._unit, at
        across = range(math.floor((x - radius) / unit), math.floor((x + radius) / unit) + 1)
        down = range(math.floor((y - radius) / unit), math.floor((y + radius) / unit) + 1)
        return product(across, down)

    def _near(self, at: Point, radius: float) -> Iterable[_Thing]:
        known = (self._on.get(square, ()) for square in self._squares(at, radius))
        return dict.fromkeys(chain.from_iterable(known))

    def _others(self, own: Point, at: Point, radius: float) -> Iterator[_Thing]:
        # What lies on the place itself may be covered by a disc that tells of it, but for texts.
        for thing in self._near(at, radius):
            if thing[2] in ("label", "coordinate") or thing[0].distance(own) > 1e-6:
                yield thing

    def reach(self, at: Point, least: float) -> float:
        """Return how far what lies in the middle of a place reaches, where an arrow stops."""
        near = self._near(at, 0.0)
        marks = [r for o, r, kind in near if kind == "mark" and o.distance(at) < 1e-6]
        return max(least, *marks, 0.0)

    def freest(self, spots: Iterable[Point], radius: float, own: Point) -> Point:
        """Return the spot beside a place where a disc covers least, also where it is printed larger."""
        large, weights = 2.5 * radius, {"piece": 1.0, "label": 4.0}

        def covered(at: Point, radius: float) -> float:
            over = (
                weights.get(kind, 0.0) * max(0.0, radius + r - at.distance(o))
                for o, r, kind in self._others(own, at, radius)
            )
            return round(sum(over), 3)

        def worth(at: Point) -> tuple[float, float]:
            beyond = own.towards(at, 1 + (large - radius) / own.distance(at))
            return covered(at, radius), covered(beyond, large)

        return min(spots, key=worth)

    def covers(self, at: Point, radius: float, own: Point) -> bool:
        """Tell whether a disc that tells of a place lies on something else, by more than a touch."""
        return not self._is_free(at, radius, own, -0.08 * self._unit)

    def _is_free(self, at: Point, radius: float, own: Point, gap: float) -> bool:
        others = self._others(own, at, radius + max(gap, 0.0))
        return all(at.distance(o) >= radius + r + gap for o, r, _ in others)

    def apart(self, start: float, radius: float, own: Point, room: Box) -> Point | None:
        """Return the nearest place for a disc that covers nothing, None if there is none."""
        if radius >= self._full.get(own, math.inf):
            return None
        inside, gap = room.grown(-radius), 0.06 * self._unit
        steps = product(range(round(_FARTHEST / _STEP)), range(_DIRECTIONS))
        for step, turn in steps:
            far = start + radius + gap + step * _STEP * self._unit
            angle = math.tau * (turn + 0.5) / _DIRECTIONS
            at = own.moved(far * math.cos(angle), -far * math.sin(angle))
            if inside.has(at) and self._is_free(at, radius, own, gap):
                return at
        self._full[own] = radius
        return None
