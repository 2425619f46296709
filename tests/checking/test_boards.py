"""Boards that are there too often or mirrored, and what else sheets say of how they were made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfWriter

import generator
from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.geometry.plane import Transform
from generator.cli import run
from generator.printing import template
from generator.printing.kit import make
from tests.checking.test_small_faults import work_of
from tests.checking.verifying import verify


@cache
def sheets(game: str, look: str, paper: str) -> tuple[scene.Scene, ...]:
    """Return the pages of a game's board."""
    source = template.load(game)
    options = source.printing.with_options({"theme": look, "paper": paper})
    (board,) = make(source, options, ["board"]).components
    return tuple(sheet.scene for sheet in board.sheets)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Each test has a folder of its own."""
    monkeypatch.chdir(tmp_path)


def messages(game, pages, copies=1):
    """Return what is wrong with pages of a board, in words."""
    Path("board.pdf").write_bytes(pdf.write([pdf.Page(page) for page in pages]))
    found = generator.verify(game, "board.pdf", only="board", copies=copies)
    return [fault.message for fault in found.faults]


ONCE_MORE = "board.pdf page 2 shows once more what board.pdf page 1 shows"

#: Game, which pages of its board are printed, how many copies there are to be, and what is told.
AMOUNTS = [
    ("abstrakto", (0,), 2, []),
    ("abstrakto", (0, 0), 2, []),
    ("abstrakto", (0, 0), 1, [ONCE_MORE]),
    ("astralis", (0, 1, 0, 1), 2, []),
    ("astralis", (0, 1, 0), 1, ["board.pdf page 3 shows once more what board.pdf page 1 shows"]),
]


@pytest.mark.parametrize(("game", "printed", "copies", "words"), AMOUNTS)
def test_boards_are_counted(game, printed, copies, words):
    pages = sheets(game, "classic", "a4")
    assert messages(game, [pages[k] for k in printed], copies=copies) == words


def test_a_page_of_a_poster_that_is_lost_is_missed():
    (missing,) = messages("astralis", sheets("astralis", "classic", "a4")[:1])
    assert missing == "only 52% of the board is there (board.pdf page 1)"


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


MIRRORED = "mirrored, as words tell; print without mirroring"


@pytest.mark.parametrize(("game", "left_out"), [("abstrakto", ""), ("astralis", "furniture")])
def test_mirrored_boards_are_told_by_their_words(game, left_out):
    (page,) = sheets(game, "classic", "a3")
    kept = [item for item in page.items if getattr(item, "name", "board") != left_out]
    page = mirrored(page._replace(items=tuple(kept)))  # Astralis without its ruler
    assert messages(game, [page]) == [f"board.pdf page 1 is {MIRRORED}"]


def test_mirrored_tiles_are_messages(tmp_path):
    work = work_of("atreya", paper="a3")
    (file,) = work.files(tmp_path)
    book = PdfWriter(file)
    for page in book.pages:
        page.add_transformation((-1, 0, 0, 1, float(page.mediabox.width), 0))
    book.write(file)
    (fault,) = verify("atreya", file).faults
    assert fault["kind"] == "mirror"
    assert fault["message"].endswith(f"page 1, {file} page 2 and 2 more are {MIRRORED}")


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


def test_a_turned_page_of_a_poster_is_in_order(tmp_path):
    assert run(["kit", "astralis", "--out", str(tmp_path)]) == 0
    file = tmp_path / "astralis-board.pdf"
    writer = PdfWriter(clone_from=file)
    writer.pages[0].rotate(180)
    writer.write(file)
    assert str(verify(tmp_path)) == "ok"


@pytest.mark.parametrize(("component", "size"), [("board", "25"), ("control", "30")])
def test_many_svg_sheets_of_large_pieces_are_in_order(tmp_path, component, size):
    options = ["--only", component, "--format", "svg", "--tile-size", size]
    assert run(["kit", "astralis", *options, "--out", str(tmp_path)]) == 0
    assert str(verify(tmp_path)) == "ok"
