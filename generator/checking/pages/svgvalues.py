"""What SVG attributes say: lengths, transforms, colours, path data, style sheets.

Text into values, bounded; what cannot be read counts as not said, as a viewer would have it.
Knows nothing of elements or pages.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.errors import GameError
from engine.geometry.plane import Transform, unit
from generator.checking.pages.shapes import Pair, Shape, Tracer

#: A CSS pixel in millimetres, and the other units.
PX = 25.4 / 96
UNITS = {
    "": PX,
    "px": PX,
    "mm": 1.0,
    "cm": 10.0,
    "in": 25.4,
    "pt": 25.4 / 72,
    "pc": 25.4 / 6,
    "q": 0.25,
}

#: A path's text may be this long, a style sheet this, any other attribute this.
MOST_PATH = 4 * 2**20
MOST_SHEET = 2**20
MOST_TEXT = 20_000
#: Of a length or a viewBox so much is read.
MOST_LENGTH = 200

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_LENGTH = re.compile(rf"\s*({_NUMBER.pattern})\s*([A-Za-z]*|%)\s*")
#: Begun at the first letter of a word only: a long word without a bracket is gone through once.
_FUNCTION = re.compile(r"(?<![A-Za-z])([A-Za-z]+)\s*\(([^()]*)\)")


def numbers(text: str) -> list[float]:
    """Return the finite numbers in a text, however separated."""
    values = [float(n) for n in _NUMBER.findall(text[:MOST_TEXT])]
    return [v for v in values if math.isfinite(v)]


def count_of_numbers(text: str) -> int:
    """Return how many numbers are in a text, of whatever length."""
    return len(_NUMBER.findall(text))


def length(text: str | None, whole: float = 0.0) -> float | None:
    """Return a length in user units (CSS pixels), of ``whole`` where it is a percentage."""
    match = _LENGTH.fullmatch((text or "")[:MOST_LENGTH])
    if match is None:
        return None
    value, unit = float(match[1]), match[2].lower()
    if not math.isfinite(value):
        return None
    if unit == "%":
        return value / 100 * whole
    return value * UNITS[unit] / PX if unit in UNITS else None


def is_physical(text: str | None) -> bool:
    """Tell whether a length is in a unit that can be measured on paper, as millimetres are."""
    match = _LENGTH.fullmatch((text or "")[:MOST_LENGTH])
    return match is not None and match[2].lower() in UNITS.keys() - {"", "px"}


def transform(text: str | None) -> Transform:
    """Return a transform attribute: its functions applied from the last to the first."""
    result = Transform()
    for match in _FUNCTION.finditer((text or "")[:MOST_TEXT]):
        one = _one_transform(match[1], numbers(match[2]))
        if one is not None:
            result @= one
    return result


def _one_transform(name: str, n: list[float]) -> Transform | None:
    match name, len(n):
        case "matrix", 6:
            return Transform(*n)
        case "translate", 1 | 2:
            return Transform.translation(n[0], n[1] if len(n) > 1 else 0.0)
        case "scale", 1 | 2:
            return Transform.scaling(n[0], n[-1])
        case "rotate", 1:
            return Transform.rotation(n[0])
        case "rotate", 3:
            there, back = Transform.translation(n[1], n[2]), Transform.translation(-n[1], -n[2])
            return there @ Transform.rotation(n[0]) @ back
        case "skewX", 1:
            return Transform(c=math.tan(math.radians(n[0])))
        case "skewY", 1:
            return Transform(b=math.tan(math.radians(n[0])))
    return None


class Box(NamedTuple):
    """A viewBox: its corner and size in user units."""

    x: float
    y: float
    width: float
    height: float


def view_box(text: str | None) -> Box | None:
    """Return a viewBox attribute, or None where it shows nothing."""
    n = numbers((text or "")[:MOST_LENGTH])
    return Box(*n) if len(n) == 4 and n[2] > 0 and n[3] > 0 else None


def fitted(view: Box, width: float, height: float, how: str | None) -> Transform:
    """Return the transform that fits a viewBox into ``width`` by ``height``.

    ``how`` is preserveAspectRatio: by default as large as fits, in the middle (SVG 2, 8.6).
    """
    words = (how or "xMidYMid meet")[:MOST_LENGTH].split()
    sx, sy = width / view.width, height / view.height
    if words[:1] == ["none"]:
        return Transform(sx, 0.0, 0.0, sy, -view.x * sx, -view.y * sy)
    scale = max(sx, sy) if "slice" in words else min(sx, sy)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    align = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0]) if words else None
    across, down = (share[align[1]], share[align[2]]) if align else (0.5, 0.5)
    return Transform(
        scale,
        0.0,
        0.0,
        scale,
        (width - view.width * scale) * across - view.x * scale,
        (height - view.height * scale) * down - view.y * scale,
    )


# ----------------------------------------------------------------------------------- colours


@lru_cache(maxsize=4096)
def colour(text: str) -> tuple[str, float] | None:
    """Return a CSS colour as ``#rrggbb`` and its opacity, or None for what is no colour."""
    text = text.strip()
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        return text.lower(), 1.0
    if len(text) > 100:
        return None
    from tinycss2.color4 import parse_color

    found = parse_color(text)
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue, alpha = found.to("srgb")
    except NotImplementedError:  # in Lab, Oklab and the like
        return None
    channels = (round(255 * min(max(v, 0.0), 1.0)) for v in (red, green, blue))
    return "#" + "".join(f"{v:02x}" for v in channels), float(alpha)


# -------------------------------------------------------------------------------------- paths


class _Pen:
    """Draws path data, as fontTools reads it, with a tracer."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - fontTools' names
        self._tracer.move(*point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._tracer.line(*point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        (x1, y1), (x2, y2), (x, y) = points
        self._tracer.curve(x1, y1, x2, y2, x, y)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        (cx, cy), (x, y) = points
        ends = (self._tracer.here, (x, y))
        one, two = ((u + (cx - u) * 2 / 3, v + (cy - v) * 2 / 3) for u, v in ends)
        self._tracer.curve(*one, *two, x, y)

    def closePath(self) -> None:  # noqa: N802
        self._tracer.close()

    def endPath(self) -> None:  # noqa: N802
        pass


#: What stands behind the command of an arc, and how many signs of it without a blank are read:
#: fontTools takes each number from what is left of them, which is copied every time.
_ARC, _MOST_JOINED = re.compile(r"[Aa]([^MmZzLlHhVvCcSsQqTtAa]*)"), 2000


def most_arcs(data: str) -> int:
    """Return how many arcs path data can have: after a command one for each five numbers, flags being joined."""
    return sum(1 + count_of_numbers(said) // 5 for said in _ARC.findall(data))


def path(data: str) -> Shape:
    """Return the shape of path data.

    Raises GameError where it is too long or cannot be read.
    """
    if len(data) > MOST_PATH:
        raise GameError(
            f"a path of {len(data):,} characters is longer than is read ({MOST_PATH:,})"
        )
    joined = (word for arc in _ARC.findall(data) for word in re.split(r"[\s,]+", arc))
    if max(map(len, joined), default=0) > _MOST_JOINED:
        raise GameError(f"an arc of more than {_MOST_JOINED} signs without a blank is not read")
    from fontTools.svgLib.path.parser import parse_path

    tracer = Tracer()
    try:
        parse_path(" ".join(data.split()), _Pen(tracer))
    except (ValueError, ArithmeticError, IndexError) as error:
        raise GameError(f"a path cannot be read: '{data[:60]}…'") from error
    return tracer.shape()


def points(text: str, *, closed: bool) -> Shape:
    """Return the shape of a polygon's or polyline's points; an odd number at the end is dropped.

    Raises GameError where they are too many.
    """
    if len(text) > MOST_PATH:
        raise GameError(f"a polygon of {len(text):,} characters is longer than is read")
    values = [float(n) for n in _NUMBER.findall(text)]
    tracer = Tracer()
    for k in range(0, len(values) - 1, 2):
        (tracer.line if k else tracer.move)(values[k], values[k + 1])
    if closed:
        tracer.close()
    return tracer.shape()


#: The control points of a quarter circle, from its ends.
_PULL = 4 / 3 * (math.sqrt(2) - 1)


@cache
def _circle() -> tuple[Pair, ...]:
    """Return the points of a circle about the origin with the radius 1, as curves of four quarters have them."""
    tracer = Tracer()
    tracer.move(1.0, 0.0)
    for k in range(4):
        (ca, sa), (cb, sb) = unit(90 * k), unit(90 * (k + 1))
        near, far = (ca - _PULL * sa, sa + _PULL * ca), (cb + _PULL * sb, sb - _PULL * cb)
        tracer.curve(*near, *far, cb, sb)
    tracer.close()
    return tracer.shape().parts[0].points


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Shape:
    """Return the shape of an ellipse."""
    tracer = Tracer()
    tracer.polygon([(cx + rx * x, cy + ry * y) for x, y in _circle()])
    return tracer.shape()


# ------------------------------------------------------------------------------ style sheets

Rules = Mapping[str, Mapping[str, str]]

_SELECTOR = re.compile(r"(?:\*|[A-Za-z][\w-]*)?(?:[.#][\w-]+)?")


def declarations(text: str) -> dict[str, str]:
    """Return the declarations of a style attribute or rule."""
    found: dict[str, str] = {}
    for declaration in text[:MOST_TEXT].split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip()
    return found


def style_sheet(text: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the rules of a style sheet with their simple selectors: ``path``, ``.red``, ``path.red``, ``#a``.

    Rules with other selectors and at-rules are passed over.

    Raises GameError where the sheet is too long.
    """
    if len(text) > MOST_SHEET:
        raise GameError("a style sheet is longer than is read")
    for selectors, body in _plain_rules(_uncommented(text)):
        names = (selector.strip() for selector in selectors.split(","))
        simple = [name for name in names if name and _SELECTOR.fullmatch(name)]
        if simple:
            yield simple, declarations(body)


def _uncommented(text: str) -> str:
    """Return a style sheet without comments, of which one that is not closed reaches to the end."""
    kept, at = [], 0
    while (begin := text.find("/*", at)) >= 0:
        kept.append(text[at:begin])
        end = text.find("*/", begin + 2)
        if end < 0:
            return "".join(kept)
        at = end + 2
    return "".join((*kept, text[at:]))


def _plain_rules(text: str) -> list[tuple[str, str]]:
    """Return (selectors, body) of the rules outside at-rules."""
    result = []
    depth, start, selectors = 0, 0, ""
    for match in re.finditer(r"[{};]", text):
        mark = match[0]
        if mark == "{":
            if depth == 0:
                selectors, start = text[start : match.start()].strip(), match.end()
            depth += 1
        elif mark == "}":
            depth = max(0, depth - 1)
            if depth == 0:
                if not selectors.startswith("@"):
                    result.append((selectors, text[start : match.start()]))
                start = match.end()
        elif depth == 0:  # an at-rule without a block
            start = match.end()
    return result


def applied(rules: Rules, tag: str, identifier: str, classes: str) -> dict[str, str]:
    """Return what the rules say of an element, the more particular over the less."""
    if not rules:
        return {}
    names = classes.split()
    selectors: list[str] = ["*", tag]
    selectors += [f".{name}" for name in names] + [f"*.{name}" for name in names]
    selectors += [f"{tag}.{name}" for name in names]
    selectors += [f"#{identifier}", f"{tag}#{identifier}"]
    found: dict[str, str] = {}
    for selector in selectors:
        found.update(rules.get(selector, {}))
    return found
