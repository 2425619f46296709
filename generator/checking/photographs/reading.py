"""Photographs as one set: what pieces they show, and every fault of the set.

Pieces that are not surely told are faults, never guesses; sizes and backs are not measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

import cv2
import numpy as np

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, Request, chosen, kind_of
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, plural
from generator.checking.faults import (
    Counted,
    Fault,
    Outcome,
    UntoldGameError,
    Wanted,
    amiss,
    in_order,
    subject_of,
)
from generator.checking.photographs import naming, outlines
from generator.checking.photographs.loading import Array, Photograph
from generator.checking.photographs.naming import Explanation, Match, Pictures, Scene
from generator.checking.photographs.outlines import area_of
from generator.checking.recognise.results import Hints
from generator.printing import template

#: A sheet on which this share are backs, or look like them, and that shows this share of the pieces of
#: another is its other side.
_BACKS, _SAME_SHEET = 0.2, 0.8
#: So many kinds tell the game.
_TELLING = 4
_NOTHING = (
    "no pieces are seen; lay them apart on a table of another colour, all whole in the picture"
)
#: How pieces that are sure are drawn in a picture of what was read, and what is unsure, as RGB.
_SURE, _UNSURE = (255, 0, 255), (255, 30, 0)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


class View(NamedTuple):
    """What a photograph shows: its pieces, what is none, and whether pieces touch as on a sheet."""

    photograph: Photograph
    matches: Sequence[Match] = ()
    others: Sequence[Array] = ()
    is_sheet: bool = False

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure; of "" those that lie face down."""
        return Counter(match.kind for match in self.matches if match.is_sure)

    @property
    def backs(self) -> int:
        """How many pieces are backs that tell their kinds, or look like them."""
        return sum(match.is_back and match.kind != "" for match in self.matches)

    def is_behind(self, other: View) -> bool:
        """Tell whether both are sheets with the same pieces, and this one shows backs."""
        same = (self.kinds & other.kinds).total()
        return (
            (self.is_sheet and other.is_sheet)
            and self.backs > _BACKS * len(self.matches)
            and same >= _SAME_SHEET * max(self.kinds.total(), other.kinds.total())
        )

    def picture(self) -> bytes:
        """Return the photograph as a PNG file with what was read in it; "?" marks what is unsure."""
        image = self.photograph.pixels.copy()
        for outline, word in [
            *(
                (one.outline, (one.kind or "back") + "?" * (not one.is_sure))
                for one in self.matches
            ),
            *((other, "?") for other in self.others),
        ]:
            side = area_of(outline) ** 0.5
            colour = _UNSURE if word.endswith("?") else _SURE
            corners = np.round(outline).astype(np.int32)
            cv2.polylines(image, [corners], True, colour, max(2, round(side / 40)))
            size = min(0.03 * side / len(word), 0.007 * side)
            x, y = (
                np.round(outline.mean(axis=0) + np.array([-0.3, 0.35]) * side).astype(int).tolist()
            )
            for thickness, ink in ((5, (255, 255, 255)), (1, (0, 0, 0))):  # to be read on any tile
                cv2.putText(image, word, (x, y), _FONT, size, ink, thickness, cv2.LINE_AA)
        _, data = cv2.imencode(".png", image[..., ::-1])
        return data.tobytes()


class Reading(NamedTuple):
    """What was read: the outcome, and what each photograph shows."""

    outcome: Outcome
    views: Sequence[View]


def read(
    photographs: Sequence[Photograph], game: str | None, hints: Hints, wanted: Wanted
) -> Reading:
    """Return what photographs show, taken together as one set.

    Raises GameError where they show nothing, OptionError where the game is
    neither named nor told, or has no component that is asked for.
    """
    looks = _themes(hints.theme)
    shots = [_Shot(one) for one in photographs]
    if game:
        best = _read(game, looks, shots, hints, wanted)
    else:
        best = _likeliest_game(looks, shots, hints, wanted)
    if not any(view.matches for view in best.views):
        raise GameError(f"{photographs[0].name}: {_NOTHING}")
    return best


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


# ----------------------------------------------------------------------------- one photograph


class _Shot:
    """A photograph, what stands out from its table, and the ways in which pieces may lie there."""

    def __init__(self, photograph: Photograph) -> None:
        self.photograph = photograph
        self._levels = outlines.levels_of(photograph.pixels)
        self._scenes: dict[int, list[Scene]] = {}

    def explained(self, choice: Sequence[Pictures]) -> list[Explanation]:
        """Return what explains it by some pictures of one shape, the best first."""
        explained = [
            scene.explained(pictures)
            for scene in self._of_shape(choice[0])
            for pictures in choice
            if not (scene.is_sheet and pictures.is_plain)
        ]
        return sorted(filter(None, explained), key=lambda one: one.off)

    def _of_shape(self, pictures: Pictures) -> list[Scene]:
        sides = len(pictures.corners)
        if sides not in self._scenes:
            apart = outlines.apart(self._levels, sides)
            piece = float(np.median([area_of(one) for one, *_ in apart] or [0.0]))
            touching = outlines.touching(self._levels, sides, piece)
            ways = [*((cells, True) for cells in touching), (apart, False)]
            self._scenes[sides] = [
                Scene(self.photograph.pixels, way, pictures, is_sheet=is_sheet)
                for way, is_sheet in ways
                if way
            ]
        return self._scenes[sides]

    def view(self, explained: Sequence[Explanation], look: Theme) -> View:
        """Return what it shows in a theme."""
        best = next((one for one in explained if one.pictures.theme is look), None)
        if best is None:
            return View(self.photograph)
        matches = best.scene.matches(best, explained)
        others = outlines.remains(self._levels, [match.outline for match in matches])
        return View(self.photograph, matches, others, best.scene.is_sheet)


def _likeliest_game(
    looks: Sequence[Theme], shots: Sequence[_Shot], hints: Hints, wanted: Wanted
) -> Reading:
    """Return the game of which most pieces are surely shown.

    Raises UntoldGameError where few are of any.
    """
    readings = []
    for name in engine.names():
        try:
            readings.append(_read(name, looks, shots, hints, wanted))
        except GameError:  # none of its pieces are told, or a component is another game's
            continue
    best = max(readings, key=lambda one: one.outcome.found, default=None)
    if best is None or len({kind for view in best.views for kind in view.kinds}) < _TELLING:
        names = ", ".join(engine.names())
        title = shots[0].photograph.name
        raise UntoldGameError(f"{title} does not tell its game; name it before: {names}")
    return best


def _read(
    name: str, looks: Sequence[Theme], shots: Sequence[_Shot], hints: Hints, wanted: Wanted
) -> Reading:
    """Return what photographs show of a game, in the theme that leaves least unexplained.

    Raises OptionError for a component that the game does not have, and for one that is not told.
    """
    asked = _asked(name, looks[0], hints, wanted)
    told = _told(asked)
    if not told or len(asked) < len(wanted.only):
        raise OptionError(f"of {name}, only hexagons and squares are recognised in photographs")
    choice = [naming.draw(told, look) for look in looks]
    explained = [shot.explained(choice) for shot in shots]
    look = min(looks, key=lambda look: sum(_unexplained(own, look) for own in explained if own))
    views = [shot.view(own, look) for shot, own in zip(shots, explained, strict=True)]
    return Reading(_outcome(name, asked, look.name, views, wanted), views)


def _unexplained(explained: Sequence[Explanation], look: Theme) -> float:
    return min((one.off for one in explained if one.pictures.theme is look), default=np.inf)


def _asked(game: str, look: Theme, hints: Hints, wanted: Wanted) -> list[Pieces]:
    """Return the components that are asked for: those of the set where none is named.

    Raises OptionError for one that the game does not have.
    """
    settings = template.load(game, hints.template).settings()
    parts = chosen(engine.game(game).parts(Request(look, settings)), wanted.only, game)
    of_set = {kind_of(tile) for tile in engine.game(game).tiles()}
    return [
        part
        for part in parts
        if isinstance(part, Pieces) and (wanted.only or kind_of(part.pieces[0].id) in of_set)
    ]


def _told(parts: Sequence[Pieces]) -> list[Pieces]:
    """Return those components that photographs tell: squares or hexagons, as the first of these are."""
    cuts = {part.name: part.shape(1.0) for part in parts}
    kinds = [
        cut.kind
        for cut in cuts.values()
        if cut.kind == "hexagon" or (cut.kind == "rectangle" and cut.width == cut.height)
    ]
    return [part for part in parts if [cuts[part.name].kind] == kinds[:1]]


# ------------------------------------------------------------------------------------- the set


def _outcome(
    game: str, parts: Sequence[Pieces], look: str, views: Sequence[View], wanted: Wanted
) -> Outcome:
    """Return how the pieces that are surely told compare with those of some components."""
    told = _told(parts)
    counted: list[View] = []
    for view in sorted(views, key=lambda view: view.backs):
        if not any(view.is_behind(other) for other in counted):
            counted.append(view)
    counts = sum((view.kinds for view in counted), Counter[str]())
    backs = counts.pop("", 0)
    expected = [piece.id for part in told for piece in part.pieces]
    given = [
        identity
        for kind, number in counts.items()
        for identity in islice(cycle([one for one in expected if kind_of(one) == kind]), number)
    ]
    faults = [
        Fault(
            "missing",
            f"{part.title}: not recognised in photographs; leave them out by --only {told[0].name}",
            tile=part.name,
        )
        for part in parts
        if part not in told
    ]
    faults += [fault for view in views for fault in _unclear(view)]
    facts = [
        f"{count(counts.total(), 'piece')} told in {count(len(views), 'photograph')}, "
        f"colours by the theme {look}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if number := len(views) - len(counted):
        show = plural(number, "shows", "show")
        facts.append(f"{count(number, 'sheet')} {show} the backs of others; a piece counts once")
    if backs:
        lie = plural(backs, "piece lies", "pieces lie")
        facts.append(f"{backs} {lie} face down and {plural(backs, 'is', 'are')} not counted")
    titles, amounts = Naming(engine.game(game)), Counter(given)
    kinds = tuple(
        Counted(part.name, one, titles.of(one), n * wanted.copies, amounts[one], titles.number(one))
        for part in told
        for one, n in Counter(piece.id for piece in part.pieces).items()
    )
    return Outcome(
        game,
        subject_of(view.photograph.name for view in views),
        len(expected) * wanted.copies,
        counts.total(),
        in_order([*faults, *amiss(kinds)]),
        tuple(facts),
        ("missing", "duplicated", "unclear"),
        kinds,
    )


def _unclear(view: View) -> Iterator[Fault]:
    """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
    photograph = view.photograph
    if not view.matches:
        words = f"{photograph.name}: {_NOTHING}"
        yield Fault("unclear", words, photograph.name, is_placed=True)
    unsure = [
        (match.outline, f"a piece that is not surely told, perhaps {match.kind or 'a back'}")
        for match in view.matches
        if not match.is_sure
    ]
    foreign = [(other, "something that is no whole piece lying apart") for other in view.others]
    for outline, words in [*unsure, *foreign]:
        x, y = (round(float(v) * photograph.scale) for v in outline.mean(axis=0))
        place = f"{photograph.name} at {x}, {y} {photograph.unit}"
        yield Fault("unclear", f"{words} ({place})", photograph.name, 0, x, y, is_placed=True)
