"""``tilewright study``: what games of players against themselves say of a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.api import studies
from generator.commands import _asking, _telling
from generator.studying.report import in_words


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="GAME | compare A B")
@_asking.settings_option
@click.option("--player", default="random", show_default=True, help="Who plays, such as uct:300.")
@click.option(
    "--games", type=click.IntRange(2), default=1000, show_default=True, help="How many games."
)
@click.option(
    "--duels",
    type=click.IntRange(0),
    help="How many games against a stronger player. [default: a fifth of the games, at most 200]",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides all chance.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes."
)
@click.option("--scheduler", metavar="ADDRESS", default="", help="A Dask cluster plays the games.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="The folder. [default: study]")
@_asking.json_option
def command(
    words: tuple[str, ...],
    settings: tuple[str, ...],
    player: str,
    games: int,
    duels: int | None,
    seed: int,
    jobs: int,
    scheduler: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play a game against itself: is it fair, how long is it, does skill win?

    The folder gets a page with the answers, the data, and the games behind each answer. A study
    that was interrupted goes on. "compare A B" sets the studies in two folders side by side, in
    the page that -o names (compare.html).
    """
    if words[0] == "compare" and len(words) == 3:
        page = studies.compare(*words[1:], out=out or "compare.html")
        _telling.note(f"wrote {page}")
        return
    if len(words) != 1:
        raise click.UsageError("expected one GAME, or: compare A B")
    folder = out or Path("study")
    with click.progressbar(length=games, label="playing", file=sys.stderr) as bar:
        found = studies.study(
            words[0],
            settings=_asking.settings_of(settings),
            player=player,
            games=games,
            duels=duels,
            seed=seed,
            jobs=jobs,
            scheduler=scheduler,
            out=folder,
            tick=bar.update,
        )
    if as_json:
        click.echo((folder / "study.json").read_text("utf-8"))
        return
    for claim in found["claims"]:
        low, value, high = (in_words(claim, key) for key in ("low", "value", "high"))
        click.echo(f"{claim['question']} {value} ({low} to {high})")
    _telling.note(f"wrote {folder / 'index.html'}")
