"""Aathenuo's example figures: every fact their captions claim, worked out by the engine."""

import pytest

import engine
from engine.drawing.scene import Group, Text, Use, walk
from engine.games.aathenuo import examples, notation
from engine.games.aathenuo.table import components, faults, runs, star_values
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
MOVES = engine.record.load(RECORD).moves

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


def words(name):
    """Return the texts in a figure as drawn."""
    return [t.text for t in walk(BOOK.make(FIGURES[name]).scene.items) if isinstance(t, Text)]


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


def test_every_figure_is_looked_at_here():
    assert list(FIGURES) == [*EXAMPLES, *STEPS]


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


def test_same_number_sets():
    right, wrong = (examples.parse_examples(text) for text, _ in EXAMPLES["same-number"])
    assert {t[1] for t in right.values()} == {t[1] for t in wrong.values()} == {"5"}
    assert len({t[0] for t in right.values()}) == 3
    assert len({t[0] for t in wrong.values()}) == 2


def test_same_colour_sets():
    right, other, gap = (examples.parse_examples(text) for text, _ in EXAMPLES["same-colour"])
    assert {t[0] for t in right.values()} == {t[0] for t in gap.values()} == {"r"}
    assert {t[0] for t in other.values()} == {"r", "y"}
    assert [t[1] for t in right.values()] == [t[1] for t in other.values()] == ["3", "4", "5"]
    assert [t[1] for t in gap.values()] == ["3", "4", "6"]


def test_adjacent_sets():
    apart, touching = (examples.parse_examples(text) for text, _ in EXAMPLES["adjacent"])
    assert len(components(apart)) == 2
    assert sorted(apart.values()) == sorted(touching.values())
    assert len(components(touching)) == 1
    pair = next(run for run in runs(touching) if not run.readings)
    assert pair.tiles == ("r5", "y5")
    assert sum(bool(run.readings) for run in runs(touching)) == 2


def test_a_star_acts_as_a_7_but_not_as_a_9():
    right, wrong = (examples.parse_examples(text) for text, _ in EXAMPLES["star"])
    assert set(star_values(right).values()) == {(7,)}
    assert set(star_values(wrong).values()) == {()}
    assert "7" in words("star")
    assert "act as a 9" in told("star")[1]


# ----------------------------------------------------------------------- the gameplay sample


def turn(step):
    """Return a step's turn, and the positions before and after it."""
    return notation.parse_move(MOVES[step - 1]), POSITIONS[step - 1], POSITIONS[step]


def laid(step):
    return sorted(put.tile for put in turn(step)[0].puts)


def sets_of(position):
    return [run.tiles for run in position.table.runs]


def test_the_figures_are_the_turns_in_order():
    assert len(POSITIONS) == 7
    for step, name in some(enumerate(STEPS, 1)):
        (panel,) = FIGURES[name].panels
        assert BOOK.timeline(panel.source).shown == POSITIONS[step]
        assert tiles_shown(name) == len(POSITIONS[step].table)
        assert told(name)[0].startswith(f"{step}. Player {NAMES[(step - 1) % 4]} ")
        assert POSITIONS[step - 1].turn == str((step - 1) % 4 + 1)


def test_the_first_set():
    _, before, after = turn(1)
    assert len(before.table) == 0
    assert sets_of(after) == [("g2", "r*", "b2")]
    assert after.table.star_values() == {(1, 0): (2,)}
    assert "2" in words("sample-1")


def test_a_new_set_built_off_the_first():
    assert laid(2) == ["r3", "r4"]
    _, before, after = turn(2)
    first, new = sets_of(after)
    assert first == sets_of(before)[0]
    assert new == ("r*", "r3", "r4")
    assert after.table.star_values() == {(1, 0): (2,)}


def test_a_set_grows():
    assert laid(3) == ["r5"]
    assert sets_of(turn(3)[2])[1] == ("r*", "r3", "r4", "r5")


def test_a_tile_moves_so_that_a_set_can_be_made():
    lay, before, after = turn(4)
    assert laid(4) == ["r3"]
    assert "r3" in before.table.cells.values()
    assert [before.table.cells[shift.start] for shift in lay.shifts] == ["r5"]
    assert ("r3", "r4", "r5") in sets_of(after)
    assert ("r*", "r3", "r4") in sets_of(after)
    row, column = after.table.runs[1], after.table.runs[2]
    (shared,) = set(row.cells) & set(column.cells)
    assert after.table.cells[shared] == "r4"


def test_a_star_becomes_a_6():
    lay, before, after = turn(5)
    assert laid(5) == ["r2", "r7"]
    (shift,) = lay.shifts
    assert before.table.cells[shift.start] == "r*"
    assert before.table.star_values() == {shift.start: (2,)}
    assert after.table.cells[shift.start] == "r2"
    assert ("r3", "r4", "r5", "r*", "r7") in sets_of(after)
    assert after.table.star_values() == {shift.end: (6,)}
    assert "6" in words("sample-5")


def test_a_set_is_broken_and_two_are_made():
    lay, before, after = turn(6)
    assert laid(6) == ["r5", "y1", "y2", "y3"]
    assert sorted(before.table.cells[shift.start] for shift in lay.shifts) == ["r*", "r7"]
    assert ("r3", "r4", "r5") in sets_of(after)
    assert ("r5", "r*", "r7") in sets_of(after)
    assert ("y3", "y2", "y1") in sets_of(after)
    assert ("y1", "y2", "y3") not in sets_of(after)
    assert len(components(after.table.cells)) == 3


def test_no_hand_is_told_in_figures_of_the_table():
    for name in STEPS:
        assert "holds" not in BOOK.make(FIGURES[name]).scene.description


def test_the_record_is_in_order(capsys):
    assert cli.run(["check", str(RECORD)]) == 0
    capsys.readouterr()
