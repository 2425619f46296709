"""How Atreya's tiles look, and its kit: 168 double-sided tiles (rules 1.1, 1.3, 3.1).

A tile is drawn about the origin, pointy-top, y down; ``width`` is flat-to-flat.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from engine.drawing import borders, scene
from engine.drawing import parts as kit
from engine.drawing.parts import Laid, Part, Piece, Pieces, Request, Stance
from engine.drawing.theme import HAIRLINE, Theme, mixed
from engine.errors import OptionError
from engine.games.atreya import tiles
from engine.games.atreya.rules import START_TILES, AtreyaPosition
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.geometry import seven_areas
from engine.geometry.hexgrid import centre
from engine.geometry.plane import Box, Transform
from engine.geometry.seven_areas import AREAS, CENTRE, JOINTS
from engine.settings import setting


def colours(tile: str) -> str:
    """Return a written tile's seven colour letters in the order of :data:`AREAS`."""
    return tile[2:] + tile[0]


@cache
def hexagon(width: float, bleed: float = 0.0) -> scene.Outline:
    """Return the tile's outline."""
    return scene.polygon(seven_areas.corners(width, bleed)[:6])


@cache
def _merged(areas: frozenset[int], width: float, bleed: float) -> scene.Outline:
    return borders.outline(seven_areas.area(k, width, bleed) for k in sorted(areas))


@cache
def _lines(joints: frozenset[int], width: float, bleed: float) -> scene.Outline:
    points = seven_areas.corners(width, bleed)
    return tuple(
        segment
        for k in sorted(joints)
        for segment in scene.polyline(points[end] for end in JOINTS[k].ends)
    )


@lru_cache(maxsize=1024)
def face(tile: str, theme: Theme, width: float, bleed: float = 0.0) -> scene.Symbol:
    """Return one side of a tile as a symbol; lines of tiles side by side meet in full width.

    The most frequent colour underlies the whole hexagon, so no white shows between areas.
    """
    letters = colours(tile)
    ground = Counter(letters).most_common(1)[0][0]
    box = scene.outline_box(hexagon(width, bleed))
    whole = scene.Path(
        hexagon(width, bleed), theme.paint(COLOUR_NAMES[ground], width), name=COLOUR_NAMES[ground]
    )
    items = [*scene.resolved(whole, box)]
    for letter in tiles.COLOURS:
        areas = frozenset(k for k in AREAS if letters[k] == letter)
        if letter != ground and areas:
            paint = theme.paint(COLOUR_NAMES[letter], width)
            shape = scene.Path(_merged(areas, width, bleed), paint, name=COLOUR_NAMES[letter])
            items += scene.resolved(shape, box)
    for letter in tiles.COLOURS:  # thin lines between areas of one colour (rule 1.4)
        joints = frozenset(
            k for k, j in enumerate(JOINTS) if letters[j.a] == letters[j.b] == letter
        )
        if joints:
            slot = theme.slot(COLOUR_NAMES[letter])
            thin = max(theme.hairline * width, HAIRLINE)
            stroke = scene.Stroke(mixed(slot.fill, slot.ink, 0.6), thin)
            items.append(scene.Path(_lines(joints, width, bleed), None, stroke, "hairline"))
    joints = frozenset(k for k, j in enumerate(JOINTS) if letters[j.a] != letters[j.b])
    stroke = scene.Stroke(theme.role("boundary"), theme.boundary_width(width), cap="round")
    line = scene.Path(_lines(joints, width, bleed), None, stroke, "boundary")
    items.append(scene.Group((line,), clip=hexagon(width, bleed)))
    return scene.Symbol(f"atreya-{tile.replace(':', '-')}", tuple(items))


def letters(tile: str, theme: Theme, width: float, turned: Transform) -> tuple[scene.Item, ...]:
    """Return the seven colour letters of a tile, upright after ``turned``."""
    size = width * 0.09
    result = []
    for index, letter in enumerate(colours(tile)):
        x, y = turned.apply(seven_areas.middle(index, width))
        if index == CENTRE:
            y -= width * 0.07  # room for the number below
        result.append(_labelled(letter.upper(), x, y, size, theme, COLOUR_NAMES[letter]))
    return tuple(result)


def _labelled(text: str, x: float, y: float, size: float, theme: Theme, slot: str) -> scene.Item:
    words = scene.centred(x, y, text, size, fill=theme.slot(slot).label, name="label")
    if theme.slot(slot).pattern == "solid":
        return words
    half = size * (0.36 * len(text) + 0.25)
    plate = scene.rectangle(Box(x - half, y - size * 0.58, x + half, y + size * 0.58), size / 3)
    return scene.Group((scene.Path(plate, theme.slot(slot).fill, name="plate"), words))


# ---------------------------------------------------------------------------------------- the kit

#: The start tiles by identity (rule 3.1).
_STARTS = frozenset(map(tiles.identity, START_TILES.values()))


@dataclass(frozen=True)
class KitSettings:
    """The settings of a template: sizes flat to flat, and what is printed on tiles."""

    size: float = setting(40.0, (10, 200), key="tiles.size")
    fitting: tuple[float, float] | None = setting(None, (10, 200), key="tiles.fitting")
    numbers: bool = setting(True, key="tiles.numbers")
    start_marks: bool = setting(True, key="tiles.start-marks")


def parts(request: Request, settings: KitSettings) -> tuple[Part, ...]:
    """Return the components of the kit; raise OptionError for sizes from large to small."""
    size = settings.size
    low, high = settings.fitting or (size * 0.9, size * 1.125)
    if low > high:
        words = f"fitting = [{low:g}, {high:g}] goes from large to small"
        raise OptionError(f"{request.settings.where} [tiles]: {words}")
    return (
        Pieces(
            name="tiles",
            title="tiles",
            shape=kit.hexagon,
            size=request.tile_size or size,
            pieces=tuple(Piece(t, f"tile {k} {t}") for k, t in enumerate(tiles.TILES, 1)),
            draw=partial(tile, settings=settings),
            double_sided=True,
            fitting=None if request.tile_size else (low, high),
        ),
    )


def tile(
    piece: Piece, stance: Stance, *, settings: KitSettings = KitSettings()
) -> tuple[scene.Item, ...]:
    """Return one side of a tile: its face, and upright labels as asked for."""
    identity, theme, width = piece.id, stance.theme, stance.size
    side = tiles.mirrored(identity) if stance.back else identity
    look, slot = face(side, theme, width, stance.bleed), COLOUR_NAMES[side[0]]
    items: list[scene.Item] = [scene.Group(look.items, stance.turn)]
    if stance.labels:
        items += letters(side, theme, width, stance.turn)
    if settings.numbers:
        number, low = str(tiles.number(identity)), width * 0.075
        items.append(_labelled(number, 0.0, low if stance.labels else 0.0, low, theme, slot))
    if settings.start_marks and identity in _STARTS:
        line = scene.Stroke(theme.slot(slot).label, max(width * 0.006, HAIRLINE))
        mark = scene.Circle(0.0, width * 0.165, width * 0.022, theme.role("white"), line, "start")
        items.append(mark)
    return tuple(items)


# --------------------------------------------------------------------------- on the table


def laid(position: AtreyaPosition) -> tuple[Laid, ...]:
    """Return the tiles of the arena, sorted by cell."""
    return tuple(
        Laid(tiles.identity(tile), centre(cell, 1.0), *turned(tile))
        for cell, tile in sorted(position.arena.tiles.items())
    )


def turned(tile: str) -> tuple[float, bool]:
    """Return how a written tile is turned from its identity, clockwise, and if its back is up."""
    front = tiles.identity(tile)
    for back, ring in ((False, front[2:]), (True, tiles.mirrored(front)[2:])):
        for sixths in range(6):
            if ring[sixths:] + ring[:sixths] == tile[2:]:
                return 60.0 * sixths, back
    raise AssertionError(f"{tile} is no image of {front}")
