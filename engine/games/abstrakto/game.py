"""Abstrakto as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import NotationError, OptionError
from engine.games.abstrakto import tiles
from engine.games.abstrakto.notation import (
    PER_KIND,
    PLAYER_NAMES,
    PLAYERS,
    Hands,
    Setup,
    count_faults,
    format_hands,
    parse_hands,
    parse_position,
)
from engine.games.abstrakto.places import OF_KIND, SIDE, Kind, members
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.play.game import Check, Component, Game, Option


def read_hands(text: str) -> str:
    """Return the hands of a start position in their written form.

    Raises OptionError where they cannot be read or are no choice of 15 from 18 (rule 3.1).
    """
    try:
        hands = parse_hands(text)
    except NotationError as error:
        raise OptionError(str(error)) from None
    faults = [
        fault
        for player, hand in zip(PLAYERS, hands, strict=True)
        for fault in count_faults(player, (), hand)
    ]
    if faults:
        raise OptionError(f"impossible hands '{text}': {'; '.join(faults)}")
    return format_hands(hands)


class Abstrakto(Game[AbstraktoPosition]):
    """Tiles laid on cells, edges and corners; areas go to whoever bounds them most."""

    name = "abstrakto"
    title = "Abstrakto"
    credit = "Néstor Romeral Andrés and José Manuel Astilleros García-Monge"
    player_names = PLAYER_NAMES
    options = (
        Option(
            "hands",
            "Solids, Lines and Crosses of blue and of orange, 15 each and at most 6 of a type",
            read_hands,
            "555/555",
        ),
    )

    def start(self, *, hands: str = "555/555") -> AbstraktoPosition:
        """Return the empty board, blue to move ([reading], rule 3.1).

        ``hands`` are the tiles either player chose to play with, like ``555/663``.

        Raises OptionError for hands that are no choice of 15 from 18.
        """
        return AbstraktoPosition.of(Setup(0, 0, "b", parse_hands(read_hands(hands))))

    def parse(self, text: str) -> AbstraktoPosition:
        """Return the position written as ``text`` (rule 2.4).

        Raises NotationError where it cannot be read, InvalidPositionError with every fault
        where it can be read but cannot occur.
        """
        return AbstraktoPosition.of(parse_position(text))

    def from_tags(self, tags: Mapping[str, str]) -> AbstraktoPosition:
        """Return the position a record starts from: its Position, or the usual one with its Hands.

        Raises OptionError for hands that cannot be, or that are not those of the Position;
        what :meth:`parse` raises for the Position.
        """
        if "Position" not in tags:
            return self.start(hands=tags.get("Hands", "555/555"))
        position = self.parse(tags["Position"])
        if "Hands" in tags and read_hands(tags["Hands"]) != format_hands(chosen(position)):
            raise OptionError(
                f"the tag Hands says {tags['Hands']}, but the tag Position has tiles of "
                f"{format_hands(chosen(position))}"
            )
        return position

    def tiles(self) -> tuple[str, ...]:
        """Return the 36 tiles and 30 markers (rule 1.1)."""
        return tiles.TILES

    def components(self) -> tuple[Component, ...]:
        """Return the board, and every kind of tile and marker."""
        return tiles.COMPONENTS

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: rule 1.1's numbers, and a place for every type of tile."""
        per_player = len(Kind) * PER_KIND
        found = [len(mask) for mask in map(members, OF_KIND)]
        return (
            *super().counting(),
            Check(
                f"2 players × 3 types × 6 = 36 tiles, 3 colours × {tiles.MARKERS} = 30 markers",
                len(tiles.TILES) == 2 * per_player + 3 * tiles.MARKERS == 36 + 30,
            ),
            Check(
                "7 × 7 = 49 cells for Solids, 2 × 7 × 8 = 112 edges for Lines, "
                "6 × 6 = 36 inner intersections for Crosses",
                found == [SIDE * SIDE, 2 * SIDE * (SIDE + 1), (SIDE - 1) ** 2] == [49, 112, 36],
            ),
        )

    def needs(self, positions: Sequence[AbstraktoPosition]) -> tuple[str, ...]:
        """Return which scoring markers the game's last position needs beyond the kit.

        Before the end only settled areas have markers (rule 4.4).
        """
        if not positions:
            return ()
        last = positions[-1]
        marked = [area.controller for area in last.areas() if last.is_over or area.settled]
        return tuple(
            f"{marked.count(owner)} {colour} markers are needed, the kit has {tiles.MARKERS}"
            for owner, colour in tiles.MARKER_COLOURS.items()
            if marked.count(owner) > tiles.MARKERS
        )


def chosen(position: AbstraktoPosition) -> Hands:
    """Return the hands the players began with: the tiles left and those on the board."""
    blue, orange = (
        hand.more(place.kind for place in position.tiles(player))
        for player, hand in zip(PLAYERS, position.hands, strict=True)
    )
    return blue, orange
