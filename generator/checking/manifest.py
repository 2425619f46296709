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
from generator.checking.faults import Fault, subject_of
from generator.checking.grouping import grouped
from generator.printing import template
from generator.printing.template import PrintSettings, Template, printing_values

#: What files are called by the ends of their names, of those that are looked at in a folder.
CALLED = {
    ".pdf": "a PDF file",
    ".svg": "an SVG file",
    **dict.fromkeys((".png", ".jpg", ".jpeg"), "a picture"),
    **dict.fromkeys((".csv", ".json"), ""),
}


class Listed(NamedTuple):
    """A file that a manifest lists, with its components and how many sheets it has."""

    manifest: str
    game: str
    path: Path
    components: tuple[str, ...]
    sheets: int
    #: Whether it is read back, being neither a preview nor for a machine.
    is_sheet: bool


class Manifest(NamedTuple):
    """What a manifest says of a kit."""

    name: str
    game: str
    settings: PrintSettings
    files: Sequence[Listed]
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
        wishes = {key: getattr(self.settings, key) for key in kept}
        wishes |= {"template": self.template, "tile_size": self.settings.size}
        # Themes of our own are told from the sheets themselves.
        look = Path(self.settings.theme)
        for place in (look, self.folder / look, self.folder / look.name) if look.suffix else ():
            if place.is_file():
                wishes.setdefault("theme", str(place))
        if self.settings.sides != "both" or self.settings.duplex == "none":
            wishes["duplex"] = "none"
        return wishes | (
            {"pieces": self.pieces} if self.is_picked else {"printed": self.components}
        )


def by_game(manifests: Iterable[Manifest]) -> dict[str, Manifest]:
    """Return the manifest of each game: the last of it, or fronts and backs of two runs as one kit."""
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
    keys = whole.keys() if isinstance(whole, dict) else {"tiles"}
    is_named = name.lower().endswith(".json") and is_called_so(Path(name).stem)
    if "tilewright" not in keys and (not is_named or keys & {"tiles", "pieces"}):
        return None
    try:
        game, settings = str(whole["game"]), {**whole["settings"]}
        if game not in engine.names():
            raise GameError(f"{name} is of a game '{game[:40]}' that is not known here")
        own = {field.name.replace("_", "-") for field in fields(PrintSettings)} - {"preset"}
        known = {key: settings[key] for key in own & settings.keys() if settings[key] is not None}
        printing = PrintSettings(**printing_values(Settings(known, name)))
        text = str(whole["template"]["text"]) if "template" in whole else ""
        own_files = []
        for entry in whole["files"]:
            path, sheets = Path(name).parent / str(entry["file"]), len(entry.get("sheets", ()))
            is_sheet = path.suffix.lower() in (".pdf", ".svg") and "cut" not in entry
            parts = tuple(map(str, entry["components"]))
            own_files.append(Listed(name, game, path, parts, sheets, is_sheet))
        components = {str(c["name"]): float(c.get("size", 0)) for c in whole["components"]}
        tiles = [sheet["tiles"] for part in whole["components"] for sheet in part["sheets"]]
        pieces = [piece for some in tiles for piece in some]
        # Of backs that are printed alone each is a piece.
        fronts = [piece for piece in pieces if piece.get("side") != "back"] or pieces
        amounts = Counter(str(piece["id"]) for piece in fronts)
        if not (own_files and components):
            raise KeyError
    except GameError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        words = f"{name} is a damaged manifest; make the kit again, or remove it"
        raise GameError(words) from error
    kit = template.read(game, f"{name}, template", text) if text else None
    return Manifest(name, game, printing, own_files, components, amounts, "pieces" in whole, kit)


def is_called_so(stem: str) -> bool:
    """Tell whether a file's name is one that kits give their manifests, as ``<game>-fronts``."""
    game, *kinds = stem.split("-")
    return game in engine.names() and {"fronts", "backs", "pieces"}.issuperset(kinds)


def lacking(files: Sequence[Listed]) -> Iterator[Fault]:
    """Yield a fault for the files of each manifest that are not there."""
    for name, own in grouped(files, lambda one: one.manifest).items():
        held = listed(dict.fromkeys(name for one in own for name in one.components))
        names, are = [one.path.name for one in own], plural(len(own), "which is", "which are")
        words = f"{name} lists {subject_of(names)} ({held}), {are} not there"
        yield Fault("missing", words, name, is_placed=True)
