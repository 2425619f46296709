"""The commands in which players think: ``match``, ``suggest`` and ``study``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from engine.errors import OptionError
from engine.words import count
from generator import answers
from generator.api import matches, studies, suggestions
from generator.api.matches import MatchOptions
from generator.api.studies import StudyOptions
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


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="GAME | compare A B")
@_asking.options(StudyOptions)
@_asking.json_option
def study(words: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Play a game against itself: is it fair, how long is it, does skill win?

    The folder gets a page with the answers, the data, and the games behind each answer. A study
    that was interrupted goes on. "compare A B" sets the studies in two folders side by side.
    """
    from generator.studying.report import in_words

    out = Path(options["out"])
    if words[0] == "compare" and len(words) == 3:
        _telling.note(f"wrote {studies.compare(*words[1:], out=out.with_suffix('.html'))}")
        return
    if len(words) != 1:
        raise click.UsageError("expected one GAME, or: compare A B")
    click.get_current_context().meta[ASKED] = words[0]
    found = studies.study(words[0], watching=_telling.progress("playing"), **options)
    if as_json:
        click.echo((out / "study.json").read_text("utf-8"))
        return
    for claim in found["claims"]:
        low, value, high = (in_words(claim, key) for key in ("low", "value", "high"))
        _telling.result(f"{claim['question']} {value} ({low} to {high})")
    _telling.note(f"wrote {out / 'index.html'}")
