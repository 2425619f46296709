"""What is made from the games: print sheets, figures, reports, and the command line.

Each function does what the command of its name does, with its options by name: it writes the same
files, returns what came of it, and neither prints nor exits.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, which takes longer to import than the command line to start
if TYPE_CHECKING:
    from generator.api.diagrams import Diagram, diagram
    from generator.api.kits import KitFiles, kit
    from generator.api.records import RecordsChecked, check
    from generator.api.replays import Replay, replay
    from generator.api.rulebooks import FiguresMade, figures
    from generator.api.tabletops import TabletopFiles, tabletop
    from generator.api.verifying import Verification, verify

__all__ = [
    "Diagram",
    "FiguresMade",
    "KitFiles",
    "RecordsChecked",
    "Replay",
    "TabletopFiles",
    "Verification",
    "check",
    "diagram",
    "figures",
    "kit",
    "replay",
    "tabletop",
    "verify",
]

#: Module of :mod:`generator.api` -> what is at home there, imported when it is asked for.
_HOMES = {
    "diagrams": ("Diagram", "diagram"),
    "kits": ("KitFiles", "kit"),
    "records": ("RecordsChecked", "check"),
    "replays": ("Replay", "replay"),
    "rulebooks": ("FiguresMade", "figures"),
    "tabletops": ("TabletopFiles", "tabletop"),
    "verifying": ("Verification", "verify"),
}


if not TYPE_CHECKING:  # so that type checkers find names that there are not

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"generator.api.{home}"), name)
        raise AttributeError(f"module 'generator' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
