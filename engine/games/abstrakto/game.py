"""Abstrakto as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.errors import NotationError, OptionError
from engine.games.abstrakto import notation, places
from engine.games.abstrakto.places import PER_KIND, PLAYER_NAMES, PLAYERS, Hand, Kind
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.play.game import Check, Component, Game, Option


def read_hands(text: str) -> str:
    """Return hands as written; raise OptionError where they are no choice of 15 from 18 (rule 3.1)."""
    try:
        hands = notation.parse_hands(text)
    except NotationError as error:
        raise OptionError(str(error), setting="hands") from None
    faults = [
        fault
        for player, hand in zip(PLAYERS, hands, strict=True)
        for fault in notation.count_faults(player, (), hand)
    ]
    if faults:
        raise OptionError(f"impossible hands '{text}': {'; '.join(faults)}", setting="hands")
    return notation.format_hands(hands)


def chosen(position: AbstraktoPosition) -> str:
    """Return the hands the players began with as written: the tiles left and those on the board."""
    hands = []
    for player, hand in zip(PLAYERS, position.hands, strict=True):
        placed = [place.kind for place in position.tiles(player)]
        hands.append(Hand(*(hand[kind] + placed.count(kind) for kind in Kind)))
    return notation.format_hands((hands[0], hands[1]))


class Abstrakto(Game[AbstraktoPosition]):
    """Tiles laid on cells, edges and corners; areas go to whoever bounds them most."""

    name = "abstrakto"
    title = "Abstrakto"
    credit = "Néstor Romeral Andrés and José Manuel Astilleros García-Monge"
    player_names = PLAYER_NAMES
    trial_shows = frozenset({"settled"})  # markers lie as soon as they may (rule 4.4)
    event_kinds = (  # rules 3.2, 3.3, 4.1, 4.2 and 4.4
        "tile placed",
        "passed",
        "area divided",
        "area filled",
        "control changed",
        "area settled",
    )
    options = (
        Option(
            "hands",
            "Solids, Lines and Crosses of blue and of orange, 15 each and at most 6 of a type",
            str,
            "555/555",
            of=chosen,
        ),
        Option(
            "turn",
            "who begins, b or o; b, unless a seed draws it",
            str,
            None,
            PLAYERS,
            of=lambda position: position.turn,
        ),
        Option("seed", "a number that draws who begins and what each discards", int),
    )

    def start(
        self, *, hands: str | None = None, turn: str | None = None, seed: int | None = None
    ) -> AbstraktoPosition:
        """Return the empty board, by default with 555/555 and blue to move ([reading], rule 3.1).

        ``hands`` are like ``555/663``; ``seed`` draws them, and who begins if ``turn`` does not say.
        """
        self.check(turn=turn, seed=seed)
        if seed is not None:
            if hands is not None:
                words = f"seed={seed} draws the hands; hands={hands} cannot be with it"
                raise OptionError(words, setting="hands")
            rng, box = Random(seed), [kind for kind in Kind for _ in range(PER_KIND)]
            first = rng.choice(PLAYERS)
            blue, orange = (rng.sample(box, places.HAND_SIZE) for _ in PLAYERS)
            held = Hand(*map(blue.count, Kind)), Hand(*map(orange.count, Kind))
        else:
            written = "555/555" if hands is None else read_hands(hands)
            first, held = PLAYERS[0], notation.parse_hands(written)
        return AbstraktoPosition.of(0, 0, turn or first, held)

    def parse(self, text: str) -> AbstraktoPosition:
        return AbstraktoPosition.of(*notation.parse_position(text))

    def turn_sign(self, position: AbstraktoPosition) -> str:
        return f"{PLAYER_NAMES[position.turn]} Solid"

    def tiles(self) -> tuple[str, ...]:
        kinds = (*places.TILES, *places.MARKER_SETS)
        return tuple(piece for kind in kinds for piece in kind.pieces)

    def components(self) -> tuple[Component, ...]:
        board = Component("board", "board of 7 × 7 cells", 1)
        return (board, *places.TILES, *places.MARKER_SETS)

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: rule 1.1's numbers, and a place for every type of tile."""
        per_player = len(Kind) * PER_KIND
        sizes = [mask.bit_count() for mask in places.OF_KIND]
        return (
            *super().counting(),
            Check(
                f"2 players × 3 types × 6 = 36 tiles, 3 colours × {places.MARKERS} = 30 markers",
                len(self.tiles()) == 2 * per_player + 3 * places.MARKERS == 36 + 30,
            ),
            Check(
                "7 × 7 = 49 cells for Solids, 2 × 7 × 8 = 112 edges for Lines, "
                "6 × 6 = 36 inner intersections for Crosses",
                sizes
                == [
                    places.SIDE * places.SIDE,
                    2 * places.SIDE * (places.SIDE + 1),
                    (places.SIDE - 1) ** 2,
                ]
                == [49, 112, 36],
            ),
        )

    def needs(self, positions: Sequence[AbstraktoPosition]) -> tuple[str, ...]:
        """Return which scoring markers the last position needs beyond the kit (rule 4.4)."""
        if not positions:
            return ()
        last = positions[-1]
        marked = [area.controller for area in last.areas() if last.is_over or area.settled]
        return tuple(
            f"{marked.count(owner)} {colour} markers are needed, the kit has {places.MARKERS}"
            for owner, colour in places.MARKER_COLOURS.items()
            if marked.count(owner) > places.MARKERS
        )


GAME = Abstrakto()
