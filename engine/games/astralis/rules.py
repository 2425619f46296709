"""Positions of play in any variant: moves, events, scores, and what figures ask of a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from engine.errors import IllegalMoveError
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, Pair, State, each
from engine.games.astralis.moves import PASS, AstralisMove, parse_move
from engine.games.astralis.notation import format_position
from engine.games.astralis.variants import ShipVariant, Standard, Variant
from engine.play.position import Event, GameOver, LegalMoves, Move, Position, Score, Turn

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AstralisPosition(Position):
    """Stones and ships on a board, and the player to move; equal to those written alike (rule 1.3)."""

    game: ClassVar[str] = "astralis"
    players: ClassVar[tuple[str, ...]] = PLAYERS

    state: State
    variant: Variant

    def __str__(self) -> str:
        return format_position(self.state, self.variant)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AstralisPosition) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # -------------------------------------------------------------------------------- playing

    @property
    def turn(self) -> str:
        return PLAYERS[self.state.turn]

    def places(self, move: str | Move) -> tuple[str, ...]:
        """Return the hexes a move names: where the ship lands, what follows, and the stone last."""
        board = self.variant.board
        read = parse_move(str(move), board)
        sets = (read.hex, read.departure, read.bonus, read.extracted, read.stone)
        return tuple(dict.fromkeys(name for hexes in sets for name in board.labels(hexes)))

    def steps(self, move: AstralisMove) -> tuple[str, ...]:
        return tuple(move.board.label(hex_) for hex_ in (move.hex, move.stone) if hex_) or (PASS,)

    def prompt(self, picked: tuple[str, ...]) -> str:
        variant, state = self.variant, self.state
        if not isinstance(variant, ShipVariant):
            return "choose a hex for a planet, or pass"
        if picked:
            return f"choose a hex for a {variant.stone}, or play without one"
        if not state.ship:
            return f"choose where your {variant.ship} starts"
        if not variant.targets(state):
            return f"your {variant.ship} cannot move, so you must pass"
        return f"choose where your {variant.ship} goes"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (rules 5.1, 6.3 and 6.4)."""
        return self.variant.over(self.state)

    def legal_moves(self) -> LegalMoves[AstralisMove]:
        return LegalMoves(self, self._moves)

    def _moves(self) -> Iterator[AstralisMove]:
        variant, state = self.variant, self.state
        return (variant.move(state, code, after) for code, after in variant.children(state))

    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        """Carry out a move, with all that follows from it (rule 4.8)."""
        written = str(move)
        read = parse_move(written, self.variant.board)
        if self.is_over:
            raise read.illegal("the game is over", self.variant.end_rule)
        code = self.variant.read(self.state, read)
        after = self.variant.after(self.state, code)
        legal = self.variant.move(self.state, code, after)
        if read.tells_what_follows and written != str(legal):
            reason = f"what is written is not what follows; the whole move is {legal}"
            raise IllegalMoveError(written, reason, rule="4.8")
        return Turn(self, legal, type(self)(after, self.variant))

    def brought_about(self, move: AstralisMove, after: Self) -> Iterator[Event]:
        yield from self.variant.events(self.state, move, after.state)
        if after.is_over:
            yield GameOver.of(after, PLAYER_NAMES)

    def scores(self) -> dict[str, Score]:
        """Return yellow's points, and cyan's with komi (rules 5.1 and 6.2 to 6.4)."""
        yellow, cyan = self.variant.points(self.state.stones)
        return {"y": yellow, "c": cyan + self.variant.komi}

    def winners(self) -> tuple[str, ...] | None:
        if not self.is_over:
            return None
        leaders = self.leaders()
        return leaders if len(leaders) == 1 else ()

    # ------------------------------------------------------------------- what is on the board

    @property
    def side(self) -> int:
        return self.variant.board.side

    def ship(self, player: str) -> str | None:
        """Return the hex of a player's ship (or bee), None before it is set up."""
        return self.variant.board.label(self.state.ships[PLAYERS.index(player)]) or None

    def stones(self, player: str) -> frozenset[str]:
        return self._named(self.state.stones[PLAYERS.index(player)])

    @property
    def explored(self) -> frozenset[str]:
        """The hexes that hold a stone or neighbour one (rule 2.1)."""
        return self._named(self.variant.board.explored(self.state.occupied))

    @property
    def contested(self) -> frozenset[str]:
        """The hexes next to stones of both players (rule 2.1)."""
        return self._named(self.variant.board.contested(*self.state.stones))

    def controlled(self, player: str) -> frozenset[str]:
        """Return the hexes a player controls (rule 2.1)."""
        return self._named(self.variant.board.controlled(*self._from(player)))

    def changed(self) -> frozenset[str]:
        """Return the hexes whose stone or control the last turn changed; none if it is not known."""
        now, before = (self.state.mine, self.state.theirs), self.state.before
        if before is None:
            return frozenset()
        hexes = now[0] ^ before[0] | now[1] ^ before[1]
        if self.variant.has_control:
            board = self.variant.board
            for new, old in zip(board.tiled(*now)[0], board.tiled(*before)[0], strict=True):
                hexes |= new ^ old
        return self._named(hexes)

    def threats(self, player: str) -> frozenset[str]:
        """Return the hexes that a player's next stone, put anywhere, could take (rules 4.4, 4.5)."""
        board, (mine, theirs) = self.variant.board, self._from(player)
        ship, hexes = self.state.ships[1 - PLAYERS.index(player)], 0
        room = board.full & ~board.explored(mine | theirs) & ~ship
        for stone in each(room if isinstance(self.variant, Standard) else 0):
            gained = board.gains(mine | stone, theirs, ship)
            hexes |= gained.bonus | gained.extracted | gained.late_bonus
        return self._named(hexes)

    def _named(self, hexes: int) -> frozenset[str]:
        return frozenset(self.variant.board.labels(hexes))

    def _from(self, player: str) -> Pair:
        index = PLAYERS.index(player)
        return self.state.stones[index], self.state.stones[1 - index]
