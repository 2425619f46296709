"""A kit's manifest beside its sheets: the settings they were printed with, and what they promise.

It reads and compares; what the sheets hold it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.errors import GameError, OptionError
from engine.geometry.plane import number
from engine.settings import Settings
from engine.words import count, listed, plural
from generator.checking.faults import Fault
from generator.checking.inventory import parsed
from generator.printing import presets, template
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
    #: The width and height of the cards that its preset has.
    card: tuple[float, float] | None = None

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
    def sheets(self) -> tuple[Path, ...]:
        """The files of its sheets."""
        return tuple(self.folder / one.file for one in self.files if one.is_sheet)

    @property
    def there(self) -> set[Path]:
        """Which of its files are beside it."""
        return {path for one in self.files if (path := self.folder / one.file).is_file()}

    def lists(self, path: Path) -> Listed | None:
        """Return what it says of a file beside it, None where it does not list it."""
        return next((one for one in self.files if self.folder / one.file == path), None)

    @property
    def reading(self) -> dict[str, Any]:
        """What the reader is to be told of the sheets, by the names of its hints.

        Themes of our own are told from the sheets themselves, so only another's file is named.
        """
        look = Path(self.settings.get("theme", ""))
        places = (look, self.folder / look, self.folder / look.name) if look.suffix else ()
        size = self.settings.get("tile_size")
        hints = {
            "print_scale": self.settings.get("print_scale", (100.0, 100.0)),
            "template": self.template,
            "bleed": self.settings.get("bleed", 0.0),
            "tile_size": size if isinstance(size, float) else None,
            "theme": next((str(place) for place in places if place.is_file()), None),
            "card": self.card,
        }
        return {name: value for name, value in hints.items() if value}

    @property
    def wishes(self) -> dict[str, Any]:
        """What the sheets should be, by the names of :class:`~generator.checking.faults.Wanted`."""
        kept = ("back_shift", "back_scale", "back_turn", "copies")
        wishes = {key: self.settings[key] for key in kept if key in self.settings}
        sides, duplex = self.settings.get("sides", "both"), self.settings.get("duplex")
        has_one_side = sides != "both" or duplex == "none"
        wishes |= {"boards": 1} | ({"duplex": "none"} if has_one_side else {})
        if self.picked is not None:
            return wishes | {"pieces": self.picked}
        return wishes | {"printed": tuple(one.name for one in self.components)}


def by_game(manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """Return the manifest of each game: the last of it, or fronts and backs of two runs as one kit."""
    found = {one.game: one for one in manifests}
    for fronts in (one for one in manifests if one.settings.get("sides") == "fronts"):
        for backs in (one for one in manifests if one.settings.get("sides") == "backs"):
            is_one = found[fronts.game] in (fronts, backs) and fronts.game == backs.game
            if is_one and fronts.picked == backs.picked:
                found[fronts.game] = _both_sides(fronts, backs)
    return found


def _both_sides(fronts: Manifest, backs: Manifest) -> Manifest:
    """Return two manifests, of the fronts of a kit and of their backs, as one."""
    named = {one.name for one in fronts.components}
    return fronts._replace(
        settings={**fronts.settings, **backs.settings, "sides": "both"},
        files=fronts.files + backs.files,
        components=(
            *fronts.components,
            *(one for one in backs.components if one.name not in named),
        ),
    )


def read(name: str, data: bytes) -> Manifest | None:
    """Return the manifest in a JSON file, None where that is something else.

    Raises GameError for a manifest that is damaged, of a game that is not known here, or with
    settings that no kit of ours can have.
    """
    is_named = Path(name).suffix == ".json" and is_called_so(Path(name).stem)
    if data.lstrip()[:1] != b"{" and (data.strip() or not is_named):
        return None
    try:
        whole = parsed(name, data)
    except GameError as error:
        if not is_named:
            return None
        raise _damaged(name, "it is not JSON") from error
    if "tilewright" not in whole:
        if is_named and not {"tiles", "pieces"} & whole.keys():
            raise _damaged(name, "it does not say its game and settings")
        return None
    game, settings = whole.get("game"), whole.get("settings")
    if not (isinstance(game, str) and isinstance(settings, dict)):
        raise _damaged(name, "it does not say its game and settings")
    if game not in engine.names():
        raise GameError(f"{name} is of a game '{game[:40]}' that is not known here")
    own = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
    known = {key: value for key, value in settings.items() if key in own and value is not None}
    values = printing_values(Settings(known, name))
    try:
        text = whole["template"]["text"] if "template" in whole else None
        files, components, picked = tuple(_files(whole)), tuple(_components(whole)), _picked(whole)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise _damaged(name, "its 'files' or 'components' are not whole") from error
    kit = template.read(game, f"{name}, template", text) if isinstance(text, str) else None
    own_pieces = picked if "pieces" in whole else None
    card = _card(settings.get("preset"))
    return Manifest(name, game, values, files, components, kit, own_pieces, card)


def _card(preset: object) -> tuple[float, float] | None:
    """Return the size of the cards of a preset, None where it has none or is not there."""
    with suppress(OSError, OptionError):
        if isinstance(preset, str) and preset and (card := presets.load(preset).card):
            return card.width, card.height
    return None


def is_called_so(stem: str) -> bool:
    """Tell whether a file's name is one that kits give their manifests, as ``<game>-fronts``."""
    game, *kinds = stem.split("-")
    return game in engine.names() and {"fronts", "backs", "pieces"}.issuperset(kinds)


def _damaged(name: str, why: str) -> GameError:
    return GameError(f"{name} is a damaged manifest; make the kit again, or remove it: {why}")


def _files(whole: Mapping[str, Any]) -> Iterator[Listed]:
    """Yield the files; raises what comes of a list that is none, or lacks something."""
    if not whole["files"]:
        raise ValueError
    for entry in whole["files"]:
        components = entry["components"] if "components" in entry else [entry["component"]]
        sheets = tuple(map(str, entry.get("sheets", ())))
        yield Listed(str(entry["file"]), tuple(map(str, components)), sheets, "cut" in entry)


def _tiles(component: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the pieces on a component's sheets."""
    return [piece for sheet in component["sheets"] for piece in sheet["tiles"]]


def _components(whole: Mapping[str, Any]) -> Iterator[Promised]:
    """Yield the components, with how many fronts they have, or backs where these are printed alone.

    Raises what comes of a list that is none, or lacks something.
    """
    if not whole["components"]:
        raise ValueError
    for component in whole["components"]:
        sides = [piece.get("side") for piece in _tiles(component)]
        backs, size = sides.count("back"), float(component.get("size", 0))
        yield Promised(str(component["name"]), len(sides) - backs or backs, size)


def _picked(whole: Mapping[str, Any]) -> Counter[str]:
    """Return how often each piece is there: as a front, or as a back where these are printed alone."""
    pieces = [piece for one in whole["components"] for piece in _tiles(one)]
    fronts = [piece for piece in pieces if piece.get("side") != "back"]
    return Counter(str(piece["id"]) for piece in fronts or pieces)


# ---------------------------------------------------------------------------------- promises


def lost(
    manifest: Manifest, there: Collection[Path], formats: Collection[str] | None
) -> list[Listed]:
    """Return the files that a manifest lists and that are not among those ``there``.

    ``formats`` are the suffixes of the files that count; None where the whole folder was asked for.
    """
    return [
        one
        for one in manifest.files
        if manifest.folder / one.file not in there
        and (formats is None or (one.is_sheet and Path(one.file).suffix.lower() in formats))
    ]


def lacking(name: str, files: Sequence[Listed]) -> Iterator[Fault]:
    """Yield a fault for files that the manifest of a name lists and that are not there."""
    if files:
        held = listed(dict.fromkeys(name for one in files for name in one.components))
        names = [one.file for one in files]
        shown = listed(names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"])
        are = plural(len(names), "which is", "which are")
        words = f"{name} lists {shown} ({held}), {are} not there"
        yield Fault("missing", words, name, is_placed=True)


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


def of_another_make(manifest: Manifest, found: Mapping[str, float], turned: str) -> Iterator[Fault]:
    """Yield the components of another size than is listed, and that sheets say to be ``turned`` otherwise.

    ``found`` are the sizes by the components' names, or that of a game's only one by "".
    """
    for name, _, size in manifest.components:
        own = found.get(name, found.get(""))
        if own and size and abs(own - size) > max(_ONE_SIZE, _ONE_SHARE * size):
            lists = f"{manifest.name} lists {number(size, 2)} mm"
            words = f"{name}: {lists}, the sheets show {number(own, 2)} mm"
            yield Fault("size", words, manifest.name, tile=name, is_placed=True)
    edge, edges = manifest.settings.get("duplex"), {"long", "short"}
    if turned != edge and {turned, edge} == edges:
        words = f"the sheets are for turning over the {turned} edge, {manifest.name} lists {edge}"
        yield Fault("back", words, manifest.name, is_placed=True)
