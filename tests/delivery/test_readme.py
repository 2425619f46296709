"""The README's and first pages' commands, from top to bottom; the packages asked for: credited, and pinned."""

from __future__ import annotations

import re
import shlex
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from generator import cli
from tests.cases import ROOT, some

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


CREDITS = (ROOT / "CREDITS.md").read_text("utf-8")
SHIPPED, INSTALLED = CREDITS.split("## What comes with it")[1].split("## What it is installed with")
TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = TABLE["project"]
#: Extra, "" for none -> its requirements; tools of ours are left out.
WANTED = {k: v for k, v in PROJECT["optional-dependencies"].items() if k != "dev"}
WANTED[""] = PROJECT["dependencies"]


def test_every_package_is_told_with_where_it_is_wanted():
    rows = re.findall(r"^\| ([a-z][\w-]+) \| .+? \| (.+?) \|$", INSTALLED, re.MULTILINE)
    assert {name: where.partition(";")[0] for name, where in rows if name != "package"} == {
        Requirement(line).name.lower(): f"`{extra}`" if extra else "all"
        for extra, lines in WANTED.items()
        for line in lines
    }


def test_the_pins_meet_what_is_asked_for():
    """A requirement that is raised without ``make pins`` would let no image be built."""
    asked = [one for extra, lines in WANTED.items() if extra != "docs" for one in lines]
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    here = {canonicalize_name(p.name): p for p in pins if not p.marker or p.marker.evaluate()}
    assert len(pins) > 50
    for text in some([*TABLE["build-system"]["requires"], *asked]):
        wanted = Requirement(text)
        (pin,) = here[canonicalize_name(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), text


def test_what_is_others_is_told():
    for path in some(
        [*(ROOT / "templates/typeface").glob("*.txt"), *(ROOT / "templates/icc").iterdir()]
    ):
        assert path.name in SHIPPED
    assert "LICENSE" in SHIPPED
    told = re.findall(r"`([\w/.-]+/[\w.-]*)`", SHIPPED)
    assert len(told) >= 8
    assert [path for path in told if not (ROOT / path).exists()] == []
    # No picture, typeface or profile lies elsewhere in what is shipped.
    kinds = (".ttf", ".otf", ".woff", ".woff2", ".icc", ".png", ".jpg", ".gif")
    rooms = [ROOT / name for name in ("engine", "generator", "tilewright", "templates")]
    found = [path for room in rooms for path in room.rglob("*") if path.suffix in kinds]
    assert [path.relative_to(ROOT).as_posix() for path in found] == ["templates/icc/coated.icc"]
