"""A game's components laid out on sheets of paper: the kit, ready to be written.

Takes the parts a game gives, the template's settings and the command line's; single pieces are picked
out, as after one was lost; options that nothing has a use for are refused.  How a sheet is made is
:mod:`generator.printing.pieces`' and :mod:`generator.printing.poster`'s, writing them
:mod:`generator.printing.output`'s.
"""

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
from generator.printing import backcorrection, layout, packing, pieces, poster
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
    count: int
    size: float  # of components that share sheets, the largest
    sheets: tuple[Sheet, ...]
    #: The components that share the sheets; of one alone, none.
    holds: tuple[PrintedPart, ...] = ()

    @property
    def components(self) -> tuple[PrintedPart, ...]:
        return self.holds or (self,)


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
    warnings: tuple[str, ...]
    #: The template it was made from, None for sheets that no template describes.
    template: Template | None = None
    #: The components as the game gives them.
    parts: tuple[Part, ...] = ()
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
    template: Template, printing: PrintSettings, only: tuple[str, ...], picks: Picked = ()
) -> tuple[SheetSettings, list[Part], list[str]]:
    """Return the settings of all sheets, the parts asked for, and notes on what is left out."""
    common, whole = _set_up(template, printing)
    parts = [*chosen(whole, only, template.game)]
    if picks:
        parts = picked(template.game, whole, only, picks)
    parts, notes = suitable(common.game, parts, only, partial(_why_not, common))
    if card := common.card:
        parts = [pieces.on_card(part, card) for part in parts if isinstance(part, Pieces)]
    return common, parts, notes


def _why_not(common: SheetSettings, part: Part) -> str:
    """Return why a component cannot be printed so, "" where it can."""
    kind = "a board" if isinstance(part, BoardPart) else "what is folded" if part.folds else ""
    if common.printing.sides == "backs" and not getattr(part, "double_sided", False):
        return "nothing is printed on the back"
    if common.card and kind:
        return f"{kind} goes on no card"
    if isinstance(part, BoardPart):
        return "a board goes on no label" if common.labels else ""
    cut = part.shape(part.size)
    size = f"{number(cut.width)} × {number(cut.height)} mm"
    if card := common.card:
        if card.holds(cut) or card.holds(cut.turned(Orientation.FLAT)):
            return ""
        where = f"cards of {number(card.width)} × {number(card.height)} mm"
        return f"{number(part.size)} mm is too large for {where}"
    if common.labels:
        try:
            layout.on_labels(part, common.labels, common.spacing)
        except OptionError as error:
            return str(error)
        return ""
    areas = common.areas(part) if part.folds else []  # what is folded has one size on all papers
    if areas and not layout.best(part, common.spacing, areas).capacity:
        return f"{size} {_too_large(common)}"
    return ""


def _too_large(common: SheetSettings) -> str:
    return f"is too large for {common.paper.name} ({common.paper.size}) within the margin"


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
    template: Template, printing: PrintSettings, only: tuple[str, ...] = (), picks: Picked = ()
) -> Kit:
    """Return a game's kit on sheets, or of the pieces picked alone.

    Raises OptionError for settings that are wrong or sizes that do not fit, saying what would.
    """
    common, parts, notes = chosen_parts(template, printing, only, picks)
    if printing.duplex == "fold" and printing.sides != "both":
        raise OptionError(
            "--duplex fold prints fronts and backs beside each other; leave out --sides "
            f"{printing.sides}"
        )
    if printing.duplex == "none" and printing.sides == "backs":
        raise OptionError("--duplex none prints fronts only; --sides backs goes with long or short")
    if common.profile.corners:
        notes.append(common.profile.note)
    warnings = [
        f"theme {common.theme.name}: {one} and {other} cannot be told apart"
        for one, other in (common.theme.alike() if printing.theme.endswith(".toml") else ())
    ]
    printed = tuple(_printed(parts, common))
    notes += _small_on(common.labels, printed) if common.labels else ()
    boards = {part.name: part.notes for part in parts if isinstance(part, BoardPart)}
    for component in printed:
        notes.append(_summary(component, common, picks))
        notes.extend(boards.get(component.name, ()))
        notes.extend(dict.fromkeys(note for s in component.sheets for note in s.notes))
        warnings.extend(_margin_warnings(component))
    game = engine.game(template.game)
    return Kit(
        *(game.name, game.title, printing, printed, tuple(notes), tuple(warnings)),
        template=template,
        parts=tuple(parts),
        picked=picks_of(picks, game.name),
    )


def _small_on(labels: LabelGrid, printed: Sequence[PrintedPart]) -> Iterator[str]:
    for component in printed:
        shape = component.sheets[0].placements[0].shape
        if max(shape[1:]) < SMALL * min(labels.width, labels.height):
            yield (
                f"{component.title}: {number(component.size)} mm is small on labels of "
                f"{labels.size}; --tile-size or fill = true in the preset makes it larger"
            )


def _printed(parts: Sequence[Part], common: SheetSettings) -> Iterator[PrintedPart]:
    printing, plans = common.printing, dict[str, SheetPlan]()
    for part in parts:
        if isinstance(part, Pieces):
            times = part.times(printing.copies)
            plans[part.name] = min(_plans(times, common), key=lambda plan: len(plan.pages))
    may_share = printing.sheets == "combined" and common.labels is None and len(plans) > 1
    for plan in packing.shared(tuple(plans.values()), common) if may_share else ():
        plans |= {part.name: plan for part in plan.parts}
    for part in parts:
        if isinstance(part, BoardPart):
            pages = tuple(poster.sheets(part, common))
            yield PrintedPart(part.name, part.title, 1, part.cell, pages)
        elif part.name == (plan := plans[part.name]).parts[0].name:
            yield _of(plan, tuple(pieces.sheets(plan, common)))


def _of(plan: SheetPlan, sheets: tuple[Sheet, ...]) -> PrintedPart:
    holds = tuple(
        PrintedPart(part.name, part.title, len(part.pieces), part.size, own)
        for part in plan.parts
        for own in (tuple(s for s in sheets if any(p.part is part for p in s.placements)),)
    )
    if len(holds) == 1:
        return holds[0]
    total, largest = sum(one.count for one in holds), max(one.size for one in holds)
    return PrintedPart(plan.name, plan.title, total, largest, sheets, holds)


def _plans(part: Pieces, common: SheetSettings) -> Iterator[SheetPlan]:
    """Yield the plan of a component on the paper as it stands, and on its side.

    Labels, a cutting machine's marks and a printer's corrections hang on how the paper stands.

    Raises OptionError where not one piece fits.
    """
    printing, standing = common.printing, alone(*_laid_out(part, common), common.paper)
    yield standing
    hangs = common.labels or common.profile.corners or backcorrection.is_any(printing)
    if len(standing.pages) > 1 and not hangs and printing.tile_size != FILL:
        with suppress(OptionError):
            on_its_side = replace(common, paper=common.paper.turned())
            yield alone(*_laid_out(part, on_its_side), on_its_side.paper)


def _laid_out(part: Pieces, common: SheetSettings) -> tuple[Pieces, layout.SheetLayout]:
    if common.labels is not None:
        return layout.on_labels(part, common.labels, common.spacing)
    areas, spacing = common.areas(part), common.spacing
    if common.printing.tile_size == FILL:
        part = layout.whole_sheets(part, spacing, areas)
    best = layout.best(part, spacing, areas)
    if best.capacity:
        return part, best
    size = number(layout.largest(part, spacing, areas, 1))
    words = f"{part.title}: {number(part.size)} mm {_too_large(common)}"
    raise OptionError(f"{words}; the largest that fits is {size} mm")


def _summary(component: PrintedPart, common: SheetSettings, picks: Picked) -> str:
    papers = {(s.paper.name, s.index) for s in component.sheets}
    sheets = f"{count(len(papers), 'sheet')} {common.paper.title}"
    many = [f"{_amount(one, picks)} of {number(one.size)} mm" for one in component.components]
    if component.holds:
        return f"{listed(many)}: together on {sheets}"
    most = max((len(s.placements) for s in component.sheets), default=0)
    if not most:
        return f"{component.title}: {sheets}"
    if any(s.side == "both" for s in component.sheets):
        most //= 2
    return f"{many[0]}, {most} per sheet, {sheets}"


def _amount(one: PrintedPart, picks: Picked) -> str:
    """Return how many of which; a single piece that was picked has its own name."""
    pieces = (p for s in one.sheets for p in s.placements if picks and p.part.name == one.name)
    piece = next(pieces, None) if one.count == 1 else None
    return piece.piece.title if piece else f"{one.count} {one.title}"


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


def picked(game: str, parts: Sequence[Part], only: Sequence[str], picks: Picked) -> list[Part]:
    """Return the components with those of their pieces alone that are picked.

    Raises NothingSuitsError for what is no piece of them.
    """
    pools = [part for part in parts if isinstance(part, Pieces) and (part.name in only or not only)]
    lists: dict[str, list[Piece]] = {part.name: [] for part in pools}
    for pick in picks_of(picks, game):
        part, alike = _named(game, pools, pick.text)
        lists[part.name] += (alike[k % len(alike)] for k in range(min(pick.copies, 1000)))
    kept: list[Part] = [replace(p, pieces=tuple(lists[p.name])) for p in pools if lists[p.name]]
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
