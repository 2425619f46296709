"""How Aathenuo's tiles look, with a shape for each colour, and its kit: tiles and racks (rule 1.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate

from engine.drawing import scene
from engine.drawing.parts import Cutout, Laid, Part, Piece, Pieces, Request, Stance, square
from engine.drawing.scene import Outline
from engine.drawing.theme import HAIRLINE, Theme, luminance
from engine.games.aathenuo.game import HAND
from engine.games.aathenuo.rules import MOST, AathenuoPosition
from engine.games.aathenuo.table import span
from engine.games.aathenuo.tiles import COLOUR_NAMES, DEFAULT, LIMITS, STAR, TileSet, whole_set
from engine.geometry.plane import ORIGIN, Box, Point, Transform, regular_polygon
from engine.settings import setting

#: Shares of a tile's width: its frame, the shapes, their row, and the numbers.
_FRAME, _SHAPE, _ROW, _NUMBER = 0.07, 0.043, 0.335, 0.62
#: And of a small tile's: its frame, number and shape, and the middle of a star.
_SMALL_FRAME, _SMALL_NUMBER, _SMALL_SHAPE, _SMALL_STAR = 0.1, 0.56, 0.1, 0.33
#: And on a back: the disc, the colour's shape on it, and the letter below.
_DISC, _BACK_SHAPE, _BACK_LETTER = 0.36, 0.17, 0.28


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
    return theme.slot(COLOUR_NAMES[colour]).deep


def _square(half: float) -> Box:
    return Box(-half, -half, half, half)


def _ground(theme: Theme, colour: str, size: float, bleed: float = 0.0) -> scene.Path:
    slot = COLOUR_NAMES[colour]
    outline = scene.rectangle(_square(size / 2 + bleed))
    return scene.Path(outline, theme.paint(slot, size), name=slot)


def _line(theme: Theme, colour: str, size: float) -> scene.Stroke:
    return scene.Stroke(ink(theme, colour), max(0.012 * size, HAIRLINE))


@lru_cache(maxsize=512)
def face(theme: Theme, tile: str, size: float, bleed: float = 0.0) -> scene.Symbol:
    """Return a tile's face, ``size`` wide, its ground reaching ``bleed`` beyond the edge."""
    colour, mark = tile[0], tile[1:]
    dark, line = ink(theme, colour), _line(theme, colour, size)
    plate = scene.rectangle(_square(size / 2).grown(-_FRAME * size), 0.09 * size)
    items: list[scene.Item] = [
        _ground(theme, colour, size, bleed),
        scene.Path(plate, "#ffffff", line, "plate"),
    ]
    if mark == STAR:
        middle = Point(0, 0.02 * size)
        shape = SHAPES[colour](0.09 * size, middle)
        items.append(scene.Path(star(0.36 * size, middle), dark, None, "star"))
        items.append(scene.Path(shape, "#ffffff", None, "shapes"))
        return scene.Symbol(f"aathenuo-{colour}-star", tuple(items))
    em, step = _NUMBER * size, 2.35 * _SHAPE * size
    number = scene.centred(0, -0.065 * size, mark, em, fill=dark, bold=True, name="number")
    first = -(int(mark) - 1) / 2 * step
    shapes = scene.joined(
        SHAPES[colour](_SHAPE * size, Point(first + k * step, _ROW * size))
        for k in range(int(mark))
    )
    items += [number, scene.Path(shapes, dark, None, "shapes")]
    return scene.Symbol(f"aathenuo-{colour}-{mark}", tuple(items))


@lru_cache(maxsize=512)
def small_face(theme: Theme, tile: str, size: float, *, value: str = "") -> scene.Symbol:
    """Return a face for diagrams: a star shows its ``value``, a colour's letter is a hidden tile."""
    colour, mark = tile[0], tile[1:]
    dark, box = ink(theme, colour), _square(size / 2)
    plate = scene.rectangle(box.grown(-_SMALL_FRAME * size), 0.09 * size)
    edge = scene.Stroke(theme.role("boundary"), max(0.025 * size, HAIRLINE), join="round")
    radius, at = (_SMALL_SHAPE, Point(0, 0.27 * size)) if mark else (0.2, ORIGIN)
    items: list[scene.Item] = [
        _ground(theme, colour, size),
        scene.Path(plate, "#ffffff", _line(theme, colour, size), "plate"),
        scene.Path(SHAPES[colour](radius * size, at), dark, None, "shapes"),
        scene.Path(scene.rectangle(box.grown(-edge.width / 2)), None, edge, "tile-edge"),
    ]

    def written(text: str, y: float, em: float, most: float, **look: str) -> scene.Text:
        return scene.centred(0, y, text, em, bold=True, most=most, **look)

    if mark == STAR:
        middle = Point(0, -0.07 * size)
        items.append(scene.Path(star(_SMALL_STAR * size, middle), dark, None, "star"))
        if value:
            em, y = (0.27 if len(value) == 1 else 0.155) * size, middle.y + 0.01 * size
            items.append(written(value, y, em, 1.25 * em, fill="#ffffff", name="value"))
    elif mark:
        em = _SMALL_NUMBER * size
        items.append(written(mark, -0.1 * size, em, 0.62 * size, fill=dark, name="number"))
    words = ["aathenuo-small", colour, "star" if mark == STAR else mark or "unseen"]
    return scene.Symbol("-".join([*words, *filter(None, value.split("/"))]), tuple(items))


@lru_cache(maxsize=64)
def colour_back(theme: Theme, colour: str, size: float, bleed: float = 0.0) -> scene.Symbol:
    """Return the back of a colour's tiles: its ground, and its shape on a disc (rule 1.2)."""
    disc, shape = scene.disc(_DISC * size), SHAPES[colour](_BACK_SHAPE * size, ORIGIN)
    items = (
        _ground(theme, colour, size, bleed),
        scene.Path(disc, "#ffffff", _line(theme, colour, size), "disc"),
        scene.Path(shape, ink(theme, colour), None, "shapes"),
    )
    return scene.Symbol(f"aathenuo-back-{colour}", items)


def letter(theme: Theme, colour: str, size: float, *, back: bool) -> scene.Item:
    """Return a colour's letter as it stands on a tile's face or back: in ink, dark on its plate."""
    x, y, em = (0.0, _BACK_LETTER, 0.09) if back else (-0.31, -0.31, 0.11)
    plain = theme.role("ink")
    fill = plain if luminance(plain) < 0.5 else ink(theme, colour)
    return scene.centred(x * size, y * size, colour.upper(), em * size, fill=fill, name="label")


# ---------------------------------------------------------------------------------------- the kit

#: What the tiles' backs may show: their colour, as the others may see it (rule 1.2), or the same.
BACKS = ("colour", "plain", "none")

#: Where the tile's edge turns into a rack's parts, as shares of the tile's size: the foot, the
#: slope behind the tiles, the back, and the ledge they stand on, folded once more as a lip.
_FOOT, _SLOPE, _BACK, _LEDGE, _LIP = 1.0, 1.15, 1.15, 0.35, 0.3


@dataclass(frozen=True)
class KitSettings:
    """The settings of a template."""

    size: float = setting(22.0, (8, 100))
    colours: int = setting(DEFAULT.colours, LIMITS["colours"])
    copies: int = setting(DEFAULT.copies, LIMITS["copies"])
    stars: int = setting(DEFAULT.stars, LIMITS["stars"])
    backs: str = setting(choices=BACKS)
    #: By default racks are as long as a hand.
    rack: float | None = setting(None, (30, 1000), key="racks.length")


def parts(request: Request, settings: KitSettings) -> tuple[Part, ...]:
    """Return the components of the kit."""
    size, backs = request.tile_size or settings.size, settings.backs
    tiles = Pieces(
        "tiles",
        "tiles",
        square,
        size,
        tuple(
            Piece(tile, f"{COLOUR_NAMES[tile[0]]} {'star' if tile[1] == STAR else tile[1]}")
            for tile in whole_set(TileSet(settings.colours, settings.copies, settings.stars))
        ),
        partial(_tile, backs=backs),
        double_sided=backs != "none",
        turnable=False,
    )
    return tiles, _racks(settings.rack or HAND * size + 4.0, size)


def _tile(piece: Piece, stance: Stance, *, backs: str) -> tuple[scene.Item, ...]:
    theme, colour, size, bleed = stance.theme, piece.id[0], stance.size, stance.bleed
    if stance.back and backs != "colour":
        ground = scene.rectangle(_square(size / 2 + bleed))
        return (scene.Path(ground, theme.role("board-edge"), name="back"),)
    if stance.back:
        side = colour_back(theme, colour, size, bleed)
    else:
        side = face(theme, piece.id, size, bleed)
    labels = [letter(theme, colour, size, back=stance.back)] if stance.labels else []
    return (*side.items, *labels)


def _racks(length: float, size: float) -> Pieces:
    height = size * (_FOOT + _SLOPE + _BACK + _LEDGE + _LIP)
    shares = (share * size for share in (_LIP, _LEDGE, _SLOPE, _BACK))
    _, *edges = accumulate(shares, initial=-height / 2)
    folds = scene.joined(scene.polyline(((-length / 2, y), (length / 2, y))) for y in edges)
    return Pieces(
        "racks",
        "racks",
        lambda width: Cutout("rectangle", width, height),
        length,
        tuple(Piece(f"rack-{k}", f"rack {k}") for k in range(1, MOST + 1)),
        partial(_rack, tile=size, height=height),
        folds=folds,
        shares_edges=False,
    )


def _rack(piece: Piece, stance: Stance, *, tile: float, height: float) -> tuple[scene.Item, ...]:
    theme, half = stance.theme, stance.size / 2
    ground = Box(-half, -height / 2, half, height / 2).grown(stance.bleed)
    ink, size = theme.role("muted"), min(3.0, tile * 0.14)
    ledge = -height / 2 + (_LIP + _LEDGE / 2) * tile
    slope = -height / 2 + (_LIP + _LEDGE + _SLOPE / 2) * tile
    back = -height / 2 + (_LIP + _LEDGE + _SLOPE + _BACK / 2) * tile
    foot = height / 2 - _FOOT * tile / 2
    name = scene.centred(0, 0, "Aathenuo", size * 2.2, fill=ink, bold=True)
    glue, fold = (
        "foot: glue this side under the ledge",
        "fold along all dashed lines, the lip upwards",
    )
    return (
        scene.Path(scene.rectangle(ground), theme.role("board")),
        scene.centred(0, ledge, "ledge: the tiles stand here", size, fill=ink),
        scene.centred(0, slope, piece.id[-1], size * 2.2, fill=ink),
        scene.Group((name,), Transform(-1, 0, 0, -1, 0, back)),
        scene.centred(0, foot - size, glue, size, fill=ink),
        scene.centred(0, foot + size, fold, size, fill=ink),
    )


def laid(position: AathenuoPosition) -> tuple[Laid, ...]:
    """Return the tiles on the table, square beside square about its middle."""
    cells = position.table.cells
    columns, rows = span(cells)
    return tuple(
        Laid(tile, Point(column - (columns - 1) / 2, row - (rows - 1) / 2))
        for (column, row), tile in sorted(cells.items())
    )
