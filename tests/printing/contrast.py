"""How well cut lines stand out from what lies beside them, measured in the pixels of finished sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pypdfium2

from engine.drawing import scene, theme
from engine.geometry.plane import Point
from generator.printing import cutlines, output, template
from generator.printing.kit import make
from generator.printing.sheet import Sheet

MM = 72 / 25.4
#: Pixels of a millimetre, and how much of a sheet is looked at.
FINE, WINDOW = 24.0, 46.0
#: Beside a line lie its halo and, this far off, the fill.
HALO, FILL = (cutlines.WIDTH + cutlines.HALO) / 2, 0.4


class Beside(NamedTuple):
    """A place on a cut line: the line's colour, and on each side its halo's and the fill's."""

    line: str
    halos: tuple[str, str]
    fills: tuple[str, str]

    @property
    def to_halo(self) -> float:
        """The contrast of the line and what it touches, on the worse side."""
        return min(ratio(self.line, halo) for halo in self.halos)

    @property
    def to_fill(self) -> float:
        """The contrast of the line or its halo, whichever shows, and the fill, on the worse side."""
        sides = zip(self.halos, self.fills, strict=True)
        return min(max(ratio(self.line, fill), ratio(halo, fill)) for halo, fill in sides)


def ratio(one: str, other: str) -> float:
    """Return WCAG's contrast ratio of two colours."""
    low, high = sorted((theme.luminance(one), theme.luminance(other)))
    return (high + 0.05) / (low + 0.05)


def places(game: str, part: str, **options: object) -> list[Beside]:
    """Return what lies beside a component's cut lines in a corner of its first sheet."""
    source = template.load(game)
    made = make(source, source.printing.with_options(options), (part,))
    sheet = made.components[0].sheets[0]
    document = pypdfium2.PdfDocument(output.pdf_of(made, made.components[0]))
    page = document[0]
    left, top = max(0.0, sheet.trim.left - 3), max(0.0, sheet.trim.top - 3)
    if not sheet.placements:  # a board may be no rectangle
        start = sheet.cuts[0][0]
        left, top = max(0.0, start.x - WINDOW / 2), max(0.0, start.y - WINDOW / 2)
    high = sheet.paper.height
    side = WINDOW - 1e-4  # a hair more would be one pixel more
    page.set_mediabox(left * MM, (high - top - side) * MM, (left + side) * MM, (high - top) * MM)
    page.set_cropbox(*page.get_mediabox())
    pixels = page.render(scale=FINE / MM, rev_byteorder=True).to_numpy()

    def colour(p: Point) -> str:
        r, g, b = pixels[int((p.y - top) * FINE), int((p.x - left) * FINE)][:3]
        return f"#{r:02x}{g:02x}{b:02x}"

    found = []
    for p, n in _along(sheet):
        if left + 1 < p.x < left + WINDOW - 1 and top + 1 < p.y < top + WINDOW - 1:
            halos, fills = (
                tuple(colour(p.moved(n.x * k * far, n.y * k * far)) for k in (-1, 1))
                for far in (HALO, FILL)
            )
            found.append(Beside(colour(p), halos, fills))
    document.close()
    return found


def _along(sheet: Sheet) -> Iterator[tuple[Point, Point]]:
    """Yield places along a sheet's cut lines, away from their corners, with the normals there."""
    for outline in sheet.cuts:
        for ring in scene.flattened(outline):
            closed = [*ring, ring[0]] if isinstance(outline[-1], scene.Close) else ring
            for a, b in pairwise(closed):
                length = a.distance(b)
                if length < 0.1:
                    continue
                normal = Point((b.y - a.y) / length, (a.x - b.x) / length)
                steps = max(1, round(length / 5))
                for k in range(steps):
                    yield a.towards(b, (k + 0.5) / steps), normal
