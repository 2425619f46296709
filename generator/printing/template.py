"""What a kit is to be: the template's settings, over which the command line's are laid.

:class:`PrintSettings` is the one table of settings: their defaults, limits, choices and words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
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
PDFX = ("4", "1a")

#: The tile size that fills whole sheets, within the template's limits.
FILL = "fill"


def _from(default: Any, low: float, high: float, words: str = "") -> Any:
    """Return a setting that is a number, or numbers, from ``low`` to ``high``."""
    return field(default=default, metadata={"limits": (low, high), "words": words})


def _one_of(*choices: str, words: str = "") -> Any:
    """Return a setting that is one of some words, the first unless another is said."""
    return field(default=choices[0], metadata={"choices": choices, "words": words})


def _said(default: Any, words: str) -> Any:
    return field(default=default, metadata={"words": words})


@dataclass(frozen=True)
class PrintSettings:
    """Everything that may be asked of a kit's sheets; lengths are millimetres.

    What is no option of ``kit`` has its description here.
    """

    paper: str = "a4"
    theme: str = "classic"
    tile_size: float | str | None = _from(None, 5, 1000)
    margin: float = _from(5.0, 0, 100)
    bleed: float = _from(0.0, 0, 20)
    gap: float = _from(0.0, 0, 100)
    packing: str = _one_of(*layout.PACKINGS)
    sheets: str = _one_of(*SHEETS)
    orientation: str = _one_of(*layout.ORIENTATIONS)
    marks: str = _one_of(*MARKS)
    spot: bool = _said(False, "Draw cut lines in the spot colour CutContour.")
    cut_color: str = _said("", "Colour of cut lines and crop marks, as #rrggbb.")
    cut_width: float | None = _from(None, 0.05, 1, "Width of cut lines and crop marks.")
    duplex: str = _one_of(*DUPLEX)
    sides: str = _one_of(*SIDES)
    back_shift: tuple[float, float] = _from((0.0, 0.0), -20, 20)
    back_scale: tuple[float, float] = _from(
        (100.0, 100.0), 90, 110, "What 100 mm of a back measure, compared with its front."
    )
    back_turn: float = _from(0.0, -10, 10, "Turn backs clockwise, in degrees.")
    print_scale: tuple[float, float] = _from(
        (100.0, 100.0), 80, 120, "What 100 mm measure on paper, across and down."
    )
    page_shift: tuple[float, float] = _from(
        (0.0, 0.0), -20, 20, "How far the printer moves a page, right and down."
    )
    kerf: float = _from(0.0, 0, 2)
    poster_overlap: float = _from(10.0, 0, 50)
    labels: bool = False
    copies: int = _from(1, 1, 100)
    color: str = _one_of("rgb", "cmyk", words="rgb, or cmyk for a press.")
    pdfx: str = _said("", "With cmyk: the PDF/X standard, 4 or 1a.")
    icc: str = _said(
        "", "With cmyk: the file of a colour profile. Without it, that of coated paper."
    )
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

    @property
    def size(self) -> float | None:
        """The size of tiles that is asked for, None for the template's or for what fills sheets."""
        return None if isinstance(self.tile_size, str) else self.tile_size

    def with_options(self, options: Mapping[str, Any]) -> PrintSettings:
        """Return the settings with those of ``options`` that are not None.

        Raises OptionError for a value that is out of range.
        """
        return check(replace(self, **{k: v for k, v in options.items() if v is not None}))


#: Limits of the numbers among the settings, and the words that others may be.
LIMITS = {f.name: f.metadata["limits"] for f in fields(PrintSettings) if "limits" in f.metadata}
CHOICES = {f.name: f.metadata["choices"] for f in fields(PrintSettings) if "choices" in f.metadata}


def check(settings: PrintSettings) -> PrintSettings:
    """Return the settings if they are in range and go together.

    Raises OptionError naming the setting, its value and its limits.
    """
    for name, (low, high) in LIMITS.items():
        value = getattr(settings, name)
        for v in value if isinstance(value, tuple) else (value,):
            if v not in (None, FILL) and not low <= v <= high:
                raise OptionError(out_of_range(name.replace("_", "-"), v, low, high))
    for name, known in [*CHOICES.items(), ("pdfx", ("", *PDFX))]:
        if (value := getattr(settings, name)) not in known:
            raise OptionError(f"no {name} '{value}'; it can be {', '.join(filter(None, known))}")
    for name in ("pdfx", "icc"):
        if getattr(settings, name) and settings.color != "cmyk":
            raise OptionError(f'{name} is for a press; it goes with color = "cmyk"')
    if settings.cut_color:
        from engine.drawing import theme

        theme.colour(settings.cut_color, "cut-color")
        if settings.spot:
            raise OptionError(
                "cut lines in the spot colour have no other; leave out cut-color or spot"
            )
    if settings.marks == "none" and (settings.cut_color or settings.cut_width is not None):
        name = "cut-color" if settings.cut_color else "cut-width"
        raise OptionError(f'{name} is for cut lines and crop marks; marks = "none" draws neither')
    return settings


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
        raise OptionError(f"{source}: game = {found!r}; this kit is one of {game!r}")
    own = table.table("print")
    values = printing_values(own)
    try:
        return Template(game, source, check(replace(PrintSettings(), **values)), text)
    except OptionError as error:
        raise OptionError(f"{own.where}: {error}") from error


def game_of(file: str) -> str:
    """Return the game a user's template is for.

    Raises OptionError where it does not say, OSError where the file cannot be read.
    """
    name = parse_toml(files.read_text(file), file).text("game")
    if not name:
        raise OptionError(f'{file}: no game; expected game = "{engine.names()[0]}" or another')
    return name


def printing_values(table: Settings) -> dict[str, Any]:
    """Return what a [print] table says, by the names of :class:`PrintSettings`.

    Its keys are those names with hyphens.  Raises OptionError for an unknown key or a value of the
    wrong kind.
    """
    own = {f.name.replace("_", "-"): f for f in fields(PrintSettings) if f.name != "preset"}
    values = {one.name: _value(table, key, one) for key, one in own.items() if key in table}
    table.expect(*own)
    table.done()
    return values


def _value(table: Settings, key: str, one: Field[Any]) -> Any:
    default = one.default
    low, high = one.metadata.get("limits", (0, 0))
    if key == "tile-size" and table.written(key) == FILL:
        return FILL
    if isinstance(default, bool):
        return table.flag(key, default)
    if isinstance(default, int):
        return table.whole(key, default, low, high)
    if isinstance(default, str):
        return table.text(key, default)
    if isinstance(default, tuple):
        return table.numbers(key, default, low, high)
    return table.number(key, 0.0, low, high)


def parse_pair(text: str) -> tuple[float, float]:
    """Return two numbers written ``X,Y``.

    Raises OptionError for anything else.
    """
    number = r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)"
    if not (match := re.fullmatch(f"{number},{number}", text)):
        raise OptionError(f"'{text}' is not two numbers; expected X,Y like 0.5,-0.3")
    return float(match[1]), float(match[2])
