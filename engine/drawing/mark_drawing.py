"""How marks look: every verb of the mark language on cells, edges, corners and parts.

It draws on places that are already found, in the drawing's own frame, and knows neither game
nor figure.  Sizes are shares of the unit, the width of a cell.  Lines have a thin casing in
black or white, whichever stands out from them, so that a mark is seen on any ground and in any
theme; a mark is a group of classes ``mark`` and ``mark-<verb>``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.drawing import borders, fonts, scene
from engine.drawing.diagram import NamedPlace
from engine.drawing.mark_verbs import VERBS
from engine.drawing.marks import Mark
from engine.drawing.theme import SLOTS, Theme, on
from engine.errors import NotationError
from engine.geometry.plane import Box, Point

#: How large a mark is on a kind of place, cells being 1.
_SCALE = {"cell": 1.0, "part": 0.62, "edge": 0.56, "corner": 0.5}

#: Widths, as shares of the unit: of lines, of the casing on either side, and of thin rims.
_LINE, _CASING, _RIM = 0.055, 0.02, 0.014

#: An arrow's head: its length and width, and how far it keeps from pieces.
_HEAD, _BREADTH, _GAP = 0.2, 0.19, 0.04

#: Half the thickness of an edge where it is filled or outlined, and a corner's radius.
_EDGE, _CORNER = 0.07, 0.1


@dataclass
class Layers:
    """The items of marks: painted areas under the pieces, veils, and what lies on top.

    ``box`` is what they cover, None without marks.
    """

    under: list[scene.Item] = field(default_factory=list)
    veils: list[scene.Item] = field(default_factory=list)
    top: list[scene.Item] = field(default_factory=list)
    box: Box | None = None


def draw(
    marks: Iterable[Mark], find: Callable[[str], NamedPlace], theme: Theme, unit: float
) -> Layers:
    """Return the items of marks whose places ``find`` knows.

    Raises NotationError for a place there is not, or an arrow that leads nowhere.
    """
    pen = _Pen(theme, unit)
    layers = Layers()
    for mark in marks:
        places = [find(name) for name in mark.places]
        items = tuple(getattr(pen, mark.verb)(mark, places))
        opacity = mark.option("opacity") if mark.verb in ("fill", "fade") else 1.0
        group = scene.Group(items, name=f"mark mark-{mark.verb}", opacity=opacity)
        level = {"fill": layers.under, "fade": layers.veils}.get(mark.verb, layers.top)
        level.append(group)
        for item in items:
            box = _box(item)
            layers.box = box if layers.box is None else layers.box.union(box)
    return layers


def _box(item: scene.Item) -> Box:
    """Return what an item of a mark covers; its texts stand on plates."""
    if isinstance(item, scene.Path):
        box = scene.outline_box(item.outline)
    elif isinstance(item, scene.Circle):
        box = Box(item.x, item.y, item.x, item.y).grown(item.radius)
    else:
        assert isinstance(item, scene.Text)
        return Box(item.x, item.y, item.x, item.y)
    return box.grown(item.stroke.width / 2) if item.stroke else box


@dataclass(frozen=True)
class _Pen:
    """Draws the verbs; every method is named after one and returns its items."""

    theme: Theme
    unit: float

    # -------------------------------------------------------------------------------- colours

    def _colour(self, mark: Mark) -> str:
        """Return a mark's colour as ``#rrggbb``."""
        name = mark.colour or VERBS[mark.verb].colour
        return name if name.startswith("#") else self.theme.colour(name)

    def _paint(self, mark: Mark) -> scene.Paint:
        """Return a mark's paint for areas, with the theme's pattern where the colour has one."""
        if mark.colour in SLOTS:
            return self.theme.paint(mark.colour, self.unit)
        return self._colour(mark)

    def _rim(self, colour: str) -> scene.Stroke:
        return scene.Stroke(on(colour), _RIM * self.unit)

    def _cased(
        self, outline: scene.Outline, colour: str, width: float, *, cap: str = "round"
    ) -> tuple[scene.Item, ...]:
        """Return a line of ``width`` shares of the unit on its casing."""
        casing = scene.Stroke(on(colour), (width + 2 * _CASING) * self.unit, cap=cap, join="round")
        line = scene.Stroke(colour, width * self.unit, cap=cap, join="round")
        return (
            scene.Path(outline, None, casing, "casing"),
            scene.Path(outline, None, line),
        )

    # --------------------------------------------------------------------------------- spots

    def _spots(self, mark: Mark, places: Sequence[NamedPlace]) -> list[tuple[Point, float]]:
        """Return each place's centre, shifted as asked, and the scale of the mark there."""
        dx, dy = mark.option("dx") * self.unit, mark.option("dy") * self.unit
        size = mark.option("size")
        return [(p.centre.moved(dx, dy), size * _SCALE[p.kind] * self.unit) for p in places]

    def dot(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        paint, rim = self._paint(mark), self._rim(self._colour(mark))
        for (x, y), scale in self._spots(mark, places):
            yield scene.Circle(x, y, 0.14 * scale, paint, rim)

    def ring(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for at, scale in self._spots(mark, places):
            width = _LINE * math.sqrt(scale / self.unit)
            yield from self._cased(scene.disc(0.3 * scale, at), self._colour(mark), width)

    def cross(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for (x, y), scale in self._spots(mark, places):
            outline = scene.diagonals(Box(x, y, x, y).grown(0.2 * scale))
            width = 1.3 * _LINE * math.sqrt(scale / self.unit)
            yield from self._cased(outline, self._colour(mark), width)

    def label(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for at, scale in self._spots(mark, places):
            yield from self._plate(mark.text, at, scale, self._colour(mark))

    def number(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        first = int(mark.option("from"))
        for count, (at, scale) in enumerate(self._spots(mark, places), first):
            yield from self._plate(str(count), at, scale, self._colour(mark))

    def _plate(self, text: str, at: Point, scale: float, colour: str) -> Iterable[scene.Item]:
        """Yield a text on a disc, or on a longer plate with round ends where it needs one."""
        radius, size = 0.2 * scale, 0.23 * scale
        half = max(radius, fonts.width(text, size, bold=True) / 2 + 0.45 * radius)
        if fonts.width(text, size, bold=True) < 1.65 * radius:
            half = radius
        plate = scene.rectangle(Box(at.x - half, at.y - radius, at.x + half, at.y + radius), radius)
        yield scene.Path(plate, colour, self._rim(colour), "plate")
        yield scene.centred(*at, text, size, fill=on(colour), bold=True, name="text")

    # --------------------------------------------------------------------------------- lines

    def line(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        outline = scene.polyline(place.centre for place in places)
        return self._cased(outline, self._colour(mark), 1.2 * _LINE * mark.option("size"))

    def arrow(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        start, end = places
        thick = 1.2 * _LINE * mark.option("size")
        growth = math.sqrt(mark.option("size"))
        way = _Way.between(mark, start, end, self.unit, _HEAD * growth * self.unit)
        breadth = _BREADTH * growth * self.unit / 2
        tip, neck = way.at(way.last), way.at(way.last - way.head)
        far = neck.distance(tip)
        ahead = Point((tip.x - neck.x) / far, (tip.y - neck.y) / far)
        head = scene.polygon(
            (
                tip,
                (neck.x - ahead.y * breadth, neck.y + ahead.x * breadth),
                (neck.x + ahead.y * breadth, neck.y - ahead.x * breadth),
            )
        )
        colour = self._colour(mark)
        casing, shaft = self._cased(way.outline(way.head * 0.8), colour, thick, cap="butt")
        edge = scene.Stroke(on(colour), 2 * _CASING * self.unit, join="round")
        return casing, scene.Path(head, colour, edge, "casing"), shaft, scene.Path(head, colour)

    # --------------------------------------------------------------------------------- areas

    def outline(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return self._cased(
            self._area(places), self._colour(mark), 1.2 * _LINE * mark.option("size")
        )

    def fill(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return (scene.Path(self._area(places), self._paint(mark)),)

    def fade(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return self.fill(mark, places)

    def _area(self, places: Sequence[NamedPlace]) -> scene.Outline:
        """Return one outline of all the places: edges as bars, corners as discs."""
        areas = [place.outline for place in places if place.kind in ("cell", "part")]
        outline = list(borders.outline(areas))
        for place in places:
            if place.kind == "edge":
                a, b = place.outline
                outline += _bar(a, b, _EDGE * self.unit)
            elif place.kind == "corner":
                outline += scene.disc(_CORNER * self.unit, place.centre)
        return tuple(outline)


def _bar(a: Point, b: Point, half: float) -> scene.Outline:
    """Return a bar with round ends about the line a-b, clockwise."""
    length = a.distance(b)
    dx, dy = (b.y - a.y) / length * half, (a.x - b.x) / length * half
    return (
        scene.MoveTo(a.x + dx, a.y + dy),
        scene.LineTo(b.x + dx, b.y + dy),
        scene.ArcTo(half, False, True, b.x - dx, b.y - dy),
        scene.LineTo(a.x - dx, a.y - dy),
        scene.ArcTo(half, False, True, a.x + dx, a.y + dy),
        scene.Close(),
    )


@dataclass(frozen=True)
class _Way:
    """An arrow's way from a to b, straight or along an arc, of which it goes ``first`` to ``last``.

    Distances are along the way in millimetres; ``rise`` is how far an arc stands off the straight
    line to the left of one who goes from a to b.
    """

    a: Point
    b: Point
    rise: float
    first: float
    last: float
    head: float

    @classmethod
    def between(
        cls, mark: Mark, start: NamedPlace, end: NamedPlace, unit: float, head: float
    ) -> _Way:
        """Return the way between two places, trimmed at pieces but never to less than a head."""
        chord = start.centre.distance(end.centre)
        if chord < 1e-3 * unit:
            raise NotationError(f"an arrow from {start.name} to {end.name} leads nowhere")
        way = cls(start.centre, end.centre, mark.option("bend") * chord, 0.0, 0.0, head)
        length = way._length()
        first, after = (p.piece + _GAP * unit if p.piece else 0.0 for p in (start, end))
        least = min(1.4 * head, length)
        if first + after > length - least:
            spare = (length - least) / (first + after)
            first, after = first * spare, after * spare
        return cls(way.a, way.b, way.rise, first, length - after, min(head, 0.7 * length))

    def _radius(self) -> float:
        chord = self.a.distance(self.b)
        return (chord * chord / 4 + self.rise * self.rise) / (2 * abs(self.rise))

    def _length(self) -> float:
        chord = self.a.distance(self.b)
        if abs(self.rise) < 1e-6 * chord:
            return chord
        return 4 * math.atan(2 * abs(self.rise) / chord) * self._radius()

    def at(self, along: float) -> Point:
        """Return the point a distance along the way."""
        chord = self.a.distance(self.b)
        if abs(self.rise) < 1e-6 * chord:
            return self.a.towards(self.b, along / chord)
        radius = self._radius()
        arc = scene.ArcTo(radius, False, self.rise > 0, *self.b)
        middle, _, begin, sweep = scene.arc_sweep(self.a, arc)
        angle = begin + math.copysign(along / radius, sweep)
        return Point(middle.x + radius * math.cos(angle), middle.y + radius * math.sin(angle))

    def outline(self, short: float) -> scene.Outline:
        """Return the line of the way, ending ``short`` of its tip."""
        start, end = self.at(self.first), self.at(self.last - short)
        if abs(self.rise) < 1e-6 * self.a.distance(self.b):
            return scene.polyline((start, end))
        return (
            scene.MoveTo(*start),
            scene.ArcTo(self._radius(), False, self.rise > 0, *end),
        )
