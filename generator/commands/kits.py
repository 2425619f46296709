"""The commands that write games' pieces: ``kit`` and ``tabletop``."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from generator import answers
from generator.api import kits, tabletops
from generator.api.kit_options import KitOptions
from generator.api.tabletops import TabletopOptions
from generator.commands import _asking, _telling


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…", shell_complete=_asking.offering("all games"))
@_asking.options(KitOptions)
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
@click.pass_context
def kit(
    context: click.Context, /, *, games: tuple[str, ...], as_json: bool, **options: Any
) -> None:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.
    """
    typed = ParameterSource.COMMANDLINE
    made = kits.kit(
        *games,
        defaults=[one for one in context.params if context.get_parameter_source(one) is not typed],
        progress=lambda paths, total, title: _telling.progress(title)(paths, total),
        **options,
    )
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        click.echo(answers.written("kit", {"games": list(made.games), "files": paths}))
        return
    for path in paths:
        _telling.result(path)


@click.command()
@_asking.game_argument
@_asking.options(TabletopOptions)
@_asking.json_option
def tabletop(game: str, *, as_json: bool, **options: Any) -> None:
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
