"""Cut files as other programs read them: units, true circles and arcs, no edge twice, totals."""

import itertools
import json
import math

import ezdxf
import pytest
from ezdxf import path as paths

from engine.drawing import scene
from engine.geometry.plane import Box, Point
from generator.printing import cutfiles, output
from generator.printing.paper import Paper
from generator.printing.sheet import Sheet
from tests.cases import some
from tests.printing.kits import printed


def read(data, tmp_path):
    """The drawing in a DXF file, as ezdxf reads it."""
    (tmp_path / "cut.dxf").write_bytes(data)
    drawing = ezdxf.readfile(tmp_path / "cut.dxf")
    assert drawing.audit().errors == []
    return drawing


def sheet_of(*cuts, folds=(), height=100.0):
    paper = Paper("small", 150.0, height)
    whole = Box(0, 0, paper.width, paper.height)
    picture = scene.Scene(paper.width, paper.height, ())
    return Sheet("x", "X", 1, 1, "front", paper, picture, (), whole, whole, tuple(cuts), folds)


def entities(drawing, layer="CUT"):
    return [entity for entity in drawing.modelspace() if entity.dxf.layer == layer]


def test_dxf_states_millimetres_in_its_header(tmp_path):
    drawing = read(cutfiles.dxf(sheet_of(scene.rectangle(Box(1, 2, 30, 40)))), tmp_path)
    assert drawing.dxfversion == "AC1015"
    assert drawing.units == ezdxf.units.MM
    assert drawing.header["$INSUNITS"] == 4
    assert drawing.header["$MEASUREMENT"] == 1
    assert drawing.header["$EXTMAX"] == (150.0, 100.0, 0.0)
    assert {"CUT", "SCORE"} <= {layer.dxf.name for layer in drawing.layers}


def test_dxf_tiles_apart_are_closed_and_exact(tmp_path):
    made = printed("atreya", tile_size=40.0, packing="separate", gap=3.0)
    front = made.components[0].sheets[0]
    lines = entities(read(cutfiles.dxf(front), tmp_path))
    assert [line.dxftype() for line in lines] == ["LWPOLYLINE"] * len(front.placements)
    assert all(line.closed for line in lines)
    middles = set()
    for line in lines:
        points = [Point(x, y) for x, y in line.get_points("xy")]
        across = [points[k].distance(points[(k + 1) % 6]) * math.sqrt(3) for k in range(6)]
        assert across == pytest.approx([40.0] * 6, abs=0.001)
        middles.add(
            (round(sum(p.x for p in points) / 6, 2), round(sum(p.y for p in points) / 6, 2))
        )
    assert middles == {
        (round(p.x, 2), round(front.paper.height - p.y, 2)) for p in front.placements
    }


def test_discs_are_circles(tmp_path):
    """Astralis's planets and Abstrakto's markers, wherever rounding puts their two halves."""
    for game, only in (("astralis", "planets"), ("abstrakto", "markers")):
        front = printed(game, only).components[0].sheets[0]
        found = entities(read(cutfiles.dxf(front), tmp_path))
        assert {entity.dxftype() for entity in found} == {"CIRCLE"}
        assert len(found) == len(front.placements)
        wanted = sorted((p.x, front.paper.height - p.y) for p in front.placements)
        middles = sorted((e.dxf.center.x, e.dxf.center.y) for e in found)
        for middle, there in some(zip(middles, wanted, strict=True)):
            assert middle == pytest.approx(there, abs=1e-3)


def test_folds_lie_on_their_own_layer(tmp_path):
    racks = printed("aathenuo", "racks").components[0].sheets[0]
    drawing = read(cutfiles.dxf(racks), tmp_path)
    assert len(entities(drawing)) == len(racks.cuts)
    folds = entities(drawing, "SCORE")
    assert len(folds) >= len(racks.folds) > 0
    assert all(not fold.closed for fold in folds)


def test_totals_count_shared_edges_once_and_every_sheet(tmp_path):
    made = printed("atreya", tile_size=40.0)
    list(output.save(output.planned(made, ("pdf",), ("svg", "dxf"), 50), tmp_path))
    manifest = json.loads((tmp_path / "atreya.json").read_text())
    side = 40 / math.sqrt(3)
    by_file = {f["file"]: f["cut"] for f in manifest["files"] if "cut" in f}
    assert {name.rpartition(".")[2] for name in by_file} == {"svg", "dxf"}
    for name, cut in some(by_file.items()):
        drawn = by_drawing((tmp_path / name).with_suffix(".dxf"))
        assert cut["length"] == pytest.approx(drawn, abs=0.01)
        assert cut["folds"] == 0
    sheets = {f: c for f, c in by_file.items() if f.endswith(".dxf")}.values()
    assert sum(c["sheets-alike"] for c in sheets) == made.components[0].sheets[-1].count
    assert manifest["cut"]["length"] == pytest.approx(
        sum(c["length"] * c["sheets-alike"] for c in sheets), abs=0.01
    )
    assert manifest["cut"]["area"] == pytest.approx(168 * side * side * 1.5 * math.sqrt(3), abs=0.1)
    assert manifest["cut"]["length"] < 168 * 6 * side, "shared edges are cut once"


def by_drawing(file):
    """The length of all that a DXF file cuts, as ezdxf measures it."""
    space = ezdxf.readfile(file).modelspace()
    ways = [list(paths.make_path(entity).flattening(0.01)) for entity in space]
    return sum(a.distance(b) for way in ways for a, b in itertools.pairwise(way))


@pytest.mark.parametrize(("game", "part"), [("abstrakto", "tiles"), ("astralis", "planets")])
def test_a_kerf_moves_lines_half_as_far_outwards(game, part):
    plain, wide = (
        printed(game, part, packing="separate", kerf=kerf).components[0].sheets[0]
        for kerf in (0.0, 0.2)
    )
    for line, outer in some(zip(plain.cuts, wide.cuts, strict=True)):
        box, grown = scene.outline_box(line), scene.outline_box(outer)
        assert tuple(grown) == pytest.approx(tuple(box.grown(0.1)), abs=1e-3)
