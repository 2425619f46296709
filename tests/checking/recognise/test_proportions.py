"""Pieces held against the cells of their board: in the kit's size for them, for others, too large, left alone."""

from __future__ import annotations

import pytest

from engine.drawing import parts
from engine.drawing.parts import BoardPart, Pieces
from engine.errors import OptionError
from engine.geometry.plane import Box, Point
from generator.checking.recognise import proportions
from generator.checking.recognise.results import CountedKind, Found, Hints, Reading

SHAPES = {"tiles": parts.square, "discs": parts.disc, "pawns": parts.disc, "cards": parts.square}


class Game:
    """A game whose cells have 2 mm room about a tile; discs are half a tile, cards always 60 mm.

    Pawns are 1.2 times a tile: they stand on corners.
    """

    name = "atreya"
    room = 2.0
    growth = 1.0

    def parts(self, request) -> tuple[Pieces | BoardPart, ...]:
        """Return the board and the pieces for tiles of a size, of which every kit has some."""
        size = request.tile_size
        if not 5 <= size <= 100:
            raise OptionError("no such size")
        sizes = {"tiles": size, "discs": size / 2, "pawns": 1.2 * size, "cards": 60.0}
        cell = self.growth * size + self.room
        board = BoardPart("board", "board", Box(0, 0, 9, 9), (), cell)
        return (
            *(Pieces(n, f"the {n}", SHAPES[n], s, (), lambda *_: ()) for n, s in sizes.items()),
            board,
        )


def found(**sizes: tuple[float, ...]) -> Reading:
    """Return a reading of pieces of some sizes, by their components."""
    kinds = tuple(CountedKind(n, n, n, f"the {n}", "disc", 1) for n in sizes)
    pieces = tuple(
        Found(0, Point(0, 0), (), (size,), Point(0, 0), (), "", (), part=part, kind=part)
        for part, own in sizes.items()
        for size in own
    )
    return Reading(pieces, "", kinds=kinds)


def compared(cell: float, game=None, hints: Hints | None = None, **sizes):
    """Return what is wrong and what is unusual in pieces for cells, the page told with what is wrong."""
    wrong, unusual = proportions.compared(
        found(**sizes), game or Game(), hints or Hints(), cell, page=3
    )
    assert all((one.kind, one.page, one.at) == ("size", 3, None) for one in wrong)
    return [one.words for one in wrong], unusual


@pytest.mark.parametrize(
    ("cell", "sizes", "wrong", "unusual"),
    [
        (22.0, {}, [], []),
        (22.0, {"tiles": (20.0,), "discs": (10.0,), "pawns": (24.0,), "cards": (60.0,)}, [], []),
        (32.0, {"tiles": (30.0,), "discs": (15.0,), "pawns": (36.0,)}, [], []),
        (12.0, {"tiles": (10.0, 10.0), "discs": (5.0,)}, [], []),
        # What does not hang on cells may be as large as it likes.
        (22.0, {"tiles": (20.0,), "cards": (90.0,)}, [], []),
        # A tenth of a millimetre, or a hundredth of the size, is nothing.
        (22.0, {"tiles": (20.29,), "discs": (10.14,)}, [], []),
        (
            22.0,
            {"tiles": (20.0,), "discs": (10.17,)},
            [],
            ["the discs measure 10.17 mm; for cells of 22 mm the kit has them 10 mm"],
        ),
        (
            22.0,
            {"tiles": (20.35,), "discs": (10.0,)},
            [],
            ["the tiles measure 20.35 mm; for cells of 22 mm the kit has them 20 mm"],
        ),
        (
            22.0,
            {"tiles": (20.0,), "discs": (9.0, 9.0, 12.0)},
            [],
            ["the discs measure 9 mm; for cells of 22 mm the kit has them 10 mm"],
        ),
        # All of them are for one other board.
        (
            22.0,
            {"tiles": (30.0,), "discs": (15.0,), "pawns": (36.0,), "cards": (60.0,)},
            [
                "the tiles, the discs and the pawns are for cells of some 32 mm, the board's are 22 mm"
            ],
            [],
        ),
        (
            32.0,
            {"tiles": (20.0,), "discs": (10.0,)},
            ["the tiles and the discs are for cells of some 22 mm, the board's are 32 mm"],
            [],
        ),
        # All are otherwise, and not as for one board.
        (
            32.0,
            {"tiles": (20.0,), "discs": (12.0,)},
            [],
            [
                "the tiles measure 20 mm; for cells of 32 mm the kit has them 30 mm",
                "the discs measure 12 mm; for cells of 32 mm the kit has them 15 mm",
            ],
        ),
        # One kind alone tells of no other board; larger than its cell it does not fit.
        (
            22.0,
            {"tiles": (21.0,)},
            [],
            ["the tiles measure 21 mm; for cells of 22 mm the kit has them 20 mm"],
        ),
        (
            22.0,
            {"tiles": (22.1,)},
            [],
            ["the tiles measure 22.1 mm; for cells of 22 mm the kit has them 20 mm"],
        ),
        (22.0, {"tiles": (22.2,)}, ["the tiles of 22.2 mm do not fit cells of 22 mm"], []),
        # All lengths are told to a hundredth of a millimetre.
        (
            22.126,
            {"tiles": (21.014,)},
            [],
            ["the tiles measure 21.01 mm; for cells of 22.13 mm the kit has them 20.13 mm"],
        ),
        (
            22.126,
            {"tiles": (22.314,)},
            ["the tiles of 22.31 mm do not fit cells of 22.13 mm"],
            [],
        ),
        (
            32.126,
            {"tiles": (20.0,), "discs": (10.0,)},
            ["the tiles and the discs are for cells of some 22 mm, the board's are 32.13 mm"],
            [],
        ),
        (
            22.0,
            {"tiles": (24.0,), "discs": (10.0,)},
            ["the tiles of 24 mm do not fit cells of 22 mm"],
            [],
        ),
        # What is larger than a cell in the kit, too, lies in none.
        (22.0, {"pawns": (30.0,), "tiles": (20.0,)}, [], []),
        (
            22.0,
            {"pawns": (21.0,), "tiles": (20.0,)},
            [],
            ["the pawns measure 21 mm; for cells of 22 mm the kit has them 24 mm"],
        ),
    ],
)
def test_pieces_are_held_against_their_cells(cell, sizes, wrong, unusual):
    assert compared(cell, **sizes) == (wrong, unusual)


def test_what_a_template_says_of_sizes_is_its_own():
    assert compared(22.0, hints=Hints(template="mine"), tiles=(30.0,)) == ([], [])


def test_cells_that_no_kit_has_tell_nothing():
    assert compared(4.0, tiles=(30.0,)) == ([], [])
    assert compared(40.0, tiles=(30.0,)) == (
        [],
        ["the tiles measure 30 mm; for cells of 40 mm the kit has them 38 mm"],
    )
    assert compared(90.0, tiles=(30.0,)) == ([], [])  # half as large again is too large


@pytest.mark.parametrize(
    ("room", "growth", "cell", "tile"),
    [
        (0.0, 1.0, 30.0, 30.0),
        (0.0, 1.25, 30.0, 24.0),
        (4.0, 1.5, 34.0, 20.0),
        (7.0, 0.0, 9.0, 20.0),
    ],
)
def test_cells_are_a_tile_with_room_or_so_many_times_as_wide(room, growth, cell, tile):
    class Other(Game):
        pass

    Other.room, Other.growth = room, growth
    sizes = proportions._sizes(Other(), cell)
    assert sizes == pytest.approx(
        {"tiles": tile, "discs": tile / 2, "pawns": 1.2 * tile, "cards": 60.0}
    )
