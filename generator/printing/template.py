"""What a kit is to be: the template's settings, over which the command line's are laid.

:class:`PrintSettings` is the one table of settings: defaults, limits, choices and words.  The tables
of presets are declared and read in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, TypeVar

import engine
from engine.drawing import theme
from engine.errors import OptionError
from engine.resources import templates
from engine.settings import Settings, parse_toml
from engine.words import out_of_range
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

T = TypeVar("T", bound="object")


def setting(
    default: Any = MISSING,
    limits: tuple[float, float] | None = None,
    choices: tuple[str, ...] = (),
    words: str = "",
    *,
    colour: bool = False,
) -> Any:
    """Declare a setting; without a default it is required, and a choice is the first.

    ``words`` describe what is not an option of ``kit``.
    """
    if choices and default is MISSING:
        default = choices[0]
    about = {"limits": limits, "choices": choices, "words": words, "colour": colour}
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class PrintSettings:
    """All settings of a kit's sheets; lengths are millimetres."""

    paper: str = "a4"
    theme: str = "classic"
    tile_size: float | str | None = setting(None, (5, 1000))
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
    back_shift: tuple[float, float] = setting((0.0, 0.0), (-20, 20))
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

        Raises OptionError for a value that is out of range.
        """
        return check(replace(self, **{k: v for k, v in options.items() if v is not None}))


#: Limits of the numbers among the settings, and choices of the words.
LIMITS = {f.name: f.metadata["limits"] for f in fields(PrintSettings) if f.metadata.get("limits")}
CHOICES = {
    f.name: f.metadata["choices"] for f in fields(PrintSettings) if f.metadata.get("choices")
}


def in_range(made: T) -> T:
    """Return a table of settings if its values are within their limits and among their choices."""
    own = [(one, one.name.replace("_", "-"), getattr(made, one.name)) for one in fields(made)]  # type: ignore[arg-type]
    each = [(one, key, v) for one, key, vs in own for v in (vs if isinstance(vs, tuple) else (vs,))]
    for one, key, v in each:
        limits = one.metadata.get("limits")
        if limits and v not in (None, FILL) and not limits[0] <= v <= limits[1]:
            raise OptionError(out_of_range(key, v, *limits))
    for one, key, v in each:
        known = one.metadata.get("choices", ())
        if known and v not in (*known, one.default):
            raise OptionError(f"no {key} '{v}'; it can be {', '.join(known)}")
        if one.metadata.get("colour") and v:
            theme.colour(v, key)
    return made


def check(settings: PrintSettings) -> PrintSettings:
    """Return print settings if they are in range and go together.

    Raises OptionError naming the setting, its value and its limits.
    """
    in_range(settings)
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
        table = parse_toml(self.text, self.source)
        table.expect("game", "print")
        return table


def load(game: str, file: str | Template | None = None) -> Template:
    """Return the template of a game: the built-in one, a user's file, or one that is read already.

    Raises OptionError saying what is wrong and where, OSError if the file cannot be read.
    """
    if isinstance(file, Template):
        return file
    if file is not None:
        return read(game, file, files.read_text(file))
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
        return Template(game, source, check(PrintSettings(**values)), text)
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


def table_of(table: Settings, kind: type[T]) -> T:
    """Return a table of a preset as the dataclass that declares it."""
    own = fields(kind)  # type: ignore[arg-type]
    needed = [one.name for one in own if one.default is MISSING and one.name not in table]
    if needed:
        raise OptionError(f"{table.where}: nothing said for {', '.join(needed)}")
    values = values_in(table, own)
    try:
        return in_range(kind(**values))
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}") from error


def values_in(table: Settings, own: Iterable[Field[Any]]) -> dict[str, Any]:
    """Return the values of a table by the names of fields; its keys are these with hyphens."""
    keys = {one.name.replace("_", "-"): one for one in own}
    values = {one.name: _value(table, key, one) for key, one in keys.items() if key in table}
    table.expect(*keys)
    table.done()
    return values


def _value(table: Settings, key: str, one: Field[Any]) -> Any:
    low, high = one.metadata.get("limits") or (0, 0)
    if key == "tile-size" and table.written(key) == FILL:
        return FILL
    match str(one.type).partition(" |")[0]:
        case "bool":
            return table.flag(key, False)
        case "int":
            return table.whole(key, 0, low, high)
        case "str":
            return table.text(key)
        case "tuple[str, ...]":
            return table.texts(key)
        case "tuple[float, float]":
            return table.numbers(key, (0.0, 0.0), low, high)
        case "tuple[int, int]":
            return tuple(map(round, table.numbers(key, (0.0, 0.0), low, high)))
        case _:
            return table.number(key, 0.0, low, high)


def parse_pair(text: str) -> tuple[float, float]:
    """Return two numbers written ``X,Y``; raises OptionError for anything else.

    Raises OptionError for anything else.
    """
    number = r"(-?[0-9]{1,4}(?:\.[0-9]{1,4})?)"
    if not (match := re.fullmatch(f"{number},{number}", text)):
        raise OptionError(f"'{text}' is not two numbers; expected X,Y like 0.5,-0.3")
    return float(match[1]), float(match[2])
