"""Squares and discs on a page that may be pieces: where they lie and how large they are cut.

Only filled ones count, each once however often it is drawn.  Where a ground reaches beyond the cut,
the cut line or the crop marks about it tell the size.  Knows no game, and not what is on them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.geometry.plane import Box, Point, Transform
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import squares
from generator.checking.recognise.forms import Form, form
from generator.checking.recognise.lines import lines

#: Nothing smaller is a piece, in millimetres.
SMALLEST = 2.5
#: Forms whose middles are this near to each other lie on one another, in millimetres.
_NEAR = 0.5
#: Sides of a square may differ by this share.
_EVEN = 0.08
#: What is much smaller than the ground is drawn upon it.
_UPON = 0.6
#: How far crop marks lie outside a ground, and how long they are, in millimetres.
_CROP_FROM, _CROP_LONG = 8.0, (1.0, 7.0)
#: A panel reaches this far beyond what lies on it, and is this much smaller than the page.
_PANEL, _PAGE = 1.037, 0.9  # no bleed that one would ask for, so that none lies on the edge


class Blank(NamedTuple):
    """A square (``rectangle``) or ``disc``: the page's index, its box as cut, its mark's number.

    ``bleed`` is how far its ground reaches beyond the box, None where nothing tells.
    """

    page: int
    shape: str
    box: Box
    mark: int
    bleed: float | None = None

    @property
    def frame(self) -> Transform:
        """The transform to the page from the unit frame: from -1 to 1 across and down."""
        half = (self.box.width + self.box.height) / 4
        return Transform(half, 0.0, 0.0, half, *self.box.centre)

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the cut line, of a disc points all round."""
        if self.shape == "rectangle":
            return self.box.corners()
        x, y = self.box.width / 2, self.box.height / 2
        turns = (math.radians(10 * k) for k in range(36))
        return tuple(self.box.centre.moved(x * math.cos(t), y * math.sin(t)) for t in turns)


class _Drawn(NamedTuple):
    """A square or disc as drawn: its mark, its form, whether it is filled, its line's width."""

    mark: int
    form: Form
    filled: bool
    width: float


def find(pages: Sequence[Page]) -> list[Blank]:
    """Return the squares and discs of pages, in painting order.

    Raises GameError when a page's budget is used up.
    """
    found = [blank for k, page in enumerate(pages) for blank in _bled(_on_page(k, page))]
    # Pictures on something larger are no pieces, but for sheets that have a ground all over.
    return [blank for blank in found if not _is_on_panel(pages[blank.page], blank)] or found


def _on_page(index: int, page: Page) -> list[Blank]:
    groups: dict[tuple[str, int, int], list[list[_Drawn]]] = {}
    for k, mark in enumerate(page.marks):
        found = form(mark.shape, mark.transform, page.budget)
        shape = _shape(found) if found is not None else ""
        if found is not None and shape:
            drawn = _Drawn(k, found, mark.fill is not None, mark.width)
            _group_at(page, groups, shape, found.middle).append(drawn)
    blanks = [
        blank
        for (shape, _, _), here in groups.items()
        for group in here
        if (blank := _blank(index, page, shape, group)) is not None
    ]
    return sorted(blanks, key=lambda blank: blank.mark)


def _bled(found: Sequence[Blank]) -> Iterator[Blank]:
    """Yield a page's blanks, those without marks of their own cut as others of their size are."""
    bleeds: dict[tuple[str, float], Counter[float]] = {}
    for blank in found:
        if blank.bleed is not None:
            size = round(blank.box.width + 2 * blank.bleed, 1)
            counts = bleeds.setdefault((blank.shape, size), Counter())
            counts[round(blank.bleed, 2)] += 1
    for blank in found:
        counts = bleeds.get((blank.shape, round(blank.box.width, 1)), Counter())
        if blank.bleed is None and counts:
            ((bleed, _),) = counts.most_common(1)
            yield blank._replace(box=blank.box.grown(-bleed), bleed=bleed)
        else:
            yield blank


def _shape(found: Form) -> str:
    """Return ``rectangle`` for a square, ``disc`` for a circle, "" for what is neither."""
    if 2 * min(found.across, found.down) < SMALLEST:
        return ""
    if abs(found.across - found.down) > _EVEN * found.across:
        return ""
    return "disc" if found.is_round else "rectangle" if found.is_rectangle else ""


def _group_at(
    page: Page, groups: dict[tuple[str, int, int], list[list[_Drawn]]], shape: str, at: Point
) -> list[_Drawn]:
    """Return the group at a place, a new one where there is none."""
    column, row = math.floor(at.x), math.floor(at.y)
    for x in (column - 1, column, column + 1):
        for y in (row - 1, row, row + 1):
            for group in groups.get((shape, x, y), ()):
                page.budget.spend(2)
                if group[0].form.middle.distance(at) <= _NEAR:
                    return group
    fresh: list[_Drawn] = []
    groups.setdefault((shape, column, row), []).append(fresh)
    return fresh


def _blank(index: int, page: Page, shape: str, group: Sequence[_Drawn]) -> Blank | None:
    """Return what is drawn at a place: its topmost ground, cut where a line or marks say."""
    filled = [drawn for drawn in group if drawn.filled]
    if not filled:
        return None
    largest = max(drawn.form.across for drawn in filled)
    ground = max((d for d in filled if d.form.across >= _UPON * largest), key=lambda d: d.mark)
    half = ground.form.across
    cut = [
        drawn.form
        for drawn in group
        if not drawn.filled
        and _UPON * half <= drawn.form.across < half - 0.01
        # An outline drawn inside the edge is no cut line.
        and abs(half - drawn.form.across - drawn.width / 2) > 0.01
    ]
    whole = _box(ground.form)
    if cut:
        box = _box(max(cut, key=lambda form: form.across))
        return Blank(index, shape, box, ground.mark, (whole.width - box.width) / 2)
    side = _cropped(page, whole) if shape == "rectangle" else 0.0
    if not side:
        return Blank(index, shape, whole, ground.mark)
    bleed = (whole.width - side) / 2
    return Blank(index, shape, whole.grown(-bleed), ground.mark, bleed)


def _box(found: Form) -> Box:
    x, y = found.middle
    return Box(x - found.across, y - found.down, x + found.across, y + found.down)


def _cropped(page: Page, box: Box) -> float:
    """Return the side of the square that crop marks about a ground cut out of it, 0 without."""
    halves: Counter[float] = Counter()
    for line in lines(page, page.near(box.grown(_CROP_FROM))):
        if not _CROP_LONG[0] <= line.length <= _CROP_LONG[1]:
            continue
        middle, low, high = (
            (box.centre.y, box.left, box.right)
            if line.level
            else (box.centre.x, box.top, box.bottom)
        )
        outside = line.end <= low or line.start >= high
        aside = abs(line.at - middle)
        if outside and _UPON * box.width / 2 < aside < box.width / 2 - 0.01:
            halves[round(aside, 2)] += 1
    half, count = max(halves.items(), key=lambda item: (item[1], item[0]), default=(0.0, 0))
    return 2 * half if count > 1 else 0.0


def _is_on_panel(page: Page, blank: Blank) -> bool:
    """Tell whether a painted panel, larger and below, is seen on three sides of a blank or more."""
    around = blank.box.grown(_PANEL + (blank.bleed or 0.0))
    near = [k for k in page.near(around) if k < blank.mark]
    panels = {k for k in near if _is_panel(page, page.marks[k]) and page.marks[k].box.holds(around)}
    if not panels:
        return False
    x, y = around.centre
    sides = [
        Point(around.left, y),
        Point(around.right, y),
        Point(x, around.top),
        Point(x, around.bottom),
    ]
    return sum(k in panels for k in squares.seen(page, near, sides)) > 2


def _is_panel(page: Page, mark: Mark) -> bool:
    """Tell whether a mark is painted, and not the ground of the page."""
    whole = mark.box.width > _PAGE * page.width and mark.box.height > _PAGE * page.height
    return mark.fill is not None and not whole
