"""Scenes as PNG: cairosvg where the system has cairo, else pypdfium2 from our own PDF."""

from __future__ import annotations

import io
import math
import signal
import struct
import threading
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any

from engine.drawing import scene
from engine.drawing.writers import svg
from engine.errors import OptionError
from engine.words import numeral

#: More pixels than this in one picture are refused (about 400 MB of memory).
MOST_PIXELS = 100_000_000

#: The least and the most dots per inch that are drawn.
RESOLUTIONS = (1.0, 2400.0)


def checked_dpi(dpi: float) -> float:
    """Return dots per inch that a picture can have; raise OptionError for others."""
    low, high = RESOLUTIONS
    if not low <= dpi <= high:
        raise OptionError(f"{numeral(dpi)} dpi is out of range; it can be {low:g} to {high:g}")
    return dpi


def write(picture: scene.Scene, dpi: float = 150.0) -> bytes:
    """Return the PNG file of a scene at ``dpi`` dots per inch, which the file states.

    Raises OptionError for dots past ``RESOLUTIONS``, and where the picture would be too large.
    """
    dpi = checked_dpi(dpi)
    width, height = (max(1, math.ceil(v / 25.4 * dpi - 1e-6)) for v in picture[:2])
    if width * height > MOST_PIXELS:
        raise OptionError(
            f"a PNG of {width} × {height} pixels is too large; the most is {MOST_PIXELS:,} pixels, "
            f"about {dpi * math.sqrt(MOST_PIXELS / (width * height)):.0f} dpi here"
        )
    cairosvg = cairo()
    if cairosvg is None:
        return with_density(_by_pdfium(picture, dpi), dpi)
    text = svg.write_text(picture._replace(items=_drawn_out(picture.items)), accessible=False)
    # Whole pixels are a little more than the picture; its background shall cover them too.
    png = _surface(cairosvg).convert(
        bytestring=text.encode(),
        output_width=width,
        output_height=height,
        background_color=picture.background,
    )
    return with_density(png, dpi)


def _drawn_out(items: Iterable[scene.Item]) -> tuple[scene.Item, ...]:
    """Return items that draw symbols out at each place: cairosvg goes through the whole file for every use."""
    found: list[scene.Item] = []
    for item in items:
        if isinstance(item, scene.Use):
            drawn = _drawn_out(item.symbol.items)
            found.append(scene.Group(drawn, item.transform, id=item.id, name=item.name))
        elif isinstance(item, scene.Group):
            found.append(item._replace(items=_drawn_out(item.items)))
        else:
            found.append(item)
    return tuple(found)


def cairo() -> ModuleType | None:
    """Return cairosvg, or None where the system lacks libcairo."""
    try:
        import cairosvg
    except OSError:
        return None
    assert isinstance(cairosvg, ModuleType)
    return cairosvg


def _surface(cairosvg: ModuleType) -> Any:
    """Return cairosvg's surface for PNG, which an interrupt does not reach while it is written.

    What is raised where cairo calls Python is printed and forgotten, and the file is cut off.
    """
    surface: Any = cairosvg.surface.PNGSurface

    class _Whole(surface):  # type: ignore[misc]
        def finish(self) -> None:
            with _interrupts_waiting():
                super().finish()

    return _Whole


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Let an interrupt come at the end, where this is the thread that interrupts come to."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *now: came.append(now))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            usual(*came[0])


def _by_pdfium(picture: scene.Scene, dpi: float) -> bytes:
    import pypdfium2

    from engine.drawing.writers import pdf

    document = pypdfium2.PdfDocument(pdf.write([pdf.Page(picture)]))
    try:
        alpha = {} if picture.background else {"fill_color": (255, 255, 255, 0)}
        image = document[0].render(scale=dpi / 72, **alpha).to_pil()
    finally:
        document.close()
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def with_density(png: bytes, dpi: float) -> bytes:
    """Return a PNG file with its density stated in a pHYs chunk (PNG 3rd edition, 11.3.4.3)."""
    per_metre = round(dpi / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25  # signature and IHDR
    return png[:after_header] + chunk + png[after_header:]
