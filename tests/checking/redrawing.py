"""Our own pictures drawn by other means that look the same: what a drawing program makes of them.

Each redrawing turns one filled or stroked item into others; :func:`redrawn` applies it all through
a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.drawing import scene
from engine.geometry.plane import Box, Point

Redraw = Callable[[scene.Path], Sequence[scene.Item]]


def redrawn(items: Sequence[scene.Item], redraw: Redraw) -> tuple[scene.Item, ...]:
    """Return items with every path and circle redrawn, those of patterns and symbols too."""
    return tuple(new for item in items for new in _redrawn(item, redraw))


def _redrawn(item: scene.Item, redraw: Redraw) -> Sequence[scene.Item]:
    if isinstance(item, scene.Group):
        return [item._replace(items=redrawn(item.items, redraw))]
    if isinstance(item, scene.Use):
        return [scene.Group(redrawn(item.symbol.items, redraw), item.transform)]
    if isinstance(item, scene.Circle):
        outline = scene.disc(item.radius, Point(item.x, item.y))
        return _redrawn(scene.Path(outline, item.fill, item.stroke), redraw)
    if isinstance(item, scene.Path) and isinstance(item.fill, scene.Pattern):
        return redrawn(scene.resolved(item), redraw)
    return redraw(item) if isinstance(item, scene.Path) else [item]


def without_curves(path: scene.Path) -> Sequence[scene.Item]:
    """Draw arcs as short straight lines, a hundredth of a millimetre off at most."""
    if not any(isinstance(segment, scene.ArcTo) for segment in path.outline):
        return [path]
    is_closed = isinstance(path.outline[-1], scene.Close) or path.fill
    shape = scene.polygon if is_closed else scene.polyline
    parts = [part for part in scene.flattened(path.outline) if len(part) > 1]
    return [path._replace(outline=scene.joined(map(shape, parts)))]


def bar(a: Point, b: Point, width: float, longer: bool) -> scene.Outline:
    """Return the rectangle along a line, perhaps longer by half its width at both ends."""
    x, y = ((to - at) / a.distance(b) for at, to in zip(a, b, strict=True))
    w = width / 2
    reach = w if longer else 0.0
    one, other = a.moved(-x * reach, -y * reach), b.moved(x * reach, y * reach)
    return scene.polygon(
        (one.moved(-y * w, x * w), other.moved(-y * w, x * w),
         other.moved(y * w, -x * w), one.moved(y * w, -x * w))
    )  # fmt: skip


def off_colour(path: scene.Path) -> Sequence[scene.Item]:
    """Draw colours two levels of 255 off, as colour management leaves them."""

    def off(colour: str) -> str:
        levels = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
        return "#" + "".join(f"{n - 2 if n > 127 else n + 2:02x}" for n in levels)

    stroke = path.stroke
    if stroke is not None and stroke.colour not in scene.SPOT_COLOURS:
        stroke = stroke._replace(colour=off(stroke.colour))
    return [
        path._replace(fill=off(path.fill) if isinstance(path.fill, str) else None, stroke=stroke)
    ]


def through_clips(path: scene.Path) -> Sequence[scene.Item]:
    """Draw what is filled as a rectangle through a clip of its outline."""
    if not path.fill:
        return [path]
    box = scene.outline_box(path.outline)
    paint = scene.Path(scene.rectangle(Box(*box).grown(5.0)), path.fill)
    edge = [path._replace(fill=None)] if path.stroke else []
    return [scene.Group((paint,), clip=path.outline), *edge]
