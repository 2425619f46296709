"""An extension of Python-Markdown, so of MkDocs too: fences whose block is a figure.

A fence ``tilewright GAME``, or a game's name alone, becomes an inline picture with its caption and
number; an empty link to its label, ``[](#opening)``, becomes "Figure 3".  The settings of the
extension are those of :class:`TilewrightExtension`.

A broken figure shows its error in place, and is logged as MkDocs logs its errors, so that
``mkdocs build --strict`` fails; so is an empty link to no figure.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, AtomicString, code_escape

import engine
from engine.errors import GameError
from engine.words import one_line
from generator.documents import block, html
from generator.illustrating.rulebook import Made

_LOG = logging.getLogger("mkdocs.plugins.tilewright")

#: A placeholder, with the blank lines that were set before and behind it.
_PLACED = re.compile(rf"\n?({HTML_PLACEHOLDER_RE.pattern})\n?")


class TilewrightExtension(Extension):
    """Turns fences into figures."""

    def __init__(self, **settings: Any) -> None:
        self.config = {
            "folder": [".", "where the files that blocks name lie"],
            "numbers": [True, "whether figures with captions are numbered"],
            "chapter": ["", "what stands before numbers; in MkDocs a page may have its own"],
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


# -------------------------------------------------------------------------------------- fences

_OPENING = re.compile(
    r"(?P<indent>[ \t]*(?:(?:[-*+]|[0-9]+[.)])[ \t]+)?)"
    r"(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)"
)
_CLOSING = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")


class Fence(NamedTuple):
    """A fence as CommonMark has it: its lines, from the one with index ``begin`` on.

    ``info`` follows its marks.
    """

    begin: int
    lines: list[str]
    indent: str
    info: str

    @property
    def text(self) -> str:
        """What stands in the fence."""
        return "\n".join(self.lines[1:-1])

    @property
    def game(self) -> str | None:
        """The game that the fence names, "" where its block does, None for other fences."""
        words = self.info.split()
        if words[:1] == [block.WORD]:
            return words[1] if len(words) > 1 else ""
        return words[0] if words and words[0] in engine.names() else None

    @property
    def source(self) -> str:
        """The fence as it was written, but for its indent."""
        return "\n".join(line.removeprefix(self.indent) for line in self.lines)


def fences(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield the fences that stand in no other fence and are closed, at any indent."""
    begin = 0
    while begin < len(lines):
        end = begin + 1
        if opened := _OPENING.fullmatch(lines[begin]):
            end = _end(lines, begin, opened["marks"])
            if end > begin + 1:
                yield Fence(begin, [*lines[begin:end]], opened["indent"], opened["info"].strip())
        begin = end


def _end(lines: Sequence[str], begin: int, marks: str) -> int:
    """Return the index behind a fence's last line, or behind its first if it is not closed."""
    for index in range(begin + 1, len(lines)):
        closing = _CLOSING.fullmatch(lines[index])
        if closing and closing[1].startswith(marks):
            return index + 1
    return begin + 1


# ------------------------------------------------------------------------------------- figures


class _Figures(Preprocessor):
    """Puts placeholders in the place of fences; their figures are made when all is parsed."""

    def __init__(self, md: Markdown, config: dict[str, Any]) -> None:
        super().__init__(md)
        self.config = config
        self.forget()

    def forget(self) -> None:
        """Begin a new text."""
        self.count = 0
        self.numbers: dict[str, str] = {}
        self.labels: set[str] = set()
        #: Placeholder -> its number among all that Python-Markdown keeps for the end, and the fence.
        self.put: dict[str, tuple[int, Fence]] = {}

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with placeholders for figures."""
        text: list[str] = []
        done = 0
        for fence in fences(lines):
            if fence.game is None:
                continue
            kept, placeholder = self.md.htmlStash.html_counter, self.md.htmlStash.store("")
            self.put[placeholder] = kept, fence
            text += [*lines[done : fence.begin], "", fence.indent + placeholder, ""]
            done = fence.begin + len(fence.lines)
        return [*text, *lines[done:]]

    def html(self, fence: Fence) -> str:
        """Return a fence's figure, or its error, which is logged."""
        try:
            read = block.parse(fence.text, fence.game or "", lang=self.config["lang"])
            made = block.made(read, Path(self.config["folder"]))
            label = block.label(read, made)
            label = "" if label in self.labels else label  # the first of a name has it
            if label:
                self.labels.add(label)
                # MkDocs holds links against the anchors in the tree, where figures are not yet.
                extracted = _processor(self.md, "mkdocs_extract_anchors")
                if isinstance(anchors := getattr(extracted, "present_anchor_ids", None), set):
                    anchors.add(label)
            return html.figure(made, self._numbered(made, label), label)
        except (GameError, OSError) as error:
            words = one_line(str(error))
            # MkDocs drops mere warnings where it is told to be quiet.
            _LOG.error("%sline %d of the text: %s", self.where(), fence.begin + 1, words)
            return html.fault(words, fence.text)

    def where(self) -> str:
        """Return how errors begin: with the file that MkDocs has in hand."""
        name = getattr(_file(self.md), "src_uri", "")
        return f"tilewright, {f'{name}, ' if name else ''}"

    def _numbered(self, made: Made, label: str) -> str:
        if not (made.left_to_text and self.config["numbers"]):
            return ""
        self.count += 1
        page = getattr(getattr(_file(self.md), "page", None), "meta", None) or {}
        chapter = page.get("chapter") or self.config["chapter"]
        number = f"{chapter}.{self.count}" if chapter else str(self.count)
        words = html.numbered_word(self.config["lang"] or made.spec.lang, number)
        if label:
            self.numbers[label] = words
        return words


def _processor(md: Markdown, name: str) -> object:
    known = name in md.treeprocessors
    return md.treeprocessors[name] if known else None


def _file(md: Markdown) -> object:
    """Return the file that MkDocs has in hand, by what it enters to follow links; None elsewhere."""
    return getattr(_processor(md, "relpath"), "file", None)


class _Placed(Treeprocessor):
    """Makes the figures that stand in the text, and gives back fences within indented code."""

    def __init__(self, md: Markdown, figures: _Figures) -> None:
        super().__init__(md)
        self.figures = figures

    def run(self, root: Element) -> None:
        """Replace placeholders in code by their fences, and keep figures for the others."""
        put, in_code = self.figures.put, set[str]()

        def source(match: re.Match[str]) -> str:
            if match[1] not in put:
                return match[0]
            in_code.add(match[1])
            return str(code_escape(put[match[1]][1].source))

        for code in root.iter("code"):
            if code.text and HTML_PLACEHOLDER_RE.search(code.text):
                code.text = AtomicString(_PLACED.sub(source, code.text))
        for placeholder, (kept, fence) in put.items():
            if placeholder not in in_code:
                self.md.htmlStash.rawHtmlBlocks[kept] = self.figures.html(fence)


class _Links(Treeprocessor):
    """Fills empty links to figures with their numbers."""

    def __init__(self, md: Markdown, figures: _Figures) -> None:
        super().__init__(md)
        self.figures = figures

    def run(self, root: Element) -> None:
        """Give each empty link to a numbered figure its words."""
        for link in root.iter("a"):
            path, sign, label = link.get("href", "").partition("#")
            if len(link) or (link.text or "").strip() or path or not sign:
                continue
            link.text = self.figures.numbers.get(label, f"#{label}")
            if label and label not in self.figures.numbers:
                where = self.figures.where().removesuffix(", ")
                _LOG.error("%s: no numbered figure for the empty link to #%s", where, label)


def makeExtension(**settings: Any) -> TilewrightExtension:  # noqa: N802 (Python-Markdown's name)
    """Return the extension; Python-Markdown looks for this name in a module."""
    return TilewrightExtension(**settings)
