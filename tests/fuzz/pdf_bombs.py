"""PDF files of under a mebibyte that are made to cost as much as they can, by their names."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Mapping, Sequence

from tests import foreign_sheets as foreign

_HEXAGON = b"20 0 m 10 17.32 l -10 17.32 l -20 0 l -10 -17.32 l 10 -17.32 l h "
_RNG_SEED = 15


def _plain(content: bytes, table: bytes) -> bytes:
    """Return a stream object as it is, its filters in its table."""
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (table, len(content), content)


def _scattered(count: int, words: bytes, seed: int = _RNG_SEED) -> bytes:
    """Return operators repeated at random places of a page."""
    rng = random.Random(seed)
    places = ((rng.uniform(0, 595), rng.uniform(0, 842)) for _ in range(count))
    return b"".join(b"q 1 0 0 1 %.2f %.2f cm %s Q " % (x, y, words) for x, y in places)


def _distinct_hexagons(count: int, words: bytes = b"f ", spread: float = 300.0) -> bytes:
    rng = random.Random(_RNG_SEED)
    out = []
    for _ in range(count):
        x, y, r = rng.uniform(0, spread) + 100, rng.uniform(0, spread) + 100, rng.uniform(8, 40)
        h = r * 0.8660254
        out.append(
            b"%.1f %.1f m %.1f %.1f l %.1f %.1f l %.1f %.1f l %.1f %.1f l %.1f %.1f l h %s"
            % (
                x + r,
                y,
                x + r / 2,
                y + h,
                x - r / 2,
                y + h,
                x - r,
                y,
                x - r / 2,
                y - h,
                x + r / 2,
                y - h,
                words,
            )
        )
    return b"".join(out)


def _paths(count: int, points: int, words: bytes = b"f ", seed: int = _RNG_SEED) -> bytes:
    """Return paths of random points, all different."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        x, y = rng.uniform(0, 595), rng.uniform(0, 842)
        out.append(b"%d %d m " % (x, y))
        out += [
            b"%d %d l " % (x + rng.uniform(-60, 60), y + rng.uniform(-60, 60))
            for _ in range(points)
        ]
        out.append(words)
    return b"".join(out)


def _forms(levels: int, each: int, inner: bytes) -> bytes:
    """Return a page of forms within forms."""
    things = []
    for k in range(5, 5 + levels):
        name = b"/F%d" % (k + 1)
        things.append(
            foreign.form(
                name + b" Do " + (b"1 0 0 1 3 3 cm " + name + b" Do ") * (each - 1),
                b"<< /XObject << %s %d 0 R >> >>" % (name, k + 1),
            )
        )
    things.append(foreign.form(inner))
    return foreign.raw(b"/F5 Do", b"<< /XObject << /F5 5 0 R >> >>", things)


def _image(
    width: int,
    height: int,
    table: bytes,
    data: bytes,
    content: bytes = b"500 0 0 700 40 40 cm /I Do ",
) -> bytes:
    head = b"/Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray " % (
        width,
        height,
    )
    return foreign.raw(content, b"<< /XObject << /I 5 0 R >> >>", [_plain(data, head + table)])


def _masks(levels: int) -> bytes:
    """Return soft masks whose groups have soft masks, and patterns in them."""
    things = []
    for k in range(levels):
        at = 5 + 2 * k
        things.append(b"<< /Type /ExtGState /SMask << /S /Luminosity /G %d 0 R >> >>" % (at + 1))
        inner = b"<< /ExtGState << /G %d 0 R >> >>" % (at + 2)
        content = b"/G gs " + b"0 0 600 800 re f " * 4 if k + 1 < levels else b"0 0 600 800 re f "
        things.append(
            foreign.stream(
                content,
                b"/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Group << /S /Transparency /CS /DeviceGray >> /Resources "
                + (inner if k + 1 < levels else b"<< >>"),
            )
        )
    return foreign.raw(
        b"/G gs " + b"0 0 600 800 re f " * 10, b"<< /ExtGState << /G 5 0 R >> >>", things
    )


def _patterns(levels: int, step: float = 3.0) -> bytes:
    things = []
    for k in range(levels):
        last = k + 1 == levels
        content = b"0 0 2 2 re f" if last else b"/Pattern cs /P scn 0 0 60 60 re f"
        resources = b"<< >>" if last else b"<< /Pattern << /P %d 0 R >> >>" % (6 + k)
        things.append(
            foreign.stream(
                content,
                b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 60 60] /XStep %.1f /YStep %.1f /Resources %s"
                % (step, step, resources),
            )
        )
    return foreign.raw(
        b"/Pattern cs /P scn " + b"0 0 600 800 re f " * 5, b"<< /Pattern << /P 5 0 R >> >>", things
    )


def _shading(count: int, body: bytes, kind: int = 1) -> bytes:
    function = foreign.stream(
        b"{ " + body + b" }", b"/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]"
    )
    table = (
        b"<< /ShadingType %d /ColorSpace /DeviceRGB /Matrix [600 0 0 850 0 0] /Function 5 0 R >>"
        % kind
    )
    return foreign.raw(b"/S sh " * count, b"<< /Shading << /S %s >> >>" % table, [function])


def _type3(letters: int, glyph: bytes) -> bytes:
    font = b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 100 100] /FontMatrix [.01 0 0 .01 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [100] /Resources << >> >>"
    text = b"BT /F 60 Tf " + b"1 0 0 1 30 30 Tm (" + b"a" * letters + b") Tj ET "
    return foreign.raw(
        text, b"<< /Font << /F 5 0 R >> >>", [font, foreign.stream(b"100 0 d0 " + glyph)]
    )


def _texts(count: int, words: bytes = b"(aaaaaaaaaaaaaaaa) Tj ") -> bytes:
    font = b"<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    return foreign.raw(b"BT /F 12 Tf 30 400 Td " + words * count + b"ET", font)


def _pages(count: int, content: bytes) -> bytes:
    one = foreign.raw(content)
    return one.replace(b"/Kids [3 0 R]", b"/Kids [" + b"3 0 R " * count + b"]").replace(
        b"/Count 1", b"/Count %d" % count
    )


def _own_pages(contents: Sequence[bytes]) -> bytes:
    """Return pages that each have a content of their own."""
    kids = b"".join(b"%d 0 R " % (5 + 2 * k) for k in range(len(contents)))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R >>"
    things = [
        thing
        for k, content in enumerate(contents)
        for thing in (page % (6 + 2 * k), foreign.stream(content))
    ]
    whole = foreign.raw(b"", b"<< >>", things)
    count = b"/Count %d" % len(contents)
    return whole.replace(b"/Kids [3 0 R]", b"/Kids [" + kids + b"]").replace(b"/Count 1", count)


def _mesh(triangles: int) -> bytes:
    rng = random.Random(_RNG_SEED)
    data = b"".join(
        b"\0" + bytes(rng.randrange(256) for _ in range(7)) for _ in range(triangles * 3)
    )
    table = b"/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 600 0 850 0 1 0 1 0 1]"
    return foreign.raw(
        b"/S sh " * 10, b"<< /Shading << /S 5 0 R >> >>", [foreign.stream(data, table)]
    )


PDF: Mapping[str, Callable[[], bytes]] = {
    "hexagons stacked": lambda: foreign.raw(
        b"1 0 0 1 300 300 cm " + (b"1 0 0 1 .01 .003 cm " + _HEXAGON + b"f ") * 20_000
    ),
    "hexagons stacked, all different": lambda: foreign.raw(_distinct_hexagons(20_000)),
    "hexagons stacked, few": lambda: foreign.raw(_distinct_hexagons(5_000)),
    "hexagons spread": lambda: foreign.raw(_distinct_hexagons(9_000, spread=400.0)),
    "hexagons outlined": lambda: foreign.raw(_distinct_hexagons(6_000, words=b"S ")),
    "hexagons scattered": lambda: foreign.raw(_scattered(8_000, _HEXAGON + b"f ")),
    "hexagons on one another": lambda: foreign.raw(
        b"".join(
            b"q 1 0 0 1 300 300 cm %.4f 0 0 %.4f 0 0 cm %s f Q "
            % (1 + k / 4000, 1 + k / 4000, _HEXAGON)
            for k in range(8_000)
        )
    ),
    "squares scattered": lambda: foreign.raw(_scattered(9_000, b"0 0 40 40 re f ")),
    "squares in a grid": lambda: foreign.raw(
        b"".join(b"%d %d 4 4 re f " % (x, y) for x in range(0, 595, 6) for y in range(0, 842, 6))
    ),
    "squares as cells": lambda: foreign.raw(
        b"".join(
            b"%d %d 12 12 re S " % (x, y) for x in range(0, 595, 12) for y in range(0, 842, 12)
        )
    ),
    "circles scattered": lambda: foreign.raw(
        _scattered(
            5_000,
            b"20 0 m 20 11 11 20 0 20 c -11 20 -20 11 -20 0 c -20 -11 -11 -20 0 -20 c 11 -20 20 -11 20 0 c h f ",
        )
    ),
    "paths of random points": lambda: foreign.raw(_paths(4_000, 12)),
    "paths of many points": lambda: foreign.raw(_paths(40, 1_000)),
    "stroked paths": lambda: foreign.raw(_paths(4_000, 12, b"S ")),
    "short lines": lambda: foreign.raw(_paths(20_000, 1, b"S ")),
    "lines across": lambda: foreign.raw(
        b"".join(
            b"0 %.2f m 595 %.2f l S %.2f 0 m %.2f 842 l S " % (k * 0.1, k * 0.1, k * 0.07, k * 0.07)
            for k in range(8_000)
        )
    ),
    "one path of curves": lambda: foreign.raw(
        b"0 0 m " + b"1 500 500 1 %d %d c " * 1 % (5, 5) * 60_000 + b"f "
    ),
    "one path, stroked": lambda: foreign.raw(
        b"0 0 m "
        + b"".join(b"%d %d l " % (k * 7919 % 595, k * 6101 % 842) for k in range(80_000))
        + b"S "
    ),
    "dashes": lambda: foreign.raw(
        b"[.01 .01] 0 d 1 w " + b"".join(b"0 %d m 595 %d l S " % (k, k) for k in range(800))
    ),
    "long dash arrays": lambda: foreign.raw(
        b"[" + b".01 " * 20_000 + b"] 0 d 1 w " + b"0 9 m 595 9 l S " * 200
    ),
    "clips within clips": lambda: foreign.raw(
        b"".join(b"0 0 %d %d re W n " % (595 - k % 300, 842 - k % 300) for k in range(300))
        + b"0 0 9 9 re f " * 3_000
    ),
    "clips, one each": lambda: foreign.raw(
        b"".join(
            b"q %d %d 90 90 re W n %d %d 40 40 re f Q "
            % (k * 31 % 500, k * 17 % 800, k * 31 % 500, k * 17 % 800)
            for k in range(9_000)
        )
    ),
    "clips of many points": lambda: foreign.raw(
        b"".join(b"q " + _paths(1, 400, b"W n ", k) + b"0 0 595 842 re f Q " for k in range(200))
    ),
    "fills over fills": lambda: foreign.raw(
        b"".join(
            b"%.3f %.3f %.3f rg 0 0 %d %d re f "
            % (k % 7 / 7, k % 11 / 11, k % 13 / 13, 300 + k % 295, 400 + k % 442)
            for k in range(16_000)
        )
    ),
    "translucent fills": lambda: foreign.raw(
        b"/G gs " + _scattered(9_000, b"0 0 200 200 re f "),
        b"<< /ExtGState << /G << /ca .1 /BM /Luminosity >> >> >>",
    ),
    "forms, doubled 14 times": lambda: _forms(14, 2, _HEXAGON + b"f"),
    "forms, ten in ten": lambda: _forms(4, 10, _HEXAGON + b"f"),
    "forms of nothing": lambda: _forms(11, 4, b""),
    "texts": lambda: _texts(40_000),
    "texts moved": lambda: _texts(40_000, b"1 0 Td (a) Tj "),
    "mirrored texts": lambda: _texts(20_000, b"-1 0 0 1 300 300 Tm (ab) Tj "),
    "type 3 letters": lambda: _type3(3_000, b"0 0 100 100 re f " * 200),
    "type 3 of curves": lambda: _type3(300, b"0 0 m " + b"99 0 0 99 50 50 c " * 3_000 + b"f"),
    "soft masks in soft masks": lambda: _masks(8),
    "patterns in patterns": lambda: _patterns(4),
    "patterns of small steps": lambda: _patterns(1, 0.1),
    "shadings by program": lambda: _shading(40, b"dup sin cos atan " * 30 + b"dup dup"),
    "shadings, many": lambda: _shading(3_000, b"dup dup"),
    "a mesh": lambda: _mesh(30_000),
    "an image of zeros": lambda: _image(
        20_000, 20_000, b"/Filter /FlateDecode", zlib.compress(bytes(400_000_000), 9)
    ),
    "an image, drawn often": lambda: _image(
        4_000,
        4_000,
        b"/Filter /FlateDecode",
        zlib.compress(bytes(16_000_000), 9),
        b"500 0 0 700 0 0 cm " + b"/I Do " * 200,
    ),
    "an image, packed twice": lambda: _image(
        9_000,
        9_000,
        b"/Filter [/FlateDecode /FlateDecode]",
        zlib.compress(zlib.compress(bytes(81_000_000), 9), 9),
    ),
    "an image within the page": lambda: foreign.raw(
        b"q 500 0 0 800 0 0 cm BI /W 9000 /H 9000 /BPC 1 /CS /G /F /Fl ID "
        + zlib.compress(bytes(9000 * 1125), 9)
        + b" EI Q "
    ),
    "an image by runs": lambda: _image(
        30_000, 30_000, b"/Filter /RunLengthDecode", b"\x81\0" * 400_000
    ),
    "an image for fax": lambda: _image(
        30_000,
        30_000,
        b"/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 30000 /Rows 30000 >>",
        b"\xff" * 900_000,
    ),
    "a jbig2 image": lambda: _image(
        30_000,
        30_000,
        b"/Filter /JBIG2Decode",
        b"\0\0\0\0\x30\0\x01\0\0\0\x13" + b"\0\0\x75\x30" * 2 + bytes(11),
    ),
    "an lzw image": lambda: _image(
        9_000, 9_000, b"/Filter /LZWDecode", b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" * 60_000
    ),
    "pages of hexagons": lambda: _pages(999, _HEXAGON * 1 + b"f "),
    "pages of many fills": lambda: _pages(200, _scattered(200, b"0 0 30 30 re f ")),
    "large pages": lambda: _pages(99, _HEXAGON + b"f ").replace(
        b"595.2756 841.8898", b"28000 28000"
    ),
    "a page of five metres": lambda: foreign.raw(_distinct_hexagons(9_000, spread=9_000)).replace(
        b"595.2756 841.8898", b"14000 14000"
    ),
    "pages of nothing": lambda: _own_pages([b""] * 900),
    "pages, each of its own hexagons": lambda: _own_pages(
        [_distinct_hexagons(250, spread=300.0 + k) for k in range(99)]
    ),
    "clipped texts": lambda: _texts(5_000, b"7 Tr (aaaaaaaaaaaaaaaa) Tj "),
    "saved states": lambda: foreign.raw(b"q 1 0 0 1 .1 0 cm 0 0 9 9 re f " * 8_000),
    "layers": lambda: foreign.raw(
        b"/OC /O BDC 0 0 9 9 re f EMC " * 20_000,
        b"<< /Properties << /O << /Type /OCG /Name (a) >> >> >>",
    ),
}
