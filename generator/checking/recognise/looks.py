"""How the pieces of sheets are drawn: the theme, what settings change of it, whether with labels.

Knows no game.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
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
from generator.checking.recognise.models import Match, Models
from generator.checking.recognise.outlines import Candidate
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


class _Fit(NamedTuple):
    """A look, its pictures, and those that some candidates show."""

    look: Look
    pictures: Models
    matches: Sequence[Match]

    def count(self, limit: float) -> int:
        """Return how many pictures differ by less than a limit."""
        return sum(match.off < limit for match in self.matches)

    @property
    def exact(self) -> float:
        """The share of the pictures that may be its own that are exact."""
        return self.count(_EXACT) / max(1, self.count(_POOR))

    @property
    def share(self) -> float:
        """The share of all pictures that are as it paints them."""
        return self.count(_AS_PAINTED) / max(1, len(self.matches))

    @property
    def value(self) -> float:
        """How well it fits."""
        return self.exact + sum((1 - match.off) ** 2 for match in self.matches)


def choose(
    pages: Sequence[Page],
    candidates: Sequence[Candidate],
    game: Game[Position],
    settings: Mapping[str, object],
    hints: Hints,
    *,
    may_be_none: bool,
) -> tuple[Look, Models] | None:
    """Return the look that fits most candidates and its pictures, None if there are none of the game.

    What fits nothing well is nothing where there ``may_be_none``.

    Raises OptionError for an unknown theme, GameError if no theme paints what is there.
    """
    # An odd step: of folded sheets every other may be a back.
    sample = candidates[:: len(candidates) // _LOOKED_AT | 1]
    key = json.dumps({**settings}, default=str)

    def fit(look: Look) -> _Fit:
        drawn = _drawn(game, look, key)
        return _Fit(look, drawn, drawn.matches(sample))

    fits: list[_Fit] = []
    for look in _likeliest_first(pages, game, hints) if sample else ():
        fits.append(fit(look))
        if fits[-1].exact >= _SURE and fits[-1].share >= _MOST:
            fits = fits[-1:]
            break
    best = max(fits, key=lambda one: one.value, default=None)
    if best is None or not best.value:
        return None
    for change in (
        partial(_in_size, pages, as_wide_as_tiles(game, settings)),
        lambda best: [best.look._replace(settings=tuple(of.items())) for of in game.looks[1:]],
        lambda best: [best.look._replace(labels=True)],
    ):
        best = max([best, *map(fit, change(best))], key=lambda one: one.value)
    if may_be_none and not best.count(_POOR) and len(best.matches) < _FEW:
        return None
    if max(best.share / _LIKELY, best.exact / _SURE) < 1 and hints.theme is None:
        raise GameError(
            "no theme of ours paints the pieces; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    return best.look, best.pictures


def _likeliest_first(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Iterator[Look]:
    """Yield the looks of the theme that is named, and of all, for it may be misnamed."""
    yield from by_colours(pages, in_themes(pages, game, hints))
    if hints.theme is not None:
        yield from by_colours(pages, in_themes(pages, game, replace(hints, theme=None)))


def _in_size(pages: Sequence[Page], tiles: Container[str], best: _Fit) -> Iterator[Look]:
    """Yield a look with tiles as wide as most seem to be: lines do not grow as pictures do."""
    scales = scale.by_rulers(pages)
    matches = [match for match in best.matches if match.face.part in tiles]
    widths = (match.outline.width / scales.get(match.candidate.page, 1.0) for match in matches)
    width = usual((round(width, 1) for width in widths), 0.0)
    if matches and abs(width / matches[0].face.cut.width - 1) > _ONE_SIZE:
        yield best.look._replace(tile_size=width)


@lru_cache(maxsize=4)
def _drawn(game: Game[Position], look: Look, settings: str) -> Models:
    """Return a game's pictures in a look, with settings as JSON."""
    own = {**json.loads(settings), **dict(look.settings)}
    parts = parts_of(game, own, look.theme, look.tile_size)
    pieces = [part for part in parts if isinstance(part, Pieces)]
    return models.draw(pieces, look.theme, labels=look.labels, in_ink=look.in_ink)


def in_themes(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Iterator[Look]:
    """Yield the looks in the theme that is named, or in all of ours, without what settings change."""
    settings = tuple(game.looks[0].items())
    has_ink = any(_INK_BLACK in (m.fill, m.stroke) for page in pages for m in page.marks)
    for chosen in map(theme.load, [hints.theme] if hints.theme else theme.names()):
        look = Look(chosen, settings, tile_size=hints.tile_size)
        yield from (look, look._replace(in_ink=True)) if has_ink else (look,)
