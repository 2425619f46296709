"""Which of a game's pictures shows at a place on a page, and in which look they are drawn.

Knows no game and no file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import theme
from engine.drawing.parts import Cutout
from engine.drawing.theme import Theme
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import child
from generator.checking.album import (
    Album,
    Face,
    Look,
    Views,
    closely,
    flat,
    inside,
    sampled,
    smoothed,
)
from generator.checking.grouping import grouped, usual
from generator.checking.outlines import Outline, Place
from generator.checking.pages import Page, Pixels
from generator.checking.results import Hints

#: A picture is there if it differs from the model by less than this share of what white paper does;
#: it fits poorly if by more than the second, and to a hair if by less than the third.
THERE, POOR, EXACT = 0.8, 0.4, 0.1
#: Paper, in mean squares, differs by this at least.
_FAINTEST = 1000.0
#: Sides whose proportion differs by less than this are those of a form.
_UNEVEN = 0.03
#: No piece is larger than so many times its usual size.
_LARGEST = 4.0
#: Outlines of one component have one size, within this share.
_ONE_SIZE = 0.12
#: What lies no farther from an outline's middle than this share of its sides lies well inside.
HELD = 0.45
#: Of outlines that show a picture alike, by this share, a line to cut along is the piece's.
_ALIKE = 0.03
#: A rival of a picture differs by no more than that and this share.
_RIVAL, _MOST_RIVALS = 1.0, 24
#: So many turns of each are looked at.
_WAYS = 6
#: Pictures that differ by no more than this times as much, and a hair, are told apart finely.
_CLOSE, _HAIR, _FINE = 1.5, 0.01, 64
#: A picture that is turned as the others on its page is preferred to one that fits so much better.
_AS_OTHERS = 1.5
#: How fewer than so many are turned, the pages before tell as well.
_FEW = 6
#: On so many places looks are tried.
_SAMPLE = 60
#: Black as PDFium shows a press's black ink.
_INK_BLACK = "#231f20"
#: Paint is a theme's that is so near to one of its colours; so many levels are no colour.
_NEAR, _GREY = 8, 6
#: Themes of which a smaller share of the paint is than this of the likeliest's are not tried.
_LESS = 0.5


class Match(NamedTuple):
    """A picture at a place: the outline that it fits, its number in the album, and its turn.

    ``heading`` is how far the picture is turned on the page, in degrees clockwise; ``off`` how much it
    differs, as a share of what bare paper would.
    """

    place: Place
    outline: Outline
    number: int
    face: Face
    heading: float
    off: float

    @property
    def is_flat(self) -> bool:
        """Whether it is a hexagon that lies on its side."""
        return lies_flat(self.outline)

    @property
    def size(self) -> float:
        """What it measures, as its component counts that."""
        cut = self.face.cut
        sizes = self.outline.sizes_as(cut.width / cut.height)
        return sum(sizes) / len(sizes)


def frame(outline: Outline, cut: Cutout) -> tuple[float, ...]:
    """Return the frame of an outline, turned so that a form stands upright in it."""
    width, height, angle = outline.width, outline.height, outline.angle
    if lies_flat(outline):
        width, height = height, width
        angle += 30.0 if outline.is_askew else -math.copysign(30.0, angle)
    if outline.kind == "rectangle" and not _is_share(width / height, cut):
        width, height, angle = height, width, 90.0 + angle
    return (*outline.centre, angle, width, height)


def lies_flat(outline: Outline) -> bool:
    """Tell whether an outline is a hexagon of which the picture lies on its side."""
    return outline.kind == "hexagon" and (abs(outline.angle) > 15) != outline.is_askew


def _is_share(share: float, cut: Cutout) -> bool:
    """Tell whether a width is that share of its height in a form."""
    return abs(share * cut.height / cut.width - 1) <= _UNEVEN


def fits(outline: Outline, cut: Cutout) -> bool:
    """Tell whether an outline has a form's proportions, upright or on its side, and may be one in another size."""
    share = outline.width / outline.height
    is_huge = max(outline.width, outline.height) > _LARGEST * max(cut.width, cut.height)
    return (
        not is_huge
        and outline.kind == cut.kind
        and (_is_share(share, cut) or _is_share(1 / share, cut))
    )


class Seeker:
    """Looks for the pictures of an album on pages.  What shows in frames is looked at once."""

    def __init__(self, pages: Sequence[Page], bleed: float) -> None:
        """Take the pages, and how far art reaches beyond the cut."""
        self._pages = pages
        self._bleed = bleed
        self._seen: dict[tuple[object, ...], Views] = {}
        #: Pictures with their squares' means, and how paper differs from them, by their numbers (``id``).
        self._sums: dict[int, tuple[Views, Views, Views]] = {}
        #: By how much what shows in frames differs from each picture.
        self._rows: dict[tuple[object, ...], Views] = {}
        #: By how much pictures of a form differ in each turn, on all pages so far.
        self._ways: dict[object, NDArray[np.float64]] = {}
        self._last: tuple[int, Pixels] = -1, np.zeros((0, 0, 3), np.uint8)

    def matches(self, places: Sequence[Place], album: Album, *, finely: bool = True) -> list[Match]:
        """Return the picture that each place shows best, none for one that shows none."""
        best: dict[int, Match] = {}
        for page, own in grouped(range(len(places)), lambda k: places[k].page).items():
            tried = [(k, o) for k in own for o in self._outlines(places[k])]
            for cut in album.cuts:
                for is_flat in (False, True) if cut.kind == "hexagon" else (False,):
                    fitting = [
                        (k, outline)
                        for k, outline in tried
                        if fits(outline, cut) and lies_flat(outline) == is_flat
                    ]
                    for k, match in self._of_form(page, places, fitting, cut, album):
                        if match.off <= THERE:
                            best[k] = _better(best[k], match) if k in best else match
        found = [best[k] for k in sorted(best)]
        return [self._settled(match, album) for match in found] if finely else found

    def _settled(self, found: Match, album: Album) -> Match:
        """Return a match, or that of its rivals which is nearer when looked at finely."""
        rivals = self.rivals(found, album, (_CLOSE - 1) * found.off + _HAIR)
        if all(
            rival.face.kind == found.face.kind
            and (rival.heading == found.heading or rival.number == found.number)
            and (rival.face.back == found.face.back or found.face.part.name in album.mirrored)
            for rival in rivals
        ):
            return found
        page = self._pages[found.place.page]
        around = frame(found.outline, found.face.cut)
        within = inside(found.face.cut.kind, _FINE, found.is_flat)
        seen = closely(self._drawn(found.place.page), page.per_mm, around, _FINE)
        offs = [
            float(
                (
                    (
                        album.view(
                            one.number, one.heading - around[2], _FINE, is_flat=found.is_flat
                        )
                        - seen
                    )[within]
                    ** 2
                ).mean()
            )
            for one in (found, *rivals)
        ]
        weighed = [
            off * (1 if one.heading == found.heading else _AS_OTHERS**2)
            for off, one in zip(offs, (found, *rivals), strict=True)
        ]
        return (found, *rivals)[weighed.index(min(weighed))]

    def _drawn(self, page: int) -> Pixels:
        """Return a page's pixels; those of the last one are kept."""
        if self._last[0] != page:
            self._last = page, self._pages[page].pixels
        return self._last[1]

    def rivals(self, found: Match, album: Album, within: float = _RIVAL) -> list[Match]:
        """Return what a place may show as well, by the same outline, so much more off.

        The likeliest are first: those turned as it is before others that fit a little better.
        """
        page, cut = found.place.page, found.face.cut
        offs, frames = self._offs(page, [found.outline], cut, album)
        which, _ = album.views(cut, is_flat=found.is_flat)
        close = np.flatnonzero(offs[0] <= found.off + within)
        turned = np.array([(frames[0][2] + which[row][1]) % 360 for row in close.tolist()])
        weighed = offs[0, close] * np.where(turned == found.heading, 1.0, _AS_OTHERS)
        result: list[Match] = []
        ways = Counter({found.number: 1})
        for k in weighed.argsort().tolist():
            number, heading, off = which[close[k]][0], float(turned[k]), float(offs[0, close[k]])
            if len(result) == _MOST_RIVALS:
                break
            if (number, heading) != (found.number, found.heading) and ways[number] < _WAYS:
                ways[number] += 1
                face = album.faces[number]
                result.append(found._replace(number=number, face=face, heading=heading, off=off))
        return result

    def nearest(self, place: Place, album: Album, numbers: Container[int]) -> Match | None:
        """Return what a place shows as the one of some pictures that is nearest; None where none fits."""
        best: Match | None = None
        outline = place.outlines[0]
        for cut in album.cuts:
            size = abs(max(outline.width, outline.height) / max(cut.width, cut.height) - 1)
            if not fits(outline, cut) or size > _ONE_SIZE:
                continue
            offs, frames = self._offs(place.page, [outline], cut, album)
            which, _ = album.views(cut, is_flat=lies_flat(outline))
            for row, (number, turn) in enumerate(which):
                off = float(offs[0, row])
                if number in numbers and (best is None or off < best.off):
                    heading, face = (frames[0][2] + turn) % 360, album.faces[number]
                    best = Match(place, outline, number, face, heading, off)
        return best

    def _offs(
        self, page: int, outlines: Sequence[Outline], cut: Cutout, album: Album
    ) -> tuple[Views, list[tuple[float, ...]]]:
        """Return by how much outlines differ from each picture of a form, and their frames."""
        is_flat = lies_flat(outlines[0])
        _, wanted = album.views(cut, is_flat=is_flat)
        frames = [frame(outline, cut) for outline in outlines]
        known = self._rows.get((page, frames[0], id(wanted))) if len(frames) == 1 else None
        if known is not None:
            return known[None], frames
        seen = self._views(page, frames, cut.kind, is_flat, album.is_hatched)
        key = id(wanted)
        if key not in self._sums:
            paper = np.maximum(((wanted - 255.0) ** 2).mean(axis=1), _FAINTEST)
            self._sums[key] = wanted, (wanted**2).mean(axis=1), paper
        _, own, paper = self._sums[key]
        squares = (seen**2).mean(axis=1)[:, None] + own[None, :]
        squares = np.maximum(squares - 2 * seen @ wanted.T / seen.shape[1], 0.0)
        offs = np.sqrt(squares / paper[None, :])
        self._rows |= {(page, one, key): row for one, row in zip(frames, offs, strict=True)}
        return offs, frames

    def _outlines(self, place: Place) -> Iterator[Outline]:
        """Yield a place's outlines; where none is a line to cut along, its ground less the bleed."""
        ground, *others = place.outlines
        is_cut = any(outline.cut for outline in place.outlines)
        if not is_cut and min(ground.width, ground.height) > 4 * self._bleed > 0:
            ground = ground.grown(-self._bleed)._replace(cut=True)
        yield ground
        yield from others

    def _of_form(
        self,
        page: int,
        places: Sequence[Place],
        tried: Sequence[tuple[int, Outline]],
        cut: Cutout,
        album: Album,
    ) -> Iterator[tuple[int, Match]]:
        """Yield the pictures of a form that outlines on a page show, with the numbers of their places."""
        if not tried:
            return
        which, _ = album.views(cut, is_flat=lies_flat(tried[0][1]))
        offs, frames = self._offs(page, [outline for _, outline in tried], cut, album)
        turns = np.array([turn for _, turn in which])
        alike = self._common_turn(offs, turns, (cut, lies_flat(tried[0][1])))
        for row, (k, outline) in enumerate(tried):
            nearest = int(offs[row].argmin())
            as_others = int(np.where(alike, offs[row], np.inf).argmin())
            if offs[row, as_others] <= _AS_OTHERS * offs[row, nearest] + _HAIR:
                nearest = as_others
            number, turn = which[nearest]
            heading, face = (frames[row][2] + turn) % 360, album.faces[number]
            yield k, Match(places[k], outline, number, face, heading, float(offs[row, nearest]))

    def _common_turn(self, offs: Views, turns: Views, form: object) -> NDArray[np.bool_]:
        """Return which pictures are turned as most that the outlines show; a few, as on pages before."""
        ways = np.unique(turns)
        least = [np.minimum(offs[:, turns == way].min(axis=1), THERE).sum() for way in ways]
        before = self._ways.get(form, 0.0) + np.array(least)
        self._ways[form] = before
        common: NDArray[np.bool_] = turns == ways[np.argmin(before if len(offs) < _FEW else least)]
        return common

    def _views(
        self, page: int, frames: Sequence[tuple[float, ...]], kind: str, is_flat: bool, smooth: bool
    ) -> Views:
        """Return what shows in frames on a page, as flat views; kept, for many looks are tried on them."""
        new = [f for f in dict.fromkeys(frames) if (page, kind, smooth, f) not in self._seen]
        if new:
            drawn = self._pages[page]
            views = sampled(self._drawn(page), drawn.per_mm, new)
            views = flat(smoothed(views, kind) if smooth else views, kind, is_flat)
            self._seen |= {
                (page, kind, smooth, f): view for f, view in zip(new, views, strict=True)
            }
        return np.stack([self._seen[page, kind, smooth, f] for f in frames])


def _better(known: Match, other: Match) -> Match:
    """Return the match that fits better; of two that fit alike that of a line to cut along."""
    if abs(known.off - other.off) <= _ALIKE and known.outline.cut != other.outline.cut:
        return known if known.outline.cut else other
    return known if known.off <= other.off else other


# ------------------------------------------------------------------------------- which are pieces


def pieces(matches: Sequence[Match]) -> list[Match]:
    """Return the matches that are pieces: of their component's size, and no ornaments of larger ones."""
    sound = _usual_sizes([match for match in matches if match.off <= POOR])
    # Ornaments of pieces say nothing of how large pieces are.
    outer = _outermost(matches, sound)
    sizes = _usual_sizes([match for match in outer if match.off <= POOR] or outer)
    return _outermost([match for match in matches if _is_of_size(match, sizes)], sound)


def _usual_sizes(matches: Sequence[Match]) -> dict[str, float]:
    return {
        part: usual(round(_length(match), 1) for match in own)
        for part, own in grouped(matches, lambda match: match.face.part.name).items()
    }


def _is_of_size(match: Match, sizes: Mapping[str, float]) -> bool:
    size = sizes.get(match.face.part.name, 0.0)
    return abs(_length(match) - size) <= _ONE_SIZE * size


def _length(match: Match) -> float:
    """Return the longer side of what matches, as pieces may lie along the page or across."""
    return max(match.outline.width, match.outline.height)


def _outermost(matches: Sequence[Match], sound: Mapping[str, float]) -> list[Match]:
    """Return the matches that lie in no larger one that fits as well, or is as large as others of its kind that do."""
    pages = grouped(matches, lambda match: match.place.page).values()
    return [match for page in pages for match in _outermost_of_page(page, sound)]


def _outermost_of_page(matches: Sequence[Match], sound: Mapping[str, float]) -> list[Match]:
    def is_poor(match: Match) -> bool:
        return match.off > POOR and not _is_of_size(match, sound)

    kept: list[Match] = []
    boxes = np.zeros((len(matches), 4))  # of those kept: middle, and how far they hold
    for match in sorted(matches, key=lambda m: (is_poor(m), -m.outline.area)):
        x, y = match.outline.centre
        own = (x, y, HELD * match.outline.width, HELD * match.outline.height)
        away = np.abs(boxes[: len(kept), :2] - (x, y))
        is_held = (away < boxes[: len(kept), 2:]).all(axis=1).any()
        # What fits poorly and holds pieces is a panel below them.
        holds = is_poor(match) and (away < own[2:]).all(axis=1).any()
        if not (is_held or holds):
            boxes[len(kept)] = own
            kept.append(match)
    order = {id(match): k for k, match in enumerate(matches)}
    return sorted(kept, key=lambda match: order[id(match)])


# ------------------------------------------------------------------------------------ the look


class _Fit(NamedTuple):
    """How well a look fits: how many places show its pictures, weighed by how well, and their median."""

    value: float
    off: float


def choose(
    pages: Sequence[Page],
    places: Sequence[Place],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    seeker: Seeker,
) -> Album | None:
    """Return the pictures in the look that fits most places, None where nothing of the game is there.

    Raises OptionError for an unknown theme.
    """
    tried = sample(places)
    make = lru_cache(maxsize=None)(lambda look: Album(game, look, own))
    fits_of: dict[Look, _Fit] = {}

    def fit(look: Look) -> _Fit:
        if look not in fits_of:
            found = pieces(seeker.matches(tried, make(look), finely=False))
            offs = sorted(match.off for match in found)
            value = sum((1 - off) ** 2 for off in offs)
            fits_of[look] = _Fit(value, offs[len(offs) // 2] if offs else 1.0)
        return fits_of[look]

    def best(looks: Iterable[Look]) -> Look:
        """Return the first look that fits to a hair, else the one that fits best."""
        chosen: Look | None = None
        for look in looks:
            if chosen is None or fit(look).value > fit(chosen).value:
                chosen = look
            if fit(chosen).off < EXACT:
                break
        assert chosen is not None
        return chosen

    if not tried:
        return None
    look = best(looks(pages, game, hints))
    if not fit(look).value:
        return None
    look = best([look, *(look._replace(settings=tuple(of.items())) for of in game.looks[1:])])
    album = make(look)
    album.off = fit(look).off
    return album


def sample(places: Sequence[Place]) -> list[Place]:
    """Return some of the places, from all pages."""
    large = [p for p in places if p.outlines[0].area > 40] or list(places)
    return large[:: 1 + len(large) // _SAMPLE]


def looks(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Iterator[Look]:
    """Yield the looks that may be, those first whose colours most is painted in.

    Raises OptionError for an unknown theme.
    """
    settings = tuple(game.looks[0].items())
    is_fine = any(page.per_mm > child.PER_MM for page in pages)
    per_mm = child.FINE_PER_MM if is_fine else child.PER_MM
    if hints.colours is not None:
        slots = dict(zip(game.piece_colours.values(), hints.colours, strict=True))
        yield Look(_painted(slots), False, False, settings, hints.tile_size, per_mm)
        return
    names = [hints.theme] if hints.theme is not None else theme.names()
    paints = {
        paint
        for page in pages
        for mark in page.marks
        for paint in (mark.fill, mark.stroke)
        if paint is not None and paint[0] == "#"
    }
    inks = (True, False) if _INK_BLACK in paints else (False,)
    colours = [_rgb(paint) for paint in sorted(paints)]
    strong = [colour for colour in colours if max(colour) - min(colour) > _GREY]
    ranked = sorted(map(theme.load, names), key=lambda one: -_share(one, strong))
    shares = [_share(one, strong) for one in ranked]
    # A few strong colours may be damage: themes that have none are tried, too.
    likely = [
        one
        for one, share in zip(ranked, shares, strict=True)
        if share >= _LESS * shares[0] or not _is_coloured(one)
    ]
    for in_ink in inks:
        yield from (Look(one, in_ink, False, settings, hints.tile_size, per_mm) for one in likely)


def _painted(fills: Mapping[str, str]) -> Theme:
    """Return the classic theme with slots filled otherwise, without patterns."""
    classic = theme.load("classic")
    slots = {
        name: slot._replace(fill=fills[name], pattern="solid") if name in fills else slot
        for name, slot in classic.slots.items()
    }
    return replace(classic, slots=slots)


def _share(one: Theme, colours: Sequence[tuple[int, ...]]) -> float:
    """Return which share of colours are a theme's."""
    slots = (fill for slot in one.slots.values() for fill in (slot.fill, slot.ink, slot.deep))
    own = [_rgb(fill) for fill in (*slots, *one.roles.values())]
    near = sum(
        any(max(abs(a - b) for a, b in zip(c, other, strict=True)) <= _NEAR for other in own)
        for c in colours
    )
    if not colours:  # black and white alone
        return float(all(max(c) - min(c) <= _GREY for c in own))
    return near / len(colours)


def _is_coloured(one: Theme) -> bool:
    """Tell whether a theme has other colours than greys."""
    return any(max(c) - min(c) > _GREY for c in (_rgb(slot.fill) for slot in one.slots.values()))


def _rgb(paint: str) -> tuple[int, ...]:
    return tuple(int(paint[k : k + 2], 16) for k in (1, 3, 5))
