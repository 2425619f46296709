"""Astralis's example figures and sample game: what the captions say is what the engine finds."""

from __future__ import annotations

import engine
from engine import record
from generator.illustrating import rulebook
from tests import paths

EXAMPLES = paths.ROOT / "templates" / "examples"
GAME = engine.game("astralis")
BOOK = rulebook.load(str(EXAMPLES / "astralis.toml"))
FIGURES = {figure.name: figure for figure in BOOK.spec.figures}


def caption(name):
    """Return a figure's own caption: that of its only picture, or the one below its panels."""
    figure = FIGURES[name]
    return figure.caption or figure.panels[0].caption or ""


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
