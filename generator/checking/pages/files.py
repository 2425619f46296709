"""Files into pages: PDF by PDFium in a child process, SVG by our own reading of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.errors import GameError
from generator.checking.pages.paint import Page, Scale

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


class Read(NamedTuple):
    """The pages of files in order, and of those that cannot be read why, by their names."""

    pages: tuple[Page, ...]
    faults: dict[str, GameError]


def pages(sources: Sequence[Source], scale: Scale, *, drawn: bool = False) -> tuple[Page, ...]:
    """Return the pages of files in order, the correction for a printer's ``scale`` undone.

    They have pixels where they are to be ``drawn``.

    Raises GameError where one cannot be read, or holds more than is read.
    """
    found = read(sources, scale, drawn=drawn)
    for fault in found.faults.values():
        raise fault
    return found.pages


def read(sources: Sequence[Source], scale: Scale, *, drawn: bool = False) -> Read:
    """Return the pages of those files that can be read, as :func:`pages` does.

    Raises GameError where there are too many files.
    """
    if len(sources) > MOST_FILES:
        raise GameError(f"{len(sources)} files are more than is read at once ({MOST_FILES})")
    of_pdf = [source for source in sources if kind_of(source.data) == "pdf"]
    listed: Iterator[list[Page] | GameError] = iter(())
    if of_pdf:
        from generator.checking.pages import pdf

        listed = pdf.pages(of_pdf, scale, drawn=drawn)
    found: list[tuple[str, list[Page] | GameError]] = []
    for source in sources:
        is_pdf = kind_of(source.data) == "pdf"
        found.append((source.name, next(listed) if is_pdf else _of_svg(source, scale)))
    if drawn:
        found = [*zip((name for name, _ in found), _drawn([own for _, own in found]), strict=True)]
    pages = [(name, _uncovered(own)) for name, own in found]
    faults = {name: own for name, own in pages if isinstance(own, GameError)}
    return Read(tuple(page for _, own in pages if isinstance(own, list) for page in own), faults)


def _drawn(found: Sequence[list[Page] | GameError]) -> Iterator[list[Page] | GameError]:
    """Yield the pages of files, those that are no PDF files drawn, or why they cannot be."""
    from generator.checking.pages import redrawn

    lacking = [own for own in found if isinstance(own, list) and not all(p.views for p in own)]
    faults = redrawn.draw(lacking) if lacking else []
    known = {id(own): fault for own, fault in zip(lacking, faults, strict=True) if fault}
    return (known.get(id(own), own) for own in found)


def _uncovered(pages: list[Page] | GameError) -> list[Page] | GameError:
    """Return a file's pages without what is covered, or why they are not read."""
    if isinstance(pages, GameError):
        return pages
    try:
        for page in pages:
            page.drop_covered()
    except GameError as error:
        return error
    return pages


def draw(sources: Sequence[Source], scale: Scale, pages: Sequence[Page]) -> dict[str, GameError]:
    """Give the pages of files, as they were read, their pixels; return why some cannot be drawn, by file."""
    own = {one.name: [page for page in pages if page.source == one.name] for one in sources}
    of_pdf = [source for source in sources if kind_of(source.data) == "pdf"]
    faults: dict[str, GameError] = {}
    if of_pdf:
        from generator.checking.pages import pdf

        drawn = pdf.draw(of_pdf, scale, [own[source.name] for source in of_pdf])
        faults = {one.name: fault for one, fault in zip(of_pdf, drawn, strict=True) if fault}
    rest = {name: pages for name, pages in own.items() if name not in faults}
    found = zip(rest, _drawn([*rest.values()]), strict=True)
    return faults | {name: one for name, one in found if isinstance(one, GameError)}


def show(sources: Sequence[Source], scale: Scale, pages: Sequence[Page]) -> None:
    """Give pixels to the pages of files that have none, also where pages were turned after reading.

    Raises GameError where one cannot be drawn.
    """
    from generator.checking.pages import child, pdf, redrawn

    lacking = [page for page in pages if not page.views]
    names = {page.source for page in lacking}
    of_pdf = [one for one in sources if one.name in names and kind_of(one.data) == "pdf"]
    shown = child.listed(of_pdf, scale, marks=False) if of_pdf else ()
    for source, listed in zip(of_pdf, shown, strict=True):
        if isinstance(listed, GameError):
            raise listed
        own = [page for page in lacking if page.source == source.name]
        for number, (line, views) in enumerate(pdf.drawn_pages(listed), 1):
            for page in own:
                if page.number == number:
                    turn = 0 if page.quarters == line["turn"] else line["turn"]
                    page.views = {(k + turn) % 4: view for k, view in views.items()}
    for fault in redrawn.draw([[page] for page in lacking if not page.views]):
        if fault is not None:
            raise fault


def _of_svg(source: Source, scale: Scale) -> list[Page] | GameError:
    """Return the page of an SVG file as a list of one, or why it is not read."""
    if kind_of(source.data) != "svg":
        return GameError(f"{source.name} is neither a PDF nor an SVG sheet")
    if len(source.data) > MOST_SVG:
        size = f"{len(source.data):,} bytes; of SVG at most {MOST_SVG:,} are read"
        return GameError(f"{source.name} has {size}")
    from generator.checking.pages import svg

    try:
        return svg.pages(source.name, source.data, scale)
    except GameError as error:
        return error
