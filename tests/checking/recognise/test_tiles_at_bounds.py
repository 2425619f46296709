"""What is told of tiles of seven areas, at its bounds: places, rings, colours, patterns, sizes, words."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.drawing.theme import Slot
from engine.geometry.plane import Point, Transform
from generator.checking.pages.sampling import Sight
from generator.checking.pages.shapes import Budget
from generator.checking.recognise import (
    candidates,
    colours,
    looks,
    patterns,
    seven_areas,
)
from generator.checking.recognise.hexagons import Hexagon
from generator.checking.recognise.patterns import Pattern
from generator.checking.recognise.results import Hints
from tests.checking.recognise.test_recognisers import page, stroked
from tests.checking.recognise.test_tiles_found import Game


def test_of_hexagons_as_large_the_topmost_comes_first():
    def hexagon(radius: float) -> Hexagon:
        return Hexagon(Point(0, 0), radius, 30.0, ())

    below, above, small = hexagon(12.003), hexagon(12.0), hexagon(6.0)
    assert candidates._largest([below, small, above]) == [above, below, small]
    assert candidates._largest([hexagon(12.01), above])[0].radius == 12.01


@pytest.mark.parametrize(("count", "found"), [(24, 48), (25, 0)])
def test_corners_of_many_lines_are_a_patterns(count, found):
    """A pattern's lines, here all on one ray, are none of a tile's own."""
    (mark,) = page(stroked("".join(f"M{k} 9v.5" for k in range(count)), 0.1)).marks
    lying = Transform(0, 0, 0, 0, 1, 0)
    corners = candidates._corners_on_rays(mark.shape, lying, Budget(10**5, "x"), bars=True)
    assert len(corners) == found
    assert {corner.ray for corner in corners} <= {0}


@pytest.mark.parametrize(
    ("seen", "fits"),
    [
        ((40, 130), True),
        ((48, 138), True),
        ((49, 130), False),
        ((40, 139), False),
        ((32, 122), True),
        ((40, 121), False),
        ((40,), False),
        ((40, 130, 85), False),
    ],
)
def test_a_cross_runs_two_ways(seen, fits):
    cross = Slot("#ffffff", "#000000", "#000000", "#000000", pattern="cross", angle=40.0)
    assert colours._fits(cross, Pattern("lines", seen), 0.0, 1) is fits


@pytest.mark.parametrize(
    ("of", "agree", "whole"),
    [(12, 9, True), (12, 8, False), (6, 5, True), (6, 4, False), (12, 12, True)],
)
def test_an_area_is_whole_where_three_quarters_of_its_places_agree(of, agree, whole):
    sights = [Sight("#ff0000", 3)] * agree + [Sight(f"#0000{k:02x}", 4) for k in range(of - agree)]
    assert patterns._ground(sights) == ("#ff0000", whole, 3)


def test_every_place_that_is_looked_at_belongs_to_an_area():
    spans = [range(len(patterns._SAMPLER.points))[span] for span in patterns._SPANS]
    assert [len(span) for span in spans] == [6] * 6 + [12]
    assert [k for span in spans for k in span] == [*range(48)]


def test_the_mark_of_which_there_is_most_tells_a_patterns_ink():
    def tally(paint: str, dots: int, length: float):
        return SimpleNamespace(stroke=paint, width=0.1), patterns._Tally({45: length}, dots)

    few, many = tally("#111111", 2, 0.0), tally("#222222", 5, 0.0)
    for drawn_there in ([few, many], [many, few]):
        found = patterns._pattern(drawn_there, 0.5, 10.0, 0.0)
        assert (found.kind, found.ink) == ("dots", "#222222")
        assert found.pitch == pytest.approx(math.sqrt(50 / (7 * math.sqrt(3) / 2)))
    short, long = tally("#111111", 0, 0.2), tally("#222222", 0, 0.8)
    found = patterns._pattern([short, long], 0.5, 10.0, 10.0)
    assert found == Pattern("lines", (55,), "#222222", pytest.approx(5.0), 0.1)


@pytest.mark.parametrize(
    ("start", "end", "direction", "length"),
    [
        ((0.6, 0.0), (0.8, 0.0), 0, 0.2),
        ((0.6, 0.1), (0.6, -0.1), 90, 0.2),
        ((0.6, 0.0), (0.7, 0.1), 45, 0.1414),
        ((0.65, 0.0), (2.0, 0.0), 0, 0.16),  # to the rim, a twentieth within the side
        ((-2.0, 0.01), (2.0, 0.01), 0, 0.32),
    ],
)
def test_a_line_counts_as_far_as_it_lies_in_an_area(start, end, direction, length):
    found: dict = {}
    patterns._tally(found, start, end)
    assert found[0].dots == 0
    assert found[0].lines == {direction: pytest.approx(length, abs=0.045)}


@pytest.mark.parametrize(("x", "y"), [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.9, 0.9)])
def test_what_lies_on_the_charts_edge_or_in_its_corners_is_in_no_area(x, y):
    found: dict = {}
    patterns._tally(found, (x - 0.005, y), (x + 0.005, y))
    assert not found


def test_the_chart_is_the_same_turned_by_half_a_turn_and_mirrored():
    chart = patterns.chart()
    assert [len(row) for row in chart] == [80] * 80
    within = [[area is not None for area in row] for row in chart]
    assert within == [row[::-1] for row in within] == within[::-1]


@pytest.mark.parametrize("outwards", [1, -1])
@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize(("inside", "counts"), [(0.0125, True), (-0.0125, False)])
def test_a_short_line_lies_where_its_middle_lies(outwards, down, inside, counts):
    """Its middle within the rim of the inner hexagon, or beyond; its ends on either side."""
    chart = patterns.chart()
    row = [chart[k][40] if down else chart[40][k] for k in range(80)]
    edge = max(k for k, area in enumerate(row) if area == row[40]) + 1
    middle = edge / 40 - 1 - inside
    ends = ((middle - 0.05 * outwards, 0.001), (middle + 0.05 * outwards, 0.001))
    found: dict = {}
    patterns._tally(found, *((y, x) if down else (x, y) for x, y in ends))
    assert {area: tally.lines for area, tally in found.items()} == (
        {row[40]: {90 if down else 0: pytest.approx(0.1)}} if counts else {}
    )


@pytest.mark.parametrize(("asked", "note"), [("dark", True), ("classic", False)])
def test_a_theme_of_ours_that_is_not_the_one_named_is_noted(asked, note):
    slots = looks.theme.load("classic").slots
    paints = (*(slots[name].fill for name in ("red", "green", "blue") * 2), None)
    near = SimpleNamespace(grounds=tuple(patterns.Ground(paint, True, 0) for paint in paints))
    found = [*seven_areas._other_theme([near] * 3, Game.piece_colours, asked)]
    words = "the sheets are in theme classic, not in theme dark; colours are told by the nearest"
    assert found == ([words] if note else [])


@pytest.mark.parametrize(
    ("other", "place", "far", "is_later", "hidden"),
    [
        (12.1, 10.0, 12.0, False, True),  # an ornament of one a fifth larger
        (12.1, 10.0, 12.2, False, False),
        (11.9, 10.0, 1.0, False, False),
        (10.0, 10.0, 1.9, True, True),  # all but covered by a later one
        (10.0, 10.0, 1.9, False, False),
        (10.0, 10.0, 2.1, True, False),
        (10.04, 10.0, 1.9, True, True),
        (10.06, 10.0, 1.9, True, False),
        (9.94, 10.0, 1.9, True, False),
    ],
)
def test_tiles_that_hide_others(other, place, far, is_later, hidden):
    def laid(radius: float, x: float):
        here = candidates.TileCandidate(Point(x, 9), 30.0, (), (radius,), True, Point(0, 0))
        return seven_areas._Place(0, here, radius)

    assert seven_areas._hides(laid(other, 9 + far), laid(place, 9), is_later=is_later) is hidden


@pytest.mark.parametrize(
    ("shown", "asked", "radii"),
    [
        # Those whose corners show it tell the size of all that may have it.
        (
            [((12.0,), True), ((12.0, 6.0), True), ((24.0, 12.04), True), ((11.97,), False)],
            None,
            [12.0, 12.0, 12.04, 11.97],
        ),
        ([((12.0,), True), ((24.0,), True), ((12.0,), True)], None, [12.0, 24.0, 12.0]),
        ([((12.0,), True), ((12.0,), True), ((12.1,), False)], None, [12.0, 12.0]),
        ([((9.0,), False), ((9.0,), False), ((8.0,), False)], None, [9.0, 9.0]),
        # A size that was asked for counts where one is about it.
        ([((12.0, 6.0), True), ((6.1,), False)], 6.0, [6.0, 6.1]),
        ([((12.0, 6.1), True), ((6.3,), False)], 6.0, [6.1]),
        ([((12.0,), True), ((6.0,), False)], 6.0, [12.0, 6.0]),
    ],
)
def test_how_large_tiles_are(shown, asked, radii):
    laid = [
        (0, candidates.TileCandidate(Point(50 * k, 9), 30.0, (), own, structured, Point(0, 0)))
        for k, (own, structured) in enumerate(shown)
    ]
    hints = Hints(tile_size=None if asked is None else asked * math.sqrt(3))
    assert [place.radius for place in seven_areas._sized(laid, hints)] == radii


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["E"], "the area E"),
        (["E", "NW"], "the areas E and NW"),
        (["centre"], "the centre"),
        (["E", "centre"], "the area E and the centre"),
        (["E", "NW", "S", "centre"], "the areas E, NW and S and the centre"),
    ],
)
def test_areas_in_words(names, words):
    assert seven_areas._where(names) == words


@pytest.mark.parametrize(
    ("paint", "is_it"),
    [("#cc2225", True), ("#cc2226", False), ("#c92222", True), ("#c82222", False)],
)
def test_a_paint_is_a_colour_where_no_channel_is_off_by_more_than_three(paint, is_it):
    slots = {
        "r": Slot("#cc2222", "#000000", "#000000", "#000000"),
        "g": Slot("#22bb33", "#ffffff", "#ffffff", "#ffffff"),
    }
    palette = colours.Palette("x", slots)
    assert palette.explains(paint) is is_it
    assert palette.ground(paint) == ("r" if is_it else "?")
    assert palette.has(paint) is is_it
    patterned = palette._replace(needs_patterns=True)
    assert patterned.has(paint) is is_it
    assert patterned.has("#030303")  # an ink
    assert not patterned.has("#040404")


@pytest.mark.parametrize(
    ("rays", "reach", "apart", "radii"),
    [
        ((0, 2, 4), 1.0, 15.0, [12.0]),
        ((0, 2, 4), 1.0, 14.7, []),  # tiles of 20.8 mm may overlap by less than that
        ((0, 2), 1.0, 99.0, []),
        ((0, 1, 2, 3, 4, 5), 1.0, 99.0, [12.0]),
        ((0, 2, 4), 0.98, 99.0, [12.0]),
        ((0, 2, 4), 1.2, 99.0, [12.0]),
    ],
)
def test_inner_corners_on_three_rays_tell_a_tile(rays, reach, apart, radii):
    inner = [candidates._Corner(ray, 0.5, 0.0) for ray in rays]
    frame = Transform(0.0, 12.0, -12.0, 0.0, 40.0, 30.0)
    rings = candidates._rings([*inner, candidates._Corner(1, reach, 0.0)], frame, apart)
    assert [ring.radius for ring in rings] == pytest.approx(radii)
    assert [ring.votes for ring in rings] == [len(rays)] * len(radii)
    assert all(ring.slip == pytest.approx((0, 0)) for ring in rings)


def test_of_rings_the_best_witnessed_comes_first():
    frame = Transform(10.0, 0.0, 0.0, 10.0, 0.0, 0.0)
    corners = [candidates._Corner(ray, 0.3, 0.0) for ray in (0, 1, 2)]
    corners += [candidates._Corner(ray, 0.5, 0.0) for ray in range(6)]
    corners += [candidates._Corner(ray, 0.4, 0.0) for ray in (0, 1, 2)]
    rings = candidates._rings(corners, frame, math.inf)
    assert [(ring.votes, round(ring.radius, 6)) for ring in rings] == [(6, 10), (3, 6), (3, 8)]
    farther = [candidates._Corner(ray, 0.8, 0.0) for ray in (0, 1, 2)]
    assert len(candidates._rings([*corners, *farther], frame, math.inf)) == 3
    beyond = candidates._Corner(0, 1.6, 0.0)
    assert len(candidates._rings([*corners, *farther, beyond], frame, math.inf)) == 4


@pytest.mark.parametrize(("off", "needs"), [(0, True), (8, True), (9, False), (40, False)])
def test_grounds_that_are_alike_are_told_by_patterns(off, needs):
    slots = {
        "one": Slot("#808080", "#000000", "#000000", "#000000", pattern="hatch"),
        "two": Slot(f"#8080{128 + off:02x}", "#000000", "#000000", "#000000", pattern="dots"),
    }
    chosen_theme = SimpleNamespace(name="x", slot=slots.__getitem__)
    palette = colours.of_theme(chosen_theme, {"a": "one", "b": "two"}, exact=True)
    assert (palette.name, palette.needs_patterns) == ("theme x", needs)
    assert dict(palette.slots) == {"a": slots["one"], "b": slots["two"]}


@pytest.mark.parametrize(
    ("clockwise", "name"),
    [
        (0, "E"),
        (22, "E"),
        (23, "SE"),
        (-23, "NE"),
        (90, "S"),
        (-90, "N"),
        (-150, "NW"),
        (-160, "W"),
        (-157, "NW"),
        (-293, "SE"),
        (-292, "S"),
        (-338, "E"),
        (-337, "SE"),
        (330, "NE"),
    ],
)
def test_directions_on_paper(clockwise, name):
    assert seven_areas._direction(clockwise) == name
