"""A game's pieces on pages, found by the game's own pictures of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from engine.drawing import scene, theme
from engine.drawing.parts import BoardPart, Request
from engine.geometry.plane import ORIGIN, Transform, bounds
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from generator.checking import grouped, usual, whole_pages
from generator.checking.pages import files, pdfium
from generator.checking.pages.paint import Page
from generator.checking.recognise import boards, compare, looks, models, outlines, results
from generator.checking.recognise.boards import Boards
from generator.checking.recognise.compare import Conversion, Difference, Way
from generator.checking.recognise.looks import Look
from generator.checking.recognise.models import Drawn, Face, Match, Pictures
from generator.checking.recognise.outlines import Candidate
from generator.checking.recognise.results import Found, Hints, Reading, Trouble, kinds_of, misnamed
from generator.printing import template

#: Outlines of one component have one size, within this share.
_ONE_SIZE = 0.3


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces on the pages, and the board.

    Raises GameError where no theme paints what is drawn, OptionError for an unknown theme or
    template.
    """
    settings = template.load(game.name, hints.template).settings()
    board = boards.find(pages, game, hints, settings)
    settings = settings if board is None else board.settings
    scales = whole_pages.by_rulers(pages)
    files.refine(pages[k] for k in scales)  # pieces may be tiny
    candidates = [
        candidate
        for k, page in enumerate(pages)
        for candidate in outlines.candidates(k, page, hints.bleed * scales.get(k, 1.0))
        if board is None or not board.holds(k, candidate.outlines[0].centre)
    ]
    parts = game.parts(Request(theme.load("classic"), settings, tile_size=hints.tile_size))
    kinds = tuple(kinds_of(game, parts, hints))
    chosen = looks.choose(pages, candidates, game, settings, hints, may_be_none=board is not None)
    pieces: tuple[Found, ...] = ()
    troubles: list[Trouble] = []
    conversion = compare.NOTHING
    if chosen is None:
        colours = "no theme: there are no pieces"
        names = [hints.theme] if hints.theme else theme.names()
        tried = [*looks.in_themes(pages, game, names, None)]
    else:
        look, album = chosen
        colours, tried = f"theme {look.theme.name}" + " in ink" * look.in_ink, [look]
        kept = _matches(album, candidates)
        differences, conversion = compare.compared(pages, [*_ways(kept, look)])
        again = dict(_again(kept, differences, look, hints.copies))
        as_others, _ = compare.compared(pages, [*again.values()], conversion, per_mm=pdfium.FINE)
        if all(one.points for one in as_others):  # small numbers may not be told apart
            flaw = results.Flaw("unclear", "it repeats another one")
            for k in again:
                differences[k] = differences[k]._replace(flaws=(flaw,))
        pieces = tuple(map(_piece, kept, differences))
        if hints.theme is not None and look.theme != theme.load(hints.theme):
            words = misnamed(f"theme {look.theme.name}", f"theme {theme.load(hints.theme).name}")
            troubles.append(Trouble("foreign", words, kept[0].candidate.page if kept else 0))
    reading = Reading(pieces, colours, kinds=kinds, troubles=tuple(troubles))
    if board is None:
        return reading
    cell = _cell(game, settings, hints, pieces) or board.cell
    marks = _marks(board, pages, game, tried, conversion) if board.is_whole else ()
    every = (*board.troubles(cell), *troubles, *marks)
    return reading._replace(
        notes=(board.note,), whole=(board.part.name,), board_pages=board.pages, troubles=every
    )


def _cell(game: Game[Position], settings: Settings, hints: Hints, pieces: Sequence[Found]) -> float:
    """Return how wide a board's cells must be for tiles of the known or measured size, 0 if there is none."""
    tiles = looks.as_wide_as_tiles(game, settings)
    measured = usual((round(piece.size, 2) for piece in pieces if piece.part in tiles), 0.0)
    size = hints.tile_size or measured
    if not size and hints.template is None:
        return 0.0
    parts = game.parts(Request(theme.load("classic"), settings, tile_size=size or None))
    return next((part.cell for part in parts if isinstance(part, BoardPart)), 0.0)


def _marks(
    board: Boards,
    pages: Sequence[Page],
    game: Game[Position],
    tried: Sequence[Look],
    conversion: Conversion,
) -> Iterator[Trouble]:
    """Yield where a whole board differs from our own drawing of it, in the look in which it differs least."""
    sightings = [one for one in board.sightings if pages[one.page].mirrored_words <= 0]
    drawn = [
        (part, look.in_ink)
        for look in tried
        for labels in (False, True)
        for part in game.parts(Request(look.theme, board.settings, labels=labels))
        if isinstance(part, BoardPart) and part.name == board.part.name
    ]
    things = [boards.ways(drawn, one, sightings) for one in sightings]
    differences, _ = compare.compared(pages, things, conversion)
    for one, difference in zip(sightings, differences, strict=True):
        for flaw in difference.flaws:
            words = f"the board is not as it should be: {flaw.words}"
            yield Trouble(flaw.kind, words, one.page)


# ------------------------------------------------------------------------------- which candidates


def _matches(album: Sequence[Pictures], candidates: Sequence[Candidate]) -> list[Match]:
    """Return the candidates that show a piece of the right size, without ornaments of larger pieces."""
    matches = models.matches(album, candidates)
    by_part = grouped(matches, lambda match: match.face.part.name)
    return _apart([match for own in by_part.values() for match in _of_one_size(own)])


def _of_one_size(matches: Sequence[Match]) -> list[Match]:
    """Return the matches of a component that are about as large as most are, or else as pieces of it should be."""
    cut = matches[0].face.cut
    size = max(cut.width, cut.height)
    good = [match for match in matches if match.off < models.POOR]
    # A few tiny ones may be something else than pieces.
    is_large = any(match.outline.width > 2 * outlines.SMALLEST for match in good)
    if is_large or len(good) >= models.FEWEST:
        size = usual(round(_length(match), 1) for match in good)
    return [match for match in matches if abs(_length(match) - size) <= _ONE_SIZE * size]


def _length(match: Match) -> float:
    """Return the longer side of a match: pieces may lie along the page or across."""
    return max(match.outline.width, match.outline.height)


def _apart(matches: Sequence[Match]) -> list[Match]:
    """Return the matches of which none lies well inside another: good ones before poor ones, then the largest."""
    kept: list[Match] = []
    for own in grouped(matches, lambda match: match.candidate.page).values():
        ranked = sorted(
            own, key=lambda m: (m.off >= models.POOR, -m.outline.width * m.outline.height, m.off)
        )
        centres = np.array([m.outline.centre for m in ranked])
        boxes = [bounds(m.outline.around()) for m in ranked]
        sides = np.array([(box.width, box.height) for box in boxes])
        distances = np.abs(centres - centres[:, None])
        is_within = (distances < sides[:, None] / 2).all(axis=2)
        taken: list[int] = []
        for k, is_near in enumerate(is_within | is_within.T):
            if not is_near[taken].any():
                taken.append(k)
        kept += (ranked[k] for k in taken)
    return kept


# -------------------------------------------------------------------------------- as pieces


def _ways(kept: Sequence[Match], look: Look) -> Iterator[Iterator[Way]]:
    """Yield how each piece may be drawn; equal pieces are tried as different ones of their kind first."""
    counts = Counter[Face]()
    for match in kept:
        yield _ways_of(match, counts[match.face], look)
        counts[match.face] += 1


def _ways_of(match: Match, number: int, look: Look) -> Iterator[Way]:
    """Yield how a piece may be drawn: first as its kind's piece of this number, then as others, then turned."""
    outline, face, corners = match.outline, match.face, match.outline.around()
    place = Transform.translation(*outline.centre)
    scaled = Transform.scaling(outline.width / face.cut.width)
    first = number % len(face.pieces)
    pieces = (*face.pieces[first:], *face.pieces[:first])
    known = set[tuple[float, Drawn]]()
    for turn in dict.fromkeys((match.turn, *models.turns(face.cut))):
        lying = place @ Transform.rotation(outline.angle + turn) @ scaled
        lines = scene.transformed(face.part.folds, lying)
        some = pieces if turn == match.turn else pieces[:1]
        for labels, piece in product((False, True), some):
            items = face.part.draw(piece, face.stance._replace(labels=labels))
            if (turn, items) not in known:
                known.add((turn, items))
                yield Way(match.candidate.page, items, lying, corners, lines, look.in_ink)


def _again(
    kept: Sequence[Match], found: Sequence[Difference], look: Look, copies: int
) -> Iterator[tuple[int, Iterator[Way]]]:
    """Yield the pieces of whole sets that repeat others, each drawn as those of its kind that are missing."""
    for face, own in grouped(range(len(kept)), lambda k: kept[k].face).items():
        drawn = dict.fromkeys(face.part.draw(piece, face.stance) for piece in face.pieces)
        repeats = Counter(found[k].items for k in own)
        missing = [items for items in drawn if items not in repeats]
        if len(drawn) > 1 and len(own) == copies * len(face.pieces) and missing:
            for k in own:
                if repeats[found[k].items] > copies:
                    way = next(_ways_of(kept[k], 0, look))
                    yield k, iter([way._replace(items=items) for items in missing])


def _piece(match: Match, difference: Difference) -> Found:
    outline, face = match.outline, match.face
    return Found(
        match.candidate.page,
        outline.centre,
        outline.around(),
        sizes=outline.sizes_as(face.cut.width / face.cut.height),
        slip=ORIGIN,
        areas=(),
        flaws=difference.flaws,
        part=face.part.name,
        kind=face.kind,
        side=face.side,
        trait=face.trait,
    )
