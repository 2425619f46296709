"""A relief as a closed surface: triangles that meet edge to edge, their outsides outwards.

The area is cut into cells along the edges of what is raised and of the colours; cells share their
corners, so nothing has to be mended.  x to the right, y up, z from the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from generator.solids.relief import GRID, Relief

#: How far what is raised stands out, in millimetres: fingers tell 0.6.
HEIGHT = 0.8

Corner = tuple[float, float]
Vertex = tuple[float, float, float]


class Mesh(NamedTuple):
    """Vertices in millimetres, and triangles of their numbers, each with a colour's name."""

    vertices: tuple[Vertex, ...]
    triangles: tuple[tuple[int, int, int, str], ...]


class _Cell(NamedTuple):
    area: shapely.Polygon
    top: float
    colour: str


def solid(relief: Relief, thickness: float) -> Mesh:
    """Return a prism ``thickness`` high under a relief."""
    numbers: dict[Vertex, int] = {}
    triangles: list[tuple[int, int, int, str]] = []

    def add(a: Vertex, b: Vertex, c: Vertex, colour: str) -> None:
        found = (numbers.setdefault(v, len(numbers)) for v in (a, b, c))
        triangles.append((*found, colour))  # type: ignore[arg-type] # three numbers

    cells = list(_cells(relief, thickness))
    tops = {edge: cell for cell in cells for edge in _edges(cell.area)}
    rim: list[tuple[Corner, Corner]] = []
    for cell in cells:
        for a, b, c in _triangles(cell.area):
            add((*a, cell.top), (*b, cell.top), (*c, cell.top), cell.colour)
    for (a, b), cell in tops.items():
        beside = tops.get((b, a))
        low = 0.0 if beside is None else beside.top
        if beside is None:
            rim.append((a, b))
        if low < cell.top:
            add((*a, low), (*b, low), (*b, cell.top), cell.colour)
            add((*a, low), (*b, cell.top), (*a, cell.top), cell.colour)
    ground = max(cells, key=lambda cell: float(cell.area.area)).colour
    for ring in _rings(rim):
        for a, b, c in _triangles(shapely.Polygon(ring)):
            add((*a, 0.0), (*c, 0.0), (*b, 0.0), ground)
    return Mesh(tuple(numbers), tuple(triangles))


def _cells(relief: Relief, thickness: float) -> Iterator[_Cell]:
    """Yield the cells, upright: paper's y points down, a printer's up."""
    lines = [relief.outline.boundary, relief.raised.boundary]
    lines += [region.area.boundary for region in relief.colours]
    noded = shapely.union_all(lines, grid_size=GRID)
    outline = relief.outline.buffer(GRID)
    shapely.prepare(relief.raised)
    for face in shapely.get_parts(shapely.polygonize([noded])):
        inside = face.representative_point()
        if not outline.contains(inside):
            continue
        top = thickness + (HEIGHT if relief.raised.contains(inside) else 0.0)
        colour = min(relief.colours, key=lambda region: region.area.distance(inside)).colour
        yield _Cell(_upright(face), round(top, 3), colour)


def _upright(face: shapely.Polygon) -> shapely.Polygon:
    """Return a cell with y up and its corners on the grid, the outer ring counter-clockwise."""
    turned = shapely.transform(face, lambda points: (points * (1, -1)).round(3) + 0.0)
    return shapely.orient_polygons(turned)


def _edges(area: shapely.Polygon) -> Iterator[tuple[Corner, Corner]]:
    """Yield the sides of a cell, the cell at their left."""
    for ring in (area.exterior, *area.interiors):
        points = [(float(x), float(y)) for x, y in ring.coords]
        yield from pairwise(points)


def _triangles(area: BaseGeometry) -> Iterator[tuple[Corner, Corner, Corner]]:
    """Yield triangles that fill an area and have no corners but its own, counter-clockwise."""
    for part in shapely.get_parts(shapely.constrained_delaunay_triangles(area)):
        points = shapely.orient_polygons(part).exterior.coords
        a, b, c = ((float(x), float(y)) for x, y in points[:3])
        yield a, b, c


def _rings(edges: list[tuple[Corner, Corner]]) -> Iterator[list[Corner]]:
    """Yield the closed rings of which the sides are given."""
    after = dict(edges)
    while after:
        first, at = after.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = after.pop(at)
        yield ring
