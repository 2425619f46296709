"""Themes: the built-in ones, those of users, and what is refused."""

import pytest

from engine.drawing import theme
from engine.errors import OptionError


def test_a_theme_of_ones_own(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        'base = "classic"\n[slots]\nred = { fill = "#AA0000" }\n[roles]\nink = "#222222"\n'
    )
    look = theme.load(str(own))
    assert look.colour("red") == "#aa0000"
    assert look.slot("red").label == "#ffffff"
    assert look.colour("green") == theme.load("classic").colour("green")
    assert look.role("ink") == "#222222"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "own.toml"),
        ("", "red, green, blue"),
        ('base = "neon"', "no theme 'neon'"),
        ('base = "classic"\ncolour = 1', "unknown setting 'colour'"),
        ('base = "classic"\n[slots]\npink = { fill = "#ffffff" }', "unknown setting 'pink'"),
        ('base = "classic"\n[slots]\nred = "#ffffff"', "expected a table"),
        (
            'base = "classic"\n[slots]\nred = { fill = "red" }',
            "'red' is not a colour; expected #rrggbb",
        ),
        (
            'base = "classic"\n[slots]\nred = { pattern = "waves" }',
            "no pattern 'waves'; it can be solid, hatch",
        ),
        ('base = "classic"\n[slots]\nred = { pitch = 9 }', "expected a number from 0.001 to 0.5"),
        ('base = "classic"\n[slots]\nred = { shade = 9 }', "unknown setting 'shade'"),
        ('base = "classic"\n[roles]\nsky = "#ffffff"', "unknown setting 'sky'"),
        ('[slots]\nred = { ink = "#ffffff" }', "fill is missing"),
    ],
)
def test_themes_are_read_strictly(text, words, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(OptionError) as caught:
        theme.load(str(own))
    assert words in str(caught.value)
