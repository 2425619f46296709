"""A game's components laid out on sheets of paper: the kit, ready to be written.

Takes the parts a game gives, the template's settings and the command line's.  How a sheet is
made is :mod:`generator.printing.pieces`' and :mod:`generator.printing.poster`'s, writing them
:mod:`generator.printing.output`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import engine
from engine.drawing.parts import BoardPart, Part, Pieces, Request, chosen
from engine.errors import OptionError
from engine.geometry.plane import Box, number
from engine.words import count, listed
from generator.printing import duplex, labelsheets, layout, packing, picking, pieces, poster
from generator.printing.packing import SheetPlan
from generator.printing.paper import Paper, printer_margin
from generator.printing.picking import Picked
from generator.printing.sheet import Sheet
from generator.printing.sheet_settings import SheetSettings, set_up
from generator.printing.template import FILL, PrintSettings, Template, see_sides


@dataclass(frozen=True)
class PrintedPart:
    """One component of the kit on its sheets, or several that share sheets."""

    name: str
    title: str
    count: int
    size: float  # of components that share sheets, the largest
    double_sided: bool
    sheets: tuple[Sheet, ...]
    #: The components that share the sheets; of one alone, none.
    holds: tuple[PrintedPart, ...] = ()

    @property
    def components(self) -> tuple[PrintedPart, ...]:
        """What is printed on the sheets, component by component."""
        return self.holds or (self,)


@dataclass(frozen=True)
class Kit:
    """All sheets of a game's kit, what was asked, and what the maker should know."""

    game: str
    title: str
    printing: PrintSettings
    components: tuple[PrintedPart, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    #: What it was made from, None for sheets that no template describes.
    template: Template | None = None
    #: The components as the game gives them.
    parts: tuple[Part, ...] = ()
    #: Those pieces only, how often each; without any the whole of the components.
    picked: Picked = ()

    @property
    def stem(self) -> str:
        """What its files are called: the game, and what is left out."""
        return stem(self.game, self.printing, self.picked)


def stem(game: str, printing: PrintSettings, picked: Picked) -> str:
    """Return what files of a kit are called first: the game, and which sides or pieces alone."""
    return game + f"-{printing.sides}" * (printing.sides != "both") + "-pieces" * bool(picked)


def component_names(template: Template, printing: PrintSettings) -> tuple[str, ...]:
    """Return the names of a game's components, those printed only on demand too.

    Raises OptionError for settings that are wrong.
    """
    return tuple(part.name for part in parts_of(template, printing))


def parts_of(template: Template, printing: PrintSettings) -> tuple[Part, ...]:
    """Return a game's components, those printed only on demand too.

    Raises OptionError for settings that are wrong.
    """
    return _parts(template, _desk(template, printing))


def _desk(template: Template, printing: PrintSettings) -> SheetSettings:
    return set_up(engine.game(template.game).title, printing)


def _parts(template: Template, common: SheetSettings) -> tuple[Part, ...]:
    request = Request(
        theme=common.theme,
        settings=template.settings(),
        page=(common.area.width, common.area.height),
        tile_size=common.printing.size,
        labels=common.printing.labels,
    )
    return engine.game(template.game).parts(request)


class NothingSuitsError(OptionError):
    """Of what is asked for nothing, or not all that was asked for by name, can be printed so."""


def parts_asked(
    template: Template, printing: PrintSettings, only: tuple[str, ...], picked: Picked = ()
) -> tuple[SheetSettings, list[Part], list[str]]:
    """Return what all sheets have in common, the parts asked for, and notes on what is left out.

    Raises OptionError for settings that are wrong, for a component or a piece that the game has
    not, and for backs where there are none.
    """
    common = _desk(template, printing)
    parts = [*chosen(_parts(template, common), only, template.game)]
    if picked:
        parts = picking.picked(template.game, _parts(template, common), only, picked)
    if card := common.card:
        parts = [
            labelsheets.on_card(p, *card) for p in parts if isinstance(p, Pieces) and not p.folds
        ]
    if printing.sides != "backs":
        return common, parts, []
    none = "nothing is printed on the back"
    kept, notes = suitable(common.game, parts, only, lambda p: "" if _have_backs([p]) else none)
    return common, kept, notes


def suitable(
    game: str, parts: Sequence[Part], only: tuple[str, ...], why_not: Callable[[Part], str]
) -> tuple[list[Part], list[str]]:
    """Return the parts of which nothing says why not, and a note for each that is left out.

    Raises NothingSuitsError where one is left out that was asked for by name, or all are.
    """
    reasons = {part.name: why for part in parts if (why := why_not(part))}
    kept = [part for part in parts if part.name not in reasons]
    for part in parts:
        if part.name in reasons and (part.name in only or not kept):
            raise NothingSuitsError(f"{game}, {part.title}: {reasons[part.name]}")
    return kept, [f"{p.title}: left out, {reasons[p.name]}" for p in parts if p.name in reasons]


def _no_label(part: Part, common: SheetSettings) -> str:
    """Return why a part goes on no label of the sheets, "" where it goes on them."""
    if isinstance(part, BoardPart):
        return "a board goes on no label"
    try:
        _laid_out(part, common)
    except OptionError as error:
        return str(error)
    return ""


def make(
    template: Template,
    printing: PrintSettings,
    only: tuple[str, ...] = (),
    picked: Picked = (),
) -> Kit:
    """Return a game's kit on sheets, or of the pieces picked alone.

    Raises OptionError for settings that are wrong or sizes that do not fit, saying what would.
    """
    game = engine.game(template.game)
    common, parts, notes = parts_asked(template, printing, only, picked)
    see_sides(printing)
    if common.labels is not None:
        parts, left = suitable(common.game, parts, only, lambda part: _no_label(part, common))
        notes += left
        notes += [
            note
            for part in parts
            if isinstance(part, Pieces)
            and (note := labelsheets.noted(_laid_out(part, common)[0], common.labels))
        ]
    if common.profile.corners:
        notes.append(common.profile.note)
    warnings = [
        f"theme {common.theme.name}: {one} and {other} cannot be told apart"
        for one, other in (common.theme.alike() if printing.theme.endswith(".toml") else ())
    ]
    printed = tuple(_printed(parts, common))
    boards = {part.name: part.notes for part in parts if isinstance(part, BoardPart)}
    for component in printed:
        notes.append(_summary(component, common))
        notes.extend(boards.get(component.name, ()))
        notes.extend(dict.fromkeys(note for s in component.sheets for note in s.notes))
        warnings.extend(_margin_warnings(component))
    made = tuple(parts)
    return Kit(
        *(template.game, game.title, printing, printed, tuple(notes), tuple(warnings)),
        template=template,
        parts=made,
        picked=picked,
    )


def _have_backs(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, Pieces) and part.double_sided for part in parts)


def _printed(parts: Sequence[Part], common: SheetSettings) -> Iterator[PrintedPart]:
    """Yield parts on their sheets, those that share sheets where the first of them would be.

    Raises OptionError where one does not fit, saying the largest size that does.
    """
    plans = {part.name: _alone(part, common) for part in parts if isinstance(part, Pieces)}
    shared = {part.name: plan for plan in _shared(plans, common) for part in plan.parts}
    for part in parts:
        if isinstance(part, BoardPart):
            pages = tuple(poster.sheets(part, common))
            yield PrintedPart(part.name, part.title, 1, part.cell, False, pages)
            continue
        plan = shared.get(part.name, plans[part.name])
        if part.name == plan.parts[0].name:
            yield _of(plan, tuple(pieces.sheets(plan, common)))


def _of(plan: SheetPlan, sheets: tuple[Sheet, ...]) -> PrintedPart:
    """Return what is printed by a plan; of several components also each with its sheets."""
    holds = tuple(
        PrintedPart(part.name, part.title, len(part.pieces), part.size, part.double_sided, own)
        for part in plan.parts
        for own in (tuple(s for s in sheets if any(p.part is part for p in s.placements)),)
    )
    if len(holds) == 1:
        return holds[0]
    total, largest = sum(one.count for one in holds), max(one.size for one in holds)
    return PrintedPart(plan.name, plan.title, total, largest, plan.double_sided, sheets, holds)


def _shared(plans: Mapping[str, SheetPlan], common: SheetSettings) -> tuple[SheetPlan, ...]:
    """Return the plans of components that share sheets: none where sheets are to be separate."""
    if common.printing.sheets == "separate" or common.labels is not None or len(plans) < 2:
        return ()
    return tuple(packing.shared(tuple(plans.values()), common))


def _alone(part: Pieces, common: SheetSettings) -> SheetPlan:
    """Return a component as it lies on sheets of its own.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    part, found = _laid_out(part.times(common.printing.copies), common)
    return packing.alone(part, found)


def _laid_out(part: Pieces, common: SheetSettings) -> tuple[Pieces, layout.SheetLayout]:
    """Return a part in its size, and where its pieces go on a sheet.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    spacing, wanted = common.spacing, common.printing.orientation
    if common.labels is not None:
        return labelsheets.fitted(part, common.labels, wanted)
    areas = duplex.areas(part, common)
    if common.printing.tile_size == FILL:
        part = layout.whole_sheets(part, spacing, areas, wanted)
    found = layout.best(part, spacing, areas, wanted)
    if not found.capacity:
        size = layout.largest(part, spacing, areas, wanted, 1)
        raise OptionError(_too_large(part, size, common.paper))
    return part, found


def _too_large(part: Pieces, size: float, paper: Paper) -> str:
    """Return the sentence for a size that does not fit."""
    cut = part.shape(part.size)
    where = f"is too large for {paper.name} ({paper.size}) within the margin"
    if not size:  # of folded things, what follows from the tiles is too large already
        across, down = number(cut.width), number(cut.height)
        return f"{part.title}: {across} × {down} mm {where}; a smaller --tile-size makes it less"
    return (
        f"{part.title}: {number(part.size)} mm {where}; the largest that fits is {number(size)} mm"
    )


def _summary(component: PrintedPart, common: SheetSettings) -> str:
    """Return one line for the maker on how a component came out, or what shares sheets."""
    papers = {(s.paper.name, s.index) for s in component.sheets}
    sheets = f"{count(len(papers), 'sheet')} {common.paper.title}"
    if component.holds:
        return f"{listed(map(_many, component.holds))}: together on {sheets}"
    most = max((len(s.placements) for s in component.sheets), default=0)
    if not most:
        return f"{component.title}: {sheets}"
    if any(s.side == "both" for s in component.sheets):
        most //= 2
    return f"{_many(component)}, {most} per sheet, {sheets}"


def _many(component: PrintedPart) -> str:
    return f"{component.count} {component.title} of {number(component.size)} mm"


def _margin_warnings(component: PrintedPart) -> Iterator[str]:
    """Yield a warning where a home printer's unprintable edge would cut into the art."""
    margin = printer_margin()
    over = max((_reach_into(s.paper.inside(margin), s.bleed) for s in component.sheets), default=0)
    if over > layout.EPSILON:
        yield (
            f"{component.title}: the art comes {number(over, 1)} mm into the {margin:g} mm at "
            "the edge that most home printers leave white; a wider --margin keeps clear of it"
        )


def _reach_into(safe: Box, art: Box) -> float:
    """Return how far ``art`` reaches out of ``safe`` at the most."""
    return max(
        safe.left - art.left, safe.top - art.top, art.right - safe.right, art.bottom - safe.bottom
    )
