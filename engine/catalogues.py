"""Translations of messages: ``languages/CODE.mo`` of the package that a message comes from.

The catalogues are gettext's, compiled from the ``.po`` files beside them (``make catalogues``).
"""

from __future__ import annotations

import sys
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

#: The folder of a package's catalogues, and the package that has one of every language there is.
FOLDER, COMMON = "languages", "engine"


def languages() -> tuple[str, ...]:
    """Return the codes of all languages with catalogues."""
    folder = _folder(COMMON)
    return tuple(sorted(file.stem for file in folder.glob("*.mo"))) if folder else ()


def text(code: str, module: str, one: str, many: str, number: int) -> str:
    """Return a module's message in a language, in English without a translation."""
    catalogue = _catalogue(code, _package(module))
    return catalogue.ngettext(one, many, number) if many else catalogue.gettext(one)


@cache
def _package(module: str) -> str:
    package = module
    while package and _folder(package) is None:
        package = package.rpartition(".")[0]
    return package


@cache
def _folder(package: str) -> Path | None:
    for place in getattr(sys.modules.get(package), "__path__", ()):
        if (folder := Path(place) / FOLDER).is_dir():
            return folder
    return None


@cache
def _catalogue(code: str, package: str) -> NullTranslations:
    folder = _folder(package)
    file = folder / f"{code}.mo" if folder else None
    if file is None or not file.is_file():
        return NullTranslations()
    with file.open("rb") as stream:
        return GNUTranslations(stream)
