"""A filter of pandoc, ``--filter tilewright-pandoc``: blocks of code become figures.

A block of the class ``tilewright`` or of a game's name is one: ``{.tilewright game=… #fig:opening}``,
its attributes settings like the lines of its block.  HTML gets the picture inline as SVG; all else
gets files, PDF for LaTeX, SVG for Typst and lightweight markup, PNG for word processors, in the
folder ``tilewright-figures`` or the one the document's metadata calls so.

It knows pandoc's JSON (pandoc-types 1.23, with figures: pandoc 3).
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine
from engine.digests import digest
from engine.drawing import writers
from engine.errors import GameError, OptionError
from engine.geometry.plane import number
from engine.messages import shipped_code
from engine.words import one_line, shortened
from generator import files
from generator.documents import block, html
from generator.illustrating.rulebook import Made
from generator.illustrating.snippets import typst_image
from generator.illustrating.written_captions import sign

#: The key of the document's metadata that names the folder, and the folder without it.
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

#: The first version of pandoc-types that has figures.
_VERSION = [1, 23]


def main() -> None:
    """Run the filter: a document from standard input to standard output, and exit."""
    sys.exit(run(sys.argv[1] if len(sys.argv) > 1 else "html"))


def run(form: str) -> int:
    """Filter a document for an output format, and return the exit code.

    Each figure that is wrong is a line on standard error, or that there is no document.
    """
    try:
        document = _document()
    except (GameError, OSError) as error:
        sys.stderr.write(f"Error: {one_line(str(error))}\n")
        return 2
    metadata = document["meta"]
    folder = _metadata(metadata.get(FOLDER)) or FOLDER
    faults: list[str] = []
    figures = _Figures(form, folder, shipped_code(_metadata(metadata.get("lang"))))
    for holder, index in list(_found(document["blocks"], "CodeBlock")):
        content = holder[index].get("c")
        if not _is_code(content):
            continue
        try:
            holder[index] = figures.figure(content) or holder[index]
        except (GameError, OSError) as error:
            faults.append(f"the block '{shortened(' '.join(content[1].split()), 40)}': {error}")
            if figures.count > block.MOST_IN_TEXT:
                break
    for fault in faults:
        sys.stderr.write(f"Error: {one_line(fault)}\n")
    if faults:
        return 2
    for holder, index in list(_found(document["blocks"], "Link")):
        match holder[index].get("c"):
            case [_, [], [str() as target, str()]] if target[:1] == "#":
                holder[index] = figures.link(holder[index], target[1:])
    json.dump(document, sys.stdout)
    return 0


def _document() -> dict[str, Any]:
    """Return pandoc's document from standard input.

    Raises OSError and OptionError as :func:`generator.files.read`, GameError for anything else.
    """
    try:
        document = json.loads(files.read("-"))
    except (ValueError, RecursionError) as error:
        if isinstance(error, GameError):
            raise
        document = None
    parts = {"meta": dict, "blocks": list}
    if not isinstance(document, dict) or not all(
        isinstance(document.get(key), kind) for key, kind in parts.items()
    ):
        raise GameError(
            "standard input is no document of pandoc's; "
            "expected to be run by pandoc --filter tilewright-pandoc"
        )
    version = document.get("pandoc-api-version")
    if isinstance(version, list) and version[:2] < _VERSION:
        raise GameError("this pandoc knows no figures; expected pandoc 3 or newer")
    return document


def _metadata(value: Any) -> str:
    """Return a text of the metadata, however it is kept."""
    kind, content = (value.get("t"), value.get("c")) if isinstance(value, dict) else ("", "")
    if kind == "MetaInlines" and isinstance(content, list):
        words = [one.get("c", " ") for one in content if isinstance(one, dict)]
        return "".join(word if isinstance(word, str) else " " for word in words)
    return str(content) if kind == "MetaString" else ""


def _found(part: Any, kind: str) -> Iterator[tuple[list[Any], int]]:
    """Yield each element of a kind in a part of the document, as its list and its place there."""
    if isinstance(part, list):
        for index, one in enumerate(part):
            if isinstance(one, dict) and one.get("t") == kind:
                yield part, index
            else:
                yield from _found(one, kind)
    elif isinstance(part, dict):
        for one in part.values():
            yield from _found(one, kind)


def _is_code(content: Any) -> bool:
    """Tell whether a block's content is attributes and a text, as pandoc's is."""
    match content:
        case [[str(), [*classes], [*pairs]], str()]:
            lists = [classes, *pairs]
            return all(
                isinstance(words, list) and all(isinstance(word, str) for word in words)
                for words in lists
            ) and all(len(pair) == 2 for pair in pairs)
    return False


@dataclass
class _Figures:
    """The figures of a document for an output format; it knows those that it made before."""

    form: str
    folder: str
    lang: str
    #: What links call them, by their labels; and the labels of those that the format numbers.
    names: dict[str, str] = field(default_factory=dict)
    numbered: set[str] = field(default_factory=set)
    shown: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def figure(self, content: Any) -> Any:
        """Return the figure of a block of code, None where it is none of ours.

        Raises OptionError where there are too many, and for a block that is wrong.
        """
        (identity, classes, pairs), text = content
        games = [name for name in classes if name in engine.names()]
        if block.WORD not in classes and not games:
            return None
        self.count += 1
        if self.count > block.MOST_IN_TEXT:
            raise OptionError(block.TOO_MANY)
        given = dict(pairs)
        game = given.pop("game", games[0] if games else "")
        extra = [*given.items(), *([("label", identity)] if identity else [])]
        read = block.parse(text, game, extra, self.lang)
        inline = self.form.startswith(_INLINE)
        made = html.made(read, Path(), self.shown) if inline else block.made(read, Path())
        words = _caption(made, self.form)
        caption = [None, [{"t": "Plain", "c": words}] if words else []]
        label = block.label(read, made)
        attributes = ["" if label in self.names else label, [block.WORD], []]
        if label:
            self.names.setdefault(label, html.name(made))
            self.numbered |= {label} if words else set()
        picture = {"t": "Plain", "c": [_picture(made, self.form, self.folder)]}
        return {"t": "Figure", "c": [attributes, caption, [picture]]}

    def link(self, link: Any, label: str) -> Any:
        """Return an empty link with what it leads to: a figure's number, else its name."""
        if label in self.numbered and self.form in _REFERENCES:
            form = "typst" if self.form == "typst" else "latex"
            return {"t": "RawInline", "c": [form, _REFERENCES[self.form] % label]}
        link["c"][1].extend(_inlines(self.names.get(label, "")))
        return link


def _picture(made: Made, form: str, folder: str) -> Any:
    """Return the picture as pandoc has it for an output format, written as a file if need be."""
    if form.startswith(_INLINE):
        return {"t": "RawInline", "c": ["html", html.picture(made)]}
    suffix = ".pdf" if form in _PDF else ".png" if form in _PNG else ".svg"
    data = writers.write(made.scene, suffix, dpi=_DPI)
    path = Path(folder) / f"{digest(data, 8)}{suffix}"
    files.write(path, data)
    width, words = made.scene.width, made.scene.description
    if form == "typst":  # pandoc leaves out the alternative text of images here
        return {"t": "RawInline", "c": ["typst", f"#{typst_image(path.as_posix(), width, words)}"]}
    attributes = ["", [], [["width", f"{number(width)}mm"]]]
    return {"t": "Image", "c": [attributes, _inlines(words), [path.as_posix(), ""]]}


def _caption(made: Made, form: str) -> list[Any]:
    """Return the caption that stands in the text, its small pictures as SVG or in words."""
    found: list[Any] = []
    for line in made.left_to_text:
        found += [{"t": "LineBreak"}] if found else []
        for place, span in enumerate(line):
            if span.glyph and form.startswith(_INLINE):
                prefix = f"sign-{html.identity(made)}-{len(found)}-{place}"
                found.append({"t": "RawInline", "c": ["html", sign(span.glyph, prefix)]})
            elif span.bold:
                found.append({"t": "Strong", "c": _inlines(span.words)})
            else:
                found += _inlines(span.words)
    return found


def _inlines(text: str) -> list[Any]:
    """Return a text as pandoc has it, word by word."""
    parts = re.split("( )", text)
    return [{"t": "Space"} if part == " " else {"t": "Str", "c": part} for part in parts if part]
