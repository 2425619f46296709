"""Where the project's templates are, in a wheel or a checkout; and short names made from content."""

from __future__ import annotations

from pathlib import Path

try:
    from _blake2 import blake2s  # hashlib's own; hashlib loads OpenSSL besides, which takes longer
except ImportError:
    from hashlib import blake2s


def templates() -> Path:
    """Return the folder of templates."""
    # Not importlib.resources, which takes longer to import than a figure to draw.
    here = Path(__file__).resolve().parent
    for folder in (here / "_templates", here.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("tilewright's templates are missing; install tilewright again")


def digest(data: bytes, size: int) -> str:
    """Return ``size`` bytes made from content, in hexadecimal letters."""
    return blake2s(data, digest_size=size).hexdigest()
