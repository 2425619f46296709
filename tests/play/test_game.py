"""Seeds and tags that a game is begun with, and the settings that errors blame."""

import pytest

import engine
from engine.play.game import read_seed


def test_seeds_and_tags():
    assert [read_seed(text) for text in ("7", "-7", "0", "9" * 18)] == [7, -7, 0, 10**18 - 1]
    for text in ("", "+7", "7.0", "x", "9" * 19, "７"):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            read_seed(text)
    with pytest.raises(engine.OptionError, match=r'^\[Seed "x"\]: a seed is a whole') as caught:
        engine.game("abstrakto").from_tags({"Seed": "x"})
    assert caught.value.setting == "seed"
