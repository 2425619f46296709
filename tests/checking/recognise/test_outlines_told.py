"""Which shapes are outlines of pieces, and which outline at a place is cut: tables of measures."""

from __future__ import annotations

import pytest

from engine.geometry.plane import Box, Point, Transform, bounds, regular_polygon
from generator.checking.pages.shapes import Part, Shape
from generator.checking.recognise import candidates as tiles
from generator.checking.recognise import outlines, trims
from generator.checking.recognise.holding import Together
from generator.checking.recognise.outlines import Outline
from tests.checking.recognise.test_recognisers import marks, page, stroked

GROUND = Box(28, 28, 62, 52)
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
    found = outlines._measured(shape(ring), Transform())
    assert found == (Outline("disc", bounds(ring).centre, width, height) if is_disc else None)


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


def two(side: str, by: float, off: float = 0.0) -> str:
    """Return the two crop marks of one edge of 34 by 24 mm, a millimetre beyond its ground; one aside by ``off``."""
    left, top, right, bottom = 28 + by, 28 + by, 62 - by, 52 - by
    ends = {
        "left": (f"M27 {top}h-4", f"M27 {bottom + off}h-4"),
        "right": (f"M63 {top}h4", f"M63 {bottom + off}h4"),
        "top": (f"M{left} 27v-4", f"M{right + off} 27v-4"),
        "bottom": (f"M{left} 53v4", f"M{right + off} 53v4"),
    }
    return "".join(stroked(d, 0.1) for d in ends[side])


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize("by", [0.3, 2.0, 4.0])
def test_the_marks_of_one_edge_tell_a_bleed(side, by):
    assert trims.bleed(page(two(side, by)), GROUND) == pytest.approx(by)


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("level", [True, False])
def test_marks_of_two_corners_tell_a_bleed_of_tenths(corner, level):
    """A level mark or an upright one at one corner and its twin on the same line beyond the other."""
    x, y = (28, 62)[corner % 2], (28, 52)[corner // 2]
    inwards = (0.3 if x == 28 else -0.3), (0.3 if y == 28 else -0.3)
    if level:
        ends = f"M27 {y + inwards[1]}h-4", f"M63 {y + inwards[1]}h4"
    else:
        ends = f"M{x + inwards[0]} 27v-4", f"M{x + inwards[0]} 53v4"
    assert trims.bleed(page("".join(stroked(d, 0.1) for d in ends)), GROUND) == 0.3


@pytest.mark.parametrize(
    ("body", "bleed"),
    [
        (two("left", 2.0, 0.003), 2.0),  # alike to a hundredth
        (two("left", 2.0, 0.03), None),
        (two("left", 3.0) + two("right", 2.0) + two("top", 2.0), 2.0),  # what most tell
        (two("left", 2.0) + two("right", 2.0) + two("top", 3.0), 2.0),
        (two("left", 2.0) + two("right", 3.0) + two("top", 3.0), 3.0),
        (two("bottom", 2.0) + stroked("M40 20v-4", 0.1) + two("top", 2.0), 2.0),
        (marks(30, 30, 60, 50, 11, 4), None),  # farther than eight millimetres
        (marks(30, 30, 60, 50, 9.5, 4), 2.0),
    ],
)
def test_which_bleed_marks_tell(body, bleed):
    assert trims.bleed(page(body), GROUND) == bleed


def test_marks_in_whatever_order_are_those_of_their_ground():
    """Of many grounds on a page each finds its own, painted from the bottom right."""
    places = [(58, 48), (58, 10), (10, 48), (10, 10)]
    bodies = [marks(x + 2, y + 2, x + 32, y + 22, 2, 4) for x, y in places]
    here = page("".join(bodies))
    grounds = [Box(x, y, x + 34, y + 24) for x, y in places]
    assert [trims.bleed(here, ground) for ground in grounds] == [2.0] * 4


HEXAGON = " ".join(f"{x:.4f} {y:.4f}" for x, y in regular_polygon(6, 10.0, first=30.0))


@pytest.mark.parametrize(
    ("paint", "closed", "found"),
    [
        ("", "z", 1),
        ("", "", 1),  # what is filled closes by itself
        ('fill="none" stroke="#000000"', "z", 1),
        ('fill="none" stroke="#000000"', "", 0),
    ],
)
def test_hexagons_of_tiles_are_filled_or_closed(paint, closed, found):
    here = page(f'<path transform="translate(50 40)" d="M{HEXAGON}{closed}" {paint}/>')
    assert len(tiles._groups(here)) == found


@pytest.mark.parametrize(("x", "y"), [(20, 0), (0, 20), (-20, 0), (0, -20)])
def test_hexagons_are_apart_by_where_they_lie_not_by_how_they_were_moved(x, y):
    """One about the origin, one aside, moved as much farther that way: twice as far apart."""
    aside = " ".join(f"{u + x:.4f} {v + y:.4f}" for u, v in regular_polygon(6, 10.0, first=30.0))
    here = page(
        f'<path transform="translate(50 40)" d="M{HEXAGON}z"/>'
        f'<path transform="translate({50 + x} {40 + y})" d="M{aside}z"/>'
    )
    centres = [group[0].centre for group in tiles._groups(here)]
    assert centres == [pytest.approx((50, 40)), pytest.approx((50 + 2 * x, 40 + 2 * y))]
