"""Boards in figures: labels round them, crops that go on, labels that find a place, plates."""

import re
from itertools import combinations, pairwise, product
from xml.etree import ElementTree as ET

import pytest

import engine
from engine import figure
from engine.drawing import fonts, mark_drawing, scene, theme, writers
from engine.drawing.plates import EM
from engine.drawing.scene import outline_box
from engine.drawing.writers import svg
from engine.games.aathenuo.diagram import around
from engine.geometry.plane import Box, Point, Transform
from generator import cli
from tests import records
from tests.cases import some

ABSTRAKTO, AATHENUO, ASTRALIS, ATREYA = (
    engine.game(name) for name in ("abstrakto", "aathenuo", "astralis", "atreya")
)
SQUARE = ABSTRAKTO.start()
HEXES = ASTRALIS.parse("6/7/3C2C1/4c4/2Y1yY4/8C2/10/4Y4/8/7/6 y standard")
STONE = min(HEXES.stones("y"))
TABLE = AATHENUO.parse("r3,r4,r5/.,.,y5/.,.,g5 1 b1/b2")


def named(items, name):
    """Return the items of a name, those within others too."""
    return [item for item in scene.walk(items) if getattr(item, "name", "") == name]


def drawn(made):
    """Return a figure's texts round its board, and the box of its panel, in printed millimetres."""
    picture = made.scene()
    panel = named(picture.items, "panel")[0]
    labels = [i for i in picture.items if getattr(i, "name", "").startswith("labels")]
    texts = [
        item._replace(
            x=group.transform.apply(item.middle).x, y=group.transform.apply(item.middle).y
        )
        for group in labels
        for item in group.items
    ]
    shown = made.panels[0].box
    ends = [panel.transform.apply(corner) for corner in shown.corners()]
    return texts, Box(*ends[0], *ends[2])


@pytest.mark.parametrize("position", [SQUARE, TABLE, HEXES])
def test_labels_stand_outside_the_frame_in_all_games(position):
    show = ["table"] if position is TABLE else ()
    texts, frame = drawn(figure.of(position, caption="", show=show))
    for text in some(texts):
        x, y = abs(text.x - frame.centre.x), abs(text.y - frame.centre.y)
        high = frame.width * 3**0.5 / 4
        is_beyond = position is HEXES and (y > high or x + y / 3**0.5 > frame.width / 2)
        assert is_beyond or not frame.has((text.x, text.y))


SIDES = [(SQUARE, "abcdefg", "1234567"), (HEXES, None, "abcdefghijk"), (TABLE, "012", "012")]


@pytest.mark.parametrize(("position", "level", "upright"), SIDES)
@pytest.mark.parametrize("sides", [("top",), ("left", "right"), ("left", "right", "top", "bottom")])
def test_labels_stand_at_the_sides_asked_for(position, level, upright, sides):
    show = ["table"] if position is TABLE else ()
    texts, _ = drawn(figure.of(position, caption="", label_sides=sides, show=show))
    level = level or [str(k + 1) for k in range(11)]
    expected = [
        *(list(level) * sum(side in ("top", "bottom") for side in sides)),
        *(list(upright) * sum(side in ("left", "right") for side in sides)),
    ]
    assert sorted(t.text for t in texts) == sorted(expected)


@pytest.mark.parametrize("look", [{}, {"size": 60}, {"size": 35}, {"crop": "1,1 1:b1"}])
def test_labels_below_a_table_stand_clear_of_the_hands(look):
    made = figure.of(TABLE, caption="", label_sides=["bottom"], **look)
    texts, _ = drawn(made)
    frame = named(made.scene().items, "panel")[0]
    racks = [
        frame.transform.apply(Point(x.left, x.top)).y
        for x in (outline_box(i.outline) for i in scene.walk(frame.items) if i.name == "rack")
    ]
    player = next(i for i in scene.walk(frame.items) if i.name == "player")
    names = frame.transform.apply(player.middle)
    for text in some(texts):
        assert text.y + text.size < names.y < min(racks)


@pytest.mark.parametrize("position", [SQUARE, HEXES, TABLE])
def test_without_labels_there_is_no_room_for_them(position):
    show = ["table"] if position is TABLE else ()
    plain = figure.of(position, caption="", labels=False, show=show).scene()
    (panel,) = plain.items
    box = figure.of(position, caption="", labels=False, show=show).panels[0].box
    assert plain.width == pytest.approx(box.width * panel.transform.a + 4)


CROPS = [
    (SQUARE, "c3 e5", {"c", "d", "e", "3", "4", "5"}, 4),
    (SQUARE, "a1 b2", {"a", "b", "1", "2"}, 2),
    (HEXES, "d4 f6", {"d", "e", "f"}, 4),
    (ATREYA.start(), "0,0", set(), 3),
]


@pytest.mark.parametrize(("position", "crop", "labels", "cut"), CROPS)
def test_crops_keep_their_coordinates_and_show_where_the_board_goes_on(position, crop, labels, cut):
    made = figure.of(position, caption="", crop=crop)
    texts, _ = drawn(made)
    assert labels <= {t.text for t in texts}
    assert len(texts) < 10
    waves = named(made.panels[0].items, "cut")
    found = sum(isinstance(s, scene.MoveTo) for path in waves for s in path.outline)
    assert found == cut


#: Nine cells of a game's last position, and the most of the whole board's bytes that they cost: nearly
#: all of Atreya's 19 tiles lie about them.
COSTS = [
    ("atreya", "-1,-1 1,-1 -1,1 1,1", 1.0),
    ("abstrakto", "c3 e5", 0.75),
    ("astralis", "g7 i10", 0.35),
    ("aathenuo", "0,0 2,2", 0.35),
]


@pytest.mark.parametrize(("game", "crop", "share"), COSTS)
def test_a_crop_costs_what_it_shows(game, crop, share):
    *_, end = records.of(game).positions()
    whole, part = (
        len(writers.write(figure.of(end, caption="", crop=cut).scene(), ".svg"))
        for cut in ("", crop)
    )
    assert part < share * whole


@pytest.mark.parametrize("sides", [("left", "bottom"), ("left", "right", "top", "bottom")])
@pytest.mark.parametrize("crop", ["focus", "b6 c5 c6", "a1 b1"])
def test_no_label_touches_the_edge_of_a_crop(crop, sides):
    made = figure.of(HEXES, crop=crop, caption="", label_sides=sides)
    texts, window = drawn(made)
    for text in some(texts):
        half = fonts.width(text.text, text.size) / 2
        high = text.size * scene.CAP_HEIGHT / 2
        box = Box(text.x - half, text.y - high, text.x + half, text.y + high)
        assert window.grown(-0.8).holds(box) or not window.meets(box)


@pytest.mark.parametrize(
    ("crop", "tiles", "players"), [("1,0", 3, 0), ("1,0 2:b2", 5, 2), ("2:b2", 2, 2)]
)
def test_crops_show_hands_whole_or_not_at_all(crop, tiles, players):
    made = figure.of(AATHENUO.parse("r3,r4,r5 1 b1/b2"), crop=crop, caption="")
    items = [*scene.walk(made.panels[0].items)]
    names = [getattr(item, "name", "") for item in items]
    assert names.count("tile") == tiles
    assert names.count("player") == names.count("rack") == players
    boxes = [scene.outline_box(i.outline) for i in items if getattr(i, "name", "") == "rack"]
    boxes += [Box(*i.middle, *i.middle) for i in items if getattr(i, "name", "") == "player"]
    assert all(map(made.panels[0].box.holds, boxes))


*_, ARENA = records.of("atreya").positions()
LEGENDS = [
    (ASTRALIS, HEXES, {"show": ["threats"], "crop": "b6 c5"}, "yellow tile"),
    (ASTRALIS, HEXES, {"show": ["threats"], "crop": "a1"}, ""),
    (ASTRALIS, ASTRALIS.start(side=5), {"show": ["start-rows"]}, "yellow's ship is set up here, cyan's ship is set up here"),
    (ASTRALIS, ASTRALIS.start(side=5), {"show": ["start-rows"], "crop": "a1 a5 b1"}, "yellow's ship is set up here"),
    (ASTRALIS, ASTRALIS.start(side=5, variant="beeline"), {"show": ["start-rows"]}, "yellow's bee is set up here, cyan's bee is set up here"),
    (AATHENUO, TABLE, {"show": ["sets"]}, "red tile, yellow tile, green tile, blue tile, set"),
    (AATHENUO, TABLE, {"show": ["table"], "crop": "0,0"}, "red tile"),
    (ATREYA, ATREYA.start(), {}, "red, green, blue"),
    (ATREYA, ATREYA.start(), {"show": ["sizes"]}, "red, green, blue, size of a closed shape, size of an open shape"),
    (ATREYA, ARENA, {"show": ["coords", "sizes"], "cell": 6}, "red, green, blue"),
    (ATREYA, ARENA, {"show": ["sizes", "shapes"]}, "red, green, blue, closed shape, open shape, size of a closed shape, size of an open shape"),
    (ABSTRAKTO, list(records.of("abstrakto").positions())[-8], {"show": ["settled"], "crop": "a5 d7"}, "blue Line, blue Cross, orange Line, orange Cross, blue's area, orange's area"),
    (ABSTRAKTO, ABSTRAKTO.parse("d4 e5ne b 455/554"), {"show": ["solids"]}, "blue Solid, orange Cross, place for a Solid"),
    (ABSTRAKTO, ABSTRAKTO.parse("d4 e5ne b 455/554"), {"crop": "a1"}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "look", "entries"), LEGENDS)
def test_a_legend_is_a_key_of_what_is_shown(game, position, look, entries):
    made = figure.of(position, caption="", legend=True, **look).scene()
    keys = [i.text for i in made.items if isinstance(i, scene.Text) and i.name == "key"]
    assert ", ".join(keys) == entries


def test_a_legend_keeps_to_the_width_of_its_figure():
    made = figure.of(SQUARE, caption="", show=["places"], legend=True, size=25).scene()
    keys = [i for i in made.items if isinstance(i, scene.Text) and i.name == "key"]
    assert " ".join(i.text for i in keys) == "place for a Solid place for a Line place for a Cross"
    assert all(i.x > 2 and i.x + fonts.width(i.text, i.size) < 23 + 1e-6 for i in keys)


def plate_of(made, text):
    """Return where a mark's text is drawn, in the drawing's frame."""
    panel = made.panels[0]
    found = [i for i in scene.walk(panel.items) if isinstance(i, scene.Text) and i.text == text]
    (one,) = found
    return one.middle


def test_labels_go_beside_pieces_and_stay_in_the_middle_of_empty_cells():
    place = ASTRALIS.draw(HEXES, theme=figure.themes.load("classic"), show=frozenset()).place
    on_piece = plate_of(figure.of(HEXES, marks=f"label x {STONE}"), "x")
    assert on_piece.distance(place(STONE).centre) == pytest.approx(10 / 3**0.5)
    assert plate_of(figure.of(HEXES, marks="label x a1"), "x") == place("a1").centre
    shifted = plate_of(figure.of(HEXES, marks=f"label dx=0.1 x {STONE}"), "x")
    assert shifted.x == pytest.approx(place(STONE).centre.x + 1)


@pytest.mark.parametrize("mark", ["dot", "cross", "label x"])
def test_marks_do_not_cover_the_numbers_of_tiles(mark):
    drawing = AATHENUO.draw(TABLE, theme=figure.themes.load("classic"), show=frozenset(["table"]))
    made = figure.of(TABLE, show=["table"], marks=f"{mark} 0,0")
    marked = [
        i for i in scene.walk(made.panels[0].items) if getattr(i, "name", "").startswith("mark ")
    ]
    centre = drawing.place("0,0").centre
    middles = [
        Point(i.x, i.y) if isinstance(i, scene.Circle) else scene.outline_box(i.outline).centre
        for i in scene.walk(marked)
        if isinstance(i, (scene.Circle, scene.Path))
    ]
    assert min(middle.distance(centre) for middle in middles) > 4


@pytest.mark.parametrize(
    ("position", "crop", "show", "texts"),
    [
        (ATREYA.start(), "0,0", ["coords", "sizes"], {"0,0", "\u22121,1", "0,1", "1"}),
        (ABSTRAKTO.parse("a2 b1,b2 b 455/355"), "a3", ["counts"], set()),
    ],
)
def test_a_crop_shows_whole_texts_only(position, crop, show, texts):
    (panel,) = figure.of(position, crop=crop, show=show).panels
    found = [item for item in scene.walk(panel.items) if isinstance(item, scene.Text)]
    assert {item.text for item in found} == texts
    assert all(panel.inside.holds(Box(*item.middle, *item.middle)) for item in found)


#: Three tiles in a row, with another set down from the first.
CROSSED = AATHENUO.parse("r2,r3,r4/y2,.,g4/b2,.,b4 2 r1b2/y*y5/g8")


def marked(text, verb):
    """Return the outlines drawn for a mark on CROSSED, an arrow without its head, flattened to points."""
    made = figure.of(CROSSED, show=["table"], marks=text)
    group, *_ = named(made.panels[0].items, f"mark mark-{verb}")
    paths = [i for i in scene.walk([group]) if isinstance(i, scene.Path)]
    return [scene.flattened(path.outline) for path in paths]


@pytest.mark.parametrize(
    ("text", "verb"),
    [("line 0,0 0,2", "line"), ("arrow 0,0 0,2", "arrow"), ("arrow bend=0.1 0,0 2,0", "arrow")],
)
def test_lines_pass_behind_the_numbers_of_tiles(text, verb):
    numbers = AATHENUO.draw(
        CROSSED, theme=figure.themes.load("classic"), show=frozenset(["table"])
    ).read
    assert len(numbers) == 7
    for parts in some(marked(text, verb)):
        for part in some(parts):
            points = [a.towards(b, k / 20) for a, b in pairwise(part) for k in range(21)]
            assert all(p.distance(o) > r - 0.06 for p in some(points) for o, r in numbers)


def test_a_filled_tile_shows_its_colour_round_its_number():
    (ring,) = marked("fill:red 2,1", "fill")
    assert len(ring) == 2, "a cell with a hole"
    names = [g.name for g in figure.of(CROSSED, marks="fill:red 2,1").panels[0].items]
    assert names.index("marks") > names.index("pieces"), "over the tile, not under it"


def test_arrows_lie_below_labels_and_sizes_and_stop_at_marks():
    made = figure.of(CROSSED, marks="label a 1,1; dot 1,2; arrow 2,0 1,2")
    below, above = [g for g in made.panels[0].items if g.name == "marks"]
    assert [g.name for g in below.items] == ["mark mark-arrow"]
    assert [g.name for g in above.items] == ["mark mark-dot", "mark mark-label", "mark mark-arrow"]
    tip = Point(*above.items[-1].items[0].outline[2])
    assert tip.distance(Point(15, 25)) == pytest.approx(1.4 + 0.4)


@pytest.mark.parametrize("game", ["abstrakto", "astralis", "atreya"])
def test_plates_are_of_one_printed_size_in_all_games(game):
    cell = {"atreya": "0,0", "abstrakto": "d4", "astralis": "d4"}[game]
    made = figure.of(engine.game(game).start(), marks=f"label x {cell}", caption="").scene()
    root = ET.fromstring(svg.write_text(made))
    (text,) = (e for e in root.iter() if e.get("class") == "text")
    scales = [float(text.get("transform").partition("scale(")[2][:-1])]
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        if text in list(group.iter()) and "matrix" in group.get("transform", ""):
            scales.append(float(re.findall(r"[0-9.]+", group.get("transform"))[0]))
    printed = 2048.0
    for scale in scales:
        printed *= scale
    assert printed == pytest.approx(EM, abs=0.01)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize(
    "positions",
    [
        [ATREYA.start(), ATREYA.start().play("r:brgbbg@-1,0")],
        [AATHENUO.parse("r3,r4,r5 1 b1/b2"), TABLE],
    ],
)
def test_panels_are_aligned_on_the_origin_that_their_boards_share(positions, columns):
    figures = [figure.of(position, caption="") for position in positions]
    both = figure.side_by_side(figures, size=120, columns=columns).scene()
    one, two = [i.transform for i in named(both.items, "panel")]
    assert one.a == two.a
    assert (one.f == two.f) if columns == 2 else (one.e == two.e)


def test_paper_can_be_left_out():
    made = figure.of(SQUARE, paper=False).scene()
    assert made.background is None
    assert "paper" not in svg.write_text(made)


# --------------------------------------------------------------------------- the command line

REFUSED = [
    (["--cell", "6", "--size", "60"], "a figure has a size or a cell width, not both"),
    (["--label-sides", "left", "--no-labels"], "label sides go with labels"),
    (["--label-sides", "up"], "no side 'up'; the sides are left, right, top, bottom"),
    (["--id-prefix", "a", "--format", "png"], "--id-prefix is for SVG; a png file has no ids"),
    (["--id-prefix", "a b"], "ids cannot begin with 'a b'"),
    (["--caption", "{x}"], "no small picture 'x'; expected one of blue Solid"),
    (["--caption", "**x"], "bold that does not end"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_options_that_make_no_sense_are_refused(words, message, capsys):
    assert cli.run(["diagram", "abstrakto", "start", *words]) == cli.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"Error: {message}")
    assert err.count("\n") == 1


def test_what_is_left_out_is_noted(tmp_path, capsys):
    out = tmp_path / "small.svg"
    words = ["diagram", "astralis", "start", "--size", "30", "-o", str(out)]
    assert cli.run(words) == cli.OK
    assert capsys.readouterr().err.startswith("Note: left out, as there is no room for 5 pt")
    assert cli.run([*words, "--id-prefix", "mine", "--legend", "--no-paper"]) == cli.OK
    ids = re.findall(r' id="([^"]+)"', out.read_text("utf-8"))
    assert {name.partition("-")[0] for name in some(ids)} == {"mine"}


SHIPS = ASTRALIS.parse("5/6/C3c2/8/2Y6/8/4C2/1y3Y/5 y standard")
CROWDED = [
    (SHIPS, "label a b2", 30, 1),
    (SHIPS, "label a b2; number d3 d4 e3", 35, 4),
    (HEXES.play("a6+b6"), "label a b6", 30, 1),
    (HEXES, "label x b2; label y e4", 40, 2),
]


def plates_in(items, by):
    """Yield the discs of the plates among items, in the frame that ``by`` leads to."""
    for item in items:
        if isinstance(item, scene.Group):
            yield from plates_in(item.items, by @ item.transform)
        elif getattr(item, "name", "") == "plate":
            box = scene.outline_box(scene.transformed(item.outline, by))
            yield box.centre, box.width / 2


@pytest.mark.parametrize(("position", "marks", "size", "labels"), CROWDED)
def test_labels_of_small_figures_stand_apart_rather_than_on_others(position, marks, size, labels):
    show = ["placements"]
    made = figure.of(position, caption="", show=show, marks=marks, size=size)
    picture = made.scene()
    (panel,) = (item for item in picture.items if item.name == "panel")
    found = list(plates_in(panel.items, Transform()))
    assert len(found) == labels, picture.notes
    drawing = ASTRALIS.draw(position, theme=theme.load("classic"), show=frozenset(show))
    pairs = [*product(found, drawing.obstacles), *combinations(found, 2)]
    for (at, radius), (other, reach) in some(pairs):
        assert at.distance(other) > radius + reach - 0.9


def test_a_crop_says_of_what_lies_outside_of_it_nothing_rather_than_that_there_is_none():
    told = {
        crop: figure.of(HEXES, show=["ship-moves"], crop=crop).description
        for crop in ("", "h8", "d4")
    }
    assert "ship can go to 22 hexes" in told[""]
    assert not any("can go to no hex" in words for words in told.values())


@pytest.mark.parametrize(
    ("marks", "notes"),
    [
        ("dot a1; arrow a1 b6", ()),
        ("dot o11", ("marks outside the crop: dot o11",)),
        (
            "ring:red e5; label far h1; dot b6",
            ("marks outside the crop: ring:red e5; label far h1",),
        ),
    ],
)
def test_marks_that_no_place_of_a_crop_has_are_noted(marks, notes):
    made = figure.of(ASTRALIS.start(), crop="a1 b6", caption="", marks=marks)
    assert made.scene().notes == notes
    assert figure.of(ASTRALIS.start(), caption="", marks=marks).scene().notes == ()


def test_labels_grow_away_from_what_they_are_beside():
    place = ASTRALIS.draw(HEXES, theme=figure.themes.load("classic"), show=frozenset()).place
    piece = place(STONE)
    for size in (140, 60, 35):
        made = figure.of(HEXES, marks=f"label x {STONE}", caption="", size=size).scene()
        panel = named(made.items, "panel")[0]
        (mark,) = named([panel], "mark mark-label")
        (sign,) = mark.items
        ring = [sign.transform.apply(p) for p in scene.flattened(sign.items[0].outline)[0]]
        near = min(p.distance(piece.centre) for p in ring)
        assert near == pytest.approx(10 / 3**0.5 - 0.87 * 2.3, abs=0.05), size


def test_a_label_leaves_its_dot_and_other_labels_free():
    place = ASTRALIS.draw(HEXES, theme=figure.themes.load("classic"), show=frozenset()).place
    made = figure.of(HEXES, marks="dot a1; label x a1")
    assert plate_of(made, "x").distance(place("a1").centre) > 5
    both = figure.of(HEXES, marks=f"label x {STONE}; label z {STONE}")
    assert plate_of(both, "x").distance(plate_of(both, "z")) > 3


@pytest.mark.parametrize("mark", ["dot", "cross"])
@pytest.mark.parametrize("cell", ["0,0", "1,0"])
def test_marks_do_not_cover_coordinates(mark, cell):
    made = figure.of(ATREYA.start(), show=["coords", "cells"], marks=f"{mark} {cell}")
    written = plate_of(made, cell)
    (group,) = named(made.panels[0].items, f"mark mark-{mark}")
    for item in some(group.items):
        if isinstance(item, scene.Circle):
            low = item.y + item.radius
        else:
            low = scene.outline_box(item.outline).bottom
        assert low < written.y - 1


def test_letters_and_numbers_beside_each_other_do_not_read_as_one():
    sides = ["left", "right", "top", "bottom"]
    made = figure.of(HEXES, label_sides=sides, size=80).scene()
    found = named(made.items, "coordinate")
    letters = [i for i in found if i.text.isalpha()]
    numbers = [i for i in found if not i.text.isalpha()]
    nearest = min(a.middle.distance(b.middle) for a in letters for b in numbers)
    assert nearest > 1.3 * letters[0].size


@pytest.mark.parametrize(("size", "em"), [(15, 5), (20, 6), (30, 9), (60, 9)])
def test_captions_do_not_outgrow_small_figures(size, em):
    made = figure.of(ATREYA.start(), size=size).scene()
    sizes = {i.size for i in made.items if isinstance(i, scene.Text) and i.name == "caption"}
    assert list(sizes) == [pytest.approx(em * 25.4 / 72)]


def test_small_marks_lie_on_their_own_tile():
    tile = Box(10, 0, 20, 10).grown(0.3)
    for text, verb in (("dot 1,0", "dot"), ("cross 1,0", "cross"), ("label x 1,0", "label")):
        made = figure.of(CROSSED, show=["table"], marks=text)
        (group,) = named(made.panels[0].items, f"mark mark-{verb}")
        box = mark_drawing._box(group)
        assert tile.holds(box), verb


def test_all_that_a_turn_laid_is_outlined_alike():
    turn = AATHENUO.parse("r2,r3,r4 1 b2y2r7/g8").take_turn("+b2@0,1;+y2@0,2")
    made = figure.of(turn.after, last=str(turn.move), turn=turn, show=["table"])
    outlines = named(made.panels[0].items, "mark mark-outline")
    assert len(outlines) == 1


@pytest.mark.parametrize("across", [True, False])
def test_lines_round_sets_hold_their_tiles(across):
    cells = [(0, 0), (1, 0), (2, 0)] if across else [(0, 0), (0, 1), (0, 2)]
    for path in some(around(cells, figure.themes.load("classic"), "mark")):
        covered = scene.outline_box(path.outline).grown(path.stroke.width / 2)
        assert covered.holds(Box(0.2, 0.2, 9.8, 9.8))
        corner = scene.flattened(path.outline)[0]
        assert min(p.distance(Point(0.2, 0.2)) for p in corner) < 1.2


def test_the_last_move_does_not_strike_a_size():
    turn = ATREYA.start().take_turn("r:brgbbg@-1,0")
    made = figure.of(turn.after, last=str(turn.move), turn=turn, show=["sizes"])
    names = [group.name for group in made.panels[0].items]
    outline = max(k for k, group in enumerate(made.panels[0].items) if group.name == "marks")
    assert names[outline + 1 :] == ["overlays"], "the sizes lie above the outline"


def test_crops_stand_in_the_middle_of_the_boards_beside_them():
    whole = figure.of(SQUARE, caption="", labels=False)
    part = figure.of(SQUARE, caption="", labels=False, crop="a1")
    both = figure.side_by_side([whole, part], size=120)
    one, two = [i.transform for i in named(both.scene().items, "panel")]
    middles = [t.apply(p.box.centre).y for t, p in zip((one, two), both.panels, strict=True)]
    assert middles[0] == pytest.approx(middles[1])


@pytest.mark.parametrize("size", [70, 45, 40])
def test_labels_leave_the_coordinates_of_tiles_and_cells_free(size):
    marks = "label A 0,0; label B 0,1; label C 1,0; number -1,2"
    show = ["coords", "cells"]
    made = figure.of(ATREYA.start(), caption="", size=size, show=show, marks=marks).scene()
    panel = named(made.items, "panel")[0]
    bare = figure.of(ATREYA.start(), caption="", size=size, show=show).scene()
    coordinates = named(bare.items, "coordinate")
    assert len(coordinates) == 6
    signs = [
        sign
        for mark in scene.walk([panel])
        if getattr(mark, "name", "") in ("mark mark-label", "mark mark-number")
        for sign in mark.items
    ]
    assert len(signs) == 4
    for sign in signs:
        outline = scene.flattened(sign.items[0].outline)[0]
        ring = [sign.transform.apply(point) for point in outline]
        low, left, right = max(p.y for p in ring), min(p.x for p in ring), max(p.x for p in ring)
        for text in coordinates:
            at = text.middle
            high = at.y - text.size * scene.CAP_HEIGHT / 2
            assert low <= high or not left < at.x < right or low > at.y + text.size + 5


def test_players_numbers_that_have_no_room_are_left_out_with_a_note():
    made = figure.of(TABLE, caption="", size=11).scene()
    assert not named(made.items, "player")
    assert "1 player" in " ".join(made.notes) or "2 players" in " ".join(made.notes)
