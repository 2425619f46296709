"""The words of figures: texts in English that catalogues translate.

A :class:`Message` is its English text, and keeps its parts, so that a :class:`Language` can translate
it.  The places of a message, ``{player}``, are filled with texts or messages; ``{Player}`` begins with
a capital letter, and in catalogues ``{player:gen}`` asks for a form of a word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.errors import OptionError
from engine.words import first_upper, listed

if TYPE_CHECKING:
    from gettext import NullTranslations

#: A place in a message: its name, and in a catalogue the form of the word, if any.
PLACE = re.compile(r"\{([A-Za-z_]+[0-9]*)(?::([a-z_]+))?\}")

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Message(str):
    """A text in English with its parts.

    ``module`` has it, ``text`` with its places is its name in catalogues, ``many`` the plural for
    ``number``; ``values`` fill the places.  Without a module it is the same in all languages.  A
    message joined to other texts by anything but a message is plain English.
    """

    module: str
    text: str
    values: Mapping[str, str]
    many: str
    number: int

    def __new__(
        cls,
        english: str,
        module: str = "",
        text: str = "",
        values: Mapping[str, str] = _NOTHING,
        many: str = "",
        number: int = 1,
    ) -> Message:
        made = super().__new__(cls, english)
        made.module, made.text, made.values = module, text or english, values
        made.many, made.number = many, number
        return made


class Messages:
    """The messages of a module."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __call__(self, text: str, /, **values: object) -> Message:
        filling = _texts(values)
        return Message(_filled(text, filling), self.module, text, filling)

    def counted(self, number: int, one: str, many: str, /, **values: object) -> Message:
        """Return the message ``one`` for a single thing, ``many`` for more; ``{n}`` is the number."""
        filling = _texts({"n": number, **values})
        text = one if number == 1 else many
        return Message(_filled(text, filling), self.module, one, filling, many, number)


def _texts(values: Mapping[str, object]) -> Mapping[str, str]:
    return {name: v if isinstance(v, str) else str(v) for name, v in values.items()}


def _filled(text: str, values: Mapping[str, str]) -> str:
    return PLACE.sub(lambda place: _cased(place[1], values[place[1].lower()]), text)


def _cased(name: str, text: str) -> str:
    return first_upper(text) if name[0].isupper() else text


say = Messages(__name__)


def row(items: Iterable[str], between: str = ", ") -> Message:
    """Return texts one after another."""
    values = {f"part{k}": item for k, item in enumerate(items)}
    text = between.join(f"{{{name}}}" for name in values)
    return Message(between.join(values.values()), "", text, values)


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
    written = written.replace("-", "\N{MINUS SIGN}")
    whole, point, decimals = written.partition(".")
    if not point:
        return written
    # The sign between a number and its decimals.
    values = {"whole": whole, "point": say("."), "decimals": decimals}
    return Message(written, "", "{whole}{point}{decimals}", values)


class Language:
    """A language: English, or one with catalogues."""

    def __init__(self, code: str) -> None:
        self.code = code

    def told(self, words: str, form: str = "") -> str:
        """Return a message in this language, any other text unchanged.

        ``form`` names the form of a word; a message without it passes it on to its parts.
        """
        if self.code == ENGLISH or not isinstance(words, Message):
            return str(words)
        base, *others = self._template(words).split("\n")
        forms = dict(line.split(": ", 1) for line in others)
        rest = "" if form in forms else form
        return PLACE.sub(
            lambda place: _cased(
                place[1], self.told(words.values[place[1].lower()], place[2] or rest)
            ),
            forms.get(form, base),
        )

    def _template(self, message: Message) -> str:
        if not message.module:
            return message.text
        return translated(self.code, message.module, message.text, message.many, message.number)


# ------------------------------------------------------------------------------------ catalogues

#: The language of messages as they are written.
ENGLISH = "en"


def translated(code: str, module: str, one: str, many: str, number: int) -> str:
    """Return a module's message in a language, in English without a translation."""
    catalogue = _catalogue(code, module)
    return catalogue.ngettext(one, many, number) if many else catalogue.gettext(one)


@cache
def _catalogue(code: str, module: str) -> NullTranslations:
    """Return the catalogue ``languages/CODE.mo`` of the innermost package of a module that has one.

    Catalogues are gettext's, compiled from the ``.po`` files beside them (``make catalogues``).
    """
    from gettext import GNUTranslations, NullTranslations

    package = module
    while package:
        for place in getattr(sys.modules.get(package), "__path__", ()):
            folder = Path(place) / "languages"
            if (file := folder / f"{code}.mo").is_file():
                with file.open("rb") as stream:
                    return GNUTranslations(stream)
            if folder.is_dir():
                return NullTranslations()
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
    """Return the language with this code; a region as in ``de-AT`` makes no difference.

    Raises OptionError for one without catalogues.

    >>> moved = start.take_turn("r:brgbbg@-1,0").events[0]
    >>> engine.language("de").told(moved.sentence())
    'Rot legt ein rotes Plättchen an -1,0.'
    """
    if not shipped_code(code):
        words = f"no language '{code[:40]}'; there are {listed(codes())}"
        raise OptionError(words, setting="lang")
    return Language(shipped_code(code))


def tag(code: str) -> str:
    """Return the code of the language of a text: one with translations, or any of BCP 47.

    Raises OptionError for a text that is not a code.
    """
    if re.fullmatch(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*", code):
        return shipped_code(code) or code
    return language(code).code
