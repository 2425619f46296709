"""Colours as ink: what a screen shows, turned into cyan, magenta, yellow and black by LittleCMS.

It knows an ICC profile of a press and colours ``#rrggbb``, and nothing of PDF or of what is drawn.
"""

from __future__ import annotations

import io
from bisect import bisect_left
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import OptionError
from engine.reading import bounded
from engine.resources import templates

#: The most ink on one spot, all four together: what coated paper of 150 g/m² dries without trouble.
MOST_INK = 2.4


class Ink(NamedTuple):
    """Shares of the four inks, from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float


class Condition(NamedTuple):
    """A printing condition as a file names it: registered or ``Custom``, and in words."""

    identifier: str
    words: str
    registry: str = ""


#: What the profile that is shipped stands for.
COATED = Condition(
    "FOGRA39",
    "Offset on coated paper, types 1 and 2, ISO 12647-2:2004/Amd 1:2007",
    "http://www.color.org",
)


class Press:
    """A press: its profile, and the ink of every colour; each colour is converted once."""

    def __init__(self, profile: bytes, condition: Condition, to_ink: Any, *to_lab: Any) -> None:
        self.profile, self.condition = profile, condition
        self._to_ink = to_ink
        self._screen_to_lab, ink_to_lab = to_lab
        #: Returns the ink of a colour; of lines and letters dark and grey ones are of black alone.
        self.ink = cache(self._converted)
        #: How dark 256 shares of black alone are, from none (-100) to all.
        self._blacks = [-_lab(ink_to_lab, "CMYK", (0, 0, 0, k))[0] for k in range(256)]

    def _converted(self, colour: str, line: bool) -> Ink:
        rgb = tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))
        lightness, a, b = _lab(self._screen_to_lab, "RGB", rgb)
        chroma = (a * a + b * b) ** 0.5
        if line and lightness < 25.0 and chroma <= 12.0:
            return Ink(0.0, 0.0, 0.0, 1.0)  # which needs no screen
        if chroma <= (12.0 if line and lightness < 65.0 else 2.0):
            black = min(255, bisect_left(self._blacks, -lightness)) / 255
            return Ink(0.0, 0.0, 0.0, black)
        cyan, magenta, yellow, black = (v / 255 for v in _applied(self._to_ink, "RGB", rgb))
        colours = cyan + magenta + yellow
        share = min(1.0, max(0.0, MOST_INK - black) / (colours or 1.0))
        return Ink(cyan * share, magenta * share, yellow * share, black)


@cache
def load(file: str = "") -> Press:
    """Return the press of a profile file of a CMYK printer, or of the one shipped (coated paper)."""
    from PIL import ImageCms

    path = Path(file) if file else Path(str(templates() / "icc" / "coated.icc"))
    try:
        data = bounded(path, f"the profile {file}", 20_000_000)
    except OSError as error:
        raise OptionError(f"cannot read the profile {file}: {error.strerror}") from error
    if data[12:20] != b"prtrCMYK" or data[36:40] != b"acsp":
        raise OptionError(f"{file} is not an ICC profile of a CMYK printer")
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    darkest_to_darkest = ImageCms.Flags.BLACKPOINTCOMPENSATION
    screen, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    try:
        printer = ImageCms.getOpenProfile(io.BytesIO(data))
        to_ink = ImageCms.buildTransform(screen, printer, "RGB", "CMYK", intent, darkest_to_darkest)
        screen_to_lab = ImageCms.buildTransform(screen, lab, "RGB", "LAB", intent)
        ink_to_lab = ImageCms.buildTransform(printer, lab, "CMYK", "LAB", intent)
        title = ImageCms.getProfileDescription(printer).strip()
    except (ImageCms.PyCMSError, OSError) as error:
        raise OptionError(f"{file}: a damaged ICC profile: {error}") from error
    condition = Condition("Custom", title or path.stem) if file else COATED
    return Press(data, condition, to_ink, screen_to_lab, ink_to_lab)


def _applied(transform: Any, mode: str, value: tuple[int, ...]) -> tuple[int, ...]:
    from PIL import Image, ImageCms

    picture: Any = ImageCms.applyTransform(Image.new(mode, (1, 1), value), transform)
    return tuple(picture.getpixel((0, 0)))


def _lab(transform: Any, mode: str, value: tuple[int, ...]) -> tuple[float, float, float]:
    """Return lightness from 0 to 100, and a and b about 0."""
    lightness, a, b = _applied(transform, mode, value)
    return lightness / 2.55, a - 128.0, b - 128.0
