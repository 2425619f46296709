"""Which sides of sheets come to lie on different papers, every other page of a file being a back.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.checking.pages import Page


def parted(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the fronts and backs, by their indices, that are not printed on one paper.

    A page before them that is none of their sides moves all.  A file of fronts and then of backs is
    printed in two runs.
    """
    result: list[tuple[int, int]] = []
    for source in dict.fromkeys(page.source for page in pages):
        own = [k for k, page in enumerate(pages) if page.source == source]
        at = {k: n for n, k in enumerate(own)}
        pairs = [two for two in sorted(sheets) if {*two} <= {*own} and two[0] != two[1]]
        fronts, backs = [at[front] for front, _ in pairs], [at[back] for _, back in pairs]
        in_runs = len(pairs) > 1 and (max(fronts) < min(backs) or max(backs) < min(fronts))
        if not in_runs:
            result += [two for two in pairs if at[two[0]] // 2 != at[two[1]] // 2]
    return result


def shared(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pages, by their indices, that come to lie on one paper though they are no sheet.

    A file with empty pages is meant for both sides of the paper as it is.
    """
    result: list[tuple[int, int]] = []
    empty = {k for k, page in enumerate(pages) if page.is_empty}
    for source in dict.fromkeys(pages[k].source for k in sorted(empty)):
        own = [k for k, page in enumerate(pages) if page.source == source]
        half = (len(own) + 1) // 2
        ways = (zip(own[::2], own[1::2], strict=False), zip(own[:half], own[half:], strict=False))
        shown = [[two for two in way if not empty & {*two}] for way in ways]
        wrong = [[two for two in way if not {two, two[::-1]} & {*sheets}] for way in shown]
        result += min((len(way), way) for way in wrong)[1]
    return result
