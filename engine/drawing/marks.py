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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing.theme import ROLES, SLOTS
from engine.errors import NotationError
from engine.geometry.plane import number
from engine.reading import Spot
from engine.words import count, shortened

#: Larger inputs are refused: no figure can show as many marks.
LONGEST = 100_000
MOST_MARKS = 2_000
#: The most places of a mark, of all marks of a figure, and the longest text.
MOST_OF_ONE, MOST_PLACES, LONGEST_TEXT = 2_000, 10_000, 24


class MarkOption(NamedTuple):
    """A number a mark may be given: its limits, its default, and what it does."""

    low: float
    high: float
    default: float
    help: str


_SIZE = MarkOption(0.2, 4.0, 1.0, "times the usual size or thickness")
_BEND = MarkOption(-0.5, 0.5, 0.0, "how far it bends to its left, as a share of its length")
_OPACITY = MarkOption(0.05, 1.0, 0.5, "from 0.05, hardly there, to 1, covering")
_SHIFT = {
    "dx": MarkOption(-2.0, 2.0, 0.0, "shift to the right, in widths of a cell"),
    "dy": MarkOption(-2.0, 2.0, 0.0, "shift downwards, in widths of a cell"),
}
_SPOT = {"size": _SIZE, **_SHIFT}


class Verb(NamedTuple):
    """A kind of mark: its default colour, how many places it takes, and its options."""

    help: str
    colour: str
    options: dict[str, MarkOption]
    least: int = 1
    most: int = MOST_OF_ONE
    has_text: bool = False


VERBS: dict[str, Verb] = {
    "dot": Verb("a disc on each place", "mark", _SPOT),
    "ring": Verb("a circle round each place", "mark", _SPOT),
    "cross": Verb("a diagonal cross on each place", "bad", _SPOT),
    "label": Verb("a short text on a plate on each place", "white", _SPOT, has_text=True),
    "number": Verb(
        "1, 2, 3 and so on, on plates, in the order of the places",
        "white",
        {**_SPOT, "from": MarkOption(0, 999, 1, "the first number")},
    ),
    "arrow": Verb(
        "an arrow from one place to another, stopping short of pieces",
        "mark",
        {"size": _SIZE, "bend": _BEND},
        least=2,
        most=2,
    ),
    "line": Verb("a line through the places", "mark", {"size": _SIZE}, least=2),
    "outline": Verb("one border round all the places", "mark", {"size": _SIZE}),
    "fill": Verb("the places painted over", "last", {"opacity": _OPACITY}),
    "fade": Verb("the places paled", "paper", {"opacity": _OPACITY._replace(default=0.7)}),
}


# ---------------------------------------------------------------------------------- checking

_COLOUR = re.compile(r"#[0-9a-f]{6}")


def _check_verb(verb: str) -> None:
    if verb not in VERBS:
        raise NotationError(f"no mark '{shortened(verb)}'", expected=f"one of {', '.join(VERBS)}")


def _check_colour(colour: str) -> None:
    if colour and colour not in SLOTS and colour not in ROLES and not _COLOUR.fullmatch(colour):
        expected = f"one of {', '.join((*SLOTS, *ROLES))}, or #rrggbb"
        raise NotationError(f"no colour '{shortened(colour)}'", expected=expected)


def _check_text(verb: str, text: str) -> None:
    if not VERBS[verb].has_text:
        if text:
            raise NotationError(f"{verb} cannot have a text", text=shortened(text))
    elif not text.strip() or not text.isprintable():
        raise NotationError(f"{verb} needs a text", expected="one that can be printed, like a")
    elif len(text) > LONGEST_TEXT:
        what = f"a text of {len(text)} characters is too long for a mark"
        raise NotationError(what, expected=f"at most {LONGEST_TEXT}")


def _check_count(verb: str, number: int) -> None:
    least, most, has_text = VERBS[verb].least, VERBS[verb].most, VERBS[verb].has_text
    if least <= number <= most:
        return
    expected = f"{least} places" if most == least else f"at most {most} places"
    if number < least < most:
        expected = "a place" if least == 1 else f"at least {least} places"
        expected = f"a text and a place, like {verb} a d4" if has_text else expected
    named = count(number, "place") if number else "no place"
    raise NotationError(f"{verb} names {named}", expected=expected)


def _check_option(verb: str, name: str, value: float) -> None:
    known = VERBS[verb].options
    if name not in known:
        expected = f"one of {', '.join(known)}"
        raise NotationError(f"{verb} has no option '{shortened(name)}'", expected=expected)
    low, high, default, _ = known[name]
    whole = isinstance(default, int)
    if not low <= value <= high or round(value, 0 if whole else 3) != value:
        kind = "a whole number" if whole else "a number of at most three decimals"
        expected = f"{kind} from {low:g} to {high:g}"
        raise NotationError(f"{name} cannot be {value!r}", expected=expected)


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
        _check_verb(self.verb)
        _check_colour(self.colour)
        _check_text(self.verb, self.text)
        _check_count(self.verb, len(self.places))
        for place in self.places:
            if not _PLACE.fullmatch(place):
                expected = "like d4 or 2,-1"
                raise NotationError("not the name of a place", text=place, expected=expected)
        for name, value in self.options:
            _check_option(self.verb, name, value)
        names = [name for name, _ in self.options]
        if names != sorted(set(names)):
            what = f"options of {self.verb} out of order or twice"
            raise NotationError(what, text=" ".join(names))

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


def format_comment(marks: Iterable[Mark]) -> str:
    """Return marks as a record comment holds them, a command for each; "" for none."""
    return " ".join(f"[%mark {format_mark(mark)}]" for mark in marks)


def _quoted(text: str) -> str:
    """Return a text in quotes, without the characters that would end a record's comment."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\[\]{}]", lambda found: f"\\u{ord(found[0]):04x}", plain) + '"'


# ----------------------------------------------------------------------------------- reading

LookUp = Callable[[str], object]

_BLANK = re.compile(r"[^\S\n]*")
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
    marks: list[Mark] = []
    for start in _START.finditer(comment):
        inside = _INSIDE.match(comment, start.end())
        if not inside:
            raise whole.error(start.start(), "a mark that does not end", "] after its last place")
        whole.at, whole.text = start.end(), comment[: inside.end() - 1].replace("\n", " ")
        marks += whole.marks()
    return tuple(marks)


def without_marks(comment: str) -> str:
    """Return what a record's comment says besides its marks, which must be readable."""
    return " ".join(_MARKS.sub(" ", comment).split())


def parse_places(text: str, *, place: LookUp | None = None) -> tuple[str, ...]:
    """Return the places in a text, between blanks and commas as in a mark; raise MarkError.

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
        text = "" if "\n" in self._whole else self._whole
        return MarkError(what, line=line, column=column, expected=expected, text=text)

    def _check(self, at: int, check: Callable[..., object], *values: object) -> None:
        """Carry out a check whose error is at the character ``at``."""
        try:
            check(*values)
        except NotationError as error:
            raise self.error(at, error.what, error.expected) from None

    def _word(self, pattern: re.Pattern[str], expected: str) -> str:
        word = pattern.match(self.text, self.at)
        if not word:
            raise self.error(self.at, f"{self.text[self.at]!r} has no meaning here", expected)
        self.at = word.end()
        return word[0]

    def _ends(self) -> bool:
        """Pass over blanks and tell whether this mark is at its end."""
        self._word(_BLANK, "")
        return self.text[self.at : self.at + 1] in ("", ";", "\n")

    def marks(self) -> list[Mark]:
        """Read marks up to the end of the text."""
        marks: list[Mark] = []
        while True:
            if not self._ends():
                if len(marks) == MOST_MARKS:
                    raise self.error(self.at, f"more than {MOST_MARKS} marks")
                marks.append(self._mark())
            elif self.at == len(self.text):
                return marks
            else:
                self.at += 1

    def places(self) -> tuple[str, ...]:
        """Read places up to the end of the text."""
        names = []
        while not self._ends():
            names.append(self._name())
            self._look_up(*names[-1])
        if self.at < len(self.text):
            self._word(_PLACE, "a place")
        return tuple(name for _, name in names)

    def _mark(self) -> Mark:
        start = self.at
        verb, colon, colour = self._word(_HEAD, "a mark like dot:white d4").partition(":")
        colour = colour.lower() if colour.startswith("#") else colour
        self._check(start, _check_verb, verb)
        self._check(start + len(verb) + 1, _check_colour, colour or colon)
        self._word(_BLANK, "")
        options: dict[str, float] = {}
        self._options(verb, options)
        text = ""
        if VERBS[verb].has_text and self.at < len(self.text):
            at, text = self.at, self._text()
            self._check(at, _check_text, verb, text)
        names = []
        while not self._ends():
            if not self._options(verb, options):
                names.append(self._name())
        self._check(start, _check_text, verb, text)
        self._check(start, _check_count, verb, len(names))
        for at, name in names:
            self._look_up(at, name)
        places = tuple(name for _, name in names)
        return Mark(verb, places, colour, text, tuple(sorted(options.items())))

    def _options(self, verb: str, options: dict[str, float]) -> bool:
        before = self.at
        while option := _OPTION.match(self.text, self.at):
            self._check(self.at, _add_option, options, verb, *option.groups())
            self.at = option.end()
            self._word(_BLANK, "")
        return self.at > before

    def _text(self) -> str:
        if self.text[self.at] != '"':
            return self._word(_BARE, "a text like a")
        if not (quoted := _QUOTED.match(self.text, self.at)):
            expected = '" after it, and \\" for quotes in it'
            raise self.error(self.at, "a text whose quotes do not end", expected)
        self.at = quoted.end()
        return _ESCAPE.sub(lambda e: chr(int(e[1], 16)) if e[1] else e[2], quoted[1])

    def _name(self) -> tuple[int, str]:
        """Read a place, and the comma after it where another one follows."""
        at, name = self.at, self._word(_PLACE, "a place, or name=number")
        self._word(_BLANK, "")
        if self.text[self.at : self.at + 1] == ",":
            comma = self.at
            self.at += 1
            if self._ends():
                raise self.error(comma, "a comma at the end", "a place after it")
        return at, name

    def _look_up(self, at: int, name: str) -> None:
        try:
            if self._place:
                self._place(name)
        except NotationError as error:
            quoted = f"'{shortened(name)}'"
            what = error.what if quoted in error.what else f"{error.what} {quoted}"
            raise self.error(at, what, error.expected) from None


def _add_option(options: dict[str, float], verb: str, name: str, value: str) -> None:
    is_number = _NUMBER.fullmatch(value)
    if name in VERBS[verb].options and not is_number:
        what = f"{name} cannot be '{shortened(value)}'"
        raise NotationError(what, expected="a number like 0.3 or -1")
    _check_option(verb, name, float(value) if is_number else 0.0)
    if name in options:
        raise NotationError(f"{name} stands twice", expected="it once")
    options[name] = float(value)
