"""Aathenuo's kit: every tile counted in any set, exact squares, racks to fold."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine.drawing import theme
from engine.drawing.parts import Request
from engine.games.aathenuo.tiles import TileSet, whole_set
from generator.printing import template
from generator.printing.kit import make

AATHENUO = engine.game("aathenuo")
USUAL = template.load("aathenuo")

#: Sets as a template may ask for them: colours, copies, stars, and how many tiles that is.
SETS = [(4, 3, 2, 104), (3, 1, 0, 24), (5, 2, 1, 85), (6, 3, 2, 156), (6, 9, 9, 486)]


def with_settings(**settings):
    """Return the built-in template with other values, such as ``colours=5`` or ``length=120``."""
    text = USUAL.text
    for name, value in settings.items():
        written = json.dumps(value)
        text, count = re.subn(
            rf"^(?:# )?{name}( *)= [^ \n]+", rf"{name}\1= {written}", text, flags=re.M
        )
        assert count == 1, f"{name} is written once in the template"
    return replace(USUAL, text=text)


def kit(*only, settings=None, **options):
    source = with_settings(**(settings or {}))
    return make(source, source.printing.with_options({"sheets": "separate", **options}), only)


def component(name, **asking):
    (only,) = [c for c in kit(name, **asking).components if c.name == name]
    return only


def parts(look="classic", settings=None, **request):
    table = with_settings(**(settings or {})).settings()
    kit_parts = AATHENUO.parts(Request(theme.load(look), table, (200.0, 287.0), **request))
    return {part.name: part for part in kit_parts}


def fronts(of):
    """Return the placements of a component's fronts."""
    return [p for s in of.sheets for p in s.placements if not p.back]


# ------------------------------------------------------------------------------------- tiles


@pytest.mark.parametrize(("colours", "copies", "stars", "count"), SETS)
def test_every_set_is_printed_whole(colours, copies, stars, count):
    of = TileSet(colours, copies, stars)
    tiles = component("tiles", settings=of._asdict())
    ids = Counter(p.piece.id for p in fronts(tiles))
    assert ids == Counter(whole_set(of))
    assert tiles.count == ids.total() == count == colours * (8 * copies + stars)
    backs = [p for s in tiles.sheets for p in s.placements if p.back]
    assert len(backs) == count
