"""A game's notation as part of its page: what ``tilewright help notation`` prints, its examples carried out and drawn.

Paragraphs of the game's text are headings, tables, examples or words by their form alone.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex

from markup import code, figure, folded, listing, options, side_by_side, table

import engine
from engine import Game, Position
from engine.resources import templates
from generator import cli


def notation(name: str) -> str:
    """Return the sections on how a game is written and what its figures can show.

    Raises ValueError for an example that does not run.
    """
    game = engine.game(name)
    text = game.notation.partition("Settings of the start position")[0]
    parts = ["## Notation", *map(_paragraph, text.strip().split("\n\n"))]
    return "\n\n".join([*parts, _settings(game), _records(game), _shown(game)])


def _paragraph(text: str) -> str:
    """Return a paragraph of the notation as Markdown."""
    lines = text.splitlines()
    if all(line.startswith("    tilewright ") for line in lines):
        return "\n\n".join(_example(line.strip()) for line in lines)
    if all(re.match(r"\S.*? {2,}\S", line) for line in lines):
        cells = (re.split(r" {2,}", line, maxsplit=1) for line in lines)
        return table(["You write", "It is"], ((code(form), says) for form, says in cells))
    if len(lines) == 1 and not text.endswith(".") and text.istitle():
        return f"### How {text.lower()} are written"
    # A line that is nothing but names of fields says the order in which they stand.
    return listing(text) if re.fullmatch(r"[A-Z ]+", text) else text.replace("*", "\\*")


def _example(line: str) -> str:
    """Return an example: the command, what it answers, and the position drawn."""
    words = shlex.split(line)[1:]
    shown = listing(f"$ {line}\n{_answer(words)}", "console")
    return shown + "\n" + figure(words[1], *_drawn(words))


def _answer(words: list[str]) -> str:
    """Return what a command prints.

    Raises ValueError where it fails.
    """
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if cli.run(words) != cli.OK:
            raise ValueError(f"tilewright {shlex.join(words)} fails")
    return out.getvalue()


def _drawn(words: list[str]) -> list[str]:
    """Return the block that draws where a command's moves lead from its position."""
    named = [k for k, word in enumerate(words) if word.startswith("-") and word[1:2].isalpha()]
    named += [k for k, word in enumerate(words) if re.fullmatch(r"--[a-z]+", word)]
    settings = [words[k + 1] for k in named if words[k] == "-s"]
    first = min(named, default=len(words))
    moves = [move for move in words[3:first] if words[0] == "play"]
    block = [words[2], *([f"options: {' '.join(settings)}"] if settings else [])]
    return [
        *block,
        *([f"play: {' '.join(moves)}", "last: true"] if moves else []),
        "caption: The position of this command.",
    ]


def _settings(game: Game[Position]) -> str:
    rows = [
        (code(one.name), one.help, code("" if one.default is None else one.default))
        for one in game.options
    ]
    return (
        "### Settings of the start\n\nWrite `-s NAME=VALUE` on the command line, `options` in figure files, and "
        "`start(NAME=VALUE)` in Python.\n\n" + options(["Name", "Description", "Default"], rows)
    )


def _records(game: Game[Position]) -> str:
    record = (templates() / "examples" / f"{game.name}-game.txt").read_text("utf-8")
    return (
        "## A recorded game\n\nRecords have the same form in [all games](../reference/records.md). "
        f"`tilewright example {game.name}-game.txt` copies this one out.\n\n"
        + folded("The record", listing(record))
        + "\n"
        + figure(
            game.name,
            f"record: templates/examples/{game.name}-game.txt",
            "last: true",
            "caption: The end of that game.",
        )
    )


def _shown(game: Game[Position]) -> str:
    """Return what figures can show, each drawn where the shipped record is half-way."""
    record = engine.record.loads(
        (templates() / "examples" / f"{game.name}-game.txt").read_text("utf-8")
    )
    half = list(record.turns())[: len(record.moves) // 2]
    position = str(half[-1].after)
    drawn = [
        figure(game.name, position, f"show: {name}", f"caption: **{name}**: {says}.")
        for name, says in game.overlays.items()
    ]
    return (
        "## What figures can show\n\nWrite `--show NAME` on the command line, and `show` in figure files.\n\n"
        + side_by_side(drawn)
    )
