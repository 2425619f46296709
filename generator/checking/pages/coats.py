"""How often a page is painted over, reckoned from boxes before it is drawn: that is what drawing costs.

Knows neither pages nor how they are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

#: A page that is painted over more often is not drawn.  (Ours have up to 6 coats; 100 of A4 take
#: PDFium a quarter of a second.)
MOST = 100.0
#: So many times as much as another costs a coat that is translucent.
GLAZE = 3.5
#: A line costs as one that is as wide as this share of the page's sides together, however thin.
THIN = 1 / 250


def of_mark(
    box: Sequence[float], page: Sequence[float], *, filled: bool, width: float | None, glazed: bool
) -> float:
    """Return how much of a page a mark paints: its fill, and a line of some width, None for none, around it.

    Boxes say where they begin, across and down, and where they end.
    """
    across = min(box[2], page[2]) - max(box[0], page[0])
    down = min(box[3], page[3]) - max(box[1], page[1])
    if not (across >= 0 and down >= 0):  # nor where one is no number
        return 0.0
    width_of_page, height_of_page = page[2] - page[0], page[3] - page[1]
    area = across * down if filled else 0.0
    if width is not None:
        area += max(width, THIN * (width_of_page + height_of_page)) * (across + down)
    return area * (GLAZE if glazed else 1.0) / (width_of_page * height_of_page)
