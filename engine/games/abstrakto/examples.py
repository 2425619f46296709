"""Tiles laid against the rules, for figures of what is not allowed (rule 3.2).

They are written ``BLUE ORANGE``, joined by commas, ``-`` for none.  A place such as ``d4n`` is the
tile that fits it; ``KIND@SPOT`` is any tile on any cell, edge or corner: ``d4,cross@g4ne line@f1e``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from engine.drawing.diagram import Drawing
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.games.abstrakto import diagram, drawing
from engine.games.abstrakto.diagram import BOX, CELL, QUARTER, point
from engine.games.abstrakto.notation import parse_spot
from engine.games.abstrakto.places import QUARTERS, Kind, kind_at, spot_name
from engine.games.abstrakto.tiles import PLAYER_NAMES, PLAYERS
from engine.geometry.plane import bounds
from engine.messages import Messages

say = Messages(__name__)

_LONGEST = 2000

_KINDS = {
    "solid": (Kind.SOLID, False),
    "line": (Kind.LINE, False),
    "upright": (Kind.LINE, True),
    "cross": (Kind.CROSS, False),
}


class LaidTile(NamedTuple):
    """A tile laid somewhere: ``x`` and ``y`` are its centre in quarter-cells (rule 2.2)."""

    player: str
    kind: Kind
    x: int
    y: int
    upright: bool

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> str:
        owner, spot = PLAYER_NAMES[self.player], spot_name(self.x, self.y)
        return say("{owner}'s {kind} on {spot}", owner=owner, kind=self.kind.title, spot=spot)

    @property
    def alone(self) -> str:
        return say("{owner}'s {kind}", owner=PLAYER_NAMES[self.player], kind=self.kind.title)


class Misfit(NamedTuple):
    """What keeps laid tiles from lying so, where (in quarter-cells), in words."""

    x: float
    y: float
    reason: str


def parse_examples(text: str) -> tuple[LaidTile, ...]:
    """Return the tiles written as ``BLUE ORANGE``, blue's first; raise NotationError."""
    fields = text.split(" ")
    if len(fields) != 2 or len(text) > _LONGEST:
        raise NotationError(
            "not an example", text=text, expected="BLUE ORANGE, like 'd4,cross@g4ne line@f1e'"
        )
    tiles = []
    for player, field in zip(PLAYERS, fields, strict=True):
        for word in field.split(",") if field != "-" else ():
            name, at, spot = word.rpartition("@")
            x, y = parse_spot(spot)
            if at and name not in _KINDS:
                expected = f"one of {', '.join(_KINDS)}"
                raise NotationError(f"no kind of tile '{name[:20]}'", text=word, expected=expected)
            kind, upright = _KINDS[name] if at else (kind_at(x, y), x % 2 == 0)
            tiles.append(LaidTile(player, kind, x, y, upright))
    return tuple(tiles)


def faults(tiles: Sequence[LaidTile]) -> Iterator[Misfit]:
    """Yield what is wrong: tiles that do not fit where they lie, and tiles that overlap."""
    for laid in tiles:
        reason = misfit(laid)
        if reason:
            yield Misfit(laid.x, laid.y, say("{tile}: {reason}", tile=laid.words, reason=reason))
    for one, two in combinations(tiles, 2):
        if abs(one.x - two.x) < 2 and abs(one.y - two.y) < 2:
            reason = say("{one} overlaps {other}", one=one.words, other=two.words)
            yield Misfit((one.x + two.x) / 2, (one.y + two.y) / 2, reason)


def misfit(laid: LaidTile) -> str:
    """Return why a tile may not lie where it does, whatever else is there; "" where it may."""
    fitting = kind_at(laid.x, laid.y)
    if laid.kind is Kind.SOLID and fitting is not Kind.SOLID:
        return say("a Solid may only lie in a cell")
    if laid.kind is Kind.LINE and (fitting is not Kind.LINE or laid.upright != (laid.x % 2 == 0)):
        return say("a Line may only lie centred on an edge, along it")
    if laid.kind is Kind.CROSS:
        if fitting is not Kind.CROSS:
            return say("a Cross may only lie on an intersection")
        if not (0 < laid.x < QUARTERS and 0 < laid.y < QUARTERS):
            return say("a Cross may not lie on the board's edge")
    return ""


def draw_examples(tiles: Sequence[LaidTile], *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of laid tiles, with ``overlaps`` a cross on every fault.

    With ``tiles`` there is no board, and so nothing wrong.
    """
    alone = "tiles" in show
    misfits = () if alone else tuple(faults(tiles))
    spots = dict.fromkeys((fault.x, fault.y) for fault in misfits if "overlaps" in show)
    centres = [point(laid.x, laid.y) for laid in tiles]
    board = (*drawing.table(theme, CELL), drawing.grid(theme, CELL))
    return Drawing(
        box=bounds(centres).grown(1.2 * QUARTER) if alone and tiles else BOX,
        cells=None if alone else drawing.cells_box(CELL),
        unit=CELL,
        place=partial(diagram.find_place, tiles={(laid.x, laid.y) for laid in tiles}),
        board=() if alone else board,
        pieces=tuple(
            diagram.lying(theme, t.player, t.kind, t.x, t.y, upright=t.upright) for t in tiles
        ),
        overlays=tuple(drawing.cross_out(theme, point(*spot), CELL * 0.3) for spot in spots),
        rims={} if alone else diagram.rims(),
        sides=() if alone else ("left", "bottom"),
        glyphs=partial(diagram.glyphs, theme),
        legend=partial(diagram.legend, theme),
        focus=tuple(spot_name(laid.x, laid.y) for laid in tiles),
        description=(
            *(say("{Tile}.", tile=laid.alone if alone else laid.words) for laid in tiles),
            *(say("Not allowed: {reason}.", reason=fault.reason) for fault in misfits),
        ),
    )
