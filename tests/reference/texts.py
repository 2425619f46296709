"""Texts spoilt at random, and how they are taken: what games and their references are compared by."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType

import engine


def verdict(act: Callable[[str], object], text: str, reference: ModuleType) -> tuple[str, object]:
    """Return how the engine or the reference takes the text."""
    try:
        return "read", str(act(text))
    except (engine.InvalidMoveError, engine.NotationError, reference.NotationFault):
        return "notation", None
    except (engine.InvalidPositionError, reference.PositionFault):
        return "impossible", None
    except (engine.IllegalMoveError, reference.IllegalMove):
        return "illegal", None


def spoilt(rng: random.Random, text: str, letters: str) -> str:
    """Return the text with one to three characters lost, added, changed or swapped."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(text) + 1)
        letter = rng.choice(letters)
        text = rng.choice(
            [
                text[:at] + text[at + 1 :],
                text[:at] + letter + text[at:],
                text[:at] + letter + text[at + 1 :],
                text[: at - 1] + text[at : at + 1] + text[at - 1 : at] + text[at + 1 :],
            ]
        )
    return text
