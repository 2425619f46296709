"""The diagram of an Atreya position: the arena with even boundaries, and what can be laid over it.

Marks name its places, read in any case of letters:

- ``2,-1`` the cell with these coordinates (rule 2.1), empty or not,
- ``2,-1/NE`` the tile edge towards NE, ``2,-1/E-NE`` the corner between two such edges,
- ``2,-1.ne`` the half-piece at that edge, ``2,-1.c`` the centre piece (rule 1.1).

A cell must lie within three steps of the arena.  This module knows shapes and legal cells by
asking the position, and nothing of marks, sizes or files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from types import MappingProxyType

from engine.drawing import borders, plates, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, check_overlays
from engine.drawing.theme import HAIRLINE, READABLE, Theme, legible, mixed
from engine.errors import NotationError
from engine.games.atreya.drawing import SLOTS, face
from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import ShapeView
from engine.games.atreya.sentences import sentences
from engine.games.atreya.shapes import Area, piece
from engine.geometry.hexgrid import DIRECTION_NAMES, DIRECTIONS, Hex, centre, distance
from engine.geometry.plane import ORIGIN, Box, Point, Transform
from engine.geometry.seven_areas import CENTRE, area, corners, middle
from engine.messages import Messages
from engine.words import with_minus

say = Messages(__name__)

#: A tile's width in a diagram of natural size, in millimetres.
WIDTH = 20.0

OVERLAYS: Mapping[str, str] = MappingProxyType(
    {
        "coords": "the coordinates of cells",
        "cells": "the empty cells where a tile of the pool can be placed",
        "pinned": "a pin on every tile that cannot move (rule 4.5)",
        "sizes": "the sizes of shapes, bold where they are closed",
        "closed": "closed shapes outlined",
        "open": "open shapes paled",
        "shapes": "closed shapes outlined and open ones paled",
    }
)

#: The overlays that pale open shapes.
_PALING = frozenset({"open", "shapes"})

#: How far above the middle of a cell labels go where it has coordinates.
_ABOVE = 0.17

#: How far coordinates, which marks keep clear of, reach round a cell's middle.
_READ = 0.05 * WIDTH

#: Marks may name cells this many steps away from the arena.
_REACH = 3


def draw_position(position: AtreyaPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for a name in ``show`` that is no overlay.
    """
    check_overlays(show, OVERLAYS, position.game)
    picture = _ArenaPicture(position, theme)
    cells = position.frontier() if "cells" in show else ()
    tiles = position.arena.tiles
    return Drawing(
        box=picture.box(cells),
        unit=WIDTH,
        place=partial(
            _find_place, tiles=tiles, lettered={*tiles, *cells} if "coords" in show else ()
        ),
        board=picture.arena(),
        overlays=tuple(picture.overlays(show, cells)),
        labels=tuple(picture.coordinates(show, cells)) if "coords" in show else (),
        plates=tuple(picture.sizes()) if "sizes" in show else (),
        glyphs=partial(glyphs, theme),
        legend=partial(legend, theme),
        focus=tuple(f"{q},{r}" for q, r in (*tiles, *cells)),
        description=tuple(sentences(position, show, cells)),
        part=lambda box: sentences(
            position, show, cells, lambda cell: box.holds(Box(*centre(cell, WIDTH) * 2))
        ),
    )


# ------------------------------------------------------------------------------------ places

_NAME = re.compile(
    r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})"
    r"(?:/(?P<edge>[A-Z]{1,2})(?:-(?P<next>[A-Z]{1,2}))?|\.(?P<part>[A-Z]{1,2}))?",
    re.IGNORECASE | re.ASCII,
)

_PLACES = (
    "a cell q,r within 3 steps of the arena like 2,-1, an edge 2,-1/NE, a corner 2,-1/E-NE, "
    "a half-piece 2,-1.ne or a centre piece 2,-1.c"
)


def _find_place(name: str, tiles: Mapping[Hex, str], lettered: Collection[Hex] = ()) -> NamedPlace:
    """Return the place of a name in an arena; raise NotationError where there is none.

    Cells that are ``lettered`` have coordinates, above which labels go.
    """
    found = _NAME.fullmatch(name)
    cell = (int(found[1]), int(found[2])) if found else (0, 0)
    if not found or all(distance(cell, tile) > _REACH for tile in tiles):
        raise NotationError(f"no place '{name[:40]}'", expected=_PLACES)
    kind, first, second = _kind(found)
    at = centre(cell, WIDTH)
    text = f"{cell[0]},{cell[1]}"
    if kind == "cell":
        piece = WIDTH / 4 if cell in tiles else 0.0
        above = _ABOVE if piece else 1.6 * _ABOVE  # free cells have theirs in the middle
        free = (at.moved(0.0, -above * WIDTH),) if cell in lettered else ()
        outline = _moved(corners(WIDTH)[:6], at)
        return NamedPlace(text, kind, at, outline, piece, free, _READ if free else 0.0)
    if kind == "part":
        inside = middle(first, WIDTH).moved(*at)
        letter = "c" if first == CENTRE else DIRECTION_NAMES[first].lower()
        return NamedPlace(f"{text}.{letter}", kind, inside, _moved(area(first, WIDTH), at))
    if kind == "edge":
        ends = _moved((corners(WIDTH)[first - 1 if first else 5], corners(WIDTH)[first]), at)
        edge = f"{text}/{DIRECTION_NAMES[first]}"
        return NamedPlace(edge, kind, ends[0].towards(ends[1], 0.5), ends)
    corner = f"{text}/{DIRECTION_NAMES[first]}-{DIRECTION_NAMES[second]}"
    return NamedPlace(corner, kind, corners(WIDTH)[first].moved(*at))


def _kind(found: re.Match[str]) -> tuple[str, int, int]:
    """Return the kind of place a name tells, its direction and the next one in the ring."""
    edge, after, part = (text and text.upper() for text in found.group("edge", "next", "part"))
    if part == "C":
        return "part", CENTRE, 0
    words = [word for word in (edge, after, part) if word]
    if any(word not in DIRECTION_NAMES for word in words):
        raise NotationError(
            f"no place '{found[0]}'", expected=f"one of the directions {', '.join(DIRECTION_NAMES)}"
        )
    sides = [DIRECTION_NAMES.index(word) for word in words]
    if after:
        a, b = sides
        if (a - b) % 6 not in (1, 5):
            raise NotationError(
                f"no corner '{found[0]}'", expected="two edges side by side, like 2,-1/E-NE"
            )
        return ("corner", a, b) if (b - a) % 6 == 1 else ("corner", b, a)
    return ("cell", 0, 0) if not sides else ("part" if part else "edge", sides[0], 0)


def _moved(points: Iterable[Point], by: Point) -> tuple[Point, ...]:
    return tuple(point.moved(*by) for point in points)


# ----------------------------------------------------------------------------------- the arena


@dataclass(frozen=True)
class _ArenaPicture:
    """A position being drawn in a theme."""

    position: AtreyaPosition
    theme: Theme

    @cached_property
    def _views(self) -> tuple[ShapeView, ...]:
        return self.position.shapes()

    @cached_property
    def _line(self) -> float:
        """The boundary's width, which the arena's rim has too."""
        return self.theme.boundary_width(WIDTH)

    def box(self, cells: Iterable[Hex]) -> Box:
        """Return the box round the arena with its rim, and round more cells."""
        at = [centre(cell, WIDTH) for cell in (*self.position.arena.tiles, *cells)]
        high = corners(WIDTH)[4].y
        return Box(
            min(p.x for p in at) - WIDTH / 2,
            min(p.y for p in at) - high,
            max(p.x for p in at) + WIDTH / 2,
            max(p.y for p in at) + high,
        ).grown(self._line / 2)

    def arena(self) -> tuple[scene.Item, ...]:
        """Return the tiles, the boundary's bends where they meet, and the lines between them."""
        tiles = self.position.arena.tiles
        uses: list[scene.Item] = []
        for cell, tile in sorted(tiles.items()):
            at = Transform.translation(*centre(cell, WIDTH))
            uses.append(scene.Use(face(tile, self.theme, WIDTH), at, "tile"))
        return (*uses, *self._lines(tiles), *self._bends(tiles))

    def _lines(self, tiles: Mapping[Hex, str]) -> tuple[scene.Item, ...]:
        """Return a thin line along every shared edge, and the rim as strong as the boundary."""
        points = corners(WIDTH)
        inside: list[scene.Segment] = []
        rim: list[scene.Segment] = []
        for q, r in sorted(tiles):
            at = centre((q, r), WIDTH)
            for side, (dq, dr) in enumerate(DIRECTIONS):
                if (q + dq, r + dr) not in tiles:
                    lines = rim
                elif side < 3:
                    lines = inside
                else:
                    continue  # the neighbour draws it
                a, b = points[side - 1 if side else 5], points[side]
                lines.append(scene.MoveTo(a.x + at.x, a.y + at.y))
                lines.append(scene.LineTo(b.x + at.x, b.y + at.y))
        thin = scene.Stroke(self.theme.role("boundary"), max(self._line * 0.3, HAIRLINE))
        strong = scene.Stroke(self.theme.role("boundary"), self._line, cap="round")
        return (
            scene.Group((scene.Path(tuple(inside), None, thin, "tile-edge"),), opacity=0.45),
            scene.Path(tuple(rim), None, strong, "rim"),
        )

    def _bends(self, tiles: Mapping[Hex, str]) -> tuple[scene.Item, ...]:
        """Return a disc wherever the boundary bends in a corner of three tiles.

        Round such a corner lie three paired edges, and between two of different colour a boundary
        line ends there, cut to its own tile.  Where all three differ the lines fill the corner;
        where two are alike the tile between these has no line, and the bend would lack a third.
        """
        points = corners(WIDTH)
        dots: list[scene.Segment] = []
        for (q, r), tile in sorted(tiles.items()):
            for side in (0, 1):
                (aq, ar), (bq, br) = DIRECTIONS[side], DIRECTIONS[side + 1]
                first = tiles.get((q + aq, r + ar))
                if first is None or (q + bq, r + br) not in tiles:
                    continue
                if len({tile[2 + side], tile[3 + side], first[4 + side]}) == 2:
                    x, y = points[side].moved(*centre((q, r), WIDTH))
                    # As short a line as prints: round caps make it a disc.
                    dots += (scene.MoveTo(x - 0.001, y), scene.LineTo(x + 0.001, y))
        if not dots:
            return ()
        stroke = scene.Stroke(self.theme.role("boundary"), self._line, cap="round")
        return (scene.Path(tuple(dots), None, stroke, "boundary"),)

    # ------------------------------------------------------------------------------- overlays

    def overlays(self, show: frozenset[str], cells: Iterable[Hex]) -> Iterable[scene.Item]:
        """Yield what is laid over the arena."""
        if show & _PALING:
            yield from self._paled()
        if show & {"closed", "shapes"}:
            yield from self._outlined()
        if "cells" in show:
            yield from self._free_cells(cells)
        if "pinned" in show:
            yield from self._pins()

    def _shape_outline(self, areas: Iterable[Area]) -> scene.Outline:
        return borders.outline(
            _moved(area(side, WIDTH), centre((q, r), WIDTH)) for q, r, side in sorted(areas)
        )

    def _paled(self) -> Iterable[scene.Item]:
        """Yield a veil over the shapes that are not closed, their boundary drawn on it again."""
        outlines = (
            self._shape_outline(view.shape.areas) for view in self._views if not view.is_closed
        )
        outline = scene.joined(outlines)
        if outline:
            yield from _pale(self.theme, outline, self._line)

    def _outlined(self) -> Iterable[scene.Item]:
        """Yield a bright band along the inside of every closed shape's border."""
        for view in self._views:
            if view.is_closed:
                yield _banded(self.theme, self._shape_outline(view.shape.areas), self._line)

    def _free_cells(self, cells: Iterable[Hex]) -> Iterable[scene.Item]:
        """Yield the cells that take a tile, dashed."""
        yield from (_free_cell(self.theme, centre(cell, WIDTH)) for cell in cells)

    def _pins(self) -> Iterable[scene.Item]:
        """Yield a pin's head on every tile that cannot move."""
        for cell in sorted(self.position.arena.tiles):
            if self.position.is_pinned(cell):
                yield _pin(self.theme, centre(cell, WIDTH).moved(0, -WIDTH * 0.17))

    def sizes(self) -> Iterable[scene.Item]:
        """Yield the size of every shape with a whole piece, on the piece nearest its middle."""
        for view in self._views:
            if view.size:
                slot = self.theme.slot(SLOTS[view.colour])
                at = self._middle(view)
                yield _size(view.size, at, slot.fill, slot.label, is_closed=view.is_closed)

    def _middle(self, view: ShapeView) -> Point:
        """Return the centre of the whole piece nearest to the middle of a shape."""
        tiles = self.position.arena.tiles
        whole = set()
        for q, r, side in view.shape.areas:
            if side != CENTRE:
                dq, dr = DIRECTIONS[side]
                if (q + dq, r + dr) not in tiles:
                    continue
            whole.add(piece((q, r, side)))
        at = [centre(cell, WIDTH / 2) for cell in sorted(whole)]
        middle = Point(sum(p.x for p in at) / len(at), sum(p.y for p in at) / len(at))
        return min(at, key=lambda p: (round(p.distance(middle), 6), p))

    def coordinates(self, show: frozenset[str], cells: Iterable[Hex]) -> Iterable[scene.Item]:
        """Yield the coordinates of tiles, low on their centre pieces, and of free cells."""
        arena = self.position.arena
        pale = bool(show & _PALING)
        for (q, r), tile in sorted(arena.tiles.items()):
            at = centre((q, r), WIDTH).moved(0, WIDTH * 0.13)
            slot = self.theme.slot(SLOTS[tile[0]])
            colour = legible(mixed(slot.label, slot.fill, 0.15), slot.fill, READABLE)
            if pale and not arena.shape_of[q, r, CENTRE].is_closed:
                colour = self.theme.role("ink")
            plate = None if slot.pattern == "solid" else slot.fill
            most = (0.102 if "sizes" in show else 0.24) * WIDTH  # a size may lie just above
            yield _coordinate((q, r), at, colour, plate, most)
        for cell in cells:
            yield _coordinate(cell, centre(cell, WIDTH), self.theme.role("muted"))


def legend(theme: Theme) -> tuple[Glyph, ...]:
    """Return the small pictures for legends: all of them."""
    return tuple(glyphs(theme).values())


@lru_cache(maxsize=64)
def glyphs(theme: Theme) -> Mapping[str, Glyph]:
    """Return the small pictures of colours and of what overlays show, a unit wide, by their names."""
    size = 0.9 * WIDTH
    ring = scene.polygon(Point(p.x * 0.9, p.y * 0.9) for p in corners(WIDTH)[:6])
    line = theme.line("boundary", theme.boundary, WIDTH, join="round")
    found = {name: scene.Path(ring, theme.paint(name, size), line, name) for name in SLOTS.values()}
    pictures: dict[str, scene.Item] = {**found, "free cell": _free_cell(theme, ORIGIN)}
    pictures |= _shape_pictures(theme, ring)
    pictures["pin"] = scene.Group((_pin(theme, ORIGIN),), Transform.scaling(5.0))
    return MappingProxyType(
        {
            name: Glyph.of(
                item, WIDTH, _WORDS[name], name=_NAMES.get(name, ""), sign=item.name or name
            )
            for name, item in pictures.items()
        }
    )


def _shape_pictures(theme: Theme, ring: scene.Outline) -> Iterator[tuple[str, scene.Item]]:
    """Yield the small pictures of shapes outlined and paled, and of sizes, by their names."""
    plain = scene.Path(ring, theme.paint("blue", WIDTH))
    line = theme.boundary_width(WIDTH)
    yield "closed shape", scene.Group((plain, _banded(theme, ring, line)), name="closed-shape")
    yield "open shape", scene.Group((plain, *_pale(theme, ring, line)), name="open")
    for kind in ("closed", "open"):
        size = _size(
            5, ORIGIN, theme.role("white"), theme.role("black"), is_closed=kind == "closed"
        )
        grown = scene.Group((size._replace(em=0.0),), Transform.scaling(4.0), name=size.name)
        yield f"{kind} size", grown


def _size(number: int, at: Point, fill: str, ink: str, *, is_closed: bool) -> scene.Group:
    """Return the size of a shape on a plate, bold in a ring where it is closed."""
    sign = plates.plate(
        str(number),
        at,
        size=WIDTH * 0.1,
        most=WIDTH * 0.24,
        fill=fill,
        ink=ink,
        line=scene.Stroke(ink, WIDTH * 0.008) if is_closed else None,
        bold=is_closed,
        name="size",
    )
    return sign._replace(name=f"size size-{'closed' if is_closed else 'open'}")


def _pale(theme: Theme, outline: scene.Outline, line: float) -> Iterator[scene.Item]:
    """Yield a veil over what an outline encloses, and its boundary again."""
    yield scene.Group((scene.Path(outline, theme.role("paper"), None, "open"),), opacity=0.6)
    stroke = scene.Stroke(theme.role("boundary"), line, join="round")
    yield scene.Path(outline, None, stroke, "boundary")


def _banded(theme: Theme, outline: scene.Outline, line: float) -> scene.Group:
    """Return a bright band along the inside of an outline, and its boundary again."""
    band = scene.Stroke(theme.role("white"), line + WIDTH * 0.07, join="round")
    stroke = scene.Stroke(theme.role("boundary"), line, join="round")
    paths = (
        scene.Group((scene.Path(outline, None, band, "closed"),), clip=outline),
        scene.Path(outline, None, stroke, "boundary"),
    )
    return scene.Group(paths, name="closed-shape")


#: What small pictures mean.
_WORDS: Mapping[str, str] = {
    **{name: name for name in SLOTS.values()},
    "closed shape": say("closed shape"),
    "open shape": say("open shape"),
    "closed size": say("size of a closed shape"),
    "open size": say("size of an open shape"),
    "free cell": say("takes a tile"),
    "pin": say("cannot move"),
}

#: What those are, for captions that are read aloud.
_NAMES: Mapping[str, str] = {"free cell": say("dashed cell"), "pin": say("pin")}


def _free_cell(theme: Theme, at: Point) -> scene.Item:
    """Return a cell that takes a tile, dashed."""
    line = WIDTH * 0.012
    stroke = scene.Stroke(
        theme.role("muted"), max(line, HAIRLINE), (line * 4, line * 3), join="round"
    )
    ring = [Point(p.x * 0.9, p.y * 0.9) for p in corners(WIDTH)[:6]]
    return scene.Path(scene.polygon(_moved(ring, at)), None, stroke, "free-cell")


def _pin(theme: Theme, at: Point) -> scene.Group:
    """Return a pin's head."""
    white, black = theme.role("white"), theme.role("black")
    line = scene.Stroke(black, WIDTH * 0.012)
    pin = (
        scene.Circle(*at, WIDTH * 0.06, white, line),
        scene.Circle(*at, WIDTH * 0.024, black),
    )
    return scene.Group(pin, name="pin")


def _coordinate(
    cell: Hex, at: Point, colour: str, plate: str | None = None, most: float = 0.24 * WIDTH
) -> scene.Item:
    """Return a cell's coordinates centred on ``at``, on a plain plate where the ground is not."""
    text, size = with_minus(f"{cell[0]},{cell[1]}"), WIDTH * 0.1
    if plate is not None:
        return plates.under(
            text, at, size=size, most=most, ink=colour, fill=plate, name="coordinate"
        )
    return scene.centred(*at, text, size, fill=colour, name="coordinate", most=most)
