"""Astralis's example figures and sample game: what the captions say is what the engine finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine import record
from engine.drawing import marks, scene
from engine.drawing import theme as themes
from engine.games.astralis import drawing
from engine.games.astralis.diagram import WIDTH
from generator.illustrating import rulebook
from tests import paths
from tests.cases import some
from tests.reference import astralis as slow

EXAMPLES = paths.ROOT / "templates" / "examples"
GAME = engine.game("astralis")
CLASSIC = themes.load("classic")
BOOK = rulebook.load(str(EXAMPLES / "astralis.toml"))
FIGURES = {figure.name: figure for figure in BOOK.spec.figures}


def seen(name, number=0):
    """Return a picture's settings, its position, and the one its last move was played in."""
    panel = FIGURES[name].panels[number]
    timeline = BOOK.timeline(panel.source)
    before = timeline.position(timeline.at - 1) if timeline.at else None
    return panel, timeline.shown, before


def caption(name):
    """Return a figure's own caption: that of its only picture, or the one below its panels."""
    figure = FIGURES[name]
    return figure.caption or figure.panels[0].caption or ""


def marked(panel):
    """Return where the picture's marks are: label texts to places, and (verb, colour) to places."""
    found = {}
    for mark in (m for text in panel.marks for m in marks.parse(text)):
        if mark.verb == "label":
            found[mark.text] = mark.places[0]
        else:
            found.setdefault((mark.verb, mark.colour), []).append(set(mark.places))
    return found


def around(position, hex_):
    """Return a hex's neighbours, from the slow reference."""
    side = position.side
    (cell,) = (cell for cell in slow.cells(side) if slow.label(side, cell) == hex_)
    return {slow.label(side, near) for near in slow.around(side, cell)}


def drawn_on(position, show, name):
    """Return the hexes on which an overlay draws shapes of a class name."""
    picture = GAME.draw(position, theme=CLASSIC, show=frozenset({show}))
    places = {
        tuple(round(v, 3) for v in drawing.centre(cell, WIDTH)): slow.label(position.side, cell)
        for cell in slow.cells(position.side)
    }
    found = set()
    for item in scene.walk((*picture.board, *picture.overlays)):
        if name in getattr(item, "name", "").split():
            shapes = item.items[:1] if isinstance(item, scene.Group) else (item,)
            for shape in shapes:
                found |= {
                    places[round(x, 3), round(y, 3)]
                    for x, y in (
                        [(shape.x, shape.y)]
                        if isinstance(shape, scene.Circle)
                        else middles(shape.outline)
                    )
                }
    return found


def middles(outline):
    """Return the centres of the polygons in an outline."""
    points = []
    for segment in outline:
        if isinstance(segment, scene.MoveTo):
            points.append([])
        if not isinstance(segment, scene.Close):
            points[-1].append((segment.x, segment.y))
    return [tuple(sum(axis) / len(axis) for axis in zip(*loop, strict=True)) for loop in points]


# ------------------------------------------------------------------------------- all of them


#: The figures in the rulebook's order, and how their captions begin.
TITLES = {
    "starting-setup": "Starting set-up. ",
    "ship-movement": "Ship movement. ",
    "planet-locations": "Potential planet locations. ",
    "planet-placement": "Planet placement examples. ",
    "bonus-targeted": "Bonus planets, targeted. ",
    "bonus-surrounded": "Bonus planets, surrounded. ",
    "bonus-awarded": "Bonus planets, awarded, ",
}


def test_the_seven_figures_in_order():
    assert list(FIGURES) == list(TITLES)
    for name, title in TITLES.items():
        assert caption(name).startswith(title)
    for name in ("planet-locations", "planet-placement"):
        assert [panel.caption[:3] for panel in FIGURES[name].panels] == ["a: ", "b: ", "c: ", "d: "]


# -------------------------------------------------------------------------------- one by one


#: Where the ship stands, the white dots and the red ones.
LOCATIONS = {
    "a": ("b2", "a1 a2 b1 b3 c2 c3", ""),
    "b": ("d3", "c2 c3 d4", "d2 e4"),
    "c": ("f3", "", "e2 f2 f4 g4"),
    "d": ("f7", "e6 e7 f6 f8 g8", "g7"),
}


@pytest.mark.parametrize("number", range(4))
def test_planet_locations(number):
    """White dots are usable, red ones are not (rule 4.3)."""
    panel, position, _ = seen("planet-locations", number)
    letter = panel.caption[0]
    hex_, *dots = LOCATIONS[letter]
    white, red = (set(text.split()) for text in dots)
    assert marked(panel) == {letter: hex_}
    assert (position.turn, position.ship("y")) == ("y", hex_)
    usable, unusable = position.placements(hex_)
    planets = position.stones("y") | position.stones("c")
    assert usable == white == drawn_on(position, "placements", "usable")
    assert drawn_on(position, "placements", "unusable") == red
    assert unusable == red | planets & around(position, hex_)
    for dot in red:
        assert around(position, dot) & planets or dot == position.ship("c")

    base = BOOK.timeline(BOOK.spec.positions["landing"]).shown
    assert hex_ in base.ship_targets(), "each is a move from one position"
    turns = {str(move) for move in base.legal_moves() if str(move).startswith(f"{hex_}+")}
    assert turns == {f"{hex_}+{dot}" for dot in usable}
    assert str(base.play(hex_)).split()[0] == str(position).split()[0]


# ------------------------------------------------------------------------ bonus planets, a, b


def test_a_ship_in_the_hex_delays_the_bonus():
    """Were cyan's ship in the hex a, the planet would come when it moves (rules 4.2 and 4.4)."""
    panel, targeted, _ = seen("bonus-targeted")
    hex_ = marked(panel)["a"]
    state = slow.parse(str(targeted))
    (cell,) = (c for c in slow.cells(state.side) if slow.label(state.side, c) == hex_)
    held = GAME.parse(slow.format(replace(state, ships={**state.ships, "c": cell})))
    placed = held.play("i8+h8")
    assert held.written("i8+h8") == "i8+h8"
    assert hex_ not in placed.stones("y")
    moves = [str(move) for move in placed.legal_moves()]
    assert moves
    assert all(f"(+{hex_})" in move for move in moves)
    assert all(hex_ in placed.play(move).stones("y") for move in some(moves[:5]))
    assert "when that ship moves" in caption("bonus-awarded")


# ---------------------------------------------------------------------------- the sample game


def test_the_sample_game():
    """A whole game in order, within the box, with a conquest that does not win."""
    text = (EXAMPLES / "astralis-game.txt").read_text("utf-8")
    game = record.loads(text)
    assert record.check(game) == []
    assert record.format_record(game) == text
    positions = list(game.positions())
    last = positions[-1]
    assert (last.side, last.variant.name, last.is_over) == (8, "standard", True)
    assert all(len(last.stones(player)) <= 30 for player in "yc")
    assert GAME.needs(positions) == ()
    written = [p.written(m) for p, m in zip(positions, game.moves, strict=False)]
    assert written == list(game.moves), "every move is written in full"
    assert record.result(last) == game.result == "y+1.5"
    assert any("x" in move for move in game.moves[1::2])
    assert last.winners() == ("y",)
