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
from generator.checking.recognise import models, raster

#: How many points pictures have along each side, and from how many pixels each way they come; what
#: is seen is set upright so many times as finely, before it is averaged.
_POINTS, _PIXELS, _FINE = 24, 96, 3
#: Pieces of no more kinds are plain.
_PLAIN_KINDS = 12
#: Pictures of which the mean square of the difference is less, of 255 levels, are one.
_SAME = 1.5
#: Both are blurred by so many points, pictures a little more, as cameras do: grain, hatches and
#: numbers do not count, and edges are never quite in place.
_SOFT, _SOFTER = 0.8, 0.92

#: How often light and pieces are found in turn, on so many places.
_ROUNDS, _PLACES = 4, 24
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


class Pictures(NamedTuple):
    """The pictures of pieces of one outline in a theme."""

    theme: Theme
    #: An upright piece in a square of points: its corners, and which points lie well in it.
    corners: Array
    inside: Array
    #: What each shows, "" for a back that several kinds have; whether it is a back.
    kinds: Array
    backs: Array
    #: (pictures, points, 3)
    views: Array
    #: By how much each differs from each, and from what all show on average.
    between: Array
    contrast: float

    @property
    def is_plain(self) -> bool:
        """Whether the kinds are few: any block of one colour may be taken for some that touch."""
        return len(set(self.kinds.tolist())) <= _PLAIN_KINDS


def draw(parts: Sequence[Pieces], theme: Theme) -> Pictures:
    """Return the pictures of components of one outline in a theme."""
    drawn = models.draw(parts, theme, per_mm=_PIXELS / parts[0].size)
    numbers = range(len(drawn.faces))
    cut = drawn.faces[0].cut
    corners = np.array(cut.corners(Orientation.POINTY)) / (cut.width, cut.height)
    inside = raster.inside(cut.kind, _POINTS, 0.04)
    sharp = drawn.views(numbers, [0.0] * len(numbers), _POINTS)
    views = np.stack([cv2.GaussianBlur(one, (0, 0), _SOFTER) for one in sharp])[:, inside]
    kinds = np.array([face.kind for face in drawn.faces])
    between = _distances(views, views)
    named = [
        kind if (kinds[row < _SAME] == kind).all() else ""
        for kind, row in zip(kinds, between, strict=True)
    ]
    return Pictures(
        theme,
        (corners + 0.5) * _POINTS - 0.5,
        inside,
        np.array(named),
        np.array([face.back for face in drawn.faces]),
        views,
        np.maximum(between, 1e-6),
        max(float(views.var(axis=(0, 1)).mean()), _LEAST_CONTRAST),
    )


def _distances(views: Array, pictures: Array) -> Array:
    """Return the mean squares by which what is seen, a little brighter or darker, differs from pictures.

    Both are arrays (rows, points, 3).
    """
    a, b = views.reshape(len(views), -1), pictures.reshape(len(pictures), -1)
    products, squares = a @ b.T, np.maximum((a * a).sum(axis=1), 1.0)[:, None]
    brighter = np.clip(products / squares, 1 / _BRIGHTER, _BRIGHTER)
    distances = brighter * (brighter * squares - 2 * products) + (b * b).sum(axis=1)
    result: Array = np.maximum(distances, 0.0) / a.shape[1]
    return result


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), and whether that is sure."""

    outline: Array
    kind: str
    is_back: bool
    is_sure: bool


class Explanation(NamedTuple):
    """A theme's pictures in a light that explain a scene: the kind that each place shows then."""

    scene: Scene
    pictures: Pictures
    #: How bright each channel is.
    light: Array
    kinds: Array
    #: How far pictures are off, as seen.
    off: float


class Scene:
    """What outlines in a photograph show, begun at each of their corners; on a sheet pieces touch."""

    def __init__(
        self,
        pixels: Array,
        places: Sequence[Sequence[Array]],
        pictures: Pictures,
        *,
        is_sheet: bool,
    ) -> None:
        """Look at outlines of the shape that pictures have."""
        self.places, self.is_sheet = [_turned(place) for place in places], is_sheet
        self._views = np.stack(
            [
                [_upright(pixels, one, pictures.corners)[pictures.inside] for one in place]
                for place in self.places
            ]
        )

    def explained(self, pictures: Pictures) -> Explanation | None:
        """Return how a theme's pictures explain the places, None where no lamp gives such a light."""
        some = self._views[:: 1 + len(self._views) // _PLACES]
        bright = np.percentile(some.max(axis=-1), 90) / np.percentile(
            pictures.views.max(axis=-1), 90
        )
        light = np.full(3, bright)
        for _ in range(_ROUNDS):
            turns, numbers, off = _nearest(some / light, pictures)
            good = off <= np.percentile(off, _TELLING) + 1e-9
            views, drawn = some[good, turns[good]], pictures.views[numbers[good]]
            light = (views * drawn).mean(axis=(0, 1)) / (drawn * drawn).mean(axis=(0, 1))
        if light.max() > _MOST_TINTED * light.min():
            return None
        _, numbers, _ = _nearest(self._views / light, pictures)
        unexplained = float(off[good].mean() * light.mean() ** 2)
        return Explanation(self, pictures, light, pictures.kinds[numbers], unexplained)

    def matches(self, best: Explanation, explained: Iterable[Explanation]) -> list[Match]:
        """Return what each place shows; not surely where another explanation that is as good differs."""
        pictures, even = best.pictures, self._views / best.light
        is_doubtful = np.zeros(len(best.kinds), bool)
        for one in explained:
            if one.scene is self and one.off <= _AS_GOOD * best.off:
                is_doubtful |= one.kinds != best.kinds
        matches = []
        for k, (turn, n, _) in enumerate(zip(*_nearest(even, pictures), strict=True)):
            outline = self.places[k][turn]
            is_sure = not is_doubtful[k] and _is_sure(even[k, turn], n, pictures)
            kind, is_back = str(pictures.kinds[n]), bool(pictures.backs[n])
            matches.append(Match(outline, kind, is_back, is_sure))
        return matches


def _turned(place: Sequence[Array]) -> list[Array]:
    return [np.roll(one, k, axis=0) for one in place for k in range(len(one))]


def _upright(pixels: Array, outline: Array, upright: Array) -> Array:
    corners = ((upright + 0.5) * _FINE - 0.5).astype(np.float32)
    matrix = cv2.findHomography(corners, outline.astype(np.float32))[0]
    view = cv2.warpPerspective(
        pixels,
        matrix,
        (_POINTS * _FINE,) * 2,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    small = cv2.resize(view, (_POINTS, _POINTS), interpolation=cv2.INTER_AREA)
    soft: Array = cv2.GaussianBlur(small.astype(np.float32), (0, 0), _SOFT)
    return soft


def _nearest(even: Array, pictures: Pictures) -> tuple[Array, Array, Array]:
    """Return the turn of each place and the picture that are nearest, and how far that is off."""
    places, turns = even.shape[:2]
    distances = _distances(even.reshape(places * turns, -1), pictures.views).reshape(places, -1)
    least = distances.argmin(axis=1)
    turn, number = np.divmod(least, len(pictures.views))
    return turn, number, distances[np.arange(places), least]


def _is_sure(view: Array, n: int, pictures: Pictures) -> bool:
    """Tell whether what is seen, in even light, is the nth picture beyond doubt."""
    (distances,) = _distances(view[None], pictures.views)
    rivals = pictures.kinds != pictures.kinds[n]
    nearness = 0.5 + (distances - distances[n])[rivals] / (2 * pictures.between[n, rivals])
    return bool(
        nearness.min(initial=1.0) >= _SURE
        and distances[n] <= _MOST_OFF * pictures.contrast
        and _colour(view) >= _PALE * _colour(pictures.views[n])
    )


def _colour(points: Array) -> float:
    """Return how much a piece's points differ in colour, whatever their brightness."""
    red, green, blue = points.T
    return float(np.std(red - green) + np.std(green - blue))
