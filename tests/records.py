"""Sample records for tests, found wherever they lie in the project."""

import re
from functools import cache

from engine import record as recording
from engine.record import Record
from tests.cases import ROOT

#: File name -> path of every record of a whole game; figures have small ones of their own, and what
#: lies beside the games' folders are tables.
FILES = {
    path.name: path
    for folder in ("tests/data", "templates/examples")
    for path in sorted((ROOT / folder).rglob("*.txt"))
    if "figures" not in path.relative_to(ROOT).parts
    and path.parent.name != "data"
    and re.search(r"^\[Game ", path.read_text("utf-8"), re.M)
}


@cache
def named(name: str) -> Record:
    """Return the first game of a file."""
    return recording.load_all(FILES[name])[0]


@cache
def of(game: str) -> Record:
    """Return a game's first sample."""
    return next(named(name) for name in FILES if named(name).tags["Game"] == game)
