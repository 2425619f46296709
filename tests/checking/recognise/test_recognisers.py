"""What recognisers see, one step at a time: pixels in frames, lines, outlines, hexagons, colours."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from engine.drawing.theme import Slot
from engine.errors import GameError
from engine.geometry import seven_areas as seven
from engine.geometry.plane import Box, Point, Transform
from generator.checking.pages import files
from generator.checking.pages.shapes import Shape
from generator.checking.readback import Source
from generator.checking.recognise import (
    colours,
    grids,
    hexagons,
    lines,
    outlines,
    patterns,
    pictures,
    raster,
    trims,
)
from generator.checking.recognise.outlines import Outline
from generator.checking.recognise.raster import Frame
from tests.cases import some
from tests.checking.test_clipping import polygon

# ------------------------------------------------------------------------- pixels in frames

#: A picture of 4 by 6 pixels, each of which has a grey level of its own.
STEPS = np.repeat(np.arange(24, dtype=np.uint8).reshape(4, 6, 1) * 10, 3, axis=2)


@pytest.mark.parametrize(
    ("frame", "n", "seen"),
    [
        (Frame(3, 2, 6, 4), 2, [[40, 70], [160, 190]]),
        (Frame(3, 2, 6, 4, 180.0), 2, [[190, 160], [70, 40]]),
        (Frame(3, 2, 4, 6, 90.0), 2, [[70, 190], [40, 160]]),
        (Frame(3, 2, 4, 6, 270.0), 2, [[160, 40], [190, 70]]),
        (Frame(3, 2, 4, 6, -90.0), 2, [[160, 40], [190, 70]]),
        (Frame(1.5, 0.5, 1, 1), 1, [[10]]),
        (Frame(2.0, 1.0, 1, 1), 1, [[45]]),
        (Frame(0, 0, 2, 2), 1, [[(3 * 255 + 0) / 4]]),
        (Frame(6, 4, 2, 2), 2, [[230, 255], [255, 255]]),
        (Frame(-9, 2, 2, 2), 1, [[255]]),
        (Frame(3, 90, 2, 2), 1, [[255]]),
        (Frame(3, 2, 2, 2, 45.0), 1, [[115]]),
        (Frame(3, 2, 0.02, 0.02, 30.0), 2, [[115, 115], [115, 115]]),
        (Frame(-5, -5, 2, 2, 30.0), 1, [[255]]),
    ],
)
def test_views(frame, n, seen):
    view = raster.views(STEPS, [frame], n)
    assert view.shape == (1, n, n, 3)
    assert view[0, :, :, 1] == pytest.approx(np.array(seen), abs=0.6)


@pytest.mark.parametrize("angle", [30.0, 45.0, 117.0])
def test_turned_views_look_along_the_turn(angle):
    field = np.zeros((80, 80, 3), np.uint8)
    field[:, :, 0] = np.arange(80)  # to the right
    field[:, :, 1] = np.arange(80)[:, None]  # down
    (view,) = raster.views(field, [Frame(40.0, 30.0, 20.0, 8.0, angle)], 4)
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for row in range(4):
        for column in range(4):
            across, down = (column - 1.5) * 5, (row - 1.5) * 2
            right, low = cos * across - sin * down, sin * across + cos * down
            assert view[row, column, 0] == pytest.approx(39.5 + right, abs=0.01)
            assert view[row, column, 1] == pytest.approx(29.5 + low, abs=0.01)


def test_a_frame_moves_along_its_own_sides():
    assert Frame(1, 2, 10, 20, 90.0).moved(0.1, 0.2, 0.5) == pytest.approx((-3, 3, 15, 30, 90))


@pytest.mark.parametrize(
    ("kind", "edge", "rows"),
    [
        ("rectangle", 0.0, ["xxxxxx"] * 6),
        ("rectangle", 0.1, ["......", ".xxxx.", ".xxxx.", ".xxxx.", ".xxxx.", "......"]),
        ("disc", 0.0, [".xxxx.", "xxxxxx", "xxxxxx", "xxxxxx", "xxxxxx", ".xxxx."]),
        ("disc", 0.2, ["......", "..xx..", ".xxxx.", ".xxxx.", "..xx..", "......"]),
        ("hexagon", 0.0, ["..xx..", "xxxxxx", "xxxxxx", "xxxxxx", "xxxxxx", "..xx.."]),
        ("hexagon", 0.1, ["......", ".xxxx.", ".xxxx.", ".xxxx.", ".xxxx.", "......"]),
    ],
)
def test_inside(kind, edge, rows):
    seen = ["".join(".x"[int(v)] for v in row) for row in raster.inside(kind, 6, edge)]
    assert seen == rows


def test_what_of_a_frame_is_on_the_image():
    on = raster.on_image(STEPS, Frame(6, 2, 4, 8), 4)
    assert on.astype(int).tolist() == [[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]]


def test_crowds():
    marked = np.zeros((2, 5, 5), bool)
    marked[0, 0, 0:3] = marked[0, 1, 1] = marked[0, 4, 4] = True
    marked[1, 4, 3:5] = True
    assert np.argwhere(raster.crowded(marked, 3)).tolist() == [[0, 0, 1], [0, 1, 1]]
    assert raster.crowded(marked, 1).sum() == 6


@pytest.mark.parametrize("off", [(0.02, 0.0, 0.0), (0.0, -0.02, 0.0), (0.0, 0.0, 0.02)])
def test_how_far_a_picture_lies_off(off):
    y, x = np.mgrid[0:200, 0:200]
    blot = 127 + 120 * np.cos((x - 90) / 8) * np.cos((y - 105) / 9)
    field = np.repeat(blot[:, :, None], 3, axis=2).astype(np.uint8)
    frame = Frame(100.0, 100.0, 160.0, 160.0)
    wanted = raster.views(field, [frame], 32)
    within = np.ones((1, 32, 32), bool)
    (found,) = raster.misplaced(
        raster.views(field, [frame.moved(*(-v for v in off))], 32), wanted, within
    )
    assert found == pytest.approx(off, abs=0.004)


def test_what_is_off_in_a_picture():
    wanted = np.full((8, 8, 3), 100.0, np.float32)
    seen, crowd = wanted.copy(), np.zeros((8, 8), bool)
    crowd[1:3, 4:8] = True
    seen[crowd] = (10, 20, 200)
    even = pictures._what(seen, wanted, crowd, 8)
    assert even == (8, "#0a14c8", "#646464", True, pytest.approx((0.1875, -0.3125)))
    seen[1, 4:8] = (250, 20, 200)
    assert pictures._what(seen, wanted, crowd, 8)[3] is False
    assert pictures._what(seen, wanted, crowd, 9) == (0, "", "", False, (0.0, 0.0))


# ------------------------------------------------------------------------- lines and trims


def page(body: str):
    """Return a page of 100 by 80 mm with some SVG on it."""
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" '
        f'viewBox="0 0 100 80">{body}</svg>'
    )
    (only,) = files.pages([Source("x.svg", text.encode())], (100.0, 100.0))
    return only


def stroked(d: str, width: float = 0.5) -> str:
    """Return a path that is drawn as a line."""
    return f'<path d="{d}" fill="none" stroke="#000000" stroke-width="{width}"/>'


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (stroked("M10 20H40"), [(True, 20, 10, 40, 0.5)]),
        (stroked("M10 20V50"), [(False, 10, 20, 50, 0.5)]),
        (stroked("M40 20H10"), [(True, 20, 10, 40, 0.5)]),
        (stroked("M10 20h.4"), []),
        (stroked("M10 20h.6"), [(True, 20, 10, 10.6, 0.5)]),
        (stroked("M10 20l30 1"), []),
        (stroked("M10 20l30 .05"), [(True, 20.025, 10, 40, 0.5)]),
        (stroked("M10 20H40") + stroked("M40 20H60"), [(True, 20, 10, 60, 0.5)]),
        (stroked("M20 20H60") + stroked("M10 20H40"), [(True, 20, 10, 60, 0.5)]),
        (
            "".join(stroked(f"M{x} {y}h30") for x in (10, 40) for y in (20, 30)),
            [(True, 20, 10, 70, 0.5), (True, 30, 10, 70, 0.5)],
        ),
        (stroked("M10 20H60") + stroked("M20 20H40"), [(True, 20, 10, 60, 0.5)]),
        (stroked("M10 20H40") + stroked("M40 20H60", 0.504), [(True, 20, 10, 60, 0.5)]),
        (
            stroked("M10 20H40") + stroked("M40 20H60", 0.504) + stroked("M60 20H80"),
            [(True, 20, 10, 80, 0.5)],
        ),
        (
            stroked("M10 20H40") + stroked("M41 20H60"),
            [(True, 20, 10, 40, 0.5), (True, 20, 41, 60, 0.5)],
        ),
        (
            stroked("M10 20H40") + stroked("M40 20H60", 0.6),
            [(True, 20, 10, 40, 0.5), (True, 20, 40, 60, 0.6)],
        ),
        (
            stroked("M10 20H40") + stroked("M40 21H60"),
            [(True, 20, 10, 40, 0.5), (True, 21, 40, 60, 0.5)],
        ),
        ('<rect x="10" y="20" width="30" height="2"/>', [(True, 21, 10, 40, 2)]),
        ('<rect x="10" y="20" width="2" height="30"/>', [(False, 11, 20, 50, 2)]),
        ('<rect x="10" y="20" width="8" height="1.99"/>', [(True, 20.995, 10, 18, 1.99)]),
        ('<rect x="10" y="20" width="7.9" height="2"/>', []),
        ('<path d="M10 20H40L39 22L10 23z"/>', []),
        (
            stroked("M10 20H40V30H10z"),
            [
                *((False, x, 20, 30, 0.5) for x in (10, 40)),
                *((True, y, 10, 40, 0.5) for y in (20, 30)),
            ],
        ),
    ],
)
def test_lines(body, found):
    here = page(body)
    seen = lines.lines(here, range(len(here.marks)))
    assert [
        (one.level, *map(pytest.approx, (one.at, one.start, one.end, one.width))) for one in seen
    ] == found
    assert all(one.length == pytest.approx(one.end - one.start) for one in seen)
    assert all(max(one.box[2] - one.box[0], one.box[3] - one.box[1]) == one.length for one in seen)


def marks(left: float, top: float, right: float, bottom: float, gap: float, long: float) -> str:
    """Return crop marks about a box."""
    return "".join(
        stroked(f"M{x} {y + s * gap}v{s * long}", 0.1)
        + stroked(f"M{x + t * gap} {y}h{t * long}", 0.1)
        for x, t in ((left, -1), (right, 1))
        for y, s in ((top, -1), (bottom, 1))
    )


@pytest.mark.parametrize(
    ("body", "bleed"),
    [
        (marks(30, 30, 60, 50, 3, 4), 2.0),
        (marks(30.25, 30.25, 59.75, 49.75, 3, 4), 2.25),
        (marks(30, 30, 60, 50, 2, 7), 2.0),
        (marks(30, 30, 60, 50, 2, 1), 2.0),
        (marks(30, 30, 60, 50, 2, 7.5), None),
        (marks(30, 30, 60, 50, 2, 0.8), None),
        (marks(30, 30, 60, 50, 0.5, 1.2), None),
        (marks(28, 28, 62, 52, 2, 4), None),
        (marks(38, 38, 52, 42, 13, 4), None),
        (stroked("M30 26v-4", 0.1), None),
        (stroked("M30 26v-4", 0.1) + stroked("M60 26v-4", 0.1), 2.0),
        ("", None),
    ],
)
def test_what_crop_marks_cut_off(body, bleed):
    assert trims.bleed(page(body), Box(28, 28, 62, 52)) == bleed


@pytest.mark.parametrize(
    ("ends", "off", "bleed"),
    [
        ((20, 26), 2, 2.0),
        ((18.5, 26), 2, None),  # too long
        ((22, 27.9), 2, 2.0),
        ((22, 29), 2, None),
        ((22, 26), 0, None),
        ((22, 26), 4.5, 4.5),
        ((22, 26), 5.5, None),
    ],
)
def test_crop_marks_along_one_side_tell_as_well(ends, off, bleed):
    """Above a ground of 34 by 24 mm, left of it, and of the same on its side; marks end before it."""
    across = "".join(stroked(f"M{ends[0]} {y}H{ends[1]}", 0.1) for y in (28 + off, 52 - off))
    assert trims.bleed(page(across), Box(28, 28, 62, 52)) == bleed
    down = "".join(stroked(f"M{x} {ends[0]}V{ends[1]}", 0.1) for x in (28 + off, 52 - off))
    assert trims.bleed(page(down), Box(28, 28, 52, 62)) == bleed


# ------------------------------------------------------------------------- grids


def grid(cells: int, cell: float, width: float = 0.5, without: tuple[str, ...] = ()) -> str:
    """Return the lines of a square grid from (10, 10)."""
    end = 10 + cells * cell
    ways = [f"M10 {10 + k * cell}H{end}" for k in range(cells + 1)]
    ways += [f"M{10 + k * cell} 10V{end}" for k in range(cells + 1)]
    return "".join(stroked(way, width) for way in ways if way not in without)


@pytest.mark.parametrize(
    ("body", "missing", "astray"),
    [
        (grid(4, 10.0), (), ()),
        (grid(4, 10.0, without=("M10 20.0H50.0",)), ((True, 1),), ()),
        (grid(4, 10.0, without=("M40.0 10V50.0",)), ((False, 3),), ()),
        (
            grid(4, 10.0, without=("M10 20.0H50.0",)) + stroked("M10 21H50"),
            (),
            ((True, 1),),
        ),
    ],
)
def test_grids(body, missing, astray):
    (found,) = grids.find(page(body), 4)
    assert found.box == pytest.approx((10, 10, 50, 50))
    assert (found.cells, found.missing, found.astray) == (4, missing, astray)
    assert found.cell == pytest.approx((10, 10))
    assert found.is_whole


@pytest.mark.parametrize(
    ("beyond", "missing"), [(0.5, ()), (1.9, ()), (2.5, ((True, 0), (True, 4)))]
)
def test_a_grids_frame_may_reach_a_little_beyond_it(beyond, missing):
    bars = "".join(stroked(f"M{10 - beyond} {y}H{50 + beyond}", 0.5) for y in (10, 50))
    inner = grid(4, 10.0, without=("M10 10.0H50.0", "M10 50.0H50.0"))
    (found,) = [one for one in grids.find(page(inner + bars), 4) if round(one.box.left, 3) == 10]
    assert found.missing == missing


@pytest.mark.parametrize(("lacking", "found"), [(3, 1), (4, 0)])
def test_a_grid_may_lack_some_lines(lacking, found):
    ways = tuple(f"M10 {10 + 5.5 * k}H54.0" for k in range(2, 2 + lacking))
    assert len(grids.find(page(grid(8, 5.5, without=ways)), 8)) == found


@pytest.mark.parametrize(
    ("cells", "astray", "lacking", "found"),
    [(4, 2, 0, 1), (4, 3, 0, 0), (4, 1, 1, 1), (4, 2, 1, 0), (5, 3, 0, 1), (5, 3, 1, 0)],
)
def test_of_a_grid_half_the_lines_may_be_astray_or_missing(cells, astray, lacking, found):
    first = 10 + 6.0 * cells
    ways = [f"M10 {10 + k * 6.0}H{first}" for k in range(1, 1 + astray + lacking)]
    off = "".join(stroked(f"M10 {10.3 + k * 6.0}H{first}", 0.5) for k in range(1, 1 + astray))
    grids_found = grids.find(page(grid(cells, 6.0, without=(*ways,)) + off), cells)
    assert len(grids_found) == found
    assert [len(one.astray) for one in grids_found] == [astray] * found


@pytest.mark.parametrize(
    ("widths", "usual"),
    [
        ((0.5011, 0.5012, 0.5013, 0.7, 0.7, 0.6), 0.501),
        ((0.501, 0.502, 0.503, 0.7, 0.7, 0.6), 0.7),
    ],
)
def test_a_grids_lines_are_as_wide_as_most_to_a_thousandth(widths, usual):
    ways = [way for k in (10, 20, 30) for way in (f"M10 {k}H30", f"M{k} 10V30")]
    body = "".join(stroked(way, wide) for way, wide in zip(ways, widths, strict=True))
    (found,) = grids.find(page(body), 2)
    assert found.width == pytest.approx(usual, abs=1e-4)


@pytest.mark.parametrize(("cut", "is_whole"), [(0.0, True), (0.005, True), (0.1, False)])
def test_a_grid_is_whole_where_all_of_it_shows(cut, is_whole):
    (found,) = grids.find(page(grid(4, 10.0)), 4)
    assert found._replace(window=found.box.grown(-cut)).is_whole is is_whole


@pytest.mark.parametrize(("down", "found"), [(1.0, 1), (1.07, 1), (1.09, 0), (0.93, 1), (0.91, 0)])
def test_a_grid_is_about_square(down, found):
    body = f'<g transform="scale(1 {down})">{grid(4, 10.0)}</g>'
    assert len(grids.find(page(body), 4)) == found


@pytest.mark.parametrize(
    "body",
    [
        grid(4, 4.9),
        grid(4, 10.0, width=0.09),
        "".join(stroked(f"M10 {10 + 10 * k}H50") for k in range(5)),
    ],
)
def test_what_is_no_grid(body):
    assert grids.find(page(body), 4) == []


def test_a_grid_beyond_the_page_shows_in_a_window():
    (found,) = grids.find(page(f'<g transform="translate(-20 -15)">{grid(4, 10.0)}</g>'), 4)
    assert found.window == pytest.approx((0, 0, 32, 37))
    assert not found.is_whole


# ------------------------------------------------------------------------- outlines, hexagons


def hexagon(x: float, y: float, radius: float, turn: float = 30.0) -> str:
    """Return a hexagon as a path."""
    return ring_of(6, x, y, radius, turn)


def ring_of(count: int, x: float, y: float, radius: float, turn: float = 0.0) -> str:
    """Return a regular polygon as a path."""
    turns = [math.radians(turn + 360 * k / count) for k in range(count)]
    points = (f"{x + radius * math.cos(t):.5f} {y + radius * math.sin(t):.5f}" for t in turns)
    return f'<path d="M{"L".join(points)}z" fill="#dd3333"/>'


@pytest.mark.parametrize(
    ("body", "outline"),
    [
        ('<rect x="10" y="20" width="30" height="20"/>', ("rectangle", (25, 30), 30, 20, 0)),
        ('<circle cx="30" cy="30" r="10"/>', ("disc", (30, 30), 20, 20, 0)),
        (ring_of(48, 30, 30, 10), ("disc", (30, 30), 20, 20, 0)),
        (
            '<path d="M10 20h20.2h9.8v20H10z"/>',
            ("rectangle", (25, 30), 30, 20, 0),
        ),
        (hexagon(30, 30, 10), ("hexagon", (30, 30), 17.3205, 20, 0)),
        (hexagon(30, 30, 10, 40), ("hexagon", (30, 30), 17.3205, 20, 10)),
        (hexagon(30, 30, 10, 0), ("hexagon", (30, 30), 17.3205, 20, 90)),
        (
            '<rect x="-15" y="-10" width="30" height="20" transform="translate(40 40) rotate(20)"/>',
            ("rectangle", (40, 40), 30, 20, 20),
        ),
        (
            '<rect x="-15" y="-10" width="30" height="20" transform="translate(40 40) rotate(100)"/>',
            ("rectangle", (40, 40), 20, 30, 10),
        ),
        *(
            (
                '<rect x="-15" y="-10" width="30" height="20" '
                f'transform="translate(40 40) rotate({turn})"/>',
                ("rectangle", (40, 40), *sides, angle),
            )
            for turn, sides, angle in (
                (-20, (30, 20), -20),
                (60, (20, 30), -30),
                (130, (20, 30), 40),
                (160, (30, 20), -20),
                (200, (30, 20), 20),
                (260, (20, 30), -10),
                (300, (20, 30), 30),
                (44, (30, 20), 44),
            )
        ),
    ],
)
def test_outlines(body, outline):
    ((found,),) = [c.outlines for c in outlines.candidates(3, page(body))]
    kind, centre, width, height, angle = outline
    assert (found.kind, found.cut, found.is_guess) == (kind, False, False)
    assert found.centre == pytest.approx(centre, abs=0.001)
    assert (found.width, found.height) == pytest.approx((width, height), abs=0.01)
    assert found.angle == pytest.approx(angle, abs=0.001)


@pytest.mark.parametrize(
    "body",
    [
        '<rect x="10" y="20" width="30" height="2.4"/>',
        '<rect x="0" y="0" width="100" height="80"/>',
        '<path d="M10 10L40 12L41 40L9 38z"/>',
        '<ellipse cx="30" cy="30" rx="10" ry="8"/>',
        hexagon(30, 30, 1.9),
        '<path d="M10 10L40 10L25 40z"/>',
    ],
)
def test_what_is_no_outline(body):
    assert outlines.candidates(0, page(body)) == []


def test_outlines_about_a_place_are_one_candidate():
    rects = "".join(
        f'<rect x="{30 - w}" y="{30 - w}" width="{2 * w}" height="{2 * w}"/>'
        for w in (12, 12, 10, 5)
    )
    far = (
        '<rect x="60.7" y="20" width="20" height="20"/><rect x="60" y="20" width="20" height="20"/>'
    )
    found = outlines.candidates(2, page(rects + far))
    assert [[round(o.width) for o in c.outlines] for c in found] == [[24, 20, 10], [20], [20]]
    assert [c.page for c in found] == [2, 2, 2]


@pytest.mark.parametrize("x", [29.8, 30.1])
@pytest.mark.parametrize("y", [29.8, 30.1])
def test_outlines_about_a_place_may_lie_off_it_by_a_hair(x, y):
    rects = "".join(
        f'<rect x="{u - w}" y="{v - w}" width="{2 * w}" height="{2 * w}"/>'
        for w, u, v in ((12, x, y), (10, 59.9 - x, 59.9 - y))
    )
    assert [len(c.outlines) for c in outlines.candidates(0, page(rects))] == [2]


def test_outlines_alike_but_for_one_side_are_two():
    rects = "".join(
        f'<rect x="{30 - w / 2}" y="{30 - h / 2}" width="{w}" height="{h}"/>'
        for w, h in ((20.005, 30.005), (20, 30), (20, 28), (18, 30))
    )
    found = outlines.candidates(0, page(rects))
    assert [[(round(o.width, 2), round(o.height, 2)) for o in c.outlines] for c in found] == [
        [(20, 30), (20, 28), (18, 30)]
    ]


def test_rectangles_are_trimmed_as_crop_marks_say():
    ground = '<rect x="28" y="28" width="34" height="24"/>'
    ((_, trimmed),) = [
        c.outlines for c in outlines.candidates(0, page(ground + marks(30, 30, 60, 50, 3, 4)))
    ]
    assert trimmed.cut
    assert (trimmed.width, trimmed.height) == pytest.approx((30, 20))


@pytest.mark.parametrize(
    ("x", "y", "shown"),
    [
        (39, 25, 1),
        (41, 25, 0),
        (11, 25, 1),
        (9, 25, 0),
        (25, 39, 1),
        (25, 41, 0),
        (25, 11, 1),
        (25, 9, 0),
    ],
)
def test_what_lies_mostly_beyond_any_clip_is_no_outline(x, y, shown):
    """Clips of two shapes are not worked out; their boxes tell."""
    clip = '<clipPath id="c"><rect x="10" y="10" width="30" height="30"/><rect x="20" y="20" width="2" height="2"/></clipPath>'
    body = f'{clip}<g clip-path="url(#c)"><circle cx="{x}" cy="{y}" r="8"/></g>'
    assert len(outlines.candidates(0, page(body))) == shown


def test_what_is_cut_off_is_no_outline():
    clip = '<clipPath id="c"><rect x="10" y="10" width="30" height="30"/></clipPath>'
    for x, y, shown in ((25, 25, 1), (60, 25, 0), (25, 60, 0), (60, 60, 0)):
        body = f'{clip}<g clip-path="url(#c)"><circle cx="{x}" cy="{y}" r="8"/></g>'
        assert len(outlines.candidates(0, page(body))) == shown


def test_outlines_grow():
    rectangle = Outline("rectangle", Point(10, 10), 30, 20).grown(2)
    assert (rectangle.width, rectangle.height) == (34, 24)
    ((upright,),) = [c.outlines for c in outlines.candidates(0, page(hexagon(30, 30, 10)))]
    grown = upright.grown(-1)
    assert (grown.width, grown.height) == pytest.approx((15.3205, 17.6906), abs=0.001)
    assert hexagons.widths(grown.corners) == pytest.approx([15.3205] * 3, abs=0.001)


@pytest.mark.parametrize(
    ("width", "height", "share", "sizes"),
    [
        (30, 20, 1.5, (30, 30)),
        (20, 30, 1.5, (30, 30)),
        (30, 21, 1.5, (30, 31.5)),
        (9, 8, 1, (9, 8)),
    ],
)
def test_sizes_of_a_rectangle_are_told_as_its_first_side(width, height, share, sizes):
    outline = Outline("rectangle", Point(0, 0), width, height)
    assert outline.sizes_as(share) == pytest.approx(sizes)


def test_around_an_outline():
    turned = Outline("rectangle", Point(10, 20), 6, 4, 90.0)
    assert turned.around()[0] == pytest.approx((12, 17))
    disc = Outline("disc", Point(10, 20), 6, 6).around()
    assert len(disc) == 36
    assert all(point.distance(Point(10, 20)) == pytest.approx(3) for point in disc)
    steps = [one.distance(other) for one, other in zip(disc, (*disc[1:], disc[0]), strict=True)]
    assert steps == pytest.approx([6 * math.sin(math.radians(5))] * 36)


@pytest.mark.parametrize(
    ("x", "y", "held"), [(13.1, 10, True), (13.2, 10, False), (10, 11.7, True), (10, 11.9, False)]
)
def test_what_an_outline_holds(x, y, held):
    assert Outline("rectangle", Point(10, 10), 7, 4).holds(Point(x, y)) is held


def ring(radius: float, first: float = 30.0, count: int = 6) -> list[tuple[float, float]]:
    """Return points all round (0, 0)."""
    turns = [math.radians(first + 360 * k / count) for k in range(count)]
    return [(radius * math.cos(t), radius * math.sin(t)) for t in turns]


def found_in(*points: tuple[float, float]):
    """Return the hexagons that a polygon is read as."""
    return hexagons.of_shape(polygon(*points), Transform(), filled=True)


def rounded(radius: float, by: float) -> list[tuple[float, float]]:
    """Return a hexagon whose corners are cut off."""
    corners = ring(radius)
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return [
        (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        for a, b in pairs
        for share in (by, 1 - by)
    ]


@pytest.mark.parametrize(
    ("points", "radius", "angle"),
    [
        (ring(10), 10, 30),
        (ring(10)[::-1], 10, 30),
        (ring(10, 12), 10, 12),
        (ring(2.01), 2.01, 30),
        ([p for p in ring(10) for _ in range(3)], 10, 30),
        ([*ring(10), ring(10)[0]], 10, 30),
        ([*ring(10)[:1], (4.33, 7.5), *ring(10)[1:]], 10, 30),
        ([*ring(10)[:1], (4.331, 7.5), *ring(10)[1:]], 10, 30),
        (rounded(10, 0.1), 10, 30),
        (rounded(10, 0.2), 10, 30),
    ],
)
def test_hexagons(points, radius, angle):
    (found,) = found_in(*points)
    assert found.whole
    assert not found.is_of_sixth
    assert found.centre == pytest.approx((0, 0), abs=1e-6)
    assert (found.radius, found.angle) == pytest.approx((radius, angle))
    assert found.moved(3, 4).centre == pytest.approx((3, 4), abs=1e-6)
    assert hexagons.widths(found.corners) == pytest.approx([radius * math.sqrt(3)] * 3)


@pytest.mark.parametrize(
    "points",
    [
        ring(1.99),
        ring(10, count=5),
        ring(10, count=8),
        [(1.3 * x, y) for x, y in ring(10)],
        [ring(10)[k] for k in (0, 2, 1, 3, 4, 5)],
        [ring(11.2)[0], *ring(10)[1:]],
        [ring(10)[k] for k in (0, 2, 4, 1, 3, 5)],
    ],
)
def test_what_is_no_hexagon(points):
    assert found_in(*points) == []


@pytest.mark.parametrize("first", range(6))
def test_hexagons_may_be_a_little_flat(first):
    points = [(x, 0.93 * y) for x, y in ring(10)]
    (found,) = found_in(*points[first:], *points[:first])
    assert found.whole


@pytest.mark.parametrize("leg", [0.9, 1.0, 1.5])
@pytest.mark.parametrize("first", range(4))
def test_half_hexagons_tell_the_hexagon_they_lie_on(leg, first):
    inner, outer = ring(10), ring(10 * (1 + leg))
    points = [inner[0], inner[1], outer[1], outer[0]]
    (found,) = found_in(*points[first:], *points[:first])
    assert not found.whole
    assert found.centre == pytest.approx((0, 0), abs=1e-6)
    assert (found.radius, found.angle) == pytest.approx((10, 30))


def test_sixths_tell_three_hexagons():
    found = found_in((0, 0), *ring(10)[:2])
    assert all(one.is_of_sixth and not one.whole for one in some(found))
    assert [(round(x, 4), round(y, 4)) for x, y in sorted(one.centre for one in found)] == [
        (0.0, 0.0),
        (0.0, 10.0),
        (8.6603, 5.0),
    ]
    assert [one.angle for one in found] == pytest.approx([30, 30, 30])
    turned = found_in((7, 9), *((x + 7, y + 9) for x, y in ring(10, 42)[:2]))
    assert [one.angle for one in turned] == pytest.approx([42, 42, 42])
    assert found_in((0, 0), (10, 0), (5, 9)) == []


# ------------------------------------------------------------------------- colours

SLOTS = {"r": "red", "g": "green", "b": "blue"}


def test_colours_are_told_by_hue():
    paints = Counter({"#cc2222": 5, "#22bb33": 4, "#2244cc": 3, "#ffffff": 9, "#777777": 1})
    assert colours.by_hue(paints, SLOTS) == {"r": "#cc2222", "g": "#22bb33", "b": "#2244cc"}
    told = colours.by_hue(paints, {**SLOTS, "x": "grey"})
    assert told == {"r": "#cc2222", "g": "#22bb33", "b": "#2244cc", "x": "#777777"}


def test_colours_that_cannot_be_told_are_asked_for():
    for paints in (Counter({"#777777": 3, "none": 1}), Counter()):
        with pytest.raises(GameError, match="cannot tell which colours are red, green, blue"):
            colours.guessed(paints, SLOTS)


def test_grounds_tell_the_nearest_colour():
    known = {"r": "#cc2222", "g": "#22bb33", "b": "#2244cc"}
    slots = {letter: Slot(fill, fill, fill, fill) for letter, fill in known.items()}
    near, exact = (colours.Palette("x", slots, one) for one in (False, True))
    paints = ["#cc2222", "#c82a22", "#777777", None, "gradient"]
    assert near.letters(paints, (), 1.0, 0.0) == "rr???"
    assert exact.letters(paints[:1] + paints[2:], (), 1.0, 0.0) == "r???"
    assert near.has("#cc2222")
    assert near.explains("#22bb33")
    assert not near.has("#777777")


@pytest.mark.parametrize(
    ("a", "b", "by", "same"),
    [
        ("#102030", "#102030", 0, True),
        ("#102030", "#122030", 2, True),
        ("#102030", "#132030", 2, False),
        ("#102030", "#102e30", 13, False),
        ("#102030", "#102022", 13, False),
        ("#1a2b3c", "#1a2b3c", 0, True),
        ("#a02030", "#9d2030", 3, True),
        ("#a02030", "#9c2030", 3, False),
        ("#10a030", "#109d30", 3, True),
        ("#1020a0", "#10209d", 3, True),
        ("gradient", "gradient", 0, True),
        ("gradient", "#102030", 255, False),
    ],
)
def test_the_same_colour(a, b, by, same):
    assert colours.same(a, b, by) is same


def test_black_and_grey_are_no_colours():
    told = {
        paint: colours.is_colourful(paint) for paint in ("#000000", "#808080", "#0a0406", "#ffffff")
    }
    assert set(told.values()) == {False}
    assert all(map(colours.is_colourful, ("#cc2222", "#801000", "gradient")))


#: The classic theme's red, green and blue, and such as no theme has.
CLASSIC, OWN = ("#b61a2d", "#4dba66", "#457fca"), ("#ff5555", "#55aa33", "#5533ff")


@pytest.mark.parametrize(
    ("paints", "name"),
    [
        (dict.fromkeys(CLASSIC, 4), "theme classic"),
        ({**dict.fromkeys(CLASSIC, 4), "#ffffff": 12}, "theme classic"),
        ({**dict.fromkeys(CLASSIC, 4), "#ffffff": 11}, "theme classic"),
        ({**dict.fromkeys(CLASSIC, 4), "#f0f0e0": 13}, "hue"),
        (dict.fromkeys(OWN, 4), "hue"),
        # Without one of its colours it may be a conversion; where no hue tells either it is not.
        ({CLASSIC[0]: 4, CLASSIC[1]: 4, "#3355ff": 3}, "hue"),
        ({CLASSIC[0]: 4, CLASSIC[1]: 4}, "theme classic"),
        ({"#ffffff": 9}, "theme mono"),
        ({"#f8cfd1": 3, "#d3efd9": 3, "#d0e1f7": 3}, "theme ink-saver"),
    ],
)
def test_what_colours_are_guessed_by(paints, name):
    assert colours.guessed(Counter(paints), SLOTS).name == name


@pytest.mark.parametrize(
    ("paint", "slot"),
    [
        ("#ff0000", "red"),
        ("#ff0066", "red"),
        ("#ff8000", "orange"),
        ("#e0c000", "yellow"),
        ("#30c040", "green"),
        ("#00b0d0", "cyan"),
        ("#2040e0", "blue"),
        ("#9020d0", "purple"),
    ],
)
def test_hues_of_colours(paint, slot):
    slots = dict(enumerate(("red", "orange", "yellow", "green", "cyan", "blue", "purple")))
    near = min(slots.values(), key=lambda name: colours._off(paint, name))
    assert near == slot
    assert colours._off(paint, slot) <= 48


def test_how_far_a_hue_is_off_in_degrees():
    offs = {
        ("#ff0000", "red"): 0,
        ("#00ff00", "green"): 5,
        ("#0000ff", "blue"): 15,
        ("#ff00ff", "red"): 60,
        ("#ffff00", "yellow"): 8,
        ("#00ffff", "cyan"): 10,
        ("#ff0000", "purple"): 80,
    }
    assert {key: colours._off(*key) for key in offs} == pytest.approx(offs)


def test_hues_are_told_so_that_all_together_are_least_off():
    slots = {"r": "red", "o": "orange", "y": "yellow"}
    for paints in (("#ff2000", "#ff6000", "#e0d000"), ("#e0d000", "#ff6000", "#ff2000")):
        told = colours.by_hue(Counter(dict.fromkeys(paints, 3)), slots)
        assert told == {"r": "#ff2000", "o": "#ff6000", "y": "#e0d000"}


def test_hues_too_far_off_are_none():
    with pytest.raises(GameError, match=r"filled with #ff00ff, #aaff00, #00ffee, #777777; say"):
        colours.by_hue(
            Counter({"#ff00ff": 4, "#aaff00": 3, "#00ffee": 2, "#777777": 1}),
            {"r": "red", "y": "yellow", "b": "purple"},
        )


def test_the_most_frequent_paints_are_the_colours():
    paints = Counter({"#cc2222": 9, "#22bb33": 8, "#2244cc": 7, "#dd0000": 3, "#00dd00": 2})
    assert colours.by_hue(paints, SLOTS) == {"r": "#cc2222", "g": "#22bb33", "b": "#2244cc"}
    pale = Counter({"#fff0f0": 9, "#cc2222": 8, "#22bb33": 8, "#2244cc": 7})
    assert colours.by_hue(pale, SLOTS)["r"] == "#cc2222"
    tints = Counter({"#ffe0e0": 9, "#e0ffe0": 8, "#e0e0ff": 7})
    assert colours.by_hue(tints, SLOTS) == {"r": "#ffe0e0", "g": "#e0ffe0", "b": "#e0e0ff"}
    greys = Counter({"#cc2222": 9, "#fafafa": 8, "#0c0c0c": 8, "#808080": 7})
    assert colours.by_hue(greys, {"r": "red", "x": "grey"}) == {"r": "#cc2222", "x": "#808080"}


def test_a_colour_that_lies_between_two_is_neither():
    known = {"a": "#c00000", "b": "#c03c00"}
    slots = {letter: Slot(fill, fill, fill, fill) for letter, fill in known.items()}
    near = colours.Palette("x", slots, exact=False)
    told = near.letters(
        ["#c00000", "#c01400", "#c01e00", "#c02800", "#c06000", "#c09000"], (), 1, 0
    )
    assert told == "aa?bb?"


def test_what_is_a_colour():
    levels = {"#808080": False, "#808094": False, "#808095": True, "#951480": True}
    assert {paint: colours.is_colourful(paint) for paint in levels} == levels


@pytest.mark.parametrize(
    ("a", "b", "c", "d", "at"),
    [
        ((0, 0), (10, 0), (5, -5), (5, 5), (5, 0)),
        ((0, 0), (1, 1), (10, 0), (9, 1), (5, 5)),
        ((0, 0), (0, 8), (3, 4), (6, 4), (0, 4)),
        ((2, 1), (4, 2), (0, 6), (6, 0), (4, 2)),
        ((0, 0), (10, 0), (0, 1), (10, 1), None),
        ((0, 0), (10, 0), (0, 0), (10, 0.005), None),
        ((0, 0), (0.1, 0), (0, 0), (0.1, 0.0002), (0, 0)),
        ((0, 0), (90, 0), (0, 0), (90, 0.18), (0, 0)),
        ((0, 0), (90, 0), (0, 0), (90, 0.08), None),
        ((0, 0), (90, 0), (3, 4), (3, 4), None),
    ],
)
def test_where_lines_meet(a, b, c, d, at):
    found = hexagons._meeting(*(Point(*point) for point in (a, b, c, d)))
    assert found == (None if at is None else pytest.approx(at, abs=1e-9))


# ------------------------------------------------------------------------- how much is looked at


@pytest.mark.parametrize(("count", "found"), [(120, 1), (121, 0)])
def test_of_very_many_points_there_is_no_hexagon(count, found):
    corners = ring(10)
    points = list(corners[:5])
    (x, y), (u, v) = corners[4:]
    points += [
        (x + (u - x) * k / (count - 5), y + (v - y) * k / (count - 5)) for k in range(1, count - 5)
    ]
    points.append(corners[5])
    assert len(points) == count
    assert len(found_in(*points)) == found


def plain(shape: Shape) -> str:
    """Return what kind of a plain outline a shape is, "" for none."""
    found = outlines._measured(shape, Transform())
    return found.kind if found else ""


@pytest.mark.parametrize(
    ("parts", "points", "kind"), [(1, 2000, "disc"), (1, 2001, ""), (2, 48, ""), (0, 4, "")]
)
def test_of_very_many_parts_or_points_there_is_no_outline(parts, points, kind):
    assert plain(Shape(polygon(*ring(10, count=points)).parts * parts)) == kind


@pytest.mark.parametrize(("radius", "kind"), [(1.26, "disc"), (1.24, "")])
def test_what_is_smaller_than_a_piece_is_no_outline(radius, kind):
    assert plain(polygon(*ring(radius, count=36))) == kind


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        (((0, 0), (8, 0), (8, 4), (0, 4)), "rectangle"),
        (((0, 0), (5, 0), (8, 0), (8, 4), (0, 4)), "rectangle"),
        (((0, 0), (8, 0), (8, 4)), ""),
        (((0, 0), (8, 0), (8, 4), (0, 3.5)), ""),
        (((0, 0), (7.95, 0), (8, 0.05), (8, 4), (0, 4)), "rectangle"),
        (((0, 0), (7.5, 0), (8, 0.5), (8, 4), (0, 4)), ""),
    ],
)
def test_what_fills_its_box_is_a_rectangle(points, kind):
    assert plain(polygon(*points)) == kind


def test_more_outlines_about_one_place_are_an_ornaments():
    rects = "".join(
        f'<rect x="{30 - w / 2}" y="{30 - w / 2}" width="{w}" height="{w}"/>'
        for w in (40 - k for k in range(30))
    )
    (found,) = outlines.candidates(0, page(rects))
    assert [round(o.width) for o in found.outlines] == [40 - k for k in range(24)]


def test_where_seven_areas_are_looked_at():
    whole = {(round(x, 9), round(y, 9)) for k in seven.AREAS for x, y in patterns._points(k)}
    assert len(whole) == 6 * 6 + 12
    for x, y in some(whole):  # turned by sixths and mirrored they are the same places
        turned = x / 2 - y * math.sqrt(3) / 2, x * math.sqrt(3) / 2 + y / 2
        assert any(math.dist(turned, other) < 1e-6 for other in whole)
        assert any(math.dist((x, -y), other) < 1e-6 for other in whole)
    for k in range(7):
        rim = 0.05
        assert {seven.area_at(x, y, math.sqrt(3), rim) for x, y in patterns._points(k)} == {k}
    # Numbers may stand in an area's middle.
    middles = [seven.middle(k, math.sqrt(3)) for k in seven.AREAS]
    assert min(math.dist(m, place) for m in middles for place in whole) > 0.16


def test_how_much_of_an_area_lies_inside_its_rim():
    steps = [(k + 0.5) / 200 - 1 for k in range(400)]
    counts = Counter(seven.area_at(x, y, math.sqrt(3), 0.05) for x in steps for y in steps)
    for k in range(7):
        assert patterns._INSIDE[k == seven.CENTRE] == pytest.approx(counts[k] / 200**2, rel=0.05)
