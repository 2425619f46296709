"""``tilewright template``: list the kits' templates, or copy one out."""

from __future__ import annotations

import engine
from generator.commands._shipped import Shipped, copier, first_comment


def _found() -> list[Shipped]:
    files = [engine.game(name).template for name in engine.names()]
    return [Shipped(f.stem, first_comment(f), f) for f in files]


command = copier(
    "template", "give a file of your own with: tilewright kit --template FILE.toml.", _found
)
