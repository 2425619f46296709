"""The commands of the README and of the first pages of the manual, from top to bottom, in an empty folder."""

from __future__ import annotations

import re
import shlex

from generator import cli
from tests.cases import some
from tests.paths import ROOT

PAGES = ("README.md", "docs/start.md", "docs/index.md", "docs/guide.md")
#: What .ci/run does anyway, at greater length: it is seen to, and not run here.
OF_THE_GATE = ("make kit", "make test")


def commands():
    """Return the lines of the pages' blocks, each once, and the Python of their blocks."""
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        blocks = re.findall(r"^```(sh|console|python)\n(.*?)^```$", text, re.M | re.S)
        assert blocks, page
        for kind, block in blocks:
            if kind == "python":
                yield block
            elif kind == "sh" or page == "README.md":
                lines = (re.sub(r"\s+#\s.*", "", line) for line in block.splitlines())
                yield from (line.removeprefix("$ ") for line in lines)


def test_the_commands_from_top_to_bottom(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    verified = ""
    for line in some(dict.fromkeys(commands())):
        if "\n" in line:
            exec(line, {})
        elif verified and line.startswith(f"{verified}/"):  # it was read a moment ago
            assert (tmp_path / line.split()[-1]).is_file()
        elif line not in OF_THE_GATE:
            program, *words = shlex.split(line)
            assert program == "tilewright"
            assert cli.run(words) == cli.OK, line
            verified = line if words[0] == "verify" else ""
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert made >= {"output/atreya-tiles.pdf", "cells.png", "game.html", "letter/atreya-tiles.pdf"}
