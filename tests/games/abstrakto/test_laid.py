"""Where Abstrakto's tiles lie on a drawing of the board, in cells from its top left corner."""

import engine

ABSTRAKTO = engine.game("abstrakto")


def test_tiles_lie_where_their_names_say():
    """Rule 2.2: the centre in quarter-cells from the bottom left, y upwards; a cell has two."""
    position = ABSTRAKTO.parse("a4w,c3,d1s,e6ne,g7 a1,c5n b 334/445")
    found = ABSTRAKTO.laid(position)
    assert [(one.piece, tuple(one.at), one.turn) for one in found] == [
        ("blue-line-1", (0.0, 3.5), 90.0),
        ("blue-solid-1", (2.5, 4.5), 0.0),
        ("blue-line-2", (3.5, 7.0), 0.0),
        ("blue-cross-1", (5.0, 1.0), 0.0),
        ("blue-solid-2", (6.5, 0.5), 0.0),
        ("orange-solid-1", (0.5, 6.5), 0.0),
        ("orange-line-1", (2.5, 2.0), 0.0),
    ]


def test_tiles_rest_on_every_place():
    """Rule 2.1: 197 places in all."""
    places = ABSTRAKTO.resting_places(ABSTRAKTO.start())
    assert len(set(places)) == 197
    assert tuple(places[0]) == (0.5, 6.5)
    assert {x for x, _ in places} == {y for _, y in places} == {n / 2 for n in range(15)}
