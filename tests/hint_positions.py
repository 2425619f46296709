"""Random positions of Aathenuo to ask for hints, the same every time.

The corpus is a position for every set, size of table and size of hand below.
"""

from __future__ import annotations

import random

from engine.games.aathenuo.moves import lays
from engine.games.aathenuo.table import Table, span
from engine.games.aathenuo.tiles import DEFAULT, TileSet, whole_set

#: Sets to play with.  Without stars, and with many colours, hints are harder to find.
SETS = {
    "4 colours": DEFAULT,
    "no stars": TileSet(stars=0),
    "6 colours": TileSet(colours=6),
    "6, no stars": TileSet(colours=6, stars=0),
}
TABLES = (10, 20, 30, 40, 50, 60)
HANDS = (5, 10, 15, 20)


def played_table(seed, size, settings=DEFAULT):
    """Return a table of about ``size`` tiles grown by random lays, and the tiles left."""
    rng = random.Random(seed)
    bag = list(whole_set(settings))
    rng.shuffle(bag)
    table = {}
    while len(table) < size:
        hand = rng.sample(bag, min(12, len(bag)))
        found = [lay for lay in lays(table, hand) if len(table) + len(lay.puts) <= size]
        crossing = [lay for lay in found if lay.puts[0].cell[1] < span(table)[1]]
        lay = rng.choice(crossing or found) if found else None
        if lay is None:
            size -= 1
            continue
        table = dict(Table(table | {put.cell: put.tile for put in lay.puts}).cells)
        for put in lay.puts:
            bag.remove(put.tile)
    return table, bag


def position(kind, size, held):
    """Return a table and a hand with a set of :data:`SETS`, of about so many tiles.

    Every other hand holds as many 1, 2, 7 and 8 as are left, which are the hardest to lay.
    """
    table, bag = played_table(1000 * size + held, size, SETS[kind])
    if (HANDS.index(held) + size // 10) % 2:
        bag.sort(key=lambda tile: tile[1] not in "1278")
    return table, tuple(bag[:held])
