"""Pages of a PDF file as marks: what PDFium shows of it, listed by a child process under limits.

Reads what the pages show, not what the file says of them: no metadata, marked-content ids or
annotations.  Knows PDF's page boxes and the list's form, nothing of operators.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import GameError
from engine.geometry.plane import Transform
from generator.checking.pages import child
from generator.checking.pages.paint import Clip, Page, Scale, View, quarter_turned, unscaled
from generator.checking.pages.shapes import Budget, Shape, Tracer

MM = 25.4 / 72

#: A page's sides in millimetres.
LARGEST = 10_000.0


def pages(
    sources: Sequence[tuple[str, bytes]], scale: Scale, *, drawn: bool = False
) -> list[list[Page]]:
    """Return the pages of each named PDF file as they are shown, rotated and cropped.

    The correction for a printer's ``scale`` is undone.
    Pages that are ``drawn`` have pixels.

    Raises GameError where a file is no PDF, is broken or encrypted, or holds more than is read.
    """
    return [
        list(_File(name, Budget.of(name, data), scale).pages(lines))
        for (name, data), lines in zip(
            sources, child.listed(sources, scale if drawn else None), strict=True
        )
    ]


class _File:
    """A listed file being read: its outlines and clips so far."""

    def __init__(self, name: str, budget: Budget, scale: Scale) -> None:
        self.name = name
        self.budget = budget
        self.scale = scale
        self.shapes: list[Shape] = []
        self.cuts: list[tuple[Shape, Transform]] = []

    def pages(self, lines: Sequence[child.Line]) -> Iterator[Page]:
        """Yield the pages of a file's lines."""
        number = 0
        views: dict[int, View] = {}
        for line in lines:
            if "shape" in line:
                self.shapes.append(_outline(line["shape"], self.budget))
            elif "clip" in line:
                shape, *matrix = line["clip"]
                self.cuts.append((self.shapes[shape], Transform(*matrix)))
            elif "view" in line:
                quarters, rows, columns, per_mm = line["view"]
                views[quarters] = View(rows, columns, per_mm, line["part"])
            else:
                number += 1
                page = self.page(number, line)
                page.views, views = views, {}
                yield page

    def page(self, number: int, line: child.Line) -> Page:
        """Return a listed page with its marks.

        Raises GameError for one without a size, or when the budget is used up.
        """
        title = f"{self.name} page {number}"
        width, height, upright = _placed(title, line["box"], line["turn"], line["unit"])
        page = Page(self.name, number, width, height, self.budget)
        page.images, page.text = line["images"], line["text"]
        page.mirrored_words = line["mirrored"]
        page.quarters = line["turn"]
        to_page = unscaled(width, height, self.scale) @ upright
        # PDFium does not tell by which rule a clip's parts cut; what may be hidden counts as hidden.
        clips = [
            Clip(((shape, _snapped(to_page @ cut)),), even_odd=len(shape.parts) > 1)
            for shape, cut in self.cuts
        ]
        for shape, matrix, fill, even_odd, stroke, thickness, alpha, through in line["marks"]:
            transform = _snapped(to_page @ Transform(*matrix))
            page.paint(
                self.shapes[shape],
                transform,
                tuple(clips[k] for k in through),
                fill=fill,
                even_odd=bool(even_odd),
                stroke=stroke,
                width=thickness * math.sqrt(abs(transform.determinant)),
                alpha=alpha,
            )
        return page


def _outline(segments: Sequence[Sequence[Any]], budget: Budget) -> Shape:
    """Return a listed outline as a shape."""
    budget.spend(3 * len(segments))
    tracer = Tracer()
    for kind, *values in segments:
        if kind == "m":
            tracer.move(values[0], values[1])
        elif kind == "l":
            tracer.line(values[0], values[1])
        else:
            tracer.curve(*values[:6])
        if len(values) in (3, 7):
            tracer.close()
    return tracer.shape()


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
