"""Texts spoilt at random, and how they are taken: what games and their references are compared by."""

from __future__ import annotations

import random
from collections.abc import Callable

import engine


class NotationFault(ValueError):
    """The text is not a position or not a move."""


class PositionFault(ValueError):
    """The position can be read but cannot occur."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


class IllegalMove(ValueError):
    """The move breaks a rule."""


def verdict(act: Callable[[str], object], text: str) -> tuple[str, object]:
    """Return how the engine or the reference takes the text."""
    try:
        return "read", str(act(text))
    except (engine.InvalidMoveError, engine.NotationError, NotationFault):
        return "notation", None
    except (engine.InvalidPositionError, PositionFault):
        return "impossible", None
    except (engine.IllegalMoveError, IllegalMove):
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
