"""The written forms of Atreya's moves and positions: reading, writing (rules 2.2 to 2.5).

Reading yields plain values; whether they are possible is decided in :mod:`validity` and
whether a move is legal in :mod:`moves`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import InvalidMoveError, InvalidPositionError, NotationError
from engine.games.atreya.arena import REACH
from engine.games.atreya.moves import AtreyaMove
from engine.games.atreya.tiles import COLOUR_NAMES, COLOURS, is_written
from engine.games.atreya.validity import arena_faults
from engine.geometry.hexgrid import Hex

MODES = ("max", "sum", "dom")

#: Longer texts are refused unread; all 168 tiles at the table's ends take about 3,600 characters.
LONGEST = 10_000

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
#: A position's scores have at most this many digits; those of a real game have three.
_SCORE_DIGITS = 15


class Written(NamedTuple):
    """What a written position says (rule 2.5)."""

    tiles: dict[Hex, str]
    turn: str
    mode: str
    players: str
    scores: tuple[int, ...]


# ------------------------------------------------------------------------------- positions


def format_position(written: Written) -> str:
    """Return the written form, tiles sorted by (q, r) (rule 2.5)."""
    arena = "/".join(f"{tile}@{q},{r}" for (q, r), tile in sorted(written.tiles.items()))
    scores = ",".join(map(str, written.scores))
    return f"{arena} {written.turn} {written.mode} {written.players} {scores}"


def parse_position(text: str) -> Written:
    """Return what a written position says, its tiles in any order (rule 2.5).

    Raises NotationError where it cannot be read, InvalidPositionError with every fault where
    it can be read but cannot occur.
    """
    if len(text) > LONGEST:
        raise NotationError(
            f"a text of {len(text)} characters is no position",
            text=text,
            expected=f"at most {LONGEST} characters",
        )
    fields = text.split(" ")
    if len(fields) != 5 or not all(fields):
        raise NotationError(
            "a position has five fields with one blank between them",
            text=text,
            expected="ARENA TURN MODE PLAYERS SCORES",
        )
    arena, turn, mode, players, scores = fields
    starts = [0]
    for field in fields:
        starts.append(starts[-1] + len(field) + 1)
    placed = _read_arena(arena, text)
    if turn not in tuple(COLOURS):
        raise _unread("the player to move", turn, text, starts[1], "r, g or b")
    if mode not in MODES:
        raise _unread("the mode", mode, text, starts[2], "max, sum or dom")
    if not are_players(players):
        raise _unread("the players", players, text, starts[3], PLAYERS_EXPECTED)
    points = _read_scores(scores, text, starts[4])
    if len(points) != len(players):
        expected = f"{len(players)} scores joined by commas, one for each of {players}"
        raise _unread("the scores", scores, text, starts[4], expected)
    faults = [*arena_faults(placed), *_table_faults(turn, mode, players, points)]
    if faults:
        raise InvalidPositionError(faults)
    return Written({cell: tile for tile, cell in placed}, turn, mode, players, points)


PLAYERS_EXPECTED = "two or three different letters of r, g and b, like rg or rgb"


def are_players(text: str) -> bool:
    """Tell whether ``text`` names two or three players' colours (rule 3.2)."""
    return 2 <= len(text) <= 3 and len(set(text)) == len(text) and set(text) <= set(COLOURS)


def _unread(what: str, found: str, text: str, offset: int, expected: str) -> NotationError:
    shown = found if len(found) <= 20 else found[:17] + "..."
    return NotationError(f"{what} cannot be '{shown}'", text=text, offset=offset, expected=expected)


def _read_arena(arena: str, text: str) -> list[tuple[str, Hex]]:
    placed = []
    offset = 0
    for entry in arena.split("/"):
        placed.append(_read_placed(entry, text, offset))
        offset += len(entry) + 1
    return placed


def _read_placed(
    entry: str, text: str, offset: int, what: str = "a tile in the arena"
) -> tuple[str, Hex]:
    """Return the tile and cell of ``c:dddddd@q,r``, found at ``offset`` of ``text``."""
    tile, at, cell = entry.partition("@")
    if not is_written(tile) or not at:
        raise _unread(what, entry, text, offset, "c:dddddd@q,r like b:brgbbb@0,0")
    return tile, _read_cell(cell, text, offset + len(tile) + 1)


def _read_cell(cell: str, text: str, offset: int) -> Hex:
    """Return the coordinates of ``q,r``, found at ``offset`` of ``text``."""
    q, comma, r = cell.partition(",")
    if not comma:
        raise _unread("a cell", cell, text, offset, "q,r like 2,-1")
    return _read_integer(q, text, offset), _read_integer(r, text, offset + len(q) + 1)


def _read_integer(digits: str, text: str, offset: int) -> int:
    """Return a coordinate written without +, leading zeros or -0 (rule 2.5)."""
    if not _INTEGER.fullmatch(digits):
        expected = "a whole number without + or leading zeros, like 0, 12 or -3"
        raise _unread("a coordinate", digits, text, offset, expected)
    if len(digits) > len(str(-REACH)) or abs(int(digits)) > REACH:
        raise _unread("a coordinate", digits, text, offset, f"-{REACH} to {REACH}")
    return int(digits)


def _read_scores(scores: str, text: str, offset: int) -> tuple[int, ...]:
    points = []
    for score in scores.split(","):
        if not _INTEGER.fullmatch(score) or len(score) > _SCORE_DIGITS:
            expected = (
                f"whole numbers joined by commas, of at most {_SCORE_DIGITS} digits, "
                "without + or leading zeros"
            )
            raise _unread("a score", score, text, offset, expected)
        points.append(int(score))
        offset += len(score) + 1
    return tuple(points)


def _table_faults(turn: str, mode: str, players: str, points: tuple[int, ...]) -> Iterable[str]:
    """Yield what is impossible beside the arena (rule 2.5)."""
    if turn not in players:
        yield f"{COLOUR_NAMES[turn]} is to move but no player; the players are {players}"
    for score in points:
        if score < 0:
            yield f"a score is negative: {score}"
        elif score and mode == "max":
            yield f"a score is {score}, but in Max all scores are 0 (rule 6.2)"


# ----------------------------------------------------------------------------------- moves


def parse_move(text: str) -> AtreyaMove:
    """Return the move written ``c:dddddd@q,r`` or ``q,r>c:dddddd@q,r`` (rule 2.4).

    Raises InvalidMoveError where it cannot be read.
    """
    lifted, arrow, rest = text.partition(">")
    try:
        if not arrow:
            return AtreyaMove(*_read_placed(text, text, 0, "a move"))
        origin = _read_cell(lifted, text, 0)
        return AtreyaMove(*_read_placed(rest, text, len(lifted) + 1, "the tile put down"), origin)
    except NotationError as error:
        raise InvalidMoveError(
            error.what, text=text, offset=error.offset, expected=error.expected
        ) from None
