"""A page to look through figures: every picture with its name, caption, files and words.

The pictures stand in the page itself, so that it is one file to send and to open.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import NamedTuple

from engine.drawing.scene import Scene
from engine.drawing.writers import svg
from engine.geometry.plane import number
from engine.resources import templates


class ShownFigure(NamedTuple):
    """A figure on the sheet: its name and files, its picture, and its caption."""

    name: str
    files: tuple[str, ...]
    scene: Scene
    caption: str


def page(title: str, entries: Sequence[ShownFigure]) -> str:
    """Return the HTML page of the figures, in their order."""
    template = Template((templates() / "contact_sheet.html").read_text("utf-8"))
    return template.substitute(
        title=escape(f"Figures of {title}"), figures="\n".join(map(_figure, entries))
    )


def _figure(entry: ShownFigure) -> str:
    picture = svg.write_text(entry.scene).partition("\n")[2].strip()
    size = f"{number(entry.scene.width, 1)} × {number(entry.scene.height, 1)} mm"
    links = ", ".join(f'<a href="{escape(name)}">{escape(name)}</a>' for name in entry.files)
    lines = [
        f'<figure id="{escape(entry.name)}">',
        picture,
        "<figcaption>",
        f"<h2>{escape(entry.name)}</h2>",
        f"<p>{escape(entry.caption)}</p>" if entry.caption else "",
        f'<p class="files">{links}; {size}</p>',
        f'<p class="words">{escape(entry.scene.description)}</p>',
        "</figcaption>",
        "</figure>",
    ]
    return "\n".join(line for line in lines if line)
