"""Boards on pages: their cells and lines, what is missing or astray, posters of several pages, sizes that fit."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.drawing.parts import BoardPart
from engine.geometry.hexgrid import centre, hexhex
from engine.geometry.plane import Box, Point
from generator.checking.pages import files
from generator.checking.readback import Source
from generator.checking.recognise import hex_kit, hexboard, square_kit, squareboard
from generator.checking.recognise.results import CountedKind, Found, Hints, Reading
from tests.cases import some
from tests.checking.recognise.test_recognisers import grid, stroked

WIDE = 10.0


def page(body: str):
    """Return a drawn page of 100 by 80 mm with some SVG on it."""
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" '
        f'viewBox="0 0 100 80">{body}</svg>'
    )
    (only,) = files.pages([Source("x.svg", text.encode())], (100.0, 100.0), drawn=True)
    return only


def hexagon(x: float, y: float, width: float = WIDE) -> str:
    """Return the outline of an upright hexagon."""
    points = [
        (x + width / math.sqrt(3) * math.cos(t), y + width / math.sqrt(3) * math.sin(t))
        for t in (math.radians(30 + 60 * k) for k in range(6))
    ]
    return "M" + "L".join(f"{u:.5f} {v:.5f}" for u, v in points) + "z"


def board(cells, x: float = 50, y: float = 40, moved=(), wider=(), width: float = WIDE) -> str:
    """Return a board of cells as one outline, some moved by (0.3, 0) or 0.3 mm wider."""
    drawn = ""
    for cell in cells:
        at = centre(cell, width).moved(x, y)
        drawn += hexagon(
            at.x + (0.3 if cell in moved else 0), at.y, width + (0.3 if cell in wider else 0)
        )
    return f'<path d="{drawn}" fill="#f2efe9" stroke="#000000" stroke-width=".2"/>'


THREE = [*hexhex(3)]


# ------------------------------------------------------------------------- hexagons


def test_a_board_of_hexagons():
    found = hexboard.read([page(board(THREE))])
    assert (found.side, found.width) == (3, pytest.approx(WIDE, abs=0.001))
    assert found.cells == set(THREE)
    assert found.partial == set()
    (window,) = found.windows
    assert (window.page, window.fill, window.astray) == (0, "#f2efe9", ())
    assert window.width == pytest.approx(WIDE, abs=0.001)
    assert {*window.shown} == set(THREE)


@pytest.mark.parametrize("lacking", [(0, 0), (2, 0), (0, -1), (-2, 1)])
def test_cells_are_told_by_where_they_lie(lacking):
    found = hexboard.read([page(board([c for c in THREE if c != lacking]))])
    assert found.cells == {*THREE} - {lacking}
    assert found.side == 3


@pytest.mark.parametrize("fewer", [{"moved": ((1, 0),)}, {"wider": ((1, 0),)}])
def test_cells_that_are_astray(fewer):
    found = hexboard.read([page(board(THREE, **fewer))])
    assert found.windows[0].astray == ((1, 0),)
    assert found.cells == set(THREE)


def test_what_is_no_board():
    eleven = page(board(THREE[:11]))
    assert hexboard.read([eleven]) is None
    assert hexboard.read([]) is None
    line = board(THREE).replace('fill="#f2efe9"', 'fill="none"')
    assert hexboard.read([page(line)]) is None
    assert hexboard.read([page(board(THREE[:12]))]).cells != set()


def test_a_poster_shows_its_cells_on_several_pages():
    left = page(board(THREE, x=92))
    right = page(board(THREE, x=-3))
    alone = hexboard.read([left])
    assert alone.side == 3
    assert alone.cells == {(q, r) for q, r in THREE if 2 * q + r <= 0}
    assert alone.partial == {(q, r) for q, r in THREE if 2 * q + r in (1, 2)}
    assert all(window.page == 0 for window in some(alone.windows))
    both = hexboard.read([left, right])
    assert both.cells == set(THREE)
    assert [window.page for window in both.windows] == [0, 1]
    clip = '<clipPath id="c"><rect x="0" y="0" width="51" height="80"/></clipPath>'
    cut = hexboard.read([page(f'{clip}<g clip-path="url(#c)">{board(THREE)}</g>')])
    assert cut.cells == {(q, r) for q, r in THREE if 2 * q + r < 0}
    assert cut.partial == {(q, r) for q, r in THREE if 2 * q + r in (0, 1)}


def test_pages_that_lie_side_by_side_are_told_apart():
    small = [*hexhex(3)]
    body = board(small, 24, 40, width=8) + board(small, 74, 40, width=8)
    found = hexboard.read([page(body)])
    assert len(found.windows) == 2
    assert found.cells == set(small)
    # What lies about one middle, or is far smaller, is the board's own.
    rows = [(q, r) for q, r in hexhex(4) if abs(r) < 2]
    again = hexboard.read([page(board([*hexhex(4)], width=8) + board(rows, width=8))])
    assert (len(again.windows), again.side) == (1, 4)
    few = [(q, r) for q, r in hexhex(3) if r < 2]
    parts = board([*hexhex(4)], 30, 40, width=6) + board(few, 80, 40, width=6)
    assert len(hexboard.read([page(parts)]).windows) == 1
    tiny = hexboard.read([page(board([*hexhex(5)], width=5) + board(small, 85, 10, width=4.5))])
    assert (len(tiny.windows), tiny.side) == (1, 5)


@pytest.mark.parametrize(("fewer", "windows"), [(13, 2), (12, 1)])
def test_half_a_board_is_no_page_of_its_own(fewer, windows):
    cells = [*hexhex(4)]
    body = board(cells[:24], 25, 40, width=6) + board(cells[:fewer], 75, 40, width=6)
    assert len(hexboard.read([page(body)]).windows) == windows


@pytest.mark.parametrize(
    ("widths", "usual"),
    [((9.999, 10.002, 10.2), 10.0), ((10.04, 10.04, 10.01), 10.04), ((10.2, 9.9, 9.9), 9.9)],
)
def test_a_boards_cells_are_as_wide_as_most_to_a_hundredth(widths, usual):
    found = hexboard.read([page(board(THREE, width=width)) for width in widths])
    assert found.width == usual


def test_a_cell_is_partly_there_where_only_its_middle_shows():
    clip = '<clipPath id="c"><rect x="49" y="39" width="2" height="2"/></clipPath>'
    found = hexboard.read([page(f'{clip}<g clip-path="url(#c)">{board(THREE)}</g>')])
    assert (found.cells, found.partial) == (set(), {(0, 0)})


@pytest.mark.parametrize(
    ("at", "cell"), [((90, 40), (1, 0)), ((10, 40), (-1, 0)), ((50, 0), (0, 0)), ((50, 80), (0, 0))]
)
def test_what_lies_on_a_pages_edge_is_on_it(at, cell):
    (window,) = hexboard.read([page(board(THREE, *at))]).windows
    assert window.shown[cell] & 1


@pytest.mark.parametrize("first", [False, True])
def test_a_board_far_larger_than_another_is_the_board(first):
    parts = [board([*hexhex(5)], width=5), board(THREE, 85, 10, width=4.5)]
    found = hexboard.read([page("".join(parts[::-1] if first else parts))])
    assert (len(found.windows), found.side) == (1, 5)


def test_a_cell_stretched_one_way_is_astray():
    at = centre((1, 0), WIDE).moved(50, 40)
    corners = (pair.split() for pair in hexagon(*at)[1:-1].split("L"))
    wider = (f"{at.x + 1.012 * (float(x) - at.x):.5f} {y}" for x, y in corners)
    others = board([cell for cell in THREE if cell != (1, 0)])
    (window,) = hexboard.read([page(others.replace('d="', f'd="M{"L".join(wider)}z'))]).windows
    assert len(window.shown) == 19
    assert window.astray == ((1, 0),)


@pytest.mark.parametrize("corner", [(2, 0), (-2, 0), (0, 2), (2, -2)])
def test_where_cells_belong_is_told_by_the_one_in_the_middle(corner):
    """Though the one farthest from it is moved, and so lies farthest of all."""
    found = hexboard.read([page(board(THREE, moved=(corner,)))])
    assert found.windows[0].astray == (corner,)


def test_a_board_is_filled_though_its_outline_does_not_close():
    body = board(THREE)
    assert hexboard.read([page(body.replace("z", ""))]).cells == set(THREE)


class Game:
    """A game with boards of two sides, whose cells have names."""

    name = "atreya"
    board_sides = range(3, 5)
    options = (SimpleNamespace(name="side", default="3"),)

    def board_cells(self, side: int) -> frozenset:
        """Return the cells of a board."""
        return frozenset(hexhex(side))

    def cell_label(self, cell, side: int) -> str:
        """Return a cell's name."""
        return f"{'abcdefg'[cell[0] + 3]}{cell[1] + 4}"


def tile(size: float, corners: int = 6) -> Found:
    """Return a tile of some size."""
    outline = tuple(Point(k, k) for k in range(corners))
    return Found(0, Point(0, 0), outline, (size,) * 3, Point(0, 0), (), "", ())


def told(*bodies: str, game=None) -> list[tuple[str, str, int]]:
    """Return what is wrong with the board on some pages."""
    found = hexboard.read([page(body) for body in bodies])
    troubles = hex_kit._troubles(found, game or Game(), Hints())
    return [(one.kind, one.words, one.page) for one in troubles]


@pytest.mark.parametrize(
    ("bodies", "faults"),
    [
        ([board(THREE)], []),
        (
            [board([c for c in THREE if c != (1, 0)])],
            [("missing", "1 of the board's 19 cells is missing: e4", 0)],
        ),
        (
            [board([c for c in THREE if c not in {(1, 0), (-1, 0), (0, 1)}])],
            [("missing", "3 of the board's 19 cells are missing: c4, d5, e4", 0)],
        ),
        (
            [board([c for c in hexhex(4) if c not in THREE])],
            [
                (
                    "missing",
                    "19 of the board's 37 cells are missing: b4, b5, b6, c3, c4, c5, c6, d2, d3, "
                    "d4, d5, d6 and 7 more",
                    0,
                )
            ],
        ),
        (
            [board([*hexhex(5)], width=7)],
            [
                (
                    "impossible",
                    "cells lie as far apart as on a board of side 5; boards have 3 to 4",
                    0,
                )
            ],
        ),
        (
            [board(THREE, moved=((1, 0), (-1, 1)))],
            [("size", "cells of the board are misplaced or of another size: c5, e4", 0)],
        ),
        (
            [board(THREE, x=92)],
            [
                ("missing", "3 of the board's 19 cells are missing: e5, f3, f4", 0),
                (
                    "missing",
                    "5 of the board's 19 cells are not whole on any page: d5, d6, e3, e4, f2",
                    0,
                ),
            ],
        ),
        (
            [board(THREE), board(THREE, width=10.2)],
            [("size", "the board's cells are 10.00 mm, not 10.2 mm", 0)],
        ),
    ],
)
def test_what_is_wrong_with_a_board_of_hexagons(bodies, faults):
    assert told(*bodies) == faults


def test_one_side_of_boards_is_told_as_one():
    class Other(Game):
        board_sides = range(4, 5)

    (fault,) = told(board(THREE), game=Other())
    assert fault[1] == "cells lie as far apart as on a board of side 3; boards have 4"
    found = hexboard.read([page(board(THREE))])
    assert [*hex_kit._notes(found)] == ["board of side 3: 19 cells of 10 mm, on 1 page"]


def kind(name: str, amount: int, optional: bool) -> CountedKind:
    """Return a kind of piece."""
    return CountedKind(name, name, "x", "x", "disc", amount, optional=optional)


@pytest.mark.parametrize(
    ("shown", "template", "amounts"),
    [
        ({"a": 4, "b": 4}, None, [4, 4, 7]),
        ({"a": 4, "b": 3}, None, [4, 4, 7]),
        ({"a": 2, "c": 9}, None, [2, 2, 7]),
        ({"c": 9}, None, [5, 5, 7]),
        ({"a": 4}, "mine", [5, 5, 7]),
    ],
)
def test_as_many_of_what_may_be_left_out_as_of_most_kinds(shown, template, amounts):
    has = (kind("a", 5, True), kind("b", 5, True), kind("c", 7, False))
    pieces = tuple(tile(5)._replace(kind=name) for name, n in shown.items() for _ in range(n))
    found = hex_kit._as_many_alike(Reading(pieces, "x", kinds=has), Hints(template=template))
    assert [one.amount for one in found.kinds] == amounts


# ------------------------------------------------------------------------- squares


def squares(*bodies: str, cells: int = 4):
    """Return the boards of squares on pages."""
    return squareboard.read([page(body) for body in bodies], cells)


def wrong(*bodies: str, size: float = 0.0) -> list[tuple[str, str, int]]:
    """Return what is wrong with the boards on pages."""
    return [(one.kind, one.words, one.page) for one in squareboard.troubles(squares(*bodies), size)]


#: A grid of four by four as one path, as posters have it: what is beyond the page belongs to it.
WHOLE = stroked("".join(f"M10 {10 + 10 * k}H50M{10 + 10 * k} 10V50" for k in range(5)))
SHIFTED = '<g transform="translate({} {})">{}</g>'


def test_a_board_of_squares():
    found = squares(grid(4, 10.0))
    assert squareboard.note(found) == "board of 4 × 4 cells of 10 mm"
    assert squareboard.note(squares(grid(4, 10.13))) == "board of 4 × 4 cells of 10.13 mm"
    assert (len(found.whole), len(found.windows), found.cell) == (1, 0, 10)
    for x, y, held in (
        (10.01, 10.01, True),
        (49.99, 49.99, True),
        (9.9, 30, False),
        (50.1, 30, False),
        (30, 9.9, False),
        (30, 50.1, False),
    ):
        assert found.holds(0, Point(x, y)) is held
    assert not found.holds(1, Point(30, 30))
    assert squares(stroked("M10 10H50")) is None
    assert squares() is None


@pytest.mark.parametrize(
    ("body", "size", "faults"),
    [
        (grid(4, 10.0), 0.0, []),
        (grid(4, 10.0), 10.04, []),
        (
            grid(4, 10.0),
            10.1,
            [("size", "the board's cells measure 10 mm, not 10.1 mm as the tiles", 0)],
        ),
        (
            grid(4, 10.0),
            10.25,
            [("size", "the board's cells measure 10 mm, not 10.25 mm as the tiles", 0)],
        ),
        (
            grid(4, 10.254),
            11.006,
            [("size", "the board's cells measure 10.25 mm, not 11.01 mm as the tiles", 0)],
        ),
        (
            grid(4, 10.0, without=("M10 20.0H50.0",)),
            0.0,
            [("missing", "the board's line 2 of 5 from the top is missing", 0)],
        ),
        (
            grid(4, 10.0, without=("M40.0 10V50.0",)) + stroked("M41 10V50"),
            0.0,
            [("slip", "the board's line 4 of 5 from the left is not in its place", 0)],
        ),
        (
            f'<g transform="translate(10 10) scale(1 1.05) translate(-10 -10)">{grid(4, 10.0)}</g>',
            10.0,
            [("size", "the board's cells measure 10 × 10.5 mm, not 10 mm as the tiles", 0)],
        ),
    ],
)
def test_what_is_wrong_with_a_board_of_squares(body, size, faults):
    assert wrong(body, size=size) == faults


def test_a_poster_shows_a_board_of_squares_on_several_pages():
    left, right = SHIFTED.format(70, 0, WHOLE), SHIFTED.format(-30, 0, WHOLE)
    half = squares(left)
    assert squareboard.note(half) == "board of 4 × 4 cells of 10 mm, on 1 page"
    assert (len(half.whole), len(half.windows)) == (0, 1)
    ((kind_of, words, at),) = wrong(left)
    assert (kind_of, at) == ("missing", 0)
    assert words == "the board is not whole: 49% of it is on no page"
    assert wrong(left, right) == []
    assert squareboard.note(squares(left, right)).endswith("on 2 pages")
    # One that is whole needs no poster.
    assert wrong(left, grid(4, 10.0)) == []
    low = SHIFTED.format(0, 60, WHOLE)
    assert wrong(low)[0][1] == "the board is not whole: 75% of it is on no page"


def test_the_width_of_most_tiles_is_a_boards():
    wide = [tile(24.0, 4), tile(24.0, 4), tile(11.0, 4), *[tile(30.0, 36)] * 5]
    assert square_kit._tile_size(wide, Hints()) == 24
    assert square_kit._tile_size([], Hints()) == 0
    assert square_kit._tile_size([tile(24.0, 4), tile(25.0, 4)], Hints()) == 25
    assert square_kit._tile_size(wide, Hints(tile_size=20.0)) == 20


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (3, "a1, a2, a3"),
        (11, "a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11"),
        (12, "a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12"),
        (13, "a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12 and 1 more"),
        (30, "a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12 and 18 more"),
    ],
)
def test_names_of_cells(number, words):
    class Named(Game):
        def cell_label(self, cell, side: int) -> str:
            return f"a{cell[0]}" if cell[0] else ""

    cells = frozenset((k, 0) for k in range(number + 1))
    assert hex_kit._labels(cells, 3, Named()) == words


def test_names_without_a_number_come_first():
    class Named(Game):
        def cell_label(self, cell, side: int) -> str:
            return ("b", "b10", "b2", "a0", "b1")[cell[0]]

    cells = frozenset((k, 0) for k in range(5))
    assert hex_kit._labels(cells, 3, Named()) == "a0, b, b1, b2, b10"


class OfTemplate(Game):
    """A game of boards of side 3 to 6, whose template may say which, and how wide cells are."""

    name = "astralis"
    board_sides = range(3, 7)
    options = (
        SimpleNamespace(name="other", default="6"),
        SimpleNamespace(name="side", default="3"),
    )

    def parts(self, request) -> tuple[BoardPart, ...]:
        """Return the board: cells are as wide as tiles are asked to be."""
        assert request.theme.name == "classic"
        return (BoardPart("board", "board", Box(0, 0, 9, 9), (), request.tile_size or 10.0),)

    def cell_label(self, cell, side: int) -> str:
        """Return a cell's name."""
        return f"{cell[0]},{cell[1]}"


@pytest.mark.parametrize(
    ("side", "said", "size", "faults"),
    [
        (4, "side = 4", None, []),
        (3, "", None, []),
        (4, "side = 3", None, [("duplicated", "18 cells are beyond a board of side 3")]),
        (4, "side = 4", 10.05, []),
        (4, "side = 4", 10.2, [("size", "the board's cells are 10.00 mm, not 10.2 mm")]),
        (4, "", None, [("duplicated", "18 cells are beyond a board of side 3")]),
    ],
)
def test_a_board_is_held_against_the_template(tmp_path, side, said, size, faults):
    template = tmp_path / "mine.toml"
    template.write_text(f'game = "astralis"\n{said}\n', "utf-8")
    found = hexboard.read([page(board([*hexhex(side)]))])
    hints = Hints(template=str(template), tile_size=size)
    troubles = [*hex_kit._troubles(found, OfTemplate(), hints)]
    assert [(one.kind, one.words) for one in troubles] == faults


def test_one_cell_beyond_a_board_is_told_as_one(tmp_path):
    template = tmp_path / "mine.toml"
    template.write_text('game = "astralis"\nside = 3\n', "utf-8")
    found = hexboard.read([page(board(THREE))])
    more = found._replace(cells=found.cells | {(3, 0)})
    troubles = [*hex_kit._troubles(more, OfTemplate(), Hints(template=str(template)))]
    assert [one.words for one in troubles] == ["1 cell is beyond a board of side 3"]


@pytest.mark.parametrize(
    ("x", "y", "width", "height"),
    [(0, 0, 100, 44), (0, 36, 100, 80), (0, 0, 54, 80), (46, 0, 80, 80)],
)
def test_a_cell_is_whole_where_all_its_corners_show(x, y, width, height):
    """The cell in the middle, 10 mm wide, reaches 5.77 mm up and down and 5 mm aside."""
    clip = f'<clipPath id="c"><rect x="{x}" y="{y}" width="{width}" height="{height}"/></clipPath>'
    found = hexboard.read([page(f'{clip}<g clip-path="url(#c)">{board(THREE)}</g>')])
    assert (0, 0) in found.partial
    grown = f'<clipPath id="c"><rect x="{x - 2}" y="{y - 2}" width="{width + 4}" height="{height + 4}"/></clipPath>'
    found = hexboard.read([page(f'{grown}<g clip-path="url(#c)">{board(THREE)}</g>')])
    assert (0, 0) in found.cells
