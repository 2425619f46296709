"""Scans and photographs read back: a hundred written-down conditions, and sets that are not whole.

Photographs come from :mod:`tests.checking.photographed`, which shares no code with the reader.
"""

from __future__ import annotations

import io
import json
import random
import zlib
from collections import Counter

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

import generator
from engine.drawing.parts import kind_of
from engine.drawing.writers import png
from engine.errors import GameError, OptionError
from engine.games.aathenuo.tiles import TileSet, whole_set
from generator.cli import run
from generator.printing import template
from generator.printing.kit import make
from tests.cases import DATA
from tests.checking import verifying
from tests.checking.photographed import Condition, conditions, photograph, tiles

#: How many tiles lie in one photograph, how many pixels wide it may be, and which conditions are tried.
IN_ONE, WIDEST, TRIED = 20, 1600, range(0, 100, 25)

#: A small set, of which a photograph shows half.
FEW = verifying.FEW["aathenuo"]
FEW_TILES = whole_set(TileSet(colours=3, copies=1, stars=2))
#: A sheet of eight by five tiles: a block of those is divided into fewer other ones than most.
SHEET = ["--only", "tiles", "--template", str(DATA / "aathenuo" / "sheet.toml")]
HALF = {"side": 1300}


@pytest.fixture
def verify(tmp_path):
    """Verify photographs, given as bytes, in files of their own."""

    def verified(game, *photographs, only=("tiles",), **options):
        for k, data in enumerate(photographs, 1):
            name = f"{k}.pdf" if data.startswith(b"%PDF") else f"{k}.jpg"
            (tmp_path / name).write_bytes(data)
        names = sorted(tmp_path.iterdir(), key=lambda path: int(path.stem))
        return generator.verify(*filter(None, [game]), *names, only=only, **options)

    return verified


def told(found):
    """Return how many of each kind were told."""
    kinds = Counter()
    for one in found.outcomes[0].counted:
        kinds[kind_of(one.kind)] += one.found
    assert kinds.total() == found.outcomes[0].found
    return +kinds


def kinds_of(ids):
    return Counter(map(kind_of, ids))


def faults(found):
    return [fault.kind for outcome in found.outcomes for fault in outcome.faults]


def chosen(condition, number=IN_ONE):
    ids = tiles(condition.game, condition.theme)
    return random.Random(condition.seed).sample(ids, number)


def test_tiles_are_told_in_every_condition(verify):
    listed = conditions()
    assert len(listed) == 100
    right = 0
    for k in TRIED:
        condition = listed[k]._replace(side=min(listed[k].side, WIDEST))
        ids = kinds_of(chosen(condition))
        named = {"theme": condition.theme} if k % 50 else {}
        got = told(verify(condition.game, photograph(condition, chosen(condition)), **named))
        assert got <= ids, listed[k]  # none is guessed
        right += got.total()
    assert right >= 0.99 * IN_ONE * len(TRIED)


def test_several_photographs_are_one_set(verify, tmp_path):
    shots = [
        photograph(Condition("aathenuo", seed=k, table="wood", side=1100), FEW_TILES[k : k + 15])
        for k in range(0, len(FEW_TILES), 15)
    ]
    found = verify("aathenuo", *shots, template=FEW)
    assert faults(found) == []
    assert found.outcomes[0].found == found.outcomes[0].expected == len(FEW_TILES)
    (tmp_path / f"{len(shots)}.jpg").unlink()
    assert set(faults(verify("aathenuo", *shots[:-1], template=FEW))) == {"missing"}


def coin(plane):
    cv2.circle(plane, (plane.shape[1] - 150, plane.shape[0] - 150), 100, (186, 140, 80), -1)


def plain(*colours):
    """Return a photograph of squares on a dark table: plain, and with a line."""
    image = Image.new("RGB", (600, 150), TABLE)
    pen = ImageDraw.Draw(image)
    for column in range(4):
        x, y = 30 + 145 * column, 30
        pen.rectangle((x, y, x + 95, y + 95), fill=colours[column % len(colours)])
        if column % 2:
            pen.rectangle((x, y + 45, x + 95, y + 49), fill=(30, 30, 34))
    return saved(image, "PNG")


BLUE, ORANGE, TABLE = (66, 120, 190), (226, 134, 62), (40, 38, 39)


@pytest.mark.parametrize(("colour", "name"), [(BLUE, "blue"), (ORANGE, "orange")])
def test_pieces_of_one_colour_are_not_taken_for_another(verify, colour, name):
    counted = told(verify("abstrakto", plain(colour), theme="classic"))
    assert {kind.split("-")[0] for kind in counted} == {name}


ONE_SHORT = {
    "a coin": ({"extra": coin}, {"unclear"}),
    "a tile half covered": ({"cover": "r*"}, {"missing", "unclear"}),
    "none of them covered": ({"cover": "b8"}, set()),
}


@pytest.mark.parametrize(("more", "kinds"), ONE_SHORT.values(), ids=ONE_SHORT)
def test_what_is_no_whole_piece_is_never_counted(verify, more, kinds):
    shots = [
        photograph(Condition("aathenuo", seed=1, **HALF), FEW_TILES[:14], **more),
        photograph(Condition("aathenuo", seed=2, **HALF), FEW_TILES[14:]),
    ]
    found = verify("aathenuo", *shots, template=FEW)
    assert set(faults(found)) == kinds
    if kinds == {"unclear"}:
        (fault,) = found.faults
        assert "no whole piece" in fault.message
    unclear = [fault for fault in found.faults if fault.kind == "unclear"]
    assert all(fault.file.endswith("1.jpg") for fault in unclear)


def test_a_tile_of_another_game_is_never_counted(verify):
    condition = Condition("aathenuo", seed=4, side=1600)
    ids = chosen(condition, 20)
    found = verify("aathenuo", photograph(condition, ids, extra=stranger))
    assert told(found) == kinds_of(ids)
    assert "unclear" in faults(found)


def stranger(plane):
    """A plain square tile as another game has."""
    x, y = plane.shape[1] - 300, plane.shape[0] - 300
    cv2.rectangle(plane, (x, y), (x + 190, y + 190), (47, 111, 196), -1)


def test_a_photograph_of_another_game_is_not_in_order(verify):
    condition = Condition("atreya", seed=5, side=1400)
    with pytest.raises(GameError, match="no pieces are seen"):
        verify("aathenuo", photograph(condition, chosen(condition, 12)))


def claimed(width, height):
    """A PNG file that says it is so large, and holds nothing."""
    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    length, check = (len(head) - 4).to_bytes(4, "big"), zlib.crc32(head).to_bytes(4, "big")
    return (
        b"\x89PNG\r\n\x1a\n"
        + length
        + head
        + check
        + b"\0\0\0\0IDAT"
        + zlib.crc32(b"IDAT").to_bytes(4, "big")
    )


def slope():
    y, x = np.mgrid[0:400, 0:400]
    return saved(Image.fromarray(np.stack([x / 2, y / 2, (x + y) / 4], -1).astype("u1")), "PNG")


def saved(image, kind, **how):
    data = io.BytesIO()
    image.save(data, kind, **how)
    return data.getvalue()


PLAIN = saved(Image.new("RGB", (400, 300), (120, 120, 120)), "JPEG")
BAD = {
    "nothing lies there": (PLAIN, "1.jpg: no pieces are seen; lay them apart"),
    "no table": (slope(), "1.jpg: no pieces are seen"),
    "tiny": (saved(Image.new("RGB", (3, 2)), "PNG"), "1.jpg: no pieces are seen"),
    "cut short": (PLAIN[: len(PLAIN) // 2], "1.jpg cannot be read as an image: it is damaged, cut"),
    "no image": (b"\x89PNG\r\n nonsense", "1.jpg cannot be read as an image: it is damaged"),
    "a bomb": (claimed(60000, 60000), "1.jpg has too many pixels; at most 100 million are read"),
    "too large": (claimed(10001, 10000), "1.jpg has too many pixels"),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(verify, data, words):
    with pytest.raises(GameError) as caught:
        verify("atreya", data, theme="classic")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_that_is_not_told_is_asked_for(verify):
    with pytest.raises(OptionError, match="does not tell its game; name it before: aathenuo, "):
        verify(None, PLAIN)


@pytest.mark.parametrize(
    ("game", "look", "table"), [("atreya", "ink-saver", "black"), ("abstrakto", "dark", "white")]
)
def test_game_and_theme_are_told_of_photographs_in_any_theme(verify, game, look, table):
    condition = Condition(game, look, table=table, seed=8, side=1300)
    ids = chosen(condition, 12)
    found = verify(None, photograph(condition, ids))
    assert found.outcomes[0].game == game
    assert found.outcomes[0].facts[0].endswith(f"colours by the theme {look}")
    assert told(found) == kinds_of(ids)


def test_hatches_are_not_told(verify):
    with pytest.raises(OptionError, match="in the theme mono differ by hatches alone"):
        verify("atreya", PLAIN, theme="mono")


# ------------------------------------------------------------------------------------ images


@pytest.fixture(scope="module")
def shot():
    """A photograph of Aathenuo's tiles, and their kinds."""
    condition = Condition("aathenuo", seed=8, side=1300)
    ids = chosen(condition, 12)
    return Image.open(io.BytesIO(photograph(condition, ids))), kinds_of(ids)


def turned(image):
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    return saved(image.rotate(180), "JPEG", exif=exif, quality=95)


IMAGES = {
    "palette": lambda image: saved(image.quantize(256), "PNG"),
    "clear": lambda image: saved(image.convert("RGBA"), "PNG"),
    "inks": lambda image: saved(image.convert("CMYK"), "JPEG", quality=95),
    "turned": turned,
}


@pytest.mark.parametrize("made", IMAGES.values(), ids=IMAGES)
def test_images_of_every_kind(verify, shot, made):
    image, kinds = shot
    assert told(verify("aathenuo", made(image), theme="classic")) == kinds


def test_pictures_without_colours_are_never_counted(verify, shot):
    found = verify("aathenuo", saved(shot[0].convert("L"), "PNG"), theme="classic")
    assert found.outcomes[0].found == 0


# ------------------------------------------------------------------------------------ sheets


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """The first sheets of two kits as PNG files, by name."""
    folder = tmp_path_factory.mktemp("sheets")
    words = [*SHEET, "--format", "png", "--dpi", "110", "--out", str(folder)]
    assert run(["kit", "aathenuo", *words]) == 0
    source = template.load("atreya")
    small = source.printing.with_options({"paper": "a5"})
    (component,) = make(source, small, ("tiles",)).components
    (large,) = make(source, source.printing, ("tiles",)).components
    for sheet in (*component.sheets[:2], *large.sheets[-2:]):
        path = folder / f"atreya-tiles-{sheet.index:02}-{sheet.side}.png"
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
    assert run(["verify", *files, *SHEET, "--theme", "classic"]) == 0
    out = capsys.readouterr().out
    assert "in order: 40 of 40" in out
    assert "40 pieces lie face down and are not counted" in out


def test_a_scanned_pdf_is_read(sheets, tmp_path, capsys):
    path, seen = tmp_path / "scan.pdf", tmp_path / "seen.png"
    path.write_bytes(scanned(sheets["aathenuo-tiles-01-front"], 1.0, "PDF"))
    assert (
        run(["verify", "aathenuo", str(path), *SHEET, "--theme", "classic", "-o", str(seen)]) == 0
    )
    assert "in order: 40 of 40" in capsys.readouterr().out
    assert seen.read_bytes().startswith(b"\x89PNG")


def cell(image, row, column):
    """Return where a tile of a sheet's rows lies, in pixels."""
    pixels = np.asarray(image).astype(int)
    y, x = np.nonzero(pixels.max(axis=2) - pixels.min(axis=2) > 60)
    edge = 22 / 25.4 * 110
    left, top = x.min() + column * edge, y.min() + row * edge
    return tuple(round(float(at)) for at in (left, top, left + edge, top + edge))


def test_a_doubled_tile_is_told_in_a_scan_with_a_lid(sheets, tmp_path, capsys):
    page, file = sheets["aathenuo-tiles-01-front"], tmp_path / "front.jpg"
    file.write_bytes(scanned(page, 0.7, doubled=((0, 2), (2, 3)), lid=(168, 170, 172)))
    assert run(["verify", "aathenuo", str(file), *SHEET, "--theme", "classic", "--json"]) == 1
    (answer,) = json.loads(capsys.readouterr().out)["outcomes"]
    told = [(fault["kind"], fault["message"]) for fault in answer["faults"]]
    assert told == [
        ("missing", "tile g*: 1 instead of 2"),
        ("duplicated", "tile r1: 2 instead of 1"),
    ]


def test_both_sides_of_a_sheet_count_once(verify, sheets):
    front, back = (scanned(sheets[f"atreya-tiles-01-{side}"]) for side in ("front", "back"))
    (outcome,) = verify("atreya", front, back, theme="classic").outcomes
    assert outcome.found == 14
    assert {fault.kind for fault in outcome.faults} == {"missing"}
    assert "1 sheet shows the backs of others; a piece counts once" in outcome.facts


def test_backs_that_look_like_fronts_count_once(verify, sheets):
    sides = (sheets[f"atreya-tiles-06-{side}"].read_bytes() for side in ("front", "back"))
    (outcome,) = verify("atreya", *sides, theme="classic").outcomes
    assert outcome.found == 3


def test_the_command_shows_what_was_seen(tmp_path, capsys):
    condition = Condition("atreya", seed=6, side=1600)
    shot = tmp_path / "shot.jpg"
    shot.write_bytes(photograph(condition, chosen(condition, 12)))
    words = ["verify", "atreya", str(shot), "--theme", "classic", "--json"]
    assert run([*words, "-o", str(tmp_path / "seen.png")]) == 1
    answer = json.loads(capsys.readouterr().out)["outcomes"][0]
    assert (answer["found"], answer["expected"]) == (12, 168)
    assert len(answer["faults"]) == 156
    with Image.open(tmp_path / "seen.png") as image:
        assert max(image.size) == 1600
    (tmp_path / "list.csv").write_text("tile\n")
    assert run(["verify", "atreya", str(tmp_path / "list.csv"), "-o", "seen.png"]) == 2
    assert "photographs and scans; there are none" in capsys.readouterr().err
