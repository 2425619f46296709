"""A figure as HTML: the picture itself, its caption, its number, and a place to refer to.

The picture stands in the page as SVG with its own title and description, so that it is one with
the text and read aloud.  It knows nothing of what the page is made by.
"""

from __future__ import annotations

import re
from html import escape
from textwrap import shorten

from engine.drawing.captions import CaptionLines, Glyph
from engine.drawing.legible import Fitting
from engine.drawing.scene import Group, Scene
from engine.drawing.writers import svg
from engine.geometry.plane import Transform
from engine.messages import ENGLISH, Messages, language, shipped_code
from engine.resources import digest
from generator.illustrating.rulebook import Made

say = Messages(__name__)

#: Pictures become narrower where the page does, and keep their form.
FITTING = "max-width:100%;height:auto"

#: A long word, such as a move, breaks where the page is narrow.
_LONG_WORD, _BREAKING = re.compile(r"\S{25}"), "overflow-wrap:anywhere"


def numbered_word(lang: str, number: str | int) -> str:
    """Return what stands before a figure's caption, or refers to it, in a language: ``Figure 3``."""
    return language(shipped_code(lang) or ENGLISH).text(say("Figure {number}", number=number))


def figure(made: Made, number: str = "", label: str = "") -> str:
    """Return a figure with its caption and ``Figure 3`` before it, without line ends: one block."""
    identity = f' id="{escape(label)}"' if label else ""
    if made.spec.lang:
        identity += f' lang="{made.spec.lang}"'
    inside = f"{picture(made)}{_caption(made, escape(number))}"
    return f'<figure class="tilewright"{identity}>{inside}</figure>'


def picture(made: Made, style: str = FITTING) -> str:
    """Return the picture alone, as an element of SVG."""
    text = svg.write_text(made.scene).partition("\n")[2].strip().replace("\n", " ")
    return text.replace("<svg ", f'<svg style="{escape(style)}" ', 1)


def identity(made: Made) -> str:
    """Return what tells a picture from others on its page."""
    return digest(picture(made).encode(), 5)


def name(made: Made) -> str:
    """Return what a link from elsewhere calls a figure: how its caption begins, else its title."""
    words = " ".join("".join(span.words for span in line) for line in made.spans).strip()
    return shorten(words, 60, placeholder=" ...") or made.scene.title


def _caption(made: Made, number: str) -> str:
    if not made.left_to_text:
        return ""
    words = _words(made.left_to_text, f"sign-{identity(made)}")
    begin = f'<span class="tilewright-number">{number}.</span> ' if number else ""
    style = f' style="{_BREAKING}"' if _LONG_WORD.search(made.caption) else ""
    return f"<figcaption{style}>{begin}{words}</figcaption>"


#: A small picture's side in millimetres, and how HTML sets it into a line.
_SIDE, _IN_LINE = 4.0, "height:1.2em;width:auto;vertical-align:-0.25em"


def _words(lines: CaptionLines, prefix: str) -> str:
    """Return a caption as HTML; the ids of its small pictures begin with ``prefix``."""
    written = []
    for row, line in enumerate(lines):
        written += ["<br>"] if row else []
        for place, span in enumerate(line):
            words = escape(span.words, quote=False)
            if span.glyph:
                words = _sign(span.glyph, f"{prefix}-{row}-{place}")
            written.append(f"<strong>{words}</strong>" if span.bold and not span.glyph else words)
    return "".join(written)


def _sign(glyph: Glyph, prefix: str) -> str:
    """Return a small picture as an element of SVG for a line of text, with its words."""
    wide = 0.95 * _SIDE
    middle = Transform(wide, 0.0, 0.0, wide, _SIDE / 2, _SIDE / 2)
    drawn = Group(Fitting(wide).items(glyph.items), middle, name="sign")
    text = svg.write_text(Scene(_SIDE, _SIDE, (drawn,), id_prefix=prefix)).partition("\n")[2]
    named = f'<svg role="img" aria-label="{escape(glyph.spoken)}" style="{_IN_LINE}" '
    return text.strip().replace("\n", " ").replace("<svg ", named, 1)


def fault(words: str, source: str) -> str:
    """Return what stands in the place of a figure that cannot be made: why, and its block."""
    message = escape(words, quote=False)
    # Lines joined by a reference, since a blank line would end the element in Markdown.
    quoted = re.sub(r"\r?\n", "&#10;", escape(source, quote=False))
    pre = f'<pre style="overflow-x:auto">{quoted}</pre>'
    return f'<div class="tilewright-fault" style="{_BREAKING}"><p><strong>{message}</strong></p>{pre}</div>'
