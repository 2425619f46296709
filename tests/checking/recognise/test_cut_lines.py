"""How pieces lie in their cut lines: shifted, stretched, with a bleed, touching; of what no line tells nothing is told."""

from __future__ import annotations

import math

import pytest

from engine.geometry.plane import Box, Point
from generator.checking.recognise import cuts, gaps
from generator.checking.recognise.gaps import Axis, Off, Side
from generator.checking.recognise.results import Found
from tests.checking.recognise.test_recognisers import page, stroked

NOWHERE = Point(0.0, 0.0)


def found(*outline: tuple[float, float], part: str = "tiles", on: int = 0) -> Found:
    """Return a piece that was found in an outline."""
    corners = tuple(Point(x, y) for x, y in outline)
    xs, ys = [p.x for p in corners], [p.y for p in corners]
    centre = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    sizes = (max(xs) - min(xs), max(ys) - min(ys))
    return Found(on, centre, corners, sizes, NOWHERE, (), "", (), part=part)


def oblong(left: float, top: float, right: float, bottom: float, **of: object) -> Found:
    """Return a rectangular piece."""
    return found((left, top), (right, top), (right, bottom), (left, bottom), **of)


def ground(left: float, top: float, right: float, bottom: float, more: str = "") -> str:
    """Return a filled rectangle."""
    return (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" '
        f'fill="#d33" {more}/>'
    )


def frame(left: float, top: float, right: float, bottom: float) -> str:
    """Return a rectangle to cut along."""
    return stroked(f"M{left} {top}H{right}V{bottom}H{left}z", 0.1)


def told(body: str, *pieces: Found) -> list[tuple[float, ...]]:
    """Return of every piece how far it lies off, right and down, and the sizes it is told to have."""
    return [(*one.slip, *one.sizes) for one in cuts.held([page(body)], pieces)]


FRAME = frame(20, 20, 50, 40)
BESIDE = frame(50, 20, 80, 40)


# ------------------------------------------------------------------------- one piece


@pytest.mark.parametrize(
    ("body", "piece", "slip"),
    [
        (ground(19, 19, 51, 41) + FRAME, oblong(20, 20, 50, 40), NOWHERE),
        (FRAME + ground(19, 19, 51, 41), oblong(20, 20, 50, 40), NOWHERE),
        (ground(20, 20, 50, 40) + FRAME, oblong(20, 20, 50, 40), NOWHERE),
        (ground(19.5, 19, 51.5, 41) + FRAME, oblong(20.5, 20, 50.5, 40), (0.5, 0)),
        (ground(19, 18.7, 51, 40.7) + FRAME, oblong(20, 19.7, 50, 39.7), (0, -0.3)),
        # What lies below a ground does not show.
        (FRAME + ground(19, 18.7, 51, 40.7), oblong(20, 19.7, 50, 39.7), NOWHERE),
        (ground(17.5, 19.4, 49.5, 41.4) + FRAME, oblong(18.5, 20.4, 48.5, 40.4), (-1.5, 0.4)),
        (ground(20.5, 20.2, 50.5, 40.2) + FRAME, oblong(20.5, 20.2, 50.5, 40.2), (0.5, 0.2)),
        (ground(19.01, 19, 51.01, 41) + FRAME, oblong(20.01, 20, 50.01, 40), NOWHERE),
        # Four lines tell as well as a frame does; of any number of points, drawn twice, in pieces.
        (
            ground(19.5, 19, 51.5, 41)
            + "".join(stroked(way) for way in ("M20 10V60", "M50 60V10", "M10 20H60", "M60 40H10")),
            oblong(20.5, 20, 50.5, 40),
            (0.5, 0),
        ),
        (ground(19.5, 19, 51.5, 41) + FRAME + FRAME, oblong(20.5, 20, 50.5, 40), (0.5, 0)),
        (
            ground(19.5, 19, 51.5, 41)
            + stroked("M20 20H35H50V40H35H20z")
            + stroked("M20 20H35V40H20z"),
            oblong(20.5, 20, 50.5, 40),
            (0.5, 0),
        ),
        # Without a line along every side nothing is told.
        (ground(19.5, 19, 51.5, 41), oblong(20.5, 20, 50.5, 40), NOWHERE),
        (FRAME, oblong(20.5, 20, 50.5, 40), NOWHERE),
        (
            ground(19.5, 19, 51.5, 41) + stroked("M20 20H50V40H20"),
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        (
            ground(19.5, 19, 51.5, 41) + stroked("M20 26V24M50 26V24M20 20H50M20 40H50"),
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        (
            ground(19.5, 19, 51.5, 41) + stroked("M20 20L20.2 40M50 20V40M20 20H50M20 40H50"),
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        # What is no ground: a part of the piece, what is far too large, several shapes, ornaments.
        (ground(20.5, 20, 44.5, 40) + FRAME, oblong(20.5, 20, 50.5, 40), NOWHERE),
        (ground(3, 3, 68, 57) + FRAME, oblong(20.5, 20, 50.5, 40), NOWHERE),
        (
            '<path d="M19.5 19H51.5V41H19.5zM2 2h1v1z" fill="#d33"/>' + FRAME,
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        # Lines of the art, which are painted between its fills, are none to cut along.
        (
            ground(19.5, 19, 51.5, 41) + FRAME + ground(30, 28, 34, 32),
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        (
            ground(19.5, 19, 51.5, 41)
            + stroked("M21 21H51V41H21z")
            + ground(30, 28, 34, 32)
            + FRAME,
            oblong(20.5, 20, 50.5, 40),
            (0.5, 0),
        ),
        # A clip hides the ends of hatches.
        (
            '<clipPath id="c"><rect x="25" y="15" width="20" height="40"/></clipPath>'
            + ground(19.5, 19, 51.5, 41)
            + f'<g clip-path="url(#c)">{FRAME}</g>',
            oblong(20.5, 20, 50.5, 40),
            NOWHERE,
        ),
        (
            '<clipPath id="c"><rect x="5" y="5" width="80" height="70"/></clipPath>'
            + ground(19.5, 19, 51.5, 41)
            + f'<g clip-path="url(#c)">{FRAME}</g>',
            oblong(20.5, 20, 50.5, 40),
            (0.5, 0),
        ),
    ],
)
def test_how_far_a_piece_lies_off(body, piece, slip):
    ((*off, across, down),) = told(body, piece)
    assert off == pytest.approx(slip, abs=1e-6)
    assert (across, down) == pytest.approx((30, 20))


@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "size"),
    [
        (19, 19, 52, 41, 31.0),
        (19, 19, 50, 41, 29.0),
        (18.5, 19, 51.5, 41, 31.0),
        (19, 19, 51, 42, 30 * 21 / 20),
        (19, 19, 51.05, 41, None),
        (19, 19, 51.07, 41, 30.07),
    ],
)
def test_a_ground_that_is_too_long_tells_the_size(left, top, right, bottom, size):
    body = ground(left, top, right, bottom) + ground(59, 19, 91, 41) + FRAME + frame(60, 20, 90, 40)
    pieces = oblong(20, 20, 50, 40), oblong(60, 20, 90, 40)
    first, second = cuts.held([page(body)], pieces)
    assert first.sizes[:2] == pytest.approx((30, 20))
    assert first.sizes[2:] == (() if size is None else pytest.approx((size,)))
    assert second.sizes == pytest.approx((30, 20))


def round_about(x: float, y: float, radius: float, fill: str = "none", down: float = 0.0) -> str:
    """Return a circle, or one that is stretched, filled or as a line."""
    stroke = 'stroke="#000" stroke-width=".1"' if fill == "none" else ""
    return (
        f'<ellipse cx="{x}" cy="{y}" rx="{radius}" ry="{down or radius}" fill="{fill}" {stroke}/>'
    )


def ring(x: float, y: float, radius: float, count: int, first: float = 30.0):
    """Return points all round a middle."""
    turns = [math.radians(first + 360 * k / count) for k in range(count)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def path(points, fill: str = "none") -> str:
    """Return a polygon, filled or as a line."""
    ways = "L".join(f"{x:.6f} {y:.6f}" for x, y in points)
    stroke = 'stroke="#000" stroke-width=".1"' if fill == "none" else ""
    return f'<path d="M{ways}z" fill="{fill}" {stroke}/>'


@pytest.mark.parametrize("off", [(0, 0), (0.4, 0.2), (-0.3, 0.5), (0, -0.6)])
@pytest.mark.parametrize("bleed", [0.0, 1.0])
def test_discs_and_hexagons_lie_off_likewise(off, bleed):
    x, y = 40 + off[0], 40 + off[1]
    disc = round_about(x, y, 10 + bleed, "#3d3") + round_about(40, 40, 10)
    ((right, down, *sizes),) = told(disc, found(*ring(x, y, 10, 36, 0)))
    assert (right, down) == pytest.approx(off, abs=0.02)
    assert sizes == pytest.approx([20, 20])
    wide = 10 + bleed * 2 / math.sqrt(3)
    hexagon = path(ring(x, y, wide, 6), "#33d") + path(ring(40, 40, 10, 6))
    ((right, down, *sizes),) = told(hexagon, found(*ring(x, y, 10, 6)))
    assert (right, down) == pytest.approx(off, abs=1e-4)
    assert len(sizes) == 2


@pytest.mark.parametrize(
    "lines",
    [
        round_about(40, 40, 7),
        round_about(40, 47, 10),
        path(ring(40, 40, 10, 6)),
        path(ring(40, 40, 10.5, 8, 22.5)),
        frame(30, 30, 50, 50),
        path([(x, y + (0.5 if k % 2 else -0.5)) for k, (x, y) in enumerate(ring(40, 40, 10, 36))]),
    ],
)
def test_other_lines_say_nothing_of_discs(lines):
    body = round_about(40.5, 40, 11.5, "#3d3") + lines
    assert told(body, found(*ring(40.5, 40, 10, 36, 0))) == [pytest.approx((0, 0, 20, 20))]


def test_a_disc_of_an_odd_sheet_is_as_wide_as_its_line_each_way():
    body = round_about(40, 40, 11, "#3d3", 10) + round_about(40, 40, 10, down=9)
    assert told(body, found(*ring(40, 40, 10, 36, 0)))[0][:2] == pytest.approx((0, 0))


# ------------------------------------------------------------------------- several pieces


def test_the_grounds_of_pieces_that_touch_lie_on_one_another():
    pair = oblong(20, 20, 50, 40), oblong(50, 20, 80, 40)
    body = ground(19, 19, 51, 41) + ground(49, 19, 81, 41) + FRAME + BESIDE
    assert told(body, *pair) == [pytest.approx((0, 0, 30, 20))] * 2


def test_of_pieces_that_touch_one_may_lie_off():
    pieces = oblong(20, 20, 50, 40), oblong(50, 20.5, 80, 40.5)
    body = ground(19, 19, 51, 41) + ground(49, 19.5, 81, 41.5) + FRAME + BESIDE
    assert told(body, *pieces) == [
        pytest.approx((0, 0, 30, 20)),
        pytest.approx((0, 0.5, 30, 20)),
    ]


def rows(framed: int, count: int) -> tuple[str, list[Found]]:
    """Return pieces below one another, each 0.5 mm to the right, of which the first have lines."""
    tops = [4 + 9 * k for k in range(count)]
    body = "".join(ground(20.5, y, 50.5, y + 6) for y in tops)
    body += "".join(frame(20, y, 50, y + 6) for y in tops[:framed])
    return body, [oblong(20.5, y, 50.5, y + 6) for y in tops]


@pytest.mark.parametrize(
    ("framed", "count", "off"), [(1, 4, 0.5), (1, 5, 0), (2, 8, 0.5), (8, 8, 0.5), (0, 3, 0)]
)
def test_lines_of_few_pieces_are_none_to_cut_along(framed, count, off):
    body, pieces = rows(framed, count)
    slips = [slip for slip, *_ in told(body, *pieces)]
    assert slips == pytest.approx([off] * framed + [0] * (count - framed))


def test_each_page_and_component_has_its_own_bleed():
    first = ground(19, 19, 51, 41) + FRAME
    second = ground(19.5, 49.5, 50.5, 70.5) + frame(20, 50, 50, 70)
    pieces = [
        oblong(20, 20, 50, 40),
        oblong(20, 50, 50, 70, part="cards"),
        oblong(20.5, 20, 50.5, 40, on=1),
    ]
    other = ground(19.5, 19, 51.5, 41) + FRAME
    here, cards, there = cuts.held([page(first + second), page(other)], pieces)
    assert (here.slip, cards.slip) == (NOWHERE, NOWHERE)
    assert there.slip == pytest.approx((0.5, 0))
    assert {len(one.sizes) for one in (here, cards, there)} == {2}


def test_a_slip_that_is_known_stays_unless_lines_tell_more():
    known = oblong(20.5, 20, 50.5, 40)._replace(slip=Point(0.0, 0.8))
    body = ground(19.5, 19, 51.5, 41) + FRAME
    assert told(body, known)[0][:2] == (0, 0.8)
    assert told(body, known._replace(slip=Point(0.3, 0.0)))[0][:2] == pytest.approx((0.5, 0))


# ------------------------------------------------------------------------- numbers alone

ACROSS = Point(1.0, 0.0)


@pytest.mark.parametrize(
    ("growth", "shift", "is_long", "in_place", "farther"),
    [
        (0.0, 0.0, True, True, 0.0),
        (0.06, 0.02, True, True, 0.05),
        (-0.06, -0.02, True, True, 0.05),
        (0.0, 0.03, True, False, 0.03),
        (0.07, 0.0, False, False, 0.035),
        (-1.0, -0.5, False, False, 1.0),
    ],
)
def test_offs(growth, shift, is_long, in_place, farther):
    off = Off(ACROSS, shift, growth, 30.0)
    assert (off.is_long, off.is_in_place) == (is_long, in_place)
    assert off.farther == pytest.approx(farther)


@pytest.mark.parametrize(
    ("shared", "bleed", "offs"),
    [
        (False, 2.0, {(0.0, 2.0), (-1.5, 2.0)}),
        (True, 2.0, {(0.0, 2.0), (-1.5, 2.0), (2.0, 0.0), (0.5, 0.0)}),
        (True, 0.0, {(2.0, 0.0), (0.5, 0.0)}),
    ],
)
def test_a_side_that_is_shared_may_be_without_bleed(shared, bleed, offs):
    assert set(Side((2.0, 0.5), shared).off(bleed)) == offs


@pytest.mark.parametrize(
    ("ahead", "behind", "bleed", "off"),
    [
        ((2.0,), (2.0,), 2.0, (0.0, 0.0, 30.0)),
        ((2.5,), (1.5,), 2.0, (0.5, 0.0, 30.0)),
        ((1.0,), (3.0,), 2.0, (-1.0, 0.0, 30.0)),
        ((3.0,), (2.0,), 2.0, (0.5, 1.0, 30.0)),
        # Of lines that are right the nearest, of lines that are not those nearest to the sides.
        ((2.5, 2.1), (1.5, 1.9), 2.0, (0.1, 0.0, 30.0)),
        ((5.0, 3.0), (2.0,), 2.0, (0.5, 1.0, 30.0)),
    ],
)
def test_the_lines_that_tell_how_far_a_ground_is_off(ahead, behind, bleed, off):
    axis = Axis(ACROSS, 34.0, Side(ahead, False), Side(behind, False))
    assert axis.off(bleed) == (ACROSS, *map(pytest.approx, off))


def test_lines_as_far_apart_as_a_piece_is_wide():
    axis = Axis(ACROSS, 34.0, Side((2.0, 6.0, 4.9), False), Side((2.0, -9.0), True))
    kept = axis.between(30.0, 0.1)
    assert (kept.ahead.beyond, kept.behind.beyond) == ((2.0, 4.9), (2.0,))
    assert (kept.ahead.is_shared, kept.behind.is_shared, kept.length) == (False, True, 34.0)
    assert axis.between(30.0, 0.1) == kept.between(30.0, 0.1)
    assert axis.between(20.0, 0.1).ahead.beyond == ()


def axes(*gaps_of: tuple[float, float], length: float = 30.0) -> list[Axis]:
    """Return a piece's axes by how far its ground reaches beyond each pair of lines."""
    return [Axis(ACROSS, length + a + b, Side((a,), False), Side((b,), False)) for a, b in gaps_of]


@pytest.mark.parametrize(
    ("pieces", "bleed"),
    [
        ([], 0.0),
        ([axes((2, 2), (2, 2))], 2.0),
        ([axes((2.5, 1.5), (2, 2))], 2.0),
        ([axes((2.5, 1.5))], 2.0),
        ([axes((3, 3)), axes((2, 2)), axes((2, 2))], 2.0),
        ([axes((3, 3), (3, 3)), axes((2, 2), (3, 3)), axes((2, 3), (2, 2))], 3.0),
        ([axes((0.3, 0.3)), axes((0, 0)), axes((0, 0))], 0.0),
        ([axes((0.3, 0.3)), axes((0, 0))], 0.0),
        ([axes((-2, -2))], 0.0),
        ([axes((-0.01, -0.01))], -0.01),
        ([axes((1.26, 1.24))], 1.25),
    ],
)
def test_the_bleed_that_fits_most_pieces(pieces, bleed):
    assert gaps.usual_bleed(pieces) == pytest.approx(bleed)


def test_a_ground_without_bleed_among_such_with_one():
    shifted = gaps.offs_of(axes((2.2, 1.8), (2, 2)), 2.0)
    assert [off.shift for off in shifted] == pytest.approx([0.2, 0])
    without = gaps.offs_of(axes((0.1, -0.1), (0, 0)), 2.0)
    assert [off.shift for off in without] == pytest.approx([0.1, 0])
    assert [off.growth for off in without] == pytest.approx([0, 0])
    # One that is shifted by more than its bleed is still one that has it.
    far = gaps.offs_of(axes((4.0, 0.0)), 2.0)
    assert [(off.shift, off.growth) for off in far] == [pytest.approx((2, 0))]


# ------------------------------------------------------------------------- what lines are those of a piece


def sheet_of(body: str, *pieces: Found) -> cuts._Sheet:
    """Return a page with pieces."""
    return cuts._Sheet(page(body), pieces)


@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "is_ground"),
    [
        (20, 20, 50, 40, True),
        (13, 13, 57, 47, True),
        (11.9, 20, 58.1, 40, False),
        (20, 11.9, 50, 48.1, False),
        (22.2, 20, 47.8, 40, True),
        (22.4, 20, 47.6, 40, False),
        (20, 21.4, 50, 38.6, True),
        (20, 21.6, 50, 38.4, False),
        (27, 20, 57, 40, True),
        (28.5, 20, 58.5, 40, False),
        (20, 27, 50, 47, True),
        (20, 28.5, 50, 48.5, False),
    ],
)
def test_what_may_be_a_pieces_ground(left, top, right, bottom, is_ground):
    piece = oblong(20, 20, 50, 40)
    sheet = sheet_of(ground(left, top, right, bottom), piece)
    assert [*sheet._fills(piece)] == [0] * is_ground


def test_of_several_grounds_the_largest_counts():
    body = ground(19.5, 19, 51.5, 41) + ground(21, 20.5, 50, 39.5) + FRAME
    ((right, down, *_),) = told(body, oblong(20.5, 20, 50.5, 40))
    assert (right, down) == pytest.approx((0.5, 0))


def test_ornaments_are_no_grounds():
    waves = "L".join(f"{20 + 30 * k / 500} {20 + k % 2 / 10}" for k in range(500))
    body = f'<path d="M{waves}L50 40L20 40z" fill="#d33"/>'
    piece = oblong(20, 20, 50, 40)
    assert [*sheet_of(body, piece)._fills(piece)] == []
    coarse = "L".join(f"{20 + 30 * k / 300} {20 + k % 2 / 10}" for k in range(300))
    body = f'<path d="M{coarse}L50 40L20 40z" fill="#d33"/>'
    assert [*sheet_of(body, piece)._fills(piece)] == [0]


@pytest.mark.parametrize(
    ("way", "found_at"),
    [
        ("M20 10V60", 20),
        ("M20 25V35", 20),
        ("M20 27.6V32.4", None),
        ("M20 27.4V32.6", 20),
        ("M20 35V60", 20),
        ("M20 36V60", None),
        ("M20 41V60", None),
        ("M13 20V40", 13),
        ("M11 20V40", None),
        ("M27 20V40", 27),
        ("M20 20L20.03 40", 20.015),
        ("M20 20L20.06 40", None),
        ("M20 20H50", None),
    ],
)
def test_lines_along_a_side(way, found_at):
    piece = oblong(20, 20, 50, 40)
    sheet = sheet_of(stroked(way), piece)
    corners = [Point(20, 20), Point(50, 20), Point(50, 40), Point(20, 40)]
    seen = [*cuts._beyond(corners, sheet._near(piece.box.grown(8)), Point(-1.0, 0.0), piece)]
    assert seen == ([] if found_at is None else [pytest.approx(found_at - 20, abs=1e-4)])


def test_lines_far_away_and_twice_there_are_found_once():
    piece = oblong(20, 20, 50, 40)
    far = stroked("M20 -5000V60") + stroked("M20 -5000V60") + stroked("M20 60V-5000")
    sheet = sheet_of(
        ground(20, 20, 50, 40) + far + stroked("M20 20L24 40") + stroked("M24 20L20 40"), piece
    )
    assert len(sheet._near(piece.box.grown(8))) == 3
    assert sheet._near(oblong(80, 60, 90, 70).box) == []


@pytest.mark.parametrize(
    ("x", "y", "touches"),
    [
        (80, 30, False),
        (65, 30, True),
        (65.5, 30, True),
        (65.7, 30, False),
        (64.3, 30, False),
        (65, 55, True),
        (65, 61, False),
        (5, 30, False),
        (35, 50, False),
    ],
)
def test_pieces_that_touch(x, y, touches):
    piece, other = oblong(20, 20, 50, 40), oblong(x - 15, y - 10, x + 15, y + 10)
    assert cuts._touch(piece, other, Point(1.0, 0.0)) is touches
    assert cuts._touch(other, piece, Point(-1.0, 0.0)) is touches
    turned, beside = (found(*((v, u) for u, v in one.outline)) for one in (piece, other))
    assert cuts._touch(turned, beside, Point(0.0, 1.0)) is touches


def test_a_shift_is_told_by_any_directions_that_differ():
    ways = [Point(math.cos(math.radians(t)), math.sin(math.radians(t))) for t in (0, 60, 120)]
    for shift in ((0.3, 0.4), (-0.2, 0.1)):
        told_by = [(way, way.x * shift[0] + way.y * shift[1]) for way in ways]
        assert cuts._shift(told_by) == pytest.approx(shift)
        assert cuts._shift(told_by[:2]) == pytest.approx(shift)
    assert cuts._shift([(ways[1], 0.5)]) == pytest.approx((0.25, 0.4330127))
    assert cuts._shift([]) == (0, 0)


def test_lines_a_hair_apart_are_two():
    lines = "".join(stroked(f"M{x} 20V40") for x in (20, 20.3, 20.6, 20.001))
    assert len(sheet_of(lines)._near(oblong(20, 20, 50, 40).box)) == 3


@pytest.mark.parametrize(("x", "is_near"), [(16, True), (15.6, True), (15.4, False), (13, False)])
def test_lines_far_from_a_narrow_piece_are_anothers(x, is_near):
    piece = oblong(20, 20, 30, 60)
    lines = sheet_of(stroked(f"M{x} 20V60"))._near(piece.box.grown(8))
    seen = [*cuts._beyond(piece.outline, lines, Point(-1.0, 0.0), piece)]
    assert seen == ([pytest.approx(x - 20)] if is_near else [])


@pytest.mark.parametrize(
    ("x", "is_one"), [(25.4, False), (22.9, True), (17.1, True), (14.9, False)]
)
def test_lines_nearer_or_farther_apart_than_a_piece_is_wide_are_others(x, is_one):
    """By more than a tenth; a line is drawn beside the cut line, and the other side has its own."""
    piece = oblong(20, 20, 50, 40)
    body = ground(18, 18, 52, 42) + stroked(f"M{x} 10V50", 0.1) + FRAME
    across, _ = sheet_of(body, piece).axes(piece)
    lines = (across.behind.beyond, across.ahead.beyond)
    assert sorted(lines[1]) == pytest.approx(sorted([2.0, *([x - 18] if is_one else [])]))
    assert lines[0] == (pytest.approx(2.0),)


def test_of_grounds_that_of_the_largest_area_counts():
    piece = oblong(20, 20, 50, 40)
    body = ground(19, 20, 51, 40) + ground(21.5, 18, 48.5, 42) + FRAME
    across, down = sheet_of(body, piece).axes(piece)
    assert (across.length, down.length) == pytest.approx((27, 24))


def test_small_lines_that_cross_are_two():
    lines = stroked("M20 20l.8 .8", 0.1) + stroked("M20 20.8l.8 -.8", 0.1)
    assert len(sheet_of(lines)._near(oblong(20, 20, 50, 40).box)) == 2


def test_a_side_is_shared_where_any_line_leaves_room_for_a_bleed():
    piece, beside = oblong(20, 20, 50, 40), oblong(50, 20, 80, 40)
    body = ground(19, 19, 51, 41) + stroked("M50 10V50", 0.1) + stroked("M52 10V50", 0.1)
    sheet = sheet_of(body, piece, beside)
    corners = [Point(19, 19), Point(51, 19), Point(51, 41), Point(19, 41)]
    side = sheet._side(piece, corners, sheet._near(piece.box.grown(8)), Point(1.0, 0.0))
    assert sorted(side.beyond) == pytest.approx([-1.0, 1.0])
    assert side.is_shared
    alone = sheet_of(body, piece)
    lines = alone._near(piece.box.grown(8))
    assert not alone._side(piece, corners, lines, Point(1.0, 0.0)).is_shared


# ------------------------------------------------------------------------- lines, sides and boxes


STEEP = Point(0.6, 0.8)
CLIPPED = 'clip-path="url(#c)"'


@pytest.mark.parametrize(
    ("points", "way", "width"),
    [
        ([(0, 0), (10, 20), (3, 4)], STEEP, 22),
        ([(0, 0), (20, -10), (4, 3)], STEEP, 4.8),
        ([(0, 0), (10, 20)], Point(1, 0), 10),
    ],
)
def test_how_wide_points_lie_apart(points, way, width):
    assert cuts._width([Point(*p) for p in points], way) == pytest.approx(width)


@pytest.mark.parametrize(
    ("ahead", "aside", "way", "touch"),
    [
        (28.0, 0.0, STEEP, True),
        (28.5, 27.0, STEEP, True),
        (29.0, 0.0, STEEP, False),
        (28.0, 40.0, STEEP, False),
        (-28.0, 0.0, STEEP, False),
        (20.0, 19.0, Point(1, 0), True),
        (20.0, 20.0, Point(1, 0), False),
    ],
)
def test_pieces_touch_that_lie_along_a_side(ahead, aside, way, touch):
    """Squares of 20 mm, 28 mm wide along a steep way."""
    first = oblong(0, 0, 20, 20)
    x, y = ahead * way.x - aside * way.y, ahead * way.y + aside * way.x
    other = oblong(x, y, x + 20, y + 20)
    assert cuts._touch(first, other, way) is touch


def test_what_reaches_farthest_a_steep_way():
    assert cuts._is_side([Point(10, 0), Point(2, 6), Point(0, 0)], STEEP)
    assert not cuts._is_side([Point(10, 0), Point(2, -6), Point(0, 0)], STEEP)


@pytest.mark.parametrize(
    ("around", "at"),
    [
        ((10, 10, 30, 30), 30),
        ((15, 10, 35, 30), 35),  # five aside: as far as is looked
        ((15.1, 10, 35.1, 30), None),
        ((11.5, 11.5, 28.5, 28.5), 28.5),  # as wide as a ground is at least
        ((11.6, 11.6, 28.4, 28.4), None),
    ],
)
def test_a_round_line_about_a_piece(around, at):
    piece, box = oblong(10, 10, 30, 30), Box(*around)
    line = cuts._Line(box.centre, box.centre, box)
    assert cuts._round_at(line, Point(1, 0), piece, 5.0) == at


def test_how_far_a_ground_reaches_beyond_lines_of_its_kind():
    piece, wide = oblong(20, 20, 40, 40), Box(10, 10, 50, 50).corners()
    ring = cuts._Line(Point(30, 30), Point(30, 30), Box(20, 20, 40, 40))
    lines = [ring, *(cuts._Line(Point(x, 20), Point(x, 27)) for x in (45, 42, 41))]
    # A line counts that is as long as half a side of the piece, not of the ground; as far as is looked.
    assert [*cuts._beyond(wide, lines, Point(1, 0), piece)] == [5]


@pytest.mark.parametrize(
    ("left", "count", "is_ground"),
    [(19, 4, True), (14, 4, False), (19, 400, True), (19, 401, False)],
)
def test_the_ground_of_a_slender_piece(left, count, is_ground):
    """A piece of 10 by 30 mm: its ground is no farther off than 4.5 mm, of 400 points at most."""
    steps = "".join(f"L{left + 12 * k / count} 9" for k in range(1, count - 3))
    body = f'<path d="M{left} 9{steps}L{left + 12} 9V41H{left}z" fill="#d33"/>'
    piece = oblong(20, 10, 30, 40)
    assert len(page(body).marks[0].shape.parts[0].points) == count
    assert [*sheet_of(body, piece)._fills(piece)] == [0] * is_ground


@pytest.mark.parametrize(
    ("path", "is_whole"),
    [
        ("M20 20H47V37.8H20z", True),  # 0.8 of it
        ("M20 20H50V24H38V40H20z", False),  # 0.68 of it
    ],
)
def test_a_ground_is_most_of_its_piece(path, is_whole):
    piece = oblong(20, 20, 50, 40)
    axes = sheet_of(f'<path d="{path}" fill="#d33"/>' + FRAME, piece).axes(piece)
    assert isinstance(axes, list)
    assert bool(axes) is is_whole


def test_a_slip_that_is_no_longer_than_the_one_known_tells_nothing_new():
    piece = oblong(20, 20, 50, 40)._replace(slip=Point(0.3, 0.0))
    off = Off(Point(0.0, 1.0), 0.3, 0.0, 20.0)
    assert cuts._told(piece, [off]).slip == (0.3, 0.0)
    assert cuts._told(piece, [off._replace(shift=0.31)]).slip == pytest.approx((0, 0.31))
