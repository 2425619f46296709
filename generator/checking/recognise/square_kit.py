"""The kit of a game with a board of squares on pages: pieces by their pictures, and the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.game import Game
from engine.play.position import Position
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import pieces, proportions, squareboard
from generator.checking.recognise.overlay import Sighting
from generator.checking.recognise.results import Found, Hints, Reading

DETAIL = 1
DRAWN = True


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles, markers and screens on the pages, and the board.

    Raises GameError where the look cannot be told, OptionError for an unknown theme or template.
    """
    (side,) = game.board_sides
    boards = squareboard.read(pages, side)
    if boards is None:
        return pieces.find(pages, game, hints)
    lines = [*squareboard.of_lines(boards)]
    turns = (0.0, 90.0, 180.0, 270.0)
    whole = (
        []
        if lines
        else [
            Sighting(k, grid.box.centre, grid.cell[0], grid.window, turns) for k, grid in boards.all
        ]
    )
    found = pieces.find(pages, game, hints, elsewhere=boards.holds, boards=whole)
    wrong = lines + list(squareboard.troubles(boards, _tile_size(found.pieces, hints)))
    off, unusual = proportions.compared(found, game, hints, boards.cell, boards.pages[0])
    if hints.tile_size is None and not any(trouble.kind == "size" for trouble in wrong):
        wrong += off
    return found._replace(
        notes=(squareboard.note(boards), *found.notes, *unusual),
        whole=("board",),
        board_pages=boards.pages,
        troubles=(*wrong, *found.troubles),
    )


def _tile_size(found: Sequence[Found], hints: Hints) -> float:
    """Return how wide a tile should be, 0 without tiles."""
    return hints.tile_size or usual((round(p.size, 2) for p in found if len(p.outline) == 4), 0.0)
