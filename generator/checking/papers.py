"""Which pages of a file are printed on one sheet of paper.

A file with empty pages is meant for both sides of the paper as it is: every other page is a back.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from generator.checking.pages.paint import Page

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


def shared(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pages, by their indices, that come to lie on one paper though they are no sheet.

    ``sheets`` are those whose two sides they are.  Pages may come one behind the other, or all
    fronts before all backs.
    """
    result = []
    empty = {k for k, page in enumerate(pages) if is_empty(page)}
    for source in dict.fromkeys(pages[k].source for k in sorted(empty)):
        own = [k for k, page in enumerate(pages) if page.source == source]
        half = (len(own) + 1) // 2
        ways = (zip(own[::2], own[1::2], strict=False), zip(own[:half], own[half:], strict=False))
        shown = [[two for two in way if not empty & {*two}] for way in ways]
        wrong = [[two for two in way if not {two, two[::-1]} & {*sheets}] for way in shown]
        neighbours, runs = wrong
        result += neighbours if len(neighbours) <= len(runs) else runs
    return result


def shifted(
    pages: Sequence[Page], sheets: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield for each file the page that shifts fronts and backs, and the first sheet's page after it.

    By their indices.  A printer puts every odd page on one paper with the page after it.
    """
    sides = {(min(two), max(two)) for two in sheets}
    for source in dict.fromkeys(page.source for page in pages):
        own = {page.number: k for k, page in enumerate(pages) if page.source == source}
        ends = (n for n in own if n > 0 and n % 2 == 0 and (own[n], own.get(n + 1)) in sides)
        first = min(ends, default=0)
        if not first:
            continue
        for n in (n for n in range(1, first, 2) if n in own):
            other = own.get(n + 1, -1)
            if (own[n], other) not in sides and not (other >= 0 and is_empty(pages[other])):
                yield own[n], own[first]
                break
        else:  # it is another game's
            yield own[first], own[first]
