"""The house: a public name of a class, or of a type, means one thing."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from tests.paths import ROOT

#: Where names may come again: events and quick states are each game's own, and the readers
#: of printed sheets are built anew soon.
APART = (
    "events.py",
    "quick.py",
    "frontier.py",
    "checking/recognise/",
    "checking/pages/",
    "checking/photographs/",
)

#: Words that two games have of their own, as their rules or notations do.
OF_GAMES = {"Area", "Hands", "Written"}


def names(path: Path):
    """Yield the public classes and type aliases a module defines."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found = [node.name]
        elif isinstance(node, ast.Assign):
            found = [target.id for target in node.targets if isinstance(target, ast.Name)]
        else:
            continue
        yield from (name for name in found if re.fullmatch(r"[A-Z][a-z]\w*", name))


def homes():
    found = defaultdict(list)
    for folder in ("engine", "generator", "tilewright"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            if not any(part in where for part in APART):
                for name in names(path):
                    found[name].append(where)
    return found


def test_a_name_has_one_home():
    found = homes()
    assert len(found) > 150
    twice = {name: at for name, at in found.items() if len(at) > 1}
    assert {name: twice[name] for name in twice.keys() - OF_GAMES} == {}
