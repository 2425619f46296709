"""PDF and SVG files of Atreya's tiles written by hand, operator by operator."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tests.checking.foreign import INKS, MM, Shape

COLOURS = {"r": "#cc1f33", "g": "#269e40", "b": "#1f47b3"}


def raw(
    content: bytes,
    resources: bytes = b"<< >>",
    objects: Sequence[bytes] = (),
    *,
    page: bytes = b"/MediaBox [0 0 595.2756 841.8898]",
) -> bytes:
    """Return a PDF of one page; further objects are numbered from 5."""
    body = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R %s /Contents 4 0 R /Resources %s >>" % (page, resources),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        *objects,
    ]
    out, offsets = b"%PDF-1.4\n", []
    for k, one in enumerate(body, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (k, one)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size, start = len(body) + 1, len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, start)


def tile_operators(tile: str, x: float, y: float) -> bytes:
    """Return the operators of one tile of 30 mm, seven polygons; lengths in mm, y upwards."""
    words = [b"q 1 0 0 1 %f %f cm" % (x * MM, y * MM)]
    for letter, points in Shape(tile, 30.0).areas():
        path = b" ".join(b"%.4f %.4f %s" % (*p, b"l" if k else b"m") for k, p in enumerate(points))
        words += [b"%.3f %.3f %.3f rg" % INKS[letter], path + b" h f"]
    return b"\n".join([*words, b"Q\n"])


SVG_TILES = {
    "polygon": '<polygon points="{points}" fill="{colour}"/>',
    "style": '<polygon points="{points}" fill="lime" style="fill:{colour};stroke:#000"/>',
    "class": '<polygon class="area {letter}" points="{points}"/>',
    "path": '<path d="m{steps}z" fill="{colour}"/>',
    "current": '<g color="{colour}"><polygon points="{points}" fill="currentColor"/></g>',
    "swatch": '<polygon points="{points}" fill="url(#swatch-{letter})"/>',
}


def svg_tile(tile: str, way: str = "polygon") -> str:
    """Return a tile about the origin, 30 units wide, drawn in one of several ways."""
    parts = []
    for letter, corners in Shape(tile, 30.0 / MM).areas():
        points = [(round(x, 4), round(-y, 4)) for x, y in corners]
        steps = [points[0], *((x - a, y - b) for (a, b), (x, y) in pairwise(points))]
        parts.append(
            SVG_TILES[way].format(
                letter=letter,
                points=" ".join(f"{x},{y}" for x, y in points),
                colour=COLOURS[letter],
                steps="l".join(f"{x:.4f},{y:.4f}" for x, y in steps),
            )
        )
    return "".join(parts)


def svg_file(body: str) -> bytes:
    """Return an SVG file with style sheets and swatches for the tiles in it."""
    rules = "".join(f".{letter}{{fill:{colour}}} " for letter, colour in COLOURS.items())
    swatches = "".join(
        f'<linearGradient id="swatch-{letter}"><stop style="stop-color:{colour}"/></linearGradient>'
        for letter, colour in COLOURS.items()
    )
    style = f"<style>.area{{stroke:none}} {rules}@media print{{.b{{fill:red}}}}</style>"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="210mm" height="297mm" viewBox="0 0 210 297"><defs>{style}{swatches}</defs>{body}</svg>'
    ).encode()
