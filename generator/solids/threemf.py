"""Meshes as a 3MF file: the core specification's XML in a zip, measures in millimetres.

Every object names its colours as base materials; build items are placed copies of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from engine.geometry.plane import number
from generator import files
from generator.solids.mesh import Mesh

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
    entries = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _LINKS,
        _MODEL: "".join(_model(title, parts, placed, colours)),
    }
    return files.zipped({name: text.encode() for name, text in entries.items()})


def _model(
    title: str, parts: Sequence[Solid], placed: Sequence[Placed], colours: Mapping[str, str]
) -> Iterator[str]:
    """Yield the model's XML: colours, objects, and what is to be built."""
    order = {name: k for k, name in enumerate(colours)}
    yield f'{_HEAD}<model unit="millimeter" xml:lang="en" xmlns="{_CORE}">\n'
    yield f'<metadata name="Title">{quoteattr(title)[1:-1]}</metadata>\n'
    yield '<metadata name="Application">tilewright</metadata>\n<resources>\n'
    yield '<basematerials id="1">\n'
    for name, colour in colours.items():
        yield f'<base name={quoteattr(name)} displaycolor="{colour.upper()}"/>\n'
    yield "</basematerials>\n"
    for k, part in enumerate(parts, 2):
        yield from _object(k, part, order)
    yield "</resources>\n<build>\n"
    for item in placed:
        x, y = number(item.x), number(item.y)
        yield f'<item objectid="{item.part + 2}" transform="1 0 0 0 1 0 0 0 1 {x} {y} 0"/>\n'
    yield "</build>\n</model>\n"


def _object(number_of: int, part: Solid, order: Mapping[str, int]) -> Iterator[str]:
    ground = part.mesh.triangles[-1][3]  # the underside's
    yield (
        f'<object id="{number_of}" type="model" name={quoteattr(part.name)} '
        f'pid="1" pindex="{order[ground]}">\n<mesh>\n<vertices>\n'
    )
    for x, y, z in part.mesh.vertices:
        yield f'<vertex x="{number(x)}" y="{number(y)}" z="{number(z)}"/>\n'
    yield "</vertices>\n<triangles>\n"
    for a, b, c, colour in part.mesh.triangles:
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}" pid="1" p1="{order[colour]}"/>\n'
    yield "</triangles>\n</mesh>\n</object>\n"
