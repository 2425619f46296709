"""What pages say of themselves, which lie on one sheet of paper, and which boards are there too often."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import PurePath
from typing import NamedTuple

from generator.checking.faults import Fault, at
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page

_FOOT = re.compile(
    r"^(?P<game>[^·\r\n]+) · [^·\r\n]+"
    r" · (?:sheet \d+/\d+|page [A-Z]+\d+, \d+/\d+|print at 100 %)"
    r"(?: · (?P<side>front(?! and)|back))?",
    re.MULTILINE,
)
_TURN = re.compile(r"(?:flip on|turn over the) (long|short) edge")
_SIZE = re.compile(r"100 % · (?!cells)(?:[^·\r\n]*? )?([0-9]{1,4}(?:\.[0-9]{1,3})?) mm")
#: How a kit names the file of a sheet that has two sides.
_NAME = re.compile(r"-\d+-(front|back)$")
#: A page that is filled to within this share of its sides shows no more than paper.
_ALL = 0.99


class Footer(NamedTuple):
    """What a sheet of ours says: each "" or 0 where it says nothing.

    ``side`` is ``front`` or ``back``, ``turned`` the edge (``long``, ``short``) to turn it over, and
    ``size`` how large its pieces are, in millimetres.
    """

    game: str = ""
    #: Its game, component and number.
    sheet: str = ""
    side: str = ""
    turned: str = ""
    size: float = 0.0
    #: Whether its file's name alone tells its side.
    is_name: bool = False


def footer(page: Page) -> Footer:
    """Return what a page says of itself, or its file's name of its side."""
    foot, turn, size = (one.search(page.text) for one in (_FOOT, _TURN, _SIZE))
    edge = turn[1] if turn else ""
    if foot:
        pieces = float(size[1]) if size else 0.0
        return Footer(foot["game"], foot[0], foot["side"] or "", edge, pieces)
    name = None if page.text else _NAME.search(PurePath(page.source).stem)
    return Footer(side=name[1] if name else "", turned=edge, is_name=name is not None)


def turned(pages: Iterable[Page]) -> str:
    """Return the edge over which most of the pages that say one are to be turned, else ""."""
    return usual(filter(None, (footer(page).turned for page in pages)), "")


# ---------------------------------------------------------------------------------- two sides


def is_empty(page: Page) -> bool:
    """Tell whether a page shows nothing but a ground."""
    return not (page.images or page.text.strip()) and all(
        mark.stroke is None
        and mark.box.width >= _ALL * page.width
        and mark.box.height >= _ALL * page.height
        for mark in page.marks
    )


def strangers(pages: Sequence[Page], sheets: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pages, by their indices, that come to lie on one paper and are none of the ``sheets``.

    A stack is a file that has empty pages or sheets in it, or two that share their sheets, or all
    sheets in files of one page.  Its pages come one behind the other, or all fronts first.
    """
    result: list[tuple[int, int]] = []

    def files(two: Iterable[int]) -> frozenset[str]:
        return frozenset(pages[k].source if pages[k].number else "" for k in two)

    stacks = [*grouped(range(len(pages)), lambda k: pages[k].source).values()]
    for names, run in grouped(sheets, files).items():
        if len(names) > 1 or "" in names:
            stacks.append(sorted(chain.from_iterable(run)))
    for own in stacks:
        empty = {k for k in own if is_empty(pages[k])}
        sided = {k for two in sheets if {*two} <= {*own} for k in two}
        half = (len(own) + 1) // 2
        ways = (zip(own[::2], own[1::2], strict=False), zip(own[:half], own[half:], strict=False))
        wrong = [
            [
                two
                for two in way
                if not {two, two[::-1]} & {*sheets}
                and (sided & {*two} or (empty and not empty & {*two}))
            ]
            for way in ways
        ]
        result += sorted(wrong, key=len)[0]
    return result


def repeated_boards(pages: Sequence[Page], on: Sequence[int], most: int) -> Iterator[Fault]:
    """Yield the pages of boards that are there more than so often.

    Pages are alike that say that they are the same sheet, or else look alike, to half a millimetre.
    """

    def look(k: int) -> object:
        foot, marks = footer(pages[k]), pages[k].marks
        places = [(m.fill, m.stroke, *(round(2 * side) for side in m.box)) for m in marks]
        return foot.sheet or tuple(places)

    for first, *others in grouped(sorted(on), look).values():
        for k in others[most - 1 :]:
            words = f"{pages[k].title} shows once more what {pages[first].title} shows"
            yield at("duplicated", words, pages[k])
