"""Our kits are in order also as other programs write them."""

import os

import pytest

import engine
from engine.drawing import theme
from tests.checking.producers import PRODUCERS, verdict
from tests.checking.reading import FEW

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: Which games' files of a producer are read (all where it is not named).
READ = {
    "mutool convert": ("atreya", "abstrakto", "astralis"),
    # All sheets in one file: a board before tiles of two sides parts fronts and backs.
    "chromium of SVG": ("atreya", "abstrakto", "aathenuo"),
}
#: The themes that a kit is printed in.
LOOKS = [look for look in theme.names() if look != "dark"]
#: The programs that ``make system`` installs are in every run, the others with TILEWRIGHT_DEEP=1.
INSTALLED = ("", "pdftocairo", "chromium")


def cases():
    """Yield every producer with one of its games and themes in turn, or with all of them."""
    for number, (name, producer) in enumerate(PRODUCERS.items()):
        games = READ.get(name, engine.names())
        if DEEP:
            yield from ((name, game, look) for game in games for look in LOOKS)
        elif producer.program in INSTALLED:
            # Atreya's files, which take longest, come as they were written.
            game = games[(number + 1) % 3] if number else "atreya"
            turn = number + number // len(LOOKS)
            yield name, game, LOOKS[turn % len(LOOKS)]


@pytest.mark.parametrize(("name", "game", "look"), list(cases()))
def test_a_kit_is_in_order_whoever_wrote_it(tmp_path, name, game, look):
    template = () if DEEP or game not in FEW else ("--template", FEW[game])
    said = verdict(name, game, look, tmp_path, *template)
    assert str(said) == "ok"
    assert said.found == said.expected > 0
