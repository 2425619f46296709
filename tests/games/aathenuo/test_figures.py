"""Aathenuo's example figures: every fact their captions claim, worked out by the engine."""

import pytest

import engine
from engine.drawing.scene import Group, Text, Use, walk
from engine.games.aathenuo import examples
from engine.games.aathenuo.table import faults
from generator import cli
from generator.illustrating import rulebook
from tests.cases import some
from tests.paths import ROOT

SPEC = ROOT / "templates" / "examples" / "aathenuo.toml"
RECORD = SPEC.with_name("aathenuo-game.txt")
BOOK = rulebook.load(str(SPEC))
FIGURES = {spec.name: spec for spec in BOOK.spec.figures}
STEPS = [f"sample-{k}" for k in range(1, 7)]
NAMES = ("One", "Two", "Three", "Four")
POSITIONS = list(engine.record.load(RECORD).positions())

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


def told(name):
    """Return the captions of a figure's pictures."""
    figure = FIGURES[name]
    return [panel.caption or figure.caption for panel in figure.panels]


def tiles_shown(name):
    """Return how many tiles are drawn in a figure."""
    return sum(
        isinstance(item, Use) and item.name == "tile"
        for item in walk(BOOK.make(FIGURES[name]).scene.items)
    )


# ----------------------------------------------------------------------- sets, and what is none


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_faulty_where_their_captions_say_so(name):
    panels = FIGURES[name].panels
    assert [panel.source.example for panel in panels] == [text for text, _ in EXAMPLES[name]]
    for panel, (text, wrong) in zip(panels, EXAMPLES[name], strict=True):
        found = faults(examples.parse_examples(text))
        assert tuple(fault.brief for fault in found) == wrong
        assert panel.caption.startswith("Incorrect:" if wrong else "Correct:")


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_wrong_is_crossed_out_and_told_and_nothing_else(name):
    items = list(walk(BOOK.make(FIGURES[name]).scene.items))
    wrong = [brief for _, briefs in EXAMPLES[name] for brief in briefs]
    assert sum(isinstance(i, Group) and i.name == "wrong" for i in items) == len(wrong)
    reasons = [i.text for i in items if isinstance(i, Text) and i.name == "remark"]
    assert reasons == wrong
    assert BOOK.make(FIGURES[name]).scene.description.count("Not allowed:") == len(wrong)


# ----------------------------------------------------------------------- the gameplay sample


def test_the_figures_are_the_turns_in_order():
    assert len(POSITIONS) == 7
    for step, name in some(enumerate(STEPS, 1)):
        (panel,) = FIGURES[name].panels
        assert BOOK.timeline(panel.source).shown == POSITIONS[step]
        assert tiles_shown(name) == len(POSITIONS[step].table)
        assert told(name)[0].startswith(f"{step}. Player {NAMES[(step - 1) % 4]} ")
        assert POSITIONS[step - 1].turn == str((step - 1) % 4 + 1)


def test_the_record_is_in_order(capsys):
    assert cli.run(["check", str(RECORD)]) == 0
    capsys.readouterr()
