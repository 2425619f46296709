"""A game's own pictures in a theme as small arrays, as its kit draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.drawing.parts import Cutout, Pieces
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking.photographs.loading import Array
from generator.checking.recognise import models, raster

#: How many points pictures have along each side, and from how many pixels each way they come.
POINTS, _PIXELS = 24, 96
#: Pictures of which the mean square of the difference is less, of 255 levels, are one.
_SAME = 1.5
#: Pictures are blurred by so many points, as cameras do: edges are never quite in place.
_SOFT = 0.7
#: Pieces of no more kinds are plain: parts of one may look like another that is smaller.
_PLAIN_KINDS = 12


def sides_of(part: Pieces) -> int:
    """Return how many sides a component's pieces have, 0 where photographs do not tell them."""
    cut = part.shape(1.0)
    if cut.kind == "hexagon":
        return 6
    return 4 if cut.kind == "rectangle" and abs(cut.width - cut.height) < 0.001 * cut.width else 0


def distances(views: Array, pictures: Array) -> Array:
    """Return the mean squares of the differences between what is seen and pictures, each (rows, points, 3)."""
    a, b = views.reshape(len(views), -1), pictures.reshape(len(pictures), -1)
    squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2 * a @ b.T
    far: Array = np.maximum(squares, 0.0) / a.shape[1]
    return far


class PictureSet(NamedTuple):
    """The pictures of pieces of one outline in a theme, and which points of a square lie well in it."""

    theme: Theme
    cut: Cutout
    inside: Array
    #: What each shows, "" for a back that several kinds have; whether it is a back.
    kinds: Array
    backs: Array
    #: (pictures, points, 3)
    views: Array

    @property
    def corners(self) -> Array:
        """The corners of a piece in its picture, in points."""
        corners = np.array(self.cut.corners(Orientation.POINTY))
        unit: Array = (corners / (self.cut.width, self.cut.height) + 0.5) * POINTS - 0.5
        return unit

    @property
    def contrast(self) -> float:
        """How much the pictures differ."""
        return float(self.views.var(axis=(0, 1)).sum())

    @property
    def is_plain(self) -> bool:
        """Whether the kinds are few."""
        return len(set(self.kinds.tolist())) <= _PLAIN_KINDS


def draw(parts: Sequence[Pieces], theme: Theme) -> PictureSet:
    """Return the pictures of components of one outline in a theme."""
    drawn = models.draw(parts, theme, per_mm=_PIXELS / parts[0].size)
    numbers = range(len(drawn.faces))
    cut = drawn.faces[0].cut
    inside = raster.inside(cut.kind, POINTS, 0.04)
    sharp = drawn.views(numbers, [0.0] * len(numbers), POINTS)
    views = np.stack([cv2.GaussianBlur(one, (0, 0), _SOFT) for one in sharp])[:, inside]
    kinds = np.array([face.kind for face in drawn.faces])
    alike = distances(views, views) < _SAME
    named = [
        kind if (kinds[row] == kind).all() else "" for kind, row in zip(kinds, alike, strict=True)
    ]
    backs = np.array([face.back for face in drawn.faces])
    return PictureSet(theme, cut, inside, np.array(named), backs, views)
