"""The commands that ask the rules: ``games``, ``moves``, ``play``, ``score``, ``perft`` and ``hint``."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Annotated, Any

import click

import engine
from engine.errors import OptionError
from engine.play.position import Hinting, Position
from engine.play.position import perft as count_of
from engine.words import listed
from generator import answers
from generator.api.options import Option, SettingsOption
from generator.commands import _asking
from generator.commands._asking import Argument, GameName, Json, PositionText, command


@command
def games(*, as_json: Json) -> None:
    """List the games, their components and counts."""
    listing = [engine.game(name) for name in engine.names()]
    if as_json:
        rows = [
            {
                "name": game.name,
                "title": game.title,
                "credit": game.credit,
                "components": [
                    {"name": c.name, "title": c.title, "count": c.count} for c in game.components()
                ],
            }
            for game in listing
        ]
        click.echo(answers.written("games", {"games": rows}))
        return
    for game in listing:
        click.echo(f"{game.name}: {game.title}. {game.credit}".rstrip())
        for part in game.components():
            click.echo(f"  {part.count:>4}  {part.title} ({part.name})")


@command
def moves(
    game: GameName,
    position: PositionText,
    *,
    settings: SettingsOption,
    limit: Annotated[int | None, Option(kind=(1, 10**9))],
    count: bool,
    as_json: Json,
) -> None:
    """List the legal moves of POSITION, one a line.

    POSITION is "start", a written position, or "-" for standard input.

    - limit N: Stop after so many moves.
    - count: Only count them.
    """
    now = _asking.ask(game, position, settings)
    legal = islice(now.legal_moves(), limit)
    answer: dict[str, Any] = {"game": game, "position": str(now)}
    if count:
        answer["count"] = sum(1 for _ in legal)
        click.echo(answers.written("moves", answer) if as_json else answer["count"])
    elif as_json:
        texts = [str(move) for move in legal]
        click.echo(answers.written("moves", {**answer, "count": len(texts), "moves": texts}))
    else:
        for move in legal:
            click.echo(str(move))


@command
def play(
    game: GameName,
    position: PositionText,
    moves: Annotated[tuple[str, ...], Argument("MOVE…")],
    *,
    settings: SettingsOption,
    events: bool,
    seed: int | None,
    as_json: Json,
) -> None:
    """Play MOVEs from POSITION and show the position after them.

    A move that breaks a rule is exit code 1, with the rule in the error.

    - events: Print the events of each move.
    - seed: For moves of chance, such as a draw.
    """
    now = _asking.ask(game, position, settings)
    rng = None if seed is None else Random(seed)
    story: list[dict[str, object]] = []
    for move in moves:
        turn = now.take_turn(move, rng=rng)
        now = turn.after
        sentences = [event.sentence() for event in turn.events]
        story.append({"move": turn.written, "events": sentences, "position": str(now)})
        for sentence in sentences if events and not as_json else ():
            click.echo(sentence, err=True)
    if as_json:
        answer = {"game": game, "moves": story, "position": str(now), "turn": now.turn}
        click.echo(answers.written("play", answer | _standing(now)))
    else:
        click.echo(str(now))


def _standing(now: Position) -> dict[str, Any]:
    return {"scores": now.scores(), "over": now.is_over, "winners": now.winners()}


@command
def score(
    game: GameName, position: PositionText, *, settings: SettingsOption, as_json: Json
) -> None:
    """Show the scores of POSITION: a line for each player, then the state of play."""
    now = _asking.ask(game, position, settings)
    if as_json:
        answer = {"game": game, "position": str(now), "scores": now.scores(), "turn": now.turn}
        click.echo(answers.written("score", answer | _standing(now)))
        return
    for player, points in now.scores().items():
        click.echo(f"{player} {points:g}")
    winners = now.winners()
    if winners is None:
        click.echo(f"{now.turn} to move")
    else:
        click.echo(f"won by {' and '.join(winners)}" if winners else "drawn, no winner")


@command
def perft(
    game: GameName,
    position: PositionText,
    depth: Annotated[int, Argument(kind=(0, 20))],
    *,
    settings: SettingsOption,
    divide: bool,
    as_json: Json,
) -> None:
    """Count the sequences of DEPTH legal moves from POSITION.

    - divide: Count for each first move.
    """
    now = _asking.ask(game, position, settings)
    answer: dict[str, Any] = {"game": game, "position": str(now), "depth": depth}
    table: dict[str, int] = {}
    if divide:
        if not depth:
            raise OptionError("--divide needs a depth of 1 or more")
        table = {str(move): count_of(now.play(move), depth - 1) for move in now.legal_moves()}
    total = sum(table.values()) if divide else count_of(now, depth)
    if as_json:
        more = {"moves": table} if divide else {}
        click.echo(answers.written("perft", {**answer, "count": total, **more}))
        return
    for move, number in table.items():
        click.echo(f"{move} {number}")
    click.echo(f"total {total}" if divide else total)


@command
def hint(
    words: Annotated[tuple[str, ...], Argument("[GAME] POSITION", "hinting games", required=False)],
    *,
    settings: SettingsOption,
    seconds: Annotated[float, Option(default=10.0, kind=(0.1, 3600))],
    as_json: Json,
) -> None:
    """Find a turn that plays as many tiles as possible, or the proof that there is none.

    POSITION is "start" with -s, a written position, or "-" for standard input. GAME may be left
    out if only one game gives hints. The search considers any rearrangement of the table.

    - seconds: The longest search.
    """
    giving = [name for name in engine.names() if engine.game(name).gives_hints]
    if not words or words in {(name,) for name in engine.names()}:
        raise click.UsageError("Missing argument 'POSITION'.")
    if len(words) > 2:
        raise click.UsageError(f"Got unexpected extra argument ({words[2]})")
    game = words[0] if len(words) == 2 else giving[0] if len(giving) == 1 else ""
    known = listed(giving) or "none"
    if not game:
        raise OptionError(f"name the game; games that give hints: {known}")
    if not engine.game(game).gives_hints:
        raise OptionError(f"{game} gives no hints; games that do: {known}")
    now = _asking.ask(game, words[-1], settings)
    if now.is_over:
        raise OptionError("the game is over; there is no turn to find")
    assert isinstance(now, Hinting), f"{game} gives hints, but its positions do not"
    best = now.hint(seconds=seconds)
    if not as_json:
        click.echo(best.sentence())
        return
    names = ("move", "tiles", "bound", "status")
    answer = {"game": game, "position": str(now)}
    click.echo(answers.written("hint", answer | {name: getattr(best, name) for name in names}))
