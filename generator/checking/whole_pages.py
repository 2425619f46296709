"""What whole pages say and measure: rulers and footers, papers, boards that are there twice, mirrored sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import PurePath
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import Box, Point, number
from generator.checking.faults import ROUNDING, Fault, at, on_pages
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.printing import paper
from generator.printing.rulers import lengths_by_strokes

#: A ruler is told by its strokes where it has so many or more, the longest so many times as long as most.
_STROKES, _LONGEST = 10, 10
_RULERS = {n: length for n, length in lengths_by_strokes().items() if n >= _STROKES}
#: Scales this near each other, and this near to 100 %, are one.
_ONE_SCALE = 0.003
#: What a page may be off a paper and still be it, and lengths by which rounding puts backs off.
_EXACT, _ONE_LENGTH = 0.6, 0.03


def by_rulers(pages: Sequence[Page], shares: Sequence[float] = ()) -> dict[int, float]:
    """Return how large pages are drawn, by their indices, whose rulers are not of their length, or a share of it."""
    result = {}
    for k, page in enumerate(pages):
        length, size = _lengths(page)
        if all(abs(size / length - share) > _ONE_SCALE for share in (1.0, *shares)):
            result[k] = size / length
    return result


def faults(pages: Sequence[Page], shares: Sequence[float]) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike, other than to ``shares`` of their size."""
    scales = by_rulers(pages, shares)
    for alike in grouped(scales, lambda k: round(scales[k] / _ONE_SCALE)).values():
        length, size = _lengths(pages[alike[0]])
        words = (
            f"drawn at {100 * size / length:.1f} % of what the sheet says: "
            f"a ruler of {number(size, 2)} mm, not {number(length)} mm; "
            "print or convert it at 100 %, or, if the kit corrects the printer's scale, "
            "name that by --print-scale"
        )
        yield on_pages("size", words, [pages[k] for k in alike])


def are_one_way_up(one: Page, other: Page) -> bool:
    """Tell whether two pages have their rulers on the same side, so that neither is upside down."""
    first, second = _ruler(one), _ruler(other)
    if first is None or second is None:
        return False
    here, there = first[1].centre, second[1].centre
    turned = Point(other.width - here.x, other.height - here.y)
    return there.distance(here) < there.distance(turned)


def _lengths(page: Page) -> tuple[float, float]:
    """Return of which length a page's ruler is, and what it measures; without one any, alike."""
    length, box = _ruler(page) or (1.0, Box(0.0, 0.0, 1.0, 0.0))
    return length, max(box.width, box.height)


def _ruler(page: Page) -> tuple[float, Box] | None:
    if "ruler" not in page.seen:
        page.seen["ruler"] = next(_rulers(page), None)
    ruler: tuple[float, Box] | None = page.seen["ruler"]
    return ruler


def _rulers(page: Page) -> Iterator[tuple[float, Box]]:
    for mark in page.marks:
        strokes = [stroke.points for stroke in mark.shape.parts]
        length = _RULERS.get(len(strokes))
        if mark.stroke and length and all(len(points) == 2 for points in strokes):
            spans = [math.dist(*points) for points in strokes]
            if max(spans) > _LONGEST * median(spans):
                yield length, mark.box


def unsized(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield one fault for the pages whose size is in pixels, but for those that are a standard paper."""
    found = [page for page in pages if page.is_unsized and page.marks and not _paper(page, _EXACT)]
    if found:
        words = (
            "without millimetres: width and height are pixels or missing; "
            'save it with units, such as width="210mm" height="297mm", or name --tile-size'
        )
        yield on_pages("size", words, found)


def _paper(page: Page, most: float) -> tuple[float, float] | None:
    """Return the sides of the paper that a page is, upright or on its side, but for so much."""
    for one in map(paper.find, paper.names()):
        for sides in ((one.width, one.height), (one.height, one.width)):
            if all(abs(page.paper[k] - sides[k]) <= most for k in (0, 1)):
                return sides
    return None


def rounded_share(page: Page) -> float:
    """Return how large a page is drawn, as by programs that make all on it whole points large, else 1."""
    length, size = _lengths(page)
    return size / length if abs(1 - size / length) * min(page.paper) <= ROUNDING else 1.0


def is_rounding(page: Page, off: Point) -> bool:
    """Tell whether backs lie off as programs put them that make pages, or all on them, whole points large."""
    share, sides = rounded_share(page), _paper(page, ROUNDING) or page.paper
    lengths = [(0.0, a - b, a * (1 - share)) for a, b in zip(page.paper, sides, strict=True)]
    return all(
        min(abs(abs(far) - abs(length)) for length in some) <= _ONE_LENGTH
        for far, some in zip(off, lengths, strict=True)
    )


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
    """What a sheet of ours says: each "" or 0 where it says nothing."""

    game: str = ""
    #: Its game, component and number.
    sheet: str = ""
    #: ``front`` or ``back``, and the edge to turn it over, ``long`` or ``short``.
    side: str = ""
    turned: str = ""
    #: How large its pieces are, in millimetres.
    size: float = 0.0
    #: Whether its file's name alone tells its side.
    is_name: bool = False


def footer(page: Page) -> Footer:
    """Return what a page says of itself, or its file's name of its side."""
    return _footer(page.text, page.source)


@lru_cache(maxsize=256)  # pages are asked again and again
def _footer(text: str, source: str) -> Footer:
    foot, turn, size = (one.search(text) for one in (_FOOT, _TURN, _SIZE))
    edge = turn[1] if turn else ""
    if foot:
        pieces = float(size[1]) if size else 0.0
        return Footer(foot["game"], foot[0], foot["side"] or "", edge, pieces)
    name = None if text else _NAME.search(PurePath(source).stem)
    return Footer(side=name[1], is_name=True) if name else Footer(turned=edge)


def turned(pages: Iterable[Page]) -> str:
    """Return the edge over which most of the pages that say one are to be turned, else ""."""
    return usual(filter(None, (footer(page).turned for page in pages)), "")


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
        others = ([two for two in way if not {two, two[::-1]} & {*sheets}] for way in ways)
        wrong = (
            [two for two in some if sided & {*two} or (empty and not empty & {*two})]
            for some in others
        )
        result += sorted(wrong, key=len)[0]
    return result


def repeated_boards(pages: Sequence[Page], on: Sequence[int], most: int) -> Iterator[Fault]:
    """Yield the pages of boards that are there more than so often: they say the same, or look alike."""

    def look(k: int) -> object:
        marks = [(m.fill, m.stroke, *(round(2 * side) for side in m.box)) for m in pages[k].marks]
        return footer(pages[k]).sheet or tuple(marks)

    for first, *others in grouped(sorted(on), look).values():
        for k in others[most - 1 :]:
            words = f"{pages[k].title} shows once more what {pages[first].title} shows"
            yield at("duplicated", words, pages[k])
