"""What letters are written in, and which font to install for it.

It knows Unicode's scripts and the names of fonts and of Debian's packages, and no files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.errors import OptionError
from engine.words import listed, shortened

#: Scripts that run from the left and yet join their letters, or stack them.
_JOINED = ("Mong", "Phag", "Thai", "Laoo")

#: What is written in East Asia's scripts, by a script that is only that writing's.
_EAST_ASIAN = {"Hira": "Japanese", "Kana": "Japanese", "Hang": "Korean"}

#: The signs and wide letters that stand among East Asia's, from and to.
_ITS_SIGNS = ((0x3000, 0x303F), (0x30A0, 0x30FF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF))

#: The fonts of writings, and the packages they are in, where these are not called as the script is.
_FONTS = {
    "Japanese": ("Noto Sans CJK JP", "fonts-noto-cjk"),
    "Korean": ("Noto Sans CJK KR", "fonts-noto-cjk"),
    "Han": ("Noto Sans CJK SC", "fonts-noto-cjk"),
    "Latin": ("DejaVu Sans", "fonts-dejavu-core"),
    "Greek": ("DejaVu Sans", "fonts-dejavu-core"),
    "Cyrillic": ("Noto Sans", "fonts-noto-core"),
    "signs": ("Symbola", "fonts-symbola"),
}

#: Scripts of what is in texts of all scripts, and of what is none.
_OF_ALL = ("Zyyy", "Zinh", "Zzzz")

#: So many letters are shown of each script.
_SHOWN = 8


_CJK = re.compile(r"Noto (?:Sans|Serif|Sans Mono) CJK (?:JP|KR|SC|TC|HK)", re.IGNORECASE)


def package_of(font: str) -> str:
    """Return the Debian package that a well-known font is in, "" for others."""
    if _CJK.fullmatch(font):
        return "fonts-noto-cjk"
    known = {name.casefold(): package for name, package in _FONTS.values()}
    return known.get(font.casefold(), "")


def check_set(character: str, text: str) -> None:
    """See that a character can be set as one that stands after another, from left to right.

    Raises OptionError naming its script where it cannot.
    """
    from fontTools import unicodedata

    script = unicodedata.script(character)
    if script in _OF_ALL:
        return
    if unicodedata.script_horizontal_direction(script) == "RTL":
        why = "it runs from right to left"
    elif script in _JOINED or unicodedata.category(character) in ("Mn", "Mc"):
        why = "its letters take their forms and places by their neighbours"
    else:
        return
    raise OptionError(
        f"'{shortened(text, 60)}' cannot be set here, whatever the font: it is {_name(script)}, and "
        f"{why}; leave it to the text around the figure"
    )


def hanging(plain: str, text: str) -> OptionError:
    """Return the error that a text has marks, or parts of a syllable, that no letter includes.

    Raises OptionError for writings that are not set letter by letter at all.
    """
    for character in plain:
        check_set(character, text)
    from fontTools import unicodedata

    at = next(
        k for k, c in enumerate(plain) if unicodedata.combining(c) or "\u1100" <= c <= "\u11ff"
    )
    mark = plain[at]
    if unicodedata.script(mark) == "Hang":
        why = f"{mark} (U+{ord(mark):04X}) is a part of an old Korean syllable that is no character"
    else:
        name = unicodedata.name(mark, "a mark").lower()
        why = f"no character is '{plain[max(0, at - 1) : at]}' with U+{ord(mark):04X}, {name}"
    return OptionError(
        f"'{shortened(text, 60)}' cannot be set here: {why}, and a figure places no marks; "
        "leave it to the text around the figure"
    )


def _name(script: str) -> str:
    from fontTools import unicodedata

    return str(unicodedata.script_name(script))


def missing(letters: Iterable[str], text: str, asked: Sequence[str]) -> OptionError:
    """Return the error that no font has ``letters`` of a text, which names fonts to install.

    ``asked`` are the fonts that were asked for.

    Raises OptionError for letters that no font could set.
    """
    writings: dict[str, list[str]] = {}
    for letter in dict.fromkeys(letters):
        check_set(letter, text)
        writings.setdefault(_writing(letter, text), []).append(letter)
    fonts = [_FONTS.get(name, (f"Noto Sans {name}", "fonts-noto-core")) for name in writings]
    names = ", ".join(f'"{font}"' for font, _ in fonts)
    packages = " ".join(dict.fromkeys(package for _, package in fonts))
    noto = all(font.startswith("Noto") for font, _ in fonts)
    whose = "neither the fonts named nor the letters that come with tilewright have"
    return OptionError(
        f"{whose if asked else 'the letters that come with tilewright lack'} "
        f"{listed(_told(name, group) for name, group in writings.items())} in "
        f"'{shortened(text, 60)}'; name a font that has them, such as font = [{names}] "
        f"(apt install {packages}{', or from fonts.google.com/noto' if noto else ''})"
    )


def _told(writing: str, letters: Sequence[str]) -> str:
    """Return letters as an error shows them."""
    shown = "".join(letters[:_SHOWN]) + ("…" if len(letters) > _SHOWN else "")
    code = f", U+{ord(letters[0]):04X}" if len(letters) == 1 else ""
    return f"{shown} ({writing}{code})"


def _writing(letter: str, text: str) -> str:
    """Return what a letter of a text is written in: a script's name, a language, or ``signs``."""
    from fontTools import unicodedata

    script = unicodedata.script(letter)
    wide = any(low <= ord(letter) <= high for low, high in _ITS_SIGNS)
    if wide or script in ("Hani", "Bopo", *_EAST_ASIAN):
        of_text = (_EAST_ASIAN.get(unicodedata.script(character)) for character in text)
        return next(filter(None, of_text), "Han")
    return "signs" if script in _OF_ALL else _name(script)
