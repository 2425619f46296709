"""What a game is to the toolkit: its own modules loaded when needed, the settings errors blame."""

import subprocess
import sys

import pytest

import engine
from engine.play.game import read_seed


def test_playing_loads_no_drawing():
    code = (
        "import sys, engine\n"
        "for name in engine.names():\n"
        "    game = engine.game(name)\n"
        "    start = game.start(**({'seed': 1} if name == 'aathenuo' else {}))\n"
        "    next(iter(start.legal_moves()))\n"
        "print([m for m in sys.modules if m.startswith('engine.drawing')\n"
        "       or m.endswith(('.diagram', '.drawing', '.parts', '.examples'))])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert answer.stdout == "[]\n", answer.stderr


# ------------------------------------------------------------------------ settings to blame


def test_seeds_and_tags():
    assert [read_seed(text) for text in ("7", "-7", "0", "9" * 18)] == [7, -7, 0, 10**18 - 1]
    for text in ("", "+7", "7.0", "x", "9" * 19, "７"):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            read_seed(text)
    with pytest.raises(engine.OptionError, match=r'^\[Seed "x"\]: a seed is a whole') as caught:
        engine.game("abstrakto").from_tags({"Seed": "x"})
    assert caught.value.setting == "seed"
