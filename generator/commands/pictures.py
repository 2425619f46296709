"""The commands that draw: ``diagram``, a position; ``figures``, those of a rulebook; ``replay``, a record."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Unpack

import engine
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.words import count
from generator import cli
from generator.api import pictures, rulebooks
from generator.api.options import Option, names_in
from generator.api.pictures import DiagramOptions, ReplayOptions
from generator.api.rulebooks import FiguresMade, FiguresOptions
from generator.commands import _asking, _reports, _telling
from generator.commands._asking import GameName, PositionText, RecordFile, command
from generator.commands._telling import Answer

#: Seconds between two looks at files.
_PAUSE = 0.3


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
    return Answer(
        {**answer, "svg": drawn.svg()} if is_text else None, notes=notes, binary=drawn.data
    )


@command
def replay(record: RecordFile, **options: Unpack[ReplayOptions]) -> Answer:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page is one file. The keys left, right, Home and End walk, and swipes too. #12 at the end
    of its address leads to the position after 12 moves. --format gif makes a moving picture
    for forums and READMEs, pdf a page for each position. --frames 12 shows one position.
    """
    made = pictures.replay(record, **options)
    if made.file is None:
        return Answer(None, notes=made.notes, binary=made.data)
    moves, size = len(made.record.moves), len(made.data)
    answer = {"file": str(made.file), "game": made.record.tags["Game"], "moves": moves}
    frames = f"frames {some} of " if (some := options.get("frames")) else ""
    notes = [*made.notes, f"{made.file}: {frames}{count(moves, 'move')}, {size / 1000:.0f} kB"]
    return Answer({**answer, "bytes": size}, notes=notes)


@command
def figures(
    file: Annotated[str, Option(metavar="SPEC.toml", offers="files")],
    names: Annotated[tuple[str, ...], Option(metavar="[FIGURE…]")],
    *,
    reports: _reports.Reports,
    as_json: _reports.AsJson,
    **options: Unpack[FiguresOptions],
) -> int:
    """Make the figures that SPEC.toml describes, or some of them by name.

    Figures that have not changed are left alone. "-" reads standard input.
    """
    if reports and not options["check"]:
        raise OptionError("--report goes with --check; --json lists the files written")
    wishes = _reports.wishes_of(reports, [file], as_json=as_json)
    with _reports.unread(wishes, lambda error: FiguresMade(file, errors=(error,)), file):
        made = rulebooks.figures(file, *names, **options)
    for one in made.files if _reports.PRINTED in wishes else ():
        _telling.result(str(one))
    for note in made.notes:
        _telling.note(note)
    for fault in made.faults:
        _telling.error(fault.message)
    _reports.deliver(wishes, made, lines=True)
    if any(not fault.illegal for fault in made.faults):
        return cli.BAD_INPUT
    return cli.OK if made.ok else cli.NOT_IN_ORDER
