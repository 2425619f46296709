"""The exact model: which tile lies beside which, with all that the grid demands.

Tiles outside the grids that stay are either in *free* sets, which cross nothing and lie apart, or *linked*:
then each has at most one neighbour to the east, south, west and north, linked runs are sets,
and of two linked tiles with neighbours on the same side these are neighbours too.  Every
table is a solution.  A solution is a table unless two tiles, walking from one to the
other along links, come to lie on each other, or side by side without a link.  Then that walk
is forbidden, together with its mirror images and with equal tiles exchanged, and the solver
runs again.  So when it finds no solution there is none, and what it finds can be laid.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.games.aathenuo.solver.embedding import Grid
from engine.games.aathenuo.solver.model import (
    Clock,
    Member,
    Model,
    SetPlan,
    Task,
    made_sets,
    staying_grids,
    values,
)
from engine.games.aathenuo.tiles import NUMBERS, STAR
from engine.geometry.squaregrid import Square

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver

EAST, SOUTH, WEST, NORTH = range(4)
SIDES = (EAST, SOUTH, WEST, NORTH)
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _opposite(side: int) -> int:
    return (side + 2) % 4


#: The eight ways to turn and mirror the grid, as the side that each side becomes.
_TURNS = tuple(
    tuple((turn + (side if way > 0 else -side)) % 4 for side in SIDES)
    for turn in SIDES
    for way in (1, -1)
)

#: How many ways to exchange equal tiles a forbidden walk is repeated for.
_EXCHANGES = 300


class Node(NamedTuple):
    """A tile as it may be linked: its writing, which of its copies, and its number.

    A star is a node for every number it can stand for.
    """

    tile: str
    copy: int
    number: int

    @property
    def colour(self) -> str:
        """The colour's letter."""
        return self.tile[0]


class Step(NamedTuple):
    """A link walked along: from one node to the next, which lies on a side of it."""

    start: int
    side: int
    end: int


class Clash(NamedTuple):
    """A walk whose ends would share a cell, or lie side by side and so must be ``linked``."""

    walk: tuple[Step, ...]
    linked: Step | None


class LinkedTable(NamedTuple):
    """A table found: ``free`` with the grids that stay and the free sets, and linked grids."""

    free: SetPlan
    grids: tuple[Grid, ...]


def search(
    task: Task, count: int, clock: Clock, known: list[Clash], *, squares: bool
) -> LinkedTable | None:
    """Return a table with exactly ``count`` tiles from the hand, or None if there is none.

    Without ``squares`` only tables are searched in which no four tiles newly laid out lie in a
    square, which is much faster.  ``known`` collects clashes; they hold for every count.

    Raises TimeUpError.
    """
    model = _LinkedModel(task, clock, squares=squares)
    model.cp.add(model.total == count)
    for clash in known:
        model.forbid(clash)
    model.cp.minimize(sum(model.on) - model.tiles_staying())
    while True:
        status, solver = model.solve()
        if status == "INFEASIBLE":
            return None
        links = model.links_of(solver)
        clashes = list(_clashes(links, clock))
        if not clashes:
            return model.read(solver, links)
        shortest = min(len(clash.walk) for clash in clashes)
        for clash in clashes:
            clock.check()
            if len(clash.walk) <= max(shortest + 1, 5):
                model.forbid(clash)
                known.append(clash)


class _LinkedModel(Model):
    """A task in which tiles lie in free sets or are linked to their neighbours."""

    def __init__(self, task: Task, clock: Clock, *, squares: bool) -> None:
        super().__init__(task, clock)
        self.nodes = tuple(_nodes(self.have.items()))
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
        self._square(squares)

    # -------------------------------------------------------------- free and linked tiles

    def _cover(self) -> None:
        for member, sets in self.sets_with.items():
            self.clock.check()
            tile, star = f"{member[0]}{member[1]}", member[0] + STAR
            self.free_numbers[member] = self.cp.new_int_var(0, self.have[tile], f"free {tile}")
            self.free_stars[member] = self.cp.new_int_var(0, self.have[star], f"free {star}")
            self.cp.add(sum(sets) == self.free_numbers[member] + self.free_stars[member])
            linked = [self.on[k] for k in self._alike.get((tile, member[1]), ())]
            self.cp.add(self.free_numbers[member] + sum(linked) == self.to_lay_out(tile))
            for one, more in pairwise(linked):  # of equal tiles the first are linked
                self.cp.add_implication(more, one)
        for colour in sorted({member[0] for member in self.sets_with}):
            self._cover_stars(colour)

    def _cover_stars(self, colour: str) -> None:
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
        linked = sum(literal for literals in copies for literal in literals)
        free = sum(self.free_stars[colour, number] for number in NUMBERS)
        self.cp.add(free + linked == self.to_lay_out(star))

    # ------------------------------------------------------------------------- neighbours

    def _link(self) -> None:
        self._name_links()
        self.has = [[self.cp.new_bool_var("") for _ in self.nodes] for _ in SIDES]
        for i, others in enumerate(self.fitting):
            self.clock.check()
            for side in SIDES:
                links = [self.link[side][i, j] for j in others]
                self.cp.add_exactly_one([*links, ~self.has[side][i]])
                self.cp.add_implication(self.has[side][i], self.on[i])
            self.cp.add_bool_or([~self.on[i], *(self.has[side][i] for side in SIDES)])
            for j in others:
                if i < j:
                    self.cp.add_at_most_one([self.link[side][i, j] for side in SIDES])

    def _name_links(self) -> None:
        self.fitting: list[list[int]] = []
        for node in self.nodes:
            self.clock.check()
            self.fitting.append(
                [j for j, other in enumerate(self.nodes) if _step_between(node, other) is not None]
            )
        self.link: list[dict[tuple[int, int], Any]] = [{}, {}, {}, {}]
        for side in (EAST, SOUTH):
            for i, others in enumerate(self.fitting):
                self.clock.check()
                for j in others:
                    literal = self.cp.new_bool_var("")
                    self.link[side][i, j] = literal
                    self.link[_opposite(side)][j, i] = literal

    def _make_sets(self) -> None:
        """See that runs of linked tiles have three tiles or more and are sets (rule 2.2)."""
        for side in (EAST, SOUTH):
            back = _opposite(side)
            steps = [{step: self.cp.new_bool_var("") for step in (-1, 0, 1)} for _ in self.nodes]
            colours = sorted({node.colour for node in self.nodes})
            passed = [{c: self.cp.new_bool_var("") for c in colours} for _ in self.nodes]
            for kinds in steps:
                self.cp.add_at_most_one(kinds.values())
            for (i, j), link in self.link[side].items():
                self.clock.check()
                step = _step_between(self.nodes[i], self.nodes[j])
                assert step is not None
                self.cp.add_implication(link, steps[i][step])
                self.cp.add_implication(link, steps[j][step])
                self.cp.add_bool_or([~link, self.has[back][i], self.has[side][j]])
                if step == 0:
                    self._pass_colours(link, self.nodes[i], passed[i], self.nodes[j], passed[j])

    def _pass_colours(
        self, link: Any, node: Node, passed: dict[str, Any], beside: Node, further: dict[str, Any]
    ) -> None:
        self.cp.add_implication(link, further[node.colour])
        self.cp.add_implication(link, ~passed[beside.colour])
        for colour, literal in passed.items():
            self.cp.add_bool_or([~link, ~literal, further[colour]])

    def _square(self, squares: bool) -> None:
        """See that two linked tiles with neighbours on one side have these linked too.

        That is, going one step and then a step to the side leads to a tile if the same steps
        the other way round do.
        """
        if not squares:
            for side, flanks in ((EAST, (SOUTH, NORTH)), (SOUTH, (EAST, WEST))):
                for (i, j), link in self.link[side].items():
                    self.clock.check()
                    for flank in flanks:
                        self.cp.add_bool_or([~link, ~self.has[flank][i], ~self.has[flank][j]])
            return
        corner = {
            (side, flank): self._corner(side, flank)
            for side in SIDES
            for flank in SIDES
            if (side + flank) % 2
        }
        for i in range(len(self.nodes)):
            self.clock.check()
            for side, flank in product((EAST, WEST), (SOUTH, NORTH)):
                has = [~self.has[side][i], ~self.has[flank][i]]
                one, other = corner[side, flank][i], corner[flank, side][i]
                self.cp.add_bool_or([*has, ~one, other])
                self.cp.add_bool_or([*has, one, ~other])

    def _corner(self, side: int, flank: int) -> list[Any]:
        has = self.has[flank]
        corner = [self.cp.new_bool_var("") for _ in self.nodes]
        for (i, j), link in self.link[side].items():
            self.clock.check()
            self.cp.add_bool_or([~link, ~has[j], corner[i]])
            self.cp.add_bool_or([~link, has[j], ~corner[i]])
        return corner

    # ------------------------------------------------------------------------- solutions

    def forbid(self, clash: Clash) -> None:
        visited = list(dict.fromkeys(k for step in clash.walk for k in (step.start, step.end)))
        for chosen in self._exchanges(visited):
            self.clock.check()
            now = dict(zip(visited, chosen, strict=True))
            for turn in _TURNS:
                walk = [
                    self.link[turn[side]][now[start], now[end]] for start, side, end in clash.walk
                ]
                clause = [~link for link in walk]
                if clash.linked is not None:
                    start, side, end = clash.linked
                    link = self.link[turn[side]].get((now[start], now[end]))
                    clause += [] if link is None else [link]
                key = tuple(sorted({literal.index for literal in clause}))
                if key not in self._forbidden:
                    self._forbidden.add(key)
                    self.cp.add_bool_or(clause)

    def _exchanges(self, visited: Sequence[int]) -> Iterator[Sequence[int]]:
        alike = [self._alike[self.nodes[k].tile, self.nodes[k].number] for k in visited]
        count = 1
        for options in alike:
            count *= len(options)
        if count > _EXCHANGES:
            yield visited
            return
        for chosen in product(*alike):
            if len({self.nodes[k][:2] for k in chosen}) == len(chosen):
                yield chosen

    def links_of(self, solver: CpSolver) -> dict[int, list[tuple[int, int]]]:
        links: dict[int, list[tuple[int, int]]] = {}
        for side in SIDES:
            for (i, j), literal in self.link[side].items():
                if solver.boolean_value(literal):
                    links.setdefault(i, []).append((side, j))
        return links

    def read(self, solver: CpSolver, links: dict[int, list[tuple[int, int]]]) -> LinkedTable:
        grids = []
        left = dict(links)
        while left:
            places, _ = _walk(left, next(iter(left)))
            grids.append({place: self.nodes[k].tile for k, place in places.items()})
            for k in places:
                del left[k]
        stars = values(solver, self.free_stars)
        free = SetPlan(
            staying_grids(solver, self.stay),
            made_sets(solver, self.sets),
            values(solver, self.free_numbers),
            stars,
            stars,
        )
        return LinkedTable(free, tuple(grids))


def _nodes(have: Any) -> Iterator[Node]:
    for tile, count in have:
        numbers = NUMBERS if tile[1] == STAR else (int(tile[1]),)
        for copy in range(count):
            for number in numbers:
                yield Node(tile, copy, number)


def _step_between(node: Node, other: Node) -> int | None:
    if node[:2] == other[:2]:
        return None
    step = other.number - node.number
    if node.colour == other.colour:
        return step if step in (1, -1) else None
    return 0 if step == 0 else None


def _walk(
    links: dict[int, list[tuple[int, int]]], start: int
) -> tuple[dict[int, Square], dict[int, tuple[Step, ...]]]:
    """Return where nodes come to lie and the shortest walks to them, from ``start`` at (0, 0)."""
    places: dict[int, Square] = {start: (0, 0)}
    walks: dict[int, tuple[Step, ...]] = {start: ()}
    edge = deque([start])
    while edge:
        at = edge.popleft()
        for side, other in links[at]:
            if other not in places:
                dx, dy = _STEPS[side]
                places[other] = (places[at][0] + dx, places[at][1] + dy)
                walks[other] = (*walks[at], Step(at, side, other))
                edge.append(other)
    return places, walks


def _clashes(links: dict[int, list[tuple[int, int]]], clock: Clock) -> Iterator[Clash]:
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
        for node in places:
            for side, other in links[node]:
                step = (places[node][0] + _STEPS[side][0], places[node][1] + _STEPS[side][1])
                if places[other] != step:  # a ring that does not close
                    back = tuple(
                        Step(s.end, _opposite(s.side), s.start) for s in walks[other][::-1]
                    )
                    yield Clash((*walks[node], Step(node, side, other), *back), None)
