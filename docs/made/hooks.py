"""What MkDocs calls while it builds the site: adds the pages that are made, fills in others.

The pages are made of the code's own tables by the modules beside this one; it knows where they go.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import project
import references
import written_forms
from mkdocs.structure.files import File, Files

from engine.errors import OptionError
from engine.play import finding
from generator.playing import export

_ROOT = Path(__file__).resolve().parents[2]

#: A line that asks for what the README says of a game's readings.
_READINGS = re.compile(r"^<!-- readings: (.+) -->$", re.M)

#: A link from one of the site's own top pages to a file of the checkout, which the site has not.
_OUTSIDE = re.compile(r"\[([^\]\n]+)\]\(\.\./[^)\s]*\)")

#: A fence that is a figure, on a page that shows how its figures are written.
_FIGURE = re.compile(r"^```tilewright[^\n]*\n.*?^```$", re.M | re.S)


def pages() -> dict[str, str]:
    """Return the pages that are made, by their places in the site."""
    made = {f"reference/{name}.md": make() for name, make in references.PAGES.items()}
    made |= {f"notation/{name}.md": written_forms.page(name) for name in finding.shipped()}
    made["notation/index.md"] = references.notations()
    made |= {f"project/{name}.md": text for name, text in project.pages(_ROOT).items()}
    return {**made, "gallery.md": references.gallery(_ROOT)}


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages that are made."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Fill in readings, and show how figures are written where a page asks for it."""
    if "/" not in page.file.src_uri:
        markdown = _OUTSIDE.sub(r"\1", markdown)
    if page.meta.get("sources"):
        markdown = _FIGURE.sub(_with_source, markdown)
    return _READINGS.sub(lambda found: project.readings(_ROOT, found[1]), markdown)


def _with_source(found: re.Match[str]) -> str:
    """Return a figure's fence, and the fence once more as text."""
    return f"{found[0]}\n\n````markdown\n{found[0]}\n````"


def on_post_build(*, config: Any) -> None:
    """Add the page to play on, where Pyodide can be had."""
    try:
        export.export(Path(config["site_dir"]) / "play")
    except OptionError as error:
        logging.getLogger("mkdocs.hooks").info("without the page to play on: %s", error)
