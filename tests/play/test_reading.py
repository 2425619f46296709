"""Excerpts and spots: parts of a text that know where they stand, for errors that point there."""

import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.reading import INTEGER, Excerpt, Spot


def test_errors_point_into_the_whole_text():
    part = Excerpt.of("3/x4 y").split(" ")[0].split("/")[1]
    for error, offset in ((part.error("no row", "hexes"), 2), (part.error("no row", at=1), 3)):
        assert isinstance(error, NotationError)
        assert (error.what, error.text, error.offset) == ("no row", "3/x4 y", offset)
    assert str(part.error("no row", "hexes")) == (
        "no row at character 3 in '3/x4 y'; expected hexes"
    )


@given(st.text(), st.sampled_from([" ", "/", ", "]))
@hypothesis(derandomize=True, deadline=None)
def test_parts_are_where_they_say(text, separator):
    parts = Excerpt.of(text).split(separator)
    assert separator.join(part.text for part in parts) == text
    assert all(text[part.offset :].startswith(part.text) for part in parts)


@given(st.text("a\n", max_size=12), st.text("b\n", max_size=12))
@hypothesis(derandomize=True, deadline=None)
def test_spots_move_on(first, second):
    lines = (first + second).split("\n")
    assert Spot().after(first + second) == (len(lines), len(lines[-1]) + 1)
    assert Spot().after(first).after(second) == Spot().after(first + second)
    assert Spot(4, 7).after("") == (4, 7)


@pytest.mark.parametrize("text", ["0", "1", "-1", "120", "-9999"])
def test_whole_numbers(text):
    assert re.fullmatch(INTEGER, text)


@pytest.mark.parametrize("text", ["", "-", "-0", "00", "01", "-01", "+1", "1.0", " 1", "１"])
def test_no_whole_numbers(text):
    assert not re.fullmatch(INTEGER, text)
