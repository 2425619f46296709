"""Random positions of Aathenuo to ask for hints, the same every time."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.games.aathenuo.lines import lays
from engine.games.aathenuo.table import Table
from engine.games.aathenuo.tiles import DEFAULT, Settings, whole_set

#: Sets to play with.  Without stars, and with many colours, hints are harder to find.
SETS = {
    "4 colours": DEFAULT,
    "no stars": Settings(stars=0),
    "6 colours": Settings(colours=6),
    "6, no stars": Settings(colours=6, stars=0),
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
        crossing = [lay for lay in found if lay.puts[0].cell[1] < Table(table).size[1]]
        lay = rng.choice(crossing or found) if found else None
        if lay is None:
            size -= 1
            continue
        table = dict(Table(table | {put.cell: put.tile for put in lay.puts}).cells)
        for put in lay.puts:
            bag.remove(put.tile)
    return table, bag


def corpus() -> Iterator[tuple[str, dict[tuple[int, int], str], tuple[str, ...]]]:
    """Yield a name, a table and a hand for every set, size of table and size of hand.

    Every other hand holds as many 1, 2, 7 and 8 as are left, which are the hardest to lay.
    """
    for kind, settings in SETS.items():
        for size in TABLES:
            for k, held in enumerate(HANDS):
                table, bag = played_table(1000 * size + held, size, settings)
                if (k + size // 10) % 2:
                    bag.sort(key=lambda tile: tile[1] not in "1278")
                yield f"{kind}, table {size}, hand {held}", table, tuple(bag[:held])
