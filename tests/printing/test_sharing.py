"""Kits whose components share sheets: how many sheets, what is where, backs, marks, files, words."""

import json
from collections import Counter
from itertools import combinations

import pypdf
import pytest

import engine
from engine.drawing import scene
from generator import cli
from generator.printing import output
from tests.cases import some
from tests.printing import random_kits
from tests.printing.kits import printed, run, sheets
from tests.sister_parts import with_stars_apart

SMALL = ("contested", "planets", "ships", "standees", "card")
TITLES = "contested tiles, planet stones, ships, fold-up ships, score card"


def papers(made):
    """How many sheets of paper a kit takes."""
    return sum(len({s.index for s in component.sheets}) for component in made.components)


#: Sheets of paper, if components are apart and together, on A4, Letter and A3.
SHEETS = {
    "atreya": [(6, 6), (6, 6), (3, 3)],
    "abstrakto": [(4, 2), (4, 2), (4, 2)],
    "astralis": [(8, 4), (8, 4), (7, 3)],
    "aathenuo": [(3, 3), (3, 3), (2, 2)],
}


@pytest.mark.parametrize("game", SHEETS)
def test_sheets_of_paper(game):
    for paper, (apart, together) in zip(("a4", "letter", "a3"), SHEETS[game], strict=True):
        assert papers(printed(game, paper=paper, sheets="separate")) == apart
        assert papers(printed(game, paper=paper)) == together


def fronts(made):
    """Return how often each piece is printed."""
    return Counter(
        (p.part.name, p.piece.id) for s in made.sheets for p in s.placements if not p.back
    )


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
@pytest.mark.parametrize(("bleed", "marks"), [(0.0, "lines"), (3.0, "crop")])
def test_every_piece_is_printed_once_and_apart(paper, bleed, marks):
    made = printed("astralis", paper=paper, bleed=bleed, marks=marks, copies=2)
    assert fronts(made) == fronts(printed("astralis", sheets="separate", copies=2))
    for s in some(made.sheets):
        assert s.paper.inside(5).grown(1e-6).holds(s.bleed)
        boxes = [(p.part.name, p.outlined.box(bleed)) for p in s.placements]
        pairs = combinations(boxes, 2)
        assert [(a, b) for a, b in pairs if a[0] != b[0] and not are_apart(a[1], b[1])] == []


def are_apart(a, b):
    """Whether two boxes share no place."""
    beside = max(b.left - a.right, a.left - b.right)
    return max(beside, b.top - a.bottom, a.top - b.bottom) >= -1e-6


def test_crop_marks_and_bleeds_around_pieces_that_lie_apart_leave_all_on_their_sheets():
    """Once, a block that was broken off had taken the last piece of its component."""
    made = printed("astralis", marks="crop", bleed=3.0, packing="separate")
    assert fronts(made) == fronts(printed("astralis", sheets="separate"))


def test_components_alone_on_their_sheets_keep_their_files():
    made = printed("astralis")
    assert [c.name for c in made.components] == ["board", "control", "parts"]
    parts = made.components[-1]
    assert [(one.name, one.count) for one in parts.holds] == list(
        zip(SMALL, (60, 60, 2, 2, 1), strict=True)
    )
    alone = {c.name: c for c in printed("astralis", sheets="separate").components}
    assert [*alone] == ["board", "control", *SMALL]
    for one in some(parts.holds):
        assert (one.size, one.title) == (alone[one.name].size, alone[one.name].title)


@pytest.mark.parametrize(
    ("game", "only", "options", "names"),
    [
        ("astralis", ("ships",), {}, ["ships"]),
        ("astralis", ("ships", "card"), {}, ["parts"]),
        ("astralis", ("control", "ships"), {}, ["control", "ships"]),
        ("astralis", ("board", "planets", "card"), {}, ["board", "parts"]),
        ("abstrakto", (), {"paper": "a5"}, ["board", "tiles", "parts"]),
        ("abstrakto", (), {"paper": "a3"}, ["board", "parts"]),
        ("abstrakto", (), {"sheets": "separate"}, ["board", "tiles", "markers", "screen"]),
        ("aathenuo", (), {}, ["tiles", "racks"]),
    ],
)
def test_what_is_combined(game, only, options, names):
    """What is asked for, of one stock, where that saves a sheet, and never a board."""
    assert [c.name for c in printed(game, *only, **options).components] == names


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
    assert [one.name for one in both.holds] == ["tiles", "stars"]
    width, height = both.sheets[0].paper.width, both.sheets[0].paper.height
    places = [p for s in both.sheets for p in s.placements]
    pairs = zip(*([p for p in places if p.back is side] for side in (False, True)), strict=True)
    for front, back in some(pairs):
        assert (front.piece, front.part.name) == (back.piece, back.part.name)
        there = (front.x, height - front.y) if duplex == "short" else (width - front.x, front.y)
        assert (back.x, back.y) == pytest.approx(there)
    assert sum(len(s.folds) for s in both.sheets) == (1 if duplex == "fold" else 0)


def test_without_backs_all_go_on_one_stock(split):
    made = printed("aathenuo", "tiles", "stars", duplex="none", paper="a3")
    assert [c.name for c in made.components] == ["parts"]
    assert {s.side for s in made.sheets} == {"single"}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"marks": "crop", "bleed": 2.0, "paper": "letter"},
        {"packing": "rows", "paper": "a3", "theme": "dark", "bleed": 1.5, "orientation": "flat"},
        {
            "packing": "separate",
            "marks": "crop",
            "gap": 4.0,
            "preset": "silhouette",
            "theme": "mono",
        },
        {"paper": "a5", "print_scale": (99.0, 100.5), "margin": 3.0},
    ],
)
def test_ink_lies_where_it_belongs_and_all_can_be_cut(options):
    made = printed("astralis", *SMALL, **options)
    assert any(component.holds for component in made.components)
    assert random_kits.faults(made) == []


@pytest.mark.parametrize("options", [{"bleed": 2.0}, {"marks": "crop"}, {"duplex": "fold"}])
def test_ink_of_both_sides_lies_where_it_belongs(split, options):
    made = printed("aathenuo", "tiles", "stars", paper="a3", **options)
    assert [component.name for component in made.components] == ["two-sided-parts"]
    assert random_kits.faults(made) == []


def test_blocks_are_cut_as_they_are_alone():
    (sheet,) = sheets("astralis", *SMALL)
    alone = printed("astralis", *SMALL, sheets="separate").sheets
    lengths = [sum(map(scene.outline_length, s.cuts)) for s in alone]
    assert sum(map(scene.outline_length, sheet.cuts)) <= sum(lengths) + 1e-6
    assert len(sheet.folds) == sum(len(s.folds) for s in alone)


def test_ids_are_single_on_a_sheet():
    for s in some(sheets("abstrakto", "tiles", "markers", copies=2)):
        ids = [item.id for item in scene.walk(s.scene.items) if getattr(item, "id", "")]
        assert len(ids) == len(set(ids)) > 50


def test_titles_text_and_notes_say_what_is_on_a_sheet():
    (sheet,) = sheets("astralis", *SMALL)
    assert sheet.title == f"Parts 1/1: {TITLES}"
    texts = (i.text for i in scene.walk(sheet.scene.items) if isinstance(i, scene.Text))
    words = " ".join(texts)
    sizes = ("contested tiles 17.3", "planet stones 12.9", "fold-up ships 16.7", "score card 88")
    for said in ("Astralis · parts · sheet 1/1", "print at 100 %", *(f"{s} mm" for s in sizes)):
        assert said in words
    (note,) = printed("abstrakto", "tiles", "markers").notes
    assert note == "36 tiles of 24 mm and 30 markers of 10.8 mm: together on 1 sheet A4"


def test_files_and_manifest(tmp_path):
    names = {
        p.name for p in output.write(printed("abstrakto"), tmp_path, ("pdf", "svg"), ("svg",), 50)
    }
    assert {"abstrakto-parts.pdf", "abstrakto-parts-01.svg", "abstrakto-parts-cut-01.svg"} < names
    manifest = json.loads((tmp_path / "abstrakto.json").read_text())
    (entry,) = [e for e in manifest["files"] if e["file"] == "abstrakto-parts.pdf"]
    assert entry["components"] == ["tiles", "markers", "screen"]
    _board, tiles, markers, _screen = manifest["components"]
    assert (tiles["name"], tiles["shares"], markers["shares"]) == ("tiles", "parts", "parts")
    assert [len(s["tiles"]) for s in (*tiles["sheets"], *markers["sheets"])] == [36, 30]


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


def test_files_of_an_earlier_kit_are_warned_of(tmp_path, capsys):
    def warnings(*words):
        code, _, err = run(capsys, "kit", "abstrakto", *words, "--out", tmp_path)
        assert code == cli.OK
        return [line for line in err.splitlines() if "earlier" in line]

    for words in ("--sheets separate", "--sheets separate --paper letter", "--only board"):
        assert warnings(*words.split()) == []
    assert warnings("--sheets", "separate") == []
    assert warnings() == [
        f"Warning: {tmp_path}/abstrakto-tiles.pdf and 2 more are of an earlier kit and would count "
        "twice; remove the files that you do not print"
    ]
    (tmp_path / "abstrakto.json").write_text('{"files": 7}')
    assert warnings("--one-pdf") == []
    (warning,) = warnings()
    assert warning.startswith(f"Warning: {tmp_path}/abstrakto.pdf is of an earlier kit")
