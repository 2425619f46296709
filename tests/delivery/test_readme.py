"""The README's commands, from top to bottom, as they are written, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import some
from tests.paths import ROOT
from tests.programs import not_on_windows

#: The shells and folders here are those of POSIX.
pytestmark = not_on_windows

README = (ROOT / "README.md").read_text("utf-8")
#: The blocks of one kind or another, in their order.
BLOCKS = re.findall(r"^```(sh|console|python)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
#: What .ci/run does anyway, at greater length: it is seen to, and not run here.
OF_THE_GATE = ("make kit", "make test")


def commands():
    """Return the blocks' lines, without their comments, and the Python of its blocks."""
    for kind, block in BLOCKS:
        if kind == "python":
            yield kind, block
        for line in block.splitlines() if kind != "python" else ():
            yield kind, re.sub(r"\s+#\s.*", "", line).removeprefix("$ ")


def test_the_commands_from_top_to_bottom(tmp_path):
    here = Path(sys.executable).parent
    if not (here / "tilewright").exists():
        pytest.fail("no tilewright is installed beside this Python; make setup installs it")
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("TILEWRIGHT_")},
        "PATH": f"{here}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),  # whichever checkout is installed, this one is tested
    }
    for kind, line in some(commands()):
        if line in OF_THE_GATE:
            continue
        words = ["bash", "-ec", line] if kind != "python" else [sys.executable, "-c", line]
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert made >= {"output/atreya-tiles.pdf", "cells.png", "game.html", "letter/atreya-tiles.pdf"}
