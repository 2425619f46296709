"""What is told of pieces, at its bounds: where they are cut, in which look, which of them are lacking, in what colours."""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from engine.drawing.parts import Cutout
from engine.geometry.plane import Box, Point
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import Budget
from generator.checking.recognise import (
    bleeds,
    conversion,
    cuts,
    gaps,
    looks,
    outlines,
    pictures,
    pieces,
)
from generator.checking.recognise.damaged import PieceCounts
from generator.checking.recognise.gaps import HAIR, Off
from generator.checking.recognise.holding import Together
from generator.checking.recognise.pictures import Difference
from generator.checking.recognise.results import Reading, Trouble
from tests.checking.recognise import test_cut_lines as cut_lines
from tests.checking.recognise.test_cut_lines import oblong
from tests.checking.recognise.test_looks_told import (
    STRANGE,
    Colourless,
    chosen,
    painted,
    sheet,
    tried,
)
from tests.checking.recognise.test_looks_told import Game as Cards
from tests.checking.recognise.test_pictures import CARDS, FINE, SEEKER, Paper, outline, picture
from tests.checking.recognise.test_pieces_read import REST, cut_widths, kinds, match, two_sided
from tests.checking.recognise.test_recognisers import page, stroked
from tests.checking.recognise.test_tiles_found import Game

#: A picture that no card shows.
STRIPED = np.full((30 * FINE, 20 * FINE, 3), (250, 250, 0), np.uint8)


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


def settled(
    has, *shown: tuple[int, int], is_near: bool = False, width: float = 20
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
            match(20, 20, width, 0.1)._replace(model=model, face=faces.faces[model]),
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


def test_what_is_lacking_is_counted_once_it_is_taken_for_that():
    found, asked = settled(
        kinds(one=1, two=2, three=0), (0, 0), (0, 9), (0, 9), (0, 9), is_near=True
    )
    assert (found, asked) == ([0, 1, 1, 0], [[1], [1], []])


@pytest.mark.parametrize(
    ("width", "found"), [(20, [0, 1]), (11, [0, 1]), (29, [0, 1]), (9.9, []), (30.1, []), (40, [])]
)
def test_what_is_half_as_large_again_as_pieces_that_are_not_there_is_none(width, found):
    """Each by itself; where some of its component are whole, they tell how large it is."""
    has = kinds(one=1, two=1, three=1)
    assert settled(has, (0, 9), (1, 9), width=width)[0] == found
    assert settled(has, (2, 0), (0, 9), (1, 9), width=width)[0] == [2, 0, 1]


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


def test_of_sheets_in_no_theme_hues_tell_what_the_looks_colours_are():
    page = sheet(painted(*STRANGE))
    shown = chosen(page).look.theme
    assert {shown.slot(name).fill for name in ("red", "green", "blue")} == {*STRANGE}


def test_hues_are_those_of_the_largest_outlines_and_of_the_first_look():
    trials = trials_of({}, Cards)
    grounds = [outline(20 + 30 * k, 50, 20, 20) for k in range(3)]
    inner = outline(50, 50, 10, 10)
    trials._sample = [outlines.Candidate(0, (ground, inner)) for ground in grounds]
    paints = {inner: "#123456"} | dict(zip(grounds, STRANGE, strict=True))
    trials.seeker = lambda _: SimpleNamespace(shown=lambda _, one: paints[one])
    look = trials.by_hue(looks.Look(looks.theme.load("classic"), "", (("dotted", True),)))
    assert {look.theme.slot(name).fill for name in ("red", "green", "blue")} == {*STRANGE}
    assert look.settings == ()


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
        ({0: [24.0], 1: [22.801, 22.799, 22.802, 30.0, 30.0]}, 20.0, {0: 20.0, 1: 19.0}),
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
        (4, [20, 22, 22], 20, {20: 4, 24: 3}),
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


@pytest.mark.parametrize(("bleed", "width"), [(1.0, 2.5), (0.5, 3.5), (1.1, 4.5)])
def test_nothing_is_sought_in_what_is_smaller_than_any_piece(bleed, width):
    ground = outline(20, 20, 4.5, 9)
    own = match(20, 20, 4.5, 0.1)._replace(
        candidate=outlines.Candidate(0, (ground,)), outline=ground
    )
    (found,) = bleeds._shrunk(Fitting(20), [own], bleed)
    assert found.outline.width == width


@pytest.mark.parametrize(
    ("offs", "share", "exact", "is_nothing"),
    [
        ([0.0, 0.03, 0.1, 0.14], 1.0, 0.5, False),
        ([0.03, 0.16, 0.39, 0.9], 0.25, 1 / 3, False),
        ([0.5] * 4, 0.0, 0.0, True),
        ([0.5] * 5, 0.0, 0.0, False),
        ([], 0.0, 0.0, True),
        ([0.03], 1.0, 1.0, False),
        ([0.4] * 4, 0.0, 0.0, True),
    ],
)
def test_how_well_a_look_fits(offs, share, exact, is_nothing):
    trials = trials_of({"a": offs})
    fit = trials.fit("a")
    assert (fit.look, fit.share, fit.exact, fit.is_nothing) == ("a", share, exact, is_nothing)
    assert fit.value == pytest.approx(sum((1 - off) ** 2 for off in offs))
    assert fit.off in offs or (fit.off, offs) == (1.0, [])


def trials_of(offs: dict[str, list[float]], game=Game) -> looks._Trials:
    """Return trials on pages where pictures are so far off, by looks."""
    trials = object.__new__(looks._Trials)
    trials._fits, trials._sample, trials._game = {}, [], game()
    trials.seeker = lambda look: SimpleNamespace(
        models=look, matches=lambda _: [SimpleNamespace(off=off) for off in offs.get(look, ())]
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
    ("count", "pages", "kept"),
    [
        (8, 1, range(8)),
        (8, 16, range(8)),
        (9, 4, range(9)),
        (63, 1, range(63)),
        (64, 1, range(0, 64, 3)),
        (64, 2, range(0, 64, 5)),
        (127, 1, range(0, 127, 3)),
        (128, 1, range(0, 128, 5)),
        (256, 1, range(0, 256, 9)),  # every third of them, of which every third
        (9, 8, range(0, 9, 3)),
        (64, 16, range(0, 64, 9)),
        (200, 1, range(0, 200, 7)),
        (600, 1, range(0, 600, 15)),
    ],
)
def test_which_of_a_pages_candidates_are_looked_at(count, pages, kept):
    here = Page("x", 1, 5000.0, 100.0, Budget(10**6, "x"))
    row = [outlines.Candidate(0, (outline(20 + 30 * k, 50, 20, 20),)) for k in range(count)]
    found = looks._some(here, row, pages)
    assert [row.index(one) for one in found] == [*kept]


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
    trials.in_theme = lambda _: tried(None, other)
    assert trials.fits_another(tried(None, named)) is fits


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
        stroked("M20 20L30 30", 0.1) + stroked("M30 20L20 30", 0.1) + stroked("M30 30L20 20", 0.1)
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
    ("of", "is_clear"),
    [
        ({"written": "r1"}, True),
        ({"kind": "stone"}, True),
        ({"side": "back"}, True),
        ({"side": "front"}, False),
        ({}, False),
        ({"written": "r1", "kind": "stone", "flaws": ("torn",)}, False),
        ({"side": "back", "flaws": ("torn",)}, False),
    ],
)
def test_what_is_clear_is_told_and_without_flaw(of, is_clear):
    assert oblong(0, 0, 9, 9)._replace(**of).is_clear is is_clear
