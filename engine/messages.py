"""The words of figures: texts in English that catalogues translate.

The places of a message, ``{player}``, are filled with texts or messages; ``{Player}`` begins with a
capital letter, and in catalogues ``{player:gen}`` asks for a form of a word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.errors import OptionError
from engine.words import first_upper, listed

if TYPE_CHECKING:
    from gettext import NullTranslations

#: The language of messages as they are written.
ENGLISH = "en"

#: A place in a message: its name, and in a catalogue the form of the word, if any.
PLACE = re.compile(r"\{([A-Za-z_]+[0-9]*)(?::([a-z_]+))?\}")

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Message(str):
    """A text in English with its parts, by which a :class:`Language` translates it.

    ``text`` is its name in catalogues of the ``module``, ``many`` the plural for ``number``.
    Without a module it is the same in all languages.  Joined to other texts by anything but a
    message it is plain English.
    """

    module: str
    text: str
    values: Mapping[str, str]
    many: str
    number: int

    def __new__(
        cls,
        text: str,
        values: Mapping[str, object] = _NOTHING,
        module: str = "",
        many: str = "",
        number: int = 1,
    ) -> Message:
        texts = {name: v if isinstance(v, str) else str(v) for name, v in values.items()}
        english = many if many and number != 1 else text
        made = super().__new__(cls, _filled(english, lambda name, _: texts[name]))
        made.module, made.text, made.values = module, text, texts
        made.many, made.number = many, number
        return made


def _filled(text: str, value: Callable[[str, str], str]) -> str:
    """Return a text whose places have their value, by their name and the form of the word."""

    def filling(place: re.Match[str]) -> str:
        words = value(place[1].lower(), place[2] or "")
        return first_upper(words) if place[1][0].isupper() else words

    return PLACE.sub(filling, text)


class Messages:
    """The messages of a module."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __call__(self, text: str, /, **values: object) -> Message:
        return Message(text, values, self.module)

    def counted(self, number: int, one: str, many: str, /, **values: object) -> Message:
        """Return the message ``one`` for a single thing, ``many`` for more; ``{n}`` is the number."""
        return Message(one, {"n": number, **values}, self.module, many, number)


say = Messages(__name__)


def row(items: Iterable[str], between: str = ", ") -> Message:
    """Return texts one after another."""
    values = {f"part{k}": item for k, item in enumerate(items)}
    return Message(between.join(f"{{{name}}}" for name in values), values)


def all_of(items: Iterable[str]) -> str:
    """Return texts as in speech: ``a``, ``a and b``, ``a, b and c``; nothing for none."""
    *first, last = [*items] or [""]
    return say("{first} and {last}", first=row(first), last=last) if first else last


def any_of(items: Iterable[str]) -> str:
    """Return texts to choose from: ``a``, ``a or b``, ``a, b or c``; nothing for none."""
    *first, last = [*items] or [""]
    return say("{first} or {last}", first=row(first), last=last) if first else last


def numeral(written: str) -> str:
    """Return a written number with a real minus, and the decimal point of the language."""
    whole, point, decimals = written.replace("-", "\N{MINUS SIGN}").partition(".")
    if not point:
        return whole
    # The sign between a number and its decimals.
    values = {"whole": whole, "point": say("."), "decimals": decimals}
    return Message("{whole}{point}{decimals}", values)


class Language:
    """A language: English, or one with catalogues."""

    def __init__(self, code: str) -> None:
        self.code = code

    def text(self, words: str, form: str = "") -> str:
        """Return a message in this language; without the ``form`` of a word its parts may have it."""
        if self.code == ENGLISH or not isinstance(words, Message):
            return str(words)
        text = translated(self.code, words) if words.module else words.text
        base, *others = text.split("\n")
        forms = dict(line.split(": ", 1) for line in others)
        rest = "" if form in forms else form
        return _filled(
            forms.get(form, base), lambda name, own: self.text(words.values[name], own or rest)
        )


# ------------------------------------------------------------------------------------ catalogues


def translated(code: str, message: Message) -> str:
    """Return a message's text in a language, in English without a translation."""
    catalogue = _catalogue(code, message.module)
    if message.many:
        return catalogue.ngettext(message.text, message.many, message.number)
    return catalogue.gettext(message.text)


@cache
def _catalogue(code: str, module: str) -> NullTranslations:
    """Return the gettext catalogue ``languages/CODE.mo`` of the innermost package around a module."""
    from gettext import GNUTranslations, NullTranslations

    package = module
    while package:
        for place in getattr(sys.modules.get(package), "__path__", ()):
            file = Path(place, "languages", f"{code}.mo")
            if file.is_file():
                with file.open("rb") as stream:
                    return GNUTranslations(stream)
        package = package.rpartition(".")[0]
    return NullTranslations()


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of the languages there are."""
    files = (Path(__file__).parent / "languages").glob("*.mo")
    return tuple(sorted((ENGLISH, *(file.stem for file in files))))


def shipped_code(code: str | None) -> str:
    """Return the code of a language with translations, without its region, else ""."""
    plain = re.split(r"[-_.]", (code or "").strip().lower())[0]
    return plain if plain in codes() else ""


def language(code: str) -> Language:
    """Return the language with a code such as ``de`` or ``de-AT``; raise OptionError without one.

    >>> moved = start.take_turn("r:brgbbg@-1,0").events[0]
    >>> engine.language("de").text(moved.sentence())
    'Rot legt ein rotes Plättchen an -1,0.'
    """
    known = shipped_code(code)
    if not known:
        words = f"no language '{code[:40]}'; there are {listed(codes())}"
        raise OptionError(words, setting="lang")
    return Language(known)
