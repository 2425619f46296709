"""Pages that are a standard paper made smaller or larger, as "fit to page" leaves them.

For sheets that have no ruler and do not say their size; these tell themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.geometry.plane import number
from engine.words import count
from generator.checking.faults import Fault
from generator.checking.pages import Page
from generator.printing import paper

#: Pages this much smaller or larger than a paper are that paper scaled; farther off they are another.
_MOST = 0.1
#: What a page may be off a paper and still be it, in mm; and how much its two sides' scales may differ.
_EXACT, _ALIKE = 0.6, 0.001


def faults(pages: Sequence[Page], judged: Collection[int]) -> Iterator[Fault]:
    """Yield one fault for the pages of each scale, but for those ``judged`` otherwise, by their indices."""
    scaled: dict[tuple[str, float], list[Page]] = {}
    for k, page in enumerate(pages):
        found = None if k in judged or not page.marks else _scale(page)
        if found is not None:
            scaled.setdefault(found, []).append(page)
    for (name, scale), alike in scaled.items():
        first = alike[0]
        width, height = (number(side, 1) for side in first.paper)
        where = (
            first.title if len(alike) == 1 else f"{count(len(alike), 'page')}, first {first.title}"
        )
        words = (
            f"{width} × {height} mm is {name} at {100 * scale:.1f} %, and nothing on it tells its size; "
            f"print or convert it at 100 % ({where})"
        )
        yield Fault("size", words, first.source, first.number, is_placed=True)


def _scale(page: Page) -> tuple[str, float] | None:
    """Return the paper that a page is, scaled, and by how much; None for a paper as it is, or none."""
    short, long = sorted(page.paper)
    known = [paper.find(name) for name in paper.names()]
    sides = [(one.name, min(one.width, one.height), max(one.width, one.height)) for one in known]
    if any(abs(short - least) < _EXACT and abs(long - most) < _EXACT for _, least, most in sides):
        return None
    for name, least, most in sides:
        across, down = short / least, long / most
        if abs(across - down) < _ALIKE and abs(across - 1) < _MOST:
            return name, round((across + down) / 2, 3)
    return None
