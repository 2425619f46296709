"""Pages of a PDF file as marks, by pypdf: bounded, whatever the file holds.

Reads what the pages show, not what the file says of them: no metadata, marked-content ids or
annotations.
"""

from __future__ import annotations

import io
import logging
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from engine.errors import GameError
from engine.geometry.plane import Transform
from generator.checking.pages import spaces
from generator.checking.pages.content import Interpreter, Resources
from generator.checking.pages.device import Space
from generator.checking.pages.paint import Page, Scale, unscaled
from generator.checking.pages.shapes import Budget

MM = 25.4 / 72

MOST_PAGES = 1000
#: A content stream's bytes when decoded, and all of a file's together.
MOST_STREAM = 16 * 2**20
MOST_CONTENT = 64 * 2**20
#: What other filters than Flate may be given: they unpack to at most a few hundred times that.
MOST_PACKED = 2**20
#: A page's sides in millimetres.
LARGEST = 10_000.0


def pages(source: str, data: bytes, budget: Budget, scale: Scale) -> list[Page]:
    """Return a PDF file's pages as they are shown, rotated and cropped, their ``scale`` undone.

    Raises GameError where the file is no PDF, is broken or encrypted, or holds more than is read.
    """
    with _guarded(source):
        from pypdf import PdfReader

        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise GameError(f"{source} is encrypted; save it without a password to verify it")
        count = len(reader.pages)
        if count > MOST_PAGES:
            raise GameError(f"{source} has {count} pages; at most {MOST_PAGES} are read")
        store = _Store(source, reader)
        result = []
        for number, page in enumerate(reader.pages, 1):
            width, height, ctm = _placed(source, number, page)
            shown = Page(source, number, width, height, budget)
            _draw(shown, page, unscaled(width, height, scale) @ ctm, store)
            result.append(shown)
        return result


@contextmanager
def _guarded(source: str) -> Iterator[None]:
    """Turn whatever pypdf raises on a broken file into one kind of error, and keep it quiet."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    except (GameError, OSError):
        raise
    except MemoryError as error:
        raise GameError(f"{source} unpacks to more than memory holds") from error
    except Exception as error:  # pypdf raises many kinds on broken files
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise GameError(f"{source} cannot be read as PDF: {reason}") from error
    finally:
        log.setLevel(level)


class _Store:
    """What a file's pages share: decoded streams, colour spaces, which layers are off."""

    def __init__(self, source: str, reader: Any) -> None:
        self.source = source
        self.left = MOST_CONTENT
        self._named: dict[int, _Named] = {}
        self.hidden = _hidden_layers(reader)

    def decoded(self, stream: Any) -> bytes:
        """Return a stream's bytes, unpacked within bounds.

        Raises GameError where they are more.
        """
        data = _unpacked(stream, min(MOST_STREAM, self.left))
        if data is None:
            raise GameError(
                f"{self.source} unpacks to more drawing than is read "
                f"({MOST_STREAM // 2**20} MiB a page, {MOST_CONTENT // 2**20} MiB in all)"
            )
        self.left -= len(data)
        return data

    def named(self, resources: Any) -> Resources:
        """Return the look-up of a resource dictionary."""
        table = _mapping(resources)
        known = self._named.get(id(table))
        if known is None:  # it holds the table, so that its id() stays its own
            known = self._named[id(table)] = _Named(self, table)
        return known


def _unpacked(stream: Any, most: int) -> bytes | None:
    """Return a stream's bytes, or None if they are more than ``most``."""
    raw = stream._data
    filters = _value(stream.get("/Filter"))
    names = [str(_value(f)) for f in filters] if isinstance(filters, list) else [str(filters)]
    if filters is None:
        return raw if len(raw) <= most else None
    if names == ["/FlateDecode"] and _value(stream.get("/DecodeParms")) is None:
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(raw, most + 1)
        except zlib.error:
            return b""
        return data if len(data) <= most else None
    if len(raw) > MOST_PACKED:
        return None
    data = bytes(stream.get_data())
    return data if len(data) <= most else None


def _value(thing: Any) -> Any:
    """Return an object behind a reference."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _mapping(thing: Any) -> Mapping[str, Any]:
    found = _value(thing)
    return found if isinstance(found, dict) else {}


def _numbers(thing: Any, count: int) -> list[float] | None:
    """Return an array of ``count`` finite numbers, or None for anything else."""
    found = _value(thing)
    if not isinstance(found, list) or len(found) != count:
        return None
    try:
        values = [float(_value(v)) for v in found]
    except (TypeError, ValueError, OverflowError):
        return None
    return values if all(map(math.isfinite, values)) else None


# ------------------------------------------------------------------------------------- pages


def _draw(shown: Page, page: Any, ctm: Transform, store: _Store) -> None:
    data = _contents(page, store)
    if data:
        Interpreter(shown).run(data, ctm, store.named(page.get("/Resources")))


def _contents(page: Any, store: _Store) -> bytes:
    contents = _value(page.get("/Contents"))
    if contents is None:
        return b""
    streams = contents if isinstance(contents, list) else [contents]
    return b"\n".join(store.decoded(_value(s)) for s in streams if hasattr(_value(s), "_data"))


def _placed(source: str, number: int, page: Any) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres and the transform from its user space.

    The shown part is the crop box within the media box; it is turned by /Rotate and sized by
    /UserUnit (ISO 32000-1, 14.11.2 and 7.7.3.3).
    """
    media = _box(page, "/MediaBox") or (0.0, 0.0, 612.0, 792.0)
    crop = _box(page, "/CropBox") or media
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    right, top = min(media[2], crop[2]), min(media[3], crop[3])
    unit = _value(page.get("/UserUnit"))
    scale = MM * (float(unit) if isinstance(unit, (int, float)) and 0 < unit < 1000 else 1.0)
    width, height = (right - left) * scale, (top - bottom) * scale
    if not (0 < width <= LARGEST and 0 < height <= LARGEST):
        raise GameError(f"{source} page {number} has no size that can be read")
    upright = Transform(scale, 0.0, 0.0, -scale, -left * scale, top * scale)
    turn = _value(page.get("/Rotate"))
    quarters = round(turn / 90) % 4 if isinstance(turn, (int, float)) else 0
    turned = {
        0: Transform(),
        1: Transform(0.0, 1.0, -1.0, 0.0, height, 0.0),
        2: Transform(-1.0, 0.0, 0.0, -1.0, width, height),
        3: Transform(0.0, -1.0, 1.0, 0.0, 0.0, width),
    }[quarters]
    if quarters % 2:
        width, height = height, width
    return width, height, turned @ upright


def _box(page: Any, name: str) -> tuple[float, float, float, float] | None:
    found = page.get(name)
    parent = page
    for _ in range(50):  # inherited from the page tree
        if found is not None:
            break
        parent = _mapping(parent.get("/Parent"))
        found = parent.get(name)
    n = _numbers(found, 4)
    if n is None:
        return None
    return min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])


def _hidden_layers(reader: Any) -> set[int]:
    """Return the numbers of the optional content groups that are off at first (8.11.4)."""
    root = _mapping(reader.trailer.get("/Root"))
    default = _mapping(_mapping(root.get("/OCProperties")).get("/D"))
    groups = _value(default.get("/OFF"))
    return {g.idnum for g in groups if hasattr(g, "idnum")} if isinstance(groups, list) else set()


# --------------------------------------------------------------------------------- resources


class _Named:
    """A resource dictionary as the content interpreter asks it."""

    def __init__(self, store: _Store, table: Mapping[str, Any]) -> None:
        self._store = store
        self._table = table
        self._forms: dict[str, _Form | str | None] = {}
        self._spaces: dict[str, Space] = {}

    def _find(self, kind: str, name: str) -> Any:
        return _mapping(self._table.get(kind)).get(f"/{name}")

    def form(self, name: str) -> _Form | str | None:
        """Return a form, "image", or None for what draws nothing."""
        if name not in self._forms:
            self._forms[name] = self._read_form(name)
        return self._forms[name]

    def _read_form(self, name: str) -> _Form | str | None:
        found = _value(self._find("/XObject", name))
        if not hasattr(found, "_data"):
            return None
        if self._is_off(found.get("/OC")):
            return None
        if str(_value(found.get("/Subtype"))) == "/Image":
            return "image"
        return _Form(self._store, found, self)

    def space(self, name: str) -> Space:
        """Return what turns components of a colour space into a colour."""
        if name not in self._spaces:
            device = spaces.DEVICES.get(name)
            found = self._find("/ColorSpace", name)
            self._spaces[name] = device or spaces.space(found, self._store.decoded)
        return self._spaces[name]

    def alpha(self, name: str) -> tuple[float | None, float | None]:
        """Return a graphics state's opacity of fills and of strokes, None where it says nothing."""
        table = _mapping(self._find("/ExtGState", name))
        return _number(table.get("/ca")), _number(table.get("/CA"))

    def line_width(self, name: str) -> float | None:
        """Return a graphics state's line width, None where it says nothing."""
        return _number(_mapping(self._find("/ExtGState", name)).get("/LW"))

    def hidden(self, name: str) -> bool:
        """Tell whether a layer is not shown."""
        return self._is_off(self._find("/Properties", name))

    def _is_off(self, layer: Any) -> bool:
        """Tell whether a group, or every group of a membership dictionary, is off."""
        if layer is None or not self._store.hidden:
            return False
        if getattr(layer, "idnum", None) in self._store.hidden:
            return True
        groups = _mapping(layer).get("/OCGs")
        listed = _value(groups)
        members: Sequence[Any] = listed if isinstance(listed, list) else [groups]
        return bool(members) and all(
            getattr(group, "idnum", None) in self._store.hidden for group in members
        )


def _number(thing: Any) -> float | None:
    found = _value(thing)
    return float(found) if isinstance(found, (int, float)) and math.isfinite(found) else None


class _Form:
    """A form XObject."""

    def __init__(self, store: _Store, stream: Any, user: _Named) -> None:
        self._store = store
        self._stream = stream
        self._user = user

    @cached_property
    def content(self) -> bytes:
        """The form's own operators, decoded."""
        return self._store.decoded(self._stream)

    @cached_property
    def matrix(self) -> Transform:
        """From the form's space to its user's."""
        n = _numbers(self._stream.get("/Matrix"), 6)
        return Transform(*n) if n else Transform()

    @cached_property
    def box(self) -> tuple[float, float, float, float] | None:
        """What the form is cut to, in its own space: two opposite corners."""
        n = _numbers(self._stream.get("/BBox"), 4)
        return (n[0], n[1], n[2], n[3]) if n else None

    @property
    def resources(self) -> Resources:
        """Where the form's names are looked up: its own table, or its user's."""
        own = self._stream.get("/Resources")
        return self._user if own is None else self._store.named(own)
