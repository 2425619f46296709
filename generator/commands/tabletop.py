"""``tilewright tabletop``: files for tabletop programs."""

from __future__ import annotations

from typing import Any

import click

from generator import answers
from generator.api import tabletops
from generator.api.tabletops import TabletopOptions
from generator.commands import _asking, _telling


@click.command()
@_asking.game_argument
@_asking.options(TabletopOptions)
@_asking.json_option
def command(game: str, *, as_json: bool, **options: Any) -> None:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.
    """
    made = tabletops.tabletop(game, **options)
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        click.echo(answers.written("tabletop", {"game": game, "files": paths}))
        return
    for path in paths:
        _telling.result(path)
