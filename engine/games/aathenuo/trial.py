"""An Aathenuo turn while it is picked: the table as it is arranged, what is wrong there, and the hand.

A viewer sees the own hand; of the others' tiles only the colours are seen (rule 1.2).
"""

from __future__ import annotations

from functools import partial

from engine.drawing import scene
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.games.aathenuo import diagram
from engine.games.aathenuo.diagram import CELL, TILE, Racks, TablePicture, cell_box
from engine.games.aathenuo.drawing import small_face
from engine.games.aathenuo.examples import crossed_out
from engine.games.aathenuo.moves import DRAW, HAND, Arranged, arranged, in_hand
from engine.games.aathenuo.notation import parse_cell
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.table import Cells, faults
from engine.games.aathenuo.tiles import in_words
from engine.geometry import written
from engine.geometry.plane import Box
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft


def trial(
    position: AathenuoPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the table as picks arrange it, the hands that are seen below, and the viewer's hand."""
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
    names = {written(cell): held.tile for cell, held in now.cells.items()}
    words = {name: f"{in_words(tile)} on {name}" for name, tile in names.items()}
    return Trial(_drawing(position, now, theme, viewer), tuple(pieces), words)


def _drawing(position: AathenuoPosition, now: Arranged, theme: Theme, viewer: str) -> Drawing:
    lying = {cell: held.tile for cell, held in now.cells.items()}
    if now.held and now.lifted:
        lying[now.lifted] = now.held.tile
    before, window = position.table.cells, now.window()
    room = Box(*(CELL * n for n in window[:2]), *(CELL * (n + 1) for n in window[2:]))
    # Open racks if all are seen, else the others' colours.
    seats = tuple(k for k, name in enumerate(position.players) if name != viewer)
    hands = tuple(position.hands[k] for k in seats)
    hands = hands if viewer == "all" else tuple(map(diagram.hidden, hands))
    racks = Racks(hands, room, theme, -1 if position.is_over else position.to_move, seats=seats)
    return diagram.drawn(TablePicture(lying, theme, room), racks)._replace(
        place=partial(_place, window=window, lying=lying),
        overlays=() if now.held else tuple(crossed_out(faults(lying), theme)),
        # The numbers that the cells are written by are those before the turn.
        rims=TablePicture(before, theme, diagram.table_box(before).union(room)).rims(),
        focus=(),
        glyphs=dict,
        legend=tuple,
    )


def _place(name: str, window: Box, lying: Cells) -> NamedPlace:
    cell = parse_cell(name)
    if cell is None or not window.has(cell):
        raise NotationError("no such place", text=name, expected="a cell like 2,0")
    piece = 0.36 * CELL if cell in lying else 0.0
    return NamedPlace(name, "cell", diagram.centre_of(cell), cell_box(cell).corners(), piece)
