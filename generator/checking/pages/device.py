"""PDF's device colours as the colours that screens show (ISO 32000-1, 8.6.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Colour = str | None
#: Turns the components of a colour space into a colour, None where they are not its components.
Space = Callable[[Sequence[float]], Colour]


def gray(parts: Sequence[float]) -> Colour:
    """Return the colour of one component of DeviceGray."""
    return rgb((parts[0],) * 3) if len(parts) == 1 else None


def rgb(parts: Sequence[float]) -> Colour:
    """Return the colour of three components of DeviceRGB."""
    if len(parts) != 3:
        return None
    return "#" + "".join(f"{round(255 * min(max(p, 0.0), 1.0)):02x}" for p in parts)


def cmyk(parts: Sequence[float]) -> Colour:
    """Return the colour of four components of DeviceCMYK, as screens without a profile show it."""
    if len(parts) != 4:
        return None
    c, m, y, k = (min(max(p, 0.0), 1.0) for p in parts)
    return rgb([(1 - v) * (1 - k) for v in (c, m, y)])
