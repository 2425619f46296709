"""Pictures of under a mebibyte that are made to cost as much as they can, by their names."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping

import numpy as np
from PIL import Image, ImageDraw

from tests.checking.photographed import Condition, component, photograph

_SIDE = 2400
#: Colours of the kind that pieces have.
_COLOURS = (
    (230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0),
)  # fmt: skip


def _saved(image: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **how)
    return buffer.getvalue()


def _grid(sides: int, size: int, ground: str = "#787878") -> bytes:
    """Squares or hexagons that touch, of any colours, on a ground."""
    image = Image.new("RGB", (_SIDE, _SIDE), ground)
    draw, rng = ImageDraw.Draw(image), random.Random(2)
    for row in range(4, _SIDE // size - 4):
        for column in range(4, _SIDE // size - 4):
            x, y = column * size, row * size
            colour = rng.choice(_COLOURS)
            if sides == 4:
                draw.rectangle((x, y, x + size - 2, y + size - 2), fill=colour)
            else:
                at = x + row % 2 * size / 2, y * 0.866, size * 0.56
                draw.regular_polygon(at, 6, rotation=30, fill=colour)
    return _saved(image)


def _apart(number: int, sides: int, side: int = _SIDE) -> Image.Image:
    """Polygons apart, turned anyhow, of any colours."""
    image = Image.new("RGB", (side, side), "#808080")
    draw, rng = ImageDraw.Draw(image), random.Random(3)
    across = round(number**0.5)
    step = side / across
    for k in range(number):
        x, y = (k % across + 0.5) * step, (k // across + 0.5) * step
        draw.regular_polygon(
            (x, y, 0.36 * step), sides, rotation=rng.randrange(360), fill=rng.choice(_COLOURS)
        )
    return image


def _scattered(number: int, least: float, most: float, *, is_filled: bool = True) -> bytes:
    """Hexagons on one another."""
    image = Image.new("RGB", (3000, 3000), "white")
    draw, rng = ImageDraw.Draw(image), random.Random(1)
    for _ in range(number):
        x, y, size, turn = (
            rng.uniform(*of) for of in ((0, 3000), (0, 3000), (least, most), (0, 6))
        )
        corners = [
            (x + size * np.cos(turn + k * np.pi / 3), y + size * np.sin(turn + k * np.pi / 3))
            for k in range(6)
        ]
        fill = rng.choice(_COLOURS) if is_filled else None
        draw.polygon(corners, fill=fill, outline="black")
    return _saved(image.quantize(16))


def _nested() -> bytes:
    image = Image.new("RGB", (_SIDE, _SIDE), "white")
    draw, rng = ImageDraw.Draw(image), random.Random(4)
    for r in range(1150, 20, -18):
        box = (1200 - r, 1200 - r, 1200 + r, 1200 + r)
        draw.rectangle(box, fill=rng.choice(_COLOURS))
    return _saved(image)


def _tiles(game: str, look: str, table: str, number: int, gap: float = 0.1) -> bytes:
    """More tiles than a set has."""
    ids = [*component(game, look, "tiles")[1]]
    ids = (ids * (1 + number // len(ids)))[:number]
    shown = Condition(game, look, table, seed=3, gap=gap, quality=40)
    return photograph(shown, ids)


def _noise(side: int, **how: object) -> bytes:
    grain = np.random.default_rng(1).integers(0, 256, (side, side, 3), "u1")
    return _saved(Image.fromarray(grain), "JPEG", **how)


def _waves() -> bytes:
    y, x = np.mgrid[0:_SIDE, 0:_SIDE]
    waves = [(np.sin(of) + 1) * 120 for of in (x / 37, y / 29, (x + y) / 53)]
    return _saved(Image.fromarray(np.stack(waves, -1).astype("u1")), "JPEG", quality=50)


def _slope() -> bytes:
    y, x = np.mgrid[0:1200, 0:1600]
    return _saved(Image.fromarray(np.stack([x / 8, y / 6, (x + y) / 14], -1).astype("u1")))


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "one colour": lambda: _saved(Image.new("RGB", (6000, 6000))),
    "more pixels than are read": lambda: _saved(Image.new("RGB", (7740, 7740))),
    "grey of 16 bits": lambda: _saved(
        Image.fromarray((np.add.outer(np.arange(4000), np.arange(4000)) * 4).astype("u2"))
    ),
    "squares that touch": lambda: _grid(4, 60),
    "squares that touch, small": lambda: _grid(4, 24),
    "hexagons that touch": lambda: _grid(6, 60),
    "hexagons that touch on paper": lambda: _grid(6, 60, "white"),
    "hexagons apart": lambda: _saved(_apart(289, 6)),
    "hexagons apart, of many passes": lambda: _saved(
        _apart(289, 6, 3800), "JPEG", quality=20, progressive=True
    ),
    "squares apart": lambda: _saved(_apart(289, 4)),
    "hexagons on one another": lambda: _scattered(900, 20, 60),
    "hexagons on one another, small": lambda: _scattered(4000, 8, 20),
    "hexagons outlined": lambda: _scattered(1500, 22, 68, is_filled=False),
    "squares in squares": _nested,
    "tiles of Atreya": lambda: _tiles("atreya", "classic", "grey", 290),
    "tiles of Atreya, pale": lambda: _tiles("atreya", "ink-saver", "white", 168),
    "tiles of Atreya that touch": lambda: _tiles("atreya", "classic", "black", 168, -0.18),
    "tiles of Abstrakto": lambda: _tiles("abstrakto", "classic", "grey", 290),
    "tiles of Abstrakto on cloth": lambda: _tiles("abstrakto", "dark", "chequered", 100),
    "tiles of Aathenuo": lambda: _tiles("aathenuo", "ink-saver", "cloth", 290),
    "noise": lambda: _noise(1500, quality=10, progressive=True),
    "waves": _waves,
    "a slope": _slope,
}
