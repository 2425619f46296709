"""Pages of marks as pixels: written into a PDF file that PDFium draws in the child process.

For pages that do not come out of a PDF file.  Text is not on them; what is no flat colour shows
grey.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from engine.errors import GameError
from engine.geometry.plane import Transform
from generator.checking.pages import child
from generator.checking.pages.paint import Clip, Mark, Page, View
from generator.checking.pages.shapes import Shape

MM = 25.4 / 72

#: What stands for patterns, gradients and pictures.
_GREY = "#808080"


def draw(files: Sequence[Sequence[Page]]) -> list[GameError | None]:
    """Give the pages of files their pixels; return why those of a file cannot be drawn, None where they are."""
    faults: list[GameError | None] = [None] * len(files)
    sources = {}
    for k, pages in enumerate(files):
        try:
            sources[k] = pages[0].source, _file(pages)
        except GameError as error:
            faults[k] = error
    listed = child.listed([*sources.values()], (100.0, 100.0), marks=False)
    for k, one in zip(sources, listed, strict=True):
        faults[k] = _given(files[k], one)
    return faults


def _given(pages: Sequence[Page], listed: Sequence[child.Text] | GameError) -> GameError | None:
    """Give a file's pages their pixels; return why they cannot be drawn."""
    if isinstance(listed, GameError):
        return listed
    drawn = [text for text in listed if text.part]
    if len(drawn) < len(pages):
        return GameError(f"{pages[0].source} has a page that is too small to show anything")
    for page, text in zip(pages, drawn, strict=True):
        quarters, rows, columns, per_mm = text.line()["view"]
        page.views[quarters] = View(rows, columns, per_mm, text.part)
    return None


def _file(pages: Sequence[Page]) -> bytes:
    """Return a PDF file that shows pages (ISO 32000-1, 7.5)."""
    kids = b" ".join(b"%d 0 R" % (3 + 2 * k) for k in range(len(pages)))
    things = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
    ]
    for page in pages:
        content = zlib.compress("\n".join(_operators(page)).encode(), 1)
        shares = "".join(f"/A{a} << /ca {a / 1000} /CA {a / 1000} >>" for a in _shares(page))
        box = f"/MediaBox [0 0 {page.width / MM:.5f} {page.height / MM:.5f}]"
        things += [
            f"<< /Type /Page /Parent 2 0 R {box} /Contents {len(things) + 2} 0 R "
            f"/Resources << /ExtGState << {shares} >> >> >>".encode(),
            b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream"
            % (len(content), content),
        ]
    out, places = b"%PDF-1.4\n", []
    for number, thing in enumerate(things, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(things) + 1, table) + (
        b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(things) + 1, len(out))
    )
    return out


def _shares(page: Page) -> list[int]:
    """Return the opacities on a page, in thousandths."""
    return sorted({round(1000 * mark.alpha) for mark in page.marks})


def _operators(page: Page) -> Iterator[str]:
    """Yield what paints a page's marks; neighbours with the same clips share them."""
    yield f"{1 / MM:.9f} 0 0 {-1 / MM:.9f} 0 {page.height / MM:.5f} cm q"
    clips: tuple[Clip, ...] = ()
    for mark in page.marks:
        if mark.clips != clips:
            clips = mark.clips
            yield "Q q"
            yield from (_cut(clip) for clip in clips)
        yield _painted(mark)
    yield "Q"


def _cut(clip: Clip) -> str:
    """Return what cuts off all outside a clip's outlines together."""
    paths = [_path(shape, lying) for shape, lying in clip.shapes]
    return f"{' '.join(paths) or '0 0 0 0 re'} W{'*' if clip.even_odd else ''} n"


def _painted(mark: Mark) -> str:
    """Return what paints a mark; its line has its width on the page, so points are placed first."""
    words = [f"/A{round(1000 * mark.alpha)} gs", _path(mark.shape, mark.transform)]
    operator = "n"
    if mark.fill is not None:
        words.insert(0, f"{_ink(mark.fill)} rg")
        operator = "f*" if mark.even_odd else "f"
    if mark.stroke is not None:
        words.insert(0, f"{_ink(mark.stroke)} RG {mark.width:.5f} w {mark.cap} J")
        operator = operator.replace("f", "B") if mark.fill is not None else "S"
    return " ".join((*words, operator))


def _ink(paint: str) -> str:
    colour = paint if paint.startswith("#") else _GREY
    return " ".join(f"{int(colour[k : k + 2], 16) / 255:.4f}" for k in (1, 3, 5))


def _path(shape: Shape, transform: Transform) -> str:
    """Return a shape's outline as it lies on the page."""
    a, b, c, d, e, f = transform
    words = []
    for points, closed, _ in shape.parts:
        placed = [f"{a * x + c * y + e:.5f} {b * x + d * y + f:.5f}" for x, y in points]
        words.append(f"{placed[0]} m {' l '.join(placed[1:])} l{' h' if closed else ''}")
    return " ".join(words)
