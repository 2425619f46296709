"""A kit's manifest beside its sheets: the settings they were printed with, and what they promise.

It reads and compares; what the sheets hold it is told.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from engine.drawing import theme
from engine.errors import GameError
from engine.settings import Settings
from engine.words import count, listed, plural
from generator.checking.faults import Fault
from generator.printing.template import PrintSettings, printing_values

#: A larger file is no manifest: ours have a few hundred bytes for a piece.
MOST_BYTES = 32 * 2**20
#: Formats of files that are sheets, read back from what is drawn.
SHEETS = (".pdf", ".svg")


class Listed(NamedTuple):
    """A file that a manifest lists: its components, how many sheets, and whether it is for cutting."""

    file: str
    components: tuple[str, ...]
    sheets: int
    is_cut: bool

    @property
    def is_sheet(self) -> bool:
        """Whether it is read back, being neither a preview nor for a machine."""
        return Path(self.file).suffix.lower() in SHEETS and not self.is_cut


class Manifest(NamedTuple):
    """What a manifest says: where it is, of which game, with which settings, and its files."""

    name: str
    game: str
    settings: Mapping[str, Any]
    files: tuple[Listed, ...]
    #: How many pieces of each component all sheets hold, by the component's name.
    pieces: Mapping[str, int]

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(self.name).parent

    def lists(self, path: Path) -> Listed | None:
        """Return what it says of a file beside it, None where it does not list it."""
        return next((one for one in self.files if self.folder / one.file == path), None)

    @property
    def reading(self) -> dict[str, Any]:
        """What the reader is to be told of the sheets, by the names of its hints.

        Themes of our own are told from the sheets themselves, so only another's file is named.
        """
        hints: dict[str, Any] = {"print_scale": self.settings.get("print_scale", (100.0, 100.0))}
        look = self.settings.get("theme", "")
        if look.endswith(".toml"):
            places = (Path(look), self.folder / look, self.folder / Path(look).name)
            there = next((place for place in places if place.is_file()), None)
            if there is not None:
                hints["theme"] = str(there)
        return hints

    @property
    def lost_theme(self) -> str:
        """The file of its theme where that is no longer there, else ""."""
        look = str(self.settings.get("theme", ""))
        return look if look.endswith(".toml") and "theme" not in self.reading else ""

    @property
    def wishes(self) -> dict[str, Any]:
        """What the sheets should be, by the names of :class:`~generator.checking.faults.Wanted`."""
        kept = ("back_shift", "back_scale", "back_turn", "copies")
        wishes = {key: self.settings[key] for key in kept if key in self.settings}
        has_one_side = self.settings.get("sides", "both") != "both"
        return wishes | ({"duplex": "none"} if has_one_side else {})


def read(name: str, data: bytes) -> Manifest | None:
    """Return the manifest in a JSON file, None where that is something else.

    Raises GameError for a manifest with settings that none of our kits can have.
    """
    if len(data) > MOST_BYTES or data.lstrip()[:1] != b"{":
        return None
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not (isinstance(said, dict) and isinstance(said.get("files"), list)):
        return None
    game, settings = said.get("game"), said.get("settings")
    if "tilewright" not in said or not isinstance(game, str) or not isinstance(settings, dict):
        return None
    return Manifest(name, game, _settings(name, settings), tuple(_files(said)), dict(_pieces(said)))


def _settings(name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that are known here, checked."""
    own = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
    known = {key: value for key, value in said.items() if key in own and value is not None}
    return printing_values(Settings(known, name))


def _files(said: Mapping[str, Any]) -> Iterator[Listed]:
    for entry in _tables(said["files"]):
        components = entry.get("components", [entry.get("component")])
        names = tuple(str(one) for one in components) if isinstance(components, list) else ()
        sheets = entry.get("sheets")
        number = len(sheets) if isinstance(sheets, list) else 0
        yield Listed(str(entry.get("file")), names, number, "cut" in entry)


def _pieces(said: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the components with how many fronts they have, or backs where these are printed alone."""
    for component in _tables(said.get("components")):
        sheets = _tables(component.get("sheets"))
        sides = [piece.get("side") for sheet in sheets for piece in _tables(sheet.get("tiles"))]
        backs = sides.count("back")
        yield str(component.get("name")), len(sides) - backs or backs


def _tables(found: Any) -> list[Mapping[str, Any]]:
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


# ---------------------------------------------------------------------------------- promises


def lacking(
    manifest: Manifest, there: Collection[Path], formats: Collection[str] | None
) -> Iterator[Fault]:
    """Yield a fault for the files that a manifest lists and that are not among those ``there``.

    ``formats`` are the suffixes of the files that count; None where the whole folder was asked for.
    """
    lost = [
        one
        for one in manifest.files
        if manifest.folder / one.file not in there
        and (formats is None or (one.is_sheet and Path(one.file).suffix.lower() in formats))
    ]
    if lost:
        held = listed(dict.fromkeys(name for one in lost for name in one.components))
        names = [one.file for one in lost]
        shown = listed(names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"])
        are = plural(len(names), "which is", "which are")
        words = f"{manifest.name} lists {shown} ({held}), {are} not there"
        yield Fault("missing", words, manifest.name, is_placed=True)


def short(
    manifest: Manifest, name: str, pages: int, components: Collection[str]
) -> Iterator[Fault]:
    """Yield what one of its files should hold and does not: pages, or a whole component."""
    entry = manifest.lists(Path(name))
    if entry is None or not entry.is_sheet:
        return
    is_pdf = Path(name).suffix.lower() == ".pdf"
    if is_pdf and pages < entry.sheets:
        words = f"{name} has {count(pages, 'page')}, {manifest.name} lists {entry.sheets}"
        yield Fault("missing", words, name, is_placed=True)
    absent = [one for one in entry.components if one not in components]
    # A PDF file has all that is listed; of several SVG files of theirs each has some of it.
    if absent and (is_pdf or len(absent) == len(entry.components)):
        words = f"{name} shows no {listed(absent, 'or')}, which {manifest.name} lists in it"
        yield Fault("missing", words, name, is_placed=True)


def fewer(manifest: Manifest, found: Mapping[str, int]) -> Iterator[Fault]:
    """Yield the components of which fewer pieces were found than a manifest lists, or none."""
    for name, amount in manifest.pieces.items():
        if name in found and found[name] < amount:
            words = f"{name}: {manifest.name} lists {amount}, the sheets show {found[name]}"
            yield Fault("missing", words, manifest.name, tile=name, is_placed=True)


def advice(manifest: Manifest | None, theme_name: str | None) -> str:
    """Return what to say where many colours are foreign: which theme may be meant."""
    if theme_name is not None:
        return ""
    if manifest is not None and manifest.lost_theme:
        return f"the kit was made with the theme {manifest.lost_theme}; say where it is by --theme"
    known = listed(theme.names(), "nor")
    return f"the colours are of no theme of ours ({known}); name a theme of your own by --theme FILE.toml"


def see_game(manifest: Manifest, known: Collection[str]) -> None:
    """Raise GameError where a manifest is of a game that nobody knows here."""
    if manifest.game not in known:
        raise GameError(
            f"{manifest.name} is of a game '{manifest.game[:40]}' that is not known here"
        )
