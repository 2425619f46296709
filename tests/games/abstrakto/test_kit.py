"""Abstrakto's kit: board, tiles, markers and screens as they lie on the sheets."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine.errors import OptionError
from engine.games.abstrakto.places import Kind
from generator.printing import template
from generator.printing.kit import make

ABSTRAKTO = engine.game("abstrakto")
KINDS = {kind.name.lower(): kind for kind in Kind}


def kit(*only, **options):
    source = template.load("abstrakto")
    return make(source, source.printing.with_options({"sheets": "separate", **options}), only)


# -------------------------------------------------------------------------------- what is in it


def test_the_kit_holds_what_the_box_holds():
    made = kit()
    assert [c.name for c in made.components] == ["board", "tiles", "markers", "screen"]
    pieces = [p.piece for c in made.components[:-1] for s in c.sheets for p in s.placements]
    assert sorted(piece.id for piece in pieces) == sorted(ABSTRAKTO.tiles())
    kinds = Counter(piece.id.rpartition("-")[0] for piece in pieces)
    assert kinds == {
        **{f"{colour}-{kind}": 6 for colour in ("blue", "orange") for kind in KINDS},
        **{f"marker-{colour}": 10 for colour in ("blue", "orange", "grey")},
    }
    assert not made.warnings


# -------------------------------------------------------------------------- lines on the board


# ------------------------------------------------------------------------------- what is refused


def test_settings_that_cannot_be():
    source = template.load("abstrakto")
    for old, new, message in (
        ("size = 24 ", "size = 4 ", "size = 4 is not right; expected a number from 8 to 200"),
        ("[markers]", "[markers]\nsize = 'x'", "expected a number from 3 to 100"),
        ("[screen]", "[screen]\ncolour = 'blue'", "unknown setting 'colour'"),
        ("height  = 50", "height = 1", "expected a number from 20 to 400"),
    ):
        assert old in source.text
        with pytest.raises(OptionError, match=re.escape(message)):
            make(replace(source, text=source.text.replace(old, new)), source.printing)
    with pytest.raises(OptionError, match="the largest that fits is"):
        kit("tiles", tile_size=300.0)
