"""Players at work: games between them, the best turns of a position, and studies of a game by thousands."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any, TypedDict, Unpack

import engine
from engine.errors import GameError, IllegalMoveError, OptionError
from engine.play import wording
from engine.play.players import Candidate, Player, player, turns
from engine.play.position import Position
from engine.record import Record, format_all, result
from engine.words import count
from generator import answers, files
from generator.api.declaration import (
    Answer,
    GameName,
    Option,
    PositionText,
    SeedOption,
    SettingsOption,
    ThemeOption,
    completed,
    names_in,
)
from generator.api.pictures import begun, diagram
from generator.studying.games import Study, Watch, mapped, play, wilson

_PLAYERS = "uct:300,greedy"


@dataclass(frozen=True)
class Match:
    """The outcome of a match: ``score`` has the points of each player."""

    game: str
    settings: Mapping[str, str]
    players: tuple[str, ...]
    seed: int
    records: tuple[Record, ...]
    score: Mapping[str, float]
    #: The file of the records, None if none was written.
    file: Path | None = None

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """Wilson's interval of each player's share of the points, at 95 %."""
        games = len(self.records)
        return {name: wilson(points / games, games) for name, points in self.score.items()}

    def answer(self) -> Answer:
        games, lines = len(self.records), []
        for name, (low, high) in self.intervals.items():
            points = self.score[name]
            share = f"{points / games:.0%} ({low:.0%} to {high:.0%})"
            lines.append(f"{name}: {points:g} of {count(games, 'game')}, {share}")
        answer = {
            "game": self.game,
            "settings": dict(self.settings),
            "players": self.players,
            "games": games,
            "seed": self.seed,
            "score": dict(self.score),
            "intervals": self.intervals,
            **({"records": self.file} if self.file else {}),
        }
        return Answer(answer, lines)


class MatchOptions(TypedDict, total=False):
    """How many games are played, and how: the options of ``tilewright match``.

    - games N: The number of games.
    - jobs N: Games at the same time. [default: all cores; from Python 1]
    - records FILE: Write the games.
    """

    settings: SettingsOption
    games: Annotated[int, Option(default=100, kind=(1, 1000000))]
    seed: SeedOption
    jobs: Annotated[int | None, Option(kind=(1, 256))]
    records: Annotated[str | Path | None, Option(offers="files")]


def match(
    game: GameName,
    players: Annotated[str | Sequence[str], Option(default=_PLAYERS, names="--players")] = _PLAYERS,
    *,
    watching: Watch = lambda played, _: played,
    **options: Unpack[MatchOptions],
) -> Match:
    """Let players play GAME against each other, and count their points.

    A win is one point; players who share a win or a draw share the point. The players change seats
    from game to game, and play a start drawn by lot from every seat. The same seed gives the same
    games, however many run at a time. The intervals are Wilson's, of 95 %.

    - players NAMES: A player for each seat: random, greedy, uct:N (N play-outs a turn).

    ``watching`` yields the games on, to show progress.

    >>> made = generator.match(game.name, "random,greedy", games=1, settings={"mode": "max"})
    >>> sum(made.score.values()), len(made.records)
    (1.0, 1)
    """
    options = completed(MatchOptions, options, "a match")
    given, seed = names_in(players), options["seed"]
    before = [given[:index].count(name) for index, name in enumerate(given)]
    # A second greedy is greedy#2.
    names = tuple(f"{n}#{k + 1}" if k else n for n, k in zip(given, before, strict=True))
    chosen = {name: str(value) for name, value in options["settings"].items()}
    rounds = _rounds(game, names, chosen, options["games"], seed)
    jobs = min(options["jobs"] or 1, len(rounds))
    file = None if options["records"] is None else Path(options["records"])
    made: list[Record] = []
    score = dict.fromkeys(names, 0.0)
    try:
        with closing(mapped(partial(_played, seed), rounds, jobs)) as played:
            for tags, moves, shares in watching(played, len(rounds)):
                made.append(Record(tags, moves))
                for name, share in shares.items():
                    score[name] += share
    finally:
        if file is not None and made:
            files.write(file, format_all(made).encode())
    return Match(game, chosen, names, seed, tuple(made), score, file)


def _rounds(
    game: str, names: tuple[str, ...], settings: dict[str, str], games: int, seed: int
) -> list[dict[str, str]]:
    """Return the tags of the games to play, all but the results."""
    lots = [name for name in engine.game(game).any_lot if name not in settings]
    first = engine.game(game).begin({**settings, **dict.fromkeys(lots, "1")})
    if len(names) != len(first.players):
        needed = count(len(first.players), "player")
        words = f"this game has {needed}, not {len(names)}"
        if "players" in (option.name for option in engine.game(game).options):
            words += "; players=… says how many play"
        raise OptionError(words, setting="players")
    for one in names:
        _player(one, game)
    seat_tags = [wording.player_tag(first, letter) for letter in first.players]
    rounds = []
    for number in range(games):
        turned, shift = divmod(number, len(names))
        start = {**settings, **dict.fromkeys(lots, str(_lot(f"{seed} start {turned}")))}
        tags = {
            "Game": game,
            **{key.capitalize(): value for key, value in start.items()},
            **dict(zip(seat_tags, (*names[shift:], *names[:shift]), strict=True)),
            "Event": f"match of {', '.join(names)}, seed {seed}",
            "Round": str(number + 1),
        }
        rounds.append(tags)
    return rounds


def _lot(words: str) -> int:
    return Random(words).randrange(10**9)


def _played(
    seed: int, tags: dict[str, str]
) -> tuple[dict[str, str], tuple[str, ...], dict[str, float]]:
    """Return a game's tags and moves, and the winners' shares of the point."""
    start = Record(tags).start()
    names = {letter: tags[wording.player_tag(start, letter)] for letter in start.players}
    seats = [_player(name, tags["Game"]) for name in names.values()]
    made = list(turns(start, seats, seed=_lot(f"{seed} game {int(tags['Round']) - 1}")))
    last = made[-1].after
    winners = last.winners() or last.players
    shares = {names[letter]: 1 / len(winners) for letter in winners}
    return {**tags, "Result": result(last)}, tuple(turn.written for turn in made), shares


def _player(name: str, game: str) -> Player:
    return player(name.partition("#")[0], game)


# ----------------------------------------------------------------------------------- suggestions

#: How many of the best turns a figure shows.
_MOST_OUTLINES = 3


@dataclass(frozen=True)
class Suggestion:
    """The best turns of a position, the best first; ``file`` is their figure, if one was written."""

    position: Position
    player: str
    turns: tuple[Candidate, ...]
    file: Path | None = None
    seed: int = 1

    def answer(self) -> Answer:
        lines, columns = [], "expected share"
        for one in self.turns:
            tried = f" {one.playouts:>6}" if one.playouts else ""
            columns = "expected share, play-outs" if tried else columns
            lines.append(f"{one.value:>4.0%}{tried}  {' '.join(one.line)}")
        answer = {
            "game": self.position.game,
            "position": self.position,
            "player": self.player,
            "seed": self.seed,
            "turns": [one._asdict() for one in self.turns],
            **({"file": self.file} if self.file else {}),
        }
        return Answer(answer, lines, [f"{columns}, turn and what may follow"])


class SuggestOptions(TypedDict, total=False):
    """Who thinks of a position, and what is drawn: the options of ``tilewright suggest``.

    - player NAME: The player: random, greedy, uct:N (N play-outs).
    - out: Draw the best turns into a file, .svg, .pdf or .png.
    """

    settings: SettingsOption
    player: Annotated[str, Option(default="uct:300")]
    seed: SeedOption
    out: Annotated[str | Path | None, Option(kind="file")]
    theme: ThemeOption


def suggest(
    game: GameName, position: PositionText = "start", **options: Unpack[SuggestOptions]
) -> Suggestion:
    """Find the best turns of POSITION, the best first.

    A line has the share of the game that the player expects, for uct the number of its play-outs,
    the turn, and the turns that it expects after it. The turn with the most play-outs is the best.
    POSITION is "start", a written position, or "-" for standard input. The same player and seed
    find the same turns.

    >>> generator.suggest(game.name, player="greedy", out="turns.svg").file.name
    'turns.svg'
    """
    options = completed(SuggestOptions, options, "a suggestion")
    now = begun(engine.game(game), position, options["settings"])
    thinker = player(options["player"], game)
    choice = thinker.choose(now, seed=options["seed"])
    file = None if options["out"] is None else Path(options["out"])
    suggestion = Suggestion(now, options["player"], choice.candidates, file, options["seed"])
    if file is not None:
        _draw(suggestion, file, options["theme"])
    return suggestion


def _draw(suggestion: Suggestion, file: Path, theme: str) -> None:
    """Draw the best turn as played, and where the next ones end as outlines with numbers."""
    from engine.drawing import theme as themes
    from engine.drawing.marks import Mark

    best = suggestion.turns[:_MOST_OUTLINES]
    try:
        after, played = suggestion.position.take_turn(best[0].move).after, best[0].move
    except IllegalMoveError:  # it draws a tile, and nobody knows which
        after, played = suggestion.position, ""
    look = themes.load(theme)
    drawing = engine.game(after.game).draw(after, theme=look, show=frozenset())
    marks: list[Mark] = []
    taken: set[tuple[str, ...]] = {(), after.laid(best[0].move)[-1:]}
    for number, one in enumerate(best[1:], 2):
        laid = after.laid(one.move)
        with suppress(GameError):  # a place that the drawing lacks
            if laid[-1:] not in taken and all(map(drawing.place, laid)):
                marks += [Mark("outline", laid), Mark("label", laid[-1:], text=str(number))]
        taken.add(laid[-1:])
    values = ", ".join(f"{one.move} {one.value:.0%}" for one in best)
    diagram(
        after.game,
        suggestion.position,
        out=file,
        theme=theme,
        mark=marks,
        play=played or (),
        caption=f"{suggestion.player}: {values}",
    )


# --------------------------------------------------------------------------------------- studies

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
    out: Annotated[str | Path, Option(default="study")]


def study(
    game: str,
    *,
    watching: Watch = lambda played, _: played,
    **options: Unpack[StudyOptions],
) -> dict[str, Any]:
    """Let a player play games against itself; write what they say of the game, and return it.

    An interrupted study goes on.  ``watching`` yields the games on, to show progress.

    >>> generator.study(game.name, settings={"mode": "max"}, games=4, duels=0)["claims"][0]["games"]
    4
    """
    given = completed(StudyOptions, options, "a study")
    name, games, duels = given["player"], given["games"], given["duels"]
    player(name, game)
    stronger = _stronger(name, game)
    duels = (min(_DUELS, games // 5) if duels is None else duels) if stronger else 0
    chosen = tuple(sorted((key, str(value)) for key, value in given["settings"].items()))
    plan = Study(game, chosen, name, games, duels, stronger, given["seed"])
    plan.start(0)  # settings that do not fit are refused before a file is written
    folder = Path(given["out"])
    from generator.studying import report

    rows, counts = play(plan, folder, given["jobs"], given["scheduler"], watching)
    answer = report.write(folder, plan, rows, counts)
    shutil.rmtree(folder / "shards")
    return answer


def compare(first: str | Path, second: str | Path, *, out: str | Path) -> Path:
    """Write a page with the answers of two studies side by side, from their folders.

    >>> _ = generator.study(game.name, settings={"mode": "max"}, games=4, duels=0)
    >>> generator.compare("study", "study", out="both.html").name
    'both.html'
    """
    from generator.studying import report

    page = Path(out)
    studies = [_read(Path(folder), page.parent) for folder in (first, second)]
    files.write(page, report.page(studies).encode())
    return page


def _stronger(name: str, game: str) -> str:
    """Return a player that looks further ahead, "" where there is none."""
    kind, _, playouts = name.partition(":")
    more = f"uct:{2 * int(playouts)}" if kind == "uct" else "greedy" if kind == "random" else ""
    try:
        return player(more, game).name
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
