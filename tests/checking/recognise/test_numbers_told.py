"""Numbers that recognisers tell and hang on, by tables: lines, gaps, cells, pieces within others, what is lacking."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.geometry.plane import Box, Point
from generator.checking.recognise import (
    gaps,
    hex_kit,
    hexboard,
    lines,
    pieces,
    seven_areas,
    square_kit,
)
from generator.checking.recognise.damaged import PieceCounts
from generator.checking.recognise.gaps import Axis, Side
from generator.checking.recognise.hexagons import Hexagon
from generator.checking.recognise.lines import Line
from generator.checking.recognise.outlines import Candidate
from generator.checking.recognise.pictures import Difference
from tests.checking.recognise.test_pictures import SEEKER, Paper, outline
from tests.checking.recognise.test_pieces_read import REST, kinds, match, two_sided
from tests.checking.recognise.test_recognisers import page

# ------------------------------------------------------------------------- lines


def line(start: float, end: float, at: float = 20.0, **of: object) -> Line:
    """Return a level line."""
    return Line(True, at, start, end, 0.2, "#000000", 3)._replace(**of)


@pytest.mark.parametrize(
    ("found", "joined"),
    [
        ([], []),
        ([line(10, 20), line(20, 30, mark=5)], [line(10, 30, mark=5)]),
        ([line(10, 20, mark=5), line(20, 30)], [line(10, 30, mark=5)]),
        ([line(20, 30), line(10, 20)], [line(10, 30)]),
        ([line(10, 40), line(20, 30)], [line(10, 40)]),
        # They meet within a fiftieth of a millimetre.
        ([line(10, 20), line(20.01, 30)], [line(10, 30)]),
        ([line(10, 20), line(20.03, 30)], [line(10, 20), line(20.03, 30)]),
        ([line(10, 20), line(20, 30, 20.009)], [line(10, 30)]),
        ([line(10, 20), line(20, 30, 20.031)], [line(10, 20), line(20, 30, 20.031)]),
        ([line(10, 20), line(20, 30, width=0.203)], [line(10, 30)]),
        ([line(10, 20), line(20, 30, width=0.23)], [line(10, 20), line(20, 30, width=0.23)]),
        (
            [line(10, 20), line(20, 30, width=0.203), line(30, 40)],
            [line(10, 40)],
        ),
        (
            [line(10, 20), line(15, 30, width=0.23), line(20, 30)],
            [line(10, 30), line(15, 30, width=0.23)],
        ),
        ([line(10, 20), line(12, 14, 20.5), line(20, 30)], [line(10, 30), line(12, 14, 20.5)]),
        ([line(0, 5, 10), line(10, 20), line(20, 30)], [line(0, 5, 10), line(10, 30)]),
        ([line(20, 30, 20.009), line(10, 19.99, 20.011)], [line(10, 30, 20.009)]),
        # What looks or lies otherwise is another.
        ([line(10, 20), line(20, 30, paint="#ff0000")], [line(10, 20), line(20, 30, paint="#ff0000")]),
        ([line(10, 20), line(10, 20, level=False)], [line(10, 20, level=False), line(10, 20)]),
        ([line(10, 20), line(40, 50, 60), line(20, 30)], [line(10, 30), line(40, 50, 60)]),
    ],
)  # fmt: skip
def test_lines_that_run_on_in_each_other_are_one(found, joined):
    assert lines._joined(found) == joined


@pytest.mark.parametrize(
    ("d", "middle"),
    [
        ("M10 20H30V20.4H10z", (True, 20.2, 10, 30)),
        ("M10 20V20.4H30V20z", (True, 20.2, 10, 30)),
        ("M20 10H20.4V30H20z", (False, 20.2, 10, 30)),
        # Four times as long as wide.
        ("M10 20H18.1V22H10z", (True, 21, 10, 18.1)),
        ("M10 20H17.9V22H10z", None),
        # As wide at both ends, to a hundredth of that.
        ("M10 19H30V21.01L10 21z", (True, 20.0025, 10, 30)),
        ("M10 19H30V21.03L10 21z", None),
        ("M10 20H30V20.4H10V20.2z", None),
        ("M10 20h.3v.02h-.3z", None),
    ],
)
def test_a_thin_rectangle_is_its_middle_line(d, middle):
    here = page(f'<path d="{d}" fill="#f00"/>')
    found = lines.lines(here, range(1))
    assert [one[:4] for one in found] == (
        [] if middle is None else [pytest.approx(middle, abs=0.02)]
    )


def test_rectangles_that_are_no_lines_hide_none_after_them():
    here = page('<path d="M10 20L20 20L15 30zM10 40H30V40.4H10z" fill="#f00"/>')
    assert [one.length for one in lines.lines(here, [0])] == [20]


# ------------------------------------------------------------------------- gaps

ACROSS, DOWN = Point(1.0, 0.0), Point(0.0, 1.0)


def axis(a: float, b: float, *, along: Point = ACROSS, shared: bool = False) -> Axis:
    """Return an axis of a piece 30 mm long, by how far its ground reaches beyond its lines."""
    return Axis(along, 30 + a + b, Side((a,), shared), Side((b,), False))


@pytest.mark.parametrize(
    ("own", "bleed"),
    [
        # The bleed by which most pieces are in place, then along most axes, then none.
        ([[axis(2, 2), axis(2, 2, along=DOWN)]] * 2 + [[axis(1, 1), axis(1, 1, along=DOWN)]], 2.0),
        ([[axis(2, 2), axis(1, 1, along=DOWN)]] * 2 + [[axis(1, 1), axis(1, 1, along=DOWN)]], 1.0),
        ([[axis(2, 2), axis(1, 1, along=DOWN)], [axis(2, 2), axis(3, 3, along=DOWN)]], 2.0),
        ([[axis(2, 2), axis(0, 0, along=DOWN)]], 0.0),
        (
            [[axis(2, 2), axis(by, by, along=DOWN)] for by in (5, 7, 9)]
            + [[axis(1, 1), axis(1, 1, along=DOWN)]],
            1.0,
        ),
        # Within some hundredths.
        ([[axis(2, 2.05)], [axis(2.02, 2.0)], [axis(1, 1)]], 2.02),
        ([[axis(-0.01, -0.01)]] * 3, -0.01),
        ([[axis(-2, -2)]] * 3, 0.0),
        # Where pieces touch, the ground of one may spare the other's.
        ([[axis(2, 0, shared=True)]] * 2 + [[axis(2, 2)]], 2.0),
        ([[axis(0, 0, shared=True)]] * 2 + [[axis(2, 2)]], 2.0),
    ],
)
def test_the_bleed_by_which_pieces_are_in_place(own, bleed):
    assert gaps.usual_bleed(own) == pytest.approx(bleed)


def test_six_bleeds_of_either_sort_are_tried():
    """The sixth most frequent, and of pairs alike; the seventh is no more."""
    many = [
        Axis(
            ACROSS, 40.0, Side(tuple(float(k) for k in range(1, count + 1)), False), Side((), False)
        )
        for count in (7, 6, 6, 5, 5, 4, 3, 2)
    ]
    tried = []

    def fit(pieces_of, bleed):
        tried.append(bleed)
        return 0, 0, False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gaps, "_fit", fit)
        gaps.usual_bleed([[one] for one in many])
        assert tried == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


@pytest.mark.parametrize(
    ("lines_of", "bleed", "shifts"),
    [
        ([(2, 2), (2, 2)], 2, [0, 0]),
        ([(0, 0), (0, 0)], 2, [0, 0]),
        ([(2, 2), (0, 0)], 2, [0, 0]),
        ([(2.4, 1.6), (2, 2)], 2, [0.4, 0]),
        ([(0.4, -0.4), (0, 0)], 2, [0.4, 0]),
    ],
)
def test_a_ground_may_be_without_bleed_all_round(lines_of, bleed, shifts):
    found = gaps.offs_of([axis(*two) for two in lines_of], bleed)
    assert [one.shift for one in found] == pytest.approx(shifts)


def test_of_two_ways_that_by_which_shift_and_growth_are_least():
    # With the bleed it is too short by 1, without it too long by 3.
    (found,) = gaps.offs_of([axis(1.0, 2.0)], 2.0)
    assert (found.growth, found.shift) == (-1.0, -0.5)
    (found,) = gaps.offs_of([axis(0.5, 0.4)], 2.0)
    assert (round(found.growth, 9), round(found.shift, 9)) == (0.9, 0.05)


def test_where_no_lines_are_right_those_nearest_to_both_sides_tell():
    own = Axis(ACROSS, 34.0, Side((3.0, 4.0), False), Side((2.0, 4.0), False))
    assert own.off(2.0) == (ACROSS, 0.5, 1.0, 30.0)


@pytest.mark.parametrize(("degrees", "is_told"), [(90, True), (20, True), (17, False), (0, False)])
def test_directions_that_differ_tell_a_shift(degrees, is_told):
    """The square of the sine between two directions is a tenth or more."""
    ways = [Point(math.cos(t), math.sin(t)) for t in (0.3, 0.3 + math.radians(degrees))]
    shift = Point(0.7, -0.4)
    found = gaps.least_squares([(way, way.x * shift.x + way.y * shift.y) for way in ways])
    assert found == (pytest.approx(shift) if is_told else None)


# ------------------------------------------------------------------------- boards


def test_a_cell_is_looked_at_in_its_middle_and_near_its_corners():
    (middle, *corners) = hexboard._SAMPLER.points
    assert middle == (0, 0)
    assert sorted(round(math.degrees(math.atan2(y, x))) for x, y in corners) == [
        *range(-150, 151, 60)
    ]
    assert [math.hypot(*corner) for corner in corners] == pytest.approx([0.95] * 6)
    assert hexboard._WHOLE == 0b1111111


@pytest.mark.parametrize(
    ("x", "y", "is_whole"),
    [
        (50, 50, True),
        (4.2, 50, True),
        (4.0, 50, False),
        (95.8, 50, True),
        (96.0, 50, False),
        (50, 4.85, True),
        (50, 4.65, False),
        (50, 95.15, True),
        (50, 95.35, False),
    ],
)
def test_a_cell_shows_where_its_corners_lie_on_the_page(x, y, is_whole):
    here = SimpleNamespace(width=100.0, height=100.0)
    mark = SimpleNamespace(clips=())
    shown = hexboard._shown(here, mark, Hexagon(Point(x, y), 5.0, 30.0, ()))
    assert (shown == hexboard._WHOLE) is is_whole
    assert shown & 1


def test_ways_that_ask_for_more_are_tried_first():
    kits = {one.DETAIL for one in (hex_kit, pieces)}
    assert len(kits) == 1
    assert seven_areas.DETAIL > max(kits) > square_kit.DETAIL > 0


# ------------------------------------------------------------------------- pieces


def test_what_a_panel_held_is_told_anew_when_a_piece_on_it_takes_its_place():
    """A panel, the piece that lies on it to the right, and one beside that, which it does not hold."""
    panel, piece, beside = (
        match(40, 40, 40, 0.3),
        match(46, 40, 30, 0.1),
        match(24, 40, 9, 0.1),
    )
    kept = pieces._outermost([panel, piece, beside])
    assert [one.outline.width for one in kept] == [30, 9]
    within = match(50, 40, 9, 0.1)
    assert [one.outline.width for one in pieces._outermost([panel, piece, within])] == [30]
    # A piece that fits hardly better, or is much smaller, takes no place.
    poorer = match(46, 40, 30, 0.16)
    assert [one.outline.width for one in pieces._outermost([panel, poorer, beside])] == [40]
    smaller = match(46, 40, 27, 0.1)
    assert [one.outline.width for one in pieces._outermost([panel, smaller, beside])] == [40]


def test_what_is_strange_is_upright_and_like_nothing():
    paper = Paper()
    paper.card("one", 20, 40)
    odd = outline(60, 40, 30, 20)
    paper.pixels[180:300, 270:450] = (250, 20, 250)
    paper.candidates.append(Candidate(0, (outline(60, 40, 90, 90), odd)))
    seeker = SEEKER.on([paper.page])
    kept = seeker.matches(paper.candidates[:1])
    (strange,), notes = pieces._strange(seeker, paper.candidates, kept)
    assert (strange.turn, strange.off, strange.model, notes) == (0.0, 1.0, kept[0].model, [])
    assert (strange.outline, strange.face) == (odd, kept[0].face)
    # Only what is as large as pieces of its page, or else of others, and lies on none.
    assert pieces._strange(seeker, paper.candidates[:1], kept) == ([], [])
    on_it = Candidate(0, (outline(20, 40, 20, 30),))
    assert pieces._strange(seeker, [on_it], kept) == ([], [])
    blank = [Candidate(0, (outline(80, 60, 20, 30),))] * 2
    words = "2 blank outlines were passed over"
    assert pieces._strange(seeker, blank, kept) == ([], [words])
    assert pieces._strange(seeker, blank[:1], kept)[1] == ["1 blank outline was passed over"]


@pytest.mark.parametrize(
    ("widths", "kept"),
    [
        ([20, 20, 25.9], [20, 20, 25.9]),
        ([20, 20, 26.1], [20, 20]),
        ([20, 20, 14.1], [20, 20, 14.1]),
        ([20, 20, 13.9], [20, 20]),
        ([20.02, 20.01, 20.0, 30, 30], [20.02, 20.01, 20.0]),
        ([20.1, 20.2, 19.9, 32, 32], [32, 32]),  # none of those alike to a tenth are so many
    ],
)
def test_pieces_of_one_size_within_a_third(widths, kept):
    found = [match(20, 20, width, 0.1) for width in widths]
    assert [one.outline.width for one in pieces._of_one_size(found)] == kept


def test_what_looks_like_pieces_tells_their_size():
    poor = [match(20, 20, 40, 0.5)] * 3
    alike = [match(20, 20, 20, 0.3)] * 2
    assert [one.outline.width for one in pieces._of_one_size([*poor, *alike])] == [20, 20]
    assert len(pieces._of_one_size(poor)) == 3


def test_of_two_that_hold_a_piece_the_larger_gives_its_place():
    first, second = match(40, 40, 40, 0.5), match(59, 40, 38, 0.05)
    both = match(49.5, 40, 30, 0.2)
    kept = pieces._outermost([first, second, both])
    assert [one.outline.width for one in kept] == [30, 38]


@pytest.mark.parametrize(
    ("growth", "sizes"),
    [(0.5, (20, 21, 20.5)), (-0.5, (20, 21, 19.5)), (0.164, (20, 21, 20.164)), (0.155, (20, 21))],
)
def test_growth_is_told_as_the_first_side(growth, sizes):
    """A card of 20 by 30 mm that lies in an outline of 20 by 31.5."""
    own = outline(40, 40, 20, 31.5)
    one = match(40, 40, 20, 0.1)._replace(outline=own, model=0, face=SEEKER.models.faces[0])
    told = pieces._piece(one, Difference(0, 0, growth, 0, *REST), SEEKER.models)
    assert told.sizes == pytest.approx(sizes)
    assert told.slip == (0, 0)


@pytest.mark.parametrize(
    ("at", "where"),
    [
        ((0.0, 0.0), "in the middle"),
        ((0.14, -0.14), "in the middle"),
        ((0.16, 0.0), "on the right"),
        ((-0.16, 0.0), "on the left"),
        ((0.0, 0.16), "at the bottom"),
        ((0.0, -0.16), "at the top"),
        ((-0.16, 0.16), "at the bottom on the left"),
    ],
)
def test_where_something_is_off(at, where):
    assert pieces._where(Difference(0, 0, 0, 9, "", "", True, at)) == f" {where}"


# ------------------------------------------------------------------------- what is lacking


def counts_of(*shown: tuple[int, float, int], off: dict[float, float] | None = None):
    """Return counts of two-sided cards: which picture, how wide, how much is off; and what is asked.

    ``off`` is how much a picture differs in an outline, by its width.
    """
    faces, asked = two_sided(), []

    def nearest(of, models):
        asked.append((of.outline.width, sorted(models)))
        if not models:
            return None
        by = (off or {}).get(of.outline.width, 0.5)
        return of._replace(model=models[0], face=faces.faces[models[0]], off=by)

    compared = [
        (
            match(20, 20, width, 0.1)._replace(model=model, face=faces.faces[model]),
            Difference(0, 0, 0, points, *REST),
        )
        for model, width, points in shown
    ]
    seeker = SimpleNamespace(models=faces, nearest=nearest, compared=lambda some: [])
    return PieceCounts(seeker, compared, kinds(one=1, two=1, three=1)), asked


@pytest.mark.parametrize(
    ("width", "height", "is_one"),
    [(20.9, 31, True), (21.1, 31, False), (19.1, 29, True), (18.9, 29, False)],
)
def test_what_is_lacking_is_of_the_size_of_the_others(width, height, is_one):
    counts, asked = counts_of((0, 20.0, 0), (1, 20.0, 0))
    one = match(20, 20, 20, 0.9)._replace(outline=outline(20, 20, width, height))
    one = one._replace(candidate=Candidate(0, (one.outline,)))
    found = counts.lacking(one)
    assert (found is not None) is is_one
    assert asked == [(width, [2] if is_one else [])]
    # It is counted from now on.
    assert counts.lacking(one) is None


def test_of_outlines_that_nearest_to_the_size_then_the_one_that_fits():
    counts, asked = counts_of((0, 20.0, 0), (1, 20.0, 0), off={20.3: 0.1, 20.04: 0.3, 20.02: 0.4})
    own = tuple(outline(20, 20, width, 30) for width in (20.3, 20.04, 20.02))
    one = match(20, 20, 20, 0.9)._replace(outline=own[0], candidate=Candidate(0, own))
    assert counts.lacking(one).outline.width == 20.04
    assert [width for width, _ in asked] == [20.3, 20.04, 20.02]


def test_another_shape_is_none_of_those_that_are_lacking():
    counts, asked = counts_of((0, 20.0, 0), (1, 20.0, 0))
    disc = outline(20, 20, 20, 20)._replace(kind="disc")
    one = match(20, 20, 20, 0.9)._replace(outline=disc, candidate=Candidate(0, (disc,)))
    assert counts.lacking(one) is None
    assert asked == [(20, [])]


def test_boxes_about_middle_lines():
    assert line(10, 30).box == Box(10, 20, 30, 20)
    assert line(10, 30, level=False).box == Box(20, 10, 20, 30)
