"""Kits whose components share sheets: how many sheets, what is where, backs, marks, files, words."""

from collections import Counter
from itertools import combinations

import pypdf
import pytest

import engine
from generator import cli
from tests.cases import some
from tests.printing.kits import printed, run, with_stars_apart

TITLES = "contested tiles, planet stones, ships, fold-up ships, score card"


def fronts(made):
    """Return how often each piece is printed."""
    return Counter(
        (p.part.name, p.piece.id) for s in made.sheets for p in s.placements if not p.back
    )


@pytest.mark.parametrize(
    ("paper", "bleed", "marks", "copies"),
    [("letter", 0.0, "lines", 2), ("a5", 3.0, "crop", 1)],
)
def test_every_piece_is_printed_once_and_apart(paper, bleed, marks, copies):
    made = printed("astralis", paper=paper, bleed=bleed, marks=marks, copies=copies)
    assert fronts(made) == fronts(printed("astralis", sheets="separate", copies=copies))
    for s in some(made.sheets):
        assert s.paper.inside(5).grown(1e-6).holds(s.bleed)
        boxes = [(p.part.name, p.box(bleed)) for p in s.placements]
        pairs = combinations(boxes, 2)
        assert [(a, b) for a, b in pairs if a[0] != b[0] and not are_apart(a[1], b[1])] == []


def are_apart(a, b):
    """Whether two boxes share no place."""
    beside = max(b.left - a.right, a.left - b.right)
    return max(beside, b.top - a.bottom, a.top - b.bottom) >= -1e-6


# ------------------------------------------------------------------------------- both sides


@pytest.fixture
def split(monkeypatch):
    """Aathenuo with its stars as a component of their own, on both sides as the others are."""
    game = engine.game("aathenuo")
    monkeypatch.setattr(game, "parts", with_stars_apart(game.parts))


@pytest.mark.parametrize(("duplex", "paper"), [("long", "a4"), ("short", "a4"), ("fold", "a3")])
def test_backs_lie_behind_their_fronts(split, duplex, paper):
    made = printed("aathenuo", duplex=duplex, paper=paper)
    (both,) = [c for c in made.components if c.name == "two-sided-parts"]
    assert [one.name for one in both.parts] == ["tiles", "stars"]
    width, height = both.sheets[0].paper.width, both.sheets[0].paper.height
    places = [p for s in both.sheets for p in s.placements]
    pairs = zip(*([p for p in places if p.back is side] for side in (False, True)), strict=True)
    for front, back in some(pairs):
        assert (front.piece, front.part.name) == (back.piece, back.part.name)
        there = (front.x, height - front.y) if duplex == "short" else (width - front.x, front.y)
        assert (back.x, back.y) == pytest.approx(there)
    assert sum(len(s.folds) for s in both.sheets) == (1 if duplex == "fold" else 0)


def test_one_pdf_holds_the_kit_with_bookmarks_and_empty_backs(tmp_path, capsys):
    assert run(capsys, "kit", "astralis", "--one-pdf", "--out", tmp_path)[0] == cli.OK
    assert {p.name for p in tmp_path.iterdir()} == {"astralis.pdf", "astralis.json"}
    reader = pypdf.PdfReader(tmp_path / "astralis.pdf")
    marks = [(mark.title, reader.get_destination_page_number(mark)) for mark in reader.outline]
    assert marks == [
        ("Board A1", 0),
        ("Board B1", 2),
        ("Control tiles 1/1, front", 4),
        ("Control tiles 1/1, back", 5),
        (f"Parts 1/1: {TITLES}", 6),
    ]
    assert len(reader.pages) == 8
    assert reader.viewer_preferences["/Duplex"] == "/DuplexFlipLongEdge"
    assert reader.metadata.title == "Astralis: the kit"
    assert run(capsys, "kit", "abstrakto", "--one-pdf", "--out", tmp_path)[0] == cli.OK
    assert len(pypdf.PdfReader(tmp_path / "abstrakto.pdf").pages) == 2, "no backs, none empty"


def test_what_an_earlier_run_wrote_is_not_replaced_in_silence(tmp_path, capsys):
    for words, number in (("--only board", 0), ("--only board", 0), ("--only tiles", 1)):
        _, _, err = run(capsys, "kit", "abstrakto", "--one-pdf", *words.split(), "--out", tmp_path)
        note = f"replaced files of an earlier run: {tmp_path}/abstrakto.pdf"
        assert err.splitlines().count(note) == number
