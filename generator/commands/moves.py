"""``tilewright moves``: the legal moves of a position."""

from __future__ import annotations

from itertools import islice

import click

from generator import answers
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@_asking.settings_option
@click.option(
    "--limit", type=click.IntRange(1, 10**9), metavar="N", help="Stop after so many moves."
)
@click.option("--count", is_flag=True, help="Only count them.")
@_asking.json_option
def command(
    game: str,
    position: str,
    settings: tuple[str, ...],
    limit: int | None,
    count: bool,
    as_json: bool,
) -> None:
    """List the legal moves of POSITION, one a line.

    POSITION is "start", a written position, or "-" for standard input.
    """
    now = _asking.ask(game, position, settings)
    moves = islice(now.legal_moves(), limit)
    asked = {"game": game, "position": str(now)}
    if count:
        with _telling.working("counting"):
            total = sum(1 for _ in moves)
        click.echo(answers.written("moves", {**asked, "count": total}) if as_json else total)
    elif as_json:
        with _telling.working("listing"):
            listed = [str(move) for move in moves]
        click.echo(answers.written("moves", {**asked, "count": len(listed), "moves": listed}))
    else:
        for move in moves:
            click.echo(str(move))
