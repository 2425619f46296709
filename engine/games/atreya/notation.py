"""The written forms of Atreya's moves and positions, read as plain values (rules 2.2 to 2.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import permutations

from engine.errors import InvalidMoveError, InvalidPositionError, NotationError
from engine.games.atreya.arena import REACH, Arena
from engine.games.atreya.moves import AtreyaMove, arena_faults
from engine.games.atreya.tiles import COLOUR_NAMES, COLOURS, is_written
from engine.geometry.hexgrid import Hex
from engine.reading import INTEGER, Excerpt, position_fields

MODES = ("max", "sum", "dom")
#: The players' colours in turn order (rule 3.2).
PLAYERS = tuple("".join(order) for n in (2, 3) for order in permutations(COLOURS, n))
PLAYERS_EXPECTED = "two or three different letters of r, g and b, like rg or rgb"

#: Longer texts are refused unread; all 168 tiles at the table's ends take about 3,600 characters.
LONGEST = 10_000

_EXAMPLE = "r:brrrrg@-1,1/b:brgbbb@0,0/g:gggbrg@0,1 r sum rg 0,0"
_INTEGER = re.compile(INTEGER)
#: A position's scores have at most this many digits; those of a real game have three.
_SCORE_DIGITS = 15


# ------------------------------------------------------------------------------- positions


def parse_position(text: str) -> tuple[Arena, str, str, str, tuple[int, ...]]:
    """Return a position's arena, player to move, mode, players and scores (rule 2.5)."""
    fields = position_fields(text, "Atreya", "ARENA TURN MODE PLAYERS SCORES", _EXAMPLE, LONGEST)
    arena, turn, mode, players, scores = fields
    placed = [_read_placed(entry, "a tile in the arena") for entry in arena.split("/")]
    turn.one_of([*COLOURS], "the player to move")
    mode.one_of(MODES, "the mode")
    if players.text not in PLAYERS:
        raise players.cannot_be("the players", PLAYERS_EXPECTED)
    points = tuple(_read_score(score) for score in scores.split(","))
    if len(points) != len(players.text):
        expected = f"{len(players.text)} scores joined by commas, one for each of {players.text}"
        raise scores.cannot_be("the scores", expected)
    faults = [*arena_faults(placed), *_table_faults(turn.text, mode.text, players.text, points)]
    if faults:
        raise InvalidPositionError(faults)
    tiles = {cell: tile for tile, cell in placed}
    return Arena.of(tiles), turn.text, mode.text, players.text, points


def _read_placed(entry: Excerpt, what: str, *, number: bool = False) -> tuple[str, Hex]:
    tile, at, _ = entry.text.partition("@")
    is_tile = is_written(tile) or (number and re.fullmatch("#?[0-9]+", tile))
    if not (is_tile and at):
        raise entry.cannot_be(what, "c:dddddd@q,r like b:brgbbb@0,0")
    return tile, _read_cell(entry.cut(len(tile) + 1))


def _read_cell(cell: Excerpt) -> Hex:
    q, comma, _ = cell.text.partition(",")
    if not comma:
        raise cell.cannot_be("a cell", "q,r like 2,-1")
    return _read_coordinate(cell.cut(0, len(q))), _read_coordinate(cell.cut(len(q) + 1))


def _read_coordinate(digits: Excerpt) -> int:
    if not _INTEGER.fullmatch(digits.text):
        expected = "a whole number without + or leading zeros, like 0, 12 or -3"
        raise digits.cannot_be("a coordinate", expected)
    if len(digits.text) > len(str(-REACH)) or abs(int(digits.text)) > REACH:
        raise digits.cannot_be("a coordinate", f"-{REACH} to {REACH}")
    return int(digits.text)


def _read_score(score: Excerpt) -> int:
    if not _INTEGER.fullmatch(score.text) or len(score.text) > _SCORE_DIGITS:
        digits = f"of at most {_SCORE_DIGITS} digits, without + or leading zeros"
        raise score.cannot_be("a score", f"whole numbers joined by commas, {digits}")
    return int(score.text)


def _table_faults(turn: str, mode: str, players: str, points: tuple[int, ...]) -> Iterable[str]:
    """Yield what is impossible beside the arena (rule 2.5)."""
    if turn not in players:
        yield f"{COLOUR_NAMES[turn]} is to move but does not play; the players are {players}"
    for score in points:
        if score < 0:
            yield f"a score is negative: {score}"
        elif score and mode == "max":
            yield f"a score is {score}, but in Max all scores are 0 (rule 6.2)"


# ----------------------------------------------------------------------------------- moves


def parse_move(text: str) -> AtreyaMove:
    """Return the move written ``c:dddddd@q,r`` or ``q,r>c:dddddd@q,r`` (rule 2.4).

    In place of a tile its printed number may stand, ``17@q,r``; the move then has that for a tile.
    """
    move = Excerpt.of(text)
    lifted, arrow, _ = text.partition(">")
    try:
        if not arrow:
            return AtreyaMove(*_read_placed(move, "a move", number=True))
        origin = _read_cell(move.cut(0, len(lifted)))
        put = _read_placed(move.cut(len(lifted) + 1), "the tile put down", number=True)
        return AtreyaMove(*put, origin)
    except NotationError as error:
        raise InvalidMoveError(
            error.what, text=text, offset=error.offset, expected=error.expected
        ) from None
