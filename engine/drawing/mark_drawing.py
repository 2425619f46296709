"""How marks look: every verb of the mark language on cells, edges, corners and parts.

It draws on places in the drawing's own frame, and knows neither game nor figure.  Sizes are shares
of the unit, the width of a cell, but texts on plates are of one printed size in all figures.  Lines
have a thin casing in black or white, so that they are seen on any ground; a mark is a group of
classes ``mark`` and ``mark-<verb>``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise

from engine.drawing import borders, plates, scene
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.marks import VERBS, Mark
from engine.drawing.plates import Clearance, Disc, Print
from engine.drawing.theme import SLOTS, Theme, on
from engine.errors import NotationError
from engine.geometry.plane import Box, Point, Transform
from engine.words import with_minus

#: How large a mark is on a kind of place, cells being 1.
_SCALE = {"cell": 1.0, "part": 0.62, "edge": 0.56, "corner": 0.5}

#: Widths, as shares of the unit: of lines, of the casing on either side, and of thin rims.
_LINE, _CASING, _RIM = 0.055, 0.02, 0.014

#: The levels of marks, from below the pieces to above all else, and those of verbs not on top.
LEVELS = ("under", "veils", "lines", "top", "heads")
_LEVELS = {"fill": "under", "fade": "veils", "outline": "lines", "line": "lines"}


def draw(
    marks: Iterable[Mark], drawing: Drawing, theme: Theme, printed: Print | None = None
) -> dict[str, list[scene.Item]]:
    """Return the items of marks on a drawing, by level.

    Lines pass behind what is read. As ``printed``, labels that would cover something stand apart, and
    those for which there is no place are left out.
    """
    placed = [(mark, [drawing.place(name) for name in mark.places]) for mark in marks]
    small = (places for mark, places in placed if mark.verb in ("dot", "cross"))
    middles = frozenset(place.centre for places in small for place in places)
    pen = _Pen(drawing, theme, middles, printed)
    # Arrows end at other marks, and labels keep clear of both.
    turns = {"arrow": 1, "label": 2, "number": 2}
    for mark, places in sorted(placed, key=lambda one: turns.get(one[0].verb, 0)):
        pen.draw(mark, places)
    return pen.layers


class _Pen:
    """Draws the verbs: a method is named after each, but for numbers and fades."""

    def __init__(
        self, drawing: Drawing, theme: Theme, small: frozenset[Point], printed: Print | None
    ) -> None:
        self.theme, self.unit, self.small, self.printed = theme, drawing.unit, small, printed
        self.clear = Clearance(drawing.unit, (*drawing.obstacles, *drawing.read))
        self.clear.add("coordinate", *(printed.taken if printed else ()))
        self.read = drawing.read
        self.layers: dict[str, list[scene.Item]] = {level: [] for level in LEVELS}

    def draw(self, mark: Mark, places: Sequence[NamedPlace]) -> None:
        if mark.verb == "arrow":
            shaft, head = self.arrow(mark, places)
            self._add("lines", shaft, mark.verb, 0.85, self.read)
            self._add("heads", head, mark.verb, 0.85)
            return
        share = mark.option("opacity") if mark.verb in ("fill", "fade") else 1.0
        covered = mark.verb == "fill" and any(place.read for place in places)
        level = "veils" if covered else _LEVELS.get(mark.verb, "top")
        verb = {"number": "label", "fade": "fill"}.get(mark.verb, mark.verb)
        read = self.read if covered or mark.verb == "line" else ()
        self._add(level, getattr(self, verb)(mark, places), mark.verb, share, read)

    def _add(
        self,
        level: str,
        items: Iterable[scene.Item],
        verb: str,
        share: float,
        read: Sequence[Disc] = (),
    ) -> None:
        group = scene.Group(tuple(items), name=f"mark mark-{verb}", opacity=share)
        whole = reduce(Box.union, scene.boxes(group, stroked=True))
        if near := [(at, radius) for at, radius in read if whole.grown(radius).has(at)]:
            holes = (scene.disc(radius, at, clockwise=False) for at, radius in near)
            group = group._replace(clip=scene.joined((scene.rectangle(whole), *holes)))
        self.layers[level].append(group)

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
        """Yield where the mark goes for each place, and its scale there; one of a ``reach`` finds a free place."""
        dx, dy = mark.option("dx") * self.unit, mark.option("dy") * self.unit
        text = mark.verb in ("label", "number")
        for place in places:
            scale, at = mark.option("size") * _SCALE[place.kind] * self.unit, place.centre
            if dx or dy or not reach:
                yield at.moved(dx, dy), scale
                continue
            scale *= 0.7 if place.read and not text else 1.0  # it stands beside a number
            beside = place.free if text or place.read else ()
            if text and at in self.small and place.kind == "cell":
                beside = place.free or place.outline
            if beside:
                at = self.clear.freest(beside, reach * scale, at)
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
        first = int(mark.option("from")) if mark.verb == "number" else 0
        spots = zip(places, self._spots(mark, places, 0.2), strict=True)
        for count, (place, (at, scale)) in enumerate(spots, first):
            text = with_minus(mark.text) if mark.text else str(count)
            yield from self._plate(mark, text, place, at, scale)

    def _plate(
        self, mark: Mark, text: str, place: NamedPlace, at: Point, scale: float
    ) -> Iterator[scene.Item]:
        """Yield a text on a plate: on its place, or apart where it would cover something as it is printed."""
        colour, own, em = self._colour(mark), place.centre, plates.EM * mark.option("size")
        sized = partial(plates.plate, text, size=0.23 * scale, font=self.theme.font)
        plate = partial(sized, fill=colour, ink=on(colour), line=self._rim(colour))
        beside = own if at in (*place.free, *place.outline) else None
        usual = plate(at, most=0.9 * max(scale, self.unit), em=em, beside=beside)
        if mark.option("dx") or mark.option("dy"):
            yield usual
            return
        if self.printed:
            spot, radius, printed_em, fits = plates.as_printed(usual, self.printed.scale)
            if not fits or self.clear.covers(spot, radius, own):
                start = max(place.piece, place.read, 0.1)
                away = self.clear.apart(start, radius, own, self.printed.room)
                if away is None:
                    yield plate(at, most=plates.NO_ROOM, em=em)
                    return
                self.clear.add("label", (away, radius))
                begin = own.towards(away, start / own.distance(away))
                yield from self._cased(scene.polyline((begin, away)), colour, 0.035)
                yield plate(away, most=0.0, em=printed_em)
                return
        self.clear.add("label", (at, 0.2 * scale))
        yield usual

    # --------------------------------------------------------------------------------- lines

    def line(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        for start, end in pairwise(places):
            self._check_way("a line", start, end)
        outline = scene.polyline(place.centre for place in places)
        return self._cased(outline, self._colour(mark), 1.2 * _LINE * mark.option("size"))

    def arrow(
        self, mark: Mark, places: Sequence[NamedPlace]
    ) -> tuple[Iterable[scene.Item], Iterable[scene.Item]]:
        start, end = places
        self._check_way("an arrow", start, end)
        way = _Way(start.centre, end.centre, mark.option("bend"))
        long = 0.34 * math.sqrt(mark.option("size")) * self.unit
        first, last = self._trimmed(way.length, places, long)
        head = min(long, 0.7 * way.length)
        broad, begin = head / 2, last - head
        half = min(0.11 * mark.option("size") * self.unit / 2, 0.6 * broad)
        tip, neck = way.at(last), way.at(begin)
        x, y = ((a - b) / neck.distance(tip) * broad for a, b in zip(tip, neck, strict=True))
        barbs = neck.moved(y, -x), tip, neck.moved(-y, x)
        corners = (way.at(begin, half), *barbs, way.at(begin, -half))
        left, right = ([way.at(s, side) for s in way.steps(first, begin)] for side in (half, -half))
        colour = self._colour(mark)
        rim = scene.Stroke(on(colour), 0.03 * self.unit, join="round")

        def part(body: Iterable[Point], edge: Iterable[Point]) -> tuple[scene.Item, ...]:
            casing = scene.Path(scene.polyline(edge), None, rim, "casing")
            return scene.Path(scene.polygon(body), colour), casing

        self.clear.add("piece", (neck.towards(tip, 0.4), broad))
        # Where the head begins the shaft's edge is open.
        shaft = part((*left, *right[::-1]), (*left[::-1], *right))
        return shaft, part(corners, corners)

    def _check_way(self, mark: str, start: NamedPlace, end: NamedPlace) -> None:
        if start.centre.distance(end.centre) < 1e-3 * self.unit:
            raise NotationError(f"{mark} from {start.name} to {end.name} leads nowhere")

    def _trimmed(
        self, length: float, places: Sequence[NamedPlace], head: float
    ) -> tuple[float, float]:
        """Return where an arrow begins and ends, off what lies at its ends, but never below a head."""
        reach = (self.clear.reach(place.centre, place.piece) for place in places)
        first, after = (radius + 0.04 * self.unit if radius else 0.0 for radius in reach)
        least = min(1.4 * head, length)
        if first + after > length - least:
            spare = (length - least) / (first + after)
            first, after = first * spare, after * spare
        return first, length - after

    # --------------------------------------------------------------------------------- areas

    def outline(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        width = 1.2 * _LINE * mark.option("size")
        return self._cased(self._area(places), self._colour(mark), width)

    def fill(self, mark: Mark, places: Sequence[NamedPlace]) -> Iterable[scene.Item]:
        return (scene.Path(self._area(places), self._paint(mark)),)

    def _area(self, places: Sequence[NamedPlace]) -> scene.Outline:
        areas = [place.outline for place in places if place.kind in ("cell", "part")]
        outline = list(borders.outline(areas))
        for place in places:
            if place.kind == "edge":
                start, end = place.outline
                outline += _bar(start, end, 0.07 * self.unit)
            elif place.kind == "corner":
                outline += scene.disc(0.1 * self.unit, place.centre)
        return tuple(outline)


def _bar(a: Point, b: Point, half: float) -> scene.Outline:
    # A line with round ends, as an area.
    lying = scene.rectangle(Box(-half, -half, a.distance(b) + half, half), half)
    turn = Transform.rotation(math.degrees(math.atan2(b.y - a.y, b.x - a.x)))
    return scene.transformed(lying, Transform.translation(*a) @ turn)


class _Way:
    """An arrow's way from a to b; ``bend`` is how far it stands off to the left, as a share of the chord."""

    def __init__(self, a: Point, b: Point, bend: float) -> None:
        chord = a.distance(b)
        self._a, self._curve = a, 8 * bend / (1 + 4 * bend * bend) / chord
        sweep = 4 * math.atan(2 * bend)
        self._heading = math.atan2(b.y - a.y, b.x - a.x) - sweep / 2
        self.length = sweep / self._curve if bend else chord

    def at(self, along: float, across: float = 0.0) -> Point:
        first, curve = self._heading, self._curve
        last = first + curve * along
        x, y = along * math.cos(first), along * math.sin(first)
        if curve:
            x = (math.sin(last) - math.sin(first)) / curve
            y = (math.cos(first) - math.cos(last)) / curve
        return self._a.moved(x + across * math.sin(last), y - across * math.cos(last))

    def steps(self, first: float, last: float) -> list[float]:
        count = 24 if self._curve else 1
        return [first + (last - first) * k / count for k in range(count + 1)]
