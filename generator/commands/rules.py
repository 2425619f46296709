"""The commands that ask the rules: ``games``, ``moves``, ``play``, ``score``, ``perft`` and ``hint``."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import click

import engine
from engine.errors import OptionError
from engine.play.position import Hinting
from engine.words import listed
from generator import answers
from generator.commands import _asking


@click.command()
@_asking.json_option
def games(as_json: bool) -> None:
    """List the games, their components and counts."""
    found = [engine.game(name) for name in engine.names()]
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
            for game in found
        ]
        click.echo(answers.written("games", {"games": rows}))
        return
    for game in found:
        click.echo(f"{game.name}: {game.title}. {game.credit}".rstrip())
        for part in game.components():
            click.echo(f"  {part.count:>4}  {part.title} ({part.name})")


@click.command(cls=_asking.Command)
@_asking.position_arguments
@_asking.settings_option
@click.option(
    "--limit", type=click.IntRange(1, 10**9), metavar="N", help="Stop after so many moves."
)
@click.option("--count", is_flag=True, help="Only count them.")
@_asking.json_option
def moves(
    game: str,
    position: str,
    settings: dict[str, str],
    limit: int | None,
    count: bool,
    as_json: bool,
) -> None:
    """List the legal moves of POSITION, one a line.

    POSITION is "start", a written position, or "-" for standard input.
    """
    now = _asking.ask(game, position, settings)
    found = islice(now.legal_moves(), limit)
    answer: dict[str, Any] = {"game": game, "position": str(now)}
    if count:
        answer["count"] = sum(1 for _ in found)
        click.echo(answers.written("moves", answer) if as_json else answer["count"])
    elif as_json:
        texts = [str(move) for move in found]
        click.echo(answers.written("moves", {**answer, "count": len(texts), "moves": texts}))
    else:
        for move in found:
            click.echo(str(move))


@click.command(cls=_asking.Command)
@_asking.position_arguments
@click.argument("moves", nargs=-1, required=True, metavar="MOVE…")
@_asking.settings_option
@click.option("--events", is_flag=True, help="Say what each move brings about.")
@click.option("--seed", type=int, help="For moves that chance decides, such as a draw.")
@_asking.json_option
def play(
    game: str,
    position: str,
    moves: tuple[str, ...],
    settings: dict[str, str],
    events: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play MOVEs from POSITION and show the position after them.

    A move that breaks a rule is exit code 1 and says which rule.
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
    if not as_json:
        click.echo(str(now))
        return
    answer = {
        "game": game,
        "moves": story,
        "position": str(now),
        "turn": now.turn,
        "scores": now.scores(),
        "over": now.is_over,
        "winners": now.winners(),
    }
    click.echo(answers.written("play", answer))


@click.command(cls=_asking.Command)
@_asking.position_arguments
@_asking.settings_option
@_asking.json_option
def score(game: str, position: str, settings: dict[str, str], as_json: bool) -> None:
    """Show the scores of POSITION: a line for each player, then the state of play."""
    now = _asking.ask(game, position, settings)
    scores, winners = now.scores(), now.winners()
    if as_json:
        answer = {
            "game": game,
            "position": str(now),
            "scores": scores,
            "turn": now.turn,
            "over": now.is_over,
            "winners": winners,
        }
        click.echo(answers.written("score", answer))
        return
    for player, points in scores.items():
        click.echo(f"{player} {points:g}")
    if winners is None:
        click.echo(f"{now.turn} to move")
    else:
        click.echo(f"won by {' and '.join(winners)}" if winners else "drawn, no winner")


@click.command(cls=_asking.Command)
@_asking.position_arguments
@click.argument("depth", type=click.IntRange(0, 20))
@_asking.settings_option
@click.option("--divide", is_flag=True, help="Count for each first move.")
@_asking.json_option
def perft(
    game: str, position: str, depth: int, settings: dict[str, str], divide: bool, as_json: bool
) -> None:
    """Count the sequences of DEPTH legal moves from POSITION."""
    from engine.play.position import perft as count

    now = _asking.ask(game, position, settings)
    answer: dict[str, Any] = {"game": game, "position": str(now), "depth": depth}
    if not divide:
        answer["count"] = count(now, depth)
        click.echo(answers.written("perft", answer) if as_json else answer["count"])
        return
    if not depth:
        raise click.UsageError("--divide needs a depth of 1 or more")
    table = {str(move): count(now.play(move), depth - 1) for move in now.legal_moves()}
    total = sum(table.values())
    if as_json:
        click.echo(answers.written("perft", {**answer, "count": total, "moves": table}))
        return
    for move, number in table.items():
        click.echo(f"{move} {number}")
    click.echo(f"total {total}")


@click.command(cls=_asking.Command)
@click.argument(
    "words", nargs=-1, metavar="[GAME] POSITION", shell_complete=_asking.offering("hinting games")
)
@_asking.settings_option
@click.option(
    "--seconds",
    type=_asking.Finite(0.1, 3600),
    default=10.0,
    show_default=True,
    help="Stop after so long with the best turn found.",
)
@_asking.json_option
def hint(words: tuple[str, ...], settings: dict[str, str], seconds: float, as_json: bool) -> None:
    """Find a turn that plays as many tiles as possible, or the proof that none can be.

    POSITION is "start" with -s, a written position, or "-" for standard input. GAME may be left
    out where one game gives hints. Any rearrangement of the table is considered.
    """
    game, text = _game_and_position(words)
    now = _asking.ask(game, text, settings)
    if now.is_over:
        raise OptionError("the game is over: nobody has a turn to look for")
    assert isinstance(now, Hinting), f"{game} gives hints, but its positions do not"
    found = now.hint(seconds=seconds)
    if not as_json:
        click.echo(found.sentence())
        return
    answer = {
        "game": game,
        "position": str(now),
        "move": found.move,
        "tiles": found.tiles,
        "bound": found.bound,
        "status": found.status,
    }
    click.echo(answers.written("hint", answer))


def _game_and_position(words: tuple[str, ...]) -> tuple[str, str]:
    """Return the game's name and the position's text."""
    if not words or words in {(name,) for name in engine.names()}:
        raise click.UsageError("Missing argument 'POSITION'.")
    *names, text = words
    if len(names) > 1:
        raise click.UsageError(f"Got unexpected extra argument ({text})")
    giving = [name for name in engine.names() if engine.game(name).gives_hints]
    known = listed(giving) or "none"
    if not names and len(giving) != 1:
        raise OptionError(f"name the game; games that give hints: {known}")
    game = names[0] if names else giving[0]
    if not engine.game(game).gives_hints:
        raise OptionError(f"{game} gives no hints; games that do: {known}")
    return game, text
