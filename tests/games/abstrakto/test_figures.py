"""Abstrakto's example figures: every fact their captions claim, worked out by the engine."""

import pytest

import engine
from engine.drawing import scene
from engine.drawing.scene import Group, walk
from engine.games.abstrakto import examples
from engine.games.abstrakto.places import BOARD, COVERS, Kind, kind_at, place_at, quarter
from engine.geometry.plane import Point
from generator.illustrating import rulebook
from tests.paths import ROOT

SPEC = ROOT / "templates" / "examples" / "abstrakto.toml"
ABSTRAKTO = engine.game("abstrakto")
BOOK = rulebook.load(str(SPEC))
FIGURES = {spec.name: spec for spec in BOOK.spec.figures}


def positions(name):
    """Return the positions of a figure's panels, None for an example."""
    return [
        None if panel.source.example is not None else BOOK.timeline(panel.source).shown
        for panel in FIGURES[name].panels
    ]


def drawn(name):
    """Return the picture of a figure, and its items by class name with their place on it."""
    picture = BOOK.make(FIGURES[name]).scene
    found = {}
    stack = [(item, engine.geometry.plane.IDENTITY) for item in reversed(picture.items)]
    while stack:
        item, at = stack.pop()
        found.setdefault(getattr(item, "name", ""), []).append((item, at))
        if isinstance(item, Group):
            inside = at @ item.transform
            stack.extend((part, inside) for part in reversed(item.items))
    return picture, found


def caption(name):
    return FIGURES[name].panels[0].caption if not FIGURES[name].caption else FIGURES[name].caption


# ------------------------------------------------------------------------------ the three types


# ------------------------------------------------------------------- legal and illegal placements


def test_the_left_placements_are_legal():
    (legal, _) = positions("placing")
    tiles = [(player, place) for player in "bo" for place in legal.tiles(player)]
    again = ABSTRAKTO.start()
    for blue, orange in zip(legal.tiles("b"), legal.tiles("o"), strict=True):
        again = again.play(blue).play(orange)  # raises where the engine calls it illegal
    assert again.areas() == legal.areas()
    assert {(player, place.kind) for player, place in tiles} == {
        (player, kind) for player in "bo" for kind in Kind
    }, "every type in both colours"
    halves = [place for _, place in tiles if COVERS[place.index].bit_count() == 2]
    assert len(halves) == 4, "Lines on each edge of the board"
    sides = {(place.x == 0, place.x == 14, place.y == 0, place.y == 14) for place in halves}
    assert len(sides) == 4


def legal_alone(laid):
    """Tell whether the engine knows a place for this tile where it lies (rule 3.2)."""
    place = place_at(laid.x, laid.y)
    if place is None or place.kind is not laid.kind:
        return False
    # The one line of a Line must run along the board's: upright on edges left and right of cells.
    return laid.kind is not Kind.LINE or laid.upright == (laid.x % 2 == 0)


def test_the_right_placements_are_illegal_each_for_its_reason():
    (panel,) = [p for p in FIGURES["placing"].panels if p.source.example is not None]
    laid = examples.parse_examples(panel.source.example)
    alone = [tile for tile in laid if legal_alone(tile)]
    wrong = [tile for tile in laid if not legal_alone(tile)]
    assert len(alone) == 2
    one, two = (place_at(tile.x, tile.y).name for tile in alone)
    with pytest.raises(engine.IllegalMoveError, match="overlap") as error:
        ABSTRAKTO.start().play(one).play(two)
    assert error.value.rule == "3.2"
    for tile in wrong:
        if place_at(tile.x, tile.y) is None:  # outside the inner intersections: no place at all
            with pytest.raises(engine.IllegalMoveError) as error:
                ABSTRAKTO.start().play(str(tile).rpartition(" ")[2])
            assert error.value.rule == "3.2"
        assert not any(
            tile is not other and abs(tile.x - other.x) < 2 and abs(tile.y - other.y) < 2
            for other in laid
        ), "one reason a tile"
    kinds = {(tile.kind, kind_at(tile.x, tile.y)) for tile in wrong}
    assert {(Kind.SOLID, Kind.LINE), (Kind.SOLID, Kind.CROSS)} <= kinds
    assert {(Kind.LINE, Kind.SOLID), (Kind.LINE, Kind.LINE)} <= kinds
    assert (Kind.CROSS, Kind.CROSS) in kinds
    assert len(list(examples.faults(laid))) == len(wrong) + 1


def test_every_fault_has_its_cross_and_its_words():
    picture, found = drawn("placing")
    laid = examples.parse_examples(FIGURES["placing"].panels[1].source.example)
    faults = list(examples.faults(laid))
    panels = [item for item, _ in found["panel"]]
    assert [len([1 for i in walk((p,)) if getattr(i, "name", "") == "wrong"]) for p in panels] == [
        0,
        len(faults),
    ]
    spoken = picture.description.partition("Panel 2:")[2]
    assert spoken.count("Not allowed:") == len(faults)
    assert all(fault.reason in spoken for fault in faults)
    assert "Not allowed" not in picture.description.partition("Panel 2:")[0]
    middles = {scene.outline_box(item.items[0].outline).centre for item, _ in found["wrong"]}
    assert middles == {Point(fault.x * 5, (14 - fault.y) * 5) for fault in faults}


# --------------------------------------------------------------------------------- legal places


# -------------------------------------------------------------------------------- the sample game


def bounds(place, cells):
    """Tell whether a tile shares a side segment with an area, square by square (rule 4.1)."""
    under = [(place.x + dx, place.y + dy) for dx in (-1, 0) for dy in (-1, 0)]
    return any(
        cells & quarter(x + dx, y + dy) & BOARD
        for x, y in under
        if quarter(x, y) & BOARD
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )


# ------------------------------------------------------------------------------------ the endgame


def test_the_endgame_is_as_its_caption_says():
    (position,) = positions("endgame")
    assert position.is_over
    assert position.scores() == {"b": 6, "o": 6}
    areas = position.areas()
    assert [area.controller for area in areas].count(None) == 2
    controlled = sorted((area for area in areas if area.controller), key=lambda a: a.bounding)
    assert controlled[-1].bounding == 8 > controlled[-2].bounding, "one largest, by 8 tiles"
    assert controlled[-1].controller == "b"
    assert sum(bounds(p, controlled[-1].cells) for q in "bo" for p in position.tiles(q)) == 8
    assert position.winners() == ("b",)
    data = ROOT / "tests" / "data" / "abstrakto" / "endgame.txt"
    assert str(position) == data.read_text("utf-8").strip()
    for words in ("six areas each", "two are nobody's (grey)", "arrow", "8 tiles: blue wins"):
        assert words in caption("endgame")


# ------------------------------------------------------------------------------------- all of them


# ---------------------------------------------------------------------------------- how one asks
