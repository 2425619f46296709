"""A game stop by stop: every position with the move that led there, its picture and what is said.

It knows records, figures and marks, and nothing of pages or animations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

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


class StopLook(NamedTuple):
    """How positions are drawn."""

    theme: Theme
    show: frozenset[str]
    size: float | None
    speech: Language
    #: The room for the board in all of them, None for what each needs.
    room: Box | None = None

    @classmethod
    def of(
        cls,
        theme: str,
        font: str | Iterable[str],
        show: Iterable[str],
        size: float | None,
        lang: str,
    ) -> StopLook:
        """Return the look by the names of a theme, fonts, overlays and a language.

        Raises OptionError for a theme, font or language there is not.
        """
        paint = themes.with_font(themes.load(theme), font, Path())
        return cls(paint, frozenset(show), size, language(lang or ENGLISH))


class Stop(NamedTuple):
    """A position with the move that led there, what that brought about, and what is said of it."""

    number: int
    position: Position
    figure: Figure
    move: str = ""
    told: str = ""
    comment: str = ""
    #: Which stop it is, without the move itself.
    heading: str = ""
    #: Who is to move or has won.
    result: str = ""

    @property
    def round(self) -> int:
        """The number of the move's round, from 1."""
        return (self.number - 1) // len(self.position.players) + 1


def stops_of(record: Record, look: StopLook) -> Iterator[Stop]:
    """Yield the start, then the position after every move."""
    told = look.speech.told
    start = record.start()
    yield Stop(
        0,
        start,
        _figure(record, 0, start, None, look),
        comment=_comment(record, 0),
        heading=told(say("Start")),
        result=told(wording.result(start)),
    )
    for index, turn in enumerate(record.turns(), 1):
        number = (index - 1) // len(start.players) + 1
        mover = wording.player_name(start, turn.before.turn)
        yield Stop(
            index,
            turn.after,
            _figure(record, index, turn.after, turn, look),
            record.moves[index - 1],
            told(wording.told(turn)),
            _comment(record, index),
            told(say("{number}. {Mover}", number=number, mover=mover)),
            told(wording.result(turn.after)),
        )


def _comment(record: Record, index: int) -> str:
    """Return what is said after ``index`` moves, without the marks."""
    return " ".join(filter(None, map(without_marks, record.comments[index])))


def _figure(
    record: Record, index: int, position: Position, turn: Turn[Position] | None, look: StopLook
) -> Figure:
    """Return the figure after ``index`` moves, with the marks in the comments there.

    Raises NotationError, naming the move, for a mark that is wrong.
    """
    try:
        return figures.of(
            position,
            theme=look.theme,
            show=look.show,
            room=look.room,
            size=look.size,
            comments=record.comments[index],
            last=record.moves[index - 1] if index else None,
            turn=turn,
            title=record.game.title,
            lang=look.speech.code,
        )
    except NotationError as error:
        where = f"the comment after {record.moves[index - 1]}" if index else "the first comment"
        raise NotationError(f"a mark in {where}: {error}") from error
