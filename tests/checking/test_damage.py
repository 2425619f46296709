"""What is damaged is found as planted, and no more; what sheets should not show is never in order."""

from __future__ import annotations

import io
import json
import shutil

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText

from engine.drawing import scene
from engine.drawing.writers import pdf
from engine.geometry.plane import Box, Transform, bounds
from tests.checking.damage import Case, named, off_the_page, points_of, printed, removed, run_case
from tests.checking.random_folders import kit
from tests.checking.verifying import FEW, verify

POINTS = 72 / 25.4
APART = {"packing": "separate", "gap": 4.0}
#: A small set of tiles with backs.
TILES = {"template": FEW["aathenuo"]}
#: A colour that no theme has.
PINK = "#ff66cc"

#: Sets of fewer tiles; of Atreya's those of one sheet.
FEWER = {game: {"template": FEW[game]} for game in FEW}
FEWER["atreya"] = {"pieces": tuple(map(str, range(1, 43)))}
#: What is as good for damage that needs several sheets: small paper, or large tiles.
SHEETS = {
    "page_missing": {**TILES, "paper": "105x148mm"},
    "sheets_shuffled": {**TILES, "paper": "105x148mm"},
    "backs_exchanged": {**FEWER["atreya"], "tile_size": 50.0, "paper": "a4"},
}

#: Kinds of damage, the game whose kit of random options has it, found as planted, and the seed;
#: ``python -m tests.checking.damage`` tries all in every game.
PLANTED = [
    Case("abstrakto", "removed", 2),
    Case("aathenuo", "front_removed", 2),
    Case("astralis", "back_removed", 1),
    Case("abstrakto", "gone_off_the_page", 0),
    Case("aathenuo", "exchanged", 1),
    Case("aathenuo", "copied", 0),
    Case("abstrakto", "pasted_in_place", 0),
    Case("aathenuo", "page_missing", 0),
    Case("aathenuo", "small_print", 0),
    Case("abstrakto", "small_print_in_a_corner", 0),
    Case("aathenuo", "sheets_shuffled", 0),
    Case("atreya", "backs_exchanged", 2),
    Case("abstrakto", "sheet_twice", 0),
    Case("abstrakto", "half_covered", 1),
    Case("abstrakto", "pasted", 0),
    Case("aathenuo", "backs_last", 2),
    Case("aathenuo", "backs_first", 3),
    Case("abstrakto", "turned", 0),
    Case("abstrakto", "unharmed", 0),
]


@pytest.mark.parametrize("case", PLANTED, ids=lambda case: f"{case.game} {case.kind}")
def test_damage_is_found_as_planted(tmp_path, case):
    only = ("tiles",) if case.game == "aathenuo" else ()  # its racks are never damaged
    few = SHEETS.get(case.kind, FEWER.get(case.game, {}))
    judged, said, options, expected = run_case(case, tmp_path, *only, **few)
    assert judged == "as planted", (str(said), options, expected)


# ------------------------------------------------------------------- what should not be there


@pytest.mark.parametrize(("game", "theme"), [("atreya", "classic"), ("abstrakto", "mono")])
def test_words_over_a_sheet(tmp_path, game, theme):
    work = printed(game, "tiles", theme=theme, **FEWER.get(game, {}))
    paper = work.sheet(work.spots[5].front).paper
    word = scene.Text(paper.width / 2, paper.height / 2, "PROOF", 150 / POINTS, "#888888")
    work.on_top(work.spots[5].front, word)
    verdict = work.verdict(tmp_path)
    assert verdict.code == 1
    # Grey letters over hatches may seem to be other hatches.
    seeming = {"missing", "duplicated", "mirror", "impossible"}
    assert {*verdict.kinds} <= {"foreign", "unclear"} | seeming


@pytest.mark.parametrize(
    ("game", "theme", "off"),
    [("atreya", "classic", 0.0), ("atreya", "classic", 12.0), ("abstrakto", "mono", 6.0)],
)
def test_words_over_a_few_tiles_are_told_of_each_once(tmp_path, game, theme, off):
    work = printed(game, "tiles", theme=theme, **FEWER.get(game, {}))
    x, y = work.box(work.spots[7].front).centre
    work.on_top(work.spots[7].front, scene.Text(x, y + off, "DRAFT COPY", 30 / POINTS, "#000000"))
    verdict = work.verdict(tmp_path)
    assert {*verdict.kinds} <= {"unclear", "foreign"}
    assert 1 <= len(verdict.faults) <= 3


def test_a_note_over_a_piece(tmp_path):
    work = printed("abstrakto", "tiles")
    side = work.spots[5].front
    box, top = work.box(side), work.sheet(side).paper.height
    rect = (box.left, top - box.centre.y, box.centre.x, top - box.top)
    (file,) = work.files(tmp_path)
    writer = PdfWriter(clone_from=file)
    note = FreeText(text="PROOF", rect=[v * POINTS for v in rect], background_color="ff66cc")
    writer.add_annotation(side.sheet, note)
    writer.write(file)
    (fault,) = verify("abstrakto", file, "--only", "tiles").faults
    assert fault["kind"] in ("foreign", "unclear")


#: What is drawn upon a piece.
MARKS = (
    scene.Circle(1.0, 1.5, 2.1, "#ffffff"),
    scene.Circle(-2.0, 0.5, 2.1, "#000000"),
    scene.Circle(0.0, -2.0, 2.0, PINK),
    scene.Path((scene.MoveTo(-4, -3), scene.LineTo(4, 3)), None, scene.Stroke("#223388", 0.6)),
    scene.Text(0.0, 1.0, "NO", 5.0, PINK),
)


@pytest.mark.parametrize(
    ("game", "component", "theme"),
    [
        ("atreya", "tiles", "classic"),
        ("aathenuo", "tiles", "mono"),
        ("astralis", "control", "classic"),
        ("abstrakto", "tiles", "mono"),
    ],
)
def test_strong_marks_on_pieces_of_their_own(tmp_path, game, component, theme):
    work = printed(game, component, theme=theme, **FEWER.get(game, {}))
    for number, mark in enumerate(MARKS, 1):
        side = work.spots[number * len(work.spots) // (len(MARKS) + 2)].front
        at = Transform.translation(*work.box(side).centre)
        work[side] = (*work[side], scene.Group((mark,), at))
    verdict = work.verdict(tmp_path)
    assert verdict.code == 1
    assert len(MARKS) <= len(verdict.faults) <= 3 * len(MARKS)


#: Small marks, where they lie about the middle of a tile.
SMALL_MARKS = (
    scene.Text(0.0, -12.5, "mine", 12 / POINTS, "#000000"),
    scene.Circle(-9.0, 9.0, 1.2, "#d02030"),
    scene.Circle(0.0, 0.0, 1.5, "#222222"),
)


@pytest.mark.parametrize("theme", ["classic", "mono"])
def test_a_small_mark_on_one_of_a_few_tiles(tmp_path, theme):
    folder = kit("atreya", ("--pieces", "17,18,30,42", "--theme", theme))
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    sheet, manifest = tmp_path / "atreya-tiles-pieces.pdf", tmp_path / "atreya-pieces.json"
    (first, *_) = json.loads(manifest.read_text("utf-8"))["components"][0]["sheets"]
    marked = [
        scene.Group((mark,), Transform.translation(tile["x"], tile["y"]))
        for mark, tile in zip(SMALL_MARKS, first["tiles"], strict=False)
    ]
    stamp = scene.Scene(first["width"], first["height"], tuple(marked), background=None)
    writer = PdfWriter(clone_from=sheet)
    writer.pages[0].merge_page(PdfReader(io.BytesIO(pdf.write([pdf.Page(stamp)]))).pages[0])
    writer.write(sheet)
    marks = verify(manifest).faults
    assert len(marks) == len(SMALL_MARKS), marks


#: Marks on what is large.
WORDS = scene.Text(0.0, 3.0, "HELLO", 40 / POINTS, PINK)
PEN = scene.Path((scene.MoveTo(-20, -14), scene.LineTo(20, 15)), None, scene.Stroke("#223388", 0.6))
DOT = scene.Circle(0.0, 0.0, 2.0, "#d02030")
STAMP = scene.Path(scene.rectangle(Box(-9, -5, 9, 5)), PINK)
#: It shows on bare parts alone, not among fine print.
PALE = scene.Text(0.0, 3.0, "specimen", 14 / POINTS, "#cccccc")
FAINT = scene.Group((scene.Circle(0.0, 0.0, 5.4, "#000000"),), opacity=0.1)


@pytest.mark.parametrize(
    ("game", "component", "paper", "theme", "page", "across", "down", "mark"),
    [
        ("abstrakto", "board", "a4", "mono", 0, 0.5, 0.5, WORDS),  # within a cell
        ("abstrakto", "board", "a4", "classic", 0, 0.5, 0.5, PALE),
        ("abstrakto", "board", "a3", "classic", 0, 0.42, 0.35, PEN),  # over lines
        ("abstrakto", "screen", "letter", "mono", 0, 0.4, 0.4, DOT),
        ("abstrakto", "tiles", "a4", "mono", 0, 69 / 210, 74 / 297, FAINT),
        ("astralis", "board", "a4", "mono", 0, 0.4, 0.4, PEN),  # a page of a poster
        ("astralis", "board", "letter", "classic", 1, 0.7, 0.2, WORDS),
        ("astralis", "board", "a3", "mono", 0, 0.04, 0.5, STAMP),  # on the rim
        ("astralis", "card", "a4", "mono", 0, 0.4, 0.5, DOT),
        ("aathenuo", "racks", "a4", "classic", 0, 0.4, 0.3, STAMP),
        ("aathenuo", "racks", "a4", "classic", 0, 0.4, 0.3, PALE),
    ],
)
def test_a_mark_on_what_is_large(tmp_path, game, component, paper, theme, page, across, down, mark):
    work = printed(game, component, theme=theme, paper=paper)
    box = work.kit.components[0].sheets[page].trim
    at = Transform.translation(box.left + across * box.width, box.top + down * box.height)
    work.slots[0][page].append((scene.Group((mark,), at),))
    verdict = work.verdict(tmp_path, "--theme", theme)
    assert len(verdict.faults) == 1
    assert {*verdict.kinds} <= {"foreign", "unclear"}


def test_a_dot_of_a_colour_that_no_tile_has_is_found(tmp_path):
    work = printed("atreya", theme="classic", **FEWER["atreya"])
    side = work.spots[5].front
    box = work.box(side)
    dot = scene.Circle(*box.centre, 0.03 * min(box.width, box.height), "#ff80c0")
    work[side] = (*work[side], dot)
    (fault,) = work.verdict(tmp_path).faults
    assert fault["kind"] == "foreign"
    assert "shows #ff80c0 instead of" in fault["message"]


# ----------------------------------------------------------------- what is off, turned, scaled


@pytest.mark.parametrize(
    ("options", "by", "words"),
    [
        ({"theme": "mono"}, 0.99, "measures 21.78 mm, not 22 mm"),
        (APART, 1.02, "measures 22.44 mm, not 22 mm"),
    ],
)
def test_a_piece_that_is_a_little_smaller_or_larger_is_found(tmp_path, options, by, words):
    work = printed("aathenuo", "tiles", **TILES, **options)
    work.change_about(work.spots[5].front, Transform.scaling(by))
    (fault,) = work.verdict(tmp_path).faults
    assert words in fault["message"]


def test_a_tile_that_lies_askew_is_turned_not_missing(tmp_path):
    work = printed("aathenuo", "tiles", **TILES)
    work.change_about(work.spots[5].front, Transform.rotation(5.0))
    (fault,) = work.verdict(tmp_path).faults
    assert fault["kind"] == "mirror"
    assert "is turned or deformed by" in fault["message"]


def test_a_tile_drawn_over_by_itself_a_little_aside_is_not_as_it_should_be(tmp_path):
    work = printed("atreya", **FEWER["atreya"])
    side = work.spots[5].front
    box = work.box(side)
    again = scene.Group(work[side], Transform.translation(0.4, 0.3))
    work[side] = (*work[side], scene.Group((again,), clip=scene.disc(0.56 * box.width, box.centre)))
    (fault,) = work.verdict(tmp_path).faults
    assert (fault["kind"], fault["number"]) == ("unclear", 6)


def test_a_piece_that_reaches_beyond_the_page_is_told(tmp_path):
    work = printed("abstrakto", "tiles")
    expected = off_the_page(work, work.spots[5])
    assert expected.judged(work.verdict(tmp_path).kinds) == "as planted"


def test_a_back_that_lies_off_on_its_own_is_one_fault(tmp_path):
    work = printed("aathenuo", "tiles", **TILES, **APART)
    work.move(work.spots[5].back, Transform.translation(0.7, 0.3))
    (fault,) = work.verdict(tmp_path).faults
    assert fault["kind"] == "back"
    assert " lies off its front by 0.70 mm right and 0.30 mm down (" in fault["message"]


@pytest.mark.parametrize(("options", "kind"), [(APART, "slip"), ({"marks": "none"}, "overlap")])
def test_a_tile_that_is_shifted_with_its_back_is_one_fault(tmp_path, options, kind):
    work = printed("aathenuo", "tiles", **TILES, **options)
    spot = work.spots[12]
    work.move(spot.front, Transform.translation(0.7, 0.3))
    work.move(spot.back, Transform.translation(-0.7, 0.3))
    assert work.verdict(tmp_path).kinds == {kind: 1}


@pytest.mark.parametrize(
    ("game", "component", "change", "kind", "words"),
    [
        ("aathenuo", "racks", Transform.translation(0, 3), "slip", "by 3.00 mm down"),
        ("aathenuo", "racks", Transform.scaling(1.04, 1), "size", "224 to 232.96 mm, not 224 mm"),
        ("abstrakto", "markers", Transform.scaling(1, 0.95), "size", "measures 10.26 to 10.8 mm"),
        ("astralis", "card", Transform.translation(6, 0), "slip", "by 6.00 mm right"),
    ],
)
def test_art_that_is_shifted_or_stretched_on_its_own_cut_line(
    tmp_path, game, component, change, kind, words
):
    work = printed(game, component)
    slots = work.slots[0][0]
    slot = next(k for k, items in enumerate(slots) if named(items[0]))
    x, y = bounds(points_of(slots[slot])).centre
    about = Transform.translation(x, y) @ change @ Transform.translation(-x, -y)
    slots[slot] = (scene.Group(slots[slot], about),)
    verdict = work.verdict(tmp_path)
    assert kind in verdict.kinds
    assert any(words in fault["message"] for fault in verdict.faults)


@pytest.mark.parametrize("by", [0.98, 1.02])
def test_one_of_two_pieces_that_is_of_another_size_is_a_fault(tmp_path, by):
    work = printed("astralis", "standees")
    assert len(work.spots) == 2
    work.change_about(work.spots[1].front, Transform.scaling(by))
    (fault,) = work.verdict(tmp_path).faults
    assert fault["kind"] == "size"


def test_a_sheet_of_which_the_only_piece_is_cut_out_is_one_fault(tmp_path):
    work = printed("astralis", "card", "planets")
    (card,) = (spot for spot in work.spots if spot.key == "card")
    removed(work, card)
    (fault,) = work.verdict(tmp_path).faults
    assert fault["message"].startswith("score card: none of 1 are there")


def test_racks_of_which_two_have_the_numbers_of_others_are_not_in_order(tmp_path):
    (path,) = printed("aathenuo", "racks", tile_size=22.0).files(tmp_path)
    first, writer = PdfReader(path).pages[0], PdfWriter()
    writer.add_page(first)
    writer.add_page(first)
    writer.write(path)
    (fault,) = verify("aathenuo", path, "--only", "racks").faults
    assert fault["message"].endswith("it repeats another one")


def test_a_page_in_another_theme_is_foreign(tmp_path):
    files = []
    for theme in ("dark", "classic"):
        (tmp_path / theme).mkdir()
        files += printed("aathenuo", "tiles", theme=theme, **TILES).files(tmp_path / theme)
    writer = PdfWriter()
    writer.add_page(PdfReader(files[0]).pages[0])
    writer.add_page(PdfReader(files[1]).pages[1])
    writer.write(files[0])
    few = ("--template", FEW["aathenuo"])
    assert {*verify("aathenuo", files[0], "--only", "tiles", *few).kinds} == {"foreign"}


@pytest.mark.parametrize(
    ("by", "sheets", "words"),
    [
        (Transform.scaling(0.98), (0, 1), "drawn at 98.0 % of what the sheet says: a ruler of 99"),
        (Transform.scaling(0.5), (0, 1), "drawn at 50.0 % of what the sheet says: a ruler of 50"),
        (Transform.scaling(0.98), (1,), "drawn at 98.0 % of what the sheet says: a ruler of 99"),
        (Transform.scaling(0.99, 0.97), (0, 1), " mm, not "),
    ],
)
def test_a_sheet_drawn_smaller_is_one_fault(tmp_path, by, sheets, words):
    work = printed("aathenuo", "tiles", **TILES, **APART, bleed=2.0)
    for sheet in sheets:
        work.draw_all(by, component=0, sheet=sheet)
    (fault,) = work.verdict(tmp_path).faults
    assert fault["kind"] == "size"
    assert words in fault["message"]


# ----------------------------------------------------------------------------- always in order

#: Kits that are in order: a game, its component if one is looked at alone, and its options.
IN_ORDER = [
    ("aathenuo", "tiles", {"tile_size": 10.0, "paper": "a4"}),
    ("astralis", "control", {"packing": "rows", "orientation": "flat", "bleed": 3.0} | FEWER["astralis"]),
    ("atreya", "", {"paper": "a3", "packing": "rows", "orientation": "flat", "bleed": 3.0} | FEWER["atreya"]),
    ("abstrakto", "board", {"paper": "a5"}),
    ("aathenuo", "racks", {"marks": "none", "bleed": 3.0}),
    ("abstrakto", "tiles", {"marks": "none", "bleed": 3.0}),
    ("abstrakto", "", APART | {"bleed": 2.0, "marks": "crop"}),
    ("astralis", "control", APART | {"theme": "mono", "tile_size": 13.0, "marks": "none"}),
    ("aathenuo", "tiles", APART | {"theme": "mono", "marks": "crop", "duplex": "fold", "labels": True} | TILES),
    ("aathenuo", "racks", {"theme": "dark", "paper": "a3", "preset": "silhouette", "bleed": 1.0}),
    ("abstrakto", "", {"theme": "mono", "copies": 2, "tile_size": 15.0, "sheets": "combined"}),
    ("aathenuo", "racks", {"tile_size": 32.0, "paper": "a3"}),
    ("aathenuo", "tiles", {"theme": "mono", "back_scale": (100.4, 99.7)} | TILES),
]  # fmt: skip


@pytest.mark.parametrize(("game", "only", "options"), IN_ORDER)
def test_kits_of_other_options_are_read(tmp_path, game, only, options):
    work = printed(game, *filter(None, [only]), **options)
    size = ["--tile-size", "32"] if options.get("tile_size") == 32.0 else []
    assert str(work.verdict(tmp_path, *size)) == "ok"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("aathenuo", ("--theme", "mono", "--copies", "2", "--only", "tiles")),
        ("atreya", ("--theme", "mono", "--copies", "2", "--tile-size", "12")),
        ("abstrakto", ("--theme", "mono", "--format", "svg", "--tile-size", "15")),
        (
            "astralis",
            ("--only", "control", "--copies", "2", "--format", "svg", "--tile-size", "15"),
        ),
        ("aathenuo", ("--tile-size", "30", "--paper", "a3")),
        ("abstrakto", ("--margin", "8", "--paper", "a5")),
        ("abstrakto", ("--preset", "silhouette", "--paper", "letter")),
    ],
    ids="".join,
)
def test_kits_of_ours_are_in_order_by_their_manifests(game, options):
    assert str(verify(kit(game, options))) == "ok"


def test_a_kit_with_an_owners_password(tmp_path):
    (path,) = kit("abstrakto", ("--one-pdf",)).glob("*.pdf")
    writer = PdfWriter(clone_from=path)
    writer.encrypt("", owner_password="ours", algorithm="RC4-128")
    writer.write(tmp_path / path.name)
    assert str(verify(tmp_path / path.name)) == "ok"
