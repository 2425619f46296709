"""Scenes as the small PNG files that tabletop programs load, made by the one drawing.

Sides are powers of two where a picture is square, as graphics cards like them, and never beyond
what the programs take.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

from engine.drawing import scene
from engine.drawing.writers import png
from engine.geometry.plane import Transform
from generator.tabletop.stock import Stock

#: Pixels a millimetre at least, and the fewest and most along a picture's longer side.
DETAIL = 5.0
FEWEST, MOST = 128, 4096


def pixels(length: float) -> int:
    """Return how many pixels the longer side of ``length`` millimetres has."""
    return min(MOST, max(FEWEST, 1 << math.ceil(math.log2(length * DETAIL))))


def pictures(stock: Stock) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the PNG file of every picture: the board's, and every look's sides."""
    if stock.board is not None:
        yield "board.png", _file(_board(stock))
    for kind in stock.kinds:
        yield f"{kind.name}.png", _file(kind.face(stock.theme, labels=stock.labels))
        if kind.part.double_sided:
            back = kind.face(stock.theme, labels=stock.labels, back=True)
            yield f"{kind.name}-back.png", _file(back)


def _board(stock: Stock) -> scene.Scene:
    assert stock.board is not None
    box = stock.board.box
    items = scene.Group(stock.board.items, Transform.translation(-box.left, -box.top))
    ground = stock.theme.role("board-edge")
    return scene.Scene(box.width, box.height, (items,), background=ground)


def _file(picture: scene.Scene) -> bytes:
    """Return a PNG of at most 256 colours: a third of the bytes, and no eye tells it apart."""
    from PIL import Image

    longer = max(picture.width, picture.height)
    drawn = png.write(picture, pixels(longer) / longer * 25.4)
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    few = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
