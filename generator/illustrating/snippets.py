"""Figures and their captions as documents write them: LaTeX and Typst.

A snippet shows a picture file in a text.  A caption has bold words and line breaks, and words for
its small pictures.  This module writes no files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from engine.drawing.captions import CaptionLines
from engine.errors import OptionError
from engine.geometry.plane import number


class PlacedFigure(NamedTuple):
    """A figure for a text: its picture file, width in mm, alternative text, caption and label.

    The caption is empty where the picture holds it.
    """

    path: str
    width: float
    alt: str
    caption: CaptionLines
    label: str


#: Kind of snippets -> the formats that it shows, the best first.
_SUFFIXES = {"latex": ("pdf", "png"), "typst": ("svg", "png", "pdf")}


def snippet(
    kind: str, folder: str, name: str, formats: tuple[str, ...], where: str, figure: PlacedFigure
) -> str:
    """Return the snippet of a figure whose files lie in ``folder``; raise OptionError about ``where``.

    Raises OptionError, beginning with ``where``, where none of its ``formats`` can be shown, or the
    folder's name has characters that LaTeX cannot read in a path.
    """
    known = _SUFFIXES[kind]
    suffix = next((s for s in known if s in formats), None)
    if suffix is None:
        best = f'expected one of them in formats, like formats = "{known[0]}"'
        raise OptionError(f"{where}: {kind} shows {' or '.join(known)}; {best}", setting="formats")
    if kind == "typst":  # whose paths count from the snippet itself
        return _typst(figure._replace(path=f"{name}.{suffix}"))
    path = f"{folder.rstrip('/')}/{name}.{suffix}"
    if not re.fullmatch(r"[A-Za-z0-9/._ +-]+", path):
        words = f"{where}: LaTeX cannot read the path '{path}'; name the folder in plain letters"
        raise OptionError(words, setting="out")
    return _latex(figure._replace(path=path))


# ----------------------------------------------------------------------------------------- Typst


def _typst(figure: PlacedFigure) -> str:
    pieces: list[str] = []
    for line in figure.caption:
        pieces += ["linebreak()"] if pieces else []
        words = ((_quoted(span.words), span.bold) for span in line)
        pieces += [f"strong({text})" if bold else text for text, bold in words]
    caption = pieces[0] if len(pieces) == 1 else f"{{{'; '.join(pieces)}}}"
    picture = typst_image(figure.path, figure.width, figure.alt)
    return f"#figure({picture}{f', caption: {caption}' if pieces else ''}) <{figure.label}>\n"


def typst_image(path: str, width: float, alt: str) -> str:
    """Return the picture at ``path`` as Typst, ``width`` in mm."""
    return f"image({_quoted(path)}, width: {number(width)}mm, alt: {_quoted(alt)})"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# --------------------------------------------------------------------------------------- LaTeX

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\N{MINUS SIGN}": r"\ensuremath{-}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
}

_SPECIAL = re.compile(r"[\\~^<>|{}$&#_%\N{MINUS SIGN}]|-(?=-)|(?<=[?!])`")

#: LaTeX heeds line ends only in captions wider than the page.  The blank behind makes all so wide,
#: and vanishes where a line begins.
_LINE_END = r"\\\hspace{\linewidth}"


def escaped(text: str) -> str:
    """Return a text as LaTeX shows it, also runs of hyphens, which would become dashes."""
    return _SPECIAL.sub(lambda match: _ESCAPES.get(match[0], f"{{}}{match[0]}{{}}"), text)


def _latex_words(words: str) -> str:
    return escaped(words).replace("\u00a0", "~")


def _latex(figure: PlacedFigure) -> str:
    """Return a figure as LaTeX; without a caption it steps the number that its label refers to."""
    caption, listed = (
        _joined(figure.caption, _latex_words, r"\textbf{%s}", between)
        for between in (_LINE_END, " ")
    )
    short = f"[{{{listed}}}]" if listed != caption else ""
    size = f"width={number(figure.width)}mm, alt={{{escaped(figure.alt)}}}"
    lines = [
        "% Made by tilewright figures; changes are lost.",
        r"\begin{figure}[htbp]",
        r"  \centering",
        rf"  \includegraphics[{size}]{{{figure.path}}}",
        rf"  \caption{short}{{{caption}}}" if caption else r"  \refstepcounter{figure}",
        rf"  \label{{{figure.label}}}",
        r"\end{figure}",
    ]
    return "\n".join(lines) + "\n"


def _joined(lines: CaptionLines, write: Callable[[str], str], bold: str, between: str) -> str:
    return between.join(
        "".join(bold % write(span.words) if span.bold else write(span.words) for span in line)
        for line in lines
    )
