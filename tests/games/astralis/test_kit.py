"""Astralis's kit: every part counted, boards of all sides whole or as posters, sizes that agree."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace

import pypdfium2
import pytest

import engine
from engine.drawing import fonts, scene
from engine.drawing import theme as themes
from engine.drawing.parts import Request
from engine.errors import OptionError
from engine.games.astralis import drawing
from engine.games.astralis import parts as components
from engine.geometry.plane import Box
from generator.printing import output, template
from generator.printing import paper as papers
from generator.printing.kit import make
from tests.cases import some
from tests.reference import astralis as slow

GAME = engine.game("astralis")
USUAL = template.load("astralis")

#: The width of a cell that the template asks for, in millimetres.
CELL = 18.5


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


def named(items, name):
    return [item for item in scene.walk(items) if name in getattr(item, "name", "").split()]


def loops(outline):
    """Return the corners of every polygon in an outline."""
    found = []
    for segment in outline:
        if isinstance(segment, scene.MoveTo):
            found.append([])
        if not isinstance(segment, scene.Close):
            found[-1].append((segment.x, segment.y))
    return found


def middle(loop):
    return tuple(round(sum(axis) / len(axis), 3) for axis in zip(*loop, strict=True))


def centres(side, width, cells=None):
    """Return where hexes lie on a board about its middle: place to label (rule 1.2)."""
    return {
        tuple(round(v, 3) for v in drawing.centre(cell, width)): slow.label(side, cell)
        for cell in (slow.cells(side) if cells is None else cells)
    }


# ----------------------------------------------------------------------------------- counting


def test_every_component_is_counted():
    found = components_of(kit())
    assert {name: component.count for name, component in found.items()} == {
        "board": 1,
        "control": 169,
        "contested": 60,
        "planets": 60,
        "ships": 2,
        "standees": 2,
        "card": 1,
    }
    for name, component in found.items():
        pieces = ids(component)
        assert len(pieces) == len(set(pieces)) == (component.count if name != "board" else 0)
    colours = Counter(piece.rpartition("-")[0] for piece in ids(found["planets"]))
    assert colours == {"planet-yellow": 30, "planet-cyan": 30}
    assert ids(found["ships"]) == ["ship-yellow", "ship-cyan"]
    assert ids(found["standees"]) == ["standee-yellow", "standee-cyan"]


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


@pytest.mark.parametrize("side", slow.SIDES)
def test_a_control_tile_for_every_hex(side):
    found = parts(settings={"side": side})
    assert len(found["control"].pieces) == len(slow.cells(side)) == 3 * side**2 - 3 * side + 1
    assert len(found["contested"].pieces) == 60


def test_the_short_game_has_127_tiles():
    found = components_of(kit("board", "control", settings={"side": 7}))
    assert found["control"].count == len(ids(found["control"])) == 127


def test_copies():
    found = components_of(kit("planets", "card", copies=2))
    assert [found[name].count for name in ("planets", "card")] == [120, 2]


def test_pips_on_demand():
    """Ten discs of 0 to 6 pips for each player (rule 6.2), asked for by name or in the template."""
    (pips,) = kit("pips").components
    assert Counter(re.sub(r"-\d+$", "", piece) for piece in ids(pips)) == {
        f"die-{colour}-{number}": 10 for colour in ("yellow", "cyan") for number in range(7)
    }
    assert "pips" not in components_of(kit())
    assert "pips" in components_of(kit(settings={"include": True}))
    (pips,) = kit("pips", settings={"copies": 3}).components
    assert pips.count == 42


# --------------------------------------------------------------------------------- tiles, sizes


@pytest.mark.parametrize(("cell", "clearance"), [(18.5, 0.6), (14, 0.6), (20.1, 0), (25.5, 1.25)])
def test_tiles_are_a_clearance_smaller_than_cells(cell, clearance):
    found = parts(settings={"cell": cell, "clearance": clearance})
    assert found["board"].cell == cell
    for name in ("control", "contested"):
        assert found[name].size == pytest.approx(cell - 2 * clearance)
    made = components_of(
        kit("control", "contested", settings={"cell": cell, "clearance": clearance})
    )
    assert made["control"].size == made["contested"].size == pytest.approx(cell - 2 * clearance)


def test_the_board_follows_the_tiles_asked_for():
    found = parts(tile_size=12.0)
    assert found["board"].cell == pytest.approx(13.2)
    assert found["control"].size == 12.0
    for name in ("planets", "ships", "pips"):
        assert found[name].size < 12.0, "tokens lie within a tile"


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_tiles_are_drawn_where_they_are_cut(orientation):
    """Yellow in front and cyan behind; the art of each is a hexagon of the tile's size."""
    made = components_of(kit("control", "contested", orientation=orientation))
    seen = Counter()
    for component in made.values():
        for sheet in component.sheets:
            for group in (g for g in sheet.scene.items if getattr(g, "name", "") == "piece"):
                (ground,) = (
                    item
                    for item in scene.walk(group.items)
                    if isinstance(item, scene.Path) and item.name.partition(" ")[0] in made
                )
                box = scene.outline_box(ground.outline)
                assert box.width == pytest.approx(17.3)
                assert box.height == pytest.approx(17.3 * 2 / 3**0.5)
                seen[sheet.side, ground.name] += 1
    assert seen == {
        ("front", "control yellow"): 169,
        ("back", "control cyan"): 169,
        ("single", "contested red"): 60,
    }


@pytest.mark.parametrize("bleed", [0.0, 2.0])
@pytest.mark.parametrize("name", ["planets", "ships", "pips"])
def test_tokens_stay_within_their_discs(name, bleed):
    part = parts()[name]
    half = part.size / 2
    for piece in some(part.pieces[:: max(1, len(part.pieces) // 14)]):
        stance = components.Stance(themes.load("classic"), part.size, bleed=bleed)
        ground, token = part.draw(piece, stance)
        assert scene.outline_box(ground.outline).width == pytest.approx(2 * (half + bleed))
        for item in some(token.symbol.items):
            if isinstance(item, scene.Circle):
                reach = max(abs(item.x), abs(item.y)) + item.radius
            else:
                reach = max(map(abs, scene.outline_box(item.outline)))
            assert reach <= half, piece.id


def test_standees_stand_up():
    """Front and back of a ship meet head to head at the middle fold, with a foot at either end."""
    part = parts()["standees"]
    shape = part.shape(part.size)
    heights = sorted({round(s.y, 3) for s in part.folds})
    assert heights == [-heights[2], 0, heights[2]]
    assert shape.height / 2 > heights[2] > 0
    for piece in some(part.pieces):
        ground, front, back = part.draw(piece, components.Stance(themes.load("classic"), part.size))
        assert scene.outline_box(ground.outline).height == pytest.approx(shape.height)
        assert front.symbol == back.symbol
        assert (front.transform.d, back.transform.a, back.transform.d) == (1, -1, -1)
        assert front.transform.f == -back.transform.f == pytest.approx(heights[2] / 2)


@pytest.mark.parametrize("width", [50, 88, 200])
def test_the_card_is_legible_and_says_komi(width):
    part = parts()["card"]
    shape = part.shape(width)
    face = part.draw(part.pieces[0], components.Stance(themes.load("classic"), width))
    texts = [item for item in scene.walk(face) if isinstance(item, scene.Text)]
    assert {"Yellow", "Cyan", "hexes", "hexes + komi 3.5"} <= {item.text for item in texts}
    edges = []
    for item in texts:
        long = fonts.width(item.text, item.size, bold=item.bold)
        left = item.x if item.anchor == "start" else item.x - long
        edges += [left, left + long]
        assert -shape.height / 2 < item.y - item.size * 0.8
        assert item.y < shape.height / 2
        if width >= 88:
            assert item.size * 72 / 25.4 >= 7, "no less than seven points"
    assert -0.46 * width < min(edges)
    assert max(edges) < 0.46 * width


# -------------------------------------------------------------------------------------- boards


@pytest.mark.parametrize("side", slow.SIDES)
def test_every_hex_of_every_board(side):
    """The cells, the start rows and all the names lie where rule 1.2 puts them (rule 3.1)."""
    found = parts(settings={"side": side, "cell": 15})["board"]
    (cells,) = named(found.items, "board")
    expected = centres(side, 15)
    assert {middle(loop) for loop in loops(cells.outline)} == set(expected)
    assert len(loops(cells.outline)) == len(expected)
    for loop in loops(cells.outline):
        xs, ys = ([p[axis] for p in loop] for axis in (0, 1))
        assert max(xs) - min(xs) == pytest.approx(15)
        assert max(ys) - min(ys) == pytest.approx(15 * 2 / 3**0.5)
    assert found.box.holds(scene.outline_box(cells.outline))

    rows = named(found.items, "start-row")
    tinted = [{expected[middle(loop)] for loop in loops(row.outline)} for row in rows]
    start = GAME.start(side=side)
    assert tinted == [set(start.berths("y")), set(start.berths("c"))]

    rim = [item.text for item in named(found.items, "coordinate")]
    letters = "abcdefghijklmnopqrstuvwxy"[: 2 * side - 1]
    assert sorted(rim) == sorted([*letters, *map(str, range(1, 2 * side))])
    for item in some(named(found.items, "coordinate")):
        assert found.box.holds(Box(item.x, item.y, item.x, item.y).grown(item.size * 0.4))


@pytest.mark.parametrize("how", ["template", "labels"])
def test_labels_in_the_cells(how):
    settings = {"cell_labels": True} if how == "template" else {}
    found = parts(settings={"side": 5, **settings}, labels=how == "labels")["board"]
    labels = {
        (round(item.x, 3), item.text)
        for item in named(found.items, "coordinate")
        if re.fullmatch("[a-z][0-9]+", item.text)
    }
    assert labels == {(x, name) for (x, _), name in centres(5, CELL).items()}


def test_start_rows_can_be_left_out():
    assert named(parts(settings={"start_rows": False})["board"].items, "start-row") == []


def test_whole_on_large_paper_and_two_sheets_of_usual():
    for paper in ("a3", "tabloid"):
        (board,) = kit("board", paper=paper).components
        (sheet,) = board.sheets
        assert (sheet.title, sheet.count) == ("Board", 1)
        assert Box(0, 0, sheet.paper.width, sheet.paper.height).holds(sheet.trim)
    for paper in ("a4", "letter", "legal"):
        (board,) = kit("board", paper=paper).components
        assert [sheet.title for sheet in board.sheets] == ["Board A1", "Board B1"]


def largest(made):
    """Return the largest cell that the notes promise to be whole on the paper."""
    (note,) = (note for note in made.notes if "whole on this paper" in note)
    return float(re.search(r"whole on this paper up to ([0-9.]+) mm$", note)[1])


def pages(paper, side, cell, **options):
    settings = {"side": side, "cell": cell}
    (board,) = kit("board", paper=paper, settings=settings, **options).components
    return len(board.sheets)


@pytest.mark.parametrize(
    ("paper", "side", "options"),
    [
        *((paper, 8, {}) for paper in (*papers.names(), "500x300mm", "300x300mm")),
        *(("a3", side, {}) for side in slow.SIDES),
        *(("a4", side, {}) for side in range(3, 12)),
        ("a4", 7, {"margin": 12.5}),
        ("a3", 8, {"preset": "silhouette"}),
    ],
)
def test_the_largest_whole_board_is_true(paper, side, options):
    """That cell fits the page, and a tenth of a millimetre more does not."""
    most = largest(kit("board", paper=paper, settings={"side": side}, **options))
    assert most >= 8, "else the template could not ask for it"
    assert pages(paper, side, most, **options) == 1
    assert pages(paper, side, round(most + 0.1, 1), **options) > 1


def windows(board):
    """Return what every page shows of a board, in the board's frame, by the page's name."""
    found = {}
    for sheet in board.sheets:
        (art,) = (i for i in sheet.scene.items if getattr(i, "id", "").startswith("board-"))
        (shifted,) = art.items
        assert scene.outline_box(art.clip) == sheet.trim, "the page shows no more than its window"
        found[art.id[6:]] = sheet.trim.moved(-shifted.transform.e, -shifted.transform.f)
    return found


@pytest.mark.parametrize("overlap", [0.0, 10.0, 25.0])
@pytest.mark.parametrize(
    ("paper", "cell"), [("a4", CELL), ("letter", CELL), ("a4", 40), ("a5", 30)]
)
def test_posters_cover_the_board(paper, cell, overlap):
    """The windows tile the board with the overlap asked for; none is a sliver."""
    made = kit("board", paper=paper, poster_overlap=overlap, settings={"cell": cell})
    shown = windows(made.components[0])
    whole = parts(settings={"cell": cell})["board"].box
    first = shown["A1"]
    columns, rows = (len({name[part] for name in shown}) for part in (slice(1), slice(1, None)))
    assert len(shown) == columns * rows > 1
    for (i, column), (k, row) in some(
        itertools.product(enumerate("ABCDEFGH"[:columns]), enumerate(range(1, rows + 1)))
    ):
        window = shown[f"{column}{row}"]
        left = whole.left + i * (first.width - overlap)
        top = whole.top + k * (first.height - overlap)
        assert tuple(window) == pytest.approx((left, top, left + first.width, top + first.height))
    last = shown[f"{'ABCDEFGH'[columns - 1]}{rows}"]
    assert (last.right, last.bottom) == pytest.approx((whole.right, whole.bottom))
    assert min(first.width, first.height) > 2 * cell + overlap, "no sliver"
    for sheet in some(made.components[0].sheets):
        assert sheet.paper.inside(5).grown(1e-6).holds(sheet.trim)


# ------------------------------------------------------------------------------------ the look


@pytest.mark.parametrize("theme", themes.names())
def test_every_theme_prints(theme):
    made = kit(theme=theme, labels=True, paper="a3", settings={"include": True})
    for component in some(made.components):
        document = pypdfium2.PdfDocument(output._pdf(made, component))
        assert len(document) == len(component.sheets)
        document.close()


@pytest.mark.parametrize("theme", themes.names())
def test_start_rows_are_no_control_tiles(theme):
    """On a printed board the middle of a start hex is not painted like a tile."""
    look = themes.load(theme)
    for row, colour in zip(
        named(parts(theme)["board"].items, "start-row-middle"), ("yellow", "cyan"), strict=True
    ):
        tile = look.paint(colour, CELL)
        assert row.fill != tile or tile == look.role("board"), "but for white on white"


@pytest.mark.parametrize("theme", themes.names())
def test_card_texts_stand_out(theme):
    look = themes.load(theme)
    part = parts(theme)["card"]
    face = part.draw(part.pieces[0], components.Stance(look, part.size))
    grounds = [look.role("paper")] + [p.fill for p in named(face, "row")]
    assert len(grounds) == 3
    for item in some(item for item in scene.walk(face) if isinstance(item, scene.Text)):
        best = max(contrast(item.fill, ground) for ground in grounds)
        assert best > 4.5, f"{item.text} in {item.fill}"


def contrast(one, other):
    """Return how much two colours differ in lightness (WCAG's contrast ratio)."""
    low, high = sorted(themes.luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


# --------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"side": 14}, "templates/astralis.toml: side = 14 is not right"),
        ({"side": 2}, "templates/astralis.toml: side = 2 is not right"),
        ({"cell": 7.9}, "templates/astralis.toml: cell = 7.9 is not right"),
        ({"clearance": -1}, "templates/astralis.toml: clearance = -1 is not right"),
        (
            {"cell": 8, "clearance": 4},
            "cells of 8 mm with a clearance of 4 mm leave tiles of 0 mm; expected at least 5 mm",
        ),
        ({"copies": 0}, "[pips]: copies = 0 is not right"),
    ],
)
def test_wrong_settings(settings, words):
    with pytest.raises(OptionError, match=re.escape(words)):
        parts(settings=settings)


def test_unknown_settings():
    for line in ("stones = 4", "[planets]\nradius = 4", "[score]\nwidth = 4"):
        text = f'game = "astralis"\n{line}\n'
        with pytest.raises(OptionError, match=r"stones|radius|score"):
            make(replace(USUAL, text=text), USUAL.printing)
