"""A game's pieces on pages, found by the game's own pictures of them.

What there should be, and how each looks, the parts of the game's kit say; this module knows no
game.  Whether the set is complete is :mod:`generator.checking.judge`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.drawing import scene, theme
from engine.drawing.parts import BoardPart
from engine.geometry.plane import Point, Transform, bounds
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import scale
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import boards, compare, looks, outlines
from generator.checking.recognise.boards import Boards
from generator.checking.recognise.compare import Conversion, Difference, Place, Way
from generator.checking.recognise.looks import Look
from generator.checking.recognise.models import Face, Match, Models, frame, turns
from generator.checking.recognise.outlines import Candidate
from generator.checking.recognise.results import (
    Found,
    Hints,
    Reading,
    Trouble,
    kinds_of,
    misnamed,
)

#: A picture that differs by more than this fits poorly.
_POOR = 0.4
#: Outlines of one component have one size, within this share.
_ONE_SIZE = 0.3
#: Where less than this share of a board differs, it is marked; in another theme more differs.
_MARKED = 0.03
#: Where no other piece of a component is, what is as wide as its pieces are to this share may be one.
_LIKE_SIZE = 0.5
#: What lies no farther from a piece's middle than this share of its sides lies well inside.
_WELL = 0.45
#: So few pieces may be something else.
_FEW = 4


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces on the pages, and the board.

    Raises GameError where no theme paints what is drawn, OptionError for an unknown theme or
    template.
    """
    settings = looks.settings_of(game, hints.template)
    board = boards.find(pages, game, hints, settings)
    settings = settings if board is None else board.settings
    scales = scale.by_rulers(pages)
    candidates = [
        candidate
        for k, page in enumerate(pages)
        for candidate in outlines.candidates(k, page, hints.bleed * scales.get(k, 1.0))
        if board is None or not board.holds(k, candidate.outlines[0].centre)
    ]
    parts = looks.parts_of(game, settings, theme.load("classic"), hints.tile_size)
    kinds = tuple(kinds_of(game, parts, hints))
    chosen = looks.choose(pages, candidates, game, settings, hints, may_be_none=board is not None)
    pieces: list[Found] = []
    troubles: list[Trouble] = []
    conversion = compare.NOTHING
    if chosen is None:
        colours = "no theme: there are no pieces"
        tried = [*looks.in_themes(pages, game, hints)]
    else:
        look, drawn = chosen
        colours, tried = look.title, [look]
        kept = _matches(drawn, candidates)
        places = [*_places(kept)]
        differences, conversion = compare.compared(pages, places, in_ink=look.in_ink)
        both = zip(kept, differences, strict=True)
        pieces = [_piece(match, difference, drawn) for match, difference in both]
        if hints.theme is not None and look.theme != theme.load(hints.theme):
            words = misnamed(f"theme {look.theme.name}", f"theme {theme.load(hints.theme).name}")
            troubles.append(Trouble("foreign", words, kept[0].candidate.page if kept else 0))
    reading = Reading(tuple(pieces), colours, kinds=kinds, troubles=tuple(troubles))
    if board is None:
        return reading
    cell = _cell(game, settings, hints, pieces) or board.cell
    marks = _of_board(board, pages, game, tried, conversion)
    return reading._replace(
        notes=(board.note,),
        whole=(board.part.name,),
        board_pages=board.pages,
        troubles=(*board.troubles(cell), *troubles, *marks),
    )


def _cell(
    game: Game[Position], settings: Mapping[str, object], hints: Hints, pieces: Sequence[Found]
) -> float:
    """Return how wide a board's cells are for tiles of the size that is known or seen, 0 if none is."""
    tiles = looks.as_wide_as_tiles(game, settings)
    seen = usual((round(piece.size, 2) for piece in pieces if piece.part in tiles), 0.0)
    size = hints.tile_size or seen
    if not size and hints.template is None:
        return 0.0
    parts = looks.parts_of(game, settings, theme.load("classic"), size or None)
    return next((part.cell for part in parts if isinstance(part, BoardPart)), 0.0)


def _of_board(
    board: Boards,
    pages: Sequence[Page],
    game: Game[Position],
    tried: Sequence[Look],
    conversion: Conversion,
) -> Iterator[Trouble]:
    """Yield where a board differs from our own drawing of it, in the look in which it differs least."""
    sightings = [one for one in board.sightings if pages[one.page].mirrored_words <= 0]
    if not board.is_whole or not sightings:
        return

    def drawn(look: Look, *, labels: bool) -> Iterator[BoardPart]:
        for part in looks.parts_of(game, board.settings, look.theme, labels=labels):
            if isinstance(part, BoardPart) and part.name == board.part.name:
                yield part

    # Boards are drawn alike for tiles of all sizes.
    plain = dict.fromkeys(one._replace(tile_size=None) for one in tried)
    best: list[tuple[Place, Difference]] = []
    for look in looks.by_colours([pages[one.page] for one in sightings], plain):
        ways = [*drawn(look, labels=False), *drawn(look, labels=True)]
        places = [*boards.places(ways, sightings)]
        differences, _ = compare.compared(pages, places, conversion, in_ink=look.in_ink)
        best = min(
            filter(None, (best, [*zip(places, differences, strict=True)])),
            key=lambda some: sum(difference.points for _, difference in some),
        )
        boxes = [bounds(place.corners) for place, _ in best]
        most = _MARKED * compare.PER_MM**2 * sum(box.width * box.height for box in boxes)
        if sum(difference.points for _, difference in best) <= most:
            break
    for place, difference in best:
        if (flaw := difference.flaw("the board")) is not None:
            box = bounds(place.corners)
            at = box.centre.moved(difference.at[0] * box.width, difference.at[1] * box.height)
            yield Trouble(flaw.kind, flaw.words, place.page, at)


# ------------------------------------------------------------------------------- which candidates


def _matches(drawn: Models, candidates: Sequence[Candidate]) -> list[Match]:
    """Return the places that show a picture and are as large as its component, without ornaments of larger pieces."""
    by_part = grouped(drawn.matches(candidates), lambda match: match.face.part)
    return _apart([match for own in by_part.values() for match in _of_one_size(own)])


def _of_one_size(matches: Sequence[Match]) -> list[Match]:
    """Return the matches of a component that are not far from the size that most have, or should have.

    Those that look like its pieces tell it, where there are such, and not a few that are tiny.
    """
    alike = [match for match in matches if match.off <= _POOR]
    size, share = max(matches[0].face.cut[1:]), _LIKE_SIZE
    if len(alike) > _FEW or any(match.outline.width > 2 * outlines.SMALLEST for match in alike):
        size, share = usual(round(_length(match), 1) for match in alike), _ONE_SIZE
    return [match for match in matches if abs(_length(match) - size) <= share * size]


def _length(match: Match) -> float:
    """Return the longer side of what matches, as pieces may lie along the page or across."""
    return max(match.outline.width, match.outline.height)


def _apart(matches: Sequence[Match]) -> list[Match]:
    """Return the matches that lie in no other's place, of two the one that fits much better, or the larger."""
    kept: list[Match] = []
    for own in grouped(matches, lambda match: match.candidate.page).values():
        order = sorted(
            own, key=lambda m: (m.off > _POOR, -m.outline.width * m.outline.height, m.off)
        )
        centres = np.array([m.outline.centre for m in order])
        sides = np.array([(m.outline.width, m.outline.height) for m in order])
        is_within = (np.abs(centres - centres[:, None]) < _WELL * sides[:, None]).all(axis=2)
        taken: list[int] = []
        for k, near in enumerate(is_within | is_within.T):
            if not near[taken].any():
                taken.append(k)
        kept += (order[k] for k in taken)
    return kept


# -------------------------------------------------------------------------------- as pieces


def _places(kept: Sequence[Match]) -> Iterator[Place]:
    """Yield where pieces lie and how they may be drawn: first each as another of its kind."""
    counts = Counter[tuple[str, str, bool]]()
    for match in kept:
        key = match.face.part, match.face.kind, match.face.back
        ways = _ways(match, counts[key])
        counts[key] += 1
        yield Place(match.candidate.page, match.outline.around(), ways)


def _ways(match: Match, number: int) -> Iterator[Way]:
    """Yield how a piece may be drawn, first as the one of its kind with a number, then turned otherwise."""
    page, cut = match.candidate.paper, match.face.cut
    drawings = match.face.drawings()
    at = frame(page, match.outline, cut)
    place = Transform.translation(at.x / page.per_mm, at.y / page.per_mm)
    scaled = Transform.scaling(at.width / page.per_mm / cut.width)
    for turn in dict.fromkeys((match.turn, *turns(cut))):
        lying = place @ Transform.rotation(at.angle + turn) @ scaled
        lines = scene.transformed(match.face.folds, lying)
        first = number % len(drawings)
        some = drawings[first:] + drawings[:first] if turn == match.turn else drawings[:1]
        yield from (Way(items, lying, lines) for items in some)


def _piece(match: Match, difference: Difference, known: Models) -> Found:
    outline, face = match.outline, match.face
    piece = Found(
        match.candidate.page,
        outline.centre,
        outline.around(),
        outline.sizes_as(face.cut.width / face.cut.height),
        Point(0.0, 0.0),
        (),
        tuple(filter(None, (difference.flaw("it"),))),
        face.part,
        face.kind,
    )
    if not face.two_sided:
        return piece
    alike = known.backs_alike(face)
    if len(alike) == 1:
        return piece._replace(side=("front", "back")[face.back])
    kinds = {one.kind for one in known.faces if one.part == face.part}
    in_common = _in_common(alike) if len(alike) < len(kinds) else ""
    if face.back:
        return piece._replace(side="back", kind="", told=in_common)
    return piece._replace(side="front", told=in_common)


def _in_common(faces: Sequence[Face]) -> str:
    """Return the words that all titles have."""
    first, *others = (face.title.split() for face in faces)
    return " ".join(word for word in first if all(word in other for other in others))
