"""Pictures found on pages of pixels: which, how turned, how far off, in what colours, cut where, and what is no piece."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from engine.drawing.parts import Cutout
from engine.geometry.plane import Point
from generator.checking.pages.paint import Page, View
from generator.checking.recognise import conversion, pictures, raster
from generator.checking.recognise.models import Face, Models
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.pictures import Difference, Match, Seeker
from generator.checking.recognise.raster import Frame

#: Pixels to a millimetre.
FINE = 6
RED, GREEN, BLUE, SAND = (204, 34, 34), (34, 187, 51), (34, 68, 204), (240, 220, 160)

#: What cards show, each in quarters from the top left.
CARDS = {"one": (RED, GREEN, BLUE, SAND), "two": (GREEN, RED, SAND, BLUE), "three": (BLUE,) * 4}
CARD = Cutout("rectangle", 20.0, 30.0)


def face(kind: str, part: str = "cards", cut: Cutout = CARD, **of: object) -> Face:
    """Return a face of a kind of piece."""
    known = Face(part, part, kind, f"the {kind}", False, False, False, cut)
    return known._replace(**of)


def picture(colours, wide: int, high: int, bleed: int = 0) -> np.ndarray:
    """Return quarters of colours with a bar aside of the middle, in pixels."""
    seen = np.zeros((high + 2 * bleed, wide + 2 * bleed, 3), np.uint8)
    low, far = seen.shape[0] // 2, seen.shape[1] // 2
    seen[:low, :far], seen[:low, far:], seen[low:, :far], seen[low:, far:] = colours
    left, top = bleed + wide // 4, bleed + high // 5
    if len(set(colours)) > 1:
        seen[top : top + high // 8, left : left + wide // 3] = (20, 20, 20)
        for k in (1, 7):
            x, y = bleed + k * wide // 8, bleed + k * high // 8
            seen[:, x - 3 : x + 3] = seen[y - 3 : y + 3] = (230, 230, 230)
    return seen


def models(cards=CARDS, cut: Cutout = CARD, **of: object) -> Models:
    """Return the pictures of cards, side by side."""
    wide, high = round(cut.width * FINE), round(cut.height * FINE)
    drawn = np.concatenate([picture(c, wide, high) for c in cards.values()], axis=1)
    frames = [Frame(wide * (k + 0.5), high / 2, wide, high) for k in range(len(cards))]
    faces = [face(name, cut=cut, **of) for name in cards]
    return Models(faces, [(name,) for name in cards], frames, drawn)


class Paper:
    """A page of pixels on which pictures are laid."""

    def __init__(self, width: int = 100, height: int = 80) -> None:
        self.width, self.height = width, height
        self.pixels = np.full((height * FINE, width * FINE, 3), 255, np.uint8)
        self.candidates: list[Candidate] = []

    def lay(
        self,
        seen: np.ndarray,
        x: float,
        y: float,
        *outlines: Outline,
        quarters: int = 0,
        by: tuple[float, float] = (0, 0),
    ) -> Candidate:
        """Lay a picture about a place, or a little off it; its outlines are where it should be."""
        seen = np.rot90(seen, -quarters)
        high, wide, _ = seen.shape
        top, left = round((y + by[1]) * FINE - high / 2), round((x + by[0]) * FINE - wide / 2)
        self.pixels[top : top + high, left : left + wide] = seen
        own = outlines or (outline(x, y, wide / FINE, high / FINE),)
        self.candidates.append(Candidate(0, tuple(one._replace(centre=Point(x, y)) for one in own)))
        return self.candidates[-1]

    def card(self, kind: str, x: float, y: float, *outlines: Outline, **how: object) -> Candidate:
        """Lay a card."""
        return self.lay(picture(CARDS[kind], 20 * FINE, 30 * FINE), x, y, *outlines, **how)

    @property
    def page(self) -> Page:
        """The page as it is now."""
        page = Page("x", 1, float(self.width), float(self.height))
        packed = zlib.compress(self.pixels.tobytes())
        page.views[0] = View(*self.pixels.shape[:2], float(FINE), packed)
        return page


def outline(x: float, y: float, width: float, height: float, **of: object) -> Outline:
    """Return a rectangle about a place."""
    return Outline("rectangle", Point(x, y), width, height)._replace(**of)


SEEKER = Seeker(models())
IN_PLACE = outline(0, 0, 20, 30)


def told(paper: Paper, seeker: Seeker = SEEKER) -> list[tuple[str, float] | None]:
    """Return which pictures candidates show, and how turned."""
    shown = seeker.on([paper.page]).matches(paper.candidates)
    found = {id(one.candidate): (one.face.kind, one.turn) for one in shown}
    return [found.get(id(candidate)) for candidate in paper.candidates]


# ------------------------------------------------------------------------- which


@pytest.mark.parametrize(
    ("kind", "quarters", "turn"),
    [("one", 0, 0.0), ("two", 0, 0.0), ("three", 0, 0.0), ("one", 2, 180.0), ("two", 2, 180.0)],
)
def test_which_picture_shows_and_how_it_is_turned(kind, quarters, turn):
    paper = Paper()
    paper.card(kind, 30, 40, quarters=quarters)
    (found,) = SEEKER.on([paper.page]).matches(paper.candidates)
    assert SEEKER.models.faces[found.model].kind == kind
    assert found.turn == (0.0 if kind == "three" else turn)
    assert found.off < 0.003
    assert (found.candidate, found.outline) == (
        paper.candidates[0],
        paper.candidates[0].outlines[0],
    )


@pytest.mark.parametrize(("quarters", "turns"), [(1, {0.0}), (3, {180.0})])
def test_what_lies_on_its_side_is_seen_upright(quarters, turns):
    paper = Paper()
    paper.card("one", 40, 40, quarters=quarters)
    paper.card("two", 80, 40, quarters=quarters)
    seen = told(paper)
    assert [one[0] for one in seen] == ["one", "two"]
    assert {one[1] for one in seen} == turns


def test_what_shows_no_picture():
    paper = Paper()
    paper.card("one", 15, 20)
    paper.lay(np.full((180, 120, 3), 255, np.uint8), 45, 20)
    paper.lay(np.full((120, 120, 3), 90, np.uint8), 80, 20)
    paper.candidates.append(Candidate(0, (Outline("disc", Point(15, 20), 20, 30),)))
    assert told(paper) == [("one", 0.0), None, None, None]
    assert SEEKER.on([paper.page]).matches([]) == []


def test_proportions_tell_what_may_be_a_piece():
    paper = Paper()
    paper.card("one", 20, 20, outline(0, 0, 20, 30.5))
    paper.card("one", 50, 20, outline(0, 0, 20, 31.5))
    paper.card("one", 80, 20, outline(0, 0, 29.5, 20.0))
    assert [one is not None for one in told(paper)] == [True, False, True]


def test_of_outlines_about_a_place_the_one_that_fits_is_taken():
    ground, cut = outline(0, 0, 24, 36), outline(0, 0, 20, 30, cut=True)
    guess = outline(0, 0, 20, 30, is_guess=True)
    paper = Paper()
    paper.card("one", 20, 20, ground, cut)
    paper.card("one", 50, 20, ground, guess)
    paper.card("three", 20, 60, IN_PLACE, cut)
    paper.card("three", 50, 60, guess, IN_PLACE)
    found = [one.outline for one in SEEKER.on([paper.page]).matches(paper.candidates)]
    assert [(o.width, o.cut, o.is_guess) for o in found] == [
        (20, True, False),
        (20, False, True),
        (20, True, False),
        (20, False, False),
    ]


def test_of_outlines_that_fit_alike_the_first_is_taken():
    known = Match(Candidate(0, ()), IN_PLACE, 0, SEEKER.models.faces[0], 0.0, 0.2)
    other = known._replace(turn=180.0)
    assert pictures._better(known, other) is known
    assert pictures._better(known, other._replace(off=0.19)).turn == 180.0


def test_the_nearest_of_some_pictures_however_far():
    paper = Paper()
    paper.card("one", 30, 40)
    (found,) = SEEKER.on([paper.page]).matches(paper.candidates)
    for some_of, nearest in (([0, 1, 2], 0), ([1, 2], 2), ([1], 1)):
        rather = SEEKER.on([paper.page]).nearest(found, some_of)
        assert rather.model == nearest
        assert (rather.off < 0.01) is (nearest == 0)
        assert rather.off < 1.5
        assert rather.candidate == found.candidate
    assert SEEKER.on([paper.page]).nearest(found, []) is None


@pytest.mark.parametrize(
    ("colour", "shown"),
    [
        (RED, "#cc2222"),
        ((255, 255, 255), None),
        ((238, 238, 238), None),
        ((237, 237, 237), "#ededed"),
    ],
)
def test_the_colour_that_most_of_an_outline_shows(colour, shown):
    paper = Paper()
    paper.lay(np.full((180, 120, 3), colour, np.uint8), 30, 40)
    paper.pixels[40 * FINE : 42 * FINE, 30 * FINE : 31 * FINE] = 0
    assert SEEKER.on([paper.page]).shown(0, outline(30, 40, 20, 30)) == shown
    if shown:
        paper.pixels[:] = 255
        paper.pixels[30 * FINE : 50 * FINE, 20 * FINE : 40 * FINE] = colour
        assert SEEKER.on([paper.page]).shown(0, outline(30, 40, 20, 20)) == shown
        assert SEEKER.on([paper.page]).shown(0, outline(60, 40, 20, 20)) is None


# ------------------------------------------------------------------------- how it differs


def compared(paper: Paper, seeker: Seeker = SEEKER) -> list[tuple[Match, Difference]]:
    """Return what shows with how it differs."""
    found = seeker.on([paper.page]).matches(paper.candidates)
    return seeker.on([paper.page]).compared(found)


def test_a_picture_in_its_place_does_not_differ():
    paper = Paper()
    for k, kind in enumerate(CARDS):
        paper.card(kind, 15 + 30 * k, 40)
    differences = [off for _, off in compared(paper)]
    assert len(differences) == 3
    for right, down, growth, points, *_ in differences:
        assert (right, down, growth) == pytest.approx((0, 0, 0), abs=0.03)
        assert points == 0


@pytest.mark.parametrize("by", [(0.5, 0.0), (0.0, -0.5), (-0.5, 0.33), (0.17, 0.17)])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_how_far_a_picture_lies_off_in_millimetres(by, quarters):
    paper = Paper()
    paper.card("one", 40, 40, quarters=quarters, by=by)
    ((_, off),) = compared(paper)
    assert (off.right, off.down) == pytest.approx(by, abs=0.08)
    assert off.growth == pytest.approx(0, abs=0.08)
    assert off.points == 0


@pytest.mark.parametrize(
    ("left", "top", "wide", "high", "colour"),
    [(191, 262, 54, 44, RED), (231, 222, 54, 54, RED), (212, 205, 51, 46, SAND)],
)
def test_what_is_covered_in_a_colour_of_its_own_is_not_taken_to_lie_off(
    left, top, wide, high, colour
):
    """As lines covered by a colour that lies next to them seem to have moved."""
    paper = Paper()
    paper.card("one", 40, 40)
    paper.pixels[top : top + high, left : left + wide] = colour
    ((_, off),) = compared(paper)
    assert (off.right, off.down, off.growth) == (0, 0, 0)
    assert off.points > 300


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_how_much_too_large_a_picture_is(share):
    paper = Paper()
    wide, high = round(20 * share * FINE), round(30 * share * FINE)
    paper.lay(picture(CARDS["one"], wide, high), 40, 40, IN_PLACE)
    ((_, off),) = compared(paper)
    assert off.growth == pytest.approx(20 * (share - 1), abs=0.12)
    assert off.points == 0


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ((36, 34), (-0.2, -0.2)),
        ((44, 34), (0.2, -0.2)),
        ((36, 46), (-0.2, 0.2)),
        ((44, 46), (0.2, 0.2)),
    ],
)
def test_where_a_picture_is_covered(place, where):
    paper = Paper()
    paper.card("three", 40, 40)
    x, y = (v * FINE for v in place)
    paper.pixels[y - 20 : y + 20, x - 20 : x + 20] = (250, 250, 120)
    ((match, off),) = compared(paper)
    assert match.model == 2
    assert (off.seen, off.wanted, off.even) == ("#fafa78", "#2244cc", True)
    assert off.at == pytest.approx(where, abs=0.03)
    share = off.points / 64**2
    assert share == pytest.approx((40 / 120) * (40 / 180), rel=0.15)


def test_a_pale_change_counts_where_a_whole_area_shows_it():
    paper = Paper()
    for k in range(5):
        paper.card("three", 12 + 19 * k, 16, outline(0, 0, 10, 15))
    del paper.candidates[:]
    for k in range(4):
        paper.card("three", 12 + 24 * k, 40)
    x, y = 12 * FINE, 40 * FINE
    paper.pixels[y - 30 : y + 30, x - 30 : x + 30] = (44, 78, 210)
    points = [off.points for _, off in compared(paper)]
    assert points[0] > 100
    assert points[1:] == [0, 0, 0]
    # A dot so pale is nothing, nor is one that is small.
    paper.card("three", 12, 40)
    del paper.candidates[-1]
    paper.pixels[y - 2 : y + 2, x - 30 : x + 30] = (44, 78, 210)
    assert [off.points for _, off in compared(paper)] == [0, 0, 0, 0]


@pytest.mark.parametrize(("crowd", "points"), [(6, 0), (7, 7)])
def test_so_many_points_off_are_a_fault(monkeypatch, crowd, points):
    paper = Paper()
    paper.card("three", 40, 40)
    paper.pixels[200:260, 220:260] = (250, 250, 120)
    few = np.zeros((1, 64, 64), bool)
    few[0, 20, 20 : 20 + crowd] = True
    monkeypatch.setattr(raster, "crowded", lambda *_: few)
    ((_, off),) = compared(paper)
    assert off.points == points


@pytest.mark.parametrize(("pale", "counted"), [(2, 5.0), (3, 12.0), (8, 12.0)])
def test_where_many_pictures_of_a_page_are_pale_paler_ones_do_not_count(monkeypatch, pale, counted):
    """Of eight, a quarter is no more than one piece or another; more is how the page is painted."""
    paper = Paper()
    for k in range(8):
        paper.card("three", 12 + 24 * (k % 4), 16 + 34 * (k // 4))
    asked = []
    off, none = (Difference(0, 0, 0, n, "", "", False, (0, 0)) for n in (9, 0))

    def differences(_, found, least):
        asked.append(least)
        return ([off] * pale + [none] * 8)[: len(found)]

    found = SEEKER.on([paper.page]).matches(paper.candidates)
    monkeypatch.setattr(Seeker, "_differences", differences)
    SEEKER.on([paper.page]).compared(found)
    assert asked[0] == 5.0
    assert max(asked) == counted


@pytest.mark.parametrize(("high", "points"), [(1, 0), (2, 2 * 42)])
def test_a_line_of_two_points_counts_with_its_corners_one_of_one_does_not(high, points):
    """Of 120 pixels across, 80 are 42 of 64 points; two pixels down show in two rows here, one in one."""
    paper = Paper()
    paper.card("three", 40, 40)
    paper.pixels[225 : 225 + high, 200:280] = (250, 250, 120)
    ((_, off),) = compared(paper)
    assert off.points == points


def test_at_large_small_differences_do_not_count():
    paper = Paper()
    paper.card("three", 40, 40, by=(0.5, 0))
    x, y = 40 * FINE, 40 * FINE
    paper.pixels[y - 20 : y + 20, x - 20 : x + 20] = (250, 250, 120)
    large = Seeker(models(), at_large=True)
    ((_, off),) = compared(paper, large)
    assert (off.right, off.down, off.growth, off.points) == (0, 0, 0, 0)
    paper.pixels[y - 40 : y + 40, x - 40 : x + 40] = (250, 250, 120)
    ((_, off),) = compared(paper, large)
    assert off.points > 400
    assert large.converting([]) is large


def test_pictures_that_look_alike_at_large_are_turned_as_they_differ_least():
    paper = Paper()
    paper.card("one", 40, 40, quarters=2)
    (found,) = SEEKER.on([paper.page]).matches(paper.candidates)
    ((match, off),) = SEEKER.on([paper.page]).compared([found._replace(turn=0.0)])
    assert (match.turn, off.points) == (180.0, 0)


@pytest.mark.parametrize(
    ("width", "height", "n"),
    [(20, 30, 64), (64 / FINE, 20, 64), (10.6, 20, 32), (12, 9, 32), (4, 30, 32), (3, 3, 32)],
)
def test_pictures_are_looked_through_no_finer_than_their_pixels(width, height, n):
    match = Match(Candidate(0, ()), outline(0, 0, width, height), 0, face("one"), 0.0, 0.0)
    assert SEEKER.on([Paper().page])._fineness(match) == n


def test_what_lies_beyond_the_page_does_not_count():
    paper = Paper()
    paper.card("three", 20, 40)
    paper.pixels = paper.pixels[:, 12 * FINE :]
    (own,) = paper.candidates
    paper.candidates = [own._replace(outlines=(outline(8, 40, 20, 30),))]
    ((match, off),) = compared(paper)
    assert (match.face.kind, off.points) == ("three", 0)


def test_what_lies_on_its_side_is_framed_along_its_turn():
    lying = outline(30, 40, 30, 20, angle=10.0)
    assert pictures._frame(Paper().page, lying, CARD) == Frame(180, 240, 120, 180, 100.0)
    upright = outline(30, 40, 20, 30, angle=10.0)
    assert pictures._frame(Paper().page, upright, CARD) == Frame(180, 240, 120, 180, 10.0)


GUESS = IN_PLACE._replace(is_guess=True)
CUT = IN_PLACE._replace(cut=True)


@pytest.mark.parametrize(
    ("known", "other", "by", "is_other"),
    [
        (IN_PLACE, CUT, 0.029, True),
        (IN_PLACE, CUT, 0.031, False),
        (GUESS, IN_PLACE, 0.007, True),
        (GUESS, IN_PLACE, 0.008, False),
        (CUT, IN_PLACE, -0.029, False),
        (CUT, IN_PLACE, -0.031, True),
        (IN_PLACE, GUESS, -0.007, False),
        (IN_PLACE, GUESS, -0.008, True),
    ],
)
def test_a_line_to_cut_along_may_fit_a_little_less_a_drawn_one_less_than_that(
    known, other, by, is_other
):
    one = Match(Candidate(0, ()), known, 0, face("one"), 0.0, 0.1)
    rather = one._replace(outline=other, off=0.1 + by)
    assert (pictures._better(one, rather) is rather) is is_other


def placed(seen: np.ndarray, off: tuple[float, float, float]) -> tuple[float, ...]:
    """Return how far a card that should show the picture "one" is told to lie off, of a first guess."""
    paper = Paper()
    paper.lay(seen, 40, 40)
    frame = Frame(40 * FINE, 40 * FINE, 20 * FINE, 30 * FINE)
    wanted = SEEKER.models.views([0], [0.0], 64)
    within = raster.inside("rectangle", 64)
    told_off, view = pictures._placed(paper.page, frame, np.array(off), wanted, within)
    (there,) = raster.views(paper.page.pixels, [frame.moved(*told_off)], 64)
    assert view[0] == pytest.approx(there)
    return tuple(told_off)


def test_where_a_picture_lies_is_told_where_that_explains_how_it_differs():
    whole = picture(CARDS["one"], 120, 180)
    moved = np.roll(whole, (6, 3), axis=(0, 1))
    assert placed(moved, (0.02, 0.03, 0.0)) == pytest.approx((3 / 120, 6 / 180, 0), abs=0.003)
    # Far off, either way, it is another than it is taken for.
    for far in ((20, 0), (0, 28)):
        assert placed(np.roll(whole, far[::-1], axis=(0, 1)), (0.1, 0.1, 0)) == (0, 0, 0)
    assert placed(whole, (0.13, 0.0, 0.0)) == pytest.approx((0, 0, 0), abs=0.003)
    # Where half of it has moved and half has not, nothing is explained.
    half = whole.copy()
    half[90:] = moved[90:]
    assert placed(half, (0.02, 0.03, 0.0)) == (0, 0, 0)


# ------------------------------------------------------------------------- conversions


def converted(change) -> Paper:
    """Return cards whose colours are all changed."""
    paper = Paper()
    for k, kind in enumerate(("one", "two", "three", "one", "two", "three", "one", "two")):
        paper.card(kind, 12 + 25 * (k % 4), 20 + 40 * (k // 4))
    paper.pixels = change(paper.pixels.astype(int)).clip(0, 255).astype(np.uint8)
    return paper


def test_a_conversion_of_all_colours_is_no_fault_of_any_piece():
    paper = converted(
        lambda p: np.where(p.max(axis=2, keepdims=True) < 255, p + np.array((14, -6, 9)), p)
    )
    found = SEEKER.on([paper.page]).matches(paper.candidates)
    before = [off.points for _, off in SEEKER.on([paper.page]).compared(found)]
    seeker = SEEKER.on([paper.page]).converting(found)
    assert seeker.conversion.most == 14
    after = [off.points for _, off in seeker.on([paper.page]).compared(found)]
    assert max(before) > 0
    assert after == [0] * 8
    assert SEEKER.conversion.most == 0


@pytest.mark.parametrize("converted", [3, 2])
def test_three_pieces_of_four_tell_of_a_conversion(converted):
    paper = Paper()
    for k in range(4):
        paper.card("one", 12 + 25 * k, 40)
    changed = paper.pixels[:, : (converted * 25) * FINE]
    changed[changed.max(axis=2) < 240] += np.array((14, 3, 9), np.uint8)
    found = SEEKER.on([paper.page]).matches(paper.candidates)
    assert len(found) == 4
    seeker = SEEKER.on([paper.page]).converting(found)
    assert seeker.conversion.most == (14 if converted == 3 else 0)


@pytest.mark.parametrize(
    "change",
    [lambda p: p, lambda p: p + 1],
    ids=["none", "hardly any"],
)
def test_what_is_no_conversion(change):
    paper = converted(change)
    found = SEEKER.on([paper.page]).matches(paper.candidates)
    assert SEEKER.on([paper.page]).converting(found).conversion.most in {0, 1}


def views(*colours) -> np.ndarray:
    """Return views of 10 by 10 points, each of rows of colours."""
    rows = np.repeat(np.array(colours, np.float32), 10 // len(colours), axis=0)
    return np.repeat(rows[:, None, :], 10, axis=1)


ALL = np.ones((10, 10), bool)


def changed(*samples, within=ALL) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return by how much each colour is changed, of pieces by what they show and should."""
    found = conversion.measured(
        [(views(*seen), views(*should), within) for seen, should in samples]
    )
    return {
        tuple(map(int, colour)): tuple(map(int, change))
        for colour, change in zip(found.colours, found.changes, strict=True)
    }


REDDER = ((210, 34, 34), (34, 187, 51))
AS_IS = (RED, GREEN)


@pytest.mark.parametrize(
    ("samples", "told_of"),
    [
        ([], {}),
        ([(REDDER, AS_IS)] * 2, {}),
        ([(REDDER, AS_IS)] * 3, {RED: (6, 0, 0), GREEN: (0, 0, 0)}),
        ([(AS_IS, AS_IS)] * 3, {}),
        ([(((206, 34, 34), GREEN), AS_IS)] * 3, {}),
        ([(((206, 36, 37), GREEN), AS_IS)] * 3, {RED: (2, 2, 3), GREEN: (0, 0, 0)}),
        # What one piece alone shows otherwise is that piece's.
        (
            [(REDDER, AS_IS)] * 3 + [(((90, 34, 34), GREEN), AS_IS)],
            {RED: (6, 0, 0), GREEN: (0, 0, 0)},
        ),
        ([(REDDER, AS_IS)] * 2 + [(((90, 34, 34), GREEN), AS_IS)] * 2, {}),
        # No conversion changes by so much; greys alone tell of none.
        ([(((139, 34, 34), GREEN), AS_IS)] * 3, {RED: (0, 0, 0), GREEN: (0, 0, 0)}),
        ([(((140, 34, 34), GREEN), AS_IS)] * 3, {RED: (-64, 0, 0), GREEN: (0, 0, 0)}),
        ([(((90, 90, 90),), ((80, 80, 80),))] * 3, {}),
        ([(((100, 80, 80),), ((105, 80, 80),))] * 3, {RED: ()} and {(105, 80, 80): (-5, 0, 0)}),
        ([(((100, 80, 80),), ((104, 80, 80),))] * 3, {}),
    ],
)
def test_what_conversions_are_told_by(samples, told_of):
    assert changed(*samples) == told_of


def test_only_what_counts_tells_of_conversions():
    top = ALL.copy()
    top[3:] = False
    assert changed(*[(REDDER, AS_IS)] * 3, within=top) == {RED: (6, 0, 0)}
    # What is mixed where colours meet is no colour of its own.
    mixed = ((210, 34, 34), (100, 50, 50)), (RED, (119.5, 110.5, 42.5))
    assert RED in changed(*[mixed] * 3)


def test_colours_next_to_one_that_is_changed_change_likewise():
    found = conversion.Conversion(
        np.array([RED, BLUE], np.float32), np.array([(12, 0, 0), (0, 0, -20)], np.float32)
    )
    assert found.most == 20
    seen = found.of(views(RED, BLUE))
    assert seen[0, 0] == pytest.approx((216, 34, 34), abs=0.1)
    assert seen[9, 9] == pytest.approx((34, 68, 184), abs=0.1)
    (between,) = found.of(np.array([[[119, 51, 119]]], np.float32))[0]
    assert between == pytest.approx((125, 51, 109), abs=1)
    bright = conversion.Conversion(found.colours, found.changes * 10)
    assert bright.of(views(RED))[0, 0] == pytest.approx((255, 34, 34), abs=1)
    assert conversion.NOTHING.most == 0
    assert conversion.NOTHING.of(seen) is seen


def test_views_are_unlike_where_no_shift_of_a_point_explains_it():
    wanted = np.zeros((1, 8, 8, 3), np.float32)
    wanted[:, :, 4:] = 200
    seen = np.roll(wanted, 1, axis=2)
    seen[:, :, 0] = 0
    whole = np.ones((1, 8, 8), bool)
    assert not raster.unlike(seen, wanted, whole, 36).any()
    assert not raster.unlike(np.roll(wanted, 1, axis=1), wanted, whole, 36).any()
    far = np.zeros((1, 8, 8, 3), np.float32)
    far[:, :, 6:] = 200
    assert np.argwhere(raster.unlike(far, wanted, whole, 36)).tolist() == [
        [0, y, x] for y in range(8) for x in (4, 5)
    ]
    seen = wanted.copy()
    seen[0, 3, 1] = (0, 37, 0)
    seen[0, 6, 1] = (0, 36, 0)
    seen[0, 1, 6] = (163, 200, 200)
    assert np.argwhere(raster.unlike(seen, wanted, whole, 36)).tolist() == [[0, 1, 6], [0, 3, 1]]
