"""Manifests of kits read: what was printed, how, and into which files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.errors import GameError
from engine.settings import Settings
from engine.words import listed, plural
from generator.checking import grouped
from generator.checking.faults import Fault, subject_of
from generator.printing import template
from generator.printing.template import PrintSettings, Template, printing_values

#: The endings of files that are looked at in a folder, and what such a file must be, "" if that is no matter.
CALLED = {
    ".pdf": "a PDF file",
    ".svg": "an SVG file",
    **dict.fromkeys((".png", ".jpg", ".jpeg"), "a picture"),
    **dict.fromkeys((".csv", ".json"), ""),
}


class Listed(NamedTuple):
    """A file that a manifest lists; ``sheets`` is how many it has."""

    manifest: str
    game: str
    path: Path
    components: tuple[str, ...]
    sheets: int
    #: Whether it is read back: it is neither a preview nor a file for a cutting machine.
    is_sheet: bool


class Manifest(NamedTuple):
    """What a manifest says of a kit."""

    name: str
    game: str
    settings: PrintSettings
    files: Sequence[Listed]
    #: How large the pieces of each component are, in millimetres, 0 where it does not say.
    components: Mapping[str, float]
    #: How often each piece was printed.
    pieces: Counter[str]
    #: Whether the kit was made of single pieces.
    is_picked: bool = False
    #: The kit's template, where it is not the game's own.
    template: Template | None = None
    #: Whether all files that it lists are to be verified: it or its folder was named.
    is_whole: bool = False

    @property
    def folder(self) -> Path:
        return Path(self.name).parent

    def lost(self, only: Collection[str]) -> list[Listed]:
        """Return the listed files that are not there, of all components or ``only`` of some."""
        lost = (one for one in self.files if not one.path.is_file())
        return [one for one in lost if not only or {*only} & {*one.components}]

    def listing(self, name: str) -> Listed | None:
        """Return what it says of a file, None where it does not list it."""
        return next((one for one in self.files if one.path == Path(name)), None)

    @property
    def theme_files(self) -> Sequence[Path]:
        """Where the kit's theme file may be; none for a theme of ours, which the sheets tell."""
        theme = Path(self.settings.theme)
        return (theme, self.folder / theme, self.folder / theme.name) if theme.suffix else ()

    @property
    def wishes(self) -> dict[str, Any]:
        """What the sheets should be, as :class:`~generator.checking.faults.Wanted` names it."""
        names = ("back_shift", "back_scale", "back_turn", "print_scale", "bleed", "copies")
        wishes = {name: getattr(self.settings, name) for name in names}
        wishes |= {"template": self.template, "tile_size": self.settings.size}
        if present := [path for path in self.theme_files if path.is_file()]:
            wishes["theme"] = str(present[0])
        if self.settings.sides != "both" or self.settings.duplex == "none":
            wishes["duplex"] = "none"
        if self.is_picked:
            return {**wishes, "pieces": self.pieces}
        return {**wishes, "printed": self.components}


def by_game(manifests: Iterable[Manifest]) -> dict[str, Manifest]:
    """Return the manifest of each game: its last one, or one kit of fronts and backs that were made in two runs."""
    found = {}
    for game, own in grouped(manifests, lambda one: one.game).items():
        found[game] = own[-1]
        runs = {one.settings.sides: one for one in own if one.is_picked == own[-1].is_picked}
        if runs.keys() == {"fronts", "backs"}:
            settings = replace(runs["backs"].settings, sides="both")
            found[game] = runs["fronts"]._replace(settings=settings)
    return found


def read(name: str, data: bytes) -> Manifest | None:
    """Return the manifest in a JSON file, None where that is something else; raise GameError for a damaged one."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        whole = {}
    keys = whole.keys() if isinstance(whole, dict) else {"tiles"}  # a list may be an inventory
    is_named = name.lower().endswith(".json") and is_called_so(Path(name).stem)
    if "tilewright" not in keys and (not is_named or keys & {"tiles", "pieces"}):
        return None
    try:
        game, settings = str(whole["game"]), {**whole["settings"]}
        if game not in engine.names():
            raise GameError(f"{name} is of a game '{game[:40]}' that is not known here")
        names = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
        known = {key: settings[key] for key in names & settings.keys() if settings[key] is not None}
        printing = PrintSettings(**printing_values(Settings(known, name)))
        text = str(whole["template"]["text"]) if "template" in whole else ""
        files = []
        for entry in whole["files"]:
            path, sheets = Path(name).parent / str(entry["file"]), len(entry.get("sheets", ()))
            is_sheet = path.suffix.lower() in (".pdf", ".svg") and "cut" not in entry
            parts = tuple(map(str, entry["components"]))
            files.append(Listed(name, game, path, parts, sheets, is_sheet))
        components = {str(c["name"]): float(c.get("size", 0)) for c in whole["components"]}
        tiles = [sheet["tiles"] for part in whole["components"] for sheet in part["sheets"]]
        pieces = [piece for some in tiles for piece in some]
        # In a kit of backs alone each back counts as a piece.
        fronts = [piece for piece in pieces if piece.get("side") != "back"] or pieces
        amounts = Counter(str(piece["id"]) for piece in fronts)
        if not (files and components):
            raise KeyError
    except GameError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        words = f"{name} is a damaged manifest; make the kit again, or remove it"
        raise GameError(words) from error
    kit = template.read(game, f"{name}, template", text) if text else None
    return Manifest(name, game, printing, files, components, amounts, "pieces" in whole, kit)


def is_called_so(stem: str) -> bool:
    """Tell whether a file is called like a kit's manifest, such as ``<game>-fronts``."""
    game, *kinds = stem.split("-")
    return game in engine.names() and {"fronts", "backs", "pieces"}.issuperset(kinds)


def lacking(files: Sequence[Listed]) -> Iterator[Fault]:
    """Yield a fault for the files of each manifest that are not there."""
    for name, own in grouped(files, lambda one: one.manifest).items():
        components = listed(dict.fromkeys(part for one in own for part in one.components))
        names, which_are = [one.path.name for one in own], plural(len(own), "which is", "which are")
        words = f"{name} lists {subject_of(names)} ({components}), {which_are} not there"
        yield Fault("missing", words, name, is_placed=True)
