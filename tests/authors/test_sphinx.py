"""A small document of Sphinx with figures, built by the real tool for two writers."""

import re

import pytest

from tests import tiny_fonts
from tests.browser import PATIENCE
from tests.paths import ROOT

pytest.importorskip("sphinx", reason="pip install sphinx")

INDEX = f"""
Rules
=====

:tilewright:`atreya start` See :numref:`opening`, :ref:`here <fig:threat>`; small :tilewright:`atreya start`.

.. tilewright:: atreya
   :caption: The start
   :name: opening
   :show: cells

   start
   marks: dot 0,0
   marks: ring -1,0

.. atreya::

   @threat of {ROOT}/templates/examples/atreya.toml

.. atreya:: start
"""

WRONG = """
.. tilewright:: atreya
   :shw: cells

   start

And :tilewright:`atreya rubbish`.
"""


@pytest.fixture
def built(tmp_path):
    """Return a function that builds a document and returns the output folder and the warnings."""
    from sphinx.cmd.build import build_main

    def build(text, builder="html", language="en"):
        (tmp_path / "conf.py").write_text(
            'project = "Rules"\nextensions = ["generator.sphinx"]\nnumfig = True\n'
            f'language = "{language}"\n',
            "utf-8",
        )
        (tmp_path / "index.rst").write_text(text, "utf-8")
        out, log = tmp_path / builder, tmp_path / "log.txt"
        words = ["-q", "-E", "-b", builder, "-w", str(log), str(tmp_path), str(out)]
        assert build_main(words) == 0
        return out, log.read_text("utf-8")

    return build


RIGHT = INDEX.replace(".. atreya:: start\n", "")


def test_figures_in_html(built, browser):
    out, log = built(RIGHT)
    assert log == ""
    html = (out / "index.html").read_text("utf-8")
    text = re.sub(r"<svg.*?</svg>", "SVG", html, flags=re.DOTALL)
    assert '<figure class="tilewright align-default" id="opening">\nSVG<figcaption>' in text
    assert '<span class="caption-number">Fig. 1 </span><span class="caption-text">The start' in text
    assert (
        '<a class="reference internal" href="#opening"><span class="std std-numref">Fig. 1<' in text
    )
    assert '<span class="std std-ref">here</span>' in text
    assert "small SVG.</p>" in text
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "two copies do not take each other's clips"
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    for width in (1200, 400):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto((out / "index.html").as_uri())
        boxes = [picture.bounding_box() for picture in page.locator("svg").all()]
        assert len(boxes) == 4
        assert all(20 < box["width"] <= width for box in boxes)
        assert 30 < boxes[0]["height"] < 90, "a picture within a line is as high as lines are"
    page.close()


def test_figures_in_latex(built):
    out, log = built(RIGHT, "latex", "de")
    assert log == ""
    text = (out / "rules.tex").read_text("utf-8")
    shown = re.findall(r"\\includegraphics\[(\S+), alt=\{(.+?)\}\]\{(tilewright-\w+\.pdf)\}", text)
    assert [size for size, *_ in shown] == [
        "height=3em",
        "height=3em",
        "width=64.44mm",
        "width=70mm",
    ]
    assert "Punkt auf 0,0; Ring auf -1,0" in shown[2][1], "figures speak as the document does"
    assert r"\caption{The start}" in text
    for *_, name in shown:
        assert (out / name).read_bytes().startswith(b"%PDF-1.5")
    assert len(shown) == 4


def test_what_is_wrong_is_told_with_its_line(built):
    _, log = built(INDEX + WRONG, "text")
    found = [line.partition("index.rst:")[2].partition(" [")[0] for line in log.splitlines()]
    known = "unknown setting 'shw'; did you mean 'show'?"
    assert (
        found[0] == "20: ERROR: atreya: no position; expected one in the first line, such as start"
    )
    assert found[1].startswith(f"22: ERROR: tilewright: the figure: {known}")
    assert found[2].startswith("27: ERROR: tilewright: the figure: no position 'rubbish'; expected")
    assert len(found) == 3


#: The document's language, a figure's settings, and how its caption begins in HTML.
SPOKEN = [
    ("de", ":lang: ru", '<span lang="ru">Ход красных'),
    ("fr", "", '<span lang="en">Red to move'),
    ("fr", ":caption: Début", '<span class="caption-text">Début'),
    ("de", "", '<span class="caption-text">Rot am Zug'),
    ("de", ":legend:", '<span class="caption-text">Rot am Zug'),
]


@pytest.mark.parametrize(("language", "settings", "caption"), SPOKEN)
def test_what_is_in_another_language_than_the_document_says_so(built, language, settings, caption):
    out, log = built(f"Rules\n=====\n\n.. atreya::\n   {settings}\n\n   start\n", language=language)
    assert log == ""
    assert caption in (out / "index.html").read_text("utf-8")


def test_a_font_that_is_saved_again_is_read_again(tmp_path):
    from sphinx.cmd.build import build_main

    font = tmp_path / "font.ttf"
    (tmp_path / "conf.py").write_text('extensions = ["generator.sphinx"]\n', "utf-8")
    block = ".. atreya::\n   :font: font.ttf\n   :marks: label a 0,0\n   :caption:\n\n   start\n"
    (tmp_path / "index.rst").write_text(f"Rules\n=====\n\n{block}", "utf-8")
    pages = []
    for width in (300, 300, 900):
        if not pages or width != 300:
            tiny_fonts.saved(font, "a ", width=width)
        assert build_main(["-q", str(tmp_path), str(tmp_path / "html")]) == 0
        pages.append((tmp_path / "html" / "index.html").read_text("utf-8"))
    assert pages[0] == pages[1]
    assert pages[0] != pages[2]


AGAIN = f".. atreya::\n\n   @threat of {ROOT}/templates/examples/atreya.toml\n\n"
NAMED = ".. atreya:: \n   :name: one\n\n   start\n{}\n"

#: The figures of a document beside one that another shows, and how Sphinx warns.
SHOWN_AGAIN = [
    (AGAIN, AGAIN, ""),
    (AGAIN + AGAIN, "", ""),
    (NAMED.format("") * 2, "", ""),
    (
        NAMED.format("") + NAMED.format("   show: pinned"),
        "",
        'Duplicate explicit target name: "one".',
    ),
]


@pytest.mark.parametrize(("text", "second", "warning"), SHOWN_AGAIN)
def test_a_figure_that_is_shown_again_has_its_name_at_first(built, tmp_path, text, second, warning):
    (tmp_path / "second.rst").write_text(f"Second\n======\n\n{second}", "utf-8")
    rest = f"Rules\n=====\n\n.. toctree::\n\n   second\n\n{text}"
    out, log = built(rest)
    assert (warning in log) if warning else (log == "")
    assert 'id="' + ("one" if "name: one" in text else "fig-threat") in (
        out / "index.html"
    ).read_text("utf-8")


PLACED = """
Rules
=====

.. atreya::
   :align: right
   :width: 50%
   :figclass: big
   :target: https://example.org/

   start

.. atreya::
   :width: 200

   start
   caption: {number of} R
"""


def test_figures_take_the_options_of_sphinx_own(built):
    out, log = built(PLACED.replace("{number of} R", "Right"))
    assert log == ""
    text = re.sub(
        r"<svg style=\"([^\"]*)\".*?</svg>", r"SVG[\1]", (out / "index.html").read_text("utf-8")
    )
    first, second = re.findall(
        r"<figure class=\"([^\"]*)\"[^>]*>\n(.*?)<figcaption", text, re.DOTALL
    )
    fitting = "max-width:100%;height:auto"
    assert first[0] == "tilewright big align-right"
    assert 'href="https://example.org/"' in first[1]
    assert f"SVG[width:50%;{fitting}]</a>" in first[1]
    assert second[1] == f"SVG[width:200px;{fitting}]"
    out, log = built(PLACED.replace("{number of} R", "Right"), "latex")
    sizes = re.findall(r"includegraphics\[(width=.*?), alt", (out / "rules.tex").read_text("utf-8"))
    assert sizes == [r"width=0.500\linewidth", r"width=200\sphinxpxdimen"]


def test_books_show_files_whose_pages_need_declare_nothing(built):
    out, _ = built(RIGHT.replace("The start", "The start {red}"), "epub")
    page = (out / "index.xhtml").read_text("utf-8")
    shown = re.findall(r'<img src="(_images/tilewright-\w+\.svg)" alt="([^"]+)"', page)
    assert len(shown) == 4
    assert "<svg" not in page
    for path, _ in shown:
        assert (out / path).read_bytes().startswith(b"<?xml")
        assert f'href="{path}" media-type="image/svg+xml"' in (out / "content.opf").read_text(
            "utf-8"
        )
