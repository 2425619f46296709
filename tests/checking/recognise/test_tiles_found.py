"""Tiles of seven areas on pages: where they lie, how large they are, what they show, what is wrong with them."""

from __future__ import annotations

import math
from types import MappingProxyType, SimpleNamespace

import pytest

from engine.drawing.theme import Slot
from engine.errors import GameError, NotationError
from engine.geometry import seven_areas as areas
from engine.geometry.plane import Point
from generator.checking.recognise import candidates, colours, seven_areas
from generator.checking.recognise.colours import Palette
from generator.checking.recognise.patterns import SOLID, Pattern
from generator.checking.recognise.results import Hints
from tests.cases import some
from tests.checking.recognise.test_recognisers import hexagon, page

R, G, B, GREY = "#cc2222", "#22bb33", "#2244cc", "#888888"
PAINTS = {"r": R, "g": G, "b": B, "x": GREY}
NO_TILE = "rrrrrrg"


def polygon(points, fill: str) -> str:
    """Return a polygon, filled or, where that is "none", as a line."""
    d = "L".join(f"{x:.5f} {y:.5f}" for x, y in points)
    stroke = ' stroke="#000000" stroke-width=".2"' if fill == "none" else ""
    return f'<path d="M{d}z" fill="{fill}"{stroke}/>'


def area(k: int, radius: float) -> list[tuple[float, float]]:
    """Return the corners of an area of a tile about (0, 0)."""
    return [tuple(point) for point in areas.area(k, radius * math.sqrt(3))]


def laid(body: str, x: float, y: float, turn: float = 0.0) -> str:
    """Return a drawing laid somewhere."""
    return f'<g transform="translate({x} {y}) rotate({turn})">{body}</g>'


def tile(letters: str, radius: float = 12.0, off: tuple[float, float] = (0, 0)) -> str:
    """Return a tile about (0, 0): a hexagon, and the areas on it, which may lie off it."""
    inner = "".join(polygon(area(k, radius), PAINTS[c]) for k, c in enumerate(letters))
    return hexagon(0, 0, radius) + laid(inner, *off)


def polygons(letters: str, radius: float = 12.0) -> str:
    """Return a tile of seven polygons."""
    return "".join(polygon(area(k, radius), PAINTS[c]) for k, c in enumerate(letters))


def triangles(letters: str, radius: float = 12.0) -> str:
    """Return a tile of six triangles below a smaller hexagon."""
    points = [area(k, radius) for k in range(6)]
    below = "".join(
        polygon([(0, 0), outer[1], outer[2]], PAINTS[c])
        for outer, c in zip(points, letters, strict=False)
    )
    return below + polygon(area(6, radius), PAINTS[letters[6]])


def lines(radius: float = 12.0) -> str:
    """Return a tile's lines: the outline, the inner hexagon, spokes."""
    drawn = polygon(area(6, 2 * radius), "none") + polygon(area(6, radius), "none")
    for k in range(6):
        (x, y), (u, v) = area(k, radius)[0], area(k, radius)[1]
        drawn += f'<path d="M{x} {y}L{u} {v}" stroke="#000000" stroke-width=".2"/>'
    return drawn


# ------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    "body",
    [tile("rgbrgbg"), polygons("rgbrgbg"), triangles("rgbrgbg"), lines()],
    ids=["hexagon", "polygons", "triangles", "lines"],
)
@pytest.mark.parametrize("turn", [0.0, 7.0, 30.0, 90.0])
def test_a_tile_is_found_however_it_is_drawn(body, turn):
    (found,) = candidates.candidates(page(laid(body, 40, 35, turn)))
    assert found.structured
    assert found.centre == pytest.approx((40, 35), abs=0.01)
    assert found.radii[0] == pytest.approx(12, abs=0.02)
    assert found.slip == pytest.approx((0, 0), abs=0.02)
    assert math.remainder(found.angle - 30 - turn, 60) == pytest.approx(0, abs=0.05)
    corners = found.outline(12.0)
    assert [corner.distance(found.centre) for corner in corners] == pytest.approx(
        [12] * 6, abs=0.02
    )
    expected = {(round(x, 1), round(y, 1)) for x, y in area(6, 24.0)} if turn == 0 else set()
    assert expected <= {(round(p.x - 40, 1), round(p.y - 35, 1)) for p in corners}


@pytest.mark.parametrize("off", [(0.4, 0.0), (0.0, -0.3), (0.2, 0.25), (-0.35, 0.1)])
@pytest.mark.parametrize("turn", [0.0, 20.0])
def test_areas_that_lie_off_their_outline(off, turn):
    (found,) = candidates.candidates(page(laid(tile("rgbrgbg", off=off), 40, 35, turn)))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = off
    assert found.slip == pytest.approx((cos * x - sin * y, sin * x + cos * y), abs=0.02)
    assert found.radii[0] == pytest.approx(12, abs=0.05)


def test_a_hexagon_alone_shows_its_own_size_only():
    (found,) = candidates.candidates(page(hexagon(40, 35, 12)))
    assert (found.structured, found.slip) == (False, (0, 0))
    assert found.radii == pytest.approx((12,))
    (half,) = candidates.candidates(page(laid(polygon(area(1, 12), R), 40, 35)))
    assert half.radii == pytest.approx((12,), abs=0.01)
    assert half.drawn == ()


def test_tiles_side_by_side_are_told_apart():
    width = 10 * math.sqrt(3)
    body = "".join(
        laid(polygons("rgbrgbg", 10), 20 + k * width, 20 + row * 15)
        for row in range(2)
        for k in range(3)
    )
    found = candidates.candidates(page(body))
    whole = [one for one in found if one.structured]
    assert sorted((round(c.centre.x, 1), round(c.centre.y, 1)) for c in whole)[:6]
    places = {(round(20 + k * width, 1), 20 + row * 15) for row in range(2) for k in range(3)}
    assert places <= {(round(c.centre.x, 1), round(c.centre.y)) for c in whole}
    assert all(c.radii[0] == pytest.approx(10, abs=0.05) for c in some(whole))


def test_the_outline_is_the_drawn_one_nearest_in_size():
    body = hexagon(40, 35, 13) + hexagon(40, 35, 12) + hexagon(40, 35, 6)
    (found,) = candidates.candidates(page(body))
    assert [round(h.radius, 2) for h in found.drawn] == [13, 12, 6]
    for radius in (13.0, 12.0, 12.04, 9.5, 6.0, 20.0):
        shown = found.outline(radius)
        assert shown[0].distance(found.centre) == pytest.approx(
            12.0 if radius == 12.04 else radius, abs=0.001
        )
    bare = found._replace(drawn=())
    assert {round(p.distance(found.centre), 3) for p in bare.outline(9.0)} == {9.0}


# ------------------------------------------------------------------------- what they show


class Game:
    """A game of tiles in three colours, of which one does not exist."""

    piece_colours = MappingProxyType({"r": "red", "g": "green", "b": "blue"})

    def written_piece(self, letters: str) -> str:
        """Return what is written of a tile."""
        return letters

    def identify(self, written: str) -> SimpleNamespace:
        """Return the tile."""
        if written == NO_TILE:
            raise NotationError("which is no tile", text=written)
        return SimpleNamespace(id=written)


COLOURS = Hints(colours=(R, G, B))


def read(body: str, hints: Hints = COLOURS):
    """Return what is read of a page."""
    return seven_areas.find([page(body)], Game(), hints)


def test_what_a_tile_shows():
    (one,) = read(laid(tile("rgbrbgg"), 40, 35)).pieces
    assert (one.written, one.flaws, one.page) == ("rgbrbgg", (), 0)
    assert one.centre == pytest.approx((40, 35), abs=0.001)
    assert one.sizes == pytest.approx((12 * math.sqrt(3),) * 3, abs=0.01)
    assert "".join(spot.value for spot in one.spots) == "rgbrbgg"
    named = {spot.name: (round(spot.at.x - 40, 2), round(spot.at.y - 35, 2)) for spot in one.spots}
    assert named == {
        "E": (7.79, 0.0),
        "NE": (3.9, -6.75),
        "NW": (-3.9, -6.75),
        "W": (-7.79, 0.0),
        "SW": (-3.9, 6.75),
        "SE": (3.9, 6.75),
        "centre": (0.0, 0.0),
    }


@pytest.mark.parametrize(
    ("turn", "names"),
    [(30, ["SE", "E", "NE", "NW", "W", "SW"]), (90, ["S", "SE", "NE", "N", "NW", "SW"])],
)
def test_directions_are_those_on_paper(turn, names):
    (one,) = read(laid(tile("rgbrbgg"), 40, 35, turn)).pieces
    told = {spot.name: spot for spot in one.spots if spot.name != "centre"}
    assert len(told) <= 6
    way = {"E": (1, 0), "NE": (1, -1), "N": (0, -1), "NW": (-1, -1)}
    way |= {"W": (-1, 0), "SW": (-1, 1), "S": (0, 1), "SE": (1, 1)}
    for name, spot in some(told.items()):
        x, y = way[name]
        assert x * (spot.at.x - 40) + y * (spot.at.y - 35) > 6
    assert len(names) == 6


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("xgbrbgg", ["the area E is #888888, which is neither red, green nor blue"]),
        ("xgxrbgg", ["the areas E and NW are #888888, which is neither red, green nor blue"]),
        ("rgbrbgx", ["the centre is #888888, which is neither red, green nor blue"]),
        (
            "xgbxbgx",
            ["the areas E and W and the centre are #888888, which is neither red, green nor blue"],
        ),
        (NO_TILE, [f"it shows {NO_TILE}, which is no tile"]),
    ],
)
def test_what_is_wrong_with_a_tile(letters, words):
    (one,) = read(laid(tile(letters), 40, 35)).pieces
    assert [flaw.words for flaw in one.flaws] == words
    assert one.written == (letters if "x" not in letters else "")
    assert [flaw.kind for flaw in one.flaws] == ["impossible" if letters == NO_TILE else "foreign"]


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (
            polygon(area(0, 12), "#ffffff"),
            "the area E is #ffffff, which is neither red, green nor blue",
        ),
        (
            '<rect x="7" y="-9" width="9" height="10" fill="#22bb33"/>',
            "the area E is of more than one colour",
        ),
    ],
)
def test_areas_that_are_covered(spoilt, words):
    (one,) = read(laid(tile("rgbrbgg") + spoilt, 40, 35)).pieces
    assert [flaw.words for flaw in one.flaws] == [words]
    assert one.flaws[0].kind == ("unclear" if "more than" in words else "foreign")


def test_an_area_that_is_not_painted():
    inner = "".join(
        polygon(area(k, 12), PAINTS[c]) for k, c in enumerate("rgbrbgg") if k not in (1, 2)
    )
    outline = polygon(area(6, 24), "none")
    (one,) = read(laid(outline + inner, 40, 35)).pieces
    (flaw,) = one.flaws
    assert flaw == ("unclear", "the areas NE and NW are not painted")


def test_blank_hexagons_are_passed_over():
    grey = laid(polygon(area(6, 24), GREY), 20, 20)
    found = read(grey + laid(tile("rgbrbgg"), 60, 40))
    assert [one.written for one in found.pieces] == ["rgbrbgg"]
    assert found.notes == ("1 hexagon is blank and was passed over",)
    both = read(grey + laid(polygon(area(6, 24), GREY), 20, 60) + laid(tile("rgbrbgg"), 60, 40))
    assert both.notes == ("2 hexagons are blank and were passed over",)
    assert read(laid(tile("rgbrbgg"), 60, 40)).notes == ()
    assert read(laid(polygon(area(6, 24), R), 20, 20)).pieces[0].written == "rrrrrrr"


def test_nothing_painted_is_nothing():
    nothing = read(lines())
    assert (nothing.pieces, nothing.colours, nothing.notes) == ((), "", ())
    assert read("").pieces == ()


@pytest.mark.parametrize(
    ("size", "found"),
    [
        (None, [12, 12, 12]),
        (12 * math.sqrt(3), [12, 12, 12]),
        (12.3 * math.sqrt(3), [12, 12, 12]),
    ],
)
def test_hexagons_without_areas_are_tiles_in_the_size_of_the_others(size, found):
    body = (
        laid(tile("rgbrbgg"), 20, 20)
        + laid(tile("ggbrbgr"), 50, 20)
        + laid(polygon(area(6, 24), R), 80, 20)
        + laid(polygon(area(6, 16), R), 20, 60)
    )
    pieces = read(body, COLOURS.__class__(colours=(R, G, B), tile_size=size)).pieces
    shown = [round(one.size / math.sqrt(3), 1) for one in pieces]
    assert shown == found or size != 12 * math.sqrt(3)
    assert {"rgbrbgg", "ggbrbgr"} <= {one.written for one in pieces}


def test_of_tiles_on_one_another_the_topmost_counts():
    below, above = laid(tile("rgbrbgg"), 40, 35), laid(tile("ggbrbgr"), 40, 35)
    assert [one.written for one in read(below + above).pieces] == ["ggbrbgr"]
    aside = laid(tile("ggbrbgr"), 40 + 0.15 * 12, 35)
    assert "ggbrbgr" in [one.written for one in read(below + aside).pieces]


def test_ornaments_of_tiles_are_no_tiles():
    small = laid(tile("ggbrbgr", 2.2), 48.2, 35)
    found = read(laid(tile("rgbrbgg"), 40, 35) + small)
    assert len(found.pieces) == 1
    assert found.pieces[0].size == pytest.approx(12 * math.sqrt(3), abs=0.01)
    beside = laid(tile("ggbrbgr", 3.0), 70, 35)
    assert len(read(laid(tile("rgbrbgg"), 40, 35) + beside).pieces) == 2


def test_a_paint_that_shows_on_hardly_another_tile():
    places = [(6 + 9 * (k % 10), 7 + 9 * (k // 10)) for k in range(30)]
    body = "".join(laid(tile("rgbrbgg", 4.0), x, y) for x, y in places)
    dot = laid('<circle cx="2.5" cy="0" r=".3" fill="#aa00aa"/>', *places[7])
    flaws = [one.flaws for one in read(body + dot).pieces]
    assert [k for k, own in enumerate(flaws) if own] == [7]
    assert flaws[7] == (("foreign", "#aa00aa shows on it as on hardly another tile"),)
    several = "".join(
        laid('<circle cx="2.5" cy="0" r=".3" fill="#aa00aa"/>', *places[k]) for k in (1, 7)
    )
    assert not any(one.flaws for one in read(body + several).pieces)
    black = laid('<circle cx="2.5" cy="0" r=".3" fill="#000000"/>', *places[7])
    assert not any(one.flaws for one in read(body + black).pieces)


# ------------------------------------------------------------------------- colours


def test_colours_are_told_by_what_is_given_or_shown():
    body = laid(tile("rgbrbgg"), 40, 35)
    assert read(body).colours == "the colours given"
    assert read(body, Hints()).colours == "hue"
    assert read(body, Hints()).pieces[0].written == "rgbrbgg"
    with pytest.raises(GameError, match="2 colours are given for 3; say --colors anew"):
        read(body, Hints(colours=(R, G)))
    with pytest.raises(GameError, match=r"the areas are filled with #cc2222; say --theme or --col"):
        read(laid(tile("rrrrrrr"), 40, 35), Hints())


#: Slots of one ground: plain, hatched two ways, crossed, dotted.
WHITE = "#ffffff"


def slot(pattern: str, angle: float = 0.0, pitch: float = 0.1, ink: str = "#000000") -> Slot:
    """Return a slot of white ground."""
    return Slot(WHITE, ink, ink, ink, pattern, pitch, 0.01, angle)


BY_PATTERN = Palette(
    "x",
    {
        "s": slot("solid"),
        "h": slot("hatch", 45),
        "w": slot("hatch", 45, 0.2),
        "v": slot("hatch", 90),
        "c": slot("cross", 0),
        "d": slot("dots", 0),
    },
    needs_patterns=True,
)


def seen(kind: str, *angles: int, pitch: float = 2.0, width: float = 0.2, ink: str = "#000000"):
    """Return a pattern on a tile 20 mm wide."""
    return Pattern(kind, angles, ink, pitch, width)


@pytest.mark.parametrize(
    ("patterns", "turn", "letters"),
    [
        ([SOLID], 0, "s"),
        ([seen("lines", 45)], 0, "h"),
        ([seen("lines", 53)], 0, "h"),
        ([seen("lines", 54)], 0, "?"),
        ([seen("lines", 37)], 0, "h"),
        ([seen("lines", 45, pitch=3.9)], 0, "w"),
        ([seen("lines", 45, pitch=2.7)], 0, "h"),
        ([seen("lines", 45, pitch=3.0)], 0, "w"),
        ([seen("lines", 90)], 0, "v"),
        ([seen("lines", 0, 90)], 0, "c"),
        ([seen("lines", 179, 91)], 0, "c"),
        ([seen("lines", 0, 45, 90)], 0, "?"),
        ([seen("dots")], 0, "d"),
        # A tile that is turned turns its patterns, be it by a turn that shows nowhere else.
        ([seen("lines", 45), seen("lines", 90)], 0, "hv"),
        ([seen("lines", 65), seen("lines", 110)], 20, "hv"),
        ([seen("lines", 105), seen("lines", 150)], 0, "hv"),
        ([seen("lines", 165), seen("lines", 30)], 0, "hv"),
        # Of a picture that is mirrored they run the other way round.
        ([seen("lines", 135), seen("lines", 90)], 0, "hv"),
        ([seen("lines", 155), seen("lines", 110)], 20, "hv"),
        ([seen("lines", 45), seen("lines", 70)], 0, "h?"),
    ],
)
def test_colours_told_by_patterns(patterns, turn, letters):
    assert BY_PATTERN.letters([WHITE] * len(patterns), patterns, 20.0, turn) == letters


def test_patterns_on_another_ground_are_none():
    assert BY_PATTERN.letters([R, None], [SOLID, SOLID], 20.0, 0.0) == "??"
    assert BY_PATTERN.has(WHITE)
    assert BY_PATTERN.has("#000000")
    assert not BY_PATTERN.has(R)
    assert BY_PATTERN.explains("#fffffd")
    assert not BY_PATTERN.explains("#000000")


def test_of_patterns_alike_the_ink_tells_then_the_pitch():
    two = Palette(
        "x", {"a": slot("dots", ink=R), "b": slot("dots", ink=G, pitch=0.2)}, needs_patterns=True
    )
    for ink, pitch, letter in (
        (R, 4.0, "a"),
        (G, 2.0, "b"),
        (B, 2.1, "a"),
        (B, 3.9, "b"),
    ):
        pattern = [seen("dots", ink=ink, pitch=pitch)]
        assert two.letters([WHITE], pattern, 20.0, 0.0) == letter


def test_of_pitches_alike_the_width_of_lines_tells():
    thick, thin = slot("hatch")._replace(width=0.04), slot("hatch")._replace(width=0.02)
    for slots in ({"a": thick, "b": thin}, {"b": thin, "a": thick}):
        two = Palette("x", slots, needs_patterns=True)
        for width, letter in ((0.8, "a"), (0.7, "a"), (0.5, "b"), (0.4, "b"), (0.1, "b")):
            assert two.letters([WHITE], [seen("lines", 0, width=width)], 20.0, 0.0) == letter
    # A pitch that is off by as much counts twice as much.
    far = Palette(
        "x", {"a": slot("hatch", pitch=0.2), "b": thick._replace(width=0.0201)}, needs_patterns=True
    )
    assert far.letters([WHITE], [seen("lines", 0, width=0.2)], 20.0, 0.0) == "b"


def test_themes_are_told_by_grounds_or_by_patterns():
    slots = {"r": "red", "g": "green", "b": "blue"}
    one = {"red": Slot(R, R, R, R), "green": Slot(G, G, G, G), "blue": Slot(B, B, B, B)}
    chosen = SimpleNamespace(name="mine", slot=one.__getitem__)
    told = colours.of_theme(chosen, slots, exact=True)
    assert (told.name, told.needs_patterns) == ("theme mine", False)
    white = {"red": slot("dots"), "green": slot("hatch"), "blue": slot("hatch", 60)}
    chosen = SimpleNamespace(name="mine", slot=white.__getitem__)
    told = colours.of_theme(chosen, slots, exact=True)
    assert (told.name, told.needs_patterns) == ("theme mine", True)
    white["blue"] = slot("hatch")
    with pytest.raises(GameError, match="theme mine paints green and blue alike"):
        colours.of_theme(chosen, slots, exact=True)


# ------------------------------------------------------------------------- patterns drawn


def hatched(k: int, angles: tuple[float, ...], pitch: float, ink: str = "#000000") -> str:
    """Return lines over an area of a tile of radius 12, cut to it."""
    clip = "L".join(f"{x:.5f} {y:.5f}" for x, y in area(k, 12))
    drawn = "".join(
        f'<path transform="rotate({angle})" stroke="{ink}" stroke-width=".2" fill="none" d="'
        + "".join(f"M-14 {n * pitch:.4f}H14" for n in range(-9, 10))
        + '"/>'
        for angle in angles
    )
    return (
        f'<clipPath id="c{k}"><path d="M{clip}z"/></clipPath><g clip-path="url(#c{k})">{drawn}</g>'
    )


def dotted(k: int, pitch: float, ink: str = "#000000") -> str:
    """Return dots over an area of a tile of radius 12, on a triangular grid."""
    rise = pitch * math.sqrt(3) / 2
    places = [
        ((n + row % 2 / 2) * pitch, row * rise) for row in range(-20, 21) for n in range(-20, 21)
    ]
    width = 12 * math.sqrt(3)
    dots = "".join(
        f"M{x:.4f} {y:.4f}h.01" for x, y in places if areas.area_at(x, y, width, 0.2) == k
    )
    return f'<path d="{dots}" stroke="{ink}" stroke-width=".4" stroke-linecap="round" fill="none"/>'


def patterns(body: str, turn: float = 0.0) -> dict[int, Pattern]:
    """Return the patterns that show over the areas of a tile."""
    sheet = page(laid(polygons("rgbrgbg") + body, 40, 35, turn))
    (found,) = candidates.candidates(page(laid(polygons("rgbrgbg"), 40, 35, turn)))
    frame = found.frame(12.0)
    near = seven_areas.patterns.around(sheet, frame)
    grounds = seven_areas.patterns.grounds(sheet, frame, near)
    assert [ground.paint for ground in grounds] == [PAINTS[c] for c in "rgbrgbg"]
    told = seven_areas.patterns.patterns(sheet, frame, near, grounds)
    assert len(told) == 7
    return {k: pattern for k, pattern in enumerate(told) if pattern.kind != "solid"}


@pytest.mark.parametrize("turn", [0, 20])
@pytest.mark.parametrize(
    ("k", "angles", "pitch"),
    [
        (0, (45,), 1.5),
        (1, (170,), 1.5),
        (6, (0,), 1.2),
        (3, (150,), 1.2),
        (2, (20, 110), 1.5),
        (6, (90, 150), 1.8),
    ],
)
def test_hatches_are_seen_where_they_are(k, angles, pitch, turn):
    told = patterns(hatched(k, angles, pitch, "#102030"), turn)
    (one,) = told.values()
    assert [*told] == [k]
    assert (one.kind, one.ink) == ("lines", "#102030")
    assert one.angles == tuple(sorted((a + turn) % 180 for a in angles))
    assert one.pitch == pytest.approx(pitch, rel=0.2)
    assert one.width == pytest.approx(0.2)


@pytest.mark.parametrize(("k", "pitch"), [(1, 1.2), (6, 1.5), (4, 0.9)])
def test_dots_are_seen_where_they_are(k, pitch):
    told = patterns(dotted(k, pitch, "#405060"))
    (one,) = told.values()
    assert [*told] == [k]
    assert (one.kind, one.ink, one.angles) == ("dots", "#405060", ())
    assert one.pitch == pytest.approx(pitch, rel=0.2)
    assert one.width == pytest.approx(0.4)


def test_of_two_patterns_over_an_area_that_tells_of_which_there_is_more():
    told = patterns(hatched(6, (30,), 1.5, "#102030") + dotted(6, 3.0, "#405060"))
    assert [(p.kind, p.ink) for p in told.values()] == [("lines", "#102030")]


@pytest.mark.parametrize(
    "body",
    [
        # Edges, one dot, a short line, what lies below, what is filled, what is far too long.
        polygon(area(6, 12), "none"),
        '<path d="M6 0h.01" stroke="#000" stroke-width=".4" stroke-linecap="round"/>',
        '<path d="M6 0h1.5" stroke="#000" stroke-width=".2"/>',
        '<path d="M-6 0h0M6 0h.01" stroke="#000" stroke-width=".4" stroke-linecap="round"/>',
        '<path d="M-1 -3H2V3H-1z" stroke="#000" stroke-width=".2" fill="#2b3"/>',
    ],
)
def test_what_is_no_pattern(body):
    assert patterns(body) == {}


def test_what_lies_below_a_ground_is_no_pattern_of_it():
    sheet = page(laid(hatched(6, (0,), 1.2) + polygon(area(6, 24), R), 40, 35))
    frame = candidates.candidates(sheet)[0].frame(12.0)
    near = seven_areas.patterns.around(sheet, frame)
    grounds = seven_areas.patterns.grounds(sheet, frame, near)
    assert set(seven_areas.patterns.patterns(sheet, frame, near, grounds)) == {SOLID}


@pytest.mark.parametrize(("turn", "written"), [(0, "rgbrbgg"), (20, "rgbrbgg"), (75, "gbrbgrg")])
def test_tiles_in_a_theme_of_patterns(turn, written):
    drawn = {"g": dotted, "r": hatched, "b": hatched}
    how = {"g": (0.075 * 20.8,), "r": ((45, 135), 0.042 * 20.8), "b": ((45,), 0.075 * 20.8)}
    letters = "rgbrbgg"
    body = "".join(polygon(area(k, 12), "#ffffff") for k in range(7))
    body += "".join(drawn[c](k, *how[c]) for k, c in enumerate(letters))
    for hints in (Hints(theme="mono"), Hints()):
        found = read(laid(body, 40, 35, turn), hints)
        assert found.colours == "theme mono"
        assert [one.written for one in found.pieces] == [written]
    # A tile that shows its ground alone shows nothing.
    plain = "".join(polygon(area(k, 12), "#ffffff") for k in range(7))
    found = read(laid(body, 40, 35, turn) + laid(plain, 75, 60), Hints(theme="mono"))
    assert (len(found.pieces), len(found.notes)) == (1, 1)


@pytest.mark.parametrize(("x", "y"), [(40, 35), (19.9, 39.9), (20.1, 40.1), (59.95, 20.02)])
def test_areas_drawn_a_little_smaller_are_of_their_tile(x, y):
    inner = ""
    for k, c in enumerate("rgbrbgg"):
        points = area(k, 12)
        mid = [sum(v) / len(points) for v in zip(*points, strict=True)]
        inner += polygon(
            [(u + (m - u) * 0.06, v + (n - v) * 0.06) for u, v in points for m, n in (mid,)],
            PAINTS[c],
        )
    body = laid(hexagon(0, 0, 12) + inner, x, y)
    (found,) = candidates.candidates(page(body))
    assert found.centre == pytest.approx((x, y), abs=0.01)
    assert [one.written for one in read(body).pieces] == ["rgbrbgg"]


def inset(x: float, y: float) -> str:
    """Return a tile whose areas are so much smaller that they point to centres over 1 mm off."""
    inner = ""
    for k, c in enumerate("rgbrbgg"):
        points = area(k, 12)
        m, n = (sum(v) / len(points) for v in zip(*points, strict=True))
        inner += polygon([(u + (m - u) * 0.15, v + (n - v) * 0.15) for u, v in points], PAINTS[c])
    return laid(polygon(area(6, 24), "none") + inner, x, y)


@pytest.mark.parametrize("x", [19.5, 20.5, 39.5, 40.5, 60.0])
@pytest.mark.parametrize("y", [19.5, 20.5, 39.0, 40.5])
def test_fragments_of_a_tile_are_no_tiles(x, y):
    (found,) = candidates.candidates(page(inset(x, y)))
    assert found.centre == pytest.approx((x, y), abs=0.01)
    assert found.outline(12.0)[0].distance(found.centre) == pytest.approx(12, abs=0.01)


def test_half_hexagons_that_lie_in_no_tile_are_kept():
    half = polygon(area(0, 12), R)
    alone = candidates.candidates(page(laid(half, 40, 35)))
    assert [one.centre for one in alone] == [pytest.approx((40, 35), abs=0.01)]
    # A small hexagon near to it is no tile that it could be of.
    beside = laid(half, 40, 35) + hexagon(41.2, 35, 3)
    assert len(candidates.candidates(page(beside))) == 2
    apart = hexagon(42.5, 35, 12) + laid(half, 40, 35)
    assert len(candidates.candidates(page(apart))) == 2


# ------------------------------------------------------------------------- corners


@pytest.mark.parametrize(
    ("values", "middle"),
    [
        ([0.3], 0.3),
        ([0.3, 0.0], 0.0),
        ([-0.1, 0.3], -0.1),
        ([-0.3, 0.1], 0.1),
        ([0.1, 0.0, 0.2], 0.1),
        ([4, 1, 3, 2], 2),
        ([-4, -1, -3, -2], -2),
        ([0, 0, 0.4, 0.4], 0),
    ],
)
def test_where_as_many_corners_lie_in_place_as_off_those_in_place_count(values, middle):
    assert candidates._least_middle(values) == middle


def corner(distance: float, ray: int = 0, aside: float = 0.0):
    """Return a corner on a ray."""
    return candidates._Corner(ray, distance, aside)


@pytest.mark.parametrize(
    ("distances", "runs"),
    [
        ([], []),
        ([0.5], [[0.5]]),
        ([0.5, 0.52, 0.555], [[0.5, 0.52, 0.555]]),
        ([0.5, 0.52, 0.565], [[0.5, 0.52], [0.565]]),
        ([0.5, 0.55, 0.6, 0.65], [[0.5, 0.55], [0.6, 0.65]]),
        ([0.5, 0.8, 1.0], [[0.5], [0.8], [1.0]]),
    ],
)
def test_corners_about_equally_far(distances, runs):
    found = [*candidates._clusters([corner(distance) for distance in distances])]
    assert [[one.distance for one in run] for run in found] == runs


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (0.5, 0.0, (0, 0.5, 0.0)),
        (1.0, 0.02, (0, 1.0, 0.02)),
        (1.0, 0.04, None),
        (0.5, math.sqrt(3) / 2, (1, 1.0, 0.0)),
        (-0.5, math.sqrt(3) / 2, (2, 1.0, 0.0)),
        (-0.5, 0.0, (3, 0.5, 0.0)),
        (0.5, -math.sqrt(3) / 2, (5, 1.0, 0.0)),
        (0.14, 0.0, None),
        (0.16, 0.0, (0, 0.16, 0.0)),
        (2.29, 0.0, (0, 2.29, 0.0)),
        (2.31, 0.0, None),
    ],
)
def test_corners_on_rays(x, y, found):
    seen = candidates._on_ray(x, y)
    assert seen == (None if found is None else pytest.approx(found, abs=1e-3))


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.02, 0.0), (0.0, -0.015), (0.01, 0.012)])
@pytest.mark.parametrize("rays", [(0, 1, 2, 3, 4, 5), (0, 1, 2), (1, 2, 4), (0, 2)])
def test_how_far_corners_together_lie_off(off, rays):
    found = [
        corner(0.5, ray, off[1] * math.cos(turn) - off[0] * math.sin(turn))
        for ray in rays
        for turn in (math.radians(60 * ray),)
    ]
    assert candidates._slip(found) == pytest.approx(off)
    # Rays of one line say nothing along it; of several corners on a ray the middle one counts.
    assert candidates._slip([one for one in found if one.ray in (0, 3)]) == (0, 0)
    assert candidates._slip([*found, *found, corner(0.5, rays[0], 9.0)]) == pytest.approx(off)


def test_how_far_the_nearest_hexagon_of_about_the_size_is():
    places = [(0, 0, 10), (17, 0, 10), (17, 20, 10.4), (3, 1, 5), (90, 0, 10), (90, 1, 3)]
    hexagons_of = [candidates.Hexagon(Point(x, y), radius, 30.0, ()) for x, y, radius in places]
    apart = candidates._apart(hexagons_of)
    assert apart == pytest.approx([17, 17, 20, math.inf, math.inf, math.inf])
    assert candidates._apart(hexagons_of[::-1]) == apart[::-1]
    row = [candidates.Hexagon(Point(30.0 * k, 0), 10.0, 30.0, ()) for k in range(3)]
    assert candidates._apart(row) == [30, 30, 30]


def test_a_half_hexagon_and_a_sixth_about_one_place_are_a_candidate():
    half = polygon(area(0, 12), R)
    sixth = polygon([(0, 0), *area(6, 12)[3:5]], G)
    (found,) = [
        one
        for one in candidates.candidates(page(laid(sixth + half, 40, 35)))
        if one.centre.distance(Point(40, 35)) < 0.1
    ]
    assert found.drawn == ()
    sixths = "".join(polygon([(0, 0), area(6, 12)[k - 1], area(6, 12)[k]], G) for k in range(5))
    assert candidates.candidates(page(laid(sixths, 40, 35))) == []
    whole = "".join(polygon([(0, 0), area(6, 12)[k - 1], area(6, 12)[k]], G) for k in range(6))
    assert len(candidates.candidates(page(laid(whole, 40, 35)))) == 1
