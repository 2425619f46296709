"""Sample records for tests, found wherever they lie in the project."""

import random
import re
from functools import cache
from pathlib import Path

import engine
from engine import record as recording
from engine.record import Record

ROOT = Path(__file__).resolve().parent.parent

#: File name -> path of every record of a whole game; figures have small ones of their own.
FILES = {
    path.name: path
    for folder in ("tests/data", "templates/examples")
    for path in sorted((ROOT / folder).rglob("*.txt"))
    if "figures" not in path.parts and re.search(r"^\[Game ", path.read_text("utf-8"), re.M)
}


@cache
def named(name: str) -> Record:
    """Return the first game of a file."""
    return recording.load_all(FILES[name])[0]


@cache
def of(game: str) -> Record:
    """Return a game's first sample, or for Astralis one played without a plan."""
    for name in FILES:
        if named(name).tags["Game"] == game:
            return named(name)
    return random_game(game)


def random_game(game: str, seed: int = 3, most: int = 30) -> Record:
    """Return a game played without a plan; draws need no bag in what is asked for here."""
    position, rng = engine.game(game).begin({}), random.Random(seed)
    moves: list[str] = []
    while not position.is_over and len(moves) < most:
        move = rng.choice(list(position.legal_moves()))
        moves.append(position.written(move))
        position = position.play(move)
    return Record({"Game": game}, tuple(moves))
