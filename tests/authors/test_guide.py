"""The guide for authors: its blocks are drawn, and what it names is there."""

import re
import textwrap

import pytest

from generator.cli import COMMANDS
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


def test_a_page_of_the_guide_shows_them_all():
    markdown = pytest.importorskip("markdown")
    found = markdown.markdown(
        GUIDE,
        extensions=["fenced_code", "tilewright"],
        extension_configs={"tilewright": {"folder": ROOT}},
    )
    assert len(BLOCKS) == 2
    assert found.count('<figure class="tilewright"') == len(BLOCKS)
    assert "tilewright-fault" not in found
    assert '<figure class="tilewright" id="threat">' in found


def test_the_other_tools_blocks_are_right_too():
    (shown,) = re.findall(r"^    ````markdown\n(.*?)^    ````$", GUIDE, re.M | re.S)
    head, text = re.search(r"```(.*?)\n(.*)```", textwrap.dedent(shown), re.S).groups()
    assert head == "{.tilewright game=astralis #fig:opening}"
    assert block.made(block.parse(text, "astralis"), None).scene.items


def test_commands_and_options_are_there():
    words = set(re.findall(r"`tilewright ([a-z]+)", GUIDE))
    assert words == {"figures", "replay", "astralis"}
    assert words - {"astralis"} <= set(COMMANDS)
