"""Captions as documents write them: bold, line breaks, and small pictures or the words for them.

HTML shows the small pictures as SVG; LaTeX, Typst and Markdown name them.  It knows the pieces of
captions, and nothing of figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from engine.drawing.captions import CaptionLines, Glyph
from engine.drawing.legible import Fitting
from engine.drawing.scene import Group, Scene
from engine.drawing.writers import svg
from engine.geometry.plane import Transform

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

#: A small picture's side in millimetres, and how HTML sets it into a line.
_SIDE, _IN_LINE = 4.0, "height:1.2em;width:auto;vertical-align:-0.25em"


def html(lines: CaptionLines, prefix: str) -> str:
    """Return a caption as HTML; the ids of its small pictures begin with ``prefix``."""
    written = []
    for number, line in enumerate(lines):
        parts = []
        for place, span in enumerate(line):
            words = escape(span.words, quote=False)
            if span.glyph:
                words = sign(span.glyph, f"{prefix}-{number}-{place}")
            parts.append(f"<strong>{words}</strong>" if span.bold and not span.glyph else words)
        written.append("".join(parts))
    return "<br>".join(written)


def sign(glyph: Glyph, prefix: str) -> str:
    """Return a small picture as an element of SVG for a line of text, with its words."""
    wide = 0.95 * _SIDE
    middle = Transform(wide, 0.0, 0.0, wide, _SIDE / 2, _SIDE / 2)
    drawn = Group(Fitting(wide).items(glyph.items), middle, name="sign")
    text = svg.write_text(Scene(_SIDE, _SIDE, (drawn,), id_prefix=prefix)).partition("\n")[2]
    named = f'<svg role="img" aria-label="{escape(glyph.spoken)}" style="{_IN_LINE}" '
    return text.strip().replace("\n", " ").replace("<svg ", named, 1)


def latex(lines: CaptionLines, between: str = r"\\\hspace{\linewidth}") -> str:
    """Return a caption as LaTeX, with what stands ``between`` its lines.

    LaTeX heeds line ends only in captions wider than the page, which the blank behind them makes of
    all and which vanishes where a line begins; lists of figures have the caption on one line.
    """
    return _joined(lines, _latex_words, r"\textbf{%s}", between)


def _latex_words(words: str) -> str:
    return escaped(words).replace("\u00a0", "~")


def escaped(text: str) -> str:
    """Return a text as LaTeX shows it, also runs of hyphens, which would become dashes."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"{{}}{found[0]}{{}}"), text)


def markdown(lines: CaptionLines) -> str:
    """Return a caption as plain Markdown, its line ends as all kinds of Markdown know them."""
    return _joined(lines, plain_markdown, "**%s**", "<br>\n")


def plain_markdown(text: str) -> str:
    """Return a text as Markdown shows it."""
    return re.sub(r"([\\`*_{}\[\]#!])", r"\\\1", escape(text, quote=False))


def typst(lines: CaptionLines) -> str:
    """Return a caption as a value of Typst: a string, or pieces one after another."""
    pieces: list[str] = []
    for number, line in enumerate(lines):
        pieces += ["linebreak()"] if number else []
        for span in line:
            words = quoted(span.words)
            pieces.append(f"strong({words})" if span.bold else words)
    return pieces[0] if len(pieces) == 1 else f"{{{'; '.join(pieces)}}}"


def quoted(text: str) -> str:
    """Return a text as a string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _joined(lines: CaptionLines, write: Callable[[str], str], bold: str, between: str) -> str:
    """Return a caption's lines with what stands ``between`` them, bold words set into ``bold``."""
    return between.join(
        "".join(bold % write(span.words) if span.bold else write(span.words) for span in line)
        for line in lines
    )
