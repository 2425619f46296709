"""``tilewright kit``: print sheets."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from generator import answers
from generator.api import kits
from generator.api.kit_options import KitOptions
from generator.commands import _asking, _telling


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…", shell_complete=_asking.offering("all games"))
@_asking.options(KitOptions)
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
@click.pass_context
def command(
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
