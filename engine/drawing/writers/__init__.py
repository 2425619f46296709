"""Scenes into files: one module a format, and the table of which suffix is whose.

Each writer is imported when its format is asked for, as each brings a library of its own.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from engine.drawing.scene import Scene
from engine.errors import OptionError

SUFFIXES = (".svg", ".pdf", ".png")


def write(picture: Scene, suffix: str, *, dpi: float = 150.0) -> bytes:
    """Return a scene as a file of the kind ``suffix`` names.

    Raises OptionError for another suffix.
    """
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
    raise OptionError(f"cannot write '{suffix}' files; write {', '.join(SUFFIXES)}")


def suffix_of(name: str) -> str:
    """Return the suffix of a file name, in lower case.

    Raises OptionError where no writer has it.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise OptionError(f"'{name}' does not end in {', '.join(SUFFIXES)}")
    return suffix
