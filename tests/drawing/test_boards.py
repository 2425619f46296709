"""Boards in figures: labels round them, crops that go on, labels that find a place, plates."""

import re
from itertools import combinations, product

import pytest

import engine
from engine import figure
from engine.drawing import fonts, scene, theme
from engine.geometry.plane import Box, Transform
from generator import cli
from tests import records
from tests.cases import some

ABSTRAKTO, AATHENUO, ASTRALIS, ATREYA = (
    engine.game(name) for name in ("abstrakto", "aathenuo", "astralis", "atreya")
)
SQUARE = ABSTRAKTO.start()
HEXES = ASTRALIS.parse("6/7/3C2C1/4c4/2Y1yY4/8C2/10/4Y4/8/7/6 y standard")
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
    edges = named(made.panels[0].items, "cut")
    found = sum(isinstance(s, scene.MoveTo) for path in edges for s in path.outline)
    assert found == cut


@pytest.mark.parametrize("crop", ["focus", "b6 c5 c6", "a1 b1"])
def test_no_label_touches_the_edge_of_a_crop(crop):
    made = figure.of(HEXES, crop=crop, caption="")
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


# --------------------------------------------------------------------------- the command line


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
