"""A drawing seen from another side of the table: the board turns, what is read stays upright.

It knows drawings and their items, and neither games nor figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.diagram import Drawing, NamedPlace, Rim
from engine.drawing.scene import Circle, Group, Item, Path, Pattern, Symbol, Text, Use, walk
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
        layers = (*drawing.board, *drawing.pieces)
        whole = _whole(item for item in layers if not made._is_beside(item))
        air = min(a - b for a, b in zip(whole[:2], drawing.box[:2], strict=True))
        after = _whole(item for item in made._items(layers) if not made._is_beside(item)).grown(air)
        down = drawing.box.bottom - after.bottom
        return cls(drawing, degrees, Transform.translation(0, down) @ turn, after.moved(0, down))

    def drawing(self) -> Drawing:
        """Return the drawing turned."""
        one = self.of_drawing
        apart = one.apart
        rims, sides = self._rims()
        return one._replace(
            box=self.box,
            place=lambda name: self._place(one.place(name)),
            board=self._items(one.board),
            pieces=self._items(one.pieces),
            overlays=self._items(one.overlays),
            labels=self._items(one.labels),
            plates=self._items(one.plates),
            rims=rims,
            sides=tuple(dict.fromkeys(sides.get(side, side) for side in one.sides)),
            cells=one.cells and self.box.grown(one.box.left - one.cells.left),
            apart=apart and (lambda gap: turned(apart(gap), self.degrees)),
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
    if isinstance(item, Path):
        return item._replace(outline=scene.transformed(item.outline, by))
    if isinstance(item, Circle):
        x, y = by.apply((item.x, item.y))
        return item._replace(x=x, y=y)
    if isinstance(item, Text):
        return _moved(item, _middle(item), by)
    if isinstance(item, Group) and item.em is not None and item.transform == IDENTITY:
        return _sign(item, by)
    if isinstance(item, Group) and item.transform == IDENTITY:
        inside, move = by, IDENTITY
    else:
        inside, move = _parted(by, item.transform)
    if isinstance(item, Use):
        if not _is_upright(item.symbol.items):
            return item._replace(transform=by @ item.transform)
        rounded = Transform(*(round(part, 9) for part in inside))  # one symbol for all like it
        return item._replace(symbol=_symbol(item.symbol, rounded), transform=move)
    clip = item.clip and scene.transformed(item.clip, inside)
    items = tuple(_item(one, inside) for one in item.items)
    return item._replace(items=items, transform=move, clip=clip)


def _parted(by: Transform, of: Transform) -> tuple[Transform, Transform]:
    """Return a turn of what is moved as one within, and how that is moved: neither turns the other."""
    frame, turn = of._replace(e=0.0, f=0.0), by._replace(e=0.0, f=0.0)
    inside = frame.inverse() @ turn @ frame
    x, y = by.apply((of.e, of.f))
    return inside, of._replace(e=x, f=y)


def _is_upright(items: Sequence[Item]) -> bool:
    return any(
        isinstance(one, Text) or isinstance(getattr(one, "fill", None), Pattern)
        for one in walk(items)
    )


@scene.by_symbol
def _symbol(symbol: Symbol, by: Transform) -> Symbol:
    return symbol._replace(items=tuple(_item(one, by) for one in symbol.items))


def _middle(text: Text) -> Point:
    half = fonts.width(text.text, text.size, text.bold, text.font) / 2
    return text.middle.moved({"start": half, "middle": 0.0, "end": -half}[text.anchor], 0.0)


def _moved(text: Text, middle: Point, by: Transform) -> Text:
    x, y = by.apply(middle)
    return text._replace(x=text.x + x - middle.x, y=text.y + y - middle.y)


def _sign(group: Group, by: Transform) -> Group:
    (text,) = (one for one in group.items if isinstance(one, Text))
    middle = _middle(text)
    x, y = by.apply(middle)
    move = Transform.translation(x - middle.x, y - middle.y)
    items = tuple(
        _moved(one, middle, by)
        if isinstance(one, Text)
        else one._replace(outline=scene.transformed(one.outline, move))
        if isinstance(one, Path)
        else Group((one,), move)
        for one in group.items
    )
    return group._replace(items=items, pinned=group.pinned and move.apply(group.pinned))
