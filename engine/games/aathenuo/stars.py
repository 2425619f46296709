"""What a run of tiles may stand for, and which values its stars may have, found exactly.

A *reading* of a run is one number per tile under which the run is a set (rule 2.2).  Runs that
share a star must agree on its number; that is a small constraint problem, solved here by
making the readings of crossing runs consistent and branching where that does not decide.
This module knows nothing of how a table is written or of turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.aathenuo.tiles import COLOUR_NAMES, NUMBERS, STAR
from engine.geometry.squaregrid import Square
from engine.messages import Messages, all_of

say = Messages(__name__)

Reading = tuple[int, ...]
#: cell -> the number the star there stands for.
Values = dict[Square, int]


class Run(NamedTuple):
    """A maximal row or column of two or more adjacent tiles (rule 2.1), from its left or top."""

    cells: tuple[Square, ...]
    tiles: tuple[str, ...]

    @property
    def across(self) -> bool:
        """Whether the run is a row."""
        return self.cells[0][1] == self.cells[1][1]

    @property
    def where(self) -> str:
        """The run's place in words: "row 2, columns 3–4"."""
        (left, top), (right, bottom) = self.cells[0], self.cells[-1]
        first, last = (left, right) if self.across else (top, bottom)
        said = {"row": top, "column": left, "first": first, "last": last}
        if self.across and first >= 0:
            return say("row {row}, columns {first}–{last}", **said)
        if self.across:
            return say("row {row}, columns {first} to {last}", **said)
        if first >= 0:
            return say("column {column}, rows {first}–{last}", **said)
        return say("column {column}, rows {first} to {last}", **said)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What the tiles may stand for; none if the run is no set."""
        return readings(self.tiles)


def is_one_colour(tiles: Sequence[str]) -> bool:
    """Tell whether all tiles have the same colour."""
    return len({tile[0] for tile in tiles}) == 1


def is_all_colours(tiles: Sequence[str]) -> bool:
    """Tell whether no two tiles have the same colour."""
    return len({tile[0] for tile in tiles}) == len(tiles)


@lru_cache(maxsize=1 << 14)
def readings(tiles: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return every reading under which the tiles, in this order, are a set (rule 2.2).

    Same-number sets come by number, sequences by first number, the rising one first.
    """
    return tuple(_lines(tiles)) if len(tiles) >= 3 else ()


@lru_cache(maxsize=1 << 14)
def may_grow(tiles: tuple[str, ...]) -> bool:
    """Tell whether the tiles could stand side by side in a set, however short they are."""
    return any(True for _ in _lines(tiles))


def _lines(tiles: tuple[str, ...]) -> Iterator[Reading]:
    length = len(tiles)
    lines: list[Reading] = []
    if is_one_colour(tiles):
        ends = ((n, step, n + step * (length - 1)) for n in NUMBERS for step in (1, -1))
        lines = [tuple(range(n, e + step, step)) for n, step, e in ends if e in NUMBERS]
    elif is_all_colours(tiles):
        lines = [(n,) * length for n in NUMBERS]
    for line in lines:
        if all(t[1] == STAR or int(t[1]) == n for t, n in zip(tiles, line, strict=True)):
            yield line


# ------------------------------------------------------------------------- why a run is no set


def why_no_set(tiles: tuple[str, ...]) -> tuple[str, str]:
    """Return why a run without readings is no set, and the words for it on a figure.

    The full words add what would be right.
    """
    numbers = sorted({tile[1] for tile in tiles if tile[1] != STAR})
    if len(tiles) < 3:
        return say("a pair; a set needs three"), say("a pair")
    if is_one_colour(tiles):
        return _why_no_sequence(tiles)
    if is_all_colours(tiles):
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
        "{numbers} is no sequence; each number must be one more than the last, or each one less",
        numbers=" ".join(tile[1] for tile in tiles),
    )
    return reason, say("not in sequence")


# ---------------------------------------------------------------------- stars in several runs


def star_cells(run: Run) -> list[Square]:
    """Return where the stars of a run lie."""
    return [cell for cell, tile in zip(run.cells, run.tiles, strict=True) if tile[1] == STAR]


def groups(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs with stars, those that hang together by shared stars in one group."""
    left = {run: star_cells(run) for run in runs if star_cells(run)}
    through: dict[Square, list[Run]] = {}
    for run, cells in left.items():
        for cell in cells:
            through.setdefault(cell, []).append(run)
    found = []
    while left:
        edge = [next(iter(left))]
        group = []
        while edge:
            run = edge.pop()
            if run in left:
                group.append(run)
                edge += [other for cell in left.pop(run) for other in through[cell]]
        found.append(group)
    return found


def solve(group: Sequence[Run], given: Mapping[Square, int] | None = None) -> Values | None:
    """Return values of all stars in ``group`` that make every run of it a set, or None.

    ``given`` fixes some of them.  Of several solutions it is always the same one.
    """
    domains = [
        [r for r in run.readings if _agrees(run, r, given)] if given else list(run.readings)
        for run in group
    ]
    links = _links(group)
    return _search(group, domains, links)


def _agrees(run: Run, reading: Reading, given: Mapping[Square, int]) -> bool:
    return all(given.get(cell, n) == n for cell, n in zip(run.cells, reading, strict=True))


#: A star in two runs: the index of each run in its group and the star's place in it.
_Link = tuple[int, int, int, int]


def _links(group: Sequence[Run]) -> list[_Link]:
    seen: dict[Square, tuple[int, int]] = {}
    links = []
    for index, run in enumerate(group):
        for place, (cell, tile) in enumerate(zip(run.cells, run.tiles, strict=True)):
            if tile[1] != STAR:
                continue
            if cell in seen:
                links.append((*seen[cell], index, place))
            seen[cell] = index, place
    return links


def _search(
    group: Sequence[Run], domains: list[list[Reading]], links: Sequence[_Link]
) -> Values | None:
    if not _make_consistent(domains, links):
        return None
    open_runs = [k for k, domain in enumerate(domains) if len(domain) > 1]
    if not open_runs or not links:
        return {
            cell: n
            for run, domain in zip(group, domains, strict=True)
            for cell, tile, n in zip(run.cells, run.tiles, domain[0], strict=True)
            if tile[1] == STAR
        }
    branch = min(open_runs, key=lambda k: len(domains[k]))
    for reading in domains[branch]:
        narrowed = [[reading] if k == branch else list(d) for k, d in enumerate(domains)]
        found = _search(group, narrowed, links)
        if found is not None:
            return found
    return None


def _make_consistent(domains: list[list[Reading]], links: Sequence[_Link]) -> bool:
    changed = True
    while changed:
        changed = False
        for a, place_a, b, place_b in links:
            both = {r[place_a] for r in domains[a]} & {r[place_b] for r in domains[b]}
            for index, place in ((a, place_a), (b, place_b)):
                kept = [r for r in domains[index] if r[place] in both]
                changed = changed or len(kept) < len(domains[index])
                domains[index] = kept
    return all(domains)


def possible_values(group: Sequence[Run]) -> dict[Square, tuple[int, ...]]:
    """Return, for each star of a solvable group, every value it can have in some solution."""
    result: dict[Square, set[int]] = {}
    for run in group:
        for place, (cell, tile) in enumerate(zip(run.cells, run.tiles, strict=True)):
            if tile[1] == STAR:
                result.setdefault(cell, set()).update(r[place] for r in run.readings)
    if len(group) > 1:
        for cell, values in result.items():
            result[cell] = {n for n in values if solve(group, {cell: n}) is not None}
    return {cell: tuple(sorted(values)) for cell, values in result.items()}
