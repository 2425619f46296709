"""Positions of play in any variant: moves, events, scores, and what figures ask of a board.

A position is a state and a variant; the variant knows the rules, this module the game's end
and the ways in and out.  Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from engine.errors import NotationError
from engine.games.astralis import territory
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, State, each
from engine.games.astralis.moves import PASS, AstralisMove, parse_move
from engine.games.astralis.notation import format_position
from engine.games.astralis.variants import VARIANTS, ShipVariant, Standard, Variant
from engine.play.position import Event, GameOver, LegalMoves, Move, Position, Score, Turn

if TYPE_CHECKING:
    from random import Random


class Placements(NamedTuple):
    """The neighbours of a hex by whether a stone may be put there from it (rule 4.3)."""

    usable: frozenset[str]
    unusable: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AstralisPosition(Position):
    """Stones and ships on a board, and the player to move.

    Two positions are equal when they are written alike.  A position also knows the stones
    before the last turn, and in dispersed-go the passes in a row.  There these decide ko and
    the game's end, but they are not written (rule 1.3) and not compared, so that what was
    written and read again is equal to what it was.

    >>> position = engine.game("astralis").parse("1c2/5/6/7/6/1yY2/4 c standard")
    >>> str(position), position.scores()
    ('1c2/5/6/7/6/1yY2/4 c standard', {'y': 7, 'c': 3.5})
    """

    game: ClassVar[str] = "astralis"

    state: State
    variant: Variant

    def __str__(self) -> str:
        return format_position(self.state, self.variant.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AstralisPosition):
            return NotImplemented
        return self._written_parts() == other._written_parts()

    def __hash__(self) -> int:
        return hash(self._written_parts())

    def _written_parts(self) -> tuple[object, ...]:
        return self.variant.name, *self.state[:4]

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.state, self.variant.name)

    # -------------------------------------------------------------------------------- playing

    @property
    def turn(self) -> str:
        return PLAYERS[self.state.turn]

    @property
    def players(self) -> tuple[str, ...]:
        return PLAYERS

    def places(self, move: str | Move) -> tuple[str, ...]:
        """Return the hexes a move names: where the ship lands, what follows, and the stone last."""
        written = parse_move(str(move))
        named = (written.hex, written.departure, *written.bonus, *written.extracted, written.stone)
        return tuple(dict.fromkeys(name for name in named if name))

    def steps(self, move: AstralisMove) -> tuple[str, ...]:
        board = self.state.board
        return tuple(board.label(hex_) for hex_ in (move.hex, move.stone) if hex_) or (PASS,)

    def prompt(self, picked: tuple[str, ...]) -> str:
        if not isinstance(self.variant, ShipVariant):
            return "choose a hex for a planet, or pass"
        ship, stone = self.variant.ship, self.variant.stone
        if picked:
            return f"choose a hex for a {stone}, or play without one"
        if not self.state.ship:
            return f"choose where your {ship} starts"
        if not self.ship_targets():
            return f"your {ship} cannot move, so you must pass"
        return f"choose where your {ship} goes"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (rules 5.1, 6.3 and 6.4)."""
        return self.variant.over(self.state)

    def legal_moves(self) -> LegalMoves[AstralisMove]:
        return LegalMoves(self, self._moves)

    def _moves(self) -> Iterator[AstralisMove]:
        if not self.is_over:
            yield from self.variant.moves(self.state)

    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        """Carry out a move, with all that follows from it (rule 4.8)."""
        written = parse_move(str(move))
        if self.is_over:
            raise written.illegal("the game is over", self.variant.end_rule)
        legal = self.variant.read(self.state, written)
        return Turn(self, legal, type(self)(self.variant.after(self.state, legal), self.variant))

    def brought_about(self, move: AstralisMove, after: Self) -> Iterator[Event]:
        yield from self.variant.events(self.state, move)
        if after.is_over:
            yield GameOver.of(after, PLAYER_NAMES)

    def scores(self) -> dict[str, Score]:
        """Return yellow's points, and cyan's with komi (rules 5.1 and 6.2 to 6.4)."""
        yellow, cyan = self.variant.points(self.state)
        return {"y": yellow, "c": cyan + self.variant.komi}

    def winners(self) -> tuple[str, ...] | None:
        if not self.is_over:
            return None
        leaders = self.leaders()
        return leaders if len(leaders) == 1 else ()

    # ------------------------------------------------------------------- what is on the board

    @property
    def side(self) -> int:
        """The board's side."""
        return self.state.board.side

    def ship(self, player: str) -> str | None:
        """Return the hex of a player's ship (or bee), None before it is set up.

        Raises NotationError for no player of the game; so do the methods below.
        """
        hex_ = self.state.ships[_index(player)]
        return self.state.board.label(hex_) if hex_ else None

    def stones(self, player: str) -> frozenset[str]:
        """Return the hexes of a player's stones."""
        return self._named(self.state.stones[_index(player)])

    @property
    def explored(self) -> frozenset[str]:
        """The hexes that hold a stone or neighbour one (rule 2.1)."""
        return self._named(territory.explored(self.state.board, self.state.occupied))

    @property
    def contested(self) -> frozenset[str]:
        """The hexes next to stones of both players (rule 2.1)."""
        return self._named(territory.contested(self.state.board, *self.state.stones))

    def controlled(self, player: str) -> frozenset[str]:
        """Return the hexes a player controls (rule 2.1)."""
        return self._named(territory.controlled(self.state.board, *self._from(player)))

    def pips(self, label: str) -> int | None:
        """Return what a die on a hex shows (rule 6.2), None where no stone is."""
        hex_ = self._hex(label)
        for mine, theirs in (self.state.stones, self.state.stones[::-1]):
            if hex_ & mine:
                return territory.pips(self.state.board, hex_, theirs)
        return None

    def changed(self) -> frozenset[str]:
        """Return the hexes whose stone or control the last turn changed; none if it is not known."""
        now, before = self.state.stones, self.state.before
        if before is None:
            return frozenset()
        hexes = now[0] ^ before[0] | now[1] ^ before[1]
        if self.variant.has_control:
            for stones, past in ((now, before), (now[::-1], before[::-1])):
                hexes |= territory.controlled(self.state.board, *stones) ^ territory.controlled(
                    self.state.board, *past
                )
        return self._named(hexes)

    # --------------------------------------------------------------------- what may come next

    def berths(self, player: str) -> frozenset[str]:
        """Return where a player may set up the ship (rule 3.1); nowhere in dispersed-go."""
        if not isinstance(self.variant, ShipVariant):
            return frozenset()
        return self._named(self.variant.berths(self.state.board, _index(player)))

    def ship_targets(self) -> frozenset[str]:
        """Return where the mover's ship can fly (rule 4.1)."""
        if not isinstance(self.variant, ShipVariant) or not self.state.ship:
            return frozenset()
        return self._named(self.variant.targets(self.state, self.variant.blockers(self.state)))

    def placements(self, label: str) -> Placements:
        """Return which neighbours of a hex could take a stone of the mover's ship there (rule 4.3).

        Unusable are the explored ones and the one with the other player's ship.
        """
        board, hex_ = self.state.board, self._hex(label)
        explored = territory.explored(board, self.state.occupied)
        near = board.near_one(hex_)
        usable = near & ~explored & ~self.state.their_ship
        return Placements(self._named(usable), self._named(near & ~usable))

    def threats(self, player: str) -> Mapping[str, frozenset[str]]:
        """Return the hexes a player's next stone could take: a bonus or extraction (4.4, 4.5).

        Every such hex is given with the hexes a stone would take it from, whether or not the
        ship can get there.  Empty in beeline and dispersed-go, which know neither.
        """
        board, (mine, theirs) = self.state.board, self._from(player)
        if not isinstance(self.variant, Standard):
            return MappingProxyType({})
        ship = self.state.ships[1 - _index(player)]
        room = board.full & ~territory.explored(board, mine | theirs) & ~ship
        sources: dict[int, int] = {}
        for stone in each(room & territory.promising(board, mine, theirs, ship)):
            gained = territory.gains(board, mine | stone, theirs, ship)
            for hex_ in each(gained.bonus | gained.extracted | gained.late_bonus):
                sources[hex_] = sources.get(hex_, 0) | stone
        return MappingProxyType(
            {board.label(hex_): self._named(sources[hex_]) for hex_ in sorted(sources)}
        )

    # ---------------------------------------------------------------------------------- inner

    def _named(self, hexes: int) -> frozenset[str]:
        return frozenset(self.state.board.labels(hexes))

    def _from(self, player: str) -> tuple[int, int]:
        index = _index(player)
        return self.state.stones[index], self.state.stones[1 - index]

    def _hex(self, label: str) -> int:
        hex_ = self.state.board.find(label)
        if not hex_:
            raise NotationError(f"a board of side {self.side} has no hex '{label}'")
        return hex_


def _index(player: str) -> int:
    if player not in PLAYERS:
        raise NotationError(f"no player '{player}'", expected="y or c")
    return PLAYERS.index(player)


def _restored(state: State, variant: str) -> AstralisPosition:
    return AstralisPosition(state, VARIANTS[variant])
