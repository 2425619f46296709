"""The language of marks: dots, labels, arrows and outlines in game coordinates.

One small language serves the command line (``--mark``), figure files and record comments
(``{[%mark dot:white d4,d5]}``); this module reads and writes it and knows no game, no drawing
and no picture.  A mark is a verb, perhaps with a colour, then what it is about::

    dot:white d4,d5            label:red a d4             number d4 d5 d6
    arrow d4 d7                arrow:mark bend=0.3 d4 d7  outline:last d4,d5,e5
    ring:#ff8800 size=1.5 d4   label dy=-0.3 "x 2" d4     fade 2,-1 3,-1/E

Marks stand one to a line or are separated by ``;``.  Words are separated by blanks, places also
by commas: a comma between two whole numbers belongs to the place, as in ``2,-1`` or ``2,-1/E``,
any other comma stands between places.  So ``2,-1,3,0`` are the two places 2,-1 and 3,0, and
``d4,d5`` are d4 and d5.  Colours are a theme's slots (``red``), its roles (``last``) or
``#rrggbb``.  A text is quoted when it holds a blank or one of ``; = " [ ] { }``; within quotes
``\\"``, ``\\\\`` and ``\\u005d`` (four hexadecimal digits) stand for characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.drawing.mark_verbs import (
    VERBS,
    check_colour,
    check_count,
    check_option,
    check_text,
    check_verb,
)
from engine.errors import NotationError
from engine.geometry.plane import number
from engine.reading import Spot
from engine.words import shortened

#: Larger inputs are refused: no figure can show as many marks.
LONGEST = 100_000
MOST_MARKS = 2_000
#: The most places that the marks of a figure are at together.
MOST_PLACES = 10_000

#: A pair of whole numbers is one place with all that follows it; else a comma ends the place.
_PLACE = re.compile(r'-?[0-9]+,-?[0-9][^\s,;="\[\]{}]*|[^\s,;="\[\]{}]+')
_NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,3})?")
_BARE = re.compile(r'[^\s;="\\\[\]{}]+')


class MarkError(NotationError):
    """A mark cannot be read, or names what is not there, at ``line`` and ``column`` (from 1)."""

    def __init__(
        self, what: str, *, line: int, column: int, expected: str = "", text: str = ""
    ) -> None:
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {what}", text=text, expected=expected)


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: ``colour`` is "" for the verb's own, ``options`` are sorted by name.

    Raises NotationError for what the language cannot say.
    """

    verb: str
    places: tuple[str, ...]
    colour: str = ""
    text: str = ""
    options: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        check_verb(self.verb)
        check_colour(self.colour)
        check_text(self.verb, self.text)
        check_count(self.verb, len(self.places))
        for place in self.places:
            if not _PLACE.fullmatch(place):
                raise NotationError(
                    "not the name of a place", text=place, expected="like d4 or 2,-1"
                )
        for name, value in self.options:
            check_option(self.verb, name, value)
        names = [name for name, _ in self.options]
        if names != sorted(set(names)):
            raise NotationError(
                f"options of {self.verb} out of order or twice", text=" ".join(names)
            )

    def option(self, name: str) -> float:
        """Return an option's value, its default where the mark gives none."""
        return dict(self.options).get(name, VERBS[self.verb].options[name].default)

    def __str__(self) -> str:
        return format_mark(self)


# ----------------------------------------------------------------------------------- writing


def format_mark(mark: Mark) -> str:
    """Return the written form of a mark; :func:`parse` reads it back."""
    words = [f"{mark.verb}:{mark.colour}" if mark.colour else mark.verb]
    words += [f"{name}={number(value)}" for name, value in mark.options]
    if mark.text:
        words.append(mark.text if _BARE.fullmatch(mark.text) else _quoted(mark.text))
    return " ".join([*words, *mark.places])


def format_marks(marks: Iterable[Mark]) -> str:
    """Return several marks on one line."""
    return "; ".join(map(format_mark, marks))


def format_comment(marks: Iterable[Mark]) -> str:
    """Return marks as a record comment holds them, a command for each; "" for none."""
    return " ".join(f"[%mark {format_mark(mark)}]" for mark in marks)


def _quoted(text: str) -> str:
    """Return a text in quotes, without the characters that would end a record's comment."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\[\]{}]", lambda found: f"\\u{ord(found[0]):04x}", plain) + '"'


# ----------------------------------------------------------------------------------- reading

LookUp = Callable[[str], object]

_BLANK, _BETWEEN = re.compile(r"[^\S\n]*"), re.compile(r"[;\n]")
_HEAD = re.compile(r'[^\s;,="\[\]{}]+')
_OPTION = re.compile(r"([A-Za-z]+)=([^\s;,\]]*)")
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\["\\]|\\u[0-9A-Fa-f]{4})*)"')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")

#: The begin of a mark in a comment, and what may stand in it up to its end.
_START = re.compile(r"\[%mark(?![A-Za-z])")
_INSIDE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]')
_MARKS = re.compile(_START.pattern + _INSIDE.pattern)


def parse(
    text: str, *, line: int = 1, column: int = 1, place: LookUp | None = None
) -> tuple[Mark, ...]:
    """Return the marks in a text that begins at ``line`` and ``column`` of what is read.

    ``place`` looks a place up and raises NotationError where there is none.  Raises MarkError.
    """
    return tuple(_Reader(text, line, column, place).marks())


def parse_comment(
    comment: str, *, line: int = 1, column: int = 1, place: LookUp | None = None
) -> tuple[Mark, ...]:
    """Return the marks in a record's comment, in the order of its ``[%mark …]`` commands.

    Within a command line ends are blanks, as comments may be wrapped anywhere.  Raises MarkError.
    """
    whole = _Reader(comment, line, column, place)
    found: list[Mark] = []
    for start in _START.finditer(comment):
        inside = _INSIDE.match(comment, start.end())
        if not inside:
            raise whole.error(start.start(), "a mark that does not end", "] after its last place")
        one = _Reader(comment, line, column, place)
        one.at, one.text = start.end(), comment[: inside.end() - 1].replace("\n", " ")
        found += one.marks()
    return tuple(found)


def without_marks(comment: str) -> str:
    """Return what a record's comment says besides its marks, which must be readable."""
    return " ".join(_MARKS.sub(" ", comment).split())


def parse_places(text: str, *, place: LookUp | None = None) -> tuple[str, ...]:
    """Return the places in a text, between blanks and commas as in a mark.

    Raises MarkError.
    """
    return _Reader(text.replace("\n", " "), 1, 1, place).places()


class _Reader:
    """A text being read from ``at`` on, which knows the line and column of every character."""

    def __init__(self, text: str, line: int, column: int, place: LookUp | None) -> None:
        self.text = self._whole = text
        self.at = 0
        self._first = Spot(line, column)
        self._place = place
        if len(text) > LONGEST:
            raise self.error(0, f"{len(text)} characters of marks", f"at most {LONGEST}")

    def error(self, at: int, what: str, expected: str = "") -> MarkError:
        """Return an error at the character ``at``."""
        line, column = self._first.after(self._whole[:at])
        shown = "" if "\n" in self._whole else self._whole
        return MarkError(what, line=line, column=column, expected=expected, text=shown)

    @contextmanager
    def _located(self, at: int) -> Iterator[None]:
        try:
            yield
        except NotationError as error:
            raise self.error(at, error.what, error.expected) from None

    def _take(self, pattern: re.Pattern[str], expected: str = "") -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        elif expected:
            raise self.error(self.at, f"{self.text[self.at]!r} has no meaning here", expected)
        return found

    def _word(self, pattern: re.Pattern[str], expected: str) -> str:
        found = self._take(pattern, expected)
        assert found
        return found[0]

    def _ends(self) -> bool:
        """Pass over blanks and tell whether this mark is at its end."""
        self._take(_BLANK)
        return self.at == len(self.text) or bool(_BETWEEN.match(self.text, self.at))

    def marks(self) -> list[Mark]:
        """Read marks up to the end of the text."""
        found: list[Mark] = []
        while True:
            self._take(_BLANK)
            if self.at == len(self.text):
                return found
            if self._take(_BETWEEN):
                continue
            if len(found) == MOST_MARKS:
                raise self.error(self.at, f"more than {MOST_MARKS} marks")
            found.append(self._mark())

    def places(self) -> tuple[str, ...]:
        """Read places up to the end of the text."""
        names: list[str] = []
        while not self._ends():
            at, name = self._name()
            self._look_up(at, name)
            names.append(name)
        if self.at < len(self.text):
            self._word(_PLACE, "a place")
        return tuple(names)

    def _mark(self) -> Mark:
        start = self.at
        verb, colour = self._head()
        self._take(_BLANK)
        options: dict[str, float] = {}
        self._options(verb, options)
        text = ""
        if VERBS[verb].has_text and self.at < len(self.text):
            text = self._text(verb)
        names: list[tuple[int, str]] = []
        while not self._ends():
            if not self._options(verb, options):
                names.append(self._name())
        with self._located(start):
            check_text(verb, text)
            check_count(verb, len(names))
        for at, name in names:
            self._look_up(at, name)
        places = tuple(name for _, name in names)
        return Mark(verb, places, colour, text, tuple(sorted(options.items())))

    def _head(self) -> tuple[str, str]:
        at = self.at
        verb, colon, colour = self._word(_HEAD, "a mark like dot:white d4").partition(":")
        if colour.startswith("#"):
            colour = colour.lower()
        with self._located(at):
            check_verb(verb)
        with self._located(at + len(verb) + 1):
            check_colour(colour or colon)
        return verb, colour

    def _options(self, verb: str, options: dict[str, float]) -> bool:
        before = self.at
        while found := _OPTION.match(self.text, self.at):
            with self._located(self.at):
                _add_option(options, verb, found[1], found[2])
            self.at = found.end()
            self._take(_BLANK)
        return self.at > before

    def _text(self, verb: str) -> str:
        at = self.at
        if self.text[at] != '"':
            text = self._word(_BARE, "a text like a")
        elif found := self._take(_QUOTED):
            text = _ESCAPE.sub(lambda e: chr(int(e[1], 16)) if e[1] else e[2], found[1])
        else:
            expected = '" after it, and \\" for quotes in it'
            raise self.error(at, "a text whose quotes do not end", expected)
        with self._located(at):
            check_text(verb, text)
        return text

    def _name(self) -> tuple[int, str]:
        at, name = self.at, self._word(_PLACE, "a place, or name=number")
        self._take(_BLANK)
        if self.text[self.at : self.at + 1] == ",":
            comma = self.at
            self.at += 1
            if self._ends():
                raise self.error(comma, "a comma at the end", "a place after it")
        return at, name

    def _look_up(self, at: int, name: str) -> None:
        if self._place is None:
            return
        try:
            self._place(name)
        except NotationError as error:
            quoted = f"'{shortened(name)}'"
            what = error.what if quoted in error.what else f"{error.what} {quoted}"
            raise self.error(at, what, error.expected) from None


def _add_option(options: dict[str, float], verb: str, name: str, value: str) -> None:
    if name in VERBS[verb].options and not _NUMBER.fullmatch(value):
        raise NotationError(
            f"{name} cannot be '{shortened(value)}'", expected="a number like 0.3 or -1"
        )
    check_option(verb, name, float(value) if _NUMBER.fullmatch(value) else 0.0)
    if name in options:
        raise NotationError(f"{name} stands twice", expected="it once")
    options[name] = float(value)
