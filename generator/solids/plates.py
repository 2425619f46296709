"""A game's pieces as solids, placed on the plates of a 3D printer, a 3MF file each.

A relief is made from a piece's drawing in one theme, whose colours are all different; what the maker
chose gives the materials their colours.  Pieces with two faces become two halves with level undersides,
to be glued back to back.  What is no piece to be told by touch is left out with a note, or refused
where it was asked for by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import shapely

from engine.drawing import scene
from engine.drawing.parts import Cutout, Part, Piece, Pieces, Stance, title_of
from engine.drawing.theme import SLOTS, Theme, load
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Point, number
from engine.words import count, out_of_range
from generator import files
from generator.printing import kit, layout, paper
from generator.printing.kit import Picked
from generator.printing.sheet import SheetSettings
from generator.printing.template import PrintSettings, Template
from generator.solids import mesh
from generator.solids.relief import SMALLEST_LETTER, Relief, carved, visible

#: Millimetres between pieces, and free at the edge of a plate.
GAP, MARGIN = 3.0, 5.0
#: How thick pieces may be, without their reliefs.
THICKNESS = (1.0, 20.0)
#: Reliefs are made from drawings in this theme: no two of its colours are the same.
DRAWN_IN = "classic"


class Look(NamedTuple):
    """Pieces that look alike: what one is called, how many there are, and its sides, front first."""

    title: str
    copies: int
    reliefs: tuple[Relief, ...]


@dataclass(frozen=True)
class Plates:
    """What is asked of all solids: thickness, the plate, the folder for files, and single pieces."""

    thickness: float
    plate_size: str
    folder: Path
    picked: Picked = ()

    def written(
        self, template: Template, printing: PrintSettings, only: tuple[str, ...]
    ) -> tuple[list[Path], list[str]]:
        """Write the files of a game's pieces, and return them and notes for the maker.

        Raises NothingSuitsError for components asked for that are no solids, OptionError for
        settings that are wrong and a piece larger than the plate, OSError where a file cannot be
        written.
        """
        if not THICKNESS[0] <= self.thickness <= THICKNESS[1]:
            raise OptionError(out_of_range("thickness", self.thickness, *THICKNESS))
        drawn, theme = load(DRAWN_IN), load(printing.theme)
        settings = PrintSettings(theme=DRAWN_IN, tile_size=printing.tile_size)

        def why_not(_: SheetSettings, part: Part) -> str:
            why = no_solid(part, drawn)
            return why and f"no solids, because {why}"

        _, kept, notes = kit.chosen_parts(template, settings, only, self.picked, why_not)
        made = [part.times(printing.copies) for part in kept if isinstance(part, Pieces)]
        sites = [self._sites(part) for part in made]  # refused before a file is written
        paths: list[Path] = []
        for part, places in zip(made, sites, strict=True):
            stem = f"{template.game}-{part.name}" + "-pieces" * bool(self.picked)
            own = [*self._plates(part, looks(part, drawn), places, stem, theme)]
            halves = ", each in two halves to glue back to back" if part.double_sided else ""
            size = paper.find(self.plate_size, "plate").size
            notes.append(
                f"{_title(part)}: {count(len(part.pieces), 'piece')}{halves}, "
                f"{count(len(own), 'plate')} of {size}"
            )
            paths += own
        return paths, notes

    def _sites(self, part: Pieces) -> list[Point]:
        """Return where the middles of pieces lie on a plate, from the front left."""
        plate = paper.find(self.plate_size, "plate")
        shape, room = part.shape(part.size), plate.inside(MARGIN)
        box = Cutout("rectangle", shape.width, shape.height)
        apart = PrintSettings(gap=GAP)
        places = layout.packed(box, Orientation.POINTY, apart, (room.width, room.height))
        if not places.sites:
            size = number(part.size)
            words = f"{part.title}: {size} mm is too large for a plate of {plate.size}"
            raise OptionError(words)
        return [site.moved(MARGIN, MARGIN) for site in places.sites]

    def _plates(
        self,
        part: Pieces,
        looks: tuple[Look, ...],
        sites: list[Point],
        stem: str,
        theme: Theme,
    ) -> Iterator[Path]:
        """Write a component's files: its pieces in rows, as many as a plate takes."""
        solids: list[mesh.Solid] = []
        every: list[int] = []  # the solids that are printed, in order
        for look in looks:
            first = len(solids)
            thickness = self.thickness / len(look.reliefs)
            for relief, side in zip(look.reliefs, ("front", "back"), strict=False):
                name = look.title if len(look.reliefs) == 1 else f"{look.title}, {side}"
                solids.append(mesh.Solid(name, mesh.solid(relief, thickness)))
            for _ in range(look.copies):
                every += range(first, len(solids))
        runs = [every[k : k + len(sites)] for k in range(0, len(every), len(sites))]
        for k, run in enumerate(runs, 1):
            used = list(dict.fromkeys(run))
            parts = [solids[one] for one in used]
            placed = [
                mesh.Placed(used.index(one), *at) for one, at in zip(run, sites, strict=False)
            ]
            # The theme's slots in their order, then all other colours.
            named = {triangle[3] for one in parts for triangle in one.mesh.triangles}
            slots = {name: theme.slot(name).fill for name in SLOTS if name in named}
            colours = slots | {name: name for name in sorted(named - slots.keys())}
            path = self.folder / f"{stem}-plate-{k:02}.3mf"
            files.write(path, mesh.write(_title(part), parts, placed, colours))
            yield path


def _title(part: Pieces) -> str:
    return f"{part.title} of {number(part.size)} mm"


def no_solid(part: Part, theme: Theme) -> str:
    """Return why a part is nothing to be told by touch, "" where it is."""
    if not isinstance(part, Pieces):
        return "it is a board, no piece"
    if part.folds:
        return "they are to be folded"
    stance = Stance(theme, part.size)
    drawings = (part.draw(alike[0], stance) for alike in part.looks(stance))
    texts = (one for items in drawings for one in scene.walk(items) if isinstance(one, scene.Text))
    # Numbers and letters may be left out; words may not.
    if any(text.size < SMALLEST_LETTER and len(text.text) > 3 for text in texts):
        return "its words are too small to be felt"
    return ""


def looks(part: Pieces, theme: Theme) -> tuple[Look, ...]:
    """Return a component's looks, in the order of their first pieces."""
    return tuple(_look(part, alike, theme) for alike in part.looks(Stance(theme, part.size)))


def _look(part: Pieces, alike: tuple[Piece, ...], theme: Theme) -> Look:
    shape, stance = part.shape(part.size), Stance(theme, part.size)
    outline = shapely.Polygon(shape.corners(Orientation.POINTY))
    if shape.kind == "disc":  # with corners where it is widest and highest
        outline = shapely.Point(0, 0).buffer(shape.width / 2, quad_segs=24)
    stances = (stance, stance._replace(back=True))[: 1 + part.double_sided]
    drawings = (part.draw(alike[0], one) for one in stances)
    reliefs = tuple(carved(visible(drawing), outline, theme) for drawing in drawings)
    return Look(title_of(alike), len(alike), reliefs)
