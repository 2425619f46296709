"""Drawings whose texts take their letters from fonts that are named, whoever drew them.

Whoever draws numbers and labels need not know of fonts; nothing here knows what they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.drawing.fonts import Font
from engine.drawing.scene import Group, Item, Symbol, Text, Use

#: Symbols lettered already: (id(symbol), font) -> (the symbol, what became of it).
_LETTERED: dict[tuple[int, Font], tuple[Symbol, Symbol]] = {}
_MOST = 4096


def lettered(items: Iterable[Item], font: Font) -> tuple[Item, ...]:
    """Return items with ``font`` for all texts that have none of their own."""
    if not font:
        return tuple(items)
    return tuple(_item(item, font) for item in items)


def _item(item: Item, font: Font) -> Item:
    if isinstance(item, Text):
        return item if item.font else item._replace(font=font)
    if isinstance(item, Group):
        return item._replace(items=lettered(item.items, font))
    if isinstance(item, Use):
        return item._replace(symbol=_symbol(item.symbol, font))
    return item


def _symbol(symbol: Symbol, font: Font) -> Symbol:
    """Return a symbol lettered, the same one each time."""
    known = _LETTERED.get((id(symbol), font))
    if known is None:
        if len(_LETTERED) >= _MOST:
            _LETTERED.clear()
        known = (symbol, symbol._replace(items=lettered(symbol.items, font)))
        _LETTERED[id(symbol), font] = known
    return known[1]
