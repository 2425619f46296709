"""Every mark of ink lies where it belongs, and every piece can be cut, read back from the PDF."""

import os

import pytest

from engine.errors import OptionError
from tests.printing import cutting, ink, kits
from tests.printing.kits import printed

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"


#: Components that share sheets, and a printer that drifts.
SMALL = ("contested", "planets", "ships", "standees", "card")
DRIFT = {"margin": 9.0, "back_shift": (0.4, -0.3), "back_scale": (99.7, 100.2), "back_turn": 0.2}


def kit(game, part, **options):
    names = part if isinstance(part, tuple) else (part,) * bool(part)
    return printed(game, *names, **options)


#: What went wrong once, or is most likely to.
KITS = {
    "turned racks": ("aathenuo", "racks", {"paper": "a4"}),
    "turned racks of a cutter": ("aathenuo", "racks", {"preset": "silhouette", "paper": "a3"}),
    "odd paper": ("aathenuo", "racks", {"paper": "130x250mm", "marks": "crop"}),
    "turned screens": ("abstrakto", "screen", {"paper": "letter", "bleed": 3.0}),
    "folded squares": ("aathenuo", "tiles", {"paper": "a3", "duplex": "fold", "packing": "rows"}),
    "folded hexagons": ("astralis", "control", {"duplex": "fold", "packing": "rows"}),
    "folded, with crop marks": ("astralis", "control", {"duplex": "fold", "marks": "crop"}),
    "ship and fins": ("astralis", "ships", {"tile_size": 40.0}),
    "discs, bled and cropped": ("astralis", "planets", {"marks": "crop", "bleed": 2.0}),
    "bleed to the edge": ("atreya", "tiles", {"bleed": 3.0, "margin": 0.0, "orientation": "flat"}),
    "apart, with crop marks": ("atreya", "tiles", {"packing": "separate", "marks": "crop"}),
    "rows, with crop marks": ("atreya", "tiles", {"packing": "rows", "marks": "crop"}),
    "honeycomb, with crop marks": ("atreya", "tiles", {"marks": "crop", "bleed": 1.5}),
    "small paper": ("atreya", "tiles", {"paper": "90x120mm", "tile_size": 40.0}),
    "bleeds that meet": ("atreya", "tiles", {"packing": "rows", "bleed": 3.0}),
    "bleeds in a corner": ("aathenuo", "tiles", {"bleed": 2.0}),
    "boards, cropped": ("astralis", "board", {"marks": "crop"}),
    "a square board, cropped": ("abstrakto", "board", {"marks": "crop"}),
    "shared, as they are": ("astralis", SMALL, {}),
    "shared, on Letter": ("astralis", SMALL, {"marks": "crop", "bleed": 2.0, "paper": "letter"}),
    "shared, in rows": ("astralis", SMALL, {"packing": "rows", "paper": "a3", "theme": "dark", "bleed": 1.5, "orientation": "flat"}),
    "shared, for a cutter": ("astralis", SMALL, {"packing": "separate", "marks": "crop", "gap": 4.0, "preset": "silhouette", "theme": "mono"}),
    "shared, corrected": ("astralis", SMALL, {"paper": "a5", "print_scale": (99.0, 100.5), "margin": 3.0}),
    "corrected backs": ("atreya", "tiles", DRIFT),
    "corrected backs, short edge": ("atreya", "tiles", {**DRIFT, "duplex": "short", "back_turn": -0.8}),
    "corrected squares": ("aathenuo", "tiles", {**DRIFT, "back_turn": -0.8}),
    "corrected squares, short edge": ("aathenuo", "tiles", {**DRIFT, "duplex": "short"}),
    "a poster": ("astralis", "board", {"paper": "a5", "print_scale": (99.0, 101.0)}),
}  # fmt: skip


@pytest.mark.parametrize("name", KITS)
def test_ink_lies_where_it_belongs_and_pieces_can_be_cut(name):
    game, part, options = KITS[name]
    made = kit(game, part, **options)
    assert part != SMALL or any(component.shared for component in made.components)
    assert kits.faults(made) == []


#: How many kits of random options each test looks at.
SHARE = 200 if DEEP else 1


@pytest.mark.parametrize("first", range(0, 12 * SHARE, SHARE))
def test_kits_of_random_options(first):
    tried = 0
    for seed in range(first, first + SHARE):
        try:
            made = kits.kit_of(seed)
        except OptionError:
            continue
        tried += 1
        assert kits.faults(made) == [], kits.options_of(seed)
    assert tried or SHARE == 1


# --------------------------------------------------------------------- what the reader must see


def with_items(made, change):
    """Return a kit whose first sheet's picture is changed."""
    from dataclasses import replace

    component = made.components[0]
    first = component.sheets[0]
    items = change(first.scene.items)
    first = replace(first, scene=first.scene._replace(items=items))
    component = replace(component, sheets=(first, *component.sheets[1:]))
    return replace(made, components=(component,))


def moved(name, dx, dy):
    from engine.geometry.plane import Transform

    def change(items):
        k = next(k for k, item in enumerate(items) if name in (item.name, item.layer))
        shift = Transform.translation(dx, dy)
        one = items[k]._replace(transform=shift @ items[k].transform)
        return (*items[:k], one, *items[k + 1 :])

    return change


#: A part of a sheet moved by so much -> what must be said of it.
SEEN = {
    ("piece", 0.8, 0.0): "inks beyond its outline",
    ("piece", 0.0, -0.8): "inks beyond its outline",
    ("furniture", 0.0, -12.0): "lies over art",
    ("furniture", -20.0, 0.0): "lies off the paper",
    ("cut", 1.5, 0.0): "lies over art",
    ("registration", 20.0, 30.0): "lies over art",
}


@pytest.mark.parametrize("case", SEEN)
def test_what_lies_wrong_is_seen(case):
    name, dx, dy = case
    made = kit("aathenuo", "tiles", preset="silhouette", duplex="none", tile_size=22.0)
    said = " ".join(words for _, words in ink.faults(with_items(made, moved(name, dx, dy)), most=1))
    assert SEEN[case] in said


def without_marks(count):
    def change(items):
        k = next(k for k, item in enumerate(items) if item.layer == "cut")
        cut = items[k]._replace(items=items[k].items[count:])
        return (*items[:k], cut, *items[k + 1 :])

    return change


# In rows another mark may stand farther along the same line.
@pytest.mark.parametrize(("packing", "marks"), [("rows", 2), ("separate", 1), ("honeycomb", 1)])
def test_an_edge_without_its_mark_is_seen(packing, marks):
    made = kit("atreya", "tiles", packing=packing, marks="crop", tile_size=40.0)
    assert cutting.uncut(made, 1) == []
    assert " marks" in " ".join(cutting.uncut(with_items(made, without_marks(marks)), 1))


@pytest.mark.parametrize("part", ["planets", "ships"])
def test_a_disc_without_its_marks_is_seen(part):
    for marks, count in (("crop", 3), ("lines", 1)):
        made = kit("astralis", part, marks=marks)
        assert cutting.uncut(made, 1) == []
        assert "no rim" in " ".join(cutting.uncut(with_items(made, without_marks(count)), 1))
