"""A page's question, the turns of the game that it is about, and both as a record."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from engine import record as records
from engine.drawing import theme as themes
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.play import plugins
from engine.play.game import Game
from engine.play.position import Position, Turn
from engine.record import Record
from engine.settings import Settings

SettingPairs = tuple[tuple[str, str], ...]


class Question(NamedTuple):
    """What a page asks of a game: its settings, the turns so far, and the picks of the next."""

    game: Game[Position]
    settings: SettingPairs
    start: Position
    turns: tuple[Turn[Position], ...]
    picks: tuple[str, ...]
    theme: Theme
    #: The player whose hidden things are shown, "" for nobody, None for who is to move.
    viewer: str | None

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves in their full form."""
        return tuple(turn.written for turn in self.turns)

    @property
    def position(self) -> Position:
        """The position after the turns."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def last(self) -> Turn[Position] | None:
        """The last turn as the viewer sees it."""
        return self.view(self.turns[-1]) if self.turns else None

    def view(self, turn: Turn[Position]) -> Turn[Position]:
        """Return a turn as the viewer sees it."""
        if self.viewer in (turn.before.turn, "all"):
            return turn
        return replace(turn, move=turn.before.openly(turn.move))

    def played(self, move: str) -> Question:
        """Return the question with one more turn; raise IllegalMoveError.

        What chance decides follows from the settings and the moves alone, so that the same clicks
        make the same game.  What the settings decide, as a seed does a draw, no move chooses.
        """
        lot = f"{self.game.name} {self.settings} {self.moves}"
        turn = self.position.take_turn(move, rng=Random(lot))
        with suppress(GameError):  # the settings do not decide it
            turn = turn.before.take_turn(turn.before.openly(turn.move))
        return self._replace(turns=(*self.turns, turn), picks=())


def read(table: Settings) -> Question:
    """Return the question about a game; raise OptionError for what is of another kind."""
    game, given = plugins.game(table.text("game")), table.values
    try:
        settings = tuple((str(name), str(value)) for name, value in given.get("settings") or ())
    except (TypeError, ValueError) as error:
        raise OptionError("'settings' must be a list of pairs of a name and a value") from error
    return Question(
        game=game,
        settings=settings,
        start=_course(game.name, settings)[0],
        turns=_turns(game.name, settings, table.texts("moves")),
        picks=table.texts("picks"),
        theme=theme(table),
        viewer=None if given.get("viewer") is None else table.text("viewer"),
    )


def theme(table: Settings) -> Theme:
    """Return the theme that a question names; a page may not name files."""
    return themes.load(table.choice("theme", themes.names()) if "theme" in table else "classic")


@lru_cache(maxsize=8)
def _course(game: str, settings: SettingPairs) -> tuple[Position, list[Turn[Position]]]:
    """Return the start of a game, and the turns that were asked for last, to be kept there.

    Beside the game's options ``position`` names another start.
    """
    chosen, given = plugins.game(game), dict(settings)
    if "position" not in given:
        return chosen.begin(given), []
    return chosen.from_tags({name.capitalize(): value for name, value in given.items()}), []


def _turns(game: str, settings: SettingPairs, moves: tuple[str, ...]) -> tuple[Turn[Position], ...]:
    position, turns = _course(game, settings)
    for index, move in enumerate(moves):
        if index == len(turns) or turns[index].written != move:
            try:
                turns[index:] = [position.take_turn(move)]
            except GameError as error:
                raise OptionError(f"move {index + 1}: {error}") from error
        position = turns[index].after
    return tuple(turns[: len(moves)])


def written(table: Settings) -> dict[str, Any]:
    """Return the record of a game, with its settings as tags and the result if it is over."""
    query = read(table)
    tags = {name.capitalize(): value for name, value in query.settings}
    result = records.result(query.position)
    return {"text": str(Record({"Game": query.game.name, **tags, "Result": result}, query.moves))}


def opened(table: Settings) -> dict[str, Any]:
    """Return the first record of a text as a game, its moves in their full form."""
    games = records.load_all(table.text("text"))
    if not games:
        raise OptionError("the text holds no game")
    record = games[0]
    names = (*(option.name for option in record.game.options), "position")
    tags = {name: record.tags.get(name.capitalize()) for name in names}
    return {
        "game": record.game.name,
        "settings": [[name, value] for name, value in tags.items() if value is not None],
        "moves": [turn.written for turn in record.turns()],
    }
