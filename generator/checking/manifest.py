"""A kit's manifest beside its sheets: the settings they were printed with, and what they promise.

It reads and compares; what the sheets hold it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.drawing import theme
from engine.errors import GameError
from engine.geometry.plane import number
from engine.settings import Settings
from engine.words import count, listed, plural
from generator.checking.faults import Fault
from generator.checking.inventory import parsed, tables
from generator.checking.results import kind_of
from generator.printing import template
from generator.printing.template import PrintSettings, Template, printing_values

#: Pieces whose sizes differ by less, in millimetres and as a share, are as large as each other.
_ONE_SIZE, _ONE_SHARE = 0.1, 0.005
#: Formats of files that are sheets, read back from what is drawn.
SHEETS = (".pdf", ".svg")


class Listed(NamedTuple):
    """A file that a manifest lists: its components, its sheets' names, and whether it is for cutting."""

    file: str
    components: tuple[str, ...]
    sheets: tuple[str, ...]
    is_cut: bool

    @property
    def is_sheet(self) -> bool:
        """Whether it is read back, being neither a preview nor for a machine."""
        return Path(self.file).suffix.lower() in SHEETS and not self.is_cut


class Promised(NamedTuple):
    """A component in a manifest: how many pieces all its sheets hold, and how large one is, in mm."""

    name: str
    pieces: int
    size: float


class Manifest(NamedTuple):
    """What a manifest says: where it is, of which game, with which settings, files and components."""

    name: str
    game: str
    settings: Mapping[str, Any]
    files: tuple[Listed, ...]
    components: tuple[Promised, ...]
    #: The kit's template, where it is not the game's own.
    template: Template | None = None
    #: How often each piece is there, where single ones were asked for.
    picked: Mapping[str, int] | None = None

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(self.name).parent

    def only(self, names: Collection[str]) -> Manifest:
        """Return what it says of the components of these names; of all where there is none."""
        if not names:
            return self
        asked = [one for one in self.components if one.name in names]
        files = [one for one in self.files if not set(names).isdisjoint(one.components)]
        return self._replace(components=tuple(asked), files=tuple(files))

    @property
    def pieces(self) -> int:
        """How many pieces all its sheets hold."""
        return sum(one.pieces for one in self.components)

    @property
    def sheets(self) -> tuple[Path, ...]:
        """The files of its sheets."""
        return tuple(self.folder / one.file for one in self.files if one.is_sheet)

    def lists(self, path: Path) -> Listed | None:
        """Return what it says of a file beside it, None where it does not list it."""
        return next((one for one in self.files if self.folder / one.file == path), None)

    @property
    def reading(self) -> dict[str, Any]:
        """What the reader is to be told of the sheets, by the names of its hints.

        Themes of our own are told from the sheets themselves, so only another's file is named.
        """
        hints: dict[str, Any] = {"print_scale": self.settings.get("print_scale", (100.0, 100.0))}
        if self.template is not None:
            hints["template"] = self.template
        if self.settings.get("bleed"):
            hints["bleed"] = self.settings["bleed"]
        if isinstance(self.settings.get("tile_size"), float):
            hints["tile_size"] = self.settings["tile_size"]
        look = self.settings.get("theme", "")
        if look.endswith(".toml"):
            places = (Path(look), self.folder / look, self.folder / Path(look).name)
            there = next((place for place in places if place.is_file()), None)
            if there is not None:
                hints["theme"] = str(there)
        return hints

    @property
    def wishes(self) -> dict[str, Any]:
        """What the sheets should be, by the names of :class:`~generator.checking.faults.Wanted`."""
        kept = ("back_shift", "back_scale", "back_turn", "copies")
        wishes = {key: self.settings[key] for key in kept if key in self.settings}
        sides, duplex = self.settings.get("sides", "both"), self.settings.get("duplex")
        has_one_side = sides != "both" or duplex == "none"
        wishes |= {"boards": (1,)} | ({"duplex": "none"} if has_one_side else {})
        return wishes | ({"pieces": self.picked} if self.picked is not None else {})


def read(name: str, data: bytes) -> Manifest | None:
    """Return the manifest in a JSON file, None where that is something else.

    Raises GameError for a manifest that is damaged, of a game that is not known here, or with
    settings that no kit of ours can have.
    """
    is_named = Path(name).suffix == ".json" and Path(name).stem in engine.names()
    if data.lstrip()[:1] != b"{" and (data.strip() or not is_named):
        return None
    try:
        whole = parsed(name, data)
    except GameError as error:
        if not is_named:
            raise
        raise _damaged(name, "it is no JSON") from error
    if is_named and not {"tilewright", "tiles", "pieces"} & whole.keys():
        raise _damaged(name, "it does not say its game and settings")
    if "tilewright" not in whole:
        return None
    game, settings = whole.get("game"), whole.get("settings")
    if not (isinstance(game, str) and isinstance(settings, dict)):
        raise _damaged(name, "it does not say its game and settings")
    if game not in engine.names():
        raise GameError(f"{name} is of a game '{game[:40]}' that is not known here")
    own = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
    known = {key: value for key, value in settings.items() if key in own and value is not None}
    return Manifest(
        name,
        game,
        printing_values(Settings(known, name)),
        tuple(_files(name, whole)),
        tuple(_components(name, whole)),
        _template(name, game, whole),
        _picked(name, whole) if "pieces" in whole or "picture" in whole else None,
    )


def _damaged(name: str, why: str) -> GameError:
    return GameError(f"{name} is a damaged manifest; make the kit again, or remove it: {why}")


def _tables(name: str, table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects that a manifest lists by a key; raises GameError where it does not."""
    found = tables(table.get(key))
    if not isinstance(table.get(key), list) or len(found) < len(table[key]):
        raise _damaged(name, f"its list '{key}' is not whole")
    return found


def _files(name: str, whole: Mapping[str, Any]) -> Iterator[Listed]:
    entries = _tables(name, whole, "files")
    if not entries:
        raise _damaged(name, "it lists no files")
    for entry in entries:
        components = entry.get("components", [entry.get("component")])
        sheets = entry.get("sheets", [])
        if not (isinstance(entry.get("file"), str) and _are_texts([components, sheets])):
            raise _damaged(name, "its list 'files' is not whole")
        yield Listed(entry["file"], tuple(components), tuple(sheets), "cut" in entry)


def _are_texts(lists: list[Any]) -> bool:
    return all(isinstance(one, list) and all(isinstance(t, str) for t in one) for one in lists)


def _components(name: str, whole: Mapping[str, Any]) -> Iterator[Promised]:
    """Yield the components, with how many fronts they have, or backs where these are printed alone."""
    for component in _tables(name, whole, "components"):
        sheets = _tables(name, component, "sheets")
        most = 1 if "picture" in whole else None
        sides = [p.get("side") for one in sheets for p in _tables(name, one, "tiles")[:most]]
        size, backs = component.get("size", 0), sides.count("back")
        if not isinstance(size, int | float):
            raise _damaged(name, "its list 'components' is not whole")
        yield Promised(str(component.get("name")), len(sides) - backs or backs, float(size))


def _picked(name: str, whole: Mapping[str, Any]) -> Counter[str]:
    """Return how often each kind is there: as a front, or as a back where these are printed alone.

    Of faces that are files of their own equal pieces have one.
    """
    sides: dict[str, Counter[str]] = {"front": Counter(), "back": Counter()}
    for component in _tables(name, whole, "components"):
        for sheet in _tables(name, component, "sheets"):
            for piece in _tables(name, sheet, "tiles")[: 1 if "picture" in whole else None]:
                side = "back" if piece.get("side") == "back" else "front"
                sides[side][kind_of(str(piece.get("id")))] += 1
    return sides["front"] or sides["back"]


def _template(name: str, game: str, whole: Mapping[str, Any]) -> Template | None:
    """Return the template of one's own that a kit was made from; raises OptionError as it does."""
    own = whole.get("template")
    if own is None:
        return None
    if not (isinstance(own, dict) and isinstance(own.get("text"), str)):
        raise _damaged(name, "its 'template' is not whole")
    return template.read(game, f"{name}, template", own["text"])


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
    if is_pdf and pages < len(entry.sheets):
        words = f"{name} has {count(pages, 'page')}, {manifest.name} lists {len(entry.sheets)}"
        yield Fault("missing", words, name, is_placed=True)
    absent = [one for one in entry.components if one not in components]
    # A PDF file has all that is listed; of several SVG files of theirs each has some of it.
    if absent and (is_pdf or len(absent) == len(entry.components)):
        words = f"{name} shows no {listed(absent, 'or')}, which {manifest.name} lists in it"
        yield Fault("missing", words, name, is_placed=True)


def fewer(manifest: Manifest, found: Mapping[str, int]) -> Iterator[Fault]:
    """Yield the components of which fewer pieces were found than a manifest lists, or none."""
    for name, amount, _ in manifest.components:
        if name in found and found[name] < amount:
            words = f"{name}: {manifest.name} lists {amount}, the sheets show {found[name]}"
            yield Fault("missing", words, manifest.name, tile=name, is_placed=True)


def of_other_sizes(manifest: Manifest, found: Mapping[str, float]) -> Iterator[Fault]:
    """Yield the components whose pieces are larger or smaller than listed.

    ``found`` are the sizes by the components' names, or that of a game's only one by "".
    """
    for name, _, size in manifest.components:
        own = found.get(name, found.get(""))
        if own and size and abs(own - size) > max(_ONE_SIZE, _ONE_SHARE * size):
            lists = f"{manifest.name} lists {number(size, 2)} mm"
            words = f"{name}: {lists}, the sheets show {number(own, 2)} mm"
            yield Fault("size", words, manifest.name, tile=name, is_placed=True)


def of_another_edge(manifest: Manifest, turned: str) -> Iterator[Fault]:
    """Yield that sheets say to be ``turned`` over another edge than is listed: no back would lie behind."""
    listed_edge = manifest.settings.get("duplex")
    edges = ("long", "short")
    if turned != listed_edge and turned in edges and listed_edge in edges:
        words = f"the sheets are for turning over the {turned} edge, {manifest.name} lists {listed_edge}"
        yield Fault("back", words, manifest.name, is_placed=True)


def advice(manifest: Manifest | None, theme_name: str | None) -> str:
    """Return what to say where many colours are foreign: which theme may be meant."""
    if theme_name is not None:
        return ""
    look = "" if manifest is None else str(manifest.settings.get("theme", ""))
    if look.endswith(".toml"):
        return f"the kit was made with the theme {look}; say where it is by --theme"
    known = listed(theme.names(), "nor")
    return f"the colours are of no theme of ours ({known}); name a theme of your own by --theme FILE.toml"
