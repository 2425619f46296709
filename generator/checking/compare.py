"""Pages laid over what they should be: our own writer draws the pieces found at the places found.

What differs within a piece is a fault of that piece.  Knows no game and no file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene
from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking.album import Look, rendered, shrunk
from generator.checking.match import Match
from generator.checking.outlines import Outline
from generator.checking.pages import Page, Pixels

#: Colours differ by more than this, of 255, where a point is off; the means of squares by more than that.
#: the more what is wanted there varies itself, by this share of its deviation.
_OFF, _PALE, _VARYING = 40, 14, 0.5
#: A square shows a pattern if each quarter varies by more than this, and none if it varies by less
#: than that share of what it should; it is as light as is a share of it, at least.
_PATTERN, _COVERED, _BROAD = 15, 0.6, 0.25
#: Thin lines come out stronger by this share of what they stand out.
_STRONGER = 0.7
#: How far within its outline a piece is looked at, and how large the squares are, in millimetres.
_INSET, _SQUARE = 0.5, 2.0
#: So many square millimetres within a square of that many millimetres are a fault.
_FEWEST, _ABOUT = 0.6, 3.0
#: A program that converts colours changes each by no more levels than this.
_CONVERTED = 64

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int32]


class Difference(NamedTuple):
    """What differs on a piece: how many square millimetres, what shows, what should, and where.

    ``even`` tells whether one colour shows there; ``at`` is right and down of the middle, as shares
    of the width and height.
    """

    area: float
    seen: str
    wanted: str
    even: bool
    at: tuple[float, float]


class Conversion:
    """How a file shows colours otherwise than they are drawn: each colour as another near to it."""

    def __init__(self) -> None:
        self._known: dict[int, NDArray[np.int16]] = {}

    @property
    def most(self) -> int:
        """By how many levels colours differ at most."""
        return max((int(np.abs(by).max()) for by in self._known.values()), default=0)

    def learn(self, wanted: Pixels, seen: Pixels, within: Mask) -> None:
        """Learn how the colours that fill much of what is wanted are shown."""
        wanted, seen, within = wanted[::2, ::3], seen[::2, ::3], within[::2, ::3]
        even = within[1:, 1:] & (_apart(wanted[1:, 1:], wanted[:-1, :-1]) == 0)
        rows, columns = np.nonzero(even)
        codes = _codes(wanted[rows + 1, columns + 1])
        shown = seen[rows + 1, columns + 1]
        values, counts = np.unique(codes, return_counts=True)
        for code in values[counts > max(200, len(codes) // 500)]:
            if int(code) not in self._known:
                by = np.median(shown[codes == code], axis=0) - _colour(int(code))
                if 2 < np.abs(by).max() <= _CONVERTED:
                    self._known[int(code)] = by.astype(np.int16)
                elif np.abs(by).max() <= 2:
                    self._known[int(code)] = np.zeros(3, np.int16)

    def of(self, wanted: Pixels) -> Pixels:
        """Return a page as the file shows its colours: each as the nearest one that is known."""
        if self.most <= 2:
            return wanted
        keys = [*self._known]
        known = np.stack([_colour(key) for key in keys])
        shift = np.stack([self._known[key] for key in keys])
        codes, back = np.unique(_codes(wanted), return_inverse=True)
        own = np.stack([_colour(int(code)) for code in codes])
        nearest = np.abs(own[:, None] - known[None]).max(axis=2).argmin(axis=1)
        table = (own + shift[nearest]).clip(0, 255).astype(np.uint8)
        found: Pixels = table[back.reshape(wanted.shape[:2])]
        return found


def _codes(pixels: Pixels) -> NDArray[np.int32]:
    wide = pixels.astype(np.int32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colour(code: int) -> NDArray[np.int16]:
    return np.array((code >> 16, code >> 8 & 255, code & 255), np.int16)


def expected(
    page: Page, matches: Sequence[Match], look: Look, sizes: Mapping[str, float]
) -> Pixels:
    """Return a page as it should be, with these pieces at their places; ``sizes`` are their components'."""
    groups = []
    for match in matches:
        size = sizes.get(match.face.part.name, match.face.part.size)
        # Rounded, for a hatch that is by a hair larger or turned comes out in another rhythm.
        share, turn = round(match.size / size, 3), round(match.heading, 2)
        lying = Transform.translation(*match.outline.centre) @ Transform.rotation(turn)
        items = match.face.items(look, size, 0.0, is_flat=match.is_flat)
        groups.append(scene.Group(items, lying @ Transform.scaling(share)))
    return rendered(look, groups, page.width, page.height, page.per_mm)


def labels(page: Page, outlines: Sequence[Outline], shape: tuple[int, ...]) -> Numbers:
    """Return for each pixel the number of the outline that it lies in, from 1, 0 for none."""
    result = np.zeros(shape[:2], np.int32)
    for number, outline in enumerate(outlines, 1):
        mask = _mask(_centred(outline), page.per_mm)
        half = len(mask) // 2
        column, row = (round(v * page.per_mm - 0.5) for v in outline.centre)
        top, left = max(0, row - half), max(0, column - half)
        own = result[top : row + half + 1, left : column + half + 1]
        part = mask[top - row + half :, left - column + half :][: own.shape[0], : own.shape[1]]
        own[part] = number
    return result


def _centred(outline: Outline) -> Outline:
    """Return an outline about the origin, to a tenth of a millimetre: as its like are."""
    x, y = outline.centre
    corners = tuple(Point(round(p.x - x, 1), round(p.y - y, 1)) for p in outline.corners)
    width, height, angle = (round(v, 1) for v in (outline.width, outline.height, outline.angle))
    return Outline(outline.kind, ORIGIN, width, height, angle, corners)


@lru_cache(maxsize=32)
def _mask(outline: Outline, per_mm: float) -> Mask:
    """Return which pixels about an outline's middle lie well within it."""
    points = outline.around()
    half = math.ceil(max(outline.centre.distance(p) for p in points) * per_mm)
    u = np.arange(-half, half + 1) / per_mm
    x, y = np.meshgrid(u, u)
    if outline.kind == "disc":
        return np.hypot(x, y) < min(outline.width, outline.height) / 2 - _INSET
    inside: Mask = np.ones(x.shape, bool)
    for k, b in enumerate(points):
        a = points[k - 1]
        nx, ny = b.y - a.y, a.x - b.x
        length = math.hypot(nx, ny)
        reach = ((a.x - outline.centre.x) * nx + (a.y - outline.centre.y) * ny) / length
        side = (x * nx + y * ny) / length * math.copysign(1, reach)
        inside &= np.asarray(side < abs(reach) - _INSET)
    return inside


def differences(
    page: Page,
    seen: Pixels,
    wanted: Pixels,
    of: Numbers,
    outlines: Sequence[Outline],
) -> dict[int, Difference]:
    """Return what differs on pieces, by their numbers, of those on which something does."""
    # What is covered by a colour that is near by, as white between hatches, is told by what lacks.
    off = _unlike(seen, wanted, of > 0) | _unlike(wanted, seen, of > 0)
    square = max(2, round(_SQUARE * page.per_mm))
    pale = _pale(seen, wanted, of > 0, square)
    about = max(2, round(_ABOUT * page.per_mm))
    found = {}
    fewest = _FEWEST * page.per_mm**2
    counts = np.bincount(of[off | pale], minlength=len(outlines) + 1)
    for number in np.flatnonzero(counts >= fewest).tolist():
        if number:
            outline = outlines[number - 1]
            box = _window(page, outline, of.shape)
            own = (off[box] | pale[box]) & (of[box] == number)
            if _crowd(own, about) >= fewest:
                where = box[1].start, box[0].start
                found[int(number) - 1] = _told(page, outline, own, seen[box], wanted[box], where)
    return found


def _unlike(seen: Pixels, wanted: Pixels, within: Mask) -> Mask:
    """Return which points show a colour that is wanted neither there nor just beside, nor a mixture of these."""
    rows, columns = np.nonzero((_apart(seen, wanted) > _OFF) & within)
    own = seen[rows, columns].astype(np.float32)
    least = np.full(len(rows), 255.0, np.float32)
    dark, light = np.full((2, len(rows), 3), 255.0, np.float32)
    light[:] = 0.0
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            r = (rows + down).clip(0, seen.shape[0] - 1)
            c = (columns + right).clip(0, seen.shape[1] - 1)
            near = wanted[r, c].astype(np.float32)
            least = np.minimum(least, np.abs(own - near).max(axis=1))
            sums = near.sum(axis=1)
            dark = np.where((sums < dark.sum(axis=1))[:, None], near, dark)
            light = np.where((sums > light.sum(axis=1))[:, None], near, light)
    run = light - dark
    share = ((own - dark) * run).sum(axis=1) / np.maximum((run**2).sum(axis=1), 1.0)
    # Thin lines, of letters too, come out stronger by other programs.
    mixed = dark + share.clip(-_STRONGER, 1.0)[:, None] * run
    result = np.zeros(within.shape, bool)
    result[rows, columns] = np.minimum(least, np.abs(own - mixed).max(axis=1)) > _OFF
    return result


def _apart(one: Pixels, other: Pixels) -> Pixels:
    """Return by how many levels colours differ, in the channel in which they do most."""
    by = np.maximum(one, other) - np.minimum(one, other)
    found: Pixels = np.maximum(np.maximum(by[..., 0], by[..., 1]), by[..., 2])
    return found


def _pale(seen: Pixels, wanted: Pixels, within: Mask, n: int) -> Mask:
    """Return which points lie in squares that differ as a whole, of those that lie wholly within pieces.

    Their means differ, a pattern is covered by one colour, or what is lightest is darker everywhere.
    """
    rows, columns = (side // n for side in within.shape)
    result = np.zeros(within.shape, bool)
    parts = within[: rows * n, : columns * n].reshape(rows, n, columns, n)
    whole: Mask = np.asarray(parts.all(axis=(1, 3)))

    def squares(of: Pixels) -> NDArray[np.float32]:
        parted = of[: rows * n, : columns * n, 1].reshape(rows, n, columns, n).swapaxes(1, 2)
        return parted[whole].reshape(-1, n * n).astype(np.float32)

    by = np.abs(shrunk(seen, n) - shrunk(wanted, n)).max(axis=2)[:rows, :columns][whole]
    own, other = squares(wanted), squares(seen)
    varying, lightest = own.std(axis=1), own.max(axis=1)
    # Letters and hatches come out a little bolder or finer by other programs.
    off = by > _PALE + _VARYING * varying
    quarters = own.reshape(-1, n, n)[:, : n // 2 * 2, : n // 2 * 2]
    quarters = quarters.reshape(-1, 2, n // 2, 2, n // 2)
    is_pattern = quarters.std(axis=(2, 4)).min(axis=(1, 2)) > _PATTERN
    off |= is_pattern & (other.std(axis=1) < _COVERED * varying)
    is_broad = (own > lightest[:, None] - _PALE).mean(axis=1) > _BROAD
    off |= is_broad & (other.max(axis=1) < lightest - _PALE)
    whole[whole] = off
    result[: rows * n, : columns * n] = whole.repeat(n, axis=0).repeat(n, axis=1)
    return result


def _window(page: Page, outline: Outline, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the rows and columns about an outline."""
    half = max(outline.centre.distance(p) for p in outline.around()) + 1 / page.per_mm
    middle = outline.centre.y, outline.centre.x
    rows, columns = (
        slice(max(0, int((at - half) * page.per_mm)), min(size, int((at + half) * page.per_mm) + 2))
        for at, size in zip(middle, shape, strict=True)
    )
    return rows, columns


def _crowd(own: Mask, n: int) -> int:
    """Return how many points are off at most within one square."""
    sums = np.pad(own.astype(np.int32), ((n, 0), (n, 0))).cumsum(0).cumsum(1)
    found = sums[n:, n:] - sums[:-n, n:] - sums[n:, :-n] + sums[:-n, :-n]
    return int(found.max())


def _told(
    page: Page, outline: Outline, off: Mask, seen: Pixels, wanted: Pixels, where: tuple[int, int]
) -> Difference:
    """Return what differs, in words of colours, and where."""
    colour = np.median(seen[off], axis=0)
    shown, other = _paint(colour), _paint(np.median(wanted[off], axis=0))
    even = (np.abs(seen[off] - colour).max(axis=1) < _OFF).mean() > 0.7 and shown != other
    rows, columns = np.nonzero(off)
    x = (columns.mean() + where[0]) / page.per_mm - outline.centre.x
    y = (rows.mean() + where[1]) / page.per_mm - outline.centre.y
    at = float(x / outline.width), float(y / outline.height)
    area = off.sum() / page.per_mm**2
    return Difference(float(area), shown, other, bool(even), at)


def _paint(colour: NDArray[np.floating]) -> str:
    return "#" + "".join(f"{round(float(v)):02x}" for v in colour)


def leave_out(of: Numbers, per_mm: float, lines: Iterable[tuple[Point, Point]]) -> None:
    """Take the strips along lines, as those to fold along, out of what is looked at."""
    for start, end in lines:
        n = max(2, math.ceil(start.distance(end) * per_mm))
        for k in range(n + 1):
            x, y = start.towards(end, k / n)
            column, row = round(x * per_mm), round(y * per_mm)
            of[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3] = 0
