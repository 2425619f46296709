"""Which pages of a file are printed on one sheet of paper, where that is told.

A file with empty pages is meant for both sides of the paper as it is: every other page is a back.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.sheets.pages import Page


def shared(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pages, by their indices, that come to lie on one paper though they are no sheet.

    ``sheets`` are those whose two sides they are.  Pages may come one behind the other, or all
    fronts before all backs.
    """
    result = []
    empty = {k for k, page in enumerate(pages) if page.is_empty}
    for source in dict.fromkeys(pages[k].source for k in sorted(empty)):
        own = [k for k, page in enumerate(pages) if page.source == source]
        half = (len(own) + 1) // 2
        ways = (zip(own[::2], own[1::2], strict=False), zip(own[:half], own[half:], strict=False))
        shown = [[two for two in way if not empty & {*two}] for way in ways]
        wrong = [[two for two in way if not {two, two[::-1]} & {*sheets}] for way in shown]
        result += min((len(way), way) for way in wrong)[1]
    return result
