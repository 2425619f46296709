"""Pages of the site that are files of the checkout: their links fitted to where they stand."""

from __future__ import annotations

import re
from pathlib import Path

#: The page, the file it is, and its heading.
_FILES = {
    "contributing": ("CONTRIBUTING.md", "Contributing"),
    "changelog": ("CHANGELOG.md", "Changes"),
    "credits": ("CREDITS.md", "Credits"),
}

_LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)")


def pages(root: Path) -> dict[str, str]:
    """Return the pages by name."""
    return {name: _page(root / file, title) for name, (file, title) in _FILES.items()}


def _page(file: Path, title: str) -> str:
    text = file.read_text("utf-8").partition("\n")[2]
    return f"# {title}\n{_LINK.sub(_linked, text)}"


def _linked(found: re.Match[str]) -> str:
    """Return a link as it is from a page one folder down, or its words where the site has no such page."""
    words, target = found.groups()
    if target.startswith(("http://", "https://", "#")):
        return found[0]
    own = {file: f"{name}.md" for name, (file, _) in _FILES.items()}
    path, _, anchor = target.partition("#")
    place = own.get(path) or (
        f"../{path.removeprefix('docs/')}" if path.startswith("docs/") else ""
    )
    return f"[{words}]({place}{'#' * bool(anchor)}{anchor})" if place else words
