"""A kit's manifest beside its sheets: the settings they were printed with, and what they promise.

It reads and compares; what the sheets hold it is told.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from engine.drawing import theme
from engine.errors import GameError
from engine.geometry.plane import number
from engine.settings import Settings
from engine.words import count, listed, plural
from generator.checking.faults import Fault
from generator.printing.template import PrintSettings, printing_values

#: A larger file is no manifest: ours have a few hundred bytes for a piece.
MOST_BYTES = 32 * 2**20
#: No length in one is larger, in millimetres.
MOST_LENGTH = 1e6
#: Papers whose sides differ by less are one; pieces, by less than a length or a share; in millimetres.
_ONE_PAPER, _ONE_SIZE, _ONE_SHARE = 1.0, 0.1, 0.005
#: Formats of files that are sheets, read back from what is drawn.
SHEETS = (".pdf", ".svg")


#: Width and height in millimetres.
Extent = tuple[float, float]


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
    """A component in a manifest: how many pieces all its sheets hold, how large one is, and its papers.

    Papers are by the sheet's name; lengths are millimetres.
    """

    name: str
    pieces: int
    size: float
    papers: Mapping[str, Extent]


class Manifest(NamedTuple):
    """What a manifest says: where it is, of which game, with which settings, files and components."""

    name: str
    game: str
    settings: Mapping[str, Any]
    files: tuple[Listed, ...]
    components: tuple[Promised, ...]
    #: How often each piece of it is there, where single ones were asked for.
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

    def lists(self, path: Path) -> Listed | None:
        """Return what it says of a file beside it, None where it does not list it."""
        return next((one for one in self.files if self.folder / one.file == path), None)

    def papers_of(self, path: Path) -> set[Extent]:
        """Return the papers of the sheets in a file beside it, none where it does not list the file."""
        entry = self.lists(path)
        if entry is None:
            return set()
        named = [one.papers for one in self.components if one.name in entry.components]
        return {papers[sheet] for papers in named for sheet in entry.sheets if sheet in papers}

    @property
    def reading(self) -> dict[str, Any]:
        """What the reader is to be told of the sheets, by the names of its hints.

        Themes of our own are told from the sheets themselves, so only another's file is named.
        """
        hints: dict[str, Any] = {"print_scale": self.settings.get("print_scale", (100.0, 100.0))}
        if isinstance(self.settings.get("tile_size"), float):
            hints["tile_size"] = self.settings["tile_size"]
        hints["bleed"] = self.settings.get("bleed", 0.0)
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
        sides, duplex = self.settings.get("sides", "both"), self.settings.get("duplex")
        has_one_side = sides != "both" or duplex == "none"
        picked = {} if self.picked is None else {"pieces": self.picked}
        return {
            **wishes,
            "boards": (1,),
            **({"duplex": "none"} if has_one_side else {}),
            **picked,
        }


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
    return Manifest(
        name,
        game,
        _settings(name, settings),
        tuple(_files(said)),
        tuple(_components(said)),
        _picked(said) if "pieces" in said else None,
    )


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
        those = tuple(map(str, sheets)) if isinstance(sheets, list) else ()
        yield Listed(str(entry.get("file")), names, those, "cut" in entry)


def _components(said: Mapping[str, Any]) -> Iterator[Promised]:
    """Yield the components, with how many fronts they have, or backs where these are printed alone."""
    for component in _tables(said.get("components")):
        sheets = _tables(component.get("sheets"))
        sides = [piece.get("side") for sheet in sheets for piece in _tables(sheet.get("tiles"))]
        backs = sides.count("back")
        papers = {
            str(sheet.get("name")): (_length(sheet.get("width")), _length(sheet.get("height")))
            for sheet in sheets
        }
        size = _length(component.get("size"))
        yield Promised(str(component.get("name")), len(sides) - backs or backs, size, papers)


def _picked(said: Mapping[str, Any]) -> Counter[str]:
    """Return how often each piece is there: as a front, or as a back where these are printed alone."""
    sides: dict[str, Counter[str]] = {"front": Counter(), "back": Counter()}
    for component in _tables(said.get("components")):
        for sheet in _tables(component.get("sheets")):
            for piece in _tables(sheet.get("tiles")):
                side = "back" if piece.get("side") == "back" else "front"
                sides[side][str(piece.get("id"))] += 1
    return sides["front"] or sides["back"]


def _length(said: object) -> float:
    """Return a length, 0 where something else is said."""
    return float(said) if isinstance(said, int | float) and 0 < said < MOST_LENGTH else 0.0


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
    for name, amount, *_ in manifest.components:
        if name in found and found[name] < amount:
            words = f"{name}: {manifest.name} lists {amount}, the sheets show {found[name]}"
            yield Fault("missing", words, manifest.name, tile=name, is_placed=True)


def of_other_sizes(manifest: Manifest, found: Mapping[str, float]) -> Iterator[Fault]:
    """Yield the components whose pieces are larger or smaller than listed.

    ``found`` are the sizes by the components' names, or that of a game's only one by "".
    """
    for name, _, size, _ in manifest.components:
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


def other_papers(manifest: Manifest, pages: Iterable[tuple[str, Extent]]) -> Iterator[str]:
    """Yield a note for each paper of pages that is not listed for the file they are in."""
    others: dict[tuple[Extent, Extent], dict[str, None]] = {}
    for name, paper in pages:
        known = manifest.papers_of(Path(name))
        if known and not any(_is_one_paper(paper, one) for one in known):
            others.setdefault((paper, min(known)), {})[name] = None
    for papers, names in others.items():
        own, first = (" × ".join(number(length, 1) for length in paper) for paper in papers)
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        yield f"pages of {next(iter(names))}{more} are {own} mm, {manifest.name} lists {first} mm"


def _is_one_paper(a: Extent, b: Extent) -> bool:
    """Tell whether two papers are of one size, either way up."""
    pairs = zip(sorted(a), sorted(b), strict=True)
    return all(abs(one - other) < _ONE_PAPER for one, other in pairs)


def other_theme(manifest: Manifest, colours: str) -> Iterator[str]:
    """Yield a note where sheets are in another theme of ours than is listed."""
    look = str(manifest.settings.get("theme", ""))
    told = colours.removeprefix("theme ")
    if told in theme.names() and look in theme.names() and told != look:
        yield f"the sheets are in the theme {told}, {manifest.name} lists {look}"


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
