"""Aathenuo's players: they know their own hand, the table, and how many tiles the others hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from engine.games.aathenuo import lines
from engine.games.aathenuo.hint import find_until
from engine.games.aathenuo.regrouping import Effort, regrouped
from engine.games.aathenuo.solver.embedding import turn_between
from engine.games.aathenuo.solver.model import WorkClock
from engine.games.aathenuo.table import Cells, Table, corner
from engine.games.aathenuo.tiles import ordered
from engine.play.players import without_number
from engine.play.players.choice import Candidate, Choice, PlayerKind, Thinker
from engine.play.players.search import make as uct
from engine.play.players.simple import worth
from engine.play.position import Position

#: The turn that lays nothing; which tile comes is the bag's secret.
_DRAW = "draw"
#: The lead in tiles that is half way from even to sure.
_SCALE = 5.0
#: What a hint may cost, in units of :class:`WorkClock`; and the choices of a search in its place.
_WORK = 1.0
_WITHOUT_SOLVER = "100000"


def known(position: Any) -> str:
    """Return what the player to move knows: of the others' tiles the colours alone (rule 1.2)."""
    hands = (
        "".join(hand if str(k) == position.turn else sorted(tile[0] for tile in hand))
        for k, hand in enumerate(position.hands, 1)
    )
    cells = dict(position.table.cells)
    return f"{cells} {position.turn} {'/'.join(hands)}"


def _at_random(position: Any, rng: Random) -> Choice:
    turns = [*map(str, lines.lays(position.table.cells, position.hand)), _DRAW]
    move = turns[int(rng.random() * len(turns))]
    return Choice.of((Candidate(move, 0.5, 0, (move,)),))


def _greedy(position: Any, rng: Random) -> Choice:
    return _choice(position, [_with_lines(position.table.cells, position.hand)], 0)


def _search(argument: str) -> Thinker:
    uct(argument)

    def think(position: Any, rng: Random) -> Choice:
        cells, hand, count = position.table.cells, position.hand, int(argument)
        effort = Effort(count)
        tables = list(_rearranged(cells, hand, effort))
        return _choice(position, tables, count - effort.left)

    return think


def _hint(position: Any, rng: Random) -> Choice:
    if find_spec("ortools") is None:
        return _search(_WITHOUT_SOLVER)(position, rng)
    found = find_until(WorkClock(_WORK), position.table.cells, position.hand)
    move = found.move or _DRAW
    share = worth(_lead(position, found.tiles or -1), _SCALE)
    return Choice.of((Candidate(move, share, 0, (move,)),))


def _lead(position: Any, laid: int) -> int:
    counts = [len(hand) for k, hand in enumerate(position.hands, 1) if str(k) != position.turn]
    return min(filter(None, counts)) - len(position.hand) + laid


def _rearranged(cells: Cells, hand: Sequence[str], effort: Effort) -> Iterator[Cells]:
    lined = _with_lines(cells, hand)
    yield lined
    for start, part in ((lined, effort.part(effort.left // 2)), (cells, effort)):
        table = start
        while (after := regrouped(table, _left(hand, cells, table), part)) is not None:
            table = after
        if table is not start:
            yield _with_lines(table, _left(hand, cells, table))


def _with_lines(cells: Cells, hand: Sequence[str]) -> Cells:
    after = dict(cells)
    while True:
        found = lines.lays(Table(after).cells, hand)
        longest = max(found, key=lambda lay: len(lay.puts), default=None)
        if longest is None:
            return after
        x, y = corner(after)
        laid = {(column + x, row + y): tile for tile, (column, row) in longest.puts}
        hand = _left(hand, after, after | laid)
        after |= laid


def _left(hand: Sequence[str], before: Cells, after: Cells) -> tuple[str, ...]:
    laid = Counter(after.values()) - Counter(before.values())
    return ordered((Counter(hand) - laid).elements())


def _choice(position: Any, tables: Sequence[Cells], choices: int) -> Choice:
    cells = position.table.cells
    turns = {str(turn): turn for turn in (turn_between(cells, table) for table in tables)}
    turns = {text: turn for text, turn in turns.items() if turn.puts}
    ranked = sorted(turns, key=lambda text: (-len(turns[text].puts), len(turns[text].shifts)))
    leads = {text: _lead(position, len(turns[text].puts)) for text in ranked}
    leads = leads or {_DRAW: _lead(position, -1)}
    return Choice.of(
        tuple(
            Candidate(text, worth(lead, _SCALE), choices, (text,)) for text, lead in leads.items()
        ),
        choices,
    )


KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("random", without_number(_at_random)),
    "greedy": PlayerKind("greedy", without_number(_greedy)),
    "uct": PlayerKind("uct:N", _search),
    "hint": PlayerKind("hint", without_number(_hint)),
}


def levels(position: Position) -> tuple[str, ...]:
    """Return five players, the weakest first."""
    return ("random", "greedy", "uct:300", "uct:3000", "hint")
