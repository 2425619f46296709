"""Sheets of pieces: a component's tiles, discs or cards with their cut, fold and crop marks.

It knows how pieces are drawn and where a layout puts them; which sides there are is
:mod:`generator.printing.duplex`'s.  Boards are :mod:`generator.printing.poster`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Transform, number
from generator.printing import duplex, layout, linework, sheet
from generator.printing.cropmarks import CropMarks, Surroundings, crop_marks
from generator.printing.cutlines import Outlined, cut_lines
from generator.printing.rulers import beside_art, registration, registration_boxes, strip_box
from generator.printing.sheet import Placement, Sheet
from generator.printing.sheet_settings import SheetSettings


def sheets(part: Pieces, found: layout.SheetLayout, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the sheets of a component in the order they are printed."""
    run = _Run(part, found, common)
    ranges = list(layout.sheets_of(part, found))
    for index, (first, last) in enumerate(ranges, 1):
        fronts = tuple(
            Placement(piece, *site, back=False, shape=run.shape, orientation=found.orientation)
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
    """What is cut and folded on a side."""

    pieces: tuple[Outlined, ...] = ()
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
    def shape(self) -> Cutout:
        return self.part.shape(self.part.size)

    def sheet(
        self, side: str, placements: tuple[Placement, ...], number_of: tuple[int, int]
    ) -> Sheet:
        """Return one side of a sheet of paper, finished.

        Raises OptionError where art lies off the sheet.
        """
        paper, printing = self.common.paper, self.common.printing
        extent, art = (_extent(placements, bleed) for bleed in (0.0, printing.bleed))
        trim, bleed = (sheet.scaled_box(paper, b, printing.print_scale) for b in (extent, art))
        self.common.see_on_paper(bleed)
        strip = strip_box(self.common.area, art)
        lines = self._lines(side, placements, strip)
        words = self._words(side, number_of)
        marks, notes = self._marks(lines, placements, strip)
        items = (
            *self._art(placements),
            *marks,
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
            sum(p.shape.area for p in placements if not p.back),
            notes,
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

    def _lines(self, side: str, placements: Sequence[Placement], strip: Box) -> _Lines:
        """Return what is cut and folded; on backs nothing, they are cut with their fronts."""
        if side == "back":
            return _Lines()
        # Folded and glued, a sheet is cut along its fronts.
        pieces = tuple(p.outlined for p in placements if not p.back)
        fold = side == "both"
        return _Lines(
            pieces,
            cut_lines(pieces),
            tuple(self._folds(placements)) if self.part.folds else (),
            (duplex.fold_line(self.found, self.common, strip),) if fold else (),
        )

    def _folds(self, placements: Sequence[Placement]) -> Iterator[scene.Outline]:
        flat = self.found.orientation is not Orientation.POINTY
        turn = Transform.rotation(90) if flat else Transform()
        for p in placements:
            yield scene.transformed(self.part.folds, p.transform @ turn)

    def _marks(
        self, lines: _Lines, placements: Sequence[Placement], strip: Box
    ) -> tuple[tuple[scene.Item, ...], tuple[str, ...]]:
        """Return cut lines or crop marks and fold lines, each on a layer; and what to note of them.

        ``strip`` is where the rulers lie, which marks keep clear of.
        """
        printing = self.common.printing
        folds = tuple(linework.folds((*lines.folds, *lines.gutter)))
        if not lines.pieces or printing.marks == "none":
            return folds, ()
        if printing.marks == "lines":
            return (*folds, *linework.cuts(lines.cuts, printing)), ()
        others = (strip, *registration_boxes(self.common.paper, self.common.profile))
        others += tuple(map(scene.outline_box, lines.gutter))
        art = tuple(p.outlined for p in placements)
        around = Surroundings(art, printing.bleed, self.common.page, others)
        found = crop_marks(lines.pieces, around)
        drawn = (*linework.cuts(found.lines, printing), *linework.crops(found.ticks, printing))
        return (*folds, *drawn), self._noted(found)

    def _noted(self, found: CropMarks) -> tuple[str, ...]:
        """Return what to note where not every edge has crop marks."""
        if not found.lines:
            return ()
        title = self.part.title
        if not found.ticks:
            return (f"{title}: crop marks have no room outside the art; cut lines are drawn",)
        return (f"{title}: cut lines are drawn where crop marks have no room outside the art",)

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


def _extent(placements: Sequence[Placement], bleed: float) -> Box:
    """Return the box around the outlines of pieces, or around their art with so much bleed."""
    return reduce(Box.union, (p.outlined.box(bleed) for p in placements))
