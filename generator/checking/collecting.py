"""Files and folders to verify, taken apart into sheets, inventories, photographs and manifests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import engine
from engine.errors import GameError, OptionError
from generator import files
from generator.checking import manifest
from generator.checking.faults import Unread, subject_of
from generator.checking.grouping import grouped
from generator.checking.manifest import Listed, Manifest
from generator.checking.pages.files import Source, kind_of
from generator.printing import testpage

#: What files are called by the ends of their names, of those that are looked at in a folder.
CALLED = {
    ".pdf": "a PDF file",
    ".svg": "an SVG file",
    **dict.fromkeys((".png", ".jpg", ".jpeg"), "a picture"),
    **dict.fromkeys((".csv", ".json"), ""),
}
#: What a folder has of the printer's test page, which has no pieces.
_TEST_PAGE = (testpage.NAME, f"{testpage.NAME}-{testpage.PAGE}")
#: What a folder has that is no file to verify.
_NO_FILE = "not looked at"


@dataclass
class Collected:
    """What there is to verify, by kinds, and what is passed over, in sentences."""

    game: str | None = None
    exclude: Sequence[str] = ()
    sheets: list[Source] = field(default_factory=list)
    lists: list[Source] = field(default_factory=list)
    photographs: list[Source] = field(default_factory=list)
    manifests: list[Manifest] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    #: Files and folders that cannot be read, or are not what they should be.
    unread: list[Unread] = field(default_factory=list)
    #: Every file that was added or passed over.
    known: set[Path] = field(default_factory=set)

    def listing(self, name: str) -> Listed | None:
        """Return what the manifest that lists a file says of it."""
        found = (one.lists(Path(name)) for one in self.manifests)
        return next(filter(None, found), None)

    def manifest_of(self, name: str) -> Manifest | None:
        """Return the manifest that a file lies beside: the one that lists it, or of its name's game."""
        path = Path(name)
        game = path.stem.partition("-")[0]
        listing = (one for one in self.manifests if one.lists(path))
        beside = (m for m in self.manifests if (m.folder, m.game) == (path.parent, game))
        return next(listing, None) or next(beside, None)

    def add(self, name: str, *, is_asked: bool, in_folder: bool = False) -> None:
        """Add a file to those of its kind, or say why it cannot be read.

        A manifest that was asked for, or its folder, promises all that it lists.
        """
        if Path(name).absolute() in self.known:
            return
        self.known.add(Path(name).absolute())
        try:
            self._sort(Source(files.named(name), files.read(name)), is_asked, in_folder)
        except (GameError, OSError) as error:
            # The frames of its traceback hold what was read.
            self.unread.append(Unread(error.with_traceback(None), files.named(name)))

    def _sort(self, source: Source, is_asked: bool, in_folder: bool) -> None:
        kind, path, data = kind_of(source.data), Path(source.name), source.data
        called = CALLED.get(path.suffix.lower())
        if kind == "text" and called:
            raise GameError(f"{path} is not {called}, although its name says so")
        if kind == "image":
            self.photographs.append(source)
        elif kind != "text":
            self.sheets.append(source)
        elif said := manifest.read(*source):
            self.manifests.append(said._replace(is_whole=is_asked))
        elif in_folder and path.suffix.lower() == ".json" and data.lstrip()[:1] == b"{":
            # Of JSON objects those without a list of tiles are other programs', or reports of ours.
            lists = any(key in data for key in (b'"tiles"', b'"pieces"', b'"components"'))
            if lists and b'"schema"' not in data[:100]:
                self.lists.append(source)
            else:
                self.passed.append(f"{path}: not an inventory")
        elif is_asked:
            self.lists.append(source)

    def is_excluded(self, name: str) -> bool:
        return any(fnmatch(Path(name).name, one) or fnmatch(name, one) for one in self.exclude)

    def add_folder(self, folder: Path) -> None:
        """Add the files of a folder; those that are none to verify are passed over with why.

        Raises OSError where it cannot be read, OptionError where it has no file to verify.
        """

        def reason(path: Path) -> str:
            named = path.stem.partition("-")[0]
            if not path.is_file() or path.suffix.lower() not in CALLED:
                return _NO_FILE
            if self.is_excluded(str(path)):
                return "excluded"
            if self.game not in (None, named) and named in engine.names():
                return f"not of {self.game}"
            return "a test of the printer" if path.stem in _TEST_PAGE else ""

        inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        groups = grouped(inside, reason)
        taken = groups.pop("", [])
        if not taken and groups.keys() <= {_NO_FILE}:
            within = [str(path) for path in inside if path.is_dir()]
            meant = f"; name the folders within: {', '.join(within[:5])}" if within else ""
            ends = ", ".join(ending[1:] for ending in CALLED)
            raise OptionError(f"{folder} has no files to verify ({ends}){meant}")
        for path in taken:
            self.add(str(path), is_asked=True, in_folder=True)
        for why, paths in groups.items():
            shown = [path.name + "/" * path.is_dir() for path in paths[:6]]
            more = f" and {len(paths) - 6} more" if paths[6:] else ""
            self.passed.append(f"{folder}: {', '.join(shown)}{more}: {why}")
            self.known.update(map(Path.absolute, paths))

    def related(self) -> Iterator[Path]:
        """Yield the sheets that manifests list which were asked for, and the manifests beside sheets."""
        folders = {Path(one.name).parent for one in (*self.sheets, *self.photographs)}
        whole = [path for said in self.manifests if said.is_whole for path in said.sheets]
        beside = (path for folder in sorted(folders) for path in sorted(folder.glob("*.json")))
        yield from (path for path in whole if path.is_file())
        yield from (path for path in beside if manifest.is_called_so(path.stem))

    def drop_previews(self, named: Iterable[str]) -> None:
        """Pass over what manifests list as previews or for cutting.

        One that was named by itself is looked at, unless sheets of the same kit are there too.
        """
        listings = {s.name: self.listing(s.name) for s in (*self.sheets, *self.photographs)}
        have_sheets = {one.manifest for one in listings.values() if one and one.is_sheet}
        dropped = [
            name
            for name, one in listings.items()
            if one and not one.is_sheet and (one.manifest in have_sheets or name not in named)
        ]
        if dropped:
            what = "previews, single faces or for cutting, not looked at"
            self.passed.append(f"{subject_of(dropped)}: {what}")
        self.sheets = [source for source in self.sheets if source.name not in dropped]
        self.photographs = [source for source in self.photographs if source.name not in dropped]


def collect(
    names: Sequence[str], game: str | None = None, exclude: Sequence[str] = ()
) -> Collected:
    """Return the files of names, "-" for standard input, and of folders their own files.

    A manifest brings its sheets, and sheets the manifest beside them.

    Raises OptionError for a name that is most likely a misspelt game.
    """
    found = Collected(game, exclude)
    folders = {name: Path(name) for name in names if name not in ("", "-") and Path(name).is_dir()}
    single = [name for name in names if name not in folders]
    for name in single:
        if name.isalpha() and not Path(name).exists():
            games = ", ".join(engine.names())
            raise OptionError(f"'{name}' is neither a file nor a game; the games are {games}")
        if found.is_excluded(name):
            found.passed.append(f"{name}: excluded")
        else:
            found.add(name, is_asked=True)
    for folder in folders.values():
        try:
            found.add_folder(folder)
        except (GameError, OSError) as error:
            found.unread.append(Unread(error, str(folder)))
    for path in [*found.related()]:
        if not found.is_excluded(str(path)):
            found.add(str(path), is_asked=False)
    found.drop_previews(single)
    found.sheets.sort(key=lambda source: [*map(_natural, re.split(r"(\d+)", source.name))])
    return found


def _natural(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() and len(part) < 10 else (0, part)
