"""Atreya's positions: whose turn it is, playing, scores and the end (rules 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import ClassVar

from engine.errors import IllegalMoveError, InvalidMoveError, NotationError
from engine.games.atreya import moves, notation, scoring, tiles
from engine.games.atreya.arena import Arena, Shape
from engine.games.atreya.moves import AtreyaMove
from engine.geometry import written
from engine.geometry.hexgrid import Hex
from engine.play.position import Draft, Event, GameOver, LegalMoves, Move, Position, Turn
from engine.words import listed

#: The three start tiles and where they lie (rule 3.1).
START_TILES = MappingProxyType({(-1, 1): "r:brrrrg", (0, 0): "b:brgbbb", (0, 1): "g:gggbrg"})


@dataclass(frozen=True, slots=True, repr=False)
class AtreyaPosition(Position):
    """An arena, the colour to move, the mode, and the players with their points (rule 2.5)."""

    game: ClassVar[str] = "atreya"

    arena: Arena
    turn: str = field()
    mode: str
    #: The players' letters in turn order, such as ``rg``.
    order: str
    points: tuple[int, ...]

    def __str__(self) -> str:
        tiles = "/".join(f"{tile}@{q},{r}" for (q, r), tile in sorted(self.arena.tiles.items()))
        points = ",".join(map(str, self.points))
        return f"{tiles} {self.turn} {self.mode} {self.order} {points}"

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.order)

    # ------------------------------------------------------------------------------ moves

    def legal_moves(self) -> LegalMoves[AtreyaMove]:
        return LegalMoves(self, self._moves)

    def _moves(self) -> Iterator[AtreyaMove]:
        if not self.max_winners():
            yield from moves.placements(self.arena)
            yield from moves.shifts(self.arena, self._strong)

    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[AtreyaPosition]:
        """Carry out a move, a text as in rule 2.4."""
        read = _read(move)
        if ":" not in read.tile:
            read = self._turned(read)
        try:
            tiles.identity(read.tile)
        except NotationError as error:
            raise IllegalMoveError(str(read), error.what, rule="1.2") from None
        return Turn(self, read, self.after(read, self._arena_after(read)))

    def after(self, move: AtreyaMove, arena: Arena) -> AtreyaPosition:
        """Return the position after a move that leads to an arena."""
        points = list(self.points)
        for shape, own, bonus in scoring.earned(
            self.arena, arena, move.cell, mode=self.mode, players=self.order
        ):
            if shape.colour in self.order:
                points[self.order.index(shape.colour)] += own + bonus
        return AtreyaPosition(arena, self._beside(1), self.mode, self.order, tuple(points))

    def brought_about(self, move: AtreyaMove, after: AtreyaPosition) -> Iterator[Event]:
        tile, cell, origin = move
        if origin is None:
            yield scoring.placed(self.turn, tile, cell)
        else:
            yield scoring.moved(
                self.turn, origin, cell, (self.freedom(origin), after.freedom(cell))
            )
        yield from scoring.closings(
            self.arena, after.arena, cell, mode=self.mode, players=self.order
        )
        if after.is_over:
            yield GameOver.of(after, tiles.COLOUR_NAMES)

    def places(self, move: str | Move) -> tuple[str, ...]:
        _, cell, origin = _read(move)
        return tuple(map(written, dict.fromkeys((origin or cell, cell))))

    def steps(self, move: AtreyaMove) -> tuple[str, ...]:
        cell = written(move.cell)
        if move.origin is None:
            return cell, tiles.identity(move.tile), move.tile
        return written(move.origin), cell, move.tile

    def draft(self, picked: tuple[str, ...]) -> Draft:
        """Return a draft; of the ways a tile may lie, turned and then flipped, the first is its move."""
        made = Position.draft(self, picked)
        if len(picked) != 2 or not made.choices:
            return made
        ring = tiles.images(tiles.identity(made.choices[0])[2:])
        ways = sorted(made.choices, key=lambda tile: ring.index(tile[2:]))
        return Draft(tuple(ways), Position.draft(self, (*picked, ways[0])).move)

    def prompt(self, picked: tuple[str, ...]) -> str:
        if len(picked) == 2:
            return "turn or flip the tile, then play it"
        if not picked:
            return "choose a free cell for a new tile, or a tile to move"
        is_lifted = picked[0] in map(written, self.arena.tiles)
        return "choose where the tile goes" if is_lifted else "choose a tile that fits the cell"

    def _turned(self, move: AtreyaMove) -> AtreyaMove:
        """Return a move of a tile given by number, in the only way it may lie."""
        try:
            identity = tiles.named(move.tile)
        except NotationError as error:
            raise InvalidMoveError(error.what, text=str(move), expected=error.expected) from None
        ways, errors = [], []
        for ring in dict.fromkeys(tiles.images(identity[2:])):
            way = move._replace(tile=identity[:2] + ring)
            try:
                self._arena_after(way)
            except IllegalMoveError as error:
                errors.append(error)
            else:
                ways.append(way)
        if len(ways) == 1:
            return ways[0]
        if ways:
            what = f"tile {move.tile} fits there in {len(ways)} ways"
            raise InvalidMoveError(what, text=str(move), expected=listed(map(str, ways), "or"))
        rules = {error.rule for error in errors}
        reason = errors[0].reason
        if rules & {"4.2", "4.4"}:
            reason = f"tile {move.tile}, {identity}, may lie there in no way"
        raise IllegalMoveError(str(move), reason, rule=max(rules))

    def _arena_after(self, move: AtreyaMove) -> Arena:
        if self.max_winners():
            raise _over(move)
        try:
            return moves.carried_out(self.arena, move, strong=self._strong)
        except IllegalMoveError:
            if self.is_over:
                raise _over(move) from None
            raise

    def _beside(self, steps: int) -> str:
        """Return the player that many turns after (or before) the one to move (rule 7.1)."""
        return self.order[(self.order.index(self.turn) + steps) % len(self.order)]

    # ---------------------------------------------------------------------- end and scores

    @property
    def _strong(self) -> bool:
        """Whether strong pinning holds: [reading] in Max alone (rule 4.5)."""
        return self.mode == "max"

    def max_winners(self) -> tuple[str, ...]:
        """Return who has won a game of Max; [reading] the mover is the player before TURN (6.2)."""
        if self.mode != "max":
            return ()
        return scoring.max_winners(self.arena, self.order, self._beside(-1))

    @property
    def is_over(self) -> bool:
        """Whether no move is left (rule 7.1), or Max has been won (rule 6.2)."""
        return next(self._moves(), None) is None

    def scores(self) -> dict[str, int | float]:
        """Return every player's points; in Max they stay 0 (rule 6.2)."""
        return dict(zip(self.order, self.points, strict=True))

    @property
    def scores_decide(self) -> bool:
        """Whether the winner is who has most points: not in Max (rules 6.2, 7.2)."""
        return self.mode != "max"

    def winners(self) -> tuple[str, ...] | None:
        """Return the winners in turn order, () for a draw in Max (7.1), None while play goes on."""
        if not self.is_over:
            return None
        return self.leaders() if self.scores_decide else self.max_winners()

    def leaders(self) -> tuple[str, ...]:
        """Return who has most points (rule 7.2); nobody in Max, where there are none."""
        return Position.leaders(self) if self.scores_decide else ()

    # ------------------------------------------------------------- what figures ask about

    def shapes(self) -> tuple[Shape, ...]:
        return self.arena.shapes()

    def freedom(self, cell: Hex) -> int:
        """Return how many areas of the tile on ``cell`` are in no closed shape (rule 4.4)."""
        return self.arena.freedom(cell)

    def is_pinned(self, cell: Hex) -> bool:
        """Tell whether the tile on ``cell`` is pinned in this mode (rule 4.5)."""
        return moves.is_pinned(self.arena, cell, strong=self._strong)

    def frontier(self) -> tuple[Hex, ...]:
        """Return the cells where some tile of the pool can be placed, sorted; none once it is over."""
        placements = () if self.max_winners() else moves.placements(self.arena)
        return tuple(dict.fromkeys(move.cell for move in placements))

    def pool(self) -> tuple[str, ...]:
        """Return the tiles in the pool, as identities in order of number (rule 2.5)."""
        return tuple(tile for n, tile in enumerate(tiles.TILES, 1) if self.arena.pool[n])


def _read(move: str | Move) -> AtreyaMove:
    return move if isinstance(move, AtreyaMove) else notation.parse_move(str(move))


def _over(move: AtreyaMove) -> IllegalMoveError:
    return IllegalMoveError(str(move), "the game is over", rule="7.1")
