"""Files and folders to verify, taken apart into sheets, inventories, photographs and manifests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.errors import GameError, OptionError
from engine.settings import Settings
from engine.words import listed, plural
from generator import files
from generator.checking.faults import Fault, Unread, subject_of
from generator.checking.grouping import grouped
from generator.checking.inventory import parsed
from generator.checking.pages.files import Source, kind_of
from generator.printing import template, testpage
from generator.printing.template import PrintSettings, Template, printing_values

#: What files are called by the ends of their names, of those that are looked at in a folder.
CALLED = {
    ".pdf": "a PDF file",
    ".svg": "an SVG file",
    **dict.fromkeys((".png", ".jpg", ".jpeg"), "a picture"),
    **dict.fromkeys((".csv", ".json"), ""),
}
#: What a folder has of the printer's test page, which has no pieces.
_TEST_PAGE = (testpage.NAME, f"{testpage.NAME}-{testpage.PAGE}")


class Collected:
    """What there is to verify, by kinds, and what is passed over, in sentences."""

    def __init__(self, names: Sequence[str], game: str | None, exclude: Sequence[str]) -> None:
        """Take the files of names, "-" for standard input, and of folders their own files.

        A manifest brings its sheets, and sheets the manifest beside them.

        Raises OptionError for a name that is most likely a misspelt game.
        """
        self.sheets: list[Source] = []
        self.lists: list[Source] = []
        self.photographs: list[Source] = []
        self.manifests: list[Manifest] = []
        self.passed: list[str] = []
        #: Files and folders that cannot be read, or are not what they should be.
        self.unread: list[Unread] = []
        self._game = game
        self._exclude = exclude
        #: Every file that was added or passed over.
        self._known: set[Path] = set()
        for name in names:
            if name.isalpha() and not Path(name).exists():
                games = ", ".join(engine.names())
                raise OptionError(f"'{name}' is neither a file nor a game; the games are {games}")
            self._add(name)
        for path in [*self._related()]:
            self._add(str(path), is_asked=False)
        self._drop_previews(names)
        # Sheet 10 comes after sheet 9.
        self.sheets.sort(key=lambda one: re.sub(r"\d+", lambda run: run[0].zfill(9), one.name))

    def listing(self, name: str) -> Listed | None:
        """Return what the manifest that lists a file says of it."""
        return next(filter(None, (one.lists(name) for one in self.manifests)), None)

    def _add(self, name: str, *, is_asked: bool = True) -> None:
        """Add a folder, or a file to those of its kind, or say why it cannot be read.

        A manifest that was asked for, or its folder, promises all that it lists.
        """
        path = Path(name)
        if path.absolute() in self._known:
            return
        self._known.add(path.absolute())
        if any(fnmatch(path.name, one) or fnmatch(name, one) for one in self._exclude):
            self.passed += [f"{name}: excluded"] * is_asked
            return
        try:
            if name and path.is_dir():
                self._add_folder(path)
            else:
                self._sort(Source(files.named(name), files.read(name)), is_asked)
        except (GameError, OSError) as error:
            # The frames of its traceback hold what was read.
            self.unread.append(Unread(error.with_traceback(None), files.named(name)))

    def _sort(self, source: Source, is_asked: bool) -> None:
        kind, (name, data) = kind_of(source.data), source
        called = CALLED.get(Path(name).suffix.lower())
        if kind == "text" and called:
            raise GameError(f"{name} is not {called}, although its name says so")
        if kind == "image":
            self.photographs.append(source)
        elif kind != "text":
            self.sheets.append(source)
        elif kit := read(name, data):
            self.manifests.append(kit._replace(is_whole=is_asked))
        elif is_asked and data.lstrip()[:1] == b"{" and not _has_tiles(data):
            self.passed.append(f"{name}: not an inventory")
        elif is_asked:
            self.lists.append(source)

    def _add_folder(self, folder: Path) -> None:
        """Add the files of a folder; those that are none to verify are passed over with why.

        Raises OSError where it cannot be read, OptionError where it has no file to verify.
        """

        def is_taken(path: Path) -> bool:
            game = path.stem.partition("-")[0]
            is_of_other = self._game not in (None, game) and game in engine.names()
            is_left = is_of_other or path.stem in _TEST_PAGE
            return path.is_file() and path.suffix.lower() in CALLED and not is_left

        inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        groups = grouped(inside, is_taken)
        left = [path.name + "/" * path.is_dir() for path in groups.get(False, ())]
        if True not in groups:
            within = [str(path) for path in inside if path.is_dir()]
            meant = f"; name the folders within: {', '.join(within[:5])}" if within else ""
            ends = ", ".join(ending[1:] for ending in CALLED)
            raise OptionError(f"{folder} has no files to verify ({ends}){meant}")
        for path in groups[True]:
            self._add(str(path))
        if left:
            more = f" and {len(left) - 6} more" if left[6:] else ""
            self.passed.append(f"{folder}: {', '.join(left[:6])}{more}: not looked at")

    def _related(self) -> Iterator[Path]:
        """Yield the sheets that manifests list which were asked for, and the manifests beside sheets."""
        whole = [sheet.path for kit in self.manifests if kit.is_whole for sheet in kit.sheets]
        yield from (path for path in whole if path.is_file())
        for folder in sorted({Path(one.name).parent for one in (*self.sheets, *self.photographs)}):
            beside = sorted(folder.glob("*.json"))
            yield from (path for path in beside if is_called_so(path.stem))

    def _drop_previews(self, names: Sequence[str]) -> None:
        """Pass over what manifests list as previews or for cutting.

        One of the ``names`` is looked at, unless sheets of the same kit are there too.
        """
        listings = {one.name: self.listing(one.name) for one in (*self.sheets, *self.photographs)}
        kits = {one.manifest for one in listings.values() if one and one.is_sheet}
        dropped = [
            name
            for name, one in listings.items()
            if one and not one.is_sheet and (one.manifest in kits or name not in names)
        ]
        if dropped:
            what = "previews, single faces or for cutting, not looked at"
            self.passed.append(f"{subject_of(dropped)}: {what}")
        self.sheets = [one for one in self.sheets if one.name not in dropped]
        self.photographs = [one for one in self.photographs if one.name not in dropped]


def _has_tiles(data: bytes) -> bool:
    """Tell whether a JSON object may be an inventory, not another program's or a report of ours."""
    return b'"schema"' not in data[:100] and (b'"tiles"' in data or b'"pieces"' in data)


# -------------------------------------------------------------------------------------- manifests


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
