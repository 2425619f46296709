"""A small document of Sphinx with figures, built by the real tool for two writers."""

import re

import pytest

from tests.cases import ROOT

pytest.importorskip("sphinx", reason="pip install sphinx")

INDEX = f"""
Rules
=====

See :numref:`opening`, :ref:`here <fig:threat>`.

.. tilewright:: atreya
   :caption: The start
   :name: opening
   :show: cells

   start
   marks: dot 0,0
   marks: ring -1,0

.. atreya::
   :align: right
   :width: 60mm
   :figclass: wide
   :target: https://example.org/

   @threat of {ROOT}/templates/examples/atreya.toml

.. atreya:: start
"""

WRONG = """
.. tilewright:: atreya
   :shw: cells

   start
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


def test_figures_in_html(built, window):
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
    assert (
        '<figure class="tilewright wide align-right" id="fig-threat">\n'
        '<span><a class="image-reference reference external" href="https://example.org/">SVG<'
    ) in text
    for width in (1200, 400):
        window.set_viewport_size({"width": width, "height": 900})
        window.goto((out / "index.html").as_uri())
        boxes = [picture.bounding_box() for picture in window.locator("svg").all()]
        assert len(boxes) == 2
        assert all(20 < box["width"] <= width for box in boxes)


def test_figures_in_latex(built):
    out, log = built(RIGHT, "latex", "de")
    assert log == ""
    text = (out / "rules.tex").read_text("utf-8")
    shown = re.findall(r"\\includegraphics\[(\S+), alt=\{(.+?)\}\]\{(tilewright-\w+\.pdf)\}", text)
    assert [size for size, *_ in shown] == ["width=64.44mm", "width=60mm"]
    assert "Punkt auf 0,0; Ring auf -1,0" in shown[0][1], "figures speak as the document does"
    assert r"\caption{The start}" in text
    for *_, name in shown:
        assert (out / name).read_bytes().startswith(b"%PDF-1.5")


def test_what_is_wrong_is_told_with_its_line(built):
    _, log = built(INDEX + WRONG, "text")
    found = [line.partition("index.rst:")[2].partition(" [")[0] for line in log.splitlines()]
    known = "unknown setting 'shw'; did you mean 'show'?"
    assert (
        found[0] == "24: ERROR: atreya: no position; expected one in the first line, such as start"
    )
    assert found[1].startswith(f"26: ERROR: tilewright: the figure: {known}")
    assert len(found) == 2


def test_books_show_files_whose_pages_need_declare_nothing(built):
    out, _ = built(RIGHT.replace("The start", "The start {red}"), "epub")
    page = (out / "index.xhtml").read_text("utf-8")
    shown = re.findall(r'<img src="(_images/tilewright-\w+\.svg)" alt="([^"]+)"', page)
    assert len(shown) == 2
    assert "<svg" not in page
    for path, _ in shown:
        assert (out / path).read_bytes().startswith(b"<?xml")
        assert f'href="{path}" media-type="image/svg+xml"' in (out / "content.opf").read_text(
            "utf-8"
        )
