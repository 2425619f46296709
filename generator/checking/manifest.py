"""A kit's manifest beside its sheets: the settings they were printed with, and what it lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.errors import GameError
from engine.settings import Settings
from engine.words import listed, plural
from generator.checking.faults import Fault, subject_of
from generator.checking.grouping import grouped
from generator.checking.inventory import parsed
from generator.printing import template
from generator.printing.template import PrintSettings, Template, printing_values


class Listed(NamedTuple):
    """A file that a manifest lists: which does, of which game, where it is, its components, how many sheets it has."""

    manifest: str
    game: str
    path: Path
    components: tuple[str, ...]
    sheets: int
    is_cut: bool

    @property
    def format(self) -> str:
        return self.path.suffix.lower()

    @property
    def is_sheet(self) -> bool:
        """Whether it is read back, being neither a preview nor for a machine."""
        return self.format in (".pdf", ".svg") and not self.is_cut


class Manifest(NamedTuple):
    """What a manifest says: where it is, of which game, with which settings, files and components."""

    name: str
    game: str
    settings: Mapping[str, Any]
    files: tuple[Listed, ...]
    #: How large the pieces of each component are, in millimetres, 0 where it does not say.
    components: Mapping[str, float]
    #: How often each piece is there.
    pieces: Counter[str]
    #: Whether single pieces were asked for.
    is_picked: bool = False
    #: The kit's template, where it is not the game's own.
    template: Template | None = None
    #: Whether all that it lists was asked for, by its folder or by its own name.
    is_whole: bool = False

    @property
    def folder(self) -> Path:
        return Path(self.name).parent

    @property
    def sheets(self) -> tuple[Listed, ...]:
        return tuple(one for one in self.files if one.is_sheet)

    def lost(self, only: Collection[str]) -> list[Listed]:
        """Return the files that are not there, of all components or of some."""
        lost = (one for one in self.files if not one.path.is_file())
        return [one for one in lost if not only or {*only} & {*one.components}]

    def lists(self, name: str) -> Listed | None:
        """Return what it says of a file, None where it does not list it."""
        return next((one for one in self.files if one.path == Path(name)), None)

    @property
    def wishes(self) -> dict[str, Any]:
        """What the sheets should be, as :class:`~generator.checking.faults.Wanted` names it."""
        kept = ("back_shift", "back_scale", "back_turn", "print_scale", "bleed", "copies")
        wishes = {key: self.settings[key] for key in kept if key in self.settings}
        wishes["template"] = self.template
        size, look = self.settings.get("tile_size"), Path(self.settings.get("theme", ""))
        if isinstance(size, float):
            wishes["tile_size"] = size
        # Themes of our own are told from the sheets themselves.
        for place in (look, self.folder / look, self.folder / look.name) if look.suffix else ():
            if place.is_file():
                wishes.setdefault("theme", str(place))
        if self.settings.get("sides", "both") != "both" or self.settings.get("duplex") == "none":
            wishes["duplex"] = "none"
        return wishes | (
            {"pieces": self.pieces} if self.is_picked else {"printed": self.components}
        )


def by_game(manifests: Iterable[Manifest]) -> dict[str, Manifest]:
    """Return the manifest of each game: the last of it, or fronts and backs of two runs as one kit."""
    found = {}
    for game, own in grouped(manifests, lambda one: one.game).items():
        last = found[game] = own[-1]
        runs = {one.settings.get("sides"): one for one in own if one.is_picked == last.is_picked}
        if runs.keys() == {"fronts", "backs"}:
            fronts, backs = runs["fronts"], runs["backs"]
            settings = {**fronts.settings, **backs.settings, "sides": "both"}
            components = {**backs.components, **fronts.components}
            found[game] = fronts._replace(settings=settings, components=components)
    return found


def read(name: str, data: bytes) -> Manifest | None:
    """Return the manifest in a JSON file, None where that is something else.

    Raises GameError for one that is damaged, of an unknown game, or with settings that no kit has.
    """
    is_named = name.lower().endswith(".json") and is_called_so(Path(name).stem)
    damaged = f"{name} is a damaged manifest; make the kit again, or remove it"
    try:
        whole = parsed(name, data)
    except GameError as error:
        if is_named:
            words = f"{damaged}: it is not JSON"
            raise GameError(words, line=error.line, column=error.column) from error
        return None
    is_ours = isinstance(whole, dict) and "tilewright" in whole
    is_inventory = not isinstance(whole, dict) or {"tiles", "pieces"} & whole.keys()
    if not is_ours and (is_inventory or not is_named):
        return None
    try:
        game, settings = str(whole["game"]), {**whole["settings"]}
        if game not in engine.names():
            raise GameError(f"{name} is of a game '{game[:40]}' that is not known here")
        own = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
        known = {key: settings[key] for key in own & settings.keys() if settings[key] is not None}
        values = printing_values(Settings(known, name))
        text = str(whole["template"]["text"]) if "template" in whole else ""
        files, pieces = tuple(_files(name, game, whole["files"])), _pieces(whole["components"])
        components = {str(c["name"]): float(c.get("size", 0)) for c in whole["components"]}
        if not (files and components):
            raise KeyError
    except GameError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise GameError(f"{damaged}: what it should say is not whole") from error
    kit = template.read(game, f"{name}, template", text) if text else None
    return Manifest(name, game, values, files, components, pieces, "pieces" in whole, kit)


def is_called_so(stem: str) -> bool:
    """Tell whether a file's name is one that kits give their manifests, as ``<game>-fronts``."""
    game, *kinds = stem.split("-")
    return game in engine.names() and {"fronts", "backs", "pieces"}.issuperset(kinds)


def _files(name: str, game: str, entries: Any) -> Iterator[Listed]:
    for entry in entries:
        components = tuple(map(str, entry["components"]))
        path, sheets = Path(name).parent / str(entry["file"]), len(entry.get("sheets", ()))
        yield Listed(name, game, path, components, sheets, "cut" in entry)


def _pieces(components: Any) -> Counter[str]:
    """Return how often each piece is there: as a front, or as a back where these are printed alone."""
    sheets = [sheet for component in components for sheet in component["sheets"]]
    pieces = [piece for sheet in sheets for piece in sheet["tiles"]]
    fronts = [piece for piece in pieces if piece.get("side") != "back"]
    return Counter(str(piece["id"]) for piece in fronts or pieces)


# ---------------------------------------------------------------------------------- promises


def lacking(files: Sequence[Listed]) -> Iterator[Fault]:
    """Yield a fault for the files of each manifest that are not there."""
    for name, own in grouped(files, lambda one: one.manifest).items():
        held = listed(dict.fromkeys(name for one in own for name in one.components))
        names, are = [one.path.name for one in own], plural(len(own), "which is", "which are")
        words = f"{name} lists {subject_of(names)} ({held}), {are} not there"
        yield Fault("missing", words, name, is_placed=True)
