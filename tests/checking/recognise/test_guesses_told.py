"""Of which candidates guessed outlines are tried: where drawn ones leave a chance, and of many alike for some first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.pictures import Match, Seeker
from tests.checking.recognise.test_pictures import SEEKER, face, outline

#: How much a candidate's picture differs in the outline that is drawn, None for too much, and in the one that is guessed.
Offs = tuple[float | None, float]


def tried(
    monkeypatch: pytest.MonkeyPatch,
    offs: Sequence[Offs],
    drawn: Sequence[Mapping[str, object]] = (),
    within: Sequence[float] = (),
) -> list[int]:
    """Return of which candidates guesses are tried, by what is drawn of each otherwise and the widths guessed."""
    known: dict[tuple[int, bool], float | None] = {}
    candidates = []
    for k, of_one in enumerate(offs):
        own = outline(50, 50, 20, 30)._replace(**drawn[k] if drawn else {})
        guess = outline(50, 50, within[k] if within else 18, 28, is_guess=True)
        candidates.append(Candidate(0, (own, guess)))
        known[k, False], known[k, True] = of_one
    found: list[int] = []

    def shown(
        _: Seeker, __: int, of: Sequence[Candidate], asked: Sequence[tuple[int, Outline]]
    ) -> Iterator[tuple[int, Match]]:
        for k, one in asked:
            found.extend([k] * one.is_guess)
            off = known[k, one.is_guess]
            if off is not None:
                yield k, Match(of[k], one, 0, face("one"), 0.0, off)

    monkeypatch.setattr(Seeker, "_tried", shown)
    best = SEEKER.matches(candidates)
    assert [one.candidate for one in best] == candidates
    assert len(set(found)) == len(found)
    return sorted(found)


@pytest.mark.parametrize(
    ("drawn", "has_chance"),
    [(0.0, False), (0.0074, False), (0.0076, True), (0.1, True), (0.8, True), (None, True)],
)
def test_what_is_drawn_leaves_guesses_no_chance_where_none_can_fit_better(
    monkeypatch, drawn, has_chance
):
    """A drawn outline may fit less by 0.0075, and nothing fits better than not at all off."""
    assert tried(monkeypatch, [(drawn, 0.0)]) == [0] * has_chance


@pytest.mark.parametrize(
    ("alike", "first"),
    [
        (7, [*range(7)]),
        (8, [0, 2, 4, 6]),
        (15, [*range(0, 15, 2)]),
        (16, [0, 3, 6, 9, 12, 15]),
        (100, [*range(0, 100, 13)]),
    ],
)
def test_of_many_candidates_alike_guesses_are_tried_for_some_from_all_over(
    monkeypatch, alike, first
):
    offs = [(0.1, 0.5)] * alike
    assert tried(monkeypatch, offs) == first
    # However wide what is guessed.
    within = [15 + k / 10 for k in range(alike)]
    assert tried(monkeypatch, offs, within=within) == first


@pytest.mark.parametrize(
    ("other", "is_alike"),
    [
        ({"width": 20.04}, True),
        ({"width": 20.1}, False),
        ({"height": 30.04}, True),
        ({"height": 30.1}, False),
        ({"kind": "disc"}, False),
    ],
)
def test_candidates_are_alike_in_shape_and_sides_to_a_tenth_of_a_millimetre(
    monkeypatch, other, is_alike
):
    """Of eight alike four are tried; of two kinds of four each, all."""
    own = [other if k % 2 else {} for k in range(8)]
    found = tried(monkeypatch, [(0.1, 0.5)] * 8, drawn=own)
    assert found == ([0, 2, 4, 6] if is_alike else [*range(8)])


@pytest.mark.parametrize(
    ("number", "offs", "others"),
    [
        # Only what is worse than the worst of those looked at, if by a hair, is looked at as well.
        (1, (0.1, 0.5), []),
        (1, (0.15, 0.5), []),
        (1, (0.2, 0.5), []),
        (1, (0.201, 0.5), [1]),
        (1, (None, 0.5), [1]),
        # Where a guess fits one of those better, or nothing drawn does, all are.
        (2, (0.1, 0.05), [1, 3, 5, 7]),
        (2, (None, 0.5), [1, 3, 5, 7]),
    ],
)
def test_guesses_are_tried_of_the_others_that_show_their_pictures_worse(
    monkeypatch, number, offs, others
):
    own: list[Offs] = [(0.1, 0.5)] * 8
    own[4] = (0.2, 0.5)
    own[number] = offs
    assert tried(monkeypatch, own) == sorted([0, 2, 4, 6, *others])


def test_pages_are_looked_at_by_themselves(monkeypatch):
    pages = []

    def shown(_: Seeker, page: int, *__: object) -> Iterator[tuple[int, Match]]:
        pages.append(page)
        yield from ()

    monkeypatch.setattr(Seeker, "_tried", shown)
    assert SEEKER.matches([Candidate(k, (outline(50, 50, 20, 30),)) for k in (1, 0, 1)]) == []
    assert list(dict.fromkeys(pages)) == [1, 0]
