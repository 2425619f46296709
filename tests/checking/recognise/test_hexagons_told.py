"""What is a hexagon, a half or a sixth of one, by tables of corners; and which outlines are those of pieces."""

from __future__ import annotations

import math

import pytest

from engine.geometry.plane import Point, Transform, bounds, regular_polygon
from generator.checking.pages.shapes import Part, Shape
from generator.checking.recognise import hexagons, outlines


def part(points, *, closed: bool = True) -> Part:
    """Return a run of points."""
    own = tuple(Point(*point) for point in points)
    return Part(own, closed, bounds(own))


def of(points) -> list[hexagons.Hexagon]:
    """Return what a closed run of points is."""
    return hexagons._of_part(part(points), Transform())


def near(points, others) -> bool:
    """Tell whether points are others, in whatever order."""
    pairs = zip(sorted(points), sorted(others), strict=True)
    return all(a.distance(b) < 1e-6 for a, b in pairs)


HEXAGON = regular_polygon(6, 10.0, first=12.0)


@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize("closed", [True, False])
def test_lines_that_do_not_close_are_no_hexagon(filled, closed):
    shape = Shape([part(HEXAGON, closed=closed)])
    found = hexagons.of_shape(shape, Transform(), filled=filled)
    assert len(found) == (1 if filled or closed else 0)


@pytest.mark.parametrize("corner", range(6))
def test_a_hexagon_may_lack_a_corner(corner):
    before, at, after = (HEXAGON[(corner + k) % 6] for k in (-1, 0, 1))
    cut = [
        *HEXAGON[:corner],
        at.towards(before, 0.1),
        at.towards(after, 0.1),
        *HEXAGON[corner + 1 :],
    ]
    (found,) = of(cut)
    assert found.centre == pytest.approx((0, 0), abs=1e-9)
    assert found.radius == pytest.approx(10.0)
    assert found.angle == pytest.approx(12.0)
    assert near(found.corners, HEXAGON)


def test_the_three_widths_of_a_hexagon():
    flat = [Point(x, 0.9 * y) for x, y in regular_polygon(6, 10.0, first=0.0)]
    across = math.sqrt(3) * 10
    oblique = math.hypot(15.0, 0.9 * across / 2)
    assert sorted(hexagons.widths(flat)) == pytest.approx(sorted([0.9 * across, oblique, oblique]))
    turned = [*flat[2:], *flat[:2]]
    assert sorted(hexagons.widths(turned)) == pytest.approx(sorted(hexagons.widths(flat)))
    assert hexagons.widths(turned) != pytest.approx(hexagons.widths(flat))


TRIANGLE = regular_polygon(3, 10 / math.sqrt(3), first=20.0, centre=Point(30, 40))


def test_a_triangle_is_a_sixth_of_three_hexagons():
    found = of(TRIANGLE)
    assert near([one.centre for one in found], TRIANGLE)
    for one in found:
        assert (one.corners, one.whole, one.is_of_sixth) == ((), False, True)
        assert one.radius == pytest.approx(10.0)
        assert math.remainder(one.angle - 50, 60) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("aside", "count"), [(0.0, 3), (0.003, 3), (0.1, 0), (0.4, 0), (-0.1, 0), (-0.003, 3)]
)
def test_a_point_on_a_side_is_no_corner(aside, count):
    a, b, _ = TRIANGLE
    middle, across = a.towards(b, 0.5), (b.y - a.y, a.x - b.x)
    kink = middle.moved(aside * across[0] / 10, aside * across[1] / 10)
    assert len(of([a, kink, *TRIANGLE[1:]])) == count
    assert len(of([a, a, kink, *TRIANGLE[1:], TRIANGLE[-1]])) == count


@pytest.mark.parametrize(
    ("size", "stretched", "count"),
    [(2.02, 1.0, 3), (1.98, 1.0, 0), (10, 1.02, 3), (10, 1.03, 0), (10, 0.97, 0)],
)
def test_a_sixth_has_sides_alike_of_two_millimetres(size, stretched, count):
    base, tip = size, math.sqrt(3) / 2 * size * stretched
    assert len(of([(0, 0), (base, 0), (base / 2, tip)])) == count


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("leg", [0.85, 1.0, 1.9])
def test_a_half_hexagon_tells_its_own(first, leg):
    """Its corners in any order, from the middle of the hexagon that lies beside it."""
    inner = regular_polygon(6, 10.0, first=12.0, centre=Point(30, 40))[:2]
    corners = [*inner, *(Point(30, 40).towards(p, 1 + leg) for p in reversed(inner))]
    (found,) = of([*corners[first:], *corners[:first]])
    assert found.centre == pytest.approx((30, 40), abs=1e-6)
    assert (found.corners, found.whole, found.is_of_sixth) == ((), False, False)
    assert found.radius == pytest.approx(10.0)
    assert found.angle == pytest.approx(12.0)


@pytest.mark.parametrize(("leg", "count"), [(0.75, 0), (2.05, 0), (0.82, 1), (1.98, 1)])
def test_how_long_the_legs_of_half_hexagons_are(leg, count):
    inner = regular_polygon(6, 10.0, first=12.0)[:2]
    assert (
        len(of([*inner, *(Point(p.x * (1 + leg), p.y * (1 + leg)) for p in inner[::-1])])) == count
    )


@pytest.mark.parametrize(
    ("second", "legs", "count"),
    [
        ((10, 60), ((20, 0), (20, 60)), 1),
        # Legs that run in by the middle, one or both.
        ((10, 60), ((-5, 0), (25, 60)), 0),
        ((10, 60), ((-10, 0), (-10, 60)), 0),
        # Rays that meet too far from one of their ends.
        ((10.3, 59), ((20, 0), (20.3, 59)), 0),
    ],
)
def test_the_legs_of_half_hexagons_lie_on_rays(second, legs, count):
    def on(radius: float, angle: float) -> tuple[float, float]:
        return radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))

    one, other = (on(*leg) for leg in legs)
    assert len(of([on(10, 0), on(*second), other, one])) == count


# ------------------------------------------------------------------------- outlines


def oblong(width: float, height: float, turn: float) -> list[Point]:
    """Return the corners of a turned rectangle, from the left top one."""
    x, y = width / 2, height / 2
    turned = Transform.translation(50, 40) @ Transform.rotation(turn)
    return [turned.apply(corner) for corner in ((-x, -y), (x, -y), (x, y), (-x, y))]


@pytest.mark.parametrize("turn", [-40, -30, -1, 1, 20, 44])
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("order", [1, -1])
def test_turned_rectangles_stand_as_they_are_turned_least(turn, first, order):
    corners = oblong(30, 20, turn)
    found = outlines._turned(*(corners[(first + order * k) % 4] for k in range(4)))
    assert found[:5] == (
        "rectangle",
        pytest.approx((50, 40)),
        pytest.approx(30),
        pytest.approx(20),
        pytest.approx(turn),
    )


@pytest.mark.parametrize(
    ("corners", "is_one"),
    [
        (oblong(30, 20, 0.01), False),  # by its ends less than a hundredth of a millimetre askew
        (oblong(30, 20, 0.03), True),
        (oblong(20, 30, 0.03), True),
        (oblong(30, 2.6, 9), True),
        (oblong(30, 2.4, 9), False),
        (oblong(2.4, 30, 9), False),
        ([*oblong(30, 20, 9)[:3], oblong(30, 20.1, 9)[3]], False),
        ([oblong(30, 20.1, 9)[0], *oblong(30, 20, 9)[1:]], False),
        (oblong(30, 20, 9)[:2] + oblong(24, 20, 9)[2:], False),
    ],
)
def test_what_is_a_turned_rectangle(corners, is_one):
    assert (outlines._turned(*corners) is not None) is is_one


@pytest.mark.parametrize(
    ("first", "angle"), [(30, 0), (30.005, 90), (59.995, 90), (0, 90), (45, 15), (10, -20), (31, 1)]
)
def test_how_hexagons_stand(first, angle):
    (found,) = of(regular_polygon(6, 10.0, first=float(first), centre=Point(50, 40)))
    shown = outlines._hexagon(found)
    if first == 30.005:
        angle = 0.005
    assert shown.kind == "hexagon"
    assert shown.centre == pytest.approx((50, 40))
    assert (shown.width, shown.height) == pytest.approx((10 * math.sqrt(3), 20))
    assert shown.angle == pytest.approx(angle, abs=1e-6)
    assert shown.corners == found.corners


def test_an_uneven_hexagon_lies_about_the_mean_of_its_corners():
    uneven = [p.moved(0.3, 0.1) if k == 1 else p for k, p in enumerate(HEXAGON)]
    (found,) = of(uneven)
    shown = outlines._hexagon(found)
    assert shown.centre == pytest.approx((0.05, 0.1 / 6), abs=1e-6)
    assert found.centre == pytest.approx((0.05, 0.1 / 6), abs=1e-6)
    assert shown.width == pytest.approx(sum(hexagons.widths(found.corners)) / 3)


@pytest.mark.parametrize(("short", "is_one"), [(0.02, True), (0.022, False)])
def test_the_last_turn_of_a_hexagon_counts_as_the_others(short, is_one):
    turns = [k * (math.pi / 3 - short) for k in range(6)]
    corners = [Point(50 + 10 * math.cos(turn), 50 + 10 * math.sin(turn)) for turn in turns]
    assert (hexagons._regular(corners) is not None) is is_one
