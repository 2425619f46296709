"""Aathenuo's rules: positions, legal turns, and how the game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from engine import words
from engine.errors import IllegalMoveError, InvalidMoveError
from engine.games.aathenuo import moves, notation, tiles
from engine.games.aathenuo.moves import DRAW, arranged, in_hand
from engine.games.aathenuo.notation import NOTHING, AathenuoMove, Draw, Lay
from engine.games.aathenuo.table import REACH, Square, Table, corner, faults, span
from engine.games.aathenuo.tiles import DEFAULT, TileSet
from engine.geometry import written
from engine.messages import Messages
from engine.play.position import Draft, Event, GameOver, LegalMoves, Move, Position, Score, Turn

if TYPE_CHECKING:
    from engine.games.aathenuo.hint import BestTurn

say = Messages(__name__)

#: Players who may take part (rule 1.2), and their names.
FEWEST, MOST = 2, 4
PLAYER_NAMES = MappingProxyType(
    {str(k): say("player {number}", number=k) for k in range(1, MOST + 1)}
)

Hands = tuple[tuple[str, ...], ...]
#: Groups of player indices in the order they emptied their hands.
Finished = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class AathenuoPosition(Position):
    """A table, the hands around it, and the index of who is to move (rule 2.3)."""

    game: ClassVar[str] = "aathenuo"
    #: Who empties the hand first wins, whatever the others hold (rule 3.3).
    scores_decide: ClassVar[bool] = False
    has_margin: ClassVar[bool] = True

    table: Table
    hands: Hands
    to_move: int = 0
    #: How many of the last turns in a row drew from an empty bag.
    passes: int = 0
    settings: TileSet = DEFAULT
    #: Who emptied the hand when; None if all without tiles did so at once.
    finished: Finished | None = field(default=None, compare=False)
    #: The order of coming draws.
    bag_order: tuple[str, ...] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(tiles.ordered(hand) for hand in self.hands))

    def __str__(self) -> str:
        return notation.format_position(self.table.cells, self.to_move + 1, self.passes, self.hands)

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[self.to_move]

    @property
    def bag(self) -> tuple[str, ...]:
        """The tiles in the bag, in the order of rule 2.3 whatever order they will come in."""
        gone = Counter(self.table.cells.values())
        for hand in self.hands:
            gone.update(hand)
        return tuple((Counter(tiles.whole_set(self.settings)) - gone).elements())

    @property
    def turn(self) -> str:
        return str(self.to_move + 1)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(str(k) for k in range(1, len(self.hands) + 1))

    def holds(self, player: str) -> str:
        return words.count(len(self.hands[int(player) - 1]), "tile")

    @property
    def is_over(self) -> bool:
        """Whether at most one player holds tiles, or all who do have passed in a row (rule 3.3)."""
        holding = sum(map(bool, self.hands))
        return holding <= 1 or self.passes >= holding

    def scores(self) -> dict[str, Score]:
        """Return every player's number of tiles in hand: fewer is better (rule 3.3)."""
        return dict(zip(self.players, map(len, self.hands), strict=True))

    def leaders(self) -> tuple[str, ...]:
        scores = self.scores()
        return tuple(k for k in scores if scores[k] == min(scores.values()))

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """Return the players by place, those who share one together (rule 3.3)."""
        scores = self.scores()
        done = [tuple(self.players[k] for k in sorted(group)) for group in self._ended()]
        counts = sorted(set(filter(None, scores.values())))
        return (*done, *(tuple(k for k in scores if scores[k] == n) for n in counts))

    def _ended(self) -> Finished:
        empty = tuple(k for k, hand in enumerate(self.hands) if not hand)
        return ((empty,) if empty else ()) if self.finished is None else self.finished

    def winners(self) -> tuple[str, ...] | None:
        """Return the first to have emptied the hand, None while the game is on (rule 3.3).

        [reading] Without a past all without tiles win, and if blocked those with the fewest.
        """
        return self.ranking()[0] if self.is_over else None

    def legal_moves(self) -> LegalMoves[AathenuoMove]:
        """Return the turns that need no rearranging, and a draw of each kind of tile in the bag.

        Others, too many to list (rule 3.1), are legal too: only :meth:`play` tells.
        """

        def listed() -> Iterator[AathenuoMove]:
            if not self.is_over:
                yield from moves.lays(self.table.cells, self.hand)
                yield from map(Draw, dict.fromkeys(self.bag) or (NOTHING,))

        return LegalMoves(self, listed)

    def lists(self, move: Move) -> bool:
        if not isinstance(move, Lay):
            return True
        tiles_laid = [put.tile for put in move.puts]
        return not move.shifts and move in moves.lays(self.table.cells, tiles_laid)

    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        """Carry out a turn; a bare ``draw`` takes a tile by ``rng`` or the next of a seeded bag."""
        read = notation.parse_move(move) if isinstance(move, str) else move
        if not isinstance(read, (Lay, Draw)):
            raise InvalidMoveError("not a turn of Aathenuo", text=str(move))
        if self.is_over:
            raise IllegalMoveError(str(move), "the game is over", rule="3.3")
        if isinstance(read, Draw):
            tile = self._drawn(read, rng)
            if tile == NOTHING:
                return Turn(self, Draw(tile), self._next(passes=self.passes + 1, bag_order=None))
            order = self.bag_order
            if order is not None:
                taken = order.index(tile)
                order = order[:taken] + order[taken + 1 :]
            return Turn(self, Draw(tile), self._next((*self.hand, tile), bag_order=order))
        lay = read.in_order()
        table = Table(self._rearranged(lay, str(move)))
        hand = tuple((Counter(self.hand) - Counter(put.tile for put in lay.puts)).elements())
        finished = self._ended() if hand else (*self._ended(), (self.to_move,))
        return Turn(self, lay, self._next(hand, table=table, finished=finished))

    def brought_about(self, move: AathenuoMove, after: Self) -> Iterator[Event]:
        shifts = move.shifts if isinstance(move, Lay) else ()
        shifted = [self.table.cells[shift.start] for shift in shifts]
        yield from moves.moved(self.turn, move, shifted)
        if not after.hands[self.to_move]:
            yield moves.emptied(self.turn, sum(map(len, after._ended())))
        if after.is_over:
            is_blocked = sum(map(bool, after.hands)) > 1  # rule 3.3
            why = say("as everyone has passed") if is_blocked else ""
            yield GameOver.of(after, PLAYER_NAMES, why)

    def places(self, move: str | Move) -> tuple[str, ...]:
        turn = notation.parse_move(move) if isinstance(move, str) else move
        if not isinstance(turn, Lay):
            return ()
        ends = [*(shift.end for shift in turn.shifts), *(put.cell for put in turn.puts)]
        return tuple(map(written, ends))

    def laid(self, move: str | Move) -> tuple[str, ...]:
        return self.places(move)

    def renamed(self, place: str, move: AathenuoMove) -> str:
        """Return a cell's name after a turn, in the table as it is written then (rule 2.4)."""
        if not isinstance(move, Lay):
            return place
        left, top = corner(self._rearranged(move, str(move)))
        x, y = map(int, place.split(","))
        return written((x - left, y - top))

    def openly(self, move: AathenuoMove) -> AathenuoMove:
        """Return a turn without the tile that is drawn (rule 1.2)."""
        return Draw() if isinstance(move, Draw) and move.tile != NOTHING else move

    def steps(self, move: AathenuoMove) -> tuple[str, ...]:
        if not isinstance(move, Lay):
            return (DRAW,)

        def distance(cell: Square) -> int:
            (x, y), table = cell, self.table.cells
            return min((abs(x - a) + abs(y - b) for a, b in table), default=0)

        held, picks = list(in_hand(self.hand, self.turn)), list[str]()
        for put in sorted(move.puts, key=lambda put: distance(put.cell)):
            tile = next(one for one in held if one.tile == put.tile)
            held.remove(tile)
            picks += [tile.name, written(put.cell)]
        return tuple(picks)

    def draft(self, picked: tuple[str, ...]) -> Draft:
        """Return what may be picked next: any tile of the hand or the table, then any place for it."""
        if self.is_over:
            return Draft(())
        if picked == (DRAW,):
            return Draft((), str(Draw()))
        now = arranged(self.table.cells, self.hand, self.turn, picked)
        if now is None:
            return Draft(())
        lay, choices = now.move(), now.choices()
        if now.held or not (lay.puts or lay.shifts):
            return Draft((*choices, *(() if picked else (DRAW,))))
        try:
            return Draft(choices, self.take_turn(lay).written)
        except IllegalMoveError as error:
            return Draft(choices, None, f"{error.reason} (rule {error.rule})")

    def prompt(self, picked: tuple[str, ...]) -> str:
        if len(picked) % 2:
            return "choose where the tile goes"
        if picked:
            return "choose another tile, or play"
        return "choose a tile of your hand or the table, or draw"

    def hint(self, *, seconds: float = 10.0) -> BestTurn:
        """Return a turn that lays as many tiles as possible, or the proof that none can be laid."""
        from engine.games.aathenuo import hint

        return hint.find(self.table.cells, () if self.is_over else self.hand, seconds=seconds)

    def _drawn(self, draw: Draw, rng: Random | None) -> str:
        bag, tile = self.bag, draw.tile
        if not bag and tile in ("", NOTHING):
            return NOTHING
        if tile in bag:
            return tile
        if not bag:
            why = "the bag is empty; the player passes with draw:-"
        elif tile == NOTHING:
            why = f"the bag still has {words.count(len(bag), 'tile')}"
        elif tile:
            why = f"no {tile} is in the bag"
        elif rng is not None:
            return rng.choice(bag)
        elif self.bag_order:
            return self.bag_order[0]
        else:
            why = "nothing says which tile is drawn; name it (draw:r5) or give rng=random.Random(…)"
        raise IllegalMoveError(str(draw), why, rule="3.2")

    def _next(self, hand: tuple[str, ...] | None = None, **changes: Any) -> Self:
        """Return the position with the turn given to the next player holding tiles (rule 3.3)."""
        hands = list(self.hands)
        if hand is not None:
            hands[self.to_move] = hand
        around = [(self.to_move + step) % len(hands) for step in range(1, len(hands) + 1)]
        to_move = next((k for k in around if hands[k]), around[0])
        changes = {"passes": 0, "finished": self._ended(), **changes}
        return replace(self, hands=tuple(hands), to_move=to_move, **changes)

    def _rearranged(self, turn: Lay, text: str) -> dict[Square, str]:
        """Return the tiles on the table after a turn, by cells in the frame before it (rule 3.1)."""

        def illegal(why: str, rule: str = "3.1") -> IllegalMoveError:
            return IllegalMoveError(text, why, rule=rule)

        if not turn.puts:
            raise illegal("no tile comes from the hand; at least one must")
        for tile, count in Counter(put.tile for put in turn.puts).items():
            held = self.hand.count(tile)
            if count > held:
                only = f"only {held}" if held else "no"
                raise illegal(f"player {self.turn} has {only} {tile} in hand")
        # All are lifted, then all put down.
        cells = dict(self.table.cells)
        down = [(put.cell, put.tile) for put in turn.puts]
        for (column, row), end in turn.shifts:
            if (column, row) not in self.table.cells:
                raise illegal(f"there is no tile at column {column}, row {row}")
            if (column, row) not in cells:
                raise illegal(f"the tile at column {column}, row {row} is moved twice")
            down.append((end, cells.pop((column, row))))
        for (column, row), tile in down:
            if other := cells.get((column, row)):
                why = f"column {column}, row {row} would hold two tiles, {other} and {tile}"
                raise illegal(why)
            cells[column, row] = tile
        if max(span(cells)) > REACH:
            raise illegal(f"the table would span more than {REACH} columns or rows", "2.4")
        breaches = faults(cells)
        if breaches:
            raise illegal("; ".join(map(str, breaches)), breaches[0].rule)
        return cells
