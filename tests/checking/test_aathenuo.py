"""Aathenuo's sheets read back from what is drawn, whole in every look, and with every fault planted."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from engine.drawing import scene, theme
from engine.drawing.writers import svg
from engine.errors import GameError
from engine.games.aathenuo import drawing
from engine.games.aathenuo.tiles import TileSet, whole_set
from engine.geometry.plane import Box, Point, Transform
from generator import cli
from generator.checking import inspection
from generator.checking.faults import Wanted
from generator.checking.readback import Hints, Source
from generator.printing import output, template
from generator.printing.kit import make
from tests.cases import some
from tests.checking import reading
from tests.paths import DATA

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
CLASSIC = theme.load("classic")


def few(backs="colour"):
    """Return the template of 30 tiles with these backs: read in a third of the time of all 104."""
    return str(DATA / "aathenuo" / f"few-{backs}.toml")


@cache
def made(backs="colour", *, usual=False, **options):
    """Return the tiles of a small kit, or of the usual one, printed with these options."""
    source = template.load("aathenuo", None if usual else few(backs))
    return make(source, source.printing.with_options(options), ("tiles",))


def pdf_of(kit):
    return Source("tiles.pdf", output.pdf_of(kit, kit.components[0]))


def svgs_of(kit):
    return [
        Source(f"{k}-{sheet.side}.svg", svg.write(sheet.scene))
        for k, sheet in enumerate(kit.components[0].sheets)
    ]


def printed(kit, case, cases):
    """Return a kit's files, as PDF and as SVG in turn of the cases; as both with TILEWRIGHT_DEEP=1."""
    ways = ([pdf_of(kit)], svgs_of(kit))
    return ways if DEEP else ways[[*cases].index(case) % 2 :][:1]


def read(*sources, backs="colour", **hints):
    return reading.read(sources, Hints(**{"template": few(backs), **hints}), "aathenuo")


def outcome(*sources, backs="colour", hints=None, **wanted):
    found = read(*sources, backs=backs, **(hints or {}))
    return inspection.sheets(found, Wanted(only=("tiles",), **wanted))


def faults(*sources, **wanted):
    """Return the faults by kind, and their words."""
    found = outcome(*sources, **wanted).faults
    return [fault.kind for fault in found], " | ".join(fault.message for fault in found)


# --------------------------------------------------------------------------------- as printed

LOOKS = [
    {"bleed": 2.0},
    {"packing": "separate", "gap": 4.0, "bleed": 2.0},
    {"marks": "crop", "labels": True},
    {"duplex": "short"},
    {"duplex": "fold"},
]


#: Every theme as it is usually printed, and every other way to print in one of them.
PRINTED = [(look, {}) for look in theme.names()] + [
    (theme.names()[k % len(theme.names())], options) for k, options in enumerate(LOOKS)
]
#: Each with one kind of backs in turn; with both with TILEWRIGHT_DEEP=1.
WITH_BACKS = [
    (*printed, backs)
    for k, printed in enumerate(PRINTED)
    for n, backs in enumerate(("colour", "pattern"))
    if DEEP or k % 2 == n
]


@pytest.mark.parametrize(("look", "options", "backs"), WITH_BACKS, ids=str)
def test_every_look_is_in_order(look, options, backs):
    kit = made(backs, theme=look, **options)
    for sources in some(printed(kit, (look, options, backs), WITH_BACKS)):
        found = outcome(*sources, backs=backs)
        assert found.ok, [fault.message for fault in found.faults]
        assert found.found == found.expected == 30
        assert f"colours by theme {look}" in found.facts[0]
        assert {"back", "alike", "size"} <= set(found.checked)
        assert ("colour" in found.checked) == (backs == "colour")


@pytest.mark.parametrize("size", [10.0, 22.0, 40.0])
def test_sizes_are_measured(size):
    found = read(pdf_of(made(tile_size=size)))
    assert len(found.reading.pieces) == 60
    for piece in found.reading.pieces:
        assert piece.sizes == pytest.approx((size,) * len(piece.sizes), abs=0.005)


def test_fronts_alone_have_no_backs():
    found = outcome(pdf_of(made(usual=True, duplex="none")), hints={"template": None})
    assert found.ok
    assert found.expected == 104
    assert "no backs" in found.facts[0]
    assert "back" not in found.checked


def test_ids_and_names_do_not_count():
    front, back = svgs_of(made())
    renamed = front.data.replace(b"aathenuo-r", b"aathenuo-y").replace(b"piece-", b"other-")
    assert renamed != front.data
    assert outcome(front._replace(data=renamed), back).ok


@pytest.mark.parametrize("of", [TileSet(3, 1, 0), TileSet(6, 2, 1)], ids=str)
def test_another_set_is_that_of_its_template(of, tmp_path):
    source = template.load("aathenuo")
    text = source.text
    for name, usual in TileSet()._asdict().items():
        text = text.replace(f"{name:8}= {usual} ", f"{name:8}= {getattr(of, name)} ")
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    own = template.load("aathenuo", str(file))
    sheets = pdf_of(make(own, own.printing, ("tiles",)))
    told = outcome(sheets, hints={"template": str(file)})
    assert told.ok
    assert told.expected == len(whole_set(of))
    untold = outcome(sheets, hints={"template": None})
    assert not untold.ok
    kinds = {fault.kind for fault in untold.faults}
    assert "missing" in kinds
    assert (of.colours == 3) == (kinds == {"missing"})


# ------------------------------------------------------------------------------ faults planted


def edited(kit, number, change):
    """Return a kit with the items of one of its sheets changed."""
    (component,) = kit.components
    sheets = list(component.sheets)
    picture = sheets[number].scene
    items = tuple(change(list(picture.items)))
    sheets[number] = replace(sheets[number], scene=picture._replace(items=items))
    return replace(kit, components=(replace(component, sheets=tuple(sheets)),))


def without(item, name):
    """Return an item without its parts of a class."""
    if isinstance(item, scene.Group) and item.name == "piece":
        kept = tuple(part for part in item.items if getattr(part, "name", "") != name)
        return item._replace(items=kept)
    return item


def pieces(items):
    """Return the places among items of the tiles, in order."""
    return [k for k, i in enumerate(items) if isinstance(i, scene.Group) and i.name == "piece"]


def planted(change, *, side=0, tile=2, backs="pattern", **options):
    """Return a kit with one tile of a sheet changed by a function of its group."""

    def swap(items):
        at = pieces(items)[tile]
        changed = change(items[at])
        return [*items[:at], *([] if changed is None else [changed]), *items[at + 1 :]]

    return edited(made(backs, **options), side, swap)


def showing(text, **asked):
    """Return a change that draws another tile's face."""
    return lambda group: group._replace(
        items=drawing.face(asked.get("look", CLASSIC), text, asked.get("size", 22.0)).items
    )


def repainted(name, paint):
    """Return a change that fills the parts of a class with another paint."""
    return lambda group: group._replace(
        items=tuple(
            part._replace(fill=paint) if getattr(part, "name", "") == name else part
            for part in group.items
        )
    )


def moved(dx, dy):
    return lambda group: group._replace(transform=Transform.translation(dx, dy) @ group.transform)


def covered(box, paint="#ffffff"):
    patch = scene.Path(scene.rectangle(box), paint)
    return lambda group: group._replace(items=(*group.items, patch))


def one_shape_off(group):
    """Hide a shape of a tile by a patch of the plate's colour."""
    (shapes,) = [i for i in group.items if getattr(i, "name", "") == "shapes"]
    box = scene.outline_box(shapes.outline)
    return covered(Box(box.left - 0.1, box.top - 0.1, box.left + 2.0, box.bottom + 0.1))(group)


#: Fault -> what is done, to which sheet (0 the fronts) and tile (2 is r1, 3 r3), the
#: kinds of fault that must be found, and words of them.
PLANTED = {
    "missing": (lambda _: None, 0, 2, {"missing"}, "tile 3 r1 is missing; its back is there"),
    "another tile": (
        showing("g5"), 0, 2, {"missing", "duplicated"}, "tile 27 g5 is there once too often",
    ),
    "another number": (
        showing("r2"), 0, 2, {"missing", "duplicated"}, "tile 4 r2 is there once too often",
    ),
    "a star for a number": (
        showing("r*"), 0, 2, {"missing", "duplicated"}, "tile r* is there once too often",
    ),
    "a colour the set has not": (
        showing("p1"), 0, 2, {"foreign"}, "tile 3 r1 is not as it should be: it shows #72418d",
    ),
    "a shape hidden": (
        one_shape_off, 0, 4, {"foreign"}, "tile 5 r3 is not as it should be: it shows #ffffff",
    ),
    "the frame repainted as yellow": (
        repainted("red", CLASSIC.slot("yellow").fill), 0, 2, {"unclear"}, "tile 3 r1 is not as it should be: a part",
    ),
    "the frame in a foreign paint": (
        repainted("red", "#123456"), 0, 2, {"foreign"}, "tile 3 r1 is not as it should be: it shows #1",
    ),
    "the shapes repainted": (
        repainted("shapes", "#123456"), 0, 4, {"foreign"}, "tile 5 r3 is not as it should be: it shows #1",
    ),
    "the star repainted": (repainted("star", "#123456"), 0, 0, {"foreign"}, "#123456"),
    "a face too small": (showing("r1", size=21.8), 0, 2, {"size"}, "measures 21.8 mm, not 22 mm"),
    "a face too large": (
        showing("r1", size=22.4), 0, 2, {"size"}, "measures 22.4 mm, not 22 mm",
    ),
    "half covered": (
        covered(Box(-11, -11, 11, 4)), 0, 2, {"foreign"},
        "tile 3 r1 is not as it should be: it shows #ffffff",
    ),
    "blank": (covered(Box(-11, -11, 11, 11)), 0, 2, {"missing"}, "its back is there"),
    "no shapes": (
        lambda group: without(group, "shapes"), 0, 2, {"foreign"},
        "tile 3 r1 is not as it should be: it shows #ffffff",
    ),
    "no number": (
        lambda group: without(group, "number"), 0, 2, {"foreign"},
        "tile 3 r1 is not as it should be: it shows #ffffff",
    ),
    "a back off": (moved(0.2, 0.0), 1, 2, {"back"}, "lies off its front by 0.20 mm right"),
    "a back off a little too much": (moved(0.0, 0.12), 1, 2, {"back"}, "0.12 mm down"),
    "no back": (lambda _: None, 1, 2, {"no-back"}, "tile 3 r1 has no back"),
    "a back that tells its tile": (
        covered(Box(-3, -3, 3, 3), "#ff0000"), 1, 2, {"foreign"},
        "the back is not like the others: it shows #ff0000 instead of #d9d2c3 in the middle",
    ),
    "a back half covered": (
        covered(Box(-11.2, -11.2, 11.2, 5)), 1, 2, {"foreign"},
        "the back is not like the others: it shows #ffffff instead of #d9d2c3",
    ),
    "a back of another paint": (
        repainted("back", "#eeeeee"), 1, 2, {"foreign"},
        "the back is not like the others: it shows #eeeeee instead of #d9d2c3",
    ),
    "a front for a back": (
        showing("r1"), 1, 2, {"mirror"}, "behind tile 3 r1 is no back but tile 3 r1",
    ),
    "outside": (moved(-6.5, 0.0), 0, 0, {"outside", "back"}, "beyond the page by 0.50 mm at the left"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_every_fault_is_found_and_told(name):
    change, side, tile, kinds, words = PLANTED[name]
    kit = planted(change, side=side, tile=tile)
    for sources in some(printed(kit, name, PLANTED)):
        found, told = faults(*sources, backs="pattern")
        assert sorted(found) == sorted(kinds), told
        assert words in told


def behind(colour):
    """Return a change that draws the back of another colour's tiles."""
    return lambda group: group._replace(items=drawing.colour_back(CLASSIC, colour, 22.0).items)


#: Fault -> what is done to which tile of backs that show their colour (2 is r1), the
#: kinds of fault that must be found, and words of them.
PLANTED_BEHIND = {
    "another colour": (
        behind("y"), {"colour"}, "the back of tile 3 r1 shows yellow, its front is red",
    ),
    "another colour's ground": (
        repainted("red", CLASSIC.slot("green").fill), {"foreign"},
        "the back is not like the others: it shows #4dba66 instead of #",
    ),
    "a foreign ground": (
        repainted("red", "#123456"), {"foreign"},
        "the back is not like the others: it shows #123456 instead of #b61a2d",
    ),
    "a shape of another paint": (
        repainted("shapes", "#123456"), {"foreign"},
        "the back is not like the others: it shows #123456 instead of #a21728 in the middle",
    ),
    "a disc of another paint": (
        repainted("disc", "#eeeeee"), {"foreign"},
        "the back is not like the others: it shows #eeeeee instead of #ffffff",
    ),
    "no shape": (
        lambda group: without(group, "shapes"), {"foreign"},
        "the back is not like the others: it shows #ffffff instead of #a21728 in the middle",
    ),
    "something beside the disc": (
        covered(Box(-9.5, -9.5, -8, -8), "#ff0000"), {"foreign"},
        "at the top on the left",
    ),
    "a back that is not there": (lambda _: None, {"no-back"}, "tile 3 r1 has no back"),
    "a front for a back": (showing("r1"), {"mirror"}, "behind tile 3 r1 is no back but tile 3 r1"),
    "a back off": (moved(0.2, 0.0), {"back"}, "lies off its front by 0.20 mm right"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED_BEHIND)
def test_every_fault_of_a_coloured_back_is_found_and_told(name):
    change, kinds, words = PLANTED_BEHIND[name]
    kit = planted(change, side=1, backs="colour")
    for sources in some(printed(kit, name, PLANTED_BEHIND)):
        found, told = faults(*sources)
        assert sorted(found) == sorted(kinds), told
        assert words in told


def test_all_backs_of_two_colours_exchanged():
    """What most backs of a colour look like is in order, but not behind another's fronts."""
    kit = made()
    order = {"red": "y", "yellow": "r"}

    def exchange(items):
        for at in pieces(items):
            name = items[at].items[0].name
            if name in order:
                items[at] = behind(order[name])(items[at])
        return items

    kinds, told = faults(pdf_of(edited(kit, 1, exchange)))
    assert Counter(kinds) == {"colour": 20}
    assert "shows yellow, its front is red" in told
    assert "shows red, its front is yellow" in told


@pytest.mark.parametrize(("edge", "other"), [("long", "short"), ("short", "long")])
def test_the_edge_is_told_by_the_colours_of_the_backs(edge, other):
    """In the middle of a page backs lie behind fronts either way, but not behind their own."""
    places = {"r1": (-20, -30), "y2": (20, -30), "g3": (-20, 30), "b4": (20, 30)}
    x, y = (-1, 1) if edge == "long" else (1, -1)
    fronts = [(drawing.face(CLASSIC, tile, 22.0), at) for tile, at in places.items()]
    backs = [
        (drawing.colour_back(CLASSIC, tile[0], 22.0), (x * at[0], y * at[1]))
        for tile, at in places.items()
    ]
    sheets = [
        Source(f"{k}.svg", svg.write(scene.Scene(210.0, 297.0, tuple(
            scene.Use(symbol, Transform.translation(105.0 + dx, 148.5 + dy))
            for symbol, (dx, dy) in side
        ), title="sheet")))
        for k, side in enumerate((fronts, backs))
    ]  # fmt: skip
    usual = {"hints": {"template": None}}
    found = outcome(*sheets, **usual)
    assert {fault.kind for fault in found.faults} == {"missing"}
    assert f"turning over the {edge} edge" in found.facts[0]
    kinds, told = faults(*sheets, **usual, duplex=other)
    assert kinds.count("back") == 1
    assert f"upside down behind its front: made for turning over the {edge} edge" in told


@pytest.mark.parametrize("backs", ["colour", "plain", "pattern"])
def test_fronts_and_backs_of_separate_runs(backs):
    fronts, behind = (pdf_of(made(backs, sides=side)) for side in ("fronts", "backs"))
    assert outcome(fronts, backs=backs, duplex="none").ok
    files = fronts._replace(name="fronts.pdf"), behind._replace(name="backs.pdf")
    found = outcome(*files, backs=backs)
    assert found.ok, found.faults
    assert found.expected == 30
    assert "back" in found.checked


def test_plain_backs_are_read():
    found = outcome(pdf_of(made("plain")), backs="plain")
    assert found.ok
    assert {"alike", "back"} <= set(found.checked)
    assert "colour" not in found.checked


def test_a_back_off_by_less_than_a_tenth_is_in_order():
    assert outcome(pdf_of(planted(moved(0.07, 0.0), side=1)), backs="pattern").ok


def test_all_backs_off_are_told_once():
    kinds, told = faults(pdf_of(made(back_shift=(0.3, -0.2))))
    assert kinds == ["back"]
    assert "all 30 backs" in told
    assert "0.30 mm right and 0.20 mm up" in told
    assert outcome(pdf_of(made(back_shift=(0.3, -0.2))), back_shift=(0.3, -0.2)).ok


def test_a_surplus_tile_is_told_with_its_places():
    def twice(items):
        first = items[pieces(items)[2]]
        free = Transform.translation(193.0, 266.5)
        return [*items, first._replace(transform=free, id="")]

    kinds, told = faults(pdf_of(edited(made(), 0, twice)))
    assert kinds == ["duplicated"]
    assert "tile 3 r1 is there once too often" in told
    assert "at 193.0, 266.5 mm" in told


def test_the_size_asked_for_is_held_to():
    kinds, told = faults(pdf_of(made(usual=True)), hints={"template": None}, tile_size=25.0)
    assert kinds == ["size"]
    assert "all 208 tiles measure 22 mm, not 25 mm" in told


@pytest.mark.parametrize("size", [10.0, 22.0])
def test_a_theme_that_was_not_printed_is_told(size):
    found = outcome(
        pdf_of(made(usual=True, tile_size=size)), hints={"template": None, "theme": "dark"}
    )
    assert {fault.kind for fault in found.faults} == {"foreign"}


def test_a_theme_that_is_not_there_is_refused():
    with pytest.raises(GameError, match="no theme 'nonesuch'"):
        read(pdf_of(made()), theme="nonesuch")


def test_two_sets():
    kit = made(copies=2)
    assert outcome(pdf_of(kit), copies=2).ok
    kinds, _ = faults(pdf_of(kit))
    assert Counter(kinds) == {"duplicated": 27}


def test_a_set_is_found_without_its_name(tmp_path, capsys):
    source = pdf_of(made(usual=True))
    file = tmp_path / "tiles.pdf"
    file.write_bytes(source.data)
    assert cli.run(["verify", str(file), "--only", "tiles"]) == 0
    assert "in order: 104 of 104" in capsys.readouterr().out
    assert cli.run(["verify", "aathenuo", str(file)]) == 1
    assert "racks: none of 4 are there" in capsys.readouterr().out
    assert cli.run(["verify", "aathenuo", str(file), "--only", "tiles", "--json"]) == 0
    assert '"expected": 104' in capsys.readouterr().out


def test_the_pictures_on_the_label_are_no_tiles():
    source = template.load("aathenuo", few())
    label = make(source, source.printing, ("label",))
    found = outcome(pdf_of(label)._replace(name="label.pdf"), pdf_of(made()))
    assert found.ok
    assert found.found == found.expected == 31
    assert "label: 1 of 85 mm on 1 page" in found.facts[0]


def test_squares_without_plates_are_no_tiles():
    grid = [
        scene.Path(scene.rectangle(Box(x, y, x + 20, y + 20)), "#123456")
        for x in range(5, 180, 25)
        for y in range(5, 250, 25)
    ]
    page = svg.write(scene.Scene(210.0, 297.0, tuple(grid), title="squares"))
    with pytest.raises(GameError, match="no tiles"):
        read(Source("squares.svg", page))


def test_a_white_patch_of_a_number_of_points_is_not_unbounded():
    """Outlines of very many points have no form, and are passed over."""
    ring = [Point(100 + 10 * ((k * 7) % 13) / 13, 100 + k / 500) for k in range(5000)]
    items = (
        *made().components[0].sheets[0].scene.items,
        scene.Path(scene.polygon(ring), "#ffffff"),
    )
    page = svg.write(scene.Scene(210.0, 297.0, items, title="front"))
    assert len(read(Source("front.svg", page)).reading.pieces) == 30
