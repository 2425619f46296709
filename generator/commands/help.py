"""``tilewright help`` and ``completion``: the use of commands, the notation of games, scripts for shells."""

from __future__ import annotations

from typing import Annotated

import click
from click.shell_completion import get_completion_class

import engine
from engine.errors import OptionError
from engine.words import listed
from generator import cli
from generator.api.declaration import Option
from generator.commands import _output

#: How records are written, of every game; {name} is the game's.
_RECORDS = """\
Records

[Game "{name}"]
[Result "*"]

1. MOVE MOVE 2. MOVE {{a comment}} ; a comment to the end of the line

Tags come first: the game, its settings ({tags}),
[Position "…"] for another start position, and the result: the winners and their margin, draw, or
* while the game is on. Move numbers may be left out; if they are there, they must be right. A blank line
stands before the next game's tags.
tilewright check FILE replays a record, tilewright replay FILE shows it.
"""


def help(
    *words: Annotated[
        str, Option(metavar="[COMMAND | notation GAME]", offers=("notation", *cli.COMMANDS))
    ],
) -> int:
    """Show how to use COMMAND, or with "notation" how moves, positions and records of GAME are written."""
    if words[:1] != ("notation",):
        return cli.run([*words, "--help"])
    if len(words) != 2:
        raise OptionError(f"help notation takes one game of {listed(engine.names(), 'or')}")
    game = engine.game(words[1])
    if page := game.notation.strip():
        click.echo(f"{page}\n")
    if game.options:
        lines = _output.columns({one.name: one.help for one in game.options})
        click.echo("\n".join(("Settings of the start position, -s NAME=VALUE", "", *lines, "")))
    tags = ", ".join(one.name.capitalize() for one in game.options) or "none"
    click.echo(_RECORDS.format(name=game.name, tags=tags), nl=False)
    return cli.OK


def completion(shell: Annotated[str, Option(kind=("bash", "zsh", "fish"))]) -> None:
    """Print the completion script for SHELL.

    bash: tilewright completion bash > ~/.local/share/bash-completion/completions/tilewright
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli.tilewright, {}, "tilewright", cli.COMPLETING).source())
