"""PNG and JPEG files and scanned PDF pages into pixels, under limits: headers are read first.

Knows nothing of what is shown.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from PIL import ExifTags, Image, ImageOps

from engine.errors import GameError
from generator.checking.collecting import MOST_PHOTOGRAPHS
from generator.checking.pages import files
from generator.checking.pages.files import Source, kind_of

#: An array of numbers: of an image rows, columns and channels.
Array = np.ndarray[Any, Any]

#: More pixels than this are refused.
MOST_PIXELS = 100_000_000
_AT_MOST = f"at most {MOST_PIXELS // 10**6} million are read"
#: The longer side of what is looked at, in pixels; larger ones are made smaller.
SIDE = 2000
#: So many rows of it are made smaller at a time, and of no more pixels.
_STRIP, _PIXELS_OF_STRIP = 64, 2_000_000
#: Nothing is told from images with a shorter side of fewer pixels.
_LEAST_SIDE = 64
_FORMATS = ("PNG", "JPEG")


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of a unit of the file's one pixel is."""

    name: str
    pixels: Array
    scale: float
    unit: str = "pixels"


def load(sources: Sequence[Source]) -> Iterator[Photograph]:
    """Yield the images of PNG and JPEG files and of scanned PDF pages.

    Raises GameError for what is neither, is cut short, or holds more than is read.
    """
    for source in sources:
        kind = kind_of(source.data)
        if kind == "image":
            yield _of_image(*source)
        elif kind == "pdf":
            yield from _of_pdf(source)
        else:
            raise GameError(
                f"{source.name} is not a photograph; verify photographs and other files apart"
            )


def _of_pdf(source: Source) -> Iterator[Photograph]:
    """Yield the pages of a PDF file of images, drawn under limits.

    Raises GameError for one with drawn sheets.
    """
    pages = files.pages([source], (100.0, 100.0))
    if len(pages) > MOST_PHOTOGRAPHS:
        raise GameError(f"{source.name} has more than {MOST_PHOTOGRAPHS} scanned pages; split it")
    for fault in files.draw([source], (100.0, 100.0), pages).values():
        raise fault
    for page in pages:
        if not page.is_picture:
            raise GameError(f"{page.title} is not a scan; verify scans and drawn sheets apart")
        flat = _reduced(Image.fromarray(page.pixels))
        scale = max(page.width, page.height) / max(flat.size)
        yield Photograph(page.title, np.asarray(flat), scale, "mm")


def _of_image(name: str, data: bytes) -> Photograph:
    """Return a file's image, turned as its camera says."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=_FORMATS) as image,
        ):
            whole = max(image.size)
            _check(name, image)
            if image.format != "PNG":
                image.draft("RGB", (SIDE, SIDE))
            turn = image.getexif().get(ExifTags.Base.Orientation, 1)
            flat = _reduced(image)
            flat.getexif()[ExifTags.Base.Orientation] = turn
            ImageOps.exif_transpose(flat, in_place=True)
    except Image.DecompressionBombError as error:
        raise GameError(f"{name} has too many pixels; {_AT_MOST}") from error
    except GameError:
        raise
    except (OSError, SyntaxError, ValueError) as error:
        raise GameError(f"{name} cannot be read as an image: {_words(error)}") from error
    scale = whole / max(flat.size)
    return Photograph(name, np.asarray(flat), scale)


def _check(name: str, image: Image.Image) -> None:
    """See that an image is not too large, by what its header says.

    Raises GameError.
    """
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise GameError(f"{name} has {width} × {height} pixels; {_AT_MOST}")
    if min(width, height) < _LEAST_SIDE:
        raise GameError(
            f"{name} has {width} × {height} pixels; the shorter side must have {_LEAST_SIDE} or more"
        )


def _reduced(image: Image.Image) -> Image.Image:
    """Return an image in RGB and small enough, what is transparent shown as white.

    It is taken in strips, since a packed file may swell to hundreds of megabytes.
    """
    width, height = (min(side, round(side * SIDE / max(image.size)) or 1) for side in image.size)
    if max(image.size) <= SIDE:
        width, height = image.size
    step = image.height / height
    flat = Image.new("RGB", (width, height))
    most = max(1, min(_STRIP, round(_PIXELS_OF_STRIP / (image.width * step))))
    for top in range(0, height, most):
        rows = min(most, height - top)
        first, last = top * step, min(image.height, (top + rows) * step)
        above, below = math.floor(first), min(image.height, math.ceil(last))
        strip = _in_colour(image.crop((0, above, image.width, below)))
        box = (0, first - above, image.width, last - above)
        flat.paste(strip.resize((width, rows), Image.Resampling.BOX, box=box), (0, top))
    return flat


def _in_colour(image: Image.Image) -> Image.Image:
    """Return an image in RGB, what is transparent shown as white."""
    if image.mode.startswith("I"):  # 16 bits of grey
        image = Image.fromarray((np.asarray(image).astype(np.int32) >> 8).clip(0, 255).astype("u1"))
    if image.mode not in ("RGBA", "LA", "PA") and "transparency" not in image.info:
        return image.convert("RGB")
    flat = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", flat.size, "white"), flat).convert("RGB")


def _words(error: Exception) -> str:
    """Return in a few words why an image cannot be read."""
    return "it is cut short" if "truncated" in str(error) else "it is damaged, or no PNG or JPEG"
