"""What of a drawing is seen, as areas by their paint: items that are covered are cut away.

Needs shapely (``pip install shapely``).  Lengths are millimetres, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import scene
from engine.geometry.plane import IDENTITY
from generator.printing.areas import TOLERANCE, painted

#: Smaller letters than this em cannot be felt.
SMALLEST_LETTER = 5.0


class Region(NamedTuple):
    """An area of one colour, ``#rrggbb``; a pattern counts as its ground."""

    colour: str
    area: BaseGeometry


def seen(items: Sequence[scene.Item]) -> list[Region]:
    """Return what is seen of a drawing, each colour once, no two areas overlapping."""
    everything = list(painted(items, IDENTITY, smallest=SMALLEST_LETTER))
    covered: BaseGeometry = shapely.Polygon()
    shown: dict[str, list[BaseGeometry]] = {}
    for colour, area, marks, _ in reversed(everything):
        if marks is not None:  # a pattern's marks are its ground's texture
            continue
        shown.setdefault(colour, []).append(area.difference(covered))
        covered = covered.union(area)
    return [Region(colour, shapely.union_all(areas)) for colour, areas in shown.items()]


def in_mirror(area: BaseGeometry) -> BaseGeometry:
    """Return an area as it is seen in a mirror beside it."""
    return shapely.transform(area, lambda points: points * (-1.0, 1.0))


def are_mirrored(one: Sequence[Region], other: Sequence[Region]) -> bool:
    """Tell whether what is seen of two drawings is each other's mirror image."""
    areas = dict(other)
    return len(one) == len(other) and all(
        colour in areas and in_mirror(area).symmetric_difference(areas[colour]).area < TOLERANCE
        for colour, area in one
    )


def dropped_words(items: Sequence[scene.Item]) -> list[str]:
    """Return the words of a drawing that are too small to be felt; numbers and letters are none."""
    texts = (item for item in scene.walk(items) if isinstance(item, scene.Text))
    return [t.text for t in texts if t.size < SMALLEST_LETTER and len(t.text) > 3]
