"""The commands that draw: ``diagram``, a position as a figure, and ``replay``, a record as a page or moving picture."""

from __future__ import annotations

import sys
from typing import Any, Unpack

import engine
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.words import count
from generator.api import pictures
from generator.api.options import names_in
from generator.api.pictures import DiagramOptions, ReplayOptions
from generator.commands import _asking
from generator.commands._asking import GameName, PositionText, RecordFile, command
from generator.commands._telling import Answer


@command
def diagram(game: GameName, position: PositionText, **options: Unpack[DiagramOptions]) -> Answer:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input."""
    if "list" in names_in(options["show"]):
        overlays = engine.game(game).overlays
        width = max(map(len, overlays), default=0)
        lines = (f"{name:<{width}}  {help_line}" for name, help_line in overlays.items())
        return Answer({"game": game, "show": dict(overlays)}, lines)
    form = options["format"]
    if options["out"] is None and form in ("pdf", "png") and sys.stdout.isatty():
        raise OptionError(f"a terminal cannot show a {form}; give a file, like -o figure.{form}")
    drawn = pictures.diagram(game, _asking.text_of(position), **options)
    names = ("title", "description", "width", "height", "format")
    answer: dict[str, Any] = {"game": game, **{name: getattr(drawn, name) for name in names}}
    answer["notes"] = list(drawn.notes)
    notes = [f"Note: {note}" for note in drawn.notes]
    if drawn.file is not None:
        measures = f"{number(drawn.width, 1)} × {number(drawn.height, 1)} mm"
        notes.append(f"{drawn.file}: {measures}, {len(drawn.data) / 1000:.0f} kB")
        return Answer({**answer, "file": str(drawn.file)}, (), notes)
    is_text = drawn.format == "svg"
    return Answer({**answer, "svg": drawn.svg} if is_text else None, notes=notes, binary=drawn.data)


@command
def replay(record: RecordFile, **options: Unpack[ReplayOptions]) -> Answer:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page is one file. The keys left, right, Home and End walk, and swipes too. #12 at the end
    of its address leads to the position after 12 moves. --format gif, png or svg makes a moving
    picture for forums and READMEs, pdf a page for each position. --frames 12 shows one position.
    """
    made = pictures.replay(record, **options)
    if made.file is None:
        return Answer(None, notes=made.notes, binary=made.data)
    moves, size = len(made.record.moves), len(made.data)
    answer = {"file": str(made.file), "game": made.record.tags["Game"], "moves": moves}
    notes = [*made.notes, f"{made.file}: {count(moves, 'move')}, {size / 1000:.0f} kB"]
    return Answer({**answer, "bytes": size}, notes=notes)
