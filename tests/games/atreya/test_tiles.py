"""Atreya's tile set against a listing that shares nothing with it, its counts, and tiles laid."""

from itertools import product

import pytest

import engine

ATREYA = engine.game("atreya")


def all_written():
    """Every way to colour the seven areas, by brute force."""
    return [f"{c}:{''.join(ring)}" for c in "bgr" for ring in product("bgr", repeat=6)]


def turned(ring):
    return ring[1:] + ring[:1]


def orbit(ring):
    found, todo = set(), [ring]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += [turned(one), one[::-1]]
    return found


def test_the_set_is_one_of_each_orbit():
    valid = {t for t in all_written() if len(set(t[2:])) == 3}
    orbits = {(t[0], min(orbit(t[2:]))) for t in valid}
    listed = [f"{c}:{ring}" for ring, c in sorted((ring, c) for c, ring in orbits)]
    assert list(ATREYA.tiles()) == listed
    assert len(listed) == 168


def test_a_tile_by_its_number():
    """ "Tiles are numbered 1-168 ...: 1 is b:bbbbgr, 2 is g:bbbbgr, 3 is r:bbbbgr" (rule 2.3)."""
    assert [ATREYA.identify(text) for text in ("1", "2", "#3")] == [
        "b:bbbbgr",
        "g:bbbbgr",
        "r:bbbbgr",
    ]
    assert [ATREYA.identify(str(number)) for number in range(1, 169)] == list(ATREYA.tiles())
    assert ATREYA.identify("b:brgbbb") == ATREYA.identify("b:brgbbb")


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
