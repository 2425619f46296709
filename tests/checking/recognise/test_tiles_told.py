"""What is promised of tiles of seven areas, by tables: which readings, sizes, colours and patterns count."""

from __future__ import annotations

import math
from collections import Counter
from types import SimpleNamespace

import pytest

from engine.drawing import theme
from engine.drawing.theme import Slot
from engine.errors import GameError
from engine.geometry.plane import Point, Transform
from generator.checking.recognise import candidates, colours, patterns, seven_areas
from generator.checking.recognise.colours import Palette
from generator.checking.recognise.patterns import SOLID, Ground, Pattern
from generator.checking.recognise.results import Hints, Reading
from tests.checking.recognise.test_recognisers import page
from tests.checking.recognise.test_tiles_found import (
    BY_PATTERN,
    COLOURS,
    WHITE,
    Game,
    laid,
    read,
    seen,
    slot,
    tile,
)

SLOTS = {"r": "red", "g": "green", "b": "blue"}
FILLS = [theme.load("classic").slot(name).fill for name in SLOTS.values()]
#: How far a pattern may be askew, in degrees.
ASKEW = 8


# ------------------------------------------------------------------------- readings and sizes


@pytest.mark.parametrize(("first", "second", "best"), [(2, 1, "a"), (1, 2, "b"), (1, 1, "a")])
def test_of_two_ways_to_tell_colours_the_one_that_reads_more_tiles(
    monkeypatch, first, second, best
):
    counts = {"a": first, "b": second}

    def reading(_, __, palette, ___):
        pieces = [SimpleNamespace(written="x" * (k < counts[palette])) for k in range(3)]
        return Reading(tuple(pieces), palette)

    monkeypatch.setattr(seven_areas, "_palettes", lambda *_: ["a", "b"])
    monkeypatch.setattr(seven_areas, "_reading", reading)
    assert read(laid(tile("rgbrbgg"), 40, 35)).colours == best


@pytest.mark.parametrize(
    ("hints", "notes"),
    [
        (Hints(theme="classic"), ("another theme",)),
        (Hints(theme="classic", colours=COLOURS.colours), ()),
        (Hints(), ()),
    ],
)
def test_a_theme_that_is_named_is_held_against_the_others(monkeypatch, hints, notes):
    monkeypatch.setattr(seven_areas, "_other_theme", lambda *_: iter(["another theme"]))
    assert read(laid(tile("rgbrbgg"), 40, 35), hints).notes == notes


@pytest.mark.parametrize(("own", "others", "notes"), [(6, 4, 0), (5, 5, 0), (4, 6, 1)])
def test_half_of_the_areas_in_the_theme_named_are_enough(monkeypatch, own, others, notes):
    other = theme.load("colorblind").slot("green").fill
    monkeypatch.setattr(seven_areas, "_paints", lambda shown: shown)
    painted = [FILLS[:1] * own, [other] * others]
    assert len([*seven_areas._other_theme(painted, SLOTS, "classic")]) == notes


def place(radius: float, x: float = 40.0) -> seven_areas._Place:
    """Return a place where a tile may be."""
    return seven_areas._Place(
        0, candidates.TileCandidate(Point(x, 35), 30.0, (), (radius,), True, Point(0, 0)), radius
    )


def test_of_places_alike_the_later_one_is_seen():
    first, second, aside = place(12.0), place(12.0), place(12.0, 70.0)
    shown = [*seven_areas._unhidden([first, aside, second])]
    assert len(shown) == 2
    assert shown[0] is aside
    assert shown[1] is second


@pytest.mark.parametrize(
    ("radii", "common"),
    [
        ((12.001, 12.004, 9.0, 9.1), 12.0),  # to a hundredth they are one size
        ((12.01, 12.04, 9.0, 9.0), 9.0),  # and to a tenth they would be
        ((), 0.0),
    ],
)
def test_the_size_that_most_show(radii, common):
    assert seven_areas._common([place(one).candidate for one in radii], Hints()) == common


def test_sizes_and_turns_are_those_by_which_patterns_are_told(monkeypatch):
    asked = []

    def letters(self, paints, drawn, width, turn):
        asked.append((width, turn))
        return "rgbrbgg"

    monkeypatch.setattr(Palette, "letters", letters)
    read(laid(tile("rgbrbgg"), 40, 35, 10))
    ((width, turn),) = asked
    assert width == pytest.approx(12 * math.sqrt(3), abs=0.01)
    assert turn % 60 == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize("turn", [22.0, 23.0, 37.0, 38.0])
def test_directions_are_the_nearest_of_eight(turn):
    """Directions change at odd multiples of 22.5 degrees."""
    (one,) = read(laid(tile("rgbrbgg"), 40, 35, turn)).pieces
    ways = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
    outer = [spot for spot in one.spots if spot.name != "centre"]
    assert len(outer) == 6
    for spot in outer:
        clockwise = math.degrees(math.atan2(spot.at.y - 35, spot.at.x - 40))
        assert spot.name == ways[round(clockwise / 45) % 8]


def test_a_plain_tile_of_patterns_is_none_and_one_with_a_pattern_is():
    def shown(*drawn):
        palette = SimpleNamespace(needs_patterns=True, letters=lambda *_: "hsssshs")
        lying = candidates.TileCandidate(Point(40, 35), 30.0, (), (12.0,), True, Point(0, 0))
        bare = seven_areas._Tile(0, lying, 12.0, (), (Ground(WHITE, True, 0),) * 7)
        monkey = pytest.MonkeyPatch()
        with monkey.context() as patch:
            patch.setattr(patterns, "patterns", lambda *_: drawn)
            return seven_areas._read(page(""), bare, palette, Game())

    assert shown(*[SOLID] * 7) is None
    assert shown(seen("lines", 45), *[SOLID] * 6) is not None


# ------------------------------------------------------------------------- by which colours


def of_paints(*paints: str | None) -> seven_areas._Tile:
    """Return a tile of these paints."""
    grounds = tuple(Ground(paint, True, 0) for paint in paints)
    return seven_areas._Tile(0, place(12.0).candidate, 12.0, (), grounds)


@pytest.mark.parametrize(
    ("tiles", "told_by"),
    [
        ([("a", "b", "c"), ("d", "d", "d"), ("e", "e", None)], "abc ee"),
        ([("a", "a"), ("d", "d")], "aadd"),
        ([("a", "b"), ("c", "d")], "abcd"),
    ],
)
def test_colours_are_guessed_by_tiles_of_several_paints(monkeypatch, tiles, told_by):
    """And by all of them, where that tells otherwise; a hole is a paint of its own."""
    asked: list[Counter[str]] = []

    def guessed(paints, _):
        asked.append(paints)
        return SimpleNamespace(name=str(sorted(paints.items())))

    monkeypatch.setattr(colours, "guessed", guessed)
    found = seven_areas._palettes([of_paints(*one) for one in tiles], SLOTS, Hints())
    everything = Counter(paint for one in tiles for paint in one if paint)
    several = Counter(told_by.replace(" ", ""))
    assert asked == [several, everything]
    assert len(found) == (1 if several == everything else 2)


def test_a_theme_that_is_named_need_not_be_met_to_a_hair():
    (palette,) = seven_areas._palettes([], SLOTS, Hints(theme="classic"))
    assert (palette.name, palette.exact) == ("theme classic", False)


def test_colours_that_are_given_need_not_be_met_to_a_hair():
    given = colours.given(["#ff0000", "#00ff00", "#0000ff"], ["r", "g", "b"])
    assert [given.ground(one) for one in ("#e81010", "#10e010", "#2020ff")] == ["r", "g", "b"]


def test_a_theme_is_guessed_where_its_paints_are_met_to_a_hair():
    assert colours.guessed(Counter(FILLS * 3), SLOTS).name == "theme classic"
    off = [f"#{int(one[1:], 16) ^ 0x0C0C0C:06x}" for one in FILLS]
    assert colours.guessed(Counter(off * 3), SLOTS).name == "hue"
    # Of one paint alone a theme tells what it is.
    assert colours.guessed(Counter(FILLS[:1]), SLOTS).name == "theme classic"


def test_plain_colours_of_one_ground_cannot_be_told_apart():
    plain = [Slot(WHITE, ink, ink, ink) for ink in ("#000000", "#ff0000")]
    both = {"red": plain[0], "green": plain[1]}
    chosen = SimpleNamespace(name="mine", slot=both.__getitem__)
    with pytest.raises(GameError, match="theme mine paints red and green alike"):
        colours.of_theme(chosen, {"r": "red", "g": "green"}, exact=True)


@pytest.mark.parametrize(("count", "shown"), [(0, "none"), (3, None), (8, None)])
def test_as_many_as_six_paints_are_told_where_hues_do_not_tell(count, shown):
    greys = [f"#{16 * k + 32:02x}{16 * k + 32:02x}{16 * k + 32:02x}" for k in range(count)]
    with pytest.raises(GameError, match="cannot tell which colours") as error:
        colours.by_hue(Counter(greys), SLOTS)
    listed = shown or ", ".join(greys[:6])
    assert f"the areas are filled with {listed}; say --theme" in str(error.value)


# ------------------------------------------------------------------------- by which patterns


@pytest.mark.parametrize(
    ("wanted", "shown", "turn", "sign", "covered"),
    [
        ([0], [ASKEW], 0, 1, True),
        ([0], [ASKEW + 1], 0, 1, False),
        ([0], [180 - ASKEW], 0, 1, True),
        ([0], [179 - ASKEW], 0, 1, False),
        # Directions are the same after half a turn.
        ([170], [79 + ASKEW], 89, 1, True),
        ([170], [79 - ASKEW], 89, 1, True),
        ([170], [80 + ASKEW], 89, 1, False),
        ([170], [78 - ASKEW], 89, 1, False),
        ([100], [80], 0, -1, True),
        ([0, 90], [0, 90], 0, 1, True),
        ([0, 90], [0], 0, 1, False),
        ([0], [0, 90], 0, 1, False),
    ],
)
def test_directions_that_are_the_wanted_ones(wanted, shown, turn, sign, covered):
    assert colours._covered(wanted, shown, turn, sign) is covered


@pytest.mark.parametrize("askew", [-ASKEW, ASKEW])
@pytest.mark.parametrize("sixth", [0, 60, 120])
@pytest.mark.parametrize("turn", [0, 25, 65])
def test_patterns_turn_by_sixths_to_a_degree(turn, sixth, askew):
    angles = [(angle + turn + sixth + askew) % 180 for angle in (45, 90)]
    drawn = [seen("lines", angle) for angle in angles]
    assert BY_PATTERN.letters([WHITE] * 2, drawn, 20.0, turn) == "hv"


@pytest.mark.parametrize(
    ("pitch", "width", "unlike"),
    [
        (2.0, 0.2, 0.0),
        (0.2, 0.2, math.log(10)),
        (4.0, 0.2, math.log(2)),
        (2.0, 0.02, math.log(10) / 2),
        (2.0, 0.4, math.log(2) / 2),
    ],
)
def test_how_unlike_patterns_are(pitch, width, unlike):
    """The slot's are 2 mm apart on a tile 20 mm wide, and 0.2 mm wide."""
    pattern = Pattern("lines", (0,), "#000000", pitch, width)
    assert colours._unlike(slot("hatch"), pattern, 20.0) == pytest.approx(unlike)


@pytest.mark.parametrize(
    ("lengths", "dots", "kind"),
    [
        ({}, 0, "solid"),
        ({}, 1, "solid"),
        ({}, 2, "dots"),
        ({}, 3, "dots"),
        ({0: 0.24}, 1, "solid"),
        ({0: 0.24}, 2, "dots"),
        ({0: 0.26}, 0, "lines"),
        ({0: 0.26}, 2, "lines"),
        ({0: 0.1, 60: 0.5}, 0, "lines"),
        ({0: 0.1, 60: 0.2}, 0, "solid"),
    ],
)
def test_what_is_a_pattern_of_lines_or_of_dots(lengths, dots, kind):
    mark = SimpleNamespace(stroke="#123456", width=0.2)
    drawn = [(mark, patterns._Tally(lengths, dots))]
    assert patterns._pattern(drawn, 0.5, 12.0, 0.0).kind == kind


@pytest.mark.parametrize(
    ("marks", "found"),
    [
        (("#111111", "#222222"), {"#222222"}),
        (("#111111",), set()),
    ],
)
def test_what_lies_on_a_ground_is_painted_after_it(marks, found):
    """The first mark is the ground of all areas."""
    body = "".join(
        f'<circle cx="40" cy="35" r="{2 - k}" fill="{paint}"/>' for k, paint in enumerate(marks)
    )
    here = page(body)
    frame = Transform(12.0, 0.0, 0.0, 12.0, 40.0, 35.0)
    grounds = (Ground(marks[0], True, 0),) * 7
    assert patterns.over(here, frame, range(len(marks)), grounds) == found
    beside = Transform(12.0, 0.0, 0.0, 12.0, 48.0, 46.0)  # beyond its outline, in its box
    assert patterns.over(here, beside, range(len(marks)), grounds) == set()
