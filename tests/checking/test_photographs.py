"""Scans and photographs read back: a hundred written-down conditions, and sets that are not whole.

Photographs come from :mod:`tests.checking.photographed`, which shares no code with the reader.
"""

from __future__ import annotations

import io
import json
import math
import os
import random
import zlib
from collections import Counter

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

import generator
from engine.drawing import theme
from engine.drawing.writers import png
from engine.errors import GameError, OptionError
from engine.games.aathenuo.tiles import TileSet, whole_set
from engine.games.atreya.tiles import TILES
from generator.checking.faults import Wanted
from generator.checking.pages.files import Source, kind_of
from generator.checking.photographs import loading, matching, models, outlines, reading
from generator.checking.photographs.ground import Ground
from generator.checking.photographs.light import fitted
from generator.checking.photographs.pieces import Told
from generator.checking.recognise.results import Hints
from generator.checking.recognise.results import kind_of as kind_of_piece
from generator.cli import run
from generator.printing import template
from generator.printing.kit import make
from tests.checking import reading as small
from tests.checking.photographed import Condition, conditions, photograph, tiles

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: How many tiles lie in one photograph, how many pixels wide it may be, and which conditions are
#: tried: fewer tiles on fewer pixels are as large, and seen sooner.
IN_ONE, WIDEST = (42, 3000) if DEEP else (20, 1600)
TRIED = range(0, 100) if DEEP else range(0, 100, 25)

#: The usual set, and a small one, of which a photograph shows half.
USUAL = Hints()
FEW = Hints(template=small.FEW["aathenuo"])
FEW_TILES = whole_set(TileSet(colours=3, copies=1, stars=2))
HALF = {"side": 1300}


@pytest.fixture(autouse=True, scope="module")
def drawn_once():
    """A game's pictures in a theme are drawn once for all tests here: they are always the same."""
    draw, known = models.draw, {}

    def kept(parts, look):
        key = look.name, tuple(piece.id for part in parts for piece in part.pieces)
        if key not in known:
            known[key] = draw(parts, look)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "draw", kept)
        yield


def read(game, *photographs, hints=USUAL):
    sources = [Source(f"{k}.jpg", data) for k, data in enumerate(photographs, 1)]
    return reading.read(tuple(loading.load(sources)), game, hints, Wanted(only=("tiles",)))


def told(seen):
    return Counter(m.kind for one in seen.told for m in one.matches if m.is_sure and m.kind)


def chosen(condition, number=IN_ONE):
    ids = tiles(condition.game, condition.theme)
    return random.Random(condition.seed).sample(ids, number)


def test_tiles_are_told_in_every_condition():
    listed = conditions()
    assert len(listed) == 100
    right = 0
    for k in TRIED:
        condition = listed[k]._replace(side=min(listed[k].side, WIDEST))
        ids = chosen(condition)
        got = told(read(condition.game, photograph(condition, ids)))
        assert got - Counter(ids) == Counter(), listed[k]  # none is guessed
        right += (got & Counter(ids)).total()
    assert right >= 0.995 * IN_ONE * len(TRIED)


@pytest.mark.parametrize(
    ("game", "ids", "number", "side", "hints"),
    [
        ("atreya", TILES, 56, 1600, USUAL),
        ("aathenuo", FEW_TILES, 15, 1100, FEW),
    ],
    ids=["atreya", "aathenuo"],
)
def test_several_photographs_are_one_set(game, ids, number, side, hints):
    parts = [ids[k : k + number] for k in range(0, len(ids), number)]
    shots = [
        photograph(Condition(game, seed=k, table="wood", side=side), part)
        for k, part in enumerate(parts)
    ]
    seen = read(game, *shots, hints=hints)
    assert seen.outcome.faults == ()
    assert seen.outcome.found == seen.outcome.expected == len(ids)
    assert len(list(seen.pictures())) == len(parts)
    part = read(game, shots[-1], hints=hints)
    assert {fault.kind for fault in part.outcome.faults} == {"missing"}


def one_short(**more):
    """Return the tiles of two photographs less the last, and what the first shows with ``more``."""
    shots = [
        photograph(Condition("aathenuo", seed=1, **HALF), FEW_TILES[:14], **more),
        photograph(Condition("aathenuo", seed=2, **HALF), FEW_TILES[14:]),
    ]
    return read("aathenuo", *shots, hints=FEW).outcome


def coin(plane):
    cv2.circle(plane, (plane.shape[1] - 150, plane.shape[0] - 150), 100, (186, 140, 80), -1)


def plain(*colours, is_crossed=False):
    """Return a photograph of squares on a dark table: plain and with a line, or all crossed."""
    image = Image.new("RGB", (1200, 300), TABLE)
    pen = ImageDraw.Draw(image)
    for column in range(4):
        x, y = 60 + 290 * column, 60
        pen.rectangle((x, y, x + 190, y + 190), fill=colours[column % len(colours)])
        if column % 2 and not is_crossed:
            pen.rectangle((x, y + 91, x + 190, y + 99), fill=(30, 30, 34))
        if is_crossed:
            pen.line((x, y + 95, x + 190, y + 95), TABLE, 17)
            pen.line((x + 95, y, x + 95, y + 190), TABLE, 17)
    return small_png(image)


BLUE, ORANGE, TABLE = (66, 120, 190), (226, 134, 62), (40, 38, 39)


@pytest.mark.parametrize(("colour", "name"), [(BLUE, "blue"), (ORANGE, "orange")])
def test_pieces_of_one_colour_are_not_taken_for_another(colour, name):
    counted = told(read("abstrakto", plain(colour), hints=Hints(theme="classic")))
    assert {kind.split("-")[0] for kind in counted} == {name}


def test_quarters_of_crossed_pieces_are_no_plain_pieces():
    seen = read("abstrakto", plain(BLUE, ORANGE, is_crossed=True), hints=Hints(theme="classic"))
    assert set(told(seen)) <= {"blue-cross", "orange-cross"}
    assert seen.told[0].matches


def test_pieces_lie_on_a_sheet_of_paper_on_a_table():
    alone = Image.open(io.BytesIO(plain(BLUE, ORANGE)))
    around = small_png(ImageOps.expand(alone, 90, (196, 160, 120)))
    found = [
        read("abstrakto", one, hints=Hints(theme="classic")) for one in (small_png(alone), around)
    ]
    assert told(found[0]) == told(found[1]) != Counter()
    assert found[1].told[0].others == []


def test_pieces_that_fit_wholly_are_read():
    seen = read("abstrakto", plain(ORANGE, is_crossed=True), hints=Hints(theme="classic"))
    assert len(seen.told[0].matches) == 16


@pytest.mark.parametrize("cloth", ["chequered", "blue cloth"])
def test_squares_of_a_cloth_are_no_pieces(cloth):
    condition = Condition("aathenuo", table=cloth, tilt=0.0, side=1400, seed=3)
    ids = chosen(condition, 12)
    seen = read("aathenuo", photograph(condition, ids))
    assert told(seen) == Counter(ids)
    assert len(seen.told[0].matches) == len(ids)
    assert not seen.told[0].others


@pytest.mark.parametrize(("look", "counted"), [("colorblind", {"contested": 6}), ("ink-saver", {})])
def test_contested_tiles_alone_are_no_control_tiles(look, counted):
    light = (0.72, 0.79, 0.86) if look == "ink-saver" else (0.9, 0.8, 0.6)
    condition = Condition("astralis", look, "white", light=light, side=800, component="contested")
    shot = photograph(condition, [f"contested-{k}" for k in range(1, 7)])
    photographs = tuple(loading.load([Source("1.jpg", shot)]))
    wanted = Wanted(only=("control", "contested"))
    found = told(reading.read(photographs, "astralis", Hints(), wanted))
    assert set(found) <= {"contested"}
    assert found == counted or not counted


def test_the_light_of_a_channel_that_no_piece_shows_is_that_of_the_others():
    wanted = np.full((4, 60, 3), (200.0, 90.0, 0.0)) * np.linspace(0.4, 1, 60)[:, None]
    found = fitted(wanted * 0.6 + 5, wanted, np.zeros((4, 2)))
    assert found.is_likely
    assert found.gains[0, :2] == pytest.approx([0.6, 0.6], abs=0.02)
    assert 0.3 < found.gains[0, 2] < 0.9


def test_something_foreign_on_the_table_is_unclear():
    outcome = one_short(extra=coin)
    assert [fault.kind for fault in outcome.faults] == ["unclear"]
    assert "no whole piece" in outcome.faults[0].message
    assert outcome.faults[0].file == "1.jpg"


def test_a_tile_half_covered_is_never_counted():
    outcome = one_short(cover="b8")
    assert outcome.ok  # no b8 lies in the first photograph
    outcome = one_short(cover="r*")
    assert {fault.kind for fault in outcome.faults} == {"missing", "unclear"}


def test_a_tile_of_another_game_is_never_counted():
    condition = Condition("aathenuo", seed=4, side=1600)
    ids = chosen(condition, 20)
    seen = read("aathenuo", photograph(condition, ids, extra=stranger))
    assert told(seen) == Counter(ids)
    assert any(fault.kind == "unclear" for fault in seen.outcome.faults)


def stranger(plane):
    """A plain square tile as another game has."""
    x, y = plane.shape[1] - 300, plane.shape[0] - 300
    cv2.rectangle(plane, (x, y), (x + 190, y + 190), (47, 111, 196), -1)


def test_a_photograph_of_another_game_is_not_in_order():
    condition = Condition("atreya", seed=5, side=1400)
    shot = photograph(condition, chosen(condition, 12))
    try:
        outcome = read("aathenuo", shot).outcome
    except GameError:
        return
    assert outcome.found == 0


def jpeg(pixels):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG")
    return buffer.getvalue()


PLAIN = jpeg(np.full((300, 400, 3), 120, np.uint8))


def claimed(width, height):
    """A PNG file that says it is so large, and holds nothing."""
    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    data = b"\x89PNG\r\n\x1a\n"
    for chunk in (head, b"IDAT"):
        data += (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    return data


BAD = {
    "nothing lies there": (PLAIN, "1.jpg: no pieces are seen"),
    "cut short": (PLAIN[: len(PLAIN) // 2], "1.jpg cannot be read as an image: it is cut short"),
    "no image": (b"\x89PNG\r\n nonsense", "1.jpg cannot be read as an image: it is damaged"),
    "a bomb": (claimed(60000, 60000), "1.jpg has too many pixels; at most 100 million are read"),
    "too large": (
        claimed(10001, 10000),
        "1.jpg has 10001 × 10000 pixels; at most 100 million are read",
    ),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(data, words):
    with pytest.raises(GameError) as caught:
        read("atreya", data)
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


def scattered(number, corners):
    """Return a PNG file of so many regular polygons in rows, of colours of their own."""
    shades = random.Random(number)
    across = math.ceil(number**0.5)
    image = Image.new("RGB", (26 * across + 26, 26 * across + 26), "white")
    pen = ImageDraw.Draw(image)
    for k in range(number):
        middle = (26 + 26 * (k % across), 26 + 26 * (k // across), 11)
        pen.regular_polygon(middle, corners, fill=shades.choice(("#a22", "#262", "#22a")))
    return small_png(image)


def small_png(image):
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def slope():
    y, x = np.mgrid[0:400, 0:400]
    return small_png(Image.fromarray(np.stack([x / 2, y / 2, (x + y) / 4], -1).astype("u1")))


def cut_off():
    pixels = np.random.default_rng(1).integers(227, 234, (300, 400, 3))
    pixels[200:, 100:200] = 20, 60, 160
    return pixels.astype("u1")


#: Pictures of nothing, of the kinds that once ended in a traceback, a warning or took minutes.
NOTHING = {
    "squares": scattered(9, 4),
    "a slope of colours without a table": slope(),
    "a huge black square": small_png(Image.new("1", (3000, 3000)).crop((-900, -900, 3900, 3900))),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("data", NOTHING.values(), ids=NOTHING)
def test_nothing_is_told_in_pictures_of_nothing(data):
    with pytest.raises(GameError, match="no pieces are seen; lay them apart"):
        read("atreya", data, hints=Hints(theme="classic"))


def test_a_square_that_the_edge_cuts_off_is_no_piece():
    assert outlines.find(Ground(cut_off()), 4).places == []


@pytest.mark.parametrize(
    ("shade", "noise", "spot", "shows"),
    [
        ((0, 0, 0), 0, None, False),
        ((20, 60, 160), 2, None, False),
        ((20, 60, 160), 8, None, True),
        ((20, 60, 160), 0, (200, 40, 40), True),  # pieces of another colour
        ((20, 60, 160), 0, (20, 80, 160), True),
    ],
)
def test_nothing_is_sought_on_a_sheet_of_one_colour(monkeypatch, shade, noise, spot, shows):
    pixels = np.full((500, 700, 3), 255.0)
    pixels[50:450, 100:620] = shade
    if spot:
        pixels[150:350, 200:450] = spot
    pixels += np.random.default_rng(1).normal(0, noise, pixels.shape)
    pixels = pixels.clip(0, 255).astype("u1")
    assert outlines.find(Ground(pixels), 6).show_something is shows
    if not shows:
        monkeypatch.setattr(models, "draw", None)  # no theme is drawn
        with pytest.raises(GameError, match="no pieces are seen"):
            read("atreya", small_png(Image.fromarray(pixels)))


TOO_MUCH = (
    "1.jpg shows more than is looked at; lay fewer pieces in one photograph, on a table of one "
    "colour, or name the game and --theme"
)


def scan(pages, noise):
    """A PDF file of pages that are pictures."""
    grain = np.random.default_rng(3).integers(128 - noise, 129 + noise, (400, 400), "u1")
    first, *rest = [Image.fromarray(grain)] * pages
    buffer = io.BytesIO()
    first.save(buffer, "PDF", save_all=True, append_images=rest)
    return buffer.getvalue()


def test_scanned_pages_are_so_many_at_most():
    with pytest.raises(GameError, match=r"^1\.pdf has more than 30 scanned pages; split it$"):
        list(loading.load([Source("1.pdf", scan(31, 0))]))


def test_a_wide_picture_takes_no_more_memory_than_another():
    wide = loaded(Image.new("RGB", (30_000, 500), "#336699"), "PNG")
    assert wide.pixels.shape == (33, 2000, 3)
    assert np.unique(wide.pixels.reshape(-1, 3), axis=0).tolist() == [[0x33, 0x66, 0x99]]


def test_very_many_pieces_are_refused():
    with pytest.raises(
        GameError, match="shows more than 300 pieces; one photograph may show at most"
    ):
        read("atreya", scattered(330, 6))


def test_of_a_picture_of_nothing_one_theme_is_tried(monkeypatch):
    drawn = []

    def counted(parts, look):
        drawn.append(look.name)
        return draw(parts, look)

    draw = models.draw
    monkeypatch.setattr(models, "draw", counted)
    with pytest.raises(OptionError, match="does not tell its game"):
        read(None, slope())
    assert len(set(drawn)) == 1


def test_photographs_beside_a_bad_file_are_read_once(monkeypatch, tmp_path, capsys):
    (tmp_path / "1.png").write_bytes(scattered(9, 4))
    (tmp_path / "2.png").write_bytes(scattered(9, 4)[:200])
    (tmp_path / "3.png").write_bytes(scattered(4, 4))
    names = []
    load = loading.load

    def counted(sources):
        names.extend(source.name for source in sources)
        return load(sources)

    monkeypatch.setattr(loading, "load", counted)
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    assert run(["verify", "atreya", "--theme", "classic", *files]) == 2
    assert names == files
    assert "2.png cannot be read as an image" in "".join(capsys.readouterr())


def test_a_game_that_is_not_told_is_asked_for():
    with pytest.raises(OptionError, match="does not tell its game; name it before: aathenuo, "):
        read(None, PLAIN)


def test_the_game_is_told_by_its_pieces():
    condition = Condition("aathenuo", seed=8, side=1600)
    assert read(None, photograph(condition, chosen(condition, 12))).outcome.game == "aathenuo"


@pytest.mark.parametrize(
    ("game", "look", "table", "number"),
    [
        ("atreya", "colorblind", "grey", 12),
        ("atreya", "ink-saver", "black", 12),
        ("atreya", "dark", "wood", 12),
        ("abstrakto", "dark", "white", 12),
    ],
)
def test_game_and_theme_are_told_of_photographs_in_any_theme(game, look, table, number):
    condition = Condition(game, look, table=table, seed=8, side=1300)
    ids = chosen(condition, number)
    seen = read(None, photograph(condition, ids))
    assert seen.outcome.game == game
    assert seen.outcome.facts[0].endswith(f"colours by the theme {look}")
    assert told(seen) == Counter(kind_of_piece(one) for one in ids)


MEASURED = {
    "--colors": (Hints(colours=("#ff0000",)), Wanted()),
    "--tile-size": (Hints(tile_size=40.0), Wanted(tile_size=40.0)),
    "--print-scale": (Hints(print_scale=(99.0, 100.0)), Wanted()),
    "--margin": (Hints(), Wanted(margin=5.0)),
    "--duplex": (Hints(), Wanted(duplex="long")),
    "--back-shift": (Hints(), Wanted(back_shift=(1.0, 0.0))),
    "--tolerance": (Hints(), Wanted(tolerance=0.1)),
}


@pytest.mark.parametrize(("option", "given"), MEASURED.items(), ids=MEASURED)
def test_lengths_are_refused(option, given):
    with pytest.raises(OptionError) as caught:
        reading.read(tuple(loading.load([Source("1.jpg", PLAIN)])), "atreya", *given)
    assert str(caught.value) == f"{option}: photographs are not measured; it is for drawn sheets"


def test_hatches_are_not_told():
    with pytest.raises(OptionError, match="in the theme mono differ by hatches alone"):
        read("atreya", PLAIN, hints=Hints(theme="mono"))


def test_pieces_without_colours_are_never_counted():
    condition = Condition("aathenuo", "mono", table="white", seed=3, side=1600)
    outcome = read("aathenuo", photograph(condition, chosen(condition, 16))).outcome
    assert outcome.found == 0
    assert not outcome.ok


# ------------------------------------------------------------------------------------ images


def loaded(image, kind, **how):
    buffer = io.BytesIO()
    image.save(buffer, kind, **how)
    (photo,) = loading.load([Source("one", buffer.getvalue())])
    return photo


def halves(left, right, dtype=np.uint8):
    pixels = np.full((80, 120), right, dtype)
    pixels[:, :60] = left
    return Image.fromarray(pixels)


def ends(photo):
    return photo.pixels[40, 10].tolist(), photo.pixels[40, 110].tolist()


def turned():
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    return {"exif": exif, "quality": 95}


def clear():
    image = halves(0, 1).convert("P")
    image.putpalette([10, 20, 30, 200, 100, 0])
    return image


IMAGES = {
    "grey of 16 bits": (halves(0, 0x8000, np.uint16), "PNG", {}, [[0] * 3, [128] * 3]),
    "grey": (halves(10, 200), "PNG", {}, [[10] * 3, [200] * 3]),
    "palette, clear": (clear(), "PNG", {"transparency": 0}, [[255] * 3, [200, 100, 0]]),
    "black and white": (halves(0, 255).convert("1"), "PNG", {}, [[0] * 3, [255] * 3]),
    "inks": (halves(0, 255).convert("CMYK"), "JPEG", {"quality": 95}, [[0] * 3, [255] * 3]),
    "turned": (halves(0, 255), "JPEG", turned(), [[255] * 3, [0] * 3]),
    "moving": (
        halves(50, 150),
        "PNG",
        {"save_all": True, "append_images": [halves(0, 0)]},
        [[50] * 3, [150] * 3],
    ),
}


@pytest.mark.parametrize(("image", "kind", "how", "wanted"), IMAGES.values(), ids=IMAGES)
def test_images_of_every_kind(image, kind, how, wanted):
    photo = loaded(image, kind, **how)
    assert photo.pixels.shape == (80, 120, 3)
    left, right = ends(photo)
    assert left == pytest.approx(wanted[0], abs=3)
    assert right == pytest.approx(wanted[1], abs=3)


def test_large_images_are_looked_at_smaller():
    photo = loaded(Image.new("RGB", (6000, 3000)), "JPEG")
    assert max(photo.pixels.shape) <= loading.SIDE
    assert photo.scale == pytest.approx(6000 / photo.pixels.shape[1])
    assert kind_of(PLAIN) == "image"


def test_strips_of_a_large_image_are_the_whole():
    y, x = np.mgrid[0:310, 0:3100]
    whole = Image.fromarray(np.stack([x / 13, y / 2, (x + y) / 15], -1).astype("u1"))
    size = (loading.SIDE, loading.SIDE // 10)
    wanted = np.asarray(whole.resize(size, Image.Resampling.BOX))
    assert np.abs(loaded(whole, "PNG").pixels.astype(int) - wanted).max() <= 1


def test_photographs_are_so_many_at_most(tmp_path):
    with pytest.raises(GameError, match="more than 30 photographs and scanned pages"):
        read("atreya", *[PLAIN] * 31)
    for k in range(31):  # counted before any is read: these could not be
        (tmp_path / f"{k}.png").write_bytes(PLAIN[:16])
    with pytest.raises(GameError, match=r"^31 photographs are more than are read at once \(30\)$"):
        generator.verify("atreya", tmp_path)


def test_what_is_no_photograph_is_not_of_the_set():
    with pytest.raises(
        GameError, match="list is not a photograph; verify photographs and other files"
    ):
        list(loading.load([Source("1.jpg", PLAIN), Source("list", b"tile\n")]))
    with pytest.raises(GameError, match="20 × 20 pixels; the shorter side must have"):
        loaded(Image.new("RGB", (20, 20)), "PNG")


# ------------------------------------------------------------------------------------ sheets


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """The first sheets of two kits as PNG files, by name."""
    folder = tmp_path_factory.mktemp("sheets")
    words = ["--only", "tiles", "--format", "png", "--dpi", "110", "--out", str(folder)]
    assert run(["kit", "aathenuo", *words]) == 0
    source = template.load("atreya")
    small = source.printing.with_options({"paper": "a5"})
    (component,) = make(source, small, ("tiles",)).components
    for sheet in component.sheets[:2]:
        path = folder / f"atreya-tiles-01-{sheet.side}.png"
        path.write_bytes(png.write(sheet.scene, 110))
    return {path.stem: path for path in folder.glob("*.png")}


def scanned(path, angle=1.4, kind="JPEG", doubled=None, lid=None):
    """A sheet as a scanner gives it: a little askew, on grey paper, not quite sharp.

    ``doubled`` are row and column of two tiles, of which the first shows in the second's place, too;
    ``lid`` is the colour of what shows about the sheet.
    """
    image = Image.open(path).convert("RGB")
    if doubled:
        first, second = (cell(image, *at) for at in doubled)
        image.paste(image.crop(first), second[:2])
    if lid:
        image = ImageOps.expand(image, 40, "white").rotate(angle, fillcolor=lid)
        image = ImageOps.expand(image, 25, lid)
    else:
        image = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor="white")
    pixels = np.asarray(image).astype(np.float32) * 0.88 + 12
    pixels += np.random.default_rng(1).normal(0, 3, pixels.shape)
    image = Image.fromarray(cv2.GaussianBlur(pixels.clip(0, 255), (0, 0), 0.6).astype(np.uint8))
    buffer = io.BytesIO()
    image.save(buffer, kind, **({"resolution": 110} if kind == "PDF" else {"quality": 80}))
    return buffer.getvalue()


def test_a_sheet_as_the_kit_previews_it_is_read(sheets, capsys):
    files = [str(sheets["aathenuo-tiles-01-front"]), str(sheets["aathenuo-tiles-01-back"])]
    assert run(["verify", *files, "--only", "tiles"]) == 0
    out = capsys.readouterr().out
    assert "in order: 104 of 104" in out
    assert "104 pieces lie face down and are not counted" in out


def test_a_scanned_pdf_is_read(sheets, tmp_path, capsys):
    path, seen = tmp_path / "scan.pdf", tmp_path / "seen.png"
    path.write_bytes(scanned(sheets["aathenuo-tiles-01-front"], 1.0, "PDF"))
    assert run(["verify", "aathenuo", str(path), "--only", "tiles", "-o", str(seen)]) == 0
    assert "in order: 104 of 104" in capsys.readouterr().out
    assert kind_of(seen.read_bytes()) == "image"


def cell(image, row, column):
    """Return where a tile of a sheet's rows lies, in pixels."""
    pixels = np.asarray(image).astype(int)
    y, x = np.nonzero(pixels.max(axis=2) - pixels.min(axis=2) > 60)
    edge = 22 / 25.4 * 110
    left, top = x.min() + column * edge, y.min() + row * edge
    return tuple(round(float(at)) for at in (left, top, left + edge, top + edge))


def test_a_doubled_tile_is_told_in_a_scan_with_a_lid(sheets, tmp_path, capsys):
    page, file = sheets["aathenuo-tiles-01-front"], tmp_path / "front.jpg"
    file.write_bytes(scanned(page, 0.7, doubled=((0, 2), (8, 3)), lid=(168, 170, 172)))
    assert run(["verify", "aathenuo", str(file), "--only", "tiles", "--json"]) == 1
    (answer,) = json.loads(capsys.readouterr().out)["outcomes"]
    told = [(fault["kind"], fault["message"]) for fault in answer["faults"]]
    assert told == [
        ("missing", "tile g8 is missing"),
        ("duplicated", "tile r1 is there once too often"),
    ]


def test_both_sides_of_a_sheet_count_once(sheets):
    front, back = (scanned(sheets[f"atreya-tiles-01-{side}"]) for side in ("front", "back"))
    outcome = read("atreya", front, back).outcome
    assert outcome.found == 13
    assert {fault.kind for fault in outcome.faults} == {"missing"}
    assert "1 sheet shows the backs of others; a piece counts once" in outcome.facts


@pytest.mark.parametrize("look", ["classic", "mono"])
def test_tiles_whose_sides_look_alike_do_not_tell_on_which_they_lie(look):
    """By the rules 63 tiles are their own mirror image (Atreya 1.3)."""
    parts, _ = reading._parts("atreya", theme.load(look), USUAL, Wanted())
    model = models.draw(parts, theme.load(look))
    shown = model.kinds[: len(model.kinds) // 6]
    even = {kind for kind in shown if any(kind[:1:-1] == kind[k:] + kind[2:k] for k in range(2, 8))}
    assert (len(even), len(set(shown))) == (63, 168)
    for picture, kind in enumerate(shown):
        match = matching.Match(None, kind, 1.0, 0.0, picture)
        found = matching.lie_on_fronts([match], model)
        assert found == (None if kind in even else model.backs[picture]), kind
    assert matching.lie_on_fronts([], model) is None


def shown(kinds, *, backs, sheet=True):
    """Return what a photograph of such kinds tells, each one letter."""
    matches = [matching.Match(None, kind, 1.0, 0.0, 0) for kind in kinds]
    return Told(matches, [], sheet, backs)


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ([("abcde", False), ("abcde", True)], "abcde"),
        ([("abcde", True), ("abcde", False)], "abcde"),
        ([("abcde", False), ("abcd", True)], "abcde"),
        ([("abcde", False), ("abc", True)], "abcdeabc"),
        ([("abcde", False), ("abcde", False)], "abcdeabcde"),
        ([("abcde", False), ("abcde", True), ("abcde", True)], "abcdeabcde"),
        # What tells no side is another's where other sheets have two, and only there.
        ([("abcde", None), ("abcde", None)], "abcdeabcde"),
        ([("xy", True), ("xy", False), ("abcde", None), ("abcde", None)], "xyabcde"),
        ([("xy", True), ("xy", False), ("ab", None), ("ab", True, False)], "xyab"),
        ([("xy", True), ("xy", False), ("ab", False), ("ab", None, False)], "xyab"),
        ([("xy", True), ("xy", False), ("ab", False), ("ab", False, False)], "xyabab"),
        ([("xy", True), ("xy", False), ("ab", None), ("cd", None)], "xyabcd"),
        ([("xy", True, False), ("xy", False, False)], "xyxy"),
    ],
)
def test_what_shows_the_backs_of_a_sheet_is_not_counted(told, counted):
    seen = [shown(kinds, backs=backs, sheet=not rest) for kinds, backs, *rest in told]
    found = sum((one.kinds for one in reading._once(seen)), Counter())
    assert found == Counter(counted)


def test_a_sheet_with_a_tile_painted_over_is_not_in_order(sheets):
    pixels = np.asarray(Image.open(sheets["aathenuo-tiles-01-front"]).convert("RGB")).copy()
    height, width = pixels.shape[:2]
    pixels[height // 2 - 70 : height // 2 + 30, width // 2 - 50 : width // 2 + 50] = (90, 60, 40)
    outcome = read("aathenuo", jpeg(pixels)).outcome
    assert outcome.found < 104
    assert "missing" in {fault.kind for fault in outcome.faults}


def test_plain_pieces_that_touch_are_not_guessed(tmp_path, capsys):
    words = ["--format", "png", "--dpi", "70", "--out", str(tmp_path), "--only", "control"]
    assert run(["kit", "astralis", *words]) == 0
    sheet = tmp_path / "astralis-control-01-front.png"
    assert run(["verify", "astralis", str(sheet), "--only", "control"]) == 2
    assert "no pieces are seen" in capsys.readouterr().err


def test_the_command_shows_what_was_seen(tmp_path, capsys):
    condition = Condition("atreya", seed=6, side=1600)
    shot = tmp_path / "shot.jpg"
    shot.write_bytes(photograph(condition, chosen(condition, 12)))
    words = ["verify", "atreya", str(shot), "--json", "-o", str(tmp_path / "seen.png")]
    assert run(words) == 1
    answer = json.loads(capsys.readouterr().out)["outcomes"][0]
    assert (answer["found"], answer["expected"]) == (12, 168)
    assert len(answer["faults"]) == 156
    with Image.open(tmp_path / "seen.png") as image:
        assert max(image.size) == 1600
    (tmp_path / "list.csv").write_text("tile\n")
    for words in (["atreya", str(tmp_path / "list.csv")], ["atreya"]):
        assert run(["verify", *words, "-o", "seen.png"]) == 2
        assert "photographs and scans; there are none" in capsys.readouterr().err
