"""Synthetic photographs of tiles laid apart on a table, under conditions that are written down.

It shares no code with the reader: tiles are drawn by our PNG writer, laid on a table of colour
and grain, seen through a camera of some perspective, and spoilt by light, lens and file.
"""

from __future__ import annotations

import io
import random
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

import engine
from engine.drawing import scene, theme
from engine.drawing.parts import Piece, Pieces, Request, Stance
from engine.drawing.writers import png
from engine.geometry.plane import Transform
from generator.printing import template

#: Pixels of the table's plane for the width of a tile.
WIDE = 190
TABLES = {
    "wood": ((196, 160, 120), 9.0),
    "dark wood": ((84, 58, 42), 7.0),
    "black": ((28, 28, 30), 2.0),
    "grey": ((128, 128, 130), 3.0),
    "white": ((238, 238, 234), 2.0),
    "felt": ((40, 88, 70), 6.0),
    "cloth": ((176, 186, 200), 5.0),
    "cork": ((190, 140, 90), 12.0),
}


class Condition(NamedTuple):
    """How a set was photographed."""

    game: str = "atreya"
    theme: str = "classic"
    table: str = "grey"
    tilt: float = 0.06  # how far the camera is from above
    gap: float = 0.25  # between tiles, in tile widths
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignette: float = 0.0
    blur: float = 0.7  # pixels
    noise: float = 2.0  # deviation of 255
    quality: int = 90
    side: int = 2400  # pixels of the longer side
    flips: bool = False
    seed: int = 0
    component: str = "tiles"


def conditions(number: int = 100) -> list[Condition]:
    """Return the conditions that are measured, always the same."""
    chance = random.Random(11)
    found = []
    for seed in range(number):
        game = ("atreya", "atreya", "aathenuo")[seed % 3]
        looks = ["classic", "classic", "dark", "colorblind"]
        warm = chance.uniform(0.0, 0.3)
        exposure = chance.uniform(0.75, 1.0)
        light = (exposure, exposure * (1 - 0.4 * warm), exposure * (1 - 1.2 * warm))
        found.append(
            Condition(
                game, chance.choice(looks), chance.choice(list(TABLES)),
                chance.uniform(0.0, 0.2), chance.uniform(0.15, 0.4), light,
                chance.uniform(0, 0.35), chance.uniform(0.4, 1.6), chance.uniform(0, 7),
                chance.randint(55, 95), chance.choice([1600, 2000, 2400, 3000]),
                game == "atreya" and chance.random() < 0.6, seed,
            )
        )  # fmt: skip
    return found


@cache
def component(game: str, look: str, name: str) -> tuple[Pieces, dict[str, Piece]]:
    """Return a component of a game, and its pieces by their identities."""
    settings = template.load(game).settings()
    parts = engine.game(game).parts(Request(theme.load(look), settings, (200, 287)))
    part = next(part for part in parts if part.name == name)
    return part, {piece.id: piece for piece in part.pieces}


def tiles(game: str, look: str) -> list[str]:
    """Return the identities of a game's tiles."""
    return [piece.id for piece in component(game, look, "tiles")[0].pieces]


@cache
def picture(game: str, look: str, name: str, tile: str, back: bool) -> np.ndarray:
    """Return a side of a tile as an RGBA array."""
    part, pieces = component(game, look, name)
    cut = part.shape(20.0)
    items = part.draw(pieces[tile], Stance(theme.load(look), 20.0, back=back))
    group = scene.Group(tuple(items), Transform.translation(cut.width / 2, cut.height / 2))
    drawn = scene.Scene(cut.width, cut.height, (group,), background=None)
    data = png.write(drawn, WIDE / 20 * 25.4)
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))


def table(of: str, height: int, width: int, rng) -> np.ndarray:
    """Return a table with its grain."""
    colour, grain = TABLES[of]
    rough = rng.normal(0, 1, (height // 6 + 2, width // 60 + 2)).astype(np.float32)
    lines = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = rng.normal(0, 0.5, (height, width)).astype(np.float32)
    return np.clip(np.array(colour) + ((lines + fine) * grain)[..., None], 0, 255).astype(
        np.float32
    )


def photograph(condition: Condition, ids, extra=None, cover=None) -> bytes:
    """Return the JPEG of tiles laid on a table; ``extra`` draws on the table.

    ``cover`` names a tile of which half lies under a sheet of paper.
    """
    c = condition
    rng, chance = np.random.default_rng(c.seed), random.Random(c.seed)
    columns = int(np.ceil((len(ids) * 1.3) ** 0.5))
    rows = -(-len(ids) // columns)
    step = WIDE * ((1.2 if c.game == "atreya" else 1.46) + c.gap)
    size = int((columns + 0.6) * step), int((rows + 0.6) * step)
    plane = table(c.table, size[1], size[0], rng)
    for k, tile in enumerate(ids):
        row, column = divmod(k, columns)
        off = 0.04 * step
        x = (column + 0.8) * step + chance.uniform(-off, off)
        y = (row + 0.8) * step + chance.uniform(-off, off)
        back = c.flips and chance.random() < 0.5
        shown = picture(c.game, c.theme, c.component, tile, back)
        lay(plane, shown, x, y, chance.uniform(0, 360))
        if tile == cover:
            x, y = int(x), int(y)
            cv2.rectangle(
                plane, (x, y - WIDE), (x + WIDE // 2 + 9, y + WIDE // 2), (250, 250, 248), -1
            )
    if extra:
        extra(plane)
    return spoilt(plane, c, rng, chance)


def lay(plane, picture, x, y, angle):
    """Lay a picture on a plane, its middle at a place, turned by an angle."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    half = int(0.75 * max(height, width))
    matrix[:, 2] += np.array([half + x % 1 - width / 2, half + y % 1 - height / 2])
    soft = picture.astype(np.float32)
    soft[..., :3] *= soft[..., 3:] / 255
    turned = cv2.warpAffine(soft, matrix, (2 * half, 2 * half), flags=cv2.INTER_AREA)
    left, top = int(x) - half, int(y) - half
    part = plane[max(top, 0) : top + 2 * half, max(left, 0) : left + 2 * half]
    turned = turned[max(-top, 0) :, max(-left, 0) :][: part.shape[0], : part.shape[1]]
    part *= 1 - turned[..., 3:] / 255
    part += turned[..., :3]


def spoilt(plane, c: Condition, rng, chance) -> bytes:
    """Return a plane as a camera of some condition sees it."""
    height, width = plane.shape[:2]
    scale = c.side / max(width, height)
    w, h = int(width * scale), int(height * scale)
    margin = c.tilt * min(w, h) / 2
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    seen = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    inward = np.float32([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    seen += inward * np.float32([[chance.uniform(0, margin) for _ in "xy"] for _ in range(4)])
    soft = cv2.GaussianBlur(plane, (0, 0), max(0.5 / scale, 0.3))
    matrix = cv2.getPerspectiveTransform(corners, seen)
    image = cv2.warpPerspective(
        soft, matrix, (w, h), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=TABLES[c.table][0],
    )  # fmt: skip
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    cx, cy = chance.uniform(0.3, 0.7) * w, chance.uniform(0.3, 0.7) * h
    far = ((x - cx) ** 2 + (y - cy) ** 2) / (w * w + h * h)
    image *= (1 - 1.6 * c.vignette * far)[..., None] * np.float32(c.light)
    image = cv2.GaussianBlur(image, (0, 0), c.blur)
    image += rng.normal(0, c.noise, image.shape)
    buffer = io.BytesIO()
    image = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8))
    image.save(buffer, "JPEG", quality=c.quality)
    return buffer.getvalue()
