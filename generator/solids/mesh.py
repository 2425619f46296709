"""A relief as a closed surface: triangles that meet edge to edge, their outsides outwards.

The area is cut into cells along the edges of what is raised and of the colours; cells share their
corners, so nothing has to be mended.  x to the right, y up, z from the bottom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

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


class _Cells(NamedTuple):
    """Areas side by side, y up, and of each how high it is and the number of its colour."""

    areas: NDArray[np.object_]
    tops: Lengths
    colours: Numbers


class _Sides(NamedTuple):
    """The sides of cells, each cell at their left: their ends, and the cell's number."""

    start: Lengths
    end: Lengths
    cell: Numbers


def solid(relief: Relief, thickness: float) -> Mesh:
    """Return a prism ``thickness`` high under a relief."""
    cells = _cells(relief, thickness)
    ground = cells.colours[int(np.argmax(shapely.area(cells.areas)))]
    corners, of = _triangles(cells.areas)
    sides = _sides(cells.areas)
    beyond = _beyond(sides)
    rim = beyond < 0
    low = np.where(rim, 0.0, cells.tops[beyond])
    steps = np.flatnonzero(low < cells.tops[sides.cell])
    walls = _walls(sides, steps, low[steps], cells.tops[sides.cell[steps]])
    below, _ = _triangles(_enclosed(sides.start[rim], sides.end[rim]))
    faces = np.concatenate(
        (_level(corners, cells.tops[of]), walls, _level(below, np.zeros(len(below)))[:, ::-1])
    )
    colours = (
        cells.colours[of],
        np.repeat(cells.colours[sides.cell[steps]], 2),
        np.full(len(below), ground),
    )
    _, first, numbers = np.unique(_keys(faces), return_index=True, return_inverse=True)
    vertices = faces.reshape(-1, 3)[first]
    names = [relief.colours[k].colour for k in np.concatenate(colours)]
    triangles = zip(*numbers.reshape(-1, 3).T.tolist(), names, strict=True)
    return Mesh(tuple(map(tuple, vertices.tolist())), tuple(triangles))


def mirrored(mesh: Mesh) -> Mesh:
    """Return a mesh as it is seen in a mirror beside it, its outsides still outwards."""
    return Mesh(
        tuple((-x + 0.0, y, z) for x, y, z in mesh.vertices),
        tuple((c, b, a, colour) for a, b, c, colour in mesh.triangles),
    )


def _cells(relief: Relief, thickness: float) -> _Cells:
    """Return the cells, upright: paper's y points down, a printer's up."""
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
    return _Cells(_upright(faces), tops, away.argmin(axis=0))


def _upright(faces: NDArray[np.object_]) -> NDArray[np.object_]:
    """Return cells with y up and their corners on the grid, outer rings counter-clockwise."""
    turned = shapely.transform(faces, lambda points: (points * (1, -1)).round(3) + 0.0)
    upright: NDArray[np.object_] = shapely.orient_polygons(turned)
    return upright


def _sides(areas: NDArray[np.object_]) -> _Sides:
    """Return the sides of cells."""
    rings, of = shapely.get_rings(areas, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    joined = np.flatnonzero(ring[:-1] == ring[1:])
    return _Sides(points[joined], points[joined + 1], of[ring[joined]])


def _beyond(sides: _Sides) -> Numbers:
    """Return the number of the cell at the right of each side, -1 at the rim."""
    ends = np.concatenate((_keys(sides.start), _keys(sides.end)))
    known, numbers = np.unique(ends, return_inverse=True)
    start, end = numbers.reshape(2, -1)
    ahead, back = start * len(known) + end, end * len(known) + start
    order = np.argsort(ahead)
    found = order[np.searchsorted(ahead, back, sorter=order).clip(max=len(order) - 1)]
    return np.where(ahead[found] == back, sides.cell[found], -1)


def _keys(points: Lengths) -> Numbers:
    """Return a number for each point in plane or space, the same for the same place on the grid."""
    steps = np.rint(points.reshape(-1, points.shape[-1]) / GRID).astype(np.int64)
    return steps @ (1 << np.array((0, 21, 42)[: points.shape[-1]]))


def _walls(sides: _Sides, steps: Numbers, low: Lengths, top: Lengths) -> Lengths:
    """Return the two triangles of the wall under each step, facing to the right of its side."""
    ends = (sides.start[steps], sides.end[steps])
    a_low, b_low, a_top, b_top = (np.column_stack((p, z)) for z in (low, top) for p in ends)
    return np.stack((a_low, b_low, b_top, a_low, b_top, a_top), axis=1).reshape(-1, 3, 3)


def _level(corners: Lengths, heights: Lengths) -> Lengths:
    """Return triangles at their heights."""
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
