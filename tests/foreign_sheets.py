"""PDF sheets of Atreya's tiles as other tools draw them: other operators, colours, orders."""

from __future__ import annotations

import io
import math
import random
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
HEIGHT = 297.0

#: Colours no theme of ours has.
INKS = {"r": (0.85, 0.1, 0.15), "g": (0.1, 0.6, 0.2), "b": (0.1, 0.25, 0.75)}

Corner = tuple[float, float]
Paint = Callable[[Any, str], None]


def corners(radius: float, first: float) -> list[Corner]:
    """Return a hexagon's corners, counter-clockwise in PDF's upward y, from ``first`` degrees."""
    return [
        (
            radius * math.cos(math.radians(first + 60 * k)),
            radius * math.sin(math.radians(first + 60 * k)),
        )
        for k in range(6)
    ]


def areas(radius: float, turn: float = 0.0) -> list[list[Corner]]:
    """Return six half-pieces, from E counter-clockwise (y up), and the centre piece."""
    outer, inner = corners(radius, turn - 30), corners(radius / 2, turn - 30)
    halves = [[inner[k], outer[k], outer[(k + 1) % 6], inner[(k + 1) % 6]] for k in range(6)]
    return [*halves, inner]


def rgb(canvas: Any, letter: str) -> None:
    canvas.setFillColorRGB(*INKS[letter])


def cmyk(canvas: Any, letter: str) -> None:
    r, g, b = INKS[letter]
    canvas.setFillColor(CMYKColor(1 - r, 1 - g, 1 - b, 0))


def spot(canvas: Any, letter: str) -> None:
    r, g, b = INKS[letter]
    canvas.setFillColor(CMYKColorSep(1 - r, 1 - g, 1 - b, 0, spotName=f"Ink {letter}"))


def gray(canvas: Any, letter: str) -> None:
    level = {"r": 0.25, "g": 0.5, "b": 0.75}[letter]
    canvas._code.append(f"{level} g")


def fill(canvas: Any, points: Sequence[Corner], *, stroke: bool = False) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, fill=1, stroke=int(stroke))


def seven(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw seven polygons."""
    for letter, points in zip(tile[2:] + tile[0], areas(radius, turn), strict=True):
        paint(canvas, letter)
        fill(canvas, points)


def triangles(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw a dark hexagon, six triangles to the middle, and a smaller hexagon."""
    canvas.setFillColorRGB(0, 0, 0)
    outer = corners(radius, turn - 30)
    fill(canvas, outer)
    for k, letter in enumerate(tile[2:]):
        paint(canvas, letter)
        fill(canvas, [(0, 0), outer[k], outer[(k + 1) % 6]])
    paint(canvas, tile[0])
    fill(canvas, corners(radius / 2, turn - 30))


def stroked(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw seven polygons, each with its outline."""
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(2)
    for letter, points in zip(tile[2:] + tile[0], areas(radius, turn), strict=True):
        paint(canvas, letter)
        fill(canvas, points, stroke=True)


def curved(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw seven polygons whose sides are straight Bézier curves."""
    for letter, points in zip(tile[2:] + tile[0], areas(radius, turn), strict=True):
        paint(canvas, letter)
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            thirds = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (1 / 3, 2 / 3)]
            path.curveTo(*thirds[0], *thirds[1], *b)
        canvas.drawPath(path, fill=1, stroke=0)


def clipped(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw squares of colour through clips of the areas' outlines."""
    for letter, points in zip(tile[2:] + tile[0], areas(radius, turn), strict=True):
        canvas.saveState()
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        canvas.clipPath(path, fill=0, stroke=0)
        paint(canvas, letter)
        canvas.rect(-2 * radius, -2 * radius, 4 * radius, 4 * radius, fill=1, stroke=0)
        canvas.restoreState()


def rounded(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw a hexagon with round corners in the colour of the centre, and six half-pieces."""
    paint(canvas, tile[0])
    outer = corners(radius, turn - 30)
    path = canvas.beginPath()
    for k in range(6):
        a, b, c = outer[k - 1], outer[k], outer[(k + 1) % 6]
        before = (b[0] + (a[0] - b[0]) * 0.06, b[1] + (a[1] - b[1]) * 0.06)
        after = (b[0] + (c[0] - b[0]) * 0.06, b[1] + (c[1] - b[1]) * 0.06)
        (path.lineTo if k else path.moveTo)(*before)
        path.curveTo(*b, *b, *after)
    path.close()
    canvas.drawPath(path, fill=1, stroke=0)
    for letter, points in zip(tile[2:], areas(radius, turn), strict=False):
        a, b, c, d = points
        cut = [(b[0] + (o[0] - b[0]) * 0.06, b[1] + (o[1] - b[1]) * 0.06) for o in (a, c)]
        end = [(c[0] + (o[0] - c[0]) * 0.06, c[1] + (o[1] - c[1]) * 0.06) for o in (b, d)]
        paint(canvas, letter)
        fill(canvas, [a, *cut, *end, d])


def inset(canvas: Any, tile: str, radius: float, turn: float, paint: Paint) -> None:
    """Draw a dark hexagon and seven areas upon it, each a tenth smaller than it is."""
    canvas.setFillColorRGB(0, 0, 0)
    fill(canvas, corners(radius, turn - 30))
    for letter, points in zip(tile[2:] + tile[0], areas(radius, turn), strict=True):
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        paint(canvas, letter)
        fill(canvas, [(x + (p[0] - x) * 0.9, y + (p[1] - y) * 0.9) for p in points])


Style = Callable[[Any, str, float, float, Paint], None]


def sheet(
    tiles: Sequence[str],
    style: Style,
    *,
    size: float = 30.0,
    paint: Paint = rgb,
    turned: bool = False,
    forms: bool = False,
    apart: float = 1.2,
) -> bytes:
    """Return a one-page PDF of tiles ``size`` mm wide, each perhaps turned by any angle."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(210 * MM, HEIGHT * MM), invariant=1)
    radius = size * MM / math.sqrt(3)
    angles = random.Random(1)
    if forms:
        for k, tile in enumerate(tiles):
            canvas.beginForm(f"tile{k}", -2 * radius, -2 * radius, 2 * radius, 2 * radius)
            style(canvas, tile, radius, 0.0, paint)
            canvas.endForm()
    across = int(200 // (size * apart))
    for k, tile in enumerate(tiles):
        column, row = k % across, k // across
        canvas.saveState()
        x = 8 + size * 0.6 + column * size * apart
        y = HEIGHT - 8 - size * 0.6 - row * size * apart
        canvas.translate(x * MM, y * MM)
        if turned:
            canvas.rotate(angles.uniform(0, 360))
        if forms:
            canvas.doForm(f"tile{k}")
        else:
            style(canvas, tile, radius, 0.0, paint)
        canvas.restoreState()
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


# ------------------------------------------------------------------------- PDF by hand


def raw(
    content: bytes,
    resources: bytes = b"<< >>",
    objects: Sequence[bytes] = (),
    *,
    page: bytes = b"/MediaBox [0 0 595.2756 841.8898]",
) -> bytes:
    """Return a PDF of one page by hand; further objects are numbered from 5."""
    body = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R "
        + page
        + b" /Contents 4 0 R /Resources "
        + resources
        + b" >>",
        stream(content),
        *objects,
    ]
    out, offsets = b"%PDF-1.4\n", []
    for k, one in enumerate(body, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % k + one + b"\nendobj\n"
    start = len(out)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(body) + 1) + table
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(body) + 1,
        start,
    )


def stream(content: bytes, table: bytes = b"") -> bytes:
    """Return a compressed stream object."""
    data = zlib.compress(content, 9)
    head = b"<< %s /Length %d /Filter /FlateDecode >>\nstream\n" % (table, len(data))
    return head + data + b"\nendstream"


def form(content: bytes, resources: bytes = b"<< >>") -> bytes:
    """Return a form XObject."""
    return stream(
        content,
        b"/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources " + resources,
    )


def tile_operators(
    tile: str, colours: dict[str, bytes], x: float, y: float, size: float = 30.0
) -> bytes:
    """Return the operators of one tile of seven polygons; lengths in mm, y upwards."""
    words = [b"q %f 0 0 %f %f %f cm" % (MM, MM, x * MM, y * MM)]
    for letter, points in zip(tile[2:] + tile[0], areas(size / math.sqrt(3)), strict=True):
        words.append(colours[letter])
        path = b" ".join(b"%.4f %.4f %s" % (*p, b"l" if k else b"m") for k, p in enumerate(points))
        words.append(path + b" h f")
    return b"\n".join([*words, b"Q\n"])


def plain_rgb() -> dict[str, bytes]:
    """Return the operators that set the three colours in DeviceRGB."""
    return {c: b"%.3f %.3f %.3f rg" % ink for c, ink in INKS.items()}
