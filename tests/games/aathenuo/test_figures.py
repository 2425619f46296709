"""Aathenuo's example figures: every fact their captions claim, worked out by the engine."""

import pytest

import engine
from engine.drawing import theme
from engine.drawing.scene import Group, Text, Use, walk
from generator import cli
from generator.illustrating import rulebook
from tests.cases import some
from tests.paths import ROOT

SPEC = ROOT / "templates" / "examples" / "aathenuo.toml"
RECORD = SPEC.with_name("aathenuo-game.txt")
BOOK = rulebook.load(str(SPEC))
FIGURES = {spec.name: spec for spec in BOOK.spec.figures}
NAMES = ("One", "Two", "Three", "Four")

#: Figure -> its examples, and what is wrong with each.
EXAMPLES = {
    "same-number": (("r5,y5,g5", ()), ("r5,y5,r5", ("red twice",))),
    "same-colour": (
        ("r3,r4,r5", ()),
        ("r3,r4,y5", ("colours mixed",)),
        ("r3,r4,r6", ("not in sequence",)),
    ),
    "adjacent": (
        ("r3,r4,r5,.,./.,.,.,.,./.,.,y5,g5,b5", ()),
        ("r3,r4,r5,.,./.,.,y5,g5,b5", ("a pair",)),
    ),
    "star": (("b6,b*,b8", ()), ("b7,b8,b*", ("a star as 9",))),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_faulty_where_their_captions_say_so(name):
    panels, figure = FIGURES[name].panels, BOOK.make(FIGURES[name]).scene
    assert [panel.source.example for panel in panels] == [text for text, _ in EXAMPLES[name]]
    for panel, (text, wrong) in zip(panels, EXAMPLES[name], strict=True):
        look = {"theme": theme.load("classic"), "show": frozenset({"faults"})}
        assert engine.game("aathenuo").draw_example(text, **look).remarks == wrong
        assert panel.caption.startswith("Incorrect:" if wrong else "Correct:")
    items = list(walk(figure.items))
    wrong = [brief for _, briefs in EXAMPLES[name] for brief in briefs]
    assert sum(isinstance(i, Group) and i.name == "wrong" for i in items) == len(wrong)
    assert [i.text for i in items if isinstance(i, Text) and i.name == "remark"] == wrong
    assert figure.description.count("Not allowed:") == len(wrong)


def test_the_figures_are_the_turns_in_order(capsys):
    positions = list(engine.record.load(RECORD).positions())
    assert len(positions) == 7
    for step in some(range(1, 7)):
        figure = FIGURES[f"sample-{step}"]
        (panel,) = figure.panels
        assert BOOK.timeline(panel.source).shown == positions[step]
        items = walk(BOOK.make(figure).scene.items)
        tiles = [item for item in items if isinstance(item, Use) and item.name == "tile"]
        assert len(tiles) == len(positions[step].table)
        caption = panel.caption or figure.caption
        assert caption.startswith(f"{step}. Player {NAMES[(step - 1) % 4]} ")
        assert positions[step - 1].turn == str((step - 1) % 4 + 1)
    assert cli.run(["check", str(RECORD)]) == 0
    capsys.readouterr()
