"""Sheets that were printed, saved or converted smaller or larger than they were made, or mirrored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import Point, bounds, number
from generator.checking import papers
from generator.checking.faults import ROUNDING, SIZE_TOLERANCE, Fault, on_pages
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise.results import Found
from generator.printing import paper
from generator.printing.rulers import lengths_by_strokes

#: A ruler is told by its strokes where it has so many or more, drawn up to so much smaller or larger.
_STROKES, _MOST = 20, 1.5
_RULERS = {n: length for n, length in lengths_by_strokes().items() if n >= _STROKES}
#: Scales this near each other, and this near to 100 %, are one.
_ONE_SCALE = 0.003
#: What a page may be off a paper and still be it, and lengths by which rounding puts backs off.
_EXACT, _ONE_LENGTH = 0.6, 0.03


class Measured(NamedTuple):
    """A page, by its index, with what it says of a length and what that measures, in millimetres."""

    page: int
    stated: float
    size: float
    is_ruler: bool

    @property
    def scale(self) -> float:
        """How large it is drawn of the size that it says."""
        return self.size / self.stated

    def is_off(self, shares: Sequence[float]) -> bool:
        """Tell whether it is not of the length that is stated, nor of a share of it."""
        return all(
            abs(self.scale - share) > _ONE_SCALE
            and abs(self.size - self.stated * share) > SIZE_TOLERANCE
            for share in (1.0, *shares)
        )


def measured(pages: Sequence[Page], pieces: Sequence[Found] = ()) -> Iterator[Measured]:
    """Yield what tells the scale of pages: their rulers, or the size that they say of their pieces."""
    on = grouped(pieces, lambda piece: piece.page)
    for k, page in enumerate(pages):
        said, own = papers.footer(page).size, [piece.size for piece in on.get(k, ())]
        if ruler := _ruler(page):
            length, mark = ruler
            yield Measured(k, length, max(mark.box.width, mark.box.height), is_ruler=True)
        elif said is not None and own and max(own) - min(own) <= SIZE_TOLERANCE:
            yield Measured(k, said, median(own), is_ruler=False)


def by_rulers(pages: Sequence[Page], shares: Sequence[float] = ()) -> dict[int, float]:
    """Return how large pages are drawn, by their indices, whose rulers are not of their length."""
    return {m.page: m.scale for m in measured(pages) if m.is_off(shares)}


def faults(
    pages: Sequence[Page], pieces: Sequence[Found], shares: Sequence[float]
) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike, other than to ``shares`` of their size."""
    off = [m for m in measured(pages, pieces) if m.is_off(shares)]
    while off:
        alike = [m for m in off if abs(m.scale - off[0].scale) <= _ONE_SCALE]
        off = [m for m in off if m not in alike]
        _, length, size, is_ruler = alike[0]
        # Bleed that nothing cuts off makes pieces look larger, but not those of two sizes alike.
        if size > length and not is_ruler and len({m.stated for m in alike}) < 2:
            continue
        words = (
            f"drawn at {100 * size / length:.1f} % of what the sheet says: "
            f"{'a ruler of ' if is_ruler else ''}{number(size, 2)} mm, "
            f"not {number(length)} mm; print or convert it at 100 %, or, if the kit corrects the "
            "printer's scale, name that by --print-scale"
        )
        yield on_pages("size", words, [pages[m.page] for m in alike])


def is_mirrored(page: Page) -> bool:
    """Tell whether most of a page's words read backwards."""
    return page.mirrored_words > 0


# ------------------------------------------------------------------------------------ rulers


def are_one_way_up(one: Page, other: Page) -> bool:
    """Tell whether two pages have their rulers on the same side, so that neither is upside down."""
    first, second = _ruler(one), _ruler(other)
    if first is None or second is None:
        return False
    (x, y), place = first[1].box.centre, second[1].box.centre
    width, height = other.paper
    return place.distance(Point(x, y)) < place.distance(Point(width - x, height - y))


def _ruler(page: Page) -> tuple[float, Mark] | None:
    if "ruler" not in page.seen:
        page.seen["ruler"] = next(_rulers(page), None)
    found: tuple[float, Mark] | None = page.seen["ruler"]
    return found


def _rulers(page: Page) -> Iterator[tuple[float, Mark]]:
    for mark in page.marks:
        parts = mark.shape.parts
        right = _RULERS.get(len(parts))
        if mark.stroke is None or right is None:
            continue
        across, length = sorted((mark.box.width, mark.box.height))
        if across < length / 10 and right / _MOST < length < right * _MOST:
            boxes = [bounds(part.points) for part in parts]
            spans = [max(box.width, box.height) for box in boxes]
            if all(len(part.points) == 2 for part in parts) and max(spans) > 20 * median(spans):
                yield right, mark


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
    length, mark = _ruler(page) or (0.0, None)
    share = max(mark.box.width, mark.box.height) / length if mark else 1.0
    return share if abs(1 - share) * min(page.paper) <= ROUNDING else 1.0


def is_rounding(page: Page, off: Point) -> bool:
    """Tell whether backs lie off as programs put them that make pages, or all on them, whole points large."""
    share, sides = rounded_share(page), _paper(page, ROUNDING) or page.paper
    lengths = [(0.0, a - b, a * (1 - share)) for a, b in zip(page.paper, sides, strict=True)]
    return all(
        min(abs(abs(far) - abs(length)) for length in some) <= _ONE_LENGTH
        for far, some in zip(off, lengths, strict=True)
    )
