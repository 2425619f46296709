"""Astralis's example figures and sample game: what the captions say is what the engine finds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import engine
from engine import record
from engine.drawing import marks, scene
from engine.drawing import theme as themes
from engine.drawing.writers import svg
from engine.games.astralis import drawing
from engine.games.astralis.diagram import WIDTH
from engine.games.astralis.events import Bonus, Extracted, StonePlaced
from generator.illustrating import rulebook
from tests import paths
from tests.cases import some
from tests.reference import astralis as slow

EXAMPLES = paths.ROOT / "templates" / "examples"
GAME = engine.game("astralis")
CLASSIC = themes.load("classic")
BOOK = rulebook.load(str(EXAMPLES / "astralis.toml"))
FIGURES = {figure.name: figure for figure in BOOK.spec.figures}

#: The directions of the compass as steps of letter and number (rule 1.2).
COMPASS = {"E": (0, 1), "NE": (1, 1), "NW": (1, 0), "W": (0, -1), "SW": (-1, -1), "SE": (-1, 0)}


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


def numbers(text):
    return [int(found) for found in re.findall(r"[0-9]+", text)]


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


def ray(position, start, direction):
    """Return the hexes from a hex to the board's edge."""
    hexes = {slow.label(position.side, cell) for cell in slow.cells(position.side)}
    (letter, number), (up, along) = (ord(start[0]), int(start[1:])), COMPASS[direction]
    found = []
    while True:
        letter, number = letter + up, number + along
        hex_ = f"{chr(letter)}{number}"
        if hex_ not in hexes:
            return found
        found.append(hex_)


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


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_in_every_theme(name, theme):
    figure = FIGURES[name]
    panels = tuple(replace(panel, theme=theme) for panel in figure.panels)
    made = BOOK.make(replace(figure, panels=panels))
    assert 90 <= made.scene.width <= 160, "as wide as a page's text, or less"
    text = svg.write_text(made.scene)
    assert 'role="img"' in text
    words = " ".join(i.text for i in scene.walk(made.scene.items) if i.name == "caption")
    for said in some(filter(None, (made.caption, *(panel.caption for panel in panels)))):
        assert said in words, "the caption is drawn, line by line"


# -------------------------------------------------------------------------------- one by one


def test_starting_setup():
    """Each ship goes on a highlighted hex, yellow's first (rule 3.1)."""
    panel, position, _ = seen("starting-setup")
    yellow, cyan = position.berths("y"), position.berths("c")
    assert yellow == {f"a{k}" for k in range(2, 8)}
    assert cyan == {f"o{k}" for k in range(9, 15)}
    assert panel.show == ("start-rows",)
    assert drawn_on(position, "start-rows", "start-row") == yellow | cyan
    assert position.turn == "y"
    assert {str(move) for move in position.legal_moves()} == yellow
    second = position.play("a4")
    assert second.turn == "c"
    assert {str(move) for move in second.legal_moves()} == cyan


def test_ship_movement():
    """Over the own planet a, not past the planet b or the ship c to the southwest (rule 4.1)."""
    panel, position, _ = seen("ship-movement")
    at, ship = marked(panel), position.ship("y")
    assert (position.turn, ship) == ("y", "g8")
    east, west = ["g9", "g10", "g11"], ["g7", "g5", "g4", "g3", "g2"]
    north, south = ["h8", "h9", "i10", "j11"], ["f7", "f8", "e8", "d8", "c8"]
    reach = {*east, *west, *north, *south}
    assert position.ship_targets() == reach
    assert drawn_on(position, "ship-moves", "usable") == reach

    (over,) = (line for d in COMPASS if at["a"] in (line := ray(position, ship, d)))
    assert at["a"] in position.stones("y") - reach
    assert over.index(at["a"]) > 0
    assert set(over) - {at["a"]} <= reach, "the ship flies on behind a"
    (barred,) = (line for d in COMPASS if at["b"] in (line := ray(position, ship, d)))
    assert at["b"] in position.stones("c")
    southwest = ray(position, ship, "SW")
    assert at["c"] == position.ship("c")
    assert "southwest" in caption("ship-movement")
    for line, block in ((barred, at["b"]), (southwest, at["c"])):
        k = line.index(block)
        assert set(line[:k]) <= reach
        assert line[k + 1 :], "there is something behind it"
        assert not set(line[k:]) & reach
    for direction in ("E", "NE", "SE"):
        assert set(ray(position, ship, direction)) <= reach, "nothing else is in the way"


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


def test_planet_locations_say_why():
    (a, free, _), (b, beside, _), (c, shut, _), (d, held, _) = (
        seen("planet-locations", number) for number in range(4)
    )
    assert "all six adjacent hexes" in a.caption
    assert len(free.placements("b2").usable) == 6
    assert "next to the yellow one placed before" in b.caption
    planets = beside.stones("y") | beside.stones("c")
    for dot in ("d2", "e4"):
        assert around(beside, dot) & planets == {"e3"} <= beside.stones("y")
    assert "no adjacent hex" in c.caption
    assert not shut.placements("f3").usable
    assert "the hex of the opponent's ship" in d.caption
    assert held.ship("c") == "g7"
    assert "g7" not in held.explored, "only the ship is in the way"


@pytest.mark.parametrize("number", range(4))
def test_planet_placement(number):
    """The captions' gains are the change of control that the move brings (rules 2.1 and 4.4)."""
    panel, after, before = seen("planet-placement", number)
    letter = panel.caption[0]
    (move,) = panel.source.play
    assert before == BOOK.timeline(BOOK.spec.positions["expanding"]).shown
    gain, loss = (len(after.controlled(p)) - len(before.controlled(p)) for p in "yc")
    at, said = marked(panel), numbers(panel.caption)
    events = before.events(move)
    placed = [event.hex for event in events if isinstance(event, StonePlaced)]
    bonus = [event.hex for event in events if isinstance(event, Bonus)]
    assert not any(isinstance(event, Extracted) for event in events)
    if letter == "a":
        assert [gain] == said == [7]
        assert (loss, bonus, placed) == (0, [], [at["a"]])
        assert not around(before, at["a"]) & before.explored
    elif letter == "b":
        already = around(before, at["b"]) & before.controlled("y")
        assert [gain, gain - len(bonus), len(already), len(bonus)] == said == [6, 5, 2, 1]
        assert (loss, placed) == (0, [at["b"]])
        assert at["dot", "green"] == [set(bonus)]
        assert bonus[0] not in before.explored
        assert around(after, bonus[0]) <= after.controlled("y")
        assert not around(before, bonus[0]) <= before.controlled("y")
    elif letter == "c":
        assert (gain, loss, placed, bonus, said) == (0, 0, [], [], [])
        assert after.ship("y") == at["c"] == move
        assert not before.placements(move).usable
        assert not [m for m in before.legal_moves() if str(m).startswith(f"{move}+")]
    else:
        assert [gain, -loss, gain - loss] == said == [5, 2, 7]
        assert (placed, bonus) == ([at["d"]], [])


@pytest.mark.parametrize("number", range(4))
def test_yellow_borders_hold_what_changed(number):
    panel, after, before = seen("planet-placement", number)
    assert panel.show == ("changes",)

    def holder(position, hex_):
        holders = [p for p in "yc" if hex_ in position.controlled(p)]
        return holders, hex_ in position.contested, hex_ in position.stones("y")

    hexes = [slow.label(after.side, cell) for cell in slow.cells(after.side)]
    assert after.changed() == {h for h in hexes if holder(after, h) != holder(before, h)}
    borders = GAME.draw(after, theme=CLASSIC, show=frozenset({"changes"})).overlays
    assert [item.name for item in borders] == ["changes"] * bool(after.changed())
    for border in borders:
        assert border.items[-1].stroke.colour == CLASSIC.slot("yellow").fill


# ------------------------------------------------------------------------ bonus planets, a, b


def test_bonus_targeted():
    """A planet on a white dot would win each player the highlighted hex (rules 4.4 and 4.5)."""
    panel, position, _ = seen("bonus-targeted")
    at = marked(panel)
    yellow, cyan = "h8", "c3"
    assert at["dot", "white"] == [{yellow, cyan}]
    assert position.threats("y") == {at["a"]: {yellow}}
    assert position.threats("c") == {at["b"]: {cyan}}
    assert panel.show == ("threats",)
    assert drawn_on(position, "threats", "threat") == {at["a"], at["b"]}
    assert at["a"] not in position.explored
    assert at["b"] in position.stones("y")
    for dot in (yellow, cyan):
        assert dot not in position.explored


def test_bonus_surrounded():
    """The normal expansions alone: the awards of the next figure are all that is missing."""
    panel, position, _ = seen("bonus-surrounded")
    at = marked(panel)
    aims, targeted, _ = seen("bonus-targeted")
    assert [marked(aims)[letter] for letter in "ab"] == [at["a"], at["b"]]
    assert position.stones("y") == targeted.stones("y") | {"h8"}
    assert position.stones("c") == targeted.stones("c") | {"c3"}
    ring_a, ring_b = around(position, at["a"]), around(position, at["b"])
    assert len(ring_a) == len(ring_b) == 6
    assert ring_a <= position.controlled("y")
    assert at["a"] not in position.explored
    assert ring_b <= position.contested
    assert at["b"] in position.stones("y")
    assert at["outline", "white"] == [ring_a, ring_b]


def test_bonus_awarded():
    panel, position, before = seen("bonus-awarded")
    at = marked(panel)
    _, targeted, _ = seen("bonus-targeted")
    _, surrounded, _ = seen("bonus-surrounded")
    first, second = panel.source.play
    assert targeted.play(first) == before
    assert Bonus("y", at["a"]) in targeted.events(first)
    assert Extracted("c", at["b"]) in before.events(second)
    assert at["dot", "green"] == [{at["a"], at["b"]}]
    assert position.stones("y") == surrounded.stones("y") - {at["b"]} | {at["a"]}
    assert position.stones("c") == surrounded.stones("c") | {at["b"]}
    assert [position.ship(p) for p in "yc"] == [surrounded.ship(p) for p in "yc"]
    assert position.turn == surrounded.turn == "y"

    ring = around(position, at["b"])
    won = {hex_ for hex_ in ring if not around(position, hex_) & position.stones("y")}
    assert won, "some hexes come with the planet"
    assert ring - won, "some stay contested"
    assert won == ring & position.controlled("c")
    assert ring - won == ring & position.contested


def test_a_surrounded_planet_is_always_replaced():
    _, _, before = seen("bonus-awarded")
    moves = [str(move) for move in before.legal_moves() if "+c3" in str(move)]
    assert moves
    assert all(move.endswith("xe4") for move in moves)


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


def test_the_sample_games_comments():
    game = record.load(EXAMPLES / "astralis-game.txt")
    positions = list(game.positions())
    told = {k: " ".join(group) for k, group in enumerate(game.comments) if group}
    assert len(told) == 10

    def lead(k):
        scores = positions[k].scores()
        return scores["y"] - scores["c"]

    def comment(words):
        ((k, text),) = ((k, text) for k, text in told.items() if words in text)
        return k, text

    k, _ = comment("swings by 3.5")
    assert (lead(k - 1), lead(k)) == (3.5, -3.5)
    k, text = comment("fourth bonus")
    bonuses = [
        event
        for position, move in zip(positions, game.moves[:k], strict=False)
        for event in position.events(move)
        if isinstance(event, Bonus) and event.player == "y"
    ]
    assert len(bonuses) == 4
    assert lead(k) == 10.5
    assert "10.5" in text
    k, _ = comment("can be conquered")
    assert positions[k].threats("c") == {"i13": {"j15"}}
    k, _ = comment("No hex in reach")
    assert not [m for m in positions[k - 1].legal_moves() if "+" in str(m)]
    k, text = comment("67.5 to 63")
    assert positions[k].scores() == {"y": 63, "c": 67.5}
    assert Extracted("c", "i13") in positions[k - 1].events(game.moves[k - 1])
    k, text = comment("65 to 63.5")
    assert positions[k].scores() == {"y": 65, "c": 63.5}
    drawn = [mark.verb for text in told.values() for mark in marks.parse_comment(text)]
    assert set(drawn) == {"ring", "dot"}
