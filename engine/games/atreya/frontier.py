"""Atreya for players that look ahead: only what decides which turns there are and what they bring.

A state keeps the frontier: the empty cells beside tiles, what they ask of a tile, and the open
shapes that face them.  Laying a tile copies small dicts.  The rare turns that lift a tile are
left to :mod:`.rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from random import Random
from typing import Any, NamedTuple

from engine.games.atreya import moves
from engine.games.atreya.arena import (
    REACH,
    Arena,
    EdgePattern,
    Shape,
    facing,
    matching,
    parts,
    takes_tile,
)
from engine.games.atreya.moves import AtreyaMove
from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import MAX_SPAN, inferior_to
from engine.games.atreya.tiles import TILES
from engine.geometry.hexgrid import DIRECTIONS, Hex, neighbours, opposite
from engine.play.quick import Quick

#: A cell is one number that grows with (q, r); a step to a neighbour adds one of :data:`_STEPS`.
Cell = int
_ROW, _MIDDLE = 1 << 16, 1 << 15
#: That of the centre piece adds nothing, on the honeycomb of pieces too (rule 1.1).
_STEPS = (*(q * _ROW + r for q, r in DIRECTIONS), 0)
_OPPOSITE = tuple(opposite(side) for side in range(6))
#: What winning a game of Max is worth beside points.
WIN = 1000
#: How often a placement by lot is looked for before all turns are listed.
_TRIES = 20


def numbered(cell: Hex) -> Cell:
    """Return a cell as one number, never 0."""
    return (cell[0] + _MIDDLE) * _ROW + cell[1] + _MIDDLE


def located(cell: Cell) -> Hex:
    """Return the coordinates of a numbered cell."""
    q, r = divmod(cell, _ROW)
    return q - _MIDDLE, r - _MIDDLE


class Form(NamedTuple):
    """A shape as it matters from now on.

    ``opens`` are the empty cells it faces, each with the side of that cell.  ``cell`` is the only
    one of them, 0 if there are several, and ``sides`` has a bit for each side it faces there.
    Max alone asks for the ``tiles`` it has an area on, Dom alone for the shapes ``near`` it and
    the pieces on its ``border`` with their colours.
    """

    colour: str
    size: int
    opens: tuple[tuple[Cell, int], ...]
    cell: Cell
    sides: int
    tiles: frozenset[Cell]
    near: frozenset[int]
    border: frozenset[tuple[int, str]]


_NONE: frozenset[Any] = frozenset()
#: An empty cell: what its neighbours show it, and the open shape across each side, 0 for none.
Frontage = tuple[EdgePattern, tuple[int, ...]]
_NOTHING = (0,) * 6


class Placing(NamedTuple):
    """A written tile of some number put on an empty cell."""

    cell: Cell
    number: int
    tile: str

    @property
    def move(self) -> AtreyaMove:
        return AtreyaMove(self.tile, located(self.cell))


class Frontier(NamedTuple):
    """A position: shapes by number, ``closed`` ones only where they matter, in Dom.

    ``pool`` has a bit for each tile's number.  ``points`` follow the players in turn order, in
    Max :data:`WIN` for who has won.  ``arena`` is an earlier one, ``since`` what was placed since.
    """

    front: Mapping[Cell, Frontage]
    open: Mapping[int, Form]
    closed: Mapping[int, Form]
    pool: int
    points: tuple[int, ...]
    turn: int
    arena: Arena
    since: tuple[Placing, ...] = ()


def _form(
    colour: str,
    size: int,
    opens: Sequence[tuple[Cell, int]],
    tiles: frozenset[Cell],
    near: frozenset[int],
    border: frozenset[tuple[int, str]],
) -> Form:
    cell = opens[0][0] if opens else 0
    sides = 0
    for other, side in opens:
        if other != cell:
            cell = sides = 0
            break
        sides |= 1 << side
    return Form(colour, size, tuple(opens), cell, sides, tiles, near, border)


def _rename(became: Mapping[int, int], new: Mapping[int, Form], *shapes: dict[int, Form]) -> None:
    for shape in {near for form in new.values() for near in form.near}.difference(new):
        for group in shapes:
            if shape in group:
                form = group[shape]
                near = frozenset([became.get(k, k) for k in form.near])
                group[shape] = form._replace(near=near)


class AtreyaQuick(Quick[Frontier]):
    """Quick states of one mode and its players; shapes are numbered once and for all."""

    def __init__(self, position: AtreyaPosition) -> None:
        self.mode = position.mode
        self.order = position.order
        self.max, self.dom = self.mode == "max", self.mode == "dom"
        self.players = len(self.order)
        self._last = 0  # the highest number of a shape

    # ------------------------------------------------------------------------------- states

    def of(self, position: AtreyaPosition) -> Frontier:
        arena = position.arena
        faces = sorted(
            (numbered(cell) + _STEPS[side], _OPPOSITE[side], arena.shape_of[(*cell, side)])
            for cell in arena.tiles
            for side, near in enumerate(neighbours(cell))
            if near not in arena.tiles
        )
        opens: dict[Shape, list[tuple[Cell, int]]] = {}
        for cell, side, shape in faces:
            opens.setdefault(shape, []).append((cell, side))
        shapes = dict.fromkeys(opens)
        if self.dom:
            shapes |= dict.fromkeys(arena.shape_of.values())
        numbers = {shape: number for number, shape in enumerate(shapes, self._last + 1)}
        self._last += len(numbers)
        near: dict[Shape, set[int]] = {shape: set() for shape in shapes}
        border: dict[Shape, set[tuple[int, str]]] = {shape: set() for shape in shapes}
        for (q, r), tile in arena.tiles.items() if self.dom else ():
            own_parts, middle = parts(tile), 2 * numbered((q, r))
            own = [arena.shape_of[q, r, part.sides[0]] for part in own_parts]
            for shape, part in zip(own, own_parts, strict=True):
                near[shape].update([numbers[own[k]] for k in part.near])
                border[shape].update([(middle + _STEPS[s], colour) for s, colour in part.border])
        forms = {
            number: _form(
                shape.colour,
                shape.size,
                opens.get(shape, ()),
                frozenset(map(numbered, shape.cells)) if self.max else _NONE,
                frozenset(near[shape]),
                frozenset(border[shape]),
            )
            for shape, number in numbers.items()
        }
        front: dict[Cell, tuple[EdgePattern, list[int]]] = {}
        for number, form in forms.items():
            for cell, side in form.opens:
                pattern = arena.around.get(located(cell), 0)
                front.setdefault(cell, (pattern, [0] * 6))[1][side] = number
        won = (position.winners() or ()) if self.max else ()
        return Frontier(
            {cell: (pattern, tuple(sides)) for cell, (pattern, sides) in front.items()},
            {number: form for number, form in forms.items() if form.opens},
            {number: form for number, form in forms.items() if not form.opens},
            sum(1 << number for number in range(len(TILES) + 1) if arena.pool[number]),
            tuple(WIN * (player in won) for player in self.order) if self.max else position.points,
            self.order.index(position.turn),
            arena,
        )

    def position(self, state: Frontier) -> AtreyaPosition:
        arena = state.arena
        for placing in state.since:
            arena = arena.laid(located(placing.cell), placing.tile)
        points = (0,) * len(self.order) if self.max else state.points
        return AtreyaPosition(arena, self.order[state.turn], self.mode, self.order, points)

    # ---------------------------------------------------------------------------- placing

    def laid(self, state: Frontier, placing: Placing) -> Frontier:
        cell, number, tile = placing
        front, shapes, closed = dict(state.front), dict(state.open), state.closed
        across_ = front.pop(cell)[1]
        new, became = self._joined(shapes, cell, tile, across_)
        for shape in became:
            del shapes[shape]
        for side in range(6):  # what the tile shows the empty cells beside it
            if not across_[side]:
                near = cell + _STEPS[side]
                pattern, others = front.get(near) or (0, _NOTHING)
                if pattern or max(map(abs, located(near))) <= REACH:
                    pattern |= facing(_OPPOSITE[side], tile[2 + side])
                front[near] = pattern, others
        for shape, form in new.items():
            if form.opens:
                shapes[shape] = form
            for near, side in form.opens:
                pattern, others = front[near]
                front[near] = pattern, (*others[:side], shape, *others[side + 1 :])
        if self.dom:
            closed = {**closed, **{k: form for k, form in new.items() if not form.opens}}
            _rename(became, new, shapes, closed)
        points = self._points(state, new)
        turn = (state.turn + 1) % self.players
        since = (*state.since, placing)
        pool = state.pool & ~(1 << number)
        return Frontier(front, shapes, closed, pool, points, turn, state.arena, since)

    def brought(self, state: Frontier, placing: Placing) -> tuple[int, ...]:
        """Return the points that placing a tile brings each player (rules 6.2 to 6.4)."""
        across_ = state.front[placing.cell][1]
        new, _ = self._joined(state.open, placing.cell, placing.tile, across_)
        return tuple(map(sub, self._points(state, new), state.points))

    def _joined(
        self, shapes: Mapping[int, Form], cell: Cell, tile: str, across_: tuple[int, ...]
    ) -> tuple[dict[int, Form], dict[int, int]]:
        own_parts = parts(tile)
        label = list(range(len(own_parts)))  # parts of one shape have one label
        first: dict[int, int] = {}
        for k, part in enumerate(own_parts):
            for side in part.sides:
                shape = across_[side]
                if shape and label[first.setdefault(shape, k)] != label[k]:
                    keep, drop = label[first[shape]], label[k]
                    label = [keep if x == drop else x for x in label]
        number = {one: k for k, one in enumerate(dict.fromkeys(label), self._last + 1)}
        self._last += len(number)
        became = {shape: number[label[k]] for shape, k in first.items()}
        new = {}
        for one, shape in number.items():
            joined = [part for part, other in zip(own_parts, label, strict=True) if other == one]
            before = [shapes[old] for old, now in became.items() if now == shape]
            size = sum([form.size for form in before])
            opens = [entry for form in before for entry in form.opens if entry[0] != cell]
            for part in joined:
                size += part.centres
                for side in part.sides:
                    if across_[side]:
                        size += 1
                    else:
                        opens.append((cell + _STEPS[side], _OPPOSITE[side]))
            tiles = near = border = _NONE
            if self.max:
                tiles = frozenset({cell}.union(*[form.tiles for form in before]))
            elif self.dom:
                own = {number[label[k]] for part in joined for k in part.near}
                others = [became.get(k, k) for form in before for k in form.near]
                near = frozenset(own.union(others)) - {shape}
                pieces = [(2 * cell + _STEPS[s], c) for part in joined for s, c in part.border]
                border = frozenset(pieces).union(*[form.border for form in before])
            new[shape] = _form(joined[0].colour, size, opens, tiles, near, border)
        return new, became

    def _points(self, state: Frontier, new: Mapping[int, Form]) -> tuple[int, ...]:
        """Return the points after a tile made some shapes of others (rules 6.2 to 6.4)."""
        shut = [form for form in new.values() if not form.opens and form.colour in self.order]
        if not shut:
            return state.points
        points = list(state.points)
        for form in shut:
            owner = self.order.index(form.colour)
            if self.mode == "sum":
                points[owner] += form.size
            elif self.dom:
                points[owner] += self._worth_in_dom(state, form, new)
            elif len(form.tiles) >= MAX_SPAN:
                points[owner] = WIN
        if self.max and points[state.turn]:
            return tuple(WIN * (player == state.turn) for player in range(self.players))
        return tuple(points)

    def _worth_in_dom(self, state: Frontier, form: Form, new: Mapping[int, Form]) -> int:
        """Return the points for a newly closed shape of Dom, with the bonus (rule 6.4)."""
        near = [new.get(k) or state.open.get(k) or state.closed[k] for k in form.near]
        before = [state.closed[k] for k in form.near if k in state.closed]
        inferior = inferior_to(self.order)[form.colour]
        weaker = sum([colour in inferior for _, colour in form.border])
        is_sound = 2 * weaker >= len(form.border) and all(o.size <= form.size for o in near)
        return form.size * is_sound + sum([o.size for o in before if o.size < form.size])

    # ------------------------------------------------------------------------------ turns

    def children(self, state: Frontier) -> list[tuple[AtreyaMove, Frontier]]:
        if self.max and any(state.points):
            return []
        placed = [(placing.move, self.laid(state, placing)) for placing in self.placings(state)]
        position = self.position(state)
        lifts = moves.shifts(position.arena, strong=self.max)
        return placed + [(move, self.of(position.play(move))) for move in lifts]

    def placings(self, state: Frontier) -> Iterator[Placing]:
        pool = state.pool
        for cell, (pattern, _) in sorted(state.front.items()):
            if takes_tile(pattern):
                yield from [
                    Placing(cell, n, tile) for n, tile in matching(pattern) if pool >> n & 1
                ]

    def by_lot(self, state: Frontier, rng: Random) -> Placing | None:
        """Return a placement by lot, a cell and then a tile; None where some tries find none."""
        cells = [(cell, place[0]) for cell, place in state.front.items() if takes_tile(place[0])]
        for _ in range(_TRIES if cells else 0):
            cell, pattern = cells[int(rng.random() * len(cells))]
            tiles = matching(pattern)
            if tiles:
                number, tile = tiles[int(rng.random() * len(tiles))]
                if state.pool >> number & 1:
                    return Placing(cell, number, tile)
        return None

    def turn(self, state: Frontier, rng: Random) -> tuple[AtreyaMove, Frontier] | None:
        if self.max and any(state.points):
            return None
        placing = self.by_lot(state, rng)
        if placing is not None:
            return placing.move, self.laid(state, placing)
        position = self.position(state)
        listed = position.legal_moves()
        if not listed:
            return None
        move = listed[int(rng.random() * len(listed))]
        return move, self.of(position.play(move))

    def mover(self, state: Frontier) -> int:
        return state.turn

    def lead(self, state: Frontier, player: int) -> float:
        others = [points for k, points in enumerate(state.points) if k != player]
        return state.points[player] - max(others)

    def written(self, state: Frontier, code: AtreyaMove) -> str:
        return str(code)
