"""``tilewright perft``: how many sequences of moves there are."""

from __future__ import annotations

import click

from engine.play.perft import perft
from generator import answers
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@click.argument("depth", type=click.IntRange(0, 20))
@_asking.settings_option
@click.option("--divide", is_flag=True, help="Count for each first move.")
@_asking.json_option
def command(
    game: str, position: str, depth: int, settings: tuple[str, ...], divide: bool, as_json: bool
) -> None:
    """Count the sequences of DEPTH legal moves from POSITION."""
    now = _asking.ask(game, position, settings)
    asked = {"game": game, "position": str(now), "depth": depth}
    if not divide:
        with _telling.working("counting"):
            total = perft(now, depth)
        click.echo(answers.written("perft", {**asked, "count": total}) if as_json else total)
        return
    if not depth:
        raise click.UsageError("--divide needs a depth of 1 or more")
    with _telling.working("counting"):
        table = {str(move): perft(now.play(move), depth - 1) for move in now.legal_moves()}
    if as_json:
        total = sum(table.values())
        click.echo(answers.written("perft", {**asked, "count": total, "moves": table}))
        return
    for move, count in table.items():
        click.echo(f"{move} {count}")
    click.echo(f"total {sum(table.values())}")
