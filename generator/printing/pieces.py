"""Sheets of pieces: tiles, discs or cards of one component or more with their cut, fold and crop marks.

It knows how pieces are drawn, where a layout puts them, and where backs lie behind their fronts.  Boards
are :mod:`generator.printing.poster`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import IDENTITY, Box, Transform, bounds, number
from engine.words import first_upper
from generator.printing import backcorrection, cutlines, sheet
from generator.printing.backcorrection import BackCorrection
from generator.printing.cropmarks import Surroundings, crop_marks
from generator.printing.cutlines import cut_lines
from generator.printing.presets import Card
from generator.printing.rulers import foot, registration, strip_box
from generator.printing.sheet import Placement, Sheet, SheetPlan, SheetSettings, extent_of

#: What the maker is told to do with a sheet of two sides.
TURNING = {
    "long": "flip on long edge",
    "short": "flip on short edge",
    "fold": "fold along the dashed line",
    "none": "fronts only",
}


def sheets(plan: SheetPlan, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the sheets of a component, or of several together, in the order they are printed.

    Raises OptionError where art lies off the sheet.
    """
    common = replace(common, paper=plan.paper)
    for index, page in enumerate(plan.pages, 1):
        names = {block.part.name for block in page}
        parts = tuple(part for part in plan.parts if part.name in names)
        gap = min(common.spacing.of(part).gap for part in parts)
        run = _Run(plan, parts, common, index, extent_of(page), gap)
        fronts = tuple(front for block in page for front in block.fronts)
        for side, placements in _sides(plan.double_sided, fronts, run.whole, common):
            yield run.sheet(side, placements)


def drawn(part: Pieces, piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    """Return a piece's drawing; what is no hexagon turns as its outline and its folds do."""
    if stance.orientation is Orientation.POINTY or part.shape(part.size).kind == "hexagon":
        return part.draw(piece, stance)
    upright = part.draw(piece, stance._replace(orientation=Orientation.POINTY))
    return (scene.Group(upright, Transform.rotation(-90.0 if stance.back else 90.0)),)


def on_card(part: Pieces, card: Card) -> Pieces:
    """Return a component with each piece in the middle of a white card, as for sleeves.

    What is too wide for it lies on its side.
    """
    rim, lies = Cutout("rectangle", card.width, card.height), not card.holds(part.shape(part.size))

    def draw(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        ground = rim.grown(stance.bleed).outline(Orientation.POINTY)
        art = part.draw(piece, stance._replace(bleed=0.0))
        turned = scene.Group(art, Transform.rotation(-90.0 if stance.back else 90.0))
        return (scene.Path(ground, "#ffffff"), *((turned,) if lies else art))

    return replace(
        part, shape=lambda _: rim, draw=draw, folds=(), shares_edges=True, turnable=False
    )


@dataclass(frozen=True)
class _Run:
    """A sheet of paper being printed: the components on it, in the kit's order, and all else."""

    plan: SheetPlan
    parts: tuple[Pieces, ...]
    common: SheetSettings
    index: int
    #: The box around all places for fronts.
    whole: Box
    #: How far pieces lie apart at the least.
    gap: float

    def sheet(self, side: str, placements: tuple[Placement, ...]) -> Sheet:
        common, printing, paper = self.common, self.common.printing, self.common.paper
        is_back = side == "back"
        backs = backcorrection.of_backs(printing) if is_back else BackCorrection()
        by = backs.on(paper.width, paper.height)
        at_top = is_back and not backcorrection.turns_sideways(printing, paper)
        strip = strip_box(common.area, at_top=at_top)
        corrected = backcorrection.of_page(paper, printing, side)
        extent, art = (
            reduce(Box.union, (p.box(bleed) for p in placements)) for bleed in (0.0, printing.bleed)
        )
        trim, bleed, reach = (
            bounds(map((corrected @ by).apply, box.corners()))
            for box in (extent, art, art.union(strip))
        )
        if not paper.inside(0.0).holds(reach):
            raise OptionError(
                f"the printer's corrections push the art off {paper.name} ({paper.size}); "
                "a wider --margin leaves room for it"
            )
        # Backs are cut with their fronts; folded and glued, a sheet is cut along its fronts.
        cut = [p for p in placements if not p.back]
        folds = () if is_back else tuple(_folds(placements))
        if side == "both":
            folds += (_fold_line(self.whole, common, strip),)
        if printing.kerf and cut and self.gap < printing.kerf:
            raise OptionError(
                f"{self.plan.title}: a kerf needs pieces that lie apart; ask for --packing separate"
            )
        marks = list[scene.Item](cutlines.folds(folds))
        notes: tuple[str, ...] = ()
        if cut and printing.marks == "lines":
            marks += cutlines.cuts(cut_lines(cut), printing)
        elif cut and printing.marks == "crop":
            others = (strip, *map(scene.outline_box, folds[-1:] if side == "both" else ()))
            page = common.printable(paper, common.reach)
            around = Surroundings(placements, printing.bleed, page, others)
            ticks, lines = crop_marks(cut, around)
            marks += cutlines.cuts(lines, printing)
            marks += cutlines.cuts(ticks, printing, "crop")
            if lines:
                note = "cut lines are drawn where crop marks have no room outside the art"
                notes = (f"{self.plan.title}: {note}",)
        words = self._words(side)
        items = (*self._art(placements), *marks, foot(common.area, words, at_top=at_top))
        if by != IDENTITY:  # nobody cuts along backs, and moved ones might reach into the marks
            items = sheet.moved(items, by)
        else:
            items = (*items, *registration(paper, common.preset.marks))
        side_words = f", {side}" if side in ("front", "back") else ""
        title = f"{first_upper(self.plan.title)} {self.index}/{len(self.plan.pages)}{side_words}"
        if len(self.plan.parts) > 1:
            title += f": {', '.join(part.title for part in self.parts)}"
        return Sheet(
            *(self.plan.name, title, self.index, len(self.plan.pages), side, paper),
            scene=sheet.picture(paper, items, corrected, words[0]),
            placements=tuple(_moved(p, by) for p in placements),
            trim=trim,
            bleed=bleed,
            cuts=cut_lines(cut, printing.kerf),
            folds=folds,
            cut_out=sum(p.shape.area for p in placements if not p.back),
            notes=notes,
        )

    def _art(self, placements: Sequence[Placement]) -> Iterator[scene.Item]:
        """Yield the pieces' drawings.

        Where pieces share edges, all bleeds lie below all pieces and end midway to their
        neighbours', so none covers its neighbour or its bleed.
        """
        bleed = self.common.printing.bleed
        are_apart = self.gap >= 2 * bleed
        if bleed and not are_apart:
            cut_to = cutlines.clips(placements, bleed)
            for p, clip in zip(placements, cut_to, strict=True):
                drawing = scene.Group(self._drawn(p, bleed), p.transform)
                yield scene.Group((drawing,), clip=clip, name="bleed")
        names = Counter[str]()
        for p in placements:
            key = sheet.key_of(p.piece)
            names[key] += 1
            copy = f"-copy{names[key]}" if names[key] > 1 else ""
            yield scene.Group(
                self._drawn(p, bleed if are_apart else 0.0),
                p.transform,
                id=f"{'back' if p.back else 'piece'}-{key}{copy}",
                name="piece",
            )

    def _drawn(self, p: Placement, bleed: float) -> tuple[scene.Item, ...]:
        look, labels = self.common.theme, self.common.printing.labels
        return drawn(
            p.part, p.piece, Stance(look, p.part.size, p.orientation, bleed, labels, p.back)
        )

    def _words(self, side: str) -> tuple[str, ...]:
        """Return what stands at the foot of a sheet, as ``verify`` reads it back."""
        sides = {"single": "", "both": " · front and back"}.get(side, f" · {side}")
        of = f"sheet {self.index}/{len(self.plan.pages)}{sides}"
        first = f"{self.common.game} · {self.plan.title} · {of}"
        sizes = [f"{part.title} {number(part.size)} mm" for part in self.parts]
        at_full_size = "print at 100 %"
        if len(sizes) == 1:
            sizes, at_full_size = [], f"{at_full_size} · {sizes[0]}"
        if any(part.double_sided for part in self.parts):
            sizes.append(TURNING[self.common.printing.duplex])
        return (first, *sizes, at_full_size)


def _folds(placements: Sequence[Placement]) -> Iterator[scene.Outline]:
    for p in placements:
        if p.part.folds:
            turn = IDENTITY if p.orientation is Orientation.POINTY else Transform.rotation(90)
            yield scene.transformed(p.part.folds, p.transform @ turn)


def _moved(p: Placement, by: Transform) -> Placement:
    x, y = by.apply((p.x, p.y))
    return p._replace(x=x, y=y)


# ---------------------------------------------------------------------------------- both sides


def _sides(
    double_sided: bool, fronts: tuple[Placement, ...], whole: Box, common: SheetSettings
) -> Iterator[tuple[str, tuple[Placement, ...]]]:
    """Yield (side, placements) of one sheet of paper as the settings want them.

    ``whole`` is the box around all fronts.
    """
    printing = common.printing
    if not double_sided or printing.duplex == "none":
        yield ("front" if double_sided else "single"), fronts
    elif printing.duplex == "fold":
        yield "both", fronts + _turned_over(fronts, whole, common)
    else:
        if printing.sides != "backs":
            yield "front", fronts
        if printing.sides != "fronts":
            yield "back", _turned_over(fronts, whole, common)


def _turned_over(
    fronts: tuple[Placement, ...], whole: Box, common: SheetSettings
) -> tuple[Placement, ...]:
    """Return the backs where they lie exactly behind their fronts when the paper is turned.

    Over the long edge (or a fold down the middle) x is mirrored; over the short edge (or a fold
    across) y is, and the backs stand on their heads.  A printer's errors are not yet corrected.
    """
    width, height = common.paper.width, common.paper.height
    sideways = backcorrection.turns_sideways(common.printing, common.paper)
    if common.printing.duplex == "fold":
        sideways = whole.right <= width / 2
    return tuple(
        f._replace(x=width - f.x, back=True)
        if sideways
        else f._replace(y=height - f.y, back=True, half_turn=True)
        for f in fronts
    )


def _fold_line(whole: Box, common: SheetSettings, strip: Box) -> scene.Outline:
    """Return the line of a gutterfold beside all fronts, which stops short of the strip of rulers."""
    page = common.printable(common.paper, 2.0)
    x, y = common.paper.width / 2, common.paper.height / 2
    if whole.right <= x:
        return scene.polyline(((x, page.top), (x, strip.top - 1)))
    return scene.polyline(((page.left, y), (page.right, y)))
