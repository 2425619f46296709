"""Boards on paper: whole on a page where they fit, else a poster of overlapping pages."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import OptionError
from engine.geometry import Box
from engine.pieces import Board
from generator.paper import Paper
from generator.sheet import Sheet


def sheets(board: Board, game: str, paper: Paper, area: Box, overlap: float) -> Iterator[Sheet]:
    """Yield the pages of a board."""
    raise OptionError("boards are not laid out yet")
