"""What lies within a window on a drawing: all else is left out, so that a part costs a part.

Whatever could show is kept, cut to the window by whoever draws it.  Large shapes are kept by
their parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.drawing.scene import (
    ArcTo,
    BendTo,
    Circle,
    Close,
    Group,
    Item,
    MoveTo,
    Outline,
    Path,
    Segment,
    Text,
    Use,
    outline_box,
    subpaths,
    walk,
)
from engine.geometry.plane import IDENTITY, Box, Point, Transform, bounds


def within(items: Iterable[Item], window: Box) -> tuple[Item, ...]:
    """Return what of the items may show in a window."""
    return tuple(one for item in items if (one := _kept(item, window)) is not None)


def readable(layers: Iterable[Item], window: Box) -> Iterator[Item]:
    """Yield layers without the game's texts, with their plates, whose middles lie outside a window.

    An author's marks stay, cut or not.
    """
    for layer in layers:
        if isinstance(layer, Group) and not layer.name.startswith("mark"):
            kept = tuple(item for item in layer.items if _is_readable(item, window))
            yield layer._replace(items=kept)
        else:
            yield layer


def _is_readable(item: Item, window: Box) -> bool:
    """Tell whether an item is no text of which a part only would show."""
    if isinstance(item, Group) and item.em is not None:
        return all(_is_readable(one, window) for one in item.items)
    return not isinstance(item, Text) or window.holds(Box(*item.middle, *item.middle))


def seen(items: Iterable[Item], window: Box, large: float) -> Iterator[Item]:
    """Yield the items, and those within them, whose middles lie in a window.

    Of what is wider or higher than ``large``, such as an area, any part in the window is enough.
    """
    for item in items:
        if isinstance(item, Group):
            inner = [*seen(item.items, _seen_from(item.transform, window), large)]
            yield from [item, *inner] if inner else ()
        elif any(_is_seen(box, window, large) for box in boxes(item)):
            yield from walk([item])


def _is_seen(box: Box, window: Box, large: float) -> bool:
    """Tell whether the middle of a box lies in a window, or some of it if it is large."""
    if max(box.width, box.height) > large:
        return box.meets(window)
    return window.holds(Box(*box.centre, *box.centre))


def boxes(item: Item) -> list[Box]:
    """Return the boxes round an item, of a path round each of its parts."""
    if isinstance(item, Path):
        return [_box(part) for part in subpaths(item.outline)]
    if isinstance(item, Circle):
        return [Box(item.x, item.y, item.x, item.y).grown(item.radius)]
    if isinstance(item, Text):
        return [Box(item.x, item.y, item.x, item.y)]
    parts = item.symbol.items if isinstance(item, Use) else item.items
    corners = [c for part in parts for box in boxes(part) for c in box.corners()]
    return [bounds(item.transform.apply(corner) for corner in corners)] if corners else []


def _kept(item: Item, window: Box) -> Item | None:
    if isinstance(item, Path):
        return _path(item, window)
    if isinstance(item, Circle):
        reach = item.radius + (item.stroke.width if item.stroke else 0.0)
        return item if Box(item.x, item.y, item.x, item.y).grown(reach).meets(window) else None
    if isinstance(item, Text):
        reach = len(item.text) * item.size
        return item if Box(item.x, item.y, item.x, item.y).grown(reach).meets(window) else None
    parts = item.symbol.items if isinstance(item, Use) else item.items
    inside = within(parts, _seen_from(item.transform, window))
    if isinstance(item, Use) and 2 * _weight(inside) <= _weight(parts):
        return Group(inside, item.transform, name=item.name) if inside else None
    if isinstance(item, Use) or item.em is not None:  # a text and its plate go together
        return item if inside else None
    if not inside or (item.clip and not _moved(item.clip, item.transform).meets(window)):
        return None
    return item if inside == item.items else item._replace(items=inside)


def _weight(items: Sequence[Item]) -> int:
    """Return about how much items cost to write; a symbol is shared unless a part costs less."""
    return sum(1 + len(getattr(item, "outline", ())) for item in walk(items))


def _path(path: Path, window: Box) -> Path | None:
    reach = 0.0
    if path.stroke is not None:
        reach = path.stroke.width * (2.0 if path.stroke.join == "miter" else 0.5)
    parts = [part for part in subpaths(path.outline) if _box(part).grown(reach).meets(window)]
    kept: list[Segment] = [segment for part in parts for segment in part]
    if not kept:
        return None
    if len(kept) == len(path.outline):
        return path
    return path._replace(outline=tuple(kept))


def _box(part: Outline) -> Box:
    """Return the box round a part of an outline."""
    if any(isinstance(segment, ArcTo | BendTo) for segment in part):
        return outline_box(part)
    ends = (Point(s.x, s.y) for s in part if not isinstance(s, Close))
    return bounds(ends) if part and isinstance(part[0], MoveTo) else outline_box(part)


def _moved(outline: Outline, by: Transform) -> Box:
    return bounds(by.apply(corner) for corner in _box(outline).corners())


def _seen_from(transform: Transform, window: Box) -> Box:
    """Return the window in the frame of what is moved."""
    if transform == IDENTITY:
        return window
    back = transform.inverse()
    return bounds(back.apply(corner) for corner in window.corners())
