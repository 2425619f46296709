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

#: More pixels than this are refused, in a file under a mebibyte and in others, and more passes over
#: them in all of a progressive JPEG.
_MOST_OF_SMALL, MOST_PIXELS = 40_000_000, 60_000_000
_MOST_PASSES = 12
#: The longer side of what is looked at, in pixels; larger ones are made smaller.
SIDE = 2000
#: So many rows of it are made smaller at a time, and of no more pixels.
_STRIP, _PIXELS_OF_STRIP = 64, 2_000_000
#: Nothing is told from images with a shorter side of fewer pixels.
_LEAST_SIDE = 64
_FORMATS = ("PNG", "JPEG")


#: A file under a mebibyte has no more scanned pages than this.
_MOST_SCANS_OF_SMALL = 10
#: What looking at an image may cost in steps of about a microsecond, in a file under a mebibyte and in
#: others; each of several pages has as much where it has so many bytes, else in proportion.
_SMALL, _STEPS_OF_SMALL, _STEPS, _BYTES_OF_PAGE = 2**20, 1_600_000, 10_000_000, 40_000
#: And of so many pixels that are decoded each costs one.
_PIXELS_A_STEP = 100


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of a unit of the file's one pixel is.

    ``steps`` is what looking at it may cost, in steps of about a microsecond.
    """

    name: str
    pixels: Array
    scale: float
    unit: str = "pixels"
    steps: int = _STEPS


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
    is_small = len(source.data) < _SMALL
    most = _MOST_SCANS_OF_SMALL if is_small else MOST_PHOTOGRAPHS
    if len(pages) > most:
        of_small = ", the most of a file under 1 MiB" if is_small else ""
        raise GameError(f"{source.name} has more than {most} scanned pages{of_small}; split it")
    for fault in files.draw([source], (100.0, 100.0), pages).values():
        raise fault
    for page in pages:
        if not page.is_picture:
            raise GameError(f"{page.title} is not a scan; verify scans and drawn sheets apart")
        flat = _reduced(Image.fromarray(page.pixels))
        scale = max(page.width, page.height) / max(flat.size)
        steps = _steps(len(source.data), len(pages))
        yield Photograph(page.title, np.asarray(flat), scale, "mm", steps)


def _of_image(name: str, data: bytes) -> Photograph:
    """Return a file's image, turned as its camera says."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=_FORMATS) as image,
        ):
            whole = max(image.size)
            _check(name, image, data)
            decoded = math.prod(image.size) * _passes(image, data)
            if image.format != "PNG":
                image.draft("RGB", (SIDE, SIDE))
            turn = image.getexif().get(ExifTags.Base.Orientation, 1)
            flat = _reduced(image)
            flat.getexif()[ExifTags.Base.Orientation] = turn
            ImageOps.exif_transpose(flat, in_place=True)
    except Image.DecompressionBombError as error:
        raise GameError(f"{name} has too many pixels; {_at_most(MOST_PIXELS)}") from error
    except GameError:
        raise
    except (OSError, SyntaxError, ValueError) as error:
        raise GameError(f"{name} cannot be read as an image: {_words(error)}") from error
    scale = whole / max(flat.size)
    steps = _steps(len(data), 1) - decoded // _PIXELS_A_STEP
    return Photograph(name, np.asarray(flat), scale, steps=steps)


def _steps(size: int, pages: int) -> int:
    """Return what looking at a page of a file of so many bytes and pages may cost."""
    if size >= _SMALL:
        return _STEPS
    share = 1.0 if pages == 1 else min(1.0, size / pages / _BYTES_OF_PAGE)
    return round(_STEPS_OF_SMALL * share)


def _check(name: str, image: Image.Image, data: bytes) -> None:
    """See that an image is not too large, by what its header says.

    Raises GameError.
    """
    width, height = image.size
    most = _MOST_OF_SMALL if len(data) < _SMALL else MOST_PIXELS
    if width * height > most or width * height * _passes(image, data) > most * _MOST_PASSES:
        raise GameError(f"{name} has {width} × {height} pixels; {_at_most(most)}")
    if min(width, height) < _LEAST_SIDE:
        raise GameError(
            f"{name} has {width} × {height} pixels; the shorter side must have {_LEAST_SIDE} or more"
        )


def _passes(image: Image.Image, data: bytes) -> int:
    """Return how many times a file goes over its pixels: a progressive JPEG does so often."""
    return 1 if image.format == "PNG" else data.count(b"\xff\xda")


def _at_most(pixels: int) -> str:
    of_small = " of a file under 1 MiB" if pixels == _MOST_OF_SMALL else ""
    return f"at most {pixels // 10**6} million are read{of_small}"


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
