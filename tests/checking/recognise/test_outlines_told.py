"""Which shapes are outlines of pieces, and which outline at a place is cut: tables of measures."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.geometry.plane import Point, Transform, bounds, regular_polygon
from generator.checking.pages.shapes import Budget, Part, Shape
from generator.checking.recognise import outlines
from generator.checking.recognise.holding import Together
from generator.checking.recognise.outlines import Outline
from tests.checking.recognise.test_recognisers import marks, page
from tests.checking.recognise.test_tiles_found import Watched

STEPS = Budget(10**7, "x")
FILLED = Outline("rectangle", Point(45, 40), 34, 24)


def shape(points, *, closed: bool = True) -> Shape:
    """Return a shape of one run of points."""
    return Shape([Part(tuple(points), closed, bounds(points))])


@pytest.mark.parametrize(
    ("width", "height", "is_disc"),
    [(20, 20, True), (20, 20.3, True), (20, 20.39, True), (20.39, 20, True), (20, 20.43, False),
     (20.43, 20, False), (20, 22.1, False), (100, 102.1, False)],
)  # fmt: skip
def test_a_disc_is_as_high_as_wide_to_a_fiftieth(width, height, is_disc):
    ring = [Point(width / 2 * x, height / 2 * y) for x, y in regular_polygon(36, 1.0, first=0.0)]
    found = outlines._measured(shape(ring), Transform(), STEPS)
    assert found == (Outline("disc", bounds(ring).centre, width, height) if is_disc else None)


def test_a_hexagon_that_is_filled_need_not_be_closed():
    here = SimpleNamespace(budget=STEPS)
    hexagon = shape(regular_polygon(6, 10.0, first=30.0), closed=False)
    (found,) = outlines.of_shape(here, hexagon, Transform.translation(30, 40))
    assert (found.kind, found.centre) == ("hexagon", pytest.approx((30, 40)))
    assert found.width == pytest.approx(10 * math.sqrt(3))


@pytest.mark.parametrize(
    ("across", "down", "holds"),
    [(8.99, 17.99, True), (-8.99, -17.99, True), (9.0, 0.0, False), (0.0, 18.0, False),
     (-9.0, 0.0, False), (0.0, -18.0, False), (9.01, 17.0, False)],
)  # fmt: skip
def test_what_lies_well_inside_lies_within_nine_tenths_of_the_sides(across, down, holds):
    """Of 20 by 40 mm: 9 and 18 mm from the middle are outside."""
    large = Outline("rectangle", Point(64, 32), 20, 40)
    small = Outline("disc", Point(64 + across, 32 + down), 3, 3)
    assert large.holds(small.centre) is holds
    together = Together([large, small])
    assert together.holding(small.centre) == ([0, 1] if holds else [1])
    assert together.held_by(large) == ([0, 1] if holds else [0])


@pytest.mark.parametrize(
    ("group", "cut"),
    [
        ([FILLED], (28, 18)),
        # What is cut out is that of the largest, whichever is painted first.
        ([FILLED._replace(width=10, height=8), FILLED], (28, 18)),
        ([FILLED, FILLED._replace(width=10, height=8)], (28, 18)),
        # One line to cut along is enough, and discs have none.
        ([FILLED, FILLED._replace(width=28, height=18, cut=True)], None),
        ([FILLED._replace(kind="disc")], None),
        ([FILLED._replace(kind="disc"), FILLED._replace(width=10, height=8)], None),
    ],
)
def test_crop_marks_cut_the_largest_rectangle_that_has_no_line(group, cut):
    """Marks for 28 by 18 mm, about a rectangle of 3 mm more on every side."""
    here = page(marks(31, 31, 59, 49, 3, 4))
    found = outlines._trimmed(here, group)
    assert [*found[: len(group)]] == group
    assert [(o.width, o.height, o.cut) for o in found[len(group) :]] == (
        [(*cut, True)] if cut else []
    )


def test_places_are_found_once_and_told_for_each_page_that_asks():
    here = page('<rect x="10" y="10" width="30" height="20"/>')
    here.budget = Watched()
    first = outlines.candidates(0, here)
    paid = here.budget.by.total()
    assert [(c.page, c.outlines) for c in outlines.candidates(3, here)] == [(3, first[0].outlines)]
    assert here.budget.by.total() == paid > 0
