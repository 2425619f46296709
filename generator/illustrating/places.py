"""Where in a figure file something is that an error is about: its line and column.

Python's reader of TOML forgets where things stand, so the text is searched for the headers, keys and
list entries as they are usually written.  What is not found is told where the table begins.
"""

from __future__ import annotations

import re

from engine.reading import Spot

#: A table as settings name it, such as ``[figures.opening] panels[2]``.
_WHERE = re.compile(r" \[(\w+)(?:\.([^\]\n]+))?\](?: panels\[([0-9]+)\])?")
#: Where in a text that is a value of the file something is.
_WITHIN = re.compile(r": line ([0-9]+), column ([0-9]+)(?=: )")
_MARKS = "\"'"
#: The quotes before a value that is a text.
_QUOTES = re.compile(r"(?:[\w.-]+[ \t]*=[ \t]*)?(?:\"{3}\n?|\'{3}\n?|[\"'])")
_TEXT = re.compile(r"\"{3}.*?\"{3}|'{3}.*?'{3}|\"(?:\\.|[^\"\\])*\"|'[^']*'", re.DOTALL)


def located(
    text: str, source: str, message: str, setting: str = "", entry: int | None = None
) -> tuple[str, Spot | None]:
    """Return a message on the file ``source`` with line and column of what it is about, and those.

    ``setting`` is the key to blame, ``options.side`` one within another, of the table that the message
    names or of the file, and ``entry`` which of its list; else that is an entry which the message
    quotes.  A message that does not begin with the file and a table is returned as it is.
    """
    found = _WHERE.match(message, len(source)) if message.startswith(source) else None
    if not message.startswith(source) or not (found or setting):
        return message, None
    begin, end = _table(text, found[1] or "", found[2] or "") if found else (0, 0)
    at = begin
    if found and found[3]:
        at = _panel(text, begin, end, found[1], found[2], int(found[3]))
        end = text.find("}", at) if text[at : at + 1] == "{" else _end(text, at)
    key = _key(text, at, end, setting)
    if key is None and setting:
        key = _key(text, begin, _end(text, begin), setting)
    if key is None and setting:
        key = _key(text, 0, _end(text, 0, first=True), setting)
    at = at if key is None else key
    at = _entry(text, at, message, entry) if key is not None else at
    rest = message[len(source) :]
    spot = Spot().after(text[:at])
    within = _WITHIN.match(rest, found.end() - len(source) if found else 0)
    if within and (quotes := _QUOTES.match(text, at)):
        line, column = int(within[1]), int(within[2])
        inner = Spot().after(text[: quotes.end()])
        spot = Spot(inner.line + line - 1, column + (inner.column - 1 if line == 1 else 0))
        rest = rest[: within.start()] + rest[within.end() :]
    return f"{source} line {spot.line}, column {spot.column}{rest}", spot


def line_of(text: str, figure: str) -> int:
    """Return the line on which a figure's table begins."""
    return Spot().after(text[: _table(text, "figures", figure)[0]]).line


def _header(text: str, group: str, name: str, at: int = 0) -> re.Match[str] | None:
    """Return the header of a table, quoted or not, or of a list of tables."""
    quoted = rf"\s*\.\s*[\"']?{re.escape(name)}[\"']?" if name else ""
    header = rf"^[ \t]*(\[\[?\s*{group}{quoted}\s*\])"
    return re.compile(header, re.MULTILINE).search(text, at)


def _table(text: str, group: str, name: str) -> tuple[int, int]:
    """Return where a table begins and ends; 0 and 0 where its header is not found."""
    if header := _header(text, group, name):
        return header.start(1), _end(text, header.start(1))
    return 0, 0


def _end(text: str, begin: int, *, first: bool = False) -> int:
    """Return where the next table begins; of the file's ``first`` settings, which have no header."""
    found = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, begin + (not first))
    return found.start() if found else len(text)


def _panel(text: str, begin: int, end: int, group: str, name: str, number: int) -> int:
    """Return where a panel begins: a table within a list, or one with a header of its own."""
    at = _key(text, begin, end, "panels")
    if at is None:
        at = begin
        for _ in range(number):
            header = _header(text, group, f"{name}.panels", at + 1)
            at = header.start(1) if header else at
        return at
    for _ in range(number):
        at = text.find("{", at + 1)
    return at


def _key(text: str, begin: int, end: int, setting: str) -> int | None:
    """Return where a key stands between two places, one within another or else that."""
    outer, _, inner = setting.partition(".")
    found = re.compile(rf"(?:^[ \t]*|[{{,]\s*)({re.escape(outer)})[ \t]*=", re.MULTILINE)
    key = found.search(text, begin, end) if outer else None
    if key is None or not inner:
        return key.start(1) if key else None
    within = _key(text, key.end(), text.find("}", key.end()), inner)
    return key.start(1) if within is None else within


def _entry(text: str, at: int, message: str, entry: int | None) -> int:
    """Return where an entry of a key's list stands: by its number, or since the message quotes it."""
    value = text.find("=", at) + 1
    if text[value:].lstrip()[:1] != "[":
        return at
    for number, found in enumerate(_TEXT.finditer(text, value, _list_end(text, value))):
        if number == entry or (entry is None and f"'{found[0].strip(_MARKS)}'" in message):
            return found.start()
    return at


def _list_end(text: str, begin: int) -> int:
    """Return where a list of texts ends."""
    found = re.compile(r"(?:\"(?:\\.|[^\"\\])*\"|'[^']*'|[^\]\"'])*").match(text, begin)
    return found.end() if found else len(text)
