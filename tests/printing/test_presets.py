"""Presets: those that are shipped do what they say, one's own are read strictly, options win."""

import io
import itertools
import json
import math
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from engine.drawing import scene
from engine.drawing.parts import disc, hexagon, square
from engine.drawing.writers import pdf, png
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Transform
from generator import cli
from generator.printing import cutfiles, engraving, layout, output, presets, template
from generator.printing.kit import make
from generator.printing.presets import CutStyle, FacePicture, LabelGrid
from tests.cases import some
from tests.paths import ROOT
from tests.printing.kits import run

NAMES = presets.names()
ON_LABELS = [name for name in NAMES if presets.load(name).labels]
IN_PICTURES = [name for name in NAMES if presets.load(name).picture]


def kit(game, preset, only=(), **options):
    source = template.load(game)
    found = presets.load(preset)
    printing = source.printing.with_options({**found.printing, "preset": preset, **options})
    return make(source, printing, only)


def test_they_are_listed_with_what_is_not_confirmed(capsys):
    code, out, _ = run(capsys, "preset")
    assert code == cli.OK
    lines = dict(line.split(None, 1) for line in out.splitlines())
    assert tuple(lines) == NAMES
    doubted = {name for name, words in lines.items() if words.endswith("(measures not confirmed)")}
    assert doubted == {name for name in NAMES if not presets.load(name).confirmed}
    assert not doubted
    _, out, _ = run(capsys, "preset", "--json")
    assert all(p["source"] for p in some(json.loads(out)["presets"]))


@pytest.mark.parametrize("name", NAMES)
def test_they_are_copied_out_and_read_again(name, tmp_path, capsys):
    own = tmp_path / "own.toml"
    assert run(capsys, "preset", name, "--out", own)[0] == cli.OK
    again, first = presets.load(str(own)), presets.load(name)
    assert again == replace(first, name="own")


GUIDE = (ROOT / "docs" / "shops.md").read_text("utf-8")


def test_the_guide_tells_of_every_preset():
    told = GUIDE.partition("## Presets")[2].partition("### A preset of your own")[0]
    assert set(re.findall(r"`([a-z0-9-]+)`", told)) - {"tilewright"} == set(NAMES)


def test_the_guides_example_is_a_preset(tmp_path):
    (example,) = (t for t in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL) if "[per-" in t)
    head, *tables = re.split(r"(?m)^(?=\[)", example)
    pictures = [t for t in tables if t.startswith(("[print]", "[per-piece]"))]
    sheets = [t for t in tables if not t.startswith("[per-piece]")]
    assert (len(pictures), len(sheets)) == (2, 5)
    own = tmp_path / "own.toml"
    own.write_text(head + "".join(pictures), "utf-8")
    assert presets.load(str(own)).picture == FacePicture("png", 300.0, (700, 800), "hexagon")
    own.write_text(head + "".join(sheets), "utf-8")
    found = presets.load(str(own))
    assert found.printing == {"tile_size": 45.0, "bleed": 3.0}
    assert (found.labels.columns, found.marks.corners) == (2, 3)
    assert found.cut == CutStyle(("svg",), "#ff0000", "#0000ff", "#000000")


# ---------------------------------------------------------------------------------------- labels


@pytest.mark.parametrize("name", ON_LABELS)
def test_labels_lie_on_their_paper_apart(name):
    preset = presets.load(name)
    grid = preset.labels
    made = kit("abstrakto", name, ("tiles",))
    paper = made.components[0].sheets[0].paper
    across, down = grid.width / 2, grid.height / 2
    boxes = [Box(p.x - across, p.y - down, p.x + across, p.y + down) for p in grid.middles]
    assert len(boxes) == grid.columns * grid.rows
    assert all(paper.inside(0).holds(box) for box in some(boxes))
    assert grid.across >= grid.width - 1e-6
    assert grid.down >= grid.height - 1e-6
    left, top = min(b.left for b in boxes), min(b.top for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    assert left == pytest.approx(paper.width - right, abs=3), "labels lie in the middle"
    assert top == pytest.approx(paper.height - bottom, abs=3)


@pytest.mark.parametrize("name", ON_LABELS)
def test_every_piece_lies_in_the_middle_of_a_label(name):
    grid = presets.load(name).labels
    middles = {(round(p.x, 4), round(p.y, 4)) for p in grid.middles}
    component = kit("abstrakto", name, ("markers",)).components[0]
    shown = Counter()
    for sheet in some(component.sheets):
        places = [(round(p.x, 4), round(p.y, 4)) for p in sheet.placements]
        assert set(places) <= middles
        assert len(set(places)) == len(places)
        shown.update(p.piece.id for p in sheet.placements)
    assert len(shown) == 30
    assert set(shown.values()) == {1}


def test_backs_lie_behind_fronts_on_labels_too():
    component = kit("aathenuo", "avery-5371", ("tiles",)).components[0]
    front, back = component.sheets[:2]
    width = front.paper.width
    seen = {(p.piece.id, round(width - p.x, 3), round(p.y, 3)) for p in back.placements}
    assert {(p.piece.id, round(p.x, 3), round(p.y, 3)) for p in front.placements} == seen


def test_tiles_keep_their_size_or_fill_the_labels(tmp_path):
    assert kit("atreya", "avery-5294").components[0].size == 40.0
    own = tmp_path / "own.toml"
    own.write_text(presets.file_of("avery-5294").read_text("utf-8") + "fill = true\n", "utf-8")
    assert kit("atreya", str(own)).components[0].size == 54.9
    assert any("10.8 mm is small on labels" in n for n in kit("abstrakto", "avery-5294").notes)
    grid = LabelGrid(2, 5, 0, 0, 90, 45, 90, 45, "rectangle")
    assert layout.holds(grid, hexagon(45.0), Orientation.FLAT)
    assert not layout.holds(grid, hexagon(45.0), Orientation.POINTY)


@pytest.mark.parametrize(
    ("cut", "reach"),
    [(disc(20), 10), (square(20), 10 * math.sqrt(2)), (hexagon(20), 20 / math.sqrt(3))],
)
def test_round_labels_hold_what_reaches_no_further(cut, reach):
    for size, holds in ((reach + 0.01, True), (reach - 0.01, False)):
        grid = LabelGrid(1, 1, 0, 0, 50, 50, 2 * size, 2 * size, "disc")
        assert layout.holds(grid, cut, Orientation.POINTY) is holds


# ---------------------------------------------------------------------------------- machines


@pytest.mark.parametrize(("name", "corners"), [("silhouette", 3), ("silhouette-four", 4)])
@pytest.mark.parametrize("game", ["atreya", "astralis"])
def test_marks_stand_in_their_corners_and_art_keeps_clear(name, corners, game):
    marks = presets.load(name).marks
    for component in some(kit(game, name).components):
        for sheet in some([one for one in component.sheets if one.side != "back"]):
            groups = [i for i in scene.walk(sheet.scene.items) if isinstance(i, scene.Group)]
            (registration,) = (g for g in groups if g.name == "registration")
            brackets = registration.items[-1]
            frame = sheet.paper.inside(marks.inset)
            starts = {(s.x, s.y) for s in brackets.outline if isinstance(s, scene.LineTo)}
            at_corners = {tuple(p) for p in frame.corners()} & starts
            assert len(at_corners) == (4 if corners == 4 else 2)
            assert len(registration.items) == (1 if corners == 4 else 2)
            assert brackets.stroke.width == marks.thickness
            assert scene.outline_length(brackets.outline) == pytest.approx(
                (4 if corners == 4 else 2) * 2 * marks.length
            )
            # Within 20 mm of where the marks begin nothing else is printed, no ruler and no text.
            pages = tuple(item for item in sheet.scene.items if item is not registration)
            data = png.write(sheet.scene._replace(items=pages), 50.8)
            with Image.open(io.BytesIO(data)) as picture:
                rows = np.asarray(picture.convert("L")).min(axis=1)  # two pixels a millimetre
            free = 2 * (marks.inset + marks.clear) - 1
            assert rows[: int(free)].min() == rows[-int(free) :].min() == 255
            assert rows.min() < 200


def test_the_note_says_what_to_type_into_the_cutters_program():
    assert kit("atreya", "silhouette").notes[0] == (
        "registration marks: in the cutter's program set length 20 mm, thickness 0.3 mm, "
        "inset 10 mm on all sides"
    )


def test_cards_hold_a_piece_in_their_middle():
    (component,) = kit("aathenuo", "card", ("tiles",)).components
    sheet = component.sheets[0]
    assert component.size == 22.0
    assert sheet.placements[0].shape[1:] == (63.0, 88.0)
    assert len(sheet.placements) == 9


def test_labels_may_be_hexagons_in_staggered_rows(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        'title = "hexes"\n[labels]\ncolumns = 4\nrows = 5\nleft = 10\ntop = 10\nacross = 42\n'
        'down = 40\nshift = 21\nwidth = 40\nheight = 46.188\nshape = "hexagon"\n',
        "utf-8",
    )
    sheet = kit("atreya", str(own)).components[0].sheets[0]
    assert [(round(p.x), round(p.y)) for p in sheet.placements[3:6]] == [
        (156, 33),
        (51, 73),
        (93, 73),
    ]
    with pytest.raises(OptionError, match="the largest that fits is 40 mm"):
        kit("atreya", str(own), tile_size=41.0)


def test_lightburn_gets_pure_colours_a_layer_each_and_no_fills():
    for game, only in (("atreya", "tiles"), ("aathenuo", "racks"), ("astralis", "planets")):
        made = kit(game, "lightburn", (only,))
        sheet = made.components[0].sheets[0]
        text = cutfiles.svg(sheet, presets.load("lightburn").cut).decode()
        layers = re.findall(r'<g class="layer (\w+)" id="layer-\w+"[^>]*>(.*?)</g>', text)
        wanted = ["engrave", "fold", "cut"] if sheet.folds else ["engrave", "cut"]
        assert [name for name, _ in layers] == wanted
        colours = {"engrave": "#000000", "fold": "#0000ff", "cut": "#ff0000"}
        for name, body in layers:
            assert set(re.findall(r'stroke="([^"]+)"', body)) == {colours[name]}
            assert set(re.findall(r'fill="([^"]+)"', body)) == {"none"}
        assert "<use" not in text


def test_nothing_is_engraved_twice_or_where_it_is_cut():
    sheet = kit("atreya", "lightburn").components[0].sheets[0]
    lines = engraving.outlines(sheet)
    edges = Counter(edge for line in lines for edge in keys_of(line))
    cut = {edge for line in sheet.cuts for edge in keys_of(line)}
    assert len(edges) > 42 * 9
    assert set(edges.values()) == {1}
    assert not edges.keys() & cut
    paper = sheet.paper.inside(0)
    assert all(paper.holds(scene.outline_box(line)) for line in some(lines))


def keys_of(line):
    """The long edges of a line, each as a pair of rounded points; those of letters are short."""
    points = [(round(s.x, 1), round(s.y, 1)) for s in line if not isinstance(s, scene.Close)]
    ring = points[:1] if isinstance(line[-1], scene.Close) else []
    return [frozenset((a, b)) for a, b in itertools.pairwise(points + ring) if math.dist(a, b) > 3]


@pytest.mark.parametrize("kind", ["hatch", "cross", "dots"])
def test_patterns_are_engraved_where_they_are_seen(kind):
    """On a square that a plate, a disc and a broad bar cover in part; some of it is clipped away."""
    pattern = scene.Pattern(kind, "#ffffff", "#000000", 1.0, 0.3, 30.0)
    items = (
        scene.Group((scene.Path(scene.rectangle(Box(-10, -10, 10, 10)), pattern),),
                    clip=scene.rectangle(Box(-10, -10, 10, 8))),
        scene.Path(scene.rectangle(Box(-3, -3, 3, 3)), "#ffffff"),
        scene.Circle(7, -7, 2, "#ffffff"),
        scene.Path(scene.polyline(((-10, 5), (10, 5))), None, scene.Stroke("#000000", 1.0)),
    )  # fmt: skip
    lines = list(engraving.marks(items, Transform.translation(100, 50)))
    length = 0.0
    sides = [
        side
        for line in lines
        for part in scene.flattened(line)
        for side in itertools.pairwise(part)
    ]
    for a, b in some(sides):
        x, y = (a.x + b.x) / 2 - 100, (a.y + b.y) / 2 - 50
        assert max(abs(x), -y) <= 10
        assert y <= 8
        assert max(abs(x), abs(y)) >= 3
        assert math.hypot(x - 7, y + 7) >= 1.99
        assert abs(y - 5) >= 0.499
        length += a.distance(b)
    free = 20 * 18 - 36 - 4 * math.pi - 20
    if kind != "dots":  # lines are 1 mm apart
        whole = free if kind == "hatch" else 2 * free
        assert length == pytest.approx(whole, rel=0.02)


def test_colours_are_told_apart_by_what_is_engraved():
    """Solid tiles of one shape: what is engraved on the blue is not what is on the orange."""
    sheet = kit("abstrakto", "lightburn", ("tiles",)).components[0].sheets[0]
    lines = engraving.outlines(sheet)
    on = {}
    for place in sheet.placements:
        if place.piece.id.partition("-")[2].startswith("solid"):
            box = place.outlined.box()
            own = [line for line in lines if box.holds(scene.outline_box(line))]
            kinds = {"dot" if isinstance(line[1], scene.ArcTo) else "line" for line in own}
            on.setdefault(place.piece.id.partition("-")[0], set()).update(kinds)
    assert on == {"blue": {"line"}, "orange": {"dot"}}


def test_what_is_engraved_differs_from_sheet_to_sheet(tmp_path):
    made = kit("atreya", "lightburn")
    fronts = [s for s in made.components[0].sheets if s.side == "front"]
    written = [path.name for path in output.write(made, tmp_path, ("pdf",), ("svg",), 50)]
    assert len([name for name in written if name.endswith(".svg")]) == len(fronts) > 1
    assert len(written) == output.planned(made, ("pdf",), ("svg",), 50).steps
    texts = {path.read_text("utf-8") for path in tmp_path.glob("*.svg")}
    assert len(texts) == len(fronts)


def test_letters_are_engraved_where_they_are_printed():
    """The outlines of a tile's numeral, against its ink as PDFium draws it."""
    sheet = kit("aathenuo", "lightburn", ("tiles",), theme="mono").components[0].sheets[0]
    place = next(p for p in sheet.placements if p.piece.id.endswith("4"))
    numeral = next(
        box
        for line in engraving.outlines(sheet)
        if 20 > len(line) > 9
        and math.dist((box := scene.outline_box(line)).centre, (place.x, place.y)) < 4
    )
    with pypdfium2.PdfDocument(pdf.write([pdf.Page(sheet.scene)])) as document:
        pixels = document[0].render(scale=10 * 25.4 / 72).to_numpy()[..., 0]
    left, right = (round(10 * v) for v in (numeral.left, numeral.right))
    top, bottom = (round(10 * v) for v in (numeral.top, numeral.bottom))
    inked = pixels[top - 3 : bottom + 3, left - 3 : right + 3] < 128
    rows, columns = inked.any(1).nonzero()[0], inked.any(0).nonzero()[0]
    assert (rows[0], inked.shape[0] - 1 - rows[-1]) == pytest.approx((3, 3), abs=1.5)
    assert (columns[0], inked.shape[1] - 1 - columns[-1]) == pytest.approx((3, 3), abs=1.5)


# --------------------------------------------------------------------------- the command, refusals


@pytest.mark.parametrize("name", [n for n in NAMES if n not in IN_PICTURES])
def test_the_command_takes_every_preset_of_sheets(name, tmp_path, capsys):
    words = ["kit", "abstrakto", "--only", "tiles", "--preset", name, "--out", tmp_path]
    code, out, err = run(capsys, *words)
    assert code == cli.OK, err
    suffixes = {line.rpartition(".")[2] for line in out.split()}
    cut = presets.load(name).cut
    assert suffixes == {"pdf", "json", *(cut.formats if cut else ())}
    settings = json.loads((tmp_path / "abstrakto.json").read_text())["settings"]
    assert settings["preset"] == name


def test_options_win_over_the_preset(tmp_path, capsys):
    words = ["kit", "atreya", "--preset", "silhouette", "--out", tmp_path]
    assert run(capsys, *words, "--paper", "a3", "--cut", "svg")[0] == cli.OK
    manifest = json.loads((tmp_path / "atreya.json").read_text())
    assert manifest["settings"]["paper"] == "a3"
    assert {f["file"].rpartition(".")[2] for f in manifest["files"]} == {"pdf", "svg"}


@pytest.mark.parametrize(
    ("game", "note"),
    [
        ("abstrakto", "board: left out, a board goes on no label"),
        ("aathenuo", "racks: left out, 224 mm is too large for labels of 88.9 × 50.8 mm"),
    ],
)
def test_what_no_label_holds_is_left_out(game, note, tmp_path, capsys):
    code, out, err = run(capsys, "kit", game, "--preset", "avery-5371", "--out", tmp_path)
    assert code == cli.OK
    assert note in err
    assert f"{game}-{note.partition(':')[0]}" not in out


OWN = 'title = "mine"\n'
LABELS = "[labels]\ncolumns = 2\nrows = 2\nleft = 10\ntop = 10\nacross = 60\ndown = 60\n"
SIZED = LABELS + "width = 50\nheight = 50\n"

FAULTS = {
    "unknown": (OWN + "size = 3\n", "unknown setting 'size'; known are"),
    "print": (OWN + "[print]\nsheet = 'a4'\n", "[print]: unknown setting 'sheet'"),
    "nested": (OWN + "[print]\npreset = 'silhouette'\n", "[print]: unknown setting 'preset'"),
    "labels": (OWN + LABELS, "[labels]: nothing said for width, height"),
    "shape": (OWN + SIZED + "shape = 'star'\n", "[labels]: no shape 'star'; it can be hexagon"),
    "corners": (OWN + "[marks]\ncorners = 5\n", "expected a whole number from 3 to 4"),
    "colour": (OWN + "[cut]\ncut = 'red'\n", "[cut]: cut: 'red' is not a colour; expected #rrggbb"),
    "format": (OWN + "[cut]\nformats = ['pdf']\n", "no formats 'pdf'; it can be svg, dxf"),
    "picture": (OWN + "[per-piece]\nformat = 'bmp'\n", "no format 'bmp'; it can be pdf, svg, png"),
    "both": (OWN + "[per-piece]\n[cut]\n", "[per-piece] makes no sheets, which [labels], [marks]"),
    "broken": ("title = \n", "Invalid value"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_presets_of_ones_own_are_read_strictly(kind, tmp_path, refused):
    text, words = FAULTS[kind]
    (tmp_path / "own.toml").write_text(text, "utf-8")
    said = refused("kit", "atreya", "--preset", "own.toml")
    assert said.startswith("own.toml")
    assert words in said


@pytest.mark.parametrize(
    ("text", "reach"),
    [(SIZED.replace("60", "170"), "230 × 230"), (SIZED + "shift = 120\n", "240 × 120")],
)
def test_labels_beyond_the_paper_are_refused(text, reach, tmp_path, refused):
    """Also where only staggered rows reach beyond."""
    (tmp_path / "own.toml").write_text(OWN + text, "utf-8")
    said = refused("kit", "abstrakto", "--preset", "own.toml")
    assert said == f"the labels of own.toml reach {reach} mm, beyond a4 (210 × 297 mm)"
