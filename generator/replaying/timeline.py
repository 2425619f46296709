"""Positions as they follow from each other, and the names of turns, like ``12c``.

A figure file gives positions outright, as a place in a game record, or by moves played from
another of its positions; all become a :class:`Timeline`.  This module knows games only by
their protocols, and nothing of drawing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import OptionError, blaming
from engine.play.position import Position, Turn
from engine.record import Record


class TurnName(NamedTuple):
    """A turn as players name it: its number in the record and the mover, "" for any player."""

    number: int
    player: str


_TURN = re.compile(r"([0-9]{1,6})(?:\.?([a-z])|\.([1-9]))?")


def parse_turn(text: str) -> TurnName:
    """Return the turn written ``12``, ``12c``, ``12.c`` or ``12.1``.

    Raises OptionError for anything else.
    """
    read = _TURN.fullmatch(text.strip())
    if not read:
        expected = "a move number and perhaps a player, like 12, 12c or 12.1"
        raise OptionError(f"'{text[:40]}' names no turn; expected {expected}")
    return TurnName(int(read[1]), read[2] or read[3] or "")


def format_turn(turn: TurnName) -> str:
    """Return the written form of a turn."""
    return f"{turn.number}{'.' if turn.player.isdecimal() else ''}{turn.player}"


def parse_turns(text: str) -> tuple[TurnName, TurnName]:
    """Return the first and last turn of a range such as ``5c-12y``; ``5`` is one round.

    Raises OptionError for anything else.
    """
    first, dash, last = text.partition("-")
    return parse_turn(first), parse_turn(last if dash else first)


@dataclass(frozen=True)
class Timeline:
    """A start position and the turns from there.

    ``comments[k]`` are a record's comments after k moves; ``at`` is the number of moves after
    which the position of interest stands.
    """

    start: Position
    turns: tuple[Turn[Position], ...] = ()
    moves: tuple[str, ...] = ()
    comments: tuple[tuple[str, ...], ...] = ()
    at: int = 0

    @classmethod
    def of_record(cls, record: Record) -> Timeline:
        """Return the timeline of a record, its position of interest the last one.

        Raises RecordError where the tags name no start position, or at an illegal move.
        """
        turns = tuple(record.turns())
        return cls(record.start(), turns, record.moves, record.comments, len(turns))

    def played(self, moves: Sequence[str]) -> Timeline:
        """Return the timeline that goes on with ``moves``, which are legal, from what it shows.

        Raises InvalidMoveError or IllegalMoveError.
        """
        position, turns = self.current, [*self.turns[: self.at]]
        for move in moves:
            with blaming("play"):
                turns.append(position.take_turn(move))
            position = turns[-1].after
        written = (*self.moves[: self.at], *moves)
        comments = self.comments[: self.at + 1]
        return Timeline(self.start, tuple(turns), written, comments, len(written))

    def position(self, after: int) -> Position:
        """Return the position after so many moves."""
        return self.turns[after - 1].after if after else self.start

    @property
    def current(self) -> Position:
        """The position of interest."""
        return self.position(self.at)

    def name(self, index: int) -> TurnName:
        """Return the name of the turn with an index from 0; a number counts a round."""
        return TurnName(index // len(self.start.players) + 1, self.position(index).turn)

    def indices(self, turn: TurnName) -> list[int]:
        """Return the indices of a turn, without a player of all in its round, if there are any.

        Raises OptionError where there is no such turn.
        """
        players = self.start.players
        if turn.player and turn.player not in players:
            words = f"no player '{turn.player}' in turn {format_turn(turn)}"
            raise OptionError(f"{words}; players are {', '.join(players)}")
        first = (turn.number - 1) * len(players)
        indices = range(max(0, first), min(first + len(players), len(self.moves)))
        named = [k for k in indices if not turn.player or self.position(k).turn == turn.player]
        if not named:
            raise OptionError(f"no turn {format_turn(turn)}; {self._extent()}")
        return named

    def after(self, turn: TurnName) -> int:
        """Return how many moves are played after a turn, a round's last without a player.

        Raises OptionError where there is no such turn.
        """
        return 0 if turn == TurnName(0, "") else self.indices(turn)[-1] + 1

    def _extent(self) -> str:
        if not self.moves:
            return "no moves are played here"
        return f"the last one is {format_turn(self.name(len(self.moves) - 1))}"
