"""The table: tiles on an unbounded square grid, its runs, what stars stand for, and every fault.

Cells are ``(column, row)``, rows downwards.  A :class:`Table` has its top left cell at (0, 0); the
functions take tiles in any frame.  A *reading* of a run is one number per tile under which the run
is a set (rule 2.2).  Runs that share a star must agree on its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, NUMBERS, STAR
from engine.geometry import connected
from engine.messages import Messages, all_of, any_of

say = Messages(__name__)

#: A cell's column and row.
Square = tuple[int, int]
Cells = Mapping[Square, str]
Reading = tuple[int, ...]
#: A tile's part in a set: its colour, and the number it is or stands for.
Member = tuple[str, int]
SetKind = tuple[Member, ...]

#: The most columns and rows a table may span.  The rules set no limit; a written table does.
REACH = 256

#: Every set (rule 2.2): the sequences of each colour, then the same-number sets.
SETS: tuple[SetKind, ...] = (
    *(
        tuple((colour, n) for n in range(first, last + 1))
        for colour in COLOURS
        for first in NUMBERS
        for last in range(first + 2, len(NUMBERS) + 1)
    ),
    *(
        tuple((colour, number) for colour in colours)
        for number in NUMBERS
        for size in range(3, len(COLOURS) + 1)
        for colours in combinations(COLOURS, size)
    ),
)


def neighbours(cell: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four cells that share a side with ``cell``."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def tiles_of(member: Member) -> tuple[str, str]:
    """Return the tiles that can be a member of a set: its number, and a star."""
    return f"{member[0]}{member[1]}", member[0] + STAR


class Run(NamedTuple):
    """A maximal row or column of two or more adjacent tiles (rule 2.1), from its left or top."""

    cells: tuple[Square, ...]
    tiles: tuple[str, ...]

    @property
    def across(self) -> bool:
        return self.cells[0][1] == self.cells[1][1]

    @property
    def where(self) -> str:
        """The run's place in words: "row 2, columns 3–4"."""
        (left, top), (right, bottom) = self.cells[0], self.cells[-1]
        if self.across:
            row = {"row": top, "first": left, "last": right}
            if left >= 0:
                return say("row {row}, columns {first}–{last}", **row)
            return say("row {row}, columns {first} to {last}", **row)
        column = {"column": left, "first": top, "last": bottom}
        if top >= 0:
            return say("column {column}, rows {first}–{last}", **column)
        return say("column {column}, rows {first} to {last}", **column)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What the tiles may stand for; none if the run is no set."""
        return readings(self.tiles)

    @property
    def stars(self) -> list[tuple[int, Square]]:
        """The places in the run and the cells of its stars."""
        return [(k, self.cells[k]) for k, tile in enumerate(self.tiles) if tile[1] == STAR]


class Breach(NamedTuple):
    """What breaks a rule: the tiles at fault, words for them, the reason with what would be right."""

    cells: tuple[Square, ...]
    where: str
    reason: str
    #: The reason in a few words, for a figure.
    brief: str
    rule: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


class Table:
    """Tiles that lie on the table: immutable, hashable, with its top left cell at (0, 0)."""

    def __init__(self, cells: Cells = MappingProxyType({})) -> None:
        """Take tiles in any frame; the frame is forgotten (see :func:`corner`)."""
        left, top = corner(cells)
        placed = sorted((y - top, x - left, tile) for (x, y), tile in cells.items())
        self.cells: Cells = MappingProxyType({(x, y): tile for y, x, tile in placed})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(frozenset(self.cells.items()))

    def __len__(self) -> int:
        return len(self.cells)


def by_row(cell: Square) -> tuple[int, int]:
    """Return what to sort cells by: row by row."""
    return cell[1], cell[0]


def corner(cells: Iterable[Square]) -> Square:
    """Return the top left corner of what the cells span, (0, 0) for none."""
    columns, rows = zip(*cells or [(0, 0)], strict=True)
    return min(columns), min(rows)


def span(cells: Iterable[Square]) -> tuple[int, int]:
    """Return the numbers of columns and rows the cells span."""
    if not (listed := list(cells)):
        return 0, 0
    columns, rows = zip(*listed, strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def components(cells: Iterable[Square]) -> list[list[Square]]:
    """Return the unconnected grids, each as its cells, from the top left."""
    return connected(sorted(cells, key=by_row), neighbours)


# -------------------------------------------------------------------------------------------- runs


def runs(cells: Cells) -> Iterator[Run]:
    """Yield every run, rows before columns, each by its first cell from the top, then the left."""
    for across, (dx, dy) in ((True, (1, 0)), (False, (0, 1))):
        for x, y in sorted(cells, key=by_row):
            if (x - dx, y - dy) not in cells and (x + dx, y + dy) in cells:
                yield line_through(cells, (x, y), across=across)


def line_through(cells: Cells, cell: Square, *, across: bool) -> Run:
    """Return the tiles side by side in a row or column through an occupied cell, maybe only it."""
    dx, dy = (1, 0) if across else (0, 1)
    x, y = cell
    while (x - dx, y - dy) in cells:
        x, y = x - dx, y - dy
    line = []
    while (x, y) in cells:
        line.append((x, y))
        x, y = x + dx, y + dy
    return Run(tuple(line), tuple(cells[c] for c in line))


@lru_cache(maxsize=1 << 14)
def readings(tiles: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return every reading under which the tiles, in this order, are a set (rule 2.2)."""
    return tuple(_lines(tiles)) if len(tiles) >= 3 else ()


@lru_cache(maxsize=1 << 14)
def may_grow(tiles: tuple[str, ...]) -> bool:
    """Tell whether the tiles could stand side by side in a set, however short they are."""
    return any(True for _ in _lines(tiles))


def _lines(tiles: tuple[str, ...]) -> Iterator[Reading]:
    length, colours = len(tiles), len({tile[0] for tile in tiles})
    lines: list[Reading] = []
    if colours == 1:
        ends = ((n, step, n + step * (length - 1)) for n in NUMBERS for step in (1, -1))
        lines = [tuple(range(n, e + step, step)) for n, step, e in ends if e in NUMBERS]
    elif colours == length:
        lines = [(n,) * length for n in NUMBERS]
    for line in lines:
        if all(t[1] == STAR or int(t[1]) == n for t, n in zip(tiles, line, strict=True)):
            yield line


# ------------------------------------------------------------------------------------------ faults


def faults(cells: Cells) -> tuple[Breach, ...]:
    """Return every fault of a table: tiles in no run, runs that are no sets, stars torn apart."""
    breaches = [
        Breach(
            (cell,),
            _cell(cell),
            say("{tile} alone; every tile lies in a set of three or more", tile=cells[cell]),
            say("in no set"),
            "2.1",
        )
        for cell in sorted(cells, key=by_row)
        if not any(beside in cells for beside in neighbours(cell))
    ]
    sets = []
    for run in runs(cells):
        if run.readings:
            sets.append(run)
        else:
            breaches.append(Breach(run.cells, run.where, *why_no_set(run.tiles), "2.2"))
    for group in groups(sets):
        if not agree(group):
            breaches += _torn(group)
    return tuple(breaches)


def _cell(cell: Square) -> str:
    return say("column {column}, row {row}", column=cell[0], row=cell[1])


def _torn(group: list[Run]) -> list[Breach]:
    rows = {cell: run for run in group if run.across for _, cell in run.stars}
    columns = {cell: run for run in group if not run.across for _, cell in run.stars}
    shared = sorted(rows.keys() & columns.keys())
    breaches = []
    for cell in shared:
        crossing = rows[cell], columns[cell]
        if not agree(crossing):
            row, column = (
                any_of(map(str, sorted({r[run.cells.index(cell)] for r in run.readings})))
                for run in crossing
            )
            reason = say(
                "the star would be {row} in its row and {column} in its column; it has one value",
                row=row,
                column=column,
            )
            breaches.append(Breach((cell,), _cell(cell), reason, say("two values"), "2.2"))
    if not breaches:
        reason = say("no values of the shared stars suit all these sets")
        where = all_of(run.where for run in group)
        breaches.append(Breach(tuple(shared), where, reason, say("no value"), "2.2"))
    return breaches


def why_no_set(tiles: tuple[str, ...]) -> tuple[str, str]:
    """Return why a run without readings is no set, in full and in the words for a figure."""
    numbers = sorted({tile[1] for tile in tiles if tile[1] != STAR})
    colours = len({tile[0] for tile in tiles})
    if len(tiles) < 3:
        return say("a pair; a set needs three"), say("a pair")
    if colours == 1:
        return _why_no_sequence(tiles)
    if colours == len(tiles):
        reason = say(
            "the numbers {numbers}; a set of different colours has one number",
            numbers=all_of(numbers),
        )
        return reason, say("different numbers")
    if len(numbers) == 1:
        twice = next(t for k, t in enumerate(tiles) if t[0] in {u[0] for u in tiles[:k]})
        colour = COLOUR_NAMES[twice[0]]
        reason = say(
            "{colour} twice; in a same-number set all colours are different", colour=colour
        )
        return reason, say("{colour} twice", colour=colour)
    reason = say("neither one number in different colours nor one colour in sequence")
    return reason, say("colours mixed")


def _why_no_sequence(tiles: tuple[str, ...]) -> tuple[str, str]:
    if len(tiles) > len(NUMBERS):
        reason = say.counted(
            len(tiles),
            "{n} tile; a sequence has at most eight",
            "{n} tiles; a sequence has at most eight",
        )
        return reason, say("longer than eight")
    fixed = [(k, int(tile[1])) for k, tile in enumerate(tiles) if tile[1] != STAR]
    for step in (1, -1):
        if len({n - step * k for k, n in fixed}) == 1:
            first = fixed[0][1] - step * fixed[0][0]
            outside = next(n for k in range(len(tiles)) if (n := first + step * k) not in NUMBERS)
            reason = say("a star would have to be {number}; stars stand for 1 to 8", number=outside)
            return reason, say("a star as {number}", number=outside)
    reason = say(
        "{numbers} is not a sequence; each number must be one more than the last, or each one less",
        numbers=" ".join(tile[1] for tile in tiles),
    )
    return reason, say("not in sequence")


# ------------------------------------------------------------------------------- stars in several runs


def groups(sets: Iterable[Run]) -> list[list[Run]]:
    """Return the runs with stars, those that hang together by shared stars in one group."""
    starred = [run for run in sets if run.stars]
    through: dict[Square, list[Run]] = {}
    for run in starred:
        for _, cell in run.stars:
            through.setdefault(cell, []).append(run)
    return connected(starred, lambda run: [o for _, cell in run.stars for o in through[cell]])


def stars_agree(cells: Cells, changed: Iterable[Run]) -> bool:
    """Tell whether the stars of sets, and all that hang together with them, can have values."""
    group: dict[Run, None] = {}
    edge = list(changed)
    while edge:
        run = edge.pop()
        if run not in group and run.stars:
            group[run] = None
            crossing = (line_through(cells, c, across=not run.across) for _, c in run.stars)
            edge += [line for line in crossing if len(line.cells) > 1]
    return agree(tuple(group))


def star_values(cells: Cells) -> dict[Square, tuple[int, ...]]:
    """Return every value each star can have; () for a star that is in no sound set."""
    values: dict[Square, tuple[int, ...]] = {c: () for c, tile in cells.items() if tile[1] == STAR}
    for group in groups(run for run in runs(cells) if run.readings):
        possible: dict[Square, set[int]] = {}
        for run in group:
            for place, cell in run.stars:
                possible.setdefault(cell, set()).update(r[place] for r in run.readings)
        for cell, numbers in possible.items():
            values[cell] = tuple(n for n in sorted(numbers) if agree(group, {cell: n}))
    return values


def agree(group: Sequence[Run], given: Mapping[Square, int] = MappingProxyType({})) -> bool:
    """Tell whether the stars of a group, some of them ``given``, can make every run of it a set."""
    stars = [run.stars for run in group]
    domains = [
        [r for r in run.readings if all(given.get(c, r[k]) == r[k] for k, c in own)]
        for run, own in zip(group, stars, strict=True)
    ]
    while True:  # readings that no crossing run supports are dropped
        values: dict[Square, set[int]] = {}
        for own, domain in zip(stars, domains, strict=True):
            for place, cell in own:
                here = {r[place] for r in domain}
                values[cell] = values[cell] & here if cell in values else here
        kept = [
            [r for r in domain if all(r[k] in values[c] for k, c in own)]
            for own, domain in zip(stars, domains, strict=True)
        ]
        if kept == domains:
            break
        domains = kept
    if not all(domains):
        return False
    undecided = [k for k, domain in enumerate(domains) if len(domain) > 1]
    if not undecided or len(group) == 1:
        return True
    branch = min(undecided, key=lambda k: len(domains[k]))
    tries = ({c: r[k] for k, c in stars[branch]} for r in domains[branch])
    return any(agree(group, {**given, **chosen}) for chosen in tries)
