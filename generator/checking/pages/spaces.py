"""PDF colour spaces: components into the colours that screens show (ISO 32000-1, 8.6).

Good enough to tell a game's colours apart; no colour management.  What cannot be worked out
is no colour (None), never an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.checking.pages.device import Space, cmyk, gray, rgb
from generator.checking.pages.functions import Function, function

DEVICES: Mapping[str, Space] = {
    "DeviceGray": gray,
    "DeviceRGB": rgb,
    "DeviceCMYK": cmyk,
    "G": gray,
    "RGB": rgb,
    "CMYK": cmyk,
}

#: Spaces made of spaces deeper than this are none.
DEEPEST = 6

Decode = Callable[[Any], bytes]


def unknown(_: Sequence[float]) -> None:
    """Return no colour: of patterns, and of spaces that cannot be read."""


def space(found: Any, decode: Decode, depth: int = 0) -> Space:
    """Return what turns the components of a colour space object into a colour.

    ``decode`` unpacks a stream.
    """
    found = _value(found)
    if isinstance(found, str):
        return DEVICES.get(found.removeprefix("/"), unknown)
    if not isinstance(found, list) or not found or depth > DEEPEST:
        return unknown
    family = str(_value(found[0]))
    if len(found) == 1:
        return DEVICES.get(family.removeprefix("/"), unknown)
    if family == "/ICCBased":
        return _by_count(_value(found[1]), decode, depth)
    if family in ("/Separation", "/DeviceN") and len(found) >= 4:
        return _tinted(space(found[2], decode, depth + 1), function(found[3], decode), found[1])
    if family == "/Indexed" and len(found) >= 4:
        return _indexed(space(found[1], decode, depth + 1), found[1], found[3], decode)
    return {"/CalGray": gray, "/CalRGB": rgb, "/Lab": _lab(found[1])}.get(family, unknown)


def _value(thing: Any) -> Any:
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _by_count(profile: Any, decode: Decode, depth: int) -> Space:
    """Return the device space with as many components as an ICC profile has."""
    table = profile if isinstance(profile, dict) else {}
    count = _value(table.get("/N"))
    known = {1: gray, 3: rgb, 4: cmyk}.get(count if isinstance(count, int) else 0)
    return known or space(table.get("/Alternate"), decode, depth + 1)


def _tinted(alternate: Space, tint: Function | None, names: Any) -> Space:
    if str(_value(names)) == "/None":
        return unknown

    def colour(parts: Sequence[float]) -> str | None:
        values = tint(parts) if tint is not None else None
        return alternate(values) if values is not None else None

    return colour


def _indexed(base: Space, base_object: Any, table: Any, decode: Decode) -> Space:
    found = _value(table)
    packed = hasattr(found, "_data")
    entries = decode(found) if packed else getattr(found, "original_bytes", found)
    if not isinstance(entries, bytes):
        return unknown
    count = _components(base_object)

    def colour(parts: Sequence[float]) -> str | None:
        first = int(parts[0]) * count if len(parts) == 1 else -1
        if not 0 <= first <= len(entries) - count:
            return None
        return base([v / 255 for v in entries[first : first + count]])

    return colour


def _components(found: Any) -> int:
    """Return how many components a base space of an index has."""
    found = _value(found)
    family = str(_value(found[0])) if isinstance(found, list) and found else str(found)
    if family == "/ICCBased":
        table = _value(found[1])
        count = _value(table.get("/N")) if isinstance(table, dict) else 3
        return count if isinstance(count, int) and 1 <= count <= 4 else 3
    return {"/DeviceGray": 1, "/CalGray": 1, "/DeviceCMYK": 4, "/Separation": 1}.get(family, 3)


def _lab(settings: Any) -> Space:
    """Return CIE L*a*b* (8.6.5.4) as sRGB."""
    table = _value(settings)
    white: Any = _value(table.get("/WhitePoint")) if isinstance(table, dict) else None
    try:
        xw, yw, zw = (float(v) for v in white)
    except (TypeError, ValueError):
        xw, yw, zw = 0.9642, 1.0, 0.8249

    def inverse(t: float) -> float:
        return t**3 if t >= 6 / 29 else 108 / 841 * (t - 4 / 29)

    def colour(parts: Sequence[float]) -> str | None:
        if len(parts) != 3 or not all(abs(p) < 1000 for p in parts):
            return None
        m = (parts[0] + 16) / 116
        # Scaled from the space's white to sRGB's, so that white stays white.
        x = inverse(m + parts[1] / 500) * xw * (0.9505 / xw if xw else 1)
        y = inverse(m) * yw
        z = inverse(m - parts[2] / 200) * zw * (1.089 / zw if zw else 1)
        linear = (
            3.2406 * x - 1.5372 * y - 0.4986 * z,
            -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z,
        )
        return rgb([_encoded(v) for v in linear])

    return colour


def _encoded(value: float) -> float:
    """Return a linear component as sRGB encodes it."""
    value = min(max(value, 0.0), 1.0)
    return 12.92 * value if value <= 0.0031308 else 1.055 * math.pow(value, 1 / 2.4) - 0.055
