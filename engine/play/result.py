"""Results of games as text: winners and margin, ``draw``, or ``*`` while the game is on.

This module knows positions and games only by their protocols in :mod:`engine.play.game`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.geometry.plane import number
from engine.play.game import Game, Position


def result(position: Position, *, stopped: bool = False) -> str:
    """Return the result of a game that ended, or with ``stopped`` was ended, in a position.

    That is the winners' letters and the margin to the nearest other player (``c+4.5``; 0 where
    all share), the letters alone where no scores decide, ``draw`` without winners, and ``*``
    while the game is on.
    """
    winners = position.winners()
    if winners is None:
        if not stopped:
            return "*"
        winners = position.leaders()
    if not winners:
        return "draw"
    letters = "".join(winners)
    return f"{letters}+{_margin(position, winners)}" if position.has_margin else letters


def _margin(position: Position, winners: Sequence[str]) -> str:
    """Return how far the winners' scores lie from those of the other players, at the least."""
    scores = position.scores()
    others = [player for player in position.players if player not in winners]
    gaps = [abs(scores[winner] - scores[other]) for winner in winners for other in others]
    margin = min(gaps, default=0)
    return str(margin) if isinstance(margin, int) else number(margin)


_RESULT = re.compile(r"(\w+?)(?:\+([0-9]{1,15}(?:\.[0-9]{1,15})?))?", re.ASCII)


def fault(given: str, position: Position, game: Game) -> str:
    """Return what is wrong with a Result tag, or an empty text."""
    if not _is_result(given, position):
        letters = "".join(position.players)
        return (
            f"the result '{given}' cannot be read; expected winners of {letters} with their "
            "margin, draw, or *"
        )
    expected = [result(position)]
    if position.winners() is None and game.may_stop_early:
        expected.append(result(position, stopped=True))
    if any(_agrees(given, text, position) for text in expected):
        return ""
    why = "the game is not over" if position.winners() is None else "the game is over"
    return f"the result is '{given}', but {why}; expected {' or '.join(expected)}"


def _is_result(text: str, position: Position) -> bool:
    found = _RESULT.fullmatch(text)
    if text in ("*", "draw"):
        return True
    return (
        found is not None
        and set(found[1]) <= set(position.players)
        and len(set(found[1])) == len(found[1])
    )


def _agrees(given: str, expected: str, position: Position) -> bool:
    """Tell whether two results say the same; a margin may be missing, a win of all be a draw."""
    if given == expected:
        return True
    if "*" in (given, expected) or expected == "draw":
        return False
    winners, margin = _RESULT.fullmatch(expected).groups()  # type: ignore[union-attr]
    if given == "draw":
        return set(winners) == set(position.players)
    letters, claimed = _RESULT.fullmatch(given).groups()  # type: ignore[union-attr]
    if set(letters) != set(winners):
        return False
    return claimed is None or float(claimed) == float(margin or 0)
