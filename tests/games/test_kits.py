"""Every game's kit holds what its box holds, and Aathenuo's any set of tiles."""

import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine.games.aathenuo.tiles import TileSet, whole_set
from generator.printing import template
from generator.printing.kit import make

#: The components of each kit: those with the game's pieces, then others.
COMPONENTS = {
    "aathenuo": (["tiles"], ["racks"]),
    "abstrakto": (["tiles", "markers"], ["board", "screen"]),
    "astralis": (["control", "contested", "planets", "ships"], ["board", "standees", "card"]),
    "atreya": (["tiles"], []),
}


def kit(game, **settings):
    """Return the components by name; ``settings`` are values in place of the template's."""
    source = template.load(game)
    text = source.text
    for name, value in settings.items():
        text, count = re.subn(rf"^(?:# )?{name}( *)= \S+", rf"{name}\1= {value}", text, flags=re.M)
        assert count == 1, f"{name} is written once in the template"
    source = replace(source, text=text)
    made = make(source, source.printing.with_options({"sheets": "separate"}), ())
    assert not any(note.startswith("Warning") for note in made.notes)
    return {component.name: component for component in made.components}


def placed(component, *, back=False):
    return [p.piece.id for s in component.sheets for p in s.placements if p.back == back]


@pytest.mark.parametrize("name", COMPONENTS)
def test_the_kit_holds_what_the_box_holds(name):
    game, found = engine.game(name), kit(name)
    with_pieces, others = COMPONENTS[name]
    assert {*found} == {*with_pieces, *others}
    printed = [piece for component in with_pieces for piece in placed(found[component])]
    assert Counter(printed) == Counter(game.tiles())
    kinds = Counter(re.sub(r"-\d+$", "", piece) for piece in printed)
    for component in game.components():
        counted = len(placed(found[component.name])) or 1 if component.name in found else None
        assert component.count == (counted or kinds[component.name]), component.name


#: Sets as a template may ask for them: colours, copies, stars, and how many tiles that is.
SETS = [(4, 3, 2, 104), (3, 1, 0, 24), (5, 2, 1, 85), (6, 3, 2, 156), (6, 9, 9, 486)]


@pytest.mark.parametrize(("colours", "copies", "stars", "count"), SETS)
def test_every_set_is_printed_whole(colours, copies, stars, count):
    of = TileSet(colours, copies, stars)
    tiles = kit("aathenuo", **of._asdict())["tiles"]
    assert Counter(placed(tiles)) == Counter(whole_set(of))
    assert len(tiles.parts[0].pieces) == count == colours * (8 * copies + stars)
    assert len(placed(tiles, back=True)) == count
