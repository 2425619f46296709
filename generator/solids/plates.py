"""A game's pieces as solids, placed on the plates of a 3D printer, a 3MF file each.

Pieces with two faces become two halves with level undersides, to be glued back to back.  What is no
piece to be told by touch is left out and said, or refused where it was asked for by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import engine
from engine.drawing.parts import Part, Pieces, Request, chosen
from engine.drawing.theme import SLOTS, load
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Point, number
from engine.words import count, out_of_range
from generator import files
from generator.printing import kit, paper
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.solids.sides import Look

#: Millimetres between pieces, and free at the edge of a plate.
GAP, MARGIN = 3.0, 5.0

#: How thick pieces may be, without their reliefs.
THICKNESS = (1.0, 20.0)

#: Reliefs are made from drawings in this theme: no two of its colours are the same.
DRAWN_IN = "classic"

#: Where parts ask for a page, it is large enough to shorten nothing.
_PAGE = (1000.0, 1000.0)


class Written(NamedTuple):
    """A file that was written, or None, and what the maker should know, if anything."""

    path: Path | None
    note: str = ""


@dataclass(frozen=True)
class Plates:
    """What is asked of all solids: their thickness, the plate, and the folder for the files."""

    thickness: float
    plate_size: str
    folder: Path

    @cached_property
    def plate(self) -> paper.Paper:
        """The plate.

        Raises OptionError for one that is not.
        """
        return paper.find(self.plate_size, "plate")

    def written(
        self, template: Template, printing: PrintSettings, only: tuple[str, ...]
    ) -> list[Written]:
        """Write the files of a game's pieces, and return them with their notes.

        Raises NothingSuitsError for components asked for that are no solids, OptionError for
        settings that are wrong, a piece larger than the plate, and where shapely is missing;
        OSError where a file cannot be written.
        """
        if not THICKNESS[0] <= self.thickness <= THICKNESS[1]:
            raise OptionError(out_of_range("thickness", self.thickness, *THICKNESS))
        if find_spec("shapely") is None:
            raise OptionError("3MF needs shapely; install it with: pip install shapely")
        from generator.solids import sides

        drawn = load(DRAWN_IN)
        request = Request(drawn, template.settings(), _PAGE, printing.size)
        game = engine.game(template.game)
        found: dict[str, tuple[Look, ...]] = {}

        def why_not(part: Part) -> str:
            found[part.name], why = sides.felt(part, drawn)
            return why and f"no solids, because {why}"

        parts = chosen(game.parts(request), only, game.name)
        kept, notes = kit.suitable(game.title, parts, only, why_not)
        made = [(part, self.sites(part)) for part in kept if isinstance(part, Pieces)]
        return [
            *(Written(None, note) for note in notes),
            *(
                one
                for part, sites in made
                for one in self._plates(
                    part, found[part.name], sites, f"{game.name}-{part.name}", printing
                )
            ),
        ]

    def sites(self, part: Pieces) -> list[Point]:
        """Return where the middles of pieces lie on a plate, from the front left.

        Raises OptionError where not even one fits.
        """
        shape = part.shape(part.size).turned(Orientation.POINTY)
        columns = int((self.plate.width - 2 * MARGIN + GAP) // (shape.width + GAP))
        rows = int((self.plate.height - 2 * MARGIN + GAP) // (shape.height + GAP))
        if not columns or not rows:
            raise OptionError(
                f"{part.title}: {number(part.size)} mm is too large for a plate of {self.plate.size}"
            )
        first = Point(MARGIN + shape.width / 2, MARGIN + shape.height / 2)
        return [
            first.moved(column * (shape.width + GAP), row * (shape.height + GAP))
            for row in range(rows)
            for column in range(columns)
        ]

    def _plates(
        self,
        part: Pieces,
        looks: tuple[Look, ...],
        sites: list[Point],
        stem: str,
        printing: PrintSettings,
    ) -> Iterator[Written]:
        """Write a component's files: its pieces in rows, as many as a plate takes."""
        from generator.solids import mesh, threemf

        solids: list[threemf.Solid] = []
        every: list[int] = []  # the solids that are printed, in order
        for look in looks:
            first = len(solids)
            thickness = self.thickness / len(look.reliefs)
            for relief, side in zip(look.reliefs, ("front", "back"), strict=False):
                name = look.title if len(look.reliefs) == 1 else f"{look.title}, {side}"
                turned = look.mirrored and side == "back"
                surface = (
                    mesh.mirrored(solids[-1].mesh) if turned else mesh.solid(relief, thickness)
                )
                solids.append(threemf.Solid(name, surface))
            for _ in range(look.copies * printing.copies):
                every += range(first, len(solids))
        title, theme = f"{part.title} of {number(part.size)} mm", load(printing.theme)
        runs = [every[k : k + len(sites)] for k in range(0, len(every), len(sites))]
        for k, run in enumerate(runs, 1):
            used = list(dict.fromkeys(run))
            parts = [solids[one] for one in used]
            placed = [
                threemf.Placed(used.index(one), *at) for one, at in zip(run, sites, strict=False)
            ]
            # The theme's slots in their order, then all other colours.
            named = {triangle[3] for one in parts for triangle in one.mesh.triangles}
            slots = {name: theme.slot(name).fill for name in SLOTS if name in named}
            colours = slots | {name: name for name in sorted(named - slots.keys())}
            path = self.folder / f"{stem}-plate-{k:02}.3mf"
            files.write(path, threemf.write(title, parts, placed, colours))
            yield Written(path)
        pieces = count(sum(look.copies for look in looks) * printing.copies, "piece")
        halves = ", each in two halves to glue back to back" if part.double_sided else ""
        yield Written(
            None, f"{title}: {pieces}{halves}, {count(len(runs), 'plate')} of {self.plate.size}"
        )
