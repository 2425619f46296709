"""The commands in which players think: ``match``, ``suggest`` and ``study``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Unpack

import click

from engine.errors import OptionError
from engine.words import count
from generator.api import players as playing
from generator.api import studies
from generator.api.options import Option
from generator.api.players import MatchOptions, SuggestOptions
from generator.api.studies import StudyOptions
from generator.commands import _asking, _telling
from generator.commands._asking import GameName, Json, PositionText, command
from generator.commands._telling import Answer


@command
def match(
    game: GameName,
    *,
    players: Annotated[str, Option(default="uct:300,greedy")],
    **options: Unpack[MatchOptions],
) -> Answer:
    """Let players play GAME against each other, and count their points.

    A win is one point; players who share a win or a draw share the point. The players change seats
    from game to game. The same seed gives the same games, however many run at a time. The intervals
    are Wilson's, of 95 %.

    - players NAMES: A player for each seat: random, greedy, uct:N (N play-outs a turn).
    """
    options["jobs"] = options["jobs"] or os.cpu_count() or 1
    made = playing.match(game, players, watching=_telling.progress("games"), **options)
    games, lines = len(made.records), []
    for name, points in made.score.items():
        low, high = made.intervals[name]
        share = f"{points / games:.0%} ({low:.0%} to {high:.0%})"
        lines.append(f"{name}: {points:g} of {count(games, 'game')}, {share}")
    answer = {
        "game": game,
        "settings": dict(made.settings),
        "players": list(made.players),
        "games": games,
        "seed": made.seed,
        "score": dict(made.score),
        "intervals": {name: list(bounds) for name, bounds in made.intervals.items()},
        **({"records": options["records"]} if options["records"] else {}),
    }
    return Answer(answer, lines)


@command
def suggest(game: GameName, position: PositionText, **options: Unpack[SuggestOptions]) -> Answer:
    """Find the best turns of POSITION, the best first.

    A line has the share of the game that the player expects, for uct the number of its play-outs,
    the turn, and the turns that it expects after it. The turn with the most play-outs is the best.
    POSITION is "start", a written position, or "-" for standard input. The same player and seed
    find the same turns.
    """
    best = playing.suggest(game, _asking.text_of(position), **options)
    lines, columns = [], "expected share"
    for one in best.turns:
        tried = f" {one.playouts:>6}" if one.playouts else ""
        columns = "expected share, play-outs" if tried else columns
        lines.append(f"{one.value:>4.0%}{tried}  {' '.join(one.line)}")
    answer = {
        "game": game,
        "position": str(best.position),
        "player": best.player,
        "seed": options["seed"],
        "turns": [{**one._asdict(), "line": list(one.line)} for one in best.turns],
        **({"file": str(best.file)} if best.file else {}),
    }
    return Answer(answer, lines, [f"{columns}, turn and what may follow"])


@command
def study(
    words: Annotated[tuple[str, ...], Option(metavar="GAME | compare A B")],
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
    answer = studies.study(words[0], watching=_telling.progress("playing"), **options)
    if as_json:
        click.echo((out / "study.json").read_text("utf-8"))
        return
    for claim in answer["claims"]:
        low, value, high = (in_words(claim, key) for key in ("low", "value", "high"))
        _telling.result(f"{claim['question']} {value} ({low} to {high})")
    _telling.note(f"wrote {out / 'index.html'}")
