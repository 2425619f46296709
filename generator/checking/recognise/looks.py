"""How the pieces of sheets are drawn: the theme, what settings change of it, whether with labels.

Knows no game.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.drawing import scene, theme
from engine.drawing.parts import Part, Pieces, Request, Stance
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from generator.checking import scale
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import models
from generator.checking.recognise.outlines import Candidate
from generator.checking.recognise.pictures import Seeker
from generator.checking.recognise.results import Hints
from generator.printing import template

#: A picture is as its theme paints it, or to a hair, if it differs by less than this; or hardly that picture.
_AS_PAINTED, _EXACT, _POOR = 0.2, 0.04, 0.4
#: So many candidates are looked at to tell the look.
_LOOKED_AT = 32
#: A look is sure if so many pictures are exact, and likely if so many are as it paints them.
_SURE, _LIKELY = 0.9, 0.25
#: So few marks that are like no piece are a sheet's own.
_FEW = 5
#: All black ink and no other, as PDFium shows it.
_INK_BLACK = "#231f20"
#: Sizes within this share of each other are one; a size of tiles that every game has, in millimetres.
_ONE_SIZE, _SOME = 0.05, 20.0


class Look(NamedTuple):
    """How a kit may be drawn: the theme, settings that change pictures only, labels on them.

    ``told_by`` says for people by what colours are told.
    """

    theme: Theme
    told_by: str
    settings: tuple[tuple[str, object], ...] = ()
    labels: bool = False
    #: How wide tiles are, if not as usual.
    tile_size: float | None = None
    #: Whether it is drawn in the inks of our press.
    in_ink: bool = False


class _Tried(NamedTuple):
    """A look and how well it fits, the better the greater ``value``."""

    look: Look
    value: float
    #: The shares of pictures that are as the look paints them, and exact.
    share: float
    exact: float
    #: Whether so few pieces are there and so little like the game's that they are none.
    is_nothing: bool


def parts_of(
    game: Game[Position],
    settings: Mapping[str, object],
    chosen: Theme,
    tile_size: float | None = None,
    *,
    labels: bool = False,
) -> tuple[Part, ...]:
    """Return the parts of a kit for settings; no piece hangs on the paper.

    Raises OptionError for a setting that is wrong.
    """
    table = Settings(settings, "the template")
    return game.parts(Request(chosen, table, tile_size=tile_size, labels=labels))


def as_wide_as_tiles(game: Game[Position], own: Mapping[str, object]) -> frozenset[str]:
    """Return the components of a kit with some settings that are as wide as tiles are asked to be."""
    settings = {**of_template(game), **own}
    parts = parts_of(game, settings, theme.load("classic"), _SOME)
    return frozenset(p.name for p in parts if isinstance(p, Pieces) and p.size == _SOME)


def of_template(game: Game[Position], name: str | None = None) -> Mapping[str, object]:
    """Return the own settings of a template, the game's where none is named.

    Raises OptionError for a template that cannot be read.
    """
    table = tomllib.loads(template.load(game.name, name).text)
    return {key: value for key, value in table.items() if key not in ("game", "print")}


@lru_cache(maxsize=4)
def _seeker(game: Game[Position], look: Look, own: str) -> Seeker:
    """Return what looks for a game's pictures in a look; ``own`` are its settings as JSON.

    What settings and labels leave as it is, is drawn once.
    """
    plain = look._replace(settings=tuple(game.looks[0].items()), labels=False)
    base = _seeker(game, plain, own).models if look != plain else None
    pieces = _pieces(game, look, own)
    drawn = models.draw(pieces, look.theme, labels=look.labels, in_ink=look.in_ink, base=base)
    return Seeker(drawn)


def _pieces(game: Game[Position], look: Look, own: str) -> list[Pieces]:
    """Return a game's components in a look."""
    settings = {**of_template(game), **dict(look.settings), **json.loads(own)}
    parts = parts_of(game, settings, look.theme, look.tile_size)
    return [part for part in parts if isinstance(part, Pieces)]


@lru_cache(maxsize=4)
def _colours(game: Game[Position], look: Look, own: str) -> frozenset[str]:
    """Return the colours in which a look paints a game's pictures."""
    items = (
        item
        for part, pieces, face in models.faces_of(_pieces(game, look, own))
        for item in part.draw(pieces[-1], Stance(look.theme, part.size, back=face.back))
    )
    return frozenset(colour for item in scene.walk([*items]) for colour in _paints(item))


def by_colours(pages: Sequence[Page], drawn: Mapping[Look, Sequence[scene.Item]]) -> list[Look]:
    """Return looks, those first of whose colours, as ``drawn``, the largest share is painted on pages."""
    painted = _paint_counts(pages).keys()

    def share(look: Look) -> float:
        colours = {colour for item in scene.walk(drawn[look]) for colour in _paints(item)}
        return len(colours & painted) / max(1, len(colours))

    return sorted(drawn, key=share, reverse=True)


def _paint_counts(pages: Sequence[Page]) -> Counter[str]:
    """Return how often each colour is painted on pages."""
    return Counter(
        paint
        for page in pages
        for mark in page.marks
        for paint in (mark.fill, mark.stroke)
        if paint
    )


def _paints(item: scene.Item) -> Iterator[str]:
    fill, stroke = getattr(item, "fill", None), getattr(item, "stroke", None)
    if isinstance(fill, scene.Pattern):
        yield from (fill.paper, fill.ink)
    elif fill is not None:
        yield fill
    if stroke is not None:
        yield stroke.colour


def choose(
    pages: Sequence[Page],
    candidates: Sequence[Sequence[Candidate]],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    *,
    may_be_none: bool,
) -> tuple[Look, Seeker] | None:
    """Return the look that fits most candidates and what seeks its pictures, None if there are none of the game.

    What fits nothing well is nothing where there ``may_be_none``.
    ``own`` are the settings of the kit.

    Raises OptionError for an unknown theme, GameError if no theme paints what is there.
    """
    trials = _Trials(pages, candidates, game, json.dumps(dict(own), default=str))
    named = list(in_themes(pages, game, hints, [hints.theme] if hints.theme else theme.names()))
    if not any(candidates):
        return None
    best = trials.best(trials.by_paint(named))
    if hints.theme is not None and best.exact < _SURE:  # it may be misnamed
        others = in_themes(pages, game, hints, theme.names())
        best = max(best, trials.best(trials.by_paint(others)), key=lambda tried: tried.value)
    best = trials.in_size(best)
    if not best.value or (may_be_none and best.is_nothing):
        return None
    if max(best.share / _LIKELY, best.exact / _SURE) < 1 and hints.theme is None:
        raise GameError(
            "no theme of ours paints the pieces; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    own_looks = (best.look._replace(settings=tuple(of.items())) for of in game.looks)
    look = trials.best(own_looks, surely=False).look
    look = trials.best([look, look._replace(labels=True)], surely=False).look
    return look, trials.seeker(look)


class _Trials:
    """Pages on which looks are tried, each look once, at some of their candidates."""

    def __init__(
        self,
        pages: Sequence[Page],
        candidates: Sequence[Sequence[Candidate]],
        game: Game[Position],
        settings: str,
    ) -> None:
        every = [candidate for here in candidates for candidate in here]
        # An odd number: of folded sheets every other may be a back.
        self._sample = every[:: len(every) // _LOOKED_AT | 1]
        self._pages = pages
        self._scales = scale.by_rulers(pages)
        self._game = game
        self._settings = settings
        self._fits: dict[models.Models, _Tried] = {}

    def seeker(self, look: Look) -> Seeker:
        """Return what seeks a look's pictures."""
        return _seeker(self._game, look, self._settings).on(self._pages)

    def best(self, looks: Iterable[Look], *, surely: bool = True) -> _Tried:
        """Return the look that fits best of all, or the first that surely fits."""
        untried = iter(looks)
        best = self.fit(next(untried))
        for look in untried:
            if surely and best.exact >= _SURE:
                break
            best = max(best, self.fit(look), key=lambda t: t.value)
        return best

    def by_paint(self, looks: Iterable[Look]) -> list[Look]:
        """Return looks, those first in whose colours most is painted, or in ink."""
        counts = _paint_counts(self._pages)

        def painted(look: Look) -> int:
            colours = _colours(self._game, look, self._settings)
            return counts.total() if look.in_ink else sum(counts[colour] for colour in colours)

        return sorted(looks, key=painted, reverse=True)

    def in_size(self, tried: _Tried) -> _Tried:
        """Return a look with tiles as wide as most seem to be, where it fits better: lines do not grow as pictures do."""
        own, seeker = json.loads(self._settings), self.seeker(tried.look)
        tiles = as_wide_as_tiles(self._game, own)
        sizes = usual(
            (
                (match.face.cut.width, round(match.outline.width / by, 1))
                for match in seeker.matches(self._sample)
                for by in (self._scales.get(match.candidate.page, 1.0),)
                if match.face.part in tiles
            ),
            (0.0, 0.0),
        )
        if abs(sizes[1] - sizes[0]) <= _ONE_SIZE * sizes[0]:
            return tried
        return self.best([tried.look, tried.look._replace(tile_size=sizes[1])], surely=False)

    def fit(self, look: Look) -> _Tried:
        """Return how well a look fits; what draws the same pictures fits as well."""
        drawn = self.seeker(look).models
        if drawn not in self._fits:
            self._fits[drawn] = self._fit(look)
        return self._fits[drawn]._replace(look=look)

    def _fit(self, look: Look) -> _Tried:
        offs = [match.off for match in self.seeker(look).matches(self._sample)]
        as_painted, exact, likely = (
            sum(off < limit for off in offs) for limit in (_AS_PAINTED, _EXACT, _POOR)
        )
        value = sum((1 - off) ** 2 for off in offs)
        shares = as_painted / max(1, len(offs)), exact / max(1, likely)
        return _Tried(look, value, *shares, not likely and len(offs) < _FEW)


def in_themes(
    pages: Sequence[Page], game: Game[Position], hints: Hints, themes: Sequence[str]
) -> Iterator[Look]:
    """Yield the looks that may be in themes, without what settings change: one where colours are told.

    With tiles as wide as is said, and with usual ones, for what is said may be wrong.
    """
    settings = tuple(game.looks[0].items())
    looks: list[Look] = []
    if hints.colours is not None:
        slots = dict(zip(game.piece_colours.values(), hints.colours, strict=True))
        looks.append(Look(_painted(slots), "the colours given", settings))
    else:
        has_ink = any(_INK_BLACK in (m.fill, m.stroke) for page in pages for m in page.marks)
        for chosen in map(theme.load, themes):
            name = f"theme {chosen.name}"
            looks.append(Look(chosen, name, settings))
            if has_ink:
                looks.append(Look(chosen, f"{name} in ink", settings, in_ink=True))
    for look in looks:
        if hints.tile_size is not None:
            yield look._replace(tile_size=hints.tile_size)
        yield look


def _painted(fills: Mapping[str, str]) -> Theme:
    """Return the classic theme with slots filled otherwise, without patterns."""
    classic = theme.load("classic")
    slots = {
        name: replace(slot, fill=fills[name], pattern="solid") if name in fills else slot
        for name, slot in classic.slots.items()
    }
    return replace(classic, slots=slots)
