"""Studies: thousands of games that a player plays against itself, and what they say of the game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

from engine.errors import OptionError
from engine.play.players import player as find_player
from generator import answers, files
from generator.api.options import Option, SeedOption, SettingsOption, completed
from generator.studying import report
from generator.studying.games import Study, Watch, play

#: The default number of duels, enough to see whether search wins.
_DUELS = 200


class StudyOptions(TypedDict, total=False):
    """Who plays how many games, and where the files go: the options of ``tilewright study``.

    - player NAME: The player, such as uct:300.
    - games N: The number of games.
    - duels N: Games against a stronger player. [default: a fifth of the games, at most 200]
    - jobs N: The number of processes.
    - scheduler ADDRESS: A Dask cluster that plays the games.
    - out PATH: The folder for the files; of compare, the page.
    """

    settings: SettingsOption
    player: Annotated[str, Option(default="random")]
    games: Annotated[int, Option(default=1000, kind=(2, 100000000))]
    duels: Annotated[int | None, Option(kind=(0, 100000000))]
    seed: SeedOption
    jobs: Annotated[int, Option(default=1, kind=(1, 256))]
    scheduler: str
    out: Annotated[str | Path, Option(default="study", names="-o --out")]


def study(
    game: str,
    *,
    watching: Watch = lambda played, _: played,
    **options: Unpack[StudyOptions],
) -> dict[str, Any]:
    """Let a player play games against itself; write what they say of the game, and return it.

    ``jobs`` processes share the games, or the Dask cluster of ``scheduler`` does.  The files are the
    same.  An interrupted study goes on when it is started again.  ``watching`` shows progress, and
    yields every game on.

    Raises UnknownGameError, OptionError for options that do not fit, OSError if a file cannot be
    written.

    >>> generator.study(game.name, settings={"mode": "max"}, games=4, duels=0)["claims"][0]["games"]
    4
    """
    given = completed(StudyOptions, options, "a study")
    player, games, duels = given["player"], given["games"], given["duels"]
    find_player(player, game)
    stronger = _stronger(player, game)
    count = (min(_DUELS, games // 5) if duels is None else duels) if stronger else 0
    chosen = tuple(sorted((key, str(value)) for key, value in given["settings"].items()))
    plan = Study(game, chosen, player, games, count, stronger, given["seed"])
    plan.start(0)  # settings that do not fit are refused before a file is written
    folder = Path(given["out"])
    rows, counts = play(plan, folder, given["jobs"], given["scheduler"], watching)
    answer = report.write(folder, plan, rows, counts)
    shutil.rmtree(folder / "shards")
    return answer


def compare(first: str | Path, second: str | Path, *, out: str | Path) -> Path:
    """Write a page with the answers of two studies side by side, from their folders.

    Raises OptionError for a folder without a study, OSError.

    >>> _ = generator.study(game.name, settings={"mode": "max"}, games=4, duels=0)
    >>> generator.compare("study", "study", out="both.html").name
    'both.html'
    """
    page = Path(out)
    studies = [_read(Path(folder), page.parent) for folder in (first, second)]
    files.write(page, report.page(studies).encode())
    return page


def _stronger(player: str, game: str) -> str:
    """Return a player that looks further ahead, "" where there is none."""
    kind, _, playouts = player.partition(":")
    name = f"uct:{2 * int(playouts)}" if kind == "uct" else "greedy" if kind == "random" else ""
    try:
        return find_player(name, game).name
    except OptionError:
        return ""


def _read(folder: Path, start: Path) -> dict[str, Any]:
    try:
        study: dict[str, Any] = json.loads((folder / "study.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"{files.from_here(folder)} holds no study.json") from error
    if study.get("schema") != answers.name_of("study"):
        raise OptionError(f"{files.from_here(folder / 'study.json')} is not a study")
    for claim in study["claims"]:
        claim["pages"] = [files.relative(folder / page, start) for page in claim["pages"]]
    return study
