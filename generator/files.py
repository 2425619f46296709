"""Files written whole or not at all, zip archives, and input read from a path or standard input."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from errno import EISDIR
from pathlib import Path

from engine.errors import GameError, OptionError

#: Larger inputs are refused: no inventory, record or sheet set comes near.
MOST_BYTES = 64 * 1024 * 1024

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

    Raises OSError where the folder cannot be made or written.
    """
    try:
        if path.read_bytes() == data:
            return False
    except OSError:
        pass
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "is a folder, where the file would be written", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def read(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises OSError where it cannot be read, OptionError where it is too large.
    """
    if name == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OptionError(f"{name} is larger than {MOST_BYTES // 2**20} MiB, the most that is read")
    return data


def read_text(name: str) -> str:
    """Return a UTF-8 text, with or without byte order mark.

    Raises OSError, OptionError as :func:`read`, and GameError where it is not UTF-8.
    """
    try:
        return read(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(f"{name} is not UTF-8 text (byte {error.start + 1})") from error
