"""Which of a game's own pictures the places in a photograph show, and in what light.

The light is found with the pieces: it brings the pictures nearest to what is seen.  What is not sure
is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.drawing.parts import Pieces
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import Outline, Table
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
_SOFT, _SOFTER = 0.8, 1.06

#: How often light and pieces are found in turn, on so many places, by every so many points.
_ROUNDS, _PLACES, _STEP = 6, 24, 4
#: The light is told by so many percent of the places, those that are nearest; so much is even what
#: nothing tells.
_TELLING, _STIFF = 75, 0.002
#: The shift is found in this unit, which makes it as large as the gains.
_UNIT = 60.0
#: Gains are at least this; no lamp makes a channel so many times as bright as another.
_DIMMEST, _MOST_TINTED = 0.02, 1.8
#: So much what is even counts as differing, a square of 255 levels.
_EVEN = 100.0
#: Two explanations are as good where one leaves no more than so many times as much unexplained.
_AS_GOOD = 2.0
#: A piece may be so much brighter or darker than the light about it: shadows, glare.
_BRIGHTER = 1.25
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
_SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast.
_MOST_OFF = 0.16
#: A piece of less than this share of its picture's colour is another, or no camera saw it in colour.
_PALE = 0.5
#: Shadows and cut lines push outlines out: of a piece that is not sure, those are tried that are
#: larger, smaller and moved by these shares of its width, one after another.
_NUDGES = 0.05, 0.025, 0.012

# -------------------------------------------------------------------------------- the pictures


class Frame(NamedTuple):
    """An upright piece in a square of points: its corners, and which points lie well in it."""

    corners: Array
    inside: Array


class Pictures(NamedTuple):
    """The pictures of pieces of one outline in a theme."""

    theme: Theme
    frame: Frame
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
    frame = Frame((corners + 0.5) * _POINTS - 0.5, inside)
    sharp = drawn.views(numbers, [0.0] * len(numbers), _POINTS)
    views = np.stack([cv2.GaussianBlur(one, (0, 0), _SOFTER) for one in sharp])[:, inside]
    kinds = np.array([face.kind for face in drawn.faces])
    between = _distances(views, views)
    named = [
        kind if (kinds[row < _SAME] == kind).all() else ""
        for kind, row in zip(kinds, between, strict=True)
    ]
    backs = np.array([face.back for face in drawn.faces])
    contrast = float(views.var(axis=(0, 1)).mean())
    between = np.maximum(between, 1e-6)
    return Pictures(theme, frame, np.array(named), backs, views, between, contrast)


def _distances(views: Array, pictures: Array) -> Array:
    """Return the mean squares of the differences between what is seen and pictures, each (rows, points, 3)."""
    a, b = views.reshape(len(views), -1), pictures.reshape(len(pictures), -1)
    squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2 * a @ b.T
    distances: Array = np.maximum(squares, 0.0) / a.shape[1]
    return distances


# ----------------------------------------------------------------------------------- the light


class Light(NamedTuple):
    """How a photograph shows the pictures' colours: a gain of each channel, and a shift."""

    gains: Array
    shift: Array

    @property
    def is_likely(self) -> bool:
        """Whether it is no stronger in colour than lamps are."""
        return bool(
            self.gains.min() > _DIMMEST and self.gains.max() <= _MOST_TINTED * self.gains.min()
        )

    def even(self, views: Array) -> Array:
        """Return what is seen as it would be in the pictures' light."""
        result: Array = (views - self.shift) / np.maximum(self.gains, _DIMMEST)
        return result.astype(np.float32)


def _starts(views: Array, pictures: Pictures) -> Iterator[Light]:
    """Yield lights to begin with: each channel as bright and dark as in the pictures, and all channels alike."""
    low, high = np.percentile(views, (3, 97), axis=(0, 1))
    dark, bright = np.percentile(pictures.views, (3, 97), axis=(0, 1))
    gains = np.maximum((high - low) / np.maximum(bright - dark, 1.0), _DIMMEST)
    yield Light(gains, low - gains * dark)
    ratio = np.percentile(views.max(axis=2), 90) / np.percentile(pictures.views.max(axis=2), 90)
    yield Light(np.full(3, max(float(ratio), _DIMMEST)), np.zeros(3))


def _fitted(views: Array, pictures: Array) -> Light:
    """Return the light that brings pictures nearest to what is seen, both (pieces, points, 3)."""
    level = float(views.mean() / max(pictures.mean(), 1.0))
    light = []
    for c in range(3):
        right, look = (array[:, ::_STEP, c].ravel() for array in (views, pictures))
        terms = np.stack([look, np.full_like(look, _UNIT)], axis=1)
        squares = terms.T @ terms
        stiff = _STIFF * np.trace(squares)
        sums = terms.T @ right + (stiff * level, 0.0)
        solution = np.linalg.solve(squares + stiff * np.eye(2), sums)
        light.append(solution * (1.0, _UNIT))
    gains, shift = np.transpose(light)
    return Light(gains, shift)


# ------------------------------------------------------------------------------------ the names


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), and whether that is sure."""

    outline: Outline
    kind: str
    is_back: bool
    is_sure: bool


class Explanation(NamedTuple):
    """A theme's pictures in a light, the kind that each place shows then, and how far these are off."""

    scene: Scene
    pictures: Pictures
    light: Light
    kinds: Array
    #: As a share of how much the places differ.
    off: float

    def read(self, doubts: Array) -> list[Match]:
        """Return what the places show, where there is no doubt surely."""
        matches = self.scene.matches(self)
        for share in _NUDGES:
            unsure = [k for k, match in enumerate(matches) if not match.is_sure]
            if unsure:
                places = [_nudges(matches[k].outline, share) for k in unsure]
                nudged = Scene(self.scene.table, self.pictures.frame, places)
                for k, match in zip(unsure, nudged.matches(self), strict=True):
                    matches[k] = match
        return [
            match._replace(is_sure=match.is_sure and not is_doubtful)
            for match, is_doubtful in zip(matches, doubts, strict=True)
        ]


def turns(outline: Outline) -> list[Outline]:
    """Return an outline that begins at each of its corners."""
    corners = outline.corners
    return [Outline(np.roll(corners, k, axis=0)) for k in range(len(corners))]


def _nudges(outline: Outline, share: float) -> list[Outline]:
    """Return an outline a little smaller, larger and moved, by a share of its width."""
    centre, width = outline.centre, outline.area**0.5
    return [
        Outline((outline.corners - centre) * size + centre + width * share * move)
        for size in (1 - share, 1.0, 1 + share)
        for move in np.indices((3, 3)).reshape(2, -1).T - 1
    ]


class Scene:
    """What places in a photograph show, in even light; on a sheet pieces touch.

    A place is the outlines that its piece may have, begun at its first corner; each has as many.
    """

    def __init__(
        self,
        table: Table,
        frame: Frame,
        places: Sequence[Sequence[Outline]],
        *,
        is_sheet: bool = False,
    ) -> None:
        """Look at every outline of each place."""
        self.table, self.is_sheet = table, is_sheet
        self._outlines = [one for place in places for one in place]
        self._each = len(places[0])
        views = [self._upright(one, frame.corners) for one in self._outlines]
        self._seen = np.stack(views)[:, frame.inside]

    def _upright(self, outline: Outline, upright: Array) -> Array:
        corners = ((upright + 0.5) * _FINE - 0.5).astype(np.float32)
        matrix = cv2.findHomography(corners, outline.corners.astype(np.float32))[0]
        view = cv2.warpPerspective(
            self.table.pixels,
            matrix,
            (_POINTS * _FINE,) * 2,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        small = cv2.resize(view, (_POINTS, _POINTS), interpolation=cv2.INTER_AREA)
        soft: Array = cv2.GaussianBlur(small.astype(np.float32), (0, 0), _SOFT)
        return soft / np.float32(self.table.brightness(outline.centre))

    def _nearest(self, distances: Array) -> Array:
        """Return for each place the number of its outline that is least off, and that of the picture."""
        least = distances.min(axis=1).reshape(-1, self._each)
        which = least.argmin(axis=1) + np.arange(len(least)) * self._each
        return np.stack([which, distances[which].argmin(axis=1)])

    def explanations(self, pictures: Pictures) -> Iterator[Explanation]:
        """Yield what explains the places by a theme's pictures."""
        few = np.ascontiguousarray(pictures.views[:, ::_STEP])
        places = self._seen.reshape(-1, self._each, *self._seen.shape[1:])
        some = places[:: 1 + len(places) // _PLACES].reshape(-1, *self._seen.shape[1:])
        spread = float(some.var(axis=(0, 1)).mean()) + _EVEN
        for start in _starts(some, pictures):
            light = start
            for _ in range(_ROUNDS):
                distances = _distances(light.even(some[:, ::_STEP]), few)
                nearest = self._nearest(distances)
                off = distances[nearest[0], nearest[1]]
                good = off <= np.percentile(off, _TELLING) + 1e-9
                unexplained = float(off[good].mean() * light.gains.mean() ** 2) / spread
                which, shown = nearest[:, good]
                light = _fitted(some[which], pictures.views[shown])
            if light.is_likely:
                shown = self._nearest(_distances(light.even(self._seen[:, ::_STEP]), few))[1]
                yield Explanation(self, pictures, light, pictures.kinds[shown], unexplained)

    def matches(self, explained: Explanation) -> list[Match]:
        """Return what each place shows by the outline that is least off, each a little brighter or darker."""
        pictures = explained.pictures
        even = explained.light.even(self._seen)
        near = pictures.views[_distances(even, pictures.views).argmin(axis=1)]
        brighter = (even * near).sum(axis=(1, 2)) / np.maximum((even * even).sum(axis=(1, 2)), 1.0)
        even *= np.clip(brighter, 1 / _BRIGHTER, _BRIGHTER)[:, None, None]
        distances = _distances(even, pictures.views)
        return [
            Match(
                self._outlines[k],
                str(pictures.kinds[n]),
                bool(pictures.backs[n]),
                _is_sure(even[k], distances[k], n, pictures),
            )
            for k, n in self._nearest(distances).T
        ]


def doubts(best: Explanation, explained: Iterable[Explanation]) -> Array:
    """Return which places show another kind in an explanation of the same scene that is as good as the best."""
    result = np.zeros(len(best.kinds), bool)
    for one in explained:
        if one.scene is best.scene and one.off <= _AS_GOOD * best.off:
            result |= one.kinds != best.kinds
    return result


def _is_sure(view: Array, distances: Array, n: int, pictures: Pictures) -> bool:
    """Tell whether what is seen, at distances from all pictures, is the nth beyond doubt."""
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
