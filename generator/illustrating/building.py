"""All figures of a file made or checked: on all cores, those alone that are not there already.

A figure that is wrong does not stop the others; all faults are told, with line and column.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engine.errors import GameError, is_illegal_move
from engine.play import finding
from generator import files
from generator.illustrating import places, rulebook
from generator.illustrating.contact_sheet import ShownFigure
from generator.illustrating.manifest import FigureManifest, Keys, digest, names
from generator.illustrating.rulebook import Output, Rulebook
from generator.illustrating.spec import FigureSpec

#: A figure as what is wrong with it names it.
_NAMED = re.compile(r"\[figures\.([\w-]+)\]")

#: Fewer figures are made faster by one process than by several that have to start.
_FEW = 8


class FigureFault(NamedTuple):
    """What is wrong with a figure or a position, in one line; whether it is an illegal move.

    ``line`` and ``column`` are where in the figure file it is, from 1; 0 if nobody knows.  ``figures``
    are the names of those that cannot be made for it, ``origin`` is what led a broken game to it.
    """

    message: str
    illegal: bool = False
    setting: str = ""
    entry: int | None = None
    line: int = 0
    column: int = 0
    figures: tuple[str, ...] = ()
    origin: str = ""


class FigureResult(NamedTuple):
    """What one figure gave: its files and entry in the contact sheet, or what is wrong with it.

    ``seconds`` is how long that took.
    """

    figure: str
    outputs: tuple[Output, ...] = ()
    entry: ShownFigure | None = None
    fault: FigureFault | None = None
    seconds: float = 0.0


@dataclass
class Build:
    """Figures called ``only``, or all of a figure file, made by ``jobs`` processes.

    With ``fresh`` what stands on disk is made again, whatever the manifest says.
    """

    book: Rulebook
    text: str
    only: tuple[str, ...] = ()
    jobs: int | None = None
    fresh: bool = False
    #: Whether the files are only held against those that stand there.
    checking: bool = False
    unchanged: int = 0
    faults: list[FigureFault] = field(default_factory=list)
    #: Figure -> how many seconds it took to make, or to see that it stands.
    took: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.manifest = FigureManifest.read(self.book.out, Path(self.book.spec.source).name)
        self._figures = self.book.chosen(self.only)
        keys = Keys(self.book)
        self._keys = {spec.name: keys.key(spec) for spec in self._figures}
        used = (name for spec in self._figures for name in keys.used(spec))
        #: The files that the figures are made of beside the figure file.
        self.used = tuple((self.book.folder or Path()) / name for name in dict.fromkeys(used))
        for error in self.book.spec.faults:
            self._note(_fault(error), *dict.fromkeys(_NAMED.findall(str(error))))

    def outputs(self) -> Iterator[Output]:
        """Yield the files that are not there already as they should be, or of figures changed since.

        What is yielded counts as written; ``faults`` and ``unchanged`` grow meanwhile.
        """
        changed = []
        for spec in self._figures:
            began = time.monotonic()
            if self.fresh or not self._stands(spec):
                changed.append(spec)
            else:
                self.unchanged += len(names(self.book, spec))
            self.took[spec.name] = time.monotonic() - began
        entries: dict[str, ShownFigure] = {}
        for made in self._made(changed):
            self.took[made.figure] += made.seconds
            if made.fault:
                self._note(made.fault, made.figure)
                self.manifest.keys.pop(made.figure, None)
                continue
            for output in made.outputs:
                self.manifest.made[output.name] = digest(output.data)
                yield output
            self.manifest.keys[made.figure] = self._keys[made.figure]
            if made.entry:
                self.manifest.shown[made.figure] = [*made.entry[:-1]]
                entries[made.figure] = made.entry
        if self.book.spec.contact_sheet and not self.only:
            yield from self._sheet(entries)

    def orphans(self) -> list[str]:
        """Return the files in the folder that are of no figure any more."""
        if self.faults:  # who knows what the figures that are wrong would be
            return []
        return self.manifest.orphans(self.book.out, self.given())

    def given(self) -> list[str]:
        """Return the names of the files that the figure file gives."""
        book = self.book
        given = [name for spec in book.spec.figures for name in names(book, spec)]
        return [*given, book.spec.contact_sheet]

    def _stands(self, spec: FigureSpec) -> bool:
        """Tell whether a figure's files stand on disk as they were made of just this."""
        return self.manifest.keys.get(spec.name) == self._keys[spec.name] and all(
            self.manifest.stands(self.book.out, name) for name in names(self.book, spec)
        )

    def _made(self, changed: Sequence[FigureSpec]) -> Iterator[FigureResult]:
        """Yield what figures give, in their order."""
        jobs = min(self.jobs or os.cpu_count() or 1, len(changed))
        if jobs < 2 or len(changed) < _FEW:
            yield from (make(self.book, spec) for spec in changed)
            return
        pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(self.book,))
        try:
            chunk = max(1, min(20, len(changed) // (4 * jobs)))
            yield from pool.map(_make, changed, chunksize=chunk)
        finally:
            pool.shutdown(cancel_futures=True)

    def _sheet(self, entries: dict[str, ShownFigure]) -> Iterator[Output]:
        """Yield the contact sheet, if anything on it is new, with faults in the places of figures."""
        name, manifest = self.book.spec.contact_sheet, self.manifest
        key = "" if self.faults else digest(repr([name, sorted(self._keys.items())]).encode())
        if self.faults and (self.checking or not self._figures):
            return
        stands = key and not self.fresh and manifest.keys.get(name) == key
        if stands and manifest.stands(self.book.out, name):
            self.unchanged += 1
            return
        wrong = {figure: one.message for one in self.faults for figure in one.figures}
        specs = {spec.name: spec for spec in self._figures}
        shown = [
            ShownFigure.wrong(figure, wrong[figure])
            if figure in wrong
            else entries.get(figure) or self._entry(specs[figure])
            for figure in self.book.spec.names
            if figure in wrong or figure in specs
        ]
        shown += [ShownFigure.wrong("", one.message) for one in self.faults if not one.figures]
        manifest.keys.pop(name, None)
        if key:
            manifest.keys[name] = key
        sheet = self.book.sheet(shown)
        manifest.made[name] = digest(sheet.data)
        yield sheet

    def _entry(self, spec: FigureSpec) -> ShownFigure:
        """Return a figure that is not made anew as the contact sheet shows it."""
        words = self.manifest.shown.get(spec.name, [])
        if "svg" in spec.formats and len(words) == len(ShownFigure._fields) - 1:
            picture = (self.book.out / f"{spec.name}.svg").read_text("utf-8")
            return ShownFigure._make([*words, picture])
        return rulebook.entry(self.book.make(spec))

    def _note(self, fault: FigureFault, *figures: str) -> None:
        """Keep what is wrong with figures, once where several have it from a position that they share."""
        source = self.book.spec.source
        message, spot = places.located(self.text, source, fault.message, fault.setting, fault.entry)
        if spot:
            fault = fault._replace(message=message, line=spot.line, column=spot.column)
        for index, known in enumerate(self.faults):
            if known.message == message:
                self.faults[index] = known._replace(figures=(*known.figures, *figures))
                return
        self.faults.append(fault._replace(figures=figures))


def make(book: Rulebook, spec: FigureSpec) -> FigureResult:
    """Return what a figure gives."""
    began = time.monotonic()
    try:
        made = book.make(spec)
        entry = rulebook.entry(made) if book.spec.contact_sheet else None
        result = FigureResult(spec.name, tuple(book.files(made)), entry)
    except (GameError, OSError) as error:
        result = FigureResult(spec.name, fault=_fault(error, spec.where))
    return result._replace(seconds=time.monotonic() - began)


def _fault(error: GameError | OSError, where: str = "") -> FigureFault:
    """Return an error in one line; one of the system is told with ``where`` it happened."""
    if isinstance(error, OSError):
        return FigureFault(f"{where}: {files.told(error)}")
    words = " ".join(str(error).split())
    place = words, is_illegal_move(error), error.setting, error.entry
    return FigureFault(*place, origin=finding.origin(error))


#: The rulebook of which a process makes figures.
_book: Rulebook | None = None


def _begin(book: Rulebook) -> None:
    global _book
    _book = book


def _make(spec: FigureSpec) -> FigureResult:
    assert _book is not None
    return make(_book, spec)
