"""Files that other programs wrote, read by what they show: operators, boxes, colours, units, refusals."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
import generator
from engine.errors import GameError
from tests import paths
from tests.cases import some
from tests.checking import foreign
from tests.checking.handmade import A4, raw, stream, svg_file, svg_tile, tile_operators
from tests.checking.random_folders import kit

DATA = paths.DATA / "readback"
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
    with pytest.raises(GameError, match="paints red and green alike"):
        generator.verify("atreya", kit("atreya", ()) / "atreya-tiles.pdf", theme=str(look))


# --------------------------------------------------------------------------- PDF by hand

TILE = "b:brgbbb"
PAPER = b"/MediaBox [0 0 595.2756 841.8898]"

PAGES = {
    "turned by 90": PAPER + b" /Rotate 90",
    "turned by -90": PAPER + b" /Rotate -90",
    "shifted": b"/MediaBox [28.3465 56.6929 595.2756 841.8898]",
    "cropped": PAPER + b" /CropBox [56.6929 28.3465 500 700]",
    "large units": PAPER + b" /UserUnit 2",
}


@pytest.mark.parametrize("name", PAGES)
def test_page_boxes(counted, name):
    found, said = counted(raw(tile_operators(TILE, 60, 70), page=PAGES[name]))
    assert found == tiles(TILE)
    assert said.startswith(f"1 tile of {60 if 'units' in name else 30} mm")


SPACES = {
    "ICC of 3": (b"[/ICCBased 5 0 R]", stream(b"profile", b"/N 3"), "%.3f %.3f %.3f sc"),
    "CalRGB": (b"[/CalRGB << /WhitePoint [1 1 1] >>]", b"null", "%.3f %.3f %.3f sc"),
    "Indexed": (b"[/Indexed /DeviceRGB 2 <d91a26 1a9933 1a40bf>]", b"null", "index"),
    "DeviceN, calculated": (
        b"[/DeviceN [/A /B /C] /DeviceRGB 5 0 R]",
        stream(
            b"{ 3 1 roll 3 1 roll 3 copy pop pop pop 3 1 roll }",
            b"/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]",
        ),
        "%.3f %.3f %.3f scn",
    ),
}


@pytest.mark.parametrize("name", SPACES)
def test_colour_spaces(counted, name):
    space, thing, how = SPACES[name]
    inks = {
        letter: (f"{k} sc" if how == "index" else how % ink).encode()
        for k, (letter, ink) in enumerate(foreign.INKS.items())
    }
    content = b"/CS0 cs\n" + tile_operators(TILE, 60, 70, inks)
    found, _ = counted(raw(content, b"<< /ColorSpace << /CS0 %s >> >>" % space, [thing]))
    assert found == tiles(TILE)


SHOWN, HIDDEN = tile_operators(TILE, 60, 70), tile_operators("r:rrrrgb", 60, 70)
TEXT = b"BT (a \\( nested (f) string) Tj <4142> Tj [(x) 5 (y)] TJ ET\n"
IMAGE = b"q 10 0 0 10 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x001 0 0 rg f\n EI Q\n"
OFF = b"/Type /Catalog /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>"
CONTENTS = {
    "a layer that is off": raw(
        b"/OC /Off BDC %s EMC %s /OC /Off BDC %s EMC" % (HIDDEN, SHOWN, HIDDEN),
        b"<< /Properties << /Off 5 0 R >> >>",
        [b"<< /Type /OCG /Name (off) >>"],
    ).replace(b"/Type /Catalog", OFF),
    "a tile that is covered": raw(HIDDEN + SHOWN),
    "operators in strings and images": raw(IMAGE + TEXT + SHOWN + TEXT + b"% f f f\n"),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_what_does_not_show_does_not_count(counted, name):
    assert counted(CONTENTS[name])[0] == tiles(TILE)


# --------------------------------------------------------------------------- SVG by hand


@pytest.mark.parametrize(
    "way", ["polygon", "style", "class", "rgb", "named", "path", "current", "swatch"]
)
def test_svg_of_every_way(counted, way):
    three = ["b:brgbbb", "g:gggbrg", "r:bbgrgr"]
    body = "".join(
        f'<g transform="translate({30 + 40 * k} 40)rotate({17 * k})">{svg_tile(tile, way)}</g>'
        for k, tile in enumerate(three)
    )
    found, said = counted(svg_file(body))
    assert found == tiles(*three)
    assert said.startswith("3 tiles of 30 mm")


UNITS = [
    (A4, "30"),
    ('width="21cm" height="29.7cm" viewBox="0 0 210 297"', "30"),
    ('width="595.2756pt" height="841.8898pt" viewBox="0 0 105 148.5"', "60"),
    ('width="8in" height="6in" viewBox="0 0 100 150"', "30.48"),
]


@pytest.mark.parametrize(("attributes", "size"), UNITS)
def test_svg_units(counted, attributes, size):
    body = f'<g transform="translate(60,70)">{svg_tile(TILE)}</g>'
    found, said = counted(svg_file(body, attributes))
    assert found == tiles(TILE)
    assert said.startswith(f"1 tile of {size} mm")


def test_svg_symbols_clips_and_what_is_not_displayed(counted):
    hidden = f'<g transform="translate(60 70)">{svg_tile("r:rrrrgb")}</g>'
    body = (
        f'<symbol id="t" viewBox="-20 -20 40 40">{svg_tile(TILE)}</symbol>'
        '<use xlink:href="#t" x="40" y="50" width="40" height="40"/>'
        f'<g display="none">{hidden}</g><g opacity="0">{hidden}</g>'
        '<clipPath id="c"><rect x="0" y="0" width="5" height="5"/></clipPath>'
        f'<g clip-path="url(#c)">{hidden}</g>'
        '<svg x="100" y="100" width="40" height="40" viewBox="-20 -20 40 40">'
        f"{svg_tile('g:gggbrg')}</svg>"
    )
    assert counted(svg_file(body))[0] == tiles(TILE, "g:gggbrg")


# ----------------------------------------------------------------- what cannot be read at all

HEXAGON = b"20 0 m 10 17 l -10 17 l -20 0 l -10 -17 l 10 -17 l h f "
LOCKED = (
    b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> /ID [<00> <00>]"
)
EVEN_ODD = (
    '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h60v40h-60zM45 5v10h10v-10z"/></clipPath>'
    '<g clip-path="url(#c)"><path d="M40 0h20v20h-20z"/></g>'
)

REFUSED = {
    "not PDF": (b"%PDF-1.7\n" + bytes(range(256)) * 40, "cannot be read as PDF"),
    "cut off": (raw(HEXAGON)[:-150], "cannot be read as PDF"),
    "page tree in a circle": (
        raw(b"").replace(b"/Kids [3 0 R]", b"/Kids [2 0 R]"),
        "cannot be read as PDF",
    ),
    "a page of no size": (raw(b"", page=b"/MediaBox [0 0 0 0]"), "no tiles were found"),
    "nothing drawn": (raw(b""), "no tiles were found.*--tile-size"),
    "one hexagon": (raw(b"1 0 0 1 200 200 cm " + HEXAGON), "which colours|no theme of ours"),
    "no pages": (raw(b"").replace(b"[3 0 R] /Count 1", b"[] /Count 0"), "damaged, or no PDF"),
    "encrypted": (raw(b"").replace(b"/Root 1 0 R", LOCKED % (2 * (b"00" * 32,))), "encrypted"),
    "not XML": (b"<svg><g></svg>", "cannot be read as SVG"),
    "other XML": (b"<html/>", "no SVG: its root is <html>"),
    "no size": (b"<svg/>", "cannot be drawn: The SVG size is undefined"),
    "DTD": (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "document type.*delete"),
    "unknown encoding": (b'<?xml version="1.0" encoding="x"?><svg/>', "cannot be read as SVG"),
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
