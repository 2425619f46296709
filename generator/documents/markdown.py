"""An extension of Python-Markdown, so of MkDocs too: fences whose block is a figure.

A fence ``tilewright GAME``, or a game's name alone, becomes an inline picture with its caption and
number; an empty link to its label, ``[](#opening)``, becomes "Figure 3", one to another page's figure,
``[](start.md#opening)``, how its caption begins.  The settings of the extension are those of
:class:`TilewrightExtension`.

A figure that cannot be made is told in its place, and logged as MkDocs logs its errors, so that
``mkdocs build --strict`` fails; so is an empty link to no figure.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, AtomicString, code_escape

from engine.errors import GameError
from engine.reading import resolved
from engine.words import one_line
from generator import files
from generator.documents import block, fences, html
from generator.documents.fences import Fence
from generator.documents.html import Numbered
from generator.illustrating.rulebook import Made

#: Fences behind so many stay code, and the next says so.
MOST = block.MOST_IN_TEXT
TOO_MANY = f"{block.TOO_MANY}; fences behind this one are left as code"

_LOG = logging.getLogger("mkdocs.plugins.tilewright")

#: A placeholder, with the blank lines that were set before and behind it.
_PLACED = re.compile(rf"\n?({HTML_PLACEHOLDER_RE.pattern})\n?")


class TilewrightExtension(Extension):
    """Turns fences into figures."""

    def __init__(self, **settings: Any) -> None:
        self.config = {
            "folder": [".", "where the files that blocks name lie"],
            "numbers": [True, "whether figures with captions are numbered"],
            "chapter": ["", "what stands before numbers; in MkDocs a page may say its own"],
            "word": ["", "what stands before a figure's number, else in its language"],
            "lang": ["", "the language of figures that name none"],
        }
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        """Enter what finds fences, gives back those that were code, and fills links."""
        self.figures = _Figures(md, self.getConfigs())
        md.registerExtension(self)
        # Before all that look for fences (25), after line ends are made alike (30).
        md.preprocessors.register(self.figures, "tilewright", 29)
        # Before all that look at code (30), and after the blocks are parsed.
        md.treeprocessors.register(_Placed(md, self.figures), "tilewright", 100)
        md.treeprocessors.register(_Links(md, self.figures), "tilewright-links", 5)

    def reset(self) -> None:
        """Forget the figures of the text before."""
        self.figures.forget()


class _Put(NamedTuple):
    """A fence in whose place a placeholder was put."""

    fence: Fence
    #: Its number among all that Python-Markdown keeps for the end.
    kept: int
    placeholder: str

    def source(self) -> str:
        """Return the fence as it was written, but for its indent."""
        indent = self.fence.indent.removeprefix(self.fence.quote)
        return "\n".join(line.removeprefix(indent) for line in self.fence.lines)


class _Figures(Preprocessor):
    """Puts placeholders in the place of fences; what they stand for is seen when all is parsed."""

    def __init__(self, md: Markdown, config: dict[str, Any]) -> None:
        super().__init__(md)
        self.config = config
        self.forget()

    def forget(self) -> None:
        """Begin a new text."""
        self.count = 0
        self.numbers: dict[str, str] = {}
        self.labels: set[str] = set()
        self.put: list[_Put] = []
        self.shown: Counter[str] = Counter()

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with placeholders for figures."""
        found: list[str] = []
        done = 0
        for fence in fences.fences(lines):
            if fence.game is None or len(self.put) > MOST:
                continue
            kept = self.md.htmlStash.html_counter
            placeholder = self.md.htmlStash.store("")
            self.put.append(_Put(fence, kept, placeholder))
            apart = fence.quote.lstrip()
            found += [*lines[done : fence.begin], apart, fence.indent + placeholder]
            done = fence.begin + len(fence.lines)
            goes_on = apart and done < len(lines) and lines[done].lstrip().startswith(">")
            found.append(apart if goes_on else "")
        return [*found, *lines[done:]]

    def html(self, put: _Put) -> str:
        """Return a fence's figure, or what is wrong with it."""
        try:
            read = block.parse(put.fence.text, put.fence.game or "", lang=self.config["lang"])
            made = html.made(read, Path(self.config["folder"]), self.shown)
            label = block.label(read, made)
            label = "" if label in self.labels else label  # the first of a name has it
            if label:
                self.labels.add(label)
                _tell_anchor(self.md, label)
            return html.figure(made, self._numbered(made, label))
        except (GameError, OSError) as error:
            return self.fault(put, one_line(str(error)))

    def fault(self, put: _Put, words: str) -> str:
        """Return what is wrong with a fence, and log it."""
        # MkDocs drops mere warnings where it is told to be quiet.
        where = f"tilewright, {_page(self.md)}line {put.fence.begin + 1} of the text"
        _LOG.error("%s: %s", where, words)
        return html.fault(words, put.fence.text)

    def _numbered(self, made: Made, label: str) -> Numbered:
        """Return the number of a figure, where it has a caption and figures have numbers."""
        if not (made.left_to_text and self.config["numbers"]):
            return Numbered("", label)
        self.count += 1
        page = getattr(getattr(_file(self.md), "page", None), "meta", None) or {}
        chapter = str(page.get("chapter") or self.config["chapter"])
        number, word = f"{chapter}{'.' if chapter else ''}{self.count}", self.config["word"]
        own, around = (
            f"{word} {number}" if word else html.numbered_word(lang, number)
            for lang in (made.spec.lang, self.config["lang"] or made.spec.lang)
        )
        if label:
            self.numbers[label] = around
        return Numbered(own, label)


def _page(md: Markdown) -> str:
    """Return the file that MkDocs has in hand, with a comma, as it tells what makes links; "" else."""
    name = getattr(_file(md), "src_uri", "")
    return f"{name}, " if name else ""


def _file(md: Markdown) -> object:
    """Return the file that MkDocs has in hand, by what it enters to follow links; None elsewhere."""
    known = "relpath" in md.treeprocessors
    return getattr(md.treeprocessors["relpath"], "file", None) if known else None


def _tell_anchor(md: Markdown, anchor: str) -> None:
    """Tell MkDocs of an anchor: it holds links against those in the tree, where figures are not yet."""
    known = "mkdocs_extract_anchors" in md.treeprocessors
    extracted = md.treeprocessors["mkdocs_extract_anchors"] if known else None
    if isinstance(anchors := getattr(extracted, "present_anchor_ids", None), set):
        anchors.add(anchor)


class _Placed(Treeprocessor):
    """Makes the figures that stand in the text, and gives back fences within indented code."""

    def __init__(self, md: Markdown, figures: _Figures) -> None:
        super().__init__(md)
        self.figures = figures

    def run(self, root: Element) -> None:
        """Replace placeholders in code by what they stand for, and keep figures for the others."""
        known = {put.placeholder: put for put in self.figures.put}
        in_code: set[str] = set()

        def source(found: re.Match[str]) -> str:
            if found[1] not in known:
                return found[0]
            in_code.add(found[1])
            return str(code_escape(known[found[1]].source()))

        for code in root.iter("code"):
            if code.text and HTML_PLACEHOLDER_RE.search(code.text):
                code.text = AtomicString(_PLACED.sub(source, code.text))
        for k, put in enumerate(self.figures.put):
            if put.placeholder not in in_code:
                shown = self.figures.html(put) if k < MOST else self.figures.fault(put, TOO_MANY)
                self.md.htmlStash.rawHtmlBlocks[put.kept] = shown


class _Links(Treeprocessor):
    """Fills empty links to figures with their numbers, those to other pages' with their names."""

    def __init__(self, md: Markdown, figures: _Figures) -> None:
        super().__init__(md)
        self.figures = figures

    def run(self, root: Element) -> None:
        """Give each empty link to a numbered figure its words."""
        pages: dict[Path, dict[str, str]] = {}
        for link in root.iter("a"):
            label = link.get("href", "")
            if len(link) or (link.text or "").strip():
                continue
            if label[:1] != "#":
                link.text = self._elsewhere(*label.partition("#")[::2], pages)
                continue
            link.text = self.figures.numbers.get(label[1:], label)
            if link.text == label != "#":
                where = f"tilewright, {_page(self.md)}".removesuffix(", ")
                _LOG.error("%s: no numbered figure for the empty link to %s", where, label)

    def _elsewhere(self, path: str, label: str, pages: dict[Path, dict[str, str]]) -> str:
        """Return what a link to a figure of another page shows, "" where it leads to none."""
        if not label or not path.endswith((".md", ".markdown")):
            return ""
        folder = Path(self.figures.config["folder"])
        source = getattr(_file(self.md), "abs_src_path", None)
        with suppress(OSError, ValueError):  # MkDocs tells what leads nowhere
            page = resolved((Path(source).parent if source else folder) / unquote(path))
            if page not in pages:
                text = files.read_text(str(page))
                pages[page] = _names(text, folder, self.figures.config["lang"])
            return pages[page].get(unquote(label), "")
        return ""


def _names(text: str, folder: Path, lang: str) -> dict[str, str]:
    """Return what links call the figures of another page, by their labels, the first of each."""
    names: dict[str, str] = {}
    for fence in fences.fences(text.splitlines()):
        if fence.game is not None and ("label:" in fence.text or "@" in fence.text):
            with suppress(GameError, OSError):  # told where it stands
                read = block.parse(fence.text, fence.game, lang=lang)
                made = block.made(read, folder)
                names.setdefault(block.label(read, made), html.name(made))
    return names


def makeExtension(**settings: Any) -> TilewrightExtension:  # noqa: N802 (Python-Markdown's name)
    """Return the extension; Python-Markdown looks for this name in a module."""
    return TilewrightExtension(**settings)
