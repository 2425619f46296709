"""Sheets of paper: names and exact sizes, and the edge that printers leave white."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.errors import OptionError
from engine.geometry.plane import Box, number
from engine.resources import templates

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
        return Paper(self.name, self.height, self.width)

    def inside(self, margin: float) -> Box:
        return Box(margin, margin, self.width - margin, self.height - margin)


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((templates() / "papers.toml").read_text("utf-8"))


def names() -> tuple[str, ...]:
    """Return the names of the known papers."""
    return tuple(_tables()["papers"])


def find(text: str, what: str = "paper") -> Paper:
    """Return the paper called ``text``, or the custom one written ``WxHmm``.

    Raises OptionError for anything else, and for sides outside 50 to 5000 mm, calling it ``what``.
    """
    name = text.strip().lower()
    if name in names():
        return Paper(name, *map(float, _tables()["papers"][name]))
    side = r"([0-9]{1,5}(?:\.[0-9]{1,4})?)"
    if not (match := re.fullmatch(f"{side}x{side}(?:mm)?", name)):
        raise OptionError(
            f"no {what} '{text}'; it can be {', '.join(names())}, or WxHmm like 210x297mm"
        )
    width, height = (float(v) for v in match.groups())
    if not all(SMALLEST <= v <= LARGEST for v in (width, height)):
        raise OptionError(f"{what} {text}: sides must be from {SMALLEST:g} to {LARGEST:g} mm")
    return Paper(f"{number(width)}x{number(height)}mm", width, height)


def printer_margin() -> float:
    """Return how near to the edge most home printers print, in millimetres."""
    margin: float = _tables()["printer"]["margin"]
    return margin
