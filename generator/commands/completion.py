"""``tilewright completion``: the script that teaches a shell the commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from generator.commands import _shells


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for SHELL.

    bash: tilewright completion bash > ~/.local/share/bash-completion/completions/tilewright
    """
    from generator.cli import COMPLETING, tilewright

    _shells.register()
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(tilewright, {}, "tilewright", COMPLETING).source()
    click.echo(script)
