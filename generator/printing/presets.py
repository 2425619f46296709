"""Presets: what a shop, a label sheet or a machine asks for, as settings of a kit under a name.

Read from TOML (``templates/presets/*.toml``, a package's or a user's file): print settings, and tables for what
no option says: pictures of single faces, labels, a machine's marks, colours of cut lines.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from engine.drawing import theme
from engine.errors import OptionError
from engine.resources import Added, EntryPoint, entry_points, templates, values_of
from engine.settings import Settings, parse_toml
from generator import files
from generator.printing import template
from generator.printing.cutfiles import USUAL, CutStyle
from generator.printing.labelsheets import SHAPES, LabelGrid
from generator.printing.paper import Profile, profile_of

#: The entry points by which packages add presets.
GROUP = "tilewright.presets"


class FacePicture(NamedTuple):
    """How single faces are written: the format, how finely, how large, and of which shape only."""

    format: str
    dpi: float = 300.0
    #: The picture's width and height; None for the piece and its bleed.
    pixels: tuple[int, int] | None = None
    shape: str = ""


@dataclasses.dataclass(frozen=True)
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
    marks: Profile | None = None
    cut: CutStyle | None = None
    #: The card in whose middle each piece lies, as for sleeves.
    card: tuple[float, float] | None = None


@cache
def _shipped() -> dict[str, Path]:
    return {file.stem: file for file in sorted((templates() / "presets").glob("*.toml"))}


@cache
def from_outside() -> tuple[Added[Path], ...]:
    """Return the presets that packages add: the TOML files in the folders that they name.

    A package names a folder by an entry point of the group ``tilewright.presets``, as one imports it.
    """
    found = [one for entry in entry_points(GROUP) for one in _of_package(entry)]
    times = Counter(one.name for one in found if not one.fault)
    twice = "another package adds a preset of this name, too"
    return tuple(
        one._replace(value=None, fault=twice) if times[one.name] > 1 else one for one in found
    )


def _of_package(entry: EntryPoint) -> Iterator[Added[Path]]:
    """Yield the presets in a folder of a package, or one that says what is wrong with it."""
    try:
        spec = find_spec(entry.value)
        folders = [*(spec.submodule_search_locations or ())] if spec else []
    except (Exception, SystemExit) as error:  # find_spec imports what the folder lies in
        fault = f"{entry.value} cannot be found: {type(error).__name__}: {error}"
        yield Added(entry.name, entry.package, None, fault)
        return
    found = [file for folder in folders for file in sorted(Path(folder).glob("*.toml"))]
    if not found:
        fault = f"{entry.value} is no folder with presets, files that end in .toml"
        yield Added(entry.name, entry.package, None, fault)
    for file in found:
        fault = ""
        if file.stem in _shipped():
            fault = f"the name {file.stem} is that of a preset of tilewright's own"
        else:
            try:
                load(str(file))
            except (OptionError, OSError) as error:
                fault = str(error)
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


def load(name: str) -> Preset:
    """Return a preset by its name, or from a file that ends in ``.toml``.

    Raises OptionError saying what is wrong and where, OSError where a file cannot be read.
    """
    if name.endswith(".toml"):
        title, table = Path(name).stem, parse_toml(files.read_text(name), name)
    else:
        title, table = name, parse_toml(file_of(name).read_text("utf-8"), f"preset {name}")
    found = Preset(
        title,
        table.text("title", name),
        table.flag("confirmed", False),
        table.text("source"),
        template.printing_values(table.table("print")),
        _picture(table.table("per-piece")) if "per-piece" in table else None,
        _labels(table.table("labels")) if "labels" in table else None,
        profile_of(table.table("marks")) if "marks" in table else None,
        _cut(table.table("cut")) if "cut" in table else None,
        _card(table.table("card")) if "card" in table else None,
    )
    table.done()
    if found.picture and (found.labels or found.marks or found.cut):
        raise OptionError(
            f"{table.where}: [per-piece] makes no sheets, which [labels], [marks] and [cut] are for"
        )
    return found


def _picture(table: Settings) -> FacePicture:
    pixels = table.numbers("pixels", (0.0, 0.0), 1, 20_000)
    found = FacePicture(
        table.choice("format", "png", template.FORMATS),
        table.number("dpi", 300, 10, 1200),
        (round(pixels[0]), round(pixels[1])) if "pixels" in table else None,
        table.choice("shape", "", ("", "hexagon", "rectangle", "disc")),
    )
    table.done()
    return found


def _labels(table: Settings) -> LabelGrid:
    lengths = ("left", "top", "across", "down", "width", "height")
    missing = [key for key in ("columns", "rows", *lengths) if key not in table]
    if missing:
        raise OptionError(f"{table.where}: nothing said for {', '.join(missing)}")
    found = LabelGrid(
        columns=table.whole("columns", 1, 1, 100),
        rows=table.whole("rows", 1, 1, 100),
        shape=table.choice("shape", "rectangle", SHAPES),
        shift=table.number("shift", 0, 0, 5000),
        fill=table.flag("fill", False),
        **{key: table.number(key, 0, 0, 5000) for key in lengths},
    )
    table.done()
    return found


def _card(table: Settings) -> tuple[float, float]:
    found = table.number("width", 63, 10, 500), table.number("height", 88, 10, 500)
    table.done()
    return found


def _cut(table: Settings) -> CutStyle:
    formats = table.texts("formats")
    for name in formats:
        if name not in template.CUT_FORMATS:
            known = ", ".join(template.CUT_FORMATS)
            raise OptionError(f"{table.where}: no cut format '{name}'; it can be {known}")
    colours = {
        key: theme.colour(table.text(key), f"{table.where}: {key}")
        for key in ("cut", "score", "engrave")
        if key in table
    }
    table.done()
    return USUAL._replace(formats=formats, **colours)
