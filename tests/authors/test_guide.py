"""The guide for authors: its blocks are drawn, and what it names is there."""

import re

import pytest

from generator.documents import block
from tests.paths import ROOT

GUIDE = (ROOT / "docs" / "authors.md").read_text("utf-8")
FENCES = re.findall(r"^(`{3,4})(\S*)([^\n]*)\n(.*?)^\1$", GUIDE, re.M | re.S)
BLOCKS = [(rest.strip(), text) for _, kind, rest, text in FENCES if kind == "tilewright"]


@pytest.mark.parametrize(("game", "text"), BLOCKS)
def test_blocks_are_drawn(game, text):
    made = block.made(block.parse(text, game), ROOT)
    assert made.caption
    assert made.scene.description
