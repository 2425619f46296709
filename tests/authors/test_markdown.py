"""Figures in Markdown: by Python-Markdown, and a page of MkDocs Material looked at in a browser."""

import logging
import re
import subprocess
import sys

import pytest

from tests.cases import ROOT

markdown = pytest.importorskip("markdown", reason="pip install markdown")
OTHERS = ([], ["fenced_code"], ["pymdownx.superfences", "pymdownx.highlight"])


def html_of(text, *others, **settings):
    """Return a text as HTML, pictures left out."""
    found = markdown.markdown(
        text, extensions=[*others, "tilewright"], extension_configs={"tilewright": settings}
    )
    return re.sub(r"<svg.*?</svg>", "SVG", found)


START = "```tilewright atreya\nstart\ncaption: The <start>\nlabel: opening\n```"


@pytest.mark.parametrize("others", OTHERS, ids=str)
def test_a_fence_becomes_a_figure_with_number_and_reference(others):
    found = html_of(f"See [](#opening), [this](#opening), [](#other).\n\n{START}\n", *others)
    assert (
        '<a href="#opening">Figure 1</a>, <a href="#opening">this</a>, <a href="#other">#other</a>'
        in found
    )
    assert (
        '<figure class="tilewright" id="opening">SVG<figcaption>'
        '<span class="tilewright-number">Figure 1.</span> The &lt;start&gt;</figcaption></figure>'
    ) in found
    assert "<p><figure" not in found


@pytest.mark.parametrize("others", OTHERS, ids=str)
def test_fences_that_are_shown_as_code_stay_code(others):
    indented = START.replace("\n", "\n    ")
    text = f"Text\n\n    {indented}\n    more\n\n````md\n{START}\n````\n\n{START}\n"
    found = html_of(text, *others)
    assert found.count("SVG") == 1
    assert "Figure 1." in found
    assert (
        "```tilewright atreya\nstart\ncaption: The &lt;start&gt;\nlabel: opening\n```\nmore"
        in found
    )


def test_a_figure_that_is_wrong_is_told_in_its_place(caplog):
    with caplog.at_level(logging.WARNING):
        found = html_of("Text\n\n```atreya\nstart\nsize: 40\n\n<b>: x\n```\n\nmore", "fenced_code")
    assert '<div class="tilewright-fault" style="overflow-wrap:anywhere"><p><strong>' in found
    assert "&lt;b&gt;" in found
    assert "<p>more</p>" in found
    (record,) = caplog.records
    assert record.levelname == "ERROR", "what MkDocs heeds also where it is quiet"
    assert record.name.startswith("mkdocs.plugins."), "so that mkdocs build --strict fails"
    assert "line 3 of the text: '<b>: x' is not a setting" in record.getMessage()


PAGE = f"""# Rules

See [](#opening), [the threat](#fig:threat).

{START}

=== "One"

    ```astralis
    start
    caption: In a tab
    options: side=4
    ```

=== "Two"

    ```astralis
    start
    caption: In the other tab
    options: side=4
    ```

!!! note

    ```tilewright
    @threat of {ROOT}/templates/examples/atreya.toml
    ```
"""

CONFIG = """site_name: Rules
theme: {name: material, font: false}
validation: {anchors: warn}
markdown_extensions:
  - tilewright
  - admonition
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
"""


def test_a_page_of_mkdocs_material(window, tmp_path):
    """Built by the real tool, and looked at in the browser at two widths."""
    pytest.importorskip("material")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, "utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(PAGE, "utf-8")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", "site"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert len(re.findall(r"<figcaption>.*?Figure [1-4]\.", text)) == 4
    # Only the page itself: its scripts and styles lie beside it.
    window.route(re.compile("^(?!file:)"), lambda route: route.abort())
    for width in (1200, 400):
        window.set_viewport_size({"width": width, "height": 900})
        window.goto((tmp_path / "site" / "index.html").as_uri())
        first = window.locator("figure.tilewright svg").first
        assert 50 < first.bounding_box()["width"] <= width
        assert window.evaluate("document.documentElement.scrollWidth") <= width
    assert window.get_by_role("img", name="Atreya: red to move").count() == 1
    window.get_by_role("link", name="Figure 1").click()
    assert window.url.endswith("#opening")
    window.unroute_all()
