"""``tilewright play``: the position after moves."""

from __future__ import annotations

from random import Random

import click

from generator import answers
from generator.commands import _asking


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@click.argument("moves", nargs=-1, required=True, metavar="MOVE…")
@_asking.settings_option
@click.option("--events", is_flag=True, help="Say what each move brings about.")
@click.option("--seed", type=int, help="For moves that chance decides, such as a draw.")
@_asking.json_option
def command(
    game: str,
    position: str,
    moves: tuple[str, ...],
    settings: tuple[str, ...],
    events: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play MOVEs from POSITION and show the position after them.

    A move that breaks a rule is exit code 1 and says which rule.
    """
    now = _asking.ask(game, position, settings)
    rng = None if seed is None else Random(seed)
    story: list[dict[str, object]] = []
    for move in moves:
        turn = now.take_turn(move, rng=rng)
        now = turn.after
        sentences = [event.sentence() for event in turn.events]
        story.append({"move": turn.written, "events": sentences, "position": str(now)})
        if events and not as_json:
            for sentence in sentences:
                click.echo(sentence, err=True)
    if as_json:
        winners = now.winners()
        answer = {
            "game": game,
            "moves": story,
            "position": str(now),
            "turn": now.turn,
            "scores": now.scores(),
            "over": now.is_over,
            "winners": None if winners is None else list(winners),
        }
        click.echo(answers.written("play", answer))
    else:
        click.echo(str(now))
