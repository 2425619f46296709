"""What sheets should not show is never in order; kits as they are made always are."""

from __future__ import annotations

import io
import json
import os
import random

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText

import engine
from engine.drawing import scene
from engine.drawing.writers import pdf
from engine.geometry.plane import Box, Transform
from generator.cli import run
from tests.checking.damage import Print, kit_of
from tests.checking.random_folders import kit
from tests.checking.verifying import verify

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

GAMES = engine.names()
POINTS = 72 / 25.4


def work_of(game, **options):
    """Return a kit about to be printed, and the fronts of its component of most kinds."""
    work = Print.of(kit_of(game, (*options.items(),)), random.Random(1))
    sides = [spot.front for spot in work.spots]
    many = max({side.component for side in sides}, key=[s.component for s in sides].count)
    return work, [side for side in sides if side.component == many]


def of_component(work, side, folder):
    """Verify the file of the component that a side is of."""
    name = work.kit.components[side.component].name
    (file,) = (file for file in work.files(folder) if file.stem == f"{work.kit.game}-{name}")
    return verify(work.kit.game, file, "--only", name)


@pytest.mark.parametrize(("game", "theme"), [*zip(GAMES, ["classic", "mono"] * 2, strict=True)])
def test_words_over_a_sheet(tmp_path, game, theme):
    work, sides = work_of(game, theme=theme)
    paper = work.sheet(sides[5]).paper
    size = 150 / POINTS
    work.on_top(sides[5], scene.Text(paper.width / 2, paper.height / 2, "PROOF", size, "#888888"))
    verdict = of_component(work, sides[5], tmp_path)
    assert verdict.code == 1
    # Grey letters over hatches may seem to be other hatches.
    assert {*verdict.kinds} <= {
        "foreign",
        "unclear",
        "missing",
        "duplicated",
        "mirror",
        "impossible",
    }


@pytest.mark.parametrize("off", [0.0, 6.0, 12.0])
@pytest.mark.parametrize("theme", ["classic", "mono"])
def test_words_over_a_few_tiles_are_told_of_each_once(tmp_path, theme, off):
    work, sides = work_of("atreya", theme=theme)
    box = work.box(sides[7])
    text = scene.Text(box.centre.x, box.centre.y + off, "DRAFT COPY", 30 / POINTS, "#000000")
    work.on_top(sides[7], text)
    verdict = verify("atreya", *work.files(tmp_path))
    assert {*verdict.kinds} <= {"unclear", "foreign"}
    assert 1 <= len(verdict.faults) <= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_note_over_a_piece(tmp_path, game):
    work, sides = work_of(game)
    box, top = work.box(sides[5]), work.sheet(sides[5]).paper.height

    def annotated(writer):
        rect = (box.left, top - box.centre.y, box.centre.x, top - box.top)
        note = FreeText(text="PROOF", rect=[v * POINTS for v in rect], background_color="ff66cc")
        writer.add_annotation(work.page(sides[5]), note)

    work.after[sides[5].component] = [annotated]
    assert of_component(work, sides[5], tmp_path).code == 1


THEMES = ("classic", "mono")
#: What is drawn upon a piece.
MARKS = {
    "white dot": scene.Circle(1.0, 1.5, 2.1, "#ffffff"),
    "black dot": scene.Circle(-2.0, 0.5, 2.1, "#000000"),
    "pink dot": scene.Circle(0.0, -2.0, 2.0, "#ff66cc"),
    "pen": scene.Path(
        (scene.MoveTo(-4, -3), scene.LineTo(4, 3)), None, scene.Stroke("#223388", 0.6)
    ),
    "word": scene.Text(0.0, 1.0, "NO", 5.0, "#ff66cc"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_strong_marks_on_pieces_of_their_own(tmp_path, game, theme):
    work, sides = work_of(game, theme=theme)
    for number, name in enumerate(MARKS, 1):
        side = sides[number * len(sides) // (len(MARKS) + 2)]
        at = Transform.translation(*work.box(side).centre)
        work[side] = (*work[side], scene.Group((MARKS[name],), at))
    verdict = of_component(work, sides[0], tmp_path)
    assert verdict.code == 1
    assert len(MARKS) <= len(verdict.faults) <= 3 * len(MARKS)


#: Small marks, where they lie about the middle of a tile.
SMALL_MARKS = {
    "word": scene.Text(0.0, -12.5, "mine", 12 / POINTS, "#000000"),
    "dot": scene.Circle(-9.0, 9.0, 1.2, "#d02030"),
    "number": scene.Circle(0.0, 0.0, 1.5, "#222222"),
}


@pytest.mark.parametrize("theme", THEMES)
def test_a_small_mark_on_one_of_a_few_tiles(tmp_path, theme):
    words = ["kit", "atreya", "--pieces", "17,18", "--theme", theme, "--out", str(tmp_path)]
    assert run([*words, "--quiet"]) == 0
    sheet, manifest = tmp_path / "atreya-tiles-pieces.pdf", tmp_path / "atreya-pieces.json"
    whole = sheet.read_bytes()
    assert verify(manifest).code == 0
    (first, *_) = json.loads(manifest.read_text("utf-8"))["components"][0]["sheets"]
    middle = Transform.translation(first["tiles"][1]["x"], first["tiles"][1]["y"])
    for name, mark in SMALL_MARKS.items():
        marked = (scene.Group((mark,), middle),)
        stamp = scene.Scene(first["width"], first["height"], marked, background=None)
        writer = PdfWriter(clone_from=io.BytesIO(whole))
        writer.pages[0].merge_page(PdfReader(io.BytesIO(pdf.write([pdf.Page(stamp)]))).pages[0])
        writer.write(sheet)
        assert verify(manifest).kinds, name


#: Marks on what is large.
LARGE_MARKS = {
    "words": scene.Text(0.0, 3.0, "HELLO", 40 / POINTS, "#ff66cc"),
    "pen": scene.Path(
        (scene.MoveTo(-20, -14), scene.LineTo(20, 15)), None, scene.Stroke("#223388", 0.6)
    ),
    "dot": scene.Circle(0.0, 0.0, 2.0, "#d02030"),
    "stamp": scene.Path(scene.rectangle(Box(-9, -5, 9, 5)), "#ff66cc"),
}
#: What shows on bare parts alone, not among fine print.
PALE = {"pale words": scene.Text(0.0, 3.0, "specimen", 14 / POINTS, "#cccccc")}
#: What is large, on which paper: a component, one of its pages, and where on it, as shares of its trim box.
LARGE = [
    ("abstrakto", "a4", "board", 0, 0.5, 0.5),  # within a cell
    ("abstrakto", "a3", "board", 0, 0.42, 0.35),  # over lines
    ("abstrakto", "letter", "screen", 0, 0.4, 0.4),
    ("astralis", "a4", "board", 0, 0.4, 0.4),  # a page of a poster
    ("astralis", "letter", "board", 1, 0.7, 0.2),
    ("astralis", "a3", "board", 0, 0.04, 0.5),  # on the rim
    ("astralis", "a4", "card", 0, 0.4, 0.5),
    ("aathenuo", "a4", "racks", 0, 0.4, 0.3),
]


#: Each place with one mark in a theme, another for every place, and Abstrakto's, which are read
#: sooner, in both; all marks and themes with TILEWRIGHT_DEEP=1.
PLACED = [
    (place, theme, mark)
    for number, place in enumerate(LARGE)
    for k, theme in enumerate(THEMES)
    for n, mark in enumerate(LARGE_MARKS)
    if DEEP
    or (n == (number + 2 * k) % len(LARGE_MARKS) and (place[0] == "abstrakto" or k == number % 2))
]
PLACED += [(LARGE[number], "classic", mark) for number in (0, 3, 7) for mark in PALE]


@pytest.mark.parametrize(("place", "theme", "mark"), PLACED)
def test_a_mark_on_what_is_large(tmp_path, place, theme, mark):
    game, paper, name, page, across, down = place
    work = Print.of(kit_of(game, (("theme", theme), ("paper", paper))), random.Random(1))
    number, component = next(
        (k, one) for k, one in enumerate(work.kit.components) if one.name == name
    )
    box = component.sheets[page].trim
    at = Transform.translation(box.left + across * box.width, box.top + down * box.height)

    def code():
        """The answer to the component's own file, of a theme and margin that need not be tried."""
        (file,) = (file for file in work.files(tmp_path) if file.stem == f"{game}-{name}")
        return verify(game, file, "--only", name, "--theme", theme, "--margin", "5").code

    assert code() == 0
    work.slots[number][page].append((scene.Group(((LARGE_MARKS | PALE)[mark],), at),))
    assert code() == 1


@pytest.mark.parametrize(("game", "pages"), [("aathenuo", 1), ("atreya", 1), ("astralis", 2)])
def test_pages_before_a_kit_of_two_sides(tmp_path, game, pages):
    (path,) = kit(game, ("--one-pdf", "--sheets", "separate")).glob("*.pdf")
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(*PdfReader(path).pages[0].mediabox[2:])
    writer.append(PdfReader(path))
    writer.write(tmp_path / "kit.pdf")
    verdict = verify(tmp_path / "kit.pdf")
    assert verdict.code == pages % 2
    assert set(verdict.kinds) <= {"back"}


# ------------------------------------------------------------------------- always in order

IN_ORDER = [
    ("aathenuo", ("--theme", "mono", "--copies", "2")),
    ("atreya", ("--theme", "mono", "--copies", "2", "--tile-size", "12")),
    ("abstrakto", ("--theme", "mono", "--format", "svg", "--tile-size", "15")),
    ("aathenuo", ("--tile-size", "30", "--paper", "a3")),
    ("abstrakto", ("--paper", "a5")),
    ("abstrakto", ("--margin", "8")),
    ("abstrakto", ("--preset", "silhouette", "--paper", "letter")),
]


@pytest.mark.parametrize(("game", "options"), IN_ORDER, ids="".join)
def test_kits_of_ours(game, options):
    assert str(verify(kit(game, options))) == "ok"


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_kit_with_an_owners_password(tmp_path, algorithm):
    (path,) = kit("abstrakto", ("--one-pdf",)).glob("*.pdf")
    writer = PdfWriter(clone_from=PdfReader(path))
    try:
        writer.encrypt("", owner_password="ours", algorithm=algorithm)
        writer.write(tmp_path / path.name)
    except Exception as error:  # pypdf encrypts by AES only with another library
        pytest.skip(str(error))
    assert str(verify(tmp_path / path.name)) == "ok"
