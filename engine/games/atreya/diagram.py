"""The diagram of an Atreya position: the arena with even boundaries, and what can be laid over it.

Marks name its places (rules 1.1 and 2.1) in any case of letters, as :data:`_PLACES` has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from engine.drawing import borders, plates, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Overlay, Sign
from engine.drawing.theme import HAIRLINE, READABLE, Theme, legible, mixed
from engine.errors import NotationError
from engine.games.atreya.arena import Shape, fitting, piece
from engine.games.atreya.parts import face, hexagon
from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.tiles import COLOUR_NAMES, COLOURS, images, number
from engine.geometry import written
from engine.geometry.hexgrid import DIRECTION_NAMES, DIRECTIONS, Hex, centre, distance
from engine.geometry.plane import ORIGIN, Point, Transform, bounds
from engine.geometry.seven_areas import CENTRE, area, corners, middle
from engine.messages import Message, Messages, all_of
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft
from engine.words import listed, with_minus

say = Messages(__name__)

#: A tile's width in a diagram of natural size, in millimetres.
WIDTH = 20.0

#: The corners of a tile about the origin, and of a ring a little within it.
_CORNERS = corners(WIDTH)[:6]
_RING = tuple(Point(p.x * 0.9, p.y * 0.9) for p in _CORNERS)


def draw_position(position: AtreyaPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position."""
    picture = _Picture(position, theme, show)
    visible = (*position.arena.tiles, *picture.cells)
    box = bounds(p for cell in visible for p in _moved(_CORNERS, centre(cell, WIDTH)))
    return Drawing(
        box=box.grown(theme.boundary_width(WIDTH) / 2),
        unit=WIDTH,
        place=picture.place,
        board=tuple(_arena(position.arena.tiles, theme)),
        glyphs=partial(glyphs, theme),
        focus=tuple(map(written, visible)),
        description=tuple(picture.sentences()),
    ).with_overlays(OVERLAYS, theme, show, picture)


def _moved(points: Iterable[Point], by: Point) -> tuple[Point, ...]:
    return tuple(point.moved(*by) for point in points)


# ----------------------------------------------------------------------------------- the arena


def _arena(tiles: Mapping[Hex, str], theme: Theme) -> Iterator[scene.Item]:
    """Yield the tiles, a thin line along every shared edge, the rim, and the boundary's bends.

    Boundary lines are cut to their own tiles; where two edges at a corner are alike, a disc fills it.
    """
    inside: list[scene.Segment] = []
    rim: list[scene.Segment] = []
    bends: list[scene.Segment] = []
    for (q, r), tile in sorted(tiles.items()):
        at = centre((q, r), WIDTH)
        yield scene.Use(face(tile, theme, WIDTH), Transform.translation(*at), "tile")
        near = [tiles.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]
        points = _moved(_CORNERS, at)
        for side in range(6):
            if near[side] is None or side < 3:  # the other edges are drawn by the neighbours
                lines = rim if near[side] is None else inside
                lines += (scene.MoveTo(*points[side - 1]), scene.LineTo(*points[side]))
        for side in (0, 1):
            one, two = near[side], near[side + 1]
            if one and two and len({tile[2 + side], tile[3 + side], one[4 + side]}) == 2:
                x, y = points[side]
                # As short a line as prints: round caps make it a disc.
                bends += (scene.MoveTo(x - 0.001, y), scene.LineTo(x + 0.001, y))
    colour, line = theme.role("boundary"), theme.boundary_width(WIDTH)
    thin = scene.Stroke(colour, max(line * 0.3, HAIRLINE))
    strong = scene.Stroke(colour, line, cap="round")
    yield scene.Group((scene.Path(tuple(inside), None, thin, "tile-edge"),), opacity=0.45)
    yield scene.Path(tuple(rim), None, strong, "rim")
    if bends:
        yield scene.Path(tuple(bends), None, strong, "boundary")


# ------------------------------------------------------------------------------------ the picture

_NAME = re.compile(
    r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})"
    r"(?:/(?P<edge>[A-Z]{1,2})(?:-(?P<next>[A-Z]{1,2}))?|\.(?P<part>[A-Z]{1,2}))?",
    re.IGNORECASE | re.ASCII,
)

_PLACES = (
    "a cell q,r within 3 steps of the arena like 2,-1, an edge 2,-1/NE, a corner 2,-1/E-NE, "
    "a half-piece 2,-1.ne or a centre piece 2,-1.c"
)
#: Marks may name cells this many steps away from the arena.
_REACH = 3

#: Arenas of so many tiles are told tile by tile, with their edges if they are very few; larger
#: ones by their shapes.
_FEW, _VERY_FEW = 12, 4


class _Picture:
    def __init__(self, position: AtreyaPosition, theme: Theme, show: frozenset[str]) -> None:
        self.theme = theme
        self.show = show | {"closed", "open"} if "shapes" in show else show
        self.tiles, self.shape_of = position.arena.tiles, position.arena.shape_of
        self.shapes = position.shapes()
        self.cells = position.frontier() if "cells" in show else ()
        pinned = filter(position.is_pinned, sorted(self.tiles))
        self.pinned = tuple(pinned) if "pinned" in show else ()

    def place(self, name: str) -> NamedPlace:
        """Return the place of a name; raise NotationError where there is none."""
        match = _NAME.fullmatch(name)
        cell = (int(match[1]), int(match[2])) if match else (0, 0)
        if not match or all(distance(cell, tile) > _REACH for tile in self.tiles):
            raise NotationError(f"no place '{name[:40]}'", expected=_PLACES)
        at, text = centre(cell, WIDTH), written(cell)
        edge, after, part = (_side(match[word], name) for word in ("edge", "next", "part"))
        if part is not None:
            letter = "c" if part == CENTRE else DIRECTION_NAMES[part].lower()
            outline = _moved(area(part, WIDTH), at)
            return NamedPlace(f"{text}.{letter}", "part", middle(part, WIDTH).moved(*at), outline)
        if edge is not None and after is not None:
            if (after - edge) % 6 not in (1, 5):
                expected = "two edges side by side, like 2,-1/E-NE"
                raise NotationError(f"no corner '{name}'", expected=expected)
            one, two = (edge, after) if (after - edge) % 6 == 1 else (after, edge)
            corner = f"{text}/{DIRECTION_NAMES[one]}-{DIRECTION_NAMES[two]}"
            return NamedPlace(corner, "corner", _CORNERS[one].moved(*at))
        if edge is not None:
            ends = _moved((_CORNERS[edge - 1], _CORNERS[edge]), at)
            name = f"{text}/{DIRECTION_NAMES[edge]}"
            return NamedPlace(name, "edge", ends[0].towards(ends[1], 0.5), ends)
        reach, outline = WIDTH / 4 if cell in self.tiles else 0.0, _moved(_CORNERS, at)
        if "coords" not in self.show or (not reach and cell not in self.cells):
            return NamedPlace(text, "cell", at, outline, reach)
        # A label goes above the coordinates, which free cells have in the middle.
        above = at.moved(0.0, -(0.17 if reach else 0.272) * WIDTH)
        return NamedPlace(text, "cell", at, outline, reach, (above,), 0.05 * WIDTH)

    def outlines(self) -> Iterator[scene.Item]:
        outlines: dict[bool, list[scene.Outline]] = {True: [], False: []}
        for shape in self.shapes:
            areas = ((side, centre((q, r), WIDTH)) for q, r, side in sorted(shape.areas))
            outline = borders.outline(_moved(area(side, WIDTH), at) for side, at in areas)
            outlines[shape.is_closed].append(outline)
        if "open" in self.show and outlines[False]:
            yield from _pale(self.theme, scene.joined(outlines[False]))
        if "closed" in self.show:
            yield from (_banded(self.theme, outline) for outline in outlines[True])

    def free_cells(self) -> Iterator[scene.Item]:
        return (_free_cell(self.theme, centre(cell, WIDTH)) for cell in self.cells)

    def pins(self) -> Iterator[scene.Item]:
        middles = (centre(cell, WIDTH) for cell in self.pinned)
        return (_pin(self.theme, at.moved(0, -WIDTH * 0.17)) for at in middles)

    def sizes(self) -> Iterator[scene.Item]:
        for shape in self.shapes:
            if shape.size:
                slot = self.theme.slot(COLOUR_NAMES[shape.colour])
                at = self._middle(shape)
                yield _size(shape.size, at, slot.fill, slot.label, is_closed=shape.is_closed)

    def _middle(self, shape: Shape) -> Point:
        """Return the whole piece nearest to the middle of a shape's whole pieces."""
        whole = {
            piece((q, r, side))
            for q, r, side in shape.areas
            if side == CENTRE or (q + DIRECTIONS[side][0], r + DIRECTIONS[side][1]) in self.tiles
        }
        at = [centre(cell, WIDTH / 2) for cell in sorted(whole)]
        mean = Point(sum(p.x for p in at) / len(at), sum(p.y for p in at) / len(at))
        return min(at, key=lambda p: (round(p.distance(mean), 6), p))

    def coordinates(self) -> Iterator[scene.Item]:
        theme, size = self.theme, WIDTH * 0.1
        most = (0.102 if "sizes" in self.show else 0.24) * WIDTH  # a size may lie just above
        for cell, tile in sorted(self.tiles.items()):
            at, text = centre(cell, WIDTH).moved(0, WIDTH * 0.13), with_minus(written(cell))
            slot = theme.slot(COLOUR_NAMES[tile[0]])
            ink = legible(mixed(slot.label, slot.fill, 0.15), slot.fill, READABLE)
            if "open" in self.show and not self.shape_of[(*cell, CENTRE)].is_closed:
                ink = theme.role("ink")
            if slot.pattern == "solid":
                yield scene.centred(*at, text, size, fill=ink, name="coordinate", most=most)
            else:  # on a plain plate
                yield plates.under(
                    text, at, size=size, most=most, ink=ink, fill=slot.fill, name="coordinate"
                )
        for cell in self.cells:
            text, at, muted = with_minus(written(cell)), centre(cell, WIDTH), theme.role("muted")
            most = 0.24 * WIDTH
            yield scene.centred(*at, text, size, fill=muted, name="coordinate", most=most)

    def sentences(self) -> Iterator[str]:
        yield from _tiles(self.tiles)
        for letter, colour in COLOUR_NAMES.items():
            for is_closed in (True, False):
                alike = (s for s in self.shapes if (s.colour, s.is_closed) == (letter, is_closed))
                sizes = sorted((s.size for s in alike if s.size), reverse=True)
                if sizes if is_closed else len(self.tiles) > _FEW:
                    yield _shapes(colour, sizes, is_closed=is_closed)

    def free_cells_in_words(self) -> Iterator[str]:
        cells = all_of(map(written, self.cells))
        words = say.counted(
            len(self.cells),
            "{n} cell can take a tile: {cells}.",
            "{n} cells can take a tile: {cells}.",
            cells=cells,
        )
        yield words if cells else say("No cell can take a tile.")

    def pinned_in_words(self) -> Iterator[str]:
        cells = all_of(map(written, self.pinned))
        words = say.counted(
            len(self.pinned),
            "{n} tile cannot move: that at {cells}.",
            "{n} tiles cannot move: those at {cells}.",
            cells=cells,
        )
        yield words if cells else say("Every tile can move.")


def _side(word: str | None, name: str) -> int | None:
    known = (*DIRECTION_NAMES, "C") if "." in name else DIRECTION_NAMES
    if not word:
        return None
    if word.upper() not in known:
        expected = f"one of the directions {', '.join(DIRECTION_NAMES)}"
        raise NotationError(f"no place '{name}'", expected=expected)
    return known.index(word.upper())


def _tiles(tiles: Mapping[Hex, str]) -> Iterator[str]:
    number = len(tiles)
    if number > _FEW:
        yield say.counted(number, "The arena has {n} tile.", "The arena has {n} tiles.")
    else:
        placed = all_of(
            say("a {colour} tile at {cell}", colour=COLOUR_NAMES[tile[0]], cell=written(cell))
            for cell, tile in sorted(tiles.items())
        )
        yield say.counted(
            number, "In the arena lies {tiles}.", "In the arena lie {tiles}.", tiles=placed
        )
    for cell, tile in sorted(tiles.items()) if number <= _VERY_FEW else ():
        yield say(
            "Counter-clockwise from the east the edges of the tile at {cell} are {edges}.",
            cell=written(cell),
            edges=all_of(COLOUR_NAMES[letter] for letter in tile[2:]),
        )


def _shapes(colour: str, sizes: Sequence[int], *, is_closed: bool) -> Message:
    if not sizes:
        return say("{Colour} has no open shape.", colour=colour)
    number, values = len(sizes), {"colour": colour, "sizes": all_of(map(str, sizes))}
    if is_closed:
        return say.counted(
            number,
            "{Colour} has a closed shape of size {sizes}.",
            "{Colour} has {n} closed shapes, of the sizes {sizes}.",
            **values,
        )
    return say.counted(
        number,
        "{Colour} has an open shape of size {sizes}.",
        "{Colour} has {n} open shapes, of the sizes {sizes}.",
        **values,
    )


# ------------------------------------------------------------------------------ small pictures


@lru_cache(maxsize=64)
def glyphs(theme: Theme) -> Mapping[str, Glyph]:
    """Return the small pictures of colours, by their names."""
    line = theme.line("boundary", theme.boundary, WIDTH, join="round")
    paints = {slot: theme.paint(slot, 0.9 * WIDTH) for slot in COLOUR_NAMES.values()}
    ring = scene.polygon(_RING)
    looks = (scene.Path(ring, paint, line, slot) for slot, paint in paints.items())
    return {look.name: Glyph.of(look, WIDTH, look.name) for look in looks}


def _shape(theme: Theme, *, is_closed: bool) -> scene.Group:
    ring = scene.polygon(_RING)
    plain = scene.Path(ring, theme.paint("blue", WIDTH))
    if is_closed:
        return scene.Group((plain, _banded(theme, ring)), name="closed-shape")
    return scene.Group((plain, *_pale(theme, ring)), name="open")


def _large_size(theme: Theme, *, is_closed: bool) -> scene.Group:
    black, white = theme.role("black"), theme.role("white")
    size = _size(5, ORIGIN, white, black, is_closed=is_closed)
    return scene.Group((size._replace(em=0.0),), Transform.scaling(4.0), name=size.name)


def _large_pin(theme: Theme) -> scene.Group:
    return scene.Group((_pin(theme, ORIGIN),), Transform.scaling(5.0))


def _size(number: int, at: Point, fill: str, ink: str, *, is_closed: bool) -> scene.Group:
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


def _pale(theme: Theme, outline: scene.Outline) -> Iterator[scene.Item]:
    stroke = scene.Stroke(theme.role("boundary"), theme.boundary_width(WIDTH), join="round")
    yield scene.Group((scene.Path(outline, theme.role("paper"), None, "open"),), opacity=0.6)
    yield scene.Path(outline, None, stroke, "boundary")


def _banded(theme: Theme, outline: scene.Outline) -> scene.Group:
    line = theme.boundary_width(WIDTH)
    band = scene.Stroke(theme.role("white"), line + WIDTH * 0.07, join="round")
    stroke = scene.Stroke(theme.role("boundary"), line, join="round")
    inside = scene.Group((scene.Path(outline, None, band, "closed"),), clip=outline)
    return scene.Group((inside, scene.Path(outline, None, stroke, "boundary")), name="closed-shape")


def _free_cell(theme: Theme, at: Point = ORIGIN) -> scene.Path:
    line = WIDTH * 0.012
    dashed = scene.Stroke(
        theme.role("muted"), max(line, HAIRLINE), (line * 4, line * 3), join="round"
    )
    return scene.Path(scene.polygon(_moved(_RING, at)), None, dashed, "free-cell")


def _pin(theme: Theme, at: Point) -> scene.Group:
    white, black = theme.role("white"), theme.role("black")
    head = scene.Circle(*at, WIDTH * 0.06, white, scene.Stroke(black, WIDTH * 0.012))
    return scene.Group((head, scene.Circle(*at, WIDTH * 0.024, black)), name="pin")


_CLOSED = Sign("closed shape", say("closed shape"), partial(_shape, is_closed=True))
_OPEN = Sign("open shape", say("open shape"), partial(_shape, is_closed=False))
_SIZES = (
    Sign("closed size", say("size of a closed shape"), partial(_large_size, is_closed=True)),
    Sign("open size", say("size of an open shape"), partial(_large_size, is_closed=False)),
)

OVERLAYS = {
    "coords": Overlay("the coordinates of cells", _Picture.coordinates, level="labels"),
    "cells": Overlay(
        "the empty cells where a tile of the pool can be placed",
        _Picture.free_cells,
        _Picture.free_cells_in_words,
        (Sign("free cell", say("takes a tile"), _free_cell, say("dashed cell")),),
        above=True,
    ),
    "closed": Overlay("closed shapes outlined", _Picture.outlines, signs=(_CLOSED,)),
    "open": Overlay("open shapes paled", _Picture.outlines, signs=(_OPEN,)),
    "shapes": Overlay("closed shapes outlined and open ones paled", _Picture.outlines),
    "sizes": Overlay(
        "the sizes of shapes, bold where they are closed",
        _Picture.sizes,
        signs=_SIZES,
        level="plates",
    ),
    "pinned": Overlay(
        "a pin on every tile that cannot move (rule 4.5)",
        _Picture.pins,
        _Picture.pinned_in_words,
        (Sign("pin", say("cannot move"), _large_pin, say("pin"), "pin"),),
        above=True,
    ),
}


# ----------------------------------------------------------------------- a turn while it is picked


def trial(
    position: AtreyaPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the arena with the tile where it is put, and the tiles that fit or the ways one lies."""
    after = position.play(made.move) if made.move else position
    drawing = draw_position(after, theme=theme, show=frozenset())
    window = bounds(centre(cell, WIDTH) for cell in position.arena.around).grown(0.7 * WIDTH)
    tiles = [name for name in made.choices if ":" in name]
    pieces = []
    if len(picked) == 2:
        for way in tiles:
            is_turned = tiles[0][2:] in images(way[2:])[:6]
            pieces.append(_piece(way, way, "turned" if is_turned else "flipped", theme))
    else:
        for tile in sorted(tiles, key=lambda tile: COLOURS.index(tile[0])):
            q, r = map(int, picked[0].split(","))
            ways = fitting(tile, position.arena.around[q, r])
            lying = min(ways, key=lambda way: images(tile[2:]).index(way[2:]))
            pieces.append(_piece(tile, lying, f"{COLOUR_NAMES[tile[0]]} centre", theme))
    placed = ((written(cell), number(tile)) for cell, tile in position.arena.tiles.items())
    words = {name: f"tile {n} on {name}" for name, n in placed}
    return Trial(drawing._replace(box=window), tuple(pieces), words)


def _piece(name: str, tile: str, group: str, theme: Theme) -> TrialPiece:
    edges = listed([COLOUR_NAMES[letter] for letter in tile[2:]])
    words = f"tile {number(tile)}, {COLOUR_NAMES[tile[0]]} in the centre, from the east {edges}"
    rim = scene.Stroke(theme.role("boundary"), theme.boundary_width(WIDTH), join="round")
    items = (scene.Use(face(tile, theme, WIDTH)), scene.Path(hexagon(WIDTH), None, rim, "rim"))
    return TrialPiece(name, words, group, items, 1.2 * WIDTH)
