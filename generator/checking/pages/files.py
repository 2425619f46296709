"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

import base64
import json
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache, reduce
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from engine.errors import GameError
from engine.geometry.plane import Box, Transform, bounds
from generator.checking import grouped
from generator.checking.pages import svg
from generator.checking.pages.paint import Mark, Page, Picture, Scale, Shape

if TYPE_CHECKING:
    import shapely

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


def read(
    sources: Sequence[Source], scale: Scale, prepare: Callable[[Page], object] = lambda page: None
) -> tuple[list[Page], dict[str, GameError]]:
    """Return the pages of PDF and SVG files, and why others cannot be read, by name.

    The correction for a printer's ``scale`` is undone. Each page is prepared while the next is drawn.
    """
    pages: list[Page] = []
    faults: dict[str, GameError] = {}
    while sources:  # another child reads on after one that broke off
        own: list[Page] = []
        shapes: list[Shape] = []
        with closing(_run([(source.data, []) for source in sources], scale)) as answers:
            for listed in answers:
                name = sources[0].name
                if "page" in listed:
                    shapes += map(Shape, listed["shapes"])
                    own.append(_page(sources[0], scale, listed, shapes))
                    prepare(own[-1])
                    continue
                if listed["refused"]:
                    words, line, column = listed["refused"]
                    faults[name] = GameError(f"{name} {words}", line=line, column=column)
                else:
                    pages += own
                own, shapes, sources = [], [], sources[1:]
    return pages, faults


def refine(pages: Iterable[Page]) -> None:
    """Give pages that were read together finer pictures; raises GameError where they cannot be drawn again."""
    coarse = dict.fromkeys(page for page in pages if not page.is_fine)
    files = [*grouped(coarse, lambda page: page.source).values()]
    if not files:
        return
    asked = [(own[0].file, [page.number for page in own]) for own in files]
    answers = [*_run(asked, files[0][0].scale)]
    for listed in answers:
        if listed.get("refused"):
            raise GameError(f"{files[0][0].source} {listed['refused'][0]}")
    drawn = [listed["picture"] for listed in answers if "picture" in listed]
    for page, picture in zip(chain.from_iterable(files), drawn, strict=True):
        page.picture, page.is_fine = Picture(*picture), True


def _page(source: Source, scale: Scale, listed: dict[str, Any], shapes: Sequence[Shape]) -> Page:
    picture, file = Picture(*listed["picture"]), base64.b64decode(listed["pdf"]) or source.data
    page = Page(source.name, picture=picture, file=file, scale=scale, **listed["page"])
    page.marks += _marks(listed["marks"], shapes, Box(0.0, 0.0, page.width, page.height))
    return page


def _marks(rows: list[Any], shapes: Sequence[Shape], paper: Box) -> Iterator[Mark]:
    """Yield the marks that show on a page, of rows as the child lists them."""
    for number, at, fill, stroke, width, through in rows:
        shape, lying = shapes[number], Transform(*at)
        clips = [(shapes[k], Transform(*place)) for k, *place in through]
        if stroke is None:
            shape, lying, clips = _cut(shape, lying, clips)
        if not all(one.parts for one in (shape, *(clip for clip, _ in clips))):
            continue
        box = _box(shape, lying)
        hole = reduce(Box.common, (_box(*clip) for clip in clips), paper)
        # Written so that a coordinate that is no number fails as well.
        if _WHOLE.holds(box) and hole.meets(box):
            yield Mark(shape, lying, fill, stroke, width, box, hole if clips else None)


# ------------------------------------------------------------------------------ the child process

#: A child that writes nothing is given up after so many seconds by the clock. A busy machine may need
#: them for the few seconds of processor time that a page may take.
_PATIENCE = 600

#: The child imports from where this process does, except from the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({scale})"
)


def _run(files: Sequence[tuple[bytes, Sequence[int]]], scale: Scale) -> Generator[dict[str, Any]]:
    """Yield what :mod:`.pdfium` writes about files; the file at which it breaks off is refused, and is the last.

    A file with the numbers of some pages is asked for their finer pictures only.
    """
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    words = [sys.executable, "-I", "-S", "-c", _PROGRAM.format(path=path, scale=scale)]
    with TemporaryFile() as asked, TemporaryFile() as errors:
        for data, numbers in files:
            asked.write(json.dumps((base64.b64encode(data).decode(), numbers)).encode() + b"\n")
        asked.seek(0)
        child = Popen(words, stdin=asked, stdout=PIPE, stderr=errors)
        lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_pass_on, args=[child.stdout, lines], daemon=True).start()
        left = len(files)
        try:
            while left:
                line = lines.get(timeout=_PATIENCE)
                if not line.endswith(b"\n"):
                    code = child.wait(_PATIENCE)
                    errors.seek(0)
                    yield {"refused": (f"cannot be read: {_why(code, errors.read())}", 0, 0)}
                    return
                listed = json.loads(line)
                yield listed
                if "refused" in listed:
                    left -= 1
        except (Empty, TimeoutExpired):
            why = f"its reader does not answer within {_PATIENCE} s"
            yield {"refused": (f"cannot be read: {why}", 0, 0)}
        finally:
            child.kill()
            child.wait()


def _pass_on(written: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Pass lines on, so that the child need not wait until they are read; an empty one is the last."""
    with written:
        for line in written:
            lines.put(line)
    lines.put(b"")


def _why(code: int, errors: bytes) -> str:
    """Return in words why the child broke off, by its exit code and what it wrote about errors."""
    words = errors.decode(errors="replace").strip().splitlines()
    if code == -getattr(signal, "SIGPROF", 0):
        return "showing it takes more time than sheets of tiles do"
    if code > 0 and words:
        return f"the reader of PDF files fails on this machine ({words[-1][:200]})"
    return "showing it takes more memory than there is for it, or breaks the reader"


# ------------------------------------------------------------------------------------------ clips

#: A clip that lets through more than this share of a shape does not cut it; one of which this is seen is filled.
_ALL = 0.999
#: Of outlines of more points than this neither the box nor what clips cut is worked out from the points.
_MOST_POINTS = 40

#: A clip: an outline that cuts off all outside it, and how it lies on the page.
Clip = tuple[Shape, Transform]


def _cut(
    shape: Shape, lying: Transform, clips: Sequence[Clip]
) -> tuple[Shape, Transform, list[Clip]]:
    """Return a filled shape with its transform, or a clip that it fills with that one's, and the clips that cut it."""
    others: list[Clip] = []
    for clip in clips:
        whole, hole = _polygon(shape, lying), _polygon(*clip)
        if whole is None or hole is None:
            others.append(clip)
            continue
        common = whole.intersection(hole).area
        if common > _ALL * whole.area:
            continue
        if common > _ALL * hole.area:
            shape, lying = clip
        else:
            others.append(clip)
    return shape, lying, others


def _box(shape: Shape, lying: Transform) -> Box:
    """Return the box about a shape as it lies; of one of many points, the box about its own box."""
    return _turned(shape, lying._replace(e=0.0, f=0.0)).moved(lying.e, lying.f)


@lru_cache(maxsize=10_000)  # most shapes are drawn many times
def _turned(shape: Shape, turn: Transform) -> Box:
    few = 0 < shape.count <= _MOST_POINTS
    points = (point for part in shape.parts for point in part.points)
    return bounds(map(turn.apply, points if few else shape.box.corners()))


def _polygon(shape: Shape, lying: Transform) -> shapely.Polygon | None:
    import shapely

    if len(shape.parts) != 1 or not 3 <= shape.count <= _MOST_POINTS:
        return None
    polygon = shapely.Polygon([*map(lying.apply, shape.parts[0].points)])
    return polygon if polygon.is_valid and polygon.area else None
