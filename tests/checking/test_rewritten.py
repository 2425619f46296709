"""Kits whose PDF files another program has changed in a way that does not show, or turned."""

from __future__ import annotations

import io
import os
import re
from functools import cache

import pytest
from pypdf import PdfReader, PdfWriter, Transformation
from pypdf.generic import DictionaryObject, FloatObject, NameObject

import engine
from engine.drawing.writers import svg
from generator.checking import inspection, readback
from generator.checking.faults import Outcome, Wanted
from generator.checking.readback import Hints, Source
from generator.printing import output, template
from generator.printing.kit import Kit, make
from tests.checking.reading import FEW
from tests.checking.rewriting import cropped, form_of, turned


@cache
def kit(game: str) -> tuple[bytes, ...]:
    """Return the PDF files of a game's kit, a small one where it has such."""
    source = template.load(game, FEW.get(game))
    made = make(source, source.printing, ())
    return tuple(output.pdf_of(made, component) for component in made.components)


def in_forms(writer: PdfWriter) -> None:
    """Draw every page as programs do that impose: scaled down in one place, up in another."""
    for page in writer.pages:
        page.add_transformation(Transformation().scale(0.5).translate(11, 7))
        page.add_transformation(Transformation().translate(-11, -7).scale(2))


def packed(writer: PdfWriter) -> None:
    for page in writer.pages:
        page.compress_content_streams()


def left_open(writer: PdfWriter) -> None:
    """Leave the outlines of fills and clips open, which close them by themselves."""
    for page in writer.pages:
        content = page.get_contents()
        assert content is not None
        content.set_data(re.sub(rb"\bh\s+(?=(f\*?|W\*? n)\b)", b"", content.get_data()))
        page.replace_contents(content)


WAYS = {
    "turned by 90": lambda writer: turned(writer, 90),
    "turned by 180": lambda writer: turned(writer, 180),
    "turned by 270": lambda writer: turned(writer, 270),
    "cropped": cropped,
    "scaled and back": in_forms,
    "packed": packed,
    "left open": left_open,
}


def rewritten(data: bytes, way: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    WAYS[way](writer)
    out = io.BytesIO()
    writer.write(out)
    assert out.getvalue() != data
    return out.getvalue()


def verdict(game: str, files: list[bytes]) -> Outcome:
    sources = [Source(f"{k}.pdf", data) for k, data in enumerate(files)]
    found = readback.read(sources, Hints(template=FEW.get(game)), game)
    return inspection.sheets(found, Wanted())


DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: Every way with two games in turn; with all of them with TILEWRIGHT_DEEP=1.
CASES = [
    (game, way)
    for k, way in enumerate(WAYS)
    for g, game in enumerate(engine.names())
    if DEEP or (k + g) % 2
]


@pytest.mark.parametrize(("game", "way"), CASES, ids="-".join)
def test_a_kit_is_in_order_however_it_was_rewritten(game, way):
    outcome = verdict(game, [rewritten(data, way) for data in kit(game)])
    assert outcome.faults == ()
    assert outcome.found == outcome.expected > 0


def test_tiles_covered_on_turned_sheets_are_missing():
    front, *others = kit("aathenuo")
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(front)))
    turned(writer, 90)
    content = writer.pages[0].get_contents()
    assert content is not None
    content.set_data(b"q\n" + content.get_data() + b"\nQ 1 1 1 rg 20 500 560 280 re f\n")
    writer.pages[0].replace_contents(content)
    out = io.BytesIO()
    writer.write(out)
    kinds = {fault.kind for fault in verdict("aathenuo", [out.getvalue(), *others]).faults}
    assert "missing" in kinds


@pytest.mark.parametrize("percent", [93, 98, 102])
@pytest.mark.parametrize("game", engine.names())
def test_a_kit_that_was_scaled_is_told_by_what_its_sheets_say(game, percent):
    files = [scaled(data, percent / 100) for data in kit(game)]
    messages = [fault.message for fault in verdict(game, files).faults]
    told = [m for m in messages if f"drawn at {percent}.0 % of what the sheet says" in m]
    assert len(told) == 1


def scaled(data: bytes, share: float) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    for page in writer.pages:
        x, y = float(page.mediabox.width) / 2, float(page.mediabox.height) / 2
        move = Transformation().translate(-x, -y).scale(share).translate(x, y)
        page.add_transformation(move)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_what_a_clip_may_hide_is_not_there():
    """A hole by the even-odd rule: PDFium does not tell the rule, so the hole counts as one."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(kit("atreya")[0])))
    content = writer.pages[0].get_contents()
    assert content is not None
    hole = b"q 0 0 596 842 re 200 400 120 120 re W* n\n"
    content.set_data(hole + content.get_data() + b"\nQ\n")
    writer.pages[0].replace_contents(content)
    out = io.BytesIO()
    writer.write(out)
    assert verdict("atreya", [out.getvalue()]).faults


@pytest.mark.parametrize("opacity", [0.0, 0.5])
def test_a_translucent_page_is_not_in_order(opacity):
    """A page drawn as a transparency group shows its parts with the group's opacity."""
    reader = PdfReader(io.BytesIO(kit("atreya")[0]))
    writer = PdfWriter(clone_from=reader)
    page = writer.pages[0]
    content, form = form_of(page)
    group = DictionaryObject({NameObject("/S"): NameObject("/Transparency")})
    form[NameObject("/Group")] = group
    state = DictionaryObject({NameObject("/ca"): FloatObject(opacity)})
    page[NameObject("/Resources")] = DictionaryObject(
        {
            NameObject("/XObject"): DictionaryObject({NameObject("/F"): writer._add_object(form)}),
            NameObject("/ExtGState"): DictionaryObject({NameObject("/G"): state}),
        }
    )
    content.set_data(b"/G gs /F Do")
    page.replace_contents(content)
    out = io.BytesIO()
    writer.write(out)
    assert verdict("atreya", [out.getvalue()]).faults


def test_a_back_shift_within_the_tolerance_is_let_be():
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(kit("atreya")[0])))
    for page in writer.pages[1::2]:
        page.add_transformation(Transformation().translate(0.2 / 25.4 * 72, 0))
    out = io.BytesIO()
    writer.write(out)
    found = readback.read([Source("x.pdf", out.getvalue())], Hints(), "atreya")
    kinds = {
        most: {fault.kind for fault in inspection.sheets(found, Wanted(tolerance=most)).faults}
        for most in (None, 0.15, 0.25)
    }
    assert kinds == {None: {"back"}, 0.15: {"back"}, 0.25: set()}


# ----------------------------------------------------------------------- sheets without words


def without_words(made: Kit, share: float = 1.0, more: str = "") -> list[Source]:
    """Return a kit's SVG sheets, which say nothing in words, drawn at a share of their size."""
    sources = []
    for component in made.components:
        for k, sheet in enumerate(component.sheets):
            text = svg.write_text(sheet.scene)
            start, end = text.index(">", text.index("<svg")) + 1, text.rindex("</svg>")
            drawn = f'<g transform="scale({share})">{text[start:end]}</g>{more}</svg>'
            data = (text[:start] + drawn).encode()
            sources.append(Source(f"{component.name}-{k}.svg", data))
    return sources


@pytest.mark.parametrize("percent", [98, 100, 103])
def test_svg_sheets_that_were_scaled_are_told_by_their_ruler(percent):
    source = template.load("abstrakto")
    sheets = without_words(make(source, source.printing, ("board",)), percent / 100)
    found = readback.read(sheets, Hints(), "abstrakto")
    outcome = inspection.sheets(found, Wanted(only=("board",)))
    said = f"drawn at {percent}.0 % of what the sheet says: a ruler of {1.016 * percent:.2f} mm"
    expected = [] if percent == 100 else [said]
    assert [fault.message.split(", not")[0] for fault in outcome.faults] == expected


def test_text_of_svg_sheets_is_passed_over_and_said_to_be():
    source = template.load("abstrakto")
    words = "<text>one</text><g display='none'><text>none</text></g><text>two</text>"
    sheets = without_words(make(source, source.printing, ("board",)), more=words)
    found = readback.read(sheets, Hints(), "abstrakto")
    outcome = inspection.sheets(found, Wanted(only=("board",)))
    note = "2 pieces of text passed over, first in board-0.svg: save text as paths"
    assert outcome.ok
    assert note in outcome.facts
