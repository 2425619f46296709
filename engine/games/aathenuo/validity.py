"""What makes a position impossible that can be read: every reason, not the first (rule 2.3)."""

from __future__ import annotations

from engine.errors import InvalidPositionError
from engine.games.aathenuo import tiles
from engine.games.aathenuo.notation import Parts
from engine.games.aathenuo.rules import FEWEST, MOST, AathenuoPosition
from engine.games.aathenuo.table import REACH, Table
from engine.games.aathenuo.tiles import DEFAULT, TileSet
from engine.words import count, plural


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
