"""Which pages of a file are printed on one sheet of paper, and which are there once too often.

A file with empty pages is meant for both sides of the paper as it is: every other page is a back.
Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from generator.checking import footers
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise.results import Found

#: A page that is filled to within this share of its sides shows no more than paper.
_ALL = 0.99


def is_empty(page: Page) -> bool:
    """Tell whether a page shows nothing but a ground."""
    return not (page.images or page.text.strip()) and all(
        mark.stroke is None
        and mark.box.width >= _ALL * page.width
        and mark.box.height >= _ALL * page.height
        for mark in page.marks
    )


def strangers(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pages, by their indices, that come to lie on one paper though they are no sheet.

    ``sheets`` are those whose two sides they are.  A file is printed on both sides if it has empty
    pages, or for the sheets in it; its pages come one behind the other, or all fronts first.
    """
    result: list[tuple[int, int]] = []
    sided = {page for a, b in sheets if pages[a].source == pages[b].source for page in (a, b)}
    for own in grouped(range(len(pages)), lambda k: pages[k].source).values():
        empty = {k for k in own if is_empty(pages[k])}
        half = (len(own) + 1) // 2
        ways = (zip(own[::2], own[1::2], strict=False), zip(own[:half], own[half:], strict=False))
        wrong = [
            tuple(
                two
                for two in way
                if not (empty & {*two} or {two, two[::-1]} & {*sheets})
                and (empty or sided & {*two})
            )
            for way in ways
        ]
        neighbours, runs = wrong
        result += neighbours if len(neighbours) <= len(runs) else runs
    return result


# ----------------------------------------------------------------------------------- repeats


def repeats(pieces: Sequence[Found], expected: Counter[str]) -> dict[int, int]:
    """Return the pages that are too many, by their indices, and which page each repeats.

    Pages that look alike are none too many while their pieces are expected, as equal pieces are
    and several copies of a set; pages of backs while there are as many of fronts.
    """
    on = grouped(pieces, lambda piece: piece.page)
    backs = [k for k in sorted(on) if 2 * sum(p.side == "back" for p in on[k]) > len(on[k])]
    result: dict[int, int] = {}
    first: dict[object, int] = {}
    often, there = Counter[object](), Counter[str]()
    fronts = [k for k in on if k not in backs]
    for k in sorted(fronts):
        # Folded sheets have backs beside the fronts; it is fronts that are counted.
        here, look = Counter(p.kind for p in on[k] if p.kind and p.side != "back"), _look(on[k])
        right = max(1, min((expected[kind] // n for kind, n in here.items()), default=len(on)))
        if often[look] < right:
            often[look] += 1
            first.setdefault(look, k)
            there += here
        else:
            result[k] = first[look]
    # Where fronts are missing it is those that backs lack.
    spare = 0 if expected - there else len(backs) - len(fronts) + len(result)
    for k in backs:
        look = _look(on[k])
        if look in first and spare > 0:
            result[k] = first[look]
            spare -= 1
        first.setdefault(look, k)
    return result


def repeated_boards(pages: Sequence[Page], on: Sequence[int], most: int) -> dict[int, int]:
    """Return the pages of boards that are there more than so often, with which each repeats.

    Pages are alike that say that they are the same sheet, or else look alike.
    """
    alike = grouped(sorted(on), lambda k: footers.of_page(pages[k]).sheet or _marks(pages[k]))
    return {k: own[0] for own in alike.values() for k in own[most:]}


def _marks(page: Page) -> tuple[object, ...]:
    """Return what is drawn on a page, and where, to half a millimetre."""
    return tuple(
        (mark.fill, mark.stroke, *(round(2 * side) for side in mark.box)) for mark in page.marks
    )


def _look(pieces: Sequence[Found]) -> tuple[object, ...]:
    """Return what a page shows, and where, to half a millimetre."""
    return tuple(
        sorted(
            (round(2 * p.centre.x), round(2 * p.centre.y), p.side, p.kind, p.told, p.written)
            for p in pieces
        )
    )
