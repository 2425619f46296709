"""Games as moving pictures: frames, times, sizes, and pages."""

import io

import pypdfium2
from PIL import Image, ImageChops, ImageStat

from generator.replaying import animation
from tests.records import of

LOOK = {"size": 40, "frames": (0, 3)}


def test_frames_are_the_positions():
    picture = Image.open(io.BytesIO(animation.gif(of("atreya"), seconds=0.5, **LOOK)))
    assert (picture.n_frames, picture.info["loop"]) == (4, 0)
    pages = pypdfium2.PdfDocument(animation.pdf(of("atreya"), **LOOK))
    drawn = [page.render(scale=96 / 72).to_pil().convert("RGB") for page in pages]
    for index in range(4):
        picture.seek(index)
        assert round(picture.info["duration"]) == (1500 if index == 3 else 500)
        shown = picture.convert("RGB")
        differences = [
            sum(ImageStat.Stat(ImageChops.difference(shown, page.crop((0, 0, *shown.size)))).sum)
            for page in drawn
        ]
        assert differences.index(min(differences)) == index
        assert shown.getpixel((0, 0)) == (255, 255, 255)


def test_a_pdf_has_a_page_for_each_position():
    pages = pypdfium2.PdfDocument(animation.pdf(of("atreya"), **LOOK))
    texts = [page.get_textpage().get_text_bounded().splitlines() for page in pages]
    assert texts[0][-1] == "Start. Green to move."
    assert texts[2][-1].endswith("Red to move.")
    assert len(texts) == 4
    assert len({page.get_width() for page in pages}) == 1
