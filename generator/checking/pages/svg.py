"""An SVG file as a PDF file that shows the same, by cairosvg, in the child process."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError, tostring

from engine.errors import GameError

#: A length that can be measured on paper.
_PHYSICAL = re.compile(r"\s*\+?[0-9.]+(e[-+]?[0-9]+)?\s*(mm|cm|in|pt|pc)\s*", re.IGNORECASE)
#: How many pixels of SVG an inch has.
_DPI = 96
#: The even-odd rule of clips, as an attribute or in a style.
_EVEN_ODD = re.compile(r"clip-rule\s*[=:]\s*[\"']?\s*evenodd")


def is_svg(data: bytes) -> bool:
    """Tell whether a file is XML by its first bytes."""
    start = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\x00<"))


def as_pdf(data: bytes) -> tuple[bytes, bool]:
    """Return a PDF file of one page that shows what an SVG file does, and whether it lacks a size on paper.

    Raises GameError where the file is no SVG, or holds what is not read.
    """
    try:
        from cairosvg.parser import Tree
        from cairosvg.surface import PDFSurface
        from defusedxml import EntitiesForbidden
    except (ImportError, OSError) as error:
        words = "is SVG, which is read with cairo: apt install libcairo2, or brew install cairo"
        raise GameError(words) from error
    written = io.BytesIO()
    try:
        tree = Tree(bytestring=data, url_fetcher=_embedded)
        _check(tree.xml_tree)
        PDFSurface(tree, written, _DPI).finish()
    except (GameError, MemoryError, RecursionError):
        raise
    except EntitiesForbidden as error:
        words = "has a document type (<!DOCTYPE …>) with entities, which are not read; delete it"
        raise GameError(words) from error
    except ParseError as error:
        line, column = error.position
        words = f"cannot be read as SVG: {error}"
        raise GameError(words, line=line, column=column + 1) from error
    except Exception as error:  # cairosvg raises many kinds on what it cannot draw
        words = " ".join(str(error).split())[:100] or type(error).__name__
        raise GameError(f"cannot be drawn: {words}") from error
    is_sized = all(_PHYSICAL.fullmatch(tree.get(side, "")) for side in ("width", "height"))
    return written.getvalue(), not is_sized


def _check(root: Element) -> None:
    """Raise GameError where a file is no SVG, or cairosvg would draw through the holes of a clip."""
    name = root.tag.rpartition("}")[2]
    if name != "svg":
        raise GameError(f"is no SVG: its root is <{name[:40]}>")
    clips = root.iter("{http://www.w3.org/2000/svg}clipPath")
    parts = (part.get("d", "").lower() for clip in clips for part in clip.iter())
    has_holes = any(part.count("m") > 1 for part in parts)
    if _EVEN_ODD.search(tostring(root, "unicode")) and has_holes:
        raise GameError("clips by the even-odd rule, which is not read; save it as PDF")


def _embedded(url: str, _: Any) -> bytes:
    """Return what a file embeds; what lies outside it is refused, as viewers would show it."""
    from cairosvg.url import fetch

    if not url.startswith("data:"):
        raise GameError("shows another file, which is not read; embed it")
    return bytes(fetch(url, ""))
