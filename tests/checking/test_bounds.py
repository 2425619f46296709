"""What reading may cost: steps are taken off where work is done, and what costs too much is refused soon.

No test has a clock: calls are counted, and steps, and what a child process is given.
"""

from __future__ import annotations

import json
import random

import pytest

from engine.errors import GameError
from engine.geometry.plane import Point
from generator.checking import readback
from generator.checking.pages import child, coats, files, limits, paint, shapes
from generator.checking.pages.files import Source
from generator.checking.pages.shapes import BudgetError
from generator.checking.recognise.holding import Together
from generator.checking.recognise.outlines import Outline
from generator.checking.recognise.results import Hints
from tests import foreign_sheets as foreign
from tests.checking.test_readback import HEXAGON_PDF, at_most, svg_file
from tests.fuzz import bombs, pdf_bombs, svg_bombs

#: Bombs of SVG that took from 2 s to minutes, or 400 MiB.
SLOW = (
    *("gradients in a chain", "selectors in one rule", "classes over rules", "long rules"),
    *("clips by box", "a path of moves", "a path of arcs", "a path of ends"),
    *("words in transforms", "comments not closed", "colours of functions"),
)


@pytest.fixture
def sooner(monkeypatch):
    """Let reading cost a fraction of what it may, to save time; PDFium's time counts nothing."""
    for most in ("MOST_OF_SMALL", "MOST_OF_BYTES"):
        monkeypatch.setattr(shapes, most, 150_000)
    monkeypatch.setattr(shapes.Budget, "spend_seconds", lambda *_: None)


@pytest.mark.parametrize("name", SLOW)
def test_a_page_is_read_or_refused_in_so_many_calls(name, sooner):
    data = svg_bombs.SVG[name]()
    assert len(data) < 2**20
    with at_most(1_500_000):
        found = files.read([Source("x", data)], (100.0, 100.0))
    assert [*found.faults] == ["x"] or len(found.pages) == 1


@pytest.mark.parametrize("name", ["hexagons stacked", "lines across", "clips, one each"])
def test_what_piles_up_is_refused_in_so_many_calls(name, sooner):
    data = pdf_bombs.PDF[name]()
    with at_most(1_500_000), pytest.raises(GameError, match="more drawing than is read"):
        readback.read([Source("x", data)], Hints())


@pytest.mark.parametrize("suffix", bombs.BOMBS)
def test_bombs_are_small_files_that_differ(suffix):
    made = bombs.BOMBS[suffix]
    names = list(made)[:: len(made) // 5]
    found = {made[name]() for name in names}
    assert len(found) == len(names) > 4
    assert max(map(len, found)) < 2**20


# -------------------------------------------------------------------------------- the budget


@pytest.mark.parametrize(
    ("size", "kind", "steps"),
    [
        (0, "pdf", 1_200_000),
        (10_000, "pdf", 1_800_000),
        (70_000, "pdf", 2_600_000),
        (100_000, "svg", 1_520_000),
        (2**20 - 1, "svg", 2_600_000),
        (2**20, "svg", 25_000_000),
    ],
)
def test_what_a_file_may_cost_by_its_bytes(size, kind, steps):
    assert shapes.Budget.of("x", size, kind)._left == steps


@pytest.mark.parametrize(
    ("size", "areas", "sheets"),
    [
        (39_000, [62_370.0], 0),
        (39_000, [62_370.0] * 3, 2),
        (39_000, [1.0, 1.0], 1),
        (23_000, [2.5 * 62_370.0], 1.5),
        (23_000, [10**9], 2),
        (9_000, [62_370.0] * 99, 4.5),  # of which each takes 2,000 bytes
    ],
    ids=str,
)
def test_more_and_larger_pages_may_cost_more(size, areas, sheets):
    budget = shapes.Budget.of("x", size, "pdf")
    before = budget._left
    budget.grow(areas)
    assert budget._left == before + sheets * shapes.STEPS_OF_SHEET


def test_what_small_files_may_cost_at_most():
    budget = shapes.Budget.of("x", 2**20 - 1, "pdf")
    budget.grow([62_370.0] * 999)
    assert budget._left == shapes.MOST_OF_SMALL


def test_large_files_may_cost_the_most():
    budget = shapes.Budget.of("x", 2**20, "pdf")
    budget.grow([10**9] * 9)
    assert budget.seconds == shapes.MOST_STEPS / shapes.STEPS_A_SECOND


def test_what_another_process_spends_is_taken_off():
    budget = shapes.Budget(1_000_000, "a.pdf")
    budget.spend_seconds(0.75)
    assert budget.seconds == pytest.approx(0.25)
    with pytest.raises(BudgetError, match=r"^a\.pdf holds more drawing than is read; split"):
        budget.spend_seconds(0.26)


def listed(seconds: float) -> bytes:
    """Return what a child writes of a file of one empty page."""
    page = {"unit": 1.0, "box": [0, 0, 595, 842], "turn": 0, "images": 0, "text": ""}
    lines = [page | {"mirrored": 0, "marks": []}, {"end": seconds, "areas": [62_370.0]}]
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def test_the_childs_seconds_are_taken_off_the_files_budget(monkeypatch):
    written = listed(0.5) + listed(1.1) + listed(1.3)
    monkeypatch.setattr(child, "_run", lambda *_: (written, ""))
    sources = [Source(name, b"%PDF-1.7") for name in ("a", "b", "c")]
    found = files.read(sources, (100.0, 100.0))
    left = [shapes.STEPS_OF_ANY / 1e6 - page.budget.seconds for page in found.pages]
    assert left == pytest.approx([0.5, 1.1], abs=0.001)
    assert [*found.faults] == ["c"]


def test_each_file_has_seconds_of_its_own(monkeypatch):
    given = []
    monkeypatch.setattr(
        child, "_run", lambda _, sent, seconds: given.append((sent, seconds)) or (b"", "no")
    )
    found = [*child.listed([("a", b"1"), ("b", bytes(2**21))])]
    assert [str(one) for one in found] == ["a cannot be read: no", "b cannot be read: no"]
    heads = [limits.HEAD.unpack(sent[: limits.HEAD.size]) for sent, _ in given]
    assert heads == [(1, pytest.approx(0.5, abs=1e-4)), (2**21, pytest.approx(11.25))]
    assert [seconds for _, seconds in given] == pytest.approx([11.75, 11.25], abs=1e-4)


@pytest.mark.parametrize(
    ("left", "size", "areas", "seconds"),
    [
        (1_200_000, 9_000, [62_370.0], 0.6),
        (400_000, 9_000, [62_370.0], 0.4),
        (1_200_000, 9_000, [62_370.0] * 3, 0.84),
        (1_200_000, 2_000, [62_370.0] * 99, 0.72),
        (9_000_000, 2**20, [62_370.0], 9.0),
    ],
)
def test_drawing_has_seconds_of_its_own_and_no_more_than_reading_left(left, size, areas, seconds):
    budget = shapes.Budget(left, "x", size)
    budget.grow(areas)
    budget._left = left
    assert budget.seconds_to_draw == pytest.approx(seconds)


def test_drawn_pages_have_the_seconds_that_their_budget_says(monkeypatch):
    given = []
    monkeypatch.setattr(
        child, "_run", lambda _, sent, seconds: given.append(seconds) or (b"", "no")
    )
    data = svg_file("<rect width='9' height='9'/>")
    found = files.read([Source("x", data)], (100.0, 100.0), drawn=True)
    assert str(found.faults["x"]) == "x cannot be read: no"
    assert given == [shapes.SECONDS_OF_DRAWING]


# --------------------------------------------------------------------------------------- coats


@pytest.mark.parametrize(
    ("box", "look", "coats_of_page"),
    [
        ((0, 0, 100, 200), {}, 1.0),
        ((0, 0, 50, 100), {}, 0.25),
        ((-50, -100, 50, 100), {}, 0.25),
        ((10, 20, 30, 60), {"glazed": True}, 3.5 * 0.04),
        ((101, 0, 200, 200), {}, 0.0),
        ((0, 201, 100, 300), {}, 0.0),
        ((float("nan"),) * 4, {}, 0.0),
        ((0, 0, 100, 200), {"filled": False, "width": 10.0}, 0.15),
        ((0, 50, 100, 50), {"filled": False, "width": 0.0}, 0.006),  # as one of 1.2 mm
        ((0, 0, 100, 200), {"width": 10.0, "glazed": True}, 3.5 * 1.15),
    ],
    ids=str,
)
def test_how_often_a_mark_paints_a_page_over(box, look, coats_of_page):
    look = {"filled": True, "width": None, "glazed": False} | look
    found = coats.of_mark(box, (0.0, 0.0, 100.0, 200.0), **look)
    assert found == pytest.approx(coats_of_page)


def _over(count: int) -> bytes:
    """Return what paints a page over so often, each time in another colour."""
    return b"".join(b"%.3f g 0 0 595.2756 841.8898 re f " % (k / count) for k in range(count))


@pytest.mark.parametrize("drawn", [True, False])
def test_pages_painted_over_too_often_are_not_drawn(drawn, monkeypatch):
    usual, programs = child._run, []
    monkeypatch.setattr(child, "_run", lambda *given: programs.append(given[0]) or usual(*given))
    may, too_much = (Source(f"{n}.pdf", foreign.raw(_over(n))) for n in (99, 102))
    found = files.read([may, too_much], (100.0, 100.0), drawn=drawn)
    if not drawn:  # it is known by what was read
        monkeypatch.setattr(paint.Page, "drop_covered", lambda _: None)
        found = files.read([may, too_much], (100.0, 100.0))
        faults = files.draw([may, too_much], (100.0, 100.0), found.pages)
        found = found._replace(faults=faults)
    assert [*found.faults] == ["102.pdf"]
    assert isinstance(found.faults["102.pdf"], GameError)
    assert "holds more drawing than is read" in str(found.faults["102.pdf"])
    assert [page.source for page in found.pages if page.views] == ["99.pdf"]


@pytest.mark.parametrize("name", ["full-page fills", "wide lines", "styles"])
def test_what_is_no_pdf_and_painted_over_too_often_starts_no_process(name, monkeypatch):
    monkeypatch.setattr(child, "_run", lambda *_: pytest.fail("drawn"))
    found = files.read([Source("x", svg_bombs.SVG[name]())], (100.0, 100.0), drawn=True)
    assert str(found.faults["x"]).startswith("x holds more drawing than is read")


# ------------------------------------------------------------------------------ several files


def test_of_several_files_each_is_read_once(monkeypatch):
    usual, sent = child._run, []
    monkeypatch.setattr(child, "_run", lambda *given: sent.append(given[1]) or usual(*given))
    good = foreign.raw(b"1 0 0 1 200 200 cm " + HEXAGON_PDF)
    sources = [("a", good), ("b", b"%PDF-1.7 broken"), ("c", good + b"\n")]
    found = files.read([Source(*one) for one in sources], (100.0, 100.0))
    assert [page.source for page in found.pages] == ["a", "c"]
    assert str(found.faults["b"]).startswith("b cannot be read as PDF")
    assert len(sent) == 1


def test_a_file_on_which_the_child_ends_is_passed_over(monkeypatch):
    written = iter([(listed(0.1), "gone"), (listed(0.1), "")])
    monkeypatch.setattr(child, "_run", lambda *_: next(written))
    names = [Source(name, b"%PDF-1.7") for name in ("a", "b", "c")]
    found = files.read(names, (100.0, 100.0))
    assert [page.source for page in found.pages] == ["a", "c"]
    assert {name: str(fault) for name, fault in found.faults.items()} == {
        "b": "b cannot be read: gone"
    }


def test_what_costs_too_much_for_a_game_is_refused_for_all_and_costs_others_nothing(sooner):
    rng = random.Random(1)
    places = [(rng.uniform(100, 400), rng.uniform(100, 400)) for _ in range(1500)]
    many = b"".join(b"q 1 0 0 1 %.1f %.1f cm %s Q " % (*place, HEXAGON_PDF) for place in places)
    sources = [Source("a", foreign.raw(b"")), Source("b", foreign.raw(many))]
    with pytest.raises(readback.UnreadableError, match="b holds more drawing") as caught:
        readback.read(sources, Hints())
    assert [*caught.value.faults] == ["b"]
    assert {page.source for page in caught.value.others.first} == {"a"}


# ---------------------------------------------------------------------------------- together


def test_outlines_together_tell_what_each_tells():
    rng = random.Random(15)
    some = [
        Outline("rectangle", Point(rng.uniform(0, 50), rng.uniform(0, 50)), rng.uniform(3, 30), 9.0)
        for _ in range(40)
    ]
    together = Together(some)
    holding = [together.holding(one.centre) for one in some]
    assert sum(map(len, holding)) > 60
    assert holding == [
        [n for n, other in enumerate(some) if other.holds(one.centre)] for one in some
    ]
    assert [together.held_by(one) for one in some] == [
        [n for n, other in enumerate(some) if one.holds(other.centre)] for one in some
    ]


def test_no_outlines_together_hold_nothing():
    assert Together([]).holding(Point(0.0, 0.0)) == []
