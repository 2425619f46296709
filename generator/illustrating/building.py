"""All figures of a file made or checked: on all cores, those alone that are not there already.

A figure that is wrong does not stop the others; all faults are told, with line and column.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
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
        self._wanted = self.book.wanted(self.only)
        #: Which of the faults are told already, without the figures that have them.
        self._known: dict[FigureFault, int] = {}
        keys = Keys(self.book)
        self._keys = {spec.name: keys.key(spec) for spec in self._wanted}
        used = (name for spec in self._wanted for name in keys.used(spec))
        #: The files that the figures are made of beside the figure file.
        self.used = tuple((self.book.folder or Path()) / name for name in dict.fromkeys(used))
        for error in self.book.spec.faults:
            fault = self._located(_fault(error))
            named = dict.fromkeys(_NAMED.findall(str(error)))
            self._known.setdefault(fault, len(self.faults))
            self.faults.append(fault._replace(figures=tuple(named)))

    def outputs(self) -> Iterator[Output]:
        """Yield the files that are not there already as they should be, or of figures changed since.

        What is yielded counts as written; ``faults`` and ``unchanged`` grow meanwhile.
        """
        self.took = dict.fromkeys(self._keys, 0.0)
        changed = [spec for spec in self._wanted if self.fresh or not self._stands(spec)]
        files = [len(names(self.book, spec)) for spec in self._wanted]
        self.unchanged += sum(files) - sum(len(names(self.book, spec)) for spec in changed)
        entries: dict[str, ShownFigure] = {}
        for made in self._made(changed):
            self.took[made.figure] += made.seconds
            if made.fault:
                self._note(self._located(made.fault), made.figure)
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
            if not self.faults:
                yield from self._sheet(entries)
            elif self._wanted and not self.checking:
                yield self._sheet_with_faults(entries)

    def orphans(self) -> list[str]:
        """Return the files in the folder that are of no figure any more."""
        if self.faults:  # who knows what the figures that are wrong would be
            return []
        return self.manifest.orphans(self.book.out, self.given())

    def given(self) -> list[str]:
        """Return the names of the files that the figure file gives."""
        book = self.book
        wanted = [name for spec in book.spec.figures for name in names(book, spec)]
        return [*wanted, book.spec.contact_sheet]

    def _stands(self, spec: FigureSpec) -> bool:
        """Tell whether a figure's files stand on disk as they were made of just this."""
        began = time.monotonic()
        stands = self.manifest.keys.get(spec.name) == self._keys[spec.name] and all(
            self.manifest.stands(self.book.out, name) for name in names(self.book, spec)
        )
        self.took[spec.name] = time.monotonic() - began
        return stands

    def _made(self, changed: Sequence[FigureSpec]) -> Iterator[FigureResult]:
        """Yield what figures give, in their order."""
        jobs = min(self.jobs or os.cpu_count() or 1, len(changed))
        if jobs < 2 or len(changed) < _FEW:
            yield from (make(self.book, spec) for spec in changed)
            return
        with _pool(self.book, jobs) as pool:
            chunk = max(1, min(20, len(changed) // (4 * jobs)))
            yield from pool.map(_make, changed, chunksize=chunk)

    def _sheet(self, entries: dict[str, ShownFigure]) -> Iterator[Output]:
        """Yield the contact sheet, if anything on it is new."""
        name = self.book.spec.contact_sheet
        key = digest(repr([name, sorted(self._keys.items())]).encode())
        if (
            not self.fresh
            and self.manifest.keys.get(name) == key
            and self.manifest.stands(self.book.out, name)
        ):
            self.unchanged += 1
            return
        shown = [entries.get(spec.name) or self._entry(spec) for spec in self._wanted]
        self.manifest.keys[name] = key
        yield self._noted(self.book.sheet(shown))

    def _sheet_with_faults(self, entries: dict[str, ShownFigure]) -> Output:
        """Return the contact sheet with what is wrong in the places of figures that cannot be made."""
        wrong = {name: fault.message for fault in self.faults for name in fault.figures}
        wanted = {spec.name: spec for spec in self._wanted if spec.name not in wrong}
        shown = [
            ShownFigure.wrong(name, wrong[name])
            if name in wrong
            else entries.get(name) or self._entry(wanted[name])
            for name in self.book.spec.names
            if name in wrong or name in wanted
        ]
        shown += [ShownFigure.wrong("", one.message) for one in self.faults if not one.figures]
        self.manifest.keys.pop(self.book.spec.contact_sheet, None)
        return self._noted(self.book.sheet(shown))

    def _noted(self, sheet: Output) -> Output:
        """Return the contact sheet, entered as written."""
        self.manifest.made[sheet.name] = digest(sheet.data)
        return sheet

    def _entry(self, spec: FigureSpec) -> ShownFigure:
        """Return a figure that is not made anew as the contact sheet shows it."""
        said = self.manifest.shown.get(spec.name, [])
        if "svg" in spec.formats and len(said) == len(ShownFigure._fields) - 1:
            picture = (self.book.out / f"{spec.name}.svg").read_text("utf-8")
            return ShownFigure._make([*said, picture])
        return rulebook.entry(self.book.make(spec))

    def _note(self, fault: FigureFault, figure: str) -> None:
        """Keep what is wrong with a figure, once where several have it from a position that they share."""
        at = self._known.setdefault(fault, len(self.faults))
        if at == len(self.faults):
            self.faults.append(fault)
        figures = (*self.faults[at].figures, figure)
        self.faults[at] = fault._replace(figures=figures)

    def _located(self, fault: FigureFault) -> FigureFault:
        source = self.book.spec.source
        message, spot = places.located(self.text, source, fault.message, fault.setting, fault.entry)
        if spot is None:
            return fault
        return fault._replace(message=message, line=spot.line, column=spot.column)


def make(book: Rulebook, spec: FigureSpec) -> FigureResult:
    """Return what a figure gives."""
    began = time.monotonic()
    try:
        made = book.make(spec)
        entry = rulebook.entry(made) if book.spec.contact_sheet else None
        found = FigureResult(spec.name, tuple(book.files(made)), entry)
    except (GameError, OSError) as error:
        found = FigureResult(spec.name, fault=_fault(error, spec.where))
    return found._replace(seconds=time.monotonic() - began)


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


@contextmanager
def _pool(book: Rulebook, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield processes that make figures of a rulebook; what nobody waits for is not made."""
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(book,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
