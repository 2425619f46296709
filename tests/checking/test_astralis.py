"""Astralis's kit read back: every component counted, in every theme, and every fault found."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.writers import pdf, svg
from engine.errors import GameError, OptionError
from engine.geometry.hexgrid import corners
from engine.geometry.plane import Point, Transform
from generator.checking import inspection, readback
from generator.checking.faults import Outcome, Wanted
from generator.checking.readback import Hints, Source
from generator.cli import run
from generator.printing import template
from generator.printing.kit import Kit, make
from generator.printing.sheet import Sheet
from tests.cases import some
from tests.checking import reading

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: What the kit has of each component: a hexhex board, a tile for each of its 169 cells, and so on.
USUAL = {
    "board": 1,
    "control": 169,
    "contested": 60,
    "planets": 60,
    "ships": 2,
    "standees": 2,
    "card": 1,
}

#: A template of a board of 61 cells: its control tiles are read in a third of the time.
FEW = Hints(template=reading.FEW["astralis"])

Change = Callable[[Sheet, tuple[scene.Item, ...]], Sequence[scene.Item]]


@cache
def kit(only: tuple[str, ...] = (), said: str = "", **options: object) -> Kit:
    """Return a kit with these options, of a template with ``said`` in place of the board's side."""
    chosen = template.load("astralis")
    if said:
        text = "".join(
            f"{said}\n" if line.startswith("side ") else line
            for line in chosen.text.splitlines(keepends=True)
        )
        chosen = replace(chosen, text=text)
    return make(chosen, chosen.printing.with_options({"sheets": "separate", **options}), only)


def sources(made: Kit, suffix: str = "svg", change: Change | None = None) -> list[Source]:
    """Return a kit's files, each sheet's items changed on the way."""
    result = []
    for component in made.components:
        pictures = []
        for s in component.sheets:
            items = s.scene.items
            changed = items if change is None else tuple(change(s, items))
            pictures.append(s.scene._replace(items=changed))
        if suffix == "pdf":
            result.append(
                Source(f"{component.name}.pdf", pdf.write([pdf.Page(p) for p in pictures]))
            )
        else:
            result += [
                Source(f"{component.name}-{s.index}-{s.side}.svg", svg.write(p))
                for s, p in zip(component.sheets, pictures, strict=True)
            ]
    return result


def inspect(
    made: Kit,
    suffix: str = "svg",
    change: Change | None = None,
    hints: Hints | None = None,
    **wanted: object,
) -> Outcome:
    """Return what a kit's files lack once changed."""
    found = reading.read(sources(made, suffix, change), hints, "astralis")
    return inspection.sheets(found, Wanted(**wanted))


@cache
def few(**options: object) -> Kit:
    """Return the control tiles of a small board with these options."""
    chosen = template.load("astralis", FEW.template)
    printing = chosen.printing.with_options({"sheets": "separate", **options})
    return make(chosen, printing, ("control",))


def kinds(outcome: Outcome) -> list[str]:
    return [fault.kind for fault in outcome.faults]


def pieces(which: str, edit: Callable[[scene.Group], Sequence[scene.Item]]) -> Change:
    """Return a change of the pieces whose id begins so."""

    def change(_: Sheet, items: tuple[scene.Item, ...]) -> list[scene.Item]:
        result: list[scene.Item] = []
        for item in items:
            hit = isinstance(item, scene.Group) and item.id and f"{item.id}!".startswith(which)
            result += edit(item) if hit else [item]
        return result

    return change


def none(_: scene.Group) -> Sequence[scene.Item]:
    return ()


def moved(dx: float, dy: float) -> Callable[[scene.Group], Sequence[scene.Item]]:
    return lambda g: [g._replace(transform=Transform.translation(dx, dy) @ g.transform)]


def resized(share: float) -> Callable[[scene.Group], Sequence[scene.Item]]:
    return lambda g: [g._replace(transform=g.transform @ Transform.scaling(share))]


def painted(item: scene.Item, old: str, new: str) -> scene.Item:
    """Return an item with one fill in place of another, all through it."""
    if isinstance(item, scene.Group):
        return item._replace(items=tuple(painted(i, old, new) for i in item.items))
    if isinstance(item, scene.Use):
        inner = tuple(painted(i, old, new) for i in item.symbol.items)
        return scene.Group(inner, item.transform)
    fill = getattr(item, "fill", None)
    return item._replace(fill=new) if fill == old else item


# ------------------------------------------------------------------------------- whole kits


@pytest.mark.parametrize(
    ("look", "suffix"),
    [
        (look, suffix)
        for k, look in enumerate(theme.names())
        for n, suffix in enumerate(("pdf", "svg"))
        if DEEP or look == "mono" or k % 2 == n
    ],
)
def test_a_kit_is_in_order(look, suffix):
    outcome = inspect(kit(theme=look), suffix)
    assert outcome.faults == ()
    assert (outcome.found, outcome.expected) == (295, 295)
    assert sum(USUAL.values()) == 295
    assert f"colours by theme {look}" in outcome.facts


def test_the_kinds_are_the_components_of_the_box():
    """What is counted is what the game says is in the box (rule 4.6)."""
    found = reading.read(sources(kit(("ships",))), None, "astralis").reading
    amounts = {kind.name: kind.amount for kind in found.kinds}
    for component in some(engine.game("astralis").components()):
        assert amounts[component.name] == component.count
    by_part: dict[str, int] = {}
    for kind in found.kinds:
        if not kind.optional:
            by_part[kind.part] = by_part.get(kind.part, 0) + kind.amount
    assert by_part == USUAL


@pytest.mark.parametrize("side", [3, 7, 13] if DEEP else [7])
def test_the_board_says_how_many_tiles(side):
    made = kit(("board", "control"), f"side = {side}")
    outcome = inspect(made, only=("board", "control"))
    assert outcome.faults == ()
    assert outcome.found == 3 * side**2 - 3 * side + 1 + 1


def test_tiles_of_a_smaller_board_alone_are_too_few():
    outcome = inspect(kit(("control",), "side = 7"), only=("control",))
    assert [fault.message for fault in outcome.faults] == [
        "control tile: 127 of 169, 42 missing",
    ]


def test_a_template_says_what_there_should_be(tmp_path):
    own = tmp_path / "own.toml"
    text = template.load("astralis").text
    line = next(line for line in text.splitlines() if line.startswith("side "))
    own.write_text(text.replace(line, "side = 7"))
    hints = Hints(template=str(own))
    assert inspect(kit(("control",), "side = 7"), hints=hints, only=("control",)).ok
    larger = kit(("control",), "side = 7", tile_size=20.0)
    assert kinds(inspect(larger, hints=hints, only=("control",))) == ["size"]
    hints = Hints(template=str(own), tile_size=20.0)
    assert inspect(larger, hints=hints, only=("control",)).ok


def test_pip_discs_are_counted_when_they_are_there():
    outcome = inspect(kit(("pips",)), only=("pips",))
    assert outcome.ok
    assert outcome.found == 2 * 7 * 10
    outcome = inspect(kit(("pips",)), change=pieces("piece-die-cyan-3-7!", none), only=("pips",))
    assert [fault.message for fault in outcome.faults] == ["cyan die of 3: 9 of 10, 1 missing"]
    assert inspect(kit(("pips",), copies=2), copies=2, only=("pips",)).found == 280


def test_copies_are_counted_but_for_the_board():
    only = ("board", "contested", "ships")
    outcome = inspect(kit(only, copies=2), copies=2, only=only)
    assert outcome.ok
    assert outcome.found == 1 + 120 + 4
    assert set(kinds(inspect(kit(only, copies=2), only=only))) == {"duplicated"}


# ------------------------------------------------------------------------ ways of printing

WAYS = [
    {"packing": "honeycomb", "bleed": 2.0},
    {"packing": "rows", "marks": "crop", "bleed": 1.0},
    {"packing": "separate", "marks": "none", "bleed": 2.0, "gap": 4.0},
    {"packing": "separate", "marks": "crop", "gap": 1.0, "orientation": "flat"},
    {"duplex": "short", "orientation": "flat"},
    {"duplex": "fold", "bleed": 1.0},
    {"duplex": "none"},
    {"sides": "fronts"},
    {"sides": "backs"},
    {"paper": "letter", "labels": True, "spot": True},
    {"paper": "a5"},
]


#: Each way as one kind of file in turn; as both with TILEWRIGHT_DEEP=1.
AS_FILES = [
    pytest.param(way, suffix, id=" ".join(map(str, (*way.values(), suffix))))
    for k, way in enumerate(WAYS)
    for n, suffix in enumerate(("pdf", "svg"))
    if DEEP or k % 2 == n
]


@pytest.mark.parametrize(("way", "suffix"), AS_FILES)
def test_tiles_are_read_however_they_are_printed(way, suffix):
    looks = theme.names() if DEEP else ("mono" if suffix == "pdf" else "colorblind",)
    for look in some(looks):
        # Of SVG files their names alone tell that they are fronts.
        is_one_sided = "sides" in way or (suffix, way.get("duplex")) == ("svg", "none")
        one_sided = {"duplex": "none"} if is_one_sided else {}
        hints = replace(FEW, bleed=way.get("bleed", 0.0))
        made = few(theme=look, **way)
        outcome = inspect(made, suffix, None, hints, only=("control",), **one_sided)
        assert outcome.faults == ()
        assert outcome.found == 61


@pytest.mark.parametrize("way", WAYS[:4], ids=lambda way: " ".join(map(str, way.values())))
def test_other_pieces_are_read_however_they_are_printed(way):
    only = ("contested", "planets", "ships", "standees", "card")
    hints = Hints(bleed=way.get("bleed", 0.0))
    assert inspect(kit(only, theme="mono", **way), hints=hints, only=only).faults == ()


def test_shifted_backs_and_corrected_scales_are_undone():
    made = few(back_shift=(0.4, -0.3))
    assert set(kinds(inspect(made, hints=FEW, only=("control",)))) == {"back"}
    assert inspect(made, hints=FEW, only=("control",), back_shift=(0.4, -0.3)).ok
    made, told = few(print_scale=(99.0, 100.5)), replace(FEW, print_scale=(99.0, 100.5))
    assert inspect(made, hints=told, only=("control",)).ok
    assert set(kinds(inspect(made, hints=FEW, only=("control",)))) >= {"size"}
    made, told = kit(("board",), print_scale=(99.0, 100.5)), Hints(print_scale=(99.0, 100.5))
    assert inspect(made, hints=told, only=("board",)).ok
    assert set(kinds(inspect(made, only=("board",)))) >= {"size"}


def test_pages_may_come_in_any_order():
    files = sources(few(tile_size=40.0))
    hints = replace(FEW, tile_size=40.0)
    backs = [f for f in files if "back" in f.name]
    fronts = [f for f in files if "front" in f.name]
    for order in (backs + fronts, files[::-1]):
        found = readback.read(order, hints, "astralis")
        assert inspection.sheets(found, Wanted(only=("control",))).ok


# --------------------------------------------------------------------------------- faults

FAULTS: list[tuple[str, str, Change, list[str], str]] = [
    (
        "a tile removed on both sides",
        "control",
        lambda s, items: pieces("back-control-17!", none)(
            s, tuple(pieces("piece-control-17!", none)(s, items))
        ),
        ["missing"],
        "control tile: 60 of 61, 1 missing",
    ),
    (
        "a front removed",
        "control",
        pieces("piece-control-17!", none),
        ["missing"],
        "control tile: 60 of 61, 1 missing; its back is there",
    ),
    (
        "a back removed",
        "control",
        pieces("back-control-3!", none),
        ["no-back"],
        "a control tile (front) has no back",
    ),
    (
        "a back off by half a millimetre",
        "control",
        pieces("back-control-3!", moved(0.5, 0.0)),
        ["back"],
        "lies off its front by 0.50 mm right",
    ),
    (
        "a back off by a hair",
        "control",
        pieces("back-control-3!", moved(0.05, 0.05)),
        [],
        "",
    ),
    (
        "a tile repainted",
        "control",
        pieces("piece-control-8!", lambda g: [painted(g, "#fdd14c", "#b61a2d")]),
        ["foreign"],
        "a control tile (front) is not as it should be: it shows #b61a2d instead of #fdd14c",
    ),
    (
        "a tile painted over",
        "contested",
        pieces(
            "piece-contested-8!",
            lambda g: [g, scene.Group((scene.Circle(0, 0, 7.0, "#24a9c2"),), g.transform)],
        ),
        ["foreign"],
        "it shows #24a9c2 instead of #b61a2d",
    ),
    (
        "a smaller tile",
        "contested",
        pieces("piece-contested-8!", resized(0.97)),
        ["size"],
        "a contested tile measures",
    ),
    (
        "a disc missing",
        "planets",
        pieces("piece-planet-cyan-30!", none),
        ["missing"],
        "cyan planet: 29 of 30, 1 missing",
    ),
    (
        "a disc doubled",
        "planets",
        pieces(
            "piece-planet-cyan-30!",
            lambda g: [g, g._replace(id=None, transform=Transform.translation(120, 270))],
        ),
        ["duplicated"],
        "cyan planet: 31 of 30, 1 too many",
    ),
    (
        "a disc of the other player",
        "planets",
        pieces("piece-planet-yellow-2!", lambda g: [painted(g, "#fdd14c", "#24a9c2")]),
        ["foreign"],
        "it shows #24a9c2 instead of #fdd14c",
    ),
    (
        "a disc beyond the page",
        "planets",
        pieces("piece-planet-yellow-1!", moved(-12.0, 0.0)),
        ["outside"],
        "a yellow planet reaches beyond the page",
    ),
    (
        "discs that overlap",
        "planets",
        pieces("piece-planet-yellow-1!", moved(4.0, 0.0)),
        ["slip"],
        "the art of a yellow planet lies off its outline by 4.00 mm right",
    ),
    (
        "a ship missing",
        "ships",
        pieces("piece-ship-yellow!", none),
        ["missing"],
        "yellow ship: 0 of 1, 1 missing",
    ),
    (
        "a larger standee",
        "standees",
        pieces("piece-standee-cyan!", resized(1.05)),
        ["size"],
        "fold-up ship measures",
    ),
]


@pytest.mark.parametrize(
    ("component", "change", "expected", "words", "suffix"),
    [
        pytest.param(*row[1:], suffix, id=f"{row[0]} {suffix}")
        for k, row in enumerate(FAULTS)
        for n, suffix in enumerate(("pdf", "svg"))
        if DEEP or k % 2 == n
    ],
)
def test_every_fault_is_found(component, change, expected, words, suffix):
    made = few() if component == "control" else kit((component,))
    outcome = inspect(made, suffix, change, FEW, only=(component,))
    assert kinds(outcome) == expected, outcome.faults
    assert not words or any(words in fault.message for fault in outcome.faults)
    told = [fault.file for fault in outcome.faults if fault.x is not None]
    assert [file for file in told if not file.startswith(component)] == []


def test_the_pattern_counts_where_it_tells_the_colour():
    """Black and white, a contested tile without its pattern is not the theme's."""

    def plain(group):
        def bare(item):
            if isinstance(item, scene.Group):
                return item._replace(items=tuple(map(bare, item.items)))
            if isinstance(item, scene.Path) and isinstance(item.fill, scene.Pattern):
                return item._replace(fill=item.fill.paper)
            return item

        return [bare(group)]

    made = kit(("contested",), theme="mono")
    outcome = inspect(made, change=pieces("piece-contested-5!", plain), only=("contested",))
    assert kinds(outcome) in (["foreign"], ["missing"])
    assert "contested" in outcome.faults[0].message


def test_sheets_in_no_theme_of_ours_ask_for_it():
    change = pieces("piece-contested", lambda g: [painted(g, "#b61a2d", "#123456")])
    with pytest.raises(GameError, match="--theme"):
        inspect(kit(("contested",)), change=change)


# ---------------------------------------------------------------------------------- boards


@pytest.mark.parametrize("suffix", ["pdf", "svg"])
def test_a_poster_lacks_the_cells_of_a_page_that_is_lost(suffix):
    made = kit(("board",))
    component = made.components[0]
    assert len(component.sheets) > 1
    less = replace(made, components=(replace(component, sheets=component.sheets[:1]),))
    outcome = inspect(less, suffix, only=("board",))
    assert set(kinds(outcome)) == {"missing"}
    lost = sum(int(fault.message.split(" of ")[0]) for fault in outcome.faults)
    assert 40 < lost < 130


def test_cells_are_counted_one_by_one():
    """A cell that is on no page is missed by its name."""

    def without_a_cell(_, items):
        def cut(item):
            if isinstance(item, scene.Group):
                return item._replace(items=tuple(map(cut, item.items)))
            if isinstance(item, scene.Use):
                return scene.Group(tuple(map(cut, item.symbol.items)), item.transform)
            if isinstance(item, scene.Path) and item.name == "board":
                return item._replace(outline=item.outline[7:])
            return item

        return tuple(map(cut, items))

    made = kit(("board",), paper="a3")
    assert (
        inspect(made, only=("board",)).facts[0]
        == "board of side 8: 169 cells of 18.5 mm, on 1 page"
    )
    outcome = inspect(made, change=without_a_cell, only=("board",))
    assert [f.message.partition(" (")[0] for f in outcome.faults] == [
        "1 of the board's 169 cells is missing: a1"
    ]


def test_tiles_that_do_not_fit_the_board_are_named():
    board, tiles = kit(("board",)), kit(("contested",), tile_size=25.0)
    found = readback.read(sources(board) + sources(tiles), Hints(), "astralis")
    outcome = inspection.sheets(found, Wanted(only=("board", "contested")))
    assert kinds(outcome) == ["size"]
    assert "tiles of 25 mm do not fit cells of 18.5 mm" in outcome.faults[0].message


def test_a_board_beyond_all_sides_is_refused_soon():
    """Cells a kilometre apart are counted, not laid out."""

    def far(_, items):
        hexagons = _hexagons(10.0, 30) + _hexagons(9000.0, 1)
        outline = tuple(segment for corners in hexagons for segment in scene.polygon(corners))
        return (*items, scene.Path(outline, "#ffffff"))

    outcome = inspect(kit(("ships",)), change=far, only=("ships",))
    assert "impossible" in kinds(outcome)


def _hexagons(left: float, count: int) -> list[tuple[Point, ...]]:
    """Return a row of hexagons 10 mm wide."""
    return [tuple(p.moved(left + 10 * k, 50) for p in corners(10.0)) for k in range(count)]


@pytest.mark.parametrize("side", range(3, 14))
def test_a_side_has_so_many_cells(side):
    assert len(engine.game("astralis").board_cells(side)) == 3 * side * side - 3 * side + 1


# ----------------------------------------------------------------------- the command line


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("kit")
    for source in sources(kit(), "pdf"):
        (where / source.name).write_bytes(source.data)
    return where


def test_the_whole_kit_or_one_component(folder, capsys):
    files = sorted(map(str, folder.glob("*.pdf")))
    assert run(["verify", *files]) == 0
    assert "in order: 295 of 295" in capsys.readouterr().out
    ships = str(folder / "ships.pdf")
    assert run(["verify", "astralis", ships]) == 1
    assert "--only" in capsys.readouterr().out
    assert run(["verify", "astralis", ships, "--only", "ships"]) == 0
    assert run(["verify", "astralis", ships, "--only", "card"]) == 1
    assert "score card: none of 1" in capsys.readouterr().out
    assert run(["verify", "astralis", ships, "--only", "dice"]) == 2
    assert "it has board, control" in capsys.readouterr().err


def test_unknown_components_and_themes_are_refused():
    found = readback.read(sources(kit(("ships",))), Hints(), "astralis")
    with pytest.raises(OptionError, match="no component 'ship'"):
        inspection.sheets(found, Wanted(only=("ship",)))
    with pytest.raises(OptionError):
        readback.read(sources(kit(("ships",))), Hints(theme="none such"), "astralis")
