"""A relief as a closed surface: triangles that meet edge to edge, their outsides outwards; and as 3MF.

The area is cut into cells along the edges of what is raised and of the colours; cells share their
corners, so nothing has to be mended.  x to the right, y up, z from the bottom.  A file is the core
specification's XML in a zip, in millimetres: objects name their colours as base materials; build
items are placed copies of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.geometry.plane import number
from generator import files
from generator.solids.relief import GRID, Relief

#: How far what is raised stands out, in millimetres: fingers tell 0.6.
HEIGHT = 0.8

Vertex = tuple[float, float, float]
Lengths = NDArray[np.float64]
Numbers = NDArray[np.int64]


class Mesh(NamedTuple):
    """Vertices in millimetres, and triangles of their numbers, each with a colour's name."""

    vertices: tuple[Vertex, ...]
    triangles: tuple[tuple[int, int, int, str], ...]


def solid(relief: Relief, thickness: float) -> Mesh:
    """Return a prism ``thickness`` high under a relief."""
    areas, tops, colours = _cells(relief, thickness)
    ground = colours[int(np.argmax(shapely.area(areas)))]
    corners, of = _triangles(areas)
    start, end, cell = _sides(areas)
    beyond = _beyond(start, end, cell)
    rim = beyond < 0
    low = np.where(rim, 0.0, tops[beyond])
    steps = np.flatnonzero(low < tops[cell])
    # The two triangles of the wall under each step face to the right of its side.
    ends, heights = (start[steps], end[steps]), (low[steps], tops[cell[steps]])
    a_low, b_low, a_top, b_top = (np.column_stack((p, z)) for z in heights for p in ends)
    walls = np.stack((a_low, b_low, b_top, a_low, b_top, a_top), axis=1).reshape(-1, 3, 3)
    below, _ = _triangles(_enclosed(start[rim], end[rim]))
    under = _level(below, np.zeros(len(below)))[:, ::-1]
    faces = np.concatenate((_level(corners, tops[of]), walls, under))
    steps_colours = np.repeat(colours[cell[steps]], 2)
    every = np.concatenate((colours[of], steps_colours, np.full(len(below), ground)))
    _, first, numbers = np.unique(_keys(faces), return_index=True, return_inverse=True)
    vertices = faces.reshape(-1, 3)[first]
    names = [relief.colours[k].colour for k in every]
    triangles = zip(*numbers.reshape(-1, 3).T.tolist(), names, strict=True)
    return Mesh(tuple(map(tuple, vertices.tolist())), tuple(triangles))


def _cells(relief: Relief, thickness: float) -> tuple[NDArray[np.object_], Lengths, Numbers]:
    """Return areas side by side, y up, and of each how high it is and the number of its colour.

    Their corners are on the grid, their outer rings counter-clockwise.
    """
    lines = [relief.outline.boundary, relief.raised.boundary]
    lines += [region.area.boundary for region in relief.colours]
    noded = shapely.union_all(lines, grid_size=GRID)
    faces = shapely.get_parts(shapely.polygonize([noded]))
    inside = shapely.point_on_surface(faces)
    within = shapely.contains(relief.outline.buffer(GRID), inside)
    faces, inside = faces[within], inside[within]
    shapely.prepare(relief.raised)
    raised = shapely.contains(relief.raised, inside)
    away = np.array([shapely.distance(region.area, inside) for region in relief.colours])
    tops = np.where(raised, round(thickness + HEIGHT, 3), round(thickness, 3))
    turned = shapely.transform(faces, lambda points: (points * (1, -1)).round(3) + 0.0)
    return shapely.orient_polygons(turned), tops, away.argmin(axis=0)


def _sides(areas: NDArray[np.object_]) -> tuple[Lengths, Lengths, Numbers]:
    """Return the sides of cells, each cell at their left: their ends, and the cell's number."""
    rings, of = shapely.get_rings(areas, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    joined = np.flatnonzero(ring[:-1] == ring[1:])
    return points[joined], points[joined + 1], of[ring[joined]]


def _beyond(start: Lengths, end: Lengths, cell: Numbers) -> Numbers:
    """Return the number of the cell at the right of each side, -1 at the rim."""
    known, numbers = np.unique(np.concatenate((_keys(start), _keys(end))), return_inverse=True)
    a, b = numbers.reshape(2, -1)
    ahead, back = a * len(known) + b, b * len(known) + a
    order = np.argsort(ahead)
    other = order[np.searchsorted(ahead, back, sorter=order).clip(max=len(order) - 1)]
    return np.where(ahead[other] == back, cell[other], -1)


def _keys(points: Lengths) -> Numbers:
    """Return a number for each point in plane or space, the same for the same place on the grid."""
    steps = np.rint(points.reshape(-1, points.shape[-1]) / GRID).astype(np.int64)
    return steps @ (1 << np.array((0, 21, 42)[: points.shape[-1]]))


def _level(corners: Lengths, heights: Lengths) -> Lengths:
    z = np.broadcast_to(heights[:, None, None], (len(corners), 3, 1))
    return np.concatenate((corners, z), axis=2)


def _triangles(areas: NDArray[np.object_]) -> tuple[Lengths, Numbers]:
    """Return triangles that fill areas and have no corners but theirs, and each one's area.

    They run counter-clockwise.
    """
    cut, of = shapely.get_parts(shapely.constrained_delaunay_triangles(areas), return_index=True)
    corners = shapely.get_coordinates(cut).reshape(len(cut), 4, 2)[:, :3]
    (ax, ay), (bx, by), (cx, cy) = (corners[:, k].T for k in range(3))
    clockwise = (bx - ax) * (cy - ay) < (by - ay) * (cx - ax)
    corners[clockwise] = corners[clockwise][:, ::-1]
    return corners, of


def _enclosed(start: Lengths, end: Lengths) -> NDArray[np.object_]:
    """Return the areas round which the sides run."""
    after = dict(zip(map(tuple, start.tolist()), map(tuple, end.tolist()), strict=True))
    rings = []
    while after:
        first, at = after.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = after.pop(at)
        rings.append(shapely.Polygon(ring))
    return np.array(rings)


# ------------------------------------------------------------------------------- as a 3MF file

_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MODEL = "3D/3dmodel.model"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

_TYPES = (
    f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)

_LINKS = (
    f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rel0" '
    f'Target="/{_MODEL}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    "</Relationships>\n"
)


class Solid(NamedTuple):
    """An object: its name and its surface."""

    name: str
    mesh: Mesh


class Placed(NamedTuple):
    """A copy of an object on the plate, shifted by (x, y) millimetres."""

    part: int
    x: float
    y: float


def write(
    title: str, parts: Sequence[Solid], placed: Sequence[Placed], colours: Mapping[str, str]
) -> bytes:
    """Return the file; ``colours`` gives the meshes' names of colours as ``#rrggbb``."""
    model = "".join(_model(title, parts, placed, colours))
    entries = {"[Content_Types].xml": _TYPES, "_rels/.rels": _LINKS, _MODEL: model}
    return files.zipped({name: text.encode() for name, text in entries.items()})


def _model(
    title: str, parts: Sequence[Solid], placed: Sequence[Placed], colours: Mapping[str, str]
) -> Iterator[str]:
    order = {name: k for k, name in enumerate(colours)}
    yield f'{_HEAD}<model unit="millimeter" xml:lang="en" xmlns="{_CORE}">\n'
    yield f'<metadata name="Title">{quoteattr(title)[1:-1]}</metadata>\n'
    yield '<metadata name="Application">tilewright</metadata>\n<resources>\n'
    yield '<basematerials id="1">\n'
    for name, colour in colours.items():
        yield f'<base name={quoteattr(name)} displaycolor="{colour.upper()}"/>\n'
    yield "</basematerials>\n"
    for k, (name, (vertices, triangles)) in enumerate(parts, 2):
        ground = triangles[-1][3]  # the underside's
        yield f'<object id="{k}" type="model" name={quoteattr(name)} '
        yield f'pid="1" pindex="{order[ground]}">\n<mesh>\n<vertices>\n'
        for x, y, z in vertices:
            yield f'<vertex x="{number(x)}" y="{number(y)}" z="{number(z)}"/>\n'
        yield "</vertices>\n<triangles>\n"
        for a, b, c, colour in triangles:
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}" pid="1" p1="{order[colour]}"/>\n'
        yield "</triangles>\n</mesh>\n</object>\n"
    yield "</resources>\n<build>\n"
    for item in placed:
        at = f"{number(item.x)} {number(item.y)}"
        yield f'<item objectid="{item.part + 2}" transform="1 0 0 0 1 0 0 0 1 {at} 0"/>\n'
    yield "</build>\n</model>\n"
