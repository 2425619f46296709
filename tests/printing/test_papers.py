"""Papers by name and by measure."""

import pytest

from engine.errors import OptionError
from generator.printing import paper


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a4", (210, 297)),
        ("Letter", (215.9, 279.4)),
        ("100x150mm", (100, 150)),
        ("297.5x420", (297.5, 420)),
    ],
)
def test_papers(text, size):
    found = paper.find(text)
    assert (found.width, found.height) == size


@pytest.mark.parametrize(
    "text", ["", "a9", "10x10mm", "1e3x100", "-5x100", "100x", "99999x99999mm"]
)
def test_no_papers(text):
    with pytest.raises(OptionError, match="paper"):
        paper.find(text)
