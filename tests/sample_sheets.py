"""Sheets to read back, drawn by our own drawing and writers, with what is wrong put in on purpose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.drawing import scene, theme
from engine.drawing.writers import pdf, svg
from engine.games.atreya import drawing, tiles
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Transform
from generator.checking import readback
from generator.checking.readback import Hints, Source

WIDTH, HEIGHT = 210.0, 297.0


@dataclass(frozen=True)
class Placed:
    """A tile side as drawn: the letters shown, where, on a back or not, and anything on top."""

    shown: str
    x: float
    y: float
    back: bool = False
    size: float | None = None
    turned: float = 0.0
    extra: tuple[scene.Item, ...] = ()


def places(size: float, orientation: Orientation, bleed: float = 0.0) -> list[tuple[float, float]]:
    """Return honeycomb places on A4 (apart by twice the bleed), 5 mm from the edges."""
    pitch = size + 2 * bleed
    row = pitch * math.sqrt(3) / 2
    long, short = (WIDTH, HEIGHT) if orientation is Orientation.POINTY else (HEIGHT, WIDTH)
    radius = size / math.sqrt(3)
    result = []
    y, k = 6 + radius, 0
    while y + radius <= short - 5:
        x = 6 + size / 2 + (pitch / 2 if k % 2 else 0)
        while x + size / 2 <= long - 5:
            result.append((x, y) if orientation is Orientation.POINTY else (y, x))
            x += pitch
        y, k = y + row, k + 1
    return result


def sheet_pairs(
    which: Sequence[str] = tiles.TILES,
    *,
    size: float = 40.0,
    orientation: Orientation = Orientation.POINTY,
    bleed: float = 0.0,
) -> list[list[Placed]]:
    """Return pages of placed tiles, each front page followed by its back, over the long edge."""
    sites = places(size, orientation, bleed)
    pages = []
    for first in range(0, len(which), len(sites)):
        some = which[first : first + len(sites)]
        fronts = [Placed(t, x, y) for t, (x, y) in zip(some, sites, strict=False)]
        pages += [
            fronts,
            [replace(p, shown=tiles.mirrored(p.shown), x=WIDTH - p.x, back=True) for p in fronts],
        ]
    return pages


def picture(
    placed: Sequence[Placed],
    look: str | theme.Theme = "classic",
    *,
    size: float = 40.0,
    orientation: Orientation = Orientation.POINTY,
    bleed: float = 0.0,
    labels: bool = True,
) -> scene.Scene:
    """Return a page as a scene."""
    chosen = theme.load(look) if isinstance(look, str) else look
    items: list[scene.Item] = []
    for p in placed:
        width = p.size or size
        turn = Transform.rotation(p.turned) @ drawing.turn(orientation, back=p.back)
        at = Transform.translation(p.x, p.y)
        items.append(scene.Use(drawing.face(p.shown, chosen, width, bleed), at @ turn))
        on_top: list[scene.Item] = list(p.extra)
        if labels:
            on_top += drawing.letters(p.shown, chosen, width, turn)
            on_top.append(drawing.label(p.shown, "123", chosen, width, low=True))
        items.append(scene.Group(tuple(on_top), at))
    return scene.Scene(WIDTH, HEIGHT, tuple(items), title="sheet", background="#ffffff")


def as_pdf(scenes: Sequence[scene.Scene]) -> bytes:
    return pdf.write([pdf.Page(s) for s in scenes])


def as_svg(scenes: Sequence[scene.Scene]) -> list[bytes]:
    return [svg.write(s) for s in scenes]


def read(*data: bytes, hints: Hints | None = None) -> readback.SheetSet:
    """Return files read back as one set."""
    sources = [Source(f"sheet-{k}", d) for k, d in enumerate(data, 1)]
    usual = hints or Hints()
    found, shown = readback.sort(sources, (100.0, 100.0), lambda _: usual, "atreya")
    for fault in (*shown.faults.values(), found.refused):
        if fault is not None and not found.sets:
            raise fault
    (one,) = found.sets
    return one


def identities(found: readback.SheetSet) -> list[str]:
    """Return the identities of the pieces found, in painting order."""
    return [tiles.identity(piece.written) for piece in found.reading.pieces]
