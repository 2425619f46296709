"""A game's own pictures as small arrays, as they are seen from above in every turn.

They are drawn by the game's kit and our own writer, so that this module does not know how any
piece looks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.drawing.parts import Cutout, Pieces
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
_PER_MM = 3.0
COARSE = 11
#: Pictures are blurred by so many pixels, as cameras do: edges are never quite in place.
_SOFT = 0.8
#: A mean difference of less than this (of 255) is none: a back that mirrors its front.
_ALIKE = 6.0
#: Pieces of no more kinds may be plain.
_PLAIN_KINDS = 12
#: And of less than this, that two pictures are one.
_SAME = 1.0


class PictureSet(NamedTuple):
    """The pictures of pieces of one outline, every turn of every side.

    ``kinds`` are what they show, "" for a back that tells none, ``backs`` which are of backs alone;
    ``pictures`` and ``coarse`` are rows of RGB numbers, (pictures, points, 3), at the points that
    lie well in the outline, as ``inside`` and ``coarse_inside`` say of all of a square's.
    """

    sides: int
    corners: Array
    kinds: Array
    backs: Array
    pictures: Array
    inside: Array
    coarse: Array
    coarse_inside: Array
    contrast: float

    @property
    def is_plain(self) -> bool:
        """Whether the kinds are so few that each light in which they could be others is tried."""
        return len(set(self.kinds.tolist())) <= _PLAIN_KINDS

    def square(self, values: Array, beyond: float = 0.0) -> Array:
        """Return what is at a picture's points, (points, …), as it lies in the square of all points."""
        whole = np.full((PIXELS * PIXELS, *values.shape[1:]), beyond, np.float32)
        whole[self.inside] = values
        return whole.reshape(PIXELS, PIXELS, *values.shape[1:])


def coarse(pictures: Array, inside: Array) -> Array:
    """Return pictures, (pictures, points, 3), as the few points that tell them at a glance."""
    step = PIXELS // COARSE
    # Rows before columns: in one go it takes four times as long.
    rows = pictures.reshape(-1, COARSE, step, PIXELS * 3).mean(axis=2)
    few = rows.reshape(-1, COARSE, COARSE, step, 3).mean(axis=3)
    # In the order of rows, or each comparison with them would copy them into it.
    return np.ascontiguousarray(few.reshape(len(few), -1, 3)[:, inside])


def sides_of(part: Pieces) -> int:
    """Return how many sides a component's pieces have, 0 where they are not told by them."""
    cut = part.shape(1.0)
    if cut.kind == "hexagon":
        return 6
    return 4 if cut.kind == "rectangle" and math.isclose(cut.width, cut.height) else 0


def draw(parts: Sequence[Pieces], theme: Theme) -> PictureSet:
    """Return the pictures of components of one outline in a theme."""
    sides = sides_of(parts[0])
    cut = parts[0].shape(1.0)
    kinds, backs, seen = _told(*_faces(parts, theme))
    turned = np.empty((sides, len(seen), PIXELS, PIXELS, 3), np.float32)
    for k in range(sides // 2):
        for n, picture in enumerate(seen):
            turned[k, n] = _turned(picture, 360 / sides * k, cut)
    turned[sides // 2 :] = turned[: sides // 2, :, ::-1, ::-1]
    whole = turned.reshape(-1, PIXELS, PIXELS, 3)
    unit = np.array(cut.corners(Orientation.POINTY))
    corners = (unit / max(cut.width, cut.height) + 0.5) * PIXELS - 0.5
    step = PIXELS // COARSE
    inside = _mask(corners, 0.93)
    coarse_inside = inside.reshape(COARSE, step, COARSE, step).all(axis=(1, 3)).ravel()
    pictures = np.ascontiguousarray(whole.reshape(len(whole), -1, 3)[:, inside.ravel()])
    contrast = float(pictures.var(axis=(0, 1)).sum())
    return PictureSet(
        sides,
        corners,
        np.array(kinds * sides),
        np.array(backs * sides),
        pictures,
        inside.ravel(),
        coarse(whole, coarse_inside),
        coarse_inside,
        contrast,
    )


def _faces(parts: Sequence[Pieces], theme: Theme) -> tuple[Sequence[Face], Views]:
    """Return the sides of all kinds of pieces, and what they show."""
    drawn = models.draw(parts, theme, per_mm=_PER_MM)
    numbers = range(len(drawn.faces))
    return drawn.faces, drawn.views(numbers, [0.0] * len(numbers), PIXELS * _FINE)


def _turned(picture: Array, degrees: float, cut: Cutout) -> Array:
    """Return a picture that fills a square as the piece lies in it, turned, and blurred a little."""
    edge = PIXELS * _FINE
    middle = (edge - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    sides = np.array([cut.width, cut.height]) / max(cut.width, cut.height)
    matrix = np.column_stack(
        [turn[:, :2] * sides, turn[:, :2] @ (middle * (1 - sides)) + turn[:, 2]]
    )
    one = cv2.warpAffine(picture, matrix, (edge, edge), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(one, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    result: Array = cv2.GaussianBlur(small, (0, 0), _SOFT)
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
    known: list[int] = []
    for k, kind in enumerate(kinds):
        alike = (n for n in known if kinds[n] == kind)
        if not any(np.abs(fine[k] - fine[n]).mean() < _SAME for n in alike):
            known.append(k)
    return [kinds[k] for k in known], [faces[k].back for k in known], [fine[k] for k in known]
