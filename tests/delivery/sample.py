"""A small repository of a game's author: kits, records and figures, some of each not in order."""

from __future__ import annotations

import shutil
from pathlib import Path

import engine
from generator import cli
from tests.paths import ROOT

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
    _run("kit", "atreya", "--out", folder / "print")
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
