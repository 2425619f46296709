"""Our kits are in order also as other programs write them."""

import os

import pytest

import engine
from engine.drawing import theme
from tests.checking.producers import PRODUCERS, kit_of, verdict
from tests.checking.reading import FEW

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: Which games' files of a producer are read (all where it is not named).
READ = {
    "mutool convert": ("atreya", "abstrakto", "astralis"),
}
#: The programs that ``make system`` installs are in every run, the others with TILEWRIGHT_DEEP=1.
INSTALLED = ("", "pdftocairo", "chromium")

CASES = [
    (name, game, look)
    for n, (name, producer) in enumerate(PRODUCERS.items())
    for g, game in enumerate(engine.names())
    for k, look in enumerate(theme.names())
    if game in READ.get(name, engine.names())
    and (DEEP or (producer.program in INSTALLED and n % 5 == k and g == n % 4))
]


@pytest.mark.parametrize(("name", "game", "look"), CASES)
def test_a_kit_is_in_order_whoever_wrote_it(tmp_path, name, game, look):
    file = None if DEEP else FEW.get(game)
    told = ["--template", file] if file else []
    said = verdict(name, kit_of(game, look, file), tmp_path, *told)
    assert str(said) == "ok"
    assert said.found == said.expected > 0
