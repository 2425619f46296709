"""What a game is to the toolkit: its own modules loaded when needed, the settings errors blame."""

import subprocess
import sys

import pytest

import engine
from engine.drawing import theme
from engine.drawing.parts import Request
from engine.play.game import read_seed
from engine.settings import parse_toml

PLAIN = theme.load("classic")

GAME = """\
from engine.games.atreya.game import Atreya

class Other(Atreya):
    name = "quite-another"
    title = "Another"
"""


@pytest.fixture
def other(tmp_path, monkeypatch):
    """Return a game in a package of a name that is not the game's, and outside engine.games."""
    folder = tmp_path / "a_package_elsewhere" / "inside"
    folder.mkdir(parents=True)
    for made in (folder.parent, folder):
        (made / "__init__.py").write_text("")
    (folder / "game.py").write_text(GAME)
    (folder / "diagram.py").write_text(
        "OVERLAYS = {'spots': 'where'}\n\n"
        "def draw_position(position, *, theme, show):\n    return position, theme.name, show\n"
    )
    (folder / "parts.py").write_text("def parts(request):\n    return ('the parts', request)\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("a_package_elsewhere.inside.game", fromlist=["Other"]).Other()
    for name in [name for name in sys.modules if name.startswith("a_package_elsewhere")]:
        del sys.modules[name]


def test_a_games_modules_lie_beside_its_class(other):
    assert "a_package_elsewhere.inside.diagram" not in sys.modules
    assert other.overlays["spots"] == "where"
    start = other.start()
    assert other.draw(start, theme=PLAIN, show=frozenset()) == (start, "classic", frozenset())
    asked = Request(PLAIN, parse_toml("", "nothing"), page=(200.0, 287.0))
    assert other.parts(asked) == ("the parts", asked)
    with pytest.raises(engine.OptionError, match="Another draws no examples, only positions"):
        other.draw_example("x", theme=PLAIN, show=frozenset())


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
