"""What a clip cuts off whole is not there; what shows by a hair, or through an odd clip, is."""

import random

import pytest

from engine.geometry.plane import Box, Transform
from generator.checking.pages.clipping import convex, left_of
from generator.checking.pages.paint import Clip, Page
from generator.checking.pages.shapes import Shape, Tracer
from generator.checking.pages.svgvalues import ellipse


def polygon(*points):
    tracer = Tracer()
    tracer.move(*points[0])
    for point in points[1:]:
        tracer.line(*point)
    tracer.close()
    return tracer.shape()


SQUARE = polygon((0, 0), (10, 0), (10, 10), (0, 10))
ANTICLOCKWISE = polygon((0, 0), (0, 10), (10, 10), (10, 0))
HOLLOW = polygon((0, 0), (10, 0), (10, 10), (5, 5), (0, 10))


@pytest.mark.parametrize(
    ("clip", "right", "hidden"),
    [
        (SQUARE, 0.0, False),
        (SQUARE, 9.5, False),
        (SQUARE, -9.5, False),
        (SQUARE, 10.0, True),  # they share a side
        (SQUARE, 25.0, True),
        (ANTICLOCKWISE, 9.5, False),
        (ANTICLOCKWISE, -10.0, True),
        (HOLLOW, 25.0, False),  # of such clips it is not told
    ],
)
def test_a_shape_beyond_a_clip_is_hidden(clip, right, hidden):
    page = Page("sheet", 1, 100.0, 100.0)
    placed = Transform.translation(30.0 + right, 30.0)
    page.paint(SQUARE, placed, (Clip(((clip, Transform.translation(30.0, 30.0)),)),), stroke="#000")
    assert (not page.marks) is hidden


def test_a_fill_that_is_flattened_to_a_line_stays_under_its_clip():
    page = Page("sheet", 1, 100.0, 100.0)
    clips = (Clip(((SQUARE, Transform()),)),)
    page.paint(SQUARE, Transform(0.7, 0.9, 7 * 0.7, 7 * 0.9, -2.0, 1.0), clips, fill="#000000")
    assert [mark.clips for mark in page.marks] == [clips]


def test_a_clip_of_nothing_hides_all():
    page = Page("sheet", 1, 100.0, 100.0)
    nothing, square = ((Shape([]), Transform()),), ((SQUARE, Transform()),)
    page.paint(SQUARE, Transform(), (Clip(square), Clip(nothing)), fill="#000000")
    assert page.marks == []
    page.paint(SQUARE, Transform(), (Clip(square), Clip(nothing + square)), fill="#000000")
    assert len(page.marks) == 1


def test_one_that_holds_the_clip_is_not_hidden():
    clip = convex(SQUARE, Transform.translation(20.0, 20.0))
    assert left_of(SQUARE, Transform.scaling(9.0), clip) is SQUARE


def test_of_several_parts_those_beyond_the_clip_go():
    moved = polygon(*((x + 40, y) for x, y in SQUARE.parts[0].points))
    both = Shape([*SQUARE.parts, *moved.parts])
    assert left_of(both, Transform(), convex(SQUARE, Transform())).parts == SQUARE.parts


@pytest.mark.parametrize(
    "corners", [[(0, 0)] * 4, [(0, 0), (5, 5), (9, 9)], [(1, 1), (1, 1 + 1e-9), (1, 1)]]
)
def test_what_has_no_area_is_no_outline(corners):
    assert convex(polygon(*corners), Transform()) is None


def _random_page(seed: int) -> Page:
    """Return a page of squares, some turned, some clipped, of which many cover others."""
    rng = random.Random(seed)
    page = Page("sheet", 1, 100.0, 100.0)

    def lying() -> Transform:
        size, turn = rng.uniform(0.1, 4.0), rng.choice([0, 0, 90, 30])
        place = Transform.translation(rng.uniform(10, 60), rng.uniform(10, 60))
        return place @ Transform.rotation(turn) @ Transform.scaling(size)

    for _ in range(150):
        clips = (Clip(((SQUARE, lying()),)),) if rng.random() < 0.3 else ()
        line = {} if rng.random() < 0.8 else {"stroke": "#000000", "width": 0.3}
        page.paint(SQUARE, lying(), clips, fill="#aa0000", **line)
    return page


@pytest.mark.parametrize("seed", range(4))
def test_what_is_covered_is_found_by_boxes_as_it_is_by_middles(seed, monkeypatch):
    page, again = _random_page(seed), _random_page(seed)
    page.drop_covered()
    middle = lambda _, mark: Box(*mark.box.centre, *mark.box.centre)  # noqa: E731
    monkeypatch.setattr(Page, "_core", middle)
    again.drop_covered()
    assert [m.box for m in page.marks] == [m.box for m in again.marks]
    assert 20 < len(page.marks) < 120


@pytest.mark.parametrize("radii", [(2.0, 2.0), (3.0, 1.0)])
def test_an_ellipse_is_thirty_two_points_from_its_right_end_on(radii):
    (part,) = ellipse(10.0, 20.0, *radii).parts
    assert part.closed
    assert len(part.points) == 32
    assert part.points[0] == pytest.approx((10 + radii[0], 20))
    assert part.points[8] == pytest.approx((10, 20 + radii[1]))
    off = [((x - 10) / radii[0]) ** 2 + ((y - 20) / radii[1]) ** 2 for x, y in part.points]
    assert off == pytest.approx([1.0] * 32, abs=1e-3)
