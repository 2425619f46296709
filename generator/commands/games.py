"""``tilewright games``: the games and what their boxes hold."""

from __future__ import annotations

import click

import engine
from generator import answers
from generator.commands import _asking


@click.command()
@_asking.json_option
def command(as_json: bool) -> None:
    """List the games, their components and counts."""
    games = [engine.game(name) for name in engine.names()]
    if as_json:
        listed = [
            {
                "name": game.name,
                "title": game.title,
                "credit": game.credit,
                "components": [
                    {"name": c.name, "title": c.title, "count": c.count} for c in game.components()
                ],
            }
            for game in games
        ]
        click.echo(answers.written("games", {"games": listed}))
        return
    for game in games:
        click.echo(f"{game.name}: {game.title}. {game.credit}".rstrip())
        for part in game.components():
            click.echo(f"  {part.count:>4}  {part.title} ({part.name})")
