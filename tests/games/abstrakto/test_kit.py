"""Abstrakto's kit: board, tiles, markers and screens as they lie on the sheets."""

from collections import Counter

import engine
from generator.printing import template
from generator.printing.kit import make

ABSTRAKTO = engine.game("abstrakto")
KINDS = ("solid", "line", "cross")


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
