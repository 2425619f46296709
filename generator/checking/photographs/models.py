"""A game's own pictures as small arrays, as they are seen from above in every turn.

They are drawn by the game's kit and our own writer, so that this module does not know how any
piece looks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from engine.drawing.parts import Pieces
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking.photographs.loading import Array
from generator.checking.recognise import models
from generator.checking.recognise.models import Face
from generator.checking.recognise.raster import Views

#: How wide the pictures are in pixels, how many times as fine they are drawn, and how wide they
#: are where they are told at a glance; pieces are drawn so many pixels a millimetre.
PIXELS = 44
_FINE = 2
_PER_MM, _ROUGHLY = 3.0, 1.0
COARSE = 11
#: Every so many of its points tell which picture is near.
SPARSE = 3
#: Pictures are blurred by so many pixels, as cameras do: edges are never quite in place.
_SOFT = 0.8
#: A mean difference of less than this (of 255) is none: a back that mirrors its front.
_ALIKE = 6.0
#: Pieces of no more kinds may be plain.
_PLAIN_KINDS = 12
#: And of less than this, that two pictures are one.
_SAME = 1.0


class Shape(NamedTuple):
    """The outline of pieces in a picture: its corners, and which points lie well in it.

    ``inside`` and ``coarse_inside`` are numbers of points of the square, row by row.
    """

    sides: int
    corners: Array
    inside: Array
    coarse_inside: Array


@dataclass(frozen=True, eq=False)
class Glances:
    """The pictures of pieces of one outline, every turn of every side, as few points tell them.

    ``kinds`` are what they show, "" for a back that tells none, ``backs`` which are of backs alone;
    ``coarse`` are rows of RGB numbers, (pictures, points, 3).
    """

    shape: Shape
    kinds: Array
    backs: Array
    coarse: Array

    @cached_property
    def coarse_squares(self) -> Array:
        """The sums of squares of the rows."""
        return squares_of(self.coarse)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the kinds are so few that each light in which they could be others is tried."""
        return self.number <= _PLAIN_KINDS

    @cached_property
    def number(self) -> int:
        """How many kinds there are."""
        return len(set(self.kinds.tolist()))


@dataclass(frozen=True, eq=False)
class PictureSet(Glances):
    """The same pictures as they are told surely, ``pictures`` of more points, (pictures, points, 3).

    ``contrast`` is how much they differ.
    """

    pictures: Array
    contrast: float

    @cached_property
    def sparse(self) -> Array:
        """Some of the points of each picture."""
        return np.ascontiguousarray(self.pictures[:, ::SPARSE])

    @cached_property
    def sparse_squares(self) -> Array:
        """The sums of their squares."""
        return squares_of(self.sparse)

    @cached_property
    def solvers(self) -> dict[int, tuple[Array, Array]]:
        """What :mod:`.aligning` keeps of some pictures."""
        return {}

    def square(self, values: Array, beyond: float = 0.0) -> Array:
        """Return what is at a picture's points, (points, …), as it lies in the square of all points."""
        whole = np.full((PIXELS * PIXELS, *values.shape[1:]), beyond, np.float32)
        whole[self.shape.inside] = values
        return whole.reshape(PIXELS, PIXELS, *values.shape[1:])


def squares_of(rows: Array) -> Array:
    """Return the sum of the squares of each row of numbers, (rows, …)."""
    flat = rows.reshape(len(rows), -1)
    sums: Array = np.einsum("ij,ij->i", flat, flat)
    return sums


def coarse(pictures: Array, inside: Array) -> Array:
    """Return pictures, (pictures, points, 3), as the few points that tell them at a glance."""
    # In the order of rows, or each comparison with them would copy them into it.
    return np.ascontiguousarray(_few(pictures)[:, inside])


def _few(pictures: Array) -> Array:
    """Return pictures, (pictures, points, 3), as all the few points of their squares."""
    step = PIXELS // COARSE
    # Rows before columns: in one go it takes four times as long.
    rows = pictures.reshape(-1, COARSE, step, PIXELS * 3).mean(axis=2)
    few: Array = rows.reshape(-1, COARSE, COARSE, step, 3).mean(axis=3)
    return few.reshape(len(few), -1, 3)


def sides_of(part: Pieces) -> int:
    """Return how many sides a component's pieces have, 0 where they are not told by them."""
    cut = part.shape(1.0)
    if cut.kind == "hexagon":
        return 6
    return 4 if cut.kind == "rectangle" and math.isclose(cut.width, cut.height) else 0


def glance(parts: Sequence[Pieces], theme: Theme) -> Glances:
    """Return the pictures of components of one outline in a theme as few points tell them."""
    kinds, backs, seen = _told(*_faces(parts, theme, _ROUGHLY, COARSE * _FINE))
    shape = _shape(parts[0])
    few = _Turns(len(seen), shape.sides, shape.coarse_inside)
    for k in range(shape.sides // 2):
        few.add(k, np.stack([_turned(one, 360 / shape.sides * k, parts[0], 0.0) for one in seen]))
    return Glances(shape, np.array(kinds * shape.sides), np.array(backs * shape.sides), few.rows())


def draw(parts: Sequence[Pieces], theme: Theme) -> PictureSet:
    """Return the pictures of components of one outline in a theme."""
    kinds, backs, seen = _told(*_faces(parts, theme, _PER_MM, PIXELS * _FINE))
    shape = _shape(parts[0])
    few, fine = (
        _Turns(len(seen), shape.sides, inside) for inside in (shape.coarse_inside, shape.inside)
    )
    for k in range(shape.sides // 2):
        turn = 360 / shape.sides * k
        turned = np.stack([_turned(one, turn, parts[0], _SOFT) for one in seen])
        fine.add(k, turned)
        few.add(k, _few(turned))
    pictures = fine.rows()
    mean = pictures.mean(axis=(0, 1), dtype=np.float64)
    square = squares_of(pictures).mean(dtype=np.float64) / len(shape.inside)
    return PictureSet(
        shape,
        np.array(kinds * shape.sides),
        np.array(backs * shape.sides),
        few.rows(),
        pictures,
        float(square - (mean**2).sum()),
    )


class _Turns:
    """Pictures in all turns, at some points of their squares; half of the turns are the others upside down."""

    def __init__(self, number: int, sides: int, points: Array) -> None:
        self._rows = np.empty((sides, number, len(points), 3), np.float32)
        self._points = points

    def add(self, k: int, turned: Array) -> None:
        """Take pictures in the turn k of the first half, (pictures, rows, columns, 3) or of points."""
        flat = turned.reshape(len(turned), -1, 3)
        half = len(self._rows) // 2
        np.take(flat, self._points, axis=1, out=self._rows[k])
        np.take(flat, flat.shape[1] - 1 - self._points, axis=1, out=self._rows[k + half])

    def rows(self) -> Array:
        """Return all pictures, turn by turn, (pictures, points, 3)."""
        return self._rows.reshape(-1, len(self._points), 3)


def _shape(part: Pieces) -> Shape:
    """Return the outline of a component's pieces in its pictures."""
    cut = part.shape(1.0)
    unit = np.array(cut.corners(Orientation.POINTY))
    corners = (unit / max(cut.width, cut.height) + 0.5) * PIXELS - 0.5
    step = PIXELS // COARSE
    inside = _mask(corners, 0.93)
    coarse_inside = inside.reshape(COARSE, step, COARSE, step).all(axis=(1, 3))
    return Shape(sides_of(part), corners, np.flatnonzero(inside), np.flatnonzero(coarse_inside))


def _faces(
    parts: Sequence[Pieces], theme: Theme, per_mm: float, edge: int
) -> tuple[Sequence[Face], Views]:
    """Return the sides of all kinds of pieces, and what they show, so finely drawn and so wide."""
    drawn = models.draw(parts, theme, per_mm=per_mm)
    numbers = range(len(drawn.faces))
    return drawn.faces, drawn.views(numbers, [0.0] * len(numbers), edge)


def _turned(picture: Array, degrees: float, part: Pieces, soft: float) -> Array:
    """Return a picture that fills a square as the piece lies in it, turned, half as wide, and blurred a little."""
    cut = part.shape(1.0)
    edge = len(picture)
    middle = (edge - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    sides = np.array([cut.width, cut.height]) / max(cut.width, cut.height)
    matrix = np.column_stack(
        [turn[:, :2] * sides, turn[:, :2] @ (middle * (1 - sides)) + turn[:, 2]]
    )
    one = cv2.warpAffine(picture, matrix, (edge, edge), borderMode=cv2.BORDER_REPLICATE)
    small: Array = cv2.resize(one, (edge // _FINE,) * 2, interpolation=cv2.INTER_AREA)
    if not soft:
        return small
    result: Array = cv2.GaussianBlur(small, (0, 0), soft)
    return result


def _mask(corners: Array, share: float) -> Array:
    """Return which points of a square lie in corners that are drawn in to a share."""
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    inner = (corners - corners.mean(axis=0)) * share + corners.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 1)
    return mask.astype(bool)


def _told(faces: Sequence[Face], fine: Views) -> tuple[list[str], list[bool], list[Array]]:
    """Return what the faces tell, whether they are backs, and their pictures, each once.

    A back tells its kind where all backs of its component mirror their fronts, or all are of
    one kind.
    """
    counts = Counter(face.part for face in faces)
    # Small, since hatches do not mirror.
    few = [cv2.resize(one, (COARSE, COARSE), interpolation=cv2.INTER_AREA) for one in fine]
    silent = {
        face.part
        for k, face in enumerate(faces)
        if face.back
        and counts[face.part] > 2
        and np.abs(few[k][:, ::-1] - few[k - 1]).mean() > _ALIKE
    }
    kinds = ["" if face.back and face.part in silent else face.kind for face in faces]
    known = _once(kinds, np.stack(few), fine)
    return [kinds[k] for k in known], [faces[k].back for k in known], [fine[k] for k in known]


def _once(kinds: Sequence[str], few: Views, fine: Views) -> list[int]:
    """Return the numbers of pictures of which none before is of one kind and looks alike.

    ``few`` are their means, which differ by no more than they do.
    """
    known: dict[str, list[int]] = {}
    for k, kind in enumerate(kinds):
        others = known.setdefault(kind, [])
        near = np.abs(few[others] - few[k]).mean(axis=(1, 2, 3)) < _SAME
        alike = (others[n] for n in np.flatnonzero(near).tolist())
        if not any(np.abs(fine[k] - fine[n]).mean() < _SAME for n in alike):
            others.append(k)
    return sorted(k for some in known.values() for k in some)


class Album:
    """A game's pictures in themes, drawn when they are asked for; those of the last two themes are kept."""

    def __init__(self, parts: Callable[[Theme], Sequence[Pieces]]) -> None:
        self._parts = parts
        self._glances: dict[str, Glances] = {}
        self._drawn: dict[str, PictureSet] = {}

    def glance(self, theme: Theme) -> Glances:
        """Return the pictures in a theme as few points tell them."""
        if theme.name not in self._glances:
            self._glances[theme.name] = glance(self._parts(theme), theme)
        return self._glances[theme.name]

    def of(self, theme: Theme) -> PictureSet:
        """Return the pictures in a theme, which are large."""
        if theme.name not in self._drawn:
            for name in list(self._drawn)[:-1]:  # before others are drawn
                del self._drawn[name]
            self._drawn[theme.name] = draw(self._parts(theme), theme)
        return self._drawn[theme.name]
