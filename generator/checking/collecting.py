"""Files and folders to verify, taken apart into sheets, inventories, photographs and manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
        elif kit := manifest.read(name, data):
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
            yield from (path for path in beside if manifest.is_called_so(path.stem))

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
