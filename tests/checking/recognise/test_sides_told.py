"""Which sides of cells show, by pixels at their bounds; and how conversions of colours are measured at theirs."""

from __future__ import annotations

import numpy as np
import pytest

from engine.geometry.plane import Box
from generator.checking.recognise import sides
from generator.checking.recognise.conversion import NOTHING, Conversion
from tests.checking.recognise.test_pictures import BLUE, FINE, GREEN, RED, Paper, changed, views

#: A cell of 60 mm, and where it lies.
CELL = Box(20, 10, 80, 70)
PAGE = Box(0, 0, 100, 80)


def framed() -> Paper:
    """Return a page with a cell's four sides, a millimetre wide."""
    paper = Paper()
    left, top, right, bottom = (round(v * FINE) for v in CELL)
    half = FINE // 2
    for x in (left, right):
        paper.pixels[top:bottom, x - half : x + half] = 0
    for y in (top, bottom):
        paper.pixels[y - half : y + half, left:right] = 0
    return paper


def hidden(paper: Paper, window: Box = PAGE) -> bool:
    """Tell whether the cell's sides do not show."""
    return sides.hidden(paper.page, {"cell": CELL.corners()}, CELL.width, window) == ("cell",)


def test_of_no_cells_none_is_hidden():
    assert sides.hidden(Paper().page, {}, 10.0, PAGE) == ()


@pytest.mark.parametrize(
    ("first", "last", "is_hidden"), [(0.458, 0.542, True), (0.474, 0.562, False), (0.5, 0.5, False)]
)
def test_a_speck_hides_no_side(first, last, is_hidden):
    """Three of 29 places along it count, two do not."""
    paper = framed()
    x = round(CELL.left * FINE)
    top, bottom = (round((CELL.top + share * CELL.height) * FINE) for share in (first, last))
    paper.pixels[top:bottom, x - 30 : x + 30] = 255
    assert hidden(paper) is is_hidden


@pytest.mark.parametrize(("edge", "is_hidden"), [(18.5, True), (19.2, False), (20.5, False)])
def test_nothing_is_missed_within_a_millimetre_of_a_windows_edge(edge, is_hidden):
    paper = framed()
    x = round(CELL.left * FINE)
    paper.pixels[:, x - 5 : x + 5] = 255
    assert hidden(paper, PAGE._replace(left=edge)) is is_hidden


def changes(paper: Paper, start: tuple[float, float], along: tuple[float, float], width: float):
    """Return by how much colours differ across a side from a place, there and halfway."""
    places = np.array([[[start, np.add(start, along) / 2 + np.array(start) / 2]]])
    return sides._changes(paper.page, places, np.array([[along]], float), width)[0, 0].tolist()


@pytest.mark.parametrize(
    ("off", "width", "seen"),
    [(0.0, 10, True), (0.6, 10, True), (-0.6, 10, True), (0.8, 10, False), (0.8, 20, True)],
)
@pytest.mark.parametrize("length", [5.0, 30.0])
def test_a_change_counts_by_how_wide_cells_are_however_long_their_sides(off, width, seen, length):
    paper = Paper()
    paper.pixels[:, 50 * FINE :] = 0
    assert changes(paper, (50 + off, 20), (0, length), width) == [255 * seen] * 2


@pytest.mark.parametrize("rising", [1, -1])
@pytest.mark.parametrize("off", [0.53, -0.53])
def test_slanted_sides_are_looked_across_at_right_angles(rising, off):
    """Of a side that rises by 30 degrees, with the colour changing beside it, level with it."""
    paper = Paper()
    y, x = (np.mgrid[0 : 80 * FINE, 0 : 100 * FINE] + 0.5) / FINE
    slope = rising / 3**0.5
    paper.pixels[y > 40 + slope * (x - 50)] = 0
    start = (40 - rising * off / 2, 40 - 10 * slope + off * 3**0.5 / 2)
    assert changes(paper, start, (20, 20 * slope), 10) == [255, 255]


def test_a_change_of_one_channel_counts():
    paper = Paper()
    paper.pixels[:, 50 * FINE :] = (255, 255, 155)
    assert changes(paper, (50, 20), (0, 30), 10) == [100, 100]


@pytest.mark.parametrize(
    ("rows", "columns", "start", "along"),
    [
        (slice(None), slice(0, 1), (0, 20), (0, 30)),
        (slice(None), slice(-1, None), (100, 20), (0, 30)),
        (slice(0, 1), slice(None), (20, 0), (30, 0)),
        (slice(-1, None), slice(None), (20, 80), (30, 0)),
    ],
)
def test_a_pages_outermost_pixels_are_looked_at(rows, columns, start, along):
    paper = Paper()
    paper.pixels[rows, columns] = 0
    assert changes(paper, start, along, 10) == [255, 255]


# ------------------------------------------------------------------------- conversions


def test_a_colour_changes_most_as_the_one_that_is_nearest():
    """Squares of distances weigh, of half a level at least: 2 to 1 for one that is a level off."""
    found = Conversion(
        np.array([(100, 0, 0), (101, 0, 0)], float), np.array([(9, 0, 0), (0, 0, 0)], float)
    )
    assert found.of(views((100, 0, 0)))[0, 0] == pytest.approx((106, 0, 0), abs=0.01)


@pytest.mark.parametrize(("points", "told"), [(3, False), (4, True)])
def test_four_points_tell_of_a_colour(points, told):
    """Where some pieces show much of it, and one that does not agree shows so little."""
    within = np.zeros((10, 10), bool)
    within[:5] = True
    within[5, :points] = True
    redder = (210, 34, 34)
    found = changed(*[((redder, BLUE), (RED, GREEN))] * 3, within=within)
    assert (GREEN in found) is told


def test_what_is_mixed_in_one_channel_is_no_colour_of_its_own():
    redder, mixed = (210, 34, 34), (204, 34, 34.5)
    assert changed(*[((redder, GREEN), (mixed, GREEN))] * 3) == {}
    assert changed(*[((redder, GREEN), (RED, GREEN))] * 3) != {}


def test_nothing_is_no_change_of_any_colour():
    assert (NOTHING.most, NOTHING.colours.shape, NOTHING.changes.shape) == (0, (0, 3), (0, 3))
