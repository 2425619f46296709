"""PNG and JPEG files into pixels, under limits: nothing is decoded before its header is read.

Knows nothing of what is shown.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageOps

from engine.errors import GameError
from generator.checking.pages.files import Source

#: An array of numbers: of an image rows, columns and channels.
Array = np.ndarray[Any, Any]

#: More pixels than this are refused, and more passes over them in all of a progressive JPEG.
MOST_PIXELS = 60_000_000
_MOST_PASSES = 12
#: The longer side of what is looked at, in pixels; larger ones are made smaller.
SIDE = 2400


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of the file's pixels one of its is."""

    name: str
    pixels: Array
    scale: float


def load(source: Source) -> Photograph:
    """Return a file's image, turned as its camera says.

    Raises GameError for what is no PNG or JPEG, is cut short, or holds more than is read.
    """
    name, data = source
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            _check(name, image, data)
            if image.format == "JPEG":
                image.draft("RGB", (SIDE, SIDE))
            wide = max(image.size)
            whole = max(_size(data))
            upright = ImageOps.exif_transpose(image)
            flat = _on_white(upright)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise GameError(f"{name} cannot be read as an image: {_words(error)}") from error
    if wide > SIDE:
        flat.thumbnail((SIDE, SIDE), Image.Resampling.BOX, reducing_gap=None)
    return Photograph(name, np.asarray(flat), whole / max(flat.size))


def _size(data: bytes) -> tuple[int, int]:
    """Return the width and height that a file states."""
    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
        return image.size


def _check(name: str, image: Image.Image, data: bytes) -> None:
    """See that an image is not too large.

    Raises GameError.
    """
    width, height = image.size
    passes = data.count(b"\xff\xda") if image.format == "JPEG" else 1
    if width * height > MOST_PIXELS or width * height * passes > MOST_PIXELS * _MOST_PASSES:
        raise GameError(
            f"{name} has {width} × {height} pixels; at most {MOST_PIXELS // 10**6} million are read"
        )


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image in RGB, what is transparent shown as white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        ground = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB")
    return image.convert("RGB")


def _words(error: Exception) -> str:
    """Return in a few words why an image cannot be read."""
    return "it is cut short" if "truncated" in str(error) else "it is damaged, or no PNG or JPEG"
