"""How paper is turned over, and what corrects a printer: how backs and pages are moved, and the file of ``kit --printer``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Point, Transform, number
from engine.settings import parse_toml, values_in
from generator import files
from generator.printing.paper import Paper
from generator.printing.template import PrintSettings

#: The settings that belong to a printer.
_NAMES = ("print_scale", "page_shift", "back_shift", "back_scale", "back_turn")
_FIELDS = tuple(field for name in _NAMES for field in fields(PrintSettings) if field.name == name)


class BackCorrection(NamedTuple):
    """What is done to all of a back: a shift in mm, a scale in percent, a turn in degrees.

    ``scale`` is what 100 mm of a back measure where those of its front do, across and down; the
    turn is clockwise.
    """

    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (100.0, 100.0)
    turn: float = 0.0

    @property
    def shares(self) -> tuple[float, float]:
        """How many times as large backs are drawn as their fronts, across and down."""
        return 100 / self.scale[0], 100 / self.scale[1]

    @property
    def sizes(self) -> tuple[float, float]:
        """How many times as large as their fronts backs measure, at least and at most, upright."""
        return min(self.shares), max(self.shares) + math.sin(math.radians(abs(self.turn)))

    def on(self, width: float, height: float) -> Transform:
        """Return what is done to places on a sheet of that size, about its middle."""
        if self == BackCorrection():
            return IDENTITY
        x, y = width / 2, height / 2
        return (
            Transform.translation(x + self.shift[0], y + self.shift[1])
            @ Transform.rotation(self.turn)
            @ Transform.scaling(*self.shares)
            @ Transform.translation(-x, -y)
        )


def of_backs(printing: PrintSettings) -> BackCorrection:
    """Return the correction of backs alone."""
    return BackCorrection(printing.back_shift, printing.back_scale, printing.back_turn)


def is_any(printing: PrintSettings) -> bool:
    """Tell whether anything is corrected."""
    return any(getattr(printing, field.name) != field.default for field in _FIELDS)


def turns_sideways(printing: PrintSettings, paper: Paper) -> bool:
    """Tell whether paper is turned over a side, so that its foot stays its foot."""
    return (printing.duplex == "long") == (paper.width <= paper.height)


def of_page(paper: Paper, printing: PrintSettings, side: str = "front") -> Transform:
    """Return what corrects a side for the printer's scale, about the middle, and for its shift.

    Backs are moved as their fronts are.
    """
    sx, sy = (100 / percent for percent in printing.print_scale)
    dx, dy = (-shift for shift in printing.page_shift)
    if side == "back":
        dx, dy = (-dx, dy) if turns_sideways(printing, paper) else (dx, -dy)
    x, y = paper.width / 2, paper.height / 2
    return Transform(sx, 0.0, 0.0, sy, x - sx * x + dx, y - sy * y + dy)


# -------------------------------------------------------------------------- a printer's file


def load(file: str) -> dict[str, Any]:
    """Return a printer's corrections by the names of the print settings.

    Raises OptionError for what is wrong, OSError if the file cannot be read.
    """
    return values_in(parse_toml(files.read_text(file), file), _FIELDS)


def written(corrections: Mapping[str, Any]) -> str:
    """Return the file of corrections."""
    lines = ["# A printer's corrections, for: tilewright kit --printer FILE"]
    for field in _FIELDS:
        if (value := corrections.get(field.name)) is not None:
            key, words = field.name.replace("_", "-"), field.metadata["words"]
            text = f"[{', '.join(map(number, value))}]" if key != "back-turn" else number(value)
            lines.append(f"{key} = {text}  # {words}")
    return "\n".join(lines) + "\n"


def reckoned(
    corners: Mapping[str, Point],
    readings: Mapping[str, tuple[float, float]],
    scales: tuple[float, float],
    lengths: tuple[int, int],
    shift: tuple[float, float] = (0.0, 0.0),
) -> dict[str, Any]:
    """Return the corrections of a printer from readings of its test page.

    ``corners`` are the places of the crosses A to D; ``readings`` where the front's fall on the
    back's scales, right and down, none for fronts only; ``scales`` what scales of ``lengths``
    measure, across and down; ``shift`` how far the frame lies off.

    Raises OptionError for a correction that no printer needs.
    """
    measured = zip(scales, lengths, strict=True)
    result: dict[str, Any] = {"print_scale": tuple(round(100 * m / n, 3) for m, n in measured)}
    if any(shift):
        result["page_shift"] = shift
    if readings:
        a, b, c, d = (Point(*readings[name]) for name in "ABCD")
        across, down = corners["D"].x - corners["A"].x, corners["D"].y - corners["A"].y
        wider, lower = (b.x + d.x - a.x - c.x) / 2, (c.y + d.y - a.y - b.y) / 2
        turn = math.atan2((b.y + d.y - a.y - c.y) / 2, across)
        result["back_shift"] = tuple(round(sum(v) / 4, 3) for v in zip(a, b, c, d, strict=True))
        result["back_scale"] = tuple(
            round(100 - 100 * more / whole, 3) for more, whole in ((wider, across), (lower, down))
        )
        result["back_turn"] = round(math.degrees(turn), 3)
    try:
        PrintSettings().with_options(result)
    except OptionError as error:
        raise OptionError(f"{error}; read the test page again") from error
    return result
