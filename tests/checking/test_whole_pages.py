"""Pages removed, doubled, blank, turned and of other kits: one fault each, and never in order."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

import generator
from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.geometry.plane import Transform
from generator import Outcome
from tests.checking.damage import kit_of
from tests.checking.random_folders import kit
from tests.checking.verifying import FEW, verify

Pages = list[scene.Scene]


def pages(game: str, *only: str, **options: object) -> Pages:
    """Return the sheets of components, as one file to print on both sides has them."""
    result = []
    for sheet in kit_of(game, *only, **options).sheets:
        result.append(sheet.scene)
        if sheet.side == "single":
            result.append(sheet.scene._replace(items=()))
    return result


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


def drawn(kit: Pages, k: int, *items: scene.Item) -> Pages:
    return [*kit[:k], kit[k]._replace(items=items), *kit[k + 1 :]]


def blank(kit: Pages, k: int) -> Pages:
    return drawn(kit, k)


def doubled(kit: Pages, k: int) -> Pages:
    return [*kit[: k + 1], *kit[k:]]


def turned(kit: Pages, k: int) -> Pages:
    about = Transform(-1.0, 0.0, 0.0, -1.0, kit[k].width, kit[k].height)
    return drawn(kit, k, scene.Group(kit[k].items, about))


def swapped(kit: Pages, k: int) -> Pages:
    return [*kit[:k], kit[k + 1], kit[k], *kit[k + 2 :]]


def mirrored(kit: Pages, k: int) -> Pages:
    return drawn(kit, k, scene.Group(kit[k].items, Transform(a=-1.0, e=kit[k].width)))


def of_another_game(kit: Pages, k: int) -> Pages:
    return [*kit[:k], pages("abstrakto", "board")[0], *kit[k + 1 :]]


ALONE = "if it is to have one side only, say --duplex none"
UPSIDE_DOWN = "made for turning over the short edge, not the long edge"
MIRRORED = "mirrored, as words tell; print without mirroring"
CONTROL, BOARD = ("control",), ("board", "card")

SMALL = {"template": FEW["aathenuo"]}
#: Pieces of Atreya that fill three sheets of paper.
PART = ("--pieces", ",".join(map(str, range(1, 79))))

#: Game, components, page, what is done to it, and the one fault: its kind and words of it.
DAMAGES = [
    ("astralis", CONTROL, 0, removed, "no-back", f"has no front; {ALONE}"),
    ("astralis", CONTROL, 1, blank, "no-back", f"has no back; {ALONE}"),
    ("astralis", CONTROL, 0, turned, "back", UPSIDE_DOWN),
    ("astralis", BOARD, 0, doubled, "duplicated", "kit.pdf page 2 shows once more what kit.pdf"),
    ("astralis", BOARD, 1, removed, "back", "page 1 and kit.pdf page 2 come to lie on one sheet"),
    ("abstrakto", ("board", "tiles"), 0, doubled, "duplicated", "page 2 shows once more what"),
    ("abstrakto", ("board",), 0, mirrored, "mirror", f"kit.pdf page 1 is {MIRRORED}"),
    ("aathenuo", ("tiles",), 0, removed, "missing", "none of 30 are there, only 30 backs"),
    ("aathenuo", ("tiles",), 1, removed, "no-back", f"has no back; {ALONE}"),
    ("aathenuo", ("tiles",), 1, turned, "back", UPSIDE_DOWN),
    ("aathenuo", ("tiles",), 0, mirrored, "mirror", f"kit.pdf page 1 is {MIRRORED}"),
    ("aathenuo", ("racks", "tiles"), 3, swapped, "back", "come to lie on one sheet of paper"),
    ("atreya", ("tiles",), 3, turned, "mirror", "all 42 backs of kit.pdf page 4 are not in order"),
    ("atreya", ("tiles",), 2, blank, "no-back", "the first: tile 43 b:bbgrbr has no back"),
]


@pytest.mark.parametrize(
    ("game", "only", "page", "way", "kind", "words"),
    DAMAGES,
    ids=lambda value: getattr(value, "__name__", None),
)
def test_one_page_is_one_fault(game, only, page, way, kind, words):
    few = {"template": FEW[game]} if game in FEW and only != BOARD else {}
    outcome = inspected(game, way(pages(game, *only, **few), page), *only, **few)
    assert [fault.kind for fault in outcome.faults] == [kind]
    assert words in outcome.faults[0].message


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ((0, 3, 2, 5, 4, 1), "come to lie on one sheet of paper, and 2 more sheets, but"),
        ((0, 2, 4, 6, 1, 3, 5, 7), ""),
    ],
)
def test_backs_that_were_exchanged_are_one_fault(order, words):
    kit = pages("atreya", "tiles")
    faults = inspected("atreya", [*(kit[k] for k in order), *kit[len(order) :]]).faults
    assert [fault.kind for fault in faults] == ["back"] * bool(words)
    assert all(words in fault.message for fault in faults)


def test_backs_that_were_exchanged_in_a_file_of_their_own_are_one_fault():
    file = "atreya-tiles-backs-pieces.pdf"
    backs = PdfReader(kit("atreya", ("--sides", "backs", *PART)) / file).pages
    shutil.copytree(kit("atreya", ("--sides", "fronts", *PART)), "kit", dirs_exist_ok=True)
    writer = PdfWriter()
    for k in (1, 0, *range(2, len(backs))):
        writer.add_page(backs[k])
    writer.write(f"kit/{file}")
    (outcome,) = generator.verify("kit").outcomes
    assert [fault.kind for fault in outcome.faults] == ["back"]


def test_a_page_on_which_most_pieces_are_damaged_is_few_faults():
    kit = pages("atreya", "tiles")
    dots = (
        scene.Circle(x, y, 5.5, f"#80{x:02x}c0")
        for x in range(16, 200, 12)
        for y in range(16, 280, 12)
    )
    faults = inspected("atreya", drawn(kit, 0, *kit[0].items, *dots)).faults
    assert len(faults) <= 6
    words = "all 42 tiles of kit.pdf page 1 are not in order; the first: tile 1 "
    assert sum(words in fault.message for fault in faults) == 1


def test_a_page_of_another_game_is_named():
    kit = pages("aathenuo", "tiles")
    (fault,) = inspected("aathenuo", [*kit, *pages("abstrakto", "board")], "tiles").faults
    assert (
        fault.message
        == "kit.pdf page 3 is of abstrakto, not of aathenuo; verify each game by itself"
    )
    faults = inspected("aathenuo", of_another_game(kit, 1), "tiles").faults
    assert sorted(fault.kind for fault in faults) == ["foreign", "no-back"]


def test_another_theme_than_the_one_named_is_one_fault():
    outcome = inspected("abstrakto", pages("abstrakto", "tiles"), "tiles", theme="dark")
    (fault,) = outcome.faults
    assert "the colours are of theme classic, not of theme dark; say so by --theme" in fault.message
    assert outcome.found == outcome.expected


def test_what_is_meant_to_have_one_side_is_in_order():
    few = {"template": FEW["astralis"]}
    for one in pages("astralis", "control", **few):
        assert inspected("astralis", [one], "control", duplex="none", **few).ok
    (alone,) = (one for one in pages("astralis", "control", duplex="none", **few) if one.items)
    assert inspected("astralis", [alone], "control", **few).ok


def test_of_folded_sheets_an_empty_page_is_the_back_of_none():
    kit = pages("aathenuo", "tiles", duplex="fold", paper="a3", **SMALL)
    assert inspected("aathenuo", turned(kit, 0), "tiles", **SMALL).ok  # it may lie any way up
    kit = pages("atreya", "tiles", duplex="fold", tile_size=18.0)
    faults = inspected("atreya", blank(kit, 0), "tiles").faults
    assert {fault.kind for fault in faults} == {"missing"}


def test_a_back_page_of_another_size_is_a_fault():
    front, _ = pages("aathenuo", "tiles")
    _, back = pages("aathenuo", "tiles", paper="letter")
    faults = inspected("aathenuo", [front, back], "tiles").faults
    assert {fault.kind for fault in faults} == {"no-back"}
    assert len(faults) <= 3


TILES, RACKS = ("tiles",), ("tiles", "racks")
ONE_PAPER = "page {} and kit.pdf page {} come to lie on one sheet of paper"


@pytest.mark.parametrize(
    ("only", "at", "titles", "duplex", "words"),
    [
        (TILES, 0, 3, "long", ONE_PAPER.format(3, 4)),
        (RACKS, 2, 1, "long", ONE_PAPER.format(3, 4)),
        (RACKS, 0, 2, "long", ""),
        (TILES, 2, 1, "long", ""),
        (TILES, 0, 1, "fold", ""),
        (TILES, 0, 1, "none", ""),
    ],
)
def test_a_title_page_may_not_part_fronts_and_backs(only, at, titles, duplex, words):
    sheets = pages("aathenuo", *only, duplex=duplex, **SMALL)
    dot = scene.Circle(50.0, 50.0, 20.0, "#204060")
    sheets[at:at] = [sheets[0]._replace(items=(dot,))] * titles
    if duplex == "none":  # then no page is the other side of another
        sheets = [sheet for sheet in sheets if sheet.items]
    faults = inspected("aathenuo", sheets, *only, **SMALL).faults
    assert [fault.kind for fault in faults] == ["back"] * bool(words)
    assert all(words in fault.message for fault in faults)


def test_an_empty_page_may_not_part_the_only_sheet():
    front, back = pages("aathenuo", "tiles", **SMALL)
    empty = front._replace(items=())
    (fault,) = inspected("aathenuo", [empty, front, back], "tiles", **SMALL).faults
    assert fault.kind == "back"
    assert ONE_PAPER.format(1, 2) in fault.message
    assert inspected("aathenuo", [empty, empty, front, back], "tiles", **SMALL).ok


def test_a_page_of_a_gradient_is_no_empty_back():
    racks = PdfReader(next(kit("aathenuo", ("--only", "racks")).glob("*.pdf"))).pages
    width, height = map(float, racks[0].mediabox[2:])
    gradient = Canvas("gradient.pdf", (width, height))
    area = gradient.beginPath()
    area.rect(100, 100, 300, 300)
    gradient.clipPath(area)
    gradient.linearGradient(100, 0, 400, 0, (HexColor("#ff0000"), HexColor("#0000ff")))
    gradient.save()
    writer = PdfWriter()
    writer.add_page(racks[0])
    writer.add_blank_page(width, height)
    writer.add_page(racks[1])
    writer.append("gradient.pdf")
    writer.write("kit.pdf")
    (fault,) = generator.verify("aathenuo", "kit.pdf", only="racks").faults
    assert fault.kind == "back"
    assert ONE_PAPER.format(3, 4) in fault.message


@pytest.mark.parametrize("side", ["backs", "fronts"])
def test_a_page_removed_from_one_of_two_runs_is_two_faults(side):
    for one in ("fronts", "backs"):
        shutil.copytree(kit("atreya", ("--sides", one, *PART)), "kit", dirs_exist_ok=True)
    file = Path(f"kit/atreya-tiles-{side}-pieces.pdf")
    writer = PdfWriter(clone_from=file)
    writer.remove_page(2)
    writer.write(file)
    (outcome,) = generator.verify("kit").outcomes
    assert [fault.kind for fault in outcome.faults] == ["missing", "no-back"]


# --------------------------------------------------------------------------------- boards

ONCE_MORE = "kit.pdf page {} shows once more what kit.pdf page 1 shows"


@pytest.mark.parametrize(
    ("game", "printed", "copies", "words"),
    [
        ("abstrakto", (0,), 2, []),
        ("abstrakto", (0, 0), 2, []),
        ("astralis", (0, 1, 0, 1), 2, []),
        ("astralis", (0, 1, 0), 1, [ONCE_MORE.format(3)]),
        ("astralis", (0,), 1, ["only 52% of the board is there (kit.pdf page 1)"]),
    ],
)
def test_boards_are_counted(game, printed, copies, words):
    sheets = [page for page in pages(game, "board") if page.items]
    outcome = inspected(game, [sheets[k] for k in printed], "board", copies=copies)
    assert [fault.message for fault in outcome.faults] == words


def test_a_mirrored_board_without_its_ruler_is_told_by_its_words():
    (page, _) = pages("astralis", "board", paper="a3")
    kept = [item for item in page.items if getattr(item, "name", "") != "furniture"]
    (fault,) = inspected("astralis", mirrored(drawn([page], 0, *kept), 0), "board").faults
    assert fault.message == f"kit.pdf page 1 is {MIRRORED}"


def test_backs_that_are_shifted_are_one_fault():
    kit = pages("aathenuo", "tiles", back_shift=(0.8, 0.3), **SMALL)
    (fault,) = inspected("aathenuo", kit, "tiles", **SMALL).faults
    assert fault.message.endswith("0.80 mm right and 0.30 mm down")


def test_a_kit_of_copies_has_one_board_by_its_manifest(tmp_path):
    only = ("--only", "board", "--only", "markers")
    shutil.copytree(kit("abstrakto", (*only, "--copies", "2")), tmp_path, dirs_exist_ok=True)
    assert verify(*only, tmp_path).code == 0
    board = PdfWriter(tmp_path / "abstrakto-board.pdf")
    board.append(tmp_path / "abstrakto-board.pdf")
    board.write(tmp_path / "abstrakto-board.pdf")
    assert verify(*only, tmp_path).kinds == {"duplicated": 1}
    (tmp_path / "abstrakto.json").unlink()
    assert verify(*only, tmp_path, "--copies", "2").code == 0


def test_backs_that_are_lost_of_svg_sheets_are_missed():
    for sheet in kit_of("aathenuo", "tiles").sheets[::2]:
        Path("aathenuo-tiles-01-front.svg").write_bytes(svg.write(sheet.scene))
    (fault,) = verify("aathenuo", "aathenuo-tiles-01-front.svg", "--only", "tiles").faults
    assert fault["message"].startswith("all 104 tiles of ")


def test_a_turned_page_of_a_poster_is_in_order(tmp_path):
    shutil.copytree(kit("astralis", ("--only", "board")), tmp_path, dirs_exist_ok=True)
    writer = PdfWriter(clone_from=tmp_path / "astralis-board.pdf")
    writer.pages[0].rotate(180)
    writer.write(tmp_path / "astralis-board.pdf")
    assert str(verify(tmp_path)) == "ok"


@pytest.mark.parametrize(("component", "size"), [("board", "25"), ("ships", "30")])
def test_many_svg_sheets_of_large_pieces_are_in_order(component, size):
    options = ("--only", component, "--format", "svg", "--tile-size", size)
    assert str(verify(kit("astralis", options))) == "ok"
