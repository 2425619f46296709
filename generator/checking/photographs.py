"""Photographs as one set: what pieces they show, and every fault of the set.

Pieces lie apart on a plain table.  What is not surely told is a fault, never a guess; sizes and
what lies underneath are not measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, kind_of, title_of
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, plural
from generator.checking import photo_outlines, scans
from generator.checking.album import Album, Look, of_template
from generator.checking.completeness import off_count
from generator.checking.faults import Counted, Fault, Outcome, Wanted, in_order
from generator.checking.inspection import subject_of
from generator.checking.photo_outlines import Photograph
from generator.checking.photo_pieces import (
    Arrangement,
    Shown,
    chosen_pictures,
    pictures_of,
    shown_by,
)
from generator.checking.results import Hints, by_kind
from generator.printing import trial

#: So many kinds tell the game; a plain hexagon may be anything.
_TELLING = 4
#: A sheet that shows this share of the pieces of another is its other side.
_SAME_SHEET = 0.8
#: Options that only drawn sheets have a use for, and where they are kept: in hints or wishes.
_OF_SHEETS = {
    "--colors": "colours", "--tile-size": "tile_size", "--print-scale": "print_scale",
    "--margin": "margin", "--duplex": "duplex", "--back-shift": "back_shift",
    "--tolerance": "tolerance",
}  # fmt: skip
_NOTHING = (
    "no pieces are seen; lay them apart on a table of another colour, all whole in the picture"
)
#: What outlines are drawn in, as RGB: of sure pieces, and of what is unsure.
_SURE_INK, _UNSURE_INK = (255, 0, 255), (255, 30, 0)


class UntoldError(GameError):
    """No photograph shows pieces, or they do not tell of which game they are."""


@dataclass(frozen=True)
class PhotoSet:
    """What was read: the outcome, each photograph with what it shows, and those that show nothing."""

    outcome: Outcome
    shown: tuple[Shown, ...]
    strangers: tuple[str, ...]

    def pictures(self) -> Iterator[bytes]:
        """Yield each photograph as a PNG file with what was read in it."""
        return map(_drawn, self.shown)


class _Game(NamedTuple):
    """A game's components that photographs tell, those that they do not, and what they show of it."""

    name: str
    parts: Sequence[Pieces]
    untold: Sequence[Pieces]
    look: str
    shown: Sequence[Shown]


def read(
    photographs: Sequence[Photograph], game: str | None, hints: Hints, wanted: Wanted
) -> PhotoSet:
    """Return what photographs show, taken together as one set: of a game, or of that of which most are sure.

    Raises UntoldError where they show nothing or do not tell their game, OptionError where that has no
    component that is asked for, or an option measures.
    """
    refuse_lengths(hints, wanted)
    tables = [_Table(one) for one in photographs]
    best: _Game | None = None
    for name in trial.names() if game is None else (game,):
        try:
            found = _of_game(name, tables, hints, wanted)
        except GameError:  # none of its pieces are told, or a component is another game's
            if game is not None:
                raise
        else:
            if best is None or sum(s.sure for s in found.shown) > sum(s.sure for s in best.shown):
                best = found
    shown = [one for one in best.shown if one.matches] if best else []
    if best is None or not shown:
        raise UntoldError(f"{photographs[0].name}: {_NOTHING}")
    if game is None and len({kind for one in shown for kind in one.kinds}) < _TELLING:
        names = ", ".join(engine.names())
        words = f"{photographs[0].name} does not tell its game; name it before: {names}"
        raise UntoldError(words)
    strangers = tuple(one.photograph.name for one in best.shown if not one.matches)
    return PhotoSet(_outcome(best, shown, wanted), tuple(shown), strangers)


def refuse_lengths(hints: Hints, wanted: Wanted) -> None:
    """See that nothing is asked for that only drawn sheets tell; raises OptionError."""
    for option, name in _OF_SHEETS.items():
        given, usual = (hints, Hints()) if hasattr(hints, name) else (wanted, Wanted())
        if getattr(given, name) != getattr(usual, name):
            raise OptionError(f"{option}: photographs are not measured; it is for drawn sheets")


class _Table:
    """A photograph, what stands out of its table, and the outlines of it, each found once."""

    def __init__(self, photograph: Photograph) -> None:
        self.photograph = photograph
        self.levels = photo_outlines.standing_out(photograph.pixels)
        self.arrangements = lru_cache(self._arrangements)

    def _arrangements(self, sides: int) -> list[Arrangement]:
        """Return the ways in which outlines may lie: apart or, on a sheet, as cells of a lattice."""
        apart = photo_outlines.find(self.levels, sides)
        on_sheet = scans.arrangements(self.levels, sides) if len(apart) < _TELLING else []
        found = [Arrangement(apart, False), *(Arrangement(one, True) for one in on_sheet)]
        return [one for one in found if one.places]


# ------------------------------------------------------------------------- games and their pictures


def _sides(part: Pieces) -> int:
    """Return how many sides a piece has, 0 where photographs do not tell it."""
    cut = part.shape(part.size)
    if cut.kind == "rectangle":
        return 4 if abs(cut.width - cut.height) < 0.03 * cut.width else 0
    return 6 if cut.kind == "hexagon" else 0


def _parts(album: Album, game: str, wanted: Wanted) -> tuple[list[Pieces], list[Pieces]]:
    """Return the components that are looked for, all of one outline, and those that are not told.

    Raises OptionError for a component that the game does not have, or photographs do not tell.
    """
    names = [*(part.name for part in album.parts), *(board.name for board in album.boards)]
    for name in wanted.only:
        if name not in names:
            raise OptionError(f"{game} has no component '{name}'; it has {', '.join(names)}")
    of_set = {kind_of(tile) for tile in engine.game(game).tiles()}
    asked = [
        part
        for part in album.parts
        if (part.name in wanted.only if wanted.only else kind_of(part.pieces[0].id) in of_set)
    ]
    read = [part for part in asked if _sides(part) and _sides(part) == _sides(asked[0])]
    if not read or len(asked) < len(wanted.only):
        raise OptionError(f"of {game}, only hexagons and squares are recognised in photographs")
    return read, [part for part in asked if part not in read]


def _of_game(name: str, tables: Sequence[_Table], hints: Hints, wanted: Wanted) -> _Game:
    """Return what photographs show of a game, in the theme that leaves least unexplained."""
    themes = [theme.load(one) for one in ([hints.theme] if hints.theme else theme.names())]
    game = engine.game(name)
    own = of_template(game, hints.template)
    first = Album(game, Look(themes[0]), own)
    read, untold = _parts(first, name, wanted)
    ways = [table.arrangements(_sides(read[0])) for table in tables]
    shown = [Shown(table.photograph) for table in tables]
    look = themes[0].name
    if any(ways):
        albums = (first, *(Album(game, Look(one), own) for one in themes[1:]))
        known = [pictures_of(album, read) for album in albums]
        table, tried = next(pair for pair in zip(tables, ways, strict=True) if pair[1])
        chosen, is_doubtful = chosen_pictures(table.photograph, tried, known)
        look = chosen.theme.name
        for k, lying in enumerate(ways):
            found = [shown_by(tables[k].photograph, tables[k].levels, one, chosen) for one in lying]
            shown[k] = max([*found, shown[k]], key=lambda one: one.sure)
        if is_doubtful:
            shown = [one.doubted for one in shown]
    return _Game(name, read, untold, look, shown)


# ------------------------------------------------------------------------------------- the set


def _outcome(found: _Game, shown: Sequence[Shown], wanted: Wanted) -> Outcome:
    """Return how the pieces that are surely told compare with the set."""
    once = _once(shown)
    told = sum((one.kinds for one in once), Counter[str]())
    backs = told.pop("", 0)
    naming, tiles = Naming(engine.game(found.name)), set(engine.game(found.name).tiles())
    counted = [
        Counted(
            part.name,
            kind,
            naming.of(kind) if kind in tiles else title_of(pieces),
            wanted.copies * len(pieces),
            told[kind],
        )
        for part in found.parts
        for kind, pieces in by_kind(part).items()
    ]
    faults = [fault for one in shown for fault in _unclear(one)]
    for part in found.untold:
        others = f"leave them out by --only {found.parts[0].name}"
        words = f"{part.title}: not recognised in photographs; {others}"
        faults.append(Fault("missing", words, tile=part.name))
    faults += filter(None, (off_count(one, naming) for one in counted))
    facts = [
        f"{count(told.total(), 'piece')} told in {count(len(shown), 'photograph')}, "
        f"colours by the theme {found.look}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if len(once) < len(shown):
        sheets = count(len(shown) - len(once), "sheet")
        facts.append(f"{sheets} with the backs of others; a piece counts once")
    if backs:
        lie, are = plural(backs, "piece lies", "pieces lie"), plural(backs, "is", "are")
        facts.append(f"{backs} {lie} face down and {are} not counted")
    return Outcome(
        found.name,
        subject_of(one.photograph.name for one in shown),
        sum(one.expected for one in counted),
        told.total(),
        in_order(faults),
        tuple(facts),
        ("missing", "duplicated", "unclear"),
        tuple(counted),
    )


def _once(shown: Sequence[Shown]) -> list[Shown]:
    """Return what photographs show but for sheets that are the backs of others."""
    left = list(shown)
    for back in [one for one in shown if one.is_sheet and one.shows_backs is not False]:
        fronts = [one for one in left if one is not back and one.is_sheet and not one.shows_backs]
        alike = [(one.kinds & back.kinds).total() for one in fronts]
        if back in left and max(alike, default=0) >= _SAME_SHEET * max(back.sure, 1):
            left.remove(back)
    return left


def _unclear(one: Shown) -> Iterator[Fault]:
    """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
    photograph = one.photograph
    unsure = [(match.outline, match.kind or "a back") for match in one.matches if not match.is_sure]
    for outline, kind in [*unsure, *((other, "") for other in one.others)]:
        x, y = (round(float(v) * photograph.scale) for v in outline.centre)
        what = "something that is no whole piece lying apart"
        if kind:
            what = f"a piece that is not surely told, perhaps {kind}"
        words = f"{what} ({photograph.name} at {x}, {y} {photograph.unit})"
        yield Fault("unclear", words, photograph.name, 0, x, y, is_placed=True)


def _drawn(one: Shown) -> bytes:
    """Return a PNG file of a photograph with each piece's outline and kind, "?" where unsure."""
    image = one.photograph.pixels.copy()
    named = [(m.outline, (m.kind or "back") + "?" * (not m.is_sure)) for m in one.matches]
    for outline, words in (*named, *((other, "?") for other in one.others)):
        ink = _UNSURE_INK if words.endswith("?") else _SURE_INK
        side, corners = outline.area**0.5, np.round(outline.corners).astype(np.int32)
        cv2.polylines(image, [corners], True, ink, max(2, round(side / 40)))
        (wide, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
        scale = min(0.6 * side / wide, side / 150)
        at = np.round(outline.centre - (scale * wide / 2, -0.35 * side)).astype(int).tolist()
        for thick, colour in ((6, (255, 255, 255)), (2, (0, 0, 0))):  # on white, to be read on all
            line = max(1, round(thick * scale)), cv2.LINE_AA
            cv2.putText(image, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, *line)
    return cv2.imencode(".png", image[..., ::-1])[1].tobytes()
