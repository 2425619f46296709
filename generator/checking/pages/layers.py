"""What only a PDF's structure tells: layers that are not shown, and the size of its units.

PDFium draws by the first but lists objects of layers regardless, and passes over the second.
Files that can have neither are left alone, so that pypdf is seldom imported.  Used in the child
process alone: a structure can be as hostile as a page.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

#: The name given to layers that are not shown.
HIDDEN = "\x01not shown"

#: What a file must hold to hide a layer or to have units of its own; names may be escaped (#4F),
#: and object streams keep theirs compressed.
_TELLS = re.compile(rb"/OFF|/BaseState|/UserUnit|/ObjStm|/[A-Za-z]*#[0-9A-Fa-f]{2}")


class Structure(NamedTuple):
    """A file as it is to be listed, and each page's unit in points (/UserUnit); () for all one."""

    data: bytes
    units: tuple[float, ...] = ()


def read(data: bytes) -> Structure:
    """Return a file with its hidden layers renamed so that the list leaves them out.

    Raises whatever pypdf raises on a structure that it cannot read.
    """
    if not _TELLS.search(data):
        return Structure(data)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)
    from pypdf import PdfReader, PdfWriter

    reader = PdfReader(io.BytesIO(data))
    units = tuple(float(page.get("/UserUnit", 1)) for page in reader.pages)
    if not _table(_table(reader.trailer.get("/Root")).get("/OCProperties")):
        return Structure(data, units)
    writer = PdfWriter(clone_from=reader)
    hidden = _hidden(writer)
    if not hidden:
        return Structure(data, units)
    for number, thing in enumerate(writer._objects, 1):
        for table in _tables(thing):
            _mark(table, number in hidden and table is thing, hidden)
    out = io.BytesIO()
    writer.write(out)
    return Structure(out.getvalue(), units)


def _mark(table: Any, is_off: bool, hidden: set[int]) -> None:
    """Rename a hidden layer, or keep what is on one from being drawn."""
    from pypdf.generic import NameObject, TextStringObject

    if is_off or ("/OCGs" in table and _is_off(table, hidden)):
        table[NameObject("/Name")] = TextStringObject(HIDDEN)
    elif "/OC" in table and _is_off(table.raw_get("/OC"), hidden):
        table[NameObject("/Subtype")] = NameObject("/NotShown")


def _tables(thing: Any) -> Iterator[Any]:
    """Yield a dictionary and those written within it, not those it refers to."""
    stack: list[Any] = [thing]
    while stack:
        found = stack.pop()
        if isinstance(found, dict):
            yield found
            stack += dict.values(found)
        elif isinstance(found, list):
            stack += list.__iter__(found)


def _hidden(writer: Any) -> set[int]:
    """Return the numbers of the optional content groups that are off at first (8.11.4)."""
    properties = _table(writer._root_object.get("/OCProperties"))
    default = _table(properties.get("/D"))
    off = _numbers(default.get("/OFF"))
    if str(default.get("/BaseState")) == "/OFF":
        off |= _numbers(properties.get("/OCGs")) - _numbers(default.get("/ON"))
    return off


def _numbers(groups: Any) -> set[int]:
    """Return the numbers of the objects that a list refers to."""
    found = _object(groups)
    listed = list.__iter__(found) if isinstance(found, list) else ()
    return {group.idnum for group in listed if hasattr(group, "idnum")}


def _is_off(layer: Any, hidden: set[int]) -> bool:
    """Tell whether a group is off, or a membership dictionary by its policy (8.11.2.2)."""
    if getattr(layer, "idnum", None) in hidden:
        return True
    table = _table(layer)
    groups: Any = table.raw_get("/OCGs") if "/OCGs" in table else None
    members = _numbers(groups)
    if not members and hasattr(groups, "idnum"):
        members = {groups.idnum}
    if not members:
        return False
    off = len(members & hidden)
    shown = {
        "/AllOn": off == 0,
        "/AnyOff": off > 0,
        "/AllOff": off == len(members),
    }
    return not shown.get(str(table.get("/P")), off < len(members))


def _object(thing: Any) -> Any:
    """Return an object behind a reference."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _table(thing: Any) -> Any:
    found = _object(thing)
    return found if isinstance(found, dict) else {}
