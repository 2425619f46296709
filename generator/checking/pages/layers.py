"""What only a PDF's structure tells: layers that are not shown, and the size of its units.

PDFium draws by the first but lists objects of layers regardless, and passes over the second.
Files that can have neither are left alone, so that pypdf is seldom imported.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

HIDDEN = "\x01not shown"


class Structure(NamedTuple):
    """A file as it is to be listed, and each page's unit in points (/UserUnit); () for all one."""

    data: bytes
    units: tuple[float, ...] = ()


def read(data: bytes) -> Structure:
    """Return a file with its hidden layers renamed so that the list leaves them out.

    A file that pypdf cannot read is left as it is.
    """
    hides = b"/OFF" in data or b"/ObjStm" in data or b"/Encrypt" in data
    if not hides and b"/UserUnit" not in data:
        return Structure(data)
    with _quiet():
        try:
            return _structure(data)
        except Exception:  # pypdf raises many kinds on broken files; PDFium may read them
            return Structure(data)


def _structure(data: bytes) -> Structure:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    reader = PdfReader(io.BytesIO(data))
    units = tuple(float(page.get("/UserUnit", 1)) for page in reader.pages)
    if b"/OCProperties" not in data and b"/ObjStm" not in data:
        return Structure(data, units)
    writer = PdfWriter(clone_from=reader)
    hidden = _hidden(writer)
    if not hidden:
        return Structure(data, units)
    for number, thing in enumerate(writer._objects, 1):
        if not isinstance(thing, dict):
            continue
        if number in hidden or ("/OCGs" in thing and _is_off(thing, hidden)):
            thing[NameObject("/Name")] = TextStringObject(HIDDEN)
        elif "/OC" in thing and _is_off(thing.raw_get("/OC"), hidden):
            thing[NameObject("/Subtype")] = NameObject("/NotShown")
    out = io.BytesIO()
    writer.write(out)
    return Structure(out.getvalue(), units)


def _hidden(writer: Any) -> set[int]:
    """Return the numbers of the optional content groups that are off at first (8.11.4)."""
    root = writer._root_object
    default = _table(_table(root.get("/OCProperties")).get("/D"))
    groups = _object(default.get("/OFF"))
    return {g.idnum for g in groups if hasattr(g, "idnum")} if isinstance(groups, list) else set()


def _is_off(layer: Any, hidden: set[int]) -> bool:
    """Tell whether a group, or every group of a membership dictionary, is off."""
    if getattr(layer, "idnum", None) in hidden:
        return True
    groups = _table(layer).get("/OCGs")
    listed = _object(groups)
    members = listed if isinstance(listed, list) else [groups]
    return bool(members) and all(getattr(group, "idnum", None) in hidden for group in members)


def _object(thing: Any) -> Any:
    """Return an object behind a reference."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _table(thing: Any) -> Mapping[str, Any]:
    found = _object(thing)
    return found if isinstance(found, dict) else {}


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep pypdf from writing warnings."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)
