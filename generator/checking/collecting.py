"""Files and folders to verify, taken apart into sheets, inventories, photographs and manifests.

It opens files and looks at their first bytes; what they show is not its concern.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import NamedTuple

import engine
from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import files
from generator.checking import manifest
from generator.checking.faults import Unread
from generator.checking.manifest import Manifest
from generator.checking.pages.files import MOST_FILES, Source, kind_of
from generator.printing import testpage

#: How the names of files end that are looked at in a folder.
ENDINGS = (".pdf", ".svg", ".png", ".jpg", ".jpeg", ".csv", ".json", ".vtt")
#: Most photographs of one set.
MOST_PHOTOGRAPHS = 30
#: Bytes of all files together, at most.
MOST_BYTES = 512 * 2**20
#: What such files must be by their first bytes.
_KINDS = {".pdf": "pdf", ".svg": "svg", ".png": "image", ".jpg": "image", ".jpeg": "image"}
#: How answers of ours for programs begin, which are put beside what they are of.
_ANSWER = re.compile(rb"\{\s*\"schema\": \"[a-z]+/[0-9]+\"")
#: What a folder has of the printer's test page, which has no pieces.
_TEST_PAGE = (testpage.NAME, f"{testpage.NAME}-{testpage.PAGE}")


class Collected(NamedTuple):
    """What there is to verify, and what was passed over, in sentences."""

    sheets: tuple[Source, ...]
    lists: tuple[Source, ...]
    photographs: tuple[Source, ...]
    #: Archives and saved objects of tabletop programs.
    tables: tuple[Source, ...]
    manifests: tuple[Manifest, ...]
    #: The folders that were asked for whole.
    folders: tuple[Path, ...]
    passed: tuple[str, ...]
    #: Files and folders that cannot be read, or are not what they should be.
    unread: tuple[Unread, ...]

    def manifest_of(self, name: str) -> Manifest | None:
        """Return the manifest that a file lies beside: the one that lists it, or of its name's game."""
        path = Path(name)
        beside = [one for one in self.manifests if one.folder == path.parent]
        by_name = (one for one in beside if path.stem.partition("-")[0] == one.game)
        return next((one for one in beside if one.lists(path)), next(by_name, None))


def collect(
    names: Sequence[str], game: str | None = None, exclude: Sequence[str] = ()
) -> Collected:
    """Return the files of names, "-" for standard input, and of folders their own files.

    Of folders files named after another game than ``game`` are passed over, and all files that a
    pattern to ``exclude`` fits.

    Raises OptionError for a name that is most likely a misspelt game, GameError for more files than
    are read at once.
    """
    folders = tuple(dict.fromkeys(Path(name) for name in names if _is_folder(name)))
    named = [name for name in names if not _is_folder(name)]
    single = [name for name in named if not _is_excluded(Path(name), exclude)]
    given = {resolved(name) for name in single if name != "-"}
    found, passed = _Sources(), [f"{name}: excluded" for name in named if name not in single]
    for name in single:
        found.add(files.named(name), partial(_bytes, name))
    for folder in folders:
        try:
            wanted, left = _inside(folder, game, exclude)
        except (GameError, OSError) as error:
            found.unread.append(Unread(error, str(folder)))
            continue
        for path in wanted:
            if resolved(path) not in given:
                found.add(str(path), partial(_of_its_kind, path))
        passed += left
    return _parted(found, folders, passed, single)


def looks_at(names: Iterable[str], path: Path) -> bool:
    """Tell whether a file lies in one of some folders and is looked at there; answers of ours are not."""
    folders = {resolved(name) for name in names if _is_folder(name)}
    if resolved(path).parent not in folders or not path.is_file():
        return False
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in ENDINGS
    try:
        return not _is_other_json(Source(str(path), files.read(str(path))))
    except (GameError, OSError):  # collecting tells it
        return True


@dataclass
class _Sources:
    """Files that were read, and those that cannot be."""

    read: list[Source] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    #: Bytes that may still be read.
    left: int = field(default_factory=lambda: MOST_BYTES)

    def add(self, name: str, data: Callable[[], bytes]) -> None:
        """Read a file.

        Raises OptionError for a name that is no file's, GameError for more than is read at once.
        """
        try:
            read = Source(name, data())
        except MisspeltError:
            raise
        except (GameError, OSError) as error:
            # The frames of its traceback hold what was read.
            self.unread.append(Unread(error.with_traceback(None), name))
        else:
            self.read.append(read)
            self._see_amount(len(read.data))

    def _see_amount(self, more: int) -> None:
        self.left -= more
        if len(self.read) > MOST_FILES:
            raise GameError(f"more files are here than are read at once ({MOST_FILES})")
        if self.left < 0:
            raise GameError(f"the files are larger than is read at once ({MOST_BYTES >> 20} MiB)")


class MisspeltError(OptionError):
    """A name is neither a file's nor a game's."""


def _inside(folder: Path, game: str | None, exclude: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the files of a folder to verify, and what is passed over, and why.

    Raises OSError where it cannot be read, OptionError where it has no file to verify.
    """
    inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    taken = [path for path in inside if path.is_file() and path.suffix.lower() in ENDINGS]
    _see_some(folder, inside, taken)
    looked = set(taken)
    others = {
        "not looked at": [path for path in inside if path not in looked],
        f"not of {game}": [path for path in taken if _is_of_other(path, game)],
        "excluded": [path for path in taken if _is_excluded(path, exclude)],
        "a test of the printer": [path for path in taken if path.stem in _TEST_PAGE],
    }
    passed = [words for why, paths in others.items() for words in _passed(folder, paths, why)]
    left = {path for paths in others.values() for path in paths}
    return [path for path in taken if path not in left], passed


def _is_folder(name: str) -> bool:
    return name not in ("", "-") and Path(name).is_dir()


def _is_excluded(path: Path, patterns: Iterable[str]) -> bool:
    return any(fnmatch(path.name, one) or fnmatch(str(path), one) for one in patterns)


def _is_of_other(path: Path, game: str | None) -> bool:
    named = path.stem.partition("-")[0]
    return game is not None and named != game and named in engine.names()


def _see_some(folder: Path, inside: Sequence[Path], taken: Sequence[Path]) -> None:
    """See that a folder has a file to verify.

    Raises OptionError naming the folders within, which may be meant.
    """
    if not taken:
        within = [str(path) for path in inside if path.is_dir()]
        meant = f"; name the folders within: {', '.join(within[:5])}" if within else ""
        raise OptionError(
            f"{folder} has no files to verify ({', '.join(e[1:] for e in ENDINGS)}){meant}"
        )


def _passed(folder: Path, paths: Sequence[Path], why: str) -> Iterator[str]:
    """Yield which of a folder's files are passed over and why, of many the first."""
    if paths:
        names = [path.name + ("/" if path.is_dir() else "") for path in paths]
        more = f" and {len(names) - 5} more" if len(names) > 6 else ""
        yield f"{folder}: {', '.join(names[: 5 if more else 6])}{more}: {why}"


def _of_its_kind(path: Path) -> bytes:
    """Return the bytes of a folder's file.

    Raises OSError where it cannot be read, GameError where it is not what its name says.
    """
    data = files.read(str(path))
    _see_kind(path, kind_of(data))
    return data


def _see_kind(path: Path, kind: str) -> None:
    expected = _KINDS.get(path.suffix.lower(), kind)
    if expected != kind:
        wanted = {"image": "picture"}.get(expected, expected.upper() + " file")
        raise GameError(f"{path} is not a {wanted}, although its name says so")


def _bytes(name: str) -> bytes:
    """Return the bytes of a file that was named, be it of another kind of sheet than its name says.

    Raises OSError where it cannot be read, OptionError where it is too large or, being no file, most
    likely a misspelt game, GameError for a text that says it is a sheet.
    """
    if name != "-" and name.isalpha() and not Path(name).exists():
        raise MisspeltError(
            f"'{name}' is neither a file nor a game; the games are {', '.join(engine.names())}"
        )
    data = files.read(name)
    if kind_of(data) == "text":
        _see_kind(Path(name), "text")
    return data


def _parted(
    sources: _Sources, folders: tuple[Path, ...], passed: list[str], single: Sequence[str]
) -> Collected:
    """Return sources by what they are; a manifest among sheets is one, alone it is an inventory.

    The files ``single`` were asked for by their own names.

    Raises GameError for more photographs than are read at once.
    """
    from generator.tabletops.readback import is_table

    found, unread = sources.read, sources.unread
    tables = [source for source in found if is_table(source)]
    texts = [s for s in found if kind_of(s.data) == "text" and s not in tables]
    is_mixed = bool(folders) or len(texts) < len(found)
    drawn = [source for source in found if kind_of(source.data) != "text"]
    manifests = _manifests(texts if is_mixed else (), unread)
    manifests |= _manifests(_beside(drawn, texts, unread), unread)
    known = {*manifests, *(one.file for one in unread)}
    lists = [source for source in texts if source.name not in known]
    foreign = [s for s in lists if Path(s.name).parent in folders and _is_other_json(s)]
    listed = list(_listed_otherwise(drawn, manifests.values(), single))
    passed += [f"{source.name}: no inventory" for source in foreign]
    if listed:
        more = f" and {len(listed) - 1} more" if len(listed) > 1 else ""
        passed.append(f"{listed[0].name}{more}: previews or for cutting, not looked at")
    rest = [source for source in drawn if source not in listed]
    return Collected(
        tuple(source for source in rest if kind_of(source.data) != "image"),
        tuple(source for source in lists if source not in foreign),
        _photographs(rest),
        tuple(tables),
        tuple(manifests.values()),
        folders,
        tuple(passed),
        tuple(unread),
    )


def _photographs(drawn: Iterable[Source]) -> tuple[Source, ...]:
    """Return the photographs among files, before any is read.

    Raises GameError for more than are read at once.
    """
    found = tuple(source for source in drawn if kind_of(source.data) == "image")
    if len(found) > MOST_PHOTOGRAPHS:
        raise GameError(
            f"{len(found)} photographs are more than are read at once ({MOST_PHOTOGRAPHS})"
        )
    return found


def _manifests(texts: Iterable[Source], unread: list[Unread]) -> dict[str, Manifest]:
    """Return the manifests among texts by their names; what is wrong with others goes to ``unread``."""
    found: dict[str, Manifest] = {}
    for source in texts:
        try:
            said = manifest.read(source.name, source.data)
            if said is not None:
                manifest.see_game(said, engine.names())
                found[source.name] = said
            elif _is_damaged(source):
                words = "is a damaged manifest; make the kit again, or remove it"
                raise GameError(f"{source.name} {words}")
        except GameError as error:
            unread.append(Unread(error, source.name))
    return found


def _beside(
    drawn: Iterable[Source], texts: Iterable[Source], unread: list[Unread]
) -> Iterator[Source]:
    """Yield the files beside single files that are named as kits name their manifests."""
    known = {source.name for source in texts}
    folders = dict.fromkeys(
        Path(source.name).parent for source in drawn if source.name != files.INPUT
    )
    for folder in folders:
        for game in engine.names():
            for path in sorted(folder.glob(f"{game}*.json")):
                if str(path) in known:
                    continue
                try:
                    yield Source(str(path), files.read(str(path)))
                except (GameError, OSError) as error:
                    unread.append(Unread(error, str(path)))


def _is_damaged(source: Source) -> bool:
    """Tell whether a file that is named as kits name their manifests is none, nor anything else of ours."""
    path = Path(source.name)
    if path.suffix.lower() != ".json" or path.stem not in engine.names():
        return False
    try:
        whole = json.loads(source.data)
    except (ValueError, RecursionError):
        return True
    if not isinstance(whole, dict):
        return False
    return "tilewright" in whole or not {"tiles", "pieces", "components", "schema"} & whole.keys()


def _is_other_json(source: Source) -> bool:
    """Tell whether a file is a JSON object without a list of tiles: some other program's, or a report of ours."""
    if not source.name.lower().endswith(".json") or source.data.lstrip()[:1] != b"{":
        return False
    if _ANSWER.match(source.data):
        return True
    return not any(key in source.data for key in (b'"tiles"', b'"pieces"', b'"components"'))


def _listed_otherwise(
    drawn: Sequence[Source], manifests: Iterable[Manifest], single: Sequence[str]
) -> Iterator[Source]:
    """Yield the files that a manifest lists as previews, or for cutting.

    One of the files ``single`` is none of these unless sheets of the same kit are there too.
    """
    for one in manifests:
        entries = [(source, one.lists(Path(source.name))) for source in drawn]
        listed = [(source, entry) for source, entry in entries if entry is not None]
        has_sheets = any(entry.is_sheet for _, entry in listed)
        for source, entry in listed:
            if not entry.is_sheet and (has_sheets or source.name not in single):
                yield source
