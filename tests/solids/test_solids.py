"""Pieces as solids: read back by the 3MF consortium's library and by trimesh, felt by a raster."""

import itertools
import math
import re
import zipfile

import lib3mf
import numpy
import pytest
import shapely
import trimesh

import engine
from engine.drawing import scene, theme
from engine.drawing.parts import Pieces, Request, Stance
from engine.geometry.plane import Box, Transform
from generator import cli
from generator.printing import template
from generator.printing.engraving import polygon
from generator.solids import mesh, plates, relief
from tests.cases import some

CLASSIC = theme.load("classic")
WRAPPER = lib3mf.get_wrapper()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a folder with the files of the three quick games, and two plates' worth of Atreya."""
    folder = tmp_path_factory.mktemp("solids")
    for game in ("abstrakto", "astralis", "aathenuo"):
        assert cli.run(["solid", game, "--out", str(folder)]) == cli.OK
    return folder


def part(game, name):
    settings = template.load(game).settings()
    request = Request(CLASSIC, settings, (1000, 1000))
    found = next(p for p in engine.game(game).parts(request) if p.name == name)
    assert isinstance(found, Pieces)
    return found


def every_look():
    """Yield all games' looks; of those with many, each seventh."""
    for game, name in (
        ("abstrakto", "tiles"),
        ("abstrakto", "markers"),
        ("astralis", "control"),
        ("astralis", "contested"),
        ("astralis", "planets"),
        ("astralis", "ships"),
        ("aathenuo", "tiles"),
        ("atreya", "tiles"),
    ):
        found = part(game, name)
        if len(found.pieces) > 60:
            looks = found.looks(Stance(CLASSIC, found.size))
            kept = tuple(alike[0] for alike in looks[:: max(1, len(looks) // 12)])
            found = Pieces(**{**vars(found), "pieces": kept})
        yield f"{game} {name}", found, plates.looks(found, CLASSIC)


def surface(found):
    """Return a mesh as trimesh has it."""
    triangles = numpy.array([triangle[:3] for triangle in found.triangles])
    return trimesh.Trimesh(numpy.array(found.vertices), triangles, process=False)


# ------------------------------------------------------------------------------- as solids


def test_solids_are_closed_and_measure_what_the_kit_says():
    for name, of, looks in some(every_look()):
        shape = of.shape(of.size)
        for look in some(looks):
            for carved in some(look.reliefs):
                found = surface(mesh.solid(carved, 1.5))
                assert found.is_watertight, (name, look.title)
                assert found.is_winding_consistent
                assert carved.raised.is_valid
                felt = not carved.raised.is_empty
                assert found.extents[:2] == pytest.approx([shape.width, shape.height], abs=0.002)
                assert found.extents[2] == pytest.approx(1.5 + mesh.HEIGHT * felt, abs=1e-9)
                volume = carved.outline.area * 1.5 + carved.raised.area * mesh.HEIGHT
                assert found.volume == pytest.approx(volume, rel=1e-3)


def test_what_is_raised_is_thick_enough_and_within_the_rim():
    assert mesh.HEIGHT >= 0.6
    for name, _, looks in some(every_look()):
        for look in some(looks):
            for carved in some(look.reliefs):
                room = carved.outline.buffer(-relief.RIM + 0.05, join_style="mitre")
                assert carved.raised.difference(room).area < 0.01, (name, look.title)
                thick = carved.raised.buffer(-0.2).buffer(0.25)
                assert carved.raised.difference(thick).area < 0.05 * carved.raised.area + 0.05


def pairs():
    """Yield any two looks of a component, and how the second may be turned upon the first."""
    for name, of, looks in every_look():
        step = 60 if of.shape(of.size).kind == "hexagon" else 90
        for two in itertools.combinations(looks, 2):
            yield from ((name, two, turn) for turn in range(0, 360, step))


def test_no_two_looks_of_a_game_feel_alike():
    """More than a little differs, however one is turned upon the other, on one of their sides."""
    for name, (one, other), turn in some(pairs()):
        sides_ = zip(one.reliefs, other.reliefs, strict=True)
        differ = max(
            a.raised.symmetric_difference(
                shapely.affinity.rotate(b.raised, turn, origin=(0, 0))
            ).area
            for a, b in sides_
        )
        assert differ > plates.FELT, (name, one.title, other.title, turn)


def heights(found, size, step=0.25):
    """Return how high a surface is over a raster, as a finger goes over it."""
    low = found.vertices[:, :2].min(axis=0)
    xs = numpy.arange(low[0] + 1, low[0] + size - 1, step)
    ys = numpy.arange(low[1] + 1, low[1] + size - 1, step)
    points = numpy.array([(x, y) for x in xs for y in ys])
    tops = numpy.zeros(len(points))
    triangles = found.triangles
    level = numpy.ptp(triangles[:, :, 2], axis=1) < 1e-9
    for triangle in triangles[level & (triangles[:, 0, 2] > 0)]:
        a, b, c = triangle[:, :2]
        d = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1])
        u = ((b[1] - c[1]) * (points[:, 0] - c[0]) + (c[0] - b[0]) * (points[:, 1] - c[1])) / d
        v = ((c[1] - a[1]) * (points[:, 0] - c[0]) + (a[0] - c[0]) * (points[:, 1] - c[1])) / d
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        tops[inside] = numpy.maximum(tops[inside], triangle[0, 2])
    return tops.reshape(len(xs), len(ys))


def test_textures_feel_different_from_one_another():
    """The share that is raised, and how many bumps and holes a finger meets, tell any two apart."""
    square = shapely.box(-15, -15, 15, 15)
    felt = {}
    for name, texture in relief.TEXTURES.items():
        raised = texture(square)
        parts = [p for p in shapely.get_parts(raised) if not p.is_empty]
        holes = sum(len(p.interiors) for p in parts)
        felt[name] = (raised.area, len(parts), holes)
    assert set(felt) == set(theme.SLOTS)
    for a, b in some(itertools.combinations(felt.values(), 2)):
        assert abs(a[0] - b[0]) > 40 or abs(a[1] - b[1]) >= 5 or abs(a[2] - b[2]) >= 5


def test_every_texture_fits_small_areas_too():
    """Half-pieces of the smallest tile: something is raised wherever the texture is no level one."""
    small = shapely.Polygon([(0, 0), (8, 0), (6, 3.5), (2, 3.5)])
    for name, texture in some(relief.TEXTURES.items()):
        raised = texture(small)
        assert raised.difference(small.buffer(1e-6)).area < 1e-9
        assert raised.is_empty == (name == "blue")


def test_the_relief_stands_as_the_picture_lies():
    """Paper's y points down and a printer's up: what is drawn at the top is at the back."""
    box = Box(-10, -10, 10, 10)
    items = (
        scene.Path(scene.rectangle(box), CLASSIC.slot("blue").fill),
        scene.Path(scene.rectangle(Box(-8, -8, -2, -2)), "#000000"),
    )
    carved = relief.carved(relief.visible(items), polygon(scene.rectangle(box)), CLASSIC)
    tops = heights(surface(mesh.solid(carved, 3.0)), 20)
    middle = len(tops) // 2
    assert tops[:middle, middle:].max() == pytest.approx(3.0 + mesh.HEIGHT)
    assert tops[middle:, :].max() == tops[:, :middle].max() == pytest.approx(3.0)


# ----------------------------------------------------------------------------- as files


def model(path):
    """Return a file's model, read strictly by the consortium's library."""
    found = WRAPPER.CreateModel()
    reader = found.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    assert reader.GetWarningCount() == 0
    return found


def built(path):
    """Yield every build item's object as trimesh has it, where it is placed."""
    whole = model(path)  # what it holds lives no longer than it
    items = whole.GetBuildItems()
    shapes = {}
    while items.MoveNext():
        item = items.GetCurrent()
        key = item.GetObjectResourceID()
        if key not in shapes:
            one = whole.GetMeshObjectByID(key)
            corners = [one.GetVertex(k).Coordinates[:] for k in range(one.GetVertexCount())]
            sides_ = [one.GetTriangle(k).Indices[:] for k in range(one.GetTriangleCount())]
            shapes[key] = numpy.array(corners), numpy.array(sides_)
        vertices, triangles = shapes[key]
        shift = item.GetObjectTransform().Fields[3][:]
        yield trimesh.Trimesh(vertices + shift, triangles, process=False)


def test_the_consortiums_library_reads_every_file(made):
    for path in some(sorted(made.glob("*.3mf"))):
        whole = model(path)
        objects = whole.GetMeshObjects()
        count = 0
        while objects.MoveNext():
            one = objects.GetCurrentMeshObject()
            assert one.IsValid(), one.GetName()
            assert one.IsManifoldAndOriented(), one.GetName()
            count += 1
        assert count


COUNTS = {
    "abstrakto-tiles": 36,
    "abstrakto-markers": 30,
    "astralis-control": 2 * 169,
    "astralis-contested": 60,
    "astralis-planets": 60,
    "astralis-ships": 2,
    "aathenuo-tiles": 2 * 104,
}


@pytest.mark.parametrize("name", COUNTS)
def test_every_piece_is_built_once_and_apart_from_others(made, name):
    total = 0
    for path in some(sorted(made.glob(f"{name}-plate-*.3mf"))):
        boxes = [placed.bounds for placed in built(path)]
        for low, high in some(boxes):
            assert min(low[:2]) >= 4.99
            assert low[2] == pytest.approx(0)
            assert max(high[:2]) <= 215.01
        total += len(boxes)
        for a, b in some(itertools.combinations(boxes, 2)):
            gap = max(max(a[0][k] - b[1][k], b[0][k] - a[1][k]) for k in (0, 1))
            assert gap >= 2.99, path
    assert total == COUNTS[name]


def test_units_and_materials(made):
    with zipfile.ZipFile(made / "abstrakto-tiles-plate-01.3mf") as file:
        assert [entry.date_time[0] for entry in file.infolist()] == [1980] * 3
        text = file.read("3D/3dmodel.model").decode()
    assert 'unit="millimeter"' in text
    named = dict(re.findall(r'<base name="([^"]+)" displaycolor="([^"]+)"/>', text))
    assert named["blue"] == CLASSIC.slot("blue").fill.upper()
    assert list(named)[:2] == ["blue", "orange"]
    assert len(named) == 3, "the two colours and that of the lines"


def test_the_theme_colours_the_materials_and_leaves_the_shapes(tmp_path):
    found = {}
    for look in ("classic", "mono"):
        words = ["solid", "abstrakto", "--only", "markers", "--theme", look]
        assert cli.run([*words, "--out", str(tmp_path / look)]) == cli.OK
        path = tmp_path / look / "abstrakto-markers-plate-01.3mf"
        with zipfile.ZipFile(path) as file:
            found[look] = file.read("3D/3dmodel.model").decode()
    shapes = {look: re.findall("<vertex.*", text) for look, text in found.items()}
    assert shapes["classic"] == shapes["mono"]
    assert found["classic"] != found["mono"]


def test_thickness_plate_copies_and_size(tmp_path, capsys):
    words = ["--only", "contested", "--thickness", "4.5", "--plate", "100x120mm", "--copies", "2"]
    size = ["--tile-size", "20", "--out", str(tmp_path)]
    assert cli.run(["solid", "astralis", *words, *size]) == cli.OK
    heard = capsys.readouterr()
    assert "contested tiles of 20 mm: 120 pieces, 8 plates of 100 × 120 mm" in heard.err
    paths = heard.out.split()
    assert len(paths) == 8
    one = next(built(paths[0]))
    assert one.is_watertight
    assert one.extents == pytest.approx([20.0, 40 / math.sqrt(3), 4.5 + mesh.HEIGHT], abs=0.002)


def test_a_double_sided_piece_is_two_halves_of_half_the_thickness(made):
    path = made / "astralis-control-plate-01.3mf"
    whole = model(path)
    assert whole.GetMeshObjects().Count() == 2
    for one in some(list(built(path))):
        assert one.extents[2] == pytest.approx(1.5 + mesh.HEIGHT)


def test_a_plate_of_atreya(tmp_path, monkeypatch):
    """Its 336 halves are many: the first two tiles do for all, as all are made alike."""
    whole = plates.looks

    def few(of, look):
        return whole(Pieces(**{**vars(of), "pieces": of.pieces[:2]}), look)

    monkeypatch.setattr(plates, "looks", few)
    source = template.load("atreya")
    found = plates.Plates(3.0, "220x220mm", tmp_path).written(source, source.printing, ())
    assert found[-1].note == (
        "tiles of 40 mm: 2 pieces, each in two halves to glue back to back, 1 plate of 220 × 220 mm"
    )
    whole_model = model(found[0].path)
    objects = whole_model.GetMeshObjects()
    names = []
    while objects.MoveNext():
        names.append(objects.GetCurrentMeshObject().GetName())
    assert names == [
        "tile 1 b:bbbbgr, front",
        "tile 1 b:bbbbgr, back",
        "tile 2 g:bbbbgr, front",
        "tile 2 g:bbbbgr, back",
    ]


def test_a_lost_piece_is_made_alone(tmp_path, capsys):
    words = ["solid", "atreya", "--pieces", "17,42*2", "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK
    heard = capsys.readouterr()
    assert "tiles of 40 mm: 3 pieces, each in two halves" in heard.err
    assert heard.out == f"{tmp_path}/atreya-tiles-pieces-plate-01.3mf\n"
    assert len(list(built(tmp_path / "atreya-tiles-pieces-plate-01.3mf"))) == 6


def test_of_several_games_those_that_have_a_component_are_made(tmp_path, capsys):
    words = ["solid", "abstrakto", "astralis", "--only", "markers"]
    assert cli.run([*words, "--out", str(tmp_path)]) == cli.OK
    assert [path.name for path in tmp_path.iterdir()] == ["abstrakto-markers-plate-01.3mf"]
    assert "markers of 10.8 mm: 30 pieces, 1 plate of 220 × 220 mm" in capsys.readouterr().err


# ----------------------------------------------------------------------------- what is wrong


SAID = {
    "a board": (
        ["abstrakto", "--only", "board"],
        "board: no solids, because it is a board, no piece",
    ),
    "to fold": (["aathenuo", "--only", "racks"], "racks: no solids, because they are to be folded"),
    "words": (
        ["astralis", "--only", "card"],
        "score card: no solids, because its words are too small to be felt",
    ),
    "two too much alike": (
        ["astralis", "--only", "pips"],
        "pip discs: no solids, because fingers could not tell yellow die of 6 and cyan die of 6 apart",
    ),
    "too small a plate": (
        ["atreya", "--plate", "50x50mm"],
        "tiles: 40 mm is too large for a plate of 50 × 50 mm",
    ),
    "too thin": (
        ["abstrakto", "--thickness", "0.2"],
        "thickness 0.2 is out of range; it can be 1 to 20",
    ),
    "no piece": (["atreya", "--pieces", "999"], "atreya has no piece '999'; expected one like"),
    "no plate": (["abstrakto", "--plate", "round"], "no plate 'round'"),
    "no component": (["abstrakto", "--only", "dice"], "abstrakto has no component 'dice'"),
    "a good one and a board": (
        ["abstrakto", "--only", "tiles", "--only", "board"],
        "board: no solids, because it is a board, no piece",
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_what_cannot_be_is_said_in_a_line(case, refused):
    words, message = SAID[case]
    assert message in refused("solid", *words)


# -------------------------------------------------------------------------- what is seen


def test_what_is_covered_is_not_seen():
    square = scene.rectangle(Box(0, 0, 10, 10))
    items = (
        scene.Path(square, "#ff0000"),
        scene.Group((scene.Circle(5, 5, 20, "#00ff00"),), clip=scene.rectangle(Box(0, 0, 5, 10))),
        scene.Use(scene.Symbol("x", (scene.Circle(0, 0, 1, "#0000ff"),)), Transform(e=8, f=5)),
    )
    found = {colour: area.area for colour, area in relief.visible(items)}
    assert found["#ff0000"] == pytest.approx(50 - math.pi, abs=0.1)
    assert found["#00ff00"] == pytest.approx(50, abs=0.05)
    assert found["#0000ff"] == pytest.approx(math.pi, abs=0.1)


def test_lines_have_widths_and_letters_holes():
    line = scene.Path(scene.polyline(((0, 0), (10, 0))), None, scene.Stroke("#000000", 2.0))
    ring = scene.Circle(0, 0, 10, None, scene.Stroke("#000000", 2.0))
    for item, area in ((line, 20.0), (ring, math.pi * (11**2 - 9**2))):
        (found,) = relief.visible((item,))
        assert found.area.area == pytest.approx(area, rel=0.02)
    (eight,) = relief.visible((scene.Text(0, 0, "8", 20.0, bold=True),))
    assert sum(len(p.interiors) for p in shapely.get_parts(eight.area)) == 2
    assert relief.visible((scene.Text(0, 0, "8", 2.0),)) == []


def test_points_where_areas_touch_are_no_edges_of_four_faces():
    """Two squares that meet in a corner would share an upright edge; they are joined instead."""
    touching = shapely.union_all([shapely.box(0, 0, 5, 5), shapely.box(5, 5, 10, 10)])
    carved = relief.Relief(
        shapely.box(-2, -2, 12, 12),
        relief.apart(touching),
        (relief.Region("blue", shapely.box(-2, -2, 12, 12)),),
    )
    found = surface(mesh.solid(carved, 2.0))
    assert found.is_watertight
    edges = numpy.sort(found.edges, axis=1)
    assert set(numpy.unique(edges, axis=0, return_counts=True)[1]) == {2}
