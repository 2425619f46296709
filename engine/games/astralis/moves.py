"""Moves as values and as texts (rules 4.8, 6.3 and 6.4); whether one is legal is not known here."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import IllegalMoveError, InvalidMoveError
from engine.games.astralis.board import Board
from engine.play.position import Move

PASS = "--"


class _Fields(NamedTuple):
    board: Board
    #: Where the ship flies, or in dispersed-go the stone is put; 0 for a pass.
    hex: int
    #: The stone put next to the ship (rule 4.3), 0 for none.
    stone: int = 0
    #: What follows from it: the opponent's departure bonus (4.2), bonuses (4.4), extractions (4.5).
    departure: int = 0
    bonus: int = 0
    extracted: int = 0
    #: Whether the stone lies straight ahead and is written ``+`` alone (rule 6.3).
    ahead: bool = False


class AstralisMove(Move, _Fields):
    """A turn with all that follows from it; the hexes are bitboards of ``board``."""

    __slots__ = ()

    def __str__(self) -> str:
        board = self.board
        if not self.hex:
            return PASS
        text = board.label(self.hex)
        if self.departure:
            text += f"(+{board.label(self.departure)})"
        if self.ahead:
            return text + "+"
        if self.stone:
            text += "+" + board.label(self.stone)
        text += "".join("+" + label for label in board.labels(self.bonus))
        return text + "".join("x" + label for label in board.labels(self.extracted))

    def __repr__(self) -> str:
        return f"<AstralisMove {self}>"

    @property
    def tells_what_follows(self) -> bool:
        return bool(self.departure or self.bonus or self.extracted)

    def illegal(self, reason: str, rule: str) -> IllegalMoveError:
        return IllegalMoveError(str(self), reason, rule=rule)


_LABEL = "[a-z][1-9][0-9]?"
_MOVE = re.compile(
    rf"({_LABEL})(?:\(\+({_LABEL})\))?(?:(\+)|\+({_LABEL})((?:\+{_LABEL})*)((?:x{_LABEL})*))?"
)
#: The largest boards have a row x, so the labels tell where they begin: ``xx20``.
_FOLLOWING = re.compile(rf"[+x]({_LABEL})")
_EXPECTED = "a move like d7, d7+e8, d7(+k4)+e8+g9xh10, d7+ (in beeline) or -- for a pass"

#: More characters than the longest move has: every hex of the largest board named.
_LONGEST = 2000


def parse_move(text: str, board: Board) -> AstralisMove:
    """Return the written move of any variant; raise InvalidMoveError, IllegalMoveError for no hex."""
    if text == PASS:
        return AstralisMove(board, 0)
    match = _MOVE.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise InvalidMoveError("not a move", text=text, expected=_EXPECTED)
    hexes = {name: board.find(name) for name in re.findall(_LABEL, text)}
    for name, hex_ in hexes.items():
        if not hex_:
            reason = f"a board of side {board.side} has no hex {name}"
            raise IllegalMoveError(text, reason, rule="1.2")
    target, departure, ahead, stone, *following = match.groups(default="")
    bonus, extracted = (sum({hexes[n] for n in _FOLLOWING.findall(part)}) for part in following)
    named = hexes[target], hexes.get(stone, 0), hexes.get(departure, 0)
    return AstralisMove(board, *named, bonus, extracted, bool(ahead))
