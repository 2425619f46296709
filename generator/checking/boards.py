"""Boards: one large picture, whole on a page or in windows over several, laid over what it should be.

Knows no game.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene
from engine.drawing.parts import BoardPart
from engine.geometry.plane import ORIGIN, Point, Transform, bounds
from generator.checking import compare
from generator.checking.album import Look, rendered, shrunk, smoothed
from generator.checking.compare import Conversion
from generator.checking.grouping import usual
from generator.checking.outlines import Outline, Place
from generator.checking.pages import Page, Pixels
from generator.checking.results import Trouble

Grey = NDArray[np.float32]
Spectrum = NDArray[np.complexfloating]

#: A window is at least so wide and high, in millimetres.
_LEAST = 50.0
#: How finely boards are laid, in pixels a millimetre: to find where, and exactly.
_ROUGH, _FINE = 0.5, 2.5
#: In which of these it is laid exactly: first smaller, as lines are found again only where they overlap.
_STEPS = (_ROUGH, _ROUGH, 2 * _ROUGH, *[_FINE] * 4)
#: More windows than these tell of each other where they lie; off by so much, in millimetres, one is
#: laid anew where they say.
_FEW, _NEAR, _ASIDE = 3, 2.0, 0.1
#: A board is there if most windows differ by less than this share of what paper does, each by less than
#: the second; roughly laid, it may be.
_THERE, _SHOWN, _ROUGHLY = 0.5, 0.6, 0.7
#: Places that differ by no more than so many times as much, roughly laid, may be alike; boards turned
#: otherwise by the second; finely laid boards that differ by no more than the third are.
_TIED, _TURNED, _ALIKE = 2.2, 1.2, 0.001
#: Windows reach so much farther than their frames, and cells differ by so much, in millimetres.
_EDGE, ASTRAY = 1.0, 0.05
#: So many frames of a page that show no board are looked at, and so many places of a window.
_TRIED, _MOST_SPOTS = 2, 80
#: What holds more hexagons than these is a board, and they are its cells.
_CELLS = 5
#: Places this near to each other, in millimetres, are one.
_ABOUT = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
#: A window reaches beyond the board by so many rough points at most.
_MARGIN = 10
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
    frames = []
    for index in dict.fromkeys(place.page for place in places):
        own = [place for place in places if place.page == index]
        frames += [(index, outline, own) for outline in _frames(own)]
    # What shows cells tells how large they are.
    frames.sort(key=lambda one: -sum(place.outlines[0].kind == "hexagon" for place in one[2]))
    layer = _Layer(pages, part, look)
    windows: list[_Spots] = []
    failed: Counter[int] = Counter()
    for index, outline, own in frames:
        is_held = any(w.page == index and w.outline.holds(outline.centre, 0.5) for w in windows)
        if is_held or failed[index] == _TRIED:
            continue
        if spots := layer.spots(index, outline, own):
            windows.append(_Spots(index, outline, spots))
        else:
            failed[index] += 1
    windows.sort(key=lambda window: window.page)
    # A board that looks the same when turned lies on all its pages alike.
    ways = dict.fromkeys((spot.scale, spot.quarter) for w in windows for spot in w.spots)
    boards = [Board(part, look, tuple(layer.placed(windows, way))) for way in ways]
    known = [b for b in boards if b.windows and median(w.off for w in b.windows) < _THERE]
    return min(known, key=lambda board: round(_poorness(board) / _ALIKE), default=None)


def _poorness(board: Board) -> float:
    """Return how much a board lacks and differs."""
    off = sum(window.off for window in board.windows) / len(board.windows)
    return _lacking(board)[0] + off


def _frames(places: Sequence[Place]) -> list[Outline]:
    """Return what may frame a window, the lines about it first; of a board that has none, its ground."""
    frames = []
    for place in places:
        for o in place.outlines:
            if min(o.width, o.height) < _LEAST:
                continue
            if o.kind == "rectangle":
                frames.append(o)
            elif sum(o.holds(p.outlines[0].centre) for p in places) > _CELLS:
                box = bounds(o.around())
                frames.append(Outline("rectangle", box.centre, box.width, box.height))
    return sorted(frames, key=lambda o: (not o.cut, -o.area))


class _Spot(NamedTuple):
    """Where in a board a frame may be: how it is turned, how large, and its left and top in the board."""

    off: float
    scale: float
    quarter: int
    left: int
    top: int


class _Spots(NamedTuple):
    """A frame on a page and where in the board it may be, the likeliest first."""

    page: int
    outline: Outline
    spots: list[_Spot]


class _Layer:
    """Lays a board's picture where it shows."""

    def __init__(self, pages: Sequence[Page], part: BoardPart, look: Look) -> None:
        self._pages = pages
        self._part = part
        self._look = look
        #: The board's picture by scales and quarters, as spectra of it and of its squares.
        self._known: dict[tuple[float, int], tuple[tuple[int, ...], Spectrum, Spectrum]] = {}
        #: In which sizes and quarters windows were found.
        self._ways: dict[tuple[float, int], None] = {}

    def spots(self, index: int, outline: Outline, places: Sequence[Place]) -> list[_Spot]:
        """Return where in the board a frame may be, nowhere where it shows none of it."""
        seen: Grey = smoothed(_cut(self._pages[index], outline)[None], "hexagon")[0]
        spots = [spot for way in self._ways for spot in self._laid(seen, *way)]
        if not spots or min(spots).off > _ROUGHLY:
            ways = [(scale, k) for scale in self._scales(places, outline) for k in range(4)]
            spots = [spot for way in ways for spot in self._laid(seen, *way)]
        least = min(spots, default=None)
        if least is None or least.off > _ROUGHLY:
            return []
        likely = {spot[1:3] for spot in spots if spot.off < _TURNED * least.off}
        spots = [spot for spot in spots if spot[1:3] in likely]
        self._ways |= dict.fromkeys((spot.scale, spot.quarter) for spot in spots)
        return spots

    def _scales(self, places: Sequence[Place], frame: Outline) -> list[float]:
        """Return in which sizes a board may be drawn, as its cells or its own form tell."""
        part = self._part
        cells = sorted(
            p.outlines[0].width
            for p in places
            if p.outlines[0].kind == "hexagon" and frame.holds(p.outlines[0].centre, 0.5)
        )
        share = part.box.width / part.box.height
        sizes = {1.0}
        if len(cells) > _CELLS:
            sizes.add(round(cells[len(cells) // 2] / part.cell, 3))
        elif abs(frame.width / frame.height / share - 1) < 0.005:
            sizes.add(round(frame.width / part.box.width, 3))
        return sorted(sizes, key=lambda size: abs(size - 1))

    def _laid(self, seen: Grey, scale: float, quarter: int) -> Iterator[_Spot]:
        """Yield where in a board that is turned by quarters a window may show: the sum of squares is least.

        By three correlations; what is seen reaches beyond the board by a margin at most.
        """
        if (scale, quarter) not in self._known:
            board = np.rot90(_board(self._part, self._look, scale), -quarter)
            # Thin lines tell where the board lies to less than a point only if they are wider.
            wide = smoothed(np.pad(board, _MARGIN)[None], "hexagon")[0]
            shape = [int(2 ** math.ceil(math.log2(side))) for side in wide.shape]
            spectra = np.fft.rfft2(wide, shape), np.fft.rfft2(wide**2, shape)
            self._known[scale, quarter] = wide.shape, *spectra
        size, spectrum, squares = self._known[scale, quarter]
        if any(s > w for s, w in zip(seen.shape, size, strict=True)):
            return
        shape = [int(2 ** math.ceil(math.log2(side))) for side in size]
        both = squares * np.conj(np.fft.rfft2(np.ones_like(seen), shape))
        both -= 2 * spectrum * np.conj(np.fft.rfft2(seen, shape))
        own = float((seen**2).sum())
        rows, columns = (w - s + 1 for s, w in zip(seen.shape, size, strict=True))
        sums = np.fft.irfft2(both, shape)[:rows, :columns] + own
        off = np.sqrt(np.maximum(sums, 0.0) / max(1.0, own))
        least = float(off.min())
        for _ in range(_MOST_SPOTS):
            row, column = (int(k) for k in np.unravel_index(int(off.argmin()), off.shape))
            if off[row, column] > _TIED * least:
                break
            left, top = column - _MARGIN, row - _MARGIN
            yield _Spot(float(off[row, column]), scale, quarter, left, top)
            off[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4] = np.inf

    def placed(self, windows: Sequence[_Spots], way: tuple[float, int]) -> Iterator[Window]:
        """Yield the windows of a board that is turned one way; those turned otherwise as they are.

        Of places that look alike a window's is in the rows and columns of pages that most windows
        are in, and free.
        """
        own = [w._replace(spots=[s for s in w.spots if s[1:3] == way] or w.spots) for w in windows]
        across, down = (_ROUGH * self._pitch(own, axis) for axis in (0, 1))

        def cell(spot: _Spot) -> tuple[int, int]:
            return round(math.remainder(spot.left, across)), round(math.remainder(spot.top, down))

        votes: Counter[tuple[int, int]] = Counter()
        for window in own:
            cells = {(x + dx, y + dy) for x, y in map(cell, window.spots) for dx, dy in _ABOUT}
            votes.update(cells)
            votes.update({*map(cell, window.spots)})
        taken: Counter[tuple[int, int]] = Counter()
        chosen: dict[int, _Spot] = {}
        for k in sorted(range(len(own)), key=lambda k: len(own[k].spots)):
            chosen[k] = spot = max(
                own[k].spots,
                key=lambda s: (votes[cell(s)], -taken[s.left // 3, s.top // 3], -s.off),
            )
            taken[spot.left // 3, spot.top // 3] += 1
        found = []
        for k, (index, outline, _) in enumerate(own):
            spot = chosen[k]
            x, y = outline.centre.x - outline.width / 2, outline.centre.y - outline.height / 2
            at = Point(x - spot.left / _ROUGH, y - spot.top / _ROUGH)
            lying = _lying(self._part, spot.scale, spot.quarter, at)
            found.append(self._refined(index, outline, lying, spot.scale, _STEPS))
        if len(found) > _FEW:
            found = [self._as_others(window, found) for window in found]
        yield from (window for window in found if window.off < _SHOWN)

    def _as_others(self, window: Window, found: Sequence[Window]) -> Window:
        """Return a window where the pages above and beside it say, if it shows that there."""
        laid = [w for w in found if w.off < _SHOWN]
        if not laid:
            return window
        at = window.lying.e, window.lying.f
        columns, rows = (sorted({round(w.lying[k], 1) for w in laid}) for k in (4, 5))
        near = {
            (x, y)
            for x, y in itertools.product(columns, rows)
            if window.off >= _SHOWN or max(abs(x - at[0]), abs(y - at[1])) < _NEAR
        }
        best = min(laid, key=lambda w: w.off)
        others = [
            self._refined(
                window.page, window.outline, best.lying._replace(e=x, f=y), best.scale, _STEPS[-2:]
            )
            for x, y in sorted(near)
            if abs(x - at[0]) + abs(y - at[1]) > _ASIDE
        ]
        return min((window, *others), key=lambda w: w.off)

    def _pitch(self, windows: Sequence[_Spots], axis: int) -> float:
        """Return how far pages lie apart on the board, as the lines by which they are laid say."""
        found = []
        for w in windows:
            sides = w.outline.width, w.outline.height
            first = w.outline.centre[axis] - sides[axis] / 2
            found += [
                round(start[axis] - first, 1)
                for start, end in _alignment(self._pages[w.page])
                if start.distance(end) > sides[1 - axis] / 2
                and abs(start[axis] - end[axis]) < 0.01
                and _LEAST < start[axis] - first < sides[axis] - _INSET
            ]
        return usual(found, math.inf)

    def _refined(
        self, index: int, outline: Outline, lying: Transform, scale: float, steps: Sequence[float]
    ) -> Window:
        """Return a window with how the board lies exactly, by least squares of shift and size."""
        off = 1.0
        for per in steps:
            step, size, off = _laid_over(
                self._pages[index], outline, self._part, self._look, lying, per
            )
            if per < _FINE:  # the cells have told how large it is
                size = 1.0
            middle = outline.centre
            about = Transform(
                size, 0.0, 0.0, size,
                middle.x * (1 - size) + step.x, middle.y * (1 - size) + step.y,
            )  # fmt: skip
            lying, scale = about @ lying, scale * size
            if per == _FINE and step.distance(ORIGIN) < _STILL and abs(size - 1) < _STILL / 100:
                break
        return Window(index, outline, lying, scale, off)


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
    return _ink(pixels[np.ix_(r, c)], round(per / _ROUGH))


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
