"""What ``engine.game`` returns for each name, written for type checkers from the games' folders.

``python -m tests.house.typed_games`` writes the stub anew, after a game has come or gone.
"""

import engine
from tests.cases import ROOT

STUB = ROOT / "engine" / "games" / "__init__.pyi"

_HEAD = '''"""Made by ``python -m tests.house.typed_games`` from the folders here, not by hand."""

from typing import Literal, overload

'''


def written() -> str:
    """Return the stub: an overload for each game, and one for names that are not written out."""
    classes = {name: type(engine.game(name)) for name in engine.names()}
    imports = [f"from {made.__module__} import {made.__name__}" for made in classes.values()]
    imports += ["from engine.play.game import Game", "from engine.play.position import Position"]
    overloads = [
        f'@overload\ndef game(name: Literal["{name}"]) -> {made.__name__}: ...'
        for name, made in classes.items()
    ]
    overloads.append("@overload\ndef game(name: str) -> Game[Position]: ...")
    return "\n".join([_HEAD + "\n".join(imports), "", '__all__ = ["game"]', "", *overloads, ""])


if __name__ == "__main__":
    STUB.write_text(written(), "utf-8")
    print(STUB)
