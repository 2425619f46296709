"""``tilewright match``: games between players."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from engine.words import count
from generator import answers
from generator.cli import ASKED
from generator.commands import _asking, _telling

if TYPE_CHECKING:
    from engine.record import Record
    from generator.api.matches import Match


@click.command()
@click.argument("game")
@_asking.settings_option
@click.option(
    "--players",
    default="uct:300,greedy",
    show_default=True,
    metavar="NAMES",
    help="As many as the game has: random, greedy, uct:N (N play-outs a turn).",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="Of all chance.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many games at a time. [default: all cores]",
)
@click.option(
    "--records",
    metavar="FILE",
    help="Write the games; those that the file holds already are not played again.",
)
@_asking.json_option
def command(
    game: str, settings: tuple[str, ...], jobs: int | None, *, as_json: bool, **options: Any
) -> None:
    """Let players play GAME against each other, and count their points.

    A win is a point; who share a win or a draw share the point. The players change seats from game
    to game. The same seed gives the same games, however many run at a time. The intervals are
    Wilson's, of 95 %.
    """
    from generator.api import matches

    click.get_current_context().meta[ASKED] = game
    made = matches.match(
        game,
        settings=_asking.settings_of(settings),
        jobs=jobs or os.cpu_count() or 1,
        watching=_shown,
        **options,
    )
    if as_json:
        click.echo(answers.written("match", _answer(made, options["records"])))
        return
    for name, points in made.score.items():
        low, high = made.intervals[name]
        share = points / len(made.records)
        _telling.result(
            f"{name}: {points:g} of {count(len(made.records), 'game')}, "
            f"{share:.0%} ({low:.0%} to {high:.0%})"
        )


def _answer(made: Match, records: str | None) -> dict[str, Any]:
    """Return what came of a match as programs read it."""
    return {
        "game": made.game,
        "settings": dict(made.settings),
        "players": list(made.players),
        "games": len(made.records),
        "seed": made.seed,
        "score": dict(made.score),
        "intervals": {name: list(bounds) for name, bounds in made.intervals.items()},
        **({"records": records} if records else {}),
    }


def _shown(records: Iterator[Record], total: int) -> Iterable[Record]:
    """Yield the games played, with a progress bar where a person watches."""
    if not _telling.shows_progress():
        yield from records
        return
    with click.progressbar(records, length=total, label="games", file=sys.stderr) as bar:
        yield from bar
