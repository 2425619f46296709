"""Pieces as solids: read back by the 3MF consortium's library and by trimesh, felt by a raster."""

import itertools
import math
from functools import cache

import lib3mf
import numpy
import pytest
import shapely
import trimesh
from shapely.affinity import rotate

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, Request, Stance
from generator import cli
from generator.printing import template
from generator.solids import mesh, plates, relief
from tests.cases import some

CLASSIC = theme.load("classic")
WRAPPER = lib3mf.get_wrapper()
#: Square millimetres that fingers tell.
TWO_BUMPS = 3.0


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


@cache
def every_look():
    """Return all games' looks; of those with many, a few."""
    every = []
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
            kept = tuple(alike[0] for alike in looks[:: max(1, len(looks) // 9)])
            found = Pieces(**{**vars(found), "pieces": kept})
        every.append((f"{game} {name}", found, tuple(plates.looks(found, CLASSIC))))
    return every


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


def test_no_two_looks_of_a_game_feel_alike():
    """More than a little differs, however one is turned upon the other, on one of their sides."""
    compared = 0
    for name, of, looks in some(every_look()):
        raised = numpy.array([[side.raised for side in look.reliefs] for look in looks])
        ones, others = numpy.triu_indices(len(looks), 1)
        for turn in range(0, 360, 60 if of.shape(of.size).kind == "hexagon" else 90):
            turned = numpy.vectorize(lambda one, by=turn: rotate(one, by, origin=(0, 0)))(raised)
            differ = shapely.area(shapely.symmetric_difference(raised[ones], turned[others]))
            assert (differ.max(axis=1) > TWO_BUMPS).all(), (name, turn)
            compared += len(ones)
    assert compared > 300


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


def test_a_lost_piece_is_made_alone(tmp_path, capsys):
    words = ["solid", "atreya", "--pieces", "17,42*2", "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK
    heard = capsys.readouterr()
    assert "tiles of 40 mm: 3 pieces, each in two halves" in heard.err
    assert heard.out == f"{tmp_path}/atreya-tiles-pieces-plate-01.3mf\n"
    assert len(list(built(tmp_path / "atreya-tiles-pieces-plate-01.3mf"))) == 6


def test_what_is_raised_is_thick_enough_and_within_the_rim():
    assert mesh.HEIGHT >= 0.6
    for name, _, looks in some(every_look()):
        for look in some(looks):
            for carved in some(look.reliefs):
                room = carved.outline.buffer(-relief.RIM + 0.05, join_style="mitre")
                assert carved.raised.difference(room).area < 0.01, (name, look.title)
                thick = carved.raised.buffer(-0.2).buffer(0.25)
                assert carved.raised.difference(thick).area < 0.05 * carved.raised.area + 0.05
