"""``tilewright suggest``: the best turns of a position."""

from __future__ import annotations

from typing import Any

import click

from engine.errors import OptionError
from generator import answers
from generator.api import suggestions
from generator.api.suggestions import SuggestOptions
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@_asking.position_arguments
@_asking.options(SuggestOptions)
@_asking.json_option
def command(game: str, position: str, *, as_json: bool, **options: Any) -> None:
    """Find the best turns of POSITION, the share of the game each may win, and what may follow.

    POSITION is "start", a written position, or "-" for standard input.  The same player and seed
    find the same turns.
    """
    now = _asking.ask(game, position, options.pop("settings"))
    if now.is_over:
        raise OptionError("the game is over: nobody has a turn to look for")
    found = suggestions.suggest(game, now, **options)
    if as_json:
        turns = [{**one._asdict(), "line": list(one.line)} for one in found.turns]
        answer = {"game": game, "position": str(now), "player": found.player}
        drawn = {} if found.file is None else {"file": str(found.file)}
        whole = {**answer, "seed": options["seed"], "turns": turns, **drawn}
        click.echo(answers.written("suggest", whole))
        return
    for one in found.turns:
        tried = f" {one.playouts:>6}" if one.playouts else ""
        _telling.result(f"{one.value:>4.0%}{tried}  {' '.join(one.line)}")
