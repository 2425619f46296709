"""The commands that take a position, but for ``suggest``; and ``games``."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Annotated, Any, Unpack

import engine
from engine.errors import OptionError
from engine.play.position import Position
from engine.play.position import perft as count_of
from engine.words import listed
from generator.api.declaration import (
    Answer,
    GameName,
    Option,
    PositionText,
    SettingsOption,
    names_in,
)
from generator.api.pictures import DiagramOptions, begun
from generator.api.pictures import diagram as drawn
from generator.commands import _output


def games() -> Answer:
    """List the games, their components and counts."""
    rows, lines = [], []
    for game in map(engine.game, engine.names()):
        parts = game.components()
        components = [{"name": c.name, "title": c.title, "count": c.count} for c in parts]
        about = {"name": game.name, "title": game.title, "credit": game.credit}
        rows.append({**about, "components": components})
        lines.append(f"{game.name}: {game.title}. {game.credit}".rstrip())
        lines += [f"  {c.count:>4}  {c.title} ({c.name})" for c in parts]
    return Answer({"games": rows}, lines)


def diagram(game: GameName, position: PositionText, **options: Unpack[DiagramOptions]) -> Answer:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input."""
    if "list" not in names_in(options["show"]):
        return drawn(game, position, **options).answer()
    overlays = engine.game(game).overlays
    return Answer({"game": game, "show": dict(overlays)}, _output.columns(overlays))


def moves(
    game: GameName,
    position: PositionText,
    *,
    settings: SettingsOption,
    limit: Annotated[int | None, Option(kind=(1, 10**9))],
    count: bool,
) -> Answer:
    """List the legal moves of POSITION, one a line.

    POSITION is "start", a written position, or "-" for standard input.

    - limit N: Stop after so many moves.
    - count: Only count them.
    """
    now = begun(engine.game(game), position, settings)
    legal = islice(now.legal_moves(), limit)
    answer: dict[str, Any] = {"game": game, "position": str(now)}
    if count:
        number = sum(1 for _ in legal)
        return Answer({**answer, "count": number}, [number])
    texts = [str(move) for move in legal]
    return Answer({**answer, "count": len(texts), "moves": texts}, texts)


def play(
    game: GameName,
    position: PositionText,
    *moves: Annotated[str, Option(metavar="MOVE…")],
    settings: SettingsOption,
    events: bool,
    seed: int | None,
) -> Answer:
    """Play MOVEs from POSITION and show the position after them.

    A move that breaks a rule is exit code 1, with the rule in the error.

    - events: Print the events of each move.
    - seed: For moves of chance, such as a draw.
    """
    now = begun(engine.game(game), position, settings)
    rng = None if seed is None else Random(seed)
    story: list[dict[str, Any]] = []
    for move in moves:
        turn = now.take_turn(move, rng=rng)
        now = turn.after
        sentences = [event.sentence() for event in turn.events]
        story.append({"move": turn.written, "events": sentences, "position": str(now)})
    answer = {"game": game, "moves": story, "position": str(now), "turn": now.turn}
    notes = [sentence for one in story for sentence in one["events"]] if events else ()
    return Answer(answer | _standing(now), [now], notes)


def _standing(now: Position) -> dict[str, Any]:
    return {"scores": now.scores(), "over": now.is_over, "winners": now.winners()}


def score(game: GameName, position: PositionText, *, settings: SettingsOption) -> Answer:
    """Show the scores of POSITION: a line for each player, then the state of play."""
    now = begun(engine.game(game), position, settings)
    answer = {"game": game, "position": str(now), "scores": now.scores(), "turn": now.turn}
    state, winners = f"{now.turn} to move", now.winners()
    if winners is not None:
        state = f"won by {' and '.join(winners)}" if winners else "drawn, no winner"
    points = [f"{player} {points:g}" for player, points in now.scores().items()]
    return Answer(answer | _standing(now), [*points, state])


def perft(
    game: GameName,
    position: PositionText,
    depth: Annotated[int, Option(kind=(0, 20))],
    *,
    settings: SettingsOption,
    divide: bool,
) -> Answer:
    """Count the sequences of DEPTH legal moves from POSITION.

    - divide: Count for each first move.
    """
    now = begun(engine.game(game), position, settings)
    answer = {"game": game, "position": str(now), "depth": depth}
    if not divide or not depth:
        total = count_of(now, depth)
        return Answer({**answer, "count": total}, [total])
    table = {str(move): count_of(now.play(move), depth - 1) for move in now.legal_moves()}
    total = sum(table.values())
    lines = [*(f"{move} {number}" for move, number in table.items()), f"total {total}"]
    return Answer({**answer, "count": total, "moves": table}, lines)


def hint(
    game: GameName,
    position: PositionText,
    *,
    settings: SettingsOption,
    seconds: Annotated[float, Option(default=10.0, kind=(0.1, 3600))],
) -> Answer:
    """Find a turn that plays as many tiles as possible, or the proof that there is none.

    POSITION is "start" with -s, a written position, or "-" for standard input. The search considers
    any rearrangement of the table.

    - seconds N: The longest search.
    """
    now = begun(engine.game(game), position, settings)
    find = getattr(now, "hint", None)
    if find is None:
        giving = [name for name in engine.names() if engine.game(name).gives_hints]
        raise OptionError(f"{game} gives no hints; games that do: {listed(giving) or 'none'}")
    if now.is_over:
        raise OptionError("the game is over; there is no turn to find")
    best = find(seconds=seconds)
    about = {name: getattr(best, name) for name in ("move", "tiles", "bound", "status")}
    return Answer({"game": game, "position": str(now), **about}, [best.sentence()])
