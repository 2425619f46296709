"""Astralis's kit: every part counted, boards of all sides whole or as posters, sizes that agree."""

from __future__ import annotations

import re
from dataclasses import replace

import engine
from engine.drawing import theme as themes
from engine.drawing.parts import Request
from generator.printing import template
from generator.printing.kit import make
from tests.cases import some

GAME = engine.game("astralis")
USUAL = template.load("astralis")


def asked(**settings):
    """Return the built-in template with other values, such as ``side=7`` or ``start_rows=False``."""
    text = USUAL.text
    for name, value in settings.items():
        key = name.replace("_", "-")
        said = str(value).lower()
        text, count = re.subn(rf"^{key}( *)= [^ \n]+", rf"{key}\1= {said}", text, flags=re.M)
        assert count == 1, f"{key} is said once in the template"
    return replace(USUAL, text=text)


def kit(*only, settings=None, **options):
    source = asked(**(settings or {}))
    return make(source, source.printing.with_options({"sheets": "separate", **options}), only)


def parts(theme="classic", page=(200.0, 287.0), settings=None, **request):
    asked_for = asked(**(settings or {})).settings()
    found = GAME.parts(Request(themes.load(theme), asked_for, page, **request))
    return {part.name: part for part in found}


def ids(component):
    """Return the identities of a component's pieces as they lie on its sheets, backs left out."""
    return [p.piece.id for s in component.sheets for p in s.placements if not p.back]


def components_of(made):
    return {component.name: component for component in made.components}


# ----------------------------------------------------------------------------------- counting


def test_the_kit_is_what_the_box_holds():
    """The pieces on the sheets are the game's; so are the numbers of its components."""
    found = components_of(kit())
    printed = [
        piece for name in ("control", "contested", "planets", "ships") for piece in ids(found[name])
    ]
    assert printed == list(GAME.tiles())
    for component in some(GAME.components()):
        if component.name == "board":
            assert component.count == found["board"].count == 1
        else:
            mine = [piece for piece in printed if re.fullmatch(rf"{component.name}(-\d+)?", piece)]
            assert len(mine) == component.count, component.name
