"""Files as other programs write them, some by hand, read by what they show: operators, layers, refusals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

import engine
import generator
from engine.errors import GameError
from tests import cases
from tests.cases import some
from tests.checking import foreign
from tests.checking.foreign import INKS, MM, Shape
from tests.checking.random_folders import kit

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


DATA = cases.DATA / "readback"
ATREYA = engine.game("atreya")
#: Tiles of every kind: few and many colours, symmetric or not.
SOME = ATREYA.tiles()[::11]


@pytest.fixture
def counted(tmp_path):
    """Verify a file of Atreya's tiles; return how often each is there, and what is said of their size."""

    def answered(data, **options):
        (tmp_path / "sheet").write_bytes(data)
        (outcome,) = generator.verify("atreya", tmp_path / "sheet", **options).outcomes
        pieces = Counter({one.kind: one.found for one in outcome.counted if one.found})
        return pieces, outcome.facts[0]

    return answered


def tiles(*written):
    return Counter(map(ATREYA.identify, written))


# --------------------------------------------------------------------------- other tools' files


@pytest.mark.parametrize(
    ("style", "paint", "size", "options"),
    [
        (foreign.seven_polygons, foreign.rgb, 12.0, {}),
        (foreign.seven_polygons, foreign.gray, 27.2, {"colors": ("#404040", "#808080", "#bfbfbf")}),
        (foreign.inset, foreign.rgb, 27.2, {"tile_size": 27.2}),
    ],
)
def test_what_a_foreign_sheet_needs_said(counted, style, paint, size, options):
    data = foreign.sheets(SOME, style, paint, size=size)
    found, said = counted(data, **options)
    assert found == tiles(*SOME)
    assert f"{len(SOME)} tiles of {size:g} mm" in said
    if "colors" in options:
        with pytest.raises(GameError, match=r"cannot tell which colours are red.*--colors"):
            counted(data)


@pytest.mark.parametrize(
    "file", sorted(DATA.glob("*.pdf")) + sorted(DATA.glob("*.svg")), ids=lambda file: file.name
)
def test_sheets_other_programs_wrote(counted, file):
    look = (
        {"theme": str(DATA / "mono-before.toml")} if "mono" in file.name else {}
    )  # as it was then
    found, _ = counted(file.read_bytes(), **look)
    assert found == tiles(*ATREYA.tiles()[: found.total()])
    assert found.total() >= 6


def test_a_theme_with_two_colours_alike_is_refused(tmp_path):
    look = tmp_path / "alike.toml"
    look.write_text('base = "classic"\n[slots]\nred = { fill = "#4dba66" }\n')
    file = kit("atreya", ("--pieces", "17")) / "atreya-tiles-pieces.pdf"
    with pytest.raises(GameError, match="paints red and green alike"):
        generator.verify("atreya", file, theme=str(look))


# --------------------------------------------------------------------------- PDF by hand

TILE = "b:brgbbb"
SHOWN, HIDDEN = tile_operators(TILE, 60, 70), tile_operators("r:rrrrgb", 60, 70)
TEXT = b"BT (a \\( nested (f) string) Tj <4142> Tj [(x) 5 (y)] TJ ET\n"
IMAGE = b"q 10 0 0 10 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x001 0 0 rg f\n EI Q\n"
OFF = b"/Type /Catalog /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>"
PAGES = {
    "a layer that is off": raw(
        b"/OC /Off BDC %s EMC %s /OC /Off BDC %s EMC" % (HIDDEN, SHOWN, HIDDEN),
        b"<< /Properties << /Off 5 0 R >> >>",
        [b"<< /Type /OCG /Name (off) >>"],
    ).replace(b"/Type /Catalog", OFF),
    "a tile that is covered": raw(HIDDEN + SHOWN),
    "operators in strings and images": raw(IMAGE + TEXT + SHOWN + TEXT + b"% f f f\n"),
}


@pytest.mark.parametrize("name", PAGES)
def test_what_does_not_show_does_not_count(counted, name):
    found, said = counted(PAGES[name])
    assert found == tiles(TILE)
    assert said.startswith("1 tile of 30 mm")


# --------------------------------------------------------------------------- SVG by hand


def test_svg_of_every_way(counted):
    some = SOME[: len(SVG_TILES)]
    body = "".join(
        f'<g transform="translate({30 + 40 * (k % 4)} {40 + 40 * (k // 4)})rotate({17 * k})">'
        f"{svg_tile(tile, way)}</g>"
        for k, (tile, way) in enumerate(zip(some, SVG_TILES, strict=True))
    )
    hidden = f'<g transform="translate(60 170)">{svg_tile("r:rrrrgb")}</g>'
    body += (
        f'<symbol id="t" viewBox="-20 -20 40 40">{svg_tile(TILE)}</symbol>'
        '<use xlink:href="#t" x="40" y="150" width="40" height="40"/>'
        f'<g display="none">{hidden}</g><g opacity="0">{hidden}</g>'
        '<clipPath id="c"><rect x="0" y="0" width="5" height="5"/></clipPath>'
        f'<g clip-path="url(#c)">{hidden}</g>'
        '<svg x="100" y="200" width="40" height="40" viewBox="-20 -20 40 40">'
        f"{svg_tile('g:gggbrg')}</svg>"
    )
    found, said = counted(svg_file(body))
    assert found == tiles(*some, TILE, "g:gggbrg")
    assert said.startswith(f"{len(some) + 2} tiles of 30 mm")


# ----------------------------------------------------------------- what cannot be read at all

HEXAGON = b"20 0 m 10 17 l -10 17 l -20 0 l -10 -17 l 10 -17 l h f "
LOCKED = (
    b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> /ID [<00> <00>]"
)
EVEN_ODD = (
    '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h60v40h-60zM45 5v10h10v-10z"/></clipPath>'
    '<g clip-path="url(#c)"><path d="M40 0h20v20h-20z"/></g>'
)
#: Lines that all cross in one point, and a square.
SPOKES = b"60 60 80 80 re f " + b"".join(
    b"%.3f %.3f m %.3f %.3f l S " % (300 + x, 400 + y, 300 - x, 400 - y)
    for x, y in ((250 * math.cos(k / 14), 250 * math.sin(k / 14)) for k in range(42))
)

REFUSED = {
    "not PDF": (b"%PDF-1.7\n" + bytes(range(256)) * 40, "cannot be read as PDF"),
    "page tree in a circle": (raw(b"").replace(b"[3 0 R]", b"[2 0 R]"), "cannot be read as PDF"),
    "a page of no size": (raw(b"", page=b"/MediaBox [0 0 0 0]"), "no tiles were found"),
    "nothing drawn": (raw(b""), "no tiles were found.*--tile-size"),
    "points only": (raw(b"3 3 m 3 3 3 3 3 3 c S 20 20 0 0 re f"), "no tiles were found"),
    "spokes": (raw(SPOKES), "no theme of ours paints"),
    "one hexagon": (raw(b"1 0 0 1 200 200 cm " + HEXAGON), "which colours|no theme of ours"),
    "no pages": (raw(b"").replace(b"[3 0 R] /Count 1", b"[] /Count 0"), "damaged, or no PDF"),
    "large units": (raw(SHOWN, page=b"/MediaBox [0 0 595 842] /UserUnit 2"), "/UserUnit.*not read"),
    "encrypted": (raw(b"").replace(b"/Root 1 0 R", LOCKED % (2 * (b"00" * 32,))), "encrypted"),
    "not XML": (b"<svg><g></svg>", "cannot be read as SVG"),
    "other XML": (b"<html/>", "no SVG: its root is <html>"),
    "no size": (b"<svg/>", "cannot be drawn: The SVG size is undefined"),
    "DTD": (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "document type.*delete"),
    "nested groups": (b"<svg>" + b"<g>" * 5000 + b"</g>" * 5000 + b"</svg>", "than is read"),
    "an even-odd clip": (svg_file(EVEN_ODD), "clips by the even-odd rule"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_in_words(name, tmp_path):
    data, words = REFUSED[name]
    (tmp_path / "sheet").write_bytes(data)
    with pytest.raises(GameError, match=words):
        generator.verify(tmp_path / "sheet")


def test_blank_hexagons_and_ornaments_are_no_tiles(tmp_path):
    content = b"".join(tile_operators(tile, 40 + 35 * k, 70) for k, tile in enumerate(SOME[:5]))
    for at in (b"200 500", b"90 200"):
        content += b"q 1 0 0 1 %s cm 0.5 0.3 0.6 rg 0.4 0 0 0.4 0 0 cm %s Q\n" % (at, HEXAGON)
    content += b"1 0 0 1 300 600 cm 1 g 0 G 2 0 0 2 0 0 cm " + HEXAGON.replace(b"h f", b"b")
    (tmp_path / "sheet.pdf").write_bytes(raw(content))
    (outcome,) = generator.verify("atreya", tmp_path / "sheet.pdf").outcomes
    assert outcome.found == 5
    for fault in some(outcome.faults):
        assert fault.kind in ("missing", "no-back")
