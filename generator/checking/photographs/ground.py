"""What of a photograph is the same whatever pieces are sought in it, each found once.

Knows neither pieces nor pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs import table
from generator.checking.photographs.loading import Array

#: Pieces are this share of the image at least and at most.
LEAST, MOST = 0.0004, 0.5
#: What is no less of its hull may be a piece.
_WHOLE = 0.85
#: Sizes that are tried where none is known, shares of the image's longer side, each so much larger.
SMALLEST, _LARGEST, _STEP = 0.025, 0.5, 1.06
#: How many spots are looked at then.
_SPOTS = 3
#: What is brighter than this, of 255, may be paper; and so many pixels tell what is.
_PAPER, _ENOUGH = 140.0, 100_000
#: A difference of less than this from one pixel to the next, of some thousand, is no edge.
_EDGE = 20.0


class Window(NamedTuple):
    """What shows about a spot: ``pixels`` (wide, wide, 3), of which a piece is half as wide.

    ``matrix`` makes shares of a piece's width pixels of the image, ``start`` is where the first lies.
    """

    pixels: Array
    matrix: Array
    start: Array


class Ground:
    """A photograph, and what stands out of its table."""

    def __init__(self, pixels: Array) -> None:
        self.pixels = pixels
        self._directions: dict[int, tuple[float, ...]] = {}
        self._windows: dict[tuple[float, int], list[list[Window]]] = {}
        self._hulls: dict[tuple[int, float], list[Array]] = {}

    @cached_property
    def levels(self) -> Array:
        """By how many levels each pixel stands out of the table."""
        return table.standing_out(self.pixels)

    @cached_property
    def solid(self) -> Array:
        """What stands out of the table with all that it surrounds, as bytes: 1 where it does."""
        return table.solid(self.levels)

    def hulls(self, level: int, gap: float) -> list[Array]:
        """Return the hulls of lumps that stand out by more than a level, gaps closed, each as whole as a piece."""
        if (level, gap) not in self._hulls:
            self._hulls[level, gap] = list(_hulls(self.levels > level, gap))
        return self._hulls[level, gap]

    @cached_property
    def paper(self) -> Array | None:
        """The colour of the paper about what stands out, None where the table is none."""
        around = self._some_pixels[self._some_solid == 0]
        colour: Array = np.median(around, axis=0) if len(around) else np.zeros(3)
        return colour if colour.min() > _PAPER else None

    @property
    def standing(self) -> Array:
        """The colours of some of the pixels that stand out, (pixels, 3)."""
        colours: Array = self._some_pixels[self._some_solid == 1]
        return colours

    @cached_property
    def _some_pixels(self) -> Array:
        some: Array = self.pixels.reshape(-1, 3)[:: self._step].astype(np.float32)
        return some

    @cached_property
    def _some_solid(self) -> Array:
        some: Array = self.solid.ravel()[:: self._step]
        return some

    @property
    def _step(self) -> int:
        return 1 + self.solid.size // _ENOUGH

    def directions(self, sides: int) -> tuple[float, ...]:
        """Return how pieces of so many sides, parallel two by two, may be turned, in degrees, the likeliest first."""
        if sides not in self._directions:
            period = 360 / sides
            bins = int(period * 4)
            size, angles = self._slopes()
            counts, _ = np.histogram(angles % period, bins, (0, period), weights=size)
            soft = sum(np.roll(counts, k) for k in range(-2, 3))
            first = int(np.argmax(soft))
            # And by half a turn: between the sides.
            self._directions[sides] = ((first + 0.5) / 4, (first + bins // 2 + 0.5) / 4)
        return self._directions[sides]

    def _slopes(self) -> tuple[Array, Array]:
        """Return how steep the edges in the image are, and which way they rise, in degrees: as large as many images."""
        grey = cv2.GaussianBlur(cv2.cvtColor(self.pixels, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
        across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
        size, angles = cv2.cartToPolar(across, down, angleInDegrees=True)
        steep = size > _EDGE
        return size[steep], angles[steep]

    @cached_property
    def spots(self) -> list[Array]:
        """Some places apart, deep in what stands out."""
        deep = cv2.distanceTransform(self.solid, cv2.DIST_L2, 5)
        found = []
        for _ in range(_SPOTS):
            x, y = cv2.minMaxLoc(deep)[3]
            found.append(np.array([x, y], float))
            cv2.circle(deep, (x, y), max(deep.shape) // 10, 0.0, -1)
        return found

    def windows(self, angle: float, wide: int) -> list[list[Window]]:
        """Return for every size what shows about spots for pieces turned by an angle, in so many points."""
        key = angle, wide
        if key not in self._windows:
            cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
            turn = np.array([[cos, -sin], [sin, cos]])
            found, size = [], SMALLEST
            while size < _LARGEST:
                matrix = turn * size * max(self.solid.shape)
                found.append([self._window(spot, matrix, wide) for spot in self.spots])
                size *= _STEP
            self._windows[key] = found
        return self._windows[key]

    def _window(self, spot: Array, matrix: Array, wide: int) -> Window:
        """Return what shows about a spot, twice as wide as a piece."""
        step = matrix / (wide // 2)
        start = spot - step @ np.array([wide / 2, wide / 2])
        fine = max(1, min(8, round(float(np.linalg.norm(step[:, 0])))))
        within = step / fine
        warp = np.column_stack([within, start + within @ (0.5, 0.5) - 0.5])
        edge = wide * fine
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        shown = cv2.warpAffine(
            self.pixels, warp, (edge, edge), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return Window(cv2.resize(shown, (wide, wide), interpolation=cv2.INTER_AREA), matrix, start)


def _hulls(mask: Array, gap: float) -> Iterator[Array]:
    """Yield the hulls of lumps that stand out, each as whole and as large as a piece may be."""
    bits: Array = mask.astype(np.uint8)
    if gap:
        size = 2 * round(gap * max(mask.shape) / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        bits = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, kernel)
    bits = cv2.morphologyEx(bits, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least, most = LEAST * mask.size, MOST * mask.size
    for contour in contours:
        area = cv2.contourArea(contour)
        if area < least / 3:
            continue
        hull = cv2.convexHull(contour)
        whole = cv2.contourArea(hull)
        (_, (across, down), _) = cv2.minAreaRect(hull)
        is_wide = min(across, down) > 0.3 * max(across, down)
        if least < whole < most and is_wide and area > _WHOLE * whole:
            yield hull
