"""What recognisers promise of colours that change, strokes that go round, bleeds, boards' cells and themes, by tables."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import engine
from engine.drawing import theme
from engine.drawing.parts import Cutout
from engine.geometry.plane import Box, Point, Transform
from generator.checking.recognise import (
    cuts,
    looks,
    outlines,
    patterns,
    proportions,
    seven_areas,
    sides,
)
from generator.checking.recognise.conversion import Conversion
from generator.checking.recognise.grids import Grid
from generator.checking.recognise.models import Models
from generator.checking.recognise.outlines import SMALLEST, Candidate, Outline
from generator.checking.recognise.pictures import Seeker
from generator.checking.recognise.squareboard import Boards, Sighting, _unseen, note
from tests.checking.recognise.test_boards_read import page as drawn
from tests.checking.recognise.test_pictures import FINE, Paper, models
from tests.checking.recognise.test_recognisers import page, stroked

# ------------------------------------------------------------------------- colours that change


@pytest.mark.parametrize(("red", "change"), [(0, 10), (50, 12), (100, 20), (150, 28), (200, 30)])
def test_a_colour_changes_as_the_known_ones_do_by_how_near_they_are(red, change):
    known = np.array([[0, 0, 0], [200, 0, 0]], np.float32)
    changes = np.array([[0, 0, 10], [0, 0, 30]], np.float32)
    found = Conversion(known, changes).of(np.array([[[red, 0.0, 0.0]]], np.float32))
    assert found.ravel() == pytest.approx([red, 0, change], abs=0.01)


def test_no_changed_colour_leaves_the_levels():
    found = Conversion(
        np.array([[250, 3, 90]], np.float32), np.array([[20, -20, 20]], np.float32)
    ).of(np.array([[[250.0, 3.0, 90.0]]], np.float32))
    assert found.ravel().tolist() == [255, 0, 110]


# ------------------------------------------------------------------------- strokes and bleeds


@pytest.mark.parametrize(
    ("body", "is_frame"),
    [
        (stroked("M5 5H55V45H5z"), True),
        (stroked("M5 5H55V45H5z M9 9H50V40H9z"), True),
        (stroked("M5 5H55V45H5"), False),  # it does not close
        (stroked("M5 5H55V45H5z M9 9H50V40H9"), False),
        (stroked("M5 5H55V15H5z"), False),  # it is not as high
        (stroked("M5 5H15V45H5z"), False),  # it is not as wide
        ('<path d="M5 5H55V45H5z"/>', False),  # it is filled
    ],
)
def test_what_stroke_goes_round_a_ground(body, is_frame):
    (mark,) = page(body).marks
    assert cuts._is_frame(mark, Box(5, 5, 55, 45)) is is_frame


@pytest.mark.parametrize("side", [2.6, 3.4, 3.6, 4.6, 5.2, 8.1, 20.0, 30.0])
@pytest.mark.parametrize("longer", [0.0, 7.0])
def test_bleeds_leave_half_of_a_ground_and_no_less_than_a_piece(side, longer):
    for width, height in ((side, side + longer), (side + longer, side)):
        ground = Outline("rectangle", Point(40, 40), width, height)
        found = looks._within_bleed(Candidate(0, (ground,))).outlines[1:]
        assert all(one.is_guess and min(one.width, one.height) > SMALLEST for one in found)
        assert all(2 * min(one.width, one.height) > side for one in found)
        next_in = side - 2 * looks.BLEED_STEP * (len(found) + 1)
        most = len(found) == looks.MOST_BLEED / looks.BLEED_STEP
        assert most or next_in <= SMALLEST or 2 * next_in <= side


def test_what_has_a_cut_line_has_no_bleed_to_guess():
    cut = Outline("rectangle", Point(40, 40), 20.0, 20.0)._replace(cut=True)
    assert looks._within_bleed(Candidate(0, (cut,))).outlines == (cut,)


@pytest.mark.parametrize(
    ("sizes", "is_drawn"),
    [
        ({}, True),
        ({"tiles": 30.0}, True),
        ({"ships": 20.0, "tiles": 30.0}, True),
        ({"ships": 24.0, "tiles": 30.0}, False),
        ({"ships": 20.0, "tiles": 36.0}, False),
    ],
)
def test_a_look_draws_all_components_in_their_sizes(sizes, is_drawn):
    widths = {"tiles": 30.0, "ships": 20.0, "planets": 9.0}
    faces = [SimpleNamespace(part=k, cut=SimpleNamespace(width=v)) for k, v in widths.items()]
    seeker = SimpleNamespace(models=SimpleNamespace(faces=faces))
    trials = SimpleNamespace(seeker=lambda look: seeker)
    assert looks._Trials._is_drawn_in(trials, None, sizes) is is_drawn


def test_the_nearest_of_pictures_of_several_shapes():
    """Cards and lower ones of the same colours: whichever it is, the other is farther off."""
    wide, low = models(), models(cut=Cutout("rectangle", 20.0, 18.0))
    both = Models(
        [*wide.faces, *(one._replace(part="low") for one in low.faces)],
        [(k,) for k in range(6)],
        [*wide._frames, *(one._replace(y=one.y + 30 * FINE) for one in low._frames)],
        np.concatenate([wide._image, low._image]),
    )
    paper = Paper()
    paper.card("two", 30, 40)
    seeker = Seeker(both).on([paper.page])
    (found,) = seeker.matches(paper.candidates)
    assert seeker.nearest(found, range(6)).model == 1
    assert seeker.nearest(found, [0, 2, 3, 4, 5]).off > seeker.nearest(found, [1, 4]).off


@pytest.mark.parametrize(
    ("width", "height", "is_piece"),
    [(90, 70, True), (98, 30, True), (30, 78, True), (98, 78, False), (100, 80, False)],
)
def test_what_fills_a_page_both_ways_is_no_piece(width, height, is_piece):
    """The page has 100 by 80 mm."""
    x, y = (100 - width) / 2, (80 - height) / 2
    here = page(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#aa3300"/>')
    assert len(outlines.candidates(0, here)) == is_piece


# ------------------------------------------------------------------------- pieces in their frames


@pytest.mark.parametrize(
    ("lying", "box"),
    [
        (Transform(), (-1, -1, 1, 1)),
        (Transform.translation(3, 5), (-4, -6, -2, -4)),
        (Transform.scaling(2, 4), (-0.5, -0.25, 0.5, 0.25)),
        (Transform.rotation(45), (-math.sqrt(2), -math.sqrt(2), math.sqrt(2), math.sqrt(2))),
    ],
)
def test_where_a_piece_lies_as_a_shape_upon_it_has_it(lying, box):
    assert patterns._in_shape(lying) == pytest.approx(box)


# ------------------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("size", "usual", "is_told"),
    [
        (20.2, 20.0, True),
        (20.1, 20.0, False),  # as good as a cell
        (20.2, 20.01, False),  # such pieces are larger than cells, as standees are
        (25.0, 12.0, True),
    ],
)
def test_pieces_that_should_lie_in_a_cell_and_are_larger_are_told(size, usual, is_told):
    found = proportions._too_large({"ships": size}, {"ships": usual}, {"ships": "Ships"}, 20.0, 4)
    assert [(one.kind, one.page) for one in found] == [("size", 4)] * is_told


def sighting(cell: float, window: Box | None = None) -> Sighting:
    """Return a board of 7 by 7 cells of some width."""
    box = Box(10, 10, 10 + 7 * cell, 10 + 7 * cell)
    return Sighting(0, Grid(box, 7, 0.2, "#000000", (), (), window or box))


@pytest.mark.parametrize(
    ("cells", "most"),
    [
        ([20.0], 20.0),
        ([20.0, 20.0, 25.0], 20.0),
        ([25.0, 20.0, 25.0], 25.0),
        ([20.001, 19.999, 20.003, 25.0, 25.0], 20.0),  # to a hundredth of a millimetre alike
        ([20.01, 19.99, 20.0, 25.0, 25.0], 25.0),
    ],
)
def test_boards_have_the_cells_that_most_of_them_have(cells, most):
    assert Boards(tuple(map(sighting, cells)), ()).cell == pytest.approx(most)


def test_a_board_is_told_with_cells_to_a_hundredth():
    assert note(Boards((sighting(10.25),), ())) == "board of 7 × 7 cells of 10.25 mm"


@pytest.mark.parametrize(
    ("windows", "unseen"),
    [
        ([Box(0, 0, 100, 100)], 0.0),
        ([Box(10, 10, 45, 80)], 0.5),
        ([Box(10, 10, 80, 45)], 0.5),
        ([Box(10, 10, 45, 80), Box(45, 10, 80, 80)], 0.0),
        ([Box(10, 10, 45, 45), Box(45, 45, 80, 80)], 0.5),
        ([Box(90, 10, 100, 80)], 1.0),
    ],
)
def test_how_much_of_a_board_no_window_shows(windows, unseen):
    assert _unseen([sighting(10.0, one) for one in windows]) == pytest.approx(unseen, abs=0.02)


@pytest.mark.parametrize(
    ("window", "lost"),
    [
        (Box(0, 0, 100, 80), 1),
        (Box(0, 0, 60, 80), 1),  # a part of the side is seen
        (Box(0, 0, 49, 80), 0),
        (Box(0, 46, 100, 80), 1),
        (Box(0, 0, 100, 50.5), 0),
        (Box(0, 0, 100, 21), 0),
    ],
)
def test_only_sides_within_a_window_are_missed(window, lost):
    lines = stroked("M20 20H50V50H20z M50 20H80V50", 0.6)
    cells = {
        "whole": [(20, 20), (50, 20), (50, 50), (20, 50)],
        "open": [(50, 20), (80, 20), (80, 50), (50, 50)],
    }
    assert len(sides.hidden(drawn(lines), cells, 30.0, window)) == lost


# ------------------------------------------------------------------------- another theme


@pytest.mark.parametrize(("others", "notes"), [(0, 0), (2, 0), (3, 1)])
def test_another_theme_is_told_where_the_one_named_paints_less_than_half(
    monkeypatch, others, notes
):
    game = engine.game("atreya")
    slots = game.piece_colours
    paints = {
        name: [theme.load(name).slot(slot).fill for slot in slots.values()]
        for name in ("classic", "colorblind")
    }
    painted = [paints["classic"][:2], paints["colorblind"][:others]]
    monkeypatch.setattr(seven_areas, "_paints", lambda tile: tile)
    found = [*seven_areas._other_theme(painted, slots, "classic")]
    assert len(found) == notes
