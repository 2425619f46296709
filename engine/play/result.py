"""Results of games as text: winners and margin, ``draw``, or ``*`` while the game is on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.geometry.plane import number
from engine.play.game import Game
from engine.play.position import Position
from engine.words import listed


def result(position: Position, *, stopped: bool = False) -> str:
    """Return the result of a game in its last position, or with ``stopped`` as if it ended there.

    It is the winners' letters with the margin to the nearest other player, as ``c+4.5``.  If scores
    do not decide, it is the letters alone.  It is ``draw`` without winners, and ``*`` while the game
    is on.

    >>> engine.record.result(start), engine.record.result(start, stopped=True)
    ('*', 'rg+0')
    """
    winners = position.winners()
    if winners is None:
        if not stopped:
            return "*"
        winners = position.leaders()
    if not winners:
        return "draw"
    letters, scores = "".join(winners), position.scores()
    if not position.has_margin:
        return letters
    others = [player for player in position.players if player not in winners]
    gaps = [abs(scores[winner] - scores[other]) for winner in winners for other in others]
    margin = min(gaps, default=0)
    return f"{letters}+{margin if isinstance(margin, int) else number(margin)}"


_RESULT = re.compile(r"(\w+?)(?:\+([0-9]{1,15}(?:\.[0-9]{1,15})?))?", re.ASCII)


#: What a written result claims: the winners, none for a draw, and the margin if there is one.
_Claim = tuple[frozenset[str], float | None]


def _read(text: str, players: Sequence[str]) -> _Claim | None:
    if text == "draw":
        return frozenset(), None
    match = _RESULT.fullmatch(text)
    if match is None or len(set(match[1])) < len(match[1]) or not set(match[1]) <= set(players):
        return None
    return frozenset(match[1]), None if match[2] is None else float(match[2])


def fault(given: str, position: Position, game: Game[Position]) -> str:
    """Return what is wrong with a Result tag, or an empty text.

    A margin may be missing, and a win of all may be a draw.
    """
    players = position.players
    claim = _read(given, players)
    if claim is None and given != "*":
        return (
            f"the result '{given}' cannot be read; expected winners of {''.join(players)} with "
            "their margin, draw, or *"
        )
    expected = [result(position)]
    if position.winners() is None and game.may_stop_early:
        expected.append(result(position, stopped=True))
    right = [one for text in expected if (one := _read(text, players))]
    accepted = {*right, *((winners, None) for winners, _ in right)}
    accepted |= {(winners, margin or 0.0) for winners, margin in right}
    if any(winners == frozenset(players) for winners, _ in right):
        accepted.add((frozenset(), None))
    if given in expected or claim in accepted:
        return ""
    why = "the game is not over" if position.winners() is None else "the game is over"
    return f"the result is '{given}', but {why}; expected {listed(expected, 'or')}"
