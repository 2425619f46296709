"""The best turns of a position, as a player sees them, and the turns of a record that lost much."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict, Unpack

import engine
from engine.errors import GameError
from engine.play import finding, players
from engine.play.players import Candidate, Player
from engine.play.position import Position, Turn
from engine.record import Record
from generator.api.diagrams import FORMATS, begun, diagram
from generator.api.options import (
    Option,
    SeedOption,
    SettingsOption,
    ThemeOption,
    completed,
    see_format,
)

if TYPE_CHECKING:
    from engine.drawing.marks import Mark

#: The least share of the game that a bad turn gives away.
MUCH = 0.15

#: How many of the best turns a figure shows.
_SHOWN = 3


@dataclass(frozen=True)
class Suggestion:
    """The best turns of a position, the best first; ``file`` is their figure, if one was written."""

    position: Position
    player: str
    turns: tuple[Candidate, ...]
    file: Path | None = None


class SuggestOptions(TypedDict, total=False):
    """Who thinks of a position, and what is drawn: the options of ``tilewright suggest``.

    - player NAME: The player: random, greedy, uct:N (N play-outs).
    - out: Draw the best turns into a file, .svg, .pdf or .png.
    """

    settings: SettingsOption
    player: Annotated[str, Option(default="uct:300")]
    seed: SeedOption
    out: Annotated[str | Path | None, Option(kind="file", names="-o --out")]
    theme: ThemeOption


def suggest(
    game: str, position: str | Position = "start", **options: Unpack[SuggestOptions]
) -> Suggestion:
    """Return the best turns of a position, and draw them into the file ``out`` if given.

    Raises UnknownGameError, OptionError if the game is over or an option does not fit.  Raises
    NotationError for an unreadable position, OSError if the file cannot be written.

    >>> generator.suggest(game.name, player="greedy", out="turns.svg").file.name
    'turns.svg'
    """
    options = completed(SuggestOptions, options, "a suggestion")
    with finding.answering(game):
        now = begun(engine.game(game), position, options["settings"] or {})
        thinker = players.player(options["player"], game)
        choice = thinker.choose(now, seed=options["seed"])
    file = None if options["out"] is None else Path(options["out"])
    see_format(None, file, FORMATS)
    suggestion = Suggestion(now, options["player"], choice.candidates, file)
    if file is not None:
        _draw(suggestion, file, options["theme"])
    return suggestion


def _draw(suggestion: Suggestion, file: Path, theme: str) -> None:
    best, after = (
        suggestion.turns[:_SHOWN],
        suggestion.position.take_turn(suggestion.turns[0].move).after,
    )
    places = {after.laid(one.move)[-1:]: k for k, one in reversed([*enumerate(best, 1)])}
    marks = [
        mark
        for number in places.values()
        if number > 1
        for mark in marks_of(after, best[number - 1].move, str(number), theme)
    ]
    values = ", ".join(f"{one.move} {one.value:.0%}" for one in best)
    diagram(
        after.game,
        suggestion.position,
        out=file,
        theme=theme,
        mark=marks,
        play=best[0].move,
        caption=f"{suggestion.player}: {values}",
    )


def marks_of(position: Position, move: str, label: str, theme: str = "classic") -> list[Mark]:
    """Return marks for a move that is not played; none if the drawing lacks its places."""
    from engine.drawing import theme as themes
    from engine.drawing.marks import Mark

    drawing = engine.game(position.game).draw(position, theme=themes.load(theme), show=frozenset())
    laid = position.laid(move)
    passed = tuple(place for place in position.places(move) if place not in laid)
    try:
        for place in (*passed, *laid):
            drawing.place(place)
    except GameError:
        return []
    thin = [Mark("outline", passed, options=(("size", 0.5),))] if passed else []
    return [*thin, Mark("outline", laid), Mark("label", laid[-1:], text=label)] if laid else []


class AnnotatedRecord(NamedTuple):
    """A record with comments on its bad turns, and their number."""

    record: Record
    lost: int


def annotated(record: Record, name: str, *, seed: int = 1) -> AnnotatedRecord:
    """Return a record with a comment and marks after each turn that the player ``name`` finds bad.

    Raises RecordError at an illegal move, OptionError for an unknown player.
    """
    from engine.drawing.marks import format_comment

    thinker, lost = players.player(name, record.tags["Game"]), 0
    comments = [list(group) for group in record.comments]
    with finding.answering(record.tags["Game"]):
        for number, turn in enumerate(record.turns(), 1):
            better = _better(turn, thinker, seed)
            if better is None:
                continue
            lost += 1
            marks = format_comment(marks_of(turn.after, better.move, "!"))
            words = (
                f"{turn.written} gives away {better.loss:.0%}: {better.move} was better, "
                f"{better.value:.0%} for {name}"
            )
            comments[number].append(f"{words} {marks}".strip())
    return AnnotatedRecord(replace(record, comments=tuple(map(tuple, comments))), lost)


class _Better(NamedTuple):
    """A turn that was better than the one played, its value, and what the one played lost."""

    move: str
    value: float
    loss: float


def _better(turn: Turn[Position], thinker: Player, seed: int) -> _Better | None:
    """Return the best turn if the one played lost much, else None.

    With two players, the next one values both turns; with more, the mover does.
    """
    choice = thinker.choose(turn.before, seed=seed)
    best = turn.before.take_turn(choice.move)
    if best.after == turn.after:
        return None
    if len(turn.before.players) > 2:
        values = {one.move: one.value for one in choice.candidates}
        value, played = choice.value, values.get(turn.written, min(values.values()))
    else:
        value, played = (_value_after(one, thinker, seed) for one in (best, turn))
    return _Better(choice.move, value, value - played) if value - played >= MUCH else None


def _value_after(turn: Turn[Position], thinker: Player, seed: int) -> float:
    mover, after = turn.before.turn, turn.after
    if after.is_over:
        winners = after.winners() or after.players
        return (mover in winners) / len(winners)
    value = thinker.choose(after, seed=seed).value
    return value if after.turn == mover else 1 - value
