"""Files written whole or not at all, zip archives, and input read from a path or standard input."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from errno import EACCES, EBADF, EINVAL, EISDIR, ENAMETOOLONG, ENOENT, ENXIO
from pathlib import Path

from engine.errors import GameError, OptionError, placed
from engine.reading import bounded, resolved

#: What standard input is called in reports and errors.
INPUT = "standard input"

#: Every entry of an archive is of this moment, the first that zip knows.
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
    """Write a file whole, by way of a temporary one beside it; return False if it stood so already.

    A file keeps its mode and a link its target.  What is no file, a terminal or a pipe that
    somebody reads, is written through.

    Raises OSError naming ``path`` where it cannot be written.
    """
    try:
        return _write(path, data)
    except RecursionError as error:  # Python makes folders within folders so
        raise OSError(ENAMETOOLONG, "too many folders within folders", str(path)) from error
    except ValueError as error:  # the sign NUL, or half of a sign
        raise OSError(EINVAL, "no file can have such a name", str(path)) from error
    except OSError as error:
        named = shown(resolved(path)) if os.pardir in path.parts else str(path)
        raise OSError(error.errno, error.strerror, named) from error


def _write(path: Path, data: bytes) -> bool:
    target = resolved(path)
    try:
        old = target.stat()
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data, _new_mode())
        return True
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(EISDIR, "is a folder, where the file would be written")
    if not stat.S_ISREG(old.st_mode):
        _write_through(target, data)
        return True
    if stands(target, data):
        return False
    if not os.access(target, os.W_OK):
        raise PermissionError(EACCES, "may not be written")
    _replace(target, data, stat.S_IMODE(old.st_mode))
    return True


def stands(path: Path, data: bytes) -> bool:
    """Tell whether a file, and no device or pipe, has just these bytes; of others nothing is read."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _new_mode() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _replace(target: Path, data: bytes, mode: int) -> None:
    """Write a file by way of one beside it, whose name is known before it is there: none is left over."""
    part = target.parent / f".tilewright-{os.urandom(8).hex()}"
    try:
        with open(part, "xb", opener=_for_us_alone) as file:
            file.write(data)
        part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _write_through(target: Path, data: bytes) -> None:
    """Write to a device or pipe.

    Raises OSError where nobody reads the pipe, rather than wait for somebody.
    """
    try:
        handle = os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == ENXIO:
            raise OSError(ENXIO, "is a pipe that nobody reads") from error
        raise
    with os.fdopen(handle, "wb") as file:
        if sys.platform != "win32":  # where nothing was opened without blocking
            os.set_blocking(handle, True)
        file.write(data)


def encoded(text: str) -> bytes:
    """Return a text as UTF-8; halves of signs, as in names that are no UTF-8, as JSON escapes them."""
    return text.encode(errors="backslashreplace")


def own(path: Path) -> bytes:
    """Return what we wrote somewhere earlier, whatever lies there now.

    Raises OSError where it is no file, or cannot be read, OptionError where it is larger than is read.
    """
    if not path.is_file():  # a pipe has no end until somebody writes to it
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path))
    return bounded(path, str(path))


def relative(path: Path | str, folder: Path | None = None) -> str:
    """Return a path as seen from a folder, or from here; whole where it is on another drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:  # Windows
        return str(Path(path).absolute())


def shown(path: Path) -> str:
    """Return a path as one would type it here."""
    here = relative(path)
    return str(path) if here.startswith(os.pardir) else here


def told(error: OSError, where: str = "") -> str:
    """Return a system's error as a sentence that names the file, or else ``where`` it happened."""
    where = error.filename or where
    if error.errno == EBADF:
        return f"{where} is closed"
    words = error.strerror or str(error)
    return f"{where}: {words}" if where else words


def named(name: str) -> str:
    """Return what a file is called in reports and errors, be it standard input."""
    return INPUT if name == "-" else name


def read(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises OSError where it cannot be read, OptionError where it is too large, or has an empty name,
    as a variable of a shell that is not set leaves it.
    """
    if not name:
        raise OptionError("a file's name is empty")
    if name != "-":
        if Path(name).is_dir():
            raise IsADirectoryError(EISDIR, "is a folder; name the files in it", name)
        return bounded(Path(name), name)
    try:
        return bounded(sys.stdin.buffer, INPUT)
    except OSError as error:
        raise OSError(error.errno, error.strerror, INPUT) from error


def read_text(name: str) -> str:
    """Return a UTF-8 text, with or without byte order mark.

    Raises OSError, OptionError as :func:`read`, and GameError where it is not UTF-8.
    """
    try:
        return (data := read(name)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"{named(name)} is not UTF-8 text (byte {error.start + 1})"
        raise placed(GameError(words), data.count(b"\n", 0, error.start) + 1) from error
