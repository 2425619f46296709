"""Sheets of paper: names and exact sizes, margins, and the marks of cutting machines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engine.errors import OptionError
from engine.geometry.plane import Box, number
from engine.resources import templates
from engine.settings import Settings, parse_toml

#: Sides of a custom sheet, in millimetres.
SMALLEST, LARGEST = 50.0, 5000.0


@dataclass(frozen=True)
class Paper:
    """A sheet: its name and exact size in millimetres."""

    name: str
    width: float
    height: float

    @property
    def size(self) -> str:
        return f"{number(self.width)} × {number(self.height)} mm"

    @property
    def title(self) -> str:
        """The name as people write it."""
        return self.name.capitalize() if self.name[0].isalpha() else self.size

    def turned(self) -> Paper:
        """Return the sheet in landscape (or back in portrait)."""
        return Paper(self.name, self.height, self.width)

    def inside(self, margin: float) -> Box:
        """Return the area ``margin`` away from every edge."""
        return Box(margin, margin, self.width - margin, self.height - margin)


@dataclass(frozen=True)
class Profile:
    """A cutting machine's registration marks, and what they keep clear (millimetres)."""

    margin: float = 0.0
    inset: float = 0.0
    length: float = 0.0
    square: float = 0.0
    thickness: float = 0.5
    #: 3: a square at the top left and brackets beside and below it; 4: brackets all round.
    corners: int = 0
    #: How far all else stays from the marks.
    clear: float = 0.0

    @property
    def note(self) -> str:
        """What to type into the machine's program."""
        return (
            f"registration marks: in the cutter's program set length {number(self.length)} mm, "
            f"thickness {number(self.thickness)} mm, inset {number(self.inset)} mm on all sides"
        )


#: No marks.
UNMARKED = Profile()


@cache
def _tables() -> Settings:
    return parse_toml((templates() / "papers.toml").read_text("utf-8"), "templates/papers.toml")


@cache
def names() -> tuple[str, ...]:
    """Return the names of the known papers."""
    return _tables().table("papers").names()


def find(text: str, what: str = "paper") -> Paper:
    """Return the paper called ``text``, or the custom one written ``WxHmm``.

    Raises OptionError for anything else, and for sides outside 50 to 5000 mm, calling it ``what``.
    """
    name = text.strip().lower()
    if name in names():
        size = _tables().table("papers").numbers(name, (0.0, 0.0), SMALLEST, LARGEST)
        return Paper(name, size[0], size[1])
    match = re.fullmatch(
        r"([0-9]{1,5}(?:\.[0-9]{1,4})?)x([0-9]{1,5}(?:\.[0-9]{1,4})?)(?:mm)?", name
    )
    if not match:
        raise OptionError(
            f"no {what} '{text}'; it can be {', '.join(names())}, or WxHmm like 210x297mm"
        )
    width, height = (float(v) for v in match.groups())
    if not all(SMALLEST <= v <= LARGEST for v in (width, height)):
        raise OptionError(f"{what} {text}: sides must be from {SMALLEST:g} to {LARGEST:g} mm")
    return Paper(f"{number(width)}x{number(height)}mm", width, height)


def printer_margin() -> float:
    """Return how near to the edge most home printers print, in millimetres."""
    return _tables().table("printer").number("margin", 4.2, 0, 50)


def profile_of(table: Settings) -> Profile:
    """Return the marks a table says.

    Raises OptionError for a value that is wrong.
    """
    lengths = {key: table.number(key, 0, 0, 100) for key in ("margin", "inset", "length", "square")}
    found = Profile(
        **lengths,
        thickness=table.number("thickness", 0.5, 0.05, 5),
        corners=table.whole("corners", 3, 3, 4),
        clear=table.number("clear", 0, 0, 50),
    )
    table.done()
    return found
