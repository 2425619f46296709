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
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from engine.drawing.theme import ROLES, SLOTS
from engine.errors import NotationError
from engine.geometry.plane import number
from engine.reading import Spot
from engine.words import count, shortened

#: The most places of a mark, and the longest text.
MOST_PLACES, LONGEST_TEXT = 10_000, 24


class MarkOption(NamedTuple):
    """A number a mark may be given: its limits, its default, and what it does."""

    low: float
    high: float
    default: float
    help: str

    def check(self, name: str, value: float) -> None:
        """See that an option can have a value; raise NotationError for others."""
        low, high, default, _ = self
        whole = isinstance(default, int)
        if not low <= value <= high or round(value, 0 if whole else 3) != value:
            kind = "a whole number" if whole else "a number of at most three decimals"
            expected = f"{kind} from {low:g} to {high:g}"
            raise NotationError(f"{name} cannot be {value:g}", expected=expected)


_SIZE = MarkOption(0.2, 4.0, 1.0, "times the usual size or thickness")
_BEND = MarkOption(-0.5, 0.5, 0.0, "how far it bends to its left, as a share of its length")
_OPACITY = MarkOption(0.05, 1.0, 0.5, "from 0.05, hardly there, to 1, covering")
_RIGHT = MarkOption(-2.0, 2.0, 0.0, "shift to the right, in widths of a cell")
_DOWN = MarkOption(-2.0, 2.0, 0.0, "shift downwards, in widths of a cell")
_SPOT = {"size": _SIZE, "dx": _RIGHT, "dy": _DOWN}
_COUNT = {**_SPOT, "from": MarkOption(0, 999, 1, "the first number")}
_WAY = {"size": _SIZE, "bend": _BEND}


class Verb(NamedTuple):
    """A kind of mark: its default colour, how many places it takes, and its options."""

    help: str
    colour: str
    options: dict[str, MarkOption]
    least: int = 1
    most: int = MOST_PLACES
    has_text: bool = False


VERBS: dict[str, Verb] = {
    "dot": Verb("a disc on each place", "mark", _SPOT),
    "ring": Verb("a circle round each place", "mark", _SPOT),
    "cross": Verb("a diagonal cross on each place", "bad", _SPOT),
    "label": Verb("a short text on a plate on each place", "white", _SPOT, has_text=True),
    "number": Verb("1, 2, 3 and so on, on plates, in the order of the places", "white", _COUNT),
    "arrow": Verb(
        "an arrow from one place to another, stopping short of pieces", "mark", _WAY, 2, 2
    ),
    "line": Verb("a line through the places", "mark", {"size": _SIZE}, least=2),
    "outline": Verb("one border round all the places", "mark", {"size": _SIZE}),
    "fill": Verb("the places painted over", "last", {"opacity": _OPACITY}),
    "fade": Verb("the places paled", "paper", {"opacity": _OPACITY._replace(default=0.7)}),
}


#: A pair of whole numbers is one place with all that follows it; else a comma ends the place.
_PLACE = re.compile(r'-?[0-9]+,-?[0-9][^\s,;="\[\]{}]*|[^\s,;="\[\]{}]+')
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_BARE = re.compile(r'[^\s;="\\\[\]{}]+')


class MarkError(NotationError):
    """A mark cannot be read, or names what is not there, at ``line`` and ``column`` (from 1)."""

    def __init__(
        self, what: str, *, line: int, column: int, expected: str = "", text: str = ""
    ) -> None:
        super().__init__(f"line {line}, column {column}: {what}", text=text, expected=expected)
        self.line = line
        self.column = column


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
        verb, colours = _verb(self.verb), (*SLOTS, *ROLES)
        if self.colour not in ("", *colours) and not _COLOUR.fullmatch(self.colour):
            expected = f"one of {', '.join(colours)}, or #rrggbb"
            raise NotationError(f"no colour '{shortened(self.colour)}'", expected=expected)
        for name, value in self.options:
            if name not in verb.options:
                what = f"{self.verb} has no option '{shortened(name)}'"
                raise NotationError(what, expected=f"one of {', '.join(verb.options)}")
            verb.options[name].check(name, value)
        names = [name for name, _ in self.options]
        if names != sorted(set(names)):
            what = f"options of {self.verb} out of order or twice"
            raise NotationError(what, text=" ".join(names))
        self._check_text(verb.has_text)
        if not verb.least <= len(self.places) <= verb.most:
            named = count(len(self.places), "place") if self.places else "no place"
            form = " ".join([self.verb, *["a"] * verb.has_text, *["d4", "d7"][: verb.least]])
            raise NotationError(f"{self.verb} names {named}", expected=f"a mark like {form}")
        for place in self.places:
            if not _PLACE.fullmatch(place):
                expected = "like d4 or 2,-1"
                raise NotationError("not the name of a place", text=place, expected=expected)

    def _check_text(self, has_text: bool) -> None:
        if self.text and not has_text:
            raise NotationError(f"{self.verb} cannot have a text", text=shortened(self.text))
        if has_text and not (self.text.strip() and self.text.isprintable()):
            expected = "one that can be printed, like a"
            raise NotationError(f"{self.verb} needs a text", expected=expected)
        if len(self.text) > LONGEST_TEXT:
            what = f"a text of {len(self.text)} characters is too long for a mark"
            raise NotationError(what, expected=f"at most {LONGEST_TEXT}")

    def option(self, name: str) -> float:
        """Return an option's value, its default where the mark gives none."""
        return dict(self.options).get(name, VERBS[self.verb].options[name].default)

    def __str__(self) -> str:
        words = [f"{self.verb}:{self.colour}" if self.colour else self.verb]
        words += [f"{name}={number(value)}" for name, value in self.options]
        if self.text:
            words.append(self.text if _BARE.fullmatch(self.text) else _quoted(self.text))
        return " ".join([*words, *self.places])


def _verb(name: str) -> Verb:
    if name not in VERBS:
        raise NotationError(f"no mark '{shortened(name)}'", expected=f"one of {', '.join(VERBS)}")
    return VERBS[name]


def _quoted(text: str) -> str:
    """Return a text in quotes, without the characters that would end a record's comment."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\[\]{}]", lambda match: f"\\u{ord(match[0]):04x}", plain) + '"'


# ----------------------------------------------------------------------------------- reading

LookUp = Callable[[str], object]
T = TypeVar("T")

_BLANK = re.compile(r"[^\S\n]*")
_HEAD = re.compile(r'([^\s:;,="\[\]{}]+)(?::([^\s;,="\[\]{}]*))?')
_OPTION = re.compile(r"([A-Za-z]+)=([^\s;,\]]*)")
_NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,3})?")
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\["\\]|\\u[0-9A-Fa-f]{4})*)"')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")

#: The begin of a mark in a comment, and what may stand in it up to its end.
_START = re.compile(r"\[%mark(?![A-Za-z])")
_INSIDE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]')
_MARKS = re.compile(_START.pattern + _INSIDE.pattern)


def parse(text: str, *, place: LookUp | None = None) -> tuple[Mark, ...]:
    """Return the marks in a text.

    ``place`` looks a place up and raises NotationError where there is none.  Raises MarkError.
    """
    return tuple(_Reader(text, text, place).marks(0, len(text)))


def parse_comment(comment: str, *, place: LookUp | None = None) -> tuple[Mark, ...]:
    """Return the marks in a record's comment, in the order of its ``[%mark …]`` commands.

    Within a command line ends are blanks, as comments may be wrapped anywhere.  Raises MarkError.
    """
    reader = _Reader(comment, comment.replace("\n", " "), place)
    marks: list[Mark] = []
    for start in _START.finditer(comment):
        inside = _INSIDE.match(comment, start.end())
        if not inside:
            raise reader.error(start.start(), "a mark that does not end", "] after its last place")
        marks += reader.marks(start.end(), inside.end() - 1)
    return tuple(marks)


def without_marks(comment: str) -> str:
    """Return what a record's comment says besides its marks, which must be readable."""
    return " ".join(_MARKS.sub(" ", comment).split())


def parse_places(text: str, *, place: LookUp | None = None) -> tuple[str, ...]:
    """Return the places in a text, between blanks and commas as in a mark."""
    return tuple(_Reader(text, text.replace("\n", " "), place).places())


class _Reader:
    """A text being read from ``at`` to ``end``; faults are told as of the ``whole`` with its lines."""

    def __init__(self, whole: str, text: str, place: LookUp | None) -> None:
        self._whole, self._text, self._place = whole, text, place
        self._at, self._end = 0, len(text)

    def error(self, at: int, what: str, expected: str = "") -> MarkError:
        line, column = Spot().after(self._whole[:at])
        text = "" if "\n" in self._whole else self._whole
        return MarkError(what, line=line, column=column, expected=expected, text=text)

    def marks(self, begin: int, end: int) -> list[Mark]:
        self._at, self._end = begin, end
        return self._all(self._mark)

    def places(self) -> list[str]:
        return self._all(self._name)

    def _all(self, read: Callable[[], T]) -> list[T]:
        known = []
        try:
            while not self._ends() or self._at < self._end:
                if self._ends():
                    self._at += 1
                else:
                    known.append(read())
        except NotationError as error:
            raise self.error(self._at, error.what, error.expected) from None
        return known

    def _ends(self) -> bool:
        self._at = self._word(_BLANK, "").end()
        return self._at == self._end or self._text[self._at] in ";\n"

    def _word(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Return what stands here; whoever read it goes on behind it."""
        if word := pattern.match(self._text, self._at, self._end):
            return word
        raise NotationError(f"{self._text[self._at]!r} has no meaning here", expected=expected)

    def _mark(self) -> Mark:
        start, head = self._at, self._word(_HEAD, "a mark like dot:white d4")
        verb, colour = head.groups()
        has_text = _verb(verb).has_text
        self._at = head.end()
        options, names = self._options(), list[str]()
        text = self._written_text() if has_text and not self._ends() else ""
        while not self._ends():
            more = self._options()
            options += more
            names += [] if more else [self._name()]
        end, self._at = self._at, start  # what is wrong with the whole mark is so at its beginning
        colour = "" if colour is None else colour.lower() if colour[:1] == "#" else colour or ":"
        mark = Mark(verb, tuple(names), colour, text, tuple(sorted(options)))
        self._at = end
        return mark

    def _options(self) -> list[tuple[str, float]]:
        options = []
        while not self._ends() and (option := _OPTION.match(self._text, self._at, self._end)):
            name, value = option.groups()
            if not _NUMBER.fullmatch(value):
                what = f"{name} cannot be '{shortened(value)}'"
                raise NotationError(what, expected="a number like 0.3 or -1")
            options.append((name, float(value)))
            self._at = option.end()
        return options

    def _written_text(self) -> str:
        if self._text[self._at] != '"':
            word = self._word(_BARE, "a text like a")
            self._at = word.end()
            return word[0]
        quoted = _QUOTED.match(self._text, self._at, self._end)
        if not quoted:
            expected = '" after it, and \\" for quotes in it'
            raise NotationError("a text whose quotes do not end", expected=expected)
        self._at = quoted.end()
        return _ESCAPE.sub(lambda e: chr(int(e[1], 16)) if e[1] else e[2], quoted[1])

    def _name(self) -> str:
        name = self._word(_PLACE, "a place, or name=number")
        try:
            if self._place:
                self._place(name[0])
        except NotationError as error:
            quoted = f"'{shortened(name[0])}'"
            what = error.what if quoted in error.what else f"{error.what} {quoted}"
            raise NotationError(what, expected=error.expected) from None
        self._at = name.end()
        if not self._ends() and self._text[self._at] == ",":
            comma, self._at = self._at, self._at + 1
            if self._ends():
                self._at = comma
                raise NotationError("a comma at the end", expected="a place after it")
        return name[0]
