"""A game's components laid out on sheets of paper: the kit, ready to be written.

Takes the parts a game gives, the template's settings and the command line's.  How a sheet is
made is :mod:`generator.printing.pieces`' and :mod:`generator.printing.poster`'s, writing them
:mod:`generator.printing.output`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import engine
from engine.drawing.parts import BoardPart, Part, Pieces, Request, chosen
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.words import count, listed
from generator.printing import duplex, labelsheets, layout, packing, picking, pieces, poster
from generator.printing.packing import SheetPlan
from generator.printing.paper import printer_margin
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
    return _parts(template, set_up(engine.game(template.game).title, printing))


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
    common = set_up(engine.game(template.game).title, printing)
    whole = _parts(template, common)
    parts = [*chosen(whole, only, template.game)]
    if picked:
        parts = picking.picked(template.game, whole, only, picked)
    if card := common.card:
        parts = [
            labelsheets.on_card(p, *card) for p in parts if isinstance(p, Pieces) and not p.folds
        ]
    if printing.sides != "backs":
        return common, parts, []

    def without_backs(part: Part) -> str:
        has_backs = isinstance(part, Pieces) and part.double_sided
        return "" if has_backs else "nothing is printed on the back"

    return common, *suitable(common.game, parts, only, without_backs)


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


def make(
    template: Template,
    printing: PrintSettings,
    only: tuple[str, ...] = (),
    picked: Picked = (),
) -> Kit:
    """Return a game's kit on sheets, or of the pieces picked alone.

    Raises OptionError for settings that are wrong or sizes that do not fit, saying what would.
    """
    common, parts, notes = parts_asked(template, printing, only, picked)
    see_sides(printing)
    if (labels := common.labels) is not None:

        def no_label(part: Part) -> str:
            if isinstance(part, BoardPart):
                return "a board goes on no label"
            try:
                fitted, _ = labelsheets.fitted(part, labels, printing.orientation)
            except OptionError as error:
                return str(error)
            small.append(labelsheets.noted(fitted, labels))
            return ""

        small: list[str] = []
        parts, left = suitable(common.game, parts, only, no_label)
        notes += left + [note for note in small if note]
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
    game = engine.game(template.game)
    return Kit(
        *(game.name, game.title, printing, printed, tuple(notes), tuple(warnings)),
        template=template,
        parts=tuple(parts),
        picked=picked,
    )


def _printed(parts: Sequence[Part], common: SheetSettings) -> Iterator[PrintedPart]:
    """Yield parts on their sheets, those that share sheets where the first of them would be.

    Raises OptionError where one does not fit, saying the largest size that does.
    """
    printing, plans = common.printing, dict[str, SheetPlan]()
    for part in parts:
        if isinstance(part, Pieces):
            times = part.times(printing.copies)
            plans[part.name] = packing.alone(*_laid_out(times, common))
    may_share = printing.sheets == "combined" and common.labels is None and len(plans) > 1
    for plan in packing.shared(tuple(plans.values()), common) if may_share else ():
        plans |= {part.name: plan for part in plan.parts}
    for part in parts:
        if isinstance(part, BoardPart):
            pages = tuple(poster.sheets(part, common))
            yield PrintedPart(part.name, part.title, 1, part.cell, False, pages)
        elif part.name == (plan := plans[part.name]).parts[0].name:
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


def _laid_out(part: Pieces, common: SheetSettings) -> tuple[Pieces, layout.SheetLayout]:
    """Return a part in its size, and where its pieces go on a sheet.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    spacing, wanted, paper = common.spacing, common.printing.orientation, common.paper
    if common.labels is not None:
        return labelsheets.fitted(part, common.labels, wanted)
    areas = duplex.areas(part, common)
    if common.printing.tile_size == FILL:
        part = layout.whole_sheets(part, spacing, areas, wanted)
    found = layout.best(part, spacing, areas, wanted)
    if found.capacity:
        return part, found
    size, cut = layout.largest(part, spacing, areas, wanted, 1), part.shape(part.size)
    where = f"is too large for {paper.name} ({paper.size}) within the margin"
    if not size:  # of folded things, what follows from the tiles is too large already
        across, down = number(cut.width), number(cut.height)
        raise OptionError(
            f"{part.title}: {across} × {down} mm {where}; a smaller --tile-size makes it less"
        )
    raise OptionError(
        f"{part.title}: {number(part.size)} mm {where}; the largest that fits is {number(size)} mm"
    )


def _summary(component: PrintedPart, common: SheetSettings) -> str:
    """Return one line for the maker on how a component came out, or what shares sheets."""
    papers = {(s.paper.name, s.index) for s in component.sheets}
    sheets = f"{count(len(papers), 'sheet')} {common.paper.title}"
    many = [f"{one.count} {one.title} of {number(one.size)} mm" for one in component.components]
    if component.holds:
        return f"{listed(many)}: together on {sheets}"
    most = max((len(s.placements) for s in component.sheets), default=0)
    if not most:
        return f"{component.title}: {sheets}"
    if any(s.side == "both" for s in component.sheets):
        most //= 2
    return f"{many[0]}, {most} per sheet, {sheets}"


def _margin_warnings(component: PrintedPart) -> Iterator[str]:
    """Yield a warning where a home printer's unprintable edge would cut into the art."""
    margin, over = printer_margin(), 0.0
    for s in component.sheets:
        safe, art = s.paper.inside(margin), s.bleed
        over = max(over, safe.left - art.left, safe.top - art.top)
        over = max(over, art.right - safe.right, art.bottom - safe.bottom)
    if over > layout.EPSILON:
        yield (
            f"{component.title}: the art comes {number(over, 1)} mm into the {margin:g} mm at "
            "the edge that most home printers leave white; a wider --margin keeps clear of it"
        )
