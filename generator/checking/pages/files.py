"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

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
    sources: Sequence[Source], scale: Scale, prepare: Callable[[Page], object] = id
) -> tuple[list[Page], dict[str, GameError]]:
    """Return the pages of PDF and SVG files, and why others cannot be read, by name.

    The correction for a printer's ``scale`` is undone. Each page is prepared while the next is drawn.
    """
    pages: list[Page] = []
    faults: dict[str, GameError] = {}
    while sources:
        own: list[Page] = []
        shapes: list[Shape] = []
        try:
            for listed in _run([(*source, []) for source in sources], scale):
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
        except GameError as error:  # another child reads on after the one that ended this
            faults[sources[0].name] = error
            sources = sources[1:]
    return pages, faults


def refine(pages: Iterable[Page]) -> None:
    """Give pages that were read together finer pictures; raises GameError where they cannot be drawn again."""
    coarse = dict.fromkeys(page for page in pages if not page.is_fine)
    files = [*grouped(coarse, lambda page: page.source).values()]
    if not files:
        return
    asked = [(own[0].source, own[0].file, [page.number for page in own]) for own in files]
    drawn = [*filter(None, (one.get("picture") for one in _run(asked, files[0][0].scale)))]
    if len(drawn) < len(coarse):
        raise GameError(f"{files[0][0].source} cannot be read: {_TOO_MUCH}")
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

#: A child that hangs is given up after so many seconds by the clock for each file, and once more so
#: many. A busy machine may need them for the few seconds of processor time that a child may take.
_PATIENCE = 300

#: The child imports from where this process does, except from the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({scale})"
)

#: Why a child that broke off did so.
_TOO_MUCH = "showing it takes more memory than there is for it, or breaks the reader"


def _run(files: Sequence[tuple[str, bytes, Sequence[int]]], scale: Scale) -> Iterator[Any]:
    """Yield what :mod:`.pdfium` writes about files; raises GameError where it breaks off.

    A file is its name, its bytes and, if only finer pictures of some pages are asked for, their numbers.
    """
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    words = [sys.executable, "-I", "-S", "-c", _PROGRAM.format(path=path, scale=scale)]
    asked = [json.dumps((base64.b64encode(data).decode(), pages)) for _, data, pages in files]
    patience = _PATIENCE * (1 + len(files))
    reading, writing = os.pipe()
    written: SimpleQueue[bytes] = SimpleQueue()
    why = [_TOO_MUCH]

    def child() -> None:
        """Have the child write into the pipe; if it breaks off, note in words why."""
        sent = "\n".join(asked).encode()
        with os.fdopen(writing, "wb") as stdout:
            try:
                run = subprocess.run(
                    words, input=sent, stdout=stdout, stderr=PIPE, timeout=patience, check=False
                )
            except subprocess.TimeoutExpired:
                why.append(f"its reader does not answer within {patience} s")
                return
            except OSError as error:
                why.append(f"its reader does not start ({error.strerror})")
                return
            if run.returncode == -getattr(signal, "SIGPROF", 0):
                why.append("showing it takes more time than sheets of tiles do")
            elif run.returncode > 0 and run.stderr:
                last = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
                why.append(f"the reader of PDF files fails on this machine ({last})")

    def take() -> None:
        """Take what comes out of the pipe, that the child need not wait."""
        with os.fdopen(reading, "rb") as lines:
            for line in lines:
                written.put(line)
        written.put(b"")

    Thread(target=child).start()
    Thread(target=take).start()
    names = [name for name, _, _ in files]
    while names:
        line = written.get()
        if not line.endswith(b"\n"):
            raise GameError(f"{names[0]} cannot be read: {why[-1]}")
        listed = json.loads(line)
        yield listed
        names = names["refused" in listed :]


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
