"""Abstrakto's kit: board, tiles, markers and screens as they lie on the sheets."""

import itertools
import re
from collections import Counter
from dataclasses import replace

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.scene import Group, Use
from engine.errors import OptionError
from engine.games.abstrakto import drawing
from engine.games.abstrakto.places import PLACES, Kind
from engine.geometry.plane import IDENTITY, Box, Point, Transform
from generator.printing import template
from generator.printing.kit import make
from tests.cases import some

ABSTRAKTO = engine.game("abstrakto")
CELL = 24.0
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
    found = []
    start = here = None
    for step in outline:
        there = start if isinstance(step, scene.Close) else at.apply((step.x, step.y))
        if isinstance(step, scene.MoveTo):
            start = there
        else:
            found.append((here, there))
        here = there
    return found


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


def test_markers_fit_the_smallest_area():
    for size in (12.0, 24.0, 31.0):
        tiles, markers = kit("tiles", "markers", tile_size=size).components
        assert tiles.size == size
        assert markers.size < size / 2
        for item, at in some(placed(markers.sheets[0].scene.items)):
            if getattr(item, "name", "") in ("blue", "orange", "grey"):
                box = scene.outline_box(item.outline)
                assert box.width == pytest.approx(markers.size, abs=0.01)
                assert at.a == at.d == 1


# ------------------------------------------------------------------------------------- the board


def windows(component):
    """Return the part of the board, in its own frame, that each page shows."""
    for sheet in component.sheets:
        (board,) = (i for i, _ in placed(sheet.scene.items) if i_id(i).startswith("board-"))
        (inner,) = board.items
        shown = scene.outline_box(board.clip)
        yield shown.moved(-inner.transform.e, -inner.transform.f)


def test_the_board_is_whole_on_a4():
    (board,) = kit("board").components
    (sheet,) = board.sheets
    assert board.size == CELL
    (window,) = windows(board)
    assert window == pytest.approx(drawing.table_box(CELL))
    assert sheet.paper.inside(5).holds(sheet.trim)
    ((grid, at),) = named(sheet.scene.items, "grid")
    box = scene.outline_box(scene.transformed(grid.outline, at))
    assert (box.width, box.height) == pytest.approx((7 * CELL, 7 * CELL))
    lines = [(a, b) for a, b in segments(grid.outline, at)]
    for axis in (0, 1):
        across = sorted({round(a[axis], 6) for a, b in lines if abs(a[axis] - b[axis]) < 1e-9})
        gaps = [b - a for a, b in itertools.pairwise(across)]
        assert gaps == pytest.approx([CELL] * 7)


# -------------------------------------------------------------------------- lines on the board


def paper_of(sheet, percent):
    """Return the transform from a sheet's file to the paper it is printed on."""
    sx, sy = (p / 100 for p in percent)
    x, y = sheet.paper.width / 2, sheet.paper.height / 2
    return Transform(sx, 0.0, 0.0, sy, x - sx * x, y - sy * y)


def board_lines(made, percent):
    """Return the printed grid: lower left corner, lines, colour, width."""
    (sheet,) = next(c for c in made.components if c.name == "board").sheets
    ((grid, at),) = named(sheet.scene.items, "grid", paper_of(sheet, percent))
    box = scene.outline_box(scene.transformed(grid.outline, at))
    return (
        Point(box.left, box.bottom),
        segments(grid.outline, at),
        grid.stroke.colour,
        widths(grid, at),
    )


def widths(line, at):
    """Return how wide level and upright lines come out on paper."""
    return line.stroke.width * at.d, line.stroke.width * at.a


def tile_lines(made, name, percent):
    """Return a printed tile about its middle: its box, its lines, their colour, their width."""
    (sheet,) = next(c for c in made.components if c.name == "tiles").sheets
    on_paper = paper_of(sheet, percent)
    ((group, at),) = ((i, t) for i, t in placed(sheet.scene.items, on_paper) if i_id(i) == name)
    middle = (at @ group.transform).apply((0, 0))
    here = Transform.translation(-middle.x, -middle.y) @ at @ group.transform
    ground = next(i for i, _ in placed(group.items) if isinstance(i, scene.Path))
    box = scene.outline_box(scene.transformed(ground.outline, here))
    lines = [(i, here) for i, _ in named(group.items, "grid")]
    return (
        box,
        [s for i, t in lines for s in segments(i.outline, t)],
        {i.stroke.colour for i, _ in lines},
        {round(w, 9) for i, t in lines for w in widths(i, t)},
    )


def on_line(part, whole):
    """Tell whether a line runs along another, within its ends."""
    (a, b), (c, d) = part, whole
    for axis in (0, 1):
        other = 1 - axis
        if abs(c[axis] - d[axis]) < 1e-6:
            low, high = sorted((c[other], d[other]))
            return all(
                abs(p[axis] - c[axis]) < 1e-6 and low - 1e-6 <= p[other] <= high + 1e-6
                for p in (a, b)
            )
    return False


def crossing(line, box):
    """Return the part of a level or upright line inside a box, None if it only touches."""
    (a, b) = line
    inner = box.grown(-1e-6)
    left, right = max(min(a.x, b.x), box.left), min(max(a.x, b.x), box.right)
    top, bottom = max(min(a.y, b.y), box.top), min(max(a.y, b.y), box.bottom)
    if right < inner.left or left > inner.right or bottom < inner.top or top > inner.bottom:
        return None
    if (a.x == b.x or right - left < 1e-9) and not inner.left < a.x < inner.right:
        return None
    if (a.y == b.y or bottom - top < 1e-9) and not inner.top < a.y < inner.bottom:
        return None
    return Point(left, top), Point(right, bottom)


@pytest.mark.parametrize("player", ["blue", "orange"])
@pytest.mark.parametrize(
    "options",
    [
        *({"theme": name} for name in theme.names() if not theme.load(name).screen),
        {"tile_size": 17.3},
        {"bleed": 2.0, "packing": "separate"},
        {"print_scale": (98.7, 101.2)},
    ],
    ids=str,
)
def test_tiles_laid_by_the_rules_continue_the_board_s_lines(options, player):
    made = kit("board", "tiles", **options)
    percent = options.get("print_scale", (100.0, 100.0))
    corner, grid, colour, wide = board_lines(made, percent)
    size = options.get("tile_size", CELL)
    half = size / 2
    level = {kind: tile_lines(made, f"{player}-{kind.name.lower()}-1", percent) for kind in Kind}
    for place in some(PLACES):
        box, lines, colours, thick = level[place.kind]
        if place.kind is Kind.LINE and place.x % 2 == 0:  # turned by hand
            lines = [tuple(Point(-p.y, p.x) for p in line) for line in lines]
        at = Point(corner.x + place.x * half, corner.y - place.y * half)
        laid = [tuple(p.moved(*at) for p in line) for line in lines]
        under = Box(at.x - half, at.y - half, at.x + half, at.y + half)
        bled = options.get("bleed", 0.0)
        assert box == pytest.approx(under.grown(bled).moved(-at.x, -at.y))
        if place.kind is not Kind.SOLID:
            assert colours == {colour}
            assert [*thick] == pytest.approx([wide[0]])
            assert wide[0] == pytest.approx(wide[1])
        for a, b in laid:
            reach = half + bled
            ends = sorted((p.x - at.x, p.y - at.y) for p in (a, b))
            flat = [v for end in ends for v in end]
            assert flat in (
                pytest.approx([-reach, 0, reach, 0], abs=1e-9),
                pytest.approx([0, -reach, 0, reach], abs=1e-9),
            ), "from edge to edge"
            cut = crossing((a, b), under)
            assert any(on_line(cut, line) for line in grid), f"{place}: a line beside the grid"
        hidden = [part for line in grid if (part := crossing(line, under)) is not None]
        for part in hidden:
            assert any(on_line(part, line) for line in laid), f"{place}: the grid is broken"
        assert len(hidden) == place.kind.value


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
