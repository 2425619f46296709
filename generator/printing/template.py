"""What a kit is to be: the template's settings, over which the command line's are laid.

:class:`PrintSettings` is the one table of settings: defaults, limits, choices and words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import engine
from engine.errors import OptionError
from engine.resources import templates
from engine.settings import Settings, checked, parse_toml, setting, values_in
from generator import files

PACKINGS = ("honeycomb", "rows", "separate")
ORIENTATIONS = ("auto", "pointy", "flat")
MARKS = ("lines", "crop", "none")
DUPLEX = ("long", "short", "fold", "none")
SHEETS = ("combined", "separate")
SIDES = ("both", "fronts", "backs")
FORMATS = ("pdf", "svg", "png")
CUT_FORMATS = ("svg", "dxf")

#: The tile size that fills whole sheets, within the template's limits.
FILL = "fill"


@dataclass(frozen=True)
class PrintSettings:
    """All settings of a kit's sheets; lengths are millimetres."""

    paper: str = "a4"
    theme: str = "classic"
    tile_size: float | str | None = setting(None, (5, 1000), (FILL,))
    margin: float = setting(5.0, (0, 100))
    bleed: float = setting(0.0, (0, 20))
    gap: float = setting(0.0, (0, 100))
    packing: str = setting(choices=PACKINGS)
    sheets: str = setting(choices=SHEETS)
    orientation: str = setting(choices=ORIENTATIONS)
    marks: str = setting(choices=MARKS)
    spot: bool = setting(False, words="Draw cut lines in the spot colour CutContour.")
    cut_color: str = setting(
        "", words="Colour of cut lines and crop marks, as #rrggbb.", colour=True
    )
    cut_width: float | None = setting(None, (0.05, 1), words="Width of cut lines and crop marks.")
    duplex: str = setting(choices=DUPLEX)
    sides: str = setting(choices=SIDES)
    back_shift: tuple[float, float] = setting(
        (0.0, 0.0), (-20, 20), words="Move backs by this many mm, right and down."
    )
    back_scale: tuple[float, float] = setting(
        (100.0, 100.0), (90, 110), words="What 100 mm of a back measure, compared with its front."
    )
    back_turn: float = setting(0.0, (-10, 10), words="Turn backs clockwise, in degrees.")
    print_scale: tuple[float, float] = setting(
        (100.0, 100.0), (80, 120), words="What 100 mm measure on paper, across and down."
    )
    page_shift: tuple[float, float] = setting(
        (0.0, 0.0), (-20, 20), words="How far the printer moves a page, right and down."
    )
    kerf: float = setting(0.0, (0, 2))
    poster_overlap: float = setting(10.0, (0, 50))
    labels: bool = False
    copies: int = setting(1, (1, 100))
    color: str = setting(choices=("rgb", "cmyk"), words="rgb, or cmyk for a press.")
    pdfx: str = setting("", choices=("4", "1a"), words="With cmyk: the PDF/X standard, 4 or 1a.")
    icc: str = setting(
        "", words="With cmyk: the file of a colour profile. Without it, that of coated paper."
    )
    #: The preset these settings come from; its labels, marks and colours of cut lines count.
    preset: str = ""

    @property
    def prints_backs(self) -> bool:
        """Whether sheets have another side that is printed."""
        return self.duplex in ("long", "short") and self.sides != "fronts"

    @property
    def size(self) -> float | None:
        """The size of tiles, None for the template's or for the size that fills sheets."""
        return None if isinstance(self.tile_size, str) else self.tile_size

    def with_options(self, options: Mapping[str, Any]) -> PrintSettings:
        """Return the settings with those of ``options`` that are not None.

        Raises OptionError for a value that is out of range, or does not go with another.
        """
        return _checked(replace(self, **{k: v for k, v in options.items() if v is not None}))


def _checked(settings: PrintSettings) -> PrintSettings:
    checked(settings)
    for name in ("pdfx", "icc"):
        if getattr(settings, name) and settings.color != "cmyk":
            raise OptionError(f'{name} is for a press; it goes with color = "cmyk"')
    if settings.cut_color and settings.spot:
        raise OptionError("cut lines in the spot colour have no other; leave out cut-color or spot")
    if settings.marks == "none" and (settings.cut_color or settings.cut_width is not None):
        name = "cut-color" if settings.cut_color else "cut-width"
        raise OptionError(f'{name} is for cut lines and crop marks; marks = "none" draws neither')
    return settings


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
        return replace(parse_toml(self.text, self.source), elsewhere=("game", "print"))


def load(game: str, file: str | Path | Template | None = None) -> Template:
    """Return the template of a game: the built-in one, a user's file, or one that is read already.

    Raises OptionError saying what is wrong and where, OSError if the file cannot be read.
    """
    if isinstance(file, Template):
        return file
    if file:
        return read(game, str(file), files.read_text(str(file)))
    path = engine.game(game).template
    source = f"templates/{path.name}" if path.parent == templates() else str(path)
    return read(game, source, path.read_text("utf-8"))


def read(game: str, source: str, text: str) -> Template:
    """Return the template of a game in a text from ``source``.

    Raises OptionError saying what is wrong and where.
    """
    table = parse_toml(text, source)
    if (name := table.text("game")) != game:
        raise OptionError(f"{source}: game = {name!r}; this kit is one of {game!r}")
    own = table.table("print")
    values = printing_values(own)
    try:
        return Template(game, source, _checked(PrintSettings(**values)), text)
    except OptionError as error:
        raise OptionError(f"{own.where}: {error}") from error


def game_of(file: str) -> str:
    """Return the game of a user's template.

    Raises OptionError if it names none, OSError if the file cannot be read.
    """
    name = parse_toml(files.read_text(file), file).text("game")
    if not name:
        raise OptionError(f'{file}: no game; expected game = "{engine.names()[0]}" or another')
    return name


# ------------------------------------------------------------------------------- tables read


def printing_values(table: Settings) -> dict[str, Any]:
    """Return the values of a [print] table, by the names of :class:`PrintSettings`.

    Raises OptionError for an unknown key or a value of the wrong kind.
    """
    return values_in(table, [f for f in fields(PrintSettings) if f.name != "preset"])


def parse_pair(text: str) -> tuple[float, float]:
    """Return two numbers written ``X,Y``.

    Raises OptionError for anything else.
    """
    number = r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)"
    if not (match := re.fullmatch(f"{number},{number}", text)):
        raise OptionError(f"'{text}' is not two numbers; expected X,Y like 0.5,-0.3")
    return float(match[1]), float(match[2])
