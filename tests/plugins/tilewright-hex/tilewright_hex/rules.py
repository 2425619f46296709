"""The board, positions and moves: who may put a stone where, the swap, and who has won."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple, Self

import engine
from engine.geometry import hexgrid
from engine.play.position import GameOver

SIDE = 11
COLUMNS = "abcdefghijk"


class Cell(NamedTuple):
    """A cell by column and row, from 0; a1 is at the acute corner, top left."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    @property
    def bit(self) -> int:
        """The set of this cell alone."""
        return 1 << (self.row * SIDE + self.column)

    @property
    def axial(self) -> hexgrid.Hex:
        """The cell on the engine's grid, about f6; each row begins half a cell farther right."""
        return self.column + self.row - SIDE + 1, SIDE // 2 - self.row


CELLS = tuple(Cell(column, row) for row in range(SIDE) for column in range(SIDE))
NAMED = {str(cell): cell for cell in CELLS}
AT = {cell.axial: cell for cell in CELLS}

_TOP, _LEFT = 2**SIDE - 1, sum(Cell(0, row).bit for row in range(SIDE))
_RIGHT = _LEFT << (SIDE - 1)

#: The two edges that a player is to join, as sets: red's above and below, blue's left and right.
EDGES = {"r": (_TOP, _TOP << SIDE * (SIDE - 1)), "b": (_LEFT, _RIGHT)}


def cells_of(mask: int) -> Iterator[Cell]:
    """Yield the cells of a set, row by row."""
    return (cell for cell in CELLS if cell.bit & mask)


def joined(stones: int, start: int) -> int:
    """Return which of a set of stones hang together with those of them in ``start``."""
    seen, more = 0, stones & start
    while more != seen:
        seen, left, right = more, more & ~_LEFT, more & ~_RIGHT
        near = seen << SIDE | seen >> SIDE | right << 1 | right >> (SIDE - 1)
        more = seen | stones & (near | left >> 1 | left << (SIDE - 1))
    return seen


NAMES = {"r": "red", "b": "blue"}

_POSITION = re.compile(r"(?:[rb/]|[1-9][0-9]?(?![0-9]))+ [rb]")
_FORM = "11 rows from the top joined by /, of r, b and numbers of empty cells; then r or b"


@dataclass(frozen=True, slots=True)
class HexMove(engine.Move):
    """A stone put on a cell (rule 2), or without a cell the swap (rule 3)."""

    cell: Cell | None

    def __str__(self) -> str:
        return str(self.cell or "swap")


@dataclass(frozen=True, slots=True)
class StonePut(engine.Event):
    """A player put a stone on a cell, by the swap ``instead`` of the one that red had put."""

    player: str
    cell: Cell
    instead: Cell | None = None

    def sentence(self) -> str:
        if self.instead:
            return f"Blue swaps: red's stone on {self.instead} becomes blue's on {self.cell}."
        return f"{NAMES[self.player].title()} puts a stone on {self.cell}."


@dataclass(frozen=True, slots=True)
class EdgesJoined(GameOver):
    """A player joined both edges (rule 4)."""

    def sentence(self) -> str:
        return f"{NAMES[self.winners[0]].title()} has joined both edges and wins."


@dataclass(frozen=True, slots=True)
class HexPosition(engine.Position):
    """The sets of red and of blue stones, and who is to move."""

    game: ClassVar[str] = "hex"
    players: ClassVar[tuple[str, ...]] = tuple(NAMES)
    scores_decide: ClassVar[bool] = False  # a game is won by no margin

    red: int
    blue: int
    turn: str

    def __str__(self) -> str:
        signs = ("r" if c.bit & self.red else "b" if c.bit & self.blue else "." for c in CELLS)
        rows = "/".join(re.findall("." * SIDE, "".join(signs)))
        return re.sub(r"\.+", lambda found: str(len(found[0])), rows) + f" {self.turn}"

    def stones(self, player: str) -> int:
        """Return the set of a player's stones."""
        return self.red if player == "r" else self.blue

    def chain(self, player: str, edge: int = 0) -> int:
        """Return the set of a player's stones that hang together with an edge, 0 or 1, of theirs."""
        return joined(self.stones(player), EDGES[player][edge])

    def legal_moves(self) -> engine.LegalMoves[HexMove]:
        return engine.LegalMoves(self, self._moves)

    def _moves(self) -> Iterator[HexMove]:
        if not self.is_over:
            yield from map(HexMove, cells_of(~(self.red | self.blue)))
            if self.may_swap:
                yield HexMove(None)

    @property
    def may_swap(self) -> bool:
        """Whether red has one stone and blue none (rule 3)."""
        return self.turn == "b" and not self.blue and self.red.bit_count() == 1

    def take_turn(self, move: str | engine.Move, *, rng: Random | None = None) -> engine.Turn[Self]:
        read = move if isinstance(move, HexMove) else parse_move(str(move))
        why, rule = self._objection(read)
        if why:
            raise engine.IllegalMoveError(str(move), why, rule=rule)
        red, blue, cell = self.red, self.blue, read.cell
        if cell is None:
            red, blue = 0, mirrored(red).bit
        else:
            red, blue = (red | cell.bit, blue) if self.turn == "r" else (red, blue | cell.bit)
        return engine.Turn(self, read, type(self)(red, blue, "b" if self.turn == "r" else "r"))

    def _objection(self, move: HexMove) -> tuple[str, str]:
        """Return why a move is not legal and the rule it breaks, "" where it is legal."""
        if self.is_over:
            return "the game is over", "4"
        if move.cell is None:
            return "" if self.may_swap else "only blue's first move can be the swap", "3"
        owners = (NAMES[player] for player in NAMES if self.stones(player) & move.cell.bit)
        return "".join(f"{owner}'s stone is on {move.cell}" for owner in owners), "2"

    def brought_about(self, move: HexMove, after: Self) -> Iterator[engine.Event]:
        if move.cell:
            yield StonePut(self.turn, move.cell)
        else:
            yield StonePut("b", mirrored(self.red), next(cells_of(self.red)))
        if after.is_over:
            yield EdgesJoined((after.winner,))

    def places(self, move: str | engine.Move) -> tuple[str, ...]:
        return () if str(move) == "swap" else (str(parse_move(str(move))),)

    @property
    def winner(self) -> str:
        """Who has joined both edges, "" while nobody has (rule 4)."""
        return next((player for player in NAMES if self.chain(player) & EDGES[player][1]), "")

    @property
    def is_over(self) -> bool:
        return bool(self.winner)

    def scores(self) -> dict[str, int | float]:
        return {player: int(player == self.winner) for player in NAMES}

    def winners(self) -> tuple[str, ...] | None:
        return (self.winner,) if self.is_over else None


def mirrored(stone: int) -> Cell:
    """Return where red's only stone lies as blue's, so that it serves blue as well (rule 3)."""
    (cell,) = cells_of(stone)
    return Cell(cell.row, cell.column)


def parse_move(text: str) -> HexMove:
    """Return the move written as ``text``; raises InvalidMoveError, IllegalMoveError for no cell."""
    if text in NAMED or text == "swap":
        return HexMove(NAMED.get(text))
    if re.fullmatch("[a-z][1-9][0-9]?", text):
        raise engine.IllegalMoveError(text, "no cell of the board, a1 to k11", rule="1")
    raise engine.InvalidMoveError("not a move", text=text, expected="a cell like f6, or swap")


def parse_position(text: str) -> HexPosition:
    """Return the position written as ``text``; raises NotationError, InvalidPositionError."""
    if len(text) > 2 * SIDE * SIDE or not _POSITION.fullmatch(text):
        raise engine.NotationError("not a position", text=text, expected=_FORM)
    board, turn = text.split(" ")
    rows = re.sub("[0-9]+", lambda found: "." * int(found[0]), board).split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise engine.InvalidPositionError(["the rows are not 11 of 11 cells"])
    red, blue = (sum(c.bit for c in CELLS if rows[c.row][c.column] == sign) for sign in NAMES)
    found, lead, name = (
        HexPosition(red, blue, turn),
        red.bit_count() - blue.bit_count(),
        NAMES[turn],
    )
    # Red leads by a stone or none; after a swap blue does.
    if lead not in {"r": (0, -1), "b": (1, 0)}[turn] or (turn == "b" and not red | blue):
        fault = f"{name} is not to move where red leads by {lead} stones (rules 2 and 3)"
        raise engine.InvalidPositionError([fault])
    if found.winner == turn:
        raise engine.InvalidPositionError([f"{name} is to move but has won already (rule 4)"])
    return found
