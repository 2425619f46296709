"""Pictures as arrays: what shows within frames laid on an image, and how two such views differ.

A frame is an upright or turned rectangle about a middle; a view of it is an array (rows, columns,
red-green-blue) of 0 to 255.  Knows neither pages nor games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Transform

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.float64]


#: What a point of a view shows is the mean at so many places each way.
_FINE = 3


class Frame(NamedTuple):
    """Where to look: middle, width and height in pixels, and the turn clockwise in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


def written(levels: Iterable[float]) -> str:
    """Return levels of red, green and blue as ``#rrggbb``."""
    return "#" + "".join(f"{round(float(level)):02x}" for level in levels)


def laid(points: Places, lying: Transform) -> Places:
    """Return points, an array (points, 2), as they lie under a transform."""
    a, b, c, d, e, f = lying
    moved: Places = points @ np.array([[a, b], [c, d]]) + (e, f)
    return moved


def views(image: Pixels, frames: Sequence[Frame], n: int) -> Views:
    """Return what shows in frames, an array (frames, n, n, 3); beyond the image is white."""
    whole, places = Image.fromarray(image), n * _FINE
    smaller: dict[tuple[int, int], Image.Image] = {}
    result = np.empty((len(frames), n, n, 3), np.float32)
    for k, frame in enumerate(frames):
        is_across = round(frame.angle / 90) % 2 == 0
        sides = (frame.width, frame.height) if is_across else (frame.height, frame.width)
        step = max(1, round(sides[0] / places)), max(1, round(sides[1] / places))
        if step not in smaller:
            smaller[step] = whole.reduce(step)
        a, b, c, d, e, f = (
            Transform.scaling(1 / step[0], 1 / step[1])
            @ Transform.translation(frame.x, frame.y)
            @ Transform.rotation(frame.angle)
            @ Transform.scaling(frame.width / places, frame.height / places)
            @ Transform.translation(-places / 2, -places / 2)
        )
        drawn = smaller[step].transform(
            (places, places),
            Image.Transform.AFFINE,
            (a, c, e, b, d, f),
            Image.Resampling.BILINEAR,
            fillcolor=(255, 255, 255),
        )
        result[k] = np.asarray(drawn.reduce(_FINE))
    return result


def inside(kind: str, n: int, edge: float = 0.06) -> Mask:
    """Return which points of a view are well inside a piece's outline, an array (n, n).

    ``edge`` is left out all round, a share of the width.  A hexagon stands on a corner.
    """
    steps = (np.arange(n) + 0.5) / n * 2 - 1
    x, y = np.meshgrid(steps, steps)
    reach = 1 - 2 * edge
    if kind == "disc":
        return np.asarray(x * x + y * y <= reach * reach)
    if kind == "rectangle":
        return np.asarray((np.abs(x) <= reach) & (np.abs(y) <= reach))
    tall = y * 2 / SQRT3  # in half widths, as x is
    slanted = (np.abs(0.5 * x + SQRT3 / 2 * tall), np.abs(0.5 * x - SQRT3 / 2 * tall))
    return np.asarray((np.abs(x) <= reach) & (slanted[0] <= reach) & (slanted[1] <= reach))


def unlike(one: Views, other: Views, within: Mask, least: float) -> Views:
    """Return by how much views differ more than a shift of one point explains, 0 where no more than ``least``.

    A point is off by as much as its colour lies outside all that the other view shows about it.
    Only where ``within``, and of points that differ so much at all: they are few.
    """
    differences = np.zeros(one.shape[:2], np.float32)
    apart = np.abs(one - other)
    differs = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2]) > least
    places = np.nonzero(differs & within)
    by = np.maximum(_beyond(one, other, places), _beyond(other, one, places))
    differences[places] = np.where(by > least, by, 0.0)
    return differences


def _beyond(one: Views, other: Views, places: tuple[NDArray[np.intp], ...]) -> Views:
    """Return how far one view lies outside what the other shows at some places and next to them."""
    (y, x), (rows, columns, _), flat = places, other.shape, other.reshape(-1, 3)
    low = high = other[places]
    for row in (np.maximum(y - 1, 0), y, np.minimum(y + 1, rows - 1)):
        for column in (np.maximum(x - 1, 0), x, np.minimum(x + 1, columns - 1)):
            near = flat[row * columns + column]
            low, high = np.minimum(low, near), np.maximum(high, near)
    here = one[places]
    result: Views = np.maximum(here - high, low - here).max(axis=1)
    return result


def crowded(marked: Mask, least: int) -> Mask:
    """Return the marked points with at least so many of their eight neighbours marked as well."""
    padded = np.pad(marked, 1).astype(np.uint8)
    rows, columns = marked.shape
    around = sum(
        padded[i : i + rows, j : j + columns]
        for i in range(3)
        for j in range(3)
        if (i, j) != (1, 1)
    )
    return np.asarray(marked & (around >= least))
