"""A filter of pandoc, ``--filter tilewright-pandoc``: blocks of code become figures.

A block of the class ``tilewright`` or of a game's name is one: ``{.tilewright game=… #fig:opening}``,
its attributes settings like the lines of its block.  HTML gets the picture inline as SVG; all else
gets files, PDF for LaTeX, SVG for Typst and lightweight markup, PNG for word processors, in the
folder ``tilewright-figures``.

It knows pandoc's JSON (pandoc-types 1.23, with figures: pandoc 3).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine
from engine.drawing import writers
from engine.errors import GameError
from engine.geometry.plane import number
from engine.messages import shipped_code
from engine.resources import digest
from engine.words import one_line, shortened
from generator import files
from generator.documents import block, html
from generator.illustrating.rulebook import Made
from generator.illustrating.snippets import typst_image

#: The folder of pictures.
FOLDER = "tilewright-figures"

_INLINE = ("html", "epub", "revealjs", "slidy", "slideous", "dzslides", "s5")
_PDF = ("latex", "beamer", "context")
_PNG = ("docx", "odt", "opendocument", "pptx", "rtf", "icml", "fb2", "ipynb")

#: How formats that number figures refer to one by its number.
_REFERENCES = {
    "latex": r"\figurename~\ref{%s}",
    "beamer": r"\figurename~\ref{%s}",
    "typst": '#ref(label("%s"))',
}

#: Word processors print pictures of this resolution sharply.
_DPI = 300.0


def main() -> None:
    """Run the filter: a document from standard input to standard output, and exit."""
    sys.exit(run(sys.argv[1] if len(sys.argv) > 1 else "html"))


def run(form: str) -> int:
    """Filter a document for an output format, and return the exit code; errors go to standard error."""
    try:
        document = _document()
    except (GameError, OSError) as error:
        sys.stderr.write(f"Error: {one_line(str(error))}\n")
        return 2
    metadata = document["meta"]
    figures = _Figures(form, shipped_code(_metadata(metadata.get("lang"))))
    is_right = True
    for holder, index in list(_elements(document["blocks"], "CodeBlock")):
        content = holder[index]["c"]
        try:
            holder[index] = figures.figure(content) or holder[index]
        except (GameError, OSError) as error:
            block_text = shortened(" ".join(content[1].split()), 40)
            words = one_line(f"the block '{block_text}': {error}")
            sys.stderr.write(f"Error: {words}\n")
            is_right = False
    if not is_right:
        return 2
    for holder, index in list(_elements(document["blocks"], "Link")):
        _, words, (target, _) = holder[index]["c"]
        if not words and target[:1] == "#":
            holder[index] = figures.link(holder[index], target[1:])
    json.dump(document, sys.stdout)
    return 0


def _document() -> dict[str, Any]:
    data = files.read("-")
    document: Any = None
    with suppress(ValueError, RecursionError):
        document = json.loads(data)
    if not isinstance(document, dict) or not {"meta", "blocks"} <= document.keys():
        words = "expected to be run by pandoc --filter tilewright-pandoc"
        raise GameError(f"standard input is not a document of pandoc; {words}")
    if document.get("pandoc-api-version", [2]) < [1, 23]:
        raise GameError("this pandoc has no figures; expected pandoc 3 or newer")
    return document


def _metadata(value: Any) -> str:
    """Return the text of a key of the metadata, "" without one."""
    content = value["c"] if value else ""
    if isinstance(content, list):  # inlines, and what stands between two words
        return "".join(part.get("c", " ") for part in content)
    return str(content)


def _elements(part: Any, kind: str) -> Iterator[tuple[list[Any], int]]:
    if isinstance(part, list):
        for index, one in enumerate(part):
            if isinstance(one, dict) and one.get("t") == kind:
                yield part, index
            else:
                yield from _elements(one, kind)
    elif isinstance(part, dict):
        for one in part.values():
            yield from _elements(one, kind)


@dataclass
class _Figures:
    """The figures of a document for an output format; it knows those that it made before."""

    form: str
    lang: str
    #: Their names in links, by their labels; and the labels of those that the format numbers.
    names: dict[str, str] = field(default_factory=dict)
    numbered: set[str] = field(default_factory=set)

    def figure(self, content: Any) -> Any:
        """Return the figure of a block of code, None where it is none of ours."""
        (identity, classes, pairs), text = content
        games = [name for name in classes if name in engine.names()]
        if block.WORD not in classes and not games:
            return None
        given = dict(pairs)
        game = given.pop("game", games[0] if games else "")
        extra = [*given.items(), *([("label", identity)] if identity else [])]
        read = block.parse(text, game, extra, self.lang)
        made = block.made(read, Path(), printed=self.form in (*_PDF, *_PNG, "typst"))
        words = _caption(made)
        caption = [None, [{"t": "Plain", "c": words}] if words else []]
        label = block.label(read, made)
        attributes = ["" if label in self.names else label, [block.WORD], []]
        if label:
            self.names.setdefault(label, html.name(made))
            self.numbered |= {label} if words else set()
        picture = {"t": "Plain", "c": [_picture(made, self.form)]}
        return {"t": "Figure", "c": [attributes, caption, [picture]]}

    def link(self, link: Any, label: str) -> Any:
        """Return an empty link with words: a figure's number, else its name."""
        if label in self.numbered and self.form in _REFERENCES:
            form = "typst" if self.form == "typst" else "latex"
            return _raw(form, _REFERENCES[self.form] % label)
        link["c"][1].extend(_inlines(self.names.get(label, "")))
        return link


def _picture(made: Made, form: str) -> Any:
    if form.startswith(_INLINE):
        return _raw("html", html.picture(made))
    suffix = ".pdf" if form in _PDF else ".png" if form in _PNG else ".svg"
    data = writers.write(made.scene, suffix, dpi=_DPI)
    path = Path(FOLDER) / f"{digest(data, 8)}{suffix}"
    files.write(path, data)
    width, words = made.scene.width, made.scene.description
    if form == "typst":  # pandoc leaves out the alternative text of images here
        return _raw("typst", f"#{typst_image(path.as_posix(), width, words)}")
    attributes = ["", [], [["width", f"{number(width)}mm"]]]
    return {"t": "Image", "c": [attributes, _inlines(words), [path.as_posix(), ""]]}


def _caption(made: Made) -> list[Any]:
    inlines: list[Any] = []
    for line in made.left_to_text:
        inlines += [{"t": "LineBreak"}] if inlines else []
        for span in line:
            if span.bold:
                inlines.append({"t": "Strong", "c": _inlines(span.words)})
            else:
                inlines += _inlines(span.words)
    return inlines


def _raw(form: str, text: str) -> Any:
    return {"t": "RawInline", "c": [form, text]}


def _inlines(text: str) -> list[Any]:
    parts = filter(None, re.split("( )", text))
    return [{"t": "Space"} if part == " " else {"t": "Str", "c": part} for part in parts]
