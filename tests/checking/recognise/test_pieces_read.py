"""Pieces told by their pictures: cut as all of a component tell together, damaged ones, strange ones, blank ones."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.drawing.parts import Cutout
from engine.geometry.plane import Point
from generator.checking.recognise import bleeds, pieces, raster
from generator.checking.recognise.damaged import PieceCounts
from generator.checking.recognise.looks import Chosen
from generator.checking.recognise.models import Models
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.pictures import Difference, Match, Seeker
from generator.checking.recognise.results import CountedKind, Flaw, Reading
from tests.checking.recognise.test_pictures import (
    BLUE,
    CARD,
    CARDS,
    FINE,
    IN_PLACE,
    SEEKER,
    Paper,
    face,
    models,
    outline,
    picture,
)

# ------------------------------------------------------------------------- where pieces are cut

SQUARE = Cutout("rectangle", 24.0, 24.0)


def with_guesses(ground: Outline) -> list[Outline]:
    """Return a ground with the outlines within it that a bleed may leave."""
    within = [ground.grown(-k / 2)._replace(is_guess=True) for k in range(1, 13)]
    return [ground, *within]


def bleeding(paper: Paper, kind: str, x: float, y: float, bleed: float, cut: Cutout = CARD) -> None:
    """Lay a piece that bleeds, and of whose outlines the ground alone is drawn."""
    seen = picture(
        CARDS[kind], round(cut.width * FINE), round(cut.height * FINE), round(bleed * FINE)
    )
    ground = outline(x, y, cut.width + 2 * bleed, cut.height + 2 * bleed)
    paper.lay(seen, x, y, *with_guesses(ground))


def cut_widths(paper: Paper, seeker: Seeker = SEEKER) -> list[float]:
    """Return how wide pieces are once they are cut, in order."""
    page = paper.page
    found = seeker.on([page]).matches(paper.candidates)
    assert len(found) == len(paper.candidates)
    cut = bleeds.cut(seeker.on([page]), found)
    assert [match.candidate.outlines[0] for match in cut] == [
        c.outlines[0] for c in paper.candidates
    ]
    return [match.outline.width for match in cut]


@pytest.mark.parametrize("bleed", [0.5, 1.0, 4 / 3, 2.5, 3.5])
def test_a_rectangle_tells_its_bleed_by_its_form(bleed):
    paper = Paper(150, 100)
    for k, kind in enumerate(CARDS):
        bleeding(paper, kind, 25 + 40 * k, 40, bleed)
    assert cut_widths(paper) == pytest.approx([20.0] * 3, abs=0.011)


@pytest.mark.parametrize("bleed", [0.5, 4 / 3, 1.5, 5 / 3, 3.5])
def test_a_square_is_cut_where_its_picture_fits_best(bleed):
    paper = Paper(150, 100)
    for k, kind in enumerate(("one", "two", "one")):
        bleeding(paper, kind, 25 + 40 * k, 40, bleed, SQUARE)
    seeker = Seeker(models(cut=SQUARE))
    assert cut_widths(paper, seeker) == pytest.approx([24.0] * 3, abs=0.05)


def test_most_tell_the_bleed_of_all():
    paper = Paper(150, 130)
    for k, kind in enumerate(("one", "two", "three", "three", "one")):
        bleeding(paper, kind, 25 + 40 * (k % 3), 30 + 50 * (k // 3), 2.0)
    assert cut_widths(paper) == pytest.approx([20.0] * 5, abs=0.011)


def test_those_whose_cut_line_is_drawn_tell_the_others_width():
    paper = Paper(150, 130)
    for k, kind in enumerate(("one", "three", "two")):
        paper.card(kind, 20 + 40 * k, 25, outline(0, 0, 24, 34), outline(0, 0, 20, 30, cut=True))
    for k, kind in enumerate(("one", "two", "three")):
        bleeding(paper, kind, 20 + 40 * k, 85, 2.0)
    assert cut_widths(paper) == pytest.approx([20.0] * 6, abs=0.011)


def test_plain_pieces_are_as_wide_as_the_others():
    ground, own = outline(0, 0, 22, 33), outline(0, 0, 20, 30)
    paper = Paper(150, 130)
    for k, kind in enumerate(("one", "two", "one")):
        seen = picture(CARDS[kind], 120, 180, 6)
        paper.lay(seen, 20 + 40 * k, 25, ground, own)
    for k in range(3):
        seen = picture(CARDS["three"], 132, 198)
        paper.lay(seen, 20 + 40 * k, 85, ground, own)
    seen = [one.outline.width for one in SEEKER.on([paper.page]).matches(paper.candidates)]
    assert seen == [20, 20, 20, 22, 22, 22]
    assert cut_widths(paper) == [20.0] * 6


def test_each_component_has_its_own_bleed():
    both = models(cards={"one": CARDS["one"], "two": CARDS["two"]})
    faces = [both.faces[0], both.faces[1]._replace(part="others")]
    seeker = Seeker(Models(faces, both._items, both._frames, both._image))
    paper = Paper(150, 130)
    for k in range(3):
        bleeding(paper, "one", 20 + 40 * k, 25, 2.0)
    for k in range(3):
        bleeding(paper, "two", 20 + 40 * k, 85, 1.0)
    assert cut_widths(paper, seeker) == pytest.approx([20.0] * 6, abs=0.011)
    assert bleeds.cut(seeker.on([paper.page]), []) == []


# ------------------------------------------------------------------------- what is told of them


REST = ("", "", False, (0, 0))


def kinds(**amounts: int) -> list[CountedKind]:
    """Return the kinds of cards there should be."""
    return [
        CountedKind(name, f"the {name}", "cards", "cards", "rectangle", amount)
        for name, amount in amounts.items()
    ]


ALL = kinds(one=1, two=1, three=1)


def read(paper: Paper, has=ALL, seeker: Seeker = SEEKER) -> Reading:
    """Return what is read of a page of cards."""
    chosen = Chosen(
        SimpleNamespace(told_by="theme x"), seeker.on([paper.page]), [paper.candidates], False
    )
    return pieces._reading(chosen, has)


def test_pieces_as_they_lie():
    paper = Paper()
    for k, kind in enumerate(CARDS):
        paper.card(kind, 15 + 30 * k, 40)
    found = read(paper)
    assert [one.kind for one in found.pieces] == ["one", "two", "three"]
    assert (found.colours, found.notes, found.troubles) == ("theme x", (), ())
    assert (found.kinds, found.expected) == (tuple(ALL), None)
    first = found.pieces[0]
    assert (first.page, first.part, first.written, first.side) == (0, "cards", "one", "both")
    assert first.centre == Point(15, 40)
    assert first.outline == ((5, 25), (25, 25), (25, 55), (5, 55))
    assert (first.sizes, first.slip, first.flaws) == ((20, 20), (0, 0), ())


def test_kinds_that_are_named_are_expected():
    named = [kind._replace(is_named=kind.name != "two") for kind in kinds(one=2, two=1, three=1)]
    paper = Paper()
    paper.card("one", 20, 40)
    assert read(paper, named).expected == ("one", "one", "three")


@pytest.mark.parametrize(("by", "slip"), [((0.5, 0), (0.5, 0)), ((0, -0.33), (0, -0.33))])
def test_pieces_that_lie_off(by, slip):
    paper = Paper()
    paper.card("one", 20, 40, by=by)
    (one,) = read(paper).pieces
    assert one.slip == pytest.approx(slip, abs=0.08)
    assert one.flaws == ()


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ((36, 34), "at the top on the left"),
        ((44, 40), "on the right"),
        ((40, 46), "at the bottom"),
        ((44, 46), "at the bottom on the right"),
        ((40, 40), "in the middle"),
    ],
)
def test_what_a_damaged_piece_shows_where(place, where):
    paper = Paper()
    paper.card("three", 40, 40)
    x, y = (v * FINE for v in place)
    paper.pixels[y - 20 : y + 20, x - 20 : x + 20] = (250, 250, 120)
    (one,) = read(paper).pieces
    assert one.flaws == (Flaw("foreign", f"it shows #fafa78 instead of #2244cc {where}"),)
    paper.pixels[y - 20 : y, x - 20 : x] = (250, 20, 120)
    paper.pixels[y : y + 20, x - 20 : x] = (20, 20, 20)
    (one,) = read(paper).pieces
    words = f"a part of its picture is missing, misplaced or covered {where}"
    assert one.flaws == (Flaw("unclear", words),)


def test_blank_outlines_are_passed_over():
    paper = Paper()
    paper.card("one", 20, 40)
    for x in (50, 80):
        paper.lay(np.full((180, 120, 3), 255, np.uint8), x, 40)
        if x == 50:
            assert read(paper).notes == ("1 blank outline was passed over",)
    found = read(paper)
    assert found.notes == ("2 blank outlines were passed over",)
    assert (len(found.pieces), found.troubles) == (1, ())


YELLOW = np.full((180, 120, 3), (250, 250, 60), np.uint8)


def test_what_is_of_a_pieces_size_and_shows_none_is_strange_or_one_that_is_lacking():
    paper = Paper(130)
    for k, kind in enumerate(CARDS):
        paper.card(kind, 15 + 30 * k, 40)
    strange = paper.lay(YELLOW, 110, 40)
    (trouble,) = read(paper).troubles
    assert trouble.words == "what is of the size of cards shows none of them but #fafa3c"
    assert (trouble.kind, trouble.page, trouble.at) == ("foreign", 0, Point(110, 40))
    found = read(paper, kinds(one=1, two=1, three=1) + kinds(four=0))
    assert len(found.troubles) == 1
    del paper.candidates[1]
    found = read(paper)
    assert found.troubles == ()
    assert [one.kind for one in found.pieces] == ["one", "three", "two"]
    assert found.pieces[2].centre == strange.outlines[0].centre
    assert [flaw.kind for flaw in found.pieces[2].flaws] == ["foreign"]


def test_a_damaged_piece_is_one_that_is_lacking_rather_than_one_too_many():
    paper = Paper(130)
    paper.card("three", 15, 40)
    paper.card("three", 45, 40)
    paper.card("one", 75, 40)
    x, y = 45 * FINE, 40 * FINE
    paper.pixels[y - 60 : y + 60, x - 40 : x + 10] = (60, 90, 190)
    assert [one.kind for one in read(paper).pieces] == ["three", "two", "one"]
    # Where as many are wanted it is what it resembles.
    enough = kinds(one=1, two=1, three=2)
    assert [one.kind for one in read(paper, enough).pieces] == ["three", "three", "one"]


def test_of_a_kit_printed_twice_there_are_two_of_each():
    paper = Paper(150, 130)
    for row in range(2):
        for k, kind in enumerate(CARDS):
            paper.card(kind, 15 + 30 * k, 30 + 50 * row)
    x, y = 75 * FINE, 80 * FINE
    paper.pixels[y - 20 : y + 20, x - 20 : x + 20] = (250, 250, 120)
    assert [one.kind for one in read(paper).pieces] == [*CARDS] * 2


def test_ornaments_and_panels_are_no_pieces():
    paper = Paper(150, 130)
    for k, kind in enumerate(CARDS):
        paper.card(kind, 15 + 30 * k, 30)
    small = picture(CARDS["one"], 60, 90)
    paper.lay(small, 15, 30)
    paper.lay(small, 120, 30)
    found = read(paper)
    assert [one.kind for one in found.pieces] == [*CARDS]
    assert found.troubles == ()


def sided(*titles: str, alike: bool) -> Models:
    """Return cards with fronts and backs; the backs look alike, or each as its own."""
    fronts = models(two_sided=True)
    names = [*CARDS]
    faces, items, frames = [], [], []
    for k, name in enumerate(names):
        for back in (False, True):
            faces.append(face(name, two_sided=True, back=back, title=titles[k]))
            items.append((("back",) if alike else (f"back {name}",)) if back else (name,))
            frames.append(fronts._frames[(k + 1) % 3 if back else k])
    return Models(faces, items, frames, fronts._image)


def test_sides_of_pieces():
    seeker = Seeker(sided("the red one", "the red two", "the red three", alike=False))
    paper = Paper()
    paper.card("one", 20, 40)
    shown = seeker.on([paper.page]).matches(paper.candidates)[0]
    difference = Difference(0, 0, 0, 0, "", "", False, (0, 0))
    sides = {
        pieces._piece(shown._replace(model=k), difference, seeker.models)[8:] for k in range(6)
    }
    assert sides == {
        ("both", "cards", name, side, "") for name in CARDS for side in ("front", "back")
    }
    alike = sided("the red one", "the red two", "the red three", alike=True)
    back = pieces._piece(shown._replace(model=1), difference, alike)
    assert (back.side, back.kind, back.written, back.told, back.face) == ("back", "", "", "", "")
    front = pieces._piece(shown._replace(model=2), difference, alike)
    assert (front.side, front.kind, front.written, front.told) == ("front", "two", "two", "")
    assert alike.backs_alike(1) == ("the red one", "the red two", "the red three")
    assert alike.count("cards") == 3


def test_backs_that_some_kinds_share_tell_what_these_have_in_common():
    alike = sided("the red one", "the red two", "the green three", alike=True)
    alike._items = (*alike._items[:5], ("another",))
    match = Match(Paper().card("one", 20, 40), IN_PLACE, 1, SEEKER.models.faces[1], 0.0, 0.0)
    difference = Difference(0, 0, 0, 0, "", "", False, (0, 0))
    back = pieces._piece(match, difference, alike)
    assert (back.side, back.told) == ("back", "the red")
    front = pieces._piece(match._replace(model=0), difference, alike)
    assert (front.side, front.told, front.kind) == ("front", "the red", "one")
    alone = pieces._piece(match._replace(model=5), difference, alike)
    assert (alone.side, alone.face, alone.kind) == ("both", "back", "three")


@pytest.mark.parametrize(
    ("off", "sizes", "slip"),
    [
        ((0.05, 0.02, 0.0), (20, 20), (0, 0)),
        ((0.05, 0.05, 0.0), (20, 20), (0.05, 0.05)),
        ((0.0, 0.0, 0.15), (20, 20), (0, 0)),
        ((0.0, 0.0, 0.17), (20, 20, 20.17), (0, 0)),
        ((0.0, 0.0, -0.5), (20, 20, 19.5), (0, 0)),
    ],
)
def test_how_far_off_a_piece_is_told_to_be(off, sizes, slip):
    match = Match(Paper().card("one", 20, 40), IN_PLACE, 0, SEEKER.models.faces[0], 0.0, 0.0)
    difference = Difference(*off, 0, "", "", False, (0, 0))
    one = pieces._piece(match, difference, SEEKER.models)
    assert one.sizes == pytest.approx(sizes)
    assert one.slip == pytest.approx(slip)
    damaged = pieces._piece(match, difference._replace(points=9, even=True), SEEKER.models)
    folded = pieces._piece(match, difference, models(folded=True))
    for other in (damaged, folded):
        assert other.sizes == pytest.approx((20, 20))
        assert other.slip == (0, 0)


def test_plain_colours_are_pieces_too():
    paper = Paper()
    paper.lay(np.full((180, 120, 3), BLUE, np.uint8), 20, 40)
    assert [one.kind for one in read(paper).pieces] == ["three"]


# ------------------------------------------------------------------------- panels and ornaments


def match(x: float, y: float, width: float, off: float, on: int = 0) -> Match:
    """Return a match of the first card about a place."""
    own = outline(x, y, width, 1.5 * width)
    return Match(Candidate(on, (own,)), own, 0, SEEKER.models.faces[0], 0.0, off)


def test_what_is_no_piece_by_size_and_looks_like_none_tells_no_bleed(monkeypatch):
    """Of cards of 20 mm: one that looks poor, one too large that looks alike, one both."""
    cards = [match(20 + 25 * k, 20, 20, 0.1) for k in range(4)]
    poor, large, neither = match(20, 70, 20, 0.5), match(60, 80, 30, 0.1), match(120, 80, 30, 0.5)
    told = []

    def cut(_, matches):
        told.extend(matches)
        return matches

    monkeypatch.setattr(pieces.bleeds, "cut", cut)
    seeker = SimpleNamespace(matches=lambda _: [*cards, poor, large, neither])
    found = pieces._matches(seeker, [])
    assert told == [*cards, poor, large]
    assert sorted(id(one) for one in found) == sorted(id(one) for one in (*cards, poor))


def test_how_long_a_piece_is_whichever_way_it_lies():
    upright = match(20, 20, 10, 0.1)
    lying = upright._replace(outline=outline(20, 20, 15, 10))
    assert pieces._length(upright) == pieces._length(lying) == 15


@pytest.mark.parametrize(
    ("matches", "kept"),
    [
        ([(50, 50, 40, 0.1), (50, 50, 20, 0.1)], [40]),
        ([(50, 50, 40, 0.1), (80, 50, 20, 0.1)], [40, 20]),
        # One nearly as large that fits far better is the piece, what holds it lies below it.
        ([(50, 50, 24, 0.3), (50, 50, 20, 0.1)], [20]),
        ([(50, 50, 24, 0.3), (50, 50, 20, 0.16)], [24]),
        ([(50, 50, 40, 0.3), (50, 50, 20, 0.1)], [40]),
        # What holds two that fit, and fits poorly itself, is a panel.
        ([(50, 50, 60, 0.5), (40, 50, 20, 0.1), (60, 50, 20, 0.1)], [20, 20]),
        ([(50, 50, 60, 0.5), (40, 50, 20, 0.1)], [60]),
        ([(50, 50, 60, 0.5), (40, 50, 20, 0.1), (60, 50, 20, 0.3)], [60]),
        ([(50, 50, 60, 0.3), (40, 50, 20, 0.1), (60, 50, 20, 0.1)], [60]),
        ([(50, 50, 60, 0.5), (40, 50, 20, 0.1, 1), (60, 50, 20, 0.1, 1)], [60, 20, 20]),
        ([(50, 50, 60, 0.5), (40, 50, 20, 0.1), (95, 50, 20, 0.1)], [60, 20]),
        # Page by page, the largest first.
        ([(50, 50, 20, 0.1, 1), (50, 50, 21, 0.1), (90, 50, 22, 0.1, 1)], [21, 22, 20]),
    ],
)
def test_of_pieces_within_others(matches, kept):
    found = pieces._outermost([match(*one) for one in matches])
    assert [one.outline.width for one in found] == kept


def test_what_is_far_from_the_size_of_most_is_no_piece():
    widths = (20, 20, 25, 26, 27, 14, 15, 13)
    found = pieces._of_one_size([match(20, 20, width, 0.1) for width in widths])
    assert [one.outline.width for one in found] == [20, 20, 25, 26, 14, 15]
    assert pieces._of_one_size([]) == []
    # Widths that differ by a hair are one.
    hair = [match(20, 20, width, 0.1) for width in (19.98, 20.01, 20.02, 40, 40)]
    assert [one.outline.width for one in pieces._of_one_size(hair)] == [19.98, 20.01, 20.02]
    even = [match(20, 20, width, 0.1) for width in (20, 20, 40, 40)]
    assert [one.outline.width for one in pieces._of_one_size(even)] == [40, 40]


# ------------------------------------------------------------------------- cut lines of some


def squares(*laid: tuple[str, list[Outline]]) -> list[float]:
    """Return how wide squares are once cut, each by what it shows 24 mm wide and its outlines."""
    paper = Paper(150, 130)
    for k, (kind, own) in enumerate(laid):
        ground = round((own[0].width - 24) / 2 * FINE)
        seen = picture(CARDS[kind], 24 * FINE, 24 * FINE, ground)
        paper.lay(seen, 22 + 40 * (k % 3), 25 + 40 * (k // 3), *own)
    return cut_widths(paper, Seeker(models(cut=SQUARE)))


def drawn(width: float, *within: float, cut: bool = False) -> list[Outline]:
    """Return squares about a place, those within cut lines or not."""
    return [outline(0, 0, width, width), *(outline(0, 0, w, w, cut=cut) for w in within)]


GUESSED = with_guesses(outline(0, 0, 28, 28))


def test_a_plain_piece_that_fits_its_ground_is_cut_as_the_others():
    cut_lines = [("one", drawn(28, 24, cut=True)), ("two", drawn(28, 24, cut=True))]
    widths = squares(*cut_lines, ("one", GUESSED), ("two", GUESSED), ("three", GUESSED))
    assert widths == pytest.approx([24] * 5, abs=0.03)


def test_what_is_drawn_otherwise_stays_as_it_is_drawn():
    cut_lines = [("one", drawn(28, 24, cut=True)), ("two", drawn(28, 24, cut=True))]
    other = ("one", drawn(30, 24))
    widths = squares(*cut_lines, ("one", drawn(28, 24.2, cut=True)), ("two", GUESSED), other)
    assert widths == pytest.approx([24, 24, 24.2, 24, 24], abs=0.03)


def test_the_middle_one_of_bleeds_that_forms_tell_is_taken():
    paper = Paper(150, 130)
    for k, bleed in enumerate((1.0, 1.0, 2.0, 2.0, 2.0)):
        bleeding(paper, ("one", "two")[k % 2], 20 + 40 * (k % 3), 25 + 50 * (k // 3), bleed)
    assert cut_widths(paper)[2:] == pytest.approx([20.0] * 3, abs=0.011)


def test_pieces_without_a_bleed_stay_as_they_are():
    paper = Paper(150, 130)
    for k, kind in enumerate(("one", "two", "three")):
        paper.card(kind, 20 + 40 * k, 25, *with_guesses(IN_PLACE))
    assert cut_widths(paper) == [20.0] * 3
    # One whose edge is damaged fits better within; where most do not bleed it does not either.
    rim = paper.pixels[10 * FINE : 12 * FINE, 10 * FINE : 30 * FINE]
    rim[:] = 255
    assert cut_widths(paper) == [20.0] * 3


# ------------------------------------------------------------------------- hexagons, discs, sides

TURNS = tuple(60.0 * k for k in range(6))
PAINTS = np.array(
    [(204, 34, 34), (34, 187, 51), (34, 68, 204), (240, 220, 160), (90, 90, 90), BLUE]
)


def sectors(wide: int, high: int, turn: float) -> np.ndarray:
    """Return six sectors of colours about a middle, turned clockwise."""
    y, x = np.mgrid[0:high, 0:wide]
    angle = np.degrees(np.arctan2(y - high / 2 + 0.5, x - wide / 2 + 0.5)) - turn
    return PAINTS[(angle // 60 % 6).astype(int)].astype(np.uint8)


@pytest.mark.parametrize(
    ("cut", "turns"),
    [
        (Cutout("hexagon", 24.0, 24.0 * 2 / 3**0.5), TURNS),
        (Cutout("disc", 24.0, 24.0), (0.0, 90.0, 180.0, 270.0)),
        (Cutout("rectangle", 24.0, 24.0), (0.0, 90.0, 180.0, 270.0)),
        (Cutout("rectangle", 24.0, 25.0), (0.0, 180.0)),
    ],
)
def test_in_which_turns_a_shape_covers_itself(cut, turns):
    wide, high = round(cut.width * FINE), round(cut.height * FINE)
    seeker = Seeker(
        Models(
            [face("one", cut=cut)],
            [("one",)],
            [raster.Frame(wide / 2, high / 2, wide, high)],
            sectors(wide, high, 0),
        )
    )
    for turn in turns:
        paper = Paper()
        own = Outline(cut.kind, Point(0, 0), wide / FINE, high / FINE)
        paper.lay(sectors(wide, high, turn), 40, 40, own)
        (found,) = seeker.on([paper.page]).matches(paper.candidates)
        assert found.turn == turn
        assert found.off < 0.1
    paper = Paper()
    paper.lay(sectors(wide, high, 45), 40, 40, own)
    (found,) = seeker.on([paper.page]).matches(paper.candidates)
    assert found.turn in turns


def two_sided() -> Models:
    """Return cards whose backs are all grey with a bar."""
    fronts = models()
    back = picture(((120, 130, 140), (150, 130, 90)) * 2, 120, 180)
    faces = [face(name, two_sided=True, back=back) for back in (False, True) for name in CARDS]
    frames = [*fronts._frames, *[raster.Frame(360 + 60, 90, 120, 180)] * 3]
    items = [*[(name,) for name in CARDS], *[("back",)] * 3]
    return Models(faces, items, frames, np.concatenate([fronts._image, back], axis=1))


def test_a_kit_of_fronts_and_backs_has_two_sides_of_each():
    seeker = Seeker(two_sided())
    paper = Paper(150, 130)
    for k, kind in enumerate(CARDS):
        paper.card(kind, 20 + 40 * k, 25)
        back = picture(((120, 130, 140), (150, 130, 90)) * 2, 120, 180)
        paper.lay(back, 20 + 40 * k, 85)
    found = read(paper, seeker=seeker).pieces
    assert [(one.side, one.kind) for one in found] == [
        pair for name in CARDS for pair in (("front", name), ("back", ""))
    ]
    # Damaged, one of the fronts is still the one that is lacking, not a second of another.
    paper.card("one", 60, 25)
    paper.pixels[22 * FINE : 30 * FINE, 52 * FINE : 60 * FINE] = (250, 20, 250)
    del paper.candidates[-1]
    found = read(paper, seeker=seeker).pieces
    assert sorted(one.kind for one in found if one.side == "front") == ["one", "three", "two"]


def test_undamaged_pieces_tell_how_wide_all_are():
    paper = Paper(150, 130)
    wider = picture(CARDS["one"], 121, 182)
    for k, kind in enumerate(("one", "two", "two")):
        paper.card(kind, 20 + 40 * k, 25)
    paper.lay(wider, 20, 85, outline(0, 0, 20.2, 30.3))
    paper.lay(YELLOW, 60, 85, outline(0, 0, 21.2, 31.8), IN_PLACE)
    has = kinds(one=2, two=2, three=1)
    lacking = read(paper, has).pieces[-1]
    assert (lacking.kind, lacking.size) == ("three", 20.0)


# ------------------------------------------------------------------------- how many there are


def counted(has, *shown: tuple[int, float, int]) -> PieceCounts:
    """Return the counts of pieces of two-sided cards: which picture, how wide, how much is off."""
    known = SimpleNamespace(models=two_sided())
    compared = [
        (
            match(20, 20, width, 0.1)._replace(model=model, face=known.models.faces[model]),
            Difference(0, 0, 0, points, "", "", False, (0, 0)),
        )
        for model, width, points in shown
    ]
    return PieceCounts(known, compared, has)


@pytest.mark.parametrize(
    ("shown", "widths"),
    [
        ([(0, 20.0, 0)], {("cards", False): 20.0}),
        ([(0, 20.4, 0), (1, 20.44, 0), (2, 21, 0)], {("cards", False): 20.4}),
        ([(0, 20.0, 9), (1, 22.0, 0)], {("cards", False): 22.0}),
        ([(0, 20.0, 9)], {}),
        ([(0, 20.0, 0), (3, 21.0, 0)], {("cards", False): 20.0, ("cards", True): 21.0}),
    ],
)
def test_how_wide_undamaged_pieces_mostly_are(shown, widths):
    assert counted(ALL, *shown)._widths == widths


@pytest.mark.parametrize(
    ("shown", "amounts"),
    [
        ([0, 1, 2], (1, 1, 1, 3)),
        ([0, 1, 2, 3, 3, 3], (1, 1, 1, 3)),
        ([0, 1, 2] * 2, (2, 2, 2, 6)),
        ([0, 1, 2, 3, 3, 3] * 2, (2, 2, 2, 6)),
        ([0], (1, 1, 1, 3)),
        ([0, 1, 2, 0], (1, 1, 1, 3)),
        ([0, 1, 2] * 3, (3, 3, 3, 9)),
        ([3] * 6, (2, 2, 2, 6)),
    ],
)
def test_how_many_there_should_be_in_as_many_copies_as_there_seem_to_be(shown, amounts):
    counts = counted(ALL, *((model, 20.0, 0) for model in shown))
    found = counts._amounts
    fronts = tuple(found["cards", False, (name,)] for name in CARDS)
    assert (*fronts, found["cards", True, tuple(f"the {name}" for name in CARDS)]) == amounts
    uneven = counted(kinds(one=3, two=1, three=2), *((model, 20.0, 0) for model in shown))
    assert uneven._amounts["cards", False, ("one",)] in (3, 6)


def test_a_damaged_piece_is_not_counted_as_what_it_is_no_more():
    faces = two_sided()
    asked = []

    def nearest(of, models_of):
        asked.append(sorted(models_of))
        if not models_of:
            return None
        return of._replace(model=models_of[0], face=faces.faces[models_of[0]], off=0.5)

    def compare(found):
        return [(one, compared[0][1]) for one in found]

    compared = [
        (
            match(20, 20, 20, 0.1)._replace(model=model, face=faces.faces[model]),
            Difference(0, 0, 0, points, *REST),
        )
        for model, points in ((0, 0), (0, 9), (0, 9), (2, 0))
    ]
    seeker = SimpleNamespace(models=faces, nearest=nearest, compared=compare)
    counts = PieceCounts(seeker, compared, ALL)
    settled = [*counts.settled()]
    # The first of the two damaged ones is the one that is lacking; for the second there is none.
    assert [one.model for one, _ in settled] == [0, 1, 0, 2]
    assert asked == [[1], []]
    assert settled[2][1].points == 9


@pytest.mark.parametrize(
    ("width", "height", "alike"),
    [
        (20, 30, True),
        (30, 20, True),
        (20.04, 30.04, True),
        (20.2, 30, False),
        (20, 30.2, False),
        (20, 30.4, False),
    ],
)
def test_what_is_of_a_pieces_form(width, height, alike):
    form = pieces._form(outline(0, 0, 20, 30))
    assert (pieces._form(outline(9, 9, width, height)) == form) is alike
    assert pieces._form(Outline("disc", Point(0, 0), width, height)) != form


def test_widths_that_differ_by_thousandths_are_one():
    paper = Paper(150, 130)
    for k, width in enumerate((20.001, 19.999, 20.002)):
        seen = picture(CARDS["one"], 120, 180, 6)
        paper.lay(seen, 20 + 40 * k, 25, outline(0, 0, 22, 33), outline(0, 0, width, 1.5 * width))
    for k in range(3):
        seen = picture(CARDS["three"], 132, 198)
        paper.lay(seen, 20 + 40 * k, 85, outline(0, 0, 22, 33), IN_PLACE)
    assert cut_widths(paper) == pytest.approx([20.0] * 6, abs=0.003)
