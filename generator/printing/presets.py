"""Presets: what a shop, a label sheet or a machine needs, as settings of a kit under a name.

Read from TOML (``templates/presets/*.toml``, a package's or a user's file): print settings, and the
tables declared here, for what no option says.  Lengths are millimetres.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import Point, number
from engine.resources import Added, EntryPoint, entry_points, templates, values_of
from engine.settings import parse_toml
from generator import files
from generator.printing import template
from generator.printing.template import CUT_FORMATS, FORMATS, setting

#: The entry points by which packages add presets.
GROUP = "tilewright.presets"

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


#: No marks.
UNMARKED = Profile(corners=0)


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

    name: str
    title: str
    confirmed: bool
    source: str
    #: Print settings by the names of :class:`~generator.printing.template.PrintSettings`.
    printing: Mapping[str, Any]
    picture: FacePicture | None = None
    labels: LabelGrid | None = None
    card: Card | None = None
    marks: Profile | None = None
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
    """Return a preset by its name, or from a file that ends in ``.toml``.

    Raises OptionError saying what is wrong and where, OSError if a file cannot be read.
    """
    if name.endswith(".toml"):
        title, table = Path(name).stem, parse_toml(files.read_text(name), name)
    else:
        title, table = name, parse_toml(file_of(name).read_text("utf-8"), f"preset {name}")
    about = table.text("title", name), table.flag("confirmed", False), table.text("source")
    printing = template.printing_values(table.table("print"))
    own: dict[str, Any] = {
        field: template.table_of(table.table(key), kind)
        for key, (field, kind) in TABLES.items()
        if key in table
    }
    table.expect(*TABLES)
    table.done()
    if "picture" in own and own.keys() & {"labels", "marks", "cut"}:
        raise OptionError(
            f"{table.where}: [per-piece] makes no sheets, which [labels], [marks] and [cut] are for"
        )
    return Preset(title, *about, printing, **own)


def keys_of(name: str) -> tuple[str, ...]:
    """Return the keys of one of a preset's tables."""
    return tuple(field.name for field in fields(TABLES[name][1]))


# ------------------------------------------------------------------- shipped, and of packages


@cache
def _shipped() -> dict[str, Path]:
    return {file.stem: file for file in sorted((templates() / "presets").glob("*.toml"))}


@cache
def from_outside() -> tuple[Added[Path], ...]:
    """Return the presets that packages add: the TOML files in the folders that they name.

    A package names a folder by an entry point of the group ``tilewright.presets``, as one imports it.
    """
    added = [one for entry in entry_points(GROUP) for one in _of_package(entry)]
    times = Counter(one.name for one in added if not one.fault)
    twice = "another package adds a preset of this name, too"
    return tuple(
        one._replace(value=None, fault=twice) if times[one.name] > 1 else one for one in added
    )


def _of_package(entry: EntryPoint) -> Iterator[Added[Path]]:
    tables, fault = (
        list[Path](),
        f"{entry.value} is not a folder with presets, files that end in .toml",
    )
    try:
        spec = find_spec(entry.value)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            tables += sorted(Path(folder).glob("*.toml"))
    except (Exception, SystemExit) as error:  # find_spec imports what the folder lies in
        fault = f"{entry.value} cannot be found: {type(error).__name__}: {error}"
    if not tables:
        yield Added(entry.name, entry.package, None, fault)
    for file in tables:
        fault = ""
        try:
            load(str(file))
        except (OptionError, OSError) as error:
            fault = str(error)
        if file.stem in _shipped():
            fault = f"the name {file.stem} is that of a preset of tilewright's own"
        yield Added(file.stem, entry.package, None if fault else file, fault)


@cache
def names() -> tuple[str, ...]:
    """Return the names of the presets of the toolkit and of packages that add some."""
    return tuple(sorted((*_shipped(), *(one.name for one in from_outside() if one.value))))


def file_of(name: str) -> Path:
    """Return the file of a preset by its name.

    Raises OptionError for an unknown name, saying what is wrong with a package's of that name.
    """
    if name in _shipped():
        return _shipped()[name]
    added, broken = values_of(name, from_outside())
    if added:
        return added[0]
    why = f"; the preset {broken}" if broken else ""
    raise OptionError(
        f"no preset '{name}'; the presets are {', '.join(names())}, or give a .toml file{why}"
    )
