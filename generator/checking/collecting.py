"""Files and folders to verify, taken apart into sheets, inventories, photographs and manifests.

It opens files and looks at their first bytes; what they show is not its concern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import engine
from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import files
from generator.checking import manifest
from generator.checking.faults import Unread
from generator.checking.manifest import Manifest
from generator.checking.pages.files import Source, kind_of
from generator.printing import testpage

#: How the names of files end that are looked at in a folder.
ENDINGS = (".pdf", ".svg", ".png", ".jpg", ".jpeg", ".csv", ".json")
#: Most photographs of one set.
MOST_PHOTOGRAPHS = 30
#: What files that are no text are called by the ends of their names.
_CALLED = {".pdf": "PDF file", ".svg": "SVG file"} | dict.fromkeys(ENDINGS[2:5], "picture")
#: How answers of ours for programs begin, which are put beside what they are of.
_ANSWER = re.compile(rb"\{\s*\"schema\": \"[a-z]+/[0-9]+\"")
#: What a folder has of the printer's test page, which has no pieces.
_TEST_PAGE = (testpage.NAME, f"{testpage.NAME}-{testpage.PAGE}")


@dataclass
class Collected:
    """What there is to verify, by kinds, and what is passed over, in sentences."""

    sheets: list[Source] = field(default_factory=list)
    lists: list[Source] = field(default_factory=list)
    photographs: list[Source] = field(default_factory=list)
    manifests: dict[str, Manifest] = field(default_factory=dict)
    #: The folders that were asked for whole, and the files that were named, as they lie on the disk.
    folders: set[Path] = field(default_factory=set)
    named: set[Path] = field(default_factory=set)
    passed: list[str] = field(default_factory=list)
    #: Files and folders that cannot be read, or are not what they should be.
    unread: list[Unread] = field(default_factory=list)

    def manifest_listing(self, name: str) -> Manifest | None:
        """Return the manifest that lists a file."""
        return next((one for one in self.manifests.values() if one.lists(Path(name))), None)

    def manifest_of(self, name: str) -> Manifest | None:
        """Return the manifest that a file lies beside: the one that lists it, or of its name's game."""
        path = Path(name)
        beside = (one for one in self.manifests.values() if one.folder == path.parent)
        named = (one for one in beside if path.stem.partition("-")[0] == one.game)
        return self.manifest_listing(name) or next(named, None)

    def is_whole(self, said: Manifest) -> bool:
        """Tell whether all that a manifest lists was asked for, by its folder or by its own name."""
        return said.folder in self.folders or resolved(said.name) in self.named

    def add(self, name: str) -> None:
        """Add a file to those of its kind, or say why it cannot be read.

        Raises OptionError for a name that is most likely a misspelt game.
        """
        if name.isalpha() and not Path(name).exists():
            games = ", ".join(engine.names())
            raise OptionError(f"'{name}' is neither a file nor a game; the games are {games}")
        try:
            self._sort(Source(files.named(name), files.read(name)))
        except (GameError, OSError) as error:
            # The frames of its traceback hold what was read.
            self.unread.append(Unread(error.with_traceback(None), files.named(name)))

    def _sort(self, source: Source) -> None:
        kind, path = kind_of(source.data), Path(source.name)
        suffix = path.suffix.lower()
        if kind == "text" and suffix in _CALLED:
            raise GameError(f"{path} is not a {_CALLED[suffix]}, although its name says so")
        if kind == "image":
            self.photographs.append(source)
        elif kind != "text":
            self.sheets.append(source)
        elif said := manifest.read(*source):
            self.manifests[source.name] = said
        elif path.parent in self.folders and _is_of_other_programs(source):
            self.passed.append(f"{path}: not an inventory")
        else:
            self.lists.append(source)

    def drop_previews(self) -> None:
        """Pass over what manifests list as previews or for cutting.

        One that was named by itself is looked at, unless sheets of the same kit are there too.
        """
        dropped = []
        for said in self.manifests.values():
            listed = [(s, said.lists(Path(s.name))) for s in (*self.sheets, *self.photographs)]
            has_sheets = any(entry is not None and entry.is_sheet for _, entry in listed)
            dropped += [
                source
                for source, entry in listed
                if entry is not None and not entry.is_sheet
                if has_sheets or resolved(source.name) not in self.named
            ]
        if dropped:
            more = f" and {len(dropped) - 1} more" if len(dropped) > 1 else ""
            what = "previews, single faces or for cutting, not looked at"
            self.passed.append(f"{dropped[0].name}{more}: {what}")
        self.sheets = [source for source in self.sheets if source not in dropped]
        self.photographs = [source for source in self.photographs if source not in dropped]


def collect(
    names: Sequence[str], game: str | None = None, exclude: Sequence[str] = ()
) -> Collected:
    """Return the files of names, "-" for standard input, and of folders their own files.

    Files that a pattern to ``exclude`` fits are passed over, and of folders those that are named
    after another game than ``game``.  A manifest brings its sheets, and sheets the manifest beside them.

    Raises OptionError for a name that is most likely a misspelt game, GameError for more photographs
    than are read at once.
    """
    found = Collected()
    single = [name for name in dict.fromkeys(names) if not _is_folder(name)]
    folders = [Path(name) for name in dict.fromkeys(names) if _is_folder(name)]
    found.folders = set(folders)
    found.named = {resolved(name) for name in single if name not in ("", "-")}
    for name in single:
        if _is_excluded(name, exclude):
            found.passed.append(f"{name}: excluded")
        else:
            found.add(name)
    for folder in folders:
        try:
            inside = list(_inside(folder, game, exclude, found.passed))
        except (GameError, OSError) as error:
            found.unread.append(Unread(error, str(folder)))
            continue
        for path in inside:
            if resolved(path) not in found.named:
                found.add(str(path))
    for path in _related(found):
        if not _is_excluded(str(path), exclude):
            found.add(str(path))
    found.drop_previews()
    if len(found.photographs) > MOST_PHOTOGRAPHS:
        many = f"{len(found.photographs)} photographs are more than are read at once"
        raise GameError(f"{many} ({MOST_PHOTOGRAPHS})")
    return found


def _related(found: Collected) -> list[Path]:
    """Return the sheets that manifests list which were named, and the manifests beside named sheets."""
    there = [*found.sheets, *found.photographs]
    known = {Path(one.name) for one in there} | set(map(Path, found.manifests))
    known |= {Path(one.file) for one in found.unread}
    whole = [said for said in found.manifests.values() if resolved(said.name) in found.named]
    of_manifests = [path for said in whole for path in said.sheets if path.is_file()]
    folders = {Path(one.name).parent for one in there if one.name != files.INPUT}
    beside = [
        path
        for folder in sorted(folders - found.folders)
        for game in engine.names()
        for path in sorted(folder.glob(f"{game}*.json"))
        if path.is_file() and _is_manifest(path)
    ]
    return [path for path in dict.fromkeys((*of_manifests, *beside)) if path not in known]


def _is_manifest(path: Path) -> bool:
    """Tell whether a file is a manifest at a glance, whole or damaged, and not an inventory."""
    with path.open("rb") as file:
        start = file.read(1000)
    return b'"tilewright"' in start or not start.strip()


def _is_folder(name: str) -> bool:
    return name not in ("", "-") and Path(name).is_dir()


def _is_excluded(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(Path(name).name, one) or fnmatch(name, one) for one in patterns)


def _inside(
    folder: Path, game: str | None, exclude: Sequence[str], passed: list[str]
) -> Iterator[Path]:
    """Yield the files of a folder to verify; those that are not go to ``passed`` with why.

    Raises OSError where it cannot be read, OptionError where it has no file to verify.
    """
    inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    others: dict[str, list[str]] = {}
    taken = []
    for path in inside:
        named = path.stem.partition("-")[0]
        if not path.is_file() or path.suffix.lower() not in ENDINGS:
            others.setdefault("not looked at", []).append(path.name + "/" * path.is_dir())
        elif _is_excluded(str(path), exclude):
            others.setdefault("excluded", []).append(path.name)
        elif game not in (None, named) and named in engine.names():
            others.setdefault(f"not of {game}", []).append(path.name)
        elif path.stem in _TEST_PAGE:
            others.setdefault("a test of the printer", []).append(path.name)
        else:
            taken.append(path)
    if not taken and others.keys() <= {"not looked at"}:
        within = [str(path) for path in inside if path.is_dir()]
        meant = f"; name the folders within: {', '.join(within[:5])}" if within else ""
        ends = ", ".join(ending[1:] for ending in ENDINGS)
        raise OptionError(f"{folder} has no files to verify ({ends}){meant}")
    for why, names in others.items():
        shown = names if len(names) <= 6 else names[:5]
        more = f" and {len(names) - 5} more" if len(names) > 6 else ""
        passed.append(f"{folder}: {', '.join(shown)}{more}: {why}")
    yield from taken


def _is_of_other_programs(source: Source) -> bool:
    """Tell whether a file is a JSON object without a list of tiles: another program's, or a report of ours."""
    if not source.name.lower().endswith(".json") or source.data.lstrip()[:1] != b"{":
        return False
    if _ANSWER.match(source.data):
        return True
    if manifest.is_called_so(Path(source.name).stem):  # damaged or not
        return False
    return not any(key in source.data for key in (b'"tiles"', b'"pieces"', b'"components"'))
