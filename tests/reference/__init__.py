"""Second implementations of games: slow and obvious, written from the rules alone.

They import nothing of the engine, so that each can be held against the other, as ``comparing`` does.
And how they refuse texts: what cannot be read, what cannot occur, what a rule forbids.
"""


class NotationFault(ValueError):
    """The text is not a position or not a move."""


class PositionFault(ValueError):
    """The position can be read but cannot occur."""


class IllegalMove(ValueError):
    """The move breaks a rule; ``rules`` are the paragraphs, where the reference names them."""

    def __init__(self, move: str, rules: frozenset[str] | set[str] = frozenset()) -> None:
        self.rules = rules
        super().__init__(move)
