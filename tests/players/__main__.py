"""Compare quick states and rules over many full-size games: ``python -m tests.players 10000 [GAME]``.

So many games are played of every setting of :data:`tests.players.equal.SETTINGS`.
"""

import sys

from tests.players.equal import SETTINGS, compare


def main(games: int, names: list[str]) -> None:
    """Print a line for every setting; what differs is raised."""
    for name, settings in SETTINGS:
        if not names or name in names:
            found = compare(name, settings, range(games))
            words = " ".join([name, *(f"{k}={v}" for k, v in settings.items())])
            print(f"{words}: {found}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
