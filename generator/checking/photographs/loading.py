"""PNG and JPEG files and scanned pages as pixels.  Knows nothing of what they show."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageOps

from engine.errors import GameError
from generator.checking.pages import files
from generator.checking.pages.files import Source, kind_of

#: An array of numbers: of an image rows, columns and channels.
Array = np.ndarray[Any, Any]

#: Most pixels of a file, and of the longer side of what is looked at: larger ones are made smaller.
_MOST_PIXELS, _SIDE = 100_000_000, 2000


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of the file's units one pixel is."""

    name: str
    pixels: Array
    scale: float
    unit: str = "pixels"


def load(source: Source) -> Iterator[Photograph]:
    """Yield the image of a PNG or JPEG file, or the pages of a scan.

    Raises GameError for a damaged file, and one that holds more than is read.
    """
    if kind_of(source.data) == "image":
        yield _of_image(*source)
        return
    pages, faults = files.read([source], (100.0, 100.0))
    for fault in faults.values():
        raise fault
    for page in pages:
        pixels = _reduced(Image.fromarray(page.pixels))
        yield Photograph(page.title, pixels, max(page.paper) / max(pixels.shape), "mm")


def _of_image(name: str, data: bytes) -> Photograph:
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            if image.width * image.height > _MOST_PIXELS:
                raise Image.DecompressionBombError
            longest = max(image.size)
            image.draft("RGB", (_SIDE, _SIDE))
            pixels = _reduced(ImageOps.exif_transpose(image))
    except Image.DecompressionBombError as error:
        most = f"at most {_MOST_PIXELS // 10**6} million are read"
        raise GameError(f"{name} has too many pixels; {most}") from error
    except (OSError, SyntaxError, ValueError) as error:
        why = "it is damaged, cut short, or no PNG or JPEG"
        raise GameError(f"{name} cannot be read as an image: {why}") from error
    return Photograph(name, pixels, longest / max(pixels.shape))


def _reduced(image: Image.Image) -> Array:
    """Return an image in RGB and small enough, with white where it is transparent."""
    if image.mode != "RGB":
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX, reducing_gap=2.0)
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return np.asarray(image.convert("RGB"))
