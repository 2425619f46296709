"""Printers that drift: backs moved, scaled and turned, the test page that measures it, refusals."""

import itertools
import math

import numpy as np
import pypdfium2
import pytest

from engine.errors import OptionError
from generator import cli
from generator.printing import backcorrection, output, template, testpage
from generator.printing.backcorrection import BackCorrection
from generator.printing.kit import make
from generator.printing.paper import find
from generator.printing.template import PrintSettings
from tests.cases import some
from tests.printing import ink, random_kits

MM = 72 / 25.4
DRIFT = {"back_shift": (0.4, -0.3), "back_scale": (99.7, 100.2), "back_turn": 0.2}


def kit(game="atreya", part="tiles", **options):
    source = template.load(game)
    return make(source, source.printing.with_options(options), (part,))


def page_of(**options):
    return testpage.make(template.load("atreya").printing.with_options(options))


def test_fronts_stay_where_they_are_and_backs_move_by_the_correction():
    plain, moved = kit(margin=8.0), kit(margin=8.0, **DRIFT)
    by = BackCorrection(*DRIFT.values()).on(210, 297)
    for a, b in some(zip(plain.components[0].sheets, moved.components[0].sheets, strict=True)):
        if a.side == "front":
            assert a.scene.items == b.scene.items
            continue
        for p, q in some(zip(a.placements, b.placements, strict=True)):
            assert (q.x, q.y) == pytest.approx(by.apply((p.x, p.y)))


def test_a_correction_goes_about_the_middle_clockwise():
    there = BackCorrection((0.0, 0.0), (100.0, 100.0), 90.0).on(200, 300).apply((150, 150))
    assert there == pytest.approx((100, 200))
    assert BackCorrection((0, 0), (80.0, 125.0)).on(200, 300).apply((150, 250)) == pytest.approx(
        (162.5, 230)
    )
    assert BackCorrection((1, -2)).on(200, 300).apply((0, 0)) == pytest.approx((1, -2))


@pytest.mark.parametrize("game", ["atreya", "aathenuo"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_ink_of_corrected_backs_lies_where_it_belongs(game, duplex):
    made = kit(game, margin=9.0, duplex=duplex, **DRIFT)
    assert ink.faults(made, 2.5, 2) == []
    turned = kit(game, margin=9.0, duplex=duplex, **{**DRIFT, "back_turn": -0.8})
    assert random_kits.faults(turned) == []


@pytest.mark.parametrize(("game", "part"), [("atreya", "tiles"), ("aathenuo", "tiles")])
def test_verify_takes_what_the_kit_was_told(game, part, tmp_path, capsys):
    told = ["--back-shift", "0.4,-0.3", "--back-scale", "99.7,100.2", "--back-turn", "0.2"]
    (tmp_path / "printer.toml").write_text(
        "back-shift = [0.4, -0.3]\nback-scale = [99.7, 100.2]\nback-turn = 0.2\n"
    )
    words = ["kit", game, "--only", part, "--margin", "8", "--out", str(tmp_path)]
    assert cli.run([*words, "--printer", str(tmp_path / "printer.toml")]) == 0
    file = str(tmp_path / f"{game}-{part}.pdf")
    assert cli.run(["verify", game, file, "--only", part]) == 0  # the manifest tells
    (tmp_path / f"{game}.json").unlink()
    assert cli.run(["verify", game, file, "--only", part, *told]) == 0
    assert cli.run(["verify", game, file, "--only", part]) == 1
    assert "lies off its front by" in capsys.readouterr().out


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("game", "part", "options", "words"),
    [
        ("atreya", "tiles", {"back_turn": 5.0},
         "the printer's corrections push the art off a4 (210 × 297 mm); a wider --margin leaves room for it"),
        ("atreya", "tiles", {"back_turn": 11.0}, "back-turn 11 is out of range; it can be -10 to 10"),
        ("atreya", "tiles", {"back_scale": (80.0, 100.0)},
         "back-scale 80 is out of range; it can be 90 to 110"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(game, part, options, words):
    with pytest.raises(OptionError) as caught:
        kit(game, part, **options)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("abstrakto --sides backs", "Abstrakto, board: nothing is printed on the back"),
        (
            "abstrakto --sides backs --format faces,svg",
            "Abstrakto, board: nothing is printed on the",
        ),
        ("astralis --only card --sides backs", "Astralis, score card: nothing is printed on the"),
        (
            "aathenuo --sides backs --only tiles --only racks",
            "Aathenuo, racks: nothing is printed on the back",
        ),
        (
            "abstrakto astralis --only board --sides backs",
            "Abstrakto, board: nothing is printed on the back",
        ),
        ("atreya --sides backs --duplex none", "--duplex none prints fronts only; --sides backs"),
        (
            "atreya --sides backs --duplex fold",
            "--duplex fold prints fronts and backs beside each ",
        ),
        (
            "atreya --sides fronts --duplex fold",
            "--duplex fold prints fronts and backs beside each ",
        ),
    ],
)
def test_one_side_alone_is_refused_where_there_is_no_other(words, said, refused):
    assert refused("kit", *words.split()).startswith(said)


def test_backs_alone_leave_out_what_has_none(tmp_path, capsys):
    words = ["kit", "abstrakto", "aathenuo", "--sides", "backs", "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK
    assert {p.name for p in tmp_path.glob("*.pdf")} == {"aathenuo-tiles-backs.pdf"}
    source = template.load("aathenuo")
    made = make(source, source.printing.with_options({"sides": "backs"}))
    assert {s.side for c in made.components for s in some(c.sheets)} == {"back"}


def test_several_games_at_once_correct_the_backs_of_those_that_have_some(tmp_path, capsys):
    words = ["kit", "abstrakto", "aathenuo", "--only", "tiles", "--back-shift", "0.1,0.1"]
    assert cli.run([*words, "--out", str(tmp_path)]) == 0
    assert {p.name for p in tmp_path.glob("*.pdf")} == {"abstrakto-tiles.pdf", "aathenuo-tiles.pdf"}
    assert cli.run(["kit", "abstrakto", "--back-shift", "0.1,0.1"]) == 2
    assert "--back-shift is for backs" in capsys.readouterr().err


# ------------------------------------------------------------------------------- test page

PAPERS = ("a4", "letter", "a3", "a5", "140x200mm", "297x210mm", "200x140mm")
PAGES = [
    (paper, duplex) for paper in PAPERS for duplex in ("long", "short", "none")
]  # fmt: skip


def drawn(made):
    """The pages of a test with their texts' boxes (pixels), and what else is inked."""
    document = pypdfium2.PdfDocument(output.pdf_of(made, made.components[0]))
    for page in document:
        scale, height = 6 / MM, page.get_height()
        text = page.get_textpage()
        boxes = [text.get_rect(k) for k in range(text.count_rects())]
        for item in list(page.get_objects(max_depth=1)):
            if item.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT:
                page.remove_obj(item)
        page.gen_content()
        dark = page.render(scale=scale, rev_byteorder=True).to_numpy()[..., :3].min(axis=2) < 200
        yield (
            dark,
            [
                (left * scale, (height - top) * scale, right * scale, (height - bottom) * scale)
                for left, bottom, right, top in boxes
            ],
        )
    document.close()


@pytest.mark.parametrize(("paper", "duplex"), PAGES)
def test_nothing_on_the_test_page_collides(paper, duplex):
    made = page_of(paper=paper, duplex=duplex)
    for lines, boxes in some(drawn(made)):
        assert len(boxes) > 4
        struck = [
            (left, top)
            for left, top, right, bottom in boxes
            if np.asarray(lines[int(top) + 1 : int(bottom), int(left) + 1 : int(right)]).any()
        ]
        assert struck == []
        assert [pair for pair in itertools.combinations(boxes, 2) if meet(*pair)] == []


def meet(a, b):
    """Whether two boxes (left, top, right, bottom) overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_the_test_page_has_the_sides_that_are_printed():
    sides = {
        duplex: [s.side for s in page_of(duplex=duplex).components[0].sheets]
        for duplex in template.DUPLEX
    }
    assert sides == {
        "long": ["front", "back"], "short": ["front", "back"], "fold": ["front"], "none": ["front"],
    }  # fmt: skip
    assert [s.side for s in page_of(sides="fronts").components[0].sheets] == ["front"]


@pytest.mark.parametrize("paper", ["a4", "a5", "297x210mm"])
@pytest.mark.parametrize(
    ("shift", "scale", "turn"),
    [((0.4, -0.7), (1.0, 1.0), 0.0), ((0.0, 0.0), (0.997, 1.004), 0.0),
     ((1.2, 0.3), (1.003, 0.998), -0.35), ((-0.5, 0.8), (1.0, 1.0), 0.5)],
)  # fmt: skip
def test_what_four_corners_show_brings_backs_behind_their_fronts(
    paper, shift, scale, turn, tmp_path
):
    """A printer that shifts, stretches and turns backs; its readings, its file, the kit."""
    made = page_of(paper=paper)
    sheet = made.components[0].sheets[0]
    width, height = sheet.paper.width, sheet.paper.height
    off = BackCorrection(shift, (100 / scale[0], 100 / scale[1]), turn).on(width, height)
    corners, lengths = testpage.measures(find(paper))
    # Where the front's cross falls on the back's scale, along that scale.
    read = {}
    for name, p in corners.items():
        seen = off.inverse().apply(p)
        read[name] = (round(seen.x - p.x, 1), round(seen.y - p.y, 1))  # to a tenth, by eye
    (tmp_path / "p.toml").write_text(
        backcorrection.written(backcorrection.reckoned(corners, read, lengths, lengths))
    )
    corrected = PrintSettings().with_options(backcorrection.load(str(tmp_path / "p.toml")))
    told = backcorrection.of_backs(corrected)
    for p in some(corners.values()):
        there = off.apply(told.on(width, height).apply(p))
        assert math.dist(there, p) < 0.15, (told, there, p)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_page_shift_moves_fronts_and_their_backs_alike(duplex):
    """On the paper: a place of the front and of its back move to the same side."""
    moved = []
    for side in ("front", "back"):
        settings = PrintSettings().with_options({"duplex": duplex, "page_shift": (1.5, -0.5)})
        by = backcorrection.of_page(find("a4"), settings, side)
        moved.append((by.e, by.f))
    (x, y), (back_x, back_y) = moved
    assert (x, y) == pytest.approx((-1.5, 0.5))
    assert (back_x, back_y) == pytest.approx((-x, y) if duplex == "long" else (x, -y))


def test_the_printer_command_writes_what_the_kit_reads(tmp_path, capsys, refused):
    file = str(tmp_path / "printer.toml")
    readings = ["A=0.4,-0.2", "B=0.6,-0.2", "C=0.4,0", "D=0.6,0"]
    assert cli.run(["printer", *readings, "--scales", "99.6,100.2", "-o", file]) == 0
    found = backcorrection.load(file)
    assert found["print_scale"] == (99.6, 100.2)
    assert found["back_shift"] == (0.5, -0.1)
    words = ["kit", "abstrakto", "--only", "tiles", "--printer", file, "--out", str(tmp_path)]
    assert cli.run(words) == 0  # no backs: what is for them is not used
    capsys.readouterr()
    assert refused("printer", "A=1").startswith("'1' is not two numbers")
    assert refused("printer", "A=1,0").startswith("expected readings of A, B, C and D")
    assert refused("printer", "--scales", "60,60").startswith("print-scale would be")
