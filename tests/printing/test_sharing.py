"""Kits whose components share sheets: how many sheets, what is where, backs, marks, files, words."""

import json
from collections import Counter
from functools import cache
from itertools import combinations

import pypdf
import pytest

import engine
from engine.drawing import scene
from engine.errors import OptionError
from generator.cli import run
from generator.printing import output, template
from generator.printing.kit import make
from tests.cases import some
from tests.printing import random_kits
from tests.sister_parts import with_stars_apart

SMALL = ("contested", "planets", "ships", "standees", "card")


def kit(game, *only, **options):
    source = template.load(game)
    return make(source, source.printing.with_options(options), only)


def papers(made):
    """How many sheets of paper a kit takes."""
    return sum(len({s.index for s in component.sheets}) for component in made.components)


@pytest.mark.parametrize(
    ("game", "paper", "apart", "together"),
    [
        ("atreya", "a4", 6, 6),
        ("atreya", "letter", 6, 6),
        ("atreya", "a3", 3, 3),
        ("abstrakto", "a4", 4, 2),
        ("abstrakto", "letter", 4, 2),
        ("abstrakto", "a3", 4, 2),
        ("astralis", "a4", 8, 4),
        ("astralis", "letter", 8, 4),
        ("astralis", "a3", 7, 3),
        ("aathenuo", "a4", 3, 3),
        ("aathenuo", "letter", 3, 3),
        ("aathenuo", "a3", 2, 2),
    ],
)
def test_sheets_of_paper(game, paper, apart, together):
    assert papers(kit(game, paper=paper, sheets="separate")) == apart
    assert papers(kit(game, paper=paper)) == together


def printed(made):
    """Return how often each piece is printed."""
    fronts = (p for c in made.components for s in c.sheets for p in s.placements if not p.back)
    return Counter((p.part.name, p.piece.id) for p in fronts)


@cache
def printed_alone():
    """Return how often each piece is printed where each component has sheets of its own."""
    return printed(kit("astralis", paper="a4", sheets="separate", copies=2))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
@pytest.mark.parametrize(("bleed", "marks"), [(0.0, "lines"), (3.0, "crop")])
def test_every_piece_is_printed_once_and_apart(paper, bleed, marks):
    made = kit("astralis", paper=paper, bleed=bleed, marks=marks, copies=2)
    assert printed(made) == printed_alone()
    for s in some([s for component in made.components for s in component.sheets]):
        assert s.paper.inside(5).grown(1e-6).holds(s.bleed)
        boxes = [(p.part.name, p.outlined.box(bleed)) for p in s.placements]
        pairs = combinations(boxes, 2)
        assert [(a, b) for a, b in pairs if a[0] != b[0] and not are_apart(a[1], b[1])] == []


def are_apart(a, b):
    """Whether two boxes share no place."""
    beside = max(b.left - a.right, a.left - b.right)
    return max(beside, b.top - a.bottom, a.top - b.bottom) >= -1e-6


def test_components_alone_on_their_sheets_keep_their_files():
    made = kit("astralis")
    assert [c.name for c in made.components] == ["board", "control", "parts"]
    parts = made.components[-1]
    assert [one.name for one in parts.holds] == list(SMALL)
    assert [one.count for one in parts.holds] == [60, 60, 2, 2, 1]
    assert parts.count == 125
    alone = {c.name: c for c in kit("astralis", sheets="separate").components}
    assert [c.name for c in alone.values()] == ["board", "control", *SMALL]
    for one in some(parts.holds):
        assert (one.size, one.title) == (alone[one.name].size, alone[one.name].title)


@pytest.mark.parametrize(
    ("only", "names"),
    [
        (("ships",), ["ships"]),
        (("ships", "card"), ["parts"]),
        (("control", "ships"), ["control", "ships"]),
        (("board", "planets", "card"), ["board", "parts"]),
    ],
)
def test_only_what_is_asked_for_is_combined(only, names):
    made = kit("astralis", *only)
    assert [c.name for c in made.components] == names
    assert [one.name for c in made.components for one in c.components] == list(only)


def test_where_no_sheet_is_saved_sheets_are_separate():
    assert [c.name for c in kit("abstrakto", paper="a5").components] == ["board", "tiles", "parts"]
    assert [c.name for c in kit("aathenuo").components] == ["tiles", "racks"]


def test_a_template_may_keep_sheets_separate():
    source = template.load("abstrakto")
    assert source.printing.sheets == "combined"
    own = source.printing.with_options({"sheets": "separate"})
    assert [c.name for c in make(source, own).components] == ["board", "tiles", "markers", "screen"]
    with pytest.raises(OptionError, match="no sheets 'mixed'; it can be combined, separate"):
        source.printing.with_options({"sheets": "mixed"})


# ------------------------------------------------------------------------------- both sides


@pytest.fixture
def split(monkeypatch):
    """Aathenuo with its stars as a component of their own, on both sides as the others are."""
    game = engine.game("aathenuo")
    parts = with_stars_apart(game.parts)
    monkeypatch.setattr(game, "parts", parts)


@pytest.mark.parametrize(("duplex", "paper"), [("long", "a4"), ("short", "a4"), ("fold", "a3")])
def test_backs_lie_behind_their_fronts(split, duplex, paper):
    made = kit("aathenuo", duplex=duplex, paper=paper)
    (both,) = [c for c in made.components if c.name == "two-sided-parts"]
    assert [one.name for one in both.holds] == ["tiles", "stars"]
    width, height = both.sheets[0].paper.width, both.sheets[0].paper.height
    sides = {s.side for s in both.sheets}
    assert sides == ({"both"} if duplex == "fold" else {"front", "back"})
    fronts = [p for s in both.sheets for p in s.placements if not p.back]
    backs = [p for s in both.sheets for p in s.placements if p.back]
    assert len(fronts) == len(backs) == 104
    for front, back in some(zip(fronts, backs, strict=True)):
        assert (front.piece, front.part.name) == (back.piece, back.part.name)
        there = (front.x, height - front.y) if duplex == "short" else (width - front.x, front.y)
        assert (back.x, back.y) == pytest.approx(there)
    folds = [outline for s in both.sheets for outline in s.folds]
    assert len(folds) == (1 if duplex == "fold" else 0)


def test_a_shift_moves_all_backs(split):
    plain, moved = (
        kit("aathenuo", "tiles", "stars", back_shift=shift).components[0].sheets[1]
        for shift in ((0.0, 0.0), (0.5, -0.3))
    )
    off = {
        (round(q.x - p.x, 6), round(q.y - p.y, 6))
        for p, q in zip(plain.placements, moved.placements, strict=True)
    }
    assert off == {(0.5, -0.3)}


def test_without_backs_all_go_on_one_stock(split):
    made = kit("aathenuo", "tiles", "stars", duplex="none", paper="a3")
    assert [c.name for c in made.components] == ["parts"]
    assert {s.side for s in made.components[0].sheets} == {"single"}


# ---------------------------------------------------------------------------- marks and files


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
    made = kit("astralis", *SMALL, **options)
    assert any(component.holds for component in made.components)
    assert random_kits.faults(made) == []


@pytest.mark.parametrize("options", [{"bleed": 2.0}, {"marks": "crop"}, {"duplex": "fold"}])
def test_ink_of_both_sides_lies_where_it_belongs(split, options):
    made = kit("aathenuo", "tiles", "stars", paper="a3", **options)
    assert [component.name for component in made.components] == ["two-sided-parts"]
    assert random_kits.faults(made) == []


def test_blocks_are_cut_as_they_are_alone():
    (parts,) = kit("astralis", *SMALL).components
    (sheet,) = parts.sheets
    alone = kit("astralis", *SMALL, sheets="separate")
    lengths = [sum(map(scene.outline_length, s.cuts)) for c in alone.components for s in c.sheets]
    assert sum(map(scene.outline_length, sheet.cuts)) <= sum(lengths) + 1e-6
    assert len(sheet.folds) == sum(len(s.folds) for c in alone.components for s in c.sheets)


def test_ids_are_single_on_a_sheet():
    (parts,) = kit("abstrakto", "tiles", "markers", copies=2).components
    for s in some(parts.sheets):
        ids = [item.id for item in scene.walk(s.scene.items) if getattr(item, "id", "")]
        assert len(ids) == len(set(ids)) > 50


def test_titles_and_text_say_what_is_on_a_sheet():
    (parts,) = kit("astralis", *SMALL).components
    titles = "contested tiles, planet stones, ships, fold-up ships, score card"
    assert [s.title for s in parts.sheets] == [f"Parts 1/1: {titles}"]
    words = " ".join(
        item.text
        for item in scene.walk(parts.sheets[0].scene.items)
        if isinstance(item, scene.Text)
    )
    for said in (
        "Astralis · parts · sheet 1/1",
        "print at 100 %",
        "contested tiles 17.3 mm",
        "planet stones 12.9 mm",
        "fold-up ships 16.7 mm",
        "score card 88 mm",
    ):
        assert said in words


def test_a_note_says_what_shares_sheets():
    (note,) = kit("abstrakto", "tiles", "markers").notes
    assert note == "36 tiles of 24 mm and 30 markers of 10.8 mm: together on 1 sheet A4"


def test_files_and_manifest(tmp_path):
    made = kit("abstrakto")
    wanted = ("pdf", "svg"), ("svg",)
    paths = list(output.write(made, tmp_path, *wanted, 50))
    assert len(paths) == output.planned(made, *wanted, 50).steps
    names = {path.name for path in paths}
    assert {"abstrakto-parts.pdf", "abstrakto-parts-01.svg", "abstrakto-parts-cut-01.svg"} < names
    manifest = json.loads((tmp_path / "abstrakto.json").read_text())
    (entry,) = [e for e in manifest["files"] if e["file"] == "abstrakto-parts.pdf"]
    assert entry["components"] == ["tiles", "markers", "screen"]
    _board, tiles, markers, _screen = manifest["components"]
    assert (tiles["name"], tiles["shares"], markers["shares"]) == ("tiles", "parts", "parts")
    assert [len(s["tiles"]) for s in (*tiles["sheets"], *markers["sheets"])] == [36, 30]


def test_one_pdf_holds_the_kit_with_bookmarks_and_empty_backs(tmp_path, capsys):
    assert run(["kit", "astralis", "--one-pdf", "--out", str(tmp_path)]) == 0
    assert {p.name for p in tmp_path.iterdir()} == {"astralis.pdf", "astralis.json"}
    reader = pypdf.PdfReader(tmp_path / "astralis.pdf")
    marks = [(mark.title, reader.get_destination_page_number(mark)) for mark in reader.outline]
    titles = "contested tiles, planet stones, ships, fold-up ships, score card"
    assert marks == [
        ("Board A1", 0),
        ("Board B1", 2),
        ("Control tiles 1/1, front", 4),
        ("Control tiles 1/1, back", 5),
        (f"Parts 1/1: {titles}", 6),
    ]
    assert len(reader.pages) == 8
    assert reader.viewer_preferences["/Duplex"] == "/DuplexFlipLongEdge"
    assert reader.metadata.title == "Astralis: the kit"
    assert run(["kit", "abstrakto", "--one-pdf", "--out", str(tmp_path)]) == 0
    assert len(pypdf.PdfReader(tmp_path / "abstrakto.pdf").pages) == 2, "no backs, none empty"


def test_files_of_an_earlier_kit_are_warned_of(tmp_path, capsys):
    def warnings(*words):
        assert run(["kit", "abstrakto", *words, "--out", str(tmp_path)]) == 0
        return [line for line in capsys.readouterr().err.splitlines() if "earlier" in line]

    assert warnings("--sheets", "separate") == []
    assert warnings("--sheets", "separate", "--paper", "letter") == []
    assert warnings("--only", "board") == []
    assert warnings("--sheets", "separate") == []
    (warning,) = warnings()
    assert warning == (
        f"Warning: {tmp_path}/abstrakto-tiles.pdf and 2 more are of an earlier kit and would count "
        "twice; remove the files that you do not print"
    )
    (tmp_path / "abstrakto.json").write_text('{"files": 7}')
    assert warnings("--one-pdf") == []
    (warning,) = warnings()
    assert warning.startswith(f"Warning: {tmp_path}/abstrakto.pdf is of an earlier kit")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--one-pdf", "--format", "svg"), "ask for --format pdf as well"),
        (("--one-pdf", "--test-page"), "the test page is one PDF file"),
        (("--sheets", "mixed"), "no sheets 'mixed'; it can be combined, separate"),
    ],
)
def test_what_makes_no_sense_is_refused(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["kit", "atreya", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("Error: ")
    assert message in error
    assert not list(tmp_path.iterdir())


def test_boards_share_no_sheet():
    made = kit("abstrakto", paper="a3")
    source = template.load("abstrakto")
    boards = [c for c in made.components if c.name == "board"]
    assert [len(c.sheets) for c in boards] == [1]
    assert not any(
        p.part.name == "board" for c in made.components for s in c.sheets for p in s.placements
    )
    assert source.game == "abstrakto"
