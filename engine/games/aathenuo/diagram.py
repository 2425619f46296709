"""The diagram of an Aathenuo position: the table with its coordinates, hands on racks, and words.

Marks name cells as turns do, ``column,row`` (rule 2.4), and tiles in hands like ``2:r5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial, reduce

from engine.drawing import scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Overlay, Sign, square_rims
from engine.drawing.theme import Theme, on
from engine.errors import NotationError
from engine.games.aathenuo import table
from engine.games.aathenuo.moves import DRAW, HAND, Arranged, arranged, in_hand
from engine.games.aathenuo.notation import parse_cell, parse_table
from engine.games.aathenuo.parts import small_face
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.table import Cells, Square, faults, runs, span, star_values
from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, NUMBERS, STAR, in_words
from engine.geometry import written
from engine.geometry.plane import Box, Point, Transform
from engine.messages import Messages, all_of, any_of
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft
from engine.reading import Excerpt

say = Messages(__name__)

#: A cell's width in a diagram of natural size, and a tile's, in millimetres.
CELL = 10.0
TILE = 9.6
#: The table reaches this far round its tiles, in cells; an empty one has this many.
_MARGIN = 0.5
_EMPTY = (5, 2)
#: Where sets are outlined tiles are smaller, so that the lines run between their frames: those of
#: rows and of columns so far outside the cells, side by side where both end.
OUTLINED = 8.6
_ROW_LINE, _COLUMN_LINE = 0.024, -0.024
_LINE, _CASING = 0.042, 0.086
#: The radius of a tile's number with its shape, which marks keep clear of, in cells, and how far
#: to its right and below small marks lie.
_NUMBER, _BESIDE = 0.36, 0.32


def room(positions: Iterable[AathenuoPosition]) -> Box:
    """Return the room that the tables of all positions need."""
    return reduce(Box.union, (table_box(position.table.cells) for position in positions))


def draw_position(
    position: AathenuoPosition, *, theme: Theme, show: frozenset[str], room: Box | None = None
) -> Drawing:
    """Return the drawing of a position, with the overlays in ``show``."""
    cells = position.table.cells
    box = table_box(cells).union(room) if room else table_box(cells)
    hands = position.hands if "table" not in show else ()
    if "hidden" in show:
        hands = tuple(h if k == position.to_move else hidden(h) for k, h in enumerate(hands))
    mover = -1 if position.is_over else position.to_move
    picture = Picture(cells, theme, box, hands, mover, outlined="sets" in show)
    drawing = picture.drawing()._replace(cells=box.grown(-_MARGIN * CELL))
    return drawing.with_overlays(OVERLAYS, theme, show, picture)


def hidden(hand: Sequence[str]) -> tuple[str, ...]:
    """Return what the others see of a hand: the colours alone (rule 1.2)."""
    return tuple(tile[0] for tile in hand)


def centre_of(cell: Square) -> Point:
    """Return the middle of a cell in the drawing."""
    return Point((cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL)


def cell_box(cell: Square) -> Box:
    """Return the box of a cell in the drawing."""
    return Box(*centre_of(cell) * 2).grown(CELL / 2)


def table_box(cells: Cells) -> Box:
    """Return what the table covers round its tiles."""
    columns, rows = span(cells) if cells else _EMPTY
    return Box(0.0, 0.0, columns * CELL, rows * CELL).grown(_MARGIN * CELL)


#: Tiles on racks are this much smaller, and at least so many stand side by side.
_SMALL = 0.62
_STEP = _SMALL * CELL
_ABREAST = 10
#: How far the racks stand below the table.
_GAP = 0.4 * CELL


@dataclass(frozen=True)
class Picture:
    """Tiles on a table, valid or not, whose corner is (0, 0), and hands on racks below it."""

    cells: Cells
    theme: Theme
    #: What the table covers.
    box: Box
    #: The hands of all players or of the ``seats``; colours' letters stand for hidden tiles.
    hands: tuple[tuple[str, ...], ...] = ()
    mover: int = -1
    seats: tuple[int, ...] = ()
    #: Whether tiles leave room for lines round them.
    outlined: bool = False

    def drawing(self) -> Drawing:
        beside = Box(self.box.left, self._tops[0], self._sides[1], self._tops[-1])
        columns, rows = ([*map(str, range(n))] for n in span(self.cells))
        across, down = span(self.cells) if self.cells else _EMPTY
        window = Box(0, 0, across - 1, down - 1).grown(_BEYOND)
        return Drawing(
            box=self.box,
            unit=CELL,
            place=partial(find_place, window=window, cells=self.cells, hands=self._spots()),
            board=tuple(self._ground()),
            pieces=(*self._table_tiles(), *self._rack_tiles(), *self._names()),
            beside=beside if self.hands else None,
            rims=square_rims(self.box, CELL, columns, rows),
            sides=("left", "top"),
            read=tuple((centre_of(cell), _NUMBER * CELL) for cell in self.cells),
            focus=tuple(map(written, self.cells)),
            glyphs=partial(glyphs, self.theme),
            description=(*table_sentences(self.cells), *self._sentences()),
        )

    def set_lines(self) -> Iterator[scene.Item]:
        for run in runs(self.cells):
            yield from around(run.cells, self.theme, "mark")

    def crosses(self) -> Iterator[scene.Item]:
        """Yield a line round each fault's tiles, and on a corner of it a cross, clear of the numbers."""
        taken: set[Point] = set()
        colour = self.theme.role("bad")
        for breach in faults(self.cells):
            columns, rows = zip(*sorted(breach.cells), strict=True)
            ends = (min(columns), min(rows)), (max(columns), max(rows))
            yield from around(ends, self.theme, "bad")
            corners = cell_box(ends[0]).union(cell_box(ends[1])).corners()
            best = [corners[k] for k in (1, 2, 0, 3)]  # on the right, at the top
            at = next((corner for corner in best if corner not in taken), best[0])
            taken.add(at)
            disc = scene.Circle(*at, 0.2 * CELL, colour, scene.Stroke(on(colour), 0.04 * CELL))
            outline = scene.diagonals(Box(*at, *at).grown(0.085 * CELL))
            line = scene.Stroke(on(colour), 0.055 * CELL, cap="round")
            yield scene.Group((disc, scene.Path(outline, None, line)), name="wrong")

    def _table_tiles(self) -> Iterator[scene.Item]:
        values = star_values(self.cells)
        for cell, text in self.cells.items():
            acts = values.get(cell, ())
            value = "/".join(map(str, acts)) if len(acts) <= 2 else ""
            look = small_face(self.theme, text, OUTLINED if self.outlined else TILE, value=value)
            yield scene.Use(look, Transform.translation(*centre_of(cell)), "tile")

    # ------------------------------------------------------------------------------- racks

    @cached_property
    def _abreast(self) -> int:
        room = int((self.box.width - CELL) / _STEP)
        return max(_ABREAST, min(room, max(map(len, self.hands), default=0)))

    @property
    def _sides(self) -> tuple[float, float]:
        left = self.box.left + 0.8 * CELL
        return left, left + (self._abreast + 0.3) * _STEP

    def _rows(self, hand: Sequence[str]) -> int:
        return max(1, -(-len(hand) // self._abreast))

    @cached_property
    def _tops(self) -> list[float]:
        tops = [self.box.bottom + _GAP]
        for hand in self.hands:
            tops.append(tops[-1] + (self._rows(hand) + 0.55) * _STEP)
        return tops

    def _placed(self) -> Iterator[tuple[int, tuple[str, ...], float]]:
        seats = self.seats or range(len(self.hands))
        return zip(seats, self.hands, self._tops, strict=False)

    def _places(self) -> Iterator[tuple[int, str, Point]]:
        """Yield every tile: its player's index, what is seen of it, and its middle."""
        for k, hand, top in self._placed():
            for number, text in enumerate(hand):
                row, column = divmod(number, self._abreast)
                x = self._sides[0] + (column + 0.65) * _STEP
                yield k, text, Point(x, top + (row + 0.5) * _STEP)

    def _ground(self) -> Iterator[scene.Item]:
        felt = scene.rectangle(self.box, 0.3 * CELL)
        yield scene.Path(felt, self.theme.role("board"), name="board")
        paint, line = self.theme.role("board-edge"), self.theme.line("muted", 0.02, CELL)
        left, right = self._sides
        for _, hand, top in self._placed():
            for row in range(self._rows(hand)):
                y = top + (row + 0.86) * _STEP
                ledge = Box(left, y, right, y + 0.36 * _STEP)
                yield scene.Path(scene.rectangle(ledge, 0.1 * _STEP), paint, line, "rack")

    def _rack_tiles(self) -> Iterator[scene.Item]:
        for _, text, (x, y) in self._places():
            at = Transform(_SMALL, 0.0, 0.0, _SMALL, x, y - 0.04 * _STEP)
            yield scene.Use(small_face(self.theme, text, TILE), at, "tile")

    def _names(self) -> Iterator[scene.Item]:
        x, most = self.box.left + 0.52 * CELL, 0.62 * CELL  # between the pointer and the rack
        for k, _, top in self._placed():
            y, moves = top + 0.5 * _STEP, k == self.mover
            role = self.theme.role("ink" if moves else "muted")
            look = {"fill": role, "name": "player"}
            yield scene.centred(x, y, str(k + 1), CELL * 0.36, bold=moves, most=most, **look)
            if moves:
                r = 0.13 * CELL
                tip = ((x - 3.4 * r, y - r), (x - 1.7 * r, y), (x - 3.4 * r, y + r))
                yield scene.Path(scene.polygon(tip), role, name="to-move")

    def _sentences(self) -> Iterator[str]:
        for k, hand, _ in self._placed():
            if not hand:
                yield say("Player {player} holds no tiles.", player=k + 1)
                continue
            words = [
                say("{number} {colour}", number=hand.count(c), colour=COLOUR_NAMES[c])
                for c in COLOURS
                if c in hand
            ]
            faces, tiles = all_of(words or map(in_words, hand)), len(hand)
            yield say(
                "Player {player} holds {tiles}: {seen}.",
                player=k + 1,
                tiles=say.counted(tiles, "{n} tile", "{n} tiles"),
                seen=faces,
            )

    def _spots(self) -> dict[str, NamedPlace]:
        spots: dict[str, NamedPlace] = {}
        for k, text, at in self._places():
            name, outline = f"{k + 1}:{text}", Box(*at, *at).grown(_STEP / 2).corners()
            spots.setdefault(name, NamedPlace(name, "part", at, outline, _STEP / 2))
        return spots


# --------------------------------------------------------------------------- small pictures


@lru_cache(maxsize=64)
def glyphs(theme: Theme) -> Mapping[str, Glyph]:
    """Return the small pictures of tiles by their written names, of colours, and of a set."""

    def picture(tile: str, words: str) -> Glyph:
        # A legend has a picture for all tiles of a colour.
        sign = f"aathenuo-small-{tile}" if len(tile) == 1 else ""
        look = scene.Use(small_face(theme, tile, TILE))
        return Glyph.of(look, CELL, words)._replace(sign=sign)

    pictures: dict[str, Glyph] = {}
    for letter, name in COLOUR_NAMES.items():
        pictures[name] = picture(letter, say("{colour} tile", colour=name))
        for tile in (*(f"{letter}{number}" for number in NUMBERS), letter + STAR):
            pictures[tile] = picture(tile, in_words(tile))
    return pictures


def _set_line(theme: Theme) -> scene.Group:
    lines = tuple(around(((0, 0), (0, 0)), theme, "mark"))
    return scene.Group(lines, Transform.translation(-CELL / 2, -CELL / 2))


OVERLAYS = {
    "sets": Overlay(
        "a line round every set",
        Picture.set_lines,
        signs=(Sign("set", say("set"), _set_line, sign="set"),),
    ),
    "hidden": Overlay(
        "hands as the player to move sees them, with only the colours of the others' tiles"
    ),
    "table": Overlay("the table alone, without the hands"),
    "faults": Overlay(
        "crosses on what breaks a rule (in examples; no position has any)", Picture.crosses
    ),
}


def around(cells: Sequence[Square], theme: Theme, role: str) -> Iterator[scene.Item]:
    """Yield a line on its casing round a row or column of cells; rows' lies outside columns'."""
    (left, top), (right, bottom) = cells[0], cells[-1]
    by = (_ROW_LINE if right > left else _COLUMN_LINE) * CELL
    box = Box(left * CELL, top * CELL, (right + 1) * CELL, (bottom + 1) * CELL).grown(by)
    outline = scene.rectangle(box, 0.1 * CELL)
    casing = scene.Stroke(on(theme.role(role)), _CASING * CELL)
    yield scene.Path(outline, None, casing, "casing")
    yield scene.Path(outline, None, theme.line(role, _LINE, CELL), "set")


# ---------------------------------------------------------------------------------- places

#: How far beyond the tiles cells have names: where a turn may lay the next ones.
_BEYOND = 3
#: The corners of a tile where small marks go, those beside its shape first.
_CORNERS = ((1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0))


def find_place(name: str, window: Box, cells: Cells, hands: Mapping[str, NamedPlace]) -> NamedPlace:
    """Return a cell in a window of columns and rows, or a tile in a hand; raise NotationError."""
    if name in hands:
        return hands[name]
    cell = parse_cell(name)
    if cell is None:
        expected = "a cell like 2,0 or a tile in a hand like 1:r5"
        raise NotationError("no such place", text=name, expected=expected)
    if not window.has(cell):
        left, top, right, bottom = window
        what = f"the cell is more than {_BEYOND} cells off the table"
        expected = f"columns {left} to {right}, rows {top} to {bottom}"
        raise NotationError(what, text=name, expected=expected)
    at, outline = centre_of(cell), cell_box(cell).corners()
    if cell not in cells:
        return NamedPlace(name, "cell", at, outline)
    free = tuple(at.moved(x * _BESIDE * CELL, y * _BESIDE * CELL) for x, y in _CORNERS)
    number = _NUMBER * CELL  # arrows go up to it, over the tile's rim
    return NamedPlace(name, "cell", at, outline, number, free, read=number)


# --------------------------------------------------------------------------------- in words


def table_sentences(cells: Cells) -> Iterator[str]:
    """Yield what lies on a table, a sentence for every run."""
    if not cells:
        yield say("The table is empty.")
        return
    grids = len(table.components(cells))
    where = say.counted(grids, "{n} unconnected grid", "{n} unconnected grids")
    yield say.counted(
        len(cells),
        "{n} tile lies on the table in {where}.",
        "{n} tiles lie on the table in {where}.",
        where=say("one grid") if grids == 1 else where,
    )
    values = star_values(cells)

    def named(cell: Square) -> str:
        acts, words = values.get(cell, ()), in_words(cells[cell])
        if 1 <= len(acts) <= 2:
            return say("{star} as {values}", star=words, values=any_of(map(str, acts)))
        return words

    for run in runs(cells):
        tiles = all_of(map(named, run.cells))
        yield say("In {where}, lie {tiles}.", where=run.where, tiles=tiles)


# --------------------------------------------------- tables against the rules (2.1 and 2.2)

_LONGEST = 1000


def draw_example(text: str, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a table as in a position, valid or not: ``r1,r2,r3/r5,y5,.``."""
    if len(text) > _LONGEST:
        what = f"a table of {len(text)} characters is not an example"
        raise NotationError(what, expected="a table")
    cells = table.Table(parse_table(Excerpt.of(text))).cells
    picture = Picture(cells, theme, table_box(cells), outlined=bool(show & {"sets", "faults"}))
    breaches = faults(cells)
    remarks = [one.brief for one in breaches]
    if len(breaches) > 1:  # a single one needs no telling where
        remarks = [say("{where}: {brief}", where=one.where, brief=one.brief) for one in breaches]
    drawing = picture.drawing()
    reasons = (
        say("Not allowed: {where}: {reason}.", where=one.where, reason=one.reason)
        for one in breaches
    )
    return drawing._replace(
        remarks=tuple(remarks) if "faults" in show else (),
        description=(*drawing.description, *reasons),
    ).with_overlays(OVERLAYS, theme, show, picture)


# ----------------------------------------------------------------------- a turn while it is picked


def trial(
    position: AathenuoPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the table as picks arrange it, and the hands as the viewer sees them (rule 1.2)."""
    picks = picked if picked != (DRAW,) else ()
    now = arranged(position.table.cells, position.hand, position.turn, picks)
    assert now is not None
    own = now.hand
    if viewer not in (position.turn, "all"):
        hands = dict(zip(position.players, position.hands, strict=True))
        own = in_hand(hands.get(viewer, ()), viewer)
    pieces = []
    for held in own:
        items = (scene.Use(small_face(theme, held.tile, TILE)),)
        pieces.append(TrialPiece(held.name, str(in_words(held.tile)), "hand", items, CELL))
    buttons = {DRAW: "draw a tile" if position.bag else "pass", HAND: "back into the hand"}
    pieces += [TrialPiece(name, words) for name, words in buttons.items() if name in made.choices]
    lying = ((written(cell), in_words(held.tile)) for cell, held in now.cells.items())
    words = {name: f"{tile} on {name}" for name, tile in lying}
    return Trial(_trial_drawing(position, now, theme, viewer), tuple(pieces), words)


def _trial_drawing(position: AathenuoPosition, now: Arranged, theme: Theme, viewer: str) -> Drawing:
    lying = {cell: held.tile for cell, held in now.cells.items()}
    if now.held and now.lifted:
        lying[now.lifted] = now.held.tile
    before, window = position.table.cells, now.window()
    room = Box(*(CELL * n for n in window[:2]), *(CELL * (n + 1) for n in window[2:]))
    # Open racks if all are seen, else the others' colours.
    seats = tuple(k for k, name in enumerate(position.players) if name != viewer)
    hands = tuple(position.hands[k] for k in seats)
    hands = hands if viewer == "all" else tuple(map(hidden, hands))
    mover = -1 if position.is_over else position.to_move
    columns, rows = ([*map(str, range(n))] for n in span(before))
    picture = Picture(lying, theme, room, hands, mover, seats)
    return picture.drawing()._replace(
        place=partial(find_place, window=window, cells=lying, hands={}),
        overlays=() if now.held else tuple(picture.crosses()),
        # The numbers that the cells are written by are those before the turn.
        rims=square_rims(table_box(before).union(room), CELL, columns, rows),
        focus=(),
        glyphs=dict,
    )
