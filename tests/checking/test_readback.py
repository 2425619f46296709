"""Sheets read back from what is drawn: our own in every look, those of other tools, and bombs."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

import engine
import generator
from engine.drawing import scene, theme
from engine.errors import GameError
from engine.games.atreya import drawing, tiles
from engine.geometry.hexgrid import Orientation
from generator.checking.readback import Hints
from tests import foreign_sheets as foreign
from tests import paths
from tests import sample_sheets as sheets
from tests.cases import some
from tests.sample_sheets import identities, read

DATA = paths.DATA / "readback"

#: Tiles of every kind: few and many colours, symmetric or not.
SOME = tiles.TILES[::11]


# ------------------------------------------------------------------------- our own sheets


@pytest.mark.parametrize(
    ("orientation", "bleed"), [(Orientation.POINTY, 0.0), (Orientation.FLAT, 3.0)]
)
@pytest.mark.parametrize("look", theme.names())
def test_every_look_is_read_back(look, orientation, bleed):
    style = {"orientation": orientation, "bleed": bleed}
    pages = sheets.sheet_pairs(SOME, **style)
    scenes = [sheets.picture(page, look, **style) for page in pages]
    for data in ([sheets.as_pdf(scenes)], sheets.as_svg(scenes)):
        found = read(*data)
        assert found.reading.colours == f"theme {look}"
        shown = [p.shown for page in pages for p in page]
        assert identities(found) == [tiles.identity(t) for t in shown]
        for piece in some(found.reading.pieces):
            assert piece.sizes == pytest.approx((40.0,) * 3, abs=0.005)
            assert math.hypot(*piece.slip) < 0.01
            assert not piece.flaws


def test_a_theme_with_two_colours_alike_is_refused(tmp_path):
    file = tmp_path / "alike.toml"
    file.write_text('base = "classic"\n[slots]\nred = { fill = "#4dba66" }\n')
    data = sheets.as_pdf([sheets.picture(sheets.sheet_pairs(SOME)[0])])
    with pytest.raises(GameError, match="paints red and green alike"):
        read(data, hints=Hints(theme=str(file)))


def test_ids_and_names_do_not_count():
    page = sheets.sheet_pairs(SOME)[0]
    (data,) = sheets.as_svg([sheets.picture(page)])
    renamed = data.replace(b"atreya-", b"other-").replace(b'class="red"', b'class="green"')
    assert renamed != data
    assert identities(read(renamed)) == identities(read(data))


# --------------------------------------------------------------------------- other tools' PDF

STYLES = {
    "seven polygons": (foreign.seven, {}),
    "sharing edges": (foreign.seven, {"apart": 1.0}),
    "triangles and a hexagon": (foreign.triangles, {}),
    "stroked": (foreign.stroked, {}),
    "straight curves": (foreign.curved, {}),
    "clips": (foreign.clipped, {}),
    "round corners": (foreign.rounded, {}),
    "turned": (foreign.seven, {"turned": True}),
    "turned triangles": (foreign.triangles, {"turned": True}),
    "forms": (foreign.seven, {"forms": True}),
    "turned forms": (foreign.triangles, {"forms": True, "turned": True}),
    "CMYK": (foreign.seven, {"paint": foreign.cmyk}),
    "spot colours": (foreign.triangles, {"paint": foreign.spot}),
    "small": (foreign.seven, {"size": 12.0}),
}


@pytest.mark.parametrize("name", STYLES)
def test_other_tools_pdf(name):
    style, options = STYLES[name]
    shown = tiles.TILES[:168:11]
    found = read(foreign.sheet(shown, style, **options))
    assert identities(found) == list(shown)
    size = options.get("size", 30.0)
    assert all(p.size == pytest.approx(size, abs=0.02) for p in some(found.reading.pieces))
    assert found.reading.colours == "hue"


def test_inset_areas_need_the_size():
    """Areas drawn smaller than they are look like smaller tiles in a frame."""
    shown = tiles.TILES[:168:11]
    data = foreign.sheet(shown, foreign.inset)
    assert {round(p.size) for p in read(data).reading.pieces} == {27}
    found = read(data, hints=Hints(tile_size=30.0))
    assert identities(found) == list(shown)
    assert all(p.size == pytest.approx(30, abs=0.02) for p in some(found.reading.pieces))


def test_gray_needs_the_colours():
    shown = tiles.TILES[:168:11]
    data = foreign.sheet(shown, foreign.seven, paint=foreign.gray)
    with pytest.raises(
        GameError, match=r"cannot tell which colours are red, green, blue.*--colors"
    ):
        read(data)
    found = read(data, hints=Hints(colours=("#404040", "#808080", "#bfbfbf")))
    assert identities(found) == list(shown)


@pytest.mark.parametrize(
    "file", sorted(DATA.glob("*.pdf")) + sorted(DATA.glob("*.svg")), ids=lambda f: f.name
)
def test_sheets_other_programs_wrote(file):
    look = (
        Hints(theme=str(DATA / "mono-before.toml")) if "mono" in file.name else None
    )  # hatched as it was then
    found = read(file.read_bytes(), hints=look)
    assert identities(found) == list(tiles.TILES[: len(found.reading.pieces)])
    assert len(found.reading.pieces) >= 6


TILE = "b:brgbbb"
IDENTITY = tiles.identity(TILE)
INKS = foreign.plain_rgb()

PAGES = {
    "as it is": (b"/MediaBox [0 0 595.2756 841.8898]", (60.0, 227.0)),
    "turned by 90": (b"/MediaBox [0 0 595.2756 841.8898] /Rotate 90", (70.0, 60.0)),
    "turned by 180": (b"/MediaBox [0 0 595.2756 841.8898] /Rotate 180", (150.0, 70.0)),
    "turned by -90": (b"/MediaBox [0 0 595.2756 841.8898] /Rotate -90", (227.0, 150.0)),
    "shifted": (b"/MediaBox [28.3465 56.6929 595.2756 841.8898]", (50.0, 227.0)),
    "cropped": (
        b"/MediaBox [0 0 595.2756 841.8898] /CropBox [56.6929 28.3465 500 700]",
        (40.0, 700 / foreign.MM - 70),
    ),
    "large units": (b"/MediaBox [0 0 595.2756 841.8898] /UserUnit 2", (120.0, 454.0)),
}


@pytest.mark.parametrize("name", PAGES)
def test_page_boxes(name):
    page, centre = PAGES[name]
    data = foreign.raw(foreign.tile_operators(TILE, INKS, 60, 70), page=page)
    (piece,) = read(data).reading.pieces
    assert piece.centre == pytest.approx(centre, abs=0.01)
    assert piece.size == pytest.approx(60 if "UserUnit" in str(page) else 30, abs=0.01)
    assert tiles.identity(piece.written) == IDENTITY


SPACES = {
    "ICC of 3": (b"[/ICCBased 5 0 R]", foreign.stream(b"profile", b"/N 3"), "%.3f %.3f %.3f sc"),
    "CalRGB": (b"[/CalRGB << /WhitePoint [1 1 1] >>]", b"null", "%.3f %.3f %.3f sc"),
    "Indexed": (b"[/Indexed /DeviceRGB 2 <d91a26 1a9933 1a40bf>]", b"null", "index"),
    "DeviceN, calculated": (
        b"[/DeviceN [/A /B /C] /DeviceRGB 5 0 R]",
        foreign.stream(
            b"{ 3 1 roll 3 1 roll 3 copy pop pop pop 3 1 roll }",
            b"/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]",
        ),
        "%.3f %.3f %.3f scn",
    ),
}


@pytest.mark.parametrize("name", SPACES)
def test_colour_spaces(name):
    space, thing, how = SPACES[name]
    inks = {
        c: (b"%d sc" % k if how == "index" else (how % ink).encode())
        for k, (c, ink) in enumerate(foreign.INKS.items())
    }
    content = b"/CS0 cs\n" + foreign.tile_operators(TILE, inks, 60, 70)
    data = foreign.raw(content, b"<< /ColorSpace << /CS0 " + space + b" >> >>", [thing])
    assert identities(read(data)) == [IDENTITY]


def test_layers_that_are_off_do_not_show():
    shown = foreign.tile_operators(TILE, INKS, 60, 70)
    hidden = foreign.tile_operators("r:rrrrgb", INKS, 60, 70)
    content = b"/OC /Off BDC " + hidden + b" EMC " + shown + b"/OC /Off BDC " + hidden + b" EMC"
    data = foreign.raw(
        content,
        b"<< /Properties << /Off 5 0 R >> >>",
        [b"<< /Type /OCG /Name (off) >>"],
    ).replace(
        b"/Type /Catalog",
        b"/Type /Catalog /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>",
    )
    assert identities(read(data)) == [IDENTITY]


def test_what_is_covered_does_not_count():
    below = foreign.tile_operators("r:rrrrgb", INKS, 60, 70)
    above = foreign.tile_operators(TILE, INKS, 60, 70)
    assert identities(read(foreign.raw(below + above))) == [IDENTITY]


def test_strings_and_inline_images_are_no_operators():
    image = b"q 10 0 0 10 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x001 0 0 rg f\n EI Q\n"
    text = b"BT (a \\( nested (f) string) Tj <4142> Tj [(x) 5 (y)] TJ ET\n"
    content = image + text + foreign.tile_operators(TILE, INKS, 60, 70) + text + b"% f f f\n"
    assert identities(read(foreign.raw(content))) == [IDENTITY]


# --------------------------------------------------------------------------- other tools' SVG


COLOURS_AS_HEX = ("#d91a26", "#1a9933", "#1a40bf")
NAMED = {"r": "crimson", "g": "seagreen", "b": "navy"}


def svg_tile(tile: str, how: str) -> str:
    """Return a tile about the origin, 30 units wide, drawn in one of several ways."""
    colour = dict(zip("rgb", COLOURS_AS_HEX, strict=True))
    parts = []
    for letter, points in zip(tile[2:] + tile[0], foreign.areas(30 / math.sqrt(3)), strict=True):
        p = [(round(x, 4), round(-y, 4)) for x, y in points]
        listed = " ".join(f"{x},{y}" for x, y in p)
        r, g, b = (round(255 * v) for v in foreign.INKS[letter])
        parts.append(
            {
                "polygon": f'<polygon points="{listed}" fill="{colour[letter]}"/>',
                "style": f'<polygon points="{listed}" fill="lime" style="fill:{colour[letter]};stroke:#000"/>',
                "class": f'<polygon class="area {letter}" points="{listed}"/>',
                "rgb": f'<polyline points="{listed}" fill="rgb({r}, {g}, {b})" stroke="none"/>',
                "named": f'<polygon points="{listed}" fill="{NAMED[letter]}"/>',
                "path": f'<path d="m{p[0][0]} {p[0][1]}'
                + "".join(f"l{x - a:.4f},{y - c:.4f}" for (a, c), (x, y) in pairwise(p))
                + f'z" fill="{colour[letter]}"/>',
                "current": f'<g color="{colour[letter]}"><polygon points="{listed}" fill="currentColor"/></g>',
                "swatch": f'<polygon points="{listed}" fill="url(#swatch-{letter})"/>',
            }[how]
        )
    return "".join(parts)


SVG_DEFS = (
    "<style>.area { stroke: none } polygon.r{fill:#d91a26} .g {fill: #1a9933;} .b{fill:#1a40bf}"
    "@media print { .b { fill: red } }</style>"
    + "".join(
        f'<linearGradient id="swatch-{c}"><stop style="stop-color:{v}"/></linearGradient>'
        for c, v in zip("rgb", COLOURS_AS_HEX, strict=True)
    )
)


def svg_file(
    body: str, attributes: str = 'width="210mm" height="297mm" viewBox="0 0 210 297"'
) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f"{attributes}><defs>{SVG_DEFS}</defs>{body}</svg>"
    ).encode()


@pytest.mark.parametrize(
    "how", ["polygon", "style", "class", "rgb", "named", "path", "current", "swatch"]
)
def test_other_tools_svg(how):
    shown = ["b:brgbbb", "g:gggbrg", "r:bbgrgr"]
    body = "".join(
        f'<g transform="translate({30 + 40 * k} 40)rotate({17 * k})">{svg_tile(t, how)}</g>'
        for k, t in enumerate(shown)
    )
    found = read(svg_file(body))
    assert identities(found) == [tiles.identity(t) for t in shown]
    assert all(p.size == pytest.approx(30, abs=0.01) for p in some(found.reading.pieces))


UNITS = [
    ('width="210mm" height="297mm" viewBox="0 0 210 297"', 30.0, (60.0, 70.0)),
    ('width="21cm" height="29.7cm" viewBox="0 0 210 297"', 30.0, (60.0, 70.0)),
    (
        'width="100%" viewBox="0 0 793.7008 1122.5197"',
        30 / 96 * 25.4,
        (60 / 96 * 25.4, 70 / 96 * 25.4),
    ),
    ('width="595.2756pt" height="841.8898pt" viewBox="0 0 105 148.5"', 60.0, (120.0, 140.0)),
    ('width="8in" height="6in" viewBox="0 0 100 150"', 30.48, (101.6 + 10 * 1.016, 70 * 1.016)),
]


@pytest.mark.parametrize(("attributes", "size", "centre"), UNITS)
def test_svg_units(attributes, size, centre):
    body = f'<g transform="translate(60,70)">{svg_tile(TILE, "polygon")}</g>'
    (piece,) = read(svg_file(body, attributes)).reading.pieces
    assert piece.size == pytest.approx(size, abs=0.02)
    assert piece.centre == pytest.approx(centre, abs=0.02)


def test_svg_symbols_clips_and_what_is_not_displayed():
    body = (
        f'<symbol id="t" viewBox="-20 -20 40 40">{svg_tile(TILE, "polygon")}</symbol>'
        '<use xlink:href="#t" x="40" y="50" width="40" height="40"/>'
        f'<g display="none" transform="translate(60 70)">{svg_tile("r:rrrrgb", "polygon")}</g>'
        f'<g opacity="0" transform="translate(60 70)">{svg_tile("r:rrrrgb", "polygon")}</g>'
        '<clipPath id="c"><rect x="0" y="0" width="5" height="5"/></clipPath>'
        f'<g clip-path="url(#c)"><g transform="translate(60 70)">{svg_tile("r:rrrrgb", "polygon")}</g></g>'
        '<svg x="100" y="100" width="40" height="40" viewBox="-20 -20 40 40">'
        f"{svg_tile('g:gggbrg', 'polygon')}</svg>"
    )
    found = read(svg_file(body))
    assert identities(found) == [IDENTITY, tiles.identity("g:gggbrg")]
    assert found.reading.pieces[0].centre == pytest.approx((60, 70), abs=0.01)
    assert found.reading.pieces[1].centre == pytest.approx((120, 120), abs=0.01)


# ----------------------------------------------------------------- what cannot be read at all

HEXAGON = "M20 0L10 17.32L-10 17.32L-20 0L-10 -17.32L10 -17.32Z"
HEXAGON_PDF = b"20 0 m 10 17 l -10 17 l -20 0 l -10 -17 l 10 -17 l h f "

REFUSED = {
    "not PDF": (b"%PDF-1.7\n" + bytes(range(256)) * 40, "cannot be read as PDF"),
    "cut off": (foreign.raw(HEXAGON_PDF)[:-150], "cannot be read as PDF"),
    "page tree in a circle": (
        foreign.raw(b"").replace(b"/Kids [3 0 R]", b"/Kids [2 0 R]"),
        "cannot be read as PDF",
    ),
    "a page of no size": (foreign.raw(b"", page=b"/MediaBox [0 0 0 0]"), "no tiles were found"),
    "nothing drawn": (foreign.raw(b""), "no tiles were found.*--tile-size"),
    "one hexagon": (foreign.raw(b"1 0 0 1 200 200 cm " + HEXAGON_PDF), "cannot tell which colours"),
    "no pages": (
        foreign.raw(b"").replace(b"/Kids [3 0 R] /Count 1", b"/Kids [] /Count 0"),
        "damaged, or no PDF",
    ),
    "encrypted": (
        foreign.raw(b"").replace(
            b"/Root 1 0 R",
            b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O <"
            + b"00" * 32
            + b"> /U <"
            + b"00" * 32
            + b"> /P -4 >> /ID [<00> <00>]",
        ),
        "encrypted",
    ),
    "not XML": (b"<svg><g></svg>", "cannot be read as SVG"),
    "other XML": (b"<html/>", "no SVG: its root is <html>"),
    "no size": (b"<svg/>", "cannot be drawn: The SVG size is undefined"),
    "DTD": (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "document type.*delete"),
    "unknown encoding": (b'<?xml version="1.0" encoding="x"?><svg/>', "cannot be read as SVG"),
    "nested groups": (b"<svg>" + b"<g>" * 5000 + b"</g>" * 5000 + b"</svg>", "than is read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_in_words(name, tmp_path):
    data, words = REFUSED[name]
    (tmp_path / "sheet").write_bytes(data)
    with pytest.raises(GameError, match=words):
        generator.verify(tmp_path / "sheet")


def test_a_game_whose_sheets_are_not_read(tmp_path, monkeypatch):
    (tmp_path / "sheet").write_bytes(foreign.raw(b""))
    monkeypatch.setattr(type(engine.game("astralis")), "recognised_by", "")
    with pytest.raises(GameError, match="sheets of astralis cannot be read back"):
        generator.verify("astralis", tmp_path / "sheet")


def test_a_game_recognised_in_no_way_that_is_there_stands_in_nobodys_way(tmp_path, monkeypatch):
    (tmp_path / "sheet").write_bytes(foreign.raw(b""))
    monkeypatch.setattr(type(engine.game("abstrakto")), "recognised_by", "kubista")
    with pytest.raises(GameError, match="sheets of abstrakto cannot be read back"):
        generator.verify("abstrakto", tmp_path / "sheet")
    shown = tiles.TILES[:168:11]
    assert identities(read(foreign.sheet(shown, foreign.seven))) == list(shown)


def test_blank_hexagons_and_ornaments_are_no_tiles(tmp_path):
    outline = scene.Path(drawing.hexagon(40.0), "#ffffff", scene.Stroke("#000000", 0.2))
    ornament = scene.Path(drawing.hexagon(6.0), "#8a4fa8")
    (page, _) = sheets.sheet_pairs(SOME[:5])
    page = [sheets.replace(p, extra=(ornament,)) for p in page]
    plain = sheets.picture(page)
    items = (*plain.items, scene.Group((outline,), sheets.Transform.translation(100, 200)))
    (tmp_path / "sheet.pdf").write_bytes(sheets.as_pdf([plain._replace(items=items)]))
    (outcome,) = generator.verify(tmp_path / "sheet.pdf").outcomes
    assert outcome.found == 5
    assert [f.kind for f in outcome.faults if f.kind != "missing"] == []
    assert any("blank" in fact for fact in outcome.facts)
