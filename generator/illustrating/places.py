"""Where in the text of a TOML file its tables, keys and list items stand.

Python's reader of TOML forgets it.  The text has been read before, so it is known to be right; of
values no more is looked at than where they end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine.reading import Spot

KeyPath = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+|\#[^\n]*)|(?P<line>\r?\n)
    |(?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*')
    |(?P<mark>[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.\#"']+)""",
    re.DOTALL | re.VERBOSE,
)

_Part = Callable[[KeyPath, int], None]

#: A table as settings name it, such as ``[figures.opening] panels[2]``.
_WHERE = re.compile(r" \[(\w+)(?:\.([^\]\n]+))?\](?: panels\[([0-9]+)\])?")


def located(
    text: str, source: str, message: str, setting: str = "", entry: int | None = None
) -> tuple[str, Spot | None]:
    """Return a message on the file ``source`` with line and column of what it is about, and those.

    ``setting`` is the key to blame, ``options.side`` one within another, if any, of the table that the message names or one that holds
    it, and ``entry`` which of its list; else that is an entry which the message quotes.  A message
    that does not begin with the file and a table is returned as it is.
    """
    found = _WHERE.match(message, len(source)) if message.startswith(source) else None
    path: KeyPath = tuple(filter(None, found.groups()[:2])) if found else ()
    if found and found[3]:
        path += ("panels", int(found[3]) - 1)
    if not message.startswith(source) or not (found or setting):
        return message, None
    known = places(text)
    path = _blamed(known, path, setting)
    entries = (
        [entry] if entry is not None else _quoted(text, path, message) if path in known else []
    )
    path = next((p for k in entries if (p := (*path, k)) in known), path)
    spot = find(text, path)
    rest = message[len(source) :]
    told = _WITHIN.search(rest, len(found[0]) if found else 0)
    if told and (begin := _begin(text, known, path)) is not None:
        spot = _inner(Spot().after(text[:begin]), int(told[1]), int(told[2]))
        rest = rest[: told.start()] + ": " + rest[told.end() :]
    return f"{source} line {spot.line}, column {spot.column}{rest}", spot


#: Where in a text that is a value of the file something is.
_WITHIN = re.compile(r"(?<=\]): line ([0-9]+), column ([0-9]+): ")


def _inner(begin: Spot, line: int, column: int) -> Spot:
    """Return where in a file a line and column of a text are that begins there."""
    if line == 1:
        return Spot(begin.line, begin.column + column - 1)
    return Spot(begin.line + line - 1, column)


def _begin(text: str, known: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """Return where the text begins that is the value of a key or item, None for another value."""
    found = _VALUE.match(text, known.get(path, len(text)))
    return found.end() if found else None


#: What stands before a text that is a value: its key, if any, and the quotes.
_VALUE = re.compile(r"""(?:[\w.-]+[ \t]*=[ \t]*)?(?:\"{3}\n?|\'{3}\n?|["'])""")


def _quoted(text: str, path: KeyPath, message: str) -> list[int]:
    """Return which entries of a list the message quotes."""
    value: Any = _read(text)
    for key in path:
        value = value[key]
    return (
        [k for k, one in enumerate(value) if f"'{one}'" in message]
        if isinstance(value, list)
        else []
    )


@lru_cache(maxsize=1)
def _read(text: str) -> Mapping[str, Any]:
    return tomllib.loads(text)


def _blamed(known: Mapping[KeyPath, int], path: KeyPath, setting: str) -> KeyPath:
    """Return the path of a setting, in a table or in the nearest that holds it and has the setting."""
    keys = setting.split(".") if setting else []
    for given in (keys, keys[:1]):
        for length in range(len(path), -1, -1):
            if given and (*path[:length], *given) in known:
                return *path[:length], *given
    return path


def find(text: str, path: KeyPath) -> Spot:
    """Return where a table, key or item stands, or else the nearest of what holds it."""
    known = places(text)
    while path and path not in known:
        path = path[:-1]
    offset = known.get(path, 0)
    return Spot().after(text[:offset])


@lru_cache(maxsize=1)  # a text may be asked for each of its figures
def places(text: str) -> Mapping[KeyPath, int]:
    """Return the offset of every table, key and item of a TOML text."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.found


class _Scanner:
    """Walks through the tokens of a text and notes where what begins."""

    def __init__(self, text: str) -> None:
        self.tokens = [m for m in _TOKEN.finditer(text) if m.lastgroup != "blank"]
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        """Walk through tables and their keys."""
        table: KeyPath = ()
        while self._skipped_lines():
            begin = self.tokens[self.at].start()
            if self._is("["):
                table = self._header()
                self.found.setdefault(table, begin)
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        """Walk through ``[a.b]`` or ``[[a.b]]``, and return the path of its table."""
        several = self.tokens[self.at + 1][0] == "["
        self.at += 1 + several
        path = self._key()
        self.at += 1 + several
        if several:
            self._counts[path] = self._counts.get(path, -1) + 1
            path = (*path, self._counts[path])
        return path

    def _pair(self, table: KeyPath) -> None:
        begin = self.tokens[self.at].start()
        path = (*table, *self._key())
        self.at += 1  # the equals sign
        self.found.setdefault(path, begin)
        self._value(path)

    def _key(self) -> KeyPath:
        """Walk through a key, dotted or not, and return its parts."""
        parts = [self._name()]
        while self._is("."):
            self.at += 1
            parts.append(self._name())
        return tuple(parts)

    def _name(self) -> str:
        token = self.tokens[self.at]
        self.at += 1
        return tomllib.loads(f"k={token[0]}")["k"] if token.lastgroup == "text" else token[0]

    def _value(self, path: KeyPath) -> None:
        """Walk through a value, and into what it holds."""
        if self._is("["):
            self._held("]", path, self._item)
        elif self._is("{"):
            self._held("}", path, lambda table, _: self._pair(table))
        else:
            while self.at < len(self.tokens) and not self._ends():
                self.at += 1

    def _held(self, end: str, path: KeyPath, part: _Part) -> None:
        self.at += 1
        index = 0
        while self._skipped_lines() and not self._is(end):
            part(path, index)
            index += 1
            if self._skipped_lines() and self._is(","):
                self.at += 1
        self.at += 1

    def _item(self, path: KeyPath, index: int) -> None:
        self.found.setdefault((*path, index), self.tokens[self.at].start())
        self._value((*path, index))

    def _ends(self) -> bool:
        token = self.tokens[self.at]
        return token.lastgroup == "line" or token[0] in (",", "]", "}")

    def _is(self, mark: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at][0] == mark

    def _skipped_lines(self) -> bool:
        """Skip line ends, and tell whether anything is left."""
        while self.at < len(self.tokens) and self.tokens[self.at].lastgroup == "line":
            self.at += 1
        return self.at < len(self.tokens)
