"""The rules and drawings of four abstract board games.

In the examples of docstrings ``game`` is one of the games, ``start`` its start position and
``record`` a record of two moves; ``game.txt`` holds that record, ``figures.toml`` two figures.

>>> game = engine.game(engine.names()[-1])
>>> start = game.start()
>>> start.play(start.legal_moves()[0]).turn
'g'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from engine.errors import (
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    NotationError,
    OptionError,
    RecordError,
    UnknownGameError,
)
from engine.games import game
from engine.messages import language
from engine.play.game import Check, Component, Game, Option
from engine.play.plugins import names
from engine.play.position import Event, LegalMoves, Move, Position, Turn

if TYPE_CHECKING:
    from engine import figure, record, verify

__version__ = "0.1.0"

__all__ = [
    "Check",
    "Component",
    "Event",
    "Game",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Option",
    "OptionError",
    "Position",
    "RecordError",
    "Turn",
    "UnknownGameError",
    "figure",
    "game",
    "language",
    "names",
    "record",
    "verify",
]

if not TYPE_CHECKING:  # type checkers would accept any name

    def __getattr__(name: str) -> object:
        if name in ("figure", "record", "verify"):
            return importlib.import_module(f"engine.{name}")
        raise AttributeError(f"module 'engine' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _svg(position: Position) -> str:
    from engine import figure

    return figure.of(position).svg()


Position._renderer = _svg
