"""``tilewright example``: list the examples of figures and records, or copy one out."""

from __future__ import annotations

from engine.resources import templates
from generator.commands._shipped import Shipped, copier, first_comment

#: How an example's name ends, and what is said of it where its text does not begin with a comment.
_KINDS = {".toml": "figures for a rulebook", ".txt": "a record of a game"}


def shipped() -> list[Shipped]:
    """Return the examples, in the order of their names."""
    files = sorted(f for f in (templates() / "examples").iterdir() if f.suffix in _KINDS)
    return [Shipped(f.name, first_comment(f) or _KINDS[f.suffix], f) for f in files]


command = copier(
    "example",
    "figures are made with: tilewright figures FILE.toml, a record that it names beside it.",
    shipped,
)
