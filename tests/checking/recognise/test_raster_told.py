"""Pictures as arrays against slow, obvious second implementations: insides, neighbours, crowds, gradients, places between pixels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from generator.checking.recognise import raster
from generator.checking.recognise.raster import Frame
from tests.cases import some

RANDOM = np.random.default_rng(7)


def around(n: int, row: int, column: int) -> list[tuple[int, int]]:
    """Return the places of a square array about one, itself among them."""
    near = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return [(y, x) for y, x in near if 0 <= y < n and 0 <= x < n]


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("disc", ["..x..", ".xxx.", "xxxxx", ".xxx.", "..x.."]),
        ("rectangle", ["xxxxx"] * 5),
        ("hexagon", ["..x..", "xxxxx", "xxxxx", "xxxxx", "..x.."]),
    ],
)
def test_what_is_left_out_at_the_edge_lies_beyond_it(kind, rows):
    """Of five points across, the outermost lie on the edge of what is well inside."""
    seen = ["".join(".x"[int(v)] for v in row) for row in raster.inside(kind, 5, 0.1)]
    assert seen == rows


@pytest.mark.parametrize("n", [6, 24, 33])
@pytest.mark.parametrize("edge", [None, 0.01, 0.1])
def test_what_lies_well_inside(n, edge):
    """Farther from each side than the edge, a share of the width; the corners of a hexagon up and down."""
    reach = 0.5 - (0.06 if edge is None else edge)
    given = () if edge is None else (edge,)
    found = {kind: raster.inside(kind, n, *given) for kind in ("rectangle", "disc", "hexagon")}
    for row, column in some(np.ndindex(n, n)):
        x, y = (column + 0.5) / n - 0.5, (row + 0.5) / n - 0.5
        assert found["rectangle"][row, column] == (max(abs(x), abs(y)) <= reach + 1e-12)
        assert found["disc"][row, column] == (math.hypot(x, y) <= reach + 1e-12)
        tall = y * 2 / math.sqrt(3)
        ways = [math.radians(60 * k) for k in range(6)]
        far = max(x * math.cos(way) + tall * math.sin(way) for way in ways)
        assert found["hexagon"][row, column] == (far <= reach + 1e-9)


@pytest.mark.parametrize("least", range(9))
def test_points_of_crowds(least):
    marked = RANDOM.uniform(size=(2, 9, 9)) < 0.6
    found = raster.crowded(marked, least)
    for k in range(2):
        for row in range(9):
            for column in range(9):
                count = sum(marked[k, y, x] for y, x in around(9, row, column))
                is_one = marked[k, row, column] and count - 1 >= least
                assert found[k, row, column] == is_one


@pytest.mark.parametrize("least", [5.0, 36.0])
def test_points_outside_all_that_the_other_shows_about_them(least):
    seen = RANDOM.uniform(0, 120, (2, 6, 6, 3)).astype(np.float32)
    wanted = RANDOM.uniform(0, 140, (2, 6, 6, 3)).astype(np.float32)
    within = RANDOM.uniform(size=(2, 6, 6)) < 0.9
    found = raster.unlike(seen, wanted, within, least)
    assert 0 < (found > 0).sum() < found.size
    for k in range(2):
        for row in range(6):
            for column in range(6):
                off = 0.0
                for one, other in ((seen, wanted), (wanted, seen)):
                    about = np.array([other[k, y, x] for y, x in around(6, row, column)])
                    beyond = (
                        one[k, row, column] - about.max(axis=0),
                        about.min(axis=0) - one[k, row, column],
                    )
                    off = max(off, float(np.max(beyond)))
                is_off = off > least and within[k, row, column]
                assert found[k, row, column] == pytest.approx(off * is_off)


@pytest.mark.parametrize("channel", [0, 1, 2])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("by", "told"), [(5.0, 0.0), (5.5, 5.5), (90.0, 90.0)])
def test_one_channel_that_differs_by_more_is_enough(channel, sign, by, told):
    wanted = np.full((1, 5, 5, 3), 100.0, np.float32)
    seen = wanted.copy()
    seen[0, 2, 3, channel] += sign * by
    found = raster.unlike(seen, wanted, np.ones((1, 5, 5), bool), 5.0)
    assert found[0, 2, 3] == told
    assert np.count_nonzero(found) == (told > 0)


@pytest.mark.parametrize(("level", "told"), [(120.0, 0.0), (120.5, 5.5), (115.0, 0.0)])
def test_what_lies_beyond_all_that_is_near_by_no_more_than_the_least_is_alike(level, told):
    wanted = np.full((1, 5, 5, 3), 100.0, np.float32)
    wanted[0, 2, 2] = 115.0
    seen = wanted.copy()
    seen[0, 2, 3] = level
    found = raster.unlike(seen, wanted, np.ones((1, 5, 5), bool), 5.0)
    assert found[0, 2, 3] == told


def test_how_far_views_lie_off_by_least_squares():
    """What shifts and grows a picture by its gradients, held by how little it shows."""
    n = 8
    wanted = RANDOM.uniform(0, 255, (3, n, n, 3))
    seen = wanted + RANDOM.uniform(-20, 20, (3, n, n, 3))
    within = RANDOM.uniform(size=(3, n, n)) < 0.8
    found = raster.misplaced(seen, wanted, within)
    for k in range(3):
        grey, shown = wanted[k].mean(axis=-1), seen[k].mean(axis=-1)
        down, across = np.gradient(grey)
        rows = []
        for row in range(n):
            for column in range(n):
                if within[k, row, column]:
                    x, y = column - 3.5, row - 3.5
                    right, low = across[row, column], down[row, column]
                    rows.append((right, low, right * x + low * y, (grey - shown)[row, column]))
        slopes, offs = np.array(rows)[:, :3], np.array(rows)[:, 3]
        held = np.array([[1e5, 0, 0], [0, 1e5, 0], [0, 0, 1e7]])
        right, low, growth = np.linalg.inv(slopes.T @ slopes + held) @ slopes.T @ offs
        assert found[k] == pytest.approx((right / n, low / n, growth))


@pytest.mark.parametrize(
    ("x", "y", "level"),
    [
        (0.0, 0.0, 10.0),
        (1.0, 0.0, 20.0),
        (0.5, 0.0, 15.0),
        (0.25, 0.0, 12.5),
        (0.0, 0.25, 17.5),
        (0.5, 0.5, 30.0),
        (1.75, 0.5, 42.5),
        # At the edges the last pixel counts, half a pixel and more beyond them white.
        (-0.5, 0.0, 10.0),
        (-1.0, -1.0, 10.0),
        (-1.01, 0.0, 255.0),
        (0.0, -1.01, 255.0),
        (3.0, 1.0, 60.0),
        (2.5, 1.9, 60.0),
        (3.01, 1.0, 255.0),
        (2.0, 2.0, 60.0),
        (2.0, 2.01, 255.0),
    ],
)
def test_levels_between_the_middles_of_pixels(x, y, level):
    image = np.repeat(np.array([[10, 20, 30], [40, 50, 60]], np.uint8)[:, :, None], 3, axis=2)
    (found,) = raster._between(image, np.array([x]), np.array([y]))
    assert found == pytest.approx((level,) * 3)


def test_where_the_points_of_a_view_lie():
    right, down = raster._places(Frame(50.0, 40.0, 8.0, 4.0, 90.0), 2)
    assert right == pytest.approx(np.array([[51, 51], [49, 49]]))
    assert down == pytest.approx(np.array([[38, 42], [38, 42]]))
    right, down = raster._places(Frame(50.0, 40.0, 8.0, 4.0), 4)
    assert right[0] == pytest.approx(np.array([47, 49, 51, 53]))
    assert down[:, 0] == pytest.approx(np.array([38.5, 39.5, 40.5, 41.5]))


@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (0, 0, True),
        (60, 40, True),
        (-0.1, 5, False),
        (5, -0.1, False),
        (60.1, 5, False),
        (5, 40.1, False),
    ],
)
def test_the_image_ends_at_its_edges(x, y, on):
    image = np.zeros((40, 60, 3), np.uint8)
    assert raster.on_image(image, Frame(x, y, 2.0, 2.0), 1).tolist() == [[on]]


@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0])
@pytest.mark.parametrize(("width", "height"), [(20.0, 20.0), (26.0, 9.0)])
@pytest.mark.parametrize("far", [9.5, 12.0, 14.0, 15.0])
def test_which_points_of_a_view_lie_on_the_image(angle, width, height, far):
    """Of frames that lie near each of its edges, with their corners beyond them or not."""
    image, n = np.zeros((60, 80, 3), np.uint8), 16
    right, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for middle in ((far, 30), (80 - far, 30), (40, far), (40, 60 - far), (far, far)):
        found = raster.on_image(image, Frame(*middle, width, height, angle), n)
        for row, column in some(np.ndindex(n, n)):
            a, b = ((column + 0.5) / n - 0.5) * width, ((row + 0.5) / n - 0.5) * height
            x, y = middle[0] + a * right - b * down, middle[1] + a * down + b * right
            assert found[row, column] == (0 <= x <= 80 and 0 <= y <= 60)


@pytest.mark.parametrize(
    ("middle", "length", "n", "most", "shares"),
    [
        (3.0, 2.0, 2, 6, ([[1, 0], [0, 1]], 2, 4)),
        (3.0, 3.0, 2, 6, ([[1 / 3, 2 / 3, 0, 0], [0, 0, 2 / 3, 1 / 3]], 1, 5)),
        (3.25, 1.5, 1, 6, ([[1 / 3, 2 / 3]], 2, 4)),
        (0.0, 2.0, 1, 6, ([[0.5]], 0, 1)),
        (6.0, 2.0, 1, 6, ([[0.5]], 5, 6)),
    ],
)
def test_shares_of_pixels(middle, length, n, most, shares):
    found, first, last = raster._shares(middle, length, n, most)
    assert found == pytest.approx(np.array(shares[0]))
    assert (first, last) == shares[1:]


@pytest.mark.parametrize(
    ("angle", "is_upright"),
    [
        (0.0, True),
        (0.0005, True),
        (-0.0005, True),
        (89.9995, True),
        (0.002, False),
        (-0.002, False),
    ],
)
def test_what_is_all_but_upright_is_seen_so(monkeypatch, angle, is_upright):
    blank = np.zeros((3, 3, 3))
    monkeypatch.setattr(raster, "_upright", lambda *_: blank)
    monkeypatch.setattr(raster, "_turned", lambda *_: blank + 9)
    found = raster.views(np.zeros((9, 9, 3), np.uint8), [Frame(4, 4, 3, 3, angle)], 3)
    assert np.unique(found).tolist() == [0 if is_upright else 9]
