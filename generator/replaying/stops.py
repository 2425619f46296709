"""A game stop by stop: every position with the move that led there, its picture and its words.

It knows records, figures and marks, and nothing of pages or animations.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypedDict

from engine import figure as figures
from engine.drawing import theme as themes
from engine.drawing.marks import without_marks
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.figure import Figure
from engine.geometry.plane import Box
from engine.messages import ENGLISH, Language, Messages, language
from engine.play import wording
from engine.play.position import Position, Turn
from engine.record import Record

say = Messages(__name__)


class ReplayLook(TypedDict, total=False):
    """How the pictures of a replay look.

    ``theme`` may be two, such as ``classic/dark``; ``font`` are the fonts of texts, in place of the
    theme's.  ``size`` is the width in millimetres, ``show`` names overlays of the game, and ``lang``
    is the language of all words.
    """

    theme: str
    font: str | Iterable[str]
    size: float | None
    show: Iterable[str]
    lang: str


class Stop(NamedTuple):
    """A position with the move that led there, what that brought about, and its comment."""

    number: int
    position: Position
    figure: Figure
    move: str
    events: str
    comment: str
    #: Which stop it is, without the move itself.
    heading: str
    #: Who is to move or has won.
    result: str

    @property
    def round(self) -> int:
        """The number of the move's round, from 1."""
        return (self.number - 1) // len(self.position.players) + 1


class Walk:
    """The walk through a game: its theme, its language, and its stops.

    Raises OptionError for a theme, font or language there is not.
    """

    def __init__(self, record: Record, look: ReplayLook) -> None:
        self.record = record
        self.theme: Theme = themes.with_font(
            themes.load_pair(look.get("theme", "classic")), look.get("font", ()), Path()
        )
        self.speech: Language = language(look.get("lang") or ENGLISH)
        self.size = look.get("size")
        self._show = frozenset(look.get("show", ()))

    def stops(self, frames: tuple[int, int] | None = None) -> list[Stop]:
        """Return all stops, or those after so many moves to so many, with room for the board of each.

        Raises RecordError at an illegal move, NotationError for a mark that is wrong.
        """
        turns, room = list(enumerate([None, *self.record.turns()])), None
        if frames:
            turns = turns[frames[0] : frames[1] + 1]
            positions = [turn.after if turn else self.record.start() for _, turn in turns]
            room = self.record.game.room(positions)
        return [self._stop(k, turn, room) for k, turn in turns]

    def _stop(self, number: int, turn: Turn[Position] | None, room: Box | None) -> Stop:
        words = self.speech.text
        comments = self.record.comments[number]
        position = turn.after if turn else self.record.start()
        move, heading, events = "", say("Start"), ""
        if turn:
            move = self.record.moves[number - 1]
            played = (number - 1) // len(position.players) + 1
            mover = wording.player_name(turn.before, turn.before.turn)
            heading = say("{number}. {Mover}", number=played, mover=mover)
            events = words(wording.account(turn))
        try:
            figure = figures.of(
                position,
                theme=self.theme,
                show=self._show,
                room=room,
                size=self.size,
                comments=comments,
                last=move or None,
                turn=turn,
                title=self.record.game.title,
                lang=self.speech.code,
            )
        except NotationError as error:
            where = f"the comment after {move}" if move else "the first comment"
            raise NotationError(f"a mark in {where}: {error}") from error
        comment = " ".join(filter(None, map(without_marks, comments)))
        result = words(wording.result(position))
        return Stop(number, position, figure, move, events, comment, words(heading), result)
