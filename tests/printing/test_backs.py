"""Printers that drift: backs moved, scaled and turned, and the test page that measures it."""

import itertools
import math

import numpy as np
import pypdfium2
import pytest

from generator import cli
from generator.printing import duplex, output, template, testpage
from generator.printing.duplex import BackCorrection
from generator.printing.paper import find
from generator.printing.template import PrintSettings
from tests.cases import some
from tests.printing.kits import sheets

MM = 72 / 25.4
DRIFT = {"back_shift": (0.4, -0.3), "back_scale": (99.7, 100.2), "back_turn": 0.2}


def page_of(**options):
    return testpage.make(template.load("atreya").printing.with_options(options))


def test_fronts_stay_where_they_are_and_backs_move_by_the_correction():
    plain, moved = sheets("atreya", margin=8.0), sheets("atreya", margin=8.0, **DRIFT)
    by = BackCorrection(*DRIFT.values()).on(210, 297)
    for a, b in some(zip(plain, moved, strict=True)):
        if a.side == "front":
            assert a.scene.items == b.scene.items
            continue
        for p, q in some(zip(a.placements, b.placements, strict=True)):
            assert (q.x, q.y) == pytest.approx(by.apply((p.x, p.y)))


def test_verify_takes_what_the_kit_was_told(tmp_path, capsys):
    told = ["--back-shift", "0.4,-0.3", "--back-scale", "99.7,100.2", "--back-turn", "0.2"]
    (tmp_path / "printer.toml").write_text(duplex.written(DRIFT))
    words = ["kit", "astralis", "--only", "control", "--margin", "8", "--out", str(tmp_path)]
    assert cli.run([*words, "--printer", str(tmp_path / "printer.toml")]) == cli.OK
    verify = ["verify", "astralis", str(tmp_path / "astralis-control.pdf"), "--only", "control"]
    (tmp_path / "astralis.json").unlink()  # which tells of the corrections, as the README's does
    assert cli.run([*verify, *told]) == cli.OK
    assert cli.run(verify) == cli.NOT_IN_ORDER
    assert "drawn at 100.3 % of what the sheet says" in capsys.readouterr().out


# ------------------------------------------------------------------------------- test page

PAPERS = ("a4", "140x200mm", "297x210mm")


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


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_nothing_on_the_test_page_collides(paper, duplex):
    for lines, boxes in some(drawn(page_of(paper=paper, duplex=duplex))):
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


@pytest.mark.parametrize("paper", ["a4", "297x210mm"])
@pytest.mark.parametrize(
    ("shift", "scale", "turn"),
    [((0.4, -0.7), (1.0, 1.0), 0.0), ((0.0, 0.0), (0.997, 1.004), 0.0),
     ((1.2, 0.3), (1.003, 0.998), -0.35), ((-0.5, 0.8), (1.0, 1.0), 0.5)],
)  # fmt: skip
def test_what_four_corners_show_brings_backs_behind_their_fronts(
    paper, shift, scale, turn, tmp_path
):
    """A printer that shifts, stretches and turns backs; its readings, its file, the kit."""
    width, height = find(paper).width, find(paper).height
    off = BackCorrection(shift, (100 / scale[0], 100 / scale[1]), turn).on(width, height)
    corners, lengths = testpage.measures(find(paper))
    # Where the front's cross falls on the back's scale, along that scale.
    read = {}
    for name, p in corners.items():
        seen = off.inverse().apply(p)
        read[name] = (round(seen.x - p.x, 1), round(seen.y - p.y, 1))  # to a tenth, by eye
    text = duplex.written(duplex.reckoned(corners, read, lengths, lengths))
    (tmp_path / "p.toml").write_text(text)
    told = PrintSettings().with_options(duplex.load(str(tmp_path / "p.toml")))
    by = duplex.of_backs(told).on(width, height)
    for p in some(corners.values()):
        there = off.apply(by.apply(p))
        assert math.dist(there, p) < 0.15, (told, there, p)


def test_the_printer_command_writes_what_the_kit_reads(tmp_path, capsys, refused):
    file = str(tmp_path / "printer.toml")
    readings = ["A=0.4,-0.2", "B=0.6,-0.2", "C=0.4,0", "D=0.6,0"]
    assert cli.run(["printer", *readings, "--scales", "99.6,100.2", "-o", file]) == cli.OK
    corrections = duplex.load(file)
    assert corrections["print_scale"] == (99.6, 100.2)
    assert corrections["back_shift"] == (0.5, -0.1)
    words = ["kit", "abstrakto", "--only", "tiles", "--printer", file, "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK  # no backs: what is for them is not used
    capsys.readouterr()
    assert refused("printer", "A=1").startswith("'1' is not two numbers")
    assert refused("printer", "A=1,0").startswith("expected readings of A, B, C and D")
    assert refused("printer", "--scales", "60,60").startswith("print-scale 60 is out of range")
