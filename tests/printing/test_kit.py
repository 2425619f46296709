"""Kits as printed: exact sizes, backs behind fronts, every option, and what is refused."""

import ctypes
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

import engine
from engine.drawing import scene, theme
from engine.errors import OptionError
from engine.games.atreya import tiles
from generator import cli
from generator.printing import cutfiles, output, template
from generator.printing.kit import make
from generator.printing.template import PrintSettings
from tests.cases import some

MM = 72 / 25.4


def atreya(**options):
    source = template.load("atreya")
    return make(source, source.printing.with_options(options))


def pdf_of(made):
    return output._pdf(made, made.components[0])


def hexagons(data: bytes, page: int):
    """The regular hexagons filled on a page, found by pdfium: (x, y, width, height) in mm, y down."""
    document = pypdfium2.PdfDocument(data)
    height = document[page].get_height() / MM
    found = []
    for item in document[page].get_objects(max_depth=1):
        if item.type == raw.FPDF_PAGEOBJ_PATH:
            points = six_corners(item)
            if is_regular(points):
                matrix = item.get_matrix()
                xs, ys = zip(*(matrix.on_point(*p) for p in points), strict=True)
                left, right, low, high = (v / MM for v in (min(xs), max(xs), min(ys), max(ys)))
                found.append(
                    ((left + right) / 2, height - (low + high) / 2, right - left, high - low)
                )
    document.close()
    return found


def six_corners(item):
    """The corners of a filled path of six lines, before its matrix; else nothing."""
    mode, stroked, x, y = ctypes.c_int(), ctypes.c_int(), ctypes.c_float(), ctypes.c_float()
    raw.FPDFPath_GetDrawMode(item, mode, stroked)
    if not mode.value or raw.FPDFPath_CountSegments(item) not in (6, 7):
        return []
    points = []
    for k in range(6):
        raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(item, k), x, y)
        points.append((x.value, y.value))
    return points


def is_regular(points) -> bool:
    sides = [math.dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    across = [math.dist(points[k], points[k + 3]) for k in range(3)] if points else [0, 1]
    return bool(points) and max(sides) - min(sides) < 0.01 and max(across) - min(across) < 0.01


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_tiles_have_their_exact_size_and_number(orientation):
    made = atreya(tile_size=30.0, orientation=orientation)
    data = pdf_of(made)
    total = Counter()
    for page, sheet in enumerate(made.components[0].sheets):
        for _, _, width, height in hexagons(data, page):
            flat, pointed = (width, height) if orientation == "pointy" else (height, width)
            if abs(flat - 30) < 1:
                assert flat == pytest.approx(30.0, abs=0.01)
                assert pointed == pytest.approx(30 * 2 / 3**0.5, abs=0.01)
                total[sheet.side] += 1
    assert total == {"front": 168, "back": 168}


@pytest.mark.parametrize(
    ("duplex", "paper"),
    [("long", "a4"), ("short", "a4"), ("long", "297x210mm"), ("short", "297x210mm")],
)
def test_backs_lie_behind_their_fronts(duplex, paper):
    made = atreya(duplex=duplex, paper=paper, tile_size=40.0)
    data = pdf_of(made)
    width, height = (
        made.components[0].sheets[0].paper.width,
        made.components[0].sheets[0].paper.height,
    )
    sideways = (duplex == "long") == (width < height)
    pairs = 0
    for page in range(0, len(made.components[0].sheets), 2):
        fronts = [h[:2] for h in hexagons(data, page) if h[2] > 30]
        backs = [h[:2] for h in hexagons(data, page + 1) if h[2] > 30]
        seen = {(round(x, 1), round(y, 1)) for x, y in backs}
        for x, y in fronts:
            there = (width - x, y) if sideways else (x, height - y)
            assert any(abs(there[0] - a) < 0.02 and abs(there[1] - b) < 0.02 for a, b in backs)
            pairs += 1
        assert len(seen) == len(fronts)
    assert pairs == 168


def test_a_back_shift_moves_backs_only():
    plain, moved = (atreya(tile_size=40.0, back_shift=shift) for shift in ((0.0, 0.0), (0.5, -0.3)))
    for a, b in some(zip(plain.components[0].sheets, moved.components[0].sheets, strict=True)):
        dx, dy = (0.5, -0.3) if a.side == "back" else (0, 0)
        for p, q in some(zip(a.placements, b.placements, strict=True)):
            assert (q.x - p.x, q.y - p.y) == pytest.approx((dx, dy))


def test_fold_mirrors_about_the_fold_line():
    made = atreya(duplex="fold", tile_size=40.0)
    for sheet in some(made.components[0].sheets):
        half = len(sheet.placements) // 2
        assert sheet.side == "both"
        for front, back in some(zip(sheet.placements[:half], sheet.placements[half:], strict=True)):
            assert front.piece == back.piece
            mirrored_x = back.x == pytest.approx(sheet.paper.width - front.x)
            mirrored_y = back.y == pytest.approx(sheet.paper.height - front.y)
            assert mirrored_x != mirrored_y or (mirrored_x and mirrored_y)


def test_every_tile_once_and_in_order():
    made = atreya()
    fronts = [
        p.piece.id for s in made.components[0].sheets if s.side == "front" for p in s.placements
    ]
    assert fronts == list(tiles.TILES)


def test_copies_double_the_set():
    made = atreya(copies=2)
    counted = Counter(
        p.piece.id for s in made.components[0].sheets if s.side == "front" for p in s.placements
    )
    assert set(counted.values()) == {2}
    assert len(counted) == 168


def test_the_manifest_lists_what_was_written(tmp_path):
    made = atreya()
    paths = list(output.write(made, tmp_path, ("pdf", "svg"), ("svg", "dxf"), 50))
    manifest = json.loads((tmp_path / "atreya.json").read_text())
    assert {tmp_path / f["file"] for f in manifest["files"]} == set(paths) - {
        tmp_path / "atreya.json"
    }
    assert len(paths) == output.steps(made, ("pdf", "svg"), ("svg", "dxf"))
    shown = [
        t["id"]
        for s in manifest["components"][0]["sheets"]
        if s["side"] == "front"
        for t in s["tiles"]
    ]
    assert shown == list(tiles.TILES)


def test_the_same_kit_gives_the_same_bytes(tmp_path):
    code = "import sys; from generator.cli import run; run(['kit','atreya','--out',%r,'--format','pdf,svg','--cut','svg'])"
    for name, seed in (("a", "1"), ("b", "2")):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", code % str(tmp_path / name)]
        subprocess.run(words, check=True, env=env, cwd=tmp_path, capture_output=True)
    first = {p.name: p.read_bytes() for p in (tmp_path / "a").iterdir()}
    second = {p.name: p.read_bytes() for p in (tmp_path / "b").iterdir()}
    assert first == second
    assert len(first) > 10


def outlines(text):
    """Return the points of each part of all paths of an SVG, and whether it closes."""
    parts = []
    for d in re.findall(r' d="([^"]+)"', text):
        pen = RecordingPen()
        parse_path(d, pen)
        for step, points in pen.value:
            if step == "moveTo":
                parts.append([[], False])
            parts[-1][0] += points
            parts[-1][1] = step == "closePath"
    return [(points, closed) for points, closed in parts]


def test_cut_files_have_no_edge_twice_and_no_use():
    made = atreya(tile_size=40.0)
    text = cutfiles.svg(made.components[0].sheets[0]).decode()
    assert "<use" not in text
    edges = Counter()
    for points, closed in outlines(text):
        for a, b in itertools.pairwise([*points, points[0]] if closed else points):
            edges[
                frozenset(((round(a[0], 1), round(a[1], 1)), (round(b[0], 1), round(b[1], 1))))
            ] += 1
    assert len(edges) > 6 * 33 / 2
    assert set(edges.values()) == {1}
    apart = atreya(tile_size=40.0, packing="separate", gap=3.0)
    text = cutfiles.svg(apart.components[0].sheets[0]).decode()
    count = len(apart.components[0].sheets[0].placements)
    assert [closed for _, closed in outlines(text)] == [True] * count, "a closed path each"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tile_size": 300.0}, "the largest that fits is 200 mm"),
        ({"paper": "60x60mm", "tile_size": 60.0}, "the largest that fits is"),
        ({"margin": 100.0}, "leaves nothing of a4"),
        ({"bleed": 50.0}, "bleed 50 is out of range; it can be 0 to 20"),
        ({"marks": "dots"}, "no marks 'dots'; it can be lines, crop, none"),
        ({"theme": "neon"}, "no theme 'neon'; the themes are"),
        ({"paper": "a0"}, "no paper 'a0'"),
        ({"preset": "laser"}, "no preset 'laser'"),
        ({"packing": "honeycomb", "gap": 2.0}, "--packing separate"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(options, words):
    with pytest.raises(OptionError) as caught:
        atreya(**options)
    assert words in str(caught.value)


def test_the_largest_named_does_fit():
    assert atreya(tile_size=200.0).components[0].sheets


def test_an_eaten_margin_is_warned_of():
    assert any("4.2 mm" in w for w in atreya(margin=0.0, tile_size=52.4).warnings)
    assert not atreya(tile_size=40.0).warnings


@pytest.mark.parametrize("name", theme.names())
def test_text_on_the_sheet_names_game_sheet_and_scale(name, tmp_path):
    made = atreya(theme=name)
    document = pypdfium2.PdfDocument(pdf_of(made))
    for page, sheet in some(zip(document, made.components[0].sheets, strict=True)):
        text = page.get_textpage().get_text_bounded()
        for words in (
            "Atreya",
            f"sheet {sheet.index}/{sheet.count}",
            sheet.side,
            "100 %",
            "100 mm",
            "4 in",
        ):
            assert words in text
    document.close()


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_ruler_is_100_mm_at_the_foot_from_0(paper):
    made = atreya(paper=paper)
    rulers = [
        i
        for i in scene.walk(made.components[0].sheets[0].scene.items)
        if isinstance(i, scene.Path) and i.name == "ruler"
    ]
    box = scene.outline_box(rulers[0].outline)
    assert box.width == pytest.approx(101.6)
    ends = [s for s in rulers[0].outline if isinstance(s, scene.LineTo)]
    ups = sorted({s.x - box.left for s in ends if s.y < 1.4})
    downs = sorted({s.x - box.left for s in ends if s.y > 4.1})
    assert (ups[0], ups[-1], downs[0], downs[-1]) == pytest.approx((0, 100, 0, 101.6))
    sheet = made.components[0].sheets[0]
    (strip,) = (
        i for i in sheet.scene.items if isinstance(i, scene.Group) and i.name == "furniture"
    )
    assert strip.transform.f > sheet.bleed.bottom - 1e-6


def test_a_piece_has_one_size_on_every_paper_and_fills_sheets_only_when_asked():
    for options in ({}, {"paper": "letter"}, {"margin": 10.0}, {"bleed": 2.0}, {"marks": "crop"}):
        assert atreya(**options).components[0].size == 40.0
    assert atreya(tile_size="fill").components[0].size == 36.4


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (
            ["atreya", "--pieces", "17,42"],
            {engine.game("atreya").identify(number): 1 for number in ("17", "42")},
        ),
        (["aathenuo", "--pieces", "r3*2", "--pieces", "r*"], {"r3": 2, "r*": 1}),
        (["aathenuo", "--pieces", "@lost.txt"], {"b7": 1, "rack-2": 1}),
        (["--pieces", "@lost.txt"], {"b7": 1, "rack-2": 1}),
        (["astralis", "--pieces", "planet-yellow*3"], {f"planet-yellow-{k}": 1 for k in (1, 2, 3)}),
    ],
)
def test_lost_pieces_are_printed_alone(words, printed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lost.txt").write_text("# mine\naathenuo b7*1\n\naathenuo rack-2\n")
    assert run("kit", *words, "--out", "again") == 0
    (manifest,) = (tmp_path / "again").glob("*-pieces.json")
    found = Counter(
        tile["id"]
        for component in json.loads(manifest.read_text())["components"]
        for sheet in component["sheets"]
        for tile in sheet["tiles"]
        if tile["side"] == "front"
    )
    assert found == printed
    assert all("-pieces" in path.name for path in (tmp_path / "again").iterdir())


def test_fronts_and_backs_have_files_of_their_own(tmp_path):
    for sides in ("both", "fronts", "backs"):
        assert run("kit", "aathenuo", "--only", "tiles", "--sides", sides, "--out", tmp_path) == 0
    names = {path.stem for path in tmp_path.glob("*.pdf")}
    assert names == {"aathenuo-tiles", "aathenuo-tiles-fronts", "aathenuo-tiles-backs"}
    assert len(list(tmp_path.glob("*.json"))) == 3


def test_print_scale_corrects_for_the_printer():
    made = atreya(tile_size=30.0, print_scale=(98.0, 101.0), orientation="pointy")
    widths = [h for h in hexagons(pdf_of(made), 0) if h[2] > 20]
    assert widths
    for _, _, width, height in widths:
        assert width * 0.98 == pytest.approx(30.0, abs=0.01)
        assert height * 1.01 == pytest.approx(30 * 2 / 3**0.5, abs=0.01)


CHOICES = {
    "paper": ["a4", "letter", "a3", "120x160mm", "a9"],
    "theme": [*theme.names(), "none"],
    "tile_size": [None, 12.0, 25.4, 40.0, 90.0, 400.0],
    "margin": [None, 0.0, 3.0, 12.5],
    "bleed": [None, 0.0, 1.5, 3.0],
    "gap": [None, 0.0, 4.0],
    "packing": ["honeycomb", "rows", "separate"],
    "orientation": ["auto", "pointy", "flat"],
    "marks": ["lines", "crop", "none"],
    "spot": [False, True],
    "duplex": ["long", "short", "fold", "none"],
    "sides": ["both", "fronts", "backs"],
    "back_shift": [(0.0, 0.0), (0.4, -0.2)],
    "print_scale": [(100.0, 100.0), (99.0, 100.5)],
    "preset": ["", "silhouette"],
    "labels": [False, True],
    "copies": [1, 2],
}


def test_random_options_never_trace_back():
    """Any mix of options makes a kit or says in words why not (TILEWRIGHT_DEEP=1: a thousand)."""
    chance = random.Random(7)
    rounds = 1000 if os.environ.get("TILEWRIGHT_DEEP") else 25
    good = 0
    for _ in range(rounds):
        options = {name: chance.choice(values) for name, values in CHOICES.items()}
        try:
            made = atreya(**options)
        except OptionError:
            continue
        good += 1
        for sheet in some(made.components[0].sheets):
            assert sheet.paper.inside(0).grown(1e-6).holds(sheet.trim) or options["back_shift"] != (
                0.0,
                0.0,
            )
        if good % 10 == 0:
            assert pdf_of(made).startswith(b"%PDF-1.6")
    assert good > rounds // 5


# -------------------------------------------------------------------------------- templates


def test_a_template_of_ones_own(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(
        'game = "atreya"\n[print]\npaper = "a3"\nback-shift = [0.5, 0]\n[tiles]\nsize = 50\nfitting = [50, 50]\n'
    )
    source = template.load("atreya", str(own))
    made = make(source, source.printing)
    assert made.printing.paper == "a3"
    assert made.printing.back_shift == (0.5, 0.0)
    assert made.components[0].size == 50


def make_from(file):
    source = template.load("atreya", str(file))
    return make(source, source.printing)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "Invalid value"),
        ('game = "chess"', "game = 'chess'"),
        ('game = "atreya"\n[print]\npapr = "a4"', "unknown setting 'papr'; did you mean 'paper'?"),
        ('game = "atreya"\n[print]\nmargin = "wide"', "expected a number from 0 to 100"),
        ('game = "atreya"\n[print]\nduplex = "up"', "no duplex 'up'"),
        ('game = "atreya"\n[tiles]\nsize = -4', "expected a number from 10 to 200"),
        ('game = "atreya"\n[tiles]\nnumbers = 1', "expected true or false"),
        ('game = "atreya"\ntiles = 3', "expected a table"),
        ('game = "atreya"\n[board]\nsize = 3', "unknown setting 'board'"),
    ],
)
def test_templates_are_read_strictly(text, words, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(OptionError) as caught:
        make_from(own)
    assert words in str(caught.value)
    assert "own.toml" in str(caught.value)


def test_the_template_says_what_the_code_defaults_to():
    source = template.load("atreya")
    assert source.printing == PrintSettings()


# ---------------------------------------------------------------------------------- command


def run(*words):
    return cli.run([str(w) for w in words])


def test_the_command_writes_and_lists(tmp_path, capsys):
    assert run("kit", "atreya", "--out", tmp_path, "--json") == 0
    out, err = capsys.readouterr()
    listed = json.loads(out)["files"]
    assert {Path(p).name for p in listed} == {"atreya-tiles.pdf", "atreya.json"}
    assert "168 tiles of 40 mm" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("kit",), "no game; name one of"),
        (("kit", "chess"), "unknown game 'chess'"),
        (("kit", "atreya", "--format", "doc"), "no format 'doc'"),
        (("kit", "atreya", "--only", "board"), "atreya has no component 'board'; it has tiles"),
        (("kit", "atreya", "--back-shift", "1"), "expected two numbers, across and down"),
        (("kit", "atreya", "--template", "nowhere.toml"), "nowhere.toml"),
        (("kit", "atreya", "--nonsense"), "--nonsense"),
        (("kit", "atreya", "--tile-size", "wide"), "wide"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(words, message, refused):
    assert message in refused(*words)


def test_nothing_half_written(tmp_path, monkeypatch):
    """A writer that fails leaves no file behind."""
    from engine.drawing.writers import pdf

    monkeypatch.setattr(pdf, "write", lambda *_: (_ for _ in ()).throw(OptionError("no")))
    assert run("kit", "atreya", "--out", tmp_path) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_printer_test_page(tmp_path):
    assert run("kit", "atreya", "--test-page", "--out", tmp_path, "--duplex", "short") == 0
    document = pypdfium2.PdfDocument(tmp_path / "printer-test-page.pdf")
    assert len(document) == 2
    text = document[0].get_textpage().get_text_bounded()
    assert "duplex short" in text
    document.close()


# ------------------------------------------------------- what makers have stumbled over


def test_a_scale_correction_keeps_everything_on_the_sheet():
    for percent in ((90.0, 90.0), (97.0, 101.0), (110.0, 110.0)):
        made = atreya(print_scale=percent)
        for sheet in some(made.components[0].sheets):
            assert sheet.paper.inside(5.0).grown(1e-6).holds(sheet.bleed), percent


def test_a_back_shift_off_the_sheet_is_refused():
    with pytest.raises(OptionError, match="push the art off a4"):
        atreya(back_shift=(20.0, 20.0))


@pytest.mark.parametrize("preset", ["", "silhouette"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_edge_is_cut_twice_whatever_the_numbers(preset, paper):
    for size in (None, 40.0, 42.5):
        made = atreya(preset=preset, paper=paper, tile_size=size, margin=10.0)
        edges = Counter()
        for outline in made.components[0].sheets[0].cuts:
            closed = isinstance(outline[-1], scene.Close)
            points = [(s.x, s.y) for s in outline if not isinstance(s, scene.Close)]
            for a, b in itertools.pairwise([*points, points[0]] if closed else points):
                middle = round((a[0] + b[0]) / 2 / 0.05), round((a[1] + b[1]) / 2 / 0.05)
                edges[middle] += 1
        near = [
            e
            for e in edges
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
            if (e[0] + dx, e[1] + dy) in edges
        ]
        assert set(edges.values()) == {1}
        assert not near


def test_separate_tiles_stand_apart():
    made = atreya(packing="separate", tile_size=40.0)
    sites = [(p.x, p.y) for p in made.components[0].sheets[0].placements]
    gaps = [math.dist(a, b) for a, b in itertools.combinations(sites, 2)]
    assert min(gaps) == pytest.approx(42.0)


def test_a_gutterfold_is_cut_along_its_fronts_and_folded():
    sheet = atreya(duplex="fold", tile_size=40.0, packing="separate").components[0].sheets[0]
    assert len(sheet.cuts) == len(sheet.placements) // 2
    assert len(sheet.folds) == 1


def test_crop_marks_keep_off_discs_and_text():
    source = template.load("astralis")
    made = make(source, source.printing.with_options({"marks": "crop", "bleed": 1.0}), ("planets",))
    sheet = made.components[0].sheets[0]
    radius = made.components[0].size / 2
    marks = [
        i for i in scene.walk(sheet.scene.items) if isinstance(i, scene.Path) and i.name == "crop"
    ]
    assert marks
    for mark in marks:
        for s in some(mark.outline):
            assert all(
                math.dist((s.x, s.y), (p.x, p.y)) > radius + 1.0 for p in some(sheet.placements)
            )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("kit", "atreya", "--cut", "svg", "--sides", "backs"), "cut files go with the fronts"),
        (("kit", "atreya", "--test-page", "--paper", "100x150mm"), "140 × 200 mm"),
        (("kit", "atreya", "--format", "png", "--dpi", "nan"), "nan"),
        (("kit", "--template", "latin.toml"), "not UTF-8"),
        (("kit", "all", "--only", "sails"), "none of"),
        (("kit", "atreya", "--dpi", "200"), "--dpi is for PNG; it goes with --format png"),
        (
            ("kit", "atreya", "--test-page", "--cut", "svg"),
            "nothing of the test page is cut; leave",
        ),
        (
            ("kit", "aathenuo", "--tile-size", "90"),
            "mm is too large for a4 (210 × 297 mm) within the margin; a smaller --tile-size makes it",
        ),
        (
            ("kit", "astralis", "--only", "card", "--paper", "80x80mm"),
            "score card: 88 mm is too large for 80x80mm (80 × 80 mm) within the margin; the largest "
            "that fits is 70 mm",
        ),
    ],
)
def test_stumbling_blocks_are_told_in_one_line(words, message, tmp_path, refused):
    (tmp_path / "latin.toml").write_bytes(b'game = "atreya" # \xe9')
    assert message in refused(*words)


def test_all_prints_a_component_of_the_games_that_have_it(tmp_path):
    assert run("kit", "all", "--only", "board", "--out", tmp_path) == 0
    assert {p.name for p in tmp_path.glob("*.pdf")} == {"abstrakto-board.pdf", "astralis-board.pdf"}
