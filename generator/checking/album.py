"""A game's own pictures: every kind of piece on both sides, as the game's kit draws them in a theme.

The same drawing prints and checks.  Knows no game.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Cutout, Part, Piece, Pieces, Request, Stance, title_of
from engine.drawing.theme import Theme
from engine.drawing.writers import pdf, press
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Transform
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from generator.checking import child, pdfium
from generator.checking.grouping import grouped
from generator.checking.pages import Pixels
from generator.checking.results import by_kind
from generator.printing import template

Views = NDArray[np.float32]

#: What a printer of the usual margins prints of A4, in millimetres.
MARGIN, USUAL_AREA = 5.0, (200.0, 287.0)
#: How finely pictures are compared to tell which it is.
COARSE = 24
#: So many points of views are looked at in one go.
_AT_ONCE = 40_000
#: How wide a row of them is at most, in millimetres.
_ROW = 500.0
#: Two views are one picture that differ by less than this share of what others do, in mean squares.
_ONE_PICTURE = 0.45


class Look(NamedTuple):
    """How a kit is drawn: its theme, whether in ink for a press, with labels, and its settings."""

    theme: Theme
    in_ink: bool = False
    labels: bool = False
    settings: tuple[tuple[str, object], ...] = ()
    tile_size: float | None = None
    #: In how many pixels a millimetre its pictures are drawn.
    per_mm: float = child.PER_MM
    #: The printable area that large parts are made for.
    area: tuple[float, float] = USUAL_AREA

    @property
    def name(self) -> str:
        """What the colours are told by, in words."""
        return f"theme {self.theme.name}" + (" in ink" if self.in_ink else "")


class Face(NamedTuple):
    """One side of a kind of piece."""

    part: Pieces
    kind: str
    title: str
    piece: Piece
    back: bool

    @property
    def cut(self) -> Cutout:
        """How it is cut."""
        return self.part.shape(self.part.size)

    def items(
        self, look: Look, size: float, bleed: float, *, is_flat: bool = False
    ) -> tuple[scene.Item, ...]:
        """Return its picture about the origin, upright or as it lies on its side, in a size."""
        way = Orientation.FLAT if is_flat else Orientation.POINTY
        return self.part.draw(
            self.piece, Stance(look.theme, size, way, bleed, look.labels, self.back)
        )


def parts_of(
    game: Game[Position],
    settings: Mapping[str, object],
    theme: Theme,
    tile_size: float | None = None,
    *,
    labels: bool = False,
    area: tuple[float, float] = USUAL_AREA,
) -> tuple[Part, ...]:
    """Return the parts of a kit for settings, to be printed in an area.

    Raises OptionError for a setting that is wrong.
    """
    table = Settings(settings, "the template")
    return game.parts(Request(theme, table, area, tile_size, labels))


def of_template(
    game: Game[Position], name: str | template.Template | None = None
) -> dict[str, object]:
    """Return the own settings of a template, the game's where none is named.

    Raises OptionError for a template that cannot be read.
    """
    table = tomllib.loads(template.load(game.name, name).text)
    return {key: value for key, value in table.items() if key not in ("game", "print")}


class Atlas(NamedTuple):
    """Pictures on one page: its pixels, how many a millimetre has, and where each has its middle."""

    pixels: Pixels
    per_mm: float
    at: list[tuple[float, float]]


class Album:
    """The pictures of a game's pieces in one look, and its boards."""

    def __init__(self, game: Game[Position], look: Look, own: Mapping[str, object]) -> None:
        """Draw a game's pictures; ``own`` are the kit's settings."""
        settings = {**own, **dict(look.settings)}
        parts = parts_of(
            game, settings, look.theme, look.tile_size, labels=look.labels, area=look.area
        )
        self.game = game
        self._own = own
        #: How much pages differ from it, as a share of what bare paper would.
        self.off = 0.0
        self.look = look
        self.parts = [part for part in parts if isinstance(part, Pieces)]
        self.boards = [part for part in parts if isinstance(part, BoardPart)]
        self.faces = [
            Face(part, kind, title_of(pieces), piece, back)
            for part in self.parts
            for kind, pieces in by_kind(part).items()
            for piece in self._different(part, pieces)
            for back in (False, True)[: 1 + part.double_sided]
        ]
        self.is_hatched = any(slot.pattern != "solid" for slot in look.theme.slots.values())
        self._same: dict[bool, list[int]] = {}
        self._atlases: dict[bool, Atlas] = {}
        self._fine: dict[tuple[int, int, int, bool], Views] = {}
        self._known: dict[tuple[Cutout, bool], tuple[list[tuple[int, float]], Views]] = {}

    def plain(self) -> Album:
        """Return the same pictures without labels, in the usual size, where hatches show well which they are."""
        return Album(self.game, self.look._replace(labels=False, tile_size=None), self._own)

    def atlas(self, *, is_flat: bool) -> Atlas:
        """Return all pictures in rows on one page, upright or on their sides."""
        if is_flat not in self._atlases:
            self._atlases[is_flat] = self._drawn(is_flat=is_flat)
        return self._atlases[is_flat]

    def _drawn(self, *, is_flat: bool) -> Atlas:
        at: list[tuple[float, float]] = []
        groups = []
        left = top = tallest = 0.0
        for face in self.faces:
            width, height = (side + 2 for side in face.cut[1:])
            if is_flat and face.cut.kind == "hexagon":
                width, height = height, width
            if left + width > _ROW:
                left, top, tallest = 0.0, top + tallest, 0.0
            at.append((left + width / 2, top + height / 2))
            # Hatches begin where the art does: those of several areas lie as on the sheet.
            bleed = 0.0 if face.cut.kind == "hexagon" else 1.0
            items = face.items(self.look, face.part.size, bleed, is_flat=is_flat)
            groups.append(scene.Group(items, Transform.translation(*at[-1])))
            left, tallest = left + width, max(tallest, height)
        # As finely as pages are, where they are not too many: thin lines come out as wide as a pixel.
        height = top + tallest
        pixels = rendered(self.look, groups, _ROW, height, self.look.per_mm)
        return Atlas(pixels, pdfium.fineness(_ROW, height, self.look.per_mm), at)

    def _different(self, part: Pieces, pieces: Sequence[Piece]) -> list[Piece]:
        """Return of pieces of one kind the first of those that look the same: numbers may differ."""
        stance = Stance(self.look.theme, part.size, labels=self.look.labels)
        drawn = {part.draw(piece, stance): piece for piece in reversed(pieces)}
        return [*drawn.values()][::-1]

    def same(self, *, is_flat: bool = False) -> list[int]:
        """Return for each face the first that looks the same, upright or on its side."""
        if is_flat not in self._same:
            first: dict[tuple[scene.Item, ...], int] = {}
            drawn = (f.items(self.look, f.part.size, 0.0, is_flat=is_flat) for f in self.faces)
            self._same[is_flat] = [first.setdefault(items, k) for k, items in enumerate(drawn)]
        return self._same[is_flat]

    def alike(self, number: int) -> tuple[str, ...]:
        """Return the titles of all kinds of a component whose backs look as this face's kind's does."""
        return self._alike[self.faces[number].part.name, self.faces[number].kind]

    @cached_property
    def _alike(self) -> dict[tuple[str, str], tuple[str, ...]]:
        backs = [k for k, face in enumerate(self.faces) if face.back]
        same = self.same()
        groups = grouped(backs, lambda k: (self.faces[k].part.name, same[k]))
        return {
            (self.faces[k].part.name, self.faces[k].kind): tuple(self.faces[j].title for j in own)
            for own in groups.values()
            for k in own
        }

    @cached_property
    def mirrored(self) -> frozenset[str]:
        """The components of which the back of a piece is its front's mirror image: sides are not told apart."""
        found = set()
        for part in self.parts:
            own = [k for k, face in enumerate(self.faces) if face.part is part]
            if not part.double_sided or len(own) < 4 or len(self.alike(own[0])) > 1:
                continue
            is_flat = next(iter(self._atlases), False)
            which, views = self.views(part.shape(part.size), is_flat=is_flat)
            rows = {one: row for row, one in enumerate(which)}
            same = self.same(is_flat=is_flat)
            for front, back in zip(own[::2], own[1::2], strict=True):
                if same[front] == same[back]:
                    found.add(part.name)
                    break
                behind = views[rows[same[back], 0.0]]
                ways = [row for (k, _), row in rows.items() if k == same[front]]
                off = ((views - behind) ** 2).mean(axis=1)
                if off[ways].min() < _ONE_PICTURE * np.median(off):
                    found.add(part.name)
                    break
        return frozenset(found)

    def views(self, cut: Cutout, *, is_flat: bool) -> tuple[list[tuple[int, float]], Views]:
        """Return the pictures of a form in every turn: which, turned by how much, and their flat views."""
        key = (cut, is_flat)
        if key not in self._known:
            pixels, per_mm, at = self.atlas(is_flat=is_flat)
            same = self.same(is_flat=is_flat)
            numbers = [k for k, face in enumerate(self.faces) if face.cut == cut and same[k] == k]
            which = [(k, turn) for k in numbers for turn in turns(cut)]
            box = (cut.height, cut.width) if is_flat else (cut.width, cut.height)
            # A picture that is turned clockwise is seen in a frame that is turned back.
            frames = [(*at[k], -turn, *box) for k, turn in which]
            views = sampled(pixels, per_mm, frames)
            views = smoothed(views, cut.kind) if self.is_hatched else views
            self._known[key] = which, flat(views, cut.kind, is_flat)
        return self._known[key]

    def view(self, number: int, turn: float, n: int, *, is_flat: bool) -> Views:
        """Return one picture, turned clockwise, as (n, n, 3); those asked for are kept."""
        cut = self.faces[number].cut
        key = (number, round(turn) % 360, n, is_flat)
        if key not in self._fine:
            pixels, per_mm, at = self.atlas(is_flat=is_flat)
            box = (cut.height, cut.width) if is_flat else (cut.width, cut.height)
            around = (*at[number], -turn, *box)
            self._fine[key] = closely(pixels, per_mm, around, n)
        return self._fine[key]

    @property
    def cuts(self) -> tuple[Cutout, ...]:
        """The different forms of pieces."""
        return tuple(dict.fromkeys(face.cut for face in self.faces))


def turns(cut: Cutout) -> tuple[float, ...]:
    """Return the turns, in degrees, by which a form covers itself; of discs those of a sheet."""
    if cut.kind == "hexagon":
        return tuple(60.0 * k for k in range(6))
    is_square = abs(cut.width - cut.height) <= 0.03 * cut.width
    return (0.0, 90.0, 180.0, 270.0) if is_square else (0.0, 180.0)


def rendered(
    look: Look, groups: Sequence[scene.Item], width: float, height: float, per_mm: float
) -> Pixels:
    """Return a page that is drawn by our own writer as pixels, as PDFium shows it."""
    import pypdfium2

    whole = scene.Scene(width, height, tuple(groups), background=None)
    ink = press.load() if look.in_ink else None
    with pypdfium2.PdfDocument(pdf.write([pdf.Page(whole)], pdf.Document(press=ink))) as document:
        drawn = pdfium.drawn(document[0], (width, height), per_mm)
        return np.frombuffer(drawn.pixels, np.uint8).reshape(drawn.rows, drawn.columns, 3)


def sampled(
    pixels: Pixels, per_mm: float, frames: Sequence[tuple[float, ...]], n: int = COARSE
) -> Views:
    """Return what shows in frames, as (frames, n, n, 3): each a middle, degrees clockwise, width, height."""
    result = np.empty((len(frames), n, n, 3), np.float32)
    u = (np.arange(2 * n, dtype=np.float32) + 0.5) / (2 * n) - 0.5
    x, y = np.meshgrid(u, u)
    table = np.array(frames, np.float32).reshape(-1, 5)
    coarseness = np.maximum(1, (table[:, 3:].max(axis=1) * per_mm / (2 * n)).astype(int))
    for by in np.unique(coarseness).tolist():
        image, per = shrunk(pixels, by), per_mm / by
        rows, columns, _ = image.shape
        own = np.flatnonzero(coarseness == by)
        for some in np.array_split(own, 1 + len(own) * n * n // _AT_ONCE):
            cx, cy, angle, width, height = table[some].T[:, :, None, None]
            c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
            right = (cx + c * width * x - s * height * y) * per
            down = (cy + s * width * x + c * height * y) * per
            at = down.astype(np.int32).clip(0, rows - 1) * columns
            at += right.astype(np.int32).clip(0, columns - 1)
            seen = image.reshape(-1, 3).take(at, axis=0).astype(np.float32, copy=False)
            quarters = seen[:, ::2, ::2] + seen[:, 1::2, ::2]
            quarters += seen[:, ::2, 1::2] + seen[:, 1::2, 1::2]
            result[some] = quarters / 4
    return result


def closely(pixels: Pixels, per_mm: float, frame: tuple[float, ...], n: int) -> Views:
    """Return what shows in one frame, as (n, n, 3), without looking at what lies about it."""
    x, y, angle, width, height = frame
    half = math.ceil(math.hypot(width, height) / 2 * per_mm) + n
    left, top = max(0, int(x * per_mm) - half), max(0, int(y * per_mm) - half)
    own = pixels[top : top + 2 * half, left : left + 2 * half]
    around = (x - left / per_mm, y - top / per_mm, angle, width, height)
    found: Views = sampled(own, per_mm, [around], n)[0]
    return found


def shrunk(pixels: Pixels | Views, by: int) -> Views | Pixels:
    """Return an image of which each pixel is the mean of so many squared; what is left over is dropped."""
    rows, columns, channels = pixels.shape
    if by == 1:
        return pixels
    rows, columns = max(1, rows // by), max(1, columns // by)
    is_coarse = pixels.dtype == np.uint8 and by <= 16  # sums of which fit 16 bits
    strips = np.zeros((rows, pixels.shape[1], channels), np.uint16 if is_coarse else np.float32)
    for down in range(by):
        part = pixels[down : rows * by : by]
        strips[: len(part)] += part
    total = np.zeros((rows, columns, channels), strips.dtype)
    for right in range(by):
        part = strips[:, right : columns * by : by]
        total[:, : part.shape[1]] += part
    mean: Views = (total / np.float32(by * by)).astype(np.float32, copy=False)
    return mean


def inside(kind: str, n: int, is_flat: bool) -> NDArray[np.bool_]:
    """Return which points of a view lie well inside an outline of a kind, upright or on its side."""
    u = (np.arange(n) + 0.5) / n - 0.5
    x, y = np.meshgrid(np.abs(u), np.abs(u))
    if is_flat:
        x, y = y, x
    held: NDArray[np.bool_]
    if kind == "disc":
        held = np.hypot(x, y) < 0.46
    elif kind == "hexagon":  # on a corner, in the box about it
        held = (x < 0.46) & (x / 2 + y < 0.47)
    else:
        held = (x < 0.46) & (y < 0.46)
    return held


def smoothed(views: Views, kind: str) -> Views:
    """Return views of which each point is the mean of those about it: hatches come out in any phase.

    Of hexagons twice, for they have areas of several hatches; others are told by one.
    """
    for axis in (1, 2, 1, 2) if kind == "hexagon" else (1, 2):
        before, after = (np.roll(views, by, axis) for by in (1, -1))
        views = (before + views + after) / np.float32(3)
    return views


def flat(views: Views, kind: str, is_flat: bool) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, inside(kind, views.shape[1], is_flat)].reshape(len(views), -1)
