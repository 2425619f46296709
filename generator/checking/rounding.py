"""What programs that rewrite sheets do of themselves: they round pages to whole points or pixels.

Some make the page itself larger or smaller, some draw all a little smaller to make it fit.  Backs
then lie off their fronts, all of them by one length that the file itself explains.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.geometry.plane import Point
from generator.checking.behind import Side
from generator.checking.faults import ROUNDING
from generator.checking.pages import Page
from generator.printing import paper

#: Lengths this near each other are one, in millimetres.
_SAME = 0.03


def reason(sheet: Side, back: Page, off: Point, scale: float) -> str:
    """Return how rounding explains that the backs of a sheet lie off so, "" where it does not.

    ``scale`` is how large the sheet is drawn, of the size that it says; 1 where it says none.
    """
    is_sideways = sheet.mirror.a < 0
    along, across = (off.x, off.y) if is_sideways else (off.y, off.x)
    if abs(across) > _SAME:
        return ""
    for length, words in _causes(back, scale, 0 if is_sideways else 1):
        if _SAME < length <= ROUNDING and abs(abs(along) - length) <= _SAME:
            return words
    return ""


def is_scaled(sheet: Side, back: Page, off: Point, scale: float) -> bool:
    """Tell whether all backs lie off because a sheet was scaled, but not about its middle."""
    by = abs(1 - scale)
    axis = 0 if sheet.mirror.a < 0 else 1
    length = back.paper[axis] * by
    return length > ROUNDING and abs(off[1 - axis]) <= _SAME and abs(off[axis]) <= length + _SAME


def share(page: Page, scale: float) -> float:
    """Return a scale at which a page is drawn if it is rounding that made it so, else 1."""
    return scale if abs(1 - scale) * min(page.paper) <= ROUNDING else 1.0


def _causes(page: Page, scale: float, axis: int) -> Iterator[tuple[float, str]]:
    """Yield how far a page's own rounding may put backs off along an axis (0 across), and why."""
    by = page.paper[axis] * (1 - scale)
    yield abs(by), f"all is drawn at {100 * scale:.2f} % to fit the page"
    for known in map(paper.find, paper.names()):
        for usual in (known, known.turned()):
            by = page.paper[axis] - (usual.width, usual.height)[axis]
            other = page.paper[1 - axis] - (usual.height, usual.width)[axis]
            if max(abs(by), abs(other)) <= ROUNDING:
                how = (("wider", "narrower"), ("taller", "shorter"))[axis][by < 0]
                words = f"the page is {abs(by):.2f} mm {how} than {usual.name.capitalize()}"
                yield abs(by), words
                both = page.paper[axis] - scale * (usual.width, usual.height)[axis]
                yield abs(both), f"{words}, and all is drawn at {100 * scale:.2f} %"
