"""What single steps of recognisers promise: at their bounds, in their words, and what of work is paid for."""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from engine.drawing.parts import Cutout
from engine.drawing.theme import Slot
from engine.geometry.hexgrid import hexhex
from engine.geometry.plane import Box, Point, Transform
from generator.checking.pages.paint import Page
from generator.checking.pages.sampling import Sight
from generator.checking.pages.shapes import Budget
from generator.checking.recognise import (
    bleeds,
    candidates,
    colours,
    conversion,
    cuts,
    gaps,
    grids,
    hexagons,
    hexboard,
    lines,
    looks,
    outlines,
    patterns,
    pictures,
    pieces,
    raster,
    seven_areas,
    sides,
    square_kit,
    squareboard,
    trims,
)
from generator.checking.recognise.damaged import PieceCounts
from generator.checking.recognise.gaps import HAIR, Off
from generator.checking.recognise.hexagons import Hexagon
from generator.checking.recognise.holding import Together
from generator.checking.recognise.patterns import Pattern
from generator.checking.recognise.pictures import Difference
from generator.checking.recognise.raster import Frame
from generator.checking.recognise.results import Hints, Reading, Trouble
from tests.checking.recognise import test_cut_lines as cut_lines
from tests.checking.recognise.test_boards_read import board, wrong
from tests.checking.recognise.test_boards_read import page as drawn
from tests.checking.recognise.test_cut_lines import oblong
from tests.checking.recognise.test_looks_told import STRANGE, Colourless, chosen, painted, sheet
from tests.checking.recognise.test_pictures import CARDS, FINE, SEEKER, Paper, outline, picture
from tests.checking.recognise.test_pieces_read import REST, cut_widths, kinds, match, two_sided
from tests.checking.recognise.test_recognisers import STEPS, grid, marks, page, stroked
from tests.checking.recognise.test_tiles_found import Game, Watched

#: A picture that no card shows.
STRIPED = np.full((30 * FINE, 20 * FINE, 3), (250, 250, 0), np.uint8)

# ------------------------------------------------------------------------- work


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
            {"candidates": 1, "_outlines": 3, "_measured": 22},
        ),
        (lambda p: squareboard.read([p], 4), grid(4, 10.0), {"hidden": 16}),
        (
            lambda p: cuts.held([p], [oblong(20, 20, 50, 40)]),
            cut_lines.ground(19, 19, 51, 41) + cut_lines.FRAME,
            {"_lines": 4, "_near": 4},
        ),
    ],
    ids=["lines", "grids", "outlines", "boards", "cut lines"],
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


# ------------------------------------------------------------------------- hexagons and corners


def test_of_hexagons_as_large_the_topmost_comes_first():
    def hexagon(radius: float) -> Hexagon:
        return Hexagon(Point(0, 0), radius, 30.0, ())

    below, above, small = hexagon(12.003), hexagon(12.0), hexagon(6.0)
    assert candidates._largest([below, small, above]) == [above, below, small]
    assert candidates._largest([hexagon(12.01), above])[0].radius == 12.01


@pytest.mark.parametrize(("count", "found"), [(24, 48), (25, 0)])
def test_corners_of_many_lines_are_a_patterns(count, found):
    """A pattern's lines, here all on one ray, are none of a tile's own."""
    (mark,) = page(stroked("".join(f"M{k} 9v.5" for k in range(count)), 0.1)).marks
    lying = Transform(0, 0, 0, 0, 1, 0)
    corners = candidates._corners_on_rays(mark.shape, lying, Budget(10**5, "x"), bars=True)
    assert len(corners) == found
    assert {corner.ray for corner in corners} <= {0}


# ------------------------------------------------------------------------- colours and patterns


@pytest.mark.parametrize(
    ("seen", "fits"),
    [
        ((40, 130), True),
        ((48, 138), True),
        ((49, 130), False),
        ((40, 139), False),
        ((32, 122), True),
        ((40, 121), False),
        ((40,), False),
        ((40, 130, 85), False),
    ],
)
def test_a_cross_runs_two_ways(seen, fits):
    cross = Slot("#ffffff", "#000000", "#000000", "#000000", pattern="cross", angle=40.0)
    assert colours._fits(cross, Pattern("lines", seen), 0.0, 1) is fits


@pytest.mark.parametrize(
    ("of", "agree", "whole"),
    [(12, 9, True), (12, 8, False), (6, 5, True), (6, 4, False), (12, 12, True)],
)
def test_an_area_is_whole_where_three_quarters_of_its_places_agree(of, agree, whole):
    sights = [Sight("#ff0000", 3)] * agree + [Sight(f"#0000{k:02x}", 4) for k in range(of - agree)]
    assert patterns._ground(sights) == ("#ff0000", whole, 3)


def test_every_place_that_is_looked_at_belongs_to_an_area():
    spans = [range(len(patterns._SAMPLER.points))[span] for span in patterns._SPANS]
    assert [len(span) for span in spans] == [6] * 6 + [12]
    assert [k for span in spans for k in span] == [*range(48)]


def test_the_mark_of_which_there_is_most_tells_a_patterns_ink():
    def tally(paint: str, dots: int, length: float):
        return SimpleNamespace(stroke=paint, width=0.1), patterns._Tally({45: length}, dots)

    few, many = tally("#111111", 2, 0.0), tally("#222222", 5, 0.0)
    for drawn_there in ([few, many], [many, few]):
        found = patterns._pattern(drawn_there, 0.5, 10.0, 0.0)
        assert (found.kind, found.ink) == ("dots", "#222222")
        assert found.pitch == pytest.approx(math.sqrt(50 / (7 * math.sqrt(3) / 2)))
    short, long = tally("#111111", 0, 0.2), tally("#222222", 0, 0.8)
    found = patterns._pattern([short, long], 0.5, 10.0, 10.0)
    assert found == Pattern("lines", (55,), "#222222", pytest.approx(5.0), 0.1)


@pytest.mark.parametrize(
    ("start", "end", "direction", "length"),
    [
        ((0.6, 0.0), (0.8, 0.0), 0, 0.2),
        ((0.6, 0.1), (0.6, -0.1), 90, 0.2),
        ((0.6, 0.0), (0.7, 0.1), 45, 0.1414),
        ((0.65, 0.0), (2.0, 0.0), 0, 0.16),  # to the rim, a twentieth within the side
        ((-2.0, 0.01), (2.0, 0.01), 0, 0.32),
    ],
)
def test_a_line_counts_as_far_as_it_lies_in_an_area(start, end, direction, length):
    found: dict = {}
    patterns._tally(found, start, end)
    assert found[0].dots == 0
    assert found[0].lines == {direction: pytest.approx(length, abs=0.045)}


# ------------------------------------------------------------------------- outlines


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


# ------------------------------------------------------------------------- grids and boards


@pytest.mark.parametrize(
    ("x", "y", "window"),
    [
        (95, 10, (93, 8, 100, 32)),
        (103, 10, None),
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


def test_cells_are_measured_to_a_hundredth():
    (fault,) = wrong(grid(4, 10.25), size=10.0)
    assert fault[1] == "the board's cells measure 10.25 mm, not 10 mm as the tiles"


# ------------------------------------------------------------------------- pixels


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


# ------------------------------------------------------------------------- where pieces are cut


@pytest.mark.parametrize(
    ("ground", "cut", "bleed"),
    [
        ((21, 31), ("rectangle", 20, 30), 0.5),
        ((20.02, 30.02), ("rectangle", 20, 30), 0.01),
        ((20, 30), ("rectangle", 20, 30), 0.0),
        ((31, 21), ("rectangle", 20, 30), 0.5),
        ((36, 26), ("rectangle", 30, 20), 3.0),
        ((31.98, 41.98), ("rectangle", 20, 30), 5.99),
        ((32.1, 42.1), ("rectangle", 20, 30), None),
        ((19, 29), ("rectangle", 20, 30), None),
        ((21, 21), ("rectangle", 20, 20), None),
        ((24, 21), ("rectangle", 23, 20), None),
        ((21, 31), ("disc", 20, 30), None),
    ],
)
def test_an_oblong_tells_its_bleed(ground, cut, bleed):
    own = outline(0, 0, *map(float, ground))
    seen = SimpleNamespace(
        face=SimpleNamespace(cut=Cutout(*cut)), candidate=SimpleNamespace(outlines=(own,))
    )
    assert bleeds._bleed_by_form(seen) == (
        None if bleed is None else pytest.approx(bleed, abs=1e-6)
    )


def ring(count: int) -> list[Point]:
    """Return the corners of a regular polygon, one of them to the right."""
    turns = (2 * math.pi * k / count for k in range(count))
    return [Point(10 * math.cos(t), 10 * math.sin(t)) for t in turns]


@pytest.mark.parametrize(
    ("ground", "way", "is_side"),
    [
        (ring(4), Point(1, 0), False),
        (ring(4), Point(math.sqrt(0.5), math.sqrt(0.5)), True),
        (ring(6), Point(1, 0), False),
        (ring(6), Point(0, 1), True),
        (ring(20), Point(1, 0), False),
        (ring(21), Point(1, 0), True),
        ([Point(10, -5), Point(10 - HAIR / 2, 5), Point(0, 0)], Point(1, 0), True),
        ([Point(10, -5), Point(10 - HAIR * 2, 5), Point(0, 0)], Point(1, 0), False),
    ],
)
def test_what_reaches_farthest_is_a_side_or_a_corner(ground, way, is_side):
    assert cuts._is_side(ground, way) is is_side


@pytest.mark.parametrize(("count", "ways"), [(4, 2), (6, 3), (8, 4), (9, 2), (36, 2)])
def test_directions_of_sides(count, ways):
    piece = oblong(0, 0, 9, 9)._replace(outline=tuple(ring(count)))
    found = [*cuts._directions(piece)]
    assert len(found) == ways
    assert [math.hypot(*way) for way in found] == pytest.approx([1.0] * ways)
    assert (found == [(1.0, 0.0), (0.0, 1.0)]) is (count > 8)


# ------------------------------------------------------------------------- pieces


def settled(
    has, *shown: tuple[int, int], is_near: bool = False
) -> tuple[list[int], list[list[int]]]:
    """Return which pictures damaged pieces are in the end, and which each might have been.

    ``shown`` are pictures and how many of their points are off; all others are near, or none is.
    """
    faces, asked = two_sided(), []

    def nearest(of, models):
        asked.append(sorted(models))
        if is_near and models:
            return of._replace(model=models[0], face=faces.faces[models[0]])
        return None

    def compare(found):
        return [(one, Difference(0, 0, 0, 9, *REST)) for one in found]

    compared = [
        (
            match(20, 20, 20, 0.1)._replace(model=model, face=faces.faces[model]),
            Difference(0, 0, 0, points, *REST),
        )
        for model, points in shown
    ]
    seeker = SimpleNamespace(models=faces, nearest=nearest, compared=compare)
    found = [one.model for one, _ in PieceCounts(seeker, compared, has).settled()]
    return found, asked


@pytest.mark.parametrize(
    ("shown", "asked"),
    [
        ([(0, 0), (0, 9), (0, 9)], [[1, 2]] * 2),  # one too many, and which of them is not known
        ([(0, 0), (0, 9)], []),
        ([(0, 0), (1, 0), (0, 9), (0, 9)], [[2]] * 2),
        # A front is none of the backs that are lacking, of its own component.
        ([(0, 0), (0, 9), (0, 9), (3, 0)], [[1, 2]] * 2),
    ],
)
def test_a_damaged_piece_that_is_like_nothing_else_still_counts_as_what_it_is(shown, asked):
    assert settled(kinds(one=2, two=1, three=1), *shown) == ([model for model, _ in shown], asked)


def test_what_two_pieces_or_more_fit_better_on_is_a_panel():
    def shown(inner: float, count: int = 2) -> list[float]:
        holder = match(30, 30, 40, 0.5)
        small = [match(20 + 15 * k, 30, 8, inner) for k in range(count)]
        return [one.outline.width for one in pieces._outermost([holder, *small])]

    assert shown(0.18) == [8, 8]
    assert shown(0.22) == [40]
    assert shown(0.18, count=1) == [40]


def test_words_that_all_backs_share():
    assert pieces._in_common(["red card a", "red card b", "red tile c"]) == "red"
    assert pieces._in_common(["a red card", "a red card"]) == "a red card"
    assert pieces._in_common(["one", "two"]) == ""


def test_single_pages_in_another_theme_are_a_fault_of_their_first_page():
    def reading(told_by: str, *pages: int) -> Reading:
        return Reading(tuple(oblong(0, 0, 9, 9)._replace(page=page) for page in pages), told_by)

    found = pieces._with(reading("theme a", 0), [reading("theme b", 3, 2), reading("theme a", 4)])
    assert [piece.page for piece in found.pieces] == [0, 3, 2, 4]
    words = "the page is in theme b, others are in theme a"
    assert found.troubles == (Trouble("foreign", words, 2),)


def test_what_is_painted_in_colours_of_no_theme_has_no_patterns():
    theme = looks._painted({"red": "#123456"})
    assert (theme.slot("red").fill, theme.slot("red").pattern) == ("#123456", "solid")
    assert theme.slot("green") == looks.theme.load("classic").slot("green")


@pytest.mark.parametrize(("asked", "note"), [("dark", True), ("classic", False)])
def test_a_theme_of_ours_that_is_not_the_one_named_is_noted(asked, note):
    slots = looks.theme.load("classic").slots
    paints = (*(slots[name].fill for name in ("red", "green", "blue") * 2), None)
    near = SimpleNamespace(grounds=tuple(patterns.Ground(paint, True, 0) for paint in paints))
    found = [*seven_areas._other_theme([near] * 3, Game.piece_colours, asked)]
    words = "the sheets are in theme classic, not in theme dark; colours are told by the nearest"
    assert found == ([words] if note else [])


def test_of_sheets_in_no_theme_hues_tell_what_the_looks_colours_are():
    page = sheet(painted(*STRANGE))
    shown = chosen(page).look.theme
    assert {shown.slot(name).fill for name in ("red", "green", "blue")} == {*STRANGE}


@pytest.mark.parametrize(("odd", "widths"), [("three", [20.0] * 5), ("one", [20.0] * 4 + [22.0])])
def test_one_of_another_width_is_of_its_own_where_it_fits_better_so(odd, widths):
    """A plain card fits the ground below it as well as its own outline; one with a picture does not."""
    below, own = outline(0, 0, 22, 33), outline(0, 0, 20, 30)
    paper = Paper(150, 130)
    for k in range(4):
        paper.lay(picture(CARDS["one"], 120, 180, 6), 20 + 30 * k, 25, below, own)
    paper.lay(picture(CARDS[odd], 132, 198), 20, 85, below, own)
    seen = [one.outline.width for one in SEEKER.on([paper.page]).matches(paper.candidates)]
    assert seen == [20.0] * 4 + [22.0]
    assert cut_widths(paper) == widths


@pytest.mark.parametrize(
    ("grounds", "width", "widths"),
    [
        # Pages and the grounds on them, of which the first page's have cut lines within.
        ({0: [24.0, 24.0], 1: [24.0, 24.0]}, 20.0, {0: 20.0, 1: 20.0}),
        ({0: [24.0, 24.0], 1: [22.8, 22.8, 30.0]}, 20.0, {0: 20.0, 1: 19.0}),
        ({0: [24.0, 24.0], 1: [25.2]}, 20.0, {0: 20.0, 1: 21.0}),
        ({0: [24.0, 24.0], 1: [21.0]}, 20.0, {0: 20.0, 1: 20.0}),  # an eighth less: another bleed
        ({0: [24.0, 24.0], 1: [27.0]}, 20.0, {0: 20.0, 1: 20.0}),
        ({0: [20.05], 1: [19.0]}, 20.0, {0: 20.0, 1: 20.0}),  # without a bleed
    ],
)
def test_pieces_are_as_wide_as_their_page_is_drawn(grounds, width, widths):
    own = [
        match(20, 20, width, 0.1)._replace(
            candidate=outlines.Candidate(page, (outline(20, 20, ground, ground),)),
            outline=outline(20, 20, width, width, cut=page == 0),
        )
        for page, here in grounds.items()
        for ground in here
    ]
    assert bleeds._widths(own, width) == pytest.approx(widths)


@pytest.mark.parametrize(
    ("place", "holding"),
    [((20, 20), [0, 2]), ((28.9, 20), [0]), ((29.1, 20), []), ((20, 15.4), [0]), ((60, 60), [1])],
)
def test_which_of_many_outlines_hold_a_place(place, holding):
    many = [outline(20, 20, 20, 30), outline(60, 60, 20, 30), outline(20, 20, 10, 10)]
    together = Together(many)
    assert together.holding(Point(*place)) == holding
    assert holding == [k for k, one in enumerate(many) if one.holds(Point(*place))]
    assert together.held_by(outline(60, 60, 20, 30)) == [1]
    assert together.held_by(outline(40, 40, 90, 90)) == [0, 1, 2]
    assert together.held_by(outline(29.1, 20, 20, 90)) == []
    assert together.held_by(outline(20, 28, 90, 17)) == []
    assert Together([]).holding(Point(0, 0)) == []


class Fitting:
    """What seeks pictures that fit best in outlines of one width, and the worse the farther from it."""

    def __init__(self, best: float) -> None:
        self.best = best

    def matches(self, found):
        """Return a match in the first outline of each candidate that has any."""
        return [
            match(20, 20, 9, abs(one.outlines[0].width - self.best) / 100)._replace(
                candidate=one, outline=one.outlines[0]
            )
            for one in found
            if one.outlines
        ]


@pytest.mark.parametrize(
    ("drawn_ones", "guessed", "best", "widths"),
    [
        # As wide as those whose cut line is drawn, where most guesses are about that.
        (4, [20, 20, 20, 22, 22], 20, {20: 9}),
        (4, [20, 20, 22, 22], 20, {20: 8}),
        (4, [20, 20, 22, 22, 22], 20, {20: 4, 24: 5}),
        (2, [20.5] * 6, 20, {20: 8}),
        (2, [20.6] * 6, 20, {20: 2, 24: 6}),
        # Too few are drawn to tell: what fits best.
        (1, [20.5] * 4, 21, {21: 5}),
        (0, [21] * 4, 21.36, {21.36: 4}),
        (0, [20] * 4, 21, {21: 4}),
        (0, [20] * 4, 19, {19: 4}),
        (0, [20] * 4, 20, {20: 4}),
        (0, [20] * 4, 24, {24: 4}),
        (0, [20] * 4, 30, {24: 4}),
    ],
)
def test_how_wide_pieces_are_where_some_cut_lines_are_drawn(drawn_ones, guessed, best, widths):
    def own(width: float, **of: bool):
        ground, inner = outline(20, 20, 24, 24), outline(20, 20, width, width)._replace(**of)
        found = match(20, 20, width, 0.1)
        return found._replace(
            face=found.face._replace(cut=Cutout("rectangle", 9, 9)),
            candidate=outlines.Candidate(0, (ground, inner)),
            outline=inner,
        )

    matches = [own(20, cut=True)] * drawn_ones + [own(w, is_guess=True) for w in guessed]
    cut = bleeds._without_bleed(Fitting(best), matches)
    assert Counter(round(one.outline.width, 2) for one in cut) == widths


@pytest.mark.parametrize(
    ("offs", "share", "exact", "is_nothing"),
    [
        ([0.0, 0.03, 0.1, 0.14], 1.0, 0.5, False),
        ([0.03, 0.16, 0.39, 0.9], 0.25, 1 / 3, False),
        ([0.5] * 4, 0.0, 0.0, True),
        ([0.5] * 5, 0.0, 0.0, False),
        ([], 0.0, 0.0, True),
    ],
)
def test_how_well_a_look_fits(offs, share, exact, is_nothing):
    trials = trials_of({"a": offs})
    fit = trials.fit("a")
    assert (fit.look, fit.share, fit.exact, fit.is_nothing) == ("a", share, exact, is_nothing)
    assert fit.value == pytest.approx(sum((1 - off) ** 2 for off in offs))


def trials_of(offs: dict[str, list[float]], game=Game) -> looks._Trials:
    """Return trials on pages where pictures are so far off, by looks."""
    trials = object.__new__(looks._Trials)
    trials._fits, trials._sample, trials._game = {}, [], game()
    trials.seeker = lambda look: SimpleNamespace(
        matches=lambda _: [SimpleNamespace(off=off) for off in offs.get(look, ())]
    )
    return trials


def test_what_is_as_painted_depends_on_whether_hues_tell_as_well():
    assert trials_of({"a": [0.16, 0.21]}).fit("a").share == 0
    assert trials_of({"a": [0.16, 0.21]}, Colourless).fit("a").share == 0.5


def test_the_first_look_that_surely_fits_is_taken_or_the_best_of_all():
    offs = {"poor": [0.5] * 3, "sure": [0.02] * 9 + [0.3], "better": [0.01] * 20, "half": [0.2] * 9}
    trials = trials_of(offs)
    assert trials.best(["poor", "sure", "better"]).look == "sure"
    assert trials.best(["poor", "sure", "better"], surely=False).look == "better"
    assert trials.best(["poor", "half"]).look == "half"
    assert trials.best([]).value == 0


@pytest.mark.parametrize(
    ("offs", "sizes", "slip"),
    [
        ([], (30, 20), (0, 0)),
        ([(0, 0.3, 0.0, 30.0)], (30, 20), (0.3, 0)),
        ([(0, 0.3, 0.0, 30.0), (90, -0.4, 0.0, 20.0)], (30, 20), (0.3, -0.4)),
        ([(0, 0.0, 1.5, 31.5), (90, 0.4, 0.0, 20.0)], (30, 20, 31.5), (0, 0.4)),
        # Of two that are too long that is told which is longer, of two too short the shorter.
        ([(0, 0.0, 1.5, 31.5), (90, 0.0, 2.0, 22.0)], (30, 20, 33.0), (0, 0)),
        ([(0, 0.0, -3.0, 27.0), (90, 0.0, 1.0, 21.0)], (30, 20, 27.0), (0, 0)),
        ([(0, 0.0, 1.5, 30.0)], (30, 20), (0, 0)),  # as long as it was found
    ],
)
def test_what_axes_tell_of_a_piece(offs, sizes, slip):
    """Axes by their direction in degrees: the shift, what is too long, the length."""
    ways = {0: Point(1.0, 0.0), 90: Point(0.0, 1.0)}
    told = cuts._told(oblong(20, 20, 50, 40), [Off(ways[way], *rest) for way, *rest in offs])
    assert told.sizes == pytest.approx(sizes)
    assert told.slip == pytest.approx(slip)


def test_what_is_painted_in_a_ground_is_art_and_its_last_frame_is_not():
    first, second = cut_lines.ground(10, 10, 40, 30), cut_lines.ground(50, 10, 80, 30)
    frame, other = cut_lines.frame(11, 11, 39, 29), cut_lines.frame(51, 11, 79, 29)
    both = oblong(11, 11, 39, 29), oblong(51, 11, 79, 29)
    line = stroked("M20 20H30", 0.1)
    assert cut_lines.sheet_of(first + frame, both[0])._art == set()
    assert cut_lines.sheet_of(first + line + frame, both[0])._art == {1}
    assert cut_lines.sheet_of(first + frame + second + other, *both)._art == {1}
    dot = '<circle cx="20" cy="20" r="2" fill="#00f"/>'
    assert cut_lines.sheet_of(first + frame + dot, both[0])._art >= {1}
    assert cut_lines.sheet_of(first + second + frame + other, *both)._art == set()


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
    ("count", "pages", "kept"),
    [
        (8, 1, range(8)),
        (8, 4, range(8)),
        (9, 1, range(9)),
        (9, 4, range(0, 9, 2)),
        (8, 16, range(0, 8, 2)),
        (31, 1, range(31)),
        (32, 1, range(0, 32, 2)),
        (127, 1, range(0, 127, 4)),
        (128, 1, range(0, 128, 6)),  # every second of them, of which every third
    ],
)
def test_which_of_a_pages_candidates_are_looked_at(count, pages, kept):
    here = Page("x", 1, 5000.0, 100.0, Budget(10**6, "x"))
    row = [outlines.Candidate(0, (outline(20 + 30 * k, 50, 20, 20),)) for k in range(count)]
    found = looks._some(here, row, pages)
    assert [row.index(one) for one in found] == [*kept]


@pytest.mark.parametrize(
    ("other", "place", "far", "is_later", "hidden"),
    [
        (12.1, 10.0, 12.0, False, True),  # an ornament of one a fifth larger
        (12.1, 10.0, 12.2, False, False),
        (11.9, 10.0, 1.0, False, False),
        (10.0, 10.0, 1.9, True, True),  # all but covered by a later one
        (10.0, 10.0, 1.9, False, False),
        (10.0, 10.0, 2.1, True, False),
        (10.04, 10.0, 1.9, True, True),
        (10.06, 10.0, 1.9, True, False),
        (9.94, 10.0, 1.9, True, False),
    ],
)
def test_tiles_that_hide_others(other, place, far, is_later, hidden):
    def laid(radius: float, x: float):
        here = candidates.TileCandidate(Point(x, 9), 30.0, (), (radius,), True, Point(0, 0))
        return seven_areas._Place(0, here, radius)

    assert seven_areas._hides(laid(other, 9 + far), laid(place, 9), is_later=is_later) is hidden


@pytest.mark.parametrize(
    ("shown", "asked", "radii"),
    [
        # Those whose corners show it tell the size of all that may have it.
        (
            [((12.0,), True), ((12.0, 6.0), True), ((24.0, 12.04), True), ((11.97,), False)],
            None,
            [12.0, 12.0, 12.04, 11.97],
        ),
        ([((12.0,), True), ((24.0,), True), ((12.0,), True)], None, [12.0, 24.0, 12.0]),
        ([((12.0,), True), ((12.0,), True), ((12.1,), False)], None, [12.0, 12.0]),
        ([((9.0,), False), ((9.0,), False), ((8.0,), False)], None, [9.0, 9.0]),
        # A size that was asked for counts where one is about it.
        ([((12.0, 6.0), True), ((6.1,), False)], 6.0, [6.0, 6.1]),
        ([((12.0, 6.1), True), ((6.3,), False)], 6.0, [6.1]),
        ([((12.0,), True), ((6.0,), False)], 6.0, [12.0, 6.0]),
    ],
)
def test_how_large_tiles_are(shown, asked, radii):
    laid = [
        (0, candidates.TileCandidate(Point(50 * k, 9), 30.0, (), own, structured, Point(0, 0)))
        for k, (own, structured) in enumerate(shown)
    ]
    hints = Hints(tile_size=None if asked is None else asked * math.sqrt(3))
    assert [place.radius for place in seven_areas._sized(laid, hints)] == radii


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["E"], "the area E"),
        (["E", "NW"], "the areas E and NW"),
        (["centre"], "the centre"),
        (["E", "centre"], "the area E and the centre"),
        (["E", "NW", "S", "centre"], "the areas E, NW and S and the centre"),
    ],
)
def test_areas_in_words(names, words):
    assert seven_areas._where(names) == words


@pytest.mark.parametrize(
    ("kind", "width", "height", "turns"),
    [
        ("hexagon", 20, 23.1, [0, 60, 120, 180, 240, 300]),
        ("disc", 20, 20, [0, 90, 180, 270]),
        ("rectangle", 20, 20.5, [0, 90, 180, 270]),
        ("rectangle", 20, 20.7, [0, 180]),
        ("rectangle", 20, 19.3, [0, 180]),
    ],
)
def test_turns_that_bring_a_shape_onto_itself(kind, width, height, turns):
    assert [*pictures._turns(Cutout(kind, width, height))] == turns


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


@pytest.mark.parametrize(
    ("paint", "is_it"),
    [("#cc2225", True), ("#cc2226", False), ("#c92222", True), ("#c82222", False)],
)
def test_a_paint_is_a_colour_where_no_channel_is_off_by_more_than_three(paint, is_it):
    slots = {
        "r": Slot("#cc2222", "#000000", "#000000", "#000000"),
        "g": Slot("#22bb33", "#ffffff", "#ffffff", "#ffffff"),
    }
    palette = colours.Palette("x", slots)
    assert palette.explains(paint) is is_it
    assert palette.ground(paint) == ("r" if is_it else "?")
    assert palette.has(paint) is is_it
    patterned = palette._replace(needs_patterns=True)
    assert patterned.has(paint) is is_it
    assert patterned.has("#030303")  # an ink
    assert not patterned.has("#040404")


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


@pytest.mark.parametrize(
    ("rays", "reach", "apart", "radii"),
    [
        ((0, 2, 4), 1.0, 15.0, [12.0]),
        ((0, 2, 4), 1.0, 14.7, []),  # tiles of 20.8 mm may overlap by less than that
        ((0, 2), 1.0, 99.0, []),
        ((0, 1, 2, 3, 4, 5), 1.0, 99.0, [12.0]),
        ((0, 2, 4), 0.98, 99.0, [12.0]),
        ((0, 2, 4), 1.2, 99.0, [12.0]),
    ],
)
def test_inner_corners_on_three_rays_tell_a_tile(rays, reach, apart, radii):
    inner = [candidates._Corner(ray, 0.5, 0.0) for ray in rays]
    frame = Transform(0.0, 12.0, -12.0, 0.0, 40.0, 30.0)
    rings = candidates._rings([*inner, candidates._Corner(1, reach, 0.0)], frame, apart)
    assert [ring.radius for ring in rings] == pytest.approx(radii)
    assert [ring.votes for ring in rings] == [len(rays)] * len(radii)
    assert all(ring.slip == pytest.approx((0, 0)) for ring in rings)


def test_of_rings_the_best_witnessed_comes_first():
    frame = Transform(10.0, 0.0, 0.0, 10.0, 0.0, 0.0)
    corners = [candidates._Corner(ray, 0.3, 0.0) for ray in (0, 1, 2)]
    corners += [candidates._Corner(ray, 0.5, 0.0) for ray in range(6)]
    corners += [candidates._Corner(ray, 0.4, 0.0) for ray in (0, 1, 2)]
    rings = candidates._rings(corners, frame, math.inf)
    assert [(ring.votes, round(ring.radius, 6)) for ring in rings] == [(6, 10), (3, 6), (3, 8)]
    farther = [candidates._Corner(ray, 0.8, 0.0) for ray in (0, 1, 2)]
    assert len(candidates._rings([*corners, *farther], frame, math.inf)) == 3
    beyond = candidates._Corner(0, 1.6, 0.0)
    assert len(candidates._rings([*corners, *farther, beyond], frame, math.inf)) == 4


def test_a_side_is_shared_with_a_piece_that_touches_it_and_no_other():
    first, beside, far = oblong(20, 20, 50, 40), oblong(50, 20, 80, 40), oblong(20, 50, 50, 70)
    body = cut_lines.ground(19, 19, 51, 41) + cut_lines.FRAME
    sheet_of_three = cut_lines.sheet_of(body, first, beside, far)
    near = sheet_of_three._near(first.box.grown(8))
    corners = Box(19, 19, 51, 41).corners()
    ways = [Point(1, 0), Point(-1, 0), Point(0, 1), Point(0, -1)]
    found = [sheet_of_three._side(first, corners, near, way) for way in ways]
    assert [one.is_shared for one in found] == [True, False, False, False]
    assert [one.beyond for one in found] == [(pytest.approx(1.0),)] * 4


def test_every_place_of_a_line_along_a_side_counts_once():
    places = (20, 20.4, 20.402, 21, 20)
    body = "".join(stroked(f"M{x} 20V40", 0.1) for x in places)
    drawn_lines = [
        line for mark in page(body).marks for line in cuts._lines(mark, mark.shape.parts[0])
    ]
    ground = Box(19, 20, 50, 40).corners()
    found = cuts._beyond(ground, drawn_lines, Point(-1, 0), oblong(20, 20, 50, 40))
    assert sorted(found) == pytest.approx([1.0, 1.4, 2.0])


def test_a_piece_that_is_another_is_no_longer_one_too_many():
    has = kinds(one=2, two=1, three=1)
    shown = [(0, 0), (0, 9), (0, 9)]
    assert settled(has, *shown, is_near=True) == ([0, 1, 0], [[1, 2]])
    more = [*shown, (0, 9)]
    assert settled(has, *more, is_near=True) == ([0, 1, 2, 0], [[1, 2], [2]])


@pytest.mark.parametrize(
    ("named", "other", "fits"),
    [
        (0.2, 0.95, True),
        (0.2, 0.71, True),
        (0.2, 0.69, False),
        (0.5, 0.95, False),
        (0.91, 1.0, False),
    ],
)
def test_another_theme_fits_where_half_more_fit_to_a_hair(named, other, fits):
    trials = trials_of({})
    trials._pages = ()
    trials.in_theme = lambda _: looks._Tried(None, exact=other)
    assert trials.fits_another(looks._Tried(None, exact=named)) is fits


@pytest.mark.parametrize(("step", "is_one"), [(60, True), (60.8, True), (64.2, False), (55, False)])
@pytest.mark.parametrize("first", [0, 2, 5])
def test_a_hexagons_corners_are_a_sixth_apart(step, is_one, first):
    """Five corners are so many degrees apart, the sixth what is left, wherever the outline begins."""
    turns = [math.radians(step * k) for k in range(6)]
    corners = [Point(10 * math.cos(t), 10 * math.sin(t)) for t in turns]
    found = hexagons._regular([*corners[first:], *corners[:first]])
    assert (found is not None) is is_one


@pytest.mark.parametrize(
    ("level", "share", "seen"),
    [
        (238, 1.0, None),
        (236, 1.0, "#ececec"),
        (190, 1.0, "#bebebe"),
        (20, 0.2, "#ffffff"),
        (20, 0.05, None),
        (20, 0.8, "#141414"),
    ],
)
def test_the_colour_that_most_of_an_outline_shows(level, share, seen):
    """A card of 20 by 30 mm, of which a share from the left is painted."""
    paper = Paper()
    high, wide = 30 * FINE, round(20 * share * FINE)
    top, left = 40 * FINE - high // 2, 30 * FINE
    paper.pixels[top : top + high, left : left + wide] = level
    paper.lay(paper.pixels[:1, :1], 5, 5)
    assert SEEKER.on([paper.page]).shown(0, outline(40, 40, 20, 30)) == seen


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


def test_strange_pieces_are_those_that_are_lacking_or_told_one_by_one():
    paper = Paper(150, 130)
    paper.card("one", 20, 40)
    paper.card("two", 60, 40)
    for k in range(3):
        paper.lay(STRIPED, 20 + 40 * k, 100, outline(20 + 40 * k, 100, 20, 30))
    seeker = SEEKER.on([paper.page])
    shown = seeker.matches(paper.candidates[:2])
    strange = [
        shown[0]._replace(candidate=one, outline=one.outlines[0], off=1.0)
        for one in paper.candidates[2:]
    ]
    found, troubles = pieces._pieces(seeker, shown, strange, kinds(one=1, two=1, three=1))
    assert [piece.kind for piece in found] == ["one", "two", "three"]
    assert [bool(piece.flaws) for piece in found] == [False, False, True]
    assert [(one.kind, one.at) for one in troubles] == [
        ("foreign", Point(60, 100)),
        ("foreign", Point(100, 100)),
    ]
    words = "what is of the size of cards shows none of them but #fafa00"
    assert {one.words for one in troubles} == {words}


@pytest.mark.parametrize(("off", "needs"), [(0, True), (8, True), (9, False), (40, False)])
def test_grounds_that_are_alike_are_told_by_patterns(off, needs):
    slots = {
        "one": Slot("#808080", "#000000", "#000000", "#000000", pattern="hatch"),
        "two": Slot(f"#8080{128 + off:02x}", "#000000", "#000000", "#000000", pattern="dots"),
    }
    chosen_theme = SimpleNamespace(name="x", slot=slots.__getitem__)
    palette = colours.of_theme(chosen_theme, {"a": "one", "b": "two"}, exact=True)
    assert (palette.name, palette.needs_patterns) == ("theme x", needs)
    assert dict(palette.slots) == {"a": slots["one"], "b": slots["two"]}


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
    ("by", "spread", "between", "pieces_there", "most"),
    [
        (20, 0, 0, 3, 20),
        (20, 0, 0, 2, 0),  # too few tell
        (20, 5.5, 0, 3, 20),
        (20, 8, 0, 3, 0),  # what each shows is uneven
        (20, 0, 5.5, 3, 20),
        (20, 0, 8, 3, 0),  # they show it unlike each other
        (1.9, 0, 0, 3, 0),
        (2.4, 0, 0, 3, 2),
        (63, 0, 0, 3, 63),
        (65, 0, 0, 3, 0),  # no conversion changes a colour so much
    ],
)
def test_a_conversion_is_what_every_piece_shows(by, spread, between, pieces_there, most):
    """Pieces of one red; a third of the points lies above the middle by the spread, a third below."""
    wanted = np.full((12, 12, 3), (180, 60, 60), np.float32)
    within = np.ones((12, 12), bool)
    seen = []
    for k in range(pieces_there):
        one = wanted + np.float32((0, by, 0)) + np.float32((0, 0, (k - 1) * between))
        one[:4] += np.float32((0, 0, spread))
        one[-4:] -= np.float32((0, 0, spread))
        seen.append((one, wanted, within))
    found = conversion.measured(seen)
    assert found.most == most
    if most:
        assert found.colours.tolist() == [[180, 60, 60]]
        assert found.changes[0].tolist() == pytest.approx([0, by, 0], abs=0.01)
        shown = found.of(wanted[None])
        assert shown[0, 0, 0].tolist() == pytest.approx([180, 60 + by, 60], abs=0.01)


def test_lines_that_cross_in_one_box_are_two():
    body = (
        stroked("M20 20L30 30", 0.1) + stroked("M20 30L30 20", 0.1) + stroked("M30 30L20 20", 0.1)
    )
    crossing = cut_lines.sheet_of(body)
    found = {id(line): line for here in crossing._lines.values() for line in here}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("gaps_of", "bleed"),
    [
        ([((1.25,), (1.25,))] * 3, 1.25),
        ([((1.25,), (1.35,))] * 3, 1.3),
        ([((2.0, 0.5), (2.0, 0.5))] * 2 + [((0.5,), (0.5,))], 0.5),
        ([], 0.0),
    ],
)
def test_the_bleed_by_which_most_lie_in_place(gaps_of, bleed):
    pieces_of = [
        [gaps.Axis(Point(1, 0), 30.0, gaps.Side(a, False), gaps.Side(b, False))] for a, b in gaps_of
    ]
    assert gaps.usual_bleed(pieces_of) == pytest.approx(bleed)


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
