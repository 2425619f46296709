"""Where pieces are cut: their outlines less the bleed, as all of a component tell together.  Knows no game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import compress

from generator.checking.grouping import grouped, usual
from generator.checking.recognise import looks, outlines
from generator.checking.recognise.outlines import Outline
from generator.checking.recognise.pictures import Match, Seeker

#: Outlines that differ by less than this, in millimetres, have one width; fewer than so many of
#: another width are damaged.
_ONE_WIDTH, _SEVERAL = 0.05, 3
#: Pictures that differ by so little more fit alike.
_ALIKE = 0.02
#: What a picture differs by is told to this.
_ROUNDED = 0.001
#: Pages are drawn smaller or larger by no more than this share.
_SMALLER = 0.1
#: Rectangles whose sides differ by more than this, as a logarithm, tell their bleed by their form.
_OBLONG = 0.2


def cut(seeker: Seeker, matches: Sequence[Match]) -> list[Match]:
    """Return matches less the bleed, of components whose cut line is not drawn."""
    result: list[Match] = []
    parts = grouped(matches, lambda match: match.face.part)
    for own in parts.values():
        result += _without_bleed(seeker, own)
    return result


def _without_bleed(seeker: Seeker, own: Sequence[Match]) -> Sequence[Match]:
    """Return a component's matches, where outlines are guesses with the bleed that most have."""
    guesses = [match for match in own if match.outline.is_guess]
    drawn = [round(m.outline.width, 2) for m in own if m.outline.cut]
    if not guesses:
        return _in_one_width(seeker, own)
    as_drawn = _in(
        seeker,
        own,
        [
            [o for o in m.candidate.outlines if not o.is_guess] if m.outline.is_guess else []
            for m in own
        ],
    )
    if 4 * len(drawn) < len(own):
        within = _shrunk(seeker, own, _best_bleed(seeker, guesses))
        # Sums of many products are no nearer than that: how they are rounded hangs on the machine.
        noise = _ROUNDED * len(own)
        return as_drawn if _off(as_drawn) + noise < _off(within) else within
    # As wide as those whose cut line is drawn, unless that is not what was guessed.
    widths = _widths(own, usual(drawn))
    near = sum(_is_near(m.outline.width, widths[m.candidate.page]) for m in guesses)
    bleed = usual(round((_ground(m) - widths[m.candidate.page]) / 2, 2) for m in guesses)
    if bleed < 0 or 2 * near < len(guesses):
        return as_drawn
    result = list(own)
    for page, numbers in grouped(range(len(own)), lambda k: own[k].candidate.page).items():
        wide = _as_wide(seeker, [own[k] for k in numbers], widths[page], bleed)
        for k, match in zip(numbers, wide, strict=True):
            result[k] = match
    return result


def _as_wide(seeker: Seeker, own: Sequence[Match], width: float, bleed: float) -> Sequence[Match]:
    """Return a component's matches on a page, as wide as those whose cut line is drawn, with the bleed of guesses."""
    guesses = [match for match in own if match.outline.is_guess]
    bleed = usual((round((_ground(m) - width) / 2, 2) for m in guesses), bleed)
    # A plain piece fits its ground as well.
    grounds = [
        m.outline.is_guess
        or (not m.outline.cut and abs(m.outline.width - width - 2 * bleed) < _ONE_WIDTH)
        for m in own
    ]
    shrunk = iter(_shrunk(seeker, [*compress(own, grounds)], bleed))
    return [next(shrunk) if is_ground else m for m, is_ground in zip(own, grounds, strict=True)]


def _ground(match: Match) -> float:
    """Return how wide the largest outline of a match is, with its bleed."""
    return round(match.candidate.outlines[0].width, 2)


def _widths(own: Sequence[Match], width: float) -> dict[int, float]:
    """Return how wide a component's pieces are on each page, a width where lines are drawn.

    On a page that is drawn smaller than the others they are as much smaller as its grounds are.
    """
    lined = usual(_ground(m) for m in own if m.outline.cut)
    pages = grouped(own, lambda match: match.candidate.page)
    shares = {page: usual(map(_ground, here)) / lined for page, here in pages.items()}
    return {
        page: width
        if lined - width < 2 * _ONE_WIDTH or abs(1 - share) > _SMALLER
        else width * share
        for page, share in shares.items()
    }


def _in_one_width(seeker: Seeker, own: Sequence[Match]) -> Sequence[Match]:
    """Return matches in the width in which all together fit best, of those that every candidate has.

    A plain piece fits the bleed below it as well as itself; others of its component tell.
    """
    counts = Counter(round(match.outline.width, 2) for match in own)
    widths = [width for width, many in counts.most_common(3) if many >= _SEVERAL]
    ways: list[list[Match]] = []
    for width in widths if len(counts) > 1 else ():
        drawn = [
            [
                o
                for o in m.candidate.outlines
                if not o.is_guess and abs(o.width - width) < _ONE_WIDTH
            ]
            for m in own
        ]
        if all(drawn):
            ways.append(_in(seeker, own, drawn))
    if len(widths) == 1:  # a few of another width are of their own, where they fit better so
        ways = [
            way
            for way in ways
            if all(m.off < n.off + _ALIKE for m, n in zip(way, own, strict=True))
        ]
    return min(ways, key=_off, default=own)


def _off(matches: Sequence[Match]) -> float:
    """Return how much matches differ in all."""
    return sum(match.off for match in matches)


def _is_near(one: float, other: float) -> bool:
    """Tell whether a guessed width is meant to be another."""
    return abs(one - other) <= looks.BLEED_STEP


def _best_bleed(seeker: Seeker, guesses: Sequence[Match]) -> float:
    """Return the bleed within which pictures fit best, to a fiftieth of a millimetre."""
    sample = guesses[:: 1 + len(guesses) // 8]

    def fit(bleed: float) -> float:
        return _off(_shrunk(seeker, sample, bleed))

    told = [b for match in sample if (b := _bleed_by_form(match)) is not None]
    if told:
        return round(sorted(told)[len(told) // 2], 2)
    best = usual(round((_ground(match) - match.outline.width) / 2, 1) for match in guesses)
    for step in (0.1, 0.02):
        best = min((best + k * step for k in range(-5, 6)), key=fit)
    return round(best, 2)


def _bleed_by_form(match: Match) -> float | None:
    """Return the bleed within which a rectangle has its picture's form; None where any has."""
    cut, ground = match.face.cut, match.candidate.outlines[0]
    share = cut.width / cut.height
    if cut.kind != "rectangle" or abs(math.log(share)) < _OBLONG:
        return None
    width, height = ground.width, ground.height
    if (width > height) != (share > 1):
        width, height = height, width
    bleed = (share * height - width) / (2 * (share - 1))
    return bleed if 0 <= bleed <= looks.MOST_BLEED else None


def _shrunk(seeker: Seeker, matches: Sequence[Match], bleed: float) -> list[Match]:
    """Return what candidates show within outlines smaller by a bleed."""
    within = [match.candidate.outlines[0].grown(-bleed) for match in matches]
    least = outlines.SMALLEST
    return _in(
        seeker,
        matches,
        [[one] if min(one.width, one.height) >= least else [] for one in within],
    )


def _in(
    seeker: Seeker, matches: Sequence[Match], shapes: Sequence[Sequence[Outline]]
) -> list[Match]:
    """Return what candidates show in some outlines, of each its own; the match as it was where nothing."""
    tried = [
        match.candidate._replace(outlines=tuple(own))
        for match, own in zip(matches, shapes, strict=True)
    ]
    found = {id(one.candidate): one for one in seeker.matches(tried)}
    return [
        found.get(id(one), match)._replace(candidate=match.candidate)
        for match, one in zip(matches, tried, strict=True)
    ]
