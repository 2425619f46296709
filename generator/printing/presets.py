"""Presets: what a shop, a label sheet or a machine needs, as settings of a kit under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.drawing import scene
from engine.drawing.parts import Cutout
from engine.errors import OptionError
from engine.geometry.plane import Point, number
from engine.resources import templates
from engine.settings import parse_toml, setting, table_of
from engine.words import meant
from generator import files
from generator.printing import template
from generator.printing.template import CUT_FORMATS, FORMATS

_SHAPES = ("hexagon", "rectangle", "disc")


@dataclass(frozen=True)
class FacePicture:
    """How single faces are written: the format, how finely, how large, and of which shape only."""

    format: str = setting("png", choices=FORMATS)
    dpi: float = setting(300.0, (10, 1200))
    #: The picture's width and height; None for the piece and its bleed.
    pixels: tuple[int, int] | None = setting(None, (1, 20_000))
    shape: str = setting("", choices=_SHAPES)


@dataclass(frozen=True)
class LabelGrid:
    """Labels in columns and rows: where the first lies, how far apart they are, how large.

    Every other row is shifted by ``shift``; with ``fill`` pieces are as large as the labels.
    """

    columns: int = setting(limits=(1, 100))
    rows: int = setting(limits=(1, 100))
    left: float = setting(limits=(0, 5000))
    top: float = setting(limits=(0, 5000))
    across: float = setting(limits=(0, 5000))
    down: float = setting(limits=(0, 5000))
    width: float = setting(limits=(0, 5000))
    height: float = setting(limits=(0, 5000))
    shape: str = setting("rectangle", choices=_SHAPES)
    shift: float = setting(0.0, (0, 5000))
    fill: bool = False

    @property
    def size(self) -> str:
        if self.shape == "disc":
            return f"{number(self.width)} mm across"
        return f"{number(self.width)} × {number(self.height)} mm"

    @property
    def middles(self) -> tuple[Point, ...]:
        return tuple(
            Point(
                self.left + column * self.across + row % 2 * self.shift + self.width / 2,
                self.top + row * self.down + self.height / 2,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )


@dataclass(frozen=True)
class Card:
    """A card in whose middle each piece lies, as for sleeves."""

    width: float = setting(63.0, (10, 500))
    height: float = setting(88.0, (10, 500))

    def holds(self, cut: Cutout) -> bool:
        """Tell whether a shape fits on the card as it stands."""
        return cut.width <= self.width and cut.height <= self.height


@dataclass(frozen=True)
class Profile:
    """A cutting machine's registration marks, and how far all else stays from them."""

    margin: float = setting(0.0, (0, 100))
    inset: float = setting(0.0, (0, 100))
    length: float = setting(0.0, (0, 100))
    square: float = setting(0.0, (0, 100))
    thickness: float = setting(0.5, (0.05, 5))
    #: 3: a square at the top left and brackets beside and below it; 4: brackets all round.
    corners: int = setting(3, (3, 4))
    clear: float = setting(0.0, (0, 50))

    @property
    def note(self) -> str:
        """What to type into the machine's program."""
        return (
            f"registration marks: in the cutter's program set length {number(self.length)} mm, "
            f"thickness {number(self.thickness)} mm, inset {number(self.inset)} mm on all sides"
        )


@dataclass(frozen=True)
class CutStyle:
    """The formats of cut files, and a pure colour for each thing to do; without one, no engraving."""

    formats: tuple[str, ...] = setting((), choices=CUT_FORMATS)
    cut: str = setting(scene.SPOT_COLOURS["CutContour"], colour=True)
    score: str = setting("#0000ff", colour=True)
    engrave: str = setting("", colour=True)


@dataclass(frozen=True)
class Preset:
    """A preset: what it is, whether its measures were confirmed and where, and what it asks for."""

    name: str = ""
    title: str = ""
    confirmed: bool = False
    source: str = ""
    #: Print settings by the names of :class:`~generator.printing.template.PrintSettings`.
    printing: Mapping[str, Any] = field(default_factory=dict)
    picture: FacePicture | None = None
    labels: LabelGrid | None = None
    card: Card | None = None
    marks: Profile = Profile(corners=0)  # none
    cut: CutStyle | None = None


#: A preset's tables beside [print], and what each is read into.
TABLES: dict[str, tuple[str, type]] = {
    "per-piece": ("picture", FacePicture),
    "labels": ("labels", LabelGrid),
    "card": ("card", Card),
    "marks": ("marks", Profile),
    "cut": ("cut", CutStyle),
}


def load(name: str) -> Preset:
    """Return a preset by its name, or from a file that ends in ``.toml``; of none, an empty one.

    Raises OptionError saying what is wrong and where, OSError if a file cannot be read.
    """
    if not name:
        return Preset()
    if name.endswith(".toml"):
        title, table = Path(name).stem, parse_toml(files.read_text(name), name)
    else:
        title, table = name, parse_toml(file_of(name).read_text("utf-8"), f"preset {name}")
    about = table.text("title", name), table.flag("confirmed"), table.text("source")
    printing = template.printing_values(table.table("print"))
    own: dict[str, Any] = {
        name: table_of(table.table(key), kind)
        for key, (name, kind) in TABLES.items()
        if key in table
    }
    table.see_names(("title", "confirmed", "source", "print", *TABLES))
    if "picture" in own and own.keys() & {"labels", "marks", "cut"}:
        raise OptionError(
            f"{table.where}: [per-piece] makes no sheets, which [labels], [marks] and [cut] are for"
        )
    return Preset(title, *about, printing, **own)


# ----------------------------------------------------------------------------------- shipped


@cache
def names() -> tuple[str, ...]:
    """Return the names of the presets."""
    return tuple(sorted(file.stem for file in (templates() / "presets").glob("*.toml")))


def file_of(name: str) -> Path:
    """Return the file of a preset by its name.

    Raises OptionError for an unknown name.
    """
    if name not in names():
        known = f"the presets are {', '.join(names())}, or give a .toml file"
        raise OptionError(f"no preset '{name}'; {meant(name, names()) or known}")
    return templates() / "presets" / f"{name}.toml"
