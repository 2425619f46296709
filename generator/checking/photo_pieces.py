"""Which pieces the outlines in a photograph show, in what light and theme.

The light is found with the pieces: it is the one that brings the pictures nearest to what is seen.
What is not surely told is never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing.parts import Cutout, Pieces
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.checking import photo_outlines
from generator.checking.album import COARSE, Album, flat, inside, sampled
from generator.checking.photo_outlines import Photograph, PieceOutline, surface_terms

Array = NDArray[Any]

#: How many times as fine as views pixels are set upright, before they are averaged.
_FINE = 3
#: How often light and pieces are found in turn; and on so many places looks and lights are tried.
_ROUNDS, _SAMPLE = 6, 24
#: Pieces of no more kinds may be plain.
_PLAIN = 12
#: Every so many of a view's points tell the light.
_STEP = 4
#: What the light's gains are at least; no lamp makes a channel so many times as bright as another.
_DIMMEST, _MOST_TINTED = 0.02, 3.0
#: From so many pieces on the light changes in a straight line, and in a curve.
_LINE, _CURVE = 8, 24
#: Light is even where nothing tells: by how much, as a share of what all pieces tell.
_STIFF = 0.05
#: Two looks or lights explain a photograph alike where one leaves no more than so many times as much.
_AS_GOOD = 2.0
#: A theme is doubtful in which more than this share of the pieces is another.
_MOST_DOUBTFUL = 0.25
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
_SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast, and how much of it in any
#: part of a piece; and the next piece must differ so many times as much.
_MOST_OFF, _MOST_OFF_PART, _APART = 0.16, 0.5, 2.5
#: A part is this share of a piece's width.
_PART = 4
#: A piece of less than this share of its picture's colour is another, or no camera saw it in colour.
_PALE = 0.5
#: A piece may be so much brighter or darker than the light about it: shadows, glare.
_BRIGHTER = 1.25
#: Differences of more levels count no more: numbers, glare; and what is moved farther than this
#: share of a piece's width has lost its way.
_MOST_ERROR, _ASTRAY = 60.0, 0.35


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), and whether that is sure."""

    outline: PieceOutline
    kind: str
    is_sure: bool
    #: Whether it is its back, None where its sides look alike.
    is_back: bool | None = None


class Shown(NamedTuple):
    """What a photograph shows: its pieces, and what is none."""

    photograph: Photograph
    matches: tuple[Match, ...] = ()
    others: tuple[PieceOutline, ...] = ()
    is_sheet: bool = False

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure."""
        return Counter(match.kind for match in self.matches if match.is_sure)

    @property
    def shows_backs(self) -> bool | None:
        """Whether most pieces lie on their fronts, None where both sides of each look alike."""
        sides = [match.is_back for match in self.matches if match.is_back is not None]
        return 2 * sum(sides) > len(sides) if sides else None

    @property
    def sure(self) -> int:
        """How many pieces are sure."""
        return sum(match.is_sure for match in self.matches)

    @property
    def doubted(self) -> Shown:
        """The same with no piece sure."""
        return self._replace(matches=tuple(m._replace(is_sure=False) for m in self.matches))


class Arrangement(NamedTuple):
    """Places, each with the outlines that it may have, and whether pieces touch there, as on a sheet."""

    places: list[list[PieceOutline]]
    is_sheet: bool


class PictureSet(NamedTuple):
    """The pictures of components of one form in a theme: each one's kind ("" for silent backs), and views."""

    theme: Theme
    cut: Cutout
    kinds: Array
    #: Whether each is a back, None where it is a front, too.
    backs: list[bool | None]
    #: (pictures, points, 3)
    views: Array
    #: How much they differ, and their points.
    contrast: float

    @property
    def is_plain(self) -> bool:
        """Whether the kinds are so few that each light in which they could be others is tried."""
        return len(set(self.kinds.tolist())) <= _PLAIN


def pictures_of(album: Album, parts: Sequence[Pieces]) -> PictureSet:
    """Return an album's pictures of components."""
    names = {part.name for part in parts}
    same = album.same()
    kinds: dict[int, set[str]] = {}
    sides: dict[int, set[bool]] = {}
    for k, face in enumerate(album.faces):
        if face.part.name in names:
            kinds.setdefault(same[k], set()).add(face.kind)
            sides.setdefault(same[k], set()).add(face.back)
    pixels, per_mm, at = album.atlas(is_flat=False)
    cuts = [album.faces[k].cut for k in kinds]
    frames = [(*at[k], 0.0, cut.width, cut.height) for k, cut in zip(kinds, cuts, strict=True)]
    views = flat(sampled(pixels, per_mm, frames), cuts[0].kind, is_flat=False)
    views = views.reshape(len(views), -1, 3)
    named = np.array(["".join(own) if len(own) == 1 else "" for own in kinds.values()])
    backs = [min(own) if len(own) == 1 else None for own in sides.values()]
    contrast = float(views.var(axis=(0, 1)).sum())
    return PictureSet(album.look.theme, cuts[0], named, backs, views, contrast)


# ------------------------------------------------------------------------------------- the light


class _Light(NamedTuple):
    """Gains of the channels as coefficients of terms, (1, 3 or 6) × 3, and a shift of each."""

    gains: Array
    shift: Array

    @property
    def is_likely(self) -> bool:
        """Whether it is no stronger in colour than lamps are, in the image's middle."""
        middle = np.maximum(self.gains[0], _DIMMEST)
        return bool(middle.max() <= _MOST_TINTED * middle.min())

    def even(self, seen: Array, at: Array) -> Array:
        """Return rows of what is seen (rows, points, 3) as it would be in even light."""
        gains = surface_terms(*at.T)[:, : len(self.gains)] @ self.gains
        result: Array = (seen - self.shift) / np.maximum(gains, _DIMMEST)[:, None, :]
        return result.astype(np.float32)


def _lights(seen: Array, pictures: PictureSet) -> Iterator[_Light]:
    """Yield lights to begin with: as bright as the pictures by channel, and in all.

    Where pictures are of one colour each, and one in which all is of that colour.
    """
    flat, wanted = seen.reshape(-1, 3), pictures.views.reshape(-1, 3)[::7]
    low, high = np.percentile(flat, (3, 97), axis=0)
    dark, bright = np.percentile(wanted, (3, 97), axis=0)
    gain = np.maximum((high - low) / np.maximum(bright - dark, 1.0), _DIMMEST)
    yield _Light(gain[None], low - gain * dark)
    ratio = np.percentile(flat.max(axis=1), 90) / max(np.percentile(wanted.max(axis=1), 90), 1.0)
    yield _Light(np.full((1, 3), max(float(ratio), _DIMMEST)), np.zeros(3))
    if pictures.is_plain:
        wanted = pictures.views[np.unique(pictures.kinds, return_index=True)[1]].mean(axis=1)
        for one in wanted:
            gains = np.median(seen.mean(axis=1), axis=0) / np.maximum(one, 1.0)
            yield _Light(np.maximum(gains, _DIMMEST)[None], np.zeros(3))


def _fitted(seen: Array, wanted: Array, at: Array) -> _Light:
    number = 6 if len(seen) >= _CURVE else 3 if len(seen) >= _LINE else 1
    surface = surface_terms(*at.T)[:, None, :number]
    gains, shift = np.zeros((number, 3)), np.zeros(3)
    for c in range(3):
        b = seen[:, ::7, c].ravel()
        look = wanted[:, ::7, c, None] * surface
        a = np.column_stack([look.reshape(len(b), number), np.full(len(b), 60.0)])
        told_by = float(np.linalg.norm(a[:, 0]))
        # A channel that no piece shows is as bright as all are together.
        all_by = float(wanted.mean()) * len(b) ** 0.5
        stiff = np.diag(
            [_STIFF * all_by if told_by < 0.1 * all_by else 0.0, *[_STIFF * told_by] * number]
        )
        level = float(seen.mean()) / max(float(wanted.mean()), 1.0)
        none = np.append(level * stiff[0, 0], np.zeros(number))
        near: Array = np.ones(len(b), bool)
        for _ in range(2):  # again without what is farthest off
            rows, right = np.vstack([a[near], stiff]), np.append(b[near], none)
            found = np.linalg.lstsq(rows, right, rcond=None)[0]
            off = np.abs(b - a @ found)
            near = off <= np.percentile(off, 85)
        gains[:, c], shift[c] = found[:-1], found[-1] * 60.0
    return _Light(gains, shift)


# ------------------------------------------------------------------------------------- the pieces


class _Places:
    """The outlines of a photograph's places, and what shows in each, set upright."""

    def __init__(
        self, photograph: Photograph, places: Sequence[Sequence[PieceOutline]], cut: Cutout
    ) -> None:
        self.photograph = photograph
        self.cut = cut
        #: Every outline once for each way that it may be turned.
        self.outlines = [
            turned for group in places for outline in group for turned in outline.turned
        ]
        sides = len(self.outlines[0].corners)
        self.owner = np.repeat(np.arange(len(places)), [sides * len(group) for group in places])
        self.mask = inside(cut.kind, COARSE, is_flat=False)
        views = [_upright(photograph.pixels, one, cut) for one in self.outlines]
        self.seen = np.stack(views)[:, self.mask]
        middles = np.stack([one.centre for one in self.outlines])
        self.at = middles / photograph.pixels.shape[1::-1] - 0.5

    def best(self, off: Array) -> Array:
        """Return for each place the number of its outline that is least off."""
        numbers = np.arange(len(off))
        return np.array(
            [min(numbers[self.owner == n], key=off.__getitem__) for n in np.unique(self.owner)]
        )


def _unit(cut: Cutout) -> Array:
    corners = np.array(cut.corners(Orientation.POINTY))
    result: Array = (corners / (cut.width, cut.height) + 0.5) * COARSE - 0.5
    return result


def _upright(pixels: Array, outline: PieceOutline, cut: Cutout) -> Array:
    fine = ((_unit(cut) + 0.5) * _FINE - 0.5).astype(np.float32)
    matrix = cv2.findHomography(fine, outline.corners.astype(np.float32))[0]
    edge = COARSE * _FINE
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(
        pixels, matrix, (edge, edge), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    small: Array = cv2.resize(seen, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def _distances(seen: Array, pictures: Array) -> Array:
    a, b = seen.reshape(len(seen), -1), pictures.reshape(len(pictures), -1)
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None] - 2 * a @ b.T
    far: Array = np.maximum(squares, 0.0) / a.shape[1]
    return far


class _Settled(NamedTuple):
    """A light found with pictures, the kind that each place shows in it, and how far these are off."""

    light: _Light
    pictures: PictureSet
    kinds: Array
    off: float


def _settled(places: _Places, pictures: PictureSet) -> Iterator[_Settled]:
    for start in _lights(places.seen, pictures):
        light = start
        for _ in range(_ROUNDS):
            far = _distances(
                light.even(places.seen, places.at)[:, ::_STEP], pictures.views[:, ::_STEP]
            )
            off = far.min(axis=1)
            which = places.best(off)
            shows = far[which].argmin(axis=1)
            good = off[which] <= np.percentile(off[which], 75) + 1e-9
            light = _fitted(
                places.seen[which[good]], pictures.views[shows[good]], places.at[which[good]]
            )
        if light.is_likely:
            level = float(np.maximum(light.gains[0], _DIMMEST).mean())
            yield _Settled(
                light, pictures, pictures.kinds[shows], float(off[which].mean()) * level**2
            )


def chosen_pictures(
    photograph: Photograph, ways: Sequence[Arrangement], known: Sequence[PictureSet]
) -> tuple[PictureSet, bool]:
    """Return the pictures of the theme that leaves least unexplained, and whether others tell other pieces."""
    best: list[_Settled] = []
    for one in ways:
        some = one.places[:: 1 + len(one.places) // _SAMPLE]
        places = _Places(photograph, some, known[0].cut)
        settled = [found for pictures in known for found in _settled(places, pictures)]
        settled.sort(key=lambda found: found.off)
        if settled and (not best or settled[0].off < best[0].off):
            best = settled
    if not best:
        return known[0], True
    return best[0].pictures, bool(_doubtful(best).mean() > _MOST_DOUBTFUL)


def _doubtful(settled: Sequence[_Settled]) -> Array:
    best = settled[0]
    others = [one.kinds != best.kinds for one in settled if one.off <= _AS_GOOD * best.off]
    doubtful: Array = np.any(others, axis=0)
    return doubtful


def shown_by(
    photograph: Photograph, levels: Array, way: Arrangement, pictures: PictureSet
) -> Shown:
    """Return what a photograph shows; what would be another piece in another light or theme is not sure."""
    places = _Places(photograph, way.places, pictures.cut)
    lights = sorted(_settled(places, pictures), key=lambda one: one.off)
    if not lights:
        return Shown(photograph)
    light, doubtful = lights[0].light, _doubtful(lights)
    matches = _judged(places, light, pictures)
    unsure = [k for k, match in enumerate(matches) if not match.is_sure]
    moved = [[_aligned(places, light, pictures, matches[k])] for k in unsure]
    again = _judged(_Places(photograph, moved, pictures.cut), light, pictures) if moved else []
    for k, match in zip(unsure, again, strict=True):
        matches[k] = match if match.is_sure else matches[k]
    matches = [
        match._replace(is_sure=match.is_sure and not is_doubtful)
        for match, is_doubtful in zip(matches, doubtful, strict=True)
    ]
    others = photo_outlines.others(levels, [match.outline for match in matches])
    return Shown(photograph, tuple(matches), tuple(others), way.is_sheet)


def _judged(places: _Places, light: _Light, pictures: PictureSet) -> list[Match]:
    """Return what each place shows, by the outline that is least off, each a little brighter or darker."""
    even = light.even(places.seen, places.at)
    near = pictures.views[_distances(even, pictures.views).argmin(axis=1)]
    brighter = (even * near).sum(axis=(1, 2)) / np.maximum((even * even).sum(axis=(1, 2)), 1.0)
    even *= np.clip(brighter, 1 / _BRIGHTER, _BRIGHTER)[:, None, None]
    far = _distances(even, pictures.views)
    matches = []
    for k in places.best(far.min(axis=1)):
        n = int(far[k].argmin())
        is_sure = _is_sure(even[k], far[k], n, pictures, places.mask)
        kind = str(pictures.kinds[n])
        matches.append(Match(places.outlines[k], kind, is_sure, pictures.backs[n]))
    return matches


def _is_sure(seen: Array, far: Array, n: int, pictures: PictureSet, mask: Array) -> bool:
    """Tell whether what is seen, so far from all pictures, is the nth beyond doubt."""
    wanted, rivals = pictures.views[n], np.flatnonzero(pictures.kinds != pictures.kinds[n])
    between = np.maximum(_distances(wanted[None], pictures.views[rivals])[0], 1e-6)
    nearness = 0.5 + (far[rivals] - far[n]) / (2 * between)
    off = _off(seen - wanted, mask) / pictures.contrast
    apart = np.inf
    if len(rivals):
        rival = pictures.views[rivals[nearness.argmin()]]
        apart = _off(rival - wanted, mask).mean() / pictures.contrast
    square = np.zeros(mask.shape)
    square[mask] = off
    worst = float(cv2.blur(square, (COARSE // _PART, COARSE // _PART)).max())
    return bool(
        nearness.min(initial=1.0) >= _SURE
        and off.mean() <= min(_MOST_OFF, apart / _APART)
        and _colour(seen) >= _PALE * _colour(wanted)
        and worst <= _MOST_OFF_PART
    )


def _off(difference: Array, mask: Array) -> Array:
    square = np.zeros((*mask.shape, 3), np.float32)
    square[mask] = difference
    soft: Array = (cv2.GaussianBlur(square, (0, 0), 0.8)[mask] ** 2).sum(axis=1)
    return soft


def _colour(shown: Array) -> float:
    red, green, blue = shown.T
    return float(np.std(red - green) + np.std(green - blue))


def _aligned(places: _Places, light: _Light, pictures: PictureSet, match: Match) -> PieceOutline:
    outline, pixels = match.outline, places.photograph.pixels
    corners = _unit(places.cut)
    u, v = ((corners + 0.5) / COARSE * 2 - 1).T
    y, x = np.mgrid[-1 : 1 : COARSE * 1j, -1 : 1 : COARSE * 1j][..., None]
    at = outline.centre[None] / pixels.shape[1::-1] - 0.5
    for _ in range(_ROUNDS):
        seen = _upright(pixels, outline, places.cut)
        even = light.even(seen.reshape(1, -1, 3), at).reshape(seen.shape)
        shows = int(_distances(even[places.mask][None], pictures.views)[0].argmin())
        error = np.clip(pictures.views[shows] - even[places.mask], -_MOST_ERROR, _MOST_ERROR)
        down, across = np.gradient(even, axis=(0, 1))
        ways = [across, down, across * x, across * y, down * x, down * y]
        slopes = np.stack(ways, axis=-1)[places.mask].reshape(-1, 6)
        squares = slopes.T @ slopes
        stiff = np.eye(6) * (0.01 * np.trace(squares) / 6 + 1.0)
        a, b, c, d, e, f = np.linalg.solve(squares + stiff, slopes.T @ error.reshape(-1))
        moved = corners + np.column_stack([a + c * u + d * v, b + e * u + f * v])
        matrix = cv2.findHomography(corners, outline.corners)[0]
        outline = outline._replace(corners=cv2.perspectiveTransform(moved[None], matrix)[0])
    astray = np.linalg.norm(outline.centre - match.outline.centre) / match.outline.area**0.5
    return outline if astray < _ASTRAY and outline.area > 0 else match.outline
