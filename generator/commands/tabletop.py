"""``tilewright tabletop``: files for tabletop programs."""

from __future__ import annotations

from typing import Any

import click

from generator import answers
from generator.api import tabletops
from generator.commands import _asking, _telling


@click.command()
@click.argument("game")
@_asking.settings_option
@click.option(
    "--format",
    type=click.Choice(tabletops.FORMATS),
    default="both",
    show_default=True,
    help="tts: a saved object of Tabletop Simulator; vtt: an archive for virtualtabletop.io.",
)
@_asking.folder_option
@click.option(
    "--base-url",
    metavar="URL",
    help="Where you put the folder of pictures for others to see. [default: this machine's disk]",
)
@_asking.kit_options
@_asking.json_option
def command(
    game: str,
    *,
    settings: tuple[str, ...],
    template_file: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.
    """
    with _telling.working("drawing the pieces"):
        made = tabletops.tabletop(
            game, settings=_asking.settings_of(settings), template=template_file, **options
        )
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        click.echo(answers.written("tabletop", {"game": game, "files": paths}))
        return
    for path in paths:
        _telling.result(path)
