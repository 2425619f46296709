"""Scenes as PNG: our own PDF, drawn by PDFium."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.drawing import scene
from engine.errors import OptionError

if TYPE_CHECKING:
    from PIL import Image
    from pypdfium2 import PdfPage

#: More pixels than this in one picture are refused (about 400 MB of memory).
MOST_PIXELS = 100_000_000


def write(picture: scene.Scene, dpi: float = 150.0) -> bytes:
    """Return the PNG file of a scene, which states its ``dpi``."""
    buffer = io.BytesIO()
    drawn(picture, dpi).save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def drawn(picture: scene.Scene, dpi: float) -> Image.Image:
    """Return a scene as an image."""
    (image,) = all_drawn([(picture, dpi)])
    return image


def all_drawn(pictures: Sequence[tuple[scene.Scene, float]]) -> Iterator[Image.Image]:
    """Yield scenes as images, each at its own dpi. Many are drawn faster together."""
    import pypdfium2

    from engine.drawing.writers import pdf

    sizes = [_pixels(picture, dpi) for picture, dpi in pictures]
    data = pdf.write([pdf.Page(picture) for picture, _ in pictures], pdf.Document())
    with pypdfium2.PdfDocument(data) as document:
        for page, (picture, dpi), size in zip(document, pictures, sizes, strict=True):
            yield _image(page, picture, dpi, size)


def _pixels(picture: scene.Scene, dpi: float) -> tuple[int, int]:
    """Return how many pixels a picture has across and down; raises OptionError for too many."""
    width, height = (max(1, math.ceil(v / 25.4 * dpi - 1e-6)) for v in picture[:2])
    if width * height > MOST_PIXELS:
        raise OptionError(
            f"a PNG of {width} × {height} pixels is too large; the most is {MOST_PIXELS:,} pixels, "
            f"about {dpi * math.sqrt(MOST_PIXELS / (width * height)):.0f} dpi here"
        )
    return width, height


def _image(page: PdfPage, picture: scene.Scene, dpi: float, size: tuple[int, int]) -> Image.Image:
    from PIL import Image

    width, height = size
    # PDFium draws no line thinner than a pixel; at 300 dpi no line of ours is.
    finer = min(math.ceil(300.0 / dpi), 4)
    if width * height * finer**2 > MOST_PIXELS:
        finer = 1
    ground = picture.background[:7] if picture.background else "#ffffff00"
    alpha = {} if picture.background else {"fill_color": (255, 255, 255, 0)}
    image = page.render(scale=finer * dpi / 72, **alpha).to_pil()
    # Whole pixels are a little more than the picture; its ground covers them too.
    whole = Image.new(image.mode, (finer * width, finer * height), ground)
    whole.paste(image, (0, 0))
    return whole.reduce(finer)
