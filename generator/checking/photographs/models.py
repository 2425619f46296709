"""A game's own pictures as small arrays, as they are seen from above in every turn.

They are drawn by the game's kit and our own writer, so that this module does not know how any
piece looks.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from engine.drawing import scene
from engine.drawing.parts import Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.drawing.writers import png
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Transform
from generator.checking.photographs.loading import Array
from generator.checking.recognise.kinds import kind_of
from generator.checking.recognise.models import faces_of

#: How wide the pictures are in pixels, how many times as fine they are drawn, and how wide they
#: are where they are told at a glance.
PIXELS = 44
_FINE = 2
COARSE = 11
#: Pictures are blurred by so many pixels, as cameras do: edges are never quite in place.
_SOFT = 0.8
#: A mean difference of less than this (of 255) is none: a back that mirrors its front.
_ALIKE = 6.0


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
    half = max(cut.width, cut.height) / 2
    faces = [(part, piece, face.back) for part, piece, face in faces_of(parts)]
    kinds, backs, seen = _told(faces, _drawn(faces, theme, half))
    turned = [_turned(picture, 360 / sides * k) for k in range(sides) for picture in seen]
    unit = np.array(cut.corners(Orientation.POINTY))
    corners = (unit / half + 1) / 2 * PIXELS - 0.5
    whole = np.stack(turned).astype(np.float32)
    step = PIXELS // COARSE
    few = whole.reshape(-1, COARSE, step, COARSE, step, 3).mean(axis=(2, 4))
    inside = _mask(corners, 0.93)
    coarse_inside = inside.reshape(COARSE, step, COARSE, step).all(axis=(1, 3)).ravel()
    pictures = whole.reshape(len(whole), -1, 3)[:, inside.ravel()]
    contrast = float(pictures.var(axis=(0, 1)).sum())
    return PictureSet(
        sides,
        corners,
        np.array(kinds * sides),
        np.array(backs * sides),
        pictures,
        inside.ravel(),
        few.reshape(len(few), -1, 3)[:, coarse_inside],
        coarse_inside,
        contrast,
    )


def _turned(picture: Array, degrees: float) -> Array:
    """Return a fine picture turned, in the size in which it is compared, blurred a little."""
    middle = (PIXELS * _FINE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    one = cv2.warpAffine(picture, matrix, picture.shape[:2], borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(one, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    result: Array = cv2.GaussianBlur(small, (0, 0), _SOFT)
    return result


def _mask(corners: Array, share: float) -> Array:
    """Return which points of a square lie in corners that are drawn in to a share."""
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    inner = (corners - corners.mean(axis=0)) * share + corners.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 1)
    return mask.astype(bool)


def _drawn(faces: Sequence[tuple[Pieces, Piece, bool]], theme: Theme, half: float) -> list[Array]:
    """Return a fine picture of each face on white."""
    size = 20.0
    box = 2 * half * size
    columns = 16
    groups = []
    for k, (part, piece, back) in enumerate(faces):
        items = tuple(unlabelled(part.draw(piece, Stance(theme, size, back=back))))
        row, column = divmod(k, columns)
        at = Transform.translation((column + 0.5) * box, (row + 0.5) * box)
        groups.append(scene.Group(items, at))
    rows = -(-len(faces) // columns)
    whole = scene.Scene(columns * box, rows * box, tuple(groups), background="#ffffff")
    edge = PIXELS * _FINE
    data = png.write(whole, edge / box * 25.4)
    image = Image.open(io.BytesIO(data)).convert("RGB").resize((columns * edge, rows * edge))
    pixels = np.asarray(image).reshape(rows, edge, columns, edge, 3)
    return list(pixels.transpose(0, 2, 1, 3, 4).reshape(-1, edge, edge, 3)[: len(faces)])


def unlabelled(items: Iterable[scene.Item]) -> Iterator[scene.Item]:
    """Yield what is drawn but for labels, which stand upright on sheets of either orientation."""
    for item in items:
        if isinstance(item, scene.Group):
            yield item._replace(items=tuple(unlabelled(item.items)))
        elif not (isinstance(item, scene.Text) and item.name == "label"):
            yield item


def _told(
    faces: Sequence[tuple[Pieces, Piece, bool]], fine: Sequence[Array]
) -> tuple[list[str], list[bool], list[Array]]:
    """Return the faces' kinds, whether they are backs alone, and their pictures, each once.

    A back tells its kind where all backs of its component mirror their fronts, or all are of
    one kind.
    """
    counts = Counter(part.name for part, _, _ in faces)
    tells = {part.name: True for part, _, _ in faces}
    for k, (part, _, back) in enumerate(faces):
        off = np.abs(fine[k][:, ::-1].astype(float) - fine[k - 1]).mean() if back else 0.0
        if off > _ALIKE and counts[part.name] > 2:
            tells[part.name] = False
    known: dict[bytes, tuple[str, bool, Array]] = {}
    for (part, piece, back), picture in zip(faces, fine, strict=True):
        kind = "" if back and not tells[part.name] else kind_of(piece.id)
        known.setdefault(picture.tobytes() + kind.encode(), (kind, back, picture))
    kinds, backs, seen = zip(*known.values(), strict=True)
    return list(kinds), list(backs), list(seen)
