"""The diagram of an Astralis position: board, tiles, stones and ships, and what can be laid over.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).  Everything shown is asked of
the position; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.drawing import borders, scene
from engine.drawing.diagram import Drawing, NamedPlace, check_overlays
from engine.drawing.theme import HAIRLINE, Theme
from engine.errors import NotationError, OptionError
from engine.games.astralis import piece_drawing
from engine.games.astralis.board import each
from engine.games.astralis.drawing import (
    CLEARANCE,
    SLOTS,
    cell,
    contested_tile,
    control_tile,
    empty_board,
    place_of,
    rim_labels,
    start_rows,
    table_box,
)
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.state import PLAYERS
from engine.geometry.plane import Box, Point, Transform
from engine.words import count, listed, plural

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
        "placements": "dots round the mover's ship: white where a stone can be put (rule 4.3)",
        "changes": "a yellow border round the hexes that the last move changed",
        "threats": "hexes one stone away from a bonus or extraction (rules 4.4 and 4.5)",
        "labels": "the label of every hex",
    }
)

#: The variants without control tiles, unless they are asked for (rules 6.1 and 6.2).
_UNTILED = frozenset({"simplified", "dice", "beeline", "dispersed-go"})


def draw_position(position: AstralisPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for a name in ``show`` that is no overlay, or not one of the variant.
    """
    check_overlays(show, OVERLAYS, position.game)
    if "control" in show and not position.variant.has_control:
        raise OptionError(f"{position.variant.name} knows no control, so it cannot be shown")
    picture = _HexhexPicture(position, theme, show)
    side = position.side
    return Drawing(
        box=table_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=(*empty_board(theme, side, WIDTH), *picture.ground()),
        pieces=tuple(picture.pieces()),
        overlays=tuple(picture.overlays()),
        labels=(*rim_labels(theme, side, WIDTH), *picture.names()),
        focus=tuple(picture.in_order(picture.focus())),
        description=tuple(picture.sentences()),
    )


@dataclass(frozen=True)
class _HexhexPicture:
    """A position being drawn in a theme with overlays."""

    position: AstralisPosition
    theme: Theme
    show: frozenset[str]

    # --------------------------------------------------------------------------------- places

    def at(self, label: str) -> Point:
        """Return the centre of a hex."""
        the_board = self.position.state.board
        return place_of(the_board, the_board.find(label), WIDTH)

    def in_order(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Return labels by letter and number."""
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
        state = self.position.state
        taken = state.occupied | state.ships[0] | state.ships[1]
        piece = _STONE if the_board.find(name) & taken else 0.0
        return NamedPlace(name, "cell", at, cell(at, WIDTH), piece)

    def focus(self) -> Iterator[str]:
        """Yield the hexes with pieces, and those an overlay shows."""
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

    def ground(self) -> Iterator[scene.Item]:
        """Yield start rows and tiles."""
        if "start-rows" in self.show and self.position.berths("y"):
            yield from start_rows(self.theme, self.position.side, WIDTH)
        if self.position.variant.name in _UNTILED and "control" not in self.show:
            return
        size = WIDTH * (1 - CLEARANCE)
        for player in PLAYERS:
            tile = control_tile(self.theme, player, size)
            yield from self.uses(self.position.controlled(player), tile, "tile")
        yield from self.uses(self.position.contested, contested_tile(self.theme, size), "tile")

    def uses(self, labels: Iterable[str], symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        """Yield a symbol on every hex."""
        for label in self.in_order(labels):
            yield scene.Use(symbol, Transform.translation(*self.at(label)), name)

    def pieces(self) -> Iterator[scene.Item]:
        """Yield stones (or dice, or flowers), then ships (or bees)."""
        bees = self.position.variant.name == "beeline"
        for player in PLAYERS:
            for label in self.in_order(self.position.stones(player)):
                at = Transform.translation(*self.at(label))
                yield scene.Use(self.stone(player, label), at, "stone")
        draw = piece_drawing.bee if bees else piece_drawing.ship
        for player in PLAYERS:
            ship = self.position.ship(player)
            if ship is not None:
                yield from self.uses((ship,), draw(self.theme, player, _SHIP), "pawn")

    def stone(self, player: str, label: str) -> scene.Symbol:
        """Return what a stone looks like in the variant."""
        if self.position.variant.name == "dice":
            return piece_drawing.die(self.theme, player, self.position.pips(label) or 0, _STONE)
        if self.position.variant.name == "beeline":
            return piece_drawing.flower(self.theme, player, _STONE)
        return piece_drawing.planet(self.theme, player, _STONE)

    # ------------------------------------------------------------------------------- overlays

    def targets(self) -> frozenset[str]:
        """Return where the mover's ship can go, in set-up where it can be put."""
        if self.position.ship(self.position.turn) is None:
            return self.position.berths(self.position.turn)
        return self.position.ship_targets()

    def placements(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the usable and the unusable hexes round the mover's ship, but for stones."""
        ship = self.position.ship(self.position.turn)
        if ship is None:
            return frozenset(), frozenset()
        usable, unusable = self.position.placements(ship)
        return usable, unusable - self.position.stones("y") - self.position.stones("c")

    def overlays(self) -> Iterator[scene.Item]:
        """Yield what is laid over the pieces."""
        if "changes" in self.show:
            yield from self.changes()
        if "threats" in self.show:
            yield from self.threats()
        if "ship-moves" in self.show:
            yield from (self.dot(label) for label in self.in_order(self.targets()))
        if "placements" in self.show:
            usable, unusable = self.placements()
            yield from (self.dot(label) for label in self.in_order(usable))
            yield from (self.crossed_dot(label) for label in self.in_order(unusable))

    def changes(self) -> Iterator[scene.Item]:
        """Yield a yellow border, cased in black, round what the last move changed."""
        changed = self.in_order(self.position.changed())
        if changed:
            outline = borders.outline(cell(self.at(label), WIDTH) for label in changed)
            halo = self.theme.line("black", 0.19, WIDTH, join="round")
            line = scene.Stroke(self.theme.slot("yellow").fill, 0.11 * WIDTH, join="round")
            lines = (scene.Path(outline, None, halo), scene.Path(outline, None, line))
            yield scene.Group(lines, name="changes")

    def threats(self) -> Iterator[scene.Item]:
        """Yield a hexagon round what a player's stone could take: whole for yellow, dashed for cyan.

        It runs round a planet that lies there; where both aim at one empty hex, cyan's is smaller.
        """
        aims = {player: self.position.threats(player) for player in PLAYERS}
        for player, dash in zip(PLAYERS, ((), (0.14 * WIDTH, 0.12 * WIDTH)), strict=True):
            colour = self.theme.slot(SLOTS[player])
            for label in aims[player]:
                share = 0.66 if player == "c" and label in aims["y"] else 0.92
                ring = scene.polygon(cell(self.at(label), WIDTH, share))
                dark = self.theme.line("black", 0.11, WIDTH, join="round")
                light = scene.Stroke(colour.fill, WIDTH * 0.06, dash, join="round")
                lines = (scene.Path(ring, None, dark), scene.Path(ring, None, light))
                yield scene.Group(lines, name=f"threat {SLOTS[player]}")

    def dot(self, label: str) -> scene.Item:
        """Return a white dot."""
        line = self.theme.line("black", 0.035, WIDTH)
        return scene.Circle(*self.at(label), _DOT, self.theme.role("good"), line, "usable")

    def crossed_dot(self, label: str) -> scene.Item:
        """Return a dot in the colour of what is wrong, with a cross."""
        x, y = self.at(label)
        cross = scene.diagonals(Box(x, y, x, y).grown(_DOT * 0.45))
        white = scene.Stroke(self.theme.role("white"), max(_DOT * 0.25, HAIRLINE), cap="round")
        line = self.theme.line("black", 0.025, WIDTH)
        dot = scene.Circle(x, y, _DOT, self.theme.role("bad"), line)
        return scene.Group((dot, scene.Path(cross, None, white)), name="unusable")

    def names(self) -> Iterator[scene.Item]:
        """Yield the labels of all hexes, low in their cells, on a plate where a piece is."""
        if "labels" not in self.show:
            return
        state = self.position.state
        taken = state.occupied | state.ships[0] | state.ships[1]
        size = WIDTH * 0.17
        for hex_ in each(state.board.full):
            x, y = place_of(state.board, hex_, WIDTH).moved(0.0, WIDTH * 0.36)
            label = state.board.label(hex_)
            if hex_ & taken:
                half = size * (0.34 * len(label) + 0.1)
                plate = scene.rectangle(Box(x - half, y - size / 2, x + half, y + size / 2))
                yield scene.Path(plate, self.theme.role("white"), None, "plate")
            yield scene.centred(x, y, label, size, fill=self.theme.role("ink"), name="coordinate")

    # ---------------------------------------------------------------------------------- words

    def sentences(self) -> Iterator[str]:
        """Yield the sentences of the alternative text."""
        position = self.position
        yield f"A hexagonal board of side {position.side}, the variant {position.variant.name}."
        for player in PLAYERS:
            yield self.pieces_of(player)
        if self.position.variant.name not in _UNTILED or "control" in self.show:
            yellow, cyan = (len(position.controlled(player)) for player in PLAYERS)
            both = len(position.contested)
            contested = f"{both} {plural(both, 'is', 'are')} contested"
            yield f"Yellow controls {count(yellow, 'hex', 'hexes')}, cyan {cyan}; {contested}."
        yield from self.overlay_sentences()

    def pieces_of(self, player: str) -> str:
        """Return a player's ship and stones in words."""
        bees = self.position.variant.name == "beeline"
        ship, stones = self.position.ship(player), self.in_order(self.position.stones(player))
        words = []
        if ship is not None:
            words.append(f"the {'bee' if bees else 'ship'} on {ship}")
        if stones:
            what = "flower" if bees else "stone"
            words.append(f"{plural(len(stones), f'a {what}', f'{what}s')} on {', '.join(stones)}")
        name = SLOTS[player].capitalize()
        return f"{name} has {listed(words)}." if words else f"{name} has nothing on the board."

    def overlay_sentences(self) -> Iterator[str]:
        """Yield what the overlays show."""
        mover = SLOTS[self.position.turn].capitalize()
        if "ship-moves" in self.show:
            yield f"{mover}'s ship can go to {self.listed(self.targets())}."
        if "placements" in self.show:
            usable, unusable = self.placements()
            yield f"From there a stone can be put on {self.listed(usable)}."
            yield f"Explored or taken are {self.listed(unusable)}."
        if "changes" in self.show:
            yield f"The last move changed {self.listed(self.position.changed())}."
        if "threats" in self.show:
            for player in PLAYERS:
                hexes = self.listed(self.position.threats(player))
                yield f"{SLOTS[player].capitalize()} is one stone away from {hexes}."

    def listed(self, labels: Iterable[str]) -> str:
        """Return labels in order, in words."""
        return ", ".join(self.in_order(labels)) or "no hex"
