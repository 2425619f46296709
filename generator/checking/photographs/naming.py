"""Which of a game's own pictures the places in a photograph show, and in what light.

The light is found with the pieces: it brings the pictures nearest to what is seen.  What is not sure
is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.drawing.parts import Pieces
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import area_of
from generator.checking.recognise import models

#: How many points pictures have along each side, and from how many pixels each way they come; what
#: is seen is set upright so many times as finely, before it is averaged.
_POINTS, _PIXELS, _FINE = 24, 96, 3
#: Both are blurred by so many points, pictures a little more, as cameras do: grain, hatches and
#: numbers do not count, and edges are never quite in place.
_SOFT, _SOFTER = 0.8, 0.92

#: A piece may lie beside its outline by these shares of its width, right and down, or be as much wider.
_MOVES = np.vstack([np.zeros(3), np.eye(3), -np.eye(3)]) * 0.02
#: The light is told by so many percent of the places, those that are nearest.
_TELLING = 75
#: No lamp makes a channel so many times as bright as another.
_MOST_TINTED = 1.8
#: A piece may be so much brighter or darker than the light: shadows, glare, the lens.
_BRIGHTER = 1.5
#: Two explanations are as good where one leaves no more than so many times as much unexplained.
_AS_GOOD = 2.0
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
_SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast, which is at least so much.
_MOST_OFF, _LEAST_CONTRAST = 0.21, 500.0
#: A piece of less than this share of its picture's colour is another, or no camera saw it in colour.
_PALE = 0.5
#: The kind of what is no piece, or not a whole one lying apart.
NO_PIECE = "?"


class Pictures(NamedTuple):
    """The pictures of pieces of one outline in a theme."""

    theme: str
    #: An upright piece in a square of points: its corners, and which points lie well in it.
    corners: Array
    inside: Array
    #: What each shows, "" for a back that several kinds have; whether it is a back.
    kinds: Array
    is_back: Array
    #: (pictures, points, 3)
    views: Array


def draw(parts: Sequence[Pieces], theme: Theme) -> Pictures:
    """Return the pictures of components of one outline in a theme."""
    album = models.draw(parts, theme, per_mm=_PIXELS / parts[0].size)
    faces, cut = [face for pictures in album for face in pictures.faces], album[0].cut
    corners = np.array(cut.corners(Orientation.POINTY)) / (cut.width, cut.height)
    inside = models.inside(cut.kind, _POINTS, 0.04)
    sharp = np.maximum(np.concatenate([pictures.views(_POINTS) for pictures in album]), 1)
    return Pictures(
        theme.name,
        (corners + 0.5) * _POINTS - 0.5,
        inside,
        np.array([face.kind for face in faces]),
        np.array([face.stance.back for face in faces]),
        np.array([cv2.GaussianBlur(one, (0, 0), _SOFTER)[inside] for one in sharp]),
    )


def _distances(views: Array, pictures: Array) -> Array:
    """Return the mean squares by which views, a little brighter or darker, differ from pictures."""
    a, b = views.reshape(len(views), -1), pictures.reshape(len(pictures), -1)
    products, squares = a @ b.T, np.maximum((a * a).sum(axis=1), 1.0)[:, None]
    brighter = np.clip(products / squares, 1 / _BRIGHTER, _BRIGHTER)
    distances = brighter * (brighter * squares - 2 * products) + (b * b).sum(axis=1)
    result: Array = np.maximum(distances, 0.0) / a.shape[1]
    return result


class Seen(NamedTuple):
    """Something in a photograph: its outline, of a piece its kind, "" of a back that tells none."""

    outline: Array
    kind: str = NO_PIECE
    is_back: bool = False
    is_sure: bool = False


class Explanation(NamedTuple):
    """What a scene shows by the pictures of a theme, and how far these are off, as seen."""

    scene: Scene
    theme: str
    off: float
    things: Sequence[Seen]


class Scene:
    """What outlines in a photograph show, begun at each of their corners; on a sheet pieces touch."""

    def __init__(
        self, pixels: Array, pieces: Sequence[Array], pictures: Pictures, *, is_sheet: bool
    ) -> None:
        self._outlines, self.is_sheet = pieces, is_sheet
        tried = [_moved(one, *move) for one in pieces for move in _MOVES]
        turned = [np.roll(one, turn, axis=0) for one in tried for turn in range(len(one))]
        views = np.array([_upright(pixels, one, pictures) for one in turned])
        self._views: Array = views.reshape(len(pieces), -1, *views.shape[1:])

    def explained(self, pictures: Pictures) -> Explanation | None:
        """Return how a theme's pictures explain the places, None where no lamp gives such a light."""
        bright = [np.percentile(one.max(axis=-1), 90) for one in (self._views, pictures.views)]
        light = np.full(3, bright[0] / bright[1])
        each = np.arange(len(self._outlines))
        for _ in range(4):  # light and pieces are found in turn
            even = self._views.reshape(-1, *pictures.views.shape[1:]) / light
            distances = _distances(even, pictures.views).reshape(len(each), -1)
            turns, numbers = np.divmod(distances.argmin(axis=1), len(pictures.views))
            off = distances.min(axis=1)
            good = off <= np.percentile(off, _TELLING) + 1e-9
            views, drawn = self._views[each, turns], pictures.views[numbers]
            light = (views * drawn)[good].mean(axis=(0, 1)) / (drawn**2)[good].mean(axis=(0, 1))
        if light.max() > _MOST_TINTED * light.min():
            return None
        is_sure = _are_sure(views / light, numbers, pictures)
        kinds, is_back = pictures.kinds[numbers].tolist(), pictures.is_back[numbers].tolist()
        things = [*map(Seen, self._outlines, kinds, is_back, is_sure.tolist())]
        unexplained = float(off[good].mean() * light.mean() ** 2)
        return Explanation(self, pictures.theme, unexplained, things)


def _moved(outline: Array, right: float, down: float, wider: float) -> Array:
    by = np.array((right, down)) * area_of(outline) ** 0.5
    moved: Array = outline + by + (outline - outline.mean(axis=0)) * wider
    return moved


def _upright(pixels: Array, outline: Array, pictures: Pictures) -> Array:
    matrix = cv2.findHomography(outline, (pictures.corners + 0.5) * _FINE - 0.5)[0]
    size = _POINTS * _FINE, _POINTS * _FINE
    view = cv2.warpPerspective(pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(view, (_POINTS, _POINTS), interpolation=cv2.INTER_AREA)
    levels = np.maximum(small, 1).astype(np.float32)  # black tells no light
    soft: Array = cv2.GaussianBlur(levels, (0, 0), _SOFT)[pictures.inside]
    return soft


def _are_sure(views: Array, numbers: Array, pictures: Pictures) -> Array:
    """Tell which views, in even light, are the pictures of these numbers, and none of another kind."""
    drawn = pictures.views[numbers]
    distances = _distances(views, pictures.views)
    own = np.take_along_axis(distances, numbers[:, None], axis=1)
    between = np.maximum(_distances(drawn, pictures.views), 1e-6)
    is_rival = pictures.kinds != pictures.kinds[numbers][:, None]
    nearness = np.where(is_rival, 0.5 + (distances - own) / (2 * between), 1.0)
    contrast = max(float(pictures.views.var(axis=(0, 1)).mean()), _LEAST_CONTRAST)
    are_sure: Array = nearness.min(axis=1) >= _SURE
    are_sure &= own[:, 0] <= _MOST_OFF * contrast
    return are_sure & (_colour(views) >= _PALE * _colour(drawn))


def _colour(views: Array) -> Array:
    """Return how much the points of each view differ in colour, whatever their brightness."""
    red, green, blue = np.moveaxis(views, -1, 0)
    return np.asarray((red - green).std(axis=1) + (green - blue).std(axis=1))


def likeliest(scenes: Iterable[Scene], albums: Sequence[Pictures]) -> Explanation | None:
    """Return what explains a photograph best, of scenes that are explained as well the first."""
    every = [*filter(None, (scene.explained(own) for scene in scenes for own in albums))]
    if not every:
        return None
    least = min(one.off for one in every)
    scene = next(one.scene for one in every if one.off <= _AS_GOOD * least)
    best = min((one for one in every if one.scene is scene), key=lambda one: one.off)
    things = best.things
    for one in (one for one in every if one.off <= _AS_GOOD * best.off):
        if one.scene is scene:
            pairs = zip(things, one.things, strict=True)
            things = [a._replace(is_sure=a.is_sure and a.kind == b.kind) for a, b in pairs]
        elif scene.is_sheet:  # it may be divided in other ways
            things = [thing._replace(is_sure=False) for thing in things]
    return best._replace(things=things)
