"""Photographs as one set: what pieces they show, and every fault of the set.

Pieces that are not surely told are faults, never guesses; sizes and backs are not measured.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, Request, chosen, hexagon, kind_of, square
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, listed, plural
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
from generator.checking.photographs.naming import NO_PIECE, Pictures, Scene, Seen
from generator.printing import template

#: A sheet on which this share are backs, or look like them, and that shows this share of another's pieces is its back.
_BACKS, _SAME_SHEET = 0.2, 0.8
#: So many kinds tell the game.
_TELLING = 4
_NOTHING = "no pieces are seen; lay them apart and whole on a table of another colour"


class View(NamedTuple):
    """What a photograph shows: its pieces and what is none, and whether pieces touch as on a sheet."""

    photograph: Photograph
    things: Sequence[Seen] = ()
    theme: str = ""
    is_sheet: bool = False

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure; of "" those that lie face down."""
        return Counter(thing.kind for thing in self.things if thing.is_sure)

    @property
    def backs(self) -> int:
        """How many pieces are backs that tell their kinds, or look like them."""
        return sum(thing.is_back and thing.kind != "" for thing in self.things)

    def is_behind(self, other: View) -> bool:
        """Tell whether both are sheets with the same pieces, and this one shows backs."""
        same, most = self.kinds & other.kinds, max(self.kinds.total(), other.kinds.total())
        is_back = self.backs > _BACKS * len(self.things)
        return self.is_sheet and other.is_sheet and is_back and same.total() >= _SAME_SHEET * most

    def picture(self) -> bytes:
        """Return the photograph as a PNG file with what was read in it; "?" marks what is unsure."""
        image = Image.fromarray(self.photograph.pixels)
        pen = ImageDraw.Draw(image)
        for outline, kind, _, is_sure in self.things:
            side = outlines.area_of(outline) ** 0.5
            word = (kind or "back") + "?" * (not is_sure)
            colour, width = "magenta" if is_sure else "red", max(2, round(side / 40))
            pen.polygon([*map(tuple, outline)], outline=colour, width=width)
            font = ImageFont.load_default(max(4.0, min(1.2 * side / len(word), 0.3 * side)))
            middle = tuple(outline.mean(axis=0))
            pen.text(middle, word, "black", font, "mm", stroke_width=2, stroke_fill="white")
        data = io.BytesIO()
        image.save(data, "PNG")
        return data.getvalue()

    def unclear(self) -> Iterator[Fault]:
        """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
        name, _, scale, unit = self.photograph
        if not self.things:
            yield Fault("unclear", f"{name}: {_NOTHING}", name, is_placed=True)
        for outline, kind, *_ in (thing for thing in self.things if not thing.is_sure):
            words = f"a piece that is not surely told, perhaps {kind or 'a back'}"
            words = "something that is no whole piece lying apart" if kind == NO_PIECE else words
            x, y = (round(float(v) * scale) for v in outline.mean(axis=0))
            place = f"{name} at {x}, {y} {unit}"
            yield Fault("unclear", f"{words} ({place})", name, 0, x, y, is_placed=True)


def read(
    photographs: Sequence[Photograph], game: str | None, wanted: Wanted
) -> tuple[Outcome, list[View]]:
    """Return what photographs show, taken together as one set, and what each shows.

    Raises GameError where they show nothing, OptionError where the game is
    neither named nor told, or has no component that is asked for.
    """
    looks, title = _themes(wanted.theme), photographs[0].name
    shots = [(one, outlines.heights_of(one.pixels)) for one in photographs]
    readings = []
    for name in [game] if game else engine.names():
        try:
            readings.append(_read(name, looks, shots, wanted))
        except OptionError:  # none of its pieces are recognised, or a component is another game's
            if game:
                raise
    numbers = [sum(kind.found > 0 for kind in outcome.counted) for outcome, _ in readings]
    if not (numbers and (game or max(numbers) >= _TELLING)):
        names = ", ".join(engine.names())
        raise UntoldGameError(f"{title} does not tell its game; name it before: {names}")
    best, views = readings[numbers.index(max(numbers))]
    if not any(view.things for view in views):
        raise GameError(f"{title}: {_NOTHING}")
    return best, views


def _themes(name: str | None) -> list[Theme]:
    """Return the theme of a name, or all, but for those without colours.

    Raises OptionError for one whose pieces differ by hatches alone: a camera does not tell these.
    """
    looks = map(theme.load, [name] if name else theme.names())
    coloured = [look for look in looks if len({slot.fill for slot in look.slots.values()}) > 1]
    if not coloured:
        words = f"pieces in the theme {name} differ by hatches alone"
        raise OptionError(f"{words}, which photographs do not tell; verify the printed file")
    return coloured


def _read(
    game: str, looks: Sequence[Theme], shots: Iterable[tuple[Photograph, Array]], wanted: Wanted
) -> tuple[Outcome, list[View]]:
    """Return what photographs show of components: those asked for, of the set where none is named.

    Raises OptionError for a component that the game does not have, and for one that is not told.
    """
    settings = template.load(game, wanted.template).settings()
    parts = chosen(engine.game(game).parts(Request(looks[0], settings)), wanted.only, game)
    of_set = {kind_of(tile) for tile in engine.game(game).tiles()}
    pieces = [part for part in parts if isinstance(part, Pieces)]
    asked = [part for part in pieces if wanted.only or kind_of(part.pieces[0].id) in of_set]
    regular = [part for part in asked if part.shape(1.0) in (hexagon(1.0), square(1.0))]
    told = [part for part in regular if part.shape(1.0) == regular[0].shape(1.0)]
    if not told or len(asked) < len(wanted.only):
        raise OptionError(f"of {game}, only hexagons and squares are recognised in photographs")
    albums = [naming.draw(told, look) for look in looks]
    views = [_view(photograph, heights, albums) for photograph, heights in shots]
    return _outcome(game, asked, told, views, wanted), views


def _view(photograph: Photograph, heights: Array, albums: Sequence[Pictures]) -> View:
    """Return what a photograph shows of pieces of one shape."""
    ways = outlines.ways(heights, len(albums[0].corners))
    scenes = [Scene(photograph.pixels, own, albums[0], is_sheet=sheet) for own, sheet in ways]
    best = naming.likeliest(scenes, albums)
    if best is None:
        return View(photograph)
    others = outlines.remains(heights, [thing.outline for thing in best.things])
    return View(photograph, [*best.things, *map(Seen, others)], best.theme, best.scene.is_sheet)


def _outcome(
    game: str, asked: list[Pieces], told: list[Pieces], views: list[View], wanted: Wanted
) -> Outcome:
    """Return how the pieces that are surely told compare with those of some components."""
    counted: list[View] = []
    for view in sorted(views, key=lambda view: view.backs):
        counted += [] if any(map(view.is_behind, counted)) else [view]
    counts = sum((view.kinds for view in counted), Counter[str]())
    backs = counts.pop("", 0)
    expected = Counter((part.name, kind_of(piece.id)) for part in told for piece in part.pieces)
    words = f"not recognised in photographs; leave them out by --only {told[0].name}"
    others = [part for part in asked if part not in told]
    faults = [Fault("missing", f"{part.title}: {words}", tile=part.name) for part in others]
    faults += [fault for view in views for fault in view.unclear()]
    themes = dict.fromkeys(view.theme for view in views if view.theme)
    facts = [
        f"{count(counts.total(), 'piece')} told in {count(len(views), 'photograph')}, "
        f"colours by the theme {listed(themes)}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if number := len(views) - len(counted):
        show = plural(number, "shows", "show")
        facts.append(f"{count(number, 'sheet')} {show} the backs of others; a piece counts once")
    if backs:
        lie = plural(backs, "piece lies", "pieces lie")
        facts.append(f"{backs} {lie} face down and {plural(backs, 'is', 'are')} not counted")
    titles = Naming(engine.game(game))
    kinds = tuple(
        Counted(part, one, titles.of(one), n * wanted.copies, counts[one], titles.number(one))
        for (part, one), n in expected.items()
    )
    return Outcome(
        game,
        subject_of(view.photograph.name for view in views),
        expected.total() * wanted.copies,
        counts.total(),
        in_order([*faults, *amiss(kinds)]),
        tuple(facts),
        ("missing", "duplicated", "unclear"),
        kinds,
    )
