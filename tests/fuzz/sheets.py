"""Targets that are pictures and archives: PDF and SVG sheets, scans, photographs, tabletop programs' files."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache

import numpy as np
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, EncodedStreamObject

from engine.drawing.parts import Pieces
from engine.drawing.theme import Theme
from generator.checking import readback
from generator.checking.faults import Wanted
from generator.checking.pages import child
from generator.checking.pages import files as sheets
from generator.checking.photographs import loading, models, reading
from generator.checking.recognise import looks
from generator.tabletops import readback as tables
from tests.fuzz import forked
from tests.fuzz.target import Target, emptied_folder, made, valid_files

_SMALL = 20_000
#: The narrowest photograph, in pixels.
_NARROWEST = 64


@contextmanager
def _in_one_process() -> Iterator[None]:
    """Within it PDFium's process is forked, not started, and pictures of the games stay drawn."""
    usual = child._run, looks._seeker, models.draw
    child._run, looks._seeker, models.draw = forked.run, _seeker, _drawn
    try:
        yield
    finally:
        child._run, looks._seeker, models.draw = usual


#: As the reader's own, but for more looks: all games in all themes and some sizes.
_seeker = lru_cache(maxsize=40)(looks._seeker.__wrapped__)


_draw = models.draw


def _drawn(parts: Sequence[Pieces], look: Theme) -> models.PictureSet:
    """Return the pictures that photographs are compared with, drawn once for each game and theme."""
    key = look.name, *(piece.id for part in parts for piece in part.pieces)
    if key not in _pictures_drawn:
        _pictures_drawn[key] = _draw(parts, look)
    return _pictures_drawn[key]


_pictures_drawn: dict[tuple[str, ...], models.PictureSet] = {}


def _pages(data: bytes) -> None:
    """A sheet's pages and marks."""
    source = sheets.Source("input", data)
    if sheets.kind_of(data) in ("pdf", "svg"):
        with _in_one_process():
            for page in sheets.pages([source], (100.0, 100.0)):
                assert page.width > 0
                assert all(mark.shape.count >= 0 for mark in page.marks)


def _sheet(data: bytes) -> None:
    """A sheet's pieces, of whatever game."""
    source = sheets.Source("input", data)
    if sheets.kind_of(data) in ("pdf", "svg"):
        with _in_one_process():
            readback.read([source], readback.Hints())


#: Of each game a component of which a few pieces fill a small sheet.
_SMALL_KITS = (
    ("atreya", "tiles"),
    ("abstrakto", "markers"),
    ("astralis", "planets"),
    ("astralis", "control"),
    ("aathenuo", "tiles"),
)


def _small_kits(form: str) -> Iterator[bytes]:
    """Yield the first files of small sheets of each game, as SVG or PDF."""
    for game, part in _SMALL_KITS:
        words = ("--only", part, "--paper", "70x70mm", "--format", form)
        yield from [data for data in made("kit", game, *words) if data[:1] in b"<%"][:2]


def _svgs() -> list[bytes]:
    return [*_small_kits("svg"), *valid_files("templates/examples/shown/*.svg", most=40_000)]


def _pdfs() -> list[bytes]:
    whole = [*_small_kits("pdf"), *valid_files("tests/data/readback/*.pdf", most=20_000)]
    return list(map(_unpacked, whole))


def _unpacked(data: bytes) -> bytes:
    """Return a PDF file's first two pages, a front and its back, their streams as plain text."""
    whole, short = PdfReader(io.BytesIO(data)), PdfWriter()
    for page in whole.pages[:2]:
        short.add_page(page)
    for k, packed in enumerate(short._objects):
        if isinstance(packed, EncodedStreamObject):
            plain = DecodedStreamObject()
            plain.set_data(packed.get_data())
            plain.update({key: value for key, value in packed.items() if key != "/Filter"})
            short._objects[k] = plain
    buffer = io.BytesIO()
    short.write(buffer)
    return buffer.getvalue()


#: A page with a form, a pattern, a shading, an image, layers and clips, unpacked so that words change.
_TINY_PDF = b"""%PDF-1.6
1 0 obj <</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/CropBox[5 5 195 295]/Rotate 90/UserUnit 1
/Contents 4 0 R/Resources<</XObject<</F 5 0 R/I 6 0 R>>/Shading<</S 7 0 R>>/Pattern<</P 8 0 R>>
/Properties<</O 9 0 R>>/ExtGState<</G<</ca .5/SMask/None>>>>/ColorSpace<</C[/Separation/Cut/DeviceCMYK
<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]/L[/Indexed/DeviceRGB 1<ff0000 00ff00>]>>
/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>> endobj
4 0 obj <</Length 330>> stream
q 1 0 0 1 10 10 cm 0.2 0.4 0.9 rg 0 0 m 50 0 l 50 50 l 0 50 l h f Q
q 20 20 80 80 re W n /C cs 1 scn 10 10 99 99 re f* 2 w 0 1 0 RG 0 0 m 30 40 50 60 70 8 c S Q
/OC /O BDC 1 0 0 rg 0 0 9 9 re f EMC /G gs /F Do q 30 0 0 30 60 60 cm /I Do Q /S sh
/Pattern cs /P scn 100 100 40 40 re B BT /T 9 Tf 20 200 Td (racks of Aathenuo) Tj ET
endstream endobj
5 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[.9 .1 -.1 .9 3 4]/Length 40>> stream
0 0 1 rg 5 5 20 20 re f 0 1 1 0 k 9 9 4 4 re f
endstream endobj
6 0 obj <</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray
/Filter/ASCIIHexDecode/Length 9>> stream
00ff7f40>
endstream endobj
7 0 obj <</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 99 0]/Function<</FunctionType 3/Domain[0 1]
/Functions[<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 2>>]/Bounds[]/Encode[0 1]>>>> endobj
8 0 obj <</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 4 4]/XStep 4/YStep 4
/Resources<<>>/Length 18>> stream
1 0 1 rg 0 0 2 2 re f
endstream endobj
9 0 obj <</Type/OCG/Name(layer)>> endobj
"""

#: Everything that the reader of SVG knows, in a few lines.
_TINY_SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
width="80mm" height="60mm" viewBox="0 0 80 60"><style>.a{fill:#e69f00;stroke:none}.b,#c{fill:rgb(10%,2,3)}</style>
<defs><clipPath id="k"><rect x="1" y="1" width="40" height="30"/></clipPath><g id="g"><path d="M0 0L10,0 5 8z"/></g>
<linearGradient id="l"><stop offset="0" stop-color="red"/></linearGradient><symbol id="s" viewBox="0 0 9 9"><circle r="3"/></symbol></defs>
<g clip-path="url(#k)" transform="translate(3 4) rotate(30 1 2) scale(.9)"><use xlink:href="#g" x="5" class="a"/>
<polygon points="0,0 9,0 4,7" class="b" opacity=".5"/><path id="c" d="m1 1h9v9a3 4 20 1 0-5-6c1 2 3 4 5 6s2 3 4 5q1 2 3 4t1 1z" fill-rule="evenodd"/></g>
<ellipse cx="20" cy="20" rx="4" ry="3" style="fill:hsl(120,50%,50%);stroke:#123;stroke-width:.5mm"/><use href="#s" width="9"/>
<line x2="9" stroke="url(#l)" stroke-dasharray="1 2"/><polyline points="1 1 5 5 9 1" fill="none" stroke="currentColor"/>
<switch><text x="9">1</text></switch><svg x="9" width="9" height="9" viewBox="0 0 90 90" preserveAspectRatio="none"><rect width="50" height="50" rx="9"/></svg></svg>"""


@cache
def _pictures() -> tuple[bytes, ...]:
    kit = made("kit", "aathenuo", "--only", "racks", "--format", "png", "--dpi", "30")
    return tuple(data for data in kit if data.startswith(b"\x89PNG"))


def _images() -> list[bytes]:
    """Small pictures of every mode that a scan may have."""
    from PIL import Image

    with Image.open(io.BytesIO(_pictures()[0])) as whole:
        small = whole.convert("RGB").resize((90, 120))
    found = list(_pictures())
    modes = {"RGB": "PNG", "P": "PNG", "L": "PNG", "1": "PNG", "RGBA": "PNG", "CMYK": "JPEG"}
    for mode, form in (*modes.items(), ("RGB", "JPEG"), ("L", "JPEG")):
        buffer = io.BytesIO()
        more = {"exif": b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"}
        small.convert(mode).save(buffer, form, **(more if form == "JPEG" else {}))
        found.append(buffer.getvalue())
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", progressive=True)
    return [*found, buffer.getvalue()]


def _summed(data: bytes) -> bytes:
    """Return a PNG file whose chunks have the sums that they say, as far as it can be taken apart."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return data
    out, at = data[:8], 8
    while at + 12 <= len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        chunk = data[at + 4 : at + 8 + size]
        if len(chunk) < size + 4:
            break
        out += data[at : at + 4] + chunk + struct.pack(">I", zlib.crc32(chunk))
        at += size + 12
    return out + data[at:]


def _placed(data: bytes) -> bytes:
    """Return a PDF file, most of them with a table of where their objects stand now."""
    if len(data) % 4 == 0 and b"startxref" in data:
        return data
    body = data.partition(b"\nxref")[0]
    table = b"".join(
        b"%d 1\n%010d 00000 n \n" % (int(found[1]), found.start())
        for found in re.finditer(rb"\b(\d{1,3}) 0 obj", body)
    )
    ending = b"\nxref\n0 1\n0000000000 65535 f \n%strailer <</Size 10/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return body + ending % (table, len(body) + 1)


def _image(data: bytes) -> None:
    if sheets.kind_of(data) == "image":
        for photograph in loading.load([sheets.Source("input", data)]):
            assert photograph.pixels.shape[2] == 3


def _photographed(data: bytes) -> None:
    """Pixels as a photograph: the first byte says how wide it is, so that all others are pixels."""
    row = 3 * (_NARROWEST + int.from_bytes(data[:1]))
    count = (len(data) - 1) // row
    if count < _NARROWEST:
        return
    pixels = np.frombuffer(data, np.uint8, count * row, offset=1).reshape(count, -1, 3)
    photograph = loading.Photograph("input", pixels, 1.0)
    with _in_one_process():
        seen = reading.read([photograph], "aathenuo", readback.Hints(theme="classic"), Wanted())
    assert all(picture.startswith(b"\x89PNG") for picture in seen.pictures())
    assert seen.outcome.found <= sum(one.sure for one in seen.told)


def _shots() -> list[bytes]:
    """A scan, and photographs of some tiles, as their pixels."""
    from PIL import Image

    from tests.checking.photographed import Condition, photograph, tiles

    found = list(_pictures())[:1]
    for count, side in ((2, 120), (4, 160), (6, 200)):
        lying = tiles("aathenuo", "classic")[count : 2 * count]
        found.append(photograph(Condition("aathenuo", seed=count, side=side), lying))
    small = (Image.open(io.BytesIO(data)).convert("RGB") for data in found)
    return [bytes((one.width - _NARROWEST,)) + one.tobytes() for one in small]


# ------------------------------------------------------------------------------ tabletop programs


@cache
def _table() -> dict[str, bytes]:
    """Return the entries of an archive of a table, by their names."""
    whole, *_ = made("tabletop", "abstrakto", "--only", "markers", "--format", "vtt")
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _archive(data: bytes) -> None:
    """An archive as it is read, its pictures made small."""
    found = tables._archive(sheets.Source("input.vtt", data))
    assert {one for thing in found.things for one in thing if one} == set(found.pictures)
    for name, picture in found.pictures.items():
        assert tables._pixels(name, picture).shape[2] == 3


def _room(data: bytes) -> None:
    """The table's own text within an archive that is in order."""
    (text,) = (name for name in _table() if name.endswith(".json"))
    _archive(_zipped({**_table(), text: data}))


def _saved(data: bytes) -> None:
    """A saved object beside no pictures but its own."""
    with emptied_folder() as folder:
        (folder / "input").mkdir()
        for name, picture in _saved_pictures().items():
            (folder / "input" / name).write_bytes(picture)
        tables._saved_object(sheets.Source(str(folder / "input.json"), data))


@cache
def _saved_pictures() -> dict[str, bytes]:
    pictures = [data for name, data in _table().items() if not name.endswith(".json")]
    return {f"{k}.png": data for k, data in enumerate(pictures)}


def _saved_objects() -> list[bytes]:
    def lying(k: int) -> dict[str, object]:
        image = {"ImageURL": f"{k}.png", "ImageSecondaryURL": f"file:///{k}.png"}
        return {"Name": "Custom_Tile", "CustomImage": image}

    things = [lying(k) for k in range(len(_saved_pictures()))]
    bag = {"Name": "Bag", "ContainedObjects": things[:1]}
    return [
        json.dumps({"SaveName": "", "ObjectStates": states}).encode()
        for states in (things, [bag], [])
    ]


def _whole_table(data: bytes) -> None:
    """An archive as the command looks at it, game and theme found by its pictures."""
    source = sheets.Source("input.vtt", data)
    if tables.is_table(source):
        tables.outcome(source, None, readback.Hints(), Wanted())


def _rooms() -> list[bytes]:
    return [data for name, data in _table().items() if name.endswith(".json")]


def _archives() -> list[bytes]:
    return [_zipped(_table())]


TARGETS = (
    Target("svg-pages", _pages, lambda: [_TINY_SVG], most=_SMALL),
    Target("pdf-pages", _pages, lambda: [_placed(_TINY_PDF)], most=_SMALL, mended=_placed),
    Target("image", _image, _images, most=_SMALL, apart=True, mended=_summed),
    Target("archive", _archive, _archives, most=100_000),
    Target("room", _room, _rooms, most=_SMALL),
    Target("saved-object", _saved, _saved_objects, most=_SMALL),
    Target("svg", _sheet, _svgs, most=120_000),
    Target("pdf", _sheet, _pdfs, most=120_000),
    Target("table", _whole_table, _archives, most=100_000),
    Target("picture", _photographed, _shots, most=300_000),
)
