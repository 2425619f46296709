"""The levels on the page are those of the manual's table."""

import re

import engine
from engine.play.players import levels
from tests.cases import some
from tests.paths import ROOT

#: How a row begins -> the starts that it is about.
ROWS = {
    "Atreya, mode `max`": [("atreya", {"mode": "max"})],
    "Atreya, modes `sum` and `dom`": [("atreya", {"mode": "sum"}), ("atreya", {"mode": "dom"})],
    "Abstrakto": [("abstrakto", {})],
    "Astralis": [("astralis", {}), ("astralis", {"side": "5", "variant": "beeline"})],
    "Aathenuo": [("aathenuo", {"seed": "1"}), ("aathenuo", {"seed": "1", "players": "4"})],
}


def test_the_manual_tells_the_levels():
    text = (ROOT / "docs" / "players.md").read_text("utf-8").partition("## Levels")[2]
    rows = {row[1]: row[2] for row in re.finditer(r"^\| (\w.*?) \| (`.*) \|$", text, re.MULTILINE)}
    assert set(rows) == set(ROWS)
    for row, starts in some(ROWS.items()):
        for game, settings in some(starts):
            said = tuple(re.findall("`(.*?)`", rows[row]))
            assert said == levels(engine.game(game).begin(settings))
