"""Where in a figure file something is that an error is about: its line and column.

Python's reader of TOML forgets where things stand.  The text is searched for the header of the
table that the error names, then for the key.
"""

from __future__ import annotations

import re

from engine.reading import Spot

#: A table as settings name it, such as ``[figures.opening] panels[2]``.
_WHERE = re.compile(r" \[(\w+)(?:\.([^\]\n]+))?\](?: (panels)\[)?")


def located(text: str, source: str, message: str, setting: str = "") -> tuple[str, Spot | None]:
    """Return a message on ``source`` that begins ``FILE:LINE:COLUMN``, its subject's, and those.

    The subject is the key ``setting`` of the table that the message names or of the file; of a panel
    it is the figure's ``panels``.  A message that does not begin with the file and a table is
    returned as it is.
    """
    rest = message.removeprefix(source)
    named = _WHERE.match(rest)
    if rest == message or not (named or setting):
        return message, None
    begin = _header(text, named[1], named[2] or "") if named else 0
    key = named[3] if named and named[3] else setting
    places = (_key(text, key, at) for at in (begin, 0)) if key else ()
    spot = Spot().after(text[: next((at for at in places if at is not None), begin)])
    return f"{source}:{spot.line}:{spot.column}:{rest.removeprefix(':')}", spot


def line_of(text: str, figure: str) -> int:
    """Return the line on which a figure's table begins."""
    return Spot().after(text[: _header(text, "figures", figure)]).line


def _header(text: str, group: str, name: str) -> int:
    quoted = rf"\s*\.\s*[\"']?{re.escape(name)}[\"']?(?:\s*\.\s*panels)?" if name else ""
    header = re.search(rf"^[ \t]*(\[\[?\s*{group}{quoted}\s*\])", text, re.MULTILINE)
    return header.start(1) if header else 0


def _key(text: str, name: str, begin: int) -> int | None:
    """Return where a key of the table that begins at ``begin`` is, None if it has none."""
    following = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, begin + 1)
    end = following.start() if following else len(text)
    pattern = rf"(?:^[ \t]*|[{{,]\s*)({re.escape(name)})[ \t]*="
    key = re.compile(pattern, re.MULTILINE).search(text, begin, end)
    return key.start(1) if key else None
