"""Markdown from values: tables, code, folded texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are Markdown, in which bars are told from those of the table."""
    lines = [_row(head), "|" + "---|" * len(head), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def options(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose rows are stacked on a narrow screen."""
    return stacked(table(head, rows))


def stacked(written: str) -> str:
    """Return a table as Markdown whose rows are stacked on a narrow screen."""
    kind = "options defaults" if " Default |\n" in written else "options"
    return f'<div class="{kind}" markdown>\n\n{written}\n</div>\n'


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    """Return what stands in a cell; within code a bar is no table's."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(p if p.startswith("`") else p.replace("|", "\\|") for p in parts)


def code(text: object) -> str:
    """Return a text as code within a line, "" for an empty one."""
    return f"`{text}`" if str(text) else ""


def codes(texts: Iterable[object]) -> str:
    """Return texts as code, one after the other."""
    return " ".join(map(code, texts))


def listing(text: str, language: str = "text") -> str:
    """Return a text as a block of code."""
    return f"````{language}\n{text.strip()}\n````\n"


def folded(title: str, text: str) -> str:
    """Return Markdown that is shown when its title is chosen."""
    inner = "\n".join(f"    {line}".rstrip() for line in text.strip().splitlines())
    return f'??? abstract "{title}"\n\n{inner}\n'


def figure(game: str, *lines: str) -> str:
    """Return the block of a figure."""
    return "\n".join([f"```tilewright {game}".rstrip(), *lines, "```", ""])


def side_by_side(items: Iterable[str]) -> str:
    """Return Markdown of which as many as there is room for stand beside each other."""
    inner = "\n".join(f"<div markdown>\n\n{item.strip()}\n\n</div>" for item in items)
    return f'<div class="figures" markdown>\n\n{inner}\n\n</div>\n'
