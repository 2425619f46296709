"""The block of text that is a figure, alike in Markdown, Sphinx, notebooks and pandoc.

First the position, then ``key: value`` lines with the keys of a figure file::

    start
    show: start-rows
    caption: The start

``@NAME of SPEC.toml`` in the place of the position takes a figure of a figure file.  Where nothing
around the block names the game, a line ``tilewright GAME`` begins it, or a line ``game: GAME`` says
it.  A key given twice is a list; numbers, true, false, lists and texts in quotes are as in TOML, all
else is text; ``options: side=7 variant=standard`` are the options of a start.

It knows the form of the block alone; what keys mean is :mod:`generator.illustrating.spec`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import OptionError
from engine.settings import Settings, parse_toml
from engine.words import shortened
from generator.illustrating import rulebook
from generator.illustrating.rulebook import Made, Rulebook
from generator.illustrating.spec import one
from generator.illustrating.spec_keys import COMMON, FIGURES, PICTURES, SOURCES, Spec

#: The word that begins a block, in a fence or as its first line.
WORD = "tilewright"

_HEADER = re.compile(rf"{WORD}(?:[ \t]+(\S+))?[ \t]*")
_KEY = re.compile(r"([a-z][a-z_-]+):(?:[ \t]+(.*))?")
_TAKEN = re.compile(r"@([A-Za-z0-9_-]+)[ \t]+of[ \t]+(\S.*\.toml)")
_VALUE = re.compile(r"true|false|[+-]?[0-9.]+|\[.*\]", re.DOTALL)
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')

#: Keys whose values are words, also where they look like numbers or lists.
_WORDS = {"caption", "title", "alt", "label", "position", "after", "moves", "example"}


class FigureBlock(NamedTuple):
    """A block as read: the game, "" where nothing names it, the position, and the settings."""

    game: str
    position: str
    settings: Mapping[str, Any]
    #: The language of the text around, which the figure speaks unless it names another.
    lang: str = ""


def parse(
    text: str, game: str = "", extra: Iterable[tuple[str, str]] = (), lang: str = ""
) -> FigureBlock:
    """Return what a block says, of ``game`` where what stands around names it.

    ``extra`` are settings given beside the block, such as a directive's options; ``lang`` is the
    language of the text around.

    Raises OptionError for a line in its settings that is none, or a key twice that is no list.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines and (header := _HEADER.fullmatch(lines[0])):
        game = header[1] or game
        lines = lines[1:]
    begin = next((k for k, line in enumerate(lines) if _KEY.fullmatch(line)), len(lines))
    pairs: list[tuple[str, str]] = []
    for line in filter(None, lines[begin:]):
        if not (setting := _KEY.fullmatch(line)):
            expected = "expected a line like caption: The start, after the position"
            raise OptionError(f"'{shortened(line, 60)}' is not a setting; {expected}")
        pairs.append((setting[1].replace("-", "_"), setting[2] or ""))
    beside = [(key.replace("-", "_"), value) for key, value in extra]
    given: dict[str, list[Any]] = {}
    for key, value in [*beside, *pairs]:
        given.setdefault(key, []).append(_value(key, value.strip()))
    settings = {key: values[0] if len(values) == 1 else values for key, values in given.items()}
    return FigureBlock(game, " ".join(filter(None, lines[:begin])), settings, lang)


def _value(key: str, text: str) -> Any:
    if key == "options":
        words = re.sub(r"\s*=\s*", "=", text).replace(",", " ").split()
        if not all(re.fullmatch("[^=]+=.*", word) for word in words):
            problem = f"options: '{shortened(text, 60)}' is not right; expected options: side=7"
            raise OptionError(problem)
        return dict(word.split("=", 1) for word in words)
    if (key not in _WORDS and _VALUE.fullmatch(text)) or _QUOTED.fullmatch(text):
        try:
            return parse_toml(f"value = {text}", key).values["value"]
        except OptionError:  # no number after all, such as 1.2.3
            return text
    return text


def made(block: FigureBlock, folder: Path, *, printed: bool = False) -> Made:
    """Return the finished figure of a block, whose files are named from ``folder``.

    ``printed`` is as in :meth:`Rulebook.make`. Raises OptionError and what positions, records and
    figures raise, without a place: whoever read the block knows it; OSError for a file that cannot
    be read.
    """
    if taken := _TAKEN.fullmatch(block.position):
        over = {"captions": "text", **block.settings}
        return rulebook.alone(folder / taken[2], taken[1], over, block.lang, printed=printed)
    figure = one("figure", _table(block), block.game, block.lang)
    return Rulebook(Spec("the block", figures=(figure,)), folder).make(figure, printed=printed)


def _table(block: FigureBlock) -> Settings:
    table = dict(block.settings)
    if block.position.startswith("@"):
        words = f"'{shortened(block.position, 60)}' names no figure; expected @NAME of SPEC.toml"
        raise OptionError(words)
    if block.position:
        if "position" in table:
            raise OptionError("the position stands first and under 'position:'; expected it once")
        table["position"] = block.position
    elif not {"position", "record", "example"} & table.keys():
        known = (*COMMON, *SOURCES, *PICTURES, *FIGURES)
        Settings(table, "the figure").see_names(known)
        raise OptionError("no position; expected one in the first line, such as start")
    return Settings(table, "the figure")


def label(block: FigureBlock, finished: Made) -> str:
    """Return what one refers to a block's figure by, "" where nobody gave it a label."""
    own = "label" in block.settings or block.position.startswith("@")
    return finished.spec.label if own else ""
