"""Aathenuo as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.errors import InvalidPositionError, OptionError, blaming
from engine.games.aathenuo import notation, tiles
from engine.games.aathenuo.notation import Parts
from engine.games.aathenuo.rules import FEWEST, MOST, PLAYER_NAMES, AathenuoPosition
from engine.games.aathenuo.table import REACH, Table
from engine.games.aathenuo.tiles import DEFAULT, STAR, TileSet, ordered, whole_set
from engine.play.game import Check, Component, Game, Option, check_seed, read_seed
from engine.reading import Excerpt
from engine.words import count, plural

# --------------------------------------------------------------------------------- the start by lot


#: Tiles everyone draws at the start (rule 3.4).
HAND = 10


class Deal(NamedTuple):
    """A start by lot: the starting player's index, the hands, and the rest in drawing order.

    ``rounds`` holds what was drawn for the start, each round as player index -> tile.
    """

    starter: int
    hands: tuple[tuple[str, ...], ...]
    bag: tuple[str, ...]
    rounds: tuple[dict[int, str], ...]


def _rank(tile: str) -> int:
    """Return a tile's worth in the start draw: a star beats every number (rule 3.4)."""
    return 9 if tile[1] == STAR else int(tile[1])


def start_draw(players: int, of: TileSet, rng: Random) -> tuple[int, tuple[dict[int, str], ...]]:
    """Return the starting player's index and what each round of the start draw gave.

    Those tied for the highest draw again from what is left; the tiles go back afterwards,
    and before a round for which the bag holds too few.
    """
    tied = list(range(players))
    rounds: list[dict[int, str]] = []
    bag: list[str] = []
    while len(tied) > 1:
        if len(bag) < len(tied):
            bag = list(whole_set(of))
            rng.shuffle(bag)
        drawn = {player: bag.pop() for player in tied}
        rounds.append(drawn)
        best = max(map(_rank, drawn.values()))
        tied = [player for player in tied if _rank(drawn[player]) == best]
    return tied[0], tuple(rounds)


def deal(players: int, of: TileSet, seed: int) -> Deal:
    """Return the start that ``seed`` gives: the start draw, then ten tiles for everyone."""
    rng = Random(seed)
    starter, rounds = start_draw(players, of, rng)
    bag = list(whole_set(of))
    rng.shuffle(bag)
    hands = tuple(ordered(bag[k * HAND : (k + 1) * HAND]) for k in range(players))
    return Deal(starter, hands, tuple(bag[players * HAND :]), rounds)


def shuffled(bag: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Return a bag in the drawing order that ``seed`` gives."""
    drawn = list(bag)
    Random(seed).shuffle(drawn)
    return tuple(drawn)


# ----------------------------------------------------------------- what makes a position impossible


def checked(parts: Parts, *, settings: TileSet = DEFAULT) -> AathenuoPosition:
    """Return the position with these parts.

    Raises InvalidPositionError with every reason why it cannot occur.
    """
    found = impossible(parts, settings)
    if found:
        raise InvalidPositionError(found)
    return AathenuoPosition(
        Table(parts.table), parts.hands, parts.turn - 1, parts.passes, settings=settings
    )


def impossible(parts: Parts, settings: TileSet = DEFAULT) -> list[str]:
    """Return every reason why a position cannot occur, the table's faults first.

    A table of more tiles than the whole set is not looked at any closer.
    """
    table = Table(parts.table)
    whole = len(tiles.whole_set(settings))
    used = [*table.cells.values(), *(tile for hand in parts.hands for tile in hand)]
    found = []
    if len(table) > whole:
        found.append(f"{len(table)} tiles on the table, but the set has {whole}")
    else:
        found += [str(fault) for fault in table.faults()]
    if max(table.size) > REACH:
        columns, rows = table.size
        size = f"{count(columns, 'column')} and {count(rows, 'row')}"
        found.append(f"the table spans {size}, more than {REACH}")
    return [*found, *tiles.surplus(used, settings), *_seats_wrong(parts, whole - len(used))]


def _seats_wrong(parts: Parts, in_bag: int) -> list[str]:
    found = []
    seats = len(parts.hands)
    hands = count(seats, "hand")
    if not FEWEST <= seats <= MOST:
        found.append(f"{hands}; {FEWEST} to {MOST} players take part")
    holding = sum(1 for hand in parts.hands if hand)
    if parts.turn > seats:
        found.append(
            f"player {parts.turn} is to move, but there {plural(seats, 'is', 'are')} {hands}"
        )
    elif not parts.hands[parts.turn - 1]:
        found.append(f"player {parts.turn} is to move without tiles; the turn skips such players")
    if parts.passes and in_bag > 0:
        found.append(f"-{parts.passes}: nobody draws '-' while the bag has {count(in_bag, 'tile')}")
    if parts.passes > (holding if holding > 1 else 0):
        found.append(
            f"-{parts.passes}: the game ends before that, with at most one player holding tiles or "
            f"as many '-' in a row as players hold tiles, {holding}"
        )
    return found


# ----------------------------------------------------------------------------------------- the game


_COUNT = re.compile(r"[0-9]{1,3}")


def read_count(text: str) -> int:
    """Return a small number given as text.

    Raises ValueError saying what is right.
    """
    if not _COUNT.fullmatch(text):
        raise ValueError("expected a whole number, like 4")
    return int(text)


def _numbers(least: int, most: int) -> tuple[str, ...]:
    return tuple(map(str, range(least, most + 1)))


class Aathenuo(Game[AathenuoPosition]):
    """The game of rules 1–3.

    >>> aathenuo = engine.game("aathenuo")
    >>> start = aathenuo.start(players=3, seed=7)
    >>> start.turn, start.hand
    ('3', ('r*', 'r4', 'y4', 'y5', 'y7', 'g1', 'g1', 'g3', 'g8', 'b4'))
    """

    name = "aathenuo"
    title = "Aathenuo"
    credit = ""
    gives_hints = True
    any_lot = MappingProxyType({"seed": "1"})
    player_names = PLAYER_NAMES
    looks = tuple(MappingProxyType({"backs": backs}) for backs in ("colour", "pattern", "plain"))
    optional_packages = MappingProxyType({"ortools": "Aathenuo's hint: pip install ortools"})
    options = (
        Option(
            "players",
            "how many play, 2 to 4",
            read_count,
            4,
            _numbers(FEWEST, MOST),
            of=lambda position: len(position.hands),
        ),
        Option(
            "seed",
            "a number that decides the start draw, the hands and all draws",
            read_seed,
            beside=True,
        ),
        Option("hands", "hands dealt by hand instead, like r1b2/y*y5; player 1 begins", str),
        Option(
            "colours",
            "colours in the set, 3 to 6",
            read_count,
            4,
            _numbers(*tiles.LIMITS["colours"]),
            beside=True,
        ),
        Option("copies", "copies of every number in each colour", read_count, 3, beside=True),
        Option("stars", "stars in each colour", read_count, 2, beside=True),
    )

    # --------------------------------------------------------------------- positions

    def start(
        self,
        *,
        players: int | None = None,
        seed: int | None = None,
        hands: str | Sequence[Sequence[str]] | None = None,
        colours: int = 4,
        copies: int = 3,
        stars: int = 2,
    ) -> AathenuoPosition:
        """Return the start position (rule 3.4).

        ``seed`` decides the start draw, the ten tiles of everyone (four players unless said
        otherwise), and every later draw.  ``hands``, written as in a position or as tiles,
        takes the place of the first two: **[reading]** player 1 begins; a seed then decides the
        draws only.
        """
        settings = tiles.tile_set(colours=colours, copies=copies, stars=stars)
        if seed is not None:
            check_seed(seed)
        if players is not None and not _is_number_of_players(players):
            words = f"players must be {FEWEST} to {MOST}, not {players!r}"
            raise OptionError(words, setting="players")
        if hands is not None:
            with blaming("hands"):
                return _with_hands(_read_hands(hands), players, seed, settings)
        if seed is None:
            raise OptionError("a start needs a seed for its draws, such as seed=7, or hands")
        return _by_lot(4 if players is None else players, seed, settings)

    def parse(
        self,
        text: str,
        *,
        seed: int | None = None,
        colours: int = 4,
        copies: int = 3,
        stars: int = 2,
    ) -> AathenuoPosition:
        """Return the position written as ``text`` (rule 2.3).

        The settings of the set are no part of the written form: for a set other than rule
        1.1's they are to be given here, so that ``parse(str(p), colours=5) == p``.  ``seed``
        decides the draws.
        """
        settings = tiles.tile_set(colours=colours, copies=copies, stars=stars)
        position = checked(notation.parse_position(text), settings=settings)
        return position if seed is None else _seeded(position, seed)

    # --------------------------------------------------------------------- the box

    def tiles(self) -> tuple[str, ...]:
        """Return the 104 tiles of rule 1.1 as written, copies side by side."""
        return tiles.whole_set()

    def components(self) -> tuple[Component, ...]:
        return (
            Component("tiles", "Tiles", len(tiles.whole_set())),
            Component("racks", "Racks", MOST),
        )

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: rule 1.1's numbers, each tile as often as it says."""
        colours, copies, stars = tiles.DEFAULT
        found = Counter(self.tiles())
        return (
            *super().counting(),
            Check(
                f"{colours} colours × (8 numbers × {copies} + {stars} stars) = "
                f"{colours * (8 * copies + stars)} tiles",
                colours * (8 * copies + stars) == len(self.tiles()) == 104,
            ),
            Check(
                f"{colours * 9} different tiles: {copies} of every number, {stars} of every star",
                len(found) == colours * 9
                and all(n == (stars if t[1] == tiles.STAR else copies) for t, n in found.items()),
            ),
        )

    def needs(self, positions: Sequence[AathenuoPosition]) -> tuple[str, ...]:
        sentences = []
        for settings in sorted({position.settings for position in positions}):
            more = len(tiles.whole_set(settings)) - len(tiles.whole_set())
            if any(ours > kit for ours, kit in zip(settings, tiles.DEFAULT, strict=True)):
                sentences.append(
                    f"A set of {settings.colours} colours with "
                    f"{count(settings.copies, 'copy', 'copies')} and {count(settings.stars, 'star')} "
                    "is needed; the kit has 4 colours, 3 copies, 2 stars"
                    + (f", {count(more, 'tile')} fewer." if more > 0 else ".")
                )
        return tuple(sentences)


def _is_number_of_players(players: object) -> bool:
    return isinstance(players, int) and not isinstance(players, bool) and FEWEST <= players <= MOST


def _read_hands(hands: str | Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    if isinstance(hands, str):
        return notation.parse_hands(Excerpt.of(hands))
    for tile in (tile for hand in hands for tile in hand):
        tiles.check(tile)
    return tuple(tiles.ordered(hand) for hand in hands)


def _with_hands(
    hands: tuple[tuple[str, ...], ...], players: int | None, seed: int | None, settings: TileSet
) -> AathenuoPosition:
    if players is not None and players != len(hands):
        given = f"{count(len(hands), 'hand')} {plural(len(hands), 'is', 'are')} given"
        raise OptionError(f"players={players}, but {given}", setting="players")
    position = checked(notation.Parts({}, 1, 0, hands), settings=settings)
    return position if seed is None else _seeded(position, seed)


def _seeded(position: AathenuoPosition, seed: int) -> AathenuoPosition:
    return position.with_bag_order(shuffled(position.bag, seed))


def _by_lot(players: int, seed: int, settings: TileSet) -> AathenuoPosition:
    """Return the start of rule 3.4."""
    whole = len(tiles.whole_set(settings))
    if whole < players * HAND:
        raise OptionError(
            f"{players} players draw {players * HAND} tiles at the start, but the set has {whole}",
            setting="players",
        )
    dealt = deal(players, settings, seed)
    return AathenuoPosition(
        Table(), dealt.hands, dealt.starter, settings=settings, bag_order=dealt.bag
    )
