"""A drawing seen from another side of the table: the board turns, what is read stays upright."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.diagram import Drawing, NamedPlace, Rim
from engine.drawing.scene import Circle, Group, Item, Path, Symbol, Text, Use
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Box, Point, Transform
from engine.words import listed


def turned(drawing: Drawing, degrees: int) -> Drawing:
    """Return a drawing whose board is turned clockwise by an angle at which cells lie on cells.

    The board turns about its middle and ends below where it did.  Raises OptionError for an angle
    at which cells would not lie on cells.
    """
    step = _step(drawing)
    if degrees % step:
        raise OptionError(f"this board turns by {step} degrees or a multiple, not by {degrees}")
    if not degrees % 360:
        return drawing
    x, y = drawing.box.centre
    about = Transform.translation(x, y) @ Transform.rotation(degrees)
    turn = _Turn(about @ Transform.translation(-x, -y), drawing.beside)
    layers = (*drawing.board, *drawing.pieces, *drawing.overlays)
    board = [item for item in layers if not turn.is_beside(item)]
    air = min(a - b for a, b in zip(_whole(board)[:2], drawing.box[:2], strict=True))
    box = _whole(turn.items(board)).grown(air)
    down = drawing.box.bottom - box.bottom
    turn, box = turn._replace(by=Transform.translation(0, down) @ turn.by), box.moved(0, down)
    rims, sides = {side: turn.rim(rim) for side, rim in drawing.rims.items()}, drawing.sides
    if step == 90:  # labels stay on their sides, and change their lines of cells
        ways = {tuple(rim.along): side for side, rim in rims.items()}
        sides = tuple(ways[tuple(drawing.rims[side].along)] for side in sides)
    return drawing._replace(
        box=box,
        place=lambda name: turn.place(drawing.place(name)),
        board=turn.items(drawing.board),
        pieces=turn.items(drawing.pieces),
        overlays=turn.items(drawing.overlays),
        labels=turn.items(drawing.labels),
        plates=turn.items(drawing.plates),
        rims=rims,
        sides=sides,
        cells=drawing.cells and box.grown(drawing.box.left - drawing.cells.left),
        obstacles=turn.discs(drawing.obstacles),
        read=turn.discs(drawing.read),
    )


def degrees_of(drawing: Drawing, player: str, players: Sequence[str]) -> int:
    """Return how far a board turns for a player to sit below; they sit clockwise, the first below."""
    if player not in players:
        raise OptionError(f"no player '{player}' here; the players are {listed(players)}")
    step = _step(drawing)
    return -step * round(players.index(player) * 360 / len(players) / step) % 360


def _step(drawing: Drawing) -> int:
    """Return by how many degrees a board turns onto itself: lines of squares leave it straight."""
    is_square = drawing.rims and all(0 in rim.along for rim in drawing.rims.values())
    return 90 if is_square else 60


def _whole(items: Iterable[Item]) -> Box:
    return reduce(Box.union, (box for item in items for box in scene.boxes(item)))


class _Turn(NamedTuple):
    by: Transform
    beside: Box | None

    def is_beside(self, item: Item) -> bool:
        boxes = scene.boxes(item)
        return bool(self.beside and boxes and self.beside.has(reduce(Box.union, boxes).centre))

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(item if self.is_beside(item) else _item(item, self.by) for item in items)

    def point(self, at: Point) -> Point:
        return at if self.beside and self.beside.has(at) else self.by.apply(at)

    def discs(self, discs: Iterable[tuple[Point, float]]) -> tuple[tuple[Point, float], ...]:
        return tuple((self.point(at), radius) for at, radius in discs)

    def place(self, place: NamedPlace) -> NamedPlace:
        if (centre := self.point(place.centre)) == place.centre:
            return place
        outline, free = (tuple(map(self.by.apply, at)) for at in (place.outline, place.free))
        return place._replace(centre=centre, outline=outline, free=free)

    def rim(self, rim: Rim) -> Rim:
        labels = tuple((self.by.apply(at), text) for at, text in rim.labels)
        return Rim(labels, self.by._replace(e=0.0, f=0.0).apply(rim.along))


def _item(item: Item, by: Transform) -> Item:
    if isinstance(item, Path):
        return item._replace(outline=scene.transformed(item.outline, by))
    if isinstance(item, Circle):
        x, y = by.apply((item.x, item.y))
        return item._replace(x=x, y=y)
    if isinstance(item, Text):
        x, y = _shift(item, IDENTITY, by).apply((item.x, item.y))
        return item._replace(x=x, y=y)
    if isinstance(item, Group) and item.em is not None:
        (text,) = (one for one in item.items if isinstance(one, Text))
        return item._replace(transform=_shift(text, item.transform, by) @ item.transform)
    # What is moved turns within, and its place round the board's middle.
    frame, turn = (t._replace(e=0.0, f=0.0) for t in (item.transform, by))
    x, y = by.apply(item.transform[4:])
    inside, move = frame.inverse() @ turn @ frame, item.transform._replace(e=x, f=y)
    if item.transform == IDENTITY:
        inside, move = by, IDENTITY
    if isinstance(item, Use):
        rounded = Transform(*(round(part, 9) for part in inside))  # one symbol for all like it
        return item._replace(symbol=_symbol(item.symbol, rounded), transform=move)
    clip = item.clip and scene.transformed(item.clip, inside)
    items = tuple(_item(one, inside) for one in item.items)
    return item._replace(items=items, transform=move, clip=clip)


@scene.by_identity
def _symbol(symbol: Symbol, by: Transform) -> Symbol:
    return symbol._replace(items=tuple(_item(one, by) for one in symbol.items))


def _shift(text: Text, lying: Transform, by: Transform) -> Transform:
    half = fonts.width(text.text, text.size, text.bold, text.font) / 2
    aside = {"start": half, "middle": 0.0, "end": -half}[text.anchor]
    middle = lying.apply(text.middle.moved(aside, 0.0))
    x, y = by.apply(middle)
    return Transform.translation(x - middle.x, y - middle.y)
