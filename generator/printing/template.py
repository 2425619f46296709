"""What a kit is to be: the template's settings, over which the command line's are laid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import engine
from engine.errors import OptionError
from engine.resources import templates
from engine.settings import Settings, parse_toml
from engine.words import out_of_range
from generator import files
from generator.printing import layout
from generator.printing.backcorrection import BackCorrection

MARKS = ("lines", "crop", "none")
DUPLEX = ("long", "short", "fold", "none")
SHEETS = ("combined", "separate")
SIDES = ("both", "fronts", "backs")
FORMATS = ("pdf", "svg", "png")
CUT_FORMATS = ("svg", "dxf")
COLORS = ("rgb", "cmyk")
PDFX = ("4", "1a")


@dataclass(frozen=True)
class PrintSettings:
    """Everything that may be asked of a kit's sheets; lengths are millimetres."""

    paper: str = "a4"
    theme: str = "classic"
    tile_size: float | None = None
    #: Whether tiles take the size, within the template's limits, that fills whole sheets.
    fill: bool = False
    margin: float = 5.0
    bleed: float = 0.0
    gap: float = 0.0
    packing: str = "honeycomb"
    #: Whether components share sheets where that saves paper.
    sheets: str = "combined"
    orientation: str = "auto"
    marks: str = "lines"
    spot: bool = False
    #: Of cut lines and crop marks, where the maker wants other than dark lines with a light halo.
    cut_color: str = ""
    cut_width: float | None = None
    duplex: str = "long"
    sides: str = "both"
    back_shift: tuple[float, float] = (0.0, 0.0)
    #: What 100 mm of a back measure where those of its front do, in percent, across and down.
    back_scale: tuple[float, float] = (100.0, 100.0)
    #: How far backs are turned clockwise, in degrees.
    back_turn: float = 0.0
    #: What 100 mm measure on paper, in percent, across and down; the sheets correct for it.
    print_scale: tuple[float, float] = (100.0, 100.0)
    #: How far the printer moves a page, in millimetres; the sheets are moved back by as much.
    page_shift: tuple[float, float] = (0.0, 0.0)
    #: How wide a machine cuts: lines of cut files lie half as much outside the pieces.
    kerf: float = 0.0
    poster_overlap: float = 10.0
    labels: bool = False
    copies: int = 1
    #: Ink for a press, PDF/X of which standard ("" for 4), and another profile than coated paper's.
    color: str = "rgb"
    pdfx: str = ""
    icc: str = ""
    #: The preset these settings come from; its labels, marks and colours of cut lines count.
    preset: str = ""

    @property
    def for_backs(self) -> BackCorrection:
        """What is asked of backs alone."""
        return BackCorrection(self.back_shift, self.back_scale, self.back_turn)

    @property
    def prints_backs(self) -> bool:
        """Whether sheets have another side that is printed."""
        return self.duplex in ("long", "short") and self.sides != "fronts"

    def with_options(self, options: Mapping[str, Any]) -> PrintSettings:
        """Return the settings with those of ``options`` that are not None.

        A ``tile_size`` may be ``fill``.  Raises OptionError for a value that is out of range.
        """
        given = {key: value for key, value in options.items() if value is not None}
        if given.get("tile_size") == "fill":
            given |= {"tile_size": None, "fill": True}
        elif "tile_size" in given:
            given["fill"] = False
        return check(replace(self, **given))


#: Limits of the numbers among the settings.
LIMITS = {
    "tile_size": (5.0, 1000.0),
    "margin": (0.0, 100.0),
    "bleed": (0.0, 20.0),
    "gap": (0.0, 100.0),
    "cut_width": (0.05, 1.0),
    "back_shift": (-20.0, 20.0),
    "back_scale": (90.0, 110.0),
    "back_turn": (-10.0, 10.0),
    "print_scale": (80.0, 120.0),
    "page_shift": (-20.0, 20.0),
    "kerf": (0.0, 2.0),
    "poster_overlap": (0.0, 50.0),
    "copies": (1, 100),
}

CHOICES = {
    "packing": layout.PACKINGS,
    "sheets": SHEETS,
    "orientation": layout.ORIENTATIONS,
    "marks": MARKS,
    "duplex": DUPLEX,
    "sides": SIDES,
    "color": COLORS,
}


def check(settings: PrintSettings) -> PrintSettings:
    """Return the settings if they are in range.

    Raises OptionError naming the setting, its value and its limits.
    """
    for name, (low, high) in LIMITS.items():
        value = getattr(settings, name)
        values = value if isinstance(value, tuple) else (value,)
        for v in values:
            if v is not None and not low <= v <= high:
                raise OptionError(out_of_range(name.replace("_", "-"), v, low, high))
    for name, known in CHOICES.items():
        if getattr(settings, name) not in known:
            raise OptionError(
                f"no {name} '{getattr(settings, name)}'; it can be {', '.join(known)}"
            )
    if settings.pdfx and settings.pdfx not in PDFX:
        raise OptionError(f"no pdfx '{settings.pdfx}'; it can be {', '.join(PDFX)}")
    for name in ("pdfx", "icc"):
        if getattr(settings, name) and settings.color != "cmyk":
            raise OptionError(f'{name} is for a press; it goes with color = "cmyk"')
    _check_cut_lines(settings)
    return settings


def _check_cut_lines(settings: PrintSettings) -> None:
    """See that a colour and width of cut lines are of use.

    Raises OptionError saying why not.
    """
    colour = settings.cut_color
    if colour:
        from engine.drawing import theme

        theme.colour(colour, "cut-color")
    if colour and settings.spot:
        raise OptionError("cut lines in the spot colour have no other; leave out cut-color or spot")
    if settings.marks == "none" and (colour or settings.cut_width is not None):
        asked = "cut-color" if colour else "cut-width"
        raise OptionError(f'{asked} is for cut lines and crop marks; marks = "none" draws neither')


def see_sides(settings: PrintSettings) -> None:
    """Refuse one side of sheets alone where they have no other.

    Raises OptionError.
    """
    sides, duplex = settings.sides, settings.duplex
    if duplex == "fold" and sides != "both":
        raise OptionError(
            f"--duplex fold prints fronts and backs beside each other; leave out --sides {sides}"
        )
    if duplex == "none" and sides == "backs":
        raise OptionError("--duplex none prints fronts only; --sides backs goes with long or short")


@dataclass(frozen=True)
class Template:
    """A kit's template: the game, how to print, and the game's own settings, still unread."""

    game: str
    source: str
    printing: PrintSettings
    #: The game's own tables; read by the game.
    text: str

    def settings(self) -> Settings:
        """Return the game's own settings, to be read afresh."""
        table = parse_toml(self.text, self.source)
        table.expect("game", "print")
        return table


def load(game: str, file: str | Template | None = None) -> Template:
    """Return the template of a game: the built-in one, a user's file, or one that is read already.

    Raises OptionError saying what is wrong and where, OSError where the file cannot be read.
    """
    if isinstance(file, Template):
        return file
    if file is not None:
        return read(game, file, files.read_text(file))
    path = engine.game(game).template
    source = f"templates/{path.name}" if path.parent == templates() else str(path)
    return read(game, source, path.read_text("utf-8"))


def read(game: str, source: str, text: str) -> Template:
    """Return the template of a game in a text, ``source`` being where that is from.

    Raises OptionError saying what is wrong and where.
    """
    table = parse_toml(text, source)
    found = table.text("game")
    if found != game:
        raise OptionError(f"{source}: game = {found!r}; this kit is {game!r}'s")
    return Template(game, source, _printing(table.table("print")), text)


def game_of(file: str) -> str:
    """Return the game a user's template is for.

    Raises OptionError where it does not say, OSError where the file cannot be read.
    """
    name = parse_toml(files.read_text(file), file).text("game")
    if not name:
        raise OptionError(f'{file}: no game; expected game = "{engine.names()[0]}" or another')
    return name


def _printing(table: Settings) -> PrintSettings:
    """Read the [print] table; keys are the options' names with hyphens."""
    values = printing_values(table)
    try:
        return check(replace(PrintSettings(), **values))
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}") from error


def printing_values(table: Settings) -> dict[str, Any]:
    """Return what a [print] table says, by the names of :class:`PrintSettings`.

    Raises OptionError for an unknown key or a value of the wrong kind.
    """
    base = PrintSettings()
    values: dict[str, Any] = {}
    own = [field for field in fields(PrintSettings) if field.name not in ("preset", "fill")]
    for field in own:
        key = field.name.replace("_", "-")
        if key not in table:
            continue
        if key == "tile-size" and table.written(key) == "fill":
            values["fill"] = True
            continue
        default = getattr(base, field.name)
        low, high = LIMITS.get(field.name, (0.0, 0.0))
        if isinstance(default, bool):
            values[field.name] = table.flag(key, default)
        elif isinstance(default, int):
            values[field.name] = table.whole(key, default, int(low), int(high))
        elif isinstance(default, str):
            values[field.name] = table.text(key, default)
        elif isinstance(default, tuple):
            values[field.name] = table.numbers(key, default, low, high)
        else:
            values[field.name] = table.number(key, 0.0, low, high)
    table.expect(*(field.name.replace("_", "-") for field in own))
    table.done()
    return values


def parse_pair(text: str) -> tuple[float, float]:
    """Return two numbers written ``X,Y``.

    Raises OptionError for anything else.
    """
    match = re.fullmatch(r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?),(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)", text)
    if not match:
        raise OptionError(f"'{text}' is not two numbers; expected X,Y like 0.5,-0.3")
    return float(match[1]), float(match[2])
