"""Scans and photographs verified: a hundred written-down conditions, and sets that are not whole.

Photographs come from :mod:`tests.checking.photographed`, which shares no code with the reader.
"""

from __future__ import annotations

import io
import os
import random
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

import engine
import generator
from engine.errors import GameError, OptionError
from engine.games.aathenuo.tiles import TileSet, whole_set
from tests.checking.photographed import Condition, conditions, photograph, tiles
from tests.paths import DATA

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: How many tiles lie in one photograph, how many pixels wide it may be, and which conditions are
#: tried: fewer tiles on fewer pixels are as large, and seen sooner.
IN_ONE, WIDEST = (42, 3000) if DEEP else (20, 1600)
TRIED = range(0, 100) if DEEP else range(0, 100, 25)
#: A small set, of which a photograph shows half.
FEW = {"template": DATA / "aathenuo" / "few-colour.toml"}
FEW_TILES = whole_set(TileSet(colours=3, copies=1, stars=2))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Each test has a folder of its own."""
    monkeypatch.chdir(tmp_path)


def verified(game, *photographs, **options):
    """Return the outcome of photographs, of a game that is named or None, of its tiles alone."""
    for k, data in enumerate(photographs, 1):
        Path(f"{k}.jpg").write_bytes(data)
    names = [f"{k}.jpg" for k in range(1, len(photographs) + 1)]
    found = generator.verify(*[game] * bool(game), *names, **{"only": "tiles"} | options)
    (outcome,) = found.outcomes
    return outcome


def told(outcome):
    return Counter({one.kind: one.found for one in outcome.counted if one.found})


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
        got = told(verified(condition.game, photograph(condition, ids)))
        assert got - Counter(ids) == Counter(), listed[k]  # none is guessed
        right += (got & Counter(ids)).total()
    assert right >= 0.95 * IN_ONE * len(TRIED)


@pytest.mark.parametrize(
    ("game", "ids", "number", "side", "options"),
    [
        ("atreya", engine.game("atreya").tiles(), 56, 1600, {}),
        ("aathenuo", FEW_TILES, 15, 1100, FEW),
    ],
    ids=["atreya", "aathenuo"],
)
def test_several_photographs_are_one_set(game, ids, number, side, options):
    parts = [ids[k : k + number] for k in range(0, len(ids), number)]
    shots = [
        photograph(Condition(game, seed=k, table="wood", side=side), part)
        for k, part in enumerate(parts)
    ]
    whole = verified(game, *shots, **options)
    assert whole.faults == ()
    assert whole.found == whole.expected == len(ids)
    for lost in range(len(shots)):
        part = verified(game, *shots[:lost], *shots[lost + 1 :], **options)
        assert {fault.kind for fault in part.faults} == {"missing"}


def one_short(**more):
    """Return the tiles of two photographs less the last, and what the first shows with ``more``."""
    shots = [
        photograph(Condition("aathenuo", seed=1, side=1300), FEW_TILES[:14], **more),
        photograph(Condition("aathenuo", seed=2, side=1300), FEW_TILES[14:]),
    ]
    return verified("aathenuo", *shots, **FEW)


def coin(plane):
    cv2.circle(plane, (plane.shape[1] - 150, plane.shape[0] - 150), 100, (186, 140, 80), -1)


def stranger(plane):
    """A plain square tile as another game has."""
    x, y = plane.shape[1] - 300, plane.shape[0] - 300
    cv2.rectangle(plane, (x, y), (x + 190, y + 190), (47, 111, 196), -1)


def test_something_foreign_on_the_table_is_unclear():
    (fault,) = one_short(extra=coin).faults
    assert (fault.kind, fault.file) == ("unclear", "1.jpg")
    assert "no whole piece" in fault.message


def test_a_tile_half_covered_is_never_counted():
    assert one_short(cover="b8").ok  # no b8 lies in the first photograph
    faults = one_short(cover="r*").faults
    assert {fault.kind for fault in faults} == {"missing", "unclear"}


def test_a_tile_of_another_game_is_never_counted():
    condition = Condition("aathenuo", seed=4, side=1600)
    ids = chosen(condition, 20)
    outcome = verified("aathenuo", photograph(condition, ids, extra=stranger))
    assert told(outcome) == Counter(ids)
    assert any(fault.kind == "unclear" for fault in outcome.faults)


def test_a_photograph_of_another_game_is_not_in_order():
    condition = Condition("atreya", seed=5, side=1400)
    shot = photograph(condition, chosen(condition, 12))
    try:
        outcome = verified("aathenuo", shot)
    except GameError:
        return
    assert outcome.found == 0


@pytest.mark.parametrize("look", ["colorblind", "ink-saver"])
def test_contested_tiles_alone_are_no_control_tiles(look):
    light = (0.72, 0.79, 0.86) if look == "ink-saver" else (0.9, 0.8, 0.6)
    condition = Condition("astralis", look, "white", light=light, side=800, component="contested")
    shot = photograph(condition, [f"contested-{k}" for k in range(1, 7)])
    assert set(told(verified("astralis", shot, only="control,contested"))) <= {"contested"}


@pytest.mark.parametrize(
    ("game", "look", "table", "number"),
    [
        ("atreya", "colorblind", "grey", 12),
        ("atreya", "ink-saver", "black", 12),
        ("atreya", "dark", "wood", 12),
        ("aathenuo", "classic", "grey", 12),
        ("abstrakto", "dark", "white", 12),
    ],
)
def test_game_and_theme_are_told_of_photographs_in_any_theme(game, look, table, number):
    condition = Condition(game, look, table=table, seed=8, side=1300)
    ids = chosen(condition, number)
    outcome = verified(None, photograph(condition, ids))
    assert outcome.game == game
    assert outcome.facts[0].endswith(f"colours by the theme {look}")
    known = {one.kind for one in outcome.counted}
    expected = Counter(one if one in known else one.rpartition("-")[0] for one in ids)
    assert told(outcome) == expected


# ----------------------------------------------------------------------------- what is refused


def encoded(image, kind="PNG", **how):
    buffer = io.BytesIO()
    image.save(buffer, kind, **how)
    return buffer.getvalue()


def slope():
    y, x = np.mgrid[0:400, 0:400]
    return encoded(Image.fromarray(np.stack([x / 2, y / 2, (x + y) / 4], -1).astype("u1")))


def clear():
    image = Image.new("P", (120, 80))
    image.putpalette([10, 20, 30, 200, 100, 0])
    return image


PLAIN = encoded(Image.new("RGB", (400, 300), (120, 120, 120)), "JPEG")
NOTHING = "no pieces are seen; lay them apart"
REFUSED = {
    "nothing lies there": (PLAIN, NOTHING),
    "a slope of colours": (slope(), NOTHING),
    "grey of 16 bits": (encoded(Image.new("I;16", (120, 80), 0x8000)), NOTHING),
    "palette, clear": (encoded(clear(), transparency=0), NOTHING),
    "black and white": (encoded(Image.new("1", (120, 80))), NOTHING),
    "inks": (encoded(Image.new("CMYK", (120, 80)), "JPEG"), NOTHING),
    "moving": (encoded(clear(), save_all=True, append_images=[clear()]), NOTHING),
    "cut short": (PLAIN[: len(PLAIN) // 2], "1.jpg cannot be read as a picture: it is cut short"),
    "no image": (b"\x89PNG\r\n nonsense", "1.jpg cannot be read as a picture: it is damaged"),
    "too large": (
        encoded(Image.new("1", (10_001, 10_000))),
        "1.jpg has 10001 × 10000 pixels; at most 100 million are read",
    ),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("game", ["atreya", None])
def test_pictures_of_nothing_and_bad_ones_are_one_line(data, words, game):
    with pytest.raises(GameError) as caught:
        verified(game, data)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


MEASURED = {
    "--colors": {"colors": "#ff0000,#00ff00,#0000ff"}, "--tile-size": {"tile_size": 40.0},
    "--print-scale": {"print_scale": (99.0, 100.0)}, "--margin": {"margin": 5.0},
    "--duplex": {"duplex": "long"}, "--back-shift": {"back_shift": (1.0, 0.0)},
    "--tolerance": {"tolerance": 0.1},
}  # fmt: skip


@pytest.mark.parametrize(("option", "given"), MEASURED.items(), ids=MEASURED)
def test_lengths_are_refused(option, given):
    with pytest.raises(OptionError) as caught:
        verified("atreya", PLAIN, **given)
    assert str(caught.value) == f"{option}: photographs are not measured; it is for drawn sheets"


# ------------------------------------------------------------------------------------ sheets


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """The first sheets of two kits as PNG files, by name."""
    folder = tmp_path_factory.mktemp("sheets")
    for game, paper in (("aathenuo", "a4"), ("atreya", "a5")):
        generator.kit(game, only="tiles", format="png", dpi=150, paper=paper, out=folder)
    return {path.stem: path for path in folder.glob("*.png")}


def scanned(path, angle=1.4, kind="JPEG", doubled=None):
    """A sheet as a scanner gives it: a little askew, not quite sharp.

    ``doubled`` are boxes of two tiles, of which the first shows in the second's place, too.
    """
    image = Image.open(path).convert("RGB")
    if doubled:
        image.paste(image.crop(doubled[0]), doubled[1][:2])
    image = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor="white")
    pixels = np.asarray(image).astype(np.float32) * 0.88 + 12
    pixels += np.random.default_rng(1).normal(0, 3, pixels.shape)
    blurred = cv2.GaussianBlur(pixels.clip(0, 255), (0, 0), 0.6).astype(np.uint8)
    return encoded(Image.fromarray(blurred), kind, **({"resolution": 150} if kind == "PDF" else {}))


def test_a_sheet_as_the_kit_previews_it_is_in_order(sheets):
    shots = [sheets[f"aathenuo-tiles-01-{side}"].read_bytes() for side in ("front", "back")]
    outcome = verified(None, *shots)
    assert outcome.faults == ()
    assert outcome.found == 104
    assert "104 pieces lie face down and are not counted" in outcome.facts


def test_a_scanned_pdf_is_read(sheets):
    Path("scan.pdf").write_bytes(scanned(sheets["aathenuo-tiles-01-front"], 1.0, "PDF"))
    found = generator.verify("aathenuo", "scan.pdf", only="tiles", output="seen.png")
    assert found.ok
    with Image.open("seen.png") as image:
        assert image.format == "PNG"


def test_a_doubled_tile_is_told_in_a_scan(sheets):
    page = sheets["aathenuo-tiles-01-front"]
    box = Image.eval(Image.open(page).convert("L"), lambda v: 255 * (v < 250)).getbbox()
    edge = 22 / 25.4 * 150
    pixels = np.asarray(Image.open(page).convert("RGB")).astype(int)
    y, x = np.nonzero(pixels.max(axis=2) - pixels.min(axis=2) > 60)
    assert box[2] > 8 * edge
    boxes = [
        tuple(round(v) for v in (x0, y0, x0 + edge, y0 + edge))
        for row, column in ((0, 2), (8, 3))
        for x0, y0 in [(x.min() + column * edge, y.min() + row * edge)]
    ]
    outcome = verified("aathenuo", scanned(page, 0.7, doubled=boxes))
    assert [(fault.kind, fault.message) for fault in outcome.faults] == [
        ("missing", "tile g8 is missing"),
        ("duplicated", "tile r1 is there once too often"),
    ]


def test_both_sides_of_a_sheet_count_once(sheets):
    front, back = (scanned(sheets[f"atreya-tiles-01-{side}"]) for side in ("front", "back"))
    outcome = verified("atreya", front, back)
    assert outcome.found == len(told(outcome)) > 10
    assert {fault.kind for fault in outcome.faults} == {"missing"}
    assert "1 sheet with the backs of others; a piece counts once" in outcome.facts


def test_a_sheet_with_a_tile_painted_over_is_not_in_order(sheets):
    image = Image.open(sheets["aathenuo-tiles-01-front"]).convert("RGB")
    x, y = image.width // 2, image.height // 2
    ImageDraw.Draw(image).rectangle((x - 70, y - 90, x + 70, y + 50), (90, 60, 40))
    outcome = verified("aathenuo", encoded(ImageOps.expand(image, 5, "white")))
    assert outcome.found < 104
    assert "missing" in {fault.kind for fault in outcome.faults}


def test_what_was_seen_can_be_shown():
    condition = Condition("atreya", seed=6, side=1600)
    outcome = verified("atreya", photograph(condition, chosen(condition, 12)), output="seen.png")
    assert (outcome.found, outcome.expected, len(outcome.faults)) == (12, 168, 156)
    with Image.open("seen.png") as image:
        assert max(image.size) == 1600
    Path("list.csv").write_text("tile\n")
    for names in (("atreya", "list.csv"), ("atreya",)):
        with pytest.raises(OptionError, match="photographs and scans; there are none"):
            generator.verify(*names, output="seen.png")
