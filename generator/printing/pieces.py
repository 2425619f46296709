"""Sheets of pieces: a component's tiles, discs or cards with their cut, fold and crop marks.

It knows how pieces are drawn and where a layout puts them; which sides there are is
:mod:`generator.printing.duplex`'s.  Boards are :mod:`generator.printing.poster`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, Transform, number
from generator.printing import duplex, layout, sheet
from generator.printing.cropmarks import crop_marks
from generator.printing.cutlines import cut_lines
from generator.printing.rulers import beside_art, registration, strip_box
from generator.printing.sheet import Placement, Sheet
from generator.printing.sheet_settings import SheetSettings


def sheets(part: Pieces, found: layout.SheetLayout, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the sheets of a component in the order they are printed."""
    run = _Run(part, found, common)
    ranges = list(layout.sheets_of(part, found))
    for index, (first, last) in enumerate(ranges, 1):
        fronts = tuple(
            Placement(piece, site.x, site.y, back=False)
            for piece, site in zip(part.pieces[first:last], found.sites, strict=False)
        )
        for side, placements in duplex.sides(part.double_sided, fronts, found, common):
            yield run.sheet(side, placements, (index, len(ranges)))


def drawn(part: Pieces, piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    """Return a piece's drawing; what is no hexagon turns as its outline and its folds do."""
    if stance.orientation is Orientation.POINTY or part.shape(part.size).kind == "hexagon":
        return part.draw(piece, stance)
    upright = part.draw(piece, stance._replace(orientation=Orientation.POINTY))
    return (scene.Group(upright, Transform.rotation(-90.0 if stance.back else 90.0)),)


class _Lines(NamedTuple):
    """What is cut and folded on a side: where pieces are cut out, and the outlines."""

    sites: tuple[Point, ...] = ()
    cuts: tuple[scene.Outline, ...] = ()
    folds: tuple[scene.Outline, ...] = ()
    #: The fold between fronts and backs, if there is one.
    gutter: tuple[scene.Outline, ...] = ()


@dataclass(frozen=True)
class _Run:
    """A component being printed: its pieces, where they lie on every sheet, and all else."""

    part: Pieces
    found: layout.SheetLayout
    common: SheetSettings

    @cached_property
    def _shape(self) -> Cutout:
        return self.part.shape(self.part.size)

    def sheet(
        self, side: str, placements: tuple[Placement, ...], number_of: tuple[int, int]
    ) -> Sheet:
        """Return one side of a sheet of paper, finished.

        Raises OptionError where art lies off the sheet.
        """
        paper, printing = self.common.paper, self.common.printing
        extent = self._extent(placements)
        art = extent.grown(printing.bleed)
        trim, bleed = (sheet.scaled_box(paper, b, printing.print_scale) for b in (extent, art))
        self.common.see_on_paper(bleed)
        lines = self._lines(side, placements)
        words = self._words(side, number_of)
        items = (
            *self._art(placements),
            *self._marks(lines, strip_box(self.common.area, art)),
            *registration(paper, self.common.profile),
            *beside_art(self.common.area, art, words),
        )
        return Sheet(
            self.part.name,
            f"{self.part.title.capitalize()} {number_of[0]}/{number_of[1]}"
            + (f", {side}" if side in ("front", "back") else ""),
            *number_of,
            side,
            paper,
            sheet.picture(paper, items, printing.print_scale, words[0]),
            placements,
            trim,
            bleed,
            lines.cuts,
            (*lines.folds, *lines.gutter),
            len(lines.sites) * self._shape.area,
        )

    def _extent(self, placements: Sequence[Placement]) -> Box:
        """Return the box around the outlines of all pieces on a sheet."""
        half = self._shape.turned(self.found.orientation)
        return Box(
            min(p.x for p in placements) - half.width / 2,
            min(p.y for p in placements) - half.height / 2,
            max(p.x for p in placements) + half.width / 2,
            max(p.y for p in placements) + half.height / 2,
        )

    def _art(self, placements: Sequence[Placement]) -> Iterator[scene.Item]:
        """Yield the pieces' drawings.

        Where pieces share edges, all bleeds lie below all pieces, so none covers its neighbour.
        """
        part, printing = self.part, self.common.printing
        stance = Stance(self.common.theme, part.size, self.found.orientation, 0.0, printing.labels)
        spacing = layout.fitting_spacing(part, self.common.spacing)
        apart = spacing.gap >= 2 * spacing.bleed
        if printing.bleed and not apart:
            for p in placements:
                bled = stance._replace(bleed=printing.bleed, back=p.back)
                yield scene.Group(drawn(part, p.piece, bled), p.transform, name="bleed")
        own = stance._replace(bleed=printing.bleed) if apart else stance
        names: dict[str, int] = {}
        for p in placements:
            key = sheet.key_of(p.piece)
            names[key] = names.get(key, 0) + 1
            key = key if names[key] == 1 else f"{key}-copy{names[key]}"
            items = drawn(part, p.piece, own._replace(back=p.back))
            yield scene.Group(
                items, p.transform, id=f"{'back' if p.back else 'piece'}-{key}", name="piece"
            )

    # ----------------------------------------------------------------------- cutting, folding

    def _lines(self, side: str, placements: Sequence[Placement]) -> _Lines:
        """Return what is cut and folded; on backs nothing, they are cut with their fronts."""
        if side == "back":
            return _Lines()
        # Folded and glued, a sheet is cut along its fronts.
        sites = tuple(Point(p.x, p.y) for p in placements if not p.back)
        return _Lines(
            sites,
            cut_lines(self._shape, self.found.orientation, sites),
            tuple(self._folds(placements)) if self.part.folds else (),
            (duplex.fold_line(self.common.paper, self.found),) if side == "both" else (),
        )

    def _folds(self, placements: Sequence[Placement]) -> Iterator[scene.Outline]:
        flat = self.found.orientation is not Orientation.POINTY
        turn = Transform.rotation(90) if flat else Transform()
        for p in placements:
            yield scene.transformed(self.part.folds, p.transform @ turn)

    def _marks(self, lines: _Lines, strip: Box) -> Iterator[scene.Item]:
        """Yield cut lines or crop marks on their own layer, and fold lines on theirs.

        ``strip`` is where the rulers lie, which marks keep clear of.
        """
        if lines.folds:
            yield _fold_lines(lines.folds)
        if lines.sites and self.common.printing.marks != "none":
            yield self._cut_marks(lines, strip)
        if lines.gutter:
            yield _fold_lines(lines.gutter)

    def _cut_marks(self, lines: _Lines, strip: Box) -> scene.Group:
        """Return the cut lines, or crop marks in their place."""
        printing = self.common.printing
        outlines, colour = lines.cuts, sheet.CUT_COLOUR
        if printing.marks == "crop":
            room, turned = (self.common.paper.inside(1.0), strip), self.found.orientation
            outlines = crop_marks(self._shape, turned, lines.sites, printing.bleed, room)
            colour = sheet.INK
        stroke = scene.Stroke(sheet.SPOT if printing.spot else colour, sheet.CUT_WIDTH)
        paths = tuple(scene.Path(outline, None, stroke, "cut") for outline in outlines)
        return scene.Group(paths, layer="cut")

    # ------------------------------------------------------------------------------- in words

    def _words(self, side: str, number_of: tuple[int, int]) -> tuple[str, str]:
        """Return the two lines of text of a sheet."""
        part = self.part
        shown = {"single": "", "both": " · front and back, fold"}.get(side, f" · {side}")
        first = f"{self.common.game} · {part.title} · sheet {number_of[0]}/{number_of[1]}{shown}"
        second = f"print at 100 % · {number(part.size)} mm"
        if part.double_sided:
            second += f" · {duplex.TURNING[self.common.printing.duplex]}"
        return first, second


def _fold_lines(folds: Sequence[scene.Outline]) -> scene.Group:
    """Return fold lines, dashed, on their own layer."""
    line = scene.Stroke(sheet.CUT_COLOUR, sheet.CUT_WIDTH, (1.5, 1.0))
    return scene.Group(tuple(scene.Path(f, None, line, "fold") for f in folds), layer="fold")
