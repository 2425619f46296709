"""The exact model: which tile lies beside which, with all that the grid demands.

Tiles outside the grids that stay are either in *free* sets, which cross nothing and lie apart, or
*linked*: each with at most one neighbour on every side, in runs that are sets.  Every table is a
solution.  A solution is a table unless two tiles, walking from one to the other along links, come to
lie on each other, or side by side without a link.  Then that walk is forbidden, however turned and
with equal tiles exchanged, and the solver runs again.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from engine.games.aathenuo.solver.embedding import Grid
from engine.games.aathenuo.solver.model import Clock, Model, SetPlan, Task
from engine.games.aathenuo.table import Member, Square, tiles_of
from engine.games.aathenuo.tiles import NUMBERS, STAR

EAST, SOUTH, WEST, NORTH = SIDES = range(4)
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_OPPOSITE = (WEST, NORTH, EAST, SOUTH)

#: The eight ways to turn and mirror the grid, as the side that each side becomes.
_TURNS = tuple(
    tuple((turn + way * side) % 4 for side in SIDES) for turn in SIDES for way in (1, -1)
)

#: How many ways to exchange equal tiles a forbidden walk is repeated for.
_EXCHANGES = 300


class Node(NamedTuple):
    """A tile as it may be linked, which of its copies; a star for every number it can stand for."""

    tile: str
    copy: int
    number: int


class Step(NamedTuple):
    """A link walked along: from one node to the next, which lies on a side of it."""

    start: int
    side: int
    end: int


class Clash(NamedTuple):
    """A walk whose ends would share a cell, or lie side by side and so must be ``linked``."""

    walk: tuple[Step, ...]
    linked: Step | None


#: For every linked node, the sides with a neighbour and the neighbours.
_Links = dict[int, list[tuple[int, int]]]


def search(
    task: Task, count: int, clock: Clock, known: list[Clash]
) -> tuple[SetPlan, list[Grid]] | None:
    """Return a table with exactly ``count`` tiles from the hand, None if there is none.

    That is a plan of the grids that stay and the free sets, and the linked grids.  ``known``
    collects clashes, which hold for every count.  Raises TimeUpError.
    """
    model = _LinkedModel(task, clock)
    model.cp.add(model.total == count)
    for clash in known:
        model.forbid(clash)
    model.cp.minimize(sum(model.on) - model.tiles_staying())
    while True:
        status, solver = model.solve()
        if status == "INFEASIBLE":
            return None
        links: _Links = {}
        for side in SIDES:
            for (i, j), literal in model.link[side].items():
                if solver.boolean_value(literal):
                    links.setdefault(i, []).append((side, j))
        clashes = list(_clashes(links, clock))
        if not clashes:
            free = model.plan(solver, model.free_numbers, model.free_stars, model.free_stars)
            return free, list(_grids(links, model.nodes))
        shortest = min(len(clash.walk) for clash in clashes)
        for clash in clashes:
            clock.check()
            if len(clash.walk) <= max(shortest + 1, 5):
                model.forbid(clash)
                known.append(clash)


class _LinkedModel(Model):
    def __init__(self, task: Task, clock: Clock) -> None:
        super().__init__(task, clock)
        self.nodes = tuple(
            Node(tile, copy, number)
            for tile, count in self.have.items()
            for copy in range(count)
            for number in (NUMBERS if tile[1] == STAR else (int(tile[1]),))
        )
        self.on = [self.cp.new_bool_var(f"linked {node}") for node in self.nodes]
        self.free_numbers: dict[Member, Any] = {}
        self.free_stars: dict[Member, Any] = {}
        self._forbidden: set[tuple[int, ...]] = set()
        self._alike: dict[tuple[str, int], list[int]] = {}
        for index, node in enumerate(self.nodes):
            self._alike.setdefault((node.tile, node.number), []).append(index)
        self._cover()
        self._link()
        self._make_sets()
        self._close_squares()

    def _cover(self) -> None:
        """Put every tile outside the grids that stay into a free set or among the linked ones."""
        for member, sets in self.sets_with.items():
            tile, star = tiles_of(member)
            self.free_numbers[member] = self.cp.new_int_var(0, self.have[tile], f"free {tile}")
            self.free_stars[member] = self.cp.new_int_var(0, self.have[star], f"free {star}")
            self.cp.add(sum(sets) == self.free_numbers[member] + self.free_stars[member])
            linked = [self.on[k] for k in self._alike.get((tile, member[1]), ())]
            self.cp.add(self.free_numbers[member] + sum(linked) == self.to_lay_out(tile))
            for one, more in pairwise(linked):  # of equal tiles the first are linked
                self.cp.add_implication(more, one)
        for colour in sorted({member[0] for member in self.sets_with}):
            star = colour + STAR
            copies: list[list[Any]] = [
                [self.on[self._alike[star, number][copy]] for number in NUMBERS]
                for copy in range(self.have[star])
            ]
            for literals in copies:
                self.cp.add_at_most_one(literals)
            worth = [sum(n * x for n, x in zip(NUMBERS, c, strict=True)) for c in copies]
            for one, more in pairwise(worth):  # equal stars come with falling numbers
                self.cp.add(one >= more)
            linked_stars = sum(literal for literals in copies for literal in literals)
            free = sum(self.free_stars[colour, number] for number in NUMBERS)
            self.cp.add(free + linked_stars == self.to_lay_out(star))

    def _link(self) -> None:
        """Give every linked tile at most one neighbour on every side, and one at all."""
        fitting: list[list[int]] = []
        for node in self.nodes:
            self.clock.check()
            near = [j for j, other in enumerate(self.nodes) if _growth(node, other) is not None]
            fitting.append(near)
        self.link: list[dict[tuple[int, int], Any]] = [{}, {}, {}, {}]
        for side in (EAST, SOUTH):
            for i, others in enumerate(fitting):
                self.clock.check()
                for j in others:
                    literal = self.cp.new_bool_var("")
                    self.link[side][i, j] = literal
                    self.link[_OPPOSITE[side]][j, i] = literal
        self.has = [[self.cp.new_bool_var("") for _ in self.nodes] for _ in SIDES]
        for i, others in enumerate(fitting):
            self.clock.check()
            for side in SIDES:
                links = [self.link[side][i, j] for j in others]
                self.cp.add_exactly_one([*links, ~self.has[side][i]])
                self.cp.add_implication(self.has[side][i], self.on[i])
            self.cp.add_bool_or([~self.on[i], *(self.has[side][i] for side in SIDES)])
            for j in others:
                if i < j:
                    self.cp.add_at_most_one([self.link[side][i, j] for side in SIDES])

    def _make_sets(self) -> None:
        """See that runs of linked tiles have three tiles or more and are sets (rule 2.2)."""
        colours = sorted({node.tile[0] for node in self.nodes})
        for side in (EAST, SOUTH):
            steps = [{step: self.cp.new_bool_var("") for step in (-1, 0, 1)} for _ in self.nodes]
            passed = [{c: self.cp.new_bool_var("") for c in colours} for _ in self.nodes]
            for kinds in steps:
                self.cp.add_at_most_one(kinds.values())
            for (i, j), link in self.link[side].items():
                self.clock.check()
                step = _growth(self.nodes[i], self.nodes[j])
                assert step is not None
                self.cp.add_implication(link, steps[i][step])
                self.cp.add_implication(link, steps[j][step])
                behind = self.has[_OPPOSITE[side]][i]
                self.cp.add_bool_or([~link, behind, self.has[side][j]])
                if step == 0:  # no colour comes twice along a same-number run
                    self.cp.add_implication(link, passed[j][self.nodes[i].tile[0]])
                    self.cp.add_implication(link, ~passed[i][self.nodes[j].tile[0]])
                    for colour, literal in passed[i].items():
                        self.cp.add_bool_or([~link, ~literal, passed[j][colour]])

    def _close_squares(self) -> None:
        """See that two linked tiles with neighbours on one side have these linked too."""
        corner: dict[tuple[int, int], list[Any]] = {}
        for side, flank in product(SIDES, SIDES):
            if (side + flank) % 2:
                # Whether a node's neighbour on the side has one on the flank.
                has, turned = self.has[flank], [self.cp.new_bool_var("") for _ in self.nodes]
                corner[side, flank] = turned
                for (i, j), link in self.link[side].items():
                    self.clock.check()
                    self.cp.add_bool_or([~link, ~has[j], turned[i]])
                    self.cp.add_bool_or([~link, has[j], ~turned[i]])
        for i in range(len(self.nodes)):
            for side, flank in product((EAST, WEST), (SOUTH, NORTH)):
                lacks = [~self.has[side][i], ~self.has[flank][i]]
                one, other = corner[side, flank][i], corner[flank, side][i]
                self.cp.add_bool_or([*lacks, ~one, other])
                self.cp.add_bool_or([*lacks, one, ~other])

    def forbid(self, clash: Clash) -> None:
        """Forbid a walk, however the grid is turned and whichever equal tiles are on it."""
        visited = list(dict.fromkeys(k for step in clash.walk for k in (step.start, step.end)))
        for chosen in self._exchanges(visited):
            self.clock.check()
            now = dict(zip(visited, chosen, strict=True))
            for turn in _TURNS:
                clause = [~self.link[turn[s]][now[start], now[end]] for start, s, end in clash.walk]
                if clash.linked is not None:
                    start, side, end = clash.linked
                    link = self.link[turn[side]].get((now[start], now[end]))
                    clause += [] if link is None else [link]
                key = tuple(sorted({literal.index for literal in clause}))
                if key not in self._forbidden:
                    self._forbidden.add(key)
                    self.cp.add_bool_or(clause)

    def _exchanges(self, visited: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yield nodes to stand for those visited: equal tiles, never one for two."""
        alike = [self._alike[self.nodes[k].tile, self.nodes[k].number] for k in visited]
        if math.prod(map(len, alike)) > _EXCHANGES:
            yield visited
            return
        for chosen in product(*alike):
            if len({self.nodes[k][:2] for k in chosen}) == len(chosen):
                yield chosen


def _growth(node: Node, other: Node) -> int | None:
    """Return how much the number grows from a node to one beside it in a set, None in none."""
    if node[:2] == other[:2]:
        return None
    step = other.number - node.number
    allowed = (1, -1) if node.tile[0] == other.tile[0] else (0,)
    return step if step in allowed else None


def _walk(links: _Links, start: int) -> tuple[dict[int, Square], dict[int, tuple[Step, ...]]]:
    """Return where nodes come to lie and the shortest walks to them, from ``start`` at (0, 0)."""
    places: dict[int, Square] = {start: (0, 0)}
    walks: dict[int, tuple[Step, ...]] = {start: ()}
    edge = deque([start])
    while edge:
        at = edge.popleft()
        for side, other in links[at]:
            if other not in places:
                (x, y), (dx, dy) = places[at], _STEPS[side]
                places[other] = (x + dx, y + dy)
                walks[other] = (*walks[at], Step(at, side, other))
                edge.append(other)
    return places, walks


def _grids(links: _Links, nodes: Sequence[Node]) -> Iterator[Grid]:
    rest = dict(links)
    while rest:
        places, _ = _walk(rest, next(iter(rest)))
        yield {place: nodes[k].tile for k, place in places.items()}
        for k in places:
            del rest[k]


def _clashes(links: _Links, clock: Clock) -> Iterator[Clash]:
    """Yield the walks that the grid does not allow, from every node."""
    for start, beside in links.items():
        clock.check()
        places, walks = _walk(links, start)
        for node, place in places.items():
            if place == (0, 0) and node != start:
                yield Clash(walks[node], None)
            if place in _STEPS:
                side = _STEPS.index(place)
                if (side, node) not in beside:
                    yield Clash(walks[node], Step(start, side, node))
        for node, (x, y) in places.items():
            for side, other in links[node]:
                if places[other] != (x + _STEPS[side][0], y + _STEPS[side][1]):
                    # A ring that does not close.
                    back = (Step(s.end, _OPPOSITE[s.side], s.start) for s in walks[other][::-1])
                    yield Clash((*walks[node], Step(node, side, other), *back), None)
