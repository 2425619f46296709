"""How marks look: every verb of the mark language on cells, edges, corners and parts.

It draws on places that are already found, in the drawing's own frame, and knows neither game
nor figure.  Sizes are shares of the unit, the width of a cell, but texts on plates are of one
printed size in all figures.  Lines have a thin casing in black or white, whichever stands out
from them, so that a mark is seen on any ground and in any theme; a mark is a group of classes
``mark`` and ``mark-<verb>``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from engine.drawing import borders, callouts, plates, scene
from engine.drawing.callouts import Disc, Print
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

#: The largest em of a text on a plate, as a share of the unit.
_MOST_EM = 0.9

#: Small marks beside a number are this much smaller.
_BESIDE = 0.7

#: How many times as large as drawn a label may be printed in a small figure.
_GROWN = 2.5

#: How finely it is found where lines pass behind something, in millimetres.
_STEP = 0.05

#: A part of a line: where it begins and ends along it.
_Span = tuple[float, float]


#: How wide the line is to a label that stands apart, as a share of the unit.
_LEADER = 0.035


@dataclass
class Layers:
    """The items of marks: painted areas under the pieces, veils, lines, and what lies on top.

    ``box`` is what they cover, None without marks.
    """

    under: list[scene.Item] = field(default_factory=list)
    veils: list[scene.Item] = field(default_factory=list)
    lines: list[scene.Item] = field(default_factory=list)
    top: list[scene.Item] = field(default_factory=list)
    box: Box | None = None


def draw(
    marks: Iterable[Mark],
    find: Callable[[str], NamedPlace],
    theme: Theme,
    unit: float,
    obstacles: Sequence[Disc] = (),
    read: Sequence[Disc] = (),
    printed: Print | None = None,
) -> Layers:
    """Return the items of marks whose places ``find`` knows.

    Labels that look for a place keep clear of the ``obstacles`` and of what is ``read``; lines
    pass behind what is read, and lie below labels.  As ``printed``, labels that would cover
    something stand apart.

    Raises NotationError for a place there is not, or an arrow that leads nowhere.
    """
    found = [(mark, [find(name) for name in mark.places]) for mark in marks]
    small = [p.centre for mark, places in found if mark.verb in _SMALL for p in places]
    pen = _Pen(theme, unit, _Clearance((*obstacles, *read), frozenset(small), tuple(read)), printed)
    layers = Layers()
    levels = {"fill": layers.under, "fade": layers.veils}
    levels |= dict.fromkeys(("outline", "line", "arrow"), layers.lines)
    for mark, places in sorted(found, key=lambda one: one[0].verb in _ENDED):
        items = tuple(getattr(pen, mark.verb)(mark, places))
        opacity = mark.option("opacity") if mark.verb in ("fill", "fade") else 1.0
        group = scene.Group(items, name=f"mark mark-{mark.verb}", opacity=opacity)
        covered = mark.verb == "fill" and any(place.read for place in places)
        level = layers.veils if covered else levels.get(mark.verb, layers.top)
        level.append(group)
        for item in items:
            box = _box(item)
            layers.box = box if layers.box is None else layers.box.union(box)
    return layers


#: The marks that lie in the middle of a cell, and those that end at others.
_SMALL, _ENDED = frozenset({"dot", "cross"}), frozenset({"arrow"})


@dataclass(frozen=True)
class _Clearance:
    """Where labels go that would cover something: the discs to keep clear of, and the marks there.

    Lines leave out what is ``read``; ``marks`` and ``labels`` are those already drawn.
    """

    obstacles: tuple[Disc, ...]
    small: frozenset[Point]
    read: tuple[Disc, ...] = ()
    labels: list[Disc] = field(default_factory=list)
    marks: list[Disc] = field(default_factory=list)

    def reach(self, place: NamedPlace) -> float:
        """Return how far what lies in the middle of a place reaches, where an arrow stops."""
        found = (r for at, r in self.marks if at.distance(place.centre) < 1e-6)
        return max(place.piece, *found, 0.0)

    def seen(
        self, at: Callable[[float], Point], first: float, last: float, cap: float = 0.0
    ) -> list[_Span]:
        """Return what is seen of a line that passes behind what is read, by distances along it.

        ``cap`` is how far its round ends reach.
        """
        count = max(1, math.ceil((last - first) / _STEP))
        steps = [first + (last - first) * k / count for k in range(count + 1)]
        hidden = [any(at(s).distance(o) < r + cap for o, r in self.read) for s in steps]
        spans: list[_Span] = []
        for is_hidden, run in groupby(range(count + 1), hidden.__getitem__):
            k = list(run)
            if not is_hidden and len(k) > 1:
                spans.append((steps[k[0]], steps[k[-1]]))
        return spans

    def spot(self, place: NamedPlace, radius: float, *, text: bool) -> Point:
        """Return where a mark of this radius goes: the middle, or the spot beside that is freest."""
        beside = place.free if text or place.read else ()
        if text and place.centre in self.small and place.kind == "cell":
            beside = place.free or place.outline
        if not beside:
            return place.centre
        return min(beside, key=lambda at: self._worth(at, radius, place.centre))

    def _worth(self, at: Point, radius: float, own: Point) -> tuple[float, float]:
        """Return what a disc would cover, and what it would where it is printed much larger."""
        large = _GROWN * radius
        beyond = own.towards(at, 1 + (large - radius) / own.distance(at))
        return (
            round(self._covered(at, radius, own), 3),
            round(self._covered(beyond, large, own), 3),
        )

    def _covered(self, at: Point, radius: float, own: Point) -> float:
        """Return how deep a disc lies in others; other labels count most."""
        discs = [(o, r, 1.0) for o, r in self.obstacles if o.distance(own) > 1e-6]
        discs += [(o, r, 4.0) for o, r in self.labels]
        return sum(w * max(0.0, radius + r - at.distance(o)) for o, r, w in discs)


def _start(place: NamedPlace) -> float:
    """Return how far from a place's middle the line to its label begins."""
    return max(place.piece, place.read, 0.1)


def _box(item: scene.Item) -> Box:
    """Return what an item of a mark covers; its texts stand on plates."""
    if isinstance(item, scene.Group):
        boxes = list(map(_box, item.items))
        return functools.reduce(Box.union, boxes)
    if isinstance(item, scene.Path):
        box = scene.outline_box(item.outline)
    elif isinstance(item, scene.Circle):
        box = Box(item.x, item.y, item.x, item.y).grown(item.radius)
    else:
        assert isinstance(item, scene.Text)
        return Box(item.x, item.y, item.x, item.y)
    return box.grown(item.stroke.width / 2) if item.stroke else box


class _Pen(NamedTuple):
    """Draws the verbs; every method is named after one and returns its items."""

    theme: Theme
    unit: float
    clear: _Clearance
    printed: Print | None = None

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
            at = self.clear.spot(place, reach * scale, text=text)
            (self.clear.labels if text else self.clear.marks).append((at, reach * scale))
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
        for place, (at, scale) in zip(places, self._spots(mark, places, 0.2), strict=True):
            yield from self._plate(mark, mark.text, place, at, scale)

    def number(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        first = int(mark.option("from"))
        spots = zip(places, self._spots(mark, places, 0.2), strict=True)
        for count, (place, (at, scale)) in enumerate(spots, first):
            yield from self._plate(mark, str(count), place, at, scale)

    def _plate(
        self, mark: Mark, text: str, place: NamedPlace, at: Point, scale: float
    ) -> Iterator[scene.Item]:
        """Yield a text on a disc or a longer plate, which keeps clear of what it is beside.

        Where it would cover something as it is printed, it stands apart, behind a line to its place.
        """
        colour = self._colour(mark)
        plate = plates.plate(
            text,
            at,
            size=0.23 * scale,
            most=_MOST_EM * max(scale, self.unit),
            fill=colour,
            ink=on(colour),
            line=self._rim(colour),
            em=plates.EM * mark.option("size"),
            beside=place.centre if at in (*place.free, *place.outline) else None,
            font=self.theme.font,
        )
        shown = plates.as_printed(plate, self.printed.scale) if self.printed else None
        placed = mark.option("dx") or mark.option("dy")
        away = self._away(shown, place) if shown and not placed else None
        if shown is None or away is None:
            yield plate
            return
        self.clear.labels[-1] = (away, shown.radius)
        begin = place.centre.towards(away, _start(place) / place.centre.distance(away))
        yield from self._cased(scene.polyline((begin, away)), colour, _LEADER)
        yield plates.set_apart(plate, away, shown.em)

    def _away(self, shown: plates.PrintedPlate, place: NamedPlace) -> Point | None:
        """Return where a plate stands apart that would cover something as printed, else None."""
        assert self.printed is not None
        others = [d for d in self.clear.obstacles if d[0].distance(place.centre) > 1e-6]
        others += [*self.clear.labels[:-1], *self.printed.taken]
        others += [d for d in self.clear.marks if d[0].distance(place.centre) > 1e-6]
        if shown.fits and not callouts.covers(shown.at, shown.radius, others, self.unit):
            return None
        return callouts.apart(
            place.centre, _start(place), shown.radius, others, self.printed.room, self.unit
        )

    # --------------------------------------------------------------------------------- lines

    def line(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        width = 1.2 * _LINE * mark.option("size")
        cap = (width / 2 + _CASING) * self.unit
        seen: list[scene.Outline] = []
        whole = True
        for a, b in pairwise(place.centre for place in places):
            long = a.distance(b)
            for begin, end in self.clear.seen(partial(_along, a, b), 0.0, long, cap):
                seen.append(scene.polyline((_along(a, b, begin), _along(a, b, end))))
                whole = whole and end - begin == long
        outline = scene.polyline(p.centre for p in places) if whole else scene.joined(seen)
        return self._cased(outline, self._colour(mark), width)

    def arrow(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        start, end = places
        thick = 1.2 * _LINE * mark.option("size")
        growth = math.sqrt(mark.option("size"))
        reach = (self.clear.reach(start), self.clear.reach(end))
        way = _Way.between(mark, start, end, reach, self.unit, _HEAD * growth * self.unit)
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
        spans = self.clear.seen(way.at, way.first, way.last - way.head * 0.8)
        outline = scene.joined(way.outline(*span) for span in spans)
        casing, shaft = self._cased(outline, colour, thick, cap="butt")
        edge = scene.Stroke(on(colour), 2 * _CASING * self.unit, join="round")
        return casing, scene.Path(head, colour, edge, "casing"), shaft, scene.Path(head, colour)

    # --------------------------------------------------------------------------------- areas

    def outline(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return self._cased(
            self._area(places), self._colour(mark), 1.2 * _LINE * mark.option("size")
        )

    def fill(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        holes = scene.joined(_hole(place.read, place.centre) for place in places if place.read)
        return (scene.Path((*self._area(places), *holes), self._paint(mark)),)

    def fade(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return (scene.Path(self._area(places), self._paint(mark)),)

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


def _along(a: Point, b: Point, distance: float) -> Point:
    """Return the point a distance along the line a-b."""
    return a.towards(b, distance / a.distance(b))


def _hole(radius: float, at: Point) -> scene.Outline:
    """Return a disc's outline the other way round, which leaves it out of an area."""
    x, y = at
    return (
        scene.MoveTo(x + radius, y),
        scene.ArcTo(radius, False, False, x - radius, y),
        scene.ArcTo(radius, False, False, x + radius, y),
        scene.Close(),
    )


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


class _Way(NamedTuple):
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
        cls,
        mark: Mark,
        start: NamedPlace,
        end: NamedPlace,
        reach: tuple[float, float],
        unit: float,
        head: float,
    ) -> _Way:
        """Return the way between two places, trimmed at what lies there, never to less than a head.

        ``reach`` says how far that reaches from the middle of either.
        """
        chord = start.centre.distance(end.centre)
        if chord < 1e-3 * unit:
            raise NotationError(f"an arrow from {start.name} to {end.name} leads nowhere")
        way = cls(start.centre, end.centre, mark.option("bend") * chord, 0.0, 0.0, head)
        length = way._length()
        first, after = (radius + _GAP * unit if radius else 0.0 for radius in reach)
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

    def outline(self, first: float, last: float) -> scene.Outline:
        """Return the line of a part of the way."""
        start, end = self.at(first), self.at(last)
        if abs(self.rise) < 1e-6 * self.a.distance(self.b):
            return scene.polyline((start, end))
        return (
            scene.MoveTo(*start),
            scene.ArcTo(self._radius(), False, self.rise > 0, *end),
        )
