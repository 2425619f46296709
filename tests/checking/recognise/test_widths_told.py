"""In which width pieces are cut, by tables: what all together tell, within which bleed, and on which page."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.drawing.parts import Cutout
from generator.checking.recognise import bleeds
from generator.checking.recognise.outlines import Candidate
from tests.checking.recognise.test_pictures import outline
from tests.checking.recognise.test_pieces_at_bounds import Fitting
from tests.checking.recognise.test_pieces_read import match


def piece(
    own: float, *drawn: float, off: float = 0.0, on: int = 0, ground: float = 0.0, **of: bool
):
    """Return a square in its outline, of those drawn about it; what else is told of its outline."""
    found = match(20, 20, own, off)
    about = sorted({ground or own, own, *drawn}, reverse=True)
    return found._replace(
        face=found.face._replace(cut=Cutout("rectangle", 9, 9)),
        candidate=Candidate(on, tuple(outline(20, 20, width, width) for width in about)),
        outline=outline(20, 20, own, own)._replace(**of),
    )


def rounded(found) -> list[float]:
    """Return how wide pieces are, to thousandths."""
    return [round(one.outline.width, 3) for one in found]


ALL = (20, 22, 24, 26)


@pytest.mark.parametrize(
    ("own", "best", "widths"),
    [
        # Where three or more have a width, it may be all pieces'.
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 3, 22, [22] * 6),
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 3, 20, [20] * 6),
        # However poorly all together fit in it, where there are two such widths.
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 3, 26, [22] * 6),
        # Two of another width are all pieces' only where they fit so as well.
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 2, 21, [20] * 5),
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 2, 23, [20] * 3 + [22] * 2),
        ([piece(20, 22)] * 3 + [piece(22, 20), piece(22, 20, off=0.05)], 23, [20] * 3 + [22] * 2),
        ([piece(20, 22)] * 2 + [piece(22, 20)] * 2, 20, [20] * 2 + [22] * 2),
        # The three widths that most have are tried.
        (
            [p for w, n in zip(ALL, (6, 5, 4, 3), strict=True) for p in [piece(w, *ALL)] * n],
            24,
            [24] * 18,
        ),
        (
            [p for w, n in zip(ALL, (6, 5, 4, 3), strict=True) for p in [piece(w, *ALL)] * n],
            26,
            [24] * 18,
        ),
        # A width that one has no outline of is not all pieces'.
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 2 + [piece(22)], 20, [22] * 6),
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 2 + [piece(22, 20.4)], 20, [22] * 6),
        ([piece(20, 22)] * 3 + [piece(22, 20)] * 2 + [piece(22, 20.04)], 20, [20] * 5 + [20.04]),
        # Widths are one to a hundredth of a millimetre.
        ([piece(20.001), piece(19.999), piece(20.002)] + [piece(22, 20)] * 3, 20, [20.001, 19.999, 20.002] + [20] * 3),
        ([piece(20.04, off=0.1), piece(20.04, off=0.1), piece(19.96, off=0.1)] + [piece(22, 20, off=0.1)] * 2, 20, [20.04, 20.04, 19.96, 22, 22]),
    ],
)  # fmt: skip
def test_the_width_in_which_all_together_fit(own, best, widths):
    assert rounded(bleeds._in_one_width(Fitting(best), own)) == widths


def test_an_outline_that_is_a_guess_is_no_width_of_a_piece():
    guess = piece(22)
    within = outline(20, 20, 20, 20, is_guess=True)
    guess = guess._replace(candidate=Candidate(0, (*guess.candidate.outlines, within)))
    own = [piece(20, 22)] * 3 + [piece(22, 20)] * 2 + [guess]
    assert rounded(bleeds._in_one_width(Fitting(20), own)) == [22] * 6


def oblong(bleed: float):
    """Return an oblong piece that tells its bleed by its form."""
    own = outline(0, 0, 20 + 2 * bleed, 30 + 2 * bleed)
    return SimpleNamespace(
        face=SimpleNamespace(cut=Cutout("rectangle", 20, 30)),
        candidate=SimpleNamespace(outlines=(own,)),
    )


@pytest.mark.parametrize(
    ("told", "bleed"),
    [
        ([1, 5, 1, 5, 1, 5, 5], 5),  # the middle one of all
        ([1, 5, 1, 5, 1, 5, 5, 5], 1),  # of eight every second is asked
        ([1, 5, 5, 5, 5, 5, 1, 5, 5, 5, 5, 5, 1, 5, 5, 1], 1),  # of sixteen every third
        ([1.004], 1.0),
        ([1.26], 1.26),
    ],
)
def test_the_middle_bleed_of_some_that_tell_theirs(told, bleed):
    assert bleeds._best_bleed(Fitting(0), [*map(oblong, told)]) == pytest.approx(bleed)


@pytest.mark.parametrize(
    ("within", "best", "bleed"),
    [
        ([22], 22, 1.0),
        ([22], 21.36, 1.32),
        # By half a millimetre either way, and then by a tenth, from what most seem to have.
        ([22], 30, 0.4),
        ([22], 10, 1.6),
        ([22.0, 21.92, 22.04, 18, 18], 22, 1.0),
        ([22.0, 21.9, 18, 18], 10, 3.6),
    ],
)
def test_the_bleed_within_which_squares_fit_best(within, best, bleed):
    guesses = [piece(width, ground=24.0) for width in within]
    assert bleeds._best_bleed(Fitting(best), guesses) == pytest.approx(bleed)


@pytest.mark.parametrize(
    ("width", "height", "bleed", "found"),
    [(6.2, 9, 1.8, 2.6), (6.2, 9, 1.9, 6.2), (9, 6.2, 1.8, 5.4), (9, 6.2, 1.9, 9), (9, 9, 0.5, 8)],
)
def test_nothing_is_cut_smaller_than_a_piece(width, height, bleed, found):
    ground = outline(20, 20, width, height)
    own = piece(width)._replace(candidate=Candidate(0, (ground,)), outline=ground)
    (cut,) = bleeds._shrunk(Fitting(2), [own], bleed)
    assert cut.outline.width == pytest.approx(found)
    assert cut.candidate == own.candidate


@pytest.mark.parametrize(
    ("own", "best", "widths"),
    [
        # Where guesses fit hardly better than what is drawn they are no less taken for it.
        ([piece(20, ground=24, is_guess=True)] * 4, 22.6, [21.2] * 4),
        ([piece(20, ground=24, is_guess=True)] * 4, 22.8, [24] * 4),
        # The bleed is that of most guesses, to a hundredth.
        ([piece(20, ground=24, cut=True)] * 4 + [piece(20, ground=24.1, is_guess=True)] * 2, 20, [20] * 6),
        ([piece(20, ground=21, cut=True)] * 4 + [piece(20, ground=21, is_guess=True)] * 2, 20, [20] * 6),
        # As wide as most cut lines are, to a hundredth.
        (
            [piece(w, ground=24, cut=True) for w in (20.2, 20.2, 20.001, 20.002, 20.003)]
            + [piece(20, ground=24, is_guess=True)],
            20,
            [20.2, 20.2, 20.001, 20.002, 20.003, 20],
        ),
        (
            [piece(20.06, ground=24, cut=True)] * 3 + [piece(20.14, ground=24, cut=True)] * 2
            + [piece(20, ground=24, is_guess=True)],
            20,
            [20.06] * 3 + [20.14] * 2 + [20.06],
        ),
        # They tell it where they are a quarter of all.
        ([piece(20, ground=24, cut=True)] + [piece(20, ground=24, is_guess=True)] * 3, 21, [20] * 4),
        ([piece(20, ground=24, cut=True)] + [piece(20, ground=24, is_guess=True)] * 4, 21, [21] * 5),
        # On a page without guesses what fits its ground is cut by the bleed of the others.
        (
            [piece(20, ground=24.06, cut=True)] * 4 + [piece(20, ground=24.06, is_guess=True)] * 2
            + [piece(24.06, on=1)] * 2 + [piece(24.1, on=1), piece(24.2, on=1)],
            20,
            [20] * 8 + [20.04, 24.2],
        ),
        # Of guesses on a page most tell its own; it is drawn a twentieth larger.
        (
            [piece(20, ground=24, cut=True)] * 4
            + [piece(21, ground=25.2, on=1, is_guess=True), piece(25.2, on=1)],
            20,
            [20] * 4 + [21] * 2,
        ),
    ],
)  # fmt: skip
def test_how_wide_a_components_pieces_are(own, best, widths):
    assert rounded(bleeds._without_bleed(Fitting(best), own)) == widths


@pytest.mark.parametrize(("ground", "width"), [(20.12, 18.887), (20.08, 20.0)])
def test_bleeds_of_a_tenth_are_bleeds(ground, width):
    own = [piece(20, ground=ground, cut=True), piece(19, on=1)]
    found = bleeds._widths(own, 20.0)
    assert {page: round(one, 3) for page, one in found.items()} == {0: 20.0, 1: width}
