"""Where Astralis's tiles, planets and ships lie on a drawing of the board, hexes a unit apart."""

import engine

ASTRALIS = engine.game("astralis")

#: Two stones with d3 between them, on a board of side 4; by rule 2.1 yellow controls its stone's
#: hex d2 and five beside it, cyan d4 and five; both have a stone next to d3.
POSITION = "4/5/6/1Y1C3/6/5/y1c1"


def laid(text):
    position = ASTRALIS.parse(text)
    board = position.variant.board
    names = {
        (round(place.x, 6), round(place.y, 6)): label
        for place, label in zip(
            ASTRALIS.resting_places(position), board.labels(board.full), strict=True
        )
    }
    for one in ASTRALIS.laid(position):
        yield one.piece, names[round(one.at.x, 6), round(one.at.y, 6)], one.back


def test_tiles_of_the_standard_game():
    found = list(laid(f"{POSITION} y standard"))
    assert found == [
        ("control-1", "c1", False),
        ("control-2", "c2", False),
        ("control-3", "d1", False),
        ("control-4", "d2", False),
        ("control-5", "e2", False),
        ("control-6", "e3", False),
        ("control-7", "c3", True),
        ("control-8", "c4", True),
        ("control-9", "d4", True),
        ("control-10", "d5", True),
        ("control-11", "e4", True),
        ("control-12", "e5", True),
        ("contested-1", "d3", False),
        ("planet-yellow-1", "d2", False),
        ("ship-yellow", "a1", False),
        ("planet-cyan-1", "d4", False),
        ("ship-cyan", "a3", False),
    ]
