"""Colour is never alone: in every theme each game's colours are told apart by every eye; own themes."""

from dataclasses import replace

import pytest

import engine
from engine.drawing import theme
from engine.drawing.theme import Slot, contrast
from tests.cases import some
from tests.drawing.colour_table import LEAST, differences, patterns_differ, rows


def test_a_direction_is_no_pattern_as_pieces_turn():
    lines = Slot("#ffffff", "#000000", "#000000", "#000000", "hatch", angle=45.0)
    assert not patterns_differ(lines, replace(lines, angle=135.0))
    assert patterns_differ(lines, replace(lines, pitch=2 * lines.pitch))
    assert patterns_differ(lines, replace(lines, pattern="cross"))
    assert not patterns_differ(lines, replace(lines, pattern="cross", ink="#f4f4f4"))


@pytest.mark.parametrize("look", theme.names())
@pytest.mark.parametrize("game", engine.names())
def test_all_colours_of_a_game_are_told_apart_by_every_eye(game, look):
    for row in some(rows(game, look)):
        assert row.told_by, f"{row.pair}: {row.differences}"


@pytest.mark.parametrize("look", theme.names())
def test_words_and_signs_can_be_read_on_their_ground(look):
    of = theme.load(look)
    for slot in some(of.slots.values()):
        assert contrast(slot.label, slot.fill) >= theme.READABLE
        assert contrast(slot.deep, "#ffffff") >= theme.READABLE
        assert look not in ("classic", "dark") or contrast(slot.ink, slot.fill) >= theme.VISIBLE
    for role, ground, least in (
        ("ink", "paper", theme.READABLE),
        ("ink", "board", theme.READABLE),
        ("muted", "paper", theme.READABLE),
        ("muted", "board", theme.READABLE),
        ("muted", "board-edge", theme.VISIBLE),
    ):
        assert contrast(of.role(role), of.role(ground)) >= least, (role, ground)
    assert min(differences(of.role("good"), of.role("bad"))) >= LEAST


def test_colours_of_two_palettes_are_made_one_by_one():
    assert theme.mixed("#000000/#ffffff", "#ffffff", 0.5) == "#808080/#ffffff"
    assert theme.on("#101010/#f0f0f0") == "#ffffff/#000000"
    assert theme.legible("#777777", "#ffffff/#000000", 4.0) == "#777777"


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
