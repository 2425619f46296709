"""What every sheet of a kit has in common: the paper, its margins, the theme and the settings.

It knows paper and settings, and nothing of a kit's parts.  Lengths are millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.drawing import theme
from engine.errors import OptionError
from engine.geometry.plane import Box, number
from generator.printing import cropmarks
from generator.printing.layout import Spacing
from generator.printing.paper import UNMARKED, Paper, Profile, find, printer_margin
from generator.printing.template import PrintSettings

if TYPE_CHECKING:
    from generator.printing.labelsheets import LabelGrid
    from generator.printing.presets import Preset


@dataclass(frozen=True)
class SheetSettings:
    """What every sheet of a kit has in common; ``game`` is the game's title."""

    game: str
    paper: Paper
    profile: Profile
    theme: theme.Theme
    printing: PrintSettings
    #: Where pieces go on sheets that are cut already.
    labels: LabelGrid | None = None
    #: The card in whose middle each piece lies.
    card: tuple[float, float] | None = None

    @property
    def margin(self) -> float:
        """The margin: the profile's counts where it is the wider."""
        return max(self.printing.margin, self.profile.margin)

    @property
    def spacing(self) -> Spacing:
        """How far apart pieces are to lie: crop marks stand between those that share no edge."""
        printing = self.printing
        between = 2 * printing.bleed + cropmarks.GAP if printing.marks == "crop" else 0.0
        return Spacing(printing.packing, printing.gap, printing.bleed, between)

    @property
    def area(self) -> Box:
        """The printable area, smaller where the print-scale correction makes the art larger."""
        return self.printable(self.paper)

    @property
    def page(self) -> Box:
        """What crop marks may reach: within the margin, as far as most printers print."""
        return self.printable(self.paper, self.reach)

    @property
    def beside_marks(self) -> Box:
        """The printable area with room for crop marks around it."""
        return self.printable(self.paper, max(self.margin, self.reach + cropmarks.ROOM))

    @property
    def reach(self) -> float:
        """How near to the paper's edge crop marks may come."""
        return max(1.0, min(self.margin, printer_margin()))

    def printable(self, paper: Paper, margin: float | None = None) -> Box:
        """Return the area of a sheet as it lies, which print-scale correction keeps printable.

        A cutting machine's marks have the ends of the sheet to themselves.
        """
        x, y = paper.width / 2, paper.height / 2
        inset = self.margin if margin is None else margin
        ends = max(inset, self.profile.inset + self.profile.clear)
        edges = (inset, ends) if paper.width <= paper.height else (ends, inset)
        across, down = (
            (room - edge) * min(1.0, share / 100)
            for room, edge, share in zip((x, y), edges, self.printing.print_scale, strict=True)
        )
        return Box(x - across, y - down, x + across, y + down)

    def see_on_paper(self, art: Box) -> None:
        """Refuse art that the printer's corrections have pushed off the sheet.

        Raises OptionError.
        """
        if not self.paper.inside(0.0).holds(art):
            raise OptionError(
                f"the printer's corrections push the art off {self.paper.name} "
                f"({self.paper.size}); a wider --margin leaves room for it"
            )


def _preset(printing: PrintSettings) -> Preset | None:
    """Return the preset the settings come from."""
    if not printing.preset:
        return None
    from generator.printing import presets

    return presets.load(printing.preset)


def _on_labels(grid: LabelGrid | None, paper: Paper, printing: PrintSettings) -> LabelGrid | None:
    """Return the labels of a preset.

    Raises OptionError where they do not lie on the paper, or the paper is to be folded.
    """
    if grid is None:
        return None
    last = grid.middles[-1]
    right, bottom = last.x + grid.width / 2, last.y + grid.height / 2
    if right > paper.width or bottom > paper.height:
        raise OptionError(
            f"the labels of {printing.preset} reach {number(right)} × {number(bottom)} mm, "
            f"beyond {paper.name} ({paper.size})"
        )
    if printing.duplex == "fold":
        raise OptionError(f"labels cannot be folded; {printing.preset} goes without --duplex fold")
    return grid


def set_up(game: str, printing: PrintSettings) -> SheetSettings:
    """Return what all sheets of a game's kit have in common.

    Raises OptionError for settings that are wrong.
    """
    paper = find(printing.paper)
    asked = _preset(printing)
    marks = asked.marks if asked and asked.marks else UNMARKED
    grid = _on_labels(asked.labels if asked else None, paper, printing)
    card = asked.card if asked else None
    common = SheetSettings(game, paper, marks, theme.load(printing.theme), printing, grid, card)
    if common.area.width < 20 or common.area.height < 20:
        most = number(min(paper.width, paper.height) / 2 - 10)
        raise OptionError(
            f"a margin of {number(printing.margin)} mm leaves nothing of {paper.name} "
            f"({paper.size}); the most is {most} mm"
        )
    return common
