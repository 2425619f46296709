"""A page to look through figures: every picture with its name, caption, files and words.

The pictures stand in the page itself, so that it is one file to send and to open.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import NamedTuple

from engine.drawing.scene import Scene
from engine.geometry.plane import number
from engine.resources import templates


class ShownFigure(NamedTuple):
    """A figure on the sheet: its name and files, its size in mm, its caption, words and picture."""

    name: str
    files: tuple[str, ...]
    width: float
    height: float
    caption: str
    words: str
    #: The SVG file's text.
    picture: str = ""

    @classmethod
    def of(cls, name: str, files: tuple[str, ...], scene: Scene, caption: str) -> ShownFigure:
        """Return the entry of a figure, without its picture."""
        return cls(name, files, scene.width, scene.height, caption, scene.description)

    @classmethod
    def wrong(cls, name: str, words: str) -> ShownFigure:
        """Return the entry of a figure that cannot be made, in ``words``; "" names no figure."""
        return cls(name, (), 0.0, 0.0, "", words)


def page(title: str, entries: Sequence[ShownFigure]) -> str:
    """Return the HTML page of the figures, in their order."""
    template = Template((templates() / "contact_sheet.html").read_text("utf-8"))
    return template.substitute(
        title=escape(f"Figures of {title}"), figures="\n".join(map(_figure, entries))
    )


def _figure(entry: ShownFigure) -> str:
    if not entry.files:
        head = f"<h2>{escape(entry.name)}</h2>" if entry.name else ""
        return f'<div class="fault">{head}<p>{escape(entry.words)}</p></div>'
    size = f"{number(entry.width, 1)} × {number(entry.height, 1)} mm"
    links = ", ".join(f'<a href="{escape(name)}">{escape(name)}</a>' for name in entry.files)
    lines = [
        f'<figure id="{escape(entry.name)}">',
        entry.picture.partition("\n")[2].strip(),
        "<figcaption>",
        f"<h2>{escape(entry.name)}</h2>",
        f"<p>{escape(entry.caption)}</p>" if entry.caption else "",
        f'<p class="files">{links}; {size}</p>',
        f'<p class="words">{escape(entry.words)}</p>',
        "</figcaption>",
        "</figure>",
    ]
    return "\n".join(line for line in lines if line)
