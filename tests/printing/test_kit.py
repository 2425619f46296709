"""Kits as printed: exact sizes, backs behind fronts, lost pieces, templates, files; options that are refused."""

import ctypes
import json
import math
import re
from collections import Counter

import pypdfium2
import pypdfium2.raw as raw
import pytest

import engine
from engine.drawing import scene
from engine.errors import OptionError
from generator import cli
from generator.printing import output, template
from generator.printing.template import PrintSettings
from tests.cases import some
from tests.printing.kits import printed, run, sheets

MM = 72 / 25.4
TILES = engine.game("atreya").tiles()


def pdf_of(made):
    return output.pdf_of(made, made.components[0])


def hexagons(data: bytes, page: int):
    """The regular hexagons filled on a page, found by pdfium: (x, y, width, height) in mm, y down."""
    document = pypdfium2.PdfDocument(data)
    height = document[page].get_height() / MM
    found = []
    for item in document[page].get_objects(max_depth=1):
        points = six_corners(item) if item.type == raw.FPDF_PAGEOBJ_PATH else []
        if is_regular(points):
            matrix = item.get_matrix()
            xs, ys = zip(*(matrix.on_point(*p) for p in points), strict=True)
            left, right, low, high = (v / MM for v in (min(xs), max(xs), min(ys), max(ys)))
            middle = (left + right) / 2, height - (low + high) / 2
            found.append((*middle, right - left, high - low))
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
@pytest.mark.parametrize("scale", [(100.0, 100.0), (98.0, 101.0)])
def test_tiles_have_their_exact_size_and_number_after_the_printers_correction(orientation, scale):
    made = printed("atreya", tile_size=30.0, orientation=orientation, print_scale=scale)
    data, total = pdf_of(made), Counter()
    for page, sheet in enumerate(made.components[0].sheets):
        for _, _, *size in hexagons(data, page):
            across, down = (v * share / 100 for v, share in zip(size, scale, strict=True))
            flat, pointed = (across, down) if orientation == "pointy" else (down, across)
            if abs(flat - 30) < 1:
                assert flat == pytest.approx(30.0, abs=0.01)
                assert pointed == pytest.approx(30 * 2 / 3**0.5, abs=0.01)
                total[sheet.side] += 1
    assert total == {"front": 168, "back": 168}


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "297x210mm"])
def test_backs_lie_behind_their_fronts(duplex, paper):
    made = printed("atreya", duplex=duplex, paper=paper, tile_size=40.0)
    data, sheets_ = pdf_of(made), made.components[0].sheets
    width, height = sheets_[0].paper.width, sheets_[0].paper.height
    sideways = (duplex == "long") == (width < height)
    pairs = 0
    for page in range(0, len(sheets_), 2):
        fronts, backs = ([h[:2] for h in hexagons(data, p) if h[2] > 30] for p in (page, page + 1))
        for x, y in fronts:
            there = (width - x, y) if sideways else (x, height - y)
            assert any(abs(there[0] - a) < 0.02 and abs(there[1] - b) < 0.02 for a, b in backs)
            pairs += 1
        assert len({(round(x, 1), round(y, 1)) for x, y in backs}) == len(fronts)
    assert pairs == 168


def test_fold_mirrors_about_the_fold_line_and_is_cut_along_its_fronts():
    for sheet in some(sheets("atreya", duplex="fold", tile_size=40.0, packing="separate")):
        half = len(sheet.placements) // 2
        assert (sheet.side, len(sheet.cuts), len(sheet.folds)) == ("both", half, 1)
        for front, back in some(zip(sheet.placements[:half], sheet.placements[half:], strict=True)):
            assert front.piece == back.piece
            mirrored_x = back.x == pytest.approx(sheet.paper.width - front.x)
            mirrored_y = back.y == pytest.approx(sheet.paper.height - front.y)
            assert mirrored_x or mirrored_y


def fronts(manifest):
    """How often each piece of a manifest shows its front."""
    return Counter(
        tile["id"]
        for component in manifest["components"]
        for sheet in component["sheets"]
        for tile in sheet["tiles"]
        if tile["side"] == "front"
    )


def test_the_manifest_lists_what_was_written(tmp_path):
    made = printed("atreya")
    paths = list(output.save(output.planned(made, ("pdf", "svg"), ("svg", "dxf"), 50), tmp_path))
    manifest = json.loads((tmp_path / "atreya.json").read_text())
    assert {f["file"] for f in manifest["files"]} == {p.name for p in paths} - {"atreya.json"}
    assert list(fronts(manifest)) == list(TILES), "every tile once and in order"
    twice = [p.piece.id for s in sheets("atreya", copies=2) for p in s.placements if not p.back]
    assert Counter(twice) == dict.fromkeys(TILES, 2)


@pytest.mark.parametrize("name", ["classic", "mono"])
def test_text_on_the_sheet_names_game_sheet_and_scale(name):
    made = printed("atreya", theme=name)
    document = pypdfium2.PdfDocument(pdf_of(made))
    for page, sheet in some(zip(document, made.components[0].sheets, strict=True)):
        text = page.get_textpage().get_text_bounded()
        of = f"sheet {sheet.index}/{sheet.count}"
        for words in ("Atreya", of, sheet.side, "100 %", "100 mm", "4 in"):
            assert words in text
    document.close()


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_ruler_is_100_mm_at_the_foot_from_0(paper):
    sheet = sheets("atreya", paper=paper)[0]
    paths = (i for i in scene.walk(sheet.scene.items) if isinstance(i, scene.Path))
    (ruler,) = (path for path in paths if path.name == "ruler")
    box = scene.outline_box(ruler.outline)
    assert box.width == pytest.approx(101.6)
    ends = [s for s in ruler.outline if isinstance(s, scene.LineTo)]
    ups = sorted({s.x - box.left for s in ends if s.y < 1.4})
    downs = sorted({s.x - box.left for s in ends if s.y > 4.1})
    assert (ups[0], ups[-1], downs[0], downs[-1]) == pytest.approx((0, 100, 0, 101.6))
    groups = (i for i in sheet.scene.items if isinstance(i, scene.Group))
    (strip,) = (group for group in groups if group.name == "furniture")
    assert strip.transform.f > sheet.bleed.bottom - 1e-6


def test_a_piece_has_one_size_on_every_paper_and_fills_sheets_only_when_asked():
    for options in ({}, {"paper": "letter"}, {"margin": 10.0}, {"bleed": 2.0}, {"marks": "crop"}):
        assert printed("atreya", **options).components[0].parts[0].size == 40.0
    assert printed("atreya", tile_size="fill").components[0].parts[0].size == 36.4


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("atreya --pieces 17,42", {engine.game("atreya").identify(n): 1 for n in ("17", "42")}),
        ("aathenuo --pieces r3*2 --pieces r*", {"r3": 2, "r*": 1}),
        ("aathenuo --pieces @lost.txt", {"b7": 1, "rack-2": 1}),
        ("--pieces @lost.txt", {"b7": 1, "rack-2": 1}),
        ("astralis --pieces planet-yellow*3", {f"planet-yellow-{k}": 1 for k in (1, 2, 3)}),
    ],
)
def test_lost_pieces_are_printed_alone(words, pieces, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lost.txt").write_text("# mine\naathenuo b7*1\n\naathenuo rack-2\n")
    assert cli.run(["kit", *words.split(), "--out", "again"]) == cli.OK
    (manifest,) = (tmp_path / "again").glob("*-pieces.json")
    assert fronts(json.loads(manifest.read_text())) == pieces
    assert all("-pieces" in path.name for path in (tmp_path / "again").iterdir())


def test_a_list_may_be_of_several_games(tmp_path, capsys, refused):
    (tmp_path / "lost.txt").write_text("aathenuo b7\natreya 17*2\n")
    lost = f"@{tmp_path / 'lost.txt'}"
    assert run(capsys, "kit", "--pieces", lost, "--out", tmp_path / "again")[0] == cli.OK
    for game, pieces in (("aathenuo", ["b7*1"]), ("atreya", ["17*2"])):
        manifest = json.loads((tmp_path / "again" / f"{game}-pieces.json").read_text())
        assert manifest["pieces"] == pieces
    assert refused("kit", "astralis", "--pieces", lost) == "no pieces of astralis are asked for"


def test_fronts_and_backs_have_files_of_their_own(tmp_path, capsys):
    for sides in ("both", "fronts", "backs"):
        words = ["kit", "aathenuo", "--only", "tiles", "--sides", sides, "--out", tmp_path]
        assert run(capsys, *words)[0] == cli.OK
    names = {path.stem for path in tmp_path.glob("*.pdf")}
    assert names == {"aathenuo-tiles", "aathenuo-tiles-fronts", "aathenuo-tiles-backs"}
    assert len(list(tmp_path.glob("*.json"))) == 3


def test_a_template_of_ones_own(tmp_path):
    own = tmp_path / "mine.toml"
    table = '[print]\npaper = "a3"\nback-shift = [0.5, 0]\n[tiles]\nsize = 50\nfitting = [50, 50]\n'
    own.write_text(f'game = "atreya"\n{table}')
    source = template.load("atreya", str(own))
    assert (source.printing.paper, source.printing.back_shift) == ("a3", (0.5, 0.0))
    (manifest,) = output.planned(printed("atreya"), (), (), 50)
    assert json.loads(manifest.data())["settings"]["paper"] == "a4"
    assert template.load("atreya").printing == PrintSettings()


def test_pages_of_a_poster_name_only_neighbours_that_are_there():
    pages = sheets("astralis", "board", paper="100x100mm", tile_size=40.0)
    texts = [
        " ".join(i.text for i in scene.walk(page.scene.items) if isinstance(i, scene.Text))
        for page in pages
    ]
    named = [re.findall(r"([A-Z]\d) (?:to the right|below)", text) for text in texts]
    names = [page.title.rpartition(" ")[2] for page in pages]
    assert "A1" not in names  # a corner that the hexagon leaves free
    assert sum(map(len, named)) > len(pages)
    assert {one for some_names in named for one in some_names} <= {*names}
    numbers = [f"{k}/{len(pages)}" for k in range(1, len(pages) + 1)]
    assert all(number in text for number, text in zip(numbers, texts, strict=True))


@pytest.mark.parametrize(
    "words",
    [
        "abstrakto --duplex none",  # granted, if for no reason
        "abstrakto atreya --labels --orientation flat --duplex fold",  # one of them has a use
        "abstrakto --only screen --tile-size 20 --only tiles",
        "atreya --preset silhouette --margin 20",
        "aathenuo --only racks --tile-size 18",  # so long as before, but lower
        "atreya --tile-size 200",  # the largest that was named above
    ],
)
def test_what_one_of_them_has_a_use_for_is_not(words, tmp_path, capsys):
    code = cli.run(["kit", *words.split(), "--paper", "a4", "--out", str(tmp_path)])
    assert (code, capsys.readouterr().err.count("Error")) == (cli.OK, 0)


#: Settings -> what is said of them, whether they come from options or a template.
SETTINGS = [
    ({"bleed": 50.0}, "bleed 50 is out of range; it can be 0 to 20"),
    ({"marks": "dots"}, "no marks 'dots'; it can be lines, crop, none"),
    ({"back_turn": 11.0}, "back-turn 11 is out of range; it can be -10 to 10"),
    ({"pdfx": "1a"}, 'pdfx is for a press; it goes with color = "cmyk"'),
    ({"cut_color": "red"}, "cut-color: 'red' is not a colour; expected #rrggbb"),
    ({"cut_color": "#ff0000", "spot": True},
     "cut lines in the spot colour have no other; leave out cut-color or spot"),
    ({"cut_color": "#ff0000", "marks": "none"},
     'cut-color is for cut lines and crop marks; marks = "none" draws neither'),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), SETTINGS)
def test_settings_out_of_range_are_refused(options, words):
    with pytest.raises(OptionError) as caught:
        PrintSettings().with_options(options)
    assert str(caught.value) == words
