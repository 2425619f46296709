"""An SVG file as a PDF file that shows the same, by cairosvg, in the child process.

Nothing outside the file is fetched, and a document type is refused.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, tostring

#: A length that can be measured on paper.
_PHYSICAL = re.compile(r"\s*\+?[0-9.]+(e[-+]?[0-9]+)?\s*(mm|cm|in|pt|pc)\s*", re.IGNORECASE)
#: The even-odd rule of clips, as an attribute or in a style.
_EVEN_ODD = re.compile(r"clip-rule\s*[=:]\s*[\"']?\s*evenodd")


class RefusedError(Exception):
    """A file is not read; the text says why, after the file's name, and the place where."""

    def __init__(self, words: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(words)
        self.place = place


def is_svg(data: bytes) -> bool:
    """Tell whether a file is XML by its first bytes."""
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\x00<"))


def as_pdf(data: bytes) -> tuple[bytes, bool]:
    """Return a PDF file of one page that shows what an SVG file does, and whether it lacks a size on paper.

    Raises RefusedError where the file is no SVG, or holds what is not read.
    """
    root = _root(data)
    try:
        from cairosvg.surface import PDFSurface
    except (ImportError, OSError) as error:
        words = "is SVG, which is read with cairo: apt install libcairo2, or brew install cairo"
        raise RefusedError(words) from error
    try:
        converted = PDFSurface.convert(data, url_fetcher=_embedded)
    except (RefusedError, MemoryError, RecursionError):
        raise
    except Exception as error:  # cairosvg raises many kinds on what it cannot draw
        words = " ".join(str(error).split())[:100] or type(error).__name__
        raise RefusedError(f"cannot be drawn: {words}") from error
    is_sized = all(_PHYSICAL.fullmatch(root.get(side, "")) for side in ("width", "height"))
    return converted, not is_sized


def _root(data: bytes) -> Element:
    from defusedxml import DTDForbidden
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DTDForbidden as error:
        words = "has a document type (<!DOCTYPE …>), which is not read; delete that line"
        raise RefusedError(words) from error
    except (ParseError, ValueError, LookupError) as error:
        line, column = getattr(error, "position", (0, -1))
        raise RefusedError(f"cannot be read as SVG: {error}", (line, column + 1)) from error
    name = str(root.tag).rpartition("}")[2]
    if name != "svg":
        raise RefusedError(f"is no SVG: its root is <{name[:40]}>")
    clips = root.iter("{http://www.w3.org/2000/svg}clipPath")
    if _EVEN_ODD.search(tostring(root, "unicode")) and any(map(_has_holes, clips)):
        # cairosvg would draw through the holes
        raise RefusedError("clips by the even-odd rule, which is not read; save it as PDF")
    return root


def _has_holes(clip: Element) -> bool:
    return any(part.get("d", "").lower().count("m") > 1 for part in clip.iter())


def _embedded(url: str, _: Any) -> bytes:
    """Return what a file embeds; what lies outside it is refused, as viewers would show it."""
    from cairosvg.url import fetch

    if not url.startswith("data:"):
        raise RefusedError("shows another file, which is not read; embed it")
    content: bytes = fetch(url, "")
    return content
