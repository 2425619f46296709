"""Files into pages: PDF by PDFium in a child process, SVG by our own reading of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.errors import GameError
from generator.checking.pages.paint import Page, Scale
from generator.checking.pages.shapes import Budget

#: Most files in one set, and most bytes of an SVG file (its tree takes ten times that).
MOST_FILES = 2000
MOST_SVG = 24 * 2**20


class Source(NamedTuple):
    """A file to verify: its name for reports, and its bytes."""

    name: str
    data: bytes


def kind_of(data: bytes) -> str:
    """Return what a file is by its first bytes: ``pdf``, ``svg``, ``image`` (PNG or JPEG) or ``text``."""
    if data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff")):
        return "image"
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if b"%PDF-" in data[:1024]:
        return "pdf"
    return "svg" if start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\x00<")) else "text"


def pages(sources: Sequence[Source], scale: Scale, *, drawn: bool = False) -> Iterator[Page]:
    """Yield the pages of files in order, the correction for a printer's ``scale`` undone.

    They have pixels where they are to be ``drawn``.

    Raises GameError where one cannot be read, or holds more than is read.
    """
    if len(sources) > MOST_FILES:
        raise GameError(f"{len(sources)} files are more than is read at once ({MOST_FILES})")
    of_pdf = [source for source in sources if kind_of(source.data) == "pdf"]
    listed: Iterator[list[Page]] = iter(())
    if of_pdf:
        from generator.checking.pages import pdf

        listed = iter(pdf.pages(of_pdf, scale, drawn=drawn))
    found: list[Page] = []
    for source in sources:
        found += next(listed) if kind_of(source.data) == "pdf" else _of_svg(source, scale)
    if drawn and not all(page.views for page in found):
        from generator.checking.pages import redrawn

        redrawn.draw([page for page in found if not page.views])
    for page in found:
        page.drop_covered()
        yield page


def draw(sources: Sequence[Source], scale: Scale, pages: Sequence[Page]) -> None:
    """Give the pages of files, as they were read in order, their pixels.

    Raises GameError where that takes too long, or more than reading a file may cost.
    """
    of_pdf = [source for source in sources if kind_of(source.data) == "pdf"]
    if of_pdf:
        from generator.checking.pages import pdf

        own = [[page for page in pages if page.source == source.name] for source in of_pdf]
        pdf.draw(of_pdf, scale, own)
    if rest := [page for page in pages if not page.views]:
        from generator.checking.pages import redrawn

        redrawn.draw(rest)


def _of_svg(source: Source, scale: Scale) -> list[Page]:
    if kind_of(source.data) != "svg":
        raise GameError(f"{source.name} is neither a PDF nor an SVG sheet")
    if len(source.data) > MOST_SVG:
        raise GameError(
            f"{source.name} has {len(source.data):,} bytes; of SVG at most {MOST_SVG:,} are read"
        )
    from generator.checking.pages import svg

    return svg.pages(source.name, source.data, Budget.of(*source), scale)
