"""An Aathenuo turn while it is picked: the table as it is arranged, what is wrong there, and the hand.

A viewer sees the own hand; of the others' tiles only the colours are seen (rule 1.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.drawing import scene
from engine.drawing.diagram import Drawing, NamedPlace, Rim
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.games.aathenuo.diagram import CELL, TILE, Racks, TablePicture, centre_of
from engine.games.aathenuo.draft import (
    DRAW,
    HAND,
    Arranged,
    Held,
    Window,
    arranged,
    in_hand,
    written,
)
from engine.games.aathenuo.drawing import small_face
from engine.games.aathenuo.examples import crossed_out
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.sentences import hand_sentences, table_sentences
from engine.games.aathenuo.table import faults
from engine.games.aathenuo.tiles import in_words
from engine.geometry.plane import Box
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft


def trial(
    position: AathenuoPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the table as picks arrange it, the hands that are seen below, and the viewer's hand."""
    now = arranged(
        position.table.cells, position.hand, position.turn, picked if picked != (DRAW,) else ()
    )
    assert now is not None
    pieces = [_piece(held, theme) for held in _own(position, now, viewer)]
    buttons = {DRAW: "draw a tile" if position.bag else "pass", HAND: "back into the hand"}
    pieces += [TrialPiece(name, words) for name, words in buttons.items() if name in made.choices]
    words = {
        written(cell): f"{in_words(held.tile)} on {written(cell)}"
        for cell, held in now.cells.items()
    }
    return Trial(_drawing(position, now, theme, viewer), tuple(pieces), words)


def _own(position: AathenuoPosition, now: Arranged, viewer: str) -> tuple[Held, ...]:
    if viewer in (position.turn, "all"):
        return now.hand
    hands = dict(zip(position.players, position.hands, strict=True))
    return in_hand(hands.get(viewer, ()), viewer)


def _piece(held: Held, theme: Theme) -> TrialPiece:
    items = (scene.Use(small_face(theme, held.tile, TILE)),)
    return TrialPiece(held.name, str(in_words(held.tile)), "hand", items, CELL)


# ------------------------------------------------------------------------------- the picture


@dataclass(frozen=True)
class _Table(TablePicture):
    """A table that covers a window, with the numbers of its columns and rows before the turn."""

    before: TablePicture | None = None

    @property
    def box(self) -> Box:
        assert self.room is not None
        return self.room

    def rims(self) -> dict[str, Rim]:
        assert self.before is not None
        return self.before.rims()


def _drawing(position: AathenuoPosition, now: Arranged, theme: Theme, viewer: str) -> Drawing:
    lying = {cell: held.tile for cell, held in now.cells.items()}
    if now.held and now.lifted:
        lying[now.lifted] = now.held.tile
    window = now.window()
    (left, top), (right, bottom) = centre_of((window.left, window.top)), centre_of(window[2:])
    room = Box(left, top, right, bottom).grown(CELL / 2)
    table = _Table(lying, theme, room, before=TablePicture(position.table.cells, theme, room))
    racks = _racks(position, room, theme, viewer)
    return Drawing(
        box=table.box,
        beside=racks.box if racks.hands else None,
        unit=CELL,
        place=partial(_place, window=window, lying=lying),
        board=(*table.ground(), *racks.ground()),
        pieces=(*table.tiles(), *racks.tiles(), *racks.names()),
        overlays=() if now.held else tuple(crossed_out(faults(lying), theme)),
        rims=table.rims(),
        sides=("left", "top"),
        read=table.numbers(),
        description=(*table_sentences(lying), *hand_sentences(racks.hands)),
    )


def _racks(position: AathenuoPosition, table: Box, theme: Theme, viewer: str) -> Racks:
    seats = tuple(k for k, name in enumerate(position.players) if name != viewer)
    hands = tuple(
        position.hands[k] if viewer == "all" else tuple(tile[0] for tile in position.hands[k])
        for k in seats
    )
    mover = -1 if position.is_over else int(position.turn) - 1
    return Racks(hands, mover, table, theme, seats=seats)


def _place(name: str, window: Window, lying: dict[tuple[int, int], str]) -> NamedPlace:
    """Return a cell of the window; raise NotationError for what is not one."""
    cell = window.named(name)
    if cell is None:
        raise NotationError("no such place", text=name, expected="a cell like 2,0")
    at = centre_of(cell)
    outline = Box(*at, *at).grown(CELL / 2).corners()
    return NamedPlace(name, "cell", at, outline, 0.36 * CELL if cell in lying else 0.0)
