"""What single steps of recognisers promise: at their bounds, in their words, and what of work is paid for."""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace

import pytest

from engine.drawing.parts import Cutout
from engine.drawing.theme import Slot
from engine.geometry.plane import Box, Point, Transform
from generator.checking.pages.sampling import Sight
from generator.checking.pages.shapes import Budget
from generator.checking.recognise import (
    bleeds,
    candidates,
    colours,
    cuts,
    grids,
    lines,
    looks,
    outlines,
    patterns,
    pieces,
    raster,
    seven_areas,
    sides,
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
from generator.checking.recognise.results import Reading, Trouble
from tests.checking.recognise import test_cut_lines as cut_lines
from tests.checking.recognise.test_boards_read import page as drawn
from tests.checking.recognise.test_boards_read import wrong
from tests.checking.recognise.test_cut_lines import oblong
from tests.checking.recognise.test_looks_told import STRANGE, Colourless, chosen, painted, sheet
from tests.checking.recognise.test_pictures import CARDS, SEEKER, Paper, outline, picture
from tests.checking.recognise.test_pieces_read import REST, cut_widths, kinds, match, two_sided
from tests.checking.recognise.test_recognisers import STEPS, grid, marks, page, stroked
from tests.checking.recognise.test_tiles_found import Game, Watched

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


def settled(has, *shown: tuple[int, int]) -> tuple[list[int], list[list[int]]]:
    """Return which pictures damaged pieces are in the end, and which each might have been.

    ``shown`` are pictures and how many of their points are off; nothing is near to any other.
    """
    faces, asked = two_sided(), []

    def nearest(of, models):
        asked.append(sorted(models))

    compared = [
        (
            match(20, 20, 20, 0.1)._replace(model=model, face=faces.faces[model]),
            Difference(0, 0, 0, points, *REST),
        )
        for model, points in shown
    ]
    seeker = SimpleNamespace(models=faces, nearest=nearest)
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
