"""The font families that this machine has, by name: asked of fontconfig, or looked for in folders.

Measured with 356 fonts in 330 files: fontconfig's fc-list takes 20 ms, and a look into each file by
fontTools, for machines without fontconfig, 500 ms; both find the same.  This module knows names and
files, and nothing of letters.
"""

from __future__ import annotations

import os
import shutil
import subprocess
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

#: More files are not looked into, and fontconfig is not waited for longer, in seconds.
_MOST_FILES, _LONGEST = 20_000, 60

#: So many names are told of families like the one that is not there.
_NEAR = 3


class InstalledFont(NamedTuple):
    """A font of a file: which of the file's it is, and the names of its family."""

    path: Path
    number: int
    families: tuple[str, ...]


def fonts_of(family: str) -> tuple[InstalledFont, ...]:
    """Return the fonts of a family, whatever the case of its name.

    Raises OptionError, naming its package or families like it, where none is installed.
    """
    found = _by_family().get(_key(family))
    if found:
        return found
    package = package_of(family)
    if package:
        raise OptionError(f"no font family '{family}' is installed; apt install {package}")
    known = {_key(name): name for font in installed() for name in font.families}
    near = [known[key] for key in get_close_matches(_key(family), known, _NEAR, 0.7)]
    told = (
        f"did you mean {listed(near, 'or')}?"
        if near
        else "'tilewright doctor' says where fonts are looked for; a file does as well (.ttf, .otf, .ttc)"
    )
    raise OptionError(f"no font family '{shortened(family, 60)}' is installed; {told}")


@cache
def installed() -> tuple[InstalledFont, ...]:
    """Return every font that is installed, in the order of their files."""
    found = _of_fontconfig()
    return tuple(sorted(set(_of_folders() if found is None else found)))


def finder() -> str:
    """Return who finds the fonts: fontconfig's program, or the names of the folders looked into."""
    return shutil.which("fc-list") or ", ".join(map(str, _folders())) or "no folder of fonts"


@cache
def _by_family() -> dict[str, tuple[InstalledFont, ...]]:
    found: dict[str, tuple[InstalledFont, ...]] = {}
    for font in installed():
        for name in dict.fromkeys(map(_key, font.families)):
            found[name] = (*found.get(name, ()), font)
    return found


def _key(family: str) -> str:
    return " ".join(family.casefold().split())


def _of_fontconfig() -> Iterator[InstalledFont] | None:
    """Return the fonts that fontconfig knows, None where it is not there or fails."""
    program = shutil.which("fc-list")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--format", "%{file}\\t%{index}\\t%{family}\\n"],
            capture_output=True,
            check=True,
            timeout=_LONGEST,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return _listed(done.stdout.decode(errors="replace"))


def _listed(text: str) -> Iterator[InstalledFont]:
    """Yield the fonts of fontconfig's lines."""
    for line in text.split("\n"):
        words = line.split("\t")
        if len(words) == 3 and words[0].lower().endswith(SUFFIXES) and words[1].isdigit():
            # Above the file's own index stands which named variation of a variable font it is.
            yield InstalledFont(
                Path(words[0]), int(words[1]) & 0xFFFF, tuple(words[2].replace("\\", "").split(","))
            )


def _of_folders() -> Iterator[InstalledFont]:
    """Yield the fonts in the folders where this system keeps them; what cannot be read is none."""
    from engine.drawing.fontfiles import all_of

    files = (file for folder in _folders() for file in sorted(folder.rglob("*")))
    for path in [file for file in files if file.suffix.lower() in SUFFIXES][:_MOST_FILES]:
        try:
            for index, font in enumerate(all_of(path)):
                yield InstalledFont(path, index, font.families)
        except (OSError, OptionError):
            continue


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
