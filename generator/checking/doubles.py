"""Pages of boards that are there twice: boards are found whole, not counted as pieces are."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checking.faults import Fault
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet

#: What a page shows: its words, and where its marks lie.
Look = tuple[str, tuple[tuple[float, ...], ...]]


def faults(found: SheetSet) -> Iterator[Fault]:
    """Yield a fault for each page with a board, or a part of one, that an earlier page shows as well.

    Parts of a board may look alike but for their words; so without words two pages of one file count
    as different.
    """
    seen: dict[Look, list[Page]] = {}
    for k in sorted(found.reading.board_pages):
        page = found.pages[k]
        earlier = seen.setdefault(_look(page), [])
        alike = [one for one in earlier if page.text.strip() or one.source != page.source]
        if alike:
            words = f"{page.title} shows once more what {alike[0].title} shows"
            yield Fault("duplicated", words, page.source, page.number, is_placed=True)
        earlier.append(page)


def _look(page: Page) -> Look:
    boxes = sorted(tuple(round(side, 1) for side in mark.box) for mark in page.marks)
    return page.text.strip(), tuple(boxes)
