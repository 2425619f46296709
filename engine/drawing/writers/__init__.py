"""Scenes into files: one module a format, imported when it is asked for, as each brings a library."""

from __future__ import annotations

from dataclasses import replace

from engine.drawing.scene import Scene
from engine.errors import OptionError


def write(picture: Scene, name: str, *, dpi: float = 150.0) -> bytes:
    """Return a scene as a file of the kind that its ``name``, or its suffix alone, ends in."""
    suffix = name[-4:].lower()
    if suffix == ".svg":
        from engine.drawing.writers import svg

        return svg.write(picture)
    if suffix == ".pdf":
        from engine.drawing.writers import pdf

        about = pdf.Document(picture.title, picture.description, language=picture.lang or "en")
        # pdfLaTeX takes pictures of PDF 1.5 at most without a warning.
        return pdf.write([pdf.Page(picture)], replace(about, version=(1, 5)))
    if suffix == ".png":
        from engine.drawing.writers import png

        return png.write(picture, dpi)
    raise OptionError(f"'{name}' does not end in .svg, .pdf or .png")
