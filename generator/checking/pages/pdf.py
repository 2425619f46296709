"""Pages of a PDF file as marks: what PDFium shows of it, listed by a child process under limits.

Reads what the pages show, stamps and comments too, not what the file says of them: no metadata or
marked-content ids.  Knows PDF's page boxes and the list's form, nothing of operators.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Sequence

from engine.geometry.plane import Transform
from generator.checking.pages.paint import Page, Scale, View, quarter_turned, unscaled
from generator.checking.pages.shapes import Clip, Shape

MM = 25.4 / 72


def pages(name: str, lines: Sequence[bytes], scale: Scale) -> Iterator[Page]:
    """Yield the pages of a listed file as they are shown, rotated and cropped.

    The correction for a printer's ``scale`` is undone.
    """
    shapes: list[Shape] = []
    cuts: list[tuple[Shape, Transform]] = []
    for line in lines:
        listed = json.loads(line)
        shapes += map(Shape.listed, listed["shapes"])
        cuts += ((shapes[k], Transform(*matrix)) for k, *matrix in listed["clips"])
        quarters = listed["turn"]
        width, height, upright = _placed(listed["box"], quarters, listed["unit"])
        page = Page(
            name,
            listed["number"],
            width,
            height,
            images=listed["images"],
            text=listed["text"],
            mirrored_words=listed["mirrored"],
            is_unsized=listed["unsized"],
            quarters=quarters,
            views={
                turn: View(rows, columns, per_mm, base64.b64decode(packed))
                for turn, rows, columns, per_mm, packed in listed["views"]
            },
        )
        to_page = unscaled(width, height, scale) @ upright
        clips = [Clip(shape.filled(), _snapped(to_page @ cut)) for shape, cut in cuts]
        for shape, matrix, fill, stroke, thickness, through in listed["marks"]:
            transform = _snapped(to_page @ Transform(*matrix))
            page.paint(
                shapes[shape],
                transform,
                tuple(clips[k] for k in through),
                fill=fill,
                stroke=stroke,
                width=thickness * math.sqrt(abs(transform.determinant)),
            )
        yield page


def _snapped(transform: Transform) -> Transform:
    """Return a transform with its shift freed from the noise of PDFium's single precision."""
    return transform._replace(e=round(transform.e, 5), f=round(transform.f, 5))


def _placed(box: Sequence[float], quarters: int, unit: float) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres and the transform from its user space.

    The shown part is the crop box within the media box; it is turned by /Rotate and sized by
    /UserUnit (ISO 32000-1, 14.11.2 and 7.7.3.3).
    """
    left, bottom, right, top = box
    scale = MM * unit
    upright = Transform(scale, 0.0, 0.0, -scale, -left * scale, top * scale)
    turn, across, down = quarter_turned(quarters, (right - left) * scale, (top - bottom) * scale)
    return across, down, turn @ upright
