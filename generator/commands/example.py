"""``tilewright example``: list the examples of figures and records, or copy one out."""

from __future__ import annotations

import engine
from engine.resources import templates
from generator.commands._shipped import Shipped, copier, first_comment

#: How an example's name ends, and what is said of it where its text does not begin with a comment.
_KINDS = {".toml": "figures for a rulebook", ".txt": "a record of a game"}


def shipped() -> list[Shipped]:
    """Return the examples: those of the toolkit in the order of their names, and of added games."""
    own = [f for f in (templates() / "examples").iterdir() if f.suffix in _KINDS]
    files = [*sorted(own), *(f for name in engine.names() for f in engine.game(name).examples)]
    return [Shipped(f.name, first_comment(f) or _KINDS[f.suffix], f) for f in files]


command = copier(
    "example",
    "figures are made with: tilewright figures FILE.toml, a record that it names beside it.",
    shipped,
)
