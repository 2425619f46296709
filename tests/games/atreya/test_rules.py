"""Atreya's rules and tiles: the readings, tiles by their numbers, and where they are laid."""

import pytest

import engine
from tests import paths
from tests.reference import atreya as slow

DATA = paths.DATA / "atreya"
ATREYA = engine.game("atreya")


def readings():
    """Return the blocks of readings.txt: title and (key, value) pairs."""
    blocks = []
    for line in (DATA / "readings.txt").read_text(encoding="utf-8").splitlines():
        key, colon, value = line.partition(": ")
        if line.startswith("#"):
            title = line.removeprefix("# ")
        elif key == "position":
            blocks.append((title, [(key, value)]))
        elif colon:
            blocks[-1][1].append((key, value))
    assert {title[:3] for title, _ in blocks} >= {"3.1", "4.3", "4.4", "4.5", "5.3", "6.2", "6.4"}
    return [pytest.param(dict(block), block, id=title) for title, block in blocks]


@pytest.mark.parametrize(("block", "pairs"), readings())
def test_reading(block, pairs):
    position = ATREYA.parse(block["position"])
    move = block.get("move")
    if "refused" in block:
        rule, _, reason = block["refused"].partition(" ")
        with pytest.raises(engine.IllegalMoveError) as caught:
            position.play(move)
        assert (caught.value.rule, caught.value.reason) == (rule, reason)
        assert move not in set(map(str, position.legal_moves()))
        return
    if move is not None:
        assert move in set(map(str, position.legal_moves()))
        said = [value for key, value in pairs if key == "says"]
        assert [event.sentence() for event in position.take_turn(move).events] == said
        assert slow.format(slow.play(slow.parse(block["position"]), move)) == block["after"]
        position = position.play(move)
        assert str(position) == block["after"]
    # A bare position, read anew, gives the same winners (6.2).
    for same in (position, ATREYA.parse(str(position))):
        winners = same.winners()
        assert ("-" if winners is None else "".join(winners)) == block["winners"]
        assert slow.winners(slow.parse(str(same))) == winners
        assert same.is_over == (winners is not None)


def test_the_set_is_one_of_each_orbit():
    assert list(ATREYA.tiles()) == sorted(slow.TILES, key=lambda tile: (tile[2:], tile[0]))
    assert len(ATREYA.tiles()) == 168


def test_a_tile_by_its_number():
    """ "Tiles are numbered 1-168 ...: 1 is b:bbbbgr, 2 is g:bbbbgr, 3 is r:bbbbgr" (rule 2.3)."""
    assert [ATREYA.identify(text) for text in ("1", "2", "#3")] == [
        "b:bbbbgr",
        "g:bbbbgr",
        "r:bbbbgr",
    ]
    assert [ATREYA.identify(str(number)) for number in range(1, 169)] == list(ATREYA.tiles())


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
