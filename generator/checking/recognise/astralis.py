"""Astralis's kit on pages: tiles, discs, standees and the card by their pictures, and the board.

Each piece is of a kind that is counted (rule 4.6 of Astralis): control tiles with a ring in front and
bands behind, contested tiles with a cross, either player's planets and ships.  How many there
should be is what the game's own parts have, for the side of the board that is found, of the
template given, or else of the usual board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import BoardPart, Part, Pieces, Request
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.games.astralis.board import SIDES, label_at
from engine.geometry.hexgrid import Hex
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from engine.words import count, plural
from generator.checking.pages.paint import Page
from generator.checking.recognise import hexboard, kinds, pictures
from generator.checking.recognise.found import CountedKind, Flaw, Found, Hints, Reading, Trouble
from generator.checking.recognise.hexboard import Boards
from generator.checking.recognise.pictures import Face, Picture, Sighting
from generator.printing import template

DETAIL = 4

#: The sides of pieces printed on both.
_SIDES = ("yellow side", "cyan side")

#: Most pieces looked at to tell the theme.
_LOOKED_AT = 60


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces and the board on the pages.

    Raises GameError where no theme paints what is drawn, OptionError for an unknown theme
    or template.
    """
    models = _pictures(game, theme.load("classic"))
    sightings = [_Seen(k, s) for k, page in enumerate(pages) for s in pictures.find(page, models)]
    boards = hexboard.read(pages)
    if not sightings and boards is None:
        return Reading((), "")
    parts = _parts(game, _settings(game, hints, boards), tile_size=hints.tile_size)
    has = kinds.of_parts(parts, sized=hints.template is not None, faces=_SIDES)
    painted = _theme(pages, game, sightings, hints) if sightings else None
    pieces = tuple(
        _found(
            pages, sightings, models, _pictures(game, painted) if painted is not None else models
        )
    )
    return Reading(
        pieces,
        f"theme {painted.name}" if painted is not None else "no theme: there are no pieces",
        tuple(_notes(boards)),
        has if hints.template is not None else _of_pips(has, pieces),
        () if boards is None else ("board",),
        tuple(_troubles(boards, pieces, game, hints)) if boards is not None else (),
    )


class _Seen(NamedTuple):
    """A picture seen on a page, by the page's index."""

    page: int
    sighting: Sighting


# --------------------------------------------------------------------------- what should be


def _settings(game: Game[Position], hints: Hints, boards: Boards | None) -> Settings:
    """Return the game's settings: the template given, or else the board's side as found."""
    if hints.template is not None:
        return template.load(game.name, hints.template).settings()
    side = boards.side if boards is not None and boards.side in SIDES else None
    return Settings({} if side is None else {"side": side}, "the board found")


def _parts(
    game: Game[Position],
    settings: Settings,
    chosen: Theme | None = None,
    tile_size: float | None = None,
) -> tuple[Part, ...]:
    """Return the parts of the kit for settings; for what page does not matter here."""
    chosen = chosen or theme.load("classic")
    return game.parts(Request(chosen, settings, (200.0, 287.0), tile_size))


def _of_pips(has: tuple[CountedKind, ...], pieces: Sequence[Found]) -> tuple[CountedKind, ...]:
    """Return the kinds, of pip discs as many expected as there are of most of their kinds.

    How many a player wants is the template's to say (rule 6.2); all kinds alike.
    """
    optional = {kind.name for kind in has if kind.optional}
    counts = Counter(piece.kind for piece in pieces if piece.kind in optional)
    if not counts:
        return has
    usual = Counter(counts.values())
    count = max(usual, key=lambda n: (usual[n], n))
    return tuple(k._replace(amount=count) if k.optional else k for k in has)


# ---------------------------------------------------------------------------------- pictures


def _faces(parts: Sequence[Part]) -> list[Face]:
    """Return one piece of every kind, and both sides of those that have two."""
    faces: list[Face] = []
    for part in parts:
        if not isinstance(part, Pieces):
            continue
        for kind, piece in {kinds.kind_of(piece.id): piece for piece in part.pieces}.items():
            if part.double_sided:
                front, back = _SIDES
                faces += [Face(part, piece, kind, front), Face(part, piece, kind, back, True)]
            else:
                faces.append(Face(part, piece, kind))
    return faces


@lru_cache(maxsize=8)
def _pictures(game: Game[Position], chosen: Theme) -> tuple[Picture, ...]:
    """Return the pictures of all pieces in a theme; in every theme in one order."""
    return pictures.draw(_faces(_parts(game, Settings({}, "the pictures"), chosen)), chosen)


def _theme(
    pages: Sequence[Page], game: Game[Position], seen: Sequence[_Seen], hints: Hints
) -> Theme:
    """Return the theme asked for, or the one that paints most of the pieces as they are.

    Raises GameError where none paints a piece so.
    """
    if hints.theme is not None:
        return theme.load(hints.theme)
    step = 1 + len(seen) // _LOOKED_AT
    best: tuple[int, Theme] | None = None
    for name in theme.names():
        chosen = theme.load(name)
        models = _pictures(game, chosen)
        count = sum(_is_of(pages[k], models[s.model], s) for k, s in seen[::step])
        if best is None or count > best[0]:
            best = count, chosen
        if count == len(seen[::step]):
            break
    if best is None or not best[0]:
        raise GameError(
            "no theme of ours paints the pieces as they are; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    return best[1]


def _is_of(page: Page, model: Picture, found: Sighting) -> bool:
    shown = pictures.shows(page, model, found)
    return next(pictures.differences(page, model, found, shown), None) is None


def _found(
    pages: Sequence[Page],
    seen: Sequence[_Seen],
    models: Sequence[Picture],
    themed: Sequence[Picture],
) -> Iterator[Found]:
    """Yield the pieces, each less the bleed that most of its component have."""
    bleeds: dict[str, Counter[float]] = {}
    for _, s in seen:
        model = models[s.model]
        bleed = round(pictures.bleed_of(model, s), 2)
        bleeds.setdefault(model.part, Counter())[bleed] += 1
    for k, s in seen:
        model = themed[s.model]
        counts = bleeds[model.part]
        bleed = max(0.0, max(counts, key=lambda b: (counts[b], -abs(b))))
        corners = pictures.outline(pages[k], model, s, bleed)
        at = s.ground.form.middle
        flaws = pictures.differences(pages[k], model, s, pictures.shows(pages[k], model, s))
        yield Found(
            k,
            at,
            corners,
            pictures.sizes(model, s, bleed, corners),
            s.middle.moved(-at.x, -at.y),
            (),
            model.kind,
            tuple(Flaw(d.kind, d.words) for d in flaws),
            kind=model.kind,
            face=model.side,
        )


# ------------------------------------------------------------------------------------- board


def _notes(boards: Boards | None) -> Iterator[str]:
    if boards is not None:
        cells, on = len(boards.cells), len(boards.windows)
        yield (
            f"board of side {boards.side}: {cells} cells of {boards.width:g} mm, "
            f"on {count(on, 'page')}"
        )


def _troubles(
    boards: Boards, pieces: Sequence[Found], game: Game[Position], hints: Hints
) -> Iterator[Trouble]:
    """Yield what is missing of the board: cells by name (rule 1.2), cells off their places, sizes."""
    page = boards.windows[0].page
    side = boards.side
    if hints.template is not None:
        side = (
            template.load(game.name, hints.template)
            .settings()
            .whole("side", 8, SIDES[0], SIDES[-1])
        )
    if side not in SIDES:
        words = f"cells lie as far apart as on a board of side {side}; boards have {SIDES[0]} to {SIDES[-1]}"
        yield Trouble("impossible", words, page)
        return
    yield from _incomplete(boards, side, page)
    yield from _sizes(boards, pieces, game, hints, page)
    for window in boards.windows:
        if window.astray:
            cells = _labels(frozenset(window.astray), side)
            words = f"cells of the board are misplaced or of another size: {cells}"
            yield Trouble("size", words, window.page)


def _incomplete(boards: Boards, side: int, page: int) -> Iterator[Trouble]:
    """Yield the cells that are missing, in part or whole, or beyond the board."""
    wanted = hexboard.cells_of(side)
    for cells, how in (
        (wanted - boards.cells - boards.partial, "missing"),
        (wanted & boards.partial, "not whole on any page"),
    ):
        if cells:
            names = _labels(cells, side)
            are = plural(len(cells), "is", "are")
            words = f"{len(cells)} of the board's {len(wanted)} cells {are} {how}: {names}"
            yield Trouble("missing", words, page)
    surplus = (boards.cells | boards.partial) - wanted
    if surplus:
        are = f"{count(len(surplus), 'cell')} {plural(len(surplus), 'is', 'are')}"
        yield Trouble("duplicated", f"{are} beyond a board of side {side}", page)


def _sizes(
    boards: Boards, pieces: Sequence[Found], game: Game[Position], hints: Hints, page: int
) -> Iterator[Trouble]:
    """Yield cells that differ from page to page or from the template, tiles that do not fit them."""
    wanted = boards.width
    if hints.template is not None:
        parts = _parts(game, _settings(game, hints, boards), tile_size=hints.tile_size)
        (wanted,) = (part.cell for part in parts if isinstance(part, BoardPart))
    for window in boards.windows:
        if abs(window.width - wanted) > hexboard.ASTRAY:
            words = f"the board's cells are {window.width:.2f} mm, not {wanted:.4g} mm"
            yield Trouble("size", words, window.page)
    widths = Counter(round(p.size, 2) for p in pieces if p.kind in ("control", "contested"))
    tile = max(widths, key=lambda width: (widths[width], width), default=0.0)
    if tile > boards.width:
        words = f"tiles of {tile:.4g} mm do not fit cells of {boards.width:.4g} mm"
        yield Trouble("size", words, page)


def _labels(cells: frozenset[Hex], side: int) -> str:
    """Return the names of cells, of many the first few."""
    names = sorted(filter(None, (label_at(cell, side) for cell in cells)), key=_by_name)
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _by_name(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
