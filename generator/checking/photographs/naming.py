"""Which of a game's own pictures show in outlines in a photograph, and in what light; what is unsure is marked so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

import engine
from engine.drawing.parts import Pieces, Request
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking.photographs.outlines import Array, area_of
from generator.checking.recognise import models
from generator.checking.recognise.models import FINE, POINTS
from generator.printing.template import Template

_PIXELS = POINTS * FINE  # pixels each way of pieces set upright, before they are averaged to points
#: Points that are averaged each way: grain, hatches and numbers do not count, and edges are never in place.
_SOFT = 3
#: How a piece may differ from its outline: moved right or down, or wider, by a share of its width, both ways.
_MOVES = np.vstack([np.zeros(3), np.eye(3), -np.eye(3)]) * 0.02
#: A piece, or a channel, may be so many times as bright or as dark as others: lamps, shadows, glare, the lens.
_BRIGHTER = 1.6
#: Two explanations are as good if one leaves no more than so many times as much unexplained as the other.
AS_GOOD = 2.0
#: A piece is sure from this nearness, where 1 is its picture, and a half the middle between that and the next.
_SURE = 0.62
_MOST_OFF = 0.24  # at most this share of the pictures' contrast may be left unexplained
#: A view with less than this share of its picture's colour shows another piece, or is not in colour.
_PALE = 0.5
#: The kind of what is no piece, or not a whole one lying apart.
NO_PIECE = "?"


class Pictures(NamedTuple):
    """The pictures of pieces of one outline in a theme."""

    theme: str
    #: An upright piece in a square: its corners in pixels, and which points lie well in it.
    corners: Array
    inside: Array
    #: The kind that each picture, in each turn, shows, "" for a back of several kinds, and whether it is a back.
    kinds: Array
    is_back: Array
    #: What they show at the points inside: (pictures, points, 3).
    views: Array


@lru_cache(maxsize=16)
def draw(kit: Template, names: tuple[str, ...], theme: Theme) -> Pictures:
    """Return the pictures of a kit's components of one outline, drawn once for all photographs."""
    parts = engine.game(kit.game).parts(Request(theme, kit.settings()))
    pieces = [part for part in parts if isinstance(part, Pieces) and part.name in names]
    album = models.draw(pieces, theme, per_mm=_PIXELS / pieces[0].size)
    faces, cut = [face for pictures in album for face in pictures.faces], album[0].cut
    corners = np.array(cut.corners(Orientation.POINTY)) / (cut.width, cut.height)
    corners = (corners + 0.5) * _PIXELS - 0.5
    inside = models.inside(cut.kind, POINTS)
    upright = np.concatenate([pictures.views(_PIXELS) for pictures in album])
    turns = [np.roll(corners, turn, axis=0) for turn in range(len(corners))]
    turned = [cv2.findHomography(outline, corners)[0] for outline in turns]
    kinds = np.repeat([face.kind for face in faces], len(turned))
    is_back = np.repeat([face.stance.back for face in faces], len(turned))
    views = np.array([_upright(one, way)[inside] for one in upright for way in turned])
    return Pictures(theme.name, corners, inside, kinds, is_back, views)


class Thing(NamedTuple):
    """Something in a photograph: its outline and its kind, "" for a back that tells none."""

    outline: Array
    kind: str = NO_PIECE
    is_back: bool = False  # or looks like one
    is_sure: bool = False


class Explanation(NamedTuple):
    """What outlines show by the pictures of a theme, and how far they differ from these in the photograph's light."""

    things: Sequence[Thing]
    theme: str
    distance: float


def explained(pixels: Array, outlines: Sequence[Array], albums: Sequence[Pictures]) -> Explanation:
    """Return what outlines show by the theme that explains it best; it is sure where themes as good agree."""
    ways: list[Array] = []
    for outline in outlines:
        width, middle = area_of(outline) ** 0.5, outline.mean(axis=0)
        for right, down, wider in _MOVES:
            moved = outline + np.array((right, down)) * width + (outline - middle) * wider
            matrix, _ = cv2.findHomography(moved, albums[0].corners)
            ways.append(_upright(pixels, matrix)[albums[0].inside])
    views = np.array(ways).reshape(len(outlines), -1, *ways[0].shape)
    every = [_by_theme(outlines, views, pictures) for pictures in albums]
    best = min(every, key=lambda one: one.distance)
    things = best.things
    for other in every:
        if other.distance <= AS_GOOD * best.distance:
            pairs = zip(things, other.things, strict=True)
            things = [a._replace(is_sure=a.is_sure and a.kind == b.kind) for a, b in pairs]
    return best._replace(things=things)


def _upright(pixels: Array, matrix: Array) -> Array:
    """Return the points of what an outline shows when a matrix sets it upright."""
    size = _PIXELS, _PIXELS
    view = cv2.warpPerspective(pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(view, (POINTS, POINTS), interpolation=cv2.INTER_AREA)
    levels = np.maximum(small, 1).astype(np.float32)  # black tells no light
    return np.asarray(cv2.blur(levels, (_SOFT, _SOFT)))


def _by_theme(outlines: Sequence[Array], views: Array, pictures: Pictures) -> Explanation:
    """Return how a theme's pictures explain views; each outline has several, one for each way it may lie."""
    light = np.full(3, np.percentile(views, 90) / np.percentile(pictures.views, 90))
    for _ in range(4):  # light and pieces are found in turn
        even = (views / light).reshape(-1, *pictures.views.shape[1:])
        # Of each outline, its distances in all ways from all pictures in one row.
        distances = _distances(even, pictures.views).reshape(len(views), -1)
        ways, numbers = np.divmod(distances.argmin(axis=1), len(pictures.views))
        nearest = distances.min(axis=1)
        is_good = nearest <= np.median(nearest)
        best, drawn = views[np.arange(len(views)), ways], pictures.views[numbers]
        light = (best * drawn)[is_good].mean(axis=(0, 1)) / (drawn**2)[is_good].mean(axis=(0, 1))
        light = light.clip(light.max() / _BRIGHTER)
    is_sure = _are_sure(best / light, numbers, pictures)
    backs = distances[:, np.tile(pictures.is_back, views.shape[1])]
    is_back = backs.min(axis=1, initial=np.inf) <= AS_GOOD * nearest
    kinds = pictures.kinds[numbers].tolist()
    things = [*map(Thing, outlines, kinds, is_back.tolist(), is_sure.tolist())]
    distance = float(nearest[is_good].mean() * light.mean() ** 2)
    return Explanation(things, pictures.theme, distance)


def _distances(views: Array, pictures: Array) -> Array:
    """Return the mean squares by which views differ from pictures, each made brighter or darker to fit best."""
    a, b = views.reshape(len(views), -1), pictures.reshape(len(pictures), -1)
    products, squares = a @ b.T, np.maximum((a * a).sum(axis=1), 1.0)[:, None]
    brighter = np.clip(products / squares, 1 / _BRIGHTER, _BRIGHTER)
    distances = brighter * (brighter * squares - 2 * products) + (b * b).sum(axis=1)
    return np.asarray(np.maximum(distances, 0.0) / a.shape[1])


def _are_sure(views: Array, numbers: Array, pictures: Pictures) -> Array:
    """Tell which views, in even light, surely show the pictures of these numbers and none of another kind."""
    drawn = pictures.views[numbers]
    distances = _distances(views, pictures.views)
    own = np.take_along_axis(distances, numbers[:, None], axis=1)
    between = np.maximum(_distances(drawn, pictures.views), 1e-6)
    is_rival = pictures.kinds != pictures.kinds[numbers][:, None]
    nearness = np.where(is_rival, 0.5 + (distances - own) / (2 * between), 1.0)
    contrast = pictures.views.var(axis=(0, 1)).mean()
    are_sure: Array = (nearness.min(axis=1) >= _SURE) & (own[:, 0] <= _MOST_OFF * contrast)
    return are_sure & (_colour(views) >= _PALE * _colour(drawn))


def _colour(views: Array) -> Array:
    """Return how much the points of each view differ in colour, whatever their brightness."""
    red, green, blue = np.moveaxis(views, -1, 0)
    return np.asarray((red - green).std(axis=1) + (green - blue).std(axis=1))
