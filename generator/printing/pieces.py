"""Sheets of pieces: tiles, discs or cards of one component or more with their cut, fold and crop marks.

And faces on their own, as printing on demand asks for.  Boards are :mod:`generator.printing.poster`'s.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import IDENTITY, Box, Transform, bounds, number
from engine.words import first_upper
from generator.printing import cutlines, duplex, layout, sheet
from generator.printing.cropmarks import Surroundings, crop_marks
from generator.printing.paper import Paper
from generator.printing.presets import Card, FacePicture
from generator.printing.rulers import foot, registration, strip_box
from generator.printing.sheet import Page, Placement, Sheet, SheetPlan, SheetSettings, extent_of

#: What the maker is told to do with a sheet of two sides.
TURNING = {
    "long": "flip on long edge",
    "short": "flip on short edge",
    "fold": "fold along the dashed line",
    "none": "fronts only",
}
#: The faces of pieces with backs, by ``--sides``.
_FACES = {"both": ("front", "back"), "fronts": ("front",), "backs": ("back",)}


def sheets(plan: SheetPlan, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the sheets of a component, or of several together, in the order they are printed.

    Raises OptionError where art lies off the sheet.
    """
    common = replace(common, paper=plan.paper)
    for index, page in enumerate(plan.pages, 1):
        leaf = _Leaf(plan, common, index, page, extent_of(page))
        for side, placements in leaf.sides():
            yield leaf.sheet(side, placements)


@dataclass(frozen=True)
class _Leaf:
    """A sheet of paper being printed, with the box around all places for fronts."""

    plan: SheetPlan
    common: SheetSettings
    index: int
    page: Page
    whole: Box

    @property
    def parts(self) -> list[Pieces]:
        """The components on it, in the kit's order."""
        names = {block.part.name for block in self.page}
        return [part for part in self.plan.parts if part.name in names]

    def sides(self) -> Iterator[tuple[str, tuple[Placement, ...]]]:
        """Yield each printed side and what lies on it."""
        printing = self.common.printing
        fronts = tuple(front for block in self.page for front in block.fronts)
        if not self.plan.double_sided or printing.duplex == "none":
            yield ("front" if self.plan.double_sided else "single"), fronts
        elif printing.duplex == "fold":
            yield "both", fronts + self._behind(fronts)
        else:
            if printing.sides != "backs":
                yield "front", fronts
            if printing.sides != "fronts":
                yield "back", self._behind(fronts)

    def _behind(self, fronts: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return the backs where they lie exactly behind their fronts when the paper is turned.

        Over the long edge (or a fold down the middle) x is mirrored; over the short edge (or a fold
        across) y is, and the backs stand on their heads.
        """
        width, height = self.common.paper.width, self.common.paper.height
        sideways = duplex.turns_sideways(self.common.printing, self.common.paper)
        if self.common.printing.duplex == "fold":
            sideways = self.whole.right <= width / 2
        return tuple(
            f._replace(x=width - f.x, back=True)
            if sideways
            else f._replace(y=height - f.y, back=True, half_turn=True)
            for f in fronts
        )

    def sheet(self, side: str, placements: tuple[Placement, ...]) -> Sheet:
        common, printing, paper = self.common, self.common.printing, self.common.paper
        is_back = side == "back"
        by, at_top = IDENTITY, False
        if is_back:
            by = duplex.of_backs(printing).on(paper.width, paper.height)
            at_top = not duplex.turns_sideways(printing, paper)
        strip = strip_box(common.area, at_top=at_top)
        corrected = duplex.of_page(paper, printing, side)
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
        gap = min(layout.fitting(part, printing).gap for part in self.parts)
        # Backs are cut with their fronts; folded and glued, a sheet is cut along its fronts.
        cut = [p for p in placements if not p.back]
        if printing.kerf and cut and gap < printing.kerf:
            raise OptionError(
                f"{self.plan.title}: a kerf needs pieces that lie apart; ask for --packing separate"
            )
        middle = (self._fold_line(strip),) if side == "both" else ()
        folds = () if is_back else (*_folds(placements), *middle)
        marks = list[scene.Item](cutlines.folds(folds))
        notes: tuple[str, ...] = ()
        if cut and printing.marks == "lines":
            marks += cutlines.cuts(cutlines.cut_lines(cut), printing)
        elif cut and printing.marks == "crop":
            page = common.printable(paper, common.reach)
            others = (strip, *map(scene.outline_box, middle))
            around = Surroundings(placements, printing.bleed, page, others)
            ticks, lines = crop_marks(cut, around)
            marks += cutlines.cuts(lines, printing)
            marks += cutlines.cuts(ticks, printing, "crop")
            if lines:
                note = "cut lines are drawn where crop marks have no room outside the art"
                notes = (f"{self.plan.title}: {note}",)
        words = self._words(side)
        items = (*self._art(placements, gap), *marks, foot(common.area, words, at_top=at_top))
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
            placements=tuple(p.moved(by) for p in placements),
            trim=trim,
            bleed=bleed,
            cuts=cutlines.cut_lines(cut, printing.kerf),
            folds=folds,
            cut_out=sum(p.shape.area for p in cut),
            notes=notes,
        )

    def _fold_line(self, strip: Box) -> scene.Outline:
        paper = self.common.paper
        page = self.common.printable(paper, 2.0)
        x, y = paper.width / 2, paper.height / 2
        if self.whole.right <= x:
            return scene.polyline(((x, page.top), (x, strip.top - 1)))
        return scene.polyline(((page.left, y), (page.right, y)))

    def _art(self, placements: Sequence[Placement], gap: float) -> Iterator[scene.Item]:
        """Yield the pieces' drawings.

        Where pieces share edges, all bleeds lie below all pieces and end midway to their
        neighbours', so none covers its neighbour or its bleed.
        """
        bleed = self.common.printing.bleed
        are_apart = gap >= 2 * bleed
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
        stance = Stance(look, p.part.size, p.orientation, bleed, labels, p.back)
        return _drawn(p.part, p.piece, stance)

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


def _drawn(part: Pieces, piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    """Return a piece's drawing; what is no hexagon turns as its outline and its folds do."""
    if stance.orientation is Orientation.POINTY or part.shape(part.size).kind == "hexagon":
        return part.draw(piece, stance)
    upright = part.draw(piece, stance._replace(orientation=Orientation.POINTY))
    return (_on_its_side(upright, stance),)


def _on_its_side(items: tuple[scene.Item, ...], stance: Stance) -> scene.Item:
    return scene.Group(items, Transform.rotation(-90.0 if stance.back else 90.0))


def on_card(part: Pieces, card: Card) -> Pieces:
    """Return a component with each piece in the middle of a white card, as for sleeves.

    What is too wide for it lies on its side.
    """
    rim, lies = Cutout("rectangle", card.width, card.height), not card.holds(part.shape(part.size))

    def draw(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        ground = rim.grown(stance.bleed).outline(Orientation.POINTY)
        art = part.draw(piece, stance._replace(bleed=0.0))
        return (scene.Path(ground, "#ffffff"), *((_on_its_side(art, stance),) if lies else art))

    return replace(
        part, shape=lambda _: rim, draw=draw, folds=(), shares_edges=True, turnable=False
    )


# ------------------------------------------------------------------------------ single faces


def faces(game: str, part: Pieces, common: SheetSettings, picture: FacePicture) -> Iterator[Sheet]:
    """Yield the faces of a component, each on a sheet of its own; pieces that look alike share one.

    Raises OptionError for pieces that the picture does not hold.
    """
    printing, way = common.printing, layout.ways(part, common.printing)[0]
    cut = part.shape(part.size).turned(way)
    width, height = (side + 2 * printing.bleed for side in cut[1:])
    if picture.pixels is not None:
        across, down = picture.pixels
        width, height = across / picture.dpi * 25.4, down / picture.dpi * 25.4
        share = min(width / cut.width, height / cut.height)
        if share < 1 - 1e-7:
            largest = math.floor(part.size * share * 10) / 10
            raise OptionError(
                f"{part.title}: {number(part.size)} mm is too large for {across} × {down} pixels at "
                f"{picture.dpi:g} dpi; the largest that fits is {number(largest)} mm"
            )
    paper = Paper(f"{number(width)}x{number(height)}mm", width, height)
    x, y = width / 2, height / 2
    stance = Stance(common.theme, part.size, way, printing.bleed, printing.labels)
    sides = _FACES[printing.sides] if part.double_sided else ("",)
    alike: dict[tuple[Any, ...], list[Piece]] = {}
    for piece in part.pieces:
        stances = (stance._replace(back=side == "back") for side in sides)
        alike.setdefault(tuple(_drawn(part, piece, one) for one in stances), []).append(piece)
    index, total = 0, len(alike) * len(sides)
    for drawings, same in alike.items():
        for side, items in zip(sides, drawings, strict=True):
            index += 1
            title = f"{common.game}: {same[0].title}" + f", {side}" * bool(side)
            lying = scene.Group(items, Transform.translation(x, y), name="piece")
            placements = tuple(Placement(p, x, y, side == "back", part, way) for p in same)
            yield Sheet(
                *(part.name, title, index, total, side or "single", paper),
                scene=sheet.picture(paper, (lying,), IDENTITY, title),
                placements=placements,
                trim=placements[0].box(),
                bleed=paper.inside(0.0),
                face=f"{game}-{part.name}-{sheet.key_of(same[0])}" + f"-{side}" * bool(side),
            )
