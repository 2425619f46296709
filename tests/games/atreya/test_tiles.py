"""Atreya's tile set against a listing that shares nothing with it (rules 1.2, 1.3, 2.2, 2.3)."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.games.atreya import tiles

rings = st.text("rgb", min_size=6, max_size=6)


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
    assert list(tiles.TILES) == listed
    assert len(listed) == 168


def test_a_tile_by_its_number():
    """ "Tiles are numbered 1-168 ...: 1 is b:bbbbgr, 2 is g:bbbbgr, 3 is r:bbbbgr" (rule 2.3)."""
    assert [tiles.named(text) for text in ("1", "2", "#3")] == ["b:bbbbgr", "g:bbbbgr", "r:bbbbgr"]
    assert [tiles.named(str(number)) for number in range(1, 169)] == list(tiles.TILES)
    assert tiles.named("b:brgbbb") == tiles.identity("b:brgbbb")


@pytest.mark.parametrize("text", ["0", "00", "017", "169", "0168", "1000", "9" * 5000])
def test_numbers_that_no_tile_has(text):
    for written in (text, f"#{text}"):
        with pytest.raises(NotationError, match="no tile has the number") as caught:
            tiles.named(written)
        assert "1 to 168" in str(caught.value)


@given(st.sampled_from("rgb"), rings, st.integers(0, 5), st.booleans())
def test_identity_is_the_same_for_all_images(centre, ring, turn, flip):
    image = ring[turn:] + ring[:turn]
    image = image[::-1] if flip else image
    if len(set(ring)) < 3:
        with pytest.raises(NotationError):
            tiles.identity(f"{centre}:{image}")
        return
    assert tiles.identity(f"{centre}:{ring}") == tiles.identity(f"{centre}:{image}")
    assert tiles.mirrored(tiles.mirrored(f"{centre}:{image}")) == f"{centre}:{image}"
    assert tiles.identity(tiles.mirrored(f"{centre}:{image}")) == tiles.identity(f"{centre}:{ring}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a written tile"),
        ("b:bbbbg", "not a written tile"),
        ("b:bbbbgrr", "not a written tile"),
        ("x:bbbbgr", "not a written tile"),
        ("b:xbbbgr", "not a written tile"),
        ("b-bbbbgr", "not a written tile"),
        ("B:bbbbgr", "not a written tile"),
        ("b:bbbbbb", "no half-piece is red or green"),
        ("r:bbbbgg", "no half-piece is red"),
    ],
)
def test_bad_tiles_say_why(text, words):
    with pytest.raises(NotationError, match=words):
        tiles.identity(text)
    with pytest.raises(NotationError):
        tiles.number(text)
