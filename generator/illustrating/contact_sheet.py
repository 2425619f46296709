"""A page to look through figures: every picture with its name, caption, files and words.

The pictures stand in the page itself, so that it is one file to send and to open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from string import Template

from engine.drawing.scene import Scene
from engine.drawing.writers import svg
from engine.geometry.plane import number
from engine.resources import templates


def page(title: str, entries: Iterable[str]) -> str:
    """Return the HTML page of figures, in their order."""
    template = Template((templates() / "contact_sheet.html").read_text("utf-8"))
    return template.substitute(title=escape(f"Figures of {title}"), figures="\n".join(entries))


def entry(name: str, files: Iterable[str], scene: Scene, caption: str) -> str:
    """Return a figure as the page shows it."""
    links = ", ".join(f'<a href="{escape(file)}">{escape(file)}</a>' for file in files)
    lines = [
        f'<figure id="{escape(name)}">',
        svg.write_text(scene).partition("\n")[2].strip(),
        "<figcaption>",
        f"<h2>{escape(name)}</h2>",
        f"<p>{escape(caption)}</p>" if caption else "",
        f'<p class="files">{links}; {number(scene.width, 1)} × {number(scene.height, 1)} mm</p>',
        f'<p class="words">{escape(scene.description)}</p>',
        "</figcaption>",
        "</figure>",
    ]
    return "\n".join(filter(None, lines))


def fault(name: str, words: str) -> str:
    """Return the entry of a figure that cannot be made; "" names no figure."""
    head = f"<h2>{escape(name)}</h2>" if name else ""
    return f'<div class="fault">{head}<p>{escape(words)}</p></div>'


def entries(text: str) -> dict[str, str]:
    """Return the figures on a page by their names."""
    return {found[1]: found[0] for found in _ENTRY.finditer(text)}


_ENTRY = re.compile(r'^<figure id="([^"]+)">\n.*?^</figure>$', re.MULTILINE | re.DOTALL)
