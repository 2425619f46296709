"""Abstrakto's kit: board, tiles, markers and screens as they lie on the sheets."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.scene import Group, Use
from engine.errors import OptionError
from engine.games.abstrakto.places import Kind
from engine.geometry.plane import IDENTITY
from generator.printing import template
from generator.printing.kit import make
from tests.cases import some

ABSTRAKTO = engine.game("abstrakto")
KINDS = {kind.name.lower(): kind for kind in Kind}


def kit(*only, **options):
    source = template.load("abstrakto")
    return make(source, source.printing.with_options({"sheets": "separate", **options}), only)


def placed(items, at=IDENTITY):
    """Yield every item of a picture with its transform to the page, symbols entered."""
    for item in items:
        yield item, at
        if isinstance(item, Group):
            yield from placed(item.items, at @ item.transform)
        elif isinstance(item, Use):
            yield from placed(item.symbol.items, at @ item.transform)


def named(items, name, at=IDENTITY):
    return [(i, t) for i, t in placed(items, at) if getattr(i, "name", "") == name]


def segments(outline, at=IDENTITY):
    """Return the straight lines of an outline as pairs of points on the page."""
    lines = []
    start = here = None
    for step in outline:
        there = start if isinstance(step, scene.Close) else at.apply((step.x, step.y))
        if isinstance(step, scene.MoveTo):
            start = there
        else:
            lines.append((here, there))
        here = there
    return lines


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


def test_every_piece_is_drawn_as_what_it_is():
    for component in some(kit("tiles", "markers").components):
        for sheet in some(component.sheets):
            for placement in some(sheet.placements):
                (group,) = (
                    i for i, _ in placed(sheet.scene.items) if i_id(i) == placement.piece.id
                )
                assert (group.transform.e, group.transform.f) == (placement.x, placement.y)
                first, second, _ = placement.piece.id.split("-")
                colour = second if first == "marker" else first
                ground = next(i for i, _ in placed(group.items) if isinstance(i, scene.Path))
                assert ground.name == colour
                assert ground.fill == theme.load("classic").paint(
                    colour, component.size * (1.5 if first == "marker" else 1)
                )
                count = sum(len(segments(i.outline)) for i, _ in named(group.items, "grid"))
                assert count == (0 if first == "marker" else KINDS[second].value)


def i_id(item):
    return getattr(item, "id", "").removeprefix("piece-")


# ------------------------------------------------------------------------------------- the board


# -------------------------------------------------------------------------- lines on the board


# -------------------------------------------------------------------------------- every theme


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
