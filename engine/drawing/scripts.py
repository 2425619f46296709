"""What letters are written in: what cannot be set letter by letter, and which font has what is lacking.

It knows Unicode's scripts and the names of fonts and of Debian's packages, and no files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.errors import OptionError
from engine.words import listed, shortened

#: Scripts that run from the left and yet join their letters, or stack them.
_JOINED = ("Mong", "Phag", "Thai", "Laoo")

#: East Asia's scripts, and the signs and wide letters that stand among them, from and to.
_EAST_ASIAN = ("Hani", "Bopo", "Hira", "Kana", "Hang")
_ITS_SIGNS = ((0x3000, 0x303F), (0x30A0, 0x30FF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF))

#: The fonts of writings, and the packages they are in, where these are not called as the script is.
_FONTS = {
    "East Asian": ("Noto Sans CJK JP", "fonts-noto-cjk"),
    "Cyrillic": ("Noto Sans", "fonts-noto-core"),
    "signs": ("Symbola", "fonts-symbola"),
}

#: Scripts of what is in texts of all scripts, and of what is none.
_OF_ALL = ("Zyyy", "Zinh", "Zzzz")

_CJK = re.compile(r"Noto (?:Sans|Serif|Sans Mono) CJK (?:JP|KR|SC|TC|HK)", re.IGNORECASE)


def package_of(font: str) -> str:
    """Return the Debian package that a well-known font is in, "" for others."""
    if _CJK.fullmatch(font):
        return "fonts-noto-cjk"
    known = {name.casefold(): package for name, package in _FONTS.values()}
    return known.get(font.casefold(), "")


def check_set(characters: str, text: str) -> None:
    """See that characters of a text can be set one after another, from left to right.

    Raises OptionError naming the script of the first that cannot.
    """
    from fontTools import unicodedata

    for character in characters:
        script = unicodedata.script(character)
        if (
            unicodedata.combining(character) and script in _OF_ALL
        ) or "\u1100" <= character <= "\u11ff":
            why = f"no letter includes U+{ord(character):04X}, and a figure places no marks"
        elif script in _OF_ALL:
            continue
        elif unicodedata.script_horizontal_direction(script) == "RTL":
            why = f"it is {_name(script)}, and it runs from right to left"
        elif script in _JOINED or unicodedata.category(character) in ("Mn", "Mc"):
            why = f"it is {_name(script)}, and its letters take their forms by their neighbours"
        else:
            continue
        raise OptionError(
            f"'{shortened(text, 60)}' cannot be set here, whatever the font: {why}; "
            "leave it to the text around the figure"
        )


def _name(script: str) -> str:
    from fontTools import unicodedata

    return str(unicodedata.script_name(script))


def missing(letters: Iterable[str], text: str, *, named: bool) -> OptionError:
    """Return the error that no font has ``letters`` of a text, which names fonts to install.

    ``named`` tells whether fonts were asked for.

    Raises OptionError for letters that no font could set.
    """
    writings: dict[str, list[str]] = {}
    for letter in dict.fromkeys(letters):
        check_set(letter, text)
        writings.setdefault(_writing(letter), []).append(letter)
    fonts = [_FONTS.get(name, (f"Noto Sans {name}", "fonts-noto-core")) for name in writings]
    names = ", ".join(f'"{font}"' for font, _ in fonts)
    packages = " ".join(dict.fromkeys(package for _, package in fonts))
    whose = (
        "neither the fonts named nor the letters that come with tilewright have"
        if named
        else "the letters that come with tilewright lack"
    )
    return OptionError(
        f"{whose} {listed(_shown(name, group) for name, group in writings.items())} in "
        f"'{shortened(text, 60)}'; name a font that has them, such as font = [{names}] "
        f"(apt install {packages})"
    )


def _shown(writing: str, letters: list[str]) -> str:
    """Return letters as an error shows them."""
    code = f", U+{ord(letters[0]):04X}" if len(letters) == 1 else ""
    return f"{''.join(letters[:8])}{'…' if len(letters) > 8 else ''} ({writing}{code})"


def _writing(letter: str) -> str:
    """Return what a letter is written in: a script's name, ``East Asian``, or ``signs``."""
    from fontTools import unicodedata

    script = unicodedata.script(letter)
    if script in _EAST_ASIAN or any(low <= ord(letter) <= high for low, high in _ITS_SIGNS):
        return "East Asian"
    return "signs" if script in _OF_ALL else _name(script)
