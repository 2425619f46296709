"""The diagram of an Astralis position: board, tiles, stones and ships, and what can be laid over.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).  Everything shown is asked of
the position; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType

from engine.drawing import borders, fonts, plates, scene
from engine.drawing.diagram import Drawing, NamedPlace, check_overlays
from engine.drawing.theme import Theme, on
from engine.errors import NotationError, OptionError
from engine.games.astralis.board import PLAYERS, each
from engine.games.astralis.drawing import (
    CLEARANCE,
    cell,
    cells_box,
    contested_tile,
    control_tile,
    empty_board,
    place_of,
    rims,
    start_rows,
    table_box,
)
from engine.games.astralis.piece_drawing import (
    changed,
    crossed_dot,
    dot,
    glyphs,
    legend,
    pawn_look,
    stone_look,
    threat,
)
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.sentences import UNTILED, sentences
from engine.games.astralis.standard import Standard
from engine.geometry.plane import Box, Point, Transform

#: A cell's width in a diagram of natural size, in millimetres.
WIDTH = 10.0

#: The radius of stones and ships, and of the dots that overlays draw.
_STONE = 0.43 * WIDTH
_SHIP = 0.42 * WIDTH
_DOT = 0.15 * WIDTH

OVERLAYS: Mapping[str, str] = MappingProxyType(
    {
        "control": "tiles on explored hexes, in the standard game without being asked (rule 2.1)",
        "start-rows": "the hexes where ships are set up, in their colours (rule 3.1)",
        "ship-moves": "white dots where the mover's ship can go (rules 3.1 and 4.1)",
        "placements": "dots round the mover's ship: white where a planet can be put (rule 4.3)",
        "changes": "a yellow border round the hexes that the last move changed",
        "threats": "hexes one planet away from a bonus or extraction (rules 4.4 and 4.5)",
        "labels": "the label of every hex",
    }
)

#: How far the table reaches beyond the cells, in cells; the labels stand outside it.
MARGIN = 0.3

#: The corners of a hex beside which a label goes, the better ones first: those above its middle
#: line, below it, above and below.
_BESIDE = (3, 5, 2, 0, 4, 1)


def draw_position(position: AstralisPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for a name in ``show`` that is no overlay, or not one of the variant.
    """
    check_overlays(show, OVERLAYS, position.game)
    variant = position.variant.name
    if "control" in show and not position.variant.has_control:
        raise OptionError(f"{variant} knows no control, so it cannot be shown")
    if "threats" in show and not isinstance(position.variant, Standard):
        raise OptionError(f"{variant} knows no bonus or extraction, so no threats can be shown")
    picture = _HexhexPicture(position, theme, show)
    side = position.side
    return Drawing(
        box=table_box(side, WIDTH, MARGIN),
        cells=cells_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=(*empty_board(theme, side, WIDTH, MARGIN), *picture.ground()),
        pieces=tuple(picture.pieces()),
        overlays=tuple(picture.overlays()),
        labels=tuple(picture.names()),
        rims=rims(side, WIDTH, MARGIN),
        sides=("left", "bottom"),
        obstacles=picture.obstacles,
        focus=tuple(picture.in_order(picture.focus())),
        glyphs=partial(glyphs, theme, position.variant.name),
        legend=partial(legend, theme, position.variant.name),
        description=tuple(sentences(position, show, picture.shown())),
        part=picture.part,
    )


# --------------------------------------------------------------------------------- the position


@dataclass(frozen=True)
class _HexhexPicture:
    """A position being drawn in a theme with overlays."""

    position: AstralisPosition
    theme: Theme
    show: frozenset[str]

    # --------------------------------------------------------------------------------- places

    def at(self, label: str) -> Point:
        the_board = self.position.state.board
        return place_of(the_board, the_board.find(label), WIDTH)

    def in_order(self, labels: Iterable[str]) -> tuple[str, ...]:
        the_board = self.position.state.board
        return the_board.labels(sum(the_board.find(label) for label in set(labels)))

    def place(self, name: str) -> NamedPlace:
        """Return the hex with this label; raise NotationError where there is none."""
        the_board = self.position.state.board
        if not the_board.find(name):
            first, last = (
                the_board.label(the_board.full & -the_board.full),
                the_board.label(the_board.full),
            )
            raise NotationError(
                f"no place '{name[:40]}'", expected=f"a hex from {first} to {last}, like {first}"
            )
        at = self.at(name)
        outline = cell(at, WIDTH)
        piece = _STONE if the_board.find(name) & self.taken else 0.0
        covered = piece or any(at == spot for spot, _ in self.obstacles)
        free = tuple(outline[k] for k in _BESIDE) if covered else ()
        return NamedPlace(name, "cell", at, outline, piece, free)

    @property
    def taken(self) -> int:
        state = self.position.state
        return state.occupied | state.ships[0] | state.ships[1]

    @cached_property
    def obstacles(self) -> tuple[tuple[Point, float], ...]:
        the_board = self.position.state.board
        found = [(place_of(the_board, hex_, WIDTH), _STONE) for hex_ in each(self.taken)]
        dots: set[str] = set()
        if "ship-moves" in self.show:
            dots |= self.targets()
        if "placements" in self.show:
            dots |= set().union(*self.placements())
        found += [(self.at(label), _DOT) for label in self.in_order(dots)]
        return tuple(found)

    def focus(self) -> Iterator[str]:
        for player in PLAYERS:
            yield from self.position.stones(player)
            yield from filter(None, (self.position.ship(player),))
            if "threats" in self.show:
                yield from self.position.threats(player)
        if "changes" in self.show:
            yield from self.position.changed()
        if "ship-moves" in self.show:
            yield from self.targets()
        if "placements" in self.show:
            yield from self.placements()[0]

    # ---------------------------------------------------------------------------- board, pieces

    @property
    def is_tiled(self) -> bool:
        return self.position.variant.name not in UNTILED or "control" in self.show

    def ground(self) -> Iterator[scene.Item]:
        if "start-rows" in self.show and self.position.berths("y"):
            yield from start_rows(self.theme, self.position.side, WIDTH)
        if not self.is_tiled:
            return
        size = WIDTH * (1 - CLEARANCE)
        for player in PLAYERS:
            tile = control_tile(self.theme, player, size)
            yield from self.uses(self.position.controlled(player), tile, "tile")
        yield from self.uses(self.position.contested, contested_tile(self.theme, size), "tile")

    def uses(self, labels: Iterable[str], symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        for label in self.in_order(labels):
            yield scene.Use(symbol, Transform.translation(*self.at(label)), name)

    def pieces(self) -> Iterator[scene.Item]:
        variant = self.position.variant.name
        for player in PLAYERS:
            for label in self.in_order(self.position.stones(player)):
                at = Transform.translation(*self.at(label))
                yield scene.Use(self.stone(player, label), at, "stone")
        for player in PLAYERS:
            ship = self.position.ship(player)
            if ship is not None:
                yield from self.uses((ship,), pawn_look(self.theme, player, variant, _SHIP), "pawn")

    def stone(self, player: str, label: str) -> scene.Symbol:
        pips = self.position.pips(label) or 0
        return stone_look(self.theme, player, self.position.variant.name, pips, _STONE)

    # ------------------------------------------------------------------------------- overlays

    def targets(self) -> frozenset[str]:
        if self.position.ship(self.position.turn) is None:
            return self.position.berths(self.position.turn)
        return self.position.ship_targets()

    def placements(self) -> tuple[frozenset[str], frozenset[str]]:
        ship = self.position.ship(self.position.turn)
        if ship is None:
            return frozenset(), frozenset()
        usable, unusable = self.position.placements(ship)
        return usable, unusable - self.position.stones("y") - self.position.stones("c")

    def overlays(self) -> Iterator[scene.Item]:
        if "changes" in self.show:
            yield from self.changes()
        if "threats" in self.show:
            yield from self.threats()
        if "ship-moves" in self.show:
            yield from (
                dot(self.theme, self.at(label), _DOT) for label in self.in_order(self.targets())
            )
        if "placements" in self.show:
            usable, unusable = self.placements()
            yield from (dot(self.theme, self.at(label), _DOT) for label in self.in_order(usable))
            for label in self.in_order(unusable):
                yield crossed_dot(self.theme, self.at(label), _DOT)

    def changes(self) -> Iterator[scene.Item]:
        hexes = self.in_order(self.position.changed())
        if hexes:
            outline = borders.outline(cell(self.at(label), WIDTH) for label in hexes)
            yield changed(self.theme, outline, WIDTH)

    def threats(self) -> Iterator[scene.Item]:
        """Yield a hexagon round what a player's stone could take: whole for yellow, dashed for cyan.

        It runs round a planet that lies there; where both aim at one empty hex, cyan's is smaller.
        """
        aims = {player: self.position.threats(player) for player in PLAYERS}
        for player in PLAYERS:
            for label in aims[player]:
                share = 0.66 if player == "c" and label in aims["y"] else 0.92
                yield threat(self.theme, player, cell(self.at(label), WIDTH, share), WIDTH)

    def names(self) -> Iterator[scene.Item]:
        if "labels" not in self.show:
            return
        state = self.position.state
        size, longest = WIDTH * 0.17, state.board.label(state.board.full)
        most = 0.92 * WIDTH / fonts.advance(longest)
        struck = sum(map(state.board.find, self.position.contested)) if self.is_tiled else 0
        for hex_ in each(state.board.full):
            low = 0.44 if hex_ & self.taken else 0.36  # clear of what stands there
            at = place_of(state.board, hex_, WIDTH).moved(0.0, WIDTH * low)
            label, ink = state.board.label(hex_), self.theme.role("ink")
            if hex_ & (self.taken | struck):
                white = self.theme.role("white")
                sign = plates.under(
                    label, at, size=size, most=most, ink=on(white), fill=white, name="coordinate"
                )
                yield sign._replace(pinned=at.moved(0.0, -0.09 * WIDTH))  # grows downwards
            else:
                yield scene.centred(*at, label, size, fill=ink, name="coordinate", most=most)

    # ---------------------------------------------------------------------------------- words

    def shown(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, Iterable[str]] = {}
        if "start-rows" in self.show and self.position.berths("y"):
            found["start-rows"] = ()
        if "ship-moves" in self.show:
            found["ship-moves"] = self.targets()
        if "placements" in self.show:
            found["placements"], found["unusable"] = self.placements()
        if "changes" in self.show:
            found["changes"] = self.position.changed()
        if "threats" in self.show:
            found |= {f"threats {player}": self.position.threats(player) for player in PLAYERS}
        return {name: self.in_order(labels) for name, labels in found.items()}

    def part(self, box: Box) -> Iterator[str]:
        the_board = self.position.state.board
        seen = frozenset(
            the_board.label(hex_)
            for hex_ in each(the_board.full)
            if box.holds(Box(*(at := place_of(the_board, hex_, WIDTH)), *at))
        )
        shown = {
            name: within
            for name, labels in self.shown().items()
            if (within := tuple(label for label in labels if label in seen)) or not labels
        }
        return sentences(self.position, self.show, shown, seen)
