"""How Aathenuo's tiles look, on paper and in diagrams alike.

A number tile shows its number large, and below it as many small shapes as the number says:
each colour has a shape of its own, so that colour is never alone and a tile can be counted.
A star tile shows a star round its colour's shape.  Tiles are drawn about the origin, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.drawing import scene
from engine.drawing.scene import Outline
from engine.drawing.theme import HAIRLINE, Theme, luminance, mixed
from engine.games.aathenuo.tiles import COLOUR_NAMES, STAR
from engine.geometry.plane import ORIGIN, Box, Point, Transform, regular_polygon

#: The themes' slots of the colours of rule 1.1.
SLOTS = COLOUR_NAMES

#: Shares of a tile's width: its frame, the plate in it, the shapes, their row, and the numbers.
_FRAME = 0.07
_SHAPE = 0.043
ROW = 0.335
_NUMBER = 0.62


def _polygon(sides: int, first: float, reach: float) -> Callable[[float, Point], Outline]:
    def draw(radius: float, at: Point) -> Outline:
        return scene.polygon(regular_polygon(sides, radius * reach, first=first, centre=at))

    return draw


def _plus(radius: float, at: Point) -> Outline:
    a, b = radius * 0.36, radius * 1.02
    ring = ((a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a))
    return scene.polygon(at.moved(x, y) for x, y in (*ring, (-a, -a), (-a, -b)))


def _moon(radius: float, at: Point) -> Outline:
    r = radius * 1.22
    x, y = at.moved(r * (0.64 + 0.18), 0.0)  # between the tips, the whole about in the middle
    rise = r * 0.768
    return (
        scene.MoveTo(x, y - rise),
        scene.ArcTo(r, True, False, x, y + rise),
        scene.ArcTo(r * 0.8, False, True, x, y - rise),
        scene.Close(),
    )


#: Each colour's shape, about equal in area; none looks like another however small it is.
SHAPES: dict[str, Callable[[float, Point], Outline]] = {
    "r": scene.disc,
    "y": _polygon(4, 45, 1.25),
    "g": _polygon(3, -90, 1.35),
    "b": _polygon(4, 0, 1.25),
    "p": _moon,
    "o": _plus,
}


def star(radius: float, at: Point) -> Outline:
    """Return a five-pointed star's outline, one point up."""
    tips = regular_polygon(5, radius, first=-90, centre=at)
    dents = regular_polygon(5, radius * 0.45, first=-54, centre=at)
    return scene.polygon(p for pair in zip(tips, dents, strict=True) for p in pair)


def ink(theme: Theme, colour: str) -> str:
    """Return the colour of a tile's number and shapes: its own, dark enough to read on the plate."""
    return theme.slot(SLOTS[colour]).deep


@lru_cache(maxsize=512)
def face(theme: Theme, tile: str, size: float, bleed: float = 0.0) -> scene.Symbol:
    """Return a tile's face, ``size`` wide, its ground reaching ``bleed`` beyond the edge."""
    colour, mark = tile[0], tile[1:]
    slot = SLOTS[colour]
    half = size / 2 + bleed
    ground = scene.rectangle(Box(-half, -half, half, half))
    inner = Box(-size / 2, -size / 2, size / 2, size / 2).grown(-_FRAME * size)
    line = scene.Stroke(ink(theme, colour), max(0.012 * size, HAIRLINE))
    items: list[scene.Item] = [
        scene.Path(ground, theme.paint(slot, size), name=slot),
        scene.Path(scene.rectangle(inner, 0.09 * size), "#ffffff", line, "plate"),
    ]
    items += _star(theme, colour, size) if mark == STAR else _number(theme, colour, mark, size)
    key = f"aathenuo-{colour}-{'star' if mark == STAR else mark}"
    return scene.Symbol(key, tuple(items))


def _number(theme: Theme, colour: str, mark: str, size: float) -> list[scene.Item]:
    dark = ink(theme, colour)
    number = scene.centred(0, -0.065 * size, mark, _NUMBER * size, fill=dark, bold=True)
    count = int(mark)
    step = 2.35 * _SHAPE * size
    first = -(count - 1) / 2 * step
    shapes = scene.joined(
        SHAPES[colour](_SHAPE * size, Point(first + k * step, ROW * size)) for k in range(count)
    )
    return [number._replace(name="number"), scene.Path(shapes, dark, None, "shapes")]


def _star(theme: Theme, colour: str, size: float) -> list[scene.Item]:
    dark = ink(theme, colour)
    middle = Point(0, 0.02 * size)
    return [
        scene.Path(star(0.36 * size, middle), dark, None, "star"),
        scene.Path(SHAPES[colour](0.09 * size, middle), "#ffffff", None, "shapes"),
    ]


#: Shares of a small tile's width: its frame, number and shape, and the middle of a star.
_SMALL_FRAME, _SMALL_NUMBER, _SMALL_SHAPE, _SMALL_STAR = 0.1, 0.56, 0.1, 0.33


@lru_cache(maxsize=512)
def small_face(theme: Theme, tile: str, size: float, *, value: str = "") -> scene.Symbol:
    """Return a tile's face for diagrams, where it is small: with one larger shape, and an edge.

    A star shows in it the ``value`` it acts as, if one is given.  A colour's letter alone is a
    tile whose number is not seen.
    """
    colour, mark = tile[0], tile[1:]
    slot, dark = SLOTS[colour], ink(theme, colour)
    box = Box(-size / 2, -size / 2, size / 2, size / 2)
    plate = scene.rectangle(box.grown(-_SMALL_FRAME * size), 0.09 * size)
    line = scene.Stroke(theme.role("boundary"), max(0.025 * size, HAIRLINE), join="round")
    radius, at = (_SMALL_SHAPE, Point(0, 0.27 * size)) if mark else (0.2, ORIGIN)
    items: list[scene.Item] = [
        scene.Path(scene.rectangle(box), theme.paint(slot, size), name=slot),
        scene.Path(plate, "#ffffff", scene.Stroke(dark, max(0.012 * size, HAIRLINE)), "plate"),
        scene.Path(SHAPES[colour](radius * size, at), dark, None, "shapes"),
        scene.Path(scene.rectangle(box.grown(-line.width / 2)), None, line, "tile-edge"),
    ]
    if mark == STAR:
        items += _small_star(dark, size, value)
    elif mark:
        em = _SMALL_NUMBER * size
        number = scene.centred(
            0, -0.1 * size, mark, em, fill=dark, bold=True, name="number", most=0.62 * size
        )
        items.append(number)
    words = ["aathenuo-small", colour, "star" if mark == STAR else mark or "unseen"]
    return scene.Symbol("-".join([*words, *filter(None, value.split("/"))]), tuple(items))


def _small_star(dark: str, size: float, value: str) -> list[scene.Item]:
    middle = Point(0, -0.07 * size)
    items: list[scene.Item] = [scene.Path(star(_SMALL_STAR * size, middle), dark, None, "star")]
    if value:
        em = (0.27 if len(value) == 1 else 0.155) * size
        x, y = middle.moved(0, 0.01 * size)
        most = 1.25 * em
        items.append(
            scene.centred(x, y, value, em, fill="#ffffff", bold=True, name="value", most=most)
        )
    return items


#: Shares of a tile's width on a back: the disc, the colour's shape on it, and the letter below.
_DISC, _BACK_SHAPE, _BACK_LETTER = 0.36, 0.17, 0.28


@lru_cache(maxsize=64)
def colour_back(theme: Theme, colour: str, size: float, bleed: float = 0.0) -> scene.Symbol:
    """Return the back of a colour's tiles: its ground, and its shape on a disc (rule 1.2)."""
    slot, dark, half = SLOTS[colour], ink(theme, colour), size / 2 + bleed
    line = scene.Stroke(dark, max(0.012 * size, HAIRLINE))
    ground = scene.rectangle(Box(-half, -half, half, half))
    items = (
        scene.Path(ground, theme.paint(slot, size), name=slot),
        scene.Path(scene.disc(_DISC * size, ORIGIN), "#ffffff", line, "disc"),
        scene.Path(SHAPES[colour](_BACK_SHAPE * size, ORIGIN), dark, None, "shapes"),
    )
    return scene.Symbol(f"aathenuo-back-{colour}", items)


def letter(theme: Theme, colour: str, size: float, *, back: bool) -> scene.Item:
    """Return a colour's letter as it stands on a tile's face or back: in ink, dark on its plate."""
    x, y = (0.0, _BACK_LETTER) if back else (-0.31, -0.31)
    words = colour.upper()
    em = (0.09 if back else 0.11) * size
    plain = theme.role("ink")
    fill = plain if luminance(plain) < 0.5 else ink(theme, colour)
    return scene.centred(x * size, y * size, words, em, fill=fill, name="label")


@lru_cache(maxsize=16)
def back(theme: Theme, size: float, bleed: float = 0.0, *, patterned: bool = True) -> scene.Symbol:
    """Return a back that all tiles share: plain, or with a lattice of small stars."""
    half = size / 2 + bleed
    items: list[scene.Item] = [
        scene.Path(
            scene.rectangle(Box(-half, -half, half, half)), theme.role("board-edge"), name="back"
        )
    ]
    if patterned:
        dark = mixed(theme.role("board-edge"), theme.role("ink"), 0.55)
        step = size / 4
        stars = tuple(
            segment
            for row in range(-1, 2)
            for column in range(-1, 2)
            for segment in star(size * 0.075, Point(column * step, row * step))
        )
        frame = Box(-size / 2, -size / 2, size / 2, size / 2).grown(-_FRAME * size)
        line = scene.Stroke(dark, max(0.015 * size, HAIRLINE))
        items += (
            scene.Path(stars, dark, None, "stars"),
            scene.Path(scene.rectangle(frame, 0.09 * size), None, line),
        )
    return scene.Symbol("aathenuo-back", tuple(items))


def row(tiles: list[scene.Symbol], step: float) -> tuple[scene.Item, ...]:
    """Return symbols side by side about the origin, their middles ``step`` apart."""
    first = -(len(tiles) - 1) / 2 * step
    return tuple(
        scene.Use(symbol, Transform.translation(first + k * step, 0))
        for k, symbol in enumerate(tiles)
    )
