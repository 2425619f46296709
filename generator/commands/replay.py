"""``tilewright replay``: a game record as a page to walk through."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.errors import OptionError
from engine.record import Record
from engine.words import count
from generator import answers, files
from generator.commands import _asking, _telling


@click.command()
@click.argument("record")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="The page, or - for standard output. [default: the record's name with .html]",
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which of the record's games. [default: the first]",
)
@click.option("--theme", default="classic", show_default=True, help="A theme, or a file.toml.")
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
@_asking.json_option
def command(
    record: str,
    out: str | None,
    number: int | None,
    theme: str,
    size: float | None,
    show: tuple[str, ...],
    as_json: bool,
) -> None:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page needs nothing but itself.  The keys left, right, Home and End walk, so do swipes;
    #12 at the end of its address leads to the position after 12 moves.
    """
    path = _path(record, out, number)
    if as_json and path is None:
        raise OptionError("--json tells of the page's file; name it with -o")
    chosen = _chosen(record, number)
    from generator.replay import page

    shown = _asking.names_in(show)
    data = page.page(chosen, theme=theme, size=size, show=shown).encode()
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        files.write(path, data)
        moves = len(chosen.moves)
        if as_json:
            told = {"file": str(path), "game": chosen.tags["Game"], "moves": moves}
            click.echo(answers.written("replay", {**told, "bytes": len(data)}))
        else:
            _telling.note(f"{path}: {count(moves, 'move')}, {len(data) / 1000:.0f} kB")


def _path(record: str, out: str | None, number: int | None) -> Path | None:
    """Return where the page goes, None for standard output."""
    if out == "-" or (out is None and record == "-"):
        return None
    suffix = f"-{number}.html" if number and number > 1 else ".html"
    path = Path(out) if out is not None else Path(record).with_suffix("")
    if out is None:
        path = path.with_name(path.name + suffix)
    if record != "-" and path.resolve() == Path(record).resolve():
        raise click.UsageError(f"the page would overwrite the record {record}; name it with -o")
    return path


def _chosen(name: str, number: int | None) -> Record:
    """Return the game asked for.

    Raises click.BadParameter where the record has none of that number.
    """
    found = _asking.games_in(name)
    wanted = number or 1
    if wanted > len(found):
        held = count(len(found), "game")
        raise click.BadParameter(f"the record holds {held}", param_hint=f"--game {wanted}")
    if number is None and len(found) > 1:
        _telling.note(f"{name} holds {len(found)} games; this is the first, see --game")
    return found[wanted - 1]
