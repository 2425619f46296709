"""All figures of a file made or checked: on all cores, and only those that are not there already.

A figure that is wrong does not stop the others; all faults are listed, with line and column.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.errors import GameError, OptionError, is_illegal_move
from engine.play import finding
from generator import files
from generator.illustrating import places, snippets
from generator.illustrating.manifest import FigureManifest, Keys, digest, names
from generator.illustrating.rulebook import Made, Output, Rulebook
from generator.illustrating.spec_keys import SNIPPETS, FigureSpec

#: A figure as its faults name it.
_NAMED = re.compile(r"\[figures\.([\w-]+)\]")

#: Fewer figures are made faster by one process than by several that have to start.
_FEW = 8


class FigureFault(NamedTuple):
    """A fault of a figure or a position, in one line; ``illegal`` tells whether it is a move.

    ``line`` and ``column`` are where in the figure file it is, from 1, or 0.  ``figures`` are the
    names of those that cannot be made for it, ``origin`` is where in a game it arose.
    """

    message: str
    illegal: bool = False
    line: int = 0
    column: int = 0
    figures: tuple[str, ...] = ()
    origin: str = ""


class FigureResult(NamedTuple):
    """What one figure gave: its files and entry in the contact sheet, or its fault."""

    figure: str
    outputs: tuple[Output, ...] = ()
    entry: str = ""
    fault: FigureFault | None = None


@dataclass
class Build:
    """Figures called ``only``, or all, made by ``jobs`` processes; ``fresh`` makes what stands again."""

    book: Rulebook
    only: tuple[str, ...] = ()
    jobs: int | None = None
    fresh: bool = False
    #: Whether the files are only held against those that stand there.
    checking: bool = False
    unchanged: int = 0
    faults: list[FigureFault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.manifest = FigureManifest.read(self.book.out, Path(self.book.spec.source).name)
        self.figures = chosen(self.book, self.only)
        keys = Keys(self.book)
        self._keys = {spec.name: keys.key(spec) for spec in self.figures}
        used = (name for spec in self.figures for name in keys.used(spec))
        #: The files that the figures are made of beside the figure file.
        self.used = tuple((self.book.folder or Path()) / name for name in dict.fromkeys(used))
        for error in self.book.spec.faults:
            self._note(_fault(self.book, error), *dict.fromkeys(_NAMED.findall(str(error))))

    def outputs(self) -> Iterator[Output]:
        """Yield the files to write, which count as written; ``faults`` and ``unchanged`` grow meanwhile."""
        changed, sheet = [], self.book.spec.contact_sheet
        for spec in self.figures:
            if self.fresh or not self._stands(spec):
                changed.append(spec)
            else:
                self.unchanged += len(names(self.book, spec))
        entries: dict[str, str] = {}
        for result in self._results(changed):
            if result.fault:
                self._note(result.fault, result.figure)
                self.manifest.keys.pop(result.figure, None)
                continue
            for output in result.outputs:
                self.manifest.made[output.name] = digest(output.data)
                yield output
            self.manifest.keys[result.figure] = self._keys[result.figure]
            entries[result.figure] = result.entry
        if sheet and not self.only:
            yield from self._sheet(sheet, entries)
        elif changed:
            self.manifest.keys.pop(sheet, None)
            self.manifest.made.pop(sheet, None)  # it shows what those figures were

    def orphans(self) -> list[str]:
        """Return the files in the folder that are of no figure any more."""
        if self.faults:  # who knows what the figures that are wrong would be
            return []
        spec = self.book.spec
        kept = [spec.contact_sheet, *(n for one in spec.figures for n in names(self.book, one))]
        # What another run's options may have made stays: snippets, and contact sheets.
        kept += [f"{one.name}.{end}" for one in spec.figures for end in SNIPPETS.values()]
        kept += [name for name in self.manifest.keys if name.endswith(".html")]
        return self.manifest.orphans(self.book.out, kept)

    def _stands(self, spec: FigureSpec) -> bool:
        return self.manifest.keys.get(spec.name) == self._keys[spec.name] and all(
            self.manifest.stands(self.book.out, name) for name in names(self.book, spec)
        )

    def _results(self, changed: Sequence[FigureSpec]) -> Iterator[FigureResult]:
        jobs = min(self.jobs or os.cpu_count() or 1, len(changed))
        if jobs < 2 or len(changed) < _FEW:
            yield from (make(self.book, spec) for spec in changed)
            return
        pool = ProcessPoolExecutor(jobs)
        try:
            chunk = max(1, min(20, len(changed) // (4 * jobs)))
            yield from pool.map(partial(make, self.book), changed, chunksize=chunk)
        finally:
            pool.shutdown(cancel_futures=True)

    def _sheet(self, name: str, entries: dict[str, str]) -> Iterator[Output]:
        manifest, path = self.manifest, self.book.out / name
        if self.faults and (self.checking or not self.figures):
            return
        key = "" if self.faults else digest(repr([name, sorted(self._keys.items())]).encode())
        stands = manifest.stands(self.book.out, name)
        if key and stands and not self.fresh and manifest.keys.get(name) == key:
            self.unchanged += 1
            return
        if stands:
            entries = snippets.sheet_entries(path.read_text("utf-8")) | entries
        wrong = {figure: one.message for one in self.faults for figure in one.figures}
        specs = {spec.name: spec for spec in self.figures}
        shown = [
            snippets.sheet_fault(figure, wrong[figure])
            if figure in wrong
            else entries.get(figure) or _entry(self.book.make(specs[figure]))
            for figure in self.book.spec.names
            if figure in wrong or figure in specs
        ]
        shown += [snippets.sheet_fault("", one.message) for one in self.faults if not one.figures]
        page = snippets.sheet(Path(self.book.spec.source).name, shown)
        sheet = Output("", name, files.encoded(page))
        manifest.keys.pop(name, None)
        if key:
            manifest.keys[name] = key
        manifest.made[name] = digest(sheet.data)
        yield sheet

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


def make(book: Rulebook, spec: FigureSpec) -> FigureResult:
    """Return what a figure gives."""
    try:
        made = book.make(spec)
        entry = _entry(made) if book.spec.contact_sheet else ""
        return FigureResult(spec.name, tuple(book.files(made)), entry)
    except (GameError, OSError) as error:
        return FigureResult(spec.name, fault=_fault(book, error, spec.where))


def _entry(made: Made) -> str:
    spec = made.spec
    suffixes = (f"{spec.name}.{suffix}" for suffix in spec.formats)
    return snippets.sheet_entry(spec.name, suffixes, made.scene, made.caption)


def _fault(book: Rulebook, error: GameError | OSError, where: str = "") -> FigureFault:
    setting, entry, words = "", None, f"{where}: {error}"
    if isinstance(error, OSError):
        words = f"{where}: {files.sentence(error)}"
    else:
        setting, entry, words = error.setting, error.entry, " ".join(str(error).split())
    message, spot = places.located(book.text, book.spec.source, words, setting, entry)
    at = (spot.line, spot.column) if spot else (0, 0)
    return FigureFault(message, is_illegal_move(error), *at, origin=finding.origin(error))
