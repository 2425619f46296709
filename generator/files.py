"""Files written whole or not at all, zip archives, and input from a path or standard input."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from errno import EACCES, EISDIR
from pathlib import Path

from engine.errors import GameError, OptionError, RecordError
from engine.reading import bounded

#: The name of standard input in reports and errors.
INPUT = "standard input"

#: The time of every entry of an archive, the first that zip knows.
_MOMENT = (1980, 1, 1, 0, 0, 0)


def zipped(entries: Mapping[str, bytes], stored: Sequence[str] = ()) -> bytes:
    """Return a zip archive of entries by name, the same bytes each time; ``stored`` are not packed."""
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def write(path: Path, data: bytes) -> bool:
    """Write a file whole, by way of a temporary one beside it; return False if nothing changes.

    A file keeps its mode and a link its target.  A device is written through.

    Raises OSError naming ``path`` if it cannot be written.
    """
    target = Path(os.path.realpath(path))  # which ends at a ring of links
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, "is a folder, where the file would be written")
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return True
        if stands(target, data):
            return False
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(EACCES, "may not be written")
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    return True


def stands(path: Path, data: bytes) -> bool:
    """Tell whether a file has just these bytes; devices and pipes are not read."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _replace(target: Path, data: bytes) -> None:
    part = target.parent / f".tilewright-{os.urandom(8).hex()}"
    try:
        part.write_bytes(data)
        if target.exists():
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def encoded(text: str) -> bytes:
    """Return a text as UTF-8, with escapes for names of files that are not UTF-8."""
    return text.encode(errors="backslashreplace")


def relative(path: Path | str, folder: Path | None = None) -> str:
    """Return a path relative to a folder, or to here; absolute if it is on another drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:  # Windows
        return str(Path(path).absolute())


def from_here(path: Path) -> str:
    """Return a path as one would type it here."""
    here = relative(path)
    return str(path) if here.startswith(os.pardir) else here


def sentence(error: Exception) -> str:
    """Return an error as a sentence; that of the system names its file."""
    if not isinstance(error, OSError):
        return str(error)
    where, words = error.filename or "", error.strerror or str(error)
    if isinstance(where, str) and "/../" in where:  # a figure's file, from its figure file on
        where = os.path.normpath(where)
    return f"{where}: {words}" if where else words


def located(name: str, error: GameError) -> str:
    """Return an error of a file, with its line and column where it knows them."""
    at = f":{error.line}:{error.column}" if isinstance(error, RecordError) else ""
    return f"{name}{at}: {error.reason if isinstance(error, RecordError) else error}"


def named(name: str) -> str:
    """Return the name of a file or standard input in reports and errors."""
    return INPUT if name == "-" else name


def read(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises OSError if it cannot be read, OptionError if it is too large or its name is empty.
    """
    if not name:
        raise OptionError("a file's name is empty")
    if name == "-":
        return bounded(sys.stdin.buffer, INPUT)
    if Path(name).is_dir():
        raise IsADirectoryError(EISDIR, "is a folder; name the files in it", name)
    return bounded(Path(name), name)


def read_text(name: str) -> str:
    """Return a UTF-8 text, with or without byte order mark.

    Raises OSError, OptionError as :func:`read`, and GameError if it is not UTF-8.
    """
    return decoded(named(name), read(name))


def decoded(name: str, data: bytes) -> str:
    """Return a UTF-8 text, with or without byte order mark; raise GameError, naming it, for another."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"{name} is not UTF-8 text (byte {error.start + 1})"
        raise GameError(words, line=data.count(b"\n", 0, error.start) + 1) from error
