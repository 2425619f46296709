"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.errors import GameError
from engine.geometry.plane import Transform
from generator.checking.pages import child, svg
from generator.checking.pages.paint import Page, Scale, View
from generator.checking.pages.shapes import Clip, Shape

#: Most files in one set.
MOST_FILES = 2000


class Source(NamedTuple):
    """A file to verify: its name for reports, and its bytes."""

    name: str
    data: bytes


def kind_of(data: bytes) -> str:
    """Return what a file is by its first bytes: ``pdf``, ``svg``, ``image`` (PNG or JPEG) or ``text``."""
    if data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff")):
        return "image"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    return "svg" if svg.is_svg(data) else "text"


class Read(NamedTuple):
    """The pages of files in order, and of those that cannot be read why, by their names."""

    pages: tuple[Page, ...]
    faults: dict[str, GameError]


def pages(sources: Sequence[Source], scale: Scale) -> tuple[Page, ...]:
    """Return the pages of files in order, the correction for a printer's ``scale`` undone.

    Raises GameError where one cannot be read, or holds more than is read.
    """
    drawn = read(sources, scale)
    for fault in drawn.faults.values():
        raise fault
    return drawn.pages


def read(sources: Sequence[Source], scale: Scale) -> Read:
    """Return the pages of those files that can be read, as :func:`pages` does.

    Raises GameError where there are too many files.
    """
    if len(sources) > MOST_FILES:
        raise GameError(f"{len(sources)} files are more than is read at once ({MOST_FILES})")
    listed = child.listed([*filter(_is_drawing, sources)], scale)
    result: list[Page] = []
    faults: dict[str, GameError] = {}
    for source in sources:
        error = GameError(f"{source.name} is neither a PDF nor an SVG sheet")
        lines = next(listed) if _is_drawing(source) else error
        if isinstance(lines, GameError):
            faults[source.name] = lines
        else:
            result += _listed(source.name, lines)
    return Read(tuple(result), faults)


def _listed(name: str, lines: Sequence[bytes]) -> Iterator[Page]:
    """Yield the pages that lines of a file list, as they are shown, rotated and cropped."""
    shapes: list[Shape] = []
    cuts: list[tuple[Shape, Transform]] = []
    for line in lines:
        listed = json.loads(line)
        shapes += map(Shape.listed, listed["shapes"])
        cuts += ((shapes[k], Transform(*matrix)) for k, *matrix in listed["clips"])
        page = Page(
            name,
            **listed["page"],
            views={
                turn: View(rows, columns, per_mm, base64.b64decode(packed))
                for turn, rows, columns, per_mm, packed in listed["views"]
            },
        )
        to_page = Transform(*listed["to_page"])
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


def _is_drawing(source: Source) -> bool:
    return kind_of(source.data) in ("pdf", "svg")
