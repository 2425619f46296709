"""Photographs as one set: what pieces they show, and every fault of the set.

Pieces that are not surely told are faults, never guesses; sizes and backs are not measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np

import engine
from engine import verify
from engine.drawing import theme
from engine.drawing.parts import Part, Pieces, Request, kind_of
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, plural
from generator.checking.collecting import MOST_PHOTOGRAPHS
from generator.checking.faults import Fault, Outcome, UntoldGameError, Wanted, in_order, subject_of
from generator.checking.judge import of_tiles
from generator.checking.photographs import drawing, matching, outlines, pictures, sheets
from generator.checking.photographs.loading import Photograph
from generator.checking.photographs.matching import Explanation, Match
from generator.checking.photographs.outlines import MOST_PLACES, Outline
from generator.checking.photographs.pictures import PictureSet
from generator.checking.recognise.results import Hints
from generator.printing import template

#: A sheet that shows this share of the pieces of another is its other side.
_SAME_SHEET = 0.8
#: So many kinds tell the game; where fewer pieces lie apart, the photograph may be a sheet.
_TELLING = 4
#: On so many places of each photograph themes are tried, and on so many photographs.
_PLACES, _PHOTOGRAPHS = 24, 6
#: A theme is doubtful where another explains as much, and calls more than this share of the pieces otherwise.
_MOST_DOUBTFUL = 0.25
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


class Shown(NamedTuple):
    """What a photograph shows: its pieces, what is none, and whether pieces touch as on a sheet."""

    photograph: Photograph
    matches: Sequence[Match] = ()
    others: Sequence[Outline] = ()
    is_sheet: bool = False

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure; of "" those that lie face down."""
        return Counter(match.kind for match in self.matches if match.is_sure)

    @property
    def shows_backs(self) -> bool | None:
        """Whether most pieces lie on their fronts, None where both sides of each look alike."""
        sides = [match.is_back for match in self.matches if match.is_back is not None]
        return 2 * sum(sides) > len(sides) if sides else None

    @property
    def doubted(self) -> Shown:
        """The same with no piece sure."""
        return self._replace(matches=[one._replace(is_sure=False) for one in self.matches])


@dataclass(frozen=True)
class Seen:
    """What was read: the outcome, and what each photograph shows."""

    outcome: Outcome
    told: tuple[Shown, ...]

    @property
    def photographs(self) -> list[Photograph]:
        """The photographs."""
        return [one.photograph for one in self.told]

    def pictures(self) -> Iterator[bytes]:
        """Yield each photograph as a PNG file with what was read in it."""
        for one in self.told:
            yield drawing.drawn(one.photograph.pixels, one.matches, one.others)


def read(photographs: Sequence[Photograph], game: str | None, hints: Hints, wanted: Wanted) -> Seen:
    """Return what photographs show, taken together as one set.

    Raises GameError where there are too many, or they show nothing or too many pieces, OptionError
    where the game is neither named nor told, has no component that is asked for, or an option
    measures.
    """
    refuse_lengths(hints, wanted)
    if len(photographs) > MOST_PHOTOGRAPHS:
        raise GameError(
            f"there are more than {MOST_PHOTOGRAPHS} photographs and scanned pages, "
            "the most that are read at once"
        )
    looks = _themes(hints.theme)
    tables = [_Table(one) for one in photographs]
    if game:
        best = _read(game, looks, tables, hints, wanted)
    else:
        best = _likeliest_game(looks, tables, hints, wanted)
    if not any(one.matches for one in best.shown):
        raise GameError(f"{photographs[0].name}: {_NOTHING}")
    return Seen(_outcome(best, wanted), tuple(best.shown))


def refuse_lengths(hints: Hints, wanted: Wanted) -> None:
    """See that nothing is asked for that only drawn sheets tell.

    Raises OptionError.
    """
    defaults, given = (Hints(), Wanted()), (hints, wanted)
    for option, name, k in _OF_SHEETS:
        if getattr(given[k], name) != getattr(defaults[k], name):
            raise OptionError(f"{option}: photographs are not measured; it is for drawn sheets")


def _themes(name: str | None) -> list[Theme]:
    """Return the theme of a name, or all, but for those without colours.

    Raises OptionError for one whose pieces differ by hatches alone: a camera does not tell these.
    """
    looks = [theme.load(one) for one in ([name] if name else theme.names())]
    coloured = [look for look in looks if len({slot.fill for slot in look.slots.values()}) > 1]
    if not coloured:
        raise OptionError(
            f"pieces in the theme {looks[0].name} differ by hatches alone, "
            "which photographs do not tell; verify the printed file"
        )
    return coloured


class _Table:
    """A photograph, what stands out of its table, and the ways in which pieces may lie there."""

    def __init__(self, photograph: Photograph) -> None:
        self.photograph = photograph
        self.levels = outlines.standing_out(photograph.pixels)
        self._known: dict[tuple[int, bool], list[_Way]] = {}

    def ways(self, model: PictureSet) -> list[_Way]:
        """Return how pieces may lie: apart, or unless they are plain as on a sheet.

        Raises GameError for more pieces than are told.
        """
        key = sides, is_plain = len(model.corners), model.is_plain
        if key not in self._known:
            apart = outlines.find(self.levels, sides)
            if len(apart) > MOST_PLACES:
                raise GameError(
                    f"{self.photograph.name} shows more than {MOST_PLACES} pieces; "
                    "one photograph may show at most that many"
                )
            piece = float(np.median([group[0].area for group in apart])) if apart else 0.0
            arrangements = [] if is_plain else sheets.arrangements(self.levels, sides, piece)
            ways = [_Way(places, is_sheet=True) for places in arrangements]
            self._known[key] = [*ways, _Way(apart, is_sheet=False)] if apart else ways
        return self._known[key]

    def explained(self, model: PictureSet) -> list[tuple[Explanation, _Way]]:
        """Return what explains some of the places, the best first."""
        pairs = [
            (one, way)
            for way in self.ways(model)
            for one in matching.explanations(self.photograph.pixels, way.some, model)
        ]
        return sorted(pairs, key=lambda pair: pair[0].off)

    def shown(self, model: PictureSet) -> Shown:
        """Return what it shows by a theme's pictures."""
        ways = self.ways(model)
        if len(ways) > 1:
            ways = [way for _, way in self.explained(model)]
        if not ways:
            return Shown(self.photograph)
        places, is_sheet = ways[0]
        matches = matching.read(self.photograph.pixels, places, model)
        others = outlines.others(self.levels, [match.outline for match in matches])
        return Shown(self.photograph, matches, others, is_sheet)


class _Way(NamedTuple):
    """Places, each with the outlines that it may have, and whether pieces touch there, as on a sheet."""

    places: list[list[Outline]]
    is_sheet: bool

    @property
    def some(self) -> list[list[Outline]]:
        """Some of the places."""
        return self.places[:: 1 + len(self.places) // _PLACES]


class _Game(NamedTuple):
    """A game, its components that are looked for, those that photographs do not tell, and what these show."""

    name: str
    parts: list[Pieces]
    untold: list[Pieces]
    look: str = ""
    shown: Sequence[Shown] = ()

    @property
    def sure(self) -> int:
        """How many pieces are sure."""
        return sum(one.kinds.total() for one in self.shown)


def _likeliest_game(
    looks: Sequence[Theme], tables: Sequence[_Table], hints: Hints, wanted: Wanted
) -> _Game:
    """Return the game of which most pieces are surely shown.

    Raises UntoldGameError where few are of any.
    """
    games = []
    for name in engine.names():
        try:
            games.append(_read(name, looks, tables, hints, wanted))
        except GameError:  # none of its pieces are told, or a component is another game's
            continue
    best = max(games, key=lambda one: one.sure, default=None)
    if best is None or len({kind for one in best.shown for kind in one.kinds}) < _TELLING:
        names = ", ".join(engine.names())
        title = tables[0].photograph.name
        raise UntoldGameError(f"{title} does not tell its game; name it before: {names}")
    return best


def _read(
    name: str, looks: Sequence[Theme], tables: Sequence[_Table], hints: Hints, wanted: Wanted
) -> _Game:
    """Return what photographs show of a game, in the theme that leaves least unexplained.

    Raises OptionError for a component that the game does not have, and for one that is not told,
    GameError for more pieces than are told.
    """
    settings = template.load(name, hints.template).settings()
    game = _asked(name, engine.game(name).parts(Request(looks[0], settings)), wanted)
    names = [part.name for part in game.parts]

    def model_of(look: Theme) -> PictureSet:
        parts = engine.game(name).parts(Request(look, settings))
        named = [part for part in parts if isinstance(part, Pieces) and part.name in names]
        return pictures.draw(named, look)

    model = model_of(looks[0])
    lying = [table for table in tables if table.ways(model)][:_PHOTOGRAPHS]
    is_doubtful = False
    if len(looks) > 1 and lying:
        models = [model, *map(model_of, looks[1:])]
        model, is_doubtful = _likeliest_theme(lying, models)
    views = [table.shown(model) for table in tables]
    if is_doubtful:
        views = [one.doubted for one in views]
    return game._replace(look=model.theme.name, shown=views)


def _likeliest_theme(
    tables: Sequence[_Table], models: Sequence[PictureSet]
) -> tuple[PictureSet, bool]:
    """Return the pictures that leave least unexplained, and whether others that leave as little tell other pieces."""
    explained = [[table.explained(model) for model in models] for table in tables]
    unexplained = [[own[0][0].off if own else np.inf for own in row] for row in explained]
    best = int(np.mean(unexplained, axis=0).argmin())
    doubts: list[bool] = []
    for row in explained:
        if row[best]:
            first, way = row[best][0]
            alike = [one for own in row for one, other in own if other is way]
            doubts += matching.doubtful([first, *alike]).tolist()
    return models[best], bool(np.mean(doubts or [True]) > _MOST_DOUBTFUL)


def _asked(name: str, parts: Sequence[Part], wanted: Wanted) -> _Game:
    """Return a game's components that are looked for, all of one outline, and those that are not told.

    Raises OptionError for a component that the game does not have, and for one that is not told.
    """
    names = [part.name for part in parts]
    for one in wanted.only:
        if one not in names:
            raise OptionError(f"{name} has no component '{one}'; it has {', '.join(names)}")
    of_set = {kind_of(tile) for tile in engine.game(name).tiles()}
    asked = [
        part
        for part in parts
        if isinstance(part, Pieces)
        and (part.name in wanted.only if wanted.only else kind_of(part.pieces[0].id) in of_set)
    ]
    recognised = [part for part in asked if pictures.sides_of(part)]
    if not recognised or len(asked) < len(wanted.only):
        raise OptionError(f"of {name}, only hexagons and squares are recognised in photographs")
    recognised = [
        part for part in recognised if pictures.sides_of(part) == pictures.sides_of(recognised[0])
    ]
    return _Game(name, recognised, [part for part in asked if part not in recognised])


# ------------------------------------------------------------------------------------- the set


def _outcome(game: _Game, wanted: Wanted) -> Outcome:
    """Return how the pieces that are surely told compare with the set."""
    counted = _once(game.shown)
    counts = sum((one.kinds for one in counted), Counter[str]())
    backs = counts.pop("", 0)
    expected = [piece.id for part in game.parts for piece in part.pieces]
    given = _identities(counts, expected)
    report = verify.tiles(game.name, given, copies=wanted.copies, pieces=expected)
    faults = [
        Fault(
            "missing",
            f"{part.title}: not recognised in photographs; leave them out by --only {game.parts[0].name}",
            tile=part.name,
        )
        for part in game.untold
    ]
    faults += [fault for one in game.shown for fault in _unclear(one)]
    facts = [
        f"{count(counts.total(), 'piece')} told in {count(len(game.shown), 'photograph')}, "
        f"colours by the theme {game.look}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if len(counted) < len(game.shown):
        number = len(game.shown) - len(counted)
        show = plural(number, "shows", "show")
        facts.append(f"{count(number, 'sheet')} {show} the backs of others; a piece counts once")
    if backs:
        lie = plural(backs, "piece lies", "pieces lie")
        facts.append(f"{backs} {lie} face down and {plural(backs, 'is', 'are')} not counted")
    return Outcome(
        game.name,
        subject_of(one.photograph.name for one in game.shown),
        report.expected,
        counts.total(),
        in_order([*faults, *of_tiles(report, Naming(engine.game(game.name)))]),
        tuple(facts),
        ("missing", "duplicated", "unclear"),
    )


def _identities(counts: Counter[str], expected: Sequence[str]) -> Iterator[str]:
    """Yield identities for kinds: pieces of one kind are its first, its second and so on."""
    for kind, number in counts.items():
        own = [identity for identity in expected if kind_of(identity) == kind]
        yield from islice(cycle(own), number)


def _once(views: Sequence[Shown]) -> list[Shown]:
    """Return photographs but for sheets that show the backs of others among them.

    Sheets of which both sides look alike are others' backs only where other sheets have backs.
    """
    counted = list(views)
    for may_look_alike in (False, True):
        for back in [one for one in counted if one.is_sheet and one.shows_backs is not False]:
            for front in [one for one in counted if one is not back and one.is_sheet]:
                is_telling = None not in (front.shows_backs, back.shows_backs)
                alike = (front.kinds & back.kinds).total()
                number = max(front.kinds.total(), back.kinds.total(), 1)
                if front.shows_backs or alike < _SAME_SHEET * number:
                    continue
                if is_telling or (may_look_alike and len(counted) < len(views)):
                    counted.remove(back)
                    break
    return counted


def _unclear(one: Shown) -> Iterator[Fault]:
    """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
    photograph = one.photograph
    if not one.matches:
        words = f"{photograph.name}: {_NOTHING}"
        yield Fault("unclear", words, photograph.name, is_placed=True)
    unsure = [
        (match.outline, f"a piece that is not surely told, perhaps {match.kind or 'a back'}")
        for match in one.matches
        if not match.is_sure
    ]
    foreign = [(other, "something that is no whole piece lying apart") for other in one.others]
    for outline, words in [*unsure, *foreign]:
        x, y = (round(float(v) * photograph.scale) for v in outline.centre)
        place = f"{photograph.name} at {x}, {y} {photograph.unit}"
        yield Fault("unclear", f"{words} ({place})", photograph.name, 0, x, y, is_placed=True)
