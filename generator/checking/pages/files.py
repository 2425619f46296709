"""Files into pages: PDF by PDFium in a child process, SVG by way of PDF."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import shapely

from engine.errors import GameError
from engine.geometry.plane import Box, Transform
from generator.checking.pages import svg
from generator.checking.pages.paint import Mark, Page, Part, Scale, Shape, View, box_under

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
    listed = _lists([*filter(_is_drawing, sources)], scale)
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


# ------------------------------------------------------------------------------ the child process

#: Mebibytes of memory that the child may take.
MEMORY = 1024
#: Seconds by the clock for each file and besides, after which a child is given up that does not
#: work but sleeps: on a busy machine a second of the processor may take so many.
PATIENCE = 300

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({memory}, {scale})"
)


def _lists(
    sources: Sequence[tuple[str, bytes]],
    scale: tuple[float, float],
) -> Iterator[Sequence[bytes] | GameError]:
    """Yield for each named PDF or SVG file its pages, a line of JSON each, as the program :mod:`.pdfium` writes them.

    Pages are drawn, with the correction for a printer's ``scale`` undone.
    Of one that cannot be read, or with which PDFium takes too long or too much memory, or breaks
    down, it is an error; those after it are listed by another child.
    """
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    program = _PROGRAM.format(path=path, memory=MEMORY, scale=scale)
    while sources:
        sent = b"".join(base64.b64encode(data) + b"\n" for _, data in sources)
        lines, end = _run(program, sent, PATIENCE * (1 + len(sources)))
        count, pages = 0, list[bytes]()
        for line in lines:
            if line.startswith(b'{"end"'):
                yield _refused(sources[count][0], json.loads(line)) or pages
                count, pages = count + 1, []
            else:
                pages.append(line)
        if count < len(sources):
            yield GameError(f"{sources[count][0]} cannot be read: {end}")
        sources = sources[count + 1 :]


def _refused(name: str, line: dict[str, Any]) -> GameError | None:
    """Return why the child refused a file, None where it listed it."""
    if not line["end"]:
        return None
    row, column = line["place"] or (0, 0)
    return GameError(f"{name} {line['end']}", line=row, column=column)


def _run(program: str, sent: bytes, patience: float) -> tuple[list[bytes], str]:
    """Return the lines that the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    try:
        run = subprocess.run(words, input=sent, capture_output=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        lines = (error.stdout or b"").splitlines()
        return lines, f"its reader does not answer within {patience:.0f} s"
    lines = run.stdout.splitlines()
    if run.returncode == -getattr(signal, "SIGPROF", 0):
        return lines, "showing it takes more time than sheets of tiles do"
    if run.returncode > 0 and run.stderr:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return lines, f"the reader of PDF files fails on this machine ({last})"
    return lines, "showing it takes more memory than there is for it, or breaks the reader"


# ------------------------------------------------------------------------------------------ clips

#: What reaches beyond a clip by less than this is not cut, in millimetres.
_UNCUT = 0.01
#: Less than this share of a shape is little, more than this of a clip is the whole of it.
_LITTLE, _ALL = 0.4, 0.98
#: Outlines of more points than this are not worked out.
_MOST_POINTS = 40

#: A clip: an outline that cuts off all outside it, and how it lies on the page.
Clip = tuple[Shape, Transform]


def cut(
    shape: Shape, lying: Transform, clips: Sequence[Clip]
) -> tuple[Shape, Transform, list[Clip]]:
    """Return what clips leave of a filled shape, how that lies, and the clips that are left to apply.

    Those stay of which much is left that is not the clip: it may be drawn in parts.
    """
    others: list[Clip] = []
    for clip in clips:
        whole, hole = _polygon(shape, lying), _polygon(*clip)
        if whole is None or hole is None:
            others.append(clip)
        elif not hole.buffer(_UNCUT, join_style="mitre").covers(whole):
            kept = whole.intersection(hole)
            is_told = kept.area < _LITTLE * whole.area or kept.area > _ALL * hole.area
            if is_told and isinstance(kept, shapely.Polygon):
                points = tuple(kept.exterior.coords[:-1])
                shape, lying = Shape([Part(points, closed=True)] if points else []), Transform()
            elif is_told and not kept.area:
                return Shape([]), lying, []
            else:
                others.append(clip)
    return shape, lying, others


def _polygon(shape: Shape, lying: Transform) -> shapely.Polygon | None:
    if len(shape.parts) != 1 or not 3 <= shape.count <= _MOST_POINTS:
        return None
    polygon = shapely.Polygon([*map(lying.apply, shape.parts[0].points)])
    return polygon if polygon.is_valid and polygon.area else None
