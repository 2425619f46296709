"""Abstrakto's example figures: every fact their captions claim, worked out by the engine."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

import engine
from engine import figure, record
from engine.drawing import scene, theme
from engine.drawing.scene import Group, Text, Use, walk
from engine.drawing.scene import Path as Shape
from engine.games.abstrakto import examples
from engine.games.abstrakto.places import BOARD, COVERS, PLACES, Kind, kind_at, place_at, quarter
from engine.geometry.plane import Box, Point
from generator import cli
from generator.illustrating import rulebook
from tests.cases import some
from tests.paths import ROOT

SPEC = ROOT / "templates" / "examples" / "abstrakto.toml"
SAMPLE = SPEC.with_name("abstrakto-game.txt")
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


def test_the_types_of_tile():
    panels = FIGURES["tiles"].panels
    assert [panel.caption for panel in panels] == [kind.title for kind in Kind]
    for panel, kind in zip(panels, Kind, strict=True):
        laid = examples.parse_examples(panel.source.example)
        assert [(tile.player, tile.kind) for tile in laid] == [("b", kind), ("o", kind)]
    picture, found = drawn("tiles")
    assert len(found["tile"]) == 6
    assert not {"board", "board-edge", "wrong"} & set(found), "the tiles alone"
    assert "Not allowed" not in picture.description
    assert "Blue's Cross. Orange's Cross." in picture.description


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


def test_left_is_left_and_right_is_right():
    picture, found = drawn("placing")
    left, right = (at @ item.transform for item, at in found["panel"])
    assert left.f == right.f
    assert left.e < picture.width / 2 < right.e + 70 * right.a
    assert re.search(r"Left: legal .* Right: .* cross", caption("placing"))


# --------------------------------------------------------------------------------- legal places


def test_the_places_of_an_empty_board():
    counts = [
        len(position.legal_places(position.turn, kind))
        for position, kind in zip(positions("places"), Kind, strict=True)
    ]
    assert counts == [int(n) for n in re.findall(r"\d+", caption("places"))] == [49, 112, 36]
    _, found = drawn("places")
    for kind, count in zip(Kind, counts, strict=True):
        ((marks, _),) = found[f"places {kind.name.lower()}"]
        assert sum(isinstance(s, scene.Close) for s in marks.outline) == count
    assert [panel.caption for panel in FIGURES["places"].panels] == [kind.plural for kind in Kind]


def test_the_places_left_to_orange():
    (position,) = positions("cut-off")
    assert position.turn == "o"
    assert len(position.tiles("b")) == 5
    assert [place.name for place in position.tiles("b") if place.name == "b6ne"]
    _, found = drawn("cut-off")
    for kind in some(Kind):
        ((marks, _),) = found[f"places {kind.name.lower()}"]
        centres = {scene.outline_box(part).centre for part in parts(marks.outline)}
        legal = {
            Point(place.x * 5.0, (14 - place.y) * 5.0)
            for place in PLACES
            if place.kind is kind and is_legal(position, place)
        }
        assert {(round(x, 6), round(y, 6)) for x, y in centres} == legal
    assert len(found["mark mark-outline"]) == 1


def is_legal(position, place):
    try:
        position.play(place)
    except engine.IllegalMoveError:
        return False
    return True


def parts(outline):
    """Yield the subpaths of an outline."""
    starts = [k for k, s in enumerate(outline) if isinstance(s, scene.MoveTo)]
    for start, end in zip(starts, [*starts[1:], len(outline)], strict=True):
        yield outline[start:end]


# -------------------------------------------------------------------------------- the sample game


def test_check_replays_the_sample_game(capsys):
    assert cli.run(["check", str(SAMPLE)]) == 0
    assert "30 moves, in order" in capsys.readouterr().out
    (game,) = record.load_all(SAMPLE)
    *_, last = game.positions()
    assert last.is_over
    assert (last.scores(), last.winners()) == ({"b": 7, "o": 5}, ("b",))
    assert game.tags["Result"] == "b+2"
    assert ABSTRAKTO.needs([last]) == ()


def test_an_illegal_sample_game_is_told(capsys, tmp_path):
    text = SAMPLE.read_text("utf-8")
    (tmp_path / "game.txt").write_text(text.replace("2. e2 f1n", "2. e2 e2e"), "utf-8")
    assert cli.run(["check", str(tmp_path / "game.txt")]) == 1
    assert "e2e" in "".join(capsys.readouterr())


def test_the_first_moves_are_numbered():
    (game,) = record.load_all(SAMPLE)
    picture, found = drawn("opening-moves")
    expected = [
        (("blue", "orange")[k % 2], f"{k // 2 + 1}{'bo'[k % 2]}", move)
        for k, move in enumerate(game.moves[:10])
    ]
    spoken = re.findall(r"(\w+) label (\w+) on ([a-g]\w+)", picture.description)
    assert spoken == expected
    assert len(found["mark mark-label"]) == 10
    assert {str(p) for player in "bo" for p in list(game.positions())[10].tiles(player)} == set(
        game.moves[:10]
    )


def test_early_markers_are_on_areas_nothing_can_enter():
    (position,) = positions("settled")
    assert not position.is_over
    settled = [area for area in position.areas() if area.settled]
    covered = [
        COVERS[place.index]
        for player in "bo"
        for place in PLACES
        if position.hand(player)[place.kind]
        and not any(overlap(place, other) for p in "bo" for other in position.tiles(p))
    ]
    for area in some(position.areas()):
        assert area.settled is not any(area.cells & cells for cells in covered)
    owners = [area.controller for area in settled]
    assert (owners.count("b"), owners.count("o"), owners.count(None)) == (4, 2, 0)
    assert "Blue has four areas for sure, orange two." in caption("settled")
    assert len(drawn("settled")[1]["marker"]) == 6
    (game,) = record.load_all(SAMPLE)
    *_, last = game.positions()
    kept = {(area.cells, area.controller) for area in last.areas()}
    assert {(area.cells, area.controller) for area in settled} <= kept


def overlap(a, b):
    return abs(a.x - b.x) < 2 and abs(a.y - b.y) < 2


def test_the_counts_are_those_of_the_tiles_around():
    (position,) = positions("counting")
    assert position.is_over
    assert "Blue controls 7 areas, orange 5." in caption("counting")
    assert position.scores() == {"b": 7, "o": 5}
    picture, _ = drawn("counting")
    texts = [i.text for i in walk(picture.items) if isinstance(i, Text) and i.name == "count"]
    assert texts == [
        ":".join(
            str(sum(bounds(place, area.cells) for place in position.tiles(player)))
            for player in "bo"
        )
        for area in position.areas()
    ]


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


def test_the_endgame_s_arrow_is_black_and_points_into_the_main_area():
    (position,) = positions("endgame")
    _, found = drawn("endgame")
    ((arrow, _),) = found["main-area"]
    assert theme.luminance(arrow.fill) < 0.01
    tip = arrow.outline[3]
    x, y = int(tip.x // 5), int(13 - tip.y // 5)
    assert (x, y) in position.main_area().quarters
    tail = arrow.outline[0]
    assert not Box(0, 0, 70, 70).holds(Box(tail.x, tail.y, tail.x, tail.y)), "from outside"
    markers = [item.symbol.key.rpartition("-")[2] for item, _ in found["marker"]]
    assert {c: markers.count(c) for c in set(markers)} == {"blue": 6, "orange": 6, "grey": 2}


# ------------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("look", theme.names())
@pytest.mark.parametrize("name", FIGURES)
def test_figures_in_every_theme(name, look):
    spec = FIGURES[name]
    panels = tuple(replace(panel, theme=look) for panel in spec.panels)
    picture = BOOK.make(replace(spec, panels=panels)).scene
    assert picture.width == spec.size
    for item in picture.items:
        if isinstance(item, Text):
            assert 0 < item.y < picture.height
    assert picture.title
    assert picture.description
    assert not [i for i in walk(picture.items) if isinstance(i, Use) and not i.symbol.items]
    assert [i for i in walk(picture.items) if isinstance(i, Shape)]


def test_captions_of_neighbours_do_not_touch():
    """Panels' captions stay under their panels, and lines of text apart."""
    beside = below = 0
    for name in FIGURES:
        picture, found = drawn(name)
        texts = [item for item, _ in found.get("caption", ())]
        for one, two in combinations(texts, 2):
            if abs(one.y - two.y) < 0.1:
                beside += 1
                halves = [engine.drawing.fonts.width(t.text, t.size) / 2 for t in (one, two)]
                assert abs(one.x - two.x) > sum(halves) + 1
            else:
                below += 1
                assert abs(one.y - two.y) > one.size
        assert [item for item in texts if item.y >= picture.height] == []
    assert beside > 0
    assert below > 0


# ---------------------------------------------------------------------------------- how one asks


def test_examples_from_the_command_line(capsys, tmp_path):
    out = tmp_path / "wrong.svg"
    words = ["diagram", "abstrakto", "d4 d4ne", "--example", "--show", "overlaps", "-o", str(out)]
    assert cli.run(words) == 0
    text = out.read_text("utf-8")
    assert "Not allowed: blue's Solid on d4 overlaps orange's Cross on d4ne." in text
    assert text.count('class="wrong"') == 1
    assert "to move" not in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["abstrakto", "d4"], "not an example in 'd4'; expected BLUE ORANGE"),
        (["abstrakto", "d4 -", "--last", "d4"], "go with a position, not with an example"),
        (["abstrakto", "d4 -", "-s", "hands=555/555"], "go with a position, not with an example"),
        (["abstrakto", "d4 -", "--show", "faults"], "abstrakto cannot show 'faults'"),
        (["abstrakto", "d4 -", "--mark", "dot h9"], "a1 to g7"),
        (["atreya", "d4 -"], "Atreya draws no examples, only positions"),
        (["chess", "d4 -"], "unknown game 'chess'"),
    ],
)
def test_examples_that_cannot_be_drawn(words, message, capsys):
    assert cli.run(["diagram", *words, "--example"]) == 2
    assert message in capsys.readouterr().err


def test_an_example_with_marks_and_words_of_its_own():
    made = figure.example("abstrakto", "d4 -", marks="dot:red d4", caption="A tile.", title="T")
    assert made.title == "T"
    assert made.caption == "A tile."
    assert made.description == "Blue's Solid on d4. Marked: red dot on d4."
    own = figure.example("abstrakto", "d4 -", description="Nothing to see.", crop="d4", size=30)
    assert (own.title, own.description) == ("Abstrakto: an example", "Nothing to see.")
    assert own.scene().width == 30
