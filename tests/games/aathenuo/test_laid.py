"""Where Aathenuo's tiles lie on a drawing of the table: about its middle, a cell apart."""

import engine

AATHENUO = engine.game("aathenuo")


def test_tiles_lie_side_by_side_about_the_middle():
    position = AATHENUO.parse("r3,r4,r5,r6/y3,.,.,./g3,.,.,. 1 r2/y1r2")
    assert [(one.piece, tuple(one.at)) for one in AATHENUO.laid(position)] == [
        ("r3", (-1.5, -1.0)),
        ("y3", (-1.5, 0.0)),
        ("g3", (-1.5, 1.0)),
        ("r4", (-0.5, -1.0)),
        ("r5", (0.5, -1.0)),
        ("r6", (1.5, -1.0)),
    ]
    assert AATHENUO.resting_places(position) == ()
    assert AATHENUO.laid(AATHENUO.parse("- 1 r2/y1r2")) == ()
