"""A game's components laid out on sheets of paper, or as single faces: the kit, ready to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import engine
from engine.drawing.parts import BoardPart, Part, Piece, Pieces, Request, chosen
from engine.errors import NotationError, OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import number
from engine.words import count, listed
from generator import files
from generator.printing import duplex, layout, packing, pieces, poster
from generator.printing.paper import printer_margin
from generator.printing.presets import FacePicture, LabelGrid
from generator.printing.sheet import Sheet, SheetPlan, SheetSettings, alone, set_up
from generator.printing.template import FILL, PrintSettings, Template

#: A piece smaller than this share of its label is noted.
SMALL = 0.6


@dataclass(frozen=True)
class PrintedPart:
    """One component of the kit on its sheets, or several that share sheets."""

    name: str
    title: str
    parts: tuple[Part, ...]
    sheets: tuple[Sheet, ...]

    @property
    def shared(self) -> bool:
        return len(self.parts) > 1

    def sheets_of(self, part: Part) -> tuple[Sheet, ...]:
        """Return the sheets that one of the components lies on."""
        if not self.shared:
            return self.sheets
        return tuple(s for s in self.sheets if any(p.part is part for p in s.placements))


class Pick(NamedTuple):
    """A piece as it is written, how often it is wanted, and the game it is of, "" for any."""

    text: str
    copies: int = 1
    game: str = ""


Picked = tuple[Pick, ...]


@dataclass(frozen=True)
class Kit:
    """All sheets of a game's kit, its settings, and notes for the maker."""

    game: str
    title: str
    printing: PrintSettings
    components: tuple[PrintedPart, ...]
    notes: tuple[str, ...]
    #: The template it was made from, None for sheets that no template describes.
    template: Template | None = None
    #: Those pieces only, how often each; without any the whole of the components.
    picked: Picked = ()
    #: How its faces are written, each on a sheet of its own; None for sheets.
    picture: FacePicture | None = None

    @property
    def stem(self) -> str:
        """The beginning of its files' names: the game, and sides or pieces alone."""
        sides = self.printing.sides
        return self.game + f"-{sides}" * (sides != "both") + "-pieces" * bool(self.picked)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(s for component in self.components for s in component.sheets)


class NothingSuitsError(OptionError):
    """Nothing of a game, or not all that was named, can be printed in this way."""


def parts_of(template: Template, printing: PrintSettings) -> tuple[Part, ...]:
    """Return a game's components, those printed only on demand too.

    Raises OptionError for settings that are wrong.
    """
    return _set_up(template, printing)[1]


def _set_up(template: Template, printing: PrintSettings) -> tuple[SheetSettings, tuple[Part, ...]]:
    game = engine.game(template.game)
    common = set_up(game.title, printing)
    page = common.area.width, common.area.height
    request = Request(common.theme, template.settings(), page, printing.size, printing.labels)
    return common, game.parts(request)


def chosen_parts(
    template: Template,
    printing: PrintSettings,
    only: tuple[str, ...],
    picks: Picked = (),
    why_not: Callable[[SheetSettings, Part], str] = lambda common, part: "",
) -> tuple[SheetSettings, list[Part], list[str]]:
    """Return the settings of all sheets, the parts asked for, and notes on what is left out.

    Left out are those of which ``why_not`` gives a reason.

    Raises NothingSuitsError where one is left out that was asked for by name, or all are;
    OptionError for settings that are wrong.
    """
    common, whole = _set_up(template, printing)
    parts = chosen(whole, only, template.game)
    if picks:
        parts = _picked(template.game, whole, only, picks)
    reasons = {part.name: why for part in parts if (why := why_not(common, part))}
    kept = [part for part in parts if part.name not in reasons]
    left_out = [part for part in parts if part.name in reasons]
    for part in left_out:
        if part.name in only or not kept:
            raise NothingSuitsError(f"{common.game}, {part.title}: {reasons[part.name]}")
    return common, kept, [f"{p.title}: left out, {reasons[p.name]}" for p in left_out]


def make(
    template: Template,
    printing: PrintSettings,
    only: tuple[str, ...] = (),
    picks: Picked = (),
    picture: FacePicture | None = None,
) -> Kit:
    """Return a game's kit on sheets, or of the pieces picked alone; with a picture, their faces.

    Raises OptionError for settings that are wrong or sizes that do not fit, saying what would.
    """
    why_not = partial(_why_not, picture=picture)
    common, parts, notes = chosen_parts(template, printing, only, picks, why_not)
    if card := common.preset.card:
        parts = [pieces.on_card(part, card) for part in parts if isinstance(part, Pieces)]
    warnings: list[str] = []
    if picture:
        times = printing.copies if picture.format == "pdf" else 1
        all_pieces = (part.times(times) for part in parts if isinstance(part, Pieces))
        printed = [
            PrintedPart(
                *(part.name, part.title, (part,)),
                tuple(pieces.faces(template.game, part, common, picture)),
            )
            for part in all_pieces
        ]
    else:
        _see_sides(printing)
        printed = [*_printed(parts, common)]
        if printing.theme.endswith(".toml"):
            alike = "Warning: theme {}: {} and {} cannot be told apart".format
            warnings += (alike(common.theme.name, *pair) for pair in common.theme.alike())
    if common.preset.marks.corners:
        notes.append(common.preset.marks.note)
    for component in printed:
        if common.preset.labels:
            notes.extend(_small_on(common.preset.labels, component))
        notes.append(_summary(component, common, picks))
        notes.extend(dict.fromkeys(note for s in component.sheets for note in s.notes))
        warnings.extend(() if picture else _margin_warnings(component))
    return Kit(
        *(template.game, common.game, printing, tuple(printed), (*notes, *warnings)),
        template=template,
        picked=picks_of(picks, template.game),
        picture=picture,
    )


def _why_not(common: SheetSettings, part: Part, picture: FacePicture | None) -> str:
    card, labels = common.preset.card, common.preset.labels
    if common.printing.sides == "backs" and not getattr(part, "double_sided", False):
        return "nothing is printed on the back"
    if isinstance(part, BoardPart):
        kinds = (picture, "is no piece"), (card, "goes on no card"), (labels, "goes on no label")
        return next((f"a board {words}" for kind, words in kinds if kind), "")
    if card and part.folds:
        return "what is folded goes on no card"
    cut = part.shape(part.size)
    kind = "rectangle" if card else cut.kind
    if picture and picture.shape not in ("", kind):
        return f"a {kind} is no {picture.shape}"
    if card and not (card.holds(cut) or card.holds(cut.turned(Orientation.FLAT))):
        size = f"{number(card.width)} × {number(card.height)} mm"
        return f"{number(part.size)} mm is too large for cards of {size}"
    if labels:
        try:
            layout.on_labels(part, labels, common.printing)
        except OptionError as error:
            return str(error)
    areas = common.areas(part) if part.folds and not (picture or labels) else ()
    if areas and not layout.best(part, common.printing, areas).capacity:
        return f"{number(cut.width)} × {number(cut.height)} mm {_too_large(common)}"
    return ""


def _too_large(common: SheetSettings) -> str:
    return f"is too large for {common.paper.name} ({common.paper.size}) within the margin"


def _see_sides(printing: PrintSettings) -> None:
    if printing.duplex == "fold" and printing.sides != "both":
        raise OptionError(
            "--duplex fold prints fronts and backs beside each other; leave out --sides "
            f"{printing.sides}"
        )
    if printing.duplex == "none" and printing.sides == "backs":
        raise OptionError("--duplex none prints fronts only; --sides backs goes with long or short")


def _printed(parts: Sequence[Part], common: SheetSettings) -> Iterator[PrintedPart]:
    printing, plans = common.printing, dict[str, SheetPlan]()
    for part in parts:
        if isinstance(part, Pieces):
            times = part.times(printing.copies)
            plans[part.name] = min(_plans(times, common), key=lambda plan: len(plan.pages))
    may_share = printing.sheets == "combined" and not common.preset.labels and len(plans) > 1
    for plan in packing.shared(tuple(plans.values()), common) if may_share else ():
        plans |= {part.name: plan for part in plan.parts}
    for part in parts:
        if isinstance(part, BoardPart):
            pages = tuple(poster.sheets(part, common))
            yield PrintedPart(part.name, part.title, (part,), pages)
        elif part.name == (plan := plans[part.name]).parts[0].name:
            sheets = tuple(pieces.sheets(plan, common))
            yield PrintedPart(plan.name, plan.title, plan.parts, sheets)


def _plans(part: Pieces, common: SheetSettings) -> Iterator[SheetPlan]:
    """Yield the plan of a component on the paper as it stands, and if nothing else depends on that on its side."""
    printing, standing = common.printing, alone(*_laid_out(part, common), common.paper)
    yield standing
    is_fixed = common.preset.labels or common.preset.marks.corners or duplex.is_any(printing)
    if len(standing.pages) > 1 and not is_fixed and printing.tile_size != FILL:
        with suppress(OptionError):
            on_its_side = replace(common, paper=common.paper.turned())
            yield alone(*_laid_out(part, on_its_side), on_its_side.paper)


def _laid_out(part: Pieces, common: SheetSettings) -> tuple[Pieces, layout.SheetLayout]:
    if common.preset.labels:
        return layout.on_labels(part, common.preset.labels, common.printing)
    areas, printing = common.areas(part), common.printing
    if printing.tile_size == FILL:
        part = layout.whole_sheets(part, printing, areas)
    best = layout.best(part, printing, areas)
    if best.capacity:
        return part, best
    size = number(layout.largest(part, printing, areas, 1))
    words = f"{part.title}: {number(part.size)} mm {_too_large(common)}"
    raise OptionError(f"{words}; the largest that fits is {size} mm")


# ----------------------------------------------------------------------- notes for the maker


def _small_on(labels: LabelGrid, component: PrintedPart) -> Iterator[str]:
    place = component.sheets[0].placements[0]
    if max(place.shape[1:]) < SMALL * min(labels.width, labels.height):
        yield (
            f"{component.title}: {number(place.part.size)} mm is small on labels of "
            f"{labels.size}; --tile-size or fill = true in the preset makes it larger"
        )


def _summary(component: PrintedPart, common: SheetSettings, picks: Picked) -> str:
    parts = [part for part in component.parts if isinstance(part, Pieces)]
    if component.sheets[0].face:
        amount = count(len(component.sheets), "face")
        return f"{component.title}: {amount} of {number(parts[0].size)} mm"
    sheets = f"{count(len({s.index for s in component.sheets}), 'sheet')} {common.paper.title}"
    many = [f"{_amount(part, picks)} of {number(part.size)} mm" for part in parts]
    if component.shared:
        return f"{listed(many)}: together on {sheets}"
    if not many:
        return f"{component.title}: {sheets}"
    most = max(len(s.placements) for s in component.sheets)
    if component.sheets[0].side == "both":
        most //= 2
    return f"{many[0]}, {most} per sheet, {sheets}"


def _amount(part: Pieces, picks: Picked) -> str:
    """Return how many of which; a single piece that was picked has its own name."""
    if picks and len(part.pieces) == 1:
        return part.pieces[0].title
    return f"{len(part.pieces)} {part.title}"


def _margin_warnings(component: PrintedPart) -> Iterator[str]:
    """Yield a warning where a home printer's unprintable edge would cut into the art."""
    margin, over = printer_margin(), 0.0
    for s in component.sheets:
        safe = s.paper.inside(margin)
        beyond = zip(safe.union(s.bleed), safe, strict=True)
        over = max(over, *(abs(art - edge) for art, edge in beyond))
    if over > layout.EPSILON:
        yield (
            f"Warning: {component.title}: the art comes {number(over, 1)} mm into the {margin:g} mm at "
            "the edge that most home printers leave white; a wider --margin keeps clear of it"
        )


# --------------------------------------------------------------------- single pieces picked out


def read_picks(words: Sequence[str]) -> Picked:
    """Return the pieces that words name, such as ``17``, ``r3*2``, or ``@FILE`` with one on each line.

    A line may begin with the name of a game.

    Raises OptionError for a file without pieces, OSError if it cannot be read.
    """
    picks: list[Pick] = []
    for word in filter(None, words) if any(words) else words:
        lines = [word]
        if word.startswith("@"):
            lines = [line.strip() for line in files.read_text(word[1:]).splitlines()]
            lines = [line for line in lines if line and not line.startswith("# ")]
        if not any(lines):
            of = word.removeprefix("@") or "--pieces"
            raise OptionError(f"{of} names no piece; expected one like 17 or r3*2")
        for line in lines:
            game, _, rest = line.partition(" ")
            game, text = (game, rest.strip()) if rest and game in engine.names() else ("", line)
            name, star, times = text.rpartition("*")
            is_many = bool(star and name) and times.isdecimal()
            picks.append(Pick(name, int(times), game) if is_many else Pick(text, 1, game))
    return tuple(picks)


def picks_of(picks: Picked, game: str) -> Picked:
    """Return the pieces picked of a game."""
    return tuple(one for one in picks if one.game in ("", game))


def _picked(
    game: str, parts: Sequence[Part], only: Sequence[str], picks: Picked
) -> tuple[Part, ...]:
    """Return the components with the picked ones of their pieces."""
    pools = [part for part in parts if isinstance(part, Pieces) and (part.name in only or not only)]
    lists: dict[str, list[Piece]] = {part.name: [] for part in pools}
    for pick in picks_of(picks, game):
        part, alike = _named(game, pools, pick.text)
        lists[part.name] += (alike[k % len(alike)] for k in range(min(pick.copies, 1000)))
    kept = tuple(replace(p, pieces=tuple(lists[p.name])) for p in pools if lists[p.name])
    if not kept:
        raise NothingSuitsError(f"no pieces of {game} are asked for")
    return kept


def _named(game: str, pools: Sequence[Pieces], text: str) -> tuple[Pieces, list[Piece]]:
    """Return the component of a piece, and the pieces that its name stands for, at least one."""
    names = [text]
    with suppress(NotationError):
        names.append(engine.game(game).identify(text))
    for name in names:
        for part in pools:
            same = [p for p in part.pieces if p.id == name]
            if alike := same or [p for p in part.pieces if p.id.rpartition("-")[0] == name]:
                return part, alike
    examples = ", ".join(part.pieces[0].id for part in pools)
    raise NothingSuitsError(f"{game} has no piece '{text[:40]}'; expected one like {examples}")
