"""A game's components laid out on sheets of paper: the kit, ready to be written.

Takes the parts a game gives, the template's settings and the command line's, and returns
sheets as scenes.  Writing them is :mod:`generator.printing.output`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import engine
from engine.drawing import scene, theme
from engine.drawing.parts import Board, Part, Pieces, Request, Shape, Stance
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, Transform, number
from generator.printing import layout, poster, sheet
from generator.printing.paper import Paper, Profile, find, printer_margin, profile
from generator.printing.sheet import Placement, Sheet
from generator.printing.template import PrintSettings, Template

#: Between the fold of a gutterfold and the art on either side, in millimetres.
GUTTER = 4.0


@dataclass(frozen=True)
class Component:
    """One part of the kit on its sheets."""

    name: str
    title: str
    count: int
    size: float
    double_sided: bool
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class Kit:
    """All sheets of a game's kit, what was asked, and what the maker should know."""

    game: str
    title: str
    printing: PrintSettings
    components: tuple[Component, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class _Desk:
    """What every sheet of a kit has in common."""

    game: str
    paper: Paper
    profile: Profile
    theme: theme.Theme
    printing: PrintSettings

    @property
    def margin(self) -> float:
        """The margin: the profile's counts where it is the wider."""
        return max(self.printing.margin, self.profile.margin)

    @property
    def area(self) -> Box:
        """The printable area, smaller where the print-scale correction makes the art larger."""
        return self.printable(self.paper)

    def printable(self, paper: Paper) -> Box:
        """Return the area of a sheet as it lies, which print-scale correction keeps printable."""
        return sheet.printable(paper, self.margin, self.printing.print_scale)


def component_names(template: Template, printing: PrintSettings) -> tuple[str, ...]:
    """Return the names of a game's components, those printed only on demand too.

    Raises OptionError for settings that are wrong.
    """
    return tuple(part.name for part in _parts(template, _desk(template, printing)))


def _desk(template: Template, printing: PrintSettings) -> _Desk:
    """Return what all sheets have in common.

    Raises OptionError for settings that are wrong.
    """
    desk = _Desk(
        engine.game(template.game).title,
        find(printing.paper),
        profile(printing.profile),
        theme.load(printing.theme),
        printing,
    )
    if desk.area.width < 20 or desk.area.height < 20:
        raise OptionError(
            f"a margin of {number(printing.margin)} mm leaves nothing of {desk.paper.name} "
            f"({desk.paper.size}); the most is {number(min(desk.paper.width, desk.paper.height) / 2 - 10)} mm"
        )
    return desk


def _parts(template: Template, desk: _Desk) -> tuple[Part, ...]:
    request = Request(
        theme=desk.theme,
        settings=template.settings(),
        page=(desk.area.width, desk.area.height),
        tile_size=desk.printing.tile_size,
        labels=desk.printing.labels,
    )
    return engine.game(template.game).parts(request)


def make(template: Template, printing: PrintSettings, only: tuple[str, ...] = ()) -> Kit:
    """Return a game's kit on sheets.

    Raises OptionError for settings that are wrong or sizes that do not fit, saying what would.
    """
    game = engine.game(template.game)
    desk = _desk(template, printing)
    parts = _chosen(_parts(template, desk), only, template.game)
    components: list[Component] = []
    notes: list[str] = []
    warnings: list[str] = []
    for part in parts:
        component = component_of(part, desk)
        components.append(component)
        notes.append(_summary(component, desk))
        if isinstance(part, Board):
            notes.extend(part.notes)
        warnings.extend(_margin_warnings(component))
    return Kit(
        template.game, game.title, printing, tuple(components), tuple(notes), tuple(warnings)
    )


def _chosen(parts: tuple[Part, ...], only: tuple[str, ...], game: str) -> list[Part]:
    names = [part.name for part in parts]
    for name in only:
        if name not in names:
            raise OptionError(f"{game} has no component '{name}'; it has {', '.join(names)}")
    return [part for part in parts if (part.name in only if only else not part.optional)]


def component_of(part: Part, desk: _Desk) -> Component:
    """Return a part laid out on its sheets.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    if isinstance(part, Board):
        overlap = desk.printing.poster_overlap
        pages = poster.sheets(part, desk.game, desk.paper, desk.printable, overlap)
        corrected = tuple(_corrected(page, desk) for page in pages)
        return Component(part.name, part.title, 1, part.cell, False, corrected)
    part = part.times(desk.printing.copies)
    spacing = layout.Spacing(desk.printing.packing, desk.printing.gap, desk.printing.bleed)
    areas = _areas(part, desk)
    part = layout.whole_sheets(part, spacing, areas, desk.printing.orientation)
    found = layout.best(part, spacing, areas, desk.printing.orientation)
    if not found.capacity:
        size = layout.largest(part, spacing, areas, desk.printing.orientation, 1)
        raise OptionError(sheet.largest_words(part, size, desk.paper))
    made = tuple(_sheets(part, found, desk))
    return Component(part.name, part.title, len(part.pieces), part.size, part.double_sided, made)


def _corrected(page: Sheet, desk: _Desk) -> Sheet:
    """Return a board's page corrected for the printer's scale, as the pieces for it are."""
    percent = desk.printing.print_scale
    items = sheet.scaled(page.paper, page.scene.items, percent)
    trim = sheet.scaled_box(page.paper, page.trim, percent)
    return replace(page, scene=page.scene._replace(items=items), trim=trim, bleed=trim)


def _areas(part: Pieces, desk: _Desk) -> list[Box]:
    """Return the areas that may hold the fronts: the page less a strip, or half of it to fold."""
    if not (part.double_sided and desk.printing.duplex == "fold"):
        return sheet.strip_areas(desk.area)
    x, y = desk.paper.width / 2 - GUTTER, desk.paper.height / 2 - GUTTER
    halves = []
    for area in sheet.strip_areas(desk.area):
        halves += [area._replace(right=x), area._replace(bottom=y)]
    return halves


def _sheets(part: Pieces, found: layout.Layout, desk: _Desk) -> Iterator[Sheet]:
    """Yield the sheets of a component in the order they are printed."""
    ranges = list(layout.sheets_of(part, found))
    for index, (first, last) in enumerate(ranges, 1):
        fronts = tuple(
            Placement(piece, site.x, site.y, back=False)
            for piece, site in zip(part.pieces[first:last], found.sites, strict=False)
        )
        for side, placements in _sides(part, fronts, found, desk):
            yield _sheet(part, placements, side, (index, len(ranges)), found, desk)


def _sides(
    part: Pieces, fronts: tuple[Placement, ...], found: layout.Layout, desk: _Desk
) -> Iterator[tuple[str, tuple[Placement, ...]]]:
    """Yield (side, placements) of one sheet of paper as the settings want them."""
    printing = desk.printing
    if not part.double_sided or printing.duplex == "none":
        if not (part.double_sided and printing.sides == "backs"):
            yield ("front" if part.double_sided else "single"), fronts
        else:
            yield "back", _turned_over(fronts, desk, found)
    elif printing.duplex == "fold":
        yield "both", fronts + _turned_over(fronts, desk, found)
    else:
        if printing.sides != "backs":
            yield "front", fronts
        if printing.sides != "fronts":
            yield "back", _turned_over(fronts, desk, found)


def _turned_over(
    fronts: tuple[Placement, ...], desk: _Desk, found: layout.Layout
) -> tuple[Placement, ...]:
    """Return the backs where they lie exactly behind their fronts when the paper is turned.

    Over the long edge (or a fold down the middle) x is mirrored; over the short edge (or a fold
    across) y is, and the backs stand on their heads.
    """
    width, height = desk.paper.width, desk.paper.height
    upright = width <= height
    duplex = desk.printing.duplex
    sideways = {
        "long": upright,
        "short": not upright,
        "none": True,
        "fold": found.extent.right <= width / 2,
    }[duplex]
    dx, dy = desk.printing.back_shift if duplex != "fold" else (0.0, 0.0)
    return tuple(
        Placement(f.piece, width - f.x + dx, f.y + dy, back=True)
        if sideways
        else Placement(f.piece, f.x + dx, height - f.y + dy, back=True, half_turn=True)
        for f in fronts
    )


def _sheet(
    part: Pieces,
    placements: tuple[Placement, ...],
    side: str,
    number_of: tuple[int, int],
    found: layout.Layout,
    desk: _Desk,
) -> Sheet:
    printing = desk.printing
    shape = part.shape(part.size)
    extent = _extent(shape, found, placements)
    art = extent.grown(printing.bleed)
    trim, bleed = (sheet.scaled_box(desk.paper, b, printing.print_scale) for b in (extent, art))
    _see_that_it_is_on_paper(bleed, desk)
    items = list(_art(part, placements, found, desk))
    cuts: tuple[scene.Outline, ...] = ()
    folds: tuple[scene.Outline, ...] = ()
    if side != "back":
        # Folded and glued, a sheet is cut along its fronts.
        sites = [Point(p.x, p.y) for p in placements if not p.back]
        cuts = sheet.cut_lines(shape, found.orientation, sites)
        folds = _folds(part, found, placements)
        strip = sheet.strip_box(desk.area, art)
        items += _marks(part, sites, found, desk, (cuts, folds, strip))
    if side == "both":
        line = _fold_line(desk.paper, found)
        items.append(sheet.fold_group((line,)))
        folds = (*folds, line)
    items += sheet.registration(desk.paper, desk.profile)
    words = _words(part, side, number_of, desk)
    items += sheet.furniture(desk.area, art, words)
    picture = scene.Scene(
        desk.paper.width,
        desk.paper.height,
        sheet.scaled(desk.paper, tuple(items), printing.print_scale),
        title=words[0],
        background="#ffffff",
    )
    return Sheet(
        part.name,
        f"{part.title.capitalize()} {number_of[0]}/{number_of[1]}"
        + (f", {side}" if side in ("front", "back") else ""),
        *number_of,
        side,
        desk.paper,
        picture,
        placements,
        trim,
        bleed,
        cuts,
        folds,
    )


def _extent(shape: Shape, found: layout.Layout, placements: tuple[Placement, ...]) -> Box:
    """Return the box around the outlines of all pieces on a sheet."""
    half = shape.turned(found.orientation)
    return Box(
        min(p.x for p in placements) - half.width / 2,
        min(p.y for p in placements) - half.height / 2,
        max(p.x for p in placements) + half.width / 2,
        max(p.y for p in placements) + half.height / 2,
    )


def _art(
    part: Pieces, placements: tuple[Placement, ...], found: layout.Layout, desk: _Desk
) -> Iterator[scene.Item]:
    """Yield the pieces' drawings.

    Where pieces share edges, all bleeds lie below all pieces, so none covers its neighbour.
    """
    printing = desk.printing
    stance = Stance(desk.theme, part.size, found.orientation, 0.0, printing.labels)
    spacing = layout.fitting_spacing(
        part, layout.Spacing(printing.packing, printing.gap, printing.bleed)
    )
    apart = spacing.gap >= 2 * spacing.bleed
    if printing.bleed and not apart:
        for p in placements:
            bled = stance._replace(bleed=printing.bleed, back=p.back)
            yield scene.Group(part.draw(p.piece, bled), p.transform, name="bleed")
    own = stance._replace(bleed=printing.bleed) if apart else stance
    names: dict[str, int] = {}
    for p in placements:
        key = p.piece.id.replace(":", "-").replace("*", "star")
        names[key] = names.get(key, 0) + 1
        key = key if names[key] == 1 else f"{key}-copy{names[key]}"
        items = part.draw(p.piece, own._replace(back=p.back))
        yield scene.Group(
            items, p.transform, id=f"{'back' if p.back else 'piece'}-{key}", name="piece"
        )


def _folds(
    part: Pieces, found: layout.Layout, placements: tuple[Placement, ...]
) -> tuple[scene.Outline, ...]:
    if not part.folds:
        return ()
    flat = found.orientation is not Orientation.POINTY
    turn = Transform.rotation(90) if flat else Transform()
    return tuple(scene.transformed(part.folds, p.transform @ turn) for p in placements)


def _marks(
    part: Pieces,
    sites: list[Point],
    found: layout.Layout,
    desk: _Desk,
    given: tuple[tuple[scene.Outline, ...], tuple[scene.Outline, ...], Box],
) -> Iterator[scene.Item]:
    """Yield cut lines or crop marks on their own layer, and fold lines on theirs.

    ``given`` are the cut lines, the fold lines, and the strip of rulers to keep clear of.
    """
    printing = desk.printing
    cuts, folds, strip = given
    colour = sheet.SPOT if printing.spot else sheet.CUT_COLOUR
    if folds:
        yield sheet.fold_group(folds)
    if printing.marks == "none":
        return
    if printing.marks == "crop":
        shape = part.shape(part.size)
        page = desk.paper.inside(1.0)
        lines = sheet.crop_marks(shape, found.orientation, sites, printing.bleed, (page, strip))
        if not printing.spot:
            colour = sheet.INK
    else:
        lines = cuts
    stroke = scene.Stroke(colour, sheet.CUT_WIDTH)
    yield scene.Group(tuple(scene.Path(o, None, stroke, "cut") for o in lines), layer="cut")


def _fold_line(paper: Paper, found: layout.Layout) -> scene.Outline:
    """Return the line of a gutterfold."""
    x, y = paper.width / 2, paper.height / 2
    down = found.extent.right <= x
    ends = ((x, 2.0), (x, paper.height - 2)) if down else ((2.0, y), (paper.width - 2, y))
    return scene.polyline(ends)


def _see_that_it_is_on_paper(art: Box, desk: _Desk) -> None:
    """Refuse art that a back shift has pushed off the sheet.

    Raises OptionError.
    """
    whole = desk.paper.inside(0.0)
    if not whole.holds(art):
        dx, dy = desk.printing.back_shift
        raise OptionError(
            f"a back shift of {number(dx)},{number(dy)} mm pushes backs off {desk.paper.name} "
            f"({desk.paper.size}); a wider --margin leaves room for it"
        )


def _words(part: Pieces, side: str, number_of: tuple[int, int], desk: _Desk) -> tuple[str, str]:
    """Return the two lines of text of a sheet."""
    shown = {"single": "", "both": " · front and back, fold"}.get(side, f" · {side}")
    first = f"{desk.game} · {part.title} · sheet {number_of[0]}/{number_of[1]}{shown}"
    turning = {
        "long": "turn over the long edge",
        "short": "turn over the short edge",
        "fold": "fold along the dashed line",
        "none": "fronts only",
    }[desk.printing.duplex]
    second = f"print at 100 % · {number(part.size)} mm"
    if part.double_sided:
        second += f" · {turning}"
    return first, second


def _summary(component: Component, desk: _Desk) -> str:
    """Return one line for the maker on how a component came out."""
    papers = {(s.paper.name, s.index) for s in component.sheets}
    most = max((len(s.placements) for s in component.sheets), default=0)
    sheets = f"{len(papers)} sheet{'s' if len(papers) != 1 else ''} of {desk.paper.name}"
    if not most:
        return f"{component.title}: {sheets}"
    if any(s.side == "both" for s in component.sheets):
        most //= 2
    return (
        f"{component.title}: {component.count} of {number(component.size)} mm, "
        f"{most} a sheet, {sheets}"
    )


def _margin_warnings(component: Component) -> Iterator[str]:
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
