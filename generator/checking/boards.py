"""Boards: one large picture, whole on a page or in windows over several, laid over what it should be.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene
from engine.drawing.parts import BoardPart
from engine.geometry.plane import ORIGIN, Point, Transform, bounds
from generator.checking import compare
from generator.checking.album import Look, rendered, shrunk
from generator.checking.compare import Conversion
from generator.checking.outlines import Outline, Place
from generator.checking.pages import Page, Pixels
from generator.checking.results import Trouble

Grey = NDArray[np.float32]

#: A window is at least so wide and high, in millimetres.
_LEAST = 50.0
#: How finely boards are laid, in pixels a millimetre: to find where, and exactly.
_ROUGH, _FINE = 1.0, 2.5
#: A board is there if it differs by less than this share of what paper does.
_THERE = 0.5
#: Boards that differ by no more than this, roughly laid, are told apart finely; by less then, not.
_TIED, _ALIKE = 0.01, 0.001
#: Windows reach so much farther than their frames, and cells differ by so much, in millimetres.
_EDGE, ASTRAY = 1.0, 0.05
#: So many frames of a page that show no board are looked at.
_TRIED = 2
#: What lies this near to a window's edge tells nothing of where the board lies.
_INSET = 3.0
#: A board that moves by less than this, in millimetres, lies exactly.
_STILL = 0.003
#: Of a board this share may be on no page.
_LACKING = 0.002


class Window(NamedTuple):
    """A part of a board on a page: in which outline it shows, and how the board lies on the page."""

    page: int
    outline: Outline
    lying: Transform
    scale: float
    off: float


class Board(NamedTuple):
    """A board, how it is drawn, and its windows."""

    part: BoardPart
    look: Look
    windows: tuple[Window, ...]

    def holds(self, page: int, place: Point) -> bool:
        """Tell whether a place on a page is the board's."""
        return any(w.page == page and w.outline.holds(place, 0.5) for w in self.windows)


def seek(
    pages: Sequence[Page], places: Sequence[Place], part: BoardPart, look: Look
) -> Board | None:
    """Return a board and where its windows are, None where none is."""
    windows = []
    drawn: dict[float, Grey] = {}
    for index in dict.fromkeys(place.page for place in places):
        page = pages[index]
        own = [place for place in places if place.page == index]
        here: list[Window] = []
        failed = 0
        frames = _frames(own)
        scales = _scales(own, part, frames)
        for outline in frames:
            if failed == _TRIED or any(w.outline.holds(outline.centre, 0.5) for w in here):
                continue
            found = _window(page, index, outline, part, look, scales, drawn)
            if found is not None:
                here.append(found)
            else:
                failed += 1
        windows += here
    return Board(part, look, tuple(windows)) if windows else None


def _frames(places: Sequence[Place]) -> list[Outline]:
    """Return what may frame a window, the lines about it first; of a board that has none, its ground."""
    frames = [
        o if o.kind == "rectangle" else _box(o)
        for place in places
        for o in place.outlines
        if min(o.width, o.height) >= _LEAST
    ]
    return sorted(frames, key=lambda o: (not o.cut, -o.area))


def _box(outline: Outline) -> Outline:
    box = bounds(outline.around())
    return Outline("rectangle", box.centre, box.width, box.height)


def _scales(places: Sequence[Place], part: BoardPart, frames: Sequence[Outline]) -> list[float]:
    """Return in which sizes a board may be drawn, as its cells or outlines of its form tell."""
    cells = sorted(p.outlines[0].width for p in places if p.outlines[0].kind == "hexagon")
    sizes = {1.0}
    if len(cells) > 5:
        sizes.add(round(cells[len(cells) // 2] / part.cell, 3))
    else:
        share = part.box.width / part.box.height
        alike = (o for o in frames if abs(o.width / o.height / share - 1) < 0.005)
        sizes |= {round(o.width / part.box.width, 3) for o in alike}
    return sorted(sizes, key=lambda size: abs(size - 1))


def _window(
    page: Page,
    index: int,
    outline: Outline,
    part: BoardPart,
    look: Look,
    scales: Sequence[float],
    drawn: dict[float, Grey],
) -> Window | None:
    """Return where in a frame a board shows, None where it does not."""
    tried: list[tuple[float, Transform, float]] = []
    seen = _cut(page, outline)
    for scale in scales:
        if scale not in drawn:
            drawn[scale] = _board(part, look, scale)
        for quarter in range(4):
            found = _laid(seen, np.rot90(drawn[scale], -quarter))
            if found is not None:
                off, column, row = found
                x, y = outline.centre.x - outline.width / 2, outline.centre.y - outline.height / 2
                at = Point(x - column / _ROUGH, y - row / _ROUGH)
                tried.append((off, _lying(part, scale, quarter, at), scale))
    least = min((off for off, _, _ in tried), default=1.0)
    if least > _THERE:
        return None
    # A board that looks the same when turned lies on all its pages alike.
    first, *others = (one for one in tried if one[0] < least + _TIED)
    lying, scale, off = _refined(page, outline, part, look, *first[1:])
    by = lying @ first[1].inverse()
    for _, turned, _ in others:
        if _laid_over(page, outline, part, look, by @ turned, _FINE)[2] < off - _ALIKE:
            lying, scale, off = _refined(page, outline, part, look, by @ turned, scale)
    return Window(index, outline, lying, scale, off) if off < _THERE else None


def _lying(part: BoardPart, scale: float, quarter: int, at: Point) -> Transform:
    """Return how a board lies that is turned clockwise by quarters, its box's corner at a place."""
    box = part.box
    width, height = box.width * scale, box.height * scale
    across, down = (height, width) if quarter % 2 else (width, height)
    middle = at.moved(across / 2, down / 2)
    turn = Transform.rotation(90.0 * quarter) @ Transform.scaling(scale)
    return (
        Transform.translation(*middle) @ turn @ Transform.translation(-box.centre.x, -box.centre.y)
    )


def _board(part: BoardPart, look: Look, scale: float) -> Grey:
    """Return a board's picture, its ink alone."""
    box = part.box
    items = scene.Group(
        part.items, Transform.scaling(scale) @ Transform.translation(-box.left, -box.top)
    )
    return _ink(rendered(look, [items], box.width * scale, box.height * scale, 4 * _ROUGH), 4)


def _ink(pixels: Pixels, n: int) -> Grey:
    """Return how dark an image is, smaller by a whole number of times."""
    rows, columns = (math.ceil(side / n) * n for side in pixels.shape[:2])
    wide = np.full((rows, columns, 3), 255, np.uint8)
    wide[: pixels.shape[0], : pixels.shape[1]] = pixels
    small = np.asarray(shrunk(wide, n), np.float32)
    found: Grey = 255 - (small[..., 0] + small[..., 1] + small[..., 2]) / np.float32(3)
    return found


def _cut(page: Page, outline: Outline) -> Grey:
    """Return what shows in a frame, its ink alone."""
    left, top = outline.centre.x - outline.width / 2, outline.centre.y - outline.height / 2
    per = 4.0
    columns, rows = (np.arange(int(side * per)) / per for side in (outline.width, outline.height))
    pixels = page.pixels
    r = ((rows + top + 0.5 / per) * page.per_mm).astype(int).clip(0, pixels.shape[0] - 1)
    c = ((columns + left + 0.5 / per) * page.per_mm).astype(int).clip(0, pixels.shape[1] - 1)
    return _ink(pixels[np.ix_(r, c)], 4)


def _laid(seen: Grey, board: Grey) -> tuple[float, int, int] | None:
    """Return where in a board a window shows: how much it differs, and its left and top there.

    The sum of squares by three correlations: what is seen reaches beyond the board by a margin at most.
    """
    margin = 20
    wide = np.pad(board, margin)
    if any(s > w for s, w in zip(seen.shape, wide.shape, strict=True)):
        return None
    shape = [int(2 ** math.ceil(math.log2(side))) for side in wide.shape]
    ones = np.ones_like(seen)
    spectrum = np.fft.rfft2(wide, shape)
    squares = np.fft.rfft2(wide**2, shape)

    def correlated(of: NDArray[np.complexfloating], with_: Grey) -> NDArray[np.float64]:
        return np.fft.irfft2(of * np.conj(np.fft.rfft2(with_, shape)), shape)

    rows, columns = (w - s + 1 for s, w in zip(seen.shape, wide.shape, strict=True))
    off = correlated(squares, ones) - 2 * correlated(spectrum, seen) + float((seen**2).sum())
    off = off[:rows, :columns]
    row, column = np.unravel_index(int(off.argmin()), off.shape)
    share = math.sqrt(max(0.0, float(off[row, column])) / max(1.0, float((seen**2).sum())))
    return share, int(column) - margin, int(row) - margin


def _refined(
    page: Page, outline: Outline, part: BoardPart, look: Look, lying: Transform, scale: float
) -> tuple[Transform, float, float]:
    """Return how a board lies exactly, by least squares of shift and size, how large, and how far off."""
    off = 1.0
    # First smaller, as lines are found again only where they still overlap.
    for per in (*[_ROUGH] * 3, *[_FINE] * 4):
        step, size, off = _laid_over(page, outline, part, look, lying, per)
        middle = outline.centre
        about = Transform(
            size, 0.0, 0.0, size,
            middle.x * (1 - size) + step.x, middle.y * (1 - size) + step.y,
        )  # fmt: skip
        lying, scale = about @ lying, scale * size
        if per == _FINE and step.distance(ORIGIN) < _STILL and abs(size - 1) < _STILL / 100:
            break
    return lying, scale, off


def _laid_over(
    page: Page, outline: Outline, part: BoardPart, look: Look, lying: Transform, per_mm: float
) -> tuple[Point, float, float]:
    """Return how a board must be moved and grown to lie as it shows, and how far off it was."""
    by = max(1, round(page.per_mm / per_mm))
    if ("ink", by) not in page.seen:
        page.seen["ink", by] = _ink(page.pixels, by)
    items = [scene.Group(part.items, lying)]
    wanted = _ink(rendered(look, items, page.width, page.height, page.per_mm), by)
    return _step(page.seen["ink", by], wanted, outline, page.per_mm / by)


def _step(seen: Grey, wanted: Grey, outline: Outline, per: float) -> tuple[Point, float, float]:
    """Return how a picture must be moved and grown about a window's middle, and how far off it was."""
    ys, xs = np.mgrid[: seen.shape[0], : seen.shape[1]]
    x, y = (xs + 0.5) / per - outline.centre.x, (ys + 0.5) / per - outline.centre.y
    within = (np.abs(x) < outline.width / 2 - _INSET) & (np.abs(y) < outline.height / 2 - _INSET)
    # A file may show all colours a little lighter or darker.
    gain = (seen[within] * wanted[within]).sum() / max(1.0, float((wanted[within] ** 2).sum()))
    left: Grey = seen[within] - np.float32(gain) * wanted[within]
    # Of what the picture is, not its ground: on a dark one all pictures are nearly alike.
    varying = float(seen[within].var()) * left.size
    off = math.sqrt(float((left**2).sum()) / max(1.0, varying))
    gradients: list[Grey] = [*np.gradient(wanted, 1 / per)]
    down, right = gradients
    grown = right * x + down * y
    # Moved by d, what is wanted at a place is what was at the place less d.
    slopes = np.stack([-right[within], -down[within], -grown[within]], axis=1)
    # What differs much is not there, or something else: it tells nothing of where the rest lies.
    far: Grey = np.abs(left)
    near: compare.Mask = far <= float(np.percentile(far, 98))
    slopes, left = slopes[near], left[near]
    solved = np.linalg.lstsq(slopes.T @ slopes, slopes.T @ left, rcond=None)[0].tolist()
    return Point(solved[0], solved[1]), 1 + solved[2], off


# ------------------------------------------------------------------------------- what is wrong


def troubles(pages: Sequence[Page], board: Board, cell: float | None) -> Iterator[Trouble]:
    """Yield what is wrong with a board: parts on no page, sizes, and what it shows otherwise.

    Its cells are so wide as it is said, or else as on its first page.
    """
    wanted = cell or board.part.cell * board.windows[0].scale
    lacking, middle = _lacking(board)
    if lacking > _LACKING:
        words = f"{max(1, round(100 * lacking))} % of the board is on no page, about {middle} of it"
        yield Trouble("missing", words, board.windows[0].page)
    for window in board.windows:
        width = board.part.cell * window.scale
        if abs(width - wanted) > ASTRAY:
            words = f"the board's cells are {width:.2f} mm, not {wanted:.4g} mm"
            yield Trouble("size", words, window.page)
        yield from _different(pages[window.page], board, window)


def _lacking(board: Board) -> tuple[float, str]:
    """Return which share of a board is on no page, and in words where."""
    box = board.part.box
    n = 150
    xs = np.linspace(box.left + _EDGE, box.right - _EDGE, n)
    ys = np.linspace(box.top + _EDGE, box.bottom - _EDGE, n)
    x, y = np.meshgrid(xs, ys)
    ink = _board(board.part, board.look, 1.0)
    rows = ((y - box.top) * _ROUGH).astype(int).clip(0, ink.shape[0] - 1)
    columns = ((x - box.left) * _ROUGH).astype(int).clip(0, ink.shape[1] - 1)
    drawn = ink[rows, columns] > 0
    there = np.zeros(x.shape, bool)
    for window in board.windows:
        a, b, c, d, e, f = window.lying
        across, down = a * x + c * y + e, b * x + d * y + f
        outline = window.outline
        there |= (np.abs(across - outline.centre.x) <= outline.width / 2 + _EDGE) & (
            np.abs(down - outline.centre.y) <= outline.height / 2 + _EDGE
        )
    gone = drawn & ~there
    if not gone.any():
        return 0.0, ""
    right = float(x[gone].mean()) - box.centre.x
    low = float(y[gone].mean()) - box.centre.y
    words = [("the left", "the right")[right > 0]] if abs(right) > box.width / 8 else []
    words += [("the top", "the bottom")[low > 0]] if abs(low) > box.height / 8 else []
    return float(gone.sum() / max(1, drawn.sum())), " and ".join(words) or "the middle"


def _different(page: Page, board: Board, window: Window) -> Iterator[Trouble]:
    """Yield what a window shows otherwise than it should, in one."""
    seen = page.pixels
    items = [scene.Group(board.part.items, window.lying)]
    wanted = rendered(board.look, items, page.width, page.height, page.per_mm)
    frame = window.outline.grown(-1.0)
    of = compare.labels(page, [frame], seen.shape)
    box, ring = board.part.box, [window.lying.apply(corner) for corner in board.part.outline]
    compare.leave_out(of, page.per_mm, zip(ring, (*ring[1:], ring[0]), strict=True))  # its cut
    if frame.area < 0.9 * box.width * box.height * window.scale**2:  # a page of a poster
        compare.leave_out(of, page.per_mm, _alignment(page))
    conversion = Conversion()
    conversion.learn(wanted, seen, of > 0)
    found = compare.differences(page, seen, conversion.of(wanted), of, [frame])
    for off in found.values():
        at = Point(
            frame.centre.x + off.at[0] * frame.width, frame.centre.y + off.at[1] * frame.height
        )
        words = f"the board shows {off.seen} instead of {off.wanted}"
        if not off.even:
            words = "a part of the board is missing, misplaced or covered"
        yield Trouble("foreign" if off.even else "unclear", words, window.page, at)


def _alignment(page: Page) -> Iterator[tuple[Point, Point]]:
    """Yield the lines by which the pages of a poster are laid to each other: level and upright ones."""
    for mark in page.strokes:
        parts = mark.shape.parts
        if all(len(part.points) == 2 for part in parts):
            for start, end in (map(mark.transform.apply, part.points) for part in parts):
                if min(abs(start.x - end.x), abs(start.y - end.y)) < 0.01:
                    yield start, end
