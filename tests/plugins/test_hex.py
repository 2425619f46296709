"""Hex, a package of its own that pip installs: every command knows it, and no line of the core does."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import BAD_INPUT, NOT_IN_ORDER, OK
from tests.cases import ROOT, some
from tests.uses import Commands, wrong

HOME = Path(__file__).parent / "tilewright-hex"
GUIDE = ROOT / "docs" / "plugins.md"

WON = "7r3/11/5r5/2b1rbb1r2/4r4rr/9bb/1rbbb2bbr1/rbrrbrb4/b1r1bb5/2r4rb2/11 r"
#: Command -> its uses: words, exit code, and words of the answer.
USES = {
    "games": [(["games"], OK, "hex: Hex. Piet Hein (1942)")],
    "kit": [
        (["kit", "hex", "--format", "svg,png", "--dpi", "12", "--out", "two"], OK, "two/hex"),
        (["kit", "--template", "own.toml", "--cut", "svg", "--out", "own"], OK, "stones-cut-01.svg"),
    ],
    "template": [(["template"], OK, "hex        Hex's kit"), (["template", "hex"], OK, 'game  = "hex"')],
    "preset": [(["kit", "hex", "--preset", "silhouette", "--out", "six"], OK, "six/hex-stones-cut")],
    "example": [
        (["example"], OK, "hex.toml"),
        (["example", "hex.toml", "--out", "a.toml"], OK, "a.toml"),
        (["example", "hex-game.txt", "--out", "a-game.txt"], OK, "a-game.txt"),
    ],
    "solid": [(["solid", "hex", "--out", "eight"], OK, "eight/hex-stones-plate-01.3mf")],
    "tabletop": [(["tabletop", "hex", "--out", "seven"], OK, "seven/hex.vtt")],
    "verify": [
        (["verify", "hex"], OK, "in order: 122 of 122"),
        (["verify", "kit"], OK, "in order: 123 of 123"),
        (["verify", "unnamed.pdf"], OK, "board: cells of 13.5 mm, on 1 page"),
        (["verify", "hex", "poster-board.pdf", "kit/hex.pdf"], NOT_IN_ORDER,
         "the board's cells measure 25 mm, not 13.5 mm"),
        (["verify", "hex", "list.csv"], OK, "in order: 122 of 122"),
    ],
    "diagram": [
        (["diagram", "hex", WON, "--show", "chains", "--legend", "-o", "won.png"], OK, ""),
        (["diagram", "hex", "start", "--play", "d3", "--mark", "dot k11"], OK, "<svg"),
        (["diagram", "hex", "start", "--mark", "dot l1"], BAD_INPUT, "expected a cell from a1 to k11"),
        (["diagram", "hex", "start", "--show", "list"], OK, "chains"),
    ],
    "figures": [(["figures", "hex.toml", "--out", "figures"], OK, "won.svg")],
    "replay": [(["replay", "hex-game.txt", "-o", "game.html"], OK, "34 moves")],
    "study": [(["study", "hex", "--games", "2", "--duels", "0"], OK, "How long is a game?")],
    "suggest": [(["suggest", "hex", "start", "--player", "greedy"], OK, "%  ")],
    "match": [(["match", "hex", "--players", "random,random", "--games", "1"], OK, "of 1 game")],
    "check": [(["check", "hex-game.txt"], OK, "hex, 34 moves, in order")],
    "moves": [(["moves", "hex", "start"], OK, "k11")],
    "play": [
        (["play", "hex", "start", "d3", "swap", "--events"], OK, "Blue swaps: red's stone on d3"),
        (["play", "hex", "start", "d3", "d3"], NOT_IN_ORDER, "red's stone is on d3 (rule 2)"),
    ],
    "score": [(["score", "hex", WON], OK, "b 1")],
    "perft": [(["perft", "hex", "start", "2"], OK, "14641")],
    "hint": [(["hint", "hex", "start"], BAD_INPUT, "Error: hex gives no hints")],
    "help": [(["help", "notation", "hex"], OK, "swap         the swap, as blue's first move")],
    "doctor": [(["doctor"], OK, "ok  game hex: tilewright-hex 0.1, Hex")],
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The package installed by pip in a folder of its own, without network."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("site")
    words = "-m pip install -q --no-index --no-deps --no-build-isolation --no-compile"
    done = subprocess.run(
        [sys.executable, *words.split(), "--target", str(folder), str(HOME)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(folder.glob("tilewright_hex-0.1.dist-info"))
    return folder


@pytest.fixture(scope="module")
def installed(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    for example in ("hex.toml", "hex-game.txt"):
        (folder / example).write_bytes((HOME / "tilewright_hex/examples" / example).read_bytes())
    (folder / "own.toml").write_bytes((HOME / "tilewright_hex/hex.toml").read_bytes())
    pieces = (f"{colour}-{k}" for colour in ("red", "blue") for k in range(1, 62))
    (folder / "list.csv").write_text("\n".join(["tile", *pieces]))
    with Commands(folder, ROOT, site) as installed:
        for words in (
            ["kit", "hex", "--one-pdf", "--out", "kit"],
            ["kit", "hex", "--tile-size", "20", "--only", "board", "--out", "poster"],
        ):
            made = installed.run(words)
            assert made.returncode == OK, made.stderr
        (folder / "unnamed.pdf").write_bytes((folder / "kit/hex.pdf").read_bytes())
        (folder / "poster-board.pdf").write_bytes((folder / "poster/hex-board.pdf").read_bytes())
        yield installed


@pytest.mark.parametrize("command", USES)
def test_a_game_from_outside_works_in_every_command_of_games(installed, command):
    assert list(wrong(installed.run, USES[command])) == []


# ------------------------------------------------------------------------------ the guide

_BLOCK = re.compile(r"^```(\w*)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(kind):
    """Return the blocks of the guide in a language, each with the file that it quotes."""
    found = _BLOCK.findall(GUIDE.read_text("utf-8"))
    return [(title, text) for language, title, text in found if language == kind]


def test_what_the_guide_quotes_is_in_the_files():
    quoted = [(title, text) for kind in ("python", "toml") for title, text in blocks(kind) if title]
    assert {title.rpartition("/")[2] for title, _ in quoted} >= {
        "pyproject.toml", "__init__.py", "rules.py", "drawing.py", "diagram.py", "parts.py", "hex.toml",
    }  # fmt: skip
    for title, text in some(quoted):
        whole = (HOME / title).read_text("utf-8")
        for part in some(text.split("…\n")):
            assert part in whole, f"{title}: {part}"


def test_the_commands_of_the_guide_say_what_it_says(site, tmp_path):
    sessions = [re.split(r"^\$ ", text, flags=re.MULTILINE)[1:] for _, text in blocks("console")]
    assert sum(map(len, sessions)) >= 8
    lines = [one.partition("\n") for session in sessions for one in session]
    with Commands(tmp_path, ROOT, site) as installed:
        for line, _, said in some(lines):
            command, _, sought = line.partition(" | grep ")
            done = installed.run(shlex.split(command)[1:])
            found = (done.stdout + done.stderr).splitlines(keepends=True)
            assert "".join(text for text in found if sought in text) == said, line
