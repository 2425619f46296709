"""What is told of pages, at its bounds: lines, grids, outlines, hexagons, boards, pixels; and what of work is paid for."""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from engine.geometry.hexgrid import hexhex
from engine.geometry.plane import Box, Point, Transform
from generator.checking.recognise import (
    cuts,
    grids,
    hexagons,
    hexboard,
    lines,
    looks,
    outlines,
    pieces,
    raster,
    sides,
    square_kit,
    squareboard,
    trims,
)
from generator.checking.recognise.raster import Frame
from generator.checking.recognise.results import Hints, Reading, Trouble
from tests.checking.recognise import test_cut_lines as cut_lines
from tests.checking.recognise.test_boards_read import board, wrong
from tests.checking.recognise.test_boards_read import page as drawn
from tests.checking.recognise.test_cut_lines import oblong
from tests.checking.recognise.test_pictures import FINE, Paper
from tests.checking.recognise.test_recognisers import STEPS, grid, marks, page, stroked
from tests.checking.recognise.test_tiles_found import Watched


def spent(work, body: str) -> Counter[str]:
    """Return the steps that functions spend on some work with a page."""
    here = drawn(body)
    here.budget = Watched()
    work(here)
    return here.budget.by


CLIPPED = '<clipPath id="c"><rect width="90" height="70"/></clipPath><g clip-path="url(#c)">{}</g>'


@pytest.mark.parametrize(
    ("work", "body", "least"),
    [
        (lambda p: lines.lines(p, range(20)), stroked("M10 20H40") * 20, {"lines": 20}),
        (
            lambda p: grids.find(p, 4),
            CLIPPED.format(grid(4, 10.0)),
            {"find": 1, "_with_longer": 10, "_grid": 10, "shown": 10, "lines": 10},
        ),
        (
            lambda p: outlines.candidates(0, p),
            CLIPPED.format('<rect x="85" y="9" width="9" height="8"/>' * 5),
            {"_places": 1, "_outlines": 3, "_measured": 22, "of_shape": 1},
        ),
        (
            lambda p: looks._some(p, outlines.candidates(0, p), 1),
            "".join(f'<rect x="{4 * k}" y="9" width="3" height="8"/>' for k in range(20)),
            {"_some": 2},
        ),
        (lambda p: squareboard.read([p], 4), grid(4, 10.0), {"hidden": 16}),
        (
            lambda p: cuts.held([p], [oblong(20, 20, 50, 40)]),
            cut_lines.ground(19, 19, 51, 41) + cut_lines.FRAME,
            {"_lines": 4, "_near": 4},
        ),
    ],
    ids=["lines", "grids", "outlines", "candidates", "boards", "cut lines"],
)
def test_work_is_paid_for(work, body, least):
    steps = spent(work, body)
    assert [name for name, count in least.items() if steps[name] < count] == []


def test_lines_that_are_known_cost_less_and_not_nothing():
    here = page(stroked("M10 20H40") * 20)
    costs = []
    for _ in range(2):
        here.budget = Watched()
        lines.lines(here, range(20))
        costs.append(here.budget.by["lines"])
    assert 20 <= costs[1] < costs[0]


@pytest.mark.parametrize(
    ("off", "is_rectangle"), [(0.0, True), (0.35, True), (0.45, False), (1.5, False)]
)
def test_a_rectangle_may_lack_a_hundredth_at_its_corners(off, is_rectangle):
    """Corners of 40 by 20 mm are cut off: points remain beside them."""
    d = f"M{10 + off} 10H50V30H10V{10 + off * 3}z"
    found = outlines.candidates(0, page(f'<path d="{d}"/>'))
    assert bool(found) is is_rectangle


def test_the_same_outline_drawn_twice_is_one():
    rects = (
        '<rect x="10" y="10" width="30" height="20"/>'
        '<path d="M10.001 10H40V30.002H10z"/><rect x="10.2" y="10" width="30" height="20"/>'
    )
    (found,) = outlines.candidates(0, page(rects))
    assert len(found.outlines) == 1


def test_crop_marks_tell_small_bleeds():
    for by in (0.05, 0.3, 0.5):
        box = 28 + by, 28 + by, 62 - by, 52 - by
        assert trims.bleed(page(marks(*box, 3, 4)), Box(28, 28, 62, 52)) == by


@pytest.mark.parametrize(
    ("x", "y", "window"),
    [
        (95, 10, (93, 8, 100, 32)),
        (103, 10, None),
        (102, 10, None),
        (10, 82, None),
        (-22, 10, None),
        (10, -22, None),
        (-23, 10, None),
        (10, 83, None),
        (10, -23, None),
        (101, 81, (99, 79, 100, 80)),
    ],
)
def test_what_of_a_box_shows(x, y, window):
    here = page(stroked("M0 0H9"))
    assert grids.shown(here, here.marks, Box(x, y, x + 20, y + 20)) == window


def test_cells_that_are_covered_are_told_by_where_they_lie():
    white = '<rect x="{}" y="{}" width="{}" height="{}" fill="#ffffff"/>'
    across = wrong(grid(4, 10.0) + white.format(29, 22, 2, 6))
    assert across == [
        (
            "missing",
            "2 of the board's 16 cells are covered, or lack lines: columns 2 to 3 and row 2 from the top left",
            0,
        )
    ]
    down = wrong(grid(4, 10.0) + white.format(12, 19, 6, 2))
    assert down == [
        (
            "missing",
            "2 of the board's 16 cells are covered, or lack lines: column 1 and rows 1 to 2 from the top left",
            0,
        )
    ]


@pytest.mark.parametrize(("paint", "lost"), [("#f7f7f7", 0), ("#fbfbfb", 16)])
def test_lines_show_where_they_differ_by_more_than_noise(paint, lost):
    here = drawn(grid(4, 10.0).replace("#000000", paint))
    (board,) = squareboard.read([here], 4).all
    assert len(board.hidden) == lost


def test_cells_hidden_in_words():
    assert sides.lacking(1, 9) == "1 of the board's 9 cells is covered, or lacks lines"
    assert sides.lacking(2, 9) == "2 of the board's 9 cells are covered, or lack lines"


@pytest.mark.parametrize("drawn_across", [True, False])
def test_the_thinnest_line_shows_however_large_the_cells(drawn_across):
    """Two cells of 36 mm beside each other, whose sides are lines of a pixel."""
    paper = Paper()
    across, down = [60 + 36 * FINE * k for k in range(3)], [60, 60 + 36 * FINE]
    paper.pixels[:, across] = 0
    if drawn_across:
        paper.pixels[down] = 0
    x, y = ([(at + 0.5) / FINE for at in some] for some in (across, down))
    cells = {k: Box(x[k], y[0], x[k + 1], y[1]).corners() for k in range(2)}
    hidden = sides.hidden(paper.page, cells, 36.0, Box(0, 0, 100, 80))
    assert hidden == (() if drawn_across else (0, 1))


def test_cells_are_measured_to_a_hundredth():
    (fault,) = wrong(grid(4, 10.25), size=10.0)
    assert fault[1] == "the board's cells measure 10.25 mm, not 10 mm as the tiles"


@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (0, 0, True),
        (6, 4, True),
        (-0.1, 2, False),
        (6.1, 2, False),
        (3, -0.1, False),
        (3, 4.1, False),
    ],
)
def test_the_edge_of_an_image_is_on_it(x, y, on):
    assert raster.on_image(STEPS, Frame(x, y, 2, 2), 1).tolist() == [[on]]


@pytest.mark.parametrize(
    ("start", "end", "is_in"),
    [
        (9, 51, True),
        (10, 52, True),
        (8.1, 50, True),
        (7.9, 50, False),
        (9, 53, False),
        (11, 51, False),
        (9, 49, False),
    ],
)
def test_lines_that_reach_a_little_beyond_others_are_of_the_same_grid(start, end, is_in):
    """Lines of 40 mm make four cells of 10 mm, of which a fifth is a little."""

    def line(start: float, end: float, at: float) -> lines.Line:
        return lines.Line(True, at, start, end, 0.5, "#000000", 0)

    bundle, other = [line(10, 50, 20)], line(start, end, 30)
    found = grids._with_longer(page(""), bundle, [*bundle, other], 4)
    assert found == [*bundle, *([other] if is_in else [])]


@pytest.mark.parametrize(
    ("place", "shows"),
    [
        ((10, 10), True),
        ((40, 30), True),
        ((9.9, 20), False),
        ((40.1, 20), False),
        ((20, 9.9), False),
        ((20, 30.1), False),
    ],
)
def test_a_clip_shows_what_lies_in_its_box_and_on_its_edge(place, shows):
    clip = '<clipPath id="c"><rect x="10" y="10" width="30" height="20"/></clipPath>'
    (mark,) = page(f'{clip}<g clip-path="url(#c)"><circle cx="30" cy="20" r="19"/></g>').marks
    box = outlines.box_of(*mark.clips[0].shapes[0])
    assert box == pytest.approx((10, 10, 40, 30))
    x, y = place
    at = Point(
        box.left if x == 10 else box.right if x == 40 else x,
        box.top if y == 10 else box.bottom if y == 30 else y,
    )
    assert outlines._shows(mark.clips[0], at) is shows


@pytest.mark.parametrize(
    ("askew", "width", "height", "is_turned"),
    [
        (0.02, 20, 30, True),
        (0.018, 20, 30, False),
        (0.018, 20, 40, True),
        (0.1, 3, 4, False),
        (-0.02, 20, 30, True),
    ],
)
def test_rectangles_askew_by_a_hundredth_of_a_millimetre_at_their_ends(
    askew, width, height, is_turned
):
    lying = Transform.rotation(askew)
    corners = [
        lying.apply(p) for p in Box(-width / 2, -height / 2, width / 2, height / 2).corners()
    ]
    found = outlines._turned(*corners)
    assert (found is not None) is is_turned
    assert found is None or found.angle == pytest.approx(askew)


@pytest.mark.parametrize(
    ("sheets", "pages"),
    [
        ([(50, 40)], (0,)),
        ([(92, 40), (-3, 40)], (0, 1)),
        ([(50, 40), (92, 40)], (0, 1)),
        ([(92, 40), (50, 40)], (1, 0)),
    ],
)
def test_pages_that_show_a_board_of_hexagons(sheets, pages):
    found = hexboard.read([drawn(board([*hexhex(3)], *at)) for at in sheets])
    assert found.pages == pages


def test_a_picture_that_shows_little_seems_to_lie_where_it_should():
    y, x = np.mgrid[0:32, 0:32]
    wanted = np.repeat((127 + 120 * np.cos(x / 3) * np.cos(y / 4))[None, :, :, None], 3, axis=3)
    seen = np.roll(wanted, 1, axis=2)
    within = np.ones((1, 32, 32), bool)
    within[:, :, 0] = False
    for faint, least, most in ((1.0, 0.02, 0.04), (0.05, 0.0001, 0.02), (0.005, 0.0, 0.001)):
        views = (127 + (one.astype(np.float32) - 127) * faint for one in (seen, wanted))
        ((right, down, growth),) = raster.misplaced(*views, within)
        assert least <= right <= most
        assert abs(down) < 0.005
        assert abs(growth) < 0.02


def test_tiles_that_differ_by_thousandths_are_of_one_size():
    tiles = [
        oblong(0, 0, 9, 9)._replace(sizes=(size,) * 2) for size in (24.001, 23.999, 24.3, 24.3)
    ]
    assert square_kit._tile_size([*tiles, tiles[0]], Hints()) == 24.0


@pytest.mark.parametrize("level", [False, True])
@pytest.mark.parametrize(("without", "beside"), [(0, {1}), (1, {1, 2}), (2, {2, 3}), (4, {4})])
def test_cells_beside_lines_told_of_already_are_told_of_no_more(level, without, beside):
    ways = [f"M10 {10 + 10.0 * without}H50.0", f"M{10 + 10.0 * without} 10V50.0"]
    inner = without in (1, 2)
    body = grid(4, 10.0, without=(ways[not level],)) if inner else grid(4, 10.0)
    (found,) = grids.find(page(body), 4)
    lacking = (level, without)
    if not inner:
        found = found._replace(astray=(lacking,))
    assert (*found.missing, *found.astray) == (lacking,)
    cells = {cell for cell, _ in squareboard._cells(found)}
    assert {cell[level] for cell in cells} == {1, 2, 3, 4} - beside
    assert {cell[not level] for cell in cells} == {1, 2, 3, 4}


@pytest.mark.parametrize(("step", "is_one"), [(60, True), (60.8, True), (64.2, False), (55, False)])
@pytest.mark.parametrize("first", [0, 2, 5])
def test_a_hexagons_corners_are_a_sixth_apart(step, is_one, first):
    """Five corners are so many degrees apart, the sixth what is left, wherever the outline begins."""
    turns = [math.radians(step * k) for k in range(6)]
    corners = [Point(10 * math.cos(t), 10 * math.sin(t)) for t in turns]
    found = hexagons._regular([*corners[first:], *corners[:first]])
    assert (found is not None) is is_one


@pytest.mark.parametrize(
    ("x", "y", "level"),
    [
        (3, 2, 0),
        (-0.4, 2, 0),  # the edge's own colour half a pixel beyond it
        (-1.8, 2, 255),
        (3, -1.8, 255),
        (7.8, 2, 255),
        (3, 5.8, 255),
        (6.3, 2, 0),
        (3, 4.3, 0),
    ],
)
def test_beyond_an_image_is_white_in_turned_views_as_well(x, y, level):
    black = np.zeros((4, 6, 3), np.uint8)
    (view,) = raster.views(black, [Frame(x, y, 0.01, 0.01, 30.0)], 1)
    assert view[0, 0].tolist() == [level] * 3


@pytest.mark.parametrize(
    ("kinds_of_trouble", "tile_size", "told"),
    [
        ((), None, True),
        (("missing",), None, True),
        (("size",), None, False),
        (("missing", "size"), None, False),
        ((), 24.0, False),
    ],
)
def test_pieces_for_other_cells_are_told_where_nothing_else_is_of_sizes(
    monkeypatch, kinds_of_trouble, tile_size, told
):
    wrong_there = [Trouble(kind, kind, 0) for kind in kinds_of_trouble]
    off = Trouble("size", "for others", 0)
    boards = squareboard.read([drawn(grid(4, 10.0))], 4)
    monkeypatch.setattr(squareboard, "read", lambda *_: boards)
    monkeypatch.setattr(squareboard, "troubles", lambda *_: wrong_there)
    monkeypatch.setattr(pieces, "find", lambda *_, **__: Reading((), "x", ("n",)))
    monkeypatch.setattr(square_kit.proportions, "compared", lambda *_: ([off], ["unusual"]))
    game = SimpleNamespace(board_sides=(4,))
    found = square_kit.find([], game, Hints(tile_size=tile_size))
    assert list(found.troubles) == [*wrong_there, *[off] * told]
    assert found.notes == ("board of 4 × 4 cells of 10 mm", "n", "unusual")
    assert (found.whole, found.board_pages) == (("board",), (0,))


@pytest.mark.parametrize(
    ("side", "leg", "other", "found"),
    [
        (10, 10, 10, True),
        (2.1, 2.1, 2.1, True),
        (1.9, 1.9, 1.9, False),
        (10, 8.1, 8.1, True),
        (10, 7.9, 7.9, False),
        (10, 19.9, 19.9, True),
        (10, 20.1, 20.1, False),
        (10, 10, 10.15, True),
        (10, 10, 10.3, False),
    ],
)
def test_half_hexagons_have_legs_alike(side, leg, other, found):
    """The short side of a hexagon about the origin, with legs on the rays through its ends."""
    rays = [Point(math.cos(t), math.sin(t)) for t in (0.0, math.pi / 3)]
    b, a = (Point(side * ray.x, side * ray.y) for ray in rays)
    c, d = (
        Point((side + by) * ray.x, (side + by) * ray.y)
        for ray, by in zip(rays, (leg, other), strict=True)
    )
    half = hexagons._half_on(a, b, c, d)
    assert (half is not None) is found
    if half is not None:
        assert half.centre == pytest.approx((0, 0), abs=1e-6)
        assert half.radius == pytest.approx(side)


def test_half_hexagons_that_lean_are_none():
    """Sides and legs as long as a half-hexagon's, its corners pushed aside."""
    a, b, c, d = (Point(0, 0), Point(10, 0), Point(15.735764, 8.19152), Point(-4.245631, 9.053984))
    assert a.distance(d) == pytest.approx(10, abs=1e-5)
    assert c.distance(d) == pytest.approx(20, abs=1e-5)
    assert hexagons._half_on(a, b, c, d) is None


def test_a_boards_box_is_that_of_its_own_lines():
    """The lines within reach from edge to edge, those of the frame a little farther."""
    inner = stroked("M10 20H30 M20 10V30")
    frame = stroked("M9.5 10H30.5 M9.5 30H30.5 M10 9.5V30.5 M30 9.5V30.5")
    boxes = [grid.box for grid in grids.find(page(inner + frame), 2)]
    assert pytest.approx(Box(10, 10, 30, 30)) in boxes


def test_how_wide_most_boards_cells_are():
    higher = f'<g transform="scale(1 1.05)">{grid(4, 10.0)}</g>'
    found = squareboard.read([drawn(higher), drawn(higher), drawn(grid(4, 11.0))], 4)
    assert found.cell == 10.0
    assert found.pages == (0, 1, 2)
