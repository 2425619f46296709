"""What is mutated, and the tests that bear on it: the rules of each game, and the recognisers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.paths import ROOT

#: Modules that draw: their mutants move lines, and drawings are held by what is read back.
_DRAWN = {"diagram", "drawing", "parts", "piece_drawing", "pointing", "small_pictures"}

#: Folders that only search: their mutants find as good an answer later, or a worse one in time.
_SOUGHT = {"solver"}

#: The rooms and files whose tests bear on the games.
_PLAY = (
    *("games", "play", "languages/test_moves.py", "languages/test_figures.py"),
    *("house/test_examples.py", "commands/test_cli.py"),
)
#: Those of recognisers, a step at a time: whole kits, which find more, take minutes to record.
_READ = ("checking/recognise",)


@dataclass(frozen=True)
class Subject:
    """Folders of sources, of which one is mutated, and the tests that bear on them.

    ``record`` names what is kept of the tests' run, one for all subjects of a kind.
    """

    name: str
    folder: Path
    record: str
    folders: tuple[Path, ...]
    rooms: tuple[str, ...]

    def sources(self) -> list[Path]:
        """Return the modules that are mutated."""
        return _modules(self.folder)

    def recorded(self) -> list[Path]:
        """Return the modules of all subjects of the kind."""
        return [path for folder in self.folders for path in _modules(folder)]

    def tests(self) -> list[Path]:
        """Return the files of tests that bear on them."""
        rooms = [ROOT / "tests" / room for room in self.rooms]
        return [
            path
            for room in rooms
            for path in ([room] if room.is_file() else sorted(room.rglob("test_*.py")))
        ]


def subjects() -> list[Subject]:
    """Return the games, by their folders, and the recognisers."""
    games = tuple(sorted(p.parent for p in (ROOT / "engine" / "games").glob("*/game.py")))
    found = [Subject(game.name, game, "games", games, _PLAY) for game in games]
    recognise = ROOT / "generator" / "checking" / "recognise"
    return [*found, Subject(recognise.name, recognise, recognise.name, (recognise,), _READ)]


def _modules(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if path.stem not in _DRAWN and path.parent.name not in _SOUGHT
    ]
