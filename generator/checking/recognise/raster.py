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
from engine.geometry.plane import Box, Transform

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.float64]


#: What a point of a view shows is the mean at so many places each way.
_FINE = 4


class Frame(NamedTuple):
    """Where to look: middle, width and height in pixels, and the turn clockwise in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def box(self, quarters: int) -> Box:
        """Return the box that it takes when it is turned by quarters."""
        across, down = (self.height, self.width) if quarters % 2 else (self.width, self.height)
        return Box(self.x - across / 2, self.y - down / 2, self.x + across / 2, self.y + down / 2)


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
    whole = Image.fromarray(image)
    result = np.empty((len(frames), n, n, 3), np.float32)
    for k, frame in enumerate(frames):
        quarters, rest = divmod(frame.angle + 1e-3, 90.0)
        box = frame.box(int(quarters))
        if rest < 2e-3 and Box(0, 0, *whole.size).holds(box):
            view = whole.resize((n, n), Image.Resampling.HAMMING, box)
            result[k] = np.rot90(np.asarray(view), int(quarters))
        else:
            result[k] = _turned(whole, frame, n)
    return result


def _turned(whole: Image.Image, frame: Frame, n: int) -> Views:
    """Return the view of a frame turned anyhow, or beyond the image: between the pixels, at so many places a point."""
    places = n * _FINE
    a, b, c, d, e, f = (
        Transform.translation(frame.x, frame.y)
        @ Transform.rotation(frame.angle)
        @ Transform.scaling(frame.width / places, frame.height / places)
        @ Transform.translation(-places / 2, -places / 2)
    )
    drawn = whole.transform(
        (places, places),
        Image.Transform.AFFINE,
        (a, c, e, b, d, f),
        Image.Resampling.BILINEAR,
        fillcolor=(255, 255, 255),
    )
    return np.asarray(drawn.reduce(_FINE), np.float32)


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


def flat(views: Views, kind: str) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, inside(kind, views.shape[1])].reshape(len(views), -1)


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
