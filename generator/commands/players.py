"""The commands in which players think: ``match`` and ``suggest``."""

from __future__ import annotations

import os
from typing import Any

import click

from engine.errors import OptionError
from engine.words import count
from generator import answers
from generator.api import matches, suggestions
from generator.api.matches import MatchOptions
from generator.api.suggestions import SuggestOptions
from generator.cli import ASKED
from generator.commands import _asking, _telling


@click.command()
@_asking.game_argument
@_asking.options(
    MatchOptions,
    settings=click.option(
        "--players",
        default="uct:300,greedy",
        show_default=True,
        metavar="NAMES",
        help="As many as the game has: random, greedy, uct:N (N play-outs a turn).",
    ),
)
@_asking.json_option
def match(game: str, players: str, *, as_json: bool, **options: Any) -> None:
    """Let players play GAME against each other, and count their points.

    A win is a point; who share a win or a draw share the point. The players change seats from game
    to game. The same seed gives the same games, however many run at a time. The intervals are
    Wilson's, of 95 %.
    """
    click.get_current_context().meta[ASKED] = game
    options["jobs"] = options["jobs"] or os.cpu_count() or 1
    made = matches.match(game, players, watching=_telling.progress("games"), **options)
    if as_json:
        answer = {
            "game": game,
            "settings": dict(made.settings),
            "players": list(made.players),
            "games": len(made.records),
            "seed": made.seed,
            "score": dict(made.score),
            "intervals": {name: list(bounds) for name, bounds in made.intervals.items()},
        }
        if options["records"]:
            answer["records"] = options["records"]
        click.echo(answers.written("match", answer))
        return
    for name, points in made.score.items():
        low, high = made.intervals[name]
        games = count(len(made.records), "game")
        share = points / len(made.records)
        _telling.result(f"{name}: {points:g} of {games}, {share:.0%} ({low:.0%} to {high:.0%})")


@click.command(cls=_asking.Command)
@_asking.position_arguments
@_asking.options(SuggestOptions)
@_asking.json_option
def suggest(game: str, position: str, *, as_json: bool, **options: Any) -> None:
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
