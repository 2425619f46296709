"""What is made from the games: print sheets, figures, reports, and the command line.

Each function does what the command of its name does, with its options by name: it writes the same
files, returns what came of it, and neither prints nor exits.  Wrong input raises GameError, a file
that cannot be read or written OSError.

>>> made = generator.kit(game.name, pieces="17,42")
>>> generator.verify(*made.files).ok
True
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, which takes longer to import than the command line to start
if TYPE_CHECKING:
    from generator import answers
    from generator.api.checks import (
        CheckedRecord,
        RecordsChecked,
        Verification,
        VerifyOptions,
        check,
        verify,
    )
    from generator.api.kits import (
        KitFiles,
        KitOptions,
        SolidOptions,
        TabletopOptions,
        kit,
        solid,
        tabletop,
    )
    from generator.api.pictures import (
        Diagram,
        DiagramOptions,
        Replay,
        ReplayOptions,
        diagram,
        replay,
    )
    from generator.api.players import (
        Match,
        MatchOptions,
        StudyOptions,
        Suggestion,
        SuggestOptions,
        compare,
        match,
        study,
        suggest,
    )
    from generator.api.rulebooks import FiguresMade, FiguresOptions, figures
    from generator.checking.faults import Fault, Outcome

__all__ = [
    "CheckedRecord",
    "Diagram",
    "DiagramOptions",
    "Fault",
    "FiguresMade",
    "FiguresOptions",
    "KitFiles",
    "KitOptions",
    "Match",
    "MatchOptions",
    "Outcome",
    "RecordsChecked",
    "Replay",
    "ReplayOptions",
    "SolidOptions",
    "StudyOptions",
    "SuggestOptions",
    "Suggestion",
    "TabletopOptions",
    "Verification",
    "VerifyOptions",
    "answers",
    "check",
    "compare",
    "diagram",
    "figures",
    "kit",
    "match",
    "replay",
    "solid",
    "study",
    "suggest",
    "tabletop",
    "verify",
]

#: The modules that have these names, imported when a name is asked for.
_HOMES = ("api.kits", "api.checks", "api.pictures", "api.players", "api.rulebooks")


if not TYPE_CHECKING:  # so that type checkers find names that there are not

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name == "answers":
            return import_module("generator.answers")
        for home in _HOMES if name in __all__ else ():
            if hasattr(module := import_module(f"generator.{home}"), name):
                return getattr(module, name)
        raise AttributeError(f"module 'generator' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
