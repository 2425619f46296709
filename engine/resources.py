"""Where data are: the project's templates, in a wheel or a checkout, and what other packages add.

Also the short names made from content.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

try:
    from _blake2 import blake2s  # hashlib's own; hashlib loads OpenSSL besides, which takes longer
except ImportError:
    from hashlib import blake2s

T = TypeVar("T")


def templates() -> Path:
    """Return the folder of templates.

    Raises FileNotFoundError if the installation is broken.
    """
    # Not importlib.resources, which takes longer to import than a figure to draw.
    here = Path(__file__).resolve().parent
    for folder in (here / "_templates", here.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("tilewright's templates are missing; install tilewright again")


def digest(data: bytes, size: int) -> str:
    """Return ``size`` bytes made from content, in hexadecimal letters."""
    return blake2s(data, digest_size=size).hexdigest()


class EntryPoint(NamedTuple):
    """An entry point: its name, the object it names, and the package with its version."""

    name: str
    value: str
    package: str


@cache
def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order of their names; none is imported."""
    from importlib import metadata  # which takes longer than a figure takes to draw

    points = ((one, one.dist) for one in metadata.entry_points(group=group))
    return tuple(
        sorted(EntryPoint(e.name, e.value, f"{d.name} {d.version}") for e, d in points if d)
    )


class Added(NamedTuple, Generic[T]):
    """What a package adds under a name; ``value`` is None if it has a ``fault``."""

    name: str
    package: str
    value: T | None
    fault: str = ""


def values_of(name: str, added: Iterable[Added[T]]) -> tuple[list[T], str]:
    """Return what is added under a name, one value or none, and the words on a broken one."""
    named = [one for one in added if one.name == name]
    broken = (f"of the package {one.package} is broken: {one.fault}" for one in named if one.fault)
    return [one.value for one in named if one.value is not None], next(broken, "")
