"""Sheets that were printed, saved or converted smaller or larger than they were made.

A sheet of ours says in its last line how large its pieces are; what is drawn is measured against
that.  Sheets without such a line, and pieces of several sizes, are not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import number
from engine.words import count
from generator.checking.faults import SIZE_TOLERANCE, Fault
from generator.checking.pages.paint import Page
from generator.checking.recognise.found import Found

#: The line by which a sheet says its size (the printing room writes it).
_STATED = re.compile(r"100 % · ([0-9]{1,4}(?:\.[0-9]{1,3})?) mm")
#: Scales this near each other, and this near to 100 %, are one.
_ONE_SCALE = 0.003


class _Measured(NamedTuple):
    """A page with what it says of its pieces and what they measure, in millimetres."""

    page: Page
    stated: float
    size: float

    @property
    def scale(self) -> float:
        return self.size / self.stated

    @property
    def is_off(self) -> bool:
        """Whether the pieces are not of the size that is stated."""
        return abs(self.scale - 1) > _ONE_SCALE and abs(self.size - self.stated) > SIZE_TOLERANCE


def faults(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[Fault]:
    """Yield one fault for all pages that were scaled alike.

    Bleed that nothing cuts off makes pieces look larger.  So larger pages are believed only where
    pages of different sizes show one scale.
    """
    off = [m for m in _measured(pages, pieces) if m.is_off]
    while off:
        alike = [m for m in off if abs(m.scale - off[0].scale) <= _ONE_SCALE]
        off = [m for m in off if m not in alike]
        page, stated, size = alike[0]
        if size > stated and len({m.stated for m in alike}) < 2:
            continue
        where = (
            page.title if len(alike) == 1 else f"{count(len(alike), 'page')}, first {page.title}"
        )
        words = (
            f"drawn at {100 * size / stated:.1f} % of what the sheet says: {number(size, 2)} mm, "
            f"not {number(stated)} mm; print or convert it at 100 % ({where})"
        )
        yield Fault("size", words, page.source, page.number, is_placed=True)


def of_pages(pages: Sequence[Page], pieces: Sequence[Found]) -> dict[int, float]:
    """Return how large pages are drawn of the size that they say, by their indices."""
    index = {id(page): k for k, page in enumerate(pages)}
    return {index[id(m.page)]: m.scale for m in _measured(pages, pieces)}


def _measured(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[_Measured]:
    """Yield the pages that say a size and whose pieces all have one."""
    sizes: dict[int, list[float]] = {}
    for piece in pieces:
        sizes.setdefault(piece.page, []).append(piece.size)
    for k, own in sizes.items():
        found = _STATED.search(pages[k].text)
        if found and max(own) - min(own) <= SIZE_TOLERANCE:
            yield _Measured(pages[k], float(found[1]), median(own))
