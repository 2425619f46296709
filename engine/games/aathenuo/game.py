"""Aathenuo as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

from engine.errors import InvalidPositionError, OptionError, blaming
from engine.games.aathenuo import notation
from engine.games.aathenuo.notation import Parts
from engine.games.aathenuo.rules import FEWEST, MOST, PLAYER_NAMES, AathenuoPosition
from engine.games.aathenuo.table import REACH, Table, faults, span
from engine.games.aathenuo.tiles import DEFAULT, LIMITS, STAR, TileSet, surplus, whole_set
from engine.play.game import Check, Component, Game, Option
from engine.reading import Excerpt
from engine.words import count, plural

#: Tiles everyone draws at the start (rule 3.4).
HAND = 10


def starting_player(players: int, of: TileSet, rng: Random) -> int:
    """Return the index of who begins: everyone draws a tile, the tied draw again (rule 3.4)."""
    tied, bag = list(range(players)), list[str]()
    while len(tied) > 1:
        if len(bag) < len(tied):
            bag = list(whole_set(of))
            rng.shuffle(bag)
        drawn = {player: bag.pop()[1].replace(STAR, "9") for player in tied}
        tied = [player for player in tied if drawn[player] == max(drawn.values())]
    return tied[0]


def checked(parts: Parts, settings: TileSet, seed: int | None) -> AathenuoPosition:
    """Return a position whose bag gives tiles by ``seed``; raise InvalidPositionError."""
    if reasons := impossible(parts, settings):
        raise InvalidPositionError(reasons)
    cells, turn, passes, hands = parts
    position = AathenuoPosition(Table(cells), hands, turn - 1, passes, settings)
    if seed is None:
        return position
    bag = list(position.bag)
    Random(seed).shuffle(bag)
    return replace(position, bag_order=tuple(bag))


def impossible(parts: Parts, settings: TileSet) -> list[str]:
    """Return every reason why a position cannot occur, the table's faults first."""
    lying, turn, passes, hands = parts
    cells, whole = Table(lying).cells, len(whole_set(settings))
    used = [*cells.values(), *(tile for hand in hands for tile in hand)]
    if len(cells) > whole:
        reasons = [f"{len(cells)} tiles on the table, but the set has {whole}"]
    else:
        reasons = list(map(str, faults(cells)))
    columns, rows = span(cells)
    if max(columns, rows) > REACH:
        size = f"{count(columns, 'column')} and {count(rows, 'row')}"
        reasons.append(f"the table spans {size}, more than {REACH}")
    reasons += surplus(used, settings)
    seats, in_bag, holding = len(hands), whole - len(used), sum(map(bool, hands))
    if not FEWEST <= seats <= MOST:
        reasons.append(f"{count(seats, 'hand')}; {FEWEST} to {MOST} players take part")
    if turn > seats:
        there = f"there {plural(seats, 'is', 'are')} {count(seats, 'hand')}"
        reasons.append(f"player {turn} is to move, but {there}")
    elif not hands[turn - 1]:
        reasons.append(f"player {turn} is to move without tiles; the turn skips such players")
    if passes and in_bag > 0:
        reasons.append(f"-{passes}: nobody draws '-' while the bag has {count(in_bag, 'tile')}")
    if passes > (holding if holding > 1 else 0):
        reasons.append(
            f"-{passes}: the game ends before that, with at most one player holding tiles or "
            f"as many '-' in a row as players hold tiles, {holding}"
        )
    return reasons


def _whole(
    name: str, words: str, default: int | None = None, ends: tuple[int, ...] = (), **more: Any
) -> Option:
    numbers = range(ends[0], ends[1] + 1) if ends else ()
    return Option(name, words, int, default, tuple(map(str, numbers)), **more)


class Aathenuo(Game[AathenuoPosition]):
    """The game of rules 1–3."""

    name = "aathenuo"
    title = "Aathenuo"
    credit = ""
    gives_hints = True
    #: Rules 3.1 to 3.3.
    event_kinds = ("tiles laid", "tiles moved", "tile drawn", "passed", "hand emptied")
    any_lot = MappingProxyType({"seed": "1"})
    player_names = PLAYER_NAMES
    looks = tuple(MappingProxyType({"backs": backs}) for backs in ("colour", "plain"))
    options = (
        _whole(
            "players",
            "how many play, 2 to 4",
            4,
            (FEWEST, MOST),
            of=lambda position: len(position.hands),
            right=f"{FEWEST} to {MOST}",
        ),
        _whole(
            "seed", "a number that decides the start draw, the hands and all draws", beside=True
        ),
        Option("hands", "hands dealt by hand instead, like r1b2/y*y5; player 1 begins", str),
        _whole("colours", "colours in the set, 3 to 6", 4, LIMITS["colours"], beside=True),
        _whole("copies", "copies of every number in each colour", 3, LIMITS["copies"], beside=True),
        _whole("stars", "stars in each colour", 2, LIMITS["stars"], beside=True),
    )

    def start(
        self,
        *,
        players: int | None = None,
        seed: int | None = None,
        hands: str | None = None,
        colours: int = 4,
        copies: int = 3,
        stars: int = 2,
    ) -> AathenuoPosition:
        """Return the start position (rule 3.4).

        ``seed`` decides the start draw, the tiles of everyone and every later draw.  ``hands``,
        written as in a position, takes the place of the first two: **[reading]** player 1 begins.
        """
        self.check(players=players, seed=seed, colours=colours, copies=copies, stars=stars)
        settings = TileSet(colours, copies, stars)
        if hands is not None:
            with blaming("hands"):
                held = notation.parse_hands(Excerpt.of(hands))
                if players is not None and players != len(held):
                    given = f"{count(len(held), 'hand')} {plural(len(held), 'is', 'are')} given"
                    raise OptionError(f"players={players}, but {given}", setting="players")
                return checked(({}, 1, 0, held), settings, seed)
        if seed is None:
            words = "a start needs a seed for its draws, such as seed=7, or hands"
            raise OptionError(words, setting="seed")
        seats, bag = players or 4, list(whole_set(settings))
        drawn = seats * HAND
        if len(bag) < drawn:
            words = f"{seats} players draw {drawn} tiles at the start, but the set has {len(bag)}"
            raise OptionError(words, setting="players")
        rng = Random(seed)
        starter = starting_player(seats, settings, rng)
        rng.shuffle(bag)
        dealt = tuple(tuple(bag[k : k + HAND]) for k in range(0, drawn, HAND))
        rest = tuple(bag[drawn:])
        return AathenuoPosition(Table(), dealt, starter, settings=settings, bag_order=rest)

    def parse(
        self,
        text: str,
        *,
        seed: int | None = None,
        colours: int = 4,
        copies: int = 3,
        stars: int = 2,
    ) -> AathenuoPosition:
        """Return the position written as ``text``, which does not hold the set's settings (rule 2.3)."""
        self.check(seed=seed, colours=colours, copies=copies, stars=stars)
        return checked(notation.parse_position(text), TileSet(colours, copies, stars), seed)

    def tiles(self) -> tuple[str, ...]:
        return whole_set()

    def components(self) -> tuple[Component, ...]:
        return Component("tiles", "Tiles", len(whole_set())), Component("racks", "Racks", MOST)

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: rule 1.1's numbers, each tile as often as it says."""
        colours, copies, stars = DEFAULT
        counts = Counter(self.tiles())
        total = colours * (8 * copies + stars)
        return (
            *super().counting(),
            Check(
                f"{colours} colours × (8 numbers × {copies} + {stars} stars) = {total} tiles",
                total == len(self.tiles()) == 104,
            ),
            Check(
                f"{colours * 9} different tiles: {copies} of every number, {stars} of every star",
                len(counts) == colours * 9
                and all(n == (stars if t[1] == STAR else copies) for t, n in counts.items()),
            ),
        )

    def needs(self, positions: Sequence[AathenuoPosition]) -> tuple[str, ...]:
        return tuple(
            f"A set of {of.colours} colours with {count(of.copies, 'copy', 'copies')} and "
            f"{count(of.stars, 'star')} is needed; the kit has 4 colours, 3 copies, 2 stars."
            for of in sorted({position.settings for position in positions})
            if any(ours > kit for ours, kit in zip(of, DEFAULT, strict=True))
        )


GAME = Aathenuo()
