"""Pictures that follow each other, such as the positions of a game: what stays is written once.

From one picture of a game to the next little changes, so scenes are rewritten to be made of
symbols they share.  Lines of one paint may be drawn in any order; each is kept with those that
stay equally long.  Everything else keeps its order, in bundles that most pictures share.
Nothing here knows a game, or how a scene is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, count, groupby
from typing import NamedTuple

from engine.drawing.scene import Group, Item, MoveTo, Outline, Path, Scene, Stroke, Symbol, Use

#: Bundles hold four items on average; a list this short needs none.
_FEW, _BUNDLE = 6, 4


def shared(scenes: Sequence[Scene]) -> list[Scene]:
    """Return scenes that look the same and draw by common symbols what they have in common.

    Lines under an opacity that cross each other may look darker there than before.
    """
    lines = _Lines(scenes)
    parts = _Parts()
    return [
        scene._replace(items=parts.rewritten(lines.replaced(scene.items, index)))
        for index, scene in enumerate(scenes)
    ]


# ---------------------------------------------------------------------------------- lines


class _Family(NamedTuple):
    """What lines have in common that may be drawn together; ``nth`` counts equals in a scene."""

    stroke: Stroke
    name: str
    nth: int


class _Node(NamedTuple):
    """A stretch of ``size`` scenes from ``first`` on, both as in a binary tree over all scenes."""

    first: int
    size: int


class _Lines:
    """The lines of all scenes, each at the nodes that make up the stretches of scenes it is in.

    A scene draws the nodes above it, one of each size: so a line that stays is written a few
    times, however many scenes it is in.
    """

    def __init__(self, scenes: Sequence[Scene]) -> None:
        found: dict[_Family, dict[Outline, list[int]]] = defaultdict(lambda: defaultdict(list))
        for index, scene in enumerate(scenes):
            for family, path in _families(scene.items):
                for line in _single(path.outline):
                    found[family][line].append(index)
        self._sizes = [1 << k for k in reversed(range(len(scenes).bit_length()))]
        self._uses = {family: _at_nodes(family, lines) for family, lines in found.items()}

    def replaced(self, items: Sequence[Item], index: int) -> tuple[Item, ...]:
        """Return the items of the scene with an index from 0, with the lines as symbols."""
        return self._replaced(items, index, defaultdict(count))

    def _replaced(
        self, items: Sequence[Item], index: int, seen: dict[Hashable, count[int]]
    ) -> tuple[Item, ...]:
        found: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                found.append(item._replace(items=self._replaced(item.items, index, seen)))
            elif isinstance(item, Path) and (paint := _paint(item)):
                uses = self._uses[_Family(*paint, next(seen[paint]))]
                nodes = (_Node(index - index % size, size) for size in self._sizes)
                found += (uses[node] for node in nodes if node in uses)
            else:
                found.append(item)
        return tuple(found)


def _paint(path: Path) -> tuple[Stroke, str] | None:
    """Return the paint of a path of nothing but lines, None for others."""
    return (path.stroke, path.name) if path.fill is None and path.stroke else None


def _families(items: Sequence[Item]) -> Iterator[tuple[_Family, Path]]:
    """Yield the paths of nothing but lines, as :meth:`_Lines.replaced` meets them."""
    seen: dict[Hashable, count[int]] = defaultdict(count)
    stack = list(reversed(items))
    while stack:
        item = stack.pop()
        if isinstance(item, Group):
            stack.extend(reversed(item.items))
        elif isinstance(item, Path) and (paint := _paint(item)):
            yield _Family(*paint, next(seen[paint])), item


def _single(outline: Outline) -> Iterator[Outline]:
    """Yield an outline's subpaths."""
    begin = 0
    for index, segment in enumerate(outline):
        if index and type(segment) is MoveTo:
            yield outline[begin:index]
            begin = index
    yield outline[begin:]


def _at_nodes(family: _Family, scenes: dict[Outline, list[int]]) -> dict[_Node, Item]:
    """Return what draws the lines at each node: a symbol's use, or a path where but one does."""
    outlines: dict[_Node, list[Outline]] = defaultdict(list)
    for line, indices in scenes.items():
        for first, last in _runs(indices):
            for node in _nodes(first, last):
                outlines[node].append(line)
    found: dict[_Node, Item] = {}
    for node, lines in outlines.items():
        path = Path(tuple(chain.from_iterable(lines)), None, family.stroke, family.name)
        found[node] = path if node.size == 1 else Use(Symbol("lines", (path,)))
    return found


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield stretches of rising numbers without a gap as first and last."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        stretch = [number for _, number in run]
        yield stretch[0], stretch[-1]


def _nodes(first: int, last: int) -> Iterator[_Node]:
    """Yield the fewest nodes that together are the scenes from ``first`` to ``last``."""
    while first <= last:
        size = (first & -first) or 1 << last.bit_length()
        while first + size - 1 > last:
            size //= 2
        yield _Node(first, size)
        first += size


# ---------------------------------------------------------------------------- items in order


class _Parts:
    """Everything drawn so far, numbered, and the symbols made of it."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._uses: dict[int, Use] = {}
        self._met: set[int] = set()
        #: id(symbol) -> its number; whoever calls holds the symbols, so that ids stay theirs.
        self._symbols: dict[int, int] = {}

    def rewritten(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return items in the same order, groups and long lists as uses of symbols."""
        return tuple(item for _, item in self._bundled([self._known(item) for item in items]))

    def _known(self, item: Item) -> tuple[int, Item]:
        """Return an item's number and what to draw: itself when first met, then a symbol's use."""
        if isinstance(item, Group):
            inner = self._bundled([self._known(part) for part in item.items])
            number = self._number((item._replace(items=()), *(number for number, _ in inner)))
            item = item._replace(items=tuple(part for _, part in inner))
        else:
            number = self._number(self._key(item))
        if number not in self._met or (isinstance(item, Use) and item == Use(item.symbol)):
            self._met.add(number)
            return number, item
        if number not in self._uses:
            self._uses[number] = _use([item])
        return number, self._uses[number]

    def _key(self, item: Item) -> Hashable:
        """Return what tells an item from all others, by content alone."""
        if isinstance(item, Use):
            return (self._symbol(item.symbol), *item[1:])
        if isinstance(item, Group):
            return (item._replace(items=()), *map(self._key, item.items))
        if isinstance(item, Path):  # segments of different kinds may be equal as tuples
            return (item, *map(type, item.outline))
        return item

    def _symbol(self, symbol: Symbol) -> int:
        """Return a symbol's number, the same for all that are alike."""
        if id(symbol) not in self._symbols:
            key = (symbol.key, *map(self._key, symbol.items))
            self._symbols[id(symbol)] = self._number(key)
        return self._symbols[id(symbol)]

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _bundled(self, items: list[tuple[int, Item]]) -> list[tuple[int, Item]]:
        """Return items in bundles of bundles.

        A bundle ends after an item whose number says so, wherever it stands: so a new item
        changes one bundle and leaves the others as they were.
        """
        while len(items) > _FEW:
            bundles: list[list[tuple[int, Item]]] = [[]]
            for pair in items:
                bundles[-1].append(pair)
                if _is_last(pair[0]):
                    bundles.append([])
            before, items = items, [self._bundle(b) for b in bundles if b]
            if len(items) == len(before):
                break
        return items

    def _bundle(self, items: list[tuple[int, Item]]) -> tuple[int, Item]:
        if len(items) == 1:
            return items[0]
        number = self._number(tuple(number for number, _ in items))
        if number not in self._uses:
            self._uses[number] = _use(item for _, item in items)
        return number, self._uses[number]


def _is_last(number: int) -> bool:
    """Tell whether a bundle ends after the item of this number (a multiplicative hash)."""
    return number * 2654435761 % (1 << 32) >> 16 < (1 << 16) // _BUNDLE


def _use(items: Iterable[Item]) -> Use:
    return Use(Symbol("part", tuple(items)))
