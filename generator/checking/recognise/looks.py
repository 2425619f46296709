"""How the pieces of sheets are drawn: the theme, what settings change of it, whether with labels.

Knows no game.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import Part, Pieces, Request
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
#: A look is sure if so many of the pictures that may be its own are exact, and so many of all are as it
#: paints them; it is likely if so many are.
_SURE, _MOST, _LIKELY = 0.9, 0.6, 0.25
#: So few marks that are like no piece are a sheet's own.
_FEW = 5
#: All black ink and no other, as PDFium shows it.
_INK_BLACK = "#231f20"
#: Sizes within this share of each other are one; a size of tiles that every game has, in millimetres.
_ONE_SIZE, _SOME = 0.05, 20.0


class Look(NamedTuple):
    """How a kit may be drawn: the theme, settings that change pictures only, labels on them."""

    theme: Theme
    settings: tuple[tuple[str, object], ...] = ()
    labels: bool = False
    #: How wide tiles are, if not as usual.
    tile_size: float | None = None
    #: Whether it is drawn in the inks of our press.
    in_ink: bool = False

    @property
    def title(self) -> str:
        """What it is called in reports."""
        return f"theme {self.theme.name}" + " in ink" * self.in_ink


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


def as_wide_as_tiles(game: Game[Position], settings: Mapping[str, object]) -> frozenset[str]:
    """Return the components of a kit that are as wide as tiles are asked to be."""
    parts = parts_of(game, settings, theme.load("classic"), _SOME)
    return frozenset(p.name for p in parts if isinstance(p, Pieces) and p.size == _SOME)


def settings_of(game: Game[Position], name: str | None = None) -> Mapping[str, object]:
    """Return the settings of a game's own template, with those of the template of a name.

    Raises OptionError for a template that cannot be read.
    """
    settings: dict[str, object] = {}
    for one in dict.fromkeys((None, name)):
        settings |= tomllib.loads(template.load(game.name, one).text)
    return {key: value for key, value in settings.items() if key not in ("game", "print")}


def by_colours(pages: Sequence[Page], looks: Iterable[Look]) -> list[Look]:
    """Return looks, those in ink first, then those of whose themes' colours most are painted on pages."""
    painted = {paint for page in pages for mark in page.marks for paint in (mark.fill, mark.stroke)}

    def likeness(look: Look) -> tuple[bool, int, int]:
        inks = {ink for slot in look.theme.slots.values() for ink in (slot.fill, slot.ink)}
        colours = inks | {*look.theme.roles.values()}
        return look.in_ink, len(colours & painted), -len(colours)

    return sorted(looks, key=likeness, reverse=True)


def choose(
    pages: Sequence[Page],
    candidates: Sequence[Candidate],
    game: Game[Position],
    settings: Mapping[str, object],
    hints: Hints,
    *,
    may_be_none: bool,
) -> tuple[Look, Seeker] | None:
    """Return the look that fits most candidates and what seeks its pictures, None if there are none of the game.

    What fits nothing well is nothing where there ``may_be_none``.

    Raises OptionError for an unknown theme, GameError if no theme paints what is there.
    """
    if not candidates:
        return None
    trials = _Trials(pages, candidates, game, settings)
    best = trials.best(in_themes(pages, game, hints, themes(hints)))
    if hints.theme is not None and best.exact < _SURE:  # it may be misnamed
        others = trials.best(in_themes(pages, game, hints, theme.names()))
        best = max(best, others, key=lambda tried: tried.value)
    best = trials.better(best, trials.in_size(best.look))
    if not best.value or (may_be_none and best.is_nothing):
        return None
    if max(best.share / _LIKELY, best.exact / _SURE) < 1 and hints.theme is None:
        raise GameError(
            "no theme of ours paints the pieces; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    changed = (best.look._replace(settings=tuple(of.items())) for of in game.looks[1:])
    best = trials.better(best, changed)
    best = trials.better(best, [best.look._replace(labels=True)])
    return best.look, trials.seeker(best.look)


class _Tried(NamedTuple):
    """A look and how well it fits, the better the greater ``value``."""

    look: Look
    value: float
    #: The shares of pictures that are as the look paints them, and exact.
    share: float
    exact: float
    #: Whether so few pieces are there and so little like the game's that they are none.
    is_nothing: bool


class _Trials:
    """Pages on which looks are tried, each look once, at some of their candidates."""

    def __init__(
        self,
        pages: Sequence[Page],
        candidates: Sequence[Candidate],
        game: Game[Position],
        settings: Mapping[str, object],
    ) -> None:
        # An odd number: of folded sheets every other may be a back.
        self._sample = candidates[:: len(candidates) // _LOOKED_AT | 1]
        self._pages = pages
        self._game = game
        self._settings = settings

    def seeker(self, look: Look) -> Seeker:
        """Return what seeks a look's pictures."""
        return _seeker(self._game, look, json.dumps({**self._settings}, default=str))

    def in_size(self, look: Look) -> Iterator[Look]:
        """Yield a look with tiles as wide as most seem to be: lines do not grow as pictures do."""
        tiles = as_wide_as_tiles(self._game, self._settings)
        scales = scale.by_rulers(self._pages)
        matches = [m for m in self.seeker(look).matches(self._sample) if m.face.part in tiles]
        widths = (m.outline.width / scales.get(m.candidate.page, 1.0) for m in matches)
        width = usual((round(width, 1) for width in widths), 0.0)
        if matches and abs(width / matches[0].face.cut.width - 1) > _ONE_SIZE:
            yield look._replace(tile_size=width)

    def best(self, looks: Iterable[Look]) -> _Tried:
        """Return the look that fits best, or the first that surely fits."""
        tried = []
        for look in by_colours(self._pages, looks):
            tried.append(self._fit(look))
            if tried[-1].exact >= _SURE and tried[-1].share >= _MOST:
                return tried[-1]
        return max(tried, key=lambda one: one.value)

    def better(self, best: _Tried, others: Iterable[Look]) -> _Tried:
        """Return the look that fits best, or of others one that fits better."""
        return max([best, *map(self._fit, others)], key=lambda one: one.value)

    def _fit(self, look: Look) -> _Tried:
        offs = [match.off for match in self.seeker(look).matches(self._sample)]
        as_painted, exact, likely = (
            sum(off < limit for off in offs) for limit in (_AS_PAINTED, _EXACT, _POOR)
        )
        value = exact + sum((1 - off) ** 2 for off in offs)
        shares = as_painted / max(1, len(offs)), exact / max(1, likely)
        return _Tried(look, value, *shares, is_nothing=not likely and len(offs) < _FEW)


@lru_cache(maxsize=4)
def _seeker(game: Game[Position], look: Look, settings: str) -> Seeker:
    """Return what looks for a game's pictures in a look, with settings as JSON."""
    own = {**json.loads(settings), **dict(look.settings)}
    parts = parts_of(game, own, look.theme, look.tile_size)
    pieces = [part for part in parts if isinstance(part, Pieces)]
    drawn = models.draw(pieces, look.theme, labels=look.labels, in_ink=look.in_ink)
    return Seeker(drawn)


def themes(hints: Hints) -> Sequence[str]:
    """Return the theme that is named, or all of ours."""
    return [hints.theme] if hints.theme else theme.names()


def in_themes(
    pages: Sequence[Page], game: Game[Position], hints: Hints, names: Sequence[str]
) -> Iterator[Look]:
    """Yield the looks that may be in themes, without what settings change."""
    settings = tuple(game.looks[0].items())
    has_ink = any(_INK_BLACK in (m.fill, m.stroke) for page in pages for m in page.marks)
    for chosen in map(theme.load, names):
        look = Look(chosen, settings, tile_size=hints.tile_size)
        yield from (look, look._replace(in_ink=True)) if has_ink else (look,)
