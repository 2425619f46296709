"""How the pieces of sheets are drawn: the theme, what settings change of it, whether with labels.

Sheets that no theme of ours paints are told by hues, where a game's pieces differ by colour.  Knows
no game.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from statistics import median_low
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import BoardPart, Part, Pieces, Request
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from generator.checking import scale
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import colours, models, painted
from generator.checking.recognise.holding import Together
from generator.checking.recognise.outlines import SMALLEST, Candidate, Outline
from generator.checking.recognise.pictures import Match, Seeker
from generator.checking.recognise.results import Hints
from generator.printing import template

#: A picture that differs by less than this is as its theme paints it: of games whose colours hues
#: tell as well, and of others.
_AS_PAINTED, _AS_PAINTED_IF_ALONE = 0.15, 0.2
#: And by less than this, to a hair.
_EXACT = 0.04
#: A page is of another theme where pictures differ by less than this share of what they differ by in the others'.
_NEARER = 0.5
#: One that differs by more is hardly that picture.
_POOR = 0.4
#: So many candidates are looked at to tell the look.
_LOOKED_AT = 32
#: A look is sure where so many pictures are as it paints them, and likely where so many are; of
#: games whose colours hues do not tell where so many are, since a sheet may be in another look.
_SURE, _LIKELY, _LIKELY_IF_ALONE = 0.9, 0.5, 0.25
#: So few marks that are like no piece are a sheet's own.
_FEW = 5
#: A theme that paints less than this share of what another does that surely paints pages is none of theirs.
_FAR_LESS = 0.5
#: All black ink and no other, as PDFium shows it.
_INK_BLACK = "#231f20"
#: What is larger than this share of a page is no piece that others lie on.
_PANEL = 0.25
#: Pieces that make up this share of what is cut out fill it.
_FILLED = 0.95
#: Sizes within this share of each other are one.
_ONE_SIZE = 0.05
#: A size of tiles that every game has, in millimetres, and how much larger others are.
_SOME, _LARGER = 20.0, 1.5
#: Bleeds up to this are tried where no cut line is drawn, in steps, in millimetres.
MOST_BLEED, BLEED_STEP = 6.0, 0.5


class Look(NamedTuple):
    """How a kit may be drawn: the theme, settings that change pictures only, labels on them.

    ``told_by`` says for people by what colours are told.
    """

    theme: Theme
    told_by: str
    settings: tuple[tuple[str, object], ...] = ()
    labels: bool = False
    #: How wide tiles are, where that is not as usual.
    tile_size: float | None = None
    #: The paper within its margins, in millimetres; None for A4.
    area: tuple[float, float] | None = None
    #: The sizes of components that are not drawn in their own.
    sizes: tuple[tuple[str, float], ...] = ()
    #: Whether another program drew it: then only colours and forms at large count.
    is_foreign: bool = False
    #: Whether it is drawn in the inks of our press.
    in_ink: bool = False


class _Tried(NamedTuple):
    """A look and how well it fits, the better the greater ``value``.

    ``share`` of the pictures are as it paints them, ``exact`` of them to a hair, half of all differ
    by no more than ``off``; so few are there and so little like the game's that it ``is_nothing``.
    """

    look: Look
    value: float
    share: float
    exact: float
    off: float
    is_nothing: bool


def parts_of(
    game: Game[Position],
    settings: Mapping[str, object],
    chosen: Theme,
    tile_size: float | None = None,
    area: tuple[float, float] | None = None,
    *,
    labels: bool = False,
) -> tuple[Part, ...]:
    """Return the parts of a kit for settings, on A4 where no ``area`` of paper is given.

    Raises OptionError for a setting that is wrong.
    """
    table = Settings(settings, "the template")
    return game.parts(Request(chosen, table, area or (200.0, 287.0), tile_size, labels))


def in_cells(
    game: Game[Position],
    settings: Mapping[str, object],
    chosen: Theme,
    cell: float,
    area: tuple[float, float] | None = None,
    *,
    labels: bool = False,
) -> tuple[Part, ...]:
    """Return the parts of a kit, as :func:`parts_of`, whose board has cells of a width."""
    first, second = (
        next(
            part.cell
            for part in parts_of(game, settings, chosen, size, area)
            if isinstance(part, BoardPart)
        )
        for size in (_SOME, _LARGER * _SOME)
    )
    # A cell is a tile with room about it, or so many times as wide.
    share = (cell - first) / (second - first) if second != first else 0.0
    size = _SOME * (1 + share * (_LARGER - 1))
    return parts_of(game, settings, chosen, size, area, labels=labels)


def of_template(game: Game[Position], name: str | None = None) -> Mapping[str, object]:
    """Return the own settings of a template, the game's where none is named.

    Raises OptionError for a template that cannot be read.
    """
    table = tomllib.loads(template.load(game.name, name).text)
    return {key: value for key, value in table.items() if key not in ("game", "print")}


@lru_cache(maxsize=12)
def _seeker(game: Game[Position], look: Look, own: str) -> Seeker:
    """Return what looks for a game's pictures in a look; ``own`` are its settings as JSON.

    What settings and labels leave as it is, is drawn once.
    """
    usual = look._replace(settings=tuple(game.looks[0].items()), labels=False)
    base = _seeker(game, usual, own).models if look != usual else None
    pieces = _pieces(game, look, own)
    drawn = models.draw(pieces, look.theme, labels=look.labels, in_ink=look.in_ink, base=base)
    return Seeker(drawn, at_large=look.is_foreign)


def _pieces(game: Game[Position], look: Look, own: str) -> list[Pieces]:
    """Return a game's components in a look."""
    settings = {**of_template(game), **dict(look.settings), **json.loads(own)}
    parts = parts_of(game, settings, look.theme, look.tile_size, look.area)
    sizes = dict(look.sizes)
    return [p.at(sizes.get(p.name, p.size)) for p in parts if isinstance(p, Pieces)]


@lru_cache(maxsize=12)
def _colours(game: Game[Position], look: Look, own: str) -> painted.Colours:
    """Return the colours in which a look paints a game's pictures."""
    return painted.of_pictures(_pieces(game, look, own), look.theme)


class Chosen(NamedTuple):
    """The look of sheets, what seeks its pictures, and the places of all pages where they may be."""

    look: Look
    seeker: Seeker
    candidates: Sequence[Sequence[Candidate]]
    #: Whether another theme than the one named is drawn: what differs is no conversion.
    is_misnamed: bool


def choose(
    pages: Sequence[Page],
    candidates: Sequence[Sequence[Candidate]],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    *,
    may_be_none: bool,
) -> Chosen | None:
    """Return the look that fits most candidates, None where nothing of the game is there.

    What fits nothing well is nothing where there ``may_be_none``.
    ``own`` are the settings of the kit.  Where only bleeds are drawn, the candidates have outlines
    within them as well.

    Raises OptionError for an unknown theme, GameError where no theme paints what is there and
    nothing else tells the colours.
    """
    within = [[_within_bleed(candidate) for candidate in here] for here in candidates]
    trials = _Trials(pages, within, game, json.dumps(dict(own), default=str))
    themes = in_themes(pages, game, hints)
    if not any(candidates):  # nothing to draw pictures for, in whatever theme
        next(themes)
        return None
    found = trials.in_theme(trials.likely(themes))
    if not found.value or (may_be_none and found.is_nothing):
        return None
    is_misnamed = hints.theme is not None and trials.fits_another(found)
    look = found.look
    least = _LIKELY if game.piece_colours else _LIKELY_IF_ALONE
    is_painted = found.share >= least or found.exact >= _SURE
    if not is_painted and hints.theme is None and hints.colours is None:
        look = trials.by_hue(look)
    own_looks = (look._replace(settings=tuple(of.items())) for of in game.looks)
    look = trials.best(own_looks, surely=False).look
    look = trials.best([look, look._replace(labels=True)], surely=False).look
    places = candidates if look.is_foreign else within
    return Chosen(look, trials.seeker(look), places, is_misnamed)


def of_single_pages(
    pages: Sequence[Page],
    chosen: Chosen,
    game: Game[Position],
    own: Mapping[str, object],
) -> Iterator[Chosen]:
    """Yield for each page that is of another theme to a hair, where its fellows are of the chosen one, its look.

    Only that page has candidates there.
    """
    if chosen.look.is_foreign or chosen.is_misnamed:
        return
    settings = json.dumps(dict(own), default=str)
    alone = [
        [here if n == k else () for n in range(len(pages))]
        for k, here in enumerate(chosen.candidates)
    ]
    trials = [_Trials(pages, candidates, game, settings) for candidates in alone]
    exact = [one.fit(chosen.look).exact for one in trials]
    if max(exact) < _SURE:
        return
    for k, page in enumerate(pages):
        if exact[k] < _LIKELY and chosen.candidates[k]:
            themes = in_themes([page], game, Hints())
            found = trials[k].in_theme(trials[k].painting_more(themes, page, chosen.look))
            # In a conversion's colours a theme may come near to another.
            is_nearer = found.off < _NEARER * trials[k].fit(chosen.look).off
            if found.exact >= _SURE and is_nearer:
                yield Chosen(found.look, trials[k].seeker(found.look), alone[k], is_misnamed=False)


class _Trials:
    """Pages on which looks are tried, each look once, at some of their candidates."""

    def __init__(
        self,
        pages: Sequence[Page],
        candidates: Sequence[Sequence[Candidate]],
        game: Game[Position],
        settings: str,
    ) -> None:
        many = sum(map(bool, candidates))
        some = (_some(*two, many) for two in zip(pages, candidates, strict=True))
        self._sample = [candidate for here in some for candidate in here]
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

    def in_theme(self, looks: Iterable[Look]) -> _Tried:
        """Return the look that fits best, in the size in which that is drawn."""
        look = self.best(looks).look
        return self.best([look, self._in_size(look)], surely=False)

    def likely(self, looks: Iterable[Look]) -> Iterator[Look]:
        """Yield some looks without those, but the first, that paint far less than one whose colours are told."""
        first, *others = looks
        yield first
        shown = painted.on(self._pages)
        shares = {
            one: painted.share(shown, self._colours(one)) for one in (first, *others) if others
        }
        told = max((shares[one] for one in shares if self._is_told(one)), default=0.0)
        yield from (one for one in others if one.in_ink or shares[one] >= _FAR_LESS * told)

    def painting_more(self, looks: Iterable[Look], page: Page, usual: Look) -> Iterator[Look]:
        """Yield a look, and of others those that paint more of a page, where its colours tell it at all."""
        yield usual
        shown, is_told = painted.on([page]), self._is_told(usual)
        own = painted.share(shown, self._colours(usual))
        for look in looks:
            if not is_told or painted.share(shown, self._colours(look)) > own:
                yield look

    def _is_told(self, look: Look) -> bool:
        """Tell whether nearly all on the pages is painted in a look's colours."""
        return not look.in_ink and painted.is_told(painted.on(self._pages), self._colours(look))

    def _colours(self, look: Look) -> painted.Colours:
        return _colours(self._game, look, self._settings)

    def _in_size(self, look: Look) -> Look:
        """Return a look drawn in the sizes that most pieces have: lines do not grow as pictures do.

        What is as wide as tiles are asked to be tells how wide they are, on which others hang.
        """
        asked = (
            larger
            for part, size in self._sizes(look).items()
            if not self._is_drawn_in(look, {part: size})
            if self._is_drawn_in(larger := look._replace(tile_size=size), {part: size})
        )
        look = next(asked, look)
        usual = self._sizes(look)
        return look if self._is_drawn_in(look, usual) else look._replace(sizes=(*usual.items(),))

    def _sizes(self, look: Look) -> dict[str, float]:
        """Return how large most pieces of each component seem to be, on pages of their own size."""

        def size(match: Match) -> float:
            cut, by = match.face.cut, self._scales.get(match.candidate.page, 1.0)
            return round(match.outline.sizes_as(cut.width / cut.height)[0] / by, 1)

        parts = grouped(self.seeker(look).matches(self._sample), lambda match: match.face.part)
        return {part: usual(map(size, own)) for part, own in parts.items()}

    def _is_drawn_in(self, look: Look, sizes: Mapping[str, float]) -> bool:
        """Tell whether a look draws components in some sizes."""
        drawn = {face.part: face.cut.width for face in self.seeker(look).models.faces}
        return all(abs(size - drawn[part]) <= _ONE_SIZE * size for part, size in sizes.items())

    def fit(self, look: Look) -> _Tried:
        """Return how well a look fits; what draws the same pictures fits as well."""
        drawn = self.seeker(look).models
        if drawn not in self._fits:
            self._fits[drawn] = self._fit(look)
        return self._fits[drawn]._replace(look=look)

    def _fit(self, look: Look) -> _Tried:
        offs = [match.off for match in self.seeker(look).matches(self._sample)]
        most = _AS_PAINTED if self._game.piece_colours else _AS_PAINTED_IF_ALONE
        as_painted = sum(off < most for off in offs)
        exact, likely = (sum(off < limit for off in offs) for limit in (_EXACT, _POOR))
        value = sum((1 - off) ** 2 for off in offs)
        shares = as_painted / max(1, len(offs)), exact / max(1, likely)
        middle = median_low(offs) if offs else 1.0
        return _Tried(look, value, *shares, middle, not likely and len(offs) < _FEW)

    def fits_another(self, named: _Tried) -> bool:
        """Tell whether another theme of ours than the one named fits to a hair where that does not."""
        if named.exact >= _SURE:
            return False
        best = self.in_theme(self.likely(in_themes(self._pages, self._game, Hints())))
        return best.exact - named.exact >= _LIKELY

    def by_hue(self, look: Look) -> Look:
        """Return the look of sheets in no theme: a theme of ours with the colours that are shown.

        Raises GameError where they cannot be told.
        """
        names = self._game.piece_colours
        if not names:
            raise GameError(
                "no theme of ours paints the pieces as they are; say by --theme which it is, "
                f"one of {', '.join(theme.names())} or a theme file.toml"
            )
        shown = (self.seeker(look).shown(one.page, one.outlines[0]) for one in self._sample)
        told = colours.by_hue(Counter(filter(None, shown)), names)
        slots = {slot: told[letter] for letter, slot in names.items() if letter in told}
        usual = tuple(self._game.looks[0].items())
        return Look(
            _painted(slots), "hue", usual, tile_size=look.tile_size, area=look.area, is_foreign=True
        )


def _within_bleed(candidate: Candidate) -> Candidate:
    """Return a candidate without a cut line with outlines within its largest, as far in as a bleed may reach."""
    if any(outline.cut for outline in candidate.outlines):
        return candidate
    ground = candidate.outlines[0]
    within = (
        ground.grown(-k * BLEED_STEP)._replace(is_guess=True)
        for k in range(1, round(MOST_BLEED / BLEED_STEP) + 1)
        if min(ground.width, ground.height) > max(4 * k * BLEED_STEP, 2 * k * BLEED_STEP + SMALLEST)
    )
    return candidate._replace(outlines=(*candidate.outlines, *within))


def in_themes(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Iterator[Look]:
    """Yield the looks that may be, without what settings change: one where theme or colours are told."""
    usual = tuple(game.looks[0].items())
    if hints.colours is not None:
        slots = dict(zip(game.piece_colours.values(), hints.colours, strict=True))
        given = Look(_painted(slots), "the colours given", usual, area=hints.area, is_foreign=True)
        yield from _as_wide_as_said(given, hints)
        return
    names = [hints.theme] if hints.theme is not None else theme.names()
    for in_ink in (True, False) if _has_ink(pages) else (False,):
        for chosen in map(theme.load, names):
            told_by = f"theme {chosen.name}" + (" in ink" if in_ink else "")
            yield from _as_wide_as_said(
                Look(chosen, told_by, usual, area=hints.area, in_ink=in_ink), hints
            )


def _as_wide_as_said(look: Look, hints: Hints) -> Iterator[Look]:
    """Yield a look with tiles as wide as is said, and with usual ones, for what is said may be wrong."""
    if hints.tile_size is not None:
        yield look._replace(tile_size=hints.tile_size)
    yield look


def _has_ink(pages: Sequence[Page]) -> bool:
    """Tell whether something is painted in a black of black ink alone."""
    return any(_INK_BLACK in (mark.fill, mark.stroke) for page in pages for mark in page.marks)


def _some(page: Page, candidates: Sequence[Candidate], pages: int) -> Sequence[Candidate]:
    """Return some of a page's candidates, from all over it, and none that lies in another.

    Every so many, an odd number: of folded sheets every other may be a back.
    """
    panel = _PANEL * page.width * page.height
    grounds = Together([candidate.outlines[0] for candidate in candidates])
    holders = [
        outline
        for outline in grounds.outlines
        if outline.area < panel and not (outline.cut and _is_filled(outline, grounds))
    ]
    holders.sort(key=lambda outline: -outline.area)
    larger = Together(holders)
    some = candidates[:: len(candidates) * pages // (4 * _LOOKED_AT) | 1]
    outer = [candidate for candidate in some if not _is_within(candidate.outlines[0], larger)]
    step = len(outer) * pages // _LOOKED_AT | 1
    return outer[::step] if len(outer) > 8 else outer


def _is_filled(frame: Outline, grounds: Together) -> bool:
    """Tell whether other outlines fill a cut line: then it goes round several pieces."""
    within = (grounds.outlines[k] for k in grounds.held_by(frame))
    areas = sorted((one.area for one in within if one is not frame), reverse=True)
    return len(areas) > 1 and sum(areas[: round(frame.area / areas[0])]) > _FILLED * frame.area


def _is_within(own: Outline, holders: Together) -> bool:
    """Tell whether an outline lies in one of some, the largest first, up to the first that is not wider."""
    (first,) = holders.holding(own.centre)[:1] or (len(holders.outlines),)
    larger = takewhile(lambda holder: holder.width > 1.2 * own.width, holders.outlines)
    return first < sum(1 for _ in larger)


def _painted(fills: Mapping[str, str]) -> Theme:
    """Return the classic theme with slots filled otherwise, without patterns."""
    classic = theme.load("classic")
    slots = {
        name: slot._replace(fill=fills[name], pattern="solid") if name in fills else slot
        for name, slot in classic.slots.items()
    }
    return replace(classic, slots=slots)
