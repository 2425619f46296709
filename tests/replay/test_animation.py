"""Games as moving pictures: frames, times, sizes, what stands still, and what is refused."""

import io
import re
from xml.etree import ElementTree as ET

import pypdfium2
import pytest
from PIL import Image, ImageChops

from engine.drawing.writers import png
from generator.replaying import animation
from generator.replaying.pictures import scenes_in
from tests.browser import PATIENCE
from tests.cases import some
from tests.records import of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def made():
    return animation.of(of("atreya"), size=40, frames=(0, 3), seconds=0.5)


@pytest.mark.parametrize("form", ["gif", "png"])
def test_frames_are_the_positions(made, form):
    picture = Image.open(io.BytesIO(animation.write(made, form)))
    assert (picture.n_frames, picture.info["loop"]) == (4, 0)
    scenes = scenes_in(made.figures, made.windows)
    for index, frame in enumerate(some(scenes)):
        picture.seek(index)
        assert round(picture.info["duration"]) == (1500 if index == 3 else 500)
        right = Image.open(io.BytesIO(png.write(frame, 96))).convert("RGB")
        shown = picture.convert("RGB")
        assert shown.size == right.size
        differences = ImageChops.difference(shown, right).getextrema()
        # The edges' soft colours are the nearest of a GIF's palette.
        assert max(high for _, high in differences) <= (60 if form == "gif" else 0)
        assert shown.getpixel((0, 0)) == (255, 255, 255)
    assert len(made.figures) == 4


def test_a_pdf_has_a_page_for_each_position(made):
    pages = pypdfium2.PdfDocument(animation.write(made, "pdf"))
    texts = [page.get_textpage().get_text_bounded().splitlines() for page in pages]
    assert texts[0][-1] == "Start. Green to move."
    assert texts[2][-1].endswith("Red to move.")
    assert len(texts) == 4
    assert len({page.get_width() for page in pages}) == 1


def test_svg_moves_by_its_style(made, browser, tmp_path):
    text = animation.write(made, "svg").decode()
    root = ET.fromstring(text)
    frames = [g for g in root if g.tag == f"{SVG}g"]
    assert [g.get("visibility") for g in frames] == ["hidden", "hidden", "hidden", None]
    assert root.find(f"{SVG}desc").text.startswith("4 positions, one after another. At last: ")
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("moving-") for name in ids)
    path = tmp_path / "a.svg"
    path.write_text(text, "utf-8")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(path.as_uri())
    at = "t => document.getAnimations().forEach(a => { a.pause(); a.currentTime = t; })"
    seen = "[...document.querySelectorAll('svg > g')].map(g => getComputedStyle(g).visibility[0])"
    shown = []
    for moment in (100, 600, 1100, 1600, 2900, 3100):
        # A delay in the past counts as time that has gone by.
        page.evaluate(at, moment)
        shown.append("".join(page.evaluate(seen)))
    assert shown == ["vhhh", "hvhh", "hhvh", "hhhv", "hhhv", "vhhh"]
    page.emulate_media(reduced_motion="reduce")
    assert "".join(page.evaluate(seen)) == "hhhv"
    page.close()
