"""A fifth game is one folder and one template: a copy of Atreya under a name of its own, in every command.

The project is copied, the game is made there out of Atreya's folder and template by rewriting
their names, and no other line is touched.
"""

import re
import shutil

import pytest

import engine
from generator.cli import BAD_INPUT, OK
from tests.cases import ROOT
from tests.uses import Commands, wrong

NAME, MODEL = "meteya", "atreya"

#: A short record, a move of it, and figures, by the rules that the new game shares with its model.
MOVE = "r:brgbbg@-1,0"
RECORD = f'[Game "{NAME}"]\n[Mode "dom"]\n\n1. {MOVE} g:gbgbbr@0,-1\n'
FIGURES = f'game = "{NAME}"\n[figures.first]\nposition = "start"\nplay = ["{MOVE}"]\n'
FILES = {
    "list.csv": "\n".join(["tile", *engine.game(MODEL).tiles()]),
    "game.txt": RECORD,
    "figures.toml": FIGURES,
}

#: Command -> its uses: words, exit code, and words of the answer.  Hex is tried in all commands.
USES = {
    "games": [(["games"], OK, f"{NAME}: Meteya. Game design")],
    "kit": [
        (["kit", NAME, "--format", "svg,png", "--dpi", "12", "--out", "two"], OK, "two/meteya"),
        (["kit", "--template", "own.toml", "--cut", "svg", "--out", "three"], OK, "tiles-cut-01.svg"),
    ],
    "verify": [
        (["verify", NAME], OK, "in order: 168 of 168"),
        (["verify", "anonymous.pdf"], OK, f"{NAME}: anonymous.pdf"),
        (["verify", NAME, "anonymous.pdf", "--colors", "#ff0000,#00ff00"], BAD_INPUT,
         "different colours as #rrggbb, for red,green,blue"),
        (["verify", NAME, "list.csv"], OK, f"{NAME}: list.csv"),
        (["verify", "list.csv"], OK, f"{MODEL}: list.csv"),
    ],
    "diagram": [
        (["diagram", NAME, "start", "--play", MOVE, "--mark", "dot 0,0"], OK, "<svg"),
        (["diagram", NAME, "start", "--lang", "de"], OK, ">Meteya: Rot am Zug<"),
    ],
    "figures": [(["figures", "figures.toml", "--out", "figures"], OK, "first.svg")],
    "check": [(["check", "game.txt"], OK, f"{NAME}, 2 moves, in order")],
    "help": [(["help", "notation", NAME], OK, f'[Game "{NAME}"]')],
}  # fmt: skip


def add(house, model, name):
    """Make a new game in a copy of the project, named otherwise than its model."""

    def renamed(text):
        return text.replace(model, name).replace(model.title(), name.title())

    for path in (ROOT / "engine/games" / model).rglob("*.py"):
        new = house / "engine/games" / name / path.relative_to(ROOT / "engine/games" / model)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(renamed(path.read_text("utf-8")), "utf-8")
    translations = ROOT / "engine/games" / model / "languages"
    shutil.copytree(translations, house / "engine/games" / name / "languages")
    template = renamed((ROOT / f"templates/{model}.toml").read_text("utf-8"))
    (house / f"templates/{name}.toml").write_text(template, "utf-8")


@pytest.fixture(scope="module")
def common(tmp_path_factory):
    house = tmp_path_factory.mktemp("house")
    for room in ("engine", "generator", "templates"):
        shutil.copytree(ROOT / room, house / room)
    add(house, MODEL, NAME)
    add(house, "abstrakto", "kubisto")
    folder = tmp_path_factory.mktemp("common")
    own = (house / f"templates/{NAME}.toml").read_text("utf-8")
    (folder / "own.toml").write_text(re.sub(r"size +=", "size = 12 #", own, count=1), "utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    with Commands(folder, house) as common:
        for game in (NAME, "kubisto"):
            made = common.run(["kit", game, "--one-pdf", "--tile-size", "18", "--out", "kit"])
            assert made.returncode == OK, made.stderr
        shutil.copy(folder / f"kit/{NAME}.pdf", folder / "anonymous.pdf")
        yield common


@pytest.mark.parametrize("command", USES)
def test_a_fifth_game_works_in_every_command_of_games(common, command):
    assert list(wrong(common.run, USES[command])) == []


def test_sheets_of_a_sister_of_another_game_are_read_back(common):
    read = common.run(["verify", "kit/kubisto.pdf"])
    assert (read.returncode, read.stderr) == (OK, "")
    assert read.stdout.startswith("kubisto: kit/kubisto.pdf")
    assert "in order: " in read.stdout
