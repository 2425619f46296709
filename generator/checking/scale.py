"""Sheets that were printed, saved or converted smaller or larger than they were made, or mirrored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from engine.geometry.plane import Box, Point, bounds, number
from generator.checking.faults import ROUNDING, SIZE_TOLERANCE, Fault, on_pages
from generator.checking.grouping import grouped
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
        if all(
            abs(size / length - share) > _ONE_SCALE and abs(size - length * share) > SIZE_TOLERANCE
            for share in (1.0, *shares)
        ):
            result[k] = size / length
    return result


def faults(pages: Sequence[Page], shares: Sequence[float]) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike, other than to ``shares`` of their size."""
    scales = by_rulers(pages, shares)
    for alike in grouped(scales, lambda k: round(scales[k] / _ONE_SCALE)).values():
        length, size = _lengths(pages[alike[0]])
        words = (
            f"drawn at {100 * scales[alike[0]]:.1f} % of what the sheet says: "
            f"a ruler of {number(size, 2)} mm, not {number(length)} mm; "
            "print or convert it at 100 %, or, if the kit corrects the printer's scale, "
            "name that by --print-scale"
        )
        yield on_pages("size", words, [pages[k] for k in alike])


def is_mirrored(page: Page) -> bool:
    """Tell whether most of a page's words read backwards."""
    return page.mirrored_words > 0


# ------------------------------------------------------------------------------------ rulers


def are_one_way_up(one: Page, other: Page) -> bool:
    """Tell whether two pages have their rulers on the same side, so that neither is upside down."""
    first, second = _ruler(one), _ruler(other)
    if first is None or second is None:
        return False
    (x, y), place = first[1].centre, second[1].centre
    width, height = other.paper
    return place.distance(Point(x, y)) < place.distance(Point(width - x, height - y))


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
        strokes = mark.shape.parts
        length = _RULERS.get(len(strokes))
        if mark.stroke is None or length is None:
            continue
        boxes = [bounds(stroke.points) for stroke in strokes]
        spans = [max(box.width, box.height) for box in boxes]
        if all(len(stroke.points) == 2 for stroke in strokes) and max(spans) > _LONGEST * median(
            spans
        ):
            yield length, mark.box


# ------------------------------------------------------------------------------------ papers


def unsized(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield in one fault the pages whose size is in pixels, but for those that are a standard paper."""
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
