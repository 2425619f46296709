"""Presets: those that are shipped do what they say, one's own are read strictly, options win."""

import io
import itertools
import json
import math
import re
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from engine.drawing import scene
from engine.drawing.writers import png
from engine.errors import OptionError
from engine.geometry.plane import Box
from generator import cli
from generator.printing import cutfiles, engraving, presets, template
from generator.printing.kit import make
from tests.cases import some
from tests.printing.kits import run

NAMES = presets.names()
ON_LABELS = [name for name in NAMES if presets.load(name).labels]
IN_PICTURES = [name for name in NAMES if presets.load(name).picture]


def kit(game, preset, only=(), **options):
    source = template.load(game)
    found = presets.load(preset)
    printing = source.printing.with_options({**found.printing, "preset": preset, **options})
    return make(source, printing, only)


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


# ---------------------------------------------------------------------------------- machines


@pytest.mark.parametrize(
    ("name", "corners", "game"),
    [("silhouette", 3, "astralis"), ("silhouette-four", 4, "atreya")],
)
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


def test_cards_hold_a_piece_in_their_middle():
    (component,) = kit("aathenuo", "card", ("tiles",)).components
    sheet = component.sheets[0]
    assert component.parts[0].size == 22.0
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
    for game, only in (("aathenuo", "racks"), ("astralis", "planets")):
        made = kit(game, "lightburn", (only,))
        sheet = made.components[0].sheets[0]
        text = cutfiles.svg(sheet, presets.load("lightburn").cut).decode()
        layers = re.findall(r'<g class="layer (\w+)" id="layer-\w+"[^>]*>(.*?)</g>', text)
        wanted = ["engrave", "score", "cut"] if sheet.folds else ["engrave", "cut"]
        assert [name for name, _ in layers] == wanted
        colours = {"engrave": "#000000", "score": "#0000ff", "cut": "#ff0000"}
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
    assert presets.load(name).source


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
