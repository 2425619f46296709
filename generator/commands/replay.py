"""``tilewright replay``: a game record as a page to walk through, or as a moving picture."""

from __future__ import annotations

import sys
from typing import Any

import click

from engine.errors import OptionError
from engine.words import count
from generator import answers
from generator.api import replays
from generator.api.replays import ReplayOptions
from generator.commands import _asking, _telling


@click.command()
@click.argument("record", shell_complete=_asking.offering("files"))
@_asking.options(ReplayOptions)
@_asking.json_option
def command(record: str, *, as_json: bool, **options: Any) -> None:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page needs nothing but itself.  The keys left, right, Home and End walk, so do swipes;
    #12 at the end of its address leads to the position after 12 moves.  --format gif, png or svg
    makes a moving picture for forums and READMEs; --frames 12 the one position after 12 moves.
    """
    if as_json and (options["out"] == "-" or (options["out"] is None and record == "-")):
        raise OptionError("--json tells of the page's file; name it with -o")
    made = replays.replay(record, **options)
    for note in made.notes:
        _telling.note(note)
    moves, size = len(made.record.moves), len(made.data)
    if made.file is None:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    elif as_json:
        answer = {"file": str(made.file), "game": made.record.tags["Game"], "moves": moves}
        click.echo(answers.written("replay", {**answer, "bytes": size}))
    else:
        _telling.note(f"{made.file}: {count(moves, 'move')}, {size / 1000:.0f} kB")
