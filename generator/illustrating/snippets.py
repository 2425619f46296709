"""Figures as snippets: what a text holds to show a picture file, in HTML, LaTeX, Markdown, Typst.

It knows how each of these is written and which formats it shows, and writes no files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from engine.drawing.captions import CaptionLines
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.illustrating import written_captions


class PlacedFigure(NamedTuple):
    """A figure for a text: its picture file, width in mm, alternative text, caption and label.

    The caption is empty where the picture holds it.
    ``lang`` is the language of its words, "" where nobody named one.
    """

    path: str
    width: float
    alt: str
    caption: CaptionLines
    label: str
    lang: str = ""


class _Form(NamedTuple):
    """A kind of snippet: the formats it shows, the best first, and how it is written."""

    formats: tuple[str, ...]
    write: Callable[[PlacedFigure], str]
    #: Whether paths count from the snippet itself, and not from the document that shows it.
    beside: bool = False


def snippet(
    kind: str, folder: str, name: str, formats: tuple[str, ...], where: str, shown: PlacedFigure
) -> str:
    """Return the snippet of a figure whose files lie in ``folder``, seen from the main document.

    Raises OptionError, beginning with ``where``, where none of its ``formats`` can be shown, or the
    folder's name has characters that LaTeX cannot read in a path.
    """
    form = _FORMS[kind]
    suffix = next((s for s in form.formats if s in formats), None)
    if suffix is None:
        best = form.formats[0]
        raise OptionError(
            f"{where}: {kind} shows {' or '.join(form.formats)}; "
            f'expected one of them in formats, like formats = "{best}"',
            setting="formats",
        )
    path = f"{name}.{suffix}" if form.beside else f"{folder.rstrip('/')}/{name}.{suffix}"
    if kind == "latex" and not re.fullmatch(r"[A-Za-z0-9/._ +-]+", path):
        raise OptionError(
            f"{where}: LaTeX cannot read the path '{path}'; name the folder in plain letters",
            setting="out",
        )
    return form.write(shown._replace(path=path))


def _html(shown: PlacedFigure) -> str:
    """Return a figure as HTML, its width in pixels of 96 to the inch as browsers count."""
    width = number(shown.width * 96 / 25.4, 0)
    lang = f' lang="{shown.lang}"' if shown.lang else ""
    caption = written_captions.html(shown.caption, f"sign-{shown.label.replace(':', '-')}")
    lines = [
        f'<figure id="{escape(shown.label)}"{lang}>',
        f'  <img src="{escape(shown.path)}" width="{width}" alt="{escape(shown.alt)}">',
        f"  <figcaption>{caption}</figcaption>" if caption else "",
        "</figure>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _markdown(shown: PlacedFigure) -> str:
    """Return a figure as plain Markdown, the caption a paragraph in italics."""
    picture = f"![{written_captions.plain_markdown(shown.alt)}](<{shown.path}>)\n"
    caption = written_captions.markdown(shown.caption)
    return f"{picture}\n*{caption}*\n" if caption else picture


def _typst(shown: PlacedFigure) -> str:
    """Return a figure as Typst, to be included."""
    picture = typst_image(shown.path, shown.width, shown.alt)
    caption = f", caption: {written_captions.typst(shown.caption)}" if shown.caption else ""
    return f"#figure({picture}{caption}) <{shown.label}>\n"


def typst_image(path: str, width: float, alt: str) -> str:
    """Return the picture at ``path`` as Typst, ``width`` in mm."""
    said = written_captions.quoted(alt)
    return f"image({written_captions.quoted(path)}, width: {number(width)}mm, alt: {said})"


def _latex(shown: PlacedFigure) -> str:
    """Return a figure as LaTeX; without a caption it steps the number that its label refers to."""
    caption = written_captions.latex(shown.caption)
    listed = written_captions.latex(shown.caption, " ")
    short = f"[{{{listed}}}]" if listed != caption else ""
    size = f"width={number(shown.width)}mm, alt={{{written_captions.escaped(shown.alt)}}}"
    lines = [
        "% Made by tilewright figures; changes are lost.",
        r"\begin{figure}[htbp]",
        r"  \centering",
        rf"  \includegraphics[{size}]{{{shown.path}}}",
        rf"  \caption{short}{{{caption}}}" if caption else r"  \refstepcounter{figure}",
        rf"  \label{{{shown.label}}}",
        r"\end{figure}",
    ]
    return "\n".join(lines) + "\n"


_FORMS = {
    "html": _Form(("svg", "png"), _html),
    "latex": _Form(("pdf", "png"), _latex),
    "markdown": _Form(("svg", "png"), _markdown),
    "typst": _Form(("svg", "png", "pdf"), _typst, beside=True),
}
