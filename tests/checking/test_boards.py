"""Boards that something covers, that lack lines, that are there too often or mirrored: told, with where."""

from __future__ import annotations

from functools import cache

import pytest

from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.geometry.plane import Box
from generator.checking import inspection, readback
from generator.checking.faults import Wanted
from generator.checking.readback import Hints, Source
from generator.printing import template
from generator.printing.kit import make

Items = tuple[scene.Item, ...]


@cache
def sheets(game: str, look: str, paper: str) -> tuple[scene.Scene, ...]:
    """Return the pages of a game's board."""
    source = template.load(game)
    options = source.printing.with_options({"theme": look, "paper": paper})
    (board,) = make(source, options, ["board"]).components
    return tuple(sheet.scene for sheet in board.sheets)


def told(game, pages, suffix="pdf", copies=1):
    """Return what is wrong with pages of a board, in words."""
    if suffix == "pdf":
        sources = [Source("board.pdf", pdf.write([pdf.Page(page) for page in pages]))]
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
