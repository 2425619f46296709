"""A drawing seen from another side of the table: the board turns, what is read stays upright.

It knows drawings and their items, and neither games nor figures.
"""

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

    Raises OptionError for an angle at which cells would not lie on cells.
    """
    step = _step(drawing)
    if degrees % step:
        raise OptionError(f"this board turns by {step} degrees or a multiple, not by {degrees}")
    if not degrees % 360:
        return drawing
    return _Turning.of(drawing, degrees).drawing()


def degrees_of(drawing: Drawing, player: str, players: Sequence[str]) -> int:
    """Return how far a board turns for a player to sit below; they sit clockwise, the first below.

    Raises OptionError for who does not play.
    """
    if player not in players:
        raise OptionError(f"no player '{player}' here; the players are {listed(players)}")
    step = _step(drawing)
    return -step * round(players.index(player) * 360 / len(players) / step) % 360


def _step(drawing: Drawing) -> int:
    """Return by how many degrees a board turns onto itself: lines of squares leave it straight."""
    is_square = drawing.rims and all(0 in rim.along for rim in drawing.rims.values())
    return 90 if is_square else 60


class _Turning(NamedTuple):
    """A drawing, the turn of its board, and the boxes of that before and after."""

    of_drawing: Drawing
    degrees: int
    by: Transform
    box: Box

    @classmethod
    def of(cls, drawing: Drawing, degrees: int) -> _Turning:
        """Return the turn about the middle of the board, which ends where it did."""
        x, y = drawing.box.centre
        turn = Transform.translation(x, y) @ Transform.rotation(degrees)
        turn = turn @ Transform.translation(-x, -y)
        made = cls(drawing, degrees, turn, drawing.box)
        layers = (*drawing.board, *drawing.pieces, *drawing.overlays)
        whole = _whole(item for item in layers if not made._is_beside(item))
        air = min(a - b for a, b in zip(whole[:2], drawing.box[:2], strict=True))
        after = _whole(item for item in made._items(layers) if not made._is_beside(item)).grown(air)
        down = drawing.box.bottom - after.bottom
        return cls(drawing, degrees, Transform.translation(0, down) @ turn, after.moved(0, down))

    def drawing(self) -> Drawing:
        """Return the drawing turned."""
        one, (rims, sides) = self.of_drawing, self._rims()
        is_square = _step(one) == 90
        return one._replace(
            box=self.box,
            place=lambda name: self._place(one.place(name)),
            board=self._items(one.board),
            pieces=self._items(one.pieces),
            overlays=self._items(one.overlays),
            labels=self._items(one.labels),
            plates=self._items(one.plates),
            rims=rims,
            sides=one.sides if is_square else tuple(sides.get(side, side) for side in one.sides),
            cells=one.cells and self.box.grown(one.box.left - one.cells.left),
            obstacles=self._discs(one.obstacles),
            read=self._discs(one.read),
        )

    def _is_beside(self, item: Item) -> bool:
        boxes = scene.boxes(item)
        beside = self.of_drawing.beside
        return bool(beside and boxes and beside.has(reduce(Box.union, boxes).centre))

    def _items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(i if self._is_beside(i) else _item(i, self.by) for i in items)

    def _point(self, at: Point) -> Point:
        beside = self.of_drawing.beside
        return at if beside and beside.has(at) else self.by.apply(at)

    def _discs(self, discs: Iterable[tuple[Point, float]]) -> tuple[tuple[Point, float], ...]:
        return tuple((self._point(at), radius) for at, radius in discs)

    def _place(self, place: NamedPlace) -> NamedPlace:
        if self._point(place.centre) == place.centre:
            return place
        outline, free = (tuple(map(self.by.apply, at)) for at in (place.outline, place.free))
        return place._replace(centre=self.by.apply(place.centre), outline=outline, free=free)

    def _rims(self) -> tuple[dict[str, Rim], dict[str, str]]:
        """Return the labels of each side, and to which side those of a side come; each has another."""
        rims, sides, free = {}, {}, ["left", "right", "top", "bottom"]
        for side, rim in self.of_drawing.rims.items():
            x, y = along = Transform.rotation(self.degrees).apply(rim.along)
            outward = {"left": -x, "right": x, "top": -y, "bottom": y}
            sides[side] = max(free, key=lambda one: round(outward[one], 6))
            free.remove(sides[side])
            labels = tuple((self.by.apply(at), text) for at, text in rim.labels)
            rims[sides[side]] = Rim(labels, along)
        return rims, sides


def _whole(items: Iterable[Item]) -> Box:
    return reduce(Box.union, (box for item in items for box in scene.boxes(item)))


def _item(item: Item, by: Transform) -> Item:
    """Return an item turned; texts, with their plates, are only moved, and patterns keep their angles."""
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
    if item.transform == IDENTITY:
        inside, move = by, IDENTITY
    else:  # what is moved turns within, and its place round the board's middle
        frame, turn = (t._replace(e=0.0, f=0.0) for t in (item.transform, by))
        inside = frame.inverse() @ turn @ frame
        x, y = by.apply(item.transform[4:])
        move = item.transform._replace(e=x, f=y)
    if isinstance(item, Use):
        rounded = Transform(*(round(part, 9) for part in inside))  # one symbol for all like it
        return item._replace(symbol=_symbol(item.symbol, rounded), transform=move)
    clip = item.clip and scene.transformed(item.clip, inside)
    items = tuple(_item(one, inside) for one in item.items)
    return item._replace(items=items, transform=move, clip=clip)


@scene.by_symbol
def _symbol(symbol: Symbol, by: Transform) -> Symbol:
    return symbol._replace(items=tuple(_item(one, by) for one in symbol.items))


def _shift(text: Text, lying: Transform, by: Transform) -> Transform:
    """Return how far a text's middle moves."""
    half = fonts.width(text.text, text.size, text.bold, text.font) / 2
    aside = {"start": half, "middle": 0.0, "end": -half}[text.anchor]
    middle = lying.apply(text.middle.moved(aside, 0.0))
    x, y = by.apply(middle)
    return Transform.translation(x - middle.x, y - middle.y)
