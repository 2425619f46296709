"""Tiles of seven areas: which colours their areas show, in our own themes and in a stranger's.

A stranger's tiles are drawn in any way: a hexagon with shapes upon it, seven polygons, clipped fills.
Their sides tell where they lie, seven samples of colour which they are, and their peers what
they should show.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene, theme
from engine.errors import NotationError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Point, Transform
from engine.geometry.seven_areas import AREAS, CENTRE, middle
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import child
from generator.checking.album import Album, Look, rendered, sampled
from generator.checking.grouping import Nearby, grouped
from generator.checking.match import Match
from generator.checking.pages import Page, Pair
from generator.checking.results import UNREAD, Flaw, Found, Hints, Reading, ShownArea

_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
#: An area is looked at in a square of this share of the tile's width.
_SHARE = 0.14
#: The inner area is looked at so far out, as a share of the way to the others' middles.
_INNER = 0.42
#: Votes for one place lie this near to each other, in millimetres and as a share of a side.
_NEAR, _UNEVEN = 0.12, 0.01
#: What is as light as this is paper; a colour farther from all others than so many levels is none of theirs.
_WHITE, _FOREIGN = 237, 60
#: Tiles are compared in so many windows across with so many peers or more, which differ by fewer levels;
#: a mark is in so many of them or more.
_WINDOWS, _PEERS, _MARKED, _MARK = 32, 5, 45.0, 4

Colours = NDArray[np.float32]
Edges = NDArray[np.float64]


def spots(album: Album, found: Match) -> tuple[ShownArea, ...]:
    """Return the areas of a piece as its picture shows them, where they lie on the page."""
    width = found.face.part.size
    lying = Transform.translation(*found.outline.centre) @ Transform.rotation(found.heading)
    lying = lying @ Transform.scaling(found.size / width)
    places = [lying.apply(p) for p in _middles(width, is_flat=found.is_flat)]
    names = [_name(found.outline.centre, place, k) for k, place in enumerate(places)]
    values = _of_pictures(album, found.is_flat)[found.number]
    return tuple(ShownArea(*one) for one in zip(places, names, values, strict=True))


def _middles(width: float, *, is_flat: bool) -> list[Point]:
    """Return the middles of a tile's areas about its own, upright or on its side."""
    turn = Transform.rotation(30.0 if is_flat else 0.0)
    return [turn.apply(middle(k, width)) for k in AREAS]


@lru_cache(maxsize=4)
def _of_pictures(album: Album, is_flat: bool) -> list[list[str]]:
    """Return the letters of the areas of all pictures."""
    if album.look.labels or (album.is_hatched and album.look.tile_size is not None):
        album = album.plain()
    pixels, per_mm, at = album.atlas(is_flat=is_flat)
    frames = []
    for face, (x, y) in zip(album.faces, at, strict=True):
        side = _SHARE * face.part.size
        # What is written in the middle is no colour of the inner area: it is looked at all round.
        *outer, centre = _middles(face.part.size, is_flat=is_flat)
        ring = [centre.towards(p, _INNER) for p in outer]
        frames += [(x + p.x, y + p.y, 0.0, side, side) for p in (*outer, *ring)]
    shown = sampled(pixels, per_mm, frames, 6).mean(axis=(1, 2)).reshape(len(album.faces), 12, 3)
    areas = np.concatenate([shown[:, :6], shown[:, 6:].mean(axis=1, keepdims=True)], axis=1)
    palette = _palette(album.game, album.look)
    return [_letters(own, palette, math.inf) for own in areas]


def _name(centre: Point, place: Point, index: int) -> str:
    """Return what an area is called, by the direction in which it lies on the page."""
    if index == CENTRE:
        return "centre"
    angle = math.degrees(math.atan2(centre.y - place.y, place.x - centre.x))
    return _COMPASS[round(angle / 45) % 8]


@cache
def _palette(game: Game[Position], look: Look) -> tuple[str, Colours]:
    """Return the letters of a game's colours, and how a theme shows each, hatches as their mean."""
    side = 24.0
    squares = [
        scene.Path(
            scene.rectangle(Box(side * k, 0.0, side * (k + 1), side)), look.theme.paint(slot, 40.0)
        )
        for k, slot in enumerate(game.piece_colours.values())
    ]
    pixels = rendered(look, squares, side * len(squares), side, child.PER_MM)
    frames = [(side * (k + 0.5), side / 2, 0.0, side - 4, side - 4) for k in range(len(squares))]
    shown = sampled(pixels, child.PER_MM, frames).mean(axis=(1, 2))
    return "".join(game.piece_colours), shown


def _letters(shown: Colours, palette: tuple[str, Colours], most: float) -> list[str]:
    """Return the letters of colours, UNREAD for one that is farther off than so many levels."""
    letters, known = palette
    away = np.abs(shown[:, None] - known[None]).max(axis=2)
    return [
        letters[k] if off <= most else UNREAD
        for k, off in zip(away.argmin(axis=1), away.min(axis=1), strict=True)
    ]


# ------------------------------------------------------------------------- a stranger's sheets


class Cell(NamedTuple):
    """A tile's place on a page: its middle, the angle of a side's normal, its sides, when it was painted.

    Of a side it says the angle of its normal, in radians, and how far away it is.
    """

    page: int
    centre: Point
    angle: float
    sides: tuple[Pair, ...]
    order: float

    @property
    def widths(self) -> tuple[float, ...]:
        """What it measures from side to side, three times."""
        return tuple(self.sides[k][1] + self.sides[k + 3][1] for k in range(3))

    @property
    def width(self) -> float:
        """What it measures from side to side, on the whole."""
        return sum(self.widths) / len(self.widths)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners."""
        result = []
        for (one, far), (other, away) in pairwise((*self.sides, self.sides[0])):
            share = math.sin(other - one)
            x = (far * math.sin(other) - away * math.sin(one)) / share
            y = (away * math.cos(one) - far * math.cos(other)) / share
            result.append(self.centre.moved(x, y))
        return tuple(result)

    def grown(self, by: float) -> Cell:
        """Return it so many times as large."""
        return self._replace(sides=tuple((angle, by * far) for angle, far in self.sides))

    def middles(self) -> list[Point]:
        """Return the middles of its areas, as they are written."""
        lying = Transform.translation(*self.centre) @ Transform.rotation(self.angle)
        return [lying.apply(middle(k, self.width)) for k in AREAS]


def cells(index: int, page: Page) -> list[Cell]:
    """Return where tiles lie on a page, by votes of their sides: each sees a tile's middle under 60 degrees."""
    edges = _edges(page)
    run = edges[:, 2:4] - edges[:, :2]
    lengths = np.round(np.hypot(run[:, 0], run[:, 1]), 1)
    values, counts = np.unique(lengths[(lengths > 3) & (lengths < 120)], return_counts=True)
    best: list[Cell] = []
    gained = outer = 0.0
    for side in sorted(values[np.argsort(-counts * values)][:8], reverse=True):
        found = _hexagons(index, edges, float(side))
        if len(found) * side**2 > 1.3 * gained:
            best, gained, outer = found, len(found) * float(side) ** 2, float(side)
    if not best:
        return []
    # The inner hexagon is half as wide, whatever bleeds or frames lie about the tile.
    at, way, _, length = _apexes(edges, 0.42 * outer, 0.515 * outer)
    inner = Nearby[NDArray[np.intp]](1.0)
    for group in _clusters(at, _NEAR + _UNEVEN * outer):
        inner.add(tuple(at[group].mean(axis=0)), group)
    result, drawn = [], 0
    for cell in best:
        near = [
            g
            for g in inner.about(cell.centre)
            if cell.centre.distance(Point(*at[g].mean(axis=0))) < 0.2
        ]
        own = np.concatenate(near) if near else None
        if own is not None and (sides := _sides(cell, at[own], way[own], length[own])):
            result.append(cell._replace(sides=sides).grown(2))
            drawn += 1
        else:
            result.append(cell)
    # These are the inner ones, in tiles whose outline has no straight sides.
    if drawn < 0.2 * len(best):
        return [cell.grown(2) for cell in result]
    return result


def _sides(cell: Cell, at: Edges, way: Edges, length: Edges) -> tuple[Pair, ...]:
    """Return the sides of a hexagon, () where not one of each two is drawn."""
    # Along its normal, a side lies where it saw the middle, and as far from there as it is long.
    off = (at[:, 0] - cell.centre.x) * np.cos(way) + (at[:, 1] - cell.centre.y) * np.sin(way)
    away = off + length * SQRT3 / 2
    base, step = math.radians(cell.angle), math.pi / 3
    which = np.round((way - base) / step).astype(int)
    turned = way - base - which * step
    which %= 6
    known = {
        k: (float(np.median(turned[which == k])), float(np.median(away[which == k])))
        for k in set(which.tolist())
    }
    if len({k % 3 for k in known}) < 3:
        return ()
    sides = (known[k] if k in known else known[(k + 3) % 6] for k in range(6))
    return tuple((base + step * k + turn, far) for k, (turn, far) in enumerate(sides))


def _edges(page: Page) -> Edges:
    """Return the straight lines of outlines and clips: from where to where, and when they were painted."""
    rows = [np.zeros((0, 5))]
    for order, mark in enumerate((*page.clips, *page.marks)):
        key = "edges", mark.transform[:4]
        known = mark.shape.known
        if key not in known:
            turn = mark.transform._replace(e=0.0, f=0.0)
            lines = []
            for part in mark.shape.parts:
                points = [turn.apply(point) for point in part.points]
                ends = [*points[1:], points[0]]
                lines += [(*a, *b) for a, b in zip(points, ends, strict=True)]
            known[key] = np.array(lines).reshape(-1, 4)
        own = known[key] + np.tile((mark.transform.e, mark.transform.f), 2)
        x, y = (own[:, 0] + own[:, 2]) / 2, (own[:, 1] + own[:, 3]) / 2
        left, top, right, bottom = mark.shown.grown(0.3)
        own = own[(x > left) & (x < right) & (y > top) & (y < bottom)]
        rows.append(np.column_stack([own, np.full(len(own), order)]))
    return np.concatenate(rows)


def _apexes(edges: Edges, low: float, high: float) -> tuple[Edges, Edges, Edges, Edges]:
    """Return for edges of such lengths the points that see them under 60 degrees, both ways.

    These, the direction of the edge from there, when it was painted, and its length.
    """
    run = edges[:, 2:4] - edges[:, :2]
    length = np.hypot(run[:, 0], run[:, 1])
    some = (length > low) & (length < high)
    run, length, order = run[some], length[some], edges[some, 4]
    middles = (edges[some, :2] + edges[some, 2:4]) / 2
    normal = np.stack([run[:, 1], -run[:, 0]], axis=1) * SQRT3 / 2
    at = np.concatenate([middles + normal, middles - normal])
    way = np.concatenate([middles, middles]) - at
    return at, np.arctan2(way[:, 1], way[:, 0]), np.tile(order, 2), np.tile(length, 2)


def _clusters(at: Edges, near: float) -> list[NDArray[np.intp]]:
    """Return the numbers of points that lie together, where there are two or more."""
    groups: list[tuple[float, float, list[int]]] = []
    known = Nearby[tuple[float, float, list[int]]](1.0)
    points = Nearby[int](1.0)
    for k, (x, y) in enumerate(at.tolist()):
        points.add((x, y), k)
        about = (g for g in known.about((x, y)) if abs(g[0] - x) < near and abs(g[1] - y) < near)
        group = next(about, None)
        if group is None:
            group = (x, y, [])
            groups.append(group)
            known.add((x, y), group)
        group[2].append(k)
    result = []
    for *_, own in groups:
        if len(own) > 1:  # what lies about their middle, not about the first of them
            middle = at[own].mean(axis=0)
            all_about = np.array([*points.about(tuple(middle))])
            result.append(all_about[np.abs(at[all_about] - middle).max(axis=1) < near])
    return result


def _hexagons(index: int, edges: Edges, side: float) -> list[Cell]:
    """Return the hexagons of a side of which five sides or more are drawn, the topmost where they overlap."""
    near = _NEAR + _UNEVEN * side
    at, way, order, length = _apexes(edges, side - near, side + near)
    found = []
    for group in _clusters(at, near):
        base = float(np.angle(np.exp(6j * way[group]).mean()) / 6)
        sides = np.round((way[group] - base) / (math.pi / 3)).astype(int) % 6
        if len(set(sides.tolist())) >= 5:
            centre = Point(*at[group].mean(axis=0).tolist())
            last = float(np.median(order[group]))
            cell = Cell(index, centre, math.degrees(base), (), last)
            found.append(cell._replace(sides=_sides(cell, at[group], way[group], length[group])))
    found.sort(key=lambda cell: -cell.order)
    kept: list[Cell] = []
    places = Nearby[Point](1.5 * side)
    for cell in found:
        if all(cell.centre.distance(other) > 1.5 * side for other in places.about(cell.centre)):
            kept.append(cell)
            places.add(cell.centre, cell.centre)
    return kept[::-1]


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading | None:
    """Return the tiles of seven areas on sheets of a stranger, None where there are none.

    Their colours are as it is said, or else told by their hues.
    """
    found = [cell for k, page in enumerate(pages) for cell in cells(k, page)]
    if not found or not game.piece_colours:
        return None
    shown = np.concatenate(
        [_sampled(pages[k], own) for k, own in grouped(found, lambda c: c.page).items()]
    )
    printed = np.flatnonzero(shown.min(axis=(1, 2)) <= _WHITE).tolist()
    found, shown = [found[k] for k in printed], shown[printed]
    palette, told_by = _palette_of(game, hints, shown.reshape(-1, 3))
    if palette is None:
        return None
    letters = [_letters(areas, palette, _FOREIGN) for areas in shown]
    marked = _marked(pages, found, letters)
    pieces = [
        _piece(game, cell, own, colours, is_marked)
        for cell, own, colours, is_marked in zip(found, letters, shown, marked, strict=True)
    ]
    return Reading(tuple(pieces), told_by)


def _sampled(page: Page, own: Sequence[Cell]) -> Colours:
    """Return what the areas of a page's tiles show, as (tiles, areas, 3)."""
    frames = [
        (*p, cell.angle, _SHARE * cell.width, _SHARE * cell.width)
        for cell in own
        for p in cell.middles()
    ]
    views = sampled(page.pixels, page.per_mm, frames, 6)
    return np.median(views.reshape(len(own), len(AREAS), -1, 3), axis=2)


def _palette_of(
    game: Game[Position], hints: Hints, shown: Colours
) -> tuple[tuple[str, Colours] | None, str]:
    """Return the letters of colours with the colours, and in words what they are told by."""
    letters = "".join(game.piece_colours)
    if hints.colours is not None:
        given = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in hints.colours]
        return (letters, np.array(given, np.float32)), "the colours given"
    if hints.theme is not None:
        chosen = theme.load(hints.theme)
        return _palette(game, Look(chosen)), f"theme {chosen.name}"
    modes = _modes(shown, len(letters))
    if len(modes) < len(letters):
        return None, ""
    classic = theme.load("classic")
    usual = np.array(
        [
            [int(classic.slot(s).fill[k : k + 2], 16) for k in (1, 3, 5)]
            for s in game.piece_colours.values()
        ],
        np.float32,
    )
    # By hue: what each has more of a channel than of all.
    want, have = (c - c.mean(axis=1, keepdims=True) for c in (usual, modes))
    order = max(
        permutations(range(len(modes))), key=lambda way: float((have[list(way)] * want).sum())
    )
    return (letters, modes[list(order)]), "hue"


def _modes(shown: Colours, many: int) -> Colours:
    """Return the colours that most areas have."""
    for radius in (30, 12, 6):
        rest, modes = shown, list[Colours]()
        while len(modes) < many and len(rest) > 0.08 * len(shown):
            steps = np.round(rest / (0.8 * radius))
            _, back, counts = np.unique(steps, axis=0, return_inverse=True, return_counts=True)
            mode = rest[back.ravel() == counts.argmax()].mean(axis=0)
            mode = np.median(rest[np.abs(rest - mode).max(axis=1) < radius], axis=0)
            modes.append(mode)
            rest = rest[np.abs(rest - mode).max(axis=1) > radius]
        if len(modes) == many:
            return np.array(modes, np.float32)
    return np.zeros((0, 3), np.float32)


def _marked(
    pages: Sequence[Page], found: Sequence[Cell], letters: Sequence[Sequence[str]]
) -> list[bool]:
    """Return which tiles show something that their peers do not whose areas there are the same.

    Each is looked at in windows; of those about which the areas of five tiles or more are alike what most
    show is what all should.
    """
    n = _WINDOWS
    views = np.concatenate(
        [
            sampled(
                pages[k].pixels, pages[k].per_mm,
                [(*cell.centre, cell.angle, cell.width * 2 / SQRT3, cell.width * 2 / SQRT3) for cell in own], n,
            )
            for k, own in grouped(found, lambda c: c.page).items()
        ]
    ).reshape(len(found), n * n, 3)  # fmt: skip
    codes = np.array([[ord(letter) for letter in own] for own in letters])
    beyond = np.zeros((len(found), n * n))
    for near, windows in _windows(n).items():
        keys = enumerate(codes[:, near].tolist())
        for alike in grouped(keys, lambda one: tuple(one[1])).values():
            rows = [k for k, _ in alike]
            if len(rows) >= _PEERS:
                own = views[np.ix_(rows, windows)]
                usual = np.median(own, axis=0)
                off = np.abs(own - usual).max(axis=2)
                spread = np.percentile(off, 80, axis=0)
                beyond[np.ix_(rows, windows)] = off - 2 * spread
    worst = np.sort(beyond, axis=1)[:, -_MARK]
    limit = max(_MARKED, 2.2 * float(np.percentile(worst, 90)))
    return [bool(off > limit) for off in worst]


@cache
def _windows(n: int) -> dict[tuple[int, ...], list[int]]:
    """Return the windows of a tile by the areas that lie in or beside them, those at its rim left out."""
    u = ((np.arange(n) + 0.5) / n - 0.5) * 2 / SQRT3
    x, y = np.meshgrid(u, u)
    reach = 1.2 / n
    result: dict[tuple[int, ...], set[int]] = {}
    near: list[set[int]] = [set() for _ in range(n * n)]
    for dx in (-reach, 0.0, reach):
        for dy in (-reach, 0.0, reach):
            turns = np.radians(-60.0 * np.arange(6))
            along = (x + dx)[..., None] * np.cos(turns) + (y + dy)[..., None] * np.sin(turns)
            area = np.where(along.max(axis=-1) < 0.25, CENTRE, along.argmax(axis=-1))
            area[along.max(axis=-1) > 0.48] = CENTRE + 1
            for k, value in enumerate(area.ravel().tolist()):
                near[k].add(value)
    for k, values in enumerate(near):
        if CENTRE + 1 not in values:
            result.setdefault(tuple(sorted(values)), set()).add(k)
    return {key: sorted(values) for key, values in result.items()}


def _piece(
    game: Game[Position], cell: Cell, letters: Sequence[str], shown: Colours, is_marked: bool
) -> Found:
    """Return a tile as it was found, with what is wrong with it."""
    flaws = []
    kind = ""
    places = cell.middles()
    names = [_name(cell.centre, place, k) for k, place in enumerate(places)]
    strange = [k for k, letter in enumerate(letters) if letter == UNREAD]
    for k in strange:
        colour = "#" + "".join(f"{round(float(v)):02x}" for v in shown[k])
        flaws.append(Flaw("foreign", f"area {names[k]} is {colour}"))
    if not strange:
        try:
            kind = game.identify(game.written_piece("".join(letters)))
        except NotationError as error:
            flaws.append(Flaw("impossible", str(error)))
        if is_marked:
            flaws.append(Flaw("unclear", "it shows something that others like it do not"))
    spots = tuple(ShownArea(*one) for one in zip(places, names, letters, strict=True))
    return Found(
        cell.page,
        cell.centre,
        cell.corners,
        cell.widths,
        Point(0.0, 0.0),
        spots,
        kind,
        tuple(flaws),
        kind=kind,
    )
