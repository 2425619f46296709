"""What MkDocs calls while it builds the site: adds the pages that are made, fills in others.

The pages are made of the code's own tables by the modules beside this one. This module knows where they go.
"""

from __future__ import annotations

import gc
import logging
import re
import textwrap
from pathlib import Path
from typing import Any

import project
import references
import written_forms
from markup import folded, listing, stacked
from mkdocs.structure.files import File, Files

from engine.errors import OptionError
from generator.playing import export

gc.set_threshold(50_000)  # as the program does

_ROOT = Path(__file__).resolve().parents[2]

#: A line that asks for a part that is made: a table, or a game's notation.
_PART = re.compile(r"^<!-- ([a-z ]+?)(?: of (\w+))? -->$", re.M)

#: A link from one of the site's own top pages to a file of the checkout, which the site has not.
_OUTSIDE = re.compile(r"\[([^\]\n]+)\]\(\.\./[^)\s]*\)")

#: A fence that is a figure, on a page that shows how its figures are written.
_FIGURE = re.compile(r"^```tilewright[^\n]*\n.*?^```$", re.M | re.S)

#: A figure that is drawn, or one that is shown as text, which has no groups.
_DRAWN = re.compile(r"^````.*?^````$|^(```tilewright[^\n]*\n)(.*?)^```$", re.M | re.S)

#: A table of options written by hand.
_OPTIONS = re.compile(r"^\| (?:Option|Key|Input|Output|Field) \|.*\n(?:\|.*\n)+", re.M)

#: The first paragraph of a page.
_FIRST = re.compile(r"^# .*\n+((?:[^\s`#|<-].*\n|`[^`].*\n)(?:\S.*\n)*)", re.M)


def pages() -> dict[str, str]:
    """Return the pages that are made, by their places in the site."""
    made = {f"reference/{name}.md": make() for name, make in references.PAGES.items()}
    return made | {f"project/{name}.md": text for name, text in project.pages(_ROOT).items()}


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages that are made."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Fill in what is made, show sources where a page asks for it, describe the page for search engines."""
    if "/" not in page.file.src_uri:
        markdown = _OUTSIDE.sub(r"\1", markdown)
    if found := _FIRST.search(markdown):
        page.meta.setdefault("description", _plain(found[1]))
    if kind := page.meta.get("sources"):
        markdown = _FIGURE.sub(lambda found: _with_source(found[0], kind == "folded"), markdown)
    if not page.file.src_uri.startswith(("reference/", "project/")):
        markdown = _OPTIONS.sub(lambda found: stacked(found[0]), markdown)
    markdown = _PART.sub(_part, markdown)
    return _DRAWN.sub(lambda found: _themed(found, config["extra"]["figures"]), markdown)


def _themed(found: re.Match[str], theme: str) -> str:
    """Return a figure's fence with the site's theme, where it names none."""
    fence, keys = found[1], found[2]
    if not fence or re.search(r"^theme:", keys, re.M):
        return found[0]
    return f"{fence}{keys}theme: {theme}\n```"


def _plain(words: str) -> str:
    """Return a paragraph without its links and code marks, of some 160 characters."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(words.split()))
    return textwrap.shorten(re.sub(r"[`*\"]", "", plain), 160, placeholder="…")


def _part(found: re.Match[str]) -> str:
    return written_forms.notation(found[2]) if found[2] else references.PARTS[found[1]]()


def _with_source(fence: str, is_folded: bool) -> str:
    """Return a figure's fence, and the fence once more as text."""
    source = listing(fence, "markdown")
    return f"{fence}\n\n{folded('Source', source) if is_folded else source}"


def on_post_build(*, config: Any) -> None:
    """Add the page to play on, where Pyodide can be had."""
    try:
        export.export(Path(config["site_dir"]) / "play")
    except OptionError as error:
        logging.getLogger("mkdocs.hooks").info("without the page to play on: %s", error)
