"""What whole pages say and measure: rulers and footers, papers, boards that are there twice, mirrored sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import PurePath
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import Point, number
from generator.checking import grouped, usual
from generator.checking.faults import ROUNDING, SIZE_TOLERANCE, Fault, at, on_pages
from generator.checking.pages.paint import Page
from generator.printing import paper
from generator.printing.rulers import lengths_by_strokes

#: A ruler is known by the number of its strokes.
_RULERS = lengths_by_strokes()
#: Its longest stroke is longer than so many times the median.
_LONGEST = 10
#: Scales that are this near to each other are one.
_ONE_SCALE = 0.003

#: The length that a ruler says, what it measures, and where its middle is.
_Ruler = tuple[float, float, Point | None]


def by_rulers(pages: Sequence[Page], shares: Sequence[float] = ()) -> dict[int, float]:
    """Return the scales of pages by their rulers, by index, except of those at 100 % or at one of the ``shares``."""
    result = {}
    for k, page in enumerate(pages):
        length, size, _ = page.once(_ruler)
        if all(abs(size / length - share) > _ONE_SCALE for share in (1.0, *shares)):
            result[k] = size / length
    return result


def faults(pages: Sequence[Page], shares: Sequence[float]) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike, other than to ``shares`` of their size."""
    scales = by_rulers(pages, shares)
    for alike in grouped(scales, lambda k: round(scales[k] / _ONE_SCALE)).values():
        length, size, _ = pages[alike[0]].once(_ruler)
        words = (
            f"drawn at {100 * size / length:.1f} % of what the sheet says: "
            f"a ruler of {number(size, 2)} mm, not {number(length)} mm; "
            "print or convert it at 100 %, or, if the kit corrects the printer's scale, "
            "name that by --print-scale"
        )
        yield on_pages("size", words, [pages[k] for k in alike])


def are_one_way_up(one: Page, other: Page) -> bool:
    """Tell whether two pages have their rulers on the same side, so that neither is upside down."""
    here, there = one.once(_ruler)[2], other.once(_ruler)[2]
    if here is None or there is None:
        return False
    turned = Point(other.width - here.x, other.height - here.y)
    return there.distance(here) < there.distance(turned)


def _ruler(page: Page) -> _Ruler:
    """Return a page's ruler, the first of several; without one two equal lengths and no middle."""
    for mark in page.marks:
        strokes = [stroke.points for stroke in mark.shape.parts]
        length = _RULERS.get(len(strokes))
        if mark.stroke and length and all(len(points) == 2 for points in strokes):
            spans = [math.dist(*points) for points in strokes]
            if max(spans) > _LONGEST * median(spans):
                return length, max(mark.box.width, mark.box.height), mark.box.centre
    return 1.0, 1.0, None


def unsized(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield one fault for the pages whose size is in pixels, unless they have the size of a standard paper."""
    found = [page for page in pages if page.is_unsized and page.marks and not _paper(page)]
    if found:
        words = (
            "without millimetres: width and height are pixels or missing; "
            'save it with units, such as width="210mm" height="297mm", or name --tile-size'
        )
        yield on_pages("size", words, found)


def _paper(page: Page) -> tuple[float, float] | None:
    """Return the sides of the standard paper, upright or on its side, as which a page may have been rounded."""
    for one in map(paper.find, paper.names()):
        for sides in ((one.width, one.height), (one.height, one.width)):
            if all(abs(page.paper[k] - sides[k]) <= ROUNDING for k in (0, 1)):
                return sides
    return None


def rounded_share(page: Page) -> float:
    """Return the scale of a page that a program drew a little larger or smaller, to round it to whole points; else 1."""
    length, size, _ = page.once(_ruler)
    scale = size / length
    return scale if abs(1 - scale) * min(page.paper) <= ROUNDING else 1.0


def is_rounding(page: Page, off: Point) -> bool:
    """Tell whether backs lie off because a program rounded the page, or all on it, to whole points."""
    scale, sides = rounded_share(page), _paper(page) or page.paper
    for far, own, right in zip(off, page.paper, sides, strict=True):
        lengths = (0.0, own - right, own * (1 - scale))  # by which rounding moves backs
        if min(abs(abs(far) - abs(length)) for length in lengths) > SIZE_TOLERANCE:
            return False
    return True


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
#: What covers at least this share of a page both ways is its ground.
_GROUND = 0.99


class Footer(NamedTuple):
    """What the foot of a sheet of ours says; "" or 0 for what it does not say."""

    game: str = ""
    #: Its game, component and number.
    sheet: str = ""
    #: ``front`` or ``back``, and the edge to turn it over, ``long`` or ``short``.
    side: str = ""
    turned: str = ""
    #: How large its pieces are, in millimetres.
    size: float = 0.0
    #: Whether only the file's name tells the side.
    is_name: bool = False


def footer(page: Page) -> Footer:
    """Return what a page says of itself, or its file's name of its side."""
    return _footer(page.text, page.source)


@lru_cache(maxsize=256)  # the same pages are looked up many times
def _footer(text: str, source: str) -> Footer:
    foot, turn, size = (pattern.search(text) for pattern in (_FOOT, _TURN, _SIZE))
    edge = turn[1] if turn else ""
    if foot:
        millimetres = float(size[1]) if size else 0.0
        return Footer(foot["game"], foot[0], foot["side"] or "", edge, millimetres)
    name = None if text else _NAME.search(PurePath(source).stem)
    return Footer(side=name[1], is_name=True) if name else Footer(turned=edge)


def turned(pages: Iterable[Page]) -> str:
    """Return the edge to turn sheets over that most pages name, "" if none names one."""
    return usual(filter(None, (footer(page).turned for page in pages)), "")


def is_empty(page: Page) -> bool:
    """Tell whether a page shows nothing but a ground."""
    return not (page.images or page.text.strip()) and all(
        mark.stroke is None
        and mark.box.width >= _GROUND * page.width
        and mark.box.height >= _GROUND * page.height
        for mark in page.marks
    )


def strangers(pages: Sequence[Page], sheets: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of pages, by index, that come to lie on one paper but are none of the ``sheets``.

    A stack is printed in one go: a file, two files that share their sheets, or all files of one page.
    In a stack the two sides of a sheet follow each other, or all fronts come first: we take the better.
    """

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
        alternating = zip(own[::2], own[1::2], strict=False)
        fronts_first = zip(own[:half], own[half:], strict=False)
        wrong_ways: list[list[tuple[int, int]]] = []
        for way in (alternating, fronts_first):
            others = [two for two in way if not {two, two[::-1]} & sheets]
            wrong = [two for two in others if sided & {*two} or (empty and not empty & {*two})]
            wrong_ways.append(wrong)
        yield from min(wrong_ways, key=len)


def repeated_boards(pages: Sequence[Page], on: Sequence[int], most: int) -> Iterator[Fault]:
    """Yield the pages of boards that are there more than so often: their footers are the same, or their marks."""

    def look(k: int) -> object:
        marks = [(m.fill, m.stroke, *(round(2 * side) for side in m.box)) for m in pages[k].marks]
        return footer(pages[k]).sheet or tuple(marks)

    for first, *others in grouped(sorted(on), look).values():
        for k in others[most - 1 :]:
            words = f"{pages[k].title} shows once more what {pages[first].title} shows"
            yield at("duplicated", words, pages[k])
