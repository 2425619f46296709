"""Figures: marks on every kind of place, crops, captions, words, views for every page and side, arenas."""

import math
import re
from xml.etree import ElementTree as ET

import pytest

import engine
from engine import figure
from engine.drawing import (
    scene,
    theme,
    writers,
)
from engine.drawing.marks import VERBS
from engine.drawing.writers import svg
from engine.errors import NotationError, OptionError
from tests.cases import ROOT, some

SVG = "{http://www.w3.org/2000/svg}"
ATREYA = engine.game("atreya")
START = ATREYA.start()
CLASSIC = theme.load("classic")

#: One place of Atreya's start arena of each kind, and an empty cell.
PLACES = ("0,0", "-1,0", "0,1/NE", "-1,1/W-SW", "0,0.se", "0,1.c")


def drawing(position=START, **more):
    return ATREYA.draw(position, theme=CLASSIC, show=frozenset(more.get("show", ())))


def parsed(picture):
    return ET.fromstring(svg.write_text(picture))


def classes(picture):
    return {name for e in parsed(picture).iter() for name in e.get("class", "").split()}


# ------------------------------------------------------------------------------------- marks


@pytest.mark.parametrize("name", ["classic", "mono"])
@pytest.mark.parametrize("verb", VERBS)
def test_every_mark_shows_on_every_kind_of_place(verb, name):
    text = "a " if VERBS[verb].has_text else ""
    for place in PLACES:
        other = "1,0" if VERBS[verb].least == 2 else ""
        plain = figure.of(START, theme=name, caption="").scene()
        marked = figure.of(
            START, theme=name, caption="", marks=f"{verb}:yellow {text}{place} {other}"
        ).scene()
        found = [e for e in parsed(marked).iter(f"{SVG}g") if e.get("class") == f"mark mark-{verb}"]
        assert len(found) == (2 if verb == "arrow" else 1)
        assert all(map(len, found))
        assert writers.write(marked, ".pdf") != writers.write(plain, ".pdf")


def test_an_arrow_must_lead_somewhere():
    with pytest.raises(NotationError, match="leads nowhere"):
        figure.of(START, marks="arrow 0,0/NE 0,1/SW")


# ------------------------------------------------------------------------------------ places


@pytest.mark.parametrize(
    "text",
    ["", "0", "0,0,0", "00,0", "+1,0", "-0,0", "0,0/", "0,0/N", "0,0/E-W", "0,0/E-E", "0,0.x",
     "0,0.", "4,1", "99,99", "9999999999,0", "٠,0", "0,0/ENE", " 0,0", "0,0\n", "0,0.ne-e"],
)  # fmt: skip
def test_what_is_no_place(text):
    with pytest.raises(NotationError) as caught:
        drawing().place(text)
    assert caught.value.expected
    assert len(str(caught.value)) < 300


# ------------------------------------------------------------------------------------- arena


OVERLAYS = {
    "cells": ("free-cell", 3),
    "pinned": ("pin", 3),
    "sizes": ("size", 6),
    "closed": ("closed-shape", 3),
    "open": ("open", 1),
    "coords": ("coordinate", 3),
}


@pytest.mark.parametrize(("overlay", "expected"), OVERLAYS.items())
def test_overlays(overlay, expected):
    name, count = expected
    elements = [
        e
        for e in parsed(figure.of(START, show=[overlay]).scene()).iter()
        if name in e.get("class", "").split() and (name != "size" or e.tag == f"{SVG}g")
    ]
    assert len(elements) == count
    assert overlay in ATREYA.overlays


# ---------------------------------------------------------------------- size, crop and caption


def test_crops():
    whole = figure.of(START, caption="").scene()
    assert figure.of(START, caption="", crop="focus").scene().width == pytest.approx(
        whole.width, abs=0.5
    )
    for crop in ("0,0", ["0,0"], ("0,0/NE", "0,0/SW", "0,0")):
        part = figure.of(START, caption="", crop=crop).scene()
        assert part.height < whole.height * 0.8
        assert part.items[0].items[0].clip, "it is cut to its window"
    with pytest.raises(NotationError, match="no place '77,0'"):
        figure.of(START, crop="0,0 77,0")
    with pytest.raises(NotationError, match="no place '77,0'"):
        figure.of(START, crop=["77,0"])


def texts_of(picture):
    return [item.text for item in picture.items if isinstance(item, scene.Text)]


# -------------------------------------------------------------------------------- last move


def test_the_last_move_is_outlined_and_told():
    move = next(m for m in START.legal_moves() if m.cell == (1, 0))
    after = START.play(move)
    known = figure.of(after, last=move, turn=START.take_turn(move))
    assert "mark-outline" in classes(known.scene())
    assert "Last move: Red places a green tile at 1,0." in known.description
    assert f"Last move: {move}." in figure.of(after, last=str(move)).description
    with pytest.raises(engine.InvalidMoveError):
        figure.of(after, last="nonsense")


# ------------------------------------------------------------------------------------- words


def test_titles_and_descriptions_are_read_back():
    made = figure.of(START, marks="dot:white 0,0; arrow 0,0 1,0", show=["cells"])
    root = parsed(made.scene())
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [title.get("id"), desc.get("id")]
    assert title.text == "Atreya: red to move"
    for words in (
        "It is red's turn. The scores are red 0 and green 0.",
        "a blue tile at 0,0 and",
        "the edges of the tile at 0,0 are blue, red, green, blue, blue and blue.",
        "3 cells can take a tile: -1,0, -1,2 and 1,0.",
        "Marked: white dot on 0,0; arrow from 0,0 to 1,0.",
    ):
        assert words in desc.text
    own = parsed(figure.of(START, title="A <b> & c", description='"x"').scene())
    assert own.find(f"{SVG}title").text == "A <b> & c"
    assert own.find(f"{SVG}desc").text == '"x"'


# ------------------------------------------------------------------------------------ panels


def test_panels_stand_side_by_side():
    one = figure.of(START, caption="left")
    both = figure.side_by_side([one, figure.of(START, caption="right")], caption="Both.", size=90)
    picture = both.scene()
    first, second = (item for item in picture.items if isinstance(item, scene.Group))
    assert picture.width == 90
    assert first.transform.a == second.transform.a
    assert first.transform.f == second.transform.f
    assert first.transform.e < second.transform.e
    assert texts_of(picture) == ["left", "right", "Both."]
    assert picture.description.startswith("Both. It is red's turn. The scores are")
    assert picture.description.endswith(" of size 1. Panel 1: left. Panel 2: right.")
    assert picture.title == "Atreya, 2 panels"


@pytest.mark.parametrize(
    ("count", "settings", "message"),
    [
        (0, {}, "at least one"),
        (2, {"columns": 3}, "3 columns"),
        (2, {"columns": 0}, "0 columns"),
        (8, {"size": 40}, "leave no room for 8 panels"),
    ],
)
def test_impossible_panels(count, settings, message):
    with pytest.raises(OptionError, match=message):
        figure.side_by_side([figure.of(START)] * count, **settings).scene()
    with pytest.raises(OptionError, match="same theme"):
        figure.side_by_side([figure.of(START), figure.of(START, theme="dark")])


def test_ids_on_one_page_mean_the_same():
    pictures = [figure.of(START), figure.of(START, show=["cells"]), figure.of(START, crop="0,0")]
    known = {}
    for picture in some(pictures):
        for element in some(parsed(picture.scene()).iter()):
            if element.get("id"):
                text = ET.tostring(element)
                assert known.setdefault(element.get("id"), text) == text
    assert len(known) > 8


def test_class_names_are_as_documented():
    made = figure.of(START, show=ATREYA.overlays, marks="dot 0,0; fill 1,0").scene()
    named = {"panel", "board", "overlays", "labels", "marks", "mark", "mark-dot", "mark-fill",
             "caption", "paper", "tile", "boundary", "hairline", "tile-edge", "rim", "red",
             "free-cell", "pin", "size", "open", "closed-shape", "coordinate"}  # fmt: skip
    assert named <= classes(made)
    assert all(name in figure.__doc__ for name in some(named - {"red", "mark-fill"}))


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
