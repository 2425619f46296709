"""Atreya as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import ClassVar

from engine.games.atreya import notation, tiles
from engine.games.atreya.arena import Arena
from engine.games.atreya.rules import START_TILES, AtreyaPosition
from engine.games.atreya.tiles import COLOUR_NAMES, TILES
from engine.play.game import Check, Component, Game, Option


class Atreya(Game[AtreyaPosition]):
    """The game of Atreya: how it starts, is written and is drawn."""

    name = "atreya"
    title = "Atreya"
    credit = "Game design: Anton Pirogov (CC BY-SA 4.0)"
    player_names: ClassVar[Mapping[str, str]] = COLOUR_NAMES
    options = (
        Option("mode", "max, sum or dom", str, "sum", notation.MODES, attrgetter("mode")),
        Option(
            "players",
            "the players' colours in turn order, like rg or rgb",
            str,
            "rg",
            notation.PLAYERS,
            attrgetter("order"),
            right=notation.PLAYERS_EXPECTED,
        ),
    )
    may_stop_early = True  # rule 7.3
    recognised_by = "seven_areas"  # rule 1.1
    piece_colours = COLOUR_NAMES
    event_kinds = ("tile placed", "tile moved", "shape closed")  # rules 4.1, 4.4 and 6.1

    def start(self, *, mode: str = "sum", players: str | Sequence[str] = "rg") -> AtreyaPosition:
        """Return the start position (rule 3); the first of ``players`` begins."""
        order = "".join(map(str, players))
        self.check(mode=mode, players=order)
        arena, points = Arena.of(START_TILES), (0,) * len(order)
        return AtreyaPosition(arena, order[0], mode, order, points)

    def parse(self, text: str) -> AtreyaPosition:
        return AtreyaPosition(*notation.parse_position(text))

    def tiles(self) -> tuple[str, ...]:
        return TILES

    def identify(self, text: str) -> str:
        return tiles.named(text)

    def written_piece(self, areas: str) -> str:
        """Return a tile by its half-pieces in ring order and its centre piece (rule 2.2)."""
        return f"{areas[6]}:{areas[:6]}"

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: the list against Burnside's count (rule 1.3)."""
        return tiles.checks()

    def components(self) -> tuple[Component, ...]:
        return (Component("tiles", "Tiles", len(TILES)),)


GAME = Atreya()
