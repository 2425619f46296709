"""Which pieces the outlines in a photograph show, and in what light.

The light is found with the pieces: it is the one that brings the pictures nearest to what is seen.
What is not sure is never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs import light
from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import Outline
from generator.checking.photographs.pictures import POINTS, PictureSet, distances

#: How many times as fine as pictures what is seen is set upright, before it is averaged.
_FINE = 3
#: How often light and pieces are found in turn; every so many points tell the pieces then.
_ROUNDS, _STEP = 6, 4
#: The light is told by so many percent of the places, those that are least off.
_TELLING = 75
#: So much what is even counts as differing, a square of 255 levels.
_EVEN = 100.0
#: Two explanations are as good where one leaves no more than so many times as much unexplained.
_AS_GOOD = 2.0
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
_SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast, and how much of it in any
#: part of a piece; and the next piece must differ so many times as much.
_MOST_OFF, _MOST_OFF_PART, _APART = 0.16, 0.5, 2.5
#: Differences are looked at through a blur of so many points, by parts of this share of a piece's width.
_BLUR, _PART = 0.8, 4
#: A piece of less than this share of its picture's colour is another, or no camera saw it in colour.
_PALE = 0.5
#: A piece may be so much brighter or darker than the light about it: shadows, glare.
_BRIGHTER = 1.25
#: Sides of which one is no more than so many times as far off, and so much, look alike.
_ALIKE, _HAIR = 1.5, 20.0
#: Differences of more levels count no more: numbers, glare; what is moved farther than this share
#: of a piece's width has lost its way; what keeps pictures that show little in place.
_MOST_ERROR, _ASTRAY, _STIFF = 60.0, 0.35, 0.01

#: How many times as wide as its quarter a plain piece is, with a line between; of so many pieces it
#: is looked whether they are quarters.
_WHOLE, _SOME = 2.17, 12


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), and whether that is sure.

    ``is_back`` is None where both sides look alike.
    """

    outline: Outline
    kind: str
    is_sure: bool
    is_back: bool | None = None


class _Scene:
    """The outlines of some places in an image, and what shows in each, set upright in every turn."""

    def __init__(
        self, pixels: Array, places: Sequence[Sequence[Outline]], model: PictureSet
    ) -> None:
        self.pixels, self.model = pixels, model
        sides = len(model.corners)
        self.outlines = [
            Outline(np.roll(one.corners, k, axis=0), one.fit)
            for group in places
            for one in group
            for k in range(sides)
        ]
        owners = np.repeat(np.arange(len(places)), [sides * len(group) for group in places])
        self._first = np.flatnonzero(np.diff(owners, prepend=-1))
        views = [_upright(pixels, one, model) for one in self.outlines]
        self.seen = np.stack(views)[:, model.inside]
        middles = np.stack([one.centre for one in self.outlines])
        self.at = middles / pixels.shape[1::-1] - 0.5

    def best(self, distances_of_all: Array) -> Array:
        """Return for each place the number of its outline that is least off."""
        parts = np.split(distances_of_all, self._first[1:])
        return self._first + [int(part.argmin()) for part in parts]


def _upright(pixels: Array, outline: Outline, model: PictureSet) -> Array:
    fine = ((model.corners + 0.5) * _FINE - 0.5).astype(np.float32)
    matrix = cv2.findHomography(fine, outline.corners.astype(np.float32))[0]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine_view = cv2.warpPerspective(
        pixels, matrix, (POINTS * _FINE,) * 2, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    small: Array = cv2.resize(fine_view, (POINTS, POINTS), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


class Explanation(NamedTuple):
    """A light found with a theme's pictures, the kind that each place shows in it, and how far these are off."""

    light: Light
    model: PictureSet
    kinds: Array
    #: As a share of how much the places differ.
    off: float


def explanations(
    pixels: Array, places: Sequence[Sequence[Outline]], model: PictureSet
) -> list[Explanation]:
    """Return what explains some places by a theme's pictures, the best first."""
    return _explained(_Scene(pixels, places, model))


def _explained(scene: _Scene) -> list[Explanation]:
    model, views, at = scene.model, scene.seen, scene.at
    few = np.ascontiguousarray(model.views[:, ::_STEP])
    spread = float(views.var(axis=(0, 1)).mean()) + _EVEN
    explained = []
    for start in light.starts(views, model):
        now = start
        shows: Array = np.array([])
        for _ in range(_ROUNDS):
            far = distances(now.even(views[:, ::_STEP], at), few)
            nearest = far.min(axis=1)
            which = scene.best(nearest)
            before, shows = shows, np.stack([which, far[which].argmin(axis=1)])
            good = nearest[which] <= np.percentile(nearest[which], _TELLING) + 1e-9
            unexplained = float(nearest[which[good]].mean()) * now.brightness**2 / spread
            if np.array_equal(before, shows):
                break
            which, pictures = shows[:, good]
            now = light.fitted(views[which], model.views[pictures], at[which])
        which, pictures = shows
        if now.is_likely:
            explained.append(Explanation(now, model, model.kinds[pictures], unexplained))
    return sorted(explained, key=lambda one: one.off)


def doubtful(explained: Sequence[Explanation]) -> Array:
    """Return which places show another kind in an explanation that is as good as the first."""
    best = explained[0]
    others = [one.kinds != best.kinds for one in explained if one.off <= _AS_GOOD * best.off]
    doubts: Array = np.any(others, axis=0)
    return doubts


def read(pixels: Array, places: Sequence[Sequence[Outline]], model: PictureSet) -> list[Match]:
    """Return what places show, by the best of the outlines of each."""
    scene = _Scene(pixels, places, model)
    explained = _explained(scene)
    if not explained:
        return [Match(group[0], "", is_sure=False) for group in places]
    now, doubts = explained[0].light, doubtful(explained)
    matches = _judged(scene, now)
    unsure = [k for k, match in enumerate(matches) if not match.is_sure]
    if unsure:
        moved = [[_aligned(scene, now, matches[k].outline)] for k in unsure]
        again = _judged(_Scene(pixels, moved, model), now)
        for k, match in zip(unsure, again, strict=True):
            matches[k] = match if match.is_sure else matches[k]
    if model.is_plain and _are_parts(scene, now, [match for match in matches if match.is_sure]):
        doubts = np.ones(len(matches), bool)
    return [
        match._replace(is_sure=match.is_sure and not is_doubtful)
        for match, is_doubtful in zip(matches, doubts, strict=True)
    ]


def _are_parts(scene: _Scene, now: Light, sure: Sequence[Match]) -> bool:
    """Tell whether half of some plain pieces may be quarters of others, parted by lines on these."""
    some = sure[:: 1 + len(sure) // _SOME]
    parts = 0
    for match in some:
        corners = match.outline.corners
        wider = [Outline(corner + (corners - corner) * _WHOLE) for corner in corners]
        whole = [[_aligned(scene, now, one)] for one in wider]
        judged = _judged(_Scene(scene.pixels, whole, scene.model), now)
        parts += any(one.is_sure and one.kind != match.kind for one in judged)
    return 2 * parts > len(some)


def _judged(scene: _Scene, now: Light) -> list[Match]:
    """Return what each place shows, by the outline that is least off, each a little brighter or darker."""
    model = scene.model
    even = now.even(scene.seen, scene.at)
    near = model.views[distances(even, model.views).argmin(axis=1)]
    brighter = (even * near).sum(axis=(1, 2)) / np.maximum((even * even).sum(axis=(1, 2)), 1.0)
    even *= np.clip(brighter, 1 / _BRIGHTER, _BRIGHTER)[:, None, None]
    far = distances(even, model.views)
    matches = []
    for k in scene.best(far.min(axis=1)):
        n = int(far[k].argmin())
        kind, is_back = str(model.kinds[n]), bool(model.backs[n])
        turns = far[k - k % len(model.corners) :][: len(model.corners)]
        other = turns[:, (model.kinds == kind) & (model.backs != is_back)].min(initial=np.inf)
        is_either = kind and other <= _ALIKE * far[k, n] + _HAIR
        is_sure = _is_sure(even[k], far[k], n, model)
        matches.append(Match(scene.outlines[k], kind, is_sure, None if is_either else is_back))
    return matches


def _is_sure(view: Array, far: Array, n: int, model: PictureSet) -> bool:
    """Tell whether what is seen, so far from all pictures, is the nth beyond doubt."""
    picture, rivals = model.views[n], np.flatnonzero(model.kinds != model.kinds[n])
    differences, apart = _off(view - picture, model), np.inf
    nearness = np.ones(1)
    if len(rivals):
        between = np.maximum(distances(picture[None], model.views[rivals])[0], 1e-6)
        nearness = 0.5 + (far[rivals] - far[n]) / (2 * between)
        rival = model.views[rivals[nearness.argmin()]]
        apart = float(_off(rival - picture, model).mean())
    square = np.zeros(model.inside.shape)
    square[model.inside] = differences
    worst = cv2.blur(square, (POINTS // _PART,) * 2).max()
    return bool(
        nearness.min() >= _SURE
        and differences.mean() <= min(_MOST_OFF, apart / _APART)
        and _colour(view) >= _PALE * _colour(picture)
        and worst <= _MOST_OFF_PART
    )


def _off(difference: Array, model: PictureSet) -> Array:
    """Return how far off each point of a piece is at large, without grain, hatches and numbers."""
    square = np.zeros((*model.inside.shape, 3), np.float32)
    square[model.inside] = difference
    soft = cv2.GaussianBlur(square, (0, 0), _BLUR)[model.inside]
    squares: Array = (soft**2).sum(axis=1) / model.contrast
    return squares


def _colour(points: Array) -> float:
    """Return how much a piece's points differ in colour, whatever their brightness."""
    red, green, blue = points.T
    return float(np.std(red - green) + np.std(green - blue))


def _aligned(scene: _Scene, now: Light, first: Outline) -> Outline:
    """Return an outline moved, turned and stretched until what is seen in it meets a picture best."""
    model, outline = scene.model, first
    u, v = ((model.corners + 0.5) / POINTS * 2 - 1).T
    y, x = np.mgrid[-1 : 1 : POINTS * 1j, -1 : 1 : POINTS * 1j][..., None]
    at = first.centre[None] / scene.pixels.shape[1::-1] - 0.5
    for _ in range(_ROUNDS):
        view = _upright(scene.pixels, outline, model)
        even = now.even(view.reshape(1, -1, 3), at).reshape(view.shape)
        shows = int(distances(even[model.inside][None], model.views)[0].argmin())
        error = np.clip(model.views[shows] - even[model.inside], -_MOST_ERROR, _MOST_ERROR)
        down, across = np.gradient(even, axis=(0, 1))
        ways = [across, down, across * x, across * y, down * x, down * y]
        slopes = np.stack(ways, axis=-1)[model.inside].reshape(-1, 6)
        squares = slopes.T @ slopes
        stiff = np.eye(6) * (_STIFF * np.trace(squares) / 6 + 1.0)
        a, b, c, d, e, f = np.linalg.solve(squares + stiff, slopes.T @ error.reshape(-1))
        moved = model.corners + np.column_stack([a + c * u + d * v, b + e * u + f * v])
        matrix = cv2.findHomography(model.corners, outline.corners)[0]
        outline = Outline(cv2.perspectiveTransform(moved[None], matrix)[0], first.fit)
    astray = np.linalg.norm(outline.centre - first.centre) / first.area**0.5
    return outline if astray < _ASTRAY and outline.area > 0 else first
