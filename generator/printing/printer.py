"""A printer's corrections: the file that ``kit --printer`` reads, and how they are reckoned.

They are read off the test page: what its two scales measure, how far the frame lies off, and where
the front's crosses fall on the back's scales.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from engine.errors import OptionError
from engine.geometry.plane import Point, number
from engine.settings import parse_toml
from generator import files
from generator.printing.template import LIMITS

#: What belongs to a printer, as the file names it, and what each is for.
KEYS = {
    "print-scale": "what 100 mm measure on paper, across and down",
    "page-shift": "how far the front lies to the right and down, mm",
    "back-shift": "moves backs to the right and down, mm",
    "back-scale": "what 100 mm of a back measure where those of its front do",
    "back-turn": "turns backs clockwise, degrees",
}


def load(file: str) -> dict[str, Any]:
    """Return a printer's corrections by the names of the print settings.

    Raises OptionError for what is wrong, OSError where the file cannot be read.
    """
    table = parse_toml(files.read_text(file), file)
    found: dict[str, Any] = {}
    for key in KEYS:
        name = key.replace("-", "_")
        if key not in table:
            continue
        if key == "back-turn":
            found[name] = table.number(key, 0, *LIMITS[name])
        else:
            found[name] = table.numbers(key, (0.0, 0.0), *LIMITS[name])
    table.expect(*KEYS)
    table.done()
    return found


def written(corrections: Mapping[str, Any]) -> str:
    """Return the file of corrections."""
    lines = ["# A printer's corrections, for: tilewright kit --printer FILE"]
    for key, words in KEYS.items():
        if (value := corrections.get(key.replace("-", "_"))) is not None:
            pair = isinstance(value, tuple)
            text = f"[{', '.join(number(v) for v in value)}]" if pair else number(value)
            lines.append(f"{key} = {text}  # {words}")
    return "\n".join(lines) + "\n"


def reckoned(
    corners: Mapping[str, Point],
    readings: Mapping[str, tuple[float, float]],
    scales: tuple[float, float],
    lengths: tuple[int, int],
    shift: tuple[float, float] = (0.0, 0.0),
) -> dict[str, Any]:
    """Return the corrections of a printer from what was read off its test page.

    ``corners`` are the places of the crosses A to D; ``readings`` where the front's fall on the
    back's scales, right and down, none for fronts only; ``scales`` what scales of ``lengths``
    measure, across and down; ``shift`` how far the frame lies off.

    Raises OptionError for a correction that no printer needs.
    """
    found: dict[str, Any] = {
        "print_scale": tuple(
            round(100 * measured / length, 3)
            for measured, length in zip(scales, lengths, strict=True)
        )
    }
    if any(shift):
        found["page_shift"] = shift
    if readings:
        a, b, c, d = (Point(*readings[name]) for name in "ABCD")
        across, down = (corners["D"].x - corners["A"].x, corners["D"].y - corners["A"].y)
        wider, lower = (b.x + d.x - a.x - c.x) / 2, (c.y + d.y - a.y - b.y) / 2
        found["back_shift"] = tuple(
            round(sum(values) / 4, 3) for values in zip(a, b, c, d, strict=True)
        )
        found["back_scale"] = (
            round(100 - 100 * wider / across, 3),
            round(100 - 100 * lower / down, 3),
        )
        found["back_turn"] = round(math.degrees(math.atan2((b.y + d.y - a.y - c.y) / 2, across)), 3)
    for name, value in found.items():
        low, high = LIMITS[name]
        if not all(low <= v <= high for v in (value if isinstance(value, tuple) else (value,))):
            key = name.replace("_", "-")
            raise OptionError(
                f"{key} would be {value}, outside {number(low)} to {number(high)}; "
                "read the test page again"
            )
    return found
