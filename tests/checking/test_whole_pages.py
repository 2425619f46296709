"""Pages removed, doubled, blank, turned and of other kits: one fault each, and never in order."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfWriter

import generator
from engine.drawing import scene
from engine.drawing.writers import pdf
from engine.geometry.plane import Transform
from generator import Outcome
from generator.printing import template
from generator.printing.kit import make

Pages = list[scene.Scene]


@cache
def printed(game: str, *only: str, **options: object) -> tuple[scene.Scene, ...]:
    """Return the sheets of components, as one file to print on both sides has them."""
    source = template.load(game)
    kit = make(source, source.printing.with_options({"tile_size": "fill", **options}), only)
    result: Pages = []
    for sheet in (sheet for component in kit.components for sheet in component.sheets):
        result.append(sheet.scene)
        if sheet.side == "single":
            result.append(sheet.scene._replace(items=()))
    return tuple(result)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Each test has a folder of its own."""
    monkeypatch.chdir(tmp_path)


def inspected(game: str, kit: Pages, *only: str, **options: object) -> Outcome:
    Path("kit.pdf").write_bytes(pdf.write([pdf.Page(one) for one in kit]))
    (outcome,) = generator.verify(game, "kit.pdf", only=only, **options).outcomes
    return outcome


def removed(kit: Pages, k: int) -> Pages:
    return kit[:k] + kit[k + 1 :]


def blank(kit: Pages, k: int) -> Pages:
    return [*kit[:k], kit[k]._replace(items=()), *kit[k + 1 :]]


def doubled(kit: Pages, k: int) -> Pages:
    return [*kit[: k + 1], *kit[k:]]


def turned(kit: Pages, k: int) -> Pages:
    about = Transform(-1.0, 0.0, 0.0, -1.0, kit[k].width, kit[k].height)
    return [*kit[:k], kit[k]._replace(items=(scene.Group(kit[k].items, about),)), *kit[k + 1 :]]


def swapped(kit: Pages, k: int) -> Pages:
    return [*kit[:k], kit[k + 1], kit[k], *kit[k + 2 :]]


def mirrored(kit: Pages, k: int) -> Pages:
    about = Transform(a=-1.0, e=kit[k].width)
    return [*kit[:k], kit[k]._replace(items=(scene.Group(kit[k].items, about),)), *kit[k + 1 :]]


def of_another_game(kit: Pages, k: int) -> Pages:
    return [*kit[:k], printed("abstrakto", "board")[0], *kit[k + 1 :]]


ALONE = "if they are to have one side only, say --duplex none"
UPSIDE_DOWN = "made for turning over the short edge, not the long edge"
CONTROL, BOARD = ("control", "card"), ("board", "card")

#: Game, components, page, what is done to it, and the one fault: its kind and words of it.
DAMAGES = [
    ("astralis", CONTROL, 0, removed, "no-back", f"169 backs has a front; {ALONE}"),
    ("astralis", CONTROL, 1, removed, "no-back", f"169 control tiles has a back; {ALONE}"),
    ("astralis", CONTROL, 0, blank, "no-back", f"169 backs has a front; {ALONE}"),
    ("astralis", CONTROL, 1, blank, "no-back", f"169 control tiles has a back; {ALONE}"),
    ("astralis", CONTROL, 0, turned, "back", UPSIDE_DOWN),
    ("astralis", CONTROL, 1, turned, "back", UPSIDE_DOWN),
    (
        "astralis",
        ("board", "control"),
        3,
        swapped,
        "back",
        "come to lie on one sheet of paper",
    ),
    ("astralis", BOARD, 0, doubled, "duplicated", "kit.pdf page 2 shows once more what kit.pdf"),
    ("astralis", BOARD, 1, removed, "back", "page 1 and kit.pdf page 2 come to lie on one sheet"),
    ("abstrakto", ("board", "tiles"), 0, doubled, "duplicated", "page 2 shows once more what"),
    ("aathenuo", ("tiles",), 0, removed, "missing", "none of 104 are there, only 104 backs"),
    ("aathenuo", ("tiles",), 1, removed, "no-back", f"none of the 104 tiles has a back; {ALONE}"),
    ("aathenuo", ("tiles",), 1, turned, "back", UPSIDE_DOWN),
    (
        "atreya",
        ("tiles",),
        3,
        turned,
        "mirror",
        "all 42 backs of kit.pdf page 4 are not in order; the first: ",
    ),
    (
        "atreya",
        ("tiles",),
        2,
        blank,
        "no-back",
        "all 42 tiles of kit.pdf page 4 are not in order; the first: tile 43 b:bbgrbr has no back",
    ),
    ("aathenuo", ("tiles",), 0, mirrored, "mirror", "kit.pdf page 1 is mirrored, as words"),
    ("atreya", ("tiles",), 0, mirrored, "mirror", "kit.pdf page 1 is mirrored, as words"),
]


@pytest.mark.parametrize(
    ("game", "only", "page", "way", "kind", "words"),
    DAMAGES,
    ids=lambda value: getattr(value, "__name__", None),
)
def test_one_page_is_one_fault(game, only, page, way, kind, words):
    outcome = inspected(game, way([*printed(game, *only)], page), *only)
    assert [fault.kind for fault in outcome.faults] == [kind]
    assert words in outcome.faults[0].message


@pytest.mark.parametrize(
    ("order", "exchanged"),
    [
        ((0, 3, 2, 1), {(4, 1), (2, 3)}),
        ((2, 1, 0, 3), {(4, 1), (2, 3)}),
        ((0, 3, 2, 5, 4, 1), {(6, 1), (2, 3), (4, 5)}),
        ((0, 2, 4, 6, 1, 3, 5, 7), set()),
    ],
)
def test_backs_that_were_exchanged_are_one_fault(order, exchanged):
    kit = printed("atreya", "tiles")
    faults = inspected("atreya", [*(kit[k] for k in order), *kit[len(order) :]]).faults
    assert [fault.kind for fault in faults] == ["mirror"] * bool(exchanged)
    for back, front in exchanged:
        assert f"page {back} shows the backs of kit.pdf page {front}" in faults[0].message


def test_a_page_on_which_most_pieces_are_damaged_is_few_faults():
    kit = [*printed("atreya", "tiles")]
    dots = (
        scene.Circle(x, y, 5.5, f"#80{x:02x}c0")
        for x in range(16, 200, 12)
        for y in range(16, 280, 12)
    )
    kit[0] = kit[0]._replace(items=(*kit[0].items, *dots))
    faults = inspected("atreya", kit).faults
    assert len(faults) <= 6
    words = "of 42 tiles of kit.pdf page 1 are not in order; the first: tile 7"
    assert sum(words in fault.message for fault in faults) == 1


@pytest.mark.parametrize(("game", "part"), [("atreya", "tiles"), ("astralis", "control")])
def test_a_sheet_that_was_squeezed_is_one_fault(game, part):
    squeezed = [
        page._replace(items=(scene.Group(page.items, Transform(d=0.97)),))
        for page in printed(game, part)
    ]
    (fault,) = inspected(game, squeezed, part).faults
    assert fault.kind == "size"
    assert " mm, not " in fault.message


def test_a_page_of_another_game_is_named():
    kit = [*printed("aathenuo", "tiles"), *printed("abstrakto", "board")]
    (fault,) = inspected("aathenuo", kit, "tiles").faults
    assert (
        fault.message
        == "kit.pdf page 3 is of abstrakto, not of aathenuo; verify each game by itself"
    )
    kit = of_another_game([*printed("aathenuo", "tiles")], 1)
    faults = inspected("aathenuo", kit, "tiles").faults
    assert sorted(fault.kind for fault in faults) == ["foreign", "no-back"]


def test_another_theme_than_the_one_named_is_one_fault():
    kit = [*printed("astralis", "control")]
    outcome = inspected("astralis", kit, "control", theme="mono")
    (fault,) = outcome.faults
    assert "the colours are of theme classic, not of theme mono; say so by --theme" in fault.message
    assert outcome.found == 169


def test_what_is_meant_to_have_one_side_is_in_order():
    front, back = printed("astralis", "control")
    for one in (front, back):
        assert inspected("astralis", [one], "control", duplex="none").ok
    (alone,) = (one for one in printed("astralis", "control", duplex="none") if one.items)
    assert inspected("astralis", [alone], "control").ok


def test_a_folded_sheet_may_lie_any_way_up():
    kit = [*printed("aathenuo", "tiles", duplex="fold", paper="a3")]
    assert inspected("aathenuo", turned(kit, 0), "tiles").ok


def test_of_folded_sheets_an_empty_page_is_the_back_of_none():
    kit = [*printed("atreya", "tiles", duplex="fold")]
    faults = inspected("atreya", blank(kit, 0), "tiles").faults
    assert {fault.kind for fault in faults} == {"missing"}


def test_a_back_page_of_another_size_is_one_fault():
    front, _ = printed("aathenuo", "tiles")
    _, back = printed("aathenuo", "tiles", paper="letter")
    (fault,) = inspected("aathenuo", [front, back], "tiles").faults
    assert (
        fault.message == "kit.pdf page 2 is 215.9 × 279.4 mm, its front kit.pdf page 1 210 × 297 mm"
    )


TILES = ("aathenuo", ("tiles",))
RACKS = ("aathenuo", ("tiles", "racks"))
ONE_PAPER = "page {} and kit.pdf page {} come to lie on one sheet of paper"


@pytest.mark.parametrize(
    ("kit", "at", "titles", "duplex", "words"),
    [
        (TILES, 0, 1, "long", ONE_PAPER.format(1, 2)),
        (TILES, 0, 3, "long", ONE_PAPER.format(3, 4)),
        (RACKS, 2, 1, "long", ONE_PAPER.format(3, 4)),
        (RACKS, 0, 2, "long", ""),
        (TILES, 2, 1, "long", ""),
        (TILES, 0, 1, "fold", ""),
        (TILES, 0, 1, "none", ""),
    ],
)
def test_a_title_page_may_not_part_fronts_and_backs(kit, at, titles, duplex, words):
    game, only = kit
    sheets = [*printed(game, *only, duplex=duplex)]
    dot = scene.Circle(50.0, 50.0, 20.0, "#204060")
    sheets[at:at] = [sheets[0]._replace(items=(dot,))] * titles
    if duplex == "none":  # then no page is the other side of another
        sheets = [sheet for sheet in sheets if sheet.items]
    faults = inspected(game, sheets, *only).faults
    assert [fault.kind for fault in faults] == ["back"] * bool(words)
    assert all(words in fault.message for fault in faults)


def test_an_empty_page_may_not_part_the_only_sheet():
    front, back = printed("aathenuo", "tiles")
    empty = front._replace(items=())
    (fault,) = inspected("aathenuo", [empty, front, back], "tiles").faults
    assert fault.kind == "back"
    assert ONE_PAPER.format(1, 2) in fault.message
    assert inspected("aathenuo", [empty, empty, front, back], "tiles").ok


@pytest.mark.parametrize("side", ["backs", "fronts"])
def test_a_page_removed_from_one_of_two_runs_is_two_faults(side):
    for one in ("fronts", "backs"):
        generator.kit("atreya", sides=one, out="kit")
    file = Path(f"kit/atreya-tiles-{side}.pdf")
    writer = PdfWriter(clone_from=file)
    writer.remove_page(2)
    writer.write(file)
    (outcome,) = generator.verify("kit").outcomes
    assert [fault.kind for fault in outcome.faults] == ["missing", "no-back"]
