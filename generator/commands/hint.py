"""``tilewright hint``: the best turn of Aathenuo."""

from __future__ import annotations

import json

import click

from engine.errors import OptionError
from generator.commands import _asking


@click.command(cls=_asking.Command)
@click.argument("position")
@_asking.settings_option
@click.option(
    "--seconds",
    type=_asking.Finite(0.1, 3600),
    default=10.0,
    show_default=True,
    help="Stop after so long with the best turn found.",
)
@_asking.json_option
def command(position: str, settings: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Find an Aathenuo turn that plays as many tiles as possible, or the proof that none can be.

    POSITION is "start" with -s, a written position, or "-" for standard input. Any
    rearrangement of the table is considered.
    """
    now = _asking.ask("aathenuo", position, settings)
    if now.is_over:
        raise OptionError("the game is over: nobody has a turn to look for")
    from engine.games.aathenuo.rules import AathenuoPosition

    assert isinstance(now, AathenuoPosition)
    found = now.hint(seconds=seconds)
    if as_json:
        answer = {
            "move": found.move,
            "tiles": found.tiles,
            "bound": found.bound,
            "status": found.status,
        }
        click.echo(json.dumps(answer))
    else:
        click.echo(found.sentence())
