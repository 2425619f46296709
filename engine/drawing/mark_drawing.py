"""How marks look: every verb of the mark language on cells, edges, corners and parts.

It draws on places that are already found, in the drawing's own frame, and knows neither game
nor figure.  Sizes are shares of the unit, the width of a cell, but texts on plates are of one
printed size in all figures.  Lines have a thin casing in black or white, whichever stands out
from them, so that a mark is seen on any ground and in any theme; a mark is a group of classes
``mark`` and ``mark-<verb>``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import pairwise
from typing import NamedTuple

from engine.drawing import borders, plates, scene
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.marks import VERBS, Mark
from engine.drawing.plates import Clearance, Disc, Print
from engine.drawing.theme import SLOTS, Theme, on
from engine.errors import NotationError
from engine.geometry.plane import Box, Point
from engine.words import with_minus

#: How large a mark is on a kind of place, cells being 1.
_SCALE = {"cell": 1.0, "part": 0.62, "edge": 0.56, "corner": 0.5}

#: Widths, as shares of the unit: of lines, of the casing on either side, and of thin rims.
_LINE, _CASING, _RIM = 0.055, 0.02, 0.014

#: An arrow's head: its length and width, and how far it keeps from pieces.
_HEAD, _BREADTH, _GAP = 0.34, 0.34, 0.04

#: How thick an arrow's shaft is, how wide its casing, and how much of the ground it hides.
_SHAFT, _CONTOUR, _OPACITY = 0.11, 0.03, 0.85

#: Of how many chords the edges of a bent arrow are.
_CHORDS = 24

#: Half the thickness of an edge where it is filled or outlined, and a corner's radius.
_EDGE, _CORNER = 0.07, 0.1

#: The largest em of a text on a plate, as a share of the unit.
_MOST_EM = 0.9

#: Small marks beside a number are this much smaller.
_BESIDE = 0.7

#: How wide the line is to a label that stands apart, as a share of the unit.
_LEADER = 0.035


@dataclass
class Layers:
    """The items of marks by layer, the lowest first; ``box`` is what they cover, None without marks."""

    under: list[scene.Item] = field(default_factory=list)
    veils: list[scene.Item] = field(default_factory=list)
    lines: list[scene.Item] = field(default_factory=list)
    top: list[scene.Item] = field(default_factory=list)
    heads: list[scene.Item] = field(default_factory=list)
    box: Box | None = None

    def add(
        self,
        level: list[scene.Item],
        items: Iterable[scene.Item],
        verb: str,
        share: float,
        read: Iterable[Disc] = (),
    ) -> None:
        """Add what a mark of a verb draws on a level, hiding a share of the ground, behind what is read."""
        group = scene.Group(tuple(items), name=f"mark mark-{verb}", opacity=share)
        if not group.items:
            return
        boxes = scene.boxes(group, stroked=True)
        whole = reduce(Box.union, boxes)
        if near := [(at, radius) for at, radius in read if whole.grown(radius).has(at)]:
            holes = (scene.disc(radius, at, clockwise=False) for at, radius in near)
            group = group._replace(clip=scene.joined((scene.rectangle(whole), *holes)))
        level.append(group)
        self.box = whole.union(self.box or whole)


def draw(
    marks: Iterable[Mark], drawing: Drawing, theme: Theme, printed: Print | None = None
) -> Layers:
    """Return the items of marks on a drawing.

    Labels that look for a place keep clear of the drawing's obstacles, of what is read and of
    arrowheads; lines pass behind what is read, and lie below labels. As ``printed``, labels that
    would cover something stand apart, and those for which there is no place are left out.

    Raises NotationError for a place there is not, or an arrow that leads nowhere.
    """
    placed = [(mark, [drawing.place(name) for name in mark.places]) for mark in marks]
    small = frozenset(p.centre for mark, places in placed if mark.verb in _SMALL for p in places)
    clear = Clearance(drawing.unit, (*drawing.obstacles, *drawing.read))
    clear.add("coordinate", *(printed.taken if printed else ()))
    pen, layers = _Pen(theme, drawing.unit, clear, small, printed), Layers()
    levels = {"fill": layers.under, "fade": layers.veils}
    levels |= dict.fromkeys(("outline", "line"), layers.lines)
    for mark, places in sorted(placed, key=lambda one: _TURNS.get(one[0].verb, 0)):
        if mark.verb == "arrow":
            shaft, head = pen.arrow(mark, places)
            layers.add(layers.lines, shaft, mark.verb, _OPACITY, drawing.read)
            layers.add(layers.heads, head, mark.verb, _OPACITY)
            continue
        share = mark.option("opacity") if mark.verb in ("fill", "fade") else 1.0
        covered = mark.verb == "fill" and any(place.read for place in places)
        level = layers.veils if covered else levels.get(mark.verb, layers.top)
        verb = {"number": "label", "fade": "fill"}.get(mark.verb, mark.verb)
        read = drawing.read if covered or mark.verb == "line" else ()
        layers.add(level, getattr(pen, verb)(mark, places), mark.verb, share, read)
    return layers


#: The marks that lie in the middle of a cell; arrows end at others, and labels keep clear of both.
_SMALL, _TURNS = frozenset({"dot", "cross"}), {"arrow": 1, "label": 2, "number": 2}


class _Pen(NamedTuple):
    """Draws the verbs; a method is named after each, but for numbers and fades; it returns its items."""

    theme: Theme
    unit: float
    clear: Clearance
    small: frozenset[Point]
    printed: Print | None = None

    # -------------------------------------------------------------------------------- colours

    def _colour(self, mark: Mark) -> str:
        name = mark.colour or VERBS[mark.verb].colour
        return name if name.startswith("#") else self.theme.colour(name)

    def _paint(self, mark: Mark) -> scene.Paint:
        if mark.colour in SLOTS:
            return self.theme.paint(mark.colour, self.unit)
        return self._colour(mark)

    def _rim(self, colour: str) -> scene.Stroke:
        return scene.Stroke(on(colour), _RIM * self.unit)

    def _cased(self, outline: scene.Outline, colour: str, width: float) -> tuple[scene.Item, ...]:
        line = scene.Stroke(colour, width * self.unit, cap="round", join="round")
        casing = line._replace(colour=on(colour), width=(width + 2 * _CASING) * self.unit)
        return scene.Path(outline, None, casing, "casing"), scene.Path(outline, None, line)

    # --------------------------------------------------------------------------------- spots

    def _spots(
        self, mark: Mark, places: Sequence[NamedPlace], reach: float = 0.0
    ) -> Iterator[tuple[Point, float]]:
        """Yield where the mark goes for each place, and its scale there.

        That is the place's centre, shifted as asked; a mark of a ``reach`` finds a free place by
        itself unless it is shifted.
        """
        dx, dy = mark.option("dx") * self.unit, mark.option("dy") * self.unit
        text = mark.verb in ("label", "number")
        for place in places:
            scale = mark.option("size") * _SCALE[place.kind] * self.unit
            if dx or dy or not reach:
                yield place.centre.moved(dx, dy), scale
                continue
            scale *= _BESIDE if place.read and not text else 1.0
            beside = place.free if text or place.read else ()
            if text and place.centre in self.small and place.kind == "cell":
                beside = place.free or place.outline
            at = place.centre
            if beside:
                at = self.clear.freest(beside, reach * scale, place.centre)
            if not text:
                self.clear.add("mark", (at, reach * scale))
            yield at, scale

    def dot(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        paint, rim = self._paint(mark), self._rim(self._colour(mark))
        for (x, y), scale in self._spots(mark, places, 0.14):
            yield scene.Circle(x, y, 0.14 * scale, paint, rim)

    def ring(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for (at, scale), place in zip(self._spots(mark, places), places, strict=True):
            width = _LINE * math.sqrt(scale / self.unit)
            radius = 0.47 if place.free else 0.3  # round a piece that must be seen, not on it
            yield from self._cased(scene.disc(radius * scale, at), self._colour(mark), width)

    def cross(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for (x, y), scale in self._spots(mark, places, 0.2):
            outline = scene.diagonals(Box(x, y, x, y).grown(0.2 * scale))
            width = 1.3 * _LINE * math.sqrt(scale / self.unit)
            yield from self._cased(outline, self._colour(mark), width)

    def label(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        first = int(mark.option("from")) if mark.verb == "number" else None
        spots = zip(places, self._spots(mark, places, 0.2), strict=True)
        for count, (place, (at, scale)) in enumerate(spots, first or 0):
            text = with_minus(mark.text) if first is None else str(count)
            yield from self._plate(mark, text, place, at, scale)

    def _plate(
        self, mark: Mark, text: str, place: NamedPlace, at: Point, scale: float
    ) -> Iterator[scene.Item]:
        """Yield a text on a disc or a longer plate, which keeps clear of what it is beside.

        Where it would cover something as it is printed, it stands apart, behind a line to its place; a
        plate for which there is none anywhere has no room, and is left out as such.
        """
        colour = self._colour(mark)
        plate = partial(
            plates.plate,
            text,
            size=0.23 * scale,
            fill=colour,
            ink=on(colour),
            line=self._rim(colour),
            font=self.theme.font,
        )
        own, em = place.centre, plates.EM * mark.option("size")
        beside = own if at in (*place.free, *place.outline) else None
        usual = plate(at, most=_MOST_EM * max(scale, self.unit), em=em, beside=beside)
        is_placed = mark.option("dx") or mark.option("dy")
        if self.printed and not is_placed:
            printed = plates.as_printed(usual, self.printed.scale)
            if not printed.fits or self.clear.covers(printed.at, printed.radius, own):
                start = max(place.piece, place.read, 0.1)
                away = self.clear.apart(start, printed.radius, own, self.printed.room)
                if away is None:
                    yield plate(at, most=plates.NO_ROOM, em=em)
                    return
                self.clear.add("label", (away, printed.radius))
                begin = own.towards(away, start / own.distance(away))
                yield from self._cased(scene.polyline((begin, away)), colour, _LEADER)
                yield plate(away, most=0.0, em=printed.em)
                return
        if not is_placed:
            self.clear.add("label", (at, 0.2 * scale))
        yield usual

    # --------------------------------------------------------------------------------- lines

    def line(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for ends in pairwise(places):
            self._way("a line", ends, 0.0)
        outline = scene.polyline(place.centre for place in places)
        return self._cased(outline, self._colour(mark), 1.2 * _LINE * mark.option("size"))

    def arrow(
        self, mark: Mark, places: Sequence[NamedPlace]
    ) -> tuple[Iterable[scene.Item], Iterable[scene.Item]]:
        """Return an arrow's shaft and its head, which nothing covers."""
        way = self._way("an arrow", places, mark.option("bend"))
        long = _HEAD * math.sqrt(mark.option("size")) * self.unit
        first, last = self._trimmed(way.length, places, long)
        head = min(long, 0.7 * way.length)
        broad = _BREADTH / _HEAD * head / 2
        half = min(_SHAFT * mark.option("size") * self.unit / 2, 0.6 * broad)
        begin = last - head
        tip, neck = way.at(last), way.at(begin)
        corners = (
            way.at(begin, half),
            _beside(neck, tip, broad),
            tip,
            _beside(neck, tip, -broad),
            way.at(begin, -half),
        )
        left, right = way.sides(first, begin, half)
        colour = self._colour(mark)
        rim = scene.Stroke(on(colour), _CONTOUR * self.unit, join="round")

        def part(body: Iterable[Point], edge: Iterable[Point]) -> tuple[scene.Item, ...]:
            casing = scene.Path(scene.polyline(edge), None, rim, "casing")
            return scene.Path(scene.polygon(body), colour), casing

        self.clear.add("piece", (neck.towards(tip, 0.4), broad))
        # Where the head begins the shaft's edge is open.
        shaft = part((*left, *right[::-1]), (*left[::-1], *right))
        return shaft, part(corners, corners)

    def _way(self, mark: str, ends: Sequence[NamedPlace], bend: float) -> _Way:
        start, end = ends
        if start.centre.distance(end.centre) < 1e-3 * self.unit:
            raise NotationError(f"{mark} from {start.name} to {end.name} leads nowhere")
        return _Way(start.centre, end.centre, bend)

    def _trimmed(
        self, length: float, places: Sequence[NamedPlace], head: float
    ) -> tuple[float, float]:
        """Return where an arrow begins and ends, off what lies at its ends, but never below a head."""
        reach = (self.clear.reach(place.centre, place.piece) for place in places)
        first, after = (radius + _GAP * self.unit if radius else 0.0 for radius in reach)
        least = min(1.4 * head, length)
        if first + after > length - least:
            spare = (length - least) / (first + after)
            first, after = first * spare, after * spare
        return first, length - after

    # --------------------------------------------------------------------------------- areas

    def outline(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return self._cased(
            self._area(places), self._colour(mark), 1.2 * _LINE * mark.option("size")
        )

    def fill(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return (scene.Path(self._area(places), self._paint(mark)),)

    def _area(self, places: Sequence[NamedPlace]) -> scene.Outline:
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
    length = a.distance(b)
    dx, dy = (b.y - a.y) / length * half, (a.x - b.x) / length * half
    begin, *ends = a.moved(dx, dy), b.moved(dx, dy), b.moved(-dx, -dy), a.moved(-dx, -dy)
    bends = (scene.ArcTo(half, False, True, *end) for end in (ends[1], begin))
    lines = (scene.LineTo(*ends[0]), next(bends), scene.LineTo(*ends[2]), next(bends))
    return (scene.MoveTo(*begin), *lines, scene.Close())


def _beside(a: Point, b: Point, across: float, share: float = 0.0) -> Point:
    """Return a point on the line to b, or so far to the left of it."""
    long = a.distance(b)
    x, y = a.towards(b, share)
    return Point(x + (b.y - a.y) / long * across, y - (b.x - a.x) / long * across)


class _Way:
    """An arrow's way from a to b, straight or along an arc.

    Distances are along the way in millimetres; ``bend`` is how far an arc stands off the straight
    line to the left of one who goes from a to b, as a share of its length.
    """

    def __init__(self, a: Point, b: Point, bend: float) -> None:
        self._a, self._b, self.length, self._sweep = a, b, a.distance(b), 0.0
        if bend:
            rise = bend * self.length
            radius = (self.length * self.length / 4 + rise * rise) / (2 * abs(rise))
            arc = scene.ArcTo(radius, False, bend > 0, *b)
            self._middle, self._radius, self._begin, self._sweep = scene.arc_sweep(a, arc)
            self.length = radius * abs(self._sweep)

    def at(self, along: float, across: float = 0.0) -> Point:
        """Return the point a distance along the way, so far to the left of it."""
        if not self._sweep:
            return _beside(self._a, self._b, across, along / self.length)
        angle = self._begin + math.copysign(along / self._radius, self._sweep)
        radius = self._radius + math.copysign(1.0, self._sweep) * across
        x, y = self._middle
        return Point(x + radius * math.cos(angle), y + radius * math.sin(angle))

    def sides(self, first: float, last: float, half: float) -> tuple[list[Point], list[Point]]:
        """Return both sides of a part of the way that is twice ``half`` wide."""
        count = _CHORDS if self._sweep else 1
        steps = [first + (last - first) * k / count for k in range(count + 1)]
        return [self.at(step, half) for step in steps], [self.at(step, -half) for step in steps]
