"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import GameError
from generator.checking.pages import child, pdf, svg
from generator.checking.pages.paint import Page, Scale

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
            result += pdf.pages(source.name, lines, scale)
    return Read(tuple(result), faults)


def _is_drawing(source: Source) -> bool:
    return kind_of(source.data) in ("pdf", "svg")
