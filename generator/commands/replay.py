"""``tilewright replay``: a game record as a page to walk through, or as a moving picture."""

from __future__ import annotations

import sys
from typing import Any

import click

from engine.errors import OptionError
from engine.words import count
from generator import answers
from generator.api import replays
from generator.api.replays import Replay
from generator.commands import _asking, _telling


@click.command()
@click.argument("record")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file, or - for standard output. [default: the record's name with .html or so]",
)
@click.option(
    "--format",
    type=click.Choice(replays.FORMATS),
    help="A page, or a moving picture. [default: as the file's name ends, else html]",
)
@click.option(
    "--game",
    type=click.IntRange(1),
    metavar="N",
    help="Which of the record's games. [default: the first]",
)
@click.option("--theme", default="classic", show_default=True, help="A theme, or a file.toml.")
@_asking.font_option
@click.option(
    "--size",
    type=float,
    metavar="MM",
    help="The pictures' width. [default: as wide as the window allows]",
)
@click.option(
    "--show",
    multiple=True,
    metavar="NAME",
    help="What to lay over the board, as in diagram; several with commas or repeated.",
)
@click.option(
    "--frames", metavar="A-B", help="Of a moving picture: the positions after A to B moves."
)
@click.option(
    "--seconds", type=_asking.Finite(0.02, 60), help="How long each frame is seen. [default: 1]"
)
@click.option("--dpi", type=_asking.Finite(20, 2400), help="Of GIF and PNG. [default: 96]")
@_asking.lang_option
@_asking.json_option
def command(record: str, *, as_json: bool, **options: Any) -> None:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page needs nothing but itself.  The keys left, right, Home and End walk, so do swipes;
    #12 at the end of its address leads to the position after 12 moves.  --format gif, png or svg
    makes a moving picture for forums and READMEs; --frames 12 the one position after 12 moves.
    """
    if as_json and (options["out"] == "-" or (options["out"] is None and record == "-")):
        raise OptionError("--json tells of the page's file; name it with -o")
    with _telling.working("drawing the moves"):
        made = replays.replay(record, **options)
    for note in made.notes:
        _telling.note(note)
    if made.file is None:
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
    else:
        _tell(made, as_json=as_json)


def _tell(made: Replay, *, as_json: bool) -> None:
    """Tell of the file that was written."""
    moves, size = len(made.record.moves), len(made.data)
    if as_json:
        told = {"file": str(made.file), "game": made.record.tags["Game"], "moves": moves}
        click.echo(answers.written("replay", {**told, "bytes": size}))
    else:
        _telling.note(f"{made.file}: {count(moves, 'move')}, {size / 1000:.0f} kB")
