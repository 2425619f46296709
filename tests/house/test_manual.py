"""The manual's measures: short sentences, a short README and changelog, no tools of maintainers in users' pages."""

import re

import pytest

from tests.paths import ROOT

OF_MAINTAINERS = {"CONTRIBUTING.md"}
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    if path.name != "json.md" and path.name != "CREDITS.md"
}


def sentences(text):
    """Return the sentences of a page: of its paragraphs, lists and cells, without code."""
    text = re.sub(r"^( *)(`{3,})[^\n]*\n.*?^\1\2$", "\n", text, flags=re.M | re.S)
    text = re.sub(r"\A---\n.*?^---$", "", text, flags=re.M | re.S)
    text = re.sub(r"^(=== .*|#.*|\|[-|: ]+\||<.*>)$", "\n", text, flags=re.M)
    text = re.sub(r"`[^`\n]*`", "code", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^( *[-*]|\d+\.) |^\||\|$", "\n\n", text, flags=re.M)
    for part in re.split(r"\n\s*\n|(?<=[.!?])\**\s+(?=\S)|\s\|\s", text):
        words = re.findall(r"[^\W_][\w'’×.-]*", part)
        if len(words) > 3:
            yield words


def test_sentences_are_short():
    found = [words for text in PAGES.values() for words in sentences(text)]
    assert len(found) > 800
    assert sum(map(len, found)) / len(found) <= 16
    long = [" ".join(words) for words in found if len(words) > 30]
    assert len(long) <= len(found) / 20, long


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_its_readers(name):
    text = PAGES[name]
    assert name in OF_MAINTAINERS or "python -m tests" not in text
    assert not re.search(r"\b20[2-9]\d-\d\d-\d\d\b", text)


def test_what_is_read_first_is_short():
    assert len(PAGES["README.md"].split()) <= 900
    assert len(PAGES["CHANGELOG.md"]) <= 3000
    assert len(PAGES["CONTRIBUTING.md"].splitlines()) <= 150
