"""Pages of a PDF file as marks: what PDFium shows of it, listed by a child process under limits.

Reads what the pages show, stamps and comments too, not what the file says of them: no metadata or
marked-content ids.  Knows PDF's page boxes and the list's form, nothing of operators.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import GameError
from engine.geometry.plane import Transform
from generator.checking.pages import child
from generator.checking.pages.paint import Clip, Page, Scale, View, quarter_turned, unscaled
from generator.checking.pages.shapes import Shape, traced

MM = 25.4 / 72

#: A page's sides in millimetres.
LARGEST = 10_000.0


def pages(name: str, lines: Sequence[child.Text], scale: Scale) -> Iterator[Page]:
    """Yield the pages of a listed file as they are shown, rotated and cropped.

    The correction for a printer's ``scale`` is undone.

    Raises GameError for a page without a size.
    """
    shapes: list[Shape] = []
    cuts: list[tuple[Shape, Transform]] = []
    views: dict[int, View] = {}
    for text in lines:
        line = text.line()
        if "shape" in line:
            shapes.append(traced(line["shape"]))
        elif "clip" in line:
            shape, *matrix = line["clip"]
            cuts.append((shapes[shape], Transform(*matrix)))
        elif "view" in line:
            quarters, rows, columns, per_mm = line["view"]
            views[quarters] = View(rows, columns, per_mm, line["part"])
        else:
            number = line["number"]
            title = f"{name} page {number}" if number else name
            width, height, upright = _placed(title, line["box"], line["turn"], line["unit"])
            page = Page(name, number, width, height)
            page.is_unsized = line["unsized"]
            page.images, page.text, page.quarters = line["images"], line["text"], line["turn"]
            page.mirrored_words = line["mirrored"]
            page.views, views = views, {}
            _paint(page, line["marks"], shapes, cuts, unscaled(width, height, scale) @ upright)
            yield page


def _paint(
    page: Page,
    marks: Sequence[Sequence[Any]],
    shapes: Sequence[Shape],
    cuts: Sequence[tuple[Shape, Transform]],
    to_page: Transform,
) -> None:
    """Paint a page's listed marks."""
    clips = [Clip(shape.filled(), _snapped(to_page @ cut)) for shape, cut in cuts]
    for shape, matrix, fill, stroke, thickness, through in marks:
        transform = _snapped(to_page @ Transform(*matrix))
        page.paint(
            shapes[shape],
            transform,
            tuple(clips[k] for k in through),
            fill=fill,
            stroke=stroke,
            width=thickness * math.sqrt(abs(transform.determinant)),
        )


def _snapped(transform: Transform) -> Transform:
    """Return a transform with its shift freed from the noise of PDFium's single precision."""
    return transform._replace(e=round(transform.e, 5), f=round(transform.f, 5))


def _placed(
    title: str, box: Sequence[float], quarters: int, unit: float
) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres and the transform from its user space.

    The shown part is the crop box within the media box; it is turned by /Rotate and sized by
    /UserUnit (ISO 32000-1, 14.11.2 and 7.7.3.3).
    """
    left, bottom, right, top = box
    scale = MM * unit
    width, height = (right - left) * scale, (top - bottom) * scale
    if not (0 < width <= LARGEST and 0 < height <= LARGEST):
        raise GameError(f"{title} has no size that can be read")
    upright = Transform(scale, 0.0, 0.0, -scale, -left * scale, top * scale)
    turned, across, down = quarter_turned(quarters, width, height)
    return across, down, turned @ upright
