"""The commands in which players think: ``match``, ``suggest`` and ``study``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Unpack

import click

from engine.errors import OptionError
from engine.words import count
from generator import answers
from generator.api import matches, studies, suggestions
from generator.api.matches import MatchOptions
from generator.api.options import Option
from generator.api.studies import StudyOptions
from generator.api.suggestions import SuggestOptions
from generator.commands import _asking, _telling
from generator.commands._asking import Argument, GameName, Json, PositionText, command


@command
def match(
    game: GameName,
    *,
    players: Annotated[str, Option(default="uct:300,greedy")],
    as_json: Json,
    **options: Unpack[MatchOptions],
) -> None:
    """Let players play GAME against each other, and count their points.

    A win is one point; players who share a win or a draw share the point. The players change seats
    from game to game. The same seed gives the same games, however many run at a time. The intervals
    are Wilson's, of 95 %.

    - players NAMES: A player for each seat: random, greedy, uct:N (N play-outs a turn).
    """
    _asking.see_game(game)
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


@command
def suggest(
    game: GameName, position: PositionText, *, as_json: Json, **options: Unpack[SuggestOptions]
) -> None:
    """Find the best turns of POSITION, each with its share of the game and the expected line.

    POSITION is "start", a written position, or "-" for standard input. The same player and seed
    find the same turns.
    """
    now = _asking.ask(game, position, options.pop("settings"))
    if now.is_over:
        raise OptionError("the game is over; there is no turn to find")
    best = suggestions.suggest(game, now, **options)
    if as_json:
        turns = [{**one._asdict(), "line": list(one.line)} for one in best.turns]
        answer = {"game": game, "position": str(now), "player": best.player}
        drawn = {} if best.file is None else {"file": str(best.file)}
        whole = {**answer, "seed": options["seed"], "turns": turns, **drawn}
        click.echo(answers.written("suggest", whole))
        return
    for one in best.turns:
        tried = f" {one.playouts:>6}" if one.playouts else ""
        _telling.result(f"{one.value:>4.0%}{tried}  {' '.join(one.line)}")


@command
def study(
    words: Annotated[tuple[str, ...], Argument("GAME | compare A B")],
    *,
    as_json: Json,
    **options: Unpack[StudyOptions],
) -> None:
    """Play a game against itself: is it fair, how long is it, does skill win?

    The folder gets a page with the answers, the data, and the games behind each answer. An
    interrupted study goes on. "compare A B" shows the studies in two folders side by side.
    """
    from generator.studying.report import in_words

    out = Path(options["out"])
    if words[0] == "compare" and len(words) == 3:
        _telling.note(f"wrote {studies.compare(*words[1:], out=out.with_suffix('.html'))}")
        return
    if len(words) != 1:
        raise OptionError("expected one GAME, or: compare A B")
    _asking.see_game(words[0])
    answer = studies.study(words[0], watching=_telling.progress("playing"), **options)
    if as_json:
        click.echo((out / "study.json").read_text("utf-8"))
        return
    for claim in answer["claims"]:
        low, value, high = (in_words(claim, key) for key in ("low", "value", "high"))
        _telling.result(f"{claim['question']} {value} ({low} to {high})")
    _telling.note(f"wrote {out / 'index.html'}")
