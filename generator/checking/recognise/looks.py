"""How the pieces of sheets are drawn: the theme, and what settings change of it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from engine.drawing import theme
from engine.drawing.parts import Pieces, Request
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from generator.checking import usual, whole_pages
from generator.checking.pages import files
from generator.checking.pages.paint import Page
from generator.checking.recognise import models
from generator.checking.recognise.models import Match, Pictures
from generator.checking.recognise.outlines import ONE_LENGTH, Candidate
from generator.checking.recognise.results import Hints

#: So many candidates are looked at to tell the look.
_LOOKED_AT = 32
#: A picture is as its theme paints it if it differs by less than this.
_AS_PAINTED = 0.2
#: All black ink and no other, as PDFium shows it.
_INK_BLACK = "#231f20"
#: A size of tiles that every game allows, in millimetres.
_SOME_SIZE = 20.0


class Look(NamedTuple):
    """How a kit may be drawn: the theme, and settings that change pictures only."""

    theme: Theme
    settings: Mapping[str, object]
    #: How wide tiles are, if not as usual.
    tile_size: float | None
    #: Whether it is drawn in the inks of our press.
    in_ink: bool


def as_wide_as_tiles(game: Game[Position], settings: Settings) -> frozenset[str]:
    """Return the components of a kit that are as wide as tiles are asked to be."""
    parts = game.parts(Request(theme.load("classic"), settings, tile_size=_SOME_SIZE))
    return frozenset(p.name for p in parts if isinstance(p, Pieces) and p.size == _SOME_SIZE)


def in_themes(
    pages: Sequence[Page], game: Game[Position], names: Sequence[str], tile_size: float | None
) -> Iterator[Look]:
    """Yield the looks in themes, those in ink first, and of these first the theme with most colours on the pages."""
    painted = {paint for page in pages for mark in page.marks for paint in (mark.fill, mark.stroke)}

    def likeness(one: Theme) -> tuple[int, int]:
        inks = {ink for slot in one.slots.values() for ink in (slot.fill, slot.ink)}
        colours = inks | {*one.roles.values()}
        return len(colours & painted), -len(colours)

    themes = sorted(map(theme.load, names), key=likeness, reverse=True)
    for in_ink in (True, False) if _INK_BLACK in painted else (False,):
        for one in themes:
            yield Look(one, game.looks[0], tile_size, in_ink)


class _Fit(NamedTuple):
    """How well a look fits some candidates, its pictures, and which of them the candidates show."""

    value: float
    #: Whether most pictures that fit are as painted.
    is_likely: bool
    #: Whether most pictures fit, and nearly all of those exactly.
    is_sure: bool
    look: Look
    album: Sequence[Pictures]
    matches: Sequence[Match]


def choose(
    pages: Sequence[Page],
    candidates: Sequence[Candidate],
    game: Game[Position],
    settings: Settings,
    hints: Hints,
    *,
    may_be_none: bool,
) -> tuple[Look, Sequence[Pictures]] | None:
    """Return the look that fits the candidates best, and its pictures; None if no candidate is of the game.

    Raises OptionError for an unknown theme, GameError if no theme paints what is there.
    """
    # An odd step: of folded sheets every other may be a back.
    sample = candidates[:: len(candidates) // _LOOKED_AT | 1]
    if not sample:
        return None
    per_mm = max(page.picture.per_mm for page in pages)

    def fit(look: Look) -> _Fit:
        own = replace(settings, values={**settings.values, **look.settings})
        parts = game.parts(Request(look.theme, own, tile_size=look.tile_size))
        pieces = [part for part in parts if isinstance(part, Pieces)]
        album = models.draw(pieces, look.theme, in_ink=look.in_ink, per_mm=per_mm)
        matches = models.matches(album, sample)
        offs = np.array([match.off for match in matches])
        fitting = (offs < models.POOR).sum()
        exact = (offs < models.EXACT).sum() / max(1, fitting)
        value = exact + ((1 - offs) ** 2).sum()
        is_likely = 2 * (offs < _AS_PAINTED).sum() > fitting
        is_sure = 2 * fitting > len(offs) and exact >= models.NEARLY_ALL
        return _Fit(value, is_likely, is_sure, look, album, matches)

    def best_of(*fits: _Fit) -> _Fit:
        return max(fits, key=lambda one: one.value)

    # All themes are tried after the named one, which may be misnamed.
    named = [hints.theme] if hints.theme else []
    themes = (in_themes(pages, game, names, hints.tile_size) for names in (named, theme.names()))
    fits: list[_Fit] = []
    for look in chain.from_iterable(themes):
        fits.append(fit(look))
        if fits[-1].is_sure:
            break
    best = best_of(*fits)
    if not best.matches:
        return None
    best = best_of(best, *map(fit, _in_size(pages, as_wide_as_tiles(game, settings), best)))
    others = [best.look._replace(settings=one) for one in game.looks[1:]]
    best = best_of(best, *map(fit, others))
    if may_be_none and all(match.off >= models.POOR for match in best.matches):
        return None
    if not best.is_likely and not all(page.is_fine for page in pages):
        files.refine(pages)
        return choose(pages, candidates, game, settings, hints, may_be_none=may_be_none)
    if not best.is_likely and hints.theme is None:
        raise GameError(
            "no theme of ours paints the pieces; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    return best.look, best.album


def _in_size(pages: Sequence[Page], tiles: Container[str], best: _Fit) -> Iterator[Look]:
    """Yield the best look with tiles as wide as most are, if they are not as usual: lines do not grow with tiles."""
    scales = whole_pages.by_rulers(pages)
    matches = [match for match in best.matches if match.face.part.name in tiles]
    widths = (match.outline.width / scales.get(match.candidate.page, 1.0) for match in matches)
    width = usual((round(width, 1) for width in widths), 0.0)
    if matches and abs(width / matches[0].face.cut.width - 1) > ONE_LENGTH:
        yield best.look._replace(tile_size=width)
