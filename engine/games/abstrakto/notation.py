"""Places, moves, hands and positions as texts, and whether these can be (rules 2.1 to 2.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.errors import IllegalMoveError, InvalidMoveError, InvalidPositionError, NotationError
from engine.games.abstrakto import places
from engine.games.abstrakto.places import PASS, PLAYER_NAMES, PLAYERS, Hand, Hands, Kind, Place
from engine.reading import Excerpt, position_fields
from engine.words import count

_SPOT = re.compile(r"([a-z])(0|[1-9][0-9]?)(ne|nw|se|sw|n|e|s|w|)")
_SPOT_FORM = "a cell a1 to g7, alone or with n, e, s, w, ne, nw, se or sw, like d4n"
#: Far more characters than any position has, few enough to list every fault.
_LONGEST = 2000


#: A written position: the sets of places of blue and orange, the player to move, both hands.
Parts = tuple[int, int, str, Hands]


def parse_spot(text: str) -> tuple[int, int]:
    """Return the centre of a cell, edge or corner, inner or not (rule 2.2); raise NotationError."""
    match = _SPOT.fullmatch(text)
    if match is None:
        what = "not a place" if text else "a place is missing"
        raise NotationError(what, text=text, expected=_SPOT_FORM)
    column, row = places.COLUMNS.find(match[1]), int(match[2]) - 1
    if column < 0 or not 0 <= row < places.SIDE:
        what = f"there is no cell {match[1]}{match[2]} on the board"
        raise NotationError(what, text=text, expected="a1 to g7")
    x, y = 2 * column + 1, 2 * row + 1
    return x + ("e" in match[3]) - ("w" in match[3]), y + ("n" in match[3]) - ("s" in match[3])


def parse_place(text: str) -> Place:
    """Return the place called ``text``, by its own name or another (rule 2.1).

    Raises NotationError, and IllegalMoveError for a Cross on the board's edge (rule 3.2).
    """
    place = places.BY_CENTRE.get(parse_spot(text))
    if place is None:
        reason = f"{text} is not a place for a tile, as Crosses may not lie on the board's edge"
        raise IllegalMoveError(text, reason, rule="3.2")
    return place


def parse_move(text: str) -> Place | places.Pass:
    """Return a written place, or ``--`` for a pass (rule 2.3)."""
    if text == str(PASS):
        return PASS
    try:
        return parse_place(text)
    except NotationError as error:
        if _SPOT.fullmatch(text):
            raise IllegalMoveError(text, f"{error.what}, a1 to g7", rule="2.1") from None
        expected = f"{_SPOT_FORM}; or {PASS} for a pass"
        raise InvalidMoveError("not a move", text=text, expected=expected) from None


def parse_hands(text: str) -> Hands:
    """Return both hands written like ``555/663`` (rule 2.4); raise NotationError."""
    if not re.fullmatch(r"[0-9]{3}/[0-9]{3}", text):
        raise NotationError(
            "not a pair of hands",
            text=text,
            expected="the Solids, Lines and Crosses of blue and of orange, like 555/663",
        )
    return Hand(*map(int, text[:3])), Hand(*map(int, text[4:]))


def format_hands(hands: Hands) -> str:
    """Return both hands as ``555/663``."""
    return f"{hands[0]}/{hands[1]}"


def parse_position(text: str) -> Parts:
    """Return the parts of a position (rule 2.4)."""
    *tiles, turn, written_hands = position_fields(
        text, "Abstrakto", "BLUE ORANGE TURN HANDS", "- - b 555/555", _LONGEST
    )
    faults: list[str] = []
    (blue, blue_kinds), (orange, orange_kinds) = (_read_tiles(field, faults) for field in tiles)
    hands = parse_hands(written_hands.text)
    mover = turn.one_of(PLAYERS, "the player to move")
    owned = [
        (f"{PLAYER_NAMES[player]}'s {place.kind.title} on {place}", place)
        for player, mask in zip(PLAYERS, (blue, orange), strict=True)
        for place in places.members(mask)
    ]
    for (one, place), (other, second) in combinations(owned, 2):
        if places.OVERLAPS[place.index] & second.bit:
            faults.append(f"{one} overlaps {other} (rule 3.2)")
    for player, kinds, hand in zip(PLAYERS, (blue_kinds, orange_kinds), hands, strict=True):
        faults += count_faults(player, kinds, hand)
    if faults:
        raise InvalidPositionError(faults)
    return blue, orange, mover, hands


def _read_tiles(field: Excerpt, faults: list[str]) -> tuple[int, list[Kind]]:
    """Return the set of one player's places, and the types of all tiles; add what is wrong."""
    taken: set[Place] = set()
    kinds: list[Kind] = []
    wrong: dict[str, None] = {}
    for word in field.split(",") if field.text != "-" else ():
        try:
            place = parse_place(word.text)
        except NotationError as error:
            raise word.error(error.what, error.expected) from None
        except IllegalMoveError as error:
            wrong[f"{error.reason} (rule {error.rule})"] = None
        else:
            if place in taken:
                wrong[f"{place} is there twice (rule 3.2)"] = None
            taken.add(place)
        # The letters after the cell tell the type, also off the board.
        kinds.append(Kind(len(word.text) - len(word.text.rstrip("nesw"))))
    faults += wrong
    return places.union(place.bit for place in taken), kinds


def format_position(blue: int, orange: int, turn: str, hands: Hands) -> str:
    """Return the written form of a position, places in the order of their names."""
    tiles = (",".join(map(str, places.members(mask))) or "-" for mask in (blue, orange))
    return f"{' '.join(tiles)} {turn} {format_hands(hands)}"


def count_faults(player: str, placed: Sequence[Kind], hand: Hand) -> Iterator[str]:
    """Yield what is wrong with a player's numbers of tiles, on the board and left (rule 2.4)."""
    counts = [(placed.count(kind), hand[kind], kind.plural) for kind in Kind]
    for played, unplayed, kinds in counts:
        if played + unplayed > places.PER_KIND:
            where = f"{played + unplayed} {kinds} ({played} on the board, {unplayed} left)"
            yield f"{PLAYER_NAMES[player]} has {where}, more than {places.PER_KIND} (rule 2.4)"
    played, unplayed = len(placed), sum(hand)
    if played + unplayed != places.HAND_SIZE:
        where = f"{count(played + unplayed, 'tile')} ({played} on the board, {unplayed} left)"
        yield f"{PLAYER_NAMES[player]} has {where}, not {places.HAND_SIZE} (rule 2.4)"
