"""``tilewright games``: the games and what their boxes hold."""

from __future__ import annotations

import json

import click

import engine


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")
def command(as_json: bool) -> None:
    """List the games, their components and counts."""
    games = [engine.game(name) for name in engine.names()]
    if as_json:
        answer = {
            game.name: {
                "title": game.title,
                "credit": game.credit,
                "components": {
                    c.name: {"title": c.title, "count": c.count} for c in game.components()
                },
            }
            for game in games
        }
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    for game in games:
        click.echo(f"{game.name}: {game.title}. {game.credit}")
        for part in game.components():
            click.echo(f"  {part.count:>4}  {part.title} ({part.name})")
