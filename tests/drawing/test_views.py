"""Figures for light and dark pages, seen from a player's side, saved by themselves; labels without end."""

import math
import re
from xml.etree import ElementTree as ET

import pytest

import engine
from engine import OptionError, figure
from engine.drawing import scene, theme
from tests.paths import ROOT

GAMES = ("astralis", "atreya", "abstrakto", "aathenuo")


def late(name):
    """Return a position from the end of a game's example record."""
    record = engine.record.load(ROOT / "templates" / "examples" / f"{name}-game.txt")
    return list(record.positions())[-2]


def texts(made):
    return [i for i in scene.walk(made.scene().items) if isinstance(i, scene.Text)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("pair", ["classic/dark", "classic/mono"])
def test_one_svg_has_two_palettes(name, pair):
    text = figure.of(late(name), theme=pair, legend=True).svg()
    ET.fromstring(text.encode())
    light, dark = (theme.load(one) for one in pair.split("/"))
    for words in ("prefers-color-scheme:dark", "[data-md-color-scheme=slate]"):
        assert words in text
    paper = re.search(r'<rect class="paper[^>]* fill="([^"]+)"', text)
    assert paper[1] == light.role("paper"), "without a style the page is light"
    ink = f"fill-{light.role('ink')[1:]}-{dark.role('ink')[1:]}"
    assert f".{ink}{{fill:var(--{ink},{light.role('ink')})}}" in text
    assert f"--{ink}:{dark.role('ink')}" in text


@pytest.mark.parametrize(
    ("name", "degrees"), [("astralis", 60), ("atreya", 240), ("abstrakto", 90), ("aathenuo", 270)]
)
def test_a_board_turns_and_texts_stay_upright(name, degrees):
    position = late(name)
    plain, made = (figure.of(position, turned=d, caption="") for d in (0, degrees))
    assert sorted(t.text for t in texts(plain)) == sorted(t.text for t in texts(made))
    assert figure.of(position, turned=360, caption="").svg() == plain.svg()
    place = engine.game(name).draw(position, theme=theme.load("classic"), show=frozenset()).focus[0]
    dots = []
    for turned in (0, degrees):
        shown = figure.of(position, turned=turned, marks=f"dot {place}", caption="").panels[0]
        (group,) = (g for g in scene.walk(shown.items) if getattr(g, "name", "") == "mark mark-dot")
        board = next(g for g in shown.items if g.name == "board")
        assert shown.box.has((group.items[0].x, group.items[0].y))
        assert board.items
        dots.append(group.items[0])
    assert math.dist(dots[0][:2], dots[1][:2]) > 1


@pytest.mark.parametrize(("name", "degrees"), [("astralis", 60), ("atreya", 60), ("aathenuo", 180)])
def test_a_turned_picture_is_as_large_as_its_board(name, degrees):
    plain, made = (figure.of(late(name), turned=d).panels[0] for d in (0, degrees))
    assert made.box.width * made.box.height < 1.3 * plain.box.width * plain.box.height
    layers = (item for item in made.items if item.name in ("board", "pieces", "overlays"))
    assert all(made.box.holds(box) for layer in layers for box in scene.boxes(layer))


@pytest.mark.parametrize(
    ("name", "view", "degrees"),
    [("astralis", "y", 0), ("astralis", "c", 180), ("abstrakto", "o", 180), ("atreya", "g", 180)],
)
def test_a_player_sits_below(name, view, degrees):
    position = late(name)
    assert figure.of(position, view=view).svg() == figure.of(position, turned=degrees).svg()


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"view": "x"}, "no player 'x' here; the players are b and o"),
        ({"turned": 60}, "this board turns by 90 degrees or a multiple, not by 60"),
        ({"turned": 90, "view": "o"}, "a figure has a view or is turned by degrees, not both"),
    ],
)
def test_views_that_are_not_there(look, message):
    with pytest.raises(OptionError, match=message):
        figure.of(late("abstrakto"), **look)
