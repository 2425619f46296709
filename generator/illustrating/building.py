"""All figures of a file made or checked, and only those that are not there already.

A figure that is wrong does not stop the others; all faults are listed, with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engine.errors import GameError, OptionError, is_illegal_move
from generator import files
from generator.illustrating import places
from generator.illustrating.manifest import FigureManifest, digest, key, names
from generator.illustrating.rulebook import Output, Rulebook
from generator.illustrating.spec_keys import SNIPPETS, FigureSpec

#: A figure as its faults name it.
_NAMED = re.compile(r"\[figures\.([\w-]+)\]")


class FigureFault(NamedTuple):
    """A fault of a figure or a position, in one line; ``illegal`` tells whether it is a move.

    ``line`` and ``column`` are where in the figure file it is, from 1, or 0.  ``figures`` are the
    names of those that cannot be made for it.  ``file`` is a file that is wrong, "" for a fault of
    the figure file.
    """

    message: str
    illegal: bool = False
    line: int = 0
    column: int = 0
    figures: tuple[str, ...] = ()
    file: str = ""


@dataclass
class Build:
    """Figures called ``only``, or all; ``fresh`` makes what stands again."""

    book: Rulebook
    only: tuple[str, ...] = ()
    fresh: bool = False
    unchanged: int = 0
    faults: list[FigureFault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.manifest = FigureManifest(self.book.out, Path(self.book.spec.source).name)
        self.figures = chosen(self.book, self.only)
        self._keys = {spec.name: key(self.book, spec) for spec in self.figures}
        for error in self.book.spec.faults:
            self._note(_fault(self.book, error), *dict.fromkeys(_NAMED.findall(str(error))))

    def outputs(self) -> Iterator[Output]:
        """Yield the files to write, which count as written; ``faults`` and ``unchanged`` grow meanwhile."""
        for spec in self.figures:
            if not self.fresh and self._stands(spec):
                self.unchanged += len(names(self.book, spec))
                continue
            self.manifest.keys.pop(spec.name, None)
            try:
                outputs = make(self.book, spec)
            except (GameError, OSError) as error:
                self._note(_fault(self.book, error, spec.where), spec.name)
                continue
            for output in outputs:
                self.manifest.made[output.name] = digest(output.data)
                yield output
            self.manifest.keys[spec.name] = self._keys[spec.name]

    def orphans(self) -> list[str]:
        """Return the files in the folder that are of no figure any more."""
        if self.faults:  # who knows what the figures that are wrong would be
            return []
        spec = self.book.spec
        kept = [name for one in spec.figures for name in names(self.book, one)]
        # Snippets stay that another run's options may have made.
        kept += [f"{one.name}.{end}" for one in spec.figures for end in SNIPPETS.values()]
        return self.manifest.orphans(kept)

    def _stands(self, spec: FigureSpec) -> bool:
        return self.manifest.keys.get(spec.name) == self._keys[spec.name] and all(
            self.manifest.stands(name) for name in names(self.book, spec)
        )

    def _note(self, fault: FigureFault, *figures: str) -> None:
        """Keep a fault of figures, once where several have it from a position that they share."""
        for index, known in enumerate(self.faults):
            if known.message == fault.message:
                self.faults[index] = known._replace(figures=(*known.figures, *figures))
                return
        self.faults.append(fault._replace(figures=figures))


def chosen(book: Rulebook, only: Sequence[str]) -> tuple[FigureSpec, ...]:
    """Return the figures called ``only``, or all; raise OptionError for a missing figure.

    Raises OptionError for a missing figure.
    """
    if book.spec.faults and not book.spec.figures:
        return ()  # who knows what figures there are
    known = [spec.name for spec in book.spec.figures]
    for name in only:
        if name not in known:
            raise OptionError(f"no figure '{name}'; the figures are {', '.join(known)}")
    return tuple(spec for spec in book.spec.figures if not only or spec.name in only)


def make(book: Rulebook, spec: FigureSpec) -> list[Output]:
    """Return what a figure gives.

    Raises OptionError naming the figure, and what is wrong with it.
    """
    return list(book.files(book.make(spec)))


def _fault(book: Rulebook, error: GameError | OSError, where: str = "") -> FigureFault:
    setting, words = "", f"{where}: {error}"
    if isinstance(error, OSError):
        words = f"{where}: {files.sentence(error)}"
    else:
        setting, words = error.setting, " ".join(str(error).split())
    message, spot = places.located(book.text, book.spec.source, words, setting)
    at = (spot.line, spot.column) if spot else (0, 0)
    return FigureFault(message, is_illegal_move(error), *at)
