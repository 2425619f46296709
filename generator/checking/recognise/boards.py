"""Boards on pages: where a game's own drawing of its board lies, and what of it is there.

A board is found by its grid, the shape of most parts: a page that has the grid's points, however large,
shows the board, or as a poster's page does, a window on it.  Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import shapely

from engine.drawing import scene, theme
from engine.drawing.parts import BoardPart
from engine.geometry.plane import Box, Point, Transform, bounds, number
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import looks
from generator.checking.recognise.compare import Place, Way
from generator.checking.recognise.results import Hints, Trouble
from generator.printing import poster

#: The cells of a board are at least this wide, in millimetres.
_SMALLEST = 5.0
#: A mark is a board's grid that has this share of the grid's points, which make up that share of its own.
_ENOUGH, _OWN = 0.6, 0.9
#: A mark with more than so many times as many points is none, and is not looked at.
_POINTS = 2
#: Sides of boxes this near to each other are one, in cells; a board may be stretched by this share.
_ONE_SIDE, _STRETCHED = 0.02, 0.08
#: A board is there if this share of it is.
_ALL = 0.995
#: How far cells may be off their width, in millimetres.
_TOLERANCE = 0.05
#: Windows of a poster begin on its pages within this, in millimetres.
_SAME = 0.5


class Sighting(NamedTuple):
    """A board on a page, or the part of one: how it lies, and which part of the page it may be on."""

    page: int
    #: From the board's frame to the page, in each way that its shapes allow.
    ways: tuple[Transform, ...]
    window: Box
    #: The box about the whole board.
    box: Box
    #: The share of the grid's points that are not there.
    unlike: float

    def visible(self, way: int) -> Box:
        """Return what part of the board it is, in the board's frame, if that lies in a way."""
        back = self.ways[way % len(self.ways)].inverse()
        return bounds(map(back.apply, self.window.corners()))


class _Grid(NamedTuple):
    """The shape of most parts in a board's drawing: its points, how many parts it has, whether it is filled."""

    points: tuple[Point, ...]
    parts: int
    is_filled: bool


class Boards(NamedTuple):
    """A game's board, with the settings that tell it, and where pages show it."""

    settings: Mapping[str, object]
    part: BoardPart
    grid: _Grid
    sightings: tuple[Sighting, ...]

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that show one, as often as one is whole there."""
        whole = [one.page for one in self.sightings if self._shown((one,)) >= _ALL]
        return (*whole, *{one.page for one in self.sightings} - {*whole})

    @property
    def cell(self) -> float:
        """The width of most boards' cells, in millimetres."""
        return usual(round(max(self._cells(one)), 2) for one in self.sightings)

    @property
    def is_whole(self) -> bool:
        """Whether all of the board is there, on all pages together."""
        return self._shown(self.sightings) >= _ALL

    def holds(self, page: int, place: Point) -> bool:
        """Tell whether a place of a page lies on a board."""
        return any(one.page == page and one.box.has(place) for one in self.sightings)

    def _cells(self, one: Sighting) -> tuple[float, float]:
        a, b, c, d, _, _ = one.ways[0]
        return math.hypot(a, b) * self.part.cell, math.hypot(c, d) * self.part.cell

    def _shown(self, sightings: Sequence[Sighting]) -> float:
        """Return which share of the board is there on some pages together."""
        whole = shapely.MultiPoint(self.grid.points).convex_hull
        there = shapely.union_all([shapely.box(*one.visible(0)) for one in sightings])
        return float(there.intersection(whole).area / whole.area)

    def troubles(self, right: float) -> Iterator[Trouble]:
        """Yield what is missing of the board, and cells that have not the right width."""
        first = self.sightings[0].page
        if (share := self._shown(self.sightings)) < _ALL:
            yield Trouble("missing", f"only {share:.0%} of the {self.part.title} is there", first)
        sizes = {tuple(round(v, 2) for v in self._cells(one)): one for one in self.sightings}
        for cells, one in sizes.items():
            if any(abs(size - right) > _TOLERANCE for size in cells):
                measured = " × ".join(dict.fromkeys(number(size, 2) for size in sorted(cells)))
                words = f"the board's cells measure {measured} mm, not {number(right, 2)} mm"
                yield Trouble("size", words, one.page)

    @property
    def note(self) -> str:
        """What was found, in words."""
        on = count(len({*self.pages}), "page")
        return f"{self.part.title}: cells of {number(self.cell, 2)} mm, on {on}"


# ------------------------------------------------------------------------------------ finding


def find(
    pages: Sequence[Page], game: Game[Position], hints: Hints, settings: Mapping[str, object]
) -> Boards | None:
    """Return the board of a kit with some settings, else of another side; None where no page shows one."""
    sides = game.board_sides if hints.template is None and len(game.board_sides) > 1 else ()
    found: list[Boards] = []
    for more in ({}, *({"side": side} for side in sides)):
        own = {**settings, **more}
        for part in looks.parts_of(game, own, theme.load("classic")):
            if isinstance(part, BoardPart):
                grid = _grid(part)
                each = (_on(page, k, part, grid) for k, page in enumerate(pages))
                found.append(Boards(own, part, grid, tuple(one for here in each for one in here)))
    there = (one for one in found if one.sightings)
    return min(there, key=lambda one: max(s.unlike for s in one.sightings), default=None)


def _grid(part: BoardPart) -> _Grid:
    paths = (item for item in scene.walk(part.items) if isinstance(item, scene.Path))
    runs, is_filled = max(
        ((scene.flattened(path.outline), path.fill is not None) for path in paths),
        key=lambda one: len(one[0]),
    )
    return _Grid(tuple(point for run in runs for point in run), len(runs), is_filled)


def _on(page: Page, number_of_page: int, part: BoardPart, grid: _Grid) -> Iterator[Sighting]:
    frame = bounds(grid.points)
    least = _SMALLEST / part.cell * min(frame.width, frame.height)
    for mark in page.marks:
        own = mark.box
        if not _may_be(mark, grid) or min(own.width, own.height) <= least:
            continue
        ways: dict[Transform, float] = {}
        for turn in (0.0, 180.0, 90.0, 270.0):
            sides = (frame.height, frame.width) if turn % 180 else (frame.width, frame.height)
            across, down = own.width / sides[0], own.height / sides[1]
            if abs(across / down - 1) < _STRETCHED:
                lying = Transform.translation(*own.centre) @ Transform.scaling(across, down)
                lying @= Transform.rotation(turn)
                lying @= Transform.translation(-frame.centre.x, -frame.centre.y)
                slack = _ONE_SIDE * part.cell * own.width / frame.width
                ways[lying] = _likeness(mark, grid, lying, slack)
        most = max(ways.values(), default=0.0)
        if most >= _ENOUGH:
            best = tuple(lying for lying, likeness in ways.items() if likeness == most)
            box = bounds(map(best[0].apply, part.box.corners()))
            window = box.common(Box(0.0, 0.0, page.width, page.height))
            window = window.common(mark.clip) if mark.clip else window
            yield Sighting(number_of_page, best, window, box, 1 - most)


def _may_be(mark: Mark, grid: _Grid) -> bool:
    parts = len(mark.shape.parts)
    is_like = _ENOUGH < parts / grid.parts < 1 / _ENOUGH
    is_as_large = mark.shape.count <= _POINTS * len(grid.points)
    return is_like and is_as_large and (mark.fill is not None) == grid.is_filled


def _likeness(mark: Mark, grid: _Grid, lying: Transform, slack: float) -> float:
    """Return which share of a grid's points a mark has, 0 for a mark that has many others."""
    own = [mark.transform.apply(point) for part in mark.shape.parts for point in part.points]
    tree = shapely.STRtree(shapely.points(own))
    places = shapely.points([*map(lying.apply, grid.points)])
    those, ones = tree.query(places, "dwithin", slack)
    return len({*those}) / len(places) if len({*ones}) >= _OWN * len(own) else 0.0


# -------------------------------------------------------------------------------- as drawn


def places(drawn: Sequence[BoardPart], sightings: Sequence[Sighting]) -> Iterator[Place]:
    """Yield the places of a board, or of a poster's pages, which may be ``drawn`` in some ways."""
    for own in sightings:
        ring = poster.within(drawn[0].outline, _window(drawn[0], own, sightings, 0))
        corners = [*map(own.ways[0].apply, ring)]
        yield Place(own.page, corners, _ways(drawn, own, sightings))


def _ways(
    drawn: Sequence[BoardPart], own: Sighting, sightings: Sequence[Sighting]
) -> Iterator[Way]:
    """Yield how a board may be drawn and lie, with the lines to glue a poster along."""
    for part, way in product(drawn, range(len(own.ways))):
        window = _window(part, own, sightings, way)
        others = [one.visible(way) for one in sightings]
        right = [window.right - w.left for w in others if w.left < window.right < w.right - _SAME]
        below = [window.bottom - w.top for w in others if w.top < window.bottom < w.bottom - _SAME]
        overlap = min(right + below, default=0.0)
        lines, crosses = poster.seams(window, overlap, right=bool(right), below=bool(below))
        folds = scene.transformed(scene.joined([*lines, crosses]), own.ways[way])
        yield Way(part.items, own.ways[way], folds)


def _window(part: BoardPart, own: Sighting, sightings: Sequence[Sighting], way: int) -> Box:
    """Return a page's part of a board, in the board's frame: to the edge where no other page shows more."""
    mine, whole = own.visible(way), part.box
    others = [one.visible(way) for one in sightings]
    return Box(
        mine.left if any(w.left < mine.left - _SAME for w in others) else whole.left,
        mine.top if any(w.top < mine.top - _SAME for w in others) else whole.top,
        mine.right if any(w.right > mine.right + _SAME for w in others) else whole.right,
        mine.bottom if any(w.bottom > mine.bottom + _SAME for w in others) else whole.bottom,
    )
