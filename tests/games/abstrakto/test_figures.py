"""Abstrakto's example figures: every fact their captions claim, worked out by the engine."""

import pytest

import engine
from engine.games.abstrakto import examples
from engine.games.abstrakto.places import Kind, kind_at, place_at
from generator.illustrating import rulebook
from tests.paths import ROOT
from tests.reference import abstrakto as reference

ABSTRAKTO = engine.game("abstrakto")
BOOK = rulebook.load(str(ROOT / "templates" / "examples" / "abstrakto.toml"))
FIGURES = {spec.name: spec for spec in BOOK.spec.figures}


def legal_alone(laid):
    """Tell whether the engine knows a place for this tile where it lies (rule 3.2)."""
    place = place_at(laid.x, laid.y)
    if place is None or place.kind is not laid.kind:
        return False
    # The one line of a Line must run along the board's: upright on edges left and right of cells.
    return laid.kind is not Kind.LINE or laid.upright == (laid.x % 2 == 0)


def test_the_right_placements_are_illegal_each_for_its_reason():
    laid = examples.parse_examples(FIGURES["placing"].panels[1].source.example)
    alone = [tile for tile in laid if legal_alone(tile)]
    wrong = [tile for tile in laid if not legal_alone(tile)]
    one, two = (place_at(tile.x, tile.y).name for tile in alone)
    with pytest.raises(engine.IllegalMoveError, match="overlap") as error:
        ABSTRAKTO.start().play(one).play(two)
    assert error.value.rule == "3.2"
    for tile in wrong:
        if place_at(tile.x, tile.y) is None:  # outside the inner intersections: no place at all
            with pytest.raises(engine.IllegalMoveError) as error:
                ABSTRAKTO.start().play(str(tile).rpartition(" ")[2])
            assert error.value.rule == "3.2"
        near = [t for t in laid if abs(tile.x - t.x) < 2 and abs(tile.y - t.y) < 2]
        assert near == [tile], "one reason a tile"
    kinds = {(tile.kind, kind_at(tile.x, tile.y)) for tile in wrong}
    assert kinds >= {
        (Kind.SOLID, Kind.LINE),
        (Kind.SOLID, Kind.CROSS),
        (Kind.LINE, Kind.SOLID),
        (Kind.LINE, Kind.LINE),
        (Kind.CROSS, Kind.CROSS),
    }
    assert len(list(examples.faults(laid))) == len(wrong) + 1


def test_the_endgame_is_as_its_caption_says():
    (panel,) = FIGURES["endgame"].panels
    position = BOOK.timeline(panel.source).shown
    assert position.is_over
    assert position.scores() == {"b": 6, "o": 6}
    areas = position.areas()
    assert [area.controller for area in areas].count(None) == 2
    controlled = sorted((area for area in areas if area.controller), key=lambda a: a.bounding)
    assert controlled[-1].bounding == 8 > controlled[-2].bounding, "one largest, by 8 tiles"
    assert controlled[-1].controller == "b"
    (main,) = reference.main_areas(reference.parse(str(position)))
    assert (main.quarters, main.size) == (frozenset(controlled[-1].quarters), 8)
    assert position.winners() == ("b",)
    assert ABSTRAKTO.needs([position]) == ()
    data = ROOT / "tests" / "data" / "abstrakto" / "endgame.txt"
    assert str(position) == data.read_text("utf-8").strip()
    caption = FIGURES["endgame"].caption or panel.caption
    for words in ("six areas each", "two are nobody's (grey)", "arrow", "8 tiles: blue wins"):
        assert words in caption
