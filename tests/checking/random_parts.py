"""Components of undamaged kits alone, with options at random: none may be refused or faulted.

``python -m tests.checking.random_parts FIRST LAST`` prints the seeds of those that are.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import engine
from engine.errors import OptionError
from tests.checking.damage import Print, as_arguments, kit_of, random_options
from tests.checking.verifying import Verdict, verify

#: Sizes of tiles besides the usual, in millimetres.
SIZES = (12.0, 15.0, 20.0, 27.0, 32.0)


def alone(seed: int, folder: Path) -> tuple[Verdict, dict[str, object], list[str]]:
    """Return what verify says of some components of a kit, the kit's options and what they are."""
    chance = random.Random(f"alone {seed}")
    while True:
        game = chance.choice(engine.names())
        options = random_options(chance, wild=chance.random() < 0.6)
        told = []
        if chance.random() < 0.3:
            size = chance.choice(SIZES)
            options["tile_size"], told = size, ["--tile-size", str(size)]
        try:
            work = Print.of(kit_of(game, tuple(sorted(options.items()))), chance)
            break
        except OptionError:
            continue
    files = work.files(folder)
    some = [path for path in files if chance.random() < 0.4] or [chance.choice(files)]
    names = [path.stem.removeprefix(f"{game}-") for path in some]
    only = [word for name in names for word in ("--only", name)]
    said = verify(game, *some, *only, *told, *as_arguments(options))
    return said, options, [game, *names]


def main(first: int, last: int) -> None:
    """Print what is not in order, and how many are."""
    right = 0
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            said, options, names = alone(seed, Path(folder))
        right += said.code == 0
        if said.code:
            print(f"{seed} {' '.join(names)}: {said} | {options}", flush=True)
    print(f"{right} of {last - first + 1} in order")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
