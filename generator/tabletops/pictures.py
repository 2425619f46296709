"""Scenes as the small PNG files that tabletop programs load, made by the one drawing.

The longer sides are powers of two, as graphics cards like them, or three quarters or a half of one
where many pictures would take too much room; never more than the programs take.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.drawing import scene
from engine.drawing.writers import png
from engine.geometry.plane import Transform
from generator.tabletops.stock import Stock

if TYPE_CHECKING:
    from PIL import Image

#: Pixels a millimetre at least, and the fewest and most along a picture's longer side.
DETAIL, FEWEST, MOST = 5.0, 128, 4096
#: All pictures of a game take at most so many bytes: they are in two files, of five million.
BUDGET = 2_300_000
#: What is tried one after another until they do: shares of the sides' pixels.
_FINENESS = (1.0, 0.75, 0.5)


def pictures(stock: Stock) -> dict[str, bytes]:
    """Return the PNG files of the board and of every look's sides, by name, as fine as they may be."""
    drawn: dict[str, bytes] = {}
    for fineness in _FINENESS:
        scenes = dict(_scenes(stock))
        images = png.all_drawn([(one, _dpi(one, fineness)) for one in scenes.values()])
        drawn = dict(zip(scenes, map(_file, images), strict=True))
        if sum(map(len, drawn.values())) <= BUDGET:
            break
    return drawn


def _scenes(stock: Stock) -> Iterator[tuple[str, scene.Scene]]:
    if stock.board is not None:
        box = stock.board.box
        items = scene.Group(stock.board.items, Transform.translation(-box.left, -box.top))
        ground = stock.theme.role("board-edge")
        yield "board.png", scene.Scene(box.width, box.height, (items,), background=ground)
    for kind in stock.kinds:
        yield f"{kind.name}.png", kind.face(stock.theme, labels=stock.labels)
        if kind.part.double_sided:
            yield f"{kind.name}-back.png", kind.face(stock.theme, labels=stock.labels, back=True)


def _dpi(picture: scene.Scene, fineness: float) -> float:
    longer = max(picture.width, picture.height)
    pixels = min(MOST, max(FEWEST, 1 << math.ceil(math.log2(longer * DETAIL))))
    return pixels * fineness / longer * 25.4


def _file(image: Image.Image) -> bytes:
    """Return a PNG of at most 256 colours: a third of the bytes, and no eye tells it apart."""
    from PIL import Image

    few = image.convert("RGB").quantize(
        256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    buffer = io.BytesIO()
    few.save(buffer, "PNG")
    return buffer.getvalue()
