"""How an Atreya tile looks: seven areas, an even boundary between colours, hairlines within one.

The geometry is rule 1.1's, that of :mod:`engine.geometry.seven_areas`.  A tile is drawn about the
origin, pointy-top, y down; ``width`` is flat-to-flat.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from engine.drawing import borders, scene
from engine.drawing.theme import HAIRLINE, Theme, mixed
from engine.games.atreya import tiles
from engine.geometry import seven_areas
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Transform
from engine.geometry.seven_areas import AREAS, CENTRE, JOINTS

#: Rule 2.2's letters and the themes' colour slots.
SLOTS = tiles.COLOUR_NAMES


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
    """Return one side of a tile as a symbol.

    The most frequent colour underlies the whole hexagon and the others lie on it as merged
    shapes, so no white shows between areas.  Boundary lines end in half discs, cut at the
    hexagon's edge: side by side the lines of neighbouring tiles meet in full width.
    """
    letters = colours(tile)
    ground = Counter(letters).most_common(1)[0][0]
    box = scene.outline_box(hexagon(width, bleed))
    whole = scene.Path(hexagon(width, bleed), theme.paint(SLOTS[ground], width), name=SLOTS[ground])
    items = [*scene.resolved(whole, box)]
    for letter in tiles.COLOURS:
        areas = frozenset(k for k in AREAS if letters[k] == letter)
        if letter != ground and areas:
            paint = theme.paint(SLOTS[letter], width)
            shape = scene.Path(_merged(areas, width, bleed), paint, name=SLOTS[letter])
            items += scene.resolved(shape, box)
    for letter in tiles.COLOURS:  # thin lines between areas of one colour (rule 1.4)
        joints = frozenset(
            k for k, j in enumerate(JOINTS) if letters[j.a] == letters[j.b] == letter
        )
        if joints:
            slot = theme.slot(SLOTS[letter])
            thin = max(theme.hairline * width, HAIRLINE)
            stroke = scene.Stroke(mixed(slot.fill, slot.ink, 0.6), thin)
            items.append(scene.Path(_lines(joints, width, bleed), None, stroke, "hairline"))
    joints = frozenset(k for k, j in enumerate(JOINTS) if letters[j.a] != letters[j.b])
    stroke = scene.Stroke(theme.role("boundary"), theme.boundary_width(width), cap="round")
    line = scene.Path(_lines(joints, width, bleed), None, stroke, "boundary")
    items.append(scene.Group((line,), clip=hexagon(width, bleed)))
    return scene.Symbol(f"atreya-{tile.replace(':', '-')}", tuple(items))


def turn(orientation: Orientation, *, back: bool = False) -> Transform:
    """Return the turn that stands a pointy-top drawing in ``orientation``.

    A back turns the other way, so that it is the mirror image of its front.
    """
    if orientation is Orientation.POINTY:
        return Transform()
    return Transform.rotation(-30.0 if back else 30.0)


def letters(tile: str, theme: Theme, width: float, turned: Transform) -> tuple[scene.Item, ...]:
    """Return the seven colour letters of a tile, upright after ``turned``."""
    size = width * 0.09
    result = []
    for index, letter in enumerate(colours(tile)):
        x, y = turned.apply(seven_areas.middle(index, width))
        if index == CENTRE:
            y -= width * 0.07  # room for the number below
        result.append(_labelled(letter.upper(), x, y, size, theme, SLOTS[letter]))
    return tuple(result)


def label(tile: str, text: str, theme: Theme, width: float, *, low: bool) -> scene.Item:
    """Return a small text on the centre piece: a tile's number, ``low`` where a letter is above."""
    y = width * 0.075 if low else 0.0
    return _labelled(text, 0.0, y, width * 0.075, theme, SLOTS[tile[0]])


def _labelled(text: str, x: float, y: float, size: float, theme: Theme, slot: str) -> scene.Item:
    words = scene.centred(x, y, text, size, fill=theme.slot(slot).label, name="label")
    if theme.slot(slot).pattern == "solid":
        return words
    half = size * (0.36 * len(text) + 0.25)
    plate = scene.rectangle(Box(x - half, y - size * 0.58, x + half, y + size * 0.58), size / 3)
    return scene.Group((scene.Path(plate, theme.slot(slot).fill, name="plate"), words))


def start_mark(tile: str, theme: Theme, width: float) -> scene.Item:
    """Return the dot that marks a start tile (rule 3.1), below the middle of the centre piece."""
    slot = theme.slot(SLOTS[tile[0]])
    line = scene.Stroke(slot.label, max(width * 0.006, HAIRLINE))
    return scene.Circle(0.0, width * 0.165, width * 0.022, theme.role("white"), line, "start")
