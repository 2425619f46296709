"""Boards on pages, and windows on them as a poster's pages are, found by the grid: the shape of most parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import shapely

from engine.drawing import scene, theme
from engine.drawing.parts import BoardPart, Request
from engine.geometry.plane import Box, Point, Transform, bounds, number
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from engine.words import count
from generator.checking import usual
from generator.checking.faults import SIZE_TOLERANCE
from generator.checking.pages.paint import Mark, Page, box_under
from generator.checking.recognise import outlines
from generator.checking.recognise.compare import Way
from generator.checking.recognise.results import Hints, Trouble
from generator.printing import poster

_ENOUGH = 0.6  # a mark is a board's grid if it has at least this share of the grid's points
_OWN = 0.9  # at least this share of such a mark's own points are points of the grid
_ALL = 0.995  # a board is there if this share of it is


class Sighting(NamedTuple):
    """A board on a page, or the part of one."""

    page: int
    #: From the board's frame to the page, in each way that its shapes allow.
    ways: tuple[Transform, ...]
    #: Which part of the page it may be on.
    window: Box
    #: The share of the grid's points that are not there.
    unlike: float

    def visible(self, way: int) -> Box:
        """Return the part of the board that it shows, in the board's frame, if the board lies in this way."""
        return box_under(self.ways[way % len(self.ways)].inverse(), self.window)


class _Grid(NamedTuple):
    """The shape of most parts in a board's drawing: its points, how many parts it has, whether it is filled."""

    points: tuple[Point, ...]
    parts: int
    is_filled: bool


class Boards(NamedTuple):
    """A game's board, with the settings that tell it, and where pages show it."""

    settings: Settings
    part: BoardPart
    grid: _Grid
    sightings: Sequence[Sighting]

    @property
    def pages(self) -> tuple[int, ...]:
        """The page of each whole board, then once every other page that shows a part of one."""
        whole = [one.page for one in self.sightings if self._share([one]) >= _ALL]
        return (*whole, *{one.page for one in self.sightings} - {*whole})

    @property
    def cell(self) -> float:
        """The width of most boards' cells, in millimetres."""
        return usual(max(self._cells(one)) for one in self.sightings)

    @property
    def is_whole(self) -> bool:
        """Whether all of the board is there, on all pages together."""
        return self._share(self.sightings) >= _ALL

    @property
    def unlike(self) -> float:
        """The share of the grid's points that are not there where fewest are."""
        return max(one.unlike for one in self.sightings)

    @property
    def note(self) -> str:
        """What was found, in words."""
        on = count(len({*self.pages}), "page")
        return f"{self.part.title}: cells of {number(self.cell, 2)} mm, on {on}"

    def holds(self, page: int, place: Point) -> bool:
        """Tell whether a place of a page lies on a board, or where a poster's other pages show more of it."""
        own = (one.ways[0].inverse() for one in self.sightings if one.page == page)
        return any(self.part.box.has(back.apply(place)) for back in own)

    def _cells(self, one: Sighting) -> tuple[float, float]:
        a, b, c, d, _, _ = one.ways[0]
        cell = self.part.cell
        return round(math.hypot(a, b) * cell, 2), round(math.hypot(c, d) * cell, 2)

    def _share(self, sightings: Sequence[Sighting]) -> float:
        """Return which share of the board is there on some pages together."""
        boxes = [one.visible(0).grown(outlines.NEAR) for one in sightings]
        points = self.grid.points
        return sum(any(box.has(point) for box in boxes) for point in points) / len(points)

    def troubles(self, right: float) -> Iterator[Trouble]:
        """Yield what is missing of the board, and cells that have not the right width."""
        if not self.is_whole:
            words = f"only {self._share(self.sightings):.0%} of the {self.part.title} is there"
            yield Trouble("missing", words, self.sightings[0].page)
        for cells, one in {self._cells(one): one for one in self.sightings}.items():
            if any(abs(size - right) > SIZE_TOLERANCE for size in cells):
                measured = " × ".join(dict.fromkeys(number(size, 2) for size in sorted(cells)))
                words = f"the board's cells measure {measured} mm, not {number(right, 2)} mm"
                yield Trouble("size", words, one.page)


# ------------------------------------------------------------------------------------ finding


def find(
    pages: Sequence[Page], game: Game[Position], hints: Hints, settings: Settings
) -> Boards | None:
    """Return the board of a kit with these settings, or else another side of it; None where no page shows one."""
    sides = game.board_sides if hints.template is None and len(game.board_sides) > 1 else ()
    found: list[Boards] = []
    for more in ({}, *({"side": side} for side in sides)):
        own = replace(settings, values={**settings.values, **more})
        for part in game.parts(Request(theme.load("classic"), own)):
            if isinstance(part, BoardPart):
                grid = _grid(part)
                if sightings := [*_sightings(pages, part, grid)]:
                    found.append(Boards(own, part, grid, sightings))
        if found and not found[-1].unlike:
            break
    return min(found, key=lambda one: one.unlike, default=None)


def _grid(part: BoardPart) -> _Grid:
    paths = (item for item in scene.walk(part.items) if isinstance(item, scene.Path))
    largest = max(paths, key=lambda path: len(scene.flattened(path.outline)))
    runs = scene.flattened(largest.outline)
    points = tuple(point for run in runs for point in run)
    return _Grid(points, len(runs), largest.fill is not None)


def _sightings(pages: Sequence[Page], part: BoardPart, grid: _Grid) -> Iterator[Sighting]:
    frame = bounds(grid.points)
    least = outlines.SMALLEST / part.cell * min(frame.width, frame.height)
    for k, mark in ((k, mark) for k, page in enumerate(pages) for mark in page.marks):
        own, share = mark.box, len(mark.shape.parts) / grid.parts
        is_like = _ENOUGH < share < 1 / _ENOUGH and (mark.fill is not None) == grid.is_filled
        if not is_like or min(own.width, own.height) <= least:
            continue
        ways: dict[Transform, float] = {}
        for turn in (pages[k].turned + more for more in (0, 180, 90, 270)):
            sides = (frame.height, frame.width) if turn % 180 else (frame.width, frame.height)
            across, down = own.width / sides[0], own.height / sides[1]
            if abs(across / down - 1) < outlines.STRETCHED:
                lying = Transform.translation(*own.centre) @ Transform.scaling(across, down)
                lying @= Transform.rotation(turn)
                lying @= Transform.translation(-frame.centre.x, -frame.centre.y)
                slack = outlines.ONE_LENGTH * part.cell * own.width / frame.width
                ways[lying] = _likeness(mark, grid, lying, slack)
        most = max(ways.values(), default=0.0)
        if most >= _ENOUGH:
            best = tuple(lying for lying, likeness in ways.items() if likeness == most)
            window = box_under(best[0], part.box).common(Box(0.0, 0.0, *pages[k].paper))
            window = window.common(mark.clip or window)
            yield Sighting(k, best, window, 1 - most)


def _likeness(mark: Mark, grid: _Grid, lying: Transform, slack: float) -> float:
    """Return which share of a grid's points a mark has, 0 for a mark that has many others."""
    own = [mark.transform.apply(point) for part in mark.shape.parts for point in part.points]
    tree = shapely.STRtree(shapely.points(own))
    places = shapely.points([*map(lying.apply, grid.points)])
    of_grid, of_mark = tree.query(places, "dwithin", slack)
    if len({*of_mark}) < _OWN * len(own):
        return 0.0
    return len({*of_grid}) / len(places)


# -------------------------------------------------------------------------------- as drawn


def ways(
    drawn: Sequence[tuple[BoardPart, bool]], own: Sighting, sightings: Sequence[Sighting]
) -> Iterator[Way]:
    """Yield how a board, or its part on a poster's page, may be ``drawn``, in ink or not."""
    for (part, in_ink), (k, lying) in product(drawn, enumerate(own.ways)):
        others = [one.visible(k) for one in sightings]
        ring = poster.within(part.outline, _window(part.box, own.visible(k), others))
        corners = [*map(lying.apply, ring)]
        yield Way(own.page, part.items, lying, corners, in_ink=in_ink)


def _window(whole: Box, mine: Box, others: Sequence[Box]) -> Box:
    """Return a page's part of a board: up to the board's edge, or to where the next page is glued on it."""
    begins, ends = [], []
    for begin, end in ((0, 2), (1, 3)):  # across, then down, by their places in boxes
        is_first = all(one[begin] > mine[begin] - outlines.NEAR for one in others)
        begins.append(whole[begin] if is_first else mine[begin])
        later = [one for one in others if one[end] > mine[end] + outlines.NEAR]
        seams = (one[begin] if one[begin] > mine[begin] else mine[end] for one in later)
        ends.append(min(seams, default=whole[end]))
    return Box(*begins, *ends)
