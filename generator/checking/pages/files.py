"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

from engine.errors import GameError
from engine.geometry.plane import Box, Transform
from generator.checking.pages import child, svg
from generator.checking.pages.paint import Mark, Page, Scale, View, box_under
from generator.checking.pages.shapes import Shape

#: Marks that reach farther than this, in millimetres, are no drawing.
_WHOLE = Box(-1e7, -1e7, 1e7, 1e7)


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


def read(sources: Sequence[Source], scale: Scale) -> Read:
    """Return the pages of files, the correction for a printer's ``scale`` undone."""
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
    for line in lines:
        listed = json.loads(line)
        shapes += map(Shape.listed, listed["shapes"])
        page = Page(name, view=View(*listed["view"]), **listed["page"])
        page.marks += _marks(listed["marks"], shapes, Box(0.0, 0.0, page.width, page.height))
        yield page


def _marks(rows: Iterable[Any], shapes: Sequence[Shape], paper: Box) -> Iterator[Mark]:
    """Yield the marks that show on a page, of rows as the child lists them."""
    from generator.checking.pages.clipping import cut  # it takes NumPy

    for number, at, fill, stroke, width, through in rows:
        shape, lying = shapes[number], Transform(*at)
        clips = [(shapes[k], Transform(*place)) for k, *place in through]
        if stroke is None:
            shape, lying, clips = cut(shape, lying, clips)
        if not (shape.parts and all(clip.parts for clip, _ in clips)):
            continue
        box = box_under(lying, shape.box)
        hole = reduce(Box.common, (box_under(turn, clip.box) for clip, turn in clips), _WHOLE)
        # Written so that a coordinate that is no number fails as well.
        if _WHOLE.holds(box) and paper.meets(box) and hole.meets(box):
            yield Mark(shape, lying, fill, stroke, width, box, hole if clips else None)


def _is_drawing(source: Source) -> bool:
    return kind_of(source.data) in ("pdf", "svg")
