"""The commands that draw: ``diagram``, a position as a figure, and ``replay``, a record as a page or moving picture."""

from __future__ import annotations

import sys
from typing import Any, Unpack

import click

import engine
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.words import count
from generator import answers
from generator.api import diagrams, replays
from generator.api.diagrams import Diagram, DiagramOptions
from generator.api.options import names_in
from generator.api.replays import ReplayOptions
from generator.commands import _asking, _telling
from generator.commands._asking import GameName, Json, PositionText, RecordFile, command


@command
def diagram(
    game: GameName, position: PositionText, *, as_json: Json, **options: Unpack[DiagramOptions]
) -> None:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input."""
    if "list" in names_in(options["show"]):
        _list(game, as_json=as_json)
        return
    form = options["format"]
    if options["out"] is None and form in ("pdf", "png") and sys.stdout.isatty():
        raise OptionError(f"a terminal cannot show a {form}; give a file, like -o figure.{form}")
    drawn = diagrams.diagram(game, _asking.text_of(position), **options)
    if as_json:
        click.echo(answers.written("diagram", _answer(game, drawn)))
        return
    for note in drawn.notes:
        _telling.note(f"Note: {note}")
    if drawn.file is not None:
        measures = f"{number(drawn.width, 1)} × {number(drawn.height, 1)} mm"
        _telling.note(f"{drawn.file}: {measures}, {len(drawn.data) / 1000:.0f} kB")
    else:
        _telling.binary(drawn.data)


def _answer(game: str, drawn: Diagram) -> dict[str, Any]:
    names = ("title", "description", "width", "height", "format")
    answer = {"game": game, **{name: getattr(drawn, name) for name in names}}
    answer["notes"] = list(drawn.notes)
    if drawn.file is not None:
        return {**answer, "file": str(drawn.file)}
    if drawn.format != "svg":
        raise OptionError(f"--json cannot hold a {drawn.format}; name its file with -o")
    return {**answer, "svg": drawn.svg()}


def _list(game: str, *, as_json: bool) -> None:
    overlays = engine.game(game).overlays
    width = max(map(len, overlays), default=0)
    lines = (f"{name:<{width}}  {help_line}" for name, help_line in overlays.items())
    answer = _telling.Answer({"game": game, "show": dict(overlays)}, lines)
    _telling.give("diagram", answer, as_json=as_json)


@command
def replay(record: RecordFile, *, as_json: Json, **options: Unpack[ReplayOptions]) -> None:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page is one file. The keys left, right, Home and End walk, and swipes too. #12 at the end
    of its address leads to the position after 12 moves. --format gif, png or svg makes a moving
    picture for forums and READMEs, pdf a page for each position. --frames 12 shows one position.
    """
    if as_json and (options["out"] == "-" or (options["out"] is None and record == "-")):
        raise OptionError("--json describes the page's file; name it with -o")
    made = replays.replay(record, **options)
    for note in made.notes:
        _telling.note(note)
    moves, size = len(made.record.moves), len(made.data)
    if made.file is None:
        _telling.binary(made.data)
    elif as_json:
        answer = {"file": str(made.file), "game": made.record.tags["Game"], "moves": moves}
        click.echo(answers.written("replay", {**answer, "bytes": size}))
    else:
        _telling.note(f"{made.file}: {count(moves, 'move')}, {size / 1000:.0f} kB")
