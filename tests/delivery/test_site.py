"""The site of docs/, built once by MkDocs: its figures, its references, its pages in a browser."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys

import pytest

import engine
from engine.play import plugins
from tests.cases import ROOT, some

pytest.importorskip("material")
pytest.importorskip("mkdocstrings")

DOCS = ROOT / "docs"
#: Pages that are written by hand.
PAGES = {
    path.relative_to(DOCS).with_suffix("").as_posix(): path.read_text("utf-8")
    for path in sorted(DOCS.rglob("*.md"))
}
#: How many figures each of them has, but for those that are shown as text.
WRITTEN = {
    name: len(re.findall(r"^```tilewright\b", re.sub(r"^````.*?^````$", "", text, flags=re.M | re.S), re.M))
    for name, text in PAGES.items()
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    about = {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, **about}, capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if not line.startswith("INFO ")]
    assert (done.returncode, done.stdout, told) == (0, "", [])
    return folder


def text_of(site, name):
    """Return a page's content."""
    page = (site / f"{name}.html").read_text("utf-8")
    return page.partition('<article class="md-content__inner')[2].partition("</article>")[0]


def words_of(site, name):
    """Return what a reader sees of a page."""
    return html.unescape(re.sub(r"<[^>]+>", "", text_of(site, name)))


# ------------------------------------------------------------------------------ references


@pytest.mark.parametrize("name", plugins.shipped())
def test_the_examples_of_notations_were_carried_out(site, name):
    lines = re.findall(r"^    (tilewright .*)$", engine.game(name).notation, re.M)
    shown = words_of(site, f"rules/{name}")
    for line in some(lines):
        assert re.search(rf"\$ {re.escape(line)}\n\S", shown), line
    overlays = engine.game(name).overlays
    for one in some(overlays):
        assert f"<strong>{one}</strong>: " in text_of(site, f"rules/{name}")
    drawn = WRITTEN[f"rules/{name}"] + len(lines) + len(overlays) + 1
    assert text_of(site, f"rules/{name}").count('<figure class="tilewright"') == drawn


# ---------------------------------------------------------------------------------- pages


def test_pages_fit_the_screen(site, browser):
    for scheme in ("dark", "light"):
        page = browser.new_page(color_scheme=scheme)
        page.goto((site / "index.html").as_uri())
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        paper = page.evaluate("getComputedStyle(document.querySelector('svg .paper')).fill")
        assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
        assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    rules = f"rules/{plugins.shipped()[0]}"
    for name in ("index", "cookbook", "printing", "authors", "reference/commands", rules):
        page.goto((site / f"{name}.html").as_uri())
        for width in (1200, 400):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
