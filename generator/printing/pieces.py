"""Sheets of pieces: tiles, discs or cards of one component or more with their cut, fold and crop marks.

It knows how pieces are drawn and where a layout puts them; which sides there are is
:mod:`generator.printing.duplex`'s.  Boards are :mod:`generator.printing.poster`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import IDENTITY, Box, Transform, bounds, number
from engine.words import first_upper
from generator.printing import duplex, layout, linework, sheet
from generator.printing.backcorrection import BackCorrection
from generator.printing.cropmarks import CropMarks, Surroundings, crop_marks
from generator.printing.cutlines import Outlined, clips, cut_lines
from generator.printing.packing import Page, SheetPlan, extent_of
from generator.printing.rulers import foot, registration, registration_boxes, strip_box
from generator.printing.sheet import Placement, Sheet
from generator.printing.sheet_settings import SheetSettings


def sheets(plan: SheetPlan, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the sheets of a component, or of several together, in the order they are printed.

    Raises OptionError where art lies off the sheet.
    """
    for index, page in enumerate(plan.pages, 1):
        run = _Run(plan, page, common)
        fronts = tuple(front for block in page for front in block.fronts)
        for side, placements in duplex.sides(plan.double_sided, fronts, run.whole, common):
            yield run.sheet(side, placements, (index, len(plan.pages)))


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
    """A sheet of paper being printed: the blocks on it, and all else."""

    plan: SheetPlan
    page: Page
    common: SheetSettings

    @cached_property
    def whole(self) -> Box:
        """The box around all places for fronts."""
        return extent_of(self.page)

    @cached_property
    def parts(self) -> tuple[Pieces, ...]:
        """The components on the sheet."""
        names = {block.part.name for block in self.page}
        return tuple(part for part in self.plan.parts if part.name in names)

    def sheet(
        self, side: str, placements: tuple[Placement, ...], number_of: tuple[int, int]
    ) -> Sheet:
        """Return one side of a sheet of paper, finished.

        Raises OptionError where art lies off the sheet.
        """
        paper, printing = self.common.paper, self.common.printing
        backs = printing.for_backs if side == "back" else BackCorrection()
        by = backs.on(paper.width, paper.height)
        extent, art = (_extent(placements, bleed) for bleed in (0.0, printing.bleed))
        at_top = side == "back" and not duplex.turns_sideways(self.common)
        strip = strip_box(self.common.area, at_top=at_top)
        corrected = sheet.correction(paper, printing, side)
        trim, bleed, reach = (
            bounds(map((corrected @ by).apply, box.corners()))
            for box in (extent, art, art.union(strip))
        )
        self.common.see_on_paper(reach)
        lines = self._lines(side, placements, strip)
        words = self._words(side, number_of)
        marks, notes = self._marks(lines, placements, strip)
        below = foot(self.common.area, words, at_top=at_top)
        items = (*self._art(placements), *marks, below)
        if by != IDENTITY:  # nobody cuts along backs, and moved ones might reach into the marks
            items = sheet.moved(items, by)
        else:
            items += registration(paper, self.common.profile)
        return Sheet(
            self.plan.name,
            self._title(side, number_of),
            *number_of,
            side,
            paper,
            sheet.picture(paper, items, corrected, words[0]),
            tuple(p.moved(by) for p in placements),
            trim,
            bleed,
            self._kerfed(lines),
            (*lines.folds, *lines.gutter),
            sum(p.shape.area for p in placements if not p.back),
            notes,
        )

    def _art(self, placements: Sequence[Placement]) -> Iterator[scene.Item]:
        """Yield the pieces' drawings.

        Where pieces share edges, all bleeds lie below all pieces and end midway to their
        neighbours', so none covers its neighbour or its bleed.
        """
        bleed = self.common.printing.bleed
        if bleed and not self._are_apart:
            cut_to = clips([p.outlined for p in placements], bleed)
            for p, clip in zip(placements, cut_to, strict=True):
                drawing = scene.Group(self._drawn(p, bleed), p.transform)
                yield scene.Group((drawing,), clip=clip, name="bleed")
        own = bleed if self._are_apart else 0.0
        names: dict[str, int] = {}
        for p in placements:
            key = sheet.key_of(p.piece)
            names[key] = names.get(key, 0) + 1
            key = key if names[key] == 1 else f"{key}-copy{names[key]}"
            yield scene.Group(
                self._drawn(p, own),
                p.transform,
                id=f"{'back' if p.back else 'piece'}-{key}",
                name="piece",
            )

    @property
    def _are_apart(self) -> bool:
        """Whether pieces lie apart, with room for the bleed of each."""
        spacings = (layout.fitting_spacing(part, self.common.spacing) for part in self.parts)
        return all(spacing.gap >= 2 * spacing.bleed for spacing in spacings)

    def _drawn(self, p: Placement, bleed: float) -> tuple[scene.Item, ...]:
        """Return the drawing of the side of a piece that shows."""
        look, labels = self.common.theme, self.common.printing.labels
        return drawn(
            p.part, p.piece, Stance(look, p.part.size, p.orientation, bleed, labels, p.back)
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
            tuple(_folds(placements)),
            (duplex.fold_line(self.whole, self.common, strip),) if fold else (),
        )

    def _kerfed(self, lines: _Lines) -> tuple[scene.Outline, ...]:
        """Return the lines of cut files, which lie half a kerf outside the pieces.

        Raises OptionError where pieces share their edges.
        """
        kerf = self.common.printing.kerf
        if not kerf or not lines.pieces:
            return lines.cuts
        if any(layout.fitting_spacing(part, self.common.spacing).gap < kerf for part in self.parts):
            raise OptionError(
                f"{self.plan.title}: a kerf needs pieces that lie apart; ask for --packing separate"
            )
        return cut_lines(tuple(p._replace(shape=p.shape.grown(kerf / 2)) for p in lines.pieces))

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
        title = self.plan.title
        if not found.ticks:
            return (f"{title}: crop marks have no room outside the art; cut lines are drawn",)
        return (f"{title}: cut lines are drawn where crop marks have no room outside the art",)

    # ------------------------------------------------------------------------------- in words

    def _title(self, side: str, number_of: tuple[int, int]) -> str:
        """Return what a sheet is called: of several components with what is on it."""
        shown = f", {side}" if side in ("front", "back") else ""
        of = f"{first_upper(self.plan.title)} {number_of[0]}/{number_of[1]}{shown}"
        if len(self.plan.parts) == 1:
            return of
        return f"{of}: {', '.join(part.title for part in self.parts)}"

    def _words(self, side: str, number_of: tuple[int, int]) -> tuple[str, ...]:
        """Return what stands at the foot of a sheet, as ``verify`` reads it back."""
        shown = {"single": "", "both": " · front and back"}.get(side, f" · {side}")
        number_words = f"sheet {number_of[0]}/{number_of[1]}{shown}"
        first = f"{self.common.game} · {self.plan.title} · {number_words}"
        sizes = [f"{part.title} {number(part.size)} mm" for part in self.parts]
        at_full_size = "print at 100 %"
        if len(sizes) == 1:
            sizes, at_full_size = [], f"{at_full_size} · {sizes[0]}"
        if any(part.double_sided for part in self.parts):
            sizes.append(duplex.TURNING[self.common.printing.duplex])
        return (first, *sizes, at_full_size)


def _folds(placements: Sequence[Placement]) -> Iterator[scene.Outline]:
    """Yield the folds of pieces that have some."""
    for p in placements:
        if p.part.folds:
            turn = Transform() if p.orientation is Orientation.POINTY else Transform.rotation(90)
            yield scene.transformed(p.part.folds, p.transform @ turn)


def _extent(placements: Sequence[Placement], bleed: float) -> Box:
    """Return the box around the outlines of pieces, or around their art with so much bleed."""
    return reduce(Box.union, (p.outlined.box(bleed) for p in placements))
