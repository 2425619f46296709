"""Pictures made legible at the size they are printed: no line too thin, no letter too small.

Lines are widened to a quarter of a point, letters grow to five points where their place allows it,
and what has no place is left out and counted.  Nothing here knows a game, a layout or a file.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from engine.drawing import scene
from engine.drawing.scene import Circle, Group, Item, Path, Pattern, Symbol, Text
from engine.drawing.theme import HAIRLINE
from engine.geometry.plane import Transform

#: The smallest text that is printed: five points, in millimetres.
LEAST_EM = 5 * 25.4 / 72

#: What is written as this size may have lost as much to rounding, which this width makes up for.
_SLACK, _THIN = 1e-3, 1.01 * HAIRLINE

Holder = TypeVar("Holder", Group, Symbol)


def printed_em(text: Text, scale: float, size: float = 0.0) -> tuple[float, bool]:
    """Return a text's em, as drawn, at a scale, and whether it has room: ``size`` mm in 40 % of it."""
    high, most = size or text.size * scale, text.most
    if size and most:
        high = min(size, 0.4 * most * scale)
    em, least = max(high, LEAST_EM) / scale, LEAST_EM / scale
    if most and em > most:
        em = max(most, least)
    return em, not most or em <= most + _SLACK


class Fitting:
    """Fits items that are shown ``scale`` times as large; counts by name the texts it left out, labels singly."""

    def __init__(self, scale: float, left_out: Counter[str] | None = None) -> None:
        self.scale = scale
        self.left_out = Counter[str]() if left_out is None else left_out

    def items(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(one for item in items if (one := self._item(item)) is not None)

    def _item(self, item: Item) -> Item | None:
        if isinstance(item, (Path, Circle)):
            return self._shape(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Group) and item.em is not None:
            return self._sign(item, item.em)
        inside = self.scale * math.sqrt(abs(item.transform.determinant))
        if isinstance(item, Group):
            return _fitted(item, Fitting(inside, self.left_out))
        symbol, lost = _fitted_symbol(item.symbol, round(inside, 6))
        self.left_out.update(lost)
        return item if symbol is item.symbol else item._replace(symbol=symbol)

    def _shape(self, shape: Path | Circle) -> Path | Circle:
        fill, stroke, least = shape.fill, shape.stroke, _THIN / self.scale
        if isinstance(fill, Pattern) and fill.width < least - 1e-9 / self.scale:
            fill = fill._replace(width=least, pitch=fill.pitch * least / fill.width)
        if stroke and stroke.width < least - 1e-9 / self.scale:
            dash = tuple(part * least / stroke.width for part in stroke.dash)
            stroke = stroke._replace(width=least, dash=dash)
        if fill is shape.fill and stroke is shape.stroke:
            return shape
        return shape._replace(fill=fill, stroke=stroke)

    def _text(self, text: Text) -> Text | None:
        size = self._em(text)
        if size is None:
            return None
        if size <= text.size:
            return text
        return text._replace(size=size, y=text.y + (size - text.size) * scene.CAP_HEIGHT / 2)

    def _em(self, text: Text, size: float = 0.0) -> float | None:
        em, has_room = printed_em(text, self.scale, size)
        if has_room:
            return em
        own = text.name not in ("", "text")
        self.left_out[text.name if own else f"label {text.text}"] += 1
        return None

    def _sign(self, group: Group, size: float) -> Group | None:
        (text,) = (item for item in group.items if isinstance(item, Text))
        em = self._em(text, size)
        if em is None:
            return None
        factor = em / text.size
        x, y = group.pinned or text.middle
        about = Transform(factor, 0.0, 0.0, factor, x * (1 - factor), y * (1 - factor))
        inner = Fitting(self.scale * factor).items(group.items)
        move = group.transform @ about if factor != 1 else group.transform
        return group._replace(items=inner, transform=move, em=None, pinned=None)


@scene.by_identity
def _fitted_symbol(symbol: Symbol, scale: float) -> tuple[Symbol, Counter[str]]:
    inside = Fitting(scale)
    return _fitted(symbol, inside), inside.left_out


def _fitted(holder: Holder, inside: Fitting) -> Holder:
    items = inside.items(holder.items)
    same = len(items) == len(holder.items) and all(map(operator.is_, items, holder.items))
    return holder if same else holder._replace(items=items)
