"""Boards that something covers, that lack lines, that are there too often or mirrored: told, with where.

And what else sheets say of how they were made.
"""

from __future__ import annotations

from functools import cache

import pytest
from pypdf import PdfWriter

from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.geometry.plane import Box, Transform
from generator.checking import inspection, readback
from generator.checking.faults import Wanted
from generator.checking.readback import Hints, Source
from generator.cli import run
from generator.printing import template
from generator.printing.kit import make
from tests.checking.test_small_faults import work_of
from tests.checking.verifying import verify

Items = tuple[scene.Item, ...]


@cache
def sheets(game: str, look: str, paper: str) -> tuple[scene.Scene, ...]:
    """Return the pages of a game's board."""
    source = template.load(game)
    options = source.printing.with_options({"theme": look, "paper": paper})
    (board,) = make(source, options, ["board"]).components
    return tuple(sheet.scene for sheet in board.sheets)


def pdf_of(pages):
    return Source("board.pdf", pdf.write([pdf.Page(page) for page in pages]))


def told(game, pages, suffix="pdf", copies=1):
    """Return what is wrong with pages of a board, in words."""
    if suffix == "pdf":
        sources = [pdf_of(pages)]
    else:
        sources = [Source(f"board-{k}.svg", svg.write(page)) for k, page in enumerate(pages)]
    found = readback.read(sources, Hints(), game)
    wanted = Wanted(only=("board",), copies=copies)
    return [fault.message for fault in inspection.sheets(found, wanted).faults]


def covered(page, box, paint):
    return page._replace(items=(*page.items, scene.Path(scene.rectangle(Box(*box)), paint)))


WHITE, PAPER, INK = "#ffffff", "#f2efe9", "#204060"
LACK = "covered, or lack lines:"
OF_169, OF_49 = "of the board's 169 cells", "of the board's 49 cells"

#: Game, theme, paper, what is covered of the first page (in mm), with what, and what is told.
COVERS = [
    (
        "astralis",
        "mono",
        "a3",
        (40, 50, 210, 400),
        WHITE,
        f"84 {OF_169} are {LACK} a1, a2, a3, a4, b1, b2, b3",
    ),
    (
        "astralis",
        "dark",
        "a3",
        (40, 50, 210, 400),
        INK,
        f"84 {OF_169} are {LACK} a1, a2, a3, a4, b1, b2, b3",
    ),
    (
        "astralis",
        "classic",
        "a3",
        (30, 140, 390, 141.5),
        PAPER,
        f"15 {OF_169} are {LACK} h1, h2, h3, h4",
    ),
    ("astralis", "classic", "a3", (200, 140, 218, 158), PAPER, f"3 {OF_169} are {LACK} g7, g8, h8"),
    (
        "astralis",
        "classic",
        "a4",
        (40, 50, 100, 100),
        WHITE,
        f"6 {OF_169} are {LACK} k4, k5, l5, l6, m6, n7",
    ),
    (
        "abstrakto",
        "classic",
        "a4",
        (10, 10, 100, 280),
        WHITE,
        f"28 {OF_49} are {LACK} columns 1 to 4 and rows 1 to 7",
    ),
    (
        "abstrakto",
        "ink-saver",
        "a4",
        (60, 60, 85, 85),
        WHITE,
        f"2 {OF_49} are {LACK} columns 2 to 3 and row 1 from",
    ),
]


@pytest.mark.parametrize(("game", "look", "paper", "box", "paint", "words"), COVERS)
def test_what_is_covered_is_told(game, look, paper, box, paint, words):
    first, *others = sheets(game, look, paper)
    (fault,) = told(game, [covered(first, box, paint), *others])
    assert fault.startswith(words)


def test_what_is_covered_of_an_svg_is_told():
    (page,) = sheets("abstrakto", "classic", "a4")
    assert told("abstrakto", [page], "svg") == []
    (fault,) = told("abstrakto", [covered(page, (60, 60, 85, 85), WHITE)], "svg")
    assert fault.startswith(f"2 {OF_49}")


def beside(page, by):
    """Return a page with all that is on it once more, beside it."""
    items = (*page.items, scene.Group(page.items, Transform.translation(by, 0.0)))
    return page._replace(width=page.width + by, items=items)


ONCE_MORE = "board.pdf page 2 shows once more what board.pdf page 1 shows"

#: Game, which pages of its board are printed, how many copies there are to be, and what is told.
AMOUNTS = [
    ("abstrakto", (0,), 2, []),
    ("abstrakto", (0, 0), 2, []),
    ("abstrakto", (0, 0), 1, [ONCE_MORE]),
    ("abstrakto", (0, 0), 3, ["board.pdf page 1 is there 2 of 3 times"]),
    ("astralis", (0, 1, 0, 1), 2, []),
    ("astralis", (0, 1, 0), 2, ["board.pdf page 2 is there 1 of 2 times, others of the board are"]),
    ("astralis", (0, 1, 0), 1, ["board.pdf page 3 shows once more what board.pdf page 1 shows"]),
]


@pytest.mark.parametrize(("game", "printed", "copies", "words"), AMOUNTS)
def test_boards_are_counted(game, printed, copies, words):
    pages = sheets(game, "classic", "a4")
    assert told(game, [pages[k] for k in printed], copies=copies) == words


def test_boards_beside_each_other_are_counted():
    (page,) = sheets("abstrakto", "classic", "a4")
    two = beside(page, page.width)
    assert told("abstrakto", [two], copies=2) == []
    assert told("abstrakto", [two]) == [
        "board.pdf page 1 shows once more what board.pdf page 1 shows"
    ]


#: Few things beside a board.
ONLY = ("--only", "board", "--only", "markers")


def test_a_kit_of_copies_has_one_board_by_its_manifest(tmp_path):
    assert run(["kit", "abstrakto", *ONLY, "--copies", "2", "--out", str(tmp_path)]) == 0
    assert verify(*ONLY, tmp_path).code == 0
    board = PdfWriter(tmp_path / "abstrakto-board.pdf")
    board.append(tmp_path / "abstrakto-board.pdf")
    board.write(tmp_path / "abstrakto-board.pdf")
    assert verify(*ONLY, tmp_path).kinds == {"duplicated": 1}
    (tmp_path / "abstrakto.json").unlink()
    assert verify(*ONLY, tmp_path, "--copies", "2").code == 0


def mirrored(page):
    """Return a page as a printer's setting for transfers draws it."""
    back = Transform(-1.0, 0.0, 0.0, 1.0, page.width, 0.0)
    return page._replace(items=(scene.Group(page.items, back),))


def without_text(items):
    """Return items but for words."""
    kept = (item for item in items if not isinstance(item, scene.Text))
    return tuple(
        item._replace(items=without_text(item.items)) if isinstance(item, scene.Group) else item
        for item in kept
    )


MIRRORED = "mirrored, as words and rulers tell; print without mirroring"


@pytest.mark.parametrize("game", ["abstrakto", "astralis"])
def test_mirrored_boards_are_told_by_their_words(game):
    (page,) = sheets(game, "classic", "a3")
    assert told(game, [mirrored(page)]) == [f"board.pdf page 1 is {MIRRORED}"]


@pytest.mark.parametrize("turn", [0, 90, 180])
def test_mirrored_boards_are_told_by_their_ruler(turn):
    (page,) = sheets("abstrakto", "classic", "a3")
    page = page._replace(items=without_text(page.items), width=page.height, height=page.height)
    middle = page.height / 2
    about = Transform.translation(middle, middle) @ Transform.rotation(turn)
    about @= Transform.translation(-middle, -middle)
    page = page._replace(items=(scene.Group(page.items, about),))
    assert told("abstrakto", [page]) == []
    assert told("abstrakto", [mirrored(page)], "svg") == [f"board-0.svg is {MIRRORED}"]


def test_mirrored_tiles_are_told(tmp_path):
    work = work_of("atreya", paper="a3")
    (file,) = work.files(tmp_path)
    book = PdfWriter(file)
    for page in book.pages:
        page.add_transformation((-1, 0, 0, 1, float(page.mediabox.width), 0))
    book.write(file)
    (fault,) = verify("atreya", file).faults
    assert fault["kind"] == "mirror"
    assert fault["message"].endswith(f"page 1, {file} page 2 and 2 more are {MIRRORED}")


#: Game, components beside a usual board, for tiles of what size, and what is told: faults, or a note.
PARTS = [
    ("astralis", ("ships", "planets"), None, [], ""),
    (
        "astralis",
        ("ships", "planets"),
        15.0,
        ["ships and planet stones are not of the kit's size for cells of 18.5 mm"],
        "",
    ),
    (
        "astralis",
        ("ships",),
        15.0,
        [],
        "ships of 13 mm: for cells of 18.5 mm the kit has 14.8 mm",
    ),
    ("astralis", ("ships",), 24.0, ["ships of 20.2 mm do not fit cells of 18.5 mm"], ""),
    (
        "abstrakto",
        ("markers",),
        15.0,
        [],
        "markers of 6.8 mm: for cells of 24 mm the kit has 10.8 mm",
    ),
]


@pytest.mark.parametrize(("game", "parts", "size", "words", "note"), PARTS)
def test_parts_for_another_board_are_told(game, parts, size, words, note):
    source = template.load(game)
    kit = make(source, source.printing.with_options({"tile_size": size}), parts)
    pages = [sheet.scene for component in kit.components for sheet in component.sheets]
    found = readback.read([pdf_of(sheets(game, "classic", "a3")), pdf_of(pages)], Hints(), game)
    outcome = inspection.sheets(found, Wanted(only=("board", *parts)))
    assert [fault.message.partition(" (")[0] for fault in outcome.faults] == words
    assert [fact for fact in outcome.facts if "the kit has" in fact] == [note] * bool(note)


def test_backs_that_are_shifted_are_told_with_the_option(tmp_path):
    work = work_of("atreya", paper="a3", back_shift=(0.8, 0.3))
    (fault,) = verify("atreya", *work.files(tmp_path)).faults
    advice = "; if the kit was made with --back-shift, name that here as well"
    assert fault["message"].endswith(f"0.80 mm right and 0.30 mm down{advice}")


def test_backs_that_are_lost_of_svg_sheets_are_missed(tmp_path):
    source = template.load("atreya")
    kit = make(source, source.printing.with_options({"paper": "a3", "tile_size": "fill"}), ())
    fronts = [sheet.scene for sheet in kit.components[0].sheets if sheet.side == "front"]
    files = [tmp_path / f"atreya-tiles-{k:02}-front.svg" for k in (1, 2)]
    for file, page in zip(files, fronts, strict=True):
        file.write_bytes(svg.write(page))
    (fault,) = verify("atreya", *files).faults
    assert fault["message"].startswith("none of the 168 tiles has a back; ")


def test_another_theme_than_was_named_is_noted():
    source = template.load("atreya")
    kit = make(source, source.printing.with_options({"paper": "a3"}), ())
    pages = pdf_of([sheet.scene for sheet in kit.components[0].sheets[:2]])
    named = "the sheets are in theme classic, not in theme dark; colours are told by the nearest"
    for theme, notes in (("dark", (named,)), ("classic", ())):
        assert readback.read([pages], Hints(theme=theme), "atreya").reading.notes == notes
