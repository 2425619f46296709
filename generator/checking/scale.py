"""Sheets that were printed, saved or converted smaller or larger than they were made, or mirrored.

A sheet of ours has a ruler, and says in its last line how large its pieces are; what is drawn is
measured against the first of these that is there.  Of sheets without both the paper tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import Point, bounds, number
from engine.words import count, listed, plural
from generator.checking.faults import ROUNDING, SIZE_TOLERANCE, Fault, at
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import Shape
from generator.checking.recognise.results import Found
from generator.printing import paper
from generator.printing.rulers import lengths_by_strokes

#: The line by which a sheet says its size (the printing room writes it).
_STATED = re.compile(r"100 % · (?!cells)(?:[^·\r\n]*? )?([0-9]{1,4}(?:\.[0-9]{1,3})?) mm")
#: A ruler is told by its strokes where it has so many or more, drawn up to so much smaller or larger.
_STROKES, _MOST = 20, 1.5
_RULERS = {n: length for n, length in lengths_by_strokes().items() if n >= _STROKES}
#: Places nearer to each other than this are one, in millimetres.
_HAIR = 0.01
#: Scales this near each other, and this near to 100 %, are one.
_ONE_SCALE = 0.003
#: Pages this much smaller or larger than a paper are that paper scaled; farther off they are another.
_SCALED_PAPER = 0.1
#: What a page may be off a paper and still be it, in mm; and how much its two sides' scales may differ.
_EXACT, _ALIKE = 0.6, 0.001
#: Lengths by which rounding puts backs off are alike so far, in millimetres.
_ONE_LENGTH = 0.03


class _Measured(NamedTuple):
    """A page, by its index, with what it says of a length and what that measures, in millimetres."""

    page: int
    stated: float
    size: float
    is_ruler: bool

    @property
    def scale(self) -> float:
        return self.size / self.stated

    def is_off(self, shares: Sequence[float]) -> bool:
        """Tell whether it is not of the length that is stated, nor of a share of it."""
        return all(
            abs(self.scale - share) > _ONE_SCALE
            and abs(self.size - self.stated * share) > SIZE_TOLERANCE
            for share in (1.0, *shares)
        )


def faults(
    pages: Sequence[Page], pieces: Sequence[Found], shares: Sequence[float] = ()
) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike, other than to ``shares`` of their size.

    Bleed that nothing cuts off makes pieces look larger.  So without rulers larger pages are
    believed only where pages of different sizes show one scale.
    """
    off = [m for m in _measured(pages, pieces) if m.is_off(shares)]
    while off:
        alike = [m for m in off if abs(m.scale - off[0].scale) <= _ONE_SCALE]
        off = [m for m in off if m not in alike]
        k, stated, size, is_ruler = alike[0]
        if size > stated and not is_ruler and len({m.stated for m in alike}) < 2:
            continue
        words = (
            f"drawn at {100 * size / stated:.1f} % of what the sheet says: "
            f"{'a ruler of ' if is_ruler else ''}{number(size, 2)} mm, "
            f"not {number(stated)} mm; print or convert it at 100 %, or, if the kit was made with "
            f"--print-scale, name that here as well ({_where([pages[m.page] for m in alike])})"
        )
        yield at("size", words, pages[k])


def _where(pages: Sequence[Page]) -> str:
    title = pages[0].title
    return title if len(pages) == 1 else f"{count(len(pages), 'page')}, first {title}"


def of_pages(pages: Sequence[Page], pieces: Sequence[Found]) -> dict[int, float]:
    """Return how large pages are drawn of the size that they say, by their indices."""
    return {m.page: m.scale for m in _measured(pages, pieces)}


def by_rulers(pages: Sequence[Page], shares: Sequence[float] = ()) -> dict[int, float]:
    """Return how large pages are drawn, by their indices, whose rulers are not of their length."""
    return {m.page: m.scale for m in _measured(pages, ()) if m.is_ruler and m.is_off(shares)}


def _measured(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[_Measured]:
    on = grouped(pieces, lambda piece: piece.page)
    for k, page in enumerate(pages):
        if ruler := _ruler(page):
            usual, mark = ruler
            yield _Measured(k, usual, max(mark.box.width, mark.box.height), is_ruler=True)
            continue
        said, own = stated(page), [piece.size for piece in on.get(k, ())]
        if said is not None and own and max(own) - min(own) <= SIZE_TOLERANCE:
            yield _Measured(k, said, median(own), is_ruler=False)


def stated(page: Page) -> float | None:
    """Return how large a page says that its pieces are, in millimetres; None where it says nothing."""
    found = _STATED.search(page.text)
    return float(found[1]) if found else None


# ------------------------------------------------------------------------------------ rulers


def mirrored(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield in one fault the pages whose rulers, or most of their words, read backwards."""
    found = [*filter(is_mirrored, pages)]
    if found:
        titles = [page.title for page in found]
        shown = listed(titles if len(titles) <= 3 else [*titles[:2], f"{len(titles) - 2} more"])
        are = plural(len(found), "is", "are")
        words = f"{shown} {are} mirrored, as words and rulers tell; print without mirroring"
        yield at("mirror", words, found[0])


def is_mirrored(page: Page) -> bool:
    """Tell whether a page's ruler, or most of its words, read backwards."""
    way = _lying(page)
    return page.mirrored_words > 0 or (way is not None and way.is_mirrored)


class _Lying(NamedTuple):
    """Whether a page's ruler is level, its millimetres at its top or left, and it reads backwards."""

    is_level: bool
    is_first: bool
    is_mirrored: bool


def are_one_way_up(one: Page, other: Page) -> bool:
    """Tell whether two pages have their rulers the same way up, so that neither is upside down."""
    way = _lying(one)
    return way is not None and way == _lying(other)


def _lying(page: Page) -> _Lying | None:
    """Return how a page's ruler lies, which has more millimetres than inches, both from one end."""
    if (found := _ruler(page)) is None:
        return None
    mark = found[1]
    box, is_level = mark.box, mark.box.width > mark.box.height
    strokes = [bounds([mark.transform.apply(p) for p in part.points]) for part in mark.shape.parts]
    axis = int(is_level)
    middle = median(end for stroke in strokes for end in (stroke[axis], stroke[axis + 2]))
    centres = [stroke.centre for stroke in strokes]
    sides = [[p[1 - axis] for p in centres if way * (p[axis] - middle) > _HAIR] for way in (-1, 1)]
    start, end = (box.left, box.right) if is_level else (box.top, box.bottom)
    millimetres = max(sides, key=len)
    starts_first = min(millimetres) - start < end - max(millimetres)
    is_first = millimetres is sides[0]
    return _Lying(is_level, is_first, (is_first == starts_first) != is_level)


def _ruler(page: Page) -> tuple[float, Mark] | None:
    if "ruler" not in page.seen:
        page.seen["ruler"] = _sought_ruler(page)
    found: tuple[float, Mark] | None = page.seen["ruler"]
    return found


def _sought_ruler(page: Page) -> tuple[float, Mark] | None:
    for mark in page.marks:
        usual = _RULERS.get(len(mark.shape.parts))
        if mark.stroke is not None and usual is not None:
            across, length = sorted((mark.box.width, mark.box.height))
            is_thin = across < length / 10 and usual / _MOST < length < usual * _MOST
            if is_thin and _is_ruler(mark.shape):
                return usual, mark
    return None


def _is_ruler(shape: Shape) -> bool:
    boxes = [bounds(part.points) for part in shape.parts]
    spans = [max(box.width, box.height) for box in boxes]
    return all(len(part.points) == 2 for part in shape.parts) and max(spans) > 20 * median(spans)


# ------------------------------------------------------------------------------------ papers


def of_papers(pages: Sequence[Page], judged: Collection[int]) -> Iterator[Fault]:
    """Yield one fault for pages that are a standard paper scaled, as "fit to page" leaves them.

    Those ``judged`` otherwise, by their indices, are passed over.
    """
    drawn = (page for k, page in enumerate(pages) if k not in judged and page.marks)
    for scaled, alike in grouped(drawn, _scaled_paper).items():
        if scaled is None:
            continue
        name, by = scaled
        width, height = (number(side, 1) for side in alike[0].paper)
        words = (
            f"{width} × {height} mm is {name} at {100 * by:.1f} %, and nothing on it tells its size; "
            f"print or convert it at 100 % ({_where(alike)})"
        )
        yield at("size", words, alike[0])


def unsized(pages: Sequence[Page]) -> Iterator[Fault]:
    """Yield in one fault the pages whose size is in pixels, but for those that are a standard paper."""
    found = [page for page in pages if page.is_unsized and page.marks and not _is_paper(page)]
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        words = (
            f"{found[0].title} has no millimetres{more}: its width and height are pixels or missing; "
            'save it with units, such as width="210mm" height="297mm", or name --tile-size'
        )
        yield at("size", words, found[0])


def _papers() -> Iterator[tuple[str, float, float]]:
    """Yield the name of every paper we know, its shorter and its longer side."""
    for one in map(paper.find, paper.names()):
        yield one.name, min(one.width, one.height), max(one.width, one.height)


def _is_paper(page: Page) -> bool:
    """Tell whether a page is a standard paper as it is."""
    short, long = sorted(page.paper)
    return any(abs(short - a) < _EXACT and abs(long - b) < _EXACT for _, a, b in _papers())


def _scaled_paper(page: Page) -> tuple[str, float] | None:
    """Return the paper that a page is, scaled, and by how much; None for a paper as it is, or none."""
    if _is_paper(page):
        return None
    short, long = sorted(page.paper)
    for name, least, most in _papers():
        across, down = short / least, long / most
        if abs(across - down) < _ALIKE and abs(across - 1) < _SCALED_PAPER:
            return name, round((across + down) / 2, 3)
    return None


# ---------------------------------------------------------------------------------- rounding


def is_rounding(page: Page, off: Point, scale: float, *, sideways: bool) -> bool:
    """Tell whether all backs on a page lie off as programs put them that round pages to whole points.

    Some make the page itself larger or smaller, some draw all a little smaller to make it fit.  Where
    more was scaled, not about the middle, that is told of the whole sheet.  Paper is turned over
    ``sideways``, or else top to bottom; ``scale`` is how large the sheet is drawn.
    """
    axis = 0 if sideways else 1
    along, across = abs(off[axis]), abs(off[1 - axis])
    scaled = abs(page.paper[axis] * (1 - scale))
    if across > _ONE_LENGTH:
        return False
    if scaled > ROUNDING:
        return along <= scaled + _ONE_LENGTH
    lengths = [scaled]
    for _, short, long in _papers():
        for sides in ((short, long), (long, short)):
            if all(abs(page.paper[k] - sides[k]) <= ROUNDING for k in (0, 1)):
                lengths += [page.paper[axis] - by * sides[axis] for by in (1.0, scale)]
    return any(abs(along - abs(length)) <= _ONE_LENGTH for length in lengths)


def rounded_share(page: Page, scale: float) -> float:
    """Return a scale at which a page is drawn if it is rounding that made it so, else 1."""
    return scale if abs(1 - scale) * min(page.paper) <= ROUNDING else 1.0
