"""Where tiles lie on a drawing, and how each is turned from the way the kit draws it."""

import pytest

import engine
from engine.games.atreya import parts as laid
from engine.games.atreya import tiles

ATREYA = engine.game("atreya")


def test_the_start_tiles_are_laid():
    """Rule 2.1: the centre of (q, r) is at x = w(q + r/2), y = w·r·√3/2, upwards."""
    found = ATREYA.laid(ATREYA.start())
    assert [(one.piece, one.turn, one.back) for one in found] == [
        ("r:bgrrrr", 180.0, True),
        ("b:bbbbgr", 180.0, True),
        ("g:bggggr", 0.0, True),
    ]
    assert [tuple(one.at) for one in found] == [
        (-0.5, pytest.approx(-(3**0.5) / 2)),
        (0.0, 0.0),
        (0.5, pytest.approx(-(3**0.5) / 2)),
    ]
    assert ATREYA.resting_places(ATREYA.start()) == ()


@pytest.mark.parametrize("front", tiles.TILES[::23])
def test_a_turned_tile_is_its_image(front):
    """Turning clockwise by a sixth, what was on the next side counter-clockwise comes to E (2.2)."""
    for back, shown in ((False, front), (True, tiles.mirrored(front))):
        for sixths in range(6):
            ring = shown[2:]
            written = f"{shown[:2]}{ring[sixths:]}{ring[:sixths]}"
            turn, is_back = laid.turned(written)
            face = tiles.mirrored(front)[2:] if is_back else front[2:]
            steps = int(turn / 60)
            assert face[steps:] + face[:steps] == written[2:], (back, sixths)


def test_what_is_no_image_is_no_tile_of_the_set():
    with pytest.raises(engine.NotationError):
        laid.turned("b:bbbbbb")
