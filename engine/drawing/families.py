"""The font families that this machine has, by name: fontTools reads the names of what lies in folders.

It knows names and files, and nothing of letters.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.drawing.scripts import package_of
from engine.errors import OptionError
from engine.words import listed, shortened

#: What files of fonts end in.
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


class InstalledFont(NamedTuple):
    """A font of a file: which of the file's it is, and the names of its family."""

    path: Path
    number: int
    families: tuple[str, ...]


def fonts_of(family: str) -> tuple[InstalledFont, ...]:
    """Return the fonts of a family, whatever the case of its name.

    Raises OptionError, naming its package or families like it, where none is installed.
    """
    key = _key(family)
    fonts = tuple(font for font in installed() if key in map(_key, font.families))
    if fonts:
        return fonts
    if package := package_of(family):
        raise OptionError(f"no font family '{family}' is installed; apt install {package}")
    known = {_key(name): name for font in installed() for name in font.families}
    near = [known[name] for name in get_close_matches(key, known, 3, 0.7)]
    advice = (
        f"did you mean {listed(near, 'or')}?"
        if near
        else "'tilewright doctor' says where fonts are looked for; a file does as well (.ttf, .otf, .ttc)"
    )
    raise OptionError(f"no font family '{shortened(family, 60)}' is installed; {advice}")


def _key(family: str) -> str:
    return " ".join(family.casefold().split())


@cache
def installed() -> tuple[InstalledFont, ...]:
    """Return every font in the folders where this system keeps them, in the order of their files."""
    return tuple(sorted(_found()))


def _found() -> Iterator[InstalledFont]:
    from engine.drawing.fontfiles import all_of

    files = {file for folder in _folders() for file in folder.rglob("*")}
    for path in (file for file in files if file.suffix.lower() in SUFFIXES):
        try:
            for index, font in enumerate(all_of(path)):
                yield InstalledFont(path, index, font.families)
        except (OSError, OptionError):  # what cannot be read is not a font
            continue


def finder() -> str:
    """Return the names of the folders that are looked into."""
    return ", ".join(map(str, _folders())) or "no folder of fonts"


def _folders() -> list[Path]:
    """Return the folders of fonts that there are."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home raises where there is none
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", home / "AppData/Local")
        places = [Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")]
        places.append(Path(local, "Microsoft/Windows/Fonts"))
    elif sys.platform == "darwin":
        places = [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    else:
        own = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        places = [home / ".fonts", *(Path(p, "fonts") for p in (own, *shared.split(":")))]
    return [place for place in places if place.is_dir()]
