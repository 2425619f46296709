"""``tilewright score``: the scores of a position, and who has won."""

from __future__ import annotations

import click

from generator import answers
from generator.commands import _asking


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@_asking.settings_option
@_asking.json_option
def command(game: str, position: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Show the scores of POSITION: a line for each player, then the state of play."""
    now = _asking.ask(game, position, settings)
    scores, winners = now.scores(), now.winners()
    if as_json:
        answer = {
            "game": game,
            "position": str(now),
            "scores": scores,
            "turn": now.turn,
            "over": now.is_over,
            "winners": None if winners is None else list(winners),
        }
        click.echo(answers.written("score", answer))
        return
    for player, score in scores.items():
        click.echo(f"{player} {score:g}")
    if winners is None:
        click.echo(f"{now.turn} to move")
    elif winners:
        click.echo(f"won by {' and '.join(winners)}")
    else:
        click.echo("drawn, no winner")
