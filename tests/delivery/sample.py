"""What the tests of delivery share: a small repository of a game's author, libraries, and the guide's examples.

Kits, records and figures of the repository are in order, or not.  Environments that tests make are
made of what is here: nothing is downloaded.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import click
import yaml

import engine
from generator import cli
from tests.cases import ROOT

#: Where records of games are that are shipped.
EXAMPLES = ROOT / "templates" / "examples"
FIGURES = """\
game = "abstrakto"
formats = ["svg"]

[figures.first]
position = "start"
"""


def make(folder: Path) -> Path:
    """Make the repository, and return its folder.

    ``print`` holds a kit; ``lists`` an inventory, ``lists of old`` one that lacks two tiles; ``games``
    a record, ``broken`` one with an illegal move in line 4; ``rules`` a figure as its specification
    gives it, ``old`` one that is given otherwise by now.
    """
    folder.mkdir()
    _run("kit", "abstrakto", "--one-pdf", "--out", folder / "print")
    for name in ("lists", "lists of old", "games", "broken", "rules"):
        (folder / name).mkdir()
    tiles = ["tile", *map(str, engine.game("atreya").tiles()), ""]
    (folder / "lists" / "tiles.csv").write_text("\n".join(tiles), "utf-8")
    (folder / "lists of old" / "tiles.csv").write_text("\n".join(tiles[:-3]), "utf-8")
    record = (EXAMPLES / "abstrakto-game.txt").read_text("utf-8")
    (folder / "games" / "first.txt").write_text(record, "utf-8")
    moves = record.partition("\n\n")[2].split()
    broken = '[Game "abstrakto"]\n\n1. ' + f"{moves[1]}\n{moves[1]}\n"
    (folder / "broken" / "second.txt").write_text(broken, "utf-8")
    (folder / "rules" / "figures.toml").write_text(FIGURES, "utf-8")
    _run("figures", folder / "rules" / "figures.toml")
    shutil.copytree(folder / "rules", folder / "old")
    (folder / "old" / "figures.toml").write_text(
        FIGURES.replace("start", "d4 e5ne b 455/554"), "utf-8"
    )
    return folder


def _run(*words: object) -> None:
    assert cli.run([str(word) for word in words]) == 0


#: What an environment brings or installs itself.
OWN = ("tilewright", "__editable__", "_editable", "pip", "setuptools", "distutils", "_distutils")


def linked(folder: Path) -> dict[str, str]:
    """Link all libraries but our own into a folder; return what makes pip and Python see them.

    pip then finds every requirement met, so that it installs what it was asked to, and that alone.
    """
    folder.mkdir()
    for path in Path(click.__file__).parents[1].iterdir():
        if not path.name.startswith(OWN) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return {
        "PYTHONPATH": str(folder),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which is how pip is told "no isolation"
        "PIP_FIND_LINKS": "",
    }


def sources(folder: Path) -> Path:
    """Copy what .dockerignore lets through, and nothing else: what a builder of images gets."""
    folder.mkdir()
    rules = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert [rule for rule in rules if not rule.startswith(("#", "!"))] == ["*", "**/__pycache__"]
    for name in (rule[1:] for rule in rules if rule.startswith("!")):
        if (ROOT / name).is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


#: The guide, whose examples fit the sample repository of this room.
GUIDE = ROOT / "docs" / "checking.md"


def configurations(key: str) -> list[dict[str, Any]]:
    """Return the blocks of YAML that have a key at the top."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    return [found for found in map(yaml.safe_load, blocks) if key in found]
