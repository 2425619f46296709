"""The look of everything drawn: what paint each colour of a game is, and how thick lines are.

A theme is read from TOML and knows nothing of any game: it gives paint to *slots*, the colour names
all games share, and to *roles*, the neutral parts of a drawing.  Lengths of patterns and lines are
shares of the drawing's unit (the width of a tile or cell), so that small tiles look like large ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache, wraps
from itertools import combinations
from pathlib import Path
from typing import Any, ParamSpec

from engine.drawing.scene import Pattern, Stroke
from engine.errors import OptionError, blaming
from engine.reading import bounded
from engine.resources import templates
from engine.settings import (
    Settings,
    checked,
    colour,
    parse_toml,
    setting,
    values_in,
)
from engine.words import meant

P = ParamSpec("P")

#: The colours of the games' pieces.
SLOTS = ("red", "green", "blue", "yellow", "cyan", "orange", "purple", "grey")

#: The neutral parts of drawings and the overlays' colours, with what each is for.
ROLES = {
    "paper": "the ground of a figure",
    "ink": "text and outlines",
    "muted": "coordinates and captions of lesser weight",
    "boundary": "between areas of different colour",
    "board": "a board's cells",
    "board-edge": "the table around them",
    "grid": "a board's lines",
    "good": "allowed places",
    "bad": "forbidden places",
    "mark": "what a reader should look at",
    "last": "the last move",
    "white": "plates of labels, and what is white in any theme",
    "black": "what is black in any theme",
}

PATTERNS = ("solid", "hatch", "cross", "dots")

#: The keys of a theme's file.
_KEYS = ("base", "title", "slots", "roles", "boundary", "hairline", "screen", "font")

#: Limits of what is given as a share of the unit.
_SHARE = (0.001, 0.5)

#: The least contrast of what is read on its ground (WCAG 2.2, 1.4.3), and of signs and large letters.
READABLE, VISIBLE = 4.5, 3.0

#: The thinnest line that prints: a quarter of a point, in millimetres.
HAIRLINE = 0.25 * 25.4 / 72


@dataclass(frozen=True)
class Slot:
    """How one colour of a game is painted; lengths are shares of the unit."""

    fill: str = setting(
        colour=True, words="the ground, `#rrggbb`; what is left out below follows from it"
    )
    ink: str = setting(colour=True, words="a pattern's lines, and signs")
    label: str = setting(colour=True, words="letters and numbers on the ground")
    deep: str = setting(colour=True, words="letters and shapes of this colour on white")
    pattern: str = setting(choices=PATTERNS, words="`solid`, `hatch`, `cross` or `dots`")
    pitch: float = setting(
        *(0.06, _SHARE),
        words="from one line or dot of the pattern to the next, a share of a tile's or cell's width",
    )
    width: float = setting(0.015, _SHARE, words="of the pattern's lines or dots, such a share too")
    angle: float = setting(45.0, (-360, 360), words="of the pattern, in degrees")

    def beside(self, dark: Slot) -> Slot:
        """Return the slot in two colours each, with the pattern of the first that has one."""
        names = ("fill", "ink", "label", "deep")
        pairs: dict[str, Any] = {n: _pair(getattr(self, n), getattr(dark, n)) for n in names}
        return replace(dark if self.pattern == "solid" else self, **pairs)

    def paint(self, unit: float) -> str | Pattern:
        """Return the paint for a drawing whose unit is ``unit`` millimetres."""
        if self.pattern == "solid":
            return self.fill
        pitch, width = self.pitch * unit, max(self.width * unit, HAIRLINE)
        return Pattern(self.pattern, self.fill, self.ink, pitch, width, self.angle)


@dataclass(frozen=True)
class Theme:
    """A look: paint for every slot and role, the width of the boundary, and fonts."""

    name: str
    title: str
    slots: Mapping[str, Slot]
    roles: Mapping[str, str]
    boundary: float  # width of the boundary, a share of the unit
    hairline: float  # width of lines between equal colours, a share of the unit
    font: tuple[str, ...] = ()  # the fonts of texts, before the letters of the program
    screen: bool = False  # for figures on screens, not for paper

    def __hash__(self) -> int:
        return hash((self.name, self.title, self.boundary, self.hairline))

    def beside(self, dark: Theme) -> Theme:
        """Return the theme with two colours each: its own, and those that SVG shows on dark pages."""
        slots = {name: slot.beside(dark.slots[name]) for name, slot in self.slots.items()}
        roles = {name: _pair(colour, dark.roles[name]) for name, colour in self.roles.items()}
        return replace(self, slots=slots, roles=roles)

    def slot(self, name: str) -> Slot:
        return self.slots[name]

    def paint(self, name: str, unit: float) -> str | Pattern:
        """Return the paint of slot ``name`` at ``unit`` millimetres."""
        return self.slot(name).paint(unit)

    def role(self, name: str) -> str:
        return self.roles[name]

    def colour(self, name: str) -> str:
        """Return the plain colour of a slot or role."""
        return self.slots[name].fill if name in self.slots else self.role(name)

    def line(self, role: str, share: float, unit: float, **style: Any) -> Stroke:
        """Return a stroke in a role's colour, ``share`` of the unit wide but never too thin to print."""
        return Stroke(self.role(role), max(share * unit, HAIRLINE), **style)

    def between_cells(self, share: float, unit: float, pale: float = 0.0, **style: Any) -> Stroke:
        """Return the stroke between a board's cells, made ``pale`` as far as it stays seen."""
        board = self.role("board")
        colour = legible(mixed(self.role("grid"), board, pale), board, VISIBLE + 0.1)
        return Stroke(colour, max(share * unit, HAIRLINE), **style)

    def alike(self) -> tuple[tuple[str, str], ...]:
        """Return the colours that cannot be told apart, in pairs: near in red, green and blue."""

        def are_alike(one: Slot, other: Slot) -> bool:
            solid = one.pattern == other.pattern == "solid"
            look = replace(one, fill=other.fill, label=other.label, deep=other.deep)
            near = math.dist(_shares(one.fill), _shares(other.fill)) < 0.06
            return near and (solid or look == other)

        pairs = combinations(self.slots.items(), 2)
        return tuple((a, b) for (a, one), (b, other) in pairs if are_alike(one, other))

    def boundary_width(self, unit: float) -> float:
        return max(self.boundary * unit, HAIRLINE)


# --------------------------------------------------------------------------------- colours


def _pair(light: str, dark: str) -> str:
    return light if light == dark else f"{light}/{dark}"


def _of_pairs(make: Callable[P, str]) -> Callable[P, str]:
    # Of colours for light and dark pages, it makes one for each.
    @wraps(make)
    def each(*args: P.args, **named: P.kwargs) -> str:
        pairs = [one.partition("/") if isinstance(one, str) else (one, "", one) for one in args]
        light = make(*(one for one, _, _ in pairs), **named)  # type: ignore[arg-type]
        if not any(between for _, between, _ in pairs):
            return light
        return _pair(light, make(*(dark or one for one, _, dark in pairs), **named))  # type: ignore[arg-type]

    return each


def _shares(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))


def luminance(colour: str) -> float:
    """Return how light ``#rrggbb`` looks, from 0 to 1 (Rec. 709 weights, sRGB decoded)."""
    light = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in _shares(colour))
    r, g, b = light
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@_of_pairs
def mixed(colour: str, other: str, share: float) -> str:
    """Return ``colour`` with ``share`` of ``other`` in it (both ``#rrggbb``)."""
    pairs = ((int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    dark, light = sorted(map(luminance, (colour, other)))
    return (light + 0.05) / (dark + 0.05)


@_of_pairs
def on(colour: str) -> str:
    """Return black or white, whichever reads better on ``colour``: with 4.5 : 1 at least."""
    return max("#000000", "#ffffff", key=lambda label: contrast(label, colour))


@_of_pairs
def legible(colour: str, ground: str, least: float) -> str:
    """Return ``colour``, with as much black or white as gives it ``least`` contrast on ``ground``."""
    shares = (k / 20 for k in range(20))
    deeper = (mixed(colour, on(ground), share) for share in shares)
    return next((one for one in deeper if contrast(one, ground) >= least), on(ground))


def with_font(theme: Theme, font: str | Iterable[str], folder: Path) -> Theme:
    """Return a theme with fonts in place of its own, or as it is for none; files lie in ``folder``."""
    names = (font,) if isinstance(font, str) else tuple(font)
    if not names:
        return theme
    from engine.drawing import ownfonts

    with blaming("font"):
        fonts = ownfonts.named(names, folder)
    return replace(theme, font=fonts)


# ---------------------------------------------------------------------------- reading themes


@cache
def names() -> tuple[str, ...]:
    """Return the names of the themes that come with the toolkit."""
    folder = templates() / "themes"
    return tuple(sorted(f.stem for f in folder.iterdir() if f.name.endswith(".toml")))


def load(name: str) -> Theme:
    """Return the theme called ``name``, or read it from the file if it ends in ``.toml``."""
    if not name.endswith(".toml"):
        return _built_in(name)
    file = Path(name)
    try:
        text = bounded(file, f"the theme {name}").decode()
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise OptionError(f"cannot read the theme {name}: {words}") from error
    return parse(text, name=file.stem, source=name, folder=file.parent)


#: Two themes, each by its name or file.
_PAIR = re.compile(r"([^/]+|.+\.toml)/([^/]+|.+\.toml)")


def load_pair(name: str, folder: Path = Path()) -> Theme:
    """Return a theme, or two such as ``classic/dark``, the second for dark pages; files lie in ``folder``."""

    def one(name: str) -> Theme:
        return load(str(folder / name) if name.endswith(".toml") else name)

    pair = _PAIR.fullmatch(name)
    if pair and (pair[1] in names() or pair[1].endswith(".toml") or pair[2] in names()):
        return one(pair[1]).beside(one(pair[2]))
    return one(name)


@lru_cache(maxsize=16)
def _built_in(name: str) -> Theme:
    if name not in names():
        right = meant(name, names()) or f"the themes are {', '.join(names())}, or give a .toml file"
        raise OptionError(f"no theme '{name}'; {right}")
    file = templates() / "themes" / f"{name}.toml"
    return parse(file.read_text("utf-8"), name=name, source=f"theme {name}")


def parse(text: str, *, name: str, source: str, folder: Path = Path()) -> Theme:
    """Return the theme in a TOML text; the files of its fonts lie in ``folder``.

    ``base = "classic"`` starts from another theme.  Raises OptionError naming ``source``.
    """
    table, base = parse_toml(text, source), Theme(name, name, {}, {}, 0.02, 0.003)
    if "base" in table:
        base = _built_in(table.text("base"))
    slots, roles = dict(base.slots), dict(base.roles)
    given = table.table("slots")
    given.see_names(SLOTS)
    for slot in given.names():
        slots[slot] = _slot(given.table(slot), slots.get(slot))
    given = table.table("roles")
    given.see_names(ROLES)
    for role in given.names():
        roles[role] = colour(given.text(role), f"{given.where}: {role}")
    theme = Theme(
        name=name,
        title=table.text("title", base.title),
        slots=slots,
        roles=roles,
        boundary=table.number("boundary", *_SHARE, base.boundary),
        hairline=table.number("hairline", *_SHARE, base.hairline),
        screen=table.flag("screen", base.screen),
    )
    font_names = table.one_or_more("font")
    table.see_names(_KEYS)
    if missing := [n for n in SLOTS if n not in slots] + [n for n in ROLES if n not in roles]:
        words = 'add them, or build on a theme with base = "classic"'
        raise OptionError(f"{source}: {', '.join(missing)} missing; {words}")
    try:
        return with_font(theme, font_names, folder)
    except OptionError as error:
        raise OptionError(f"{source}: font: {error}") from error


def _slot(settings: Settings, base: Slot | None) -> Slot:
    """Return a slot with what ``settings`` say over ``base``; a new fill brings new ink, label and deep."""
    where = settings.where
    values = values_in(settings, fields(Slot))
    if "fill" in values:
        fill = colour(values["fill"], f"{where}: fill")
        label = on(fill)
        ink = legible(mixed(fill, label, 0.35), fill, VISIBLE)
        deep = legible(mixed(fill, "#000000", min(0.45, luminance(fill))), "#ffffff", READABLE)
        fresh = Slot(fill, ink, label, deep)
        base = replace(base or fresh, fill=fill, ink=ink, label=label, deep=deep)
    if base is None:
        raise OptionError(f'{where}: fill is missing; expected fill = "#rrggbb"')
    lower: dict[str, Any] = {k: v.lower() if isinstance(v, str) else v for k, v in values.items()}
    try:
        return checked(replace(base, **lower))
    except OptionError as error:
        raise OptionError(f"{where}: {error}") from error


#: What may be said of a slot.
SLOT_KEYS = {one.name: one.metadata["words"] for one in fields(Slot)}
