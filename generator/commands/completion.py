"""``tilewright completion``: the script that teaches a shell the commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for SHELL.

    bash: tilewright completion bash > ~/.local/share/bash-completion/completions/tilewright
    """
    from generator.cli import tilewright

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(tilewright, {}, "tilewright", "_TILEWRIGHT_COMPLETE").source()
    click.echo(script)
