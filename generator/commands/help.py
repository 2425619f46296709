"""``tilewright help`` and ``completion``: how commands are used, how games are written, what shells are taught."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

import engine
from engine.errors import OptionError
from engine.words import listed
from generator import cli
from generator.commands import _asking

#: How records are written, of every game; {name} is the game's.
_RECORDS = """\
Records

[Game "{name}"]
[Result "*"]

1. MOVE MOVE 2. MOVE {{a comment}} ; a comment to the end of the line

Tags come first: the game, its settings ({tags}),
[Position "…"] for a start other than the usual one, and the result: the winners and their margin, draw, or
* while the game is on. Numbers of moves may be left out and, where they stand, must be right. A blank line
stands before the next game's tags.
tilewright check FILE replays a record, tilewright replay FILE shows it.
"""


@click.command()
@click.argument(
    "words", nargs=-1, metavar="[COMMAND | notation GAME]", shell_complete=_asking.offering("help")
)
@click.pass_context
def command(context: click.Context, words: tuple[str, ...]) -> None:
    """Tell how COMMAND is used, or with "notation" how moves, positions and records of GAME are written."""
    group = context.parent
    assert group is not None, "help is a command of a group"
    if not words:
        click.echo(group.get_help())
    elif words[0] == "notation":
        _tell_notation(words[1:])
    elif len(words) == 1 and words[0] in cli.COMMANDS:
        found = cli.tilewright.get_command(group, words[0])
        assert found is not None, "the table names commands that there are"
        with click.Context(found, info_name=words[0], parent=group) as inner:
            click.echo(found.get_help(inner))
    else:
        known = ", ".join(cli.COMMANDS)
        raise OptionError(f"no help on '{' '.join(words)}'; there is some on notation and {known}")


def _tell_notation(games: tuple[str, ...]) -> None:
    """Print how a game is written."""
    if len(games) != 1:
        raise click.UsageError(f"help notation takes one game of {listed(engine.names(), 'or')}")
    click.get_current_context().meta[cli.ASKED] = games[0]
    game = engine.game(games[0])
    page = game.notation.strip()
    if page:
        click.echo(f"{page}\n")
    if game.options:
        width = max(len(one.name) for one in game.options)
        click.echo("Settings of the start position, -s NAME=VALUE\n")
        for one in game.options:
            click.echo(f"{one.name:<{width}}  {one.help}")
        click.echo()
    tags = ", ".join(one.name.capitalize() for one in game.options) or "none"
    click.echo(_RECORDS.format(name=game.name, tags=tags), nl=False)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for SHELL.

    bash: tilewright completion bash > ~/.local/share/bash-completion/completions/tilewright
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli.tilewright, {}, "tilewright", cli.COMPLETING).source())
