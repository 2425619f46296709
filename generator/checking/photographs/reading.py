"""Photographs as one set: what pieces they show, and every fault of the set.

Pieces that are not surely told are faults, never guesses; sizes and backs are not measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import engine
from engine import verify
from engine.drawing.parts import Pieces, Request, kind_of
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, plural
from generator.checking.collecting import MOST_PHOTOGRAPHS
from generator.checking.completeness import of_tiles
from generator.checking.faults import Fault, Outcome, Wanted, in_order
from generator.checking.inspection import subject_of
from generator.checking.photographs import drawing, models, outlines, pieces, table, themes
from generator.checking.photographs.ground import Ground
from generator.checking.photographs.loading import Photograph
from generator.checking.photographs.matching import Match
from generator.checking.photographs.models import Album
from generator.checking.photographs.outlines import MOST_PLACES, Sights
from generator.checking.photographs.pieces import Told
from generator.checking.recognise.results import Hints
from generator.checking.unread import UntoldGameError
from generator.printing import template, trial

#: A sheet that shows this share of the backs of another's pieces is its other side.
_SHEET = 0.8
#: So many kinds tell the game; a plain hexagon may be anything.
_TELLING = 4
#: What only drawn sheets tell: options, where they are kept, in hints (0) or wishes (1).
_OF_SHEETS = (
    ("--colors", "colours", 0),
    ("--tile-size", "tile_size", 0),
    ("--print-scale", "print_scale", 0),
    ("--margin", "margin", 1),
    ("--duplex", "duplex", 1),
    ("--back-shift", "back_shift", 1),
    ("--tolerance", "tolerance", 1),
)
_NOTHING = (
    "no pieces are seen; lay them apart on a table of another colour, all whole in the picture"
)
#: The printable area that a game's parts are asked for, in millimetres; pieces do not depend on it.
_PAGE = (200.0, 287.0)


@dataclass(frozen=True)
class Seen:
    """What was read: the outcome, and of each photograph its pieces and what is none."""

    outcome: Outcome
    photographs: tuple[Photograph, ...]
    told: tuple[Told, ...]

    def pictures(self) -> Iterator[bytes]:
        """Yield each photograph as a PNG file with what was read in it."""
        for photograph, one in zip(self.photographs, self.told, strict=True):
            yield drawing.drawn(photograph.pixels, one.matches, one.others)


def read(photographs: Sequence[Photograph], game: str | None, hints: Hints, wanted: Wanted) -> Seen:
    """Return what photographs show, taken together as one set.

    Raises GameError where there are too many, or one shows nothing or more than is looked at,
    OptionError where the game is neither named nor told by the first, has no component that is
    asked for, or an option measures.
    """
    refuse_lengths(hints, wanted)
    if len(photographs) > MOST_PHOTOGRAPHS:
        raise GameError(
            f"there are more than {MOST_PHOTOGRAPHS} photographs and scanned pages, "
            "the most that are read at once"
        )
    grounds = [Ground(table.on_paper(one.pixels)) for one in photographs]
    looks = themes.named(hints.theme)
    if game:
        known = _Known(game, _album(game, hints, wanted), {}, {})
    else:
        known = _game(photographs[0].name, grounds[0], looks, hints, wanted)
    parts, faults = _parts(known.game, looks[0], hints, wanted)
    sides = models.sides_of(parts[0])
    sights = [
        (k == 0 and known.sights.get(sides)) or _sights(photograph.name, ground, sides)
        for k, (photograph, ground) in enumerate(zip(photographs, grounds, strict=True))
    ]
    look, told = _told(looks, known, sights)
    if not any(one.matches for one in told):
        raise GameError(f"{photographs[0].name}: {_NOTHING}")
    for photograph, one in zip(photographs, told, strict=True):
        faults += _unclear(photograph, one)
    outcome = _outcome(known.game, parts, look, told, faults, photographs, wanted)
    return Seen(outcome, tuple(photographs), told)


def _told(
    looks: Sequence[Theme], known: _Known, sights: Sequence[Sights]
) -> tuple[Theme, tuple[Told, ...]]:
    """Return the theme of photographs, and what each shows, nothing where nothing stands out."""
    if not any(sight.show_something for sight in sights):
        return looks[0], ()
    look, first, is_doubtful = known.look, None, False
    if look is None:
        look, first, is_doubtful = themes.find(looks, known.album, sights, known.told)
    if first and first.is_sheet:
        near = themes.nearest(looks, known.album, sights[0], first)
        if near is not look:
            look, first = near, None
    told = [first or pieces.told(sights[0], known.album.of(look))]
    told += [pieces.told(sight, known.album.of(look)) for sight in sights[1:]]
    return look, tuple(one.doubted() if is_doubtful else one for one in told)


def refuse_lengths(hints: Hints, wanted: Wanted) -> None:
    """See that nothing is asked for that only drawn sheets tell.

    Raises OptionError.
    """
    usual, given = (Hints(), Wanted()), (hints, wanted)
    for option, name, k in _OF_SHEETS:
        if getattr(given[k], name) != getattr(usual[k], name):
            raise OptionError(f"{option}: photographs are not measured; it is for drawn sheets")


def _album(game: str, hints: Hints, wanted: Wanted) -> Album:
    """Return the pictures of a game's components that are looked for."""
    return Album(lambda look: _parts(game, look, hints, wanted)[0])


def _sights(name: str, ground: Ground, sides: int) -> Sights:
    """Return what lies in a photograph of a name.

    Raises GameError where that is more than is told.
    """
    sights = outlines.find(ground, sides)
    if len(sights.places) > MOST_PLACES:
        raise GameError(
            f"{name} shows more than {MOST_PLACES} pieces; one photograph may show at most that many"
        )
    return sights


class _Known(NamedTuple):
    """A game, its pictures, and what is known of the first photograph.

    That is what lies on it by how many sides it has, what it shows in some themes, and its theme.
    """

    game: str
    album: Album
    sights: Mapping[int, Sights]
    told: dict[str, Told]
    look: Theme | None = None


def _game(
    title: str, ground: Ground, looks: Sequence[Theme], hints: Hints, wanted: Wanted
) -> _Known:
    """Return the game whose pieces a photograph shows, nearly all of them surely and of some kinds.

    Raises UntoldGameError where that is none.
    """
    games = dict(_told_games(looks[0], hints, wanted))
    sights = {sides: _sights(title, ground, sides) for sides in sorted(set(games.values()))}
    lie_apart = any(len(one.places) >= _TELLING for one in sights.values())
    for name, sides in games.items():
        if not sights[sides].show_something or (lie_apart and not sights[sides].places):
            continue
        known = _Known(name, _album(name, hints, wanted), sights, {})
        for look in themes.hopeful(looks, known.album, sights[sides]):
            matches = _glance(sights[sides], known, look)
            kinds = {match.kind for match in matches if match.is_sure}
            if len(kinds) >= _TELLING and themes.tells(matches):
                lie_surely = lie_apart and not known.album.of(look).is_plain
                return known._replace(look=look if lie_surely else None)
            if not kinds:  # in the next theme it is no nearer
                break
    names = ", ".join(engine.names())
    raise UntoldGameError(f"{title} does not tell its game; name it before: {names}")


def _told_games(look: Theme, hints: Hints, wanted: Wanted) -> Iterator[tuple[str, int]]:
    """Yield the games of which pieces are told that are asked for, and how many sides these have."""
    for name in trial.names():
        try:
            parts, _ = _parts(name, look, hints, wanted)
        except GameError:  # none of its pieces are told, or a component is another game's
            continue
        yield name, models.sides_of(parts[0])


def _glance(sights: Sights, known: _Known, look: Theme) -> Sequence[Match]:
    """Return some pieces of a photograph, or where few lie apart all: it may be a sheet."""
    if len(sights.places) >= _TELLING:
        return themes.some([sights], known.album.of(look))[0]
    known.told[look.name] = pieces.told(sights, known.album.of(look))
    return known.told[look.name].matches


def _parts(
    game: str, look: Theme, hints: Hints, wanted: Wanted
) -> tuple[list[Pieces], list[Fault]]:
    """Return the components that are looked for, all of one outline, and the faults of others.

    Raises OptionError for a component that the game does not have, and for one that is not read.
    """
    settings = template.load(game, hints.template).settings()
    parts = engine.game(game).parts(Request(look, settings, _PAGE))
    names = [part.name for part in parts]
    for name in wanted.only:
        if name not in names:
            raise OptionError(f"{game} has no component '{name}'; it has {', '.join(names)}")
    of_set = {kind_of(tile) for tile in engine.game(game).tiles()}
    asked = [
        part
        for part in parts
        if isinstance(part, Pieces)
        and (part.name in wanted.only if wanted.only else kind_of(part.pieces[0].id) in of_set)
    ]
    read = [part for part in asked if models.sides_of(part)]
    if not read or any(name not in [part.name for part in asked] for name in wanted.only):
        raise OptionError(f"of {game}, only hexagons and squares are recognised in photographs")
    read = [part for part in read if models.sides_of(part) == models.sides_of(read[0])]
    faults = [
        Fault(
            "missing",
            f"{part.title}: not recognised in photographs; leave them out by --only {read[0].name}",
            tile=part.name,
        )
        for part in asked
        if part not in read
    ]
    return read, faults


def _unclear(photograph: Photograph, one: Told) -> Iterator[Fault]:
    """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
    if not one.matches:
        words = f"{photograph.name}: {_NOTHING}"
        yield Fault("unclear", words, photograph.name, is_placed=True)
    unsure = [(match.outline, match.kind) for match in one.matches if not match.is_sure]
    for outline, kind in [*unsure, *((other, None) for other in one.others)]:
        x, y = (round(float(v) * photograph.scale) for v in outline.centre)
        if kind is None:
            what = "something that is no whole piece lying apart"
        else:
            what = f"a piece that is not surely told, perhaps {kind or 'a back'}"
        words = f"{what} ({photograph.name} at {x}, {y} {photograph.unit})"
        yield Fault("unclear", words, photograph.name, 0, x, y, is_placed=True)


def _outcome(
    game: str,
    parts: Sequence[Pieces],
    look: Theme,
    told: Sequence[Told],
    faults: Sequence[Fault],
    photographs: Sequence[Photograph],
    wanted: Wanted,
) -> Outcome:
    """Return how the pieces that are surely told compare with the set."""
    counted = list(_once(told))
    listed = [match for one in counted for match in one.matches]
    kinds = [match.kind for match in listed if match.is_sure and match.kind]
    backs = sum(match.is_sure and not match.kind for match in listed)
    expected = [piece.id for part in parts for piece in part.pieces]
    given = _identities(kinds, expected)
    report = verify.tiles(game, given, copies=wanted.copies, pieces=expected)
    facts = [
        f"{count(len(kinds), 'piece')} told in {count(len(photographs), 'photograph')}, "
        f"colours by the theme {look.name}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if len(counted) < len(told):
        other = len(told) - len(counted)
        show = plural(other, "shows", "show")
        facts.append(f"{count(other, 'sheet')} {show} the backs of others; a piece counts once")
    if backs:
        lie = plural(backs, "piece lies", "pieces lie")
        facts.append(f"{backs} {lie} face down and {plural(backs, 'is', 'are')} not counted")
    return Outcome(
        game,
        subject_of(photograph.name for photograph in photographs),
        report.expected,
        len(kinds),
        in_order([*faults, *of_tiles(report, Naming(engine.game(game)))]),
        tuple(facts),
        ("missing", "duplicated", "unclear"),
    )


def _once(told: Sequence[Told]) -> Iterator[Told]:
    """Yield photographs but for those of the backs of sheets among them.

    The few pieces of a last sheet may not look like one, nor tell their side: where other sheets
    have two sides, it has.
    """
    pairs = list(_two_sides([one for one in told if one.is_sheet and one.shows_backs is not None]))
    if pairs:
        known = set(chain(*pairs))
        pairs += _two_sides([one for one in told if one not in known])
    backs = {back for _, back in pairs}
    return (one for one in told if one not in backs)


def _two_sides(told: Sequence[Told]) -> Iterator[tuple[Told, Told]]:
    """Yield two at a time what shows the same pieces, the second their backs."""
    left = list(told)
    for back in told:
        fronts = [one for one in left if one is not back and not one.shows_backs]
        if back.shows_backs is False or back not in left or not fronts:
            continue
        front = max(fronts, key=lambda one: (one.kinds & back.kinds).total())
        alike = (front.kinds & back.kinds).total()
        if alike >= _SHEET * max(front.kinds.total(), back.sure, 1):
            left.remove(front)
            left.remove(back)
            yield front, back


def _identities(kinds: Sequence[str], expected: Sequence[str]) -> Iterator[str]:
    """Yield identities for kinds: pieces of one kind are its first, its second and so on."""
    known: dict[str, list[str]] = {}
    for identity in expected:
        known.setdefault(kind_of(identity), []).append(identity)
    seen: Counter[str] = Counter()
    for kind in kinds:
        yield known[kind][seen[kind] % len(known[kind])]
        seen[kind] += 1
