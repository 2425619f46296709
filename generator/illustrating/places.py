"""Where in a figure file something is that an error is about: its line and column.

Python's reader of TOML forgets where things stand.  The text is searched for the header that the
error names, then for the key, then for the entry of its list.
"""

from __future__ import annotations

import re

from engine.reading import Spot

#: A table as settings name it, such as ``[figures.opening] panels[2]``.
_WHERE = re.compile(r" \[(\w+)(?:\.([^\]\n]+))?\](?: panels\[([0-9]+)\])?")
#: Where something is in a text that is a value of the file.
_WITHIN = re.compile(r": line ([0-9]+), column ([0-9]+)(?=: )")
_TEXT = re.compile(r"\"{3}.*?\"{3}|'{3}.*?'{3}|\"(?:\\.|[^\"\\])*\"|'[^']*'", re.DOTALL)
_QUOTES = re.compile(r"(?:[\w.-]+[ \t]*=[ \t]*)?(?:\"{3}\n?|'{3}\n?|[\"'])")


def located(
    text: str, source: str, message: str, setting: str = "", entry: int | None = None
) -> tuple[str, Spot | None]:
    """Return a message on ``source`` that begins ``FILE:LINE:COLUMN``, its subject's, and those.

    The subject is the key ``setting`` of the table that the message names or of the file, and the
    ``entry`` of its list, else an entry that the message quotes.  ``options.side`` is a key within a
    key.  A message that does not begin with the file and a table is returned as it is.
    """
    rest = message.removeprefix(source)
    named = _WHERE.match(rest)
    if rest == message or not (named or setting):
        return message, None
    scopes = [(0, _end(text, 0))]
    if named:
        begin = _header(text, named[1], named[2] or "")
        scopes.insert(0, (begin, _end(text, begin + 1)))
        if named[3]:
            scopes.insert(0, _panel(text, begin, f"{named[2]}.panels", int(named[3])))
    at = scopes[0][0]
    outer, _, inner = setting.partition(".")
    keys = (_key(text, outer, begin, end) for begin, end in scopes)
    key = next((key for key in keys if key is not None), None) if setting else None
    if key is not None:
        within = _key(text, inner, key, text.find("}", key)) if inner else None
        at = _entry(text, within or key, message, entry)
    spot = Spot().after(text[:at])
    place = _WITHIN.match(rest, named.end() if named else 0)
    if place and (quotes := _QUOTES.match(text, at)):
        line, column = int(place[1]), int(place[2])
        first = Spot().after(text[: quotes.end()])
        spot = Spot(first.line + line - 1, column + (first.column - 1 if line == 1 else 0))
        rest = rest[: place.start()] + rest[place.end() :]
    return f"{source}:{spot.line}:{spot.column}:{rest.removeprefix(':')}", spot


def line_of(text: str, figure: str) -> int:
    """Return the line on which a figure's table begins."""
    return Spot().after(text[: _header(text, "figures", figure)]).line


def _header(text: str, group: str, name: str, at: int = 0) -> int:
    quoted = rf"\s*\.\s*[\"']?{re.escape(name)}[\"']?" if name else ""
    header = re.compile(rf"^[ \t]*(\[\[?\s*{group}{quoted}\s*\])", re.MULTILINE).search(text, at)
    return header.start(1) if header else at


def _end(text: str, begin: int) -> int:
    header = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, begin)
    return header.start() if header else len(text)


def _panel(text: str, begin: int, name: str, number: int) -> tuple[int, int]:
    inline = _key(text, "panels", begin, _end(text, begin + 1))
    at = inline or begin
    for _ in range(number):
        at = text.find("{", at + 1) if inline else _header(text, "figures", name, at + 1)
    return at, text.find("}", at) if inline else _end(text, at + 1)


def _key(text: str, name: str, begin: int, end: int) -> int | None:
    pattern = rf"(?:^[ \t]*|[{{,]\s*)({re.escape(name)})[ \t]*="
    key = re.compile(pattern, re.MULTILINE).search(text, begin, end)
    return key.start(1) if key else None


def _entry(text: str, key: int, message: str, entry: int | None) -> int:
    value = text.find("=", key) + 1
    if text[value:].lstrip()[:1] == "[":
        for number, written in enumerate(_TEXT.finditer(text, value)):
            if number == entry or (entry is None and f"'{written[0][1:-1]}'" in message):
                return written.start()
    return key
