"""Kits printed when themes had other colours are read back by the looks they had then."""

import pytest

from engine.drawing import theme
from generator import cli

#: The looks that differ for each game from what their themes are now.
CHANGED = {
    "aathenuo": ("classic", "dark", "ink-saver"),
    "abstrakto": ("classic", "dark", "mono"),
    "astralis": ("classic", "colorblind"),
    "atreya": ("classic", "dark"),
}


def test_every_former_look_has_a_successor():
    assert {name.removeprefix("former/") for name in theme.former_names()} == set(theme.names())
    for name in theme.former_names():
        assert name not in theme.names()
        assert theme.load(name).slots != theme.load(name.removeprefix("former/")).slots


@pytest.mark.parametrize(
    ("game", "look"), [(game, look) for game, looks in CHANGED.items() for look in looks]
)
def test_a_former_kit_is_in_order(game, look, tmp_path, capsys):
    former = f"former/{look}"
    assert cli.run(["kit", game, "--theme", former, "--out", str(tmp_path)]) == 0
    sheets = sorted(map(str, tmp_path.glob("*.pdf")))
    assert cli.run(["verify", game, *sheets, "--theme", former]) == 0
    assert f"colours by theme {former}" in capsys.readouterr().out


@pytest.mark.parametrize("look", ["classic", "dark"])
def test_colours_of_a_former_kit_are_told_by_hue_where_they_are_all(look, tmp_path, capsys):
    assert cli.run(["kit", "atreya", "--theme", f"former/{look}", "--out", str(tmp_path)]) == 0
    assert cli.run(["verify", str(tmp_path / "atreya-tiles.pdf")]) == 0
    assert "colours by hue" in capsys.readouterr().out
