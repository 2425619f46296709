"""Where tiles of seven areas may lie, by tables: which hexagons are of one place, and what their corners say."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.geometry.plane import Point, Transform
from generator.checking.recognise import candidates
from generator.checking.recognise.candidates import TileCandidate, _Corner
from generator.checking.recognise.hexagons import Hexagon
from tests.cases import some
from tests.checking.recognise.test_recognisers import hexagon, page


def at(x: float, y: float, radius: float, angle: float = 30.0, **of: bool) -> Hexagon:
    """Return a hexagon about a place; its first corner lies as far to the right of it."""
    return Hexagon(Point(x, y), radius, angle, (Point(x + radius, y),), **of)


@pytest.mark.parametrize(
    ("radii", "asked", "first"),
    [
        # Of those equally near, to a hundredth, the first.
        ([10.003, 10.001], 10.0, 10.003),
        ([10.04, 10.0], 10.0, 10.0),
        ([10.0, 8.0], 8.5, 8.5),
        # One about as large is taken as it is drawn, else it is made as large.
        ([10.0], 10.04, 10.0),
        ([10.0], 9.96, 10.0),
        ([10.0], 10.1, 10.1),
        ([10.0], 5.0, 5.0),
    ],
)
def test_the_corners_that_are_drawn(radii, asked, first):
    drawn = tuple(at(40, 30, radius) for radius in radii)
    one = TileCandidate(Point(40, 30), 30.0, drawn, (10.0,), False, Point(0, 0))
    assert one.outline(asked)[0].distance(Point(40, 30)) == pytest.approx(first)


def test_without_a_hexagon_corners_are_those_of_the_frame():
    bare = TileCandidate(Point(40, 30), 42.0, (), (10.0,), False, Point(0, 0))
    turns = [math.radians(42 + 60 * k) for k in range(6)]
    wanted = [(40 + 9 * math.cos(turn), 30 + 9 * math.sin(turn)) for turn in turns]
    found = bare.outline(9.0)
    assert len(found) == 6
    assert all(min(Point(*p).distance(q) for q in found) < 1e-9 for p in some(wanted))


@pytest.mark.parametrize(
    ("body", "places"),
    [
        # Two are about one place within a tenth of their radius, and within a millimetre.
        (hexagon(40, 35, 15) + hexagon(40.9, 35, 15), 1),
        (hexagon(40, 35, 15) + hexagon(41.2, 35, 15), 2),
        (hexagon(40, 35, 5) + hexagon(40.4, 35, 5), 1),
        (hexagon(40, 35, 5) + hexagon(40.7, 35, 5), 2),
        (hexagon(40, 35, 5) + hexagon(40, 35.7, 5), 2),
    ],
)
def test_hexagons_about_one_place(body, places):
    assert len(candidates._groups(page(body))) == places


def over(first: float, second: float, by: float = 0.0, down: float = 0.0) -> str:
    """Return two hexagons about a place, the second a line."""
    line = hexagon(40 + by, 35 + down, second).replace("fill", 'fill="none" stroke')
    return hexagon(40, 35, first) + line


@pytest.mark.parametrize(
    ("body", "radii"),
    [
        (hexagon(40, 35, 12) + hexagon(40, 35, 6), [12, 6]),
        (hexagon(40, 35, 12) * 2 + hexagon(40, 35, 6), [12, 6]),
        (over(12, 12.02), [12, 12.02]),
        (over(12, 12.001), [12]),
        (over(12, 12, by=0.02), [12, 12]),
        (over(12, 12, down=0.02), [12, 12]),
        (over(12, 12, by=0.001), [12]),
    ],
)
def test_a_hexagon_that_is_drawn_twice_is_one(body, radii):
    (group,) = candidates._groups(page(body))
    assert [one.radius for one in group] == pytest.approx(radii, abs=0.002)


PART = {"whole": False}


@pytest.mark.parametrize(
    ("other", "is_kept"),
    [
        (at(40, 30, 10), True),  # whole itself
        (at(42.9, 30, 10, **PART), False),
        (at(43.1, 30, 10, **PART), True),
        (at(40, 33.1, 10, **PART), True),
        (at(40, 30, 12.4, **PART), False),
        (at(40, 30, 12.6, **PART), True),
        (at(40, 30, 3, **PART), False),
        (at(90, 30, 10, **PART), True),
    ],
)
def test_half_hexagons_within_a_whole_one_are_fragments(other, is_kept):
    whole, small, far = at(40, 30, 10), at(40, 30, 2), at(140, 30, 10)
    groups = [[small, whole, at(40, 30, 9, **PART)], [far], [other, other]]
    kept = candidates._without_fragments(groups)
    assert kept == (groups if is_kept else groups[:2])


@pytest.mark.parametrize(
    ("x", "y", "radius", "apart"),
    [
        (20, 0, 10, 20),
        (39, 0, 10, 39),
        (41, 0, 10, math.inf),  # farther off than two tiles
        (39, 30, 10, math.hypot(39, 30)),
        (20, 0, 10.4, 20),
        (20, 0, 10.6, math.inf),
        (20, 0, 9.6, 20),
        (0, 15, 10, 15),
    ],
)
def test_how_far_off_the_next_hexagon_is(x, y, radius, apart):
    far = at(300, 0, 10)
    found = candidates._apart([far, at(100, 0, 10), at(100 + x, y, radius)])
    assert found == [math.inf, pytest.approx(apart), pytest.approx(apart)]


@pytest.mark.parametrize(
    ("angle", "other", "is_structured", "tried"),
    [
        (30.0, 30.5, False, False),
        (30.0, 31.5, False, True),
        (30.0, 28.5, False, True),
        (30.0, 0.0, False, True),
        # Angles are told up to sixths of a turn.
        (0.3, 59.8, False, False),
        (59.8, 0.3, False, False),
        (0.3, 58.6, False, True),
        (58.6, 0.3, False, True),
        (30.0, 45.0, True, False),
    ],
)
def test_a_hexagon_that_lies_otherwise_may_be_the_tiles(
    monkeypatch, angle, other, is_structured, tried
):
    unit, turned = at(0, 0, 10, angle), at(0, 0, 8, other)
    asked = []

    def candidate(page, group, hexagon, apart):
        asked.append((group, hexagon, apart))
        structured = is_structured if hexagon is unit else True
        return SimpleNamespace(drawn=(unit, turned), structured=structured, of=hexagon)

    monkeypatch.setattr(candidates, "_candidate", candidate)
    found = candidates._likeliest(None, ["group"], unit, 30.0)
    assert found.of is (turned if tried else unit)
    assert asked == [(["group"], one, 30.0) for one in ([unit, turned] if tried else [unit])]


def test_a_hexagon_without_inner_areas_either_is_none_rather():
    body = hexagon(40, 35, 12) + hexagon(40, 35, 8, 40.0)
    (found,) = candidates.candidates(page(body))
    assert (round(found.radii[0], 3), found.structured, found.slip) == (12, False, (0, 0))


def test_a_half_hexagon_alone_is_of_a_tile_of_twice_its_size():
    body = hexagon(40, 35, 12)
    corners = body[body.index("M") : body.index("z")].split("L")
    half = page(f'<path d="{"L".join(corners[:4])}z" fill="#f00"/>')
    (found,) = candidates.candidates(half)
    assert (found.drawn, found.structured) == ((), False)
    assert found.radii == (pytest.approx(24, abs=0.01),)


def test_of_a_shape_of_several_hexagons_those_not_drawn_yet_are_found():
    one, other = hexagon(40, 35, 12), hexagon(80, 35, 12)
    both = f'<path d="{one.split(chr(34))[1]}{other.split(chr(34))[1]}" fill="#f00"/>'
    found = candidates._groups(page(one + both))
    assert [[round(h.centre.x) for h in group] for group in found] == [[40], [80]]


@pytest.mark.parametrize(
    ("shown", "radius"),
    [
        # Corners that tell a radius: as far as their marks reach, whether of bars, on how many rays.
        ([(10.0, 1.04, False, 3), (8.0, 1.04, True, 4), (6.0, 1.9, False, 6)], 10.0),
        ([(8.0, 1.04, True, 3), (6.0, 1.9, False, 6)], 8.0),
        ([(8.0, 1.04, False, 3), (6.0, 1.04, True, 6)], 8.0),
        ([(6.0, 2.1, False, 3), (4.0, 2.1, True, 6)], 6.0),
        ([(6.0, 2.1, False, 3), (4.0, 2.3, False, 6)], 6.0),
        ([(4.0, 2.1, True, 3), (8.0, 2.3, True, 6)], 4.0),
        ([(4.0, 2.3, True, 3), (6.0, 2.3, False, 6)], None),
    ],
)
def test_how_far_about_a_hexagon_its_tiles_corners_are_sought(monkeypatch, shown, radius):
    """Within it first, then about it; those of bars where there are no others."""

    def corners(page, frame, reach, *, bars):
        return [
            _Corner(ray % 6, own / 20 if ray < rays else 1.0, 0.0)
            for own, far, is_bar, rays in shown
            if far <= reach and (bars or not is_bar)
            for ray in range(rays + 1)
        ]

    monkeypatch.setattr(candidates, "_corners", corners)
    unit = at(40, 30, 10)
    found = candidates._candidate(None, [unit], unit, math.inf)
    assert (found.radii[0], found.structured) == (radius or 10.0, radius is not None)
    assert (found.centre, found.angle, found.slip) == ((40, 30), 30.0, (0, 0))


FRAME = Transform(10.0, 0.0, 0.0, 10.0, 40.0, 30.0)


@pytest.mark.parametrize(
    ("body", "reach", "found"),
    [
        # A corner at half the radius east of the middle.
        ('<path d="M45 30l.1 -3l-3 0z" fill="#f00"/>', 1.05, [(0, 0.5)]),
        ('<path d="M50.4 30l.1 -3l-3 0z" fill="#f00"/>', 1.05, [(0, 1.04)]),
        ('<path d="M50.4 30l.3 -3l-3 0z" fill="#f00"/>', 1.05, []),  # not all of it within
        ('<path d="M50.4 30l.3 -3l-3 0z" fill="#f00"/>', 1.1, [(0, 1.04)]),
        ('<path d="M29.3 30l.1 -3l-.3 0z" fill="#f00"/>', 1.05, []),
        ('<path d="M40 40.4l-3 0l0 .3z" fill="#f00"/>', 1.05, []),
    ],
)
def test_corners_of_marks_within_reach(body, reach, found):
    seen = candidates._corners(page(body), FRAME, reach, bars=False)
    near = [(one.ray, round(one.distance, 2)) for one in seen if abs(one.aside) < 1e-3]
    assert near == found


def test_corners_of_bars_count_where_they_are_asked_for():
    here = page('<path d="M42 29.9H48V30.1H42z" fill="#000"/>')
    assert candidates._corners(here, FRAME, 1.05, bars=False) == []
    assert {one.ray for one in candidates._corners(here, FRAME, 1.05, bars=True)} == {0}


@pytest.mark.parametrize(
    ("reaches", "count"),
    [
        # What is asked is whether inner corners at 1.03 and 1.1 of the unit may be a tile's: twice as
        # far something must reach, but no farther than a tile does whose inner hexagon is the unit.
        ({1.03: 3, 2.2: 1}, 1),
        ({1.1: 3, 2.3: 1}, 0),
        ({0.5: 3}, 1),
        ({0.52: 3}, 0),
        ({0.8: 3, 1.5: 1}, 0),
        ({0.8: 3, 1.6: 1}, 1),
    ],
)
def test_something_reaches_out_as_far_as_a_tile(reaches, count):
    corners = [
        _Corner(2 * ray, distance, 0.0) for distance, many in reaches.items() for ray in range(many)
    ]
    rings = candidates._rings(corners, FRAME, math.inf)
    assert len(rings) == count


@pytest.mark.parametrize("x", [-0.02, 0.0, 0.02])
@pytest.mark.parametrize("y", [-0.02, 0.0, 0.02])
def test_a_ring_that_lies_off_its_place_has_its_own_size(x, y):
    """Corners on every second ray, all shifted alike: the shift is told and taken off."""
    corners = []
    for ray in (0, 2, 4):
        turn = math.radians(60 * ray)
        px, py = 0.5 * math.cos(turn) + x, 0.5 * math.sin(turn) + y
        along = px * math.cos(turn) + py * math.sin(turn)
        corners.append(_Corner(ray, along, py * math.cos(turn) - px * math.sin(turn)))
    corners.append(_Corner(1, 1.0, 0.0))
    turned = Transform(0.0, 10.0, -10.0, 0.0, 40.0, 30.0)
    (ring,) = candidates._rings(corners, turned, math.inf)
    assert ring.radius == pytest.approx(10.0, abs=0.001)
    assert ring.slip == pytest.approx((-10 * y, 10 * x), abs=1e-6)
