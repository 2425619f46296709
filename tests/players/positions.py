"""Every position that the tests of a game name, and those that their records pass through."""

import ast
from functools import cache

import engine
from tests import records
from tests.paths import ROOT


@cache
def named(game: str) -> tuple[engine.Position, ...]:
    """Return the positions of a game that stand as texts in the tests of its rules."""
    texts = {
        node.value
        for path in sorted((ROOT / "tests" / "games" / game).glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    }
    return tuple(filter(None, (_read(game, text) for text in sorted(texts))))


def _read(game: str, text: str) -> engine.Position | None:
    try:
        return engine.game(game).parse(text)
    except engine.GameError:
        return None


def recorded(game: str) -> tuple[engine.Position, ...]:
    """Return the positions of the sample records of a game."""
    found = []
    for record in map(records.named, records.FILES):
        if record.tags["Game"] == game:
            found += record.positions()
    return tuple(found)
