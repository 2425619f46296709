"""Positions of play: who may put which tile where, when the game ends, and who wins (rule 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Self

from engine.errors import IllegalMoveError
from engine.games.abstrakto import areas, places
from engine.games.abstrakto.areas import Area
from engine.games.abstrakto.notation import format_position, parse_move
from engine.games.abstrakto.places import OVERLAPS, PLAYER_NAMES, Kind, Pass, Place, members
from engine.play.position import Event, GameOver, LegalMoves, Move, Position, Turn
from engine.words import count, listed

#: Where a tile of each type lies (rule 2.1).
_WHERE = {Kind.SOLID: "a cell", Kind.LINE: "an edge", Kind.CROSS: "a corner"}

#: For every choice of types, by their places.bits: the places that tiles of these types fit.
_FITTING = [
    places.union(places.OF_KIND[kind] for kind in Kind if chosen >> kind & 1) for chosen in range(8)
]


def open_places(free: int, hand: Sequence[int]) -> int:
    """Return which of the free places fit a tile that is left in a hand (rule 3.2)."""
    solids, lines, crosses = hand
    return free & _FITTING[(solids > 0) + 2 * (lines > 0) + 4 * (crosses > 0)]


@dataclass(frozen=True, slots=True, repr=False)
class AbstraktoPosition(Position):
    """The places that blue's and orange's tiles take, the player to move, and the tiles left."""

    game: ClassVar[str] = "abstrakto"
    players: ClassVar[tuple[str, ...]] = places.PLAYERS

    blue: int
    orange: int
    turn: str = field()
    hands: places.Hands
    #: The places no tile on the board overlaps; follows from the others.
    free: int = field(compare=False, repr=False)

    @classmethod
    def of(cls, blue: int, orange: int, turn: str, hands: places.Hands) -> Self:
        taken = places.union(OVERLAPS[bit] for bit in places.bits(blue | orange))
        return cls(blue, orange, turn, hands, places.ALL & ~taken)

    def __str__(self) -> str:
        return format_position(self.blue, self.orange, self.turn, self.hands)

    def tiles(self, player: str) -> tuple[Place, ...]:
        return members(self.blue if player == "b" else self.orange)

    def hand(self, player: str) -> places.Hand:
        return self.hands[places.PLAYERS.index(player)]

    def _open(self, player: str) -> int:
        return open_places(self.free, self.hands[player == "o"])

    def legal_places(self, player: str, kind: Kind) -> tuple[Place, ...]:
        """Return where a player may put a tile of one type, were it their turn."""
        return members(self._open(player) & places.OF_KIND[kind])

    def must_pass(self, player: str) -> bool:
        """Tell whether a player can place nothing (rule 3.3)."""
        return not self._open(player)

    @property
    def is_over(self) -> bool:
        """Whether neither player can place (rule 3.3)."""
        return not (self._open("b") or self._open("o"))

    def legal_moves(self) -> LegalMoves[Place | Pass]:
        def listed() -> Iterator[Place | Pass]:
            fitting = self._open(self.turn)
            if fitting:
                yield from members(fitting)
            elif not self.is_over:
                yield places.PASS

        return LegalMoves(self, listed)

    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        read = move if isinstance(move, (Place, Pass)) else parse_move(str(move))
        other = "o" if self.turn == "b" else "b"
        if not isinstance(read, Place):  # which is told more quickly than a Pass
            if not self.must_pass(self.turn) or self.is_over:
                raise self._illegal(read, move)
            after = type(self)(self.blue, self.orange, other, self.hands, self.free)
            return Turn(self, read, after)
        if not read.bit & self._open(self.turn):
            raise self._illegal(read, move)
        free = self.free & ~OVERLAPS[read.index]
        (first, second), blue, orange = self.hands, self.blue, self.orange
        if self.turn == "b":
            blue, first = blue | read.bit, first.less(read.kind)
        else:
            orange, second = orange | read.bit, second.less(read.kind)
        return Turn(self, read, type(self)(blue, orange, other, (first, second), free))

    def _illegal(self, move: Place | Pass, written: str | Move) -> IllegalMoveError:
        name, hand, rule = PLAYER_NAMES[self.turn], self.hand(self.turn), "3.3"
        if self.is_over:
            reason = "the game is over"
        elif isinstance(move, Pass):
            first = members(self._open(self.turn))[0]
            reason = f"{name} may not pass, a {first.kind.title} on {first} is possible"
        elif self.must_pass(self.turn):
            reason = f"{name} can place none of the tiles left and must pass"
        elif not hand[move.kind]:
            reason, rule = f"{name} has no {move.kind.title} left ({hand})", "3.2"
        else:
            tiles = (
                f"{PLAYER_NAMES[player]}'s {tile.kind.title} on {tile}"
                for player in places.PLAYERS
                for tile in self.tiles(player)
                if tile.bit & OVERLAPS[move.index]
            )
            reason, rule = f"it overlaps {' and '.join(tiles)}", "3.2"
        return IllegalMoveError(str(written), reason, rule=rule)

    def places(self, move: str | Move) -> tuple[str, ...]:
        read = parse_move(str(move))
        return (read.name,) if isinstance(read, Place) else ()

    def holds(self, player: str) -> str:
        hand = self.hand(player)
        return ", ".join(count(hand[kind], kind.title, kind.plural) for kind in Kind)

    def prompt(self, picked: tuple[str, ...]) -> str:
        if self.must_pass(self.turn):
            return "nothing fits, so you must pass"
        kinds = [kind for kind in Kind if self.hand(self.turn)[kind]]
        return f"choose {listed([f'{_WHERE[kind]} for a {kind.title}' for kind in kinds], 'or')}"

    def brought_about(self, move: Place | Pass, after: Self) -> Iterator[Event]:
        yield areas.moved(self.turn, move)
        if isinstance(move, Pass):
            return
        now = after.areas()
        yield from areas.changes(self.areas(), now)
        if after.is_over:
            yield GameOver.of(after, PLAYER_NAMES, areas.deciding(now))

    def areas(self) -> tuple[Area, ...]:
        """Return the areas (rule 4.1), by their lowest, leftmost quarter-cells."""
        return areas.find_areas(self.blue, self.orange, self._open("b") | self._open("o"))

    def main_area(self) -> Area | None:
        """Return the area that decides a tie, None where there is none (rule 4.3)."""
        return areas.main_area(self.areas())

    def scores(self) -> dict[str, int | float]:
        """Return the numbers of areas either player controls (rule 4.4)."""
        return {**areas.count(self.areas())}

    def winners(self) -> tuple[str, ...] | None:
        """Return the winner by rule 4.3, () for a draw, None while the game is on."""
        if not self.is_over:
            return None
        lead = areas.ahead(self.blue, self.orange)
        return () if lead == 0 else ("b",) if lead > 0 else ("o",)
