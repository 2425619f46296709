"""Pictures as arrays: what shows within frames laid on an image, and how two such views differ.

A frame is an upright or turned rectangle about a middle; a view of it is an array (rows, columns,
red-green-blue) of 0 to 255.  Knows neither pages nor games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Transform

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]


#: What a point of a view shows is the mean at so many places each way.
_FINE = 4


class Frame(NamedTuple):
    """Where to look: middle, width and height in pixels, and the turn clockwise in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


def views(image: Pixels, frames: Sequence[Frame], n: int) -> Views:
    """Return what shows in frames, an array (frames, n, n, 3); beyond the image is white."""
    whole = Image.fromarray(image)
    result = np.empty((len(frames), n, n, 3), np.float32)
    for k, frame in enumerate(frames):
        x, y, *sides, angle = frame
        quarters, rest = divmod(angle + 1e-3, 90.0)
        across, down = sides[:: -1 if quarters % 2 else 1]
        box = Box(x - across / 2, y - down / 2, x + across / 2, y + down / 2)
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


def unlike(one: Pixels, other: Pixels) -> Pixels:
    """Return by how many levels pictures differ more than a shift of one point explains."""
    return np.asarray(np.maximum(_beyond(one, other), _beyond(other, one)).max(axis=2))


def _beyond(one: Pixels, other: Pixels) -> Pixels:
    """Return how far one picture lies outside what the other shows at each place and next to it."""
    high, low = around(other, np.maximum), around(other, np.minimum)
    return np.maximum(one - np.minimum(one, high), np.maximum(one, low) - one)


def crowded(marked: Mask, least: int) -> Mask:
    """Return the marked points with at least so many of their eight neighbours marked as well."""
    return np.asarray(marked & (around(marked.astype(np.uint8), np.add) > least))


def around(picture: Pixels, join: np.ufunc) -> Pixels:
    """Return each point of a picture joined with its eight neighbours."""
    padded = np.pad(picture, [(1, 1), (1, 1), (0, 0)][: picture.ndim], "edge")
    rows = join(join(padded[:-2], padded[1:-1]), padded[2:])
    return np.asarray(join(join(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))
