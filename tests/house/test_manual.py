"""The manual's measures: short sentences, a short README and changelog, no tools of maintainers in users' pages."""

import re

from tests.paths import ROOT

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
