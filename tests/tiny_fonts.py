"""Fonts of a few letters, made by the tests: every letter is a box or a ring, so many units wide."""

import io
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection

LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-'()"
JAPANESE = "日本語の図一二三四五六七八九十手目船は左下からへ進む「」、。・ーっ１２黄色青緑"
UNITS = 1000

#: When they were made, in seconds since 1904.
_DAY = 3_800_000_000


def box(pen, width, height=700):
    """Draw a box that leaves 50 units at each side."""
    pen.moveTo((50, 0))
    for point in ((50, height), (width - 50, height), (width - 50, 0)):
        pen.lineTo(point)
    pen.closePath()


def ring(pen, width, height=700):
    """Draw a round outline of third-degree curves as wide as the box."""
    left, right, middle, k = 50, width - 50, width / 2, 0.5523
    up, bend, flat = height / 2, k * height / 2, k * (width / 2 - 50)
    pen.moveTo((left, up))
    pen.curveTo((left, up + bend), (middle - flat, height), (middle, height))
    pen.curveTo((middle + flat, height), (right, up + bend), (right, up))
    pen.curveTo((right, up - bend), (middle + flat, 0), (middle, 0))
    pen.curveTo((middle - flat, 0), (left, up - bend), (left, up))
    pen.closePath()


def made(
    letters=LATIN,
    family="Tiny Test",
    *,
    width=500,
    weight=400,
    italic=False,
    fs_type=0,
    outlines="glyf",
):
    """Return a font as FontBuilder has it.

    ``outlines`` is ``glyf`` for boxes, ``cff`` for rings, ``none`` for no outlines at all.  A blank
    is empty.
    """
    build = FontBuilder(UNITS, isTTF=outlines != "cff")
    names = {ord(c): f"u{ord(c):04X}" for c in dict.fromkeys(letters)}
    order = [".notdef", *names.values()]
    build.setupGlyphOrder(order)
    build.setupCharacterMap(names)
    drawn = {}
    for name in order:
        pen = T2CharStringPen(width, None) if outlines == "cff" else TTGlyphPen(None)
        if name != "u0020":
            (ring if outlines == "cff" else box)(pen, width)
        drawn[name] = pen.getCharString() if outlines == "cff" else pen.glyph()
    style = "Bold" if weight >= 600 else "Regular"
    plain = f"{family.replace(' ', '')}-{style}"
    if outlines == "cff":
        build.setupCFF(plain, {"FullName": plain}, drawn, {})
    else:
        build.setupGlyf(drawn)
    build.setupHorizontalMetrics(dict.fromkeys(order, (width, 50)))
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": family, "styleName": style, "psName": plain})
    build.setupOS2(
        usWeightClass=weight, usWidthClass=5, fsType=fs_type, fsSelection=0x01 if italic else 0x40
    )
    build.setupPost()
    if outlines == "none":
        del build.font["glyf"], build.font["loca"]
    build.updateHead(created=_DAY, modified=_DAY)
    return build.font


def saved(path, *args, **settings):
    """Write a font to a file, and return its path."""
    path = Path(path)
    made(*args, **settings).save(path)
    return path


def data(*args, **settings):
    """Return the bytes of a font."""
    return bytes_of(made(*args, **settings))


def bytes_of(font):
    """Return the bytes of a font, or of several, as fontTools has them."""
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def collection(*fonts):
    """Return the bytes of a file that holds several fonts."""
    whole = TTCollection()
    whole.fonts = [made(**one) for one in fonts]
    return bytes_of(whole)
