"""PNG and JPEG files and scanned PDF pages as pixels.  Knows nothing of what they show."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageOps

from engine.errors import GameError
from generator.checking.pages import files
from generator.checking.pages.files import Source, kind_of

#: An array of numbers: of an image rows, columns and channels.
Array = np.ndarray[Any, Any]

#: More pixels than this are refused, and shorter sides than this.
_MOST_PIXELS, _LEAST_SIDE = 100_000_000, 64
_AT_MOST = f"at most {_MOST_PIXELS // 10**6} million are read"
#: The longer side of the picture that is looked at, in pixels; larger ones are made smaller.
_SIDE = 2000


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of the file's units one pixel is."""

    name: str
    pixels: Array
    scale: float
    unit: str = "pixels"


def load(sources: Sequence[Source]) -> Iterator[Photograph]:
    """Yield the images of PNG and JPEG files and of scanned PDF pages.

    Raises GameError for other files, damaged ones, and those that hold more than is read.
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
    for page in files.pages([source], (100.0, 100.0)):
        if not page.is_picture:
            raise GameError(f"{page.title} is not a scan; verify scans and drawn sheets apart")
        image = _reduced(Image.fromarray(page.pixels))
        scale = max(page.width, page.height) / max(image.size)
        yield Photograph(page.title, np.asarray(image), scale, "mm")


def _of_image(name: str, data: bytes) -> Photograph:
    """Return a file's image, turned as its camera says."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            size = "{} has {} × {} pixels".format(name, *image.size)
            if image.width * image.height > _MOST_PIXELS:
                raise GameError(f"{size}; {_AT_MOST}")
            if min(image.size) < _LEAST_SIDE:
                raise GameError(f"{size}; the shorter side must have {_LEAST_SIDE} or more")
            longest = max(image.size)
            image.draft("RGB", (_SIDE, _SIDE))
            upright = _reduced(ImageOps.exif_transpose(image))
    except Image.DecompressionBombError as error:
        raise GameError(f"{name} has too many pixels; {_AT_MOST}") from error
    except GameError:
        raise
    except (OSError, SyntaxError, ValueError) as error:
        is_short = "truncated" in str(error)
        why = "it is cut short" if is_short else "it is damaged, or no PNG or JPEG"
        raise GameError(f"{name} cannot be read as an image: {why}") from error
    return Photograph(name, np.asarray(upright), longest / max(upright.size))


def _reduced(image: Image.Image) -> Image.Image:
    """Return an image in RGB and small enough, with white where it is transparent."""
    if image.mode != "RGB":
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX, reducing_gap=2.0)
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image.convert("RGB")
