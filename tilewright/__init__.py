"""tilewright: ``engine``, the games, and ``generator``, what is made from them, under one name.

Everything is imported when it is asked for.  ``tilewright.verify(…)`` is the generator's;
sets of pieces are compared by ``engine.verify``.

>>> import tilewright
>>> tilewright.game(game.name) is engine.game(game.name)
True
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, which takes longer to import than the command line to start
if TYPE_CHECKING:
    from engine import (
        BrokenGameError,
        Check,
        Component,
        Event,
        Game,
        GameError,
        Hint,
        Hinting,
        IllegalMoveError,
        InvalidMoveError,
        InvalidPositionError,
        LegalMoves,
        Move,
        NotationError,
        Option,
        OptionError,
        Position,
        RecordError,
        Turn,
        UnknownGameError,
        __version__,
        figure,
        game,
        language,
        names,
        record,
    )
    from generator import (
        CheckedRecord,
        Diagram,
        DiagramOptions,
        Fault,
        FigureFile,
        FiguresMade,
        FiguresOptions,
        KitFiles,
        KitOptions,
        Match,
        MatchOptions,
        Outcome,
        RecordsChecked,
        Replay,
        ReplayOptions,
        SolidOptions,
        StudyOptions,
        Suggestion,
        SuggestOptions,
        TabletopFiles,
        TabletopOptions,
        Unread,
        Verification,
        VerifyOptions,
        answers,
        check,
        compare,
        diagram,
        figures,
        kit,
        match,
        replay,
        solid,
        study,
        suggest,
        tabletop,
        verify,
    )

__all__ = [
    "BrokenGameError",
    "Check",
    "CheckedRecord",
    "Component",
    "Diagram",
    "DiagramOptions",
    "Event",
    "Fault",
    "FigureFile",
    "FiguresMade",
    "FiguresOptions",
    "Game",
    "GameError",
    "Hint",
    "Hinting",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "KitFiles",
    "KitOptions",
    "LegalMoves",
    "Match",
    "MatchOptions",
    "Move",
    "NotationError",
    "Option",
    "OptionError",
    "Outcome",
    "Position",
    "RecordError",
    "RecordsChecked",
    "Replay",
    "ReplayOptions",
    "SolidOptions",
    "StudyOptions",
    "SuggestOptions",
    "Suggestion",
    "TabletopFiles",
    "TabletopOptions",
    "Turn",
    "UnknownGameError",
    "Unread",
    "Verification",
    "VerifyOptions",
    "__version__",
    "answers",
    "check",
    "compare",
    "diagram",
    "figure",
    "figures",
    "game",
    "kit",
    "language",
    "match",
    "names",
    "record",
    "replay",
    "solid",
    "study",
    "suggest",
    "tabletop",
    "verify",
]


if not TYPE_CHECKING:  # so that type checkers find names that there are not

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'tilewright' has no attribute '{name}'")
        from importlib import import_module

        generator = import_module("generator")
        home = generator if name in generator.__all__ else import_module("engine")
        return getattr(home, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
