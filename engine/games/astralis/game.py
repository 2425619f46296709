"""Astralis as the toolkit sees it: start positions, what is in the box and what a game needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from engine.games.astralis.board import PLAYER_NAMES, SIDE, SIDES, State, board
from engine.games.astralis.notation import parse_position
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import VARIANTS, variant_of
from engine.play.game import Check, Component, Game, Option

#: One control tile for every hex of the usual board, yellow on one side and cyan on the other;
#: contested tiles; and stones of each player (rule 4.6).
CONTROL_TILES, CONTESTED_TILES, STONES = 169, 60, 30

#: The kinds of piece, which lie on the board.
KINDS = (
    Component("control", "Control tiles, yellow and cyan", CONTROL_TILES),
    Component("contested", "Contested tiles", CONTESTED_TILES),
    Component("planet-yellow", "Yellow planets", STONES),
    Component("planet-cyan", "Cyan planets", STONES),
    Component("ship-yellow", "Yellow colony ship", 1),
    Component("ship-cyan", "Cyan colony ship", 1),
)


class Astralis(Game[AstralisPosition]):
    """Ships explore a galaxy and leave planets; the most hexes controlled win."""

    name = "astralis"
    title = "Astralis"
    credit = "Phil Leduc"
    player_names = PLAYER_NAMES
    event_kinds = (  # rules 3.1, 4.1 to 4.7 and 6.4
        "ship set up",
        "ship moved",
        "departure bonus",
        "stone placed",
        "bonus",
        "extracted",
        "captured",
        "passed",
    )
    turn_size = 1.2
    options = (
        Option(
            "side",
            f"the board's side, a whole number from {SIDES[0]} to {SIDES[-1]}",
            int,
            SIDE,
            tuple(map(str, SIDES)),
            attrgetter("side"),
        ),
        Option(
            "variant",
            f"one of {', '.join(VARIANTS)}",
            str,
            "standard",
            tuple(VARIANTS),
            attrgetter("variant.name"),
        ),
    )

    def start(self, *, side: int = SIDE, variant: str = "standard") -> AstralisPosition:
        """Return the empty board, yellow to move (rules 1.3 and 3.1)."""
        self.check(side=side, variant=variant)
        return AstralisPosition(State(0, 0, 0, 0, 0), variant_of(variant, side))

    def parse(self, text: str) -> AstralisPosition:
        return AstralisPosition(*parse_position(text))

    def turn_sign(self, position: AstralisPosition) -> str:
        return f"{PLAYER_NAMES[position.turn]} {position.variant.mover}"

    def tiles(self) -> tuple[str, ...]:
        return tuple(piece for kind in KINDS for piece in kind.pieces)

    def components(self) -> tuple[Component, ...]:
        return (Component("board", f"Board of side {SIDE}", 1), *KINDS)

    def counting(self) -> tuple[Check, ...]:
        hexes = board(SIDE).full.bit_count()
        formula = 3 * SIDE**2 - 3 * SIDE + 1
        words = (
            f"{CONTROL_TILES} control tiles are one for every hex of a board of side {SIDE}: "
            f"3 × {SIDE}² - 3 × {SIDE} + 1 = {formula}, and {hexes} counted one by one"
        )
        return (*super().counting(), Check(words, CONTROL_TILES == hexes == formula))

    def needs(self, positions: Sequence[AstralisPosition]) -> tuple[str, ...]:
        """Return which pieces lie on the board at once beyond the kit's (rules 4.6 and 6.1)."""
        limits = {f"{name} planets": STONES for name in PLAYER_NAMES.values()}
        limits |= {"control tiles": CONTROL_TILES, "contested tiles": CONTESTED_TILES}
        most = Counter[str]()
        for position in positions:
            name, sets = position.variant.name, [*position.state.stones]
            if name == "standard" or (name == "simplified" and position.is_over):
                controlled, contested = position.variant.board.tiled(*sets)
                sets += [controlled[0] | controlled[1], contested]
            counts = zip(limits, map(int.bit_count, sets), strict=False)
            most |= Counter(dict(counts))  # the larger of both
        return tuple(
            f"{most[what]} {what} are needed, the kit has {limit}"
            for what, limit in limits.items()
            if most[what] > limit
        )


GAME = Astralis()
