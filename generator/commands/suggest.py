"""``tilewright suggest``: the best turns of a position."""

from __future__ import annotations

from pathlib import Path

import click

from engine.errors import OptionError
from engine.play.players import Candidate
from generator import answers
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@_asking.settings_option
@click.option(
    "--player",
    default="uct:300",
    show_default=True,
    metavar="NAME",
    help="Who thinks: random, greedy, uct:N (N play-outs).",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Of all chance.")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the best turns into a file, .svg, .pdf or .png.",
)
@click.option("--theme", default="classic", show_default=True, help="A theme, or a file.toml.")
@_asking.json_option
def command(
    game: str,
    position: str,
    settings: tuple[str, ...],
    player: str,
    seed: int,
    out: Path | None,
    theme: str,
    as_json: bool,
) -> None:
    """Find the best turns of POSITION, the share of the game each may win, and what may follow.

    POSITION is "start", a written position, or "-" for standard input.  The same player and seed
    find the same turns.
    """
    from generator.api import suggestions

    now = _asking.ask(game, position, settings)
    if now.is_over:
        raise OptionError("the game is over: nobody has a turn to look for")
    with _telling.working("thinking"):
        found = suggestions.suggest(game, now, player=player, seed=seed, out=out, theme=theme)
    if as_json:
        turns = [{**one._asdict(), "line": list(one.line)} for one in found.turns]
        answer = {"game": game, "position": str(now), "player": player, "seed": seed}
        drawn = {} if out is None else {"file": str(out)}
        click.echo(answers.written("suggest", {**answer, "turns": turns, **drawn}))
        return
    for one in found.turns:
        _telling.result(_line(one))


def _line(one: Candidate) -> str:
    tried = f" {one.playouts:>6}" if one.playouts else ""
    return f"{one.value:>4.0%}{tried}  {' '.join(one.line)}"
