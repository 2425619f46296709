"""All figures of a rulebook made from a figure file, or checked against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, Unpack

from engine.reading import resolved
from engine.words import count, plural, shortened
from generator import answers, files
from generator.api.options import Names, Option, completed, names_in
from generator.api.records import Checked
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.illustrating import places, rulebook
from generator.illustrating.building import Build, FigureFault
from generator.illustrating.spec_keys import SNIPPETS, checked_snippets


class FigureFile(NamedTuple):
    """A file that was written, or its fault and the line of the figure file.

    ``figure`` is the name of its figure, "" for files without one.
    """

    path: str
    wrong: str = ""
    line: int = 0
    figure: str = ""

    def __str__(self) -> str:
        return f"{self.path} {self.wrong}" if self.wrong else self.path


@dataclass(frozen=True)
class FiguresMade(Checked):
    """The outcome of a figure file: its written files, its wrong files, and its faulty figures."""

    #: The figure file.
    spec: str = ""
    #: The files that were written or are wrong, in order.
    files: tuple[FigureFile, ...] = ()
    #: How many files need no change.
    unchanged: int = 0
    #: Figures that cannot be made, and why.
    faults: tuple[FigureFault, ...] = ()
    #: The names of the figures.
    figures: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """How many files and figures are in order, in words."""
        total = self.unchanged + len(self.files)
        right = self.unchanged + len(self.written)
        words = f"{right} of {total} {plural(total, 'file is', 'files are')} in order"
        return f"{words}, {count(len(self.faults), 'error')}" if self.faults else words

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that were written."""
        return tuple(Path(one.path) for one in self.files if not one.wrong)

    @property
    def wrong(self) -> tuple[FigureFile, ...]:
        """The files that ``check`` found wrong."""
        return tuple(one for one in self.files if one.wrong)

    @property
    def is_bad_input(self) -> bool:
        """Whether the figure file or a figure cannot be read, not merely a move is illegal."""
        return bool(self.errors) or any(not fault.illegal for fault in self.faults)

    @property
    def messages(self) -> tuple[str, ...]:
        """What goes to standard error, a sentence each."""
        return tuple(fault.message for fault in self.faults)

    def printed(self, *, all: bool = False) -> str:
        """Return the files; the verdict is a note."""
        return report.lined(map(str, self.files))

    def text(self, *, all: bool = False) -> str:
        """Return the report for people."""
        lines = [*map(str, self.files), *(f"Error: {one.message}" for one in self.faults)]
        last = map(report.error_line, self.errors) if self.errors else [self.verdict]
        return report.lined([*lines, *last])

    def json(self) -> str:
        """Return the report for programs, whose schema is ``figures/1``."""
        answer: dict[str, Any] = {"ok": self.ok, **report.unread_fields(self.errors)}
        answer["written"] = [str(path) for path in self.written]
        answer["unchanged"] = self.unchanged
        answer["faults"] = [
            {"file": path, "message": fault.message}
            | {name: at for name in ("line", "column") if (at := getattr(fault, name))}
            for _, path, fault in self._all_wrong()
        ]
        return answers.written("figures", answer) + "\n"

    def _all_wrong(self) -> Iterator[tuple[tuple[str, ...], str, Fault]]:
        for file in self.wrong:
            fault = Fault("figure", str(file), self.spec, line=file.line, is_placed=True)
            yield (file.figure,), file.path, fault
        for one in self.faults:
            fault = Fault("figure", one.message, self.spec, is_placed=True)
            yield one.figures, self.spec, fault._replace(line=one.line, column=one.column)

    def _run(self) -> CheckRun:
        if self.errors:
            return CheckRun("tilewright figures", (), self.errors)
        all_wrong = list(self._all_wrong())
        by_figure: dict[str, list[Fault]] = {name: [] for name in self.figures}
        for figures, _, fault in all_wrong:
            for name in figures or ("",):
                by_figure.setdefault(name, []).append(fault)
        cases = [
            Case(self.spec, name or "Files without a figure", tuple(faults))
            for name, faults in (by_figure or {"": []}).items()
        ]
        faults = tuple(fault for _, _, fault in all_wrong)
        suite = Suite(self.spec, tuple(cases), faults, f"{self.spec}: {self.verdict}")
        return CheckRun("tilewright figures", (suite,))


class FiguresOptions(TypedDict, total=False):
    """How figures are made: the options of ``tilewright figures``.

    - out FOLDER: The folder for the files. [default: the figure file's, or figures]
    - check: Write nothing; exit code 1 if a file needs a change.
    - snippets KIND: Also write snippets that show each figure in a text: latex, typst.
    - fresh: Make all again, also unchanged figures.
    """

    out: Annotated[str | Path | None, Option(offers="files", names="-o --out")]
    check: bool
    snippets: Annotated[Names, Option(offers=tuple(SNIPPETS))]
    fresh: bool


def figures(
    file: Annotated[str | Path, Option(metavar="SPEC.toml", offers="files")],
    *names: Annotated[str, Option(metavar="[FIGURE…]")],
    **options: Unpack[FiguresOptions],
) -> FiguresMade:
    """Make the figures that SPEC.toml describes, or some of them by name.

    Figures that have not changed are left alone. "-" reads standard input.

    ``check`` writes nothing.  A faulty figure does not stop the others, so look at
    :attr:`FiguresMade.ok`.

    Raises GameError if the figure file cannot be read or options do not fit.  Raises OSError if a
    file cannot be read or written.

    >>> made = generator.figures("figures.toml", "first", out="pictures", snippets="typst")
    >>> [path.name for path in made.written]
    ['first.svg', 'first.typ']
    """
    options = completed(FiguresOptions, options, "a figure file")
    build = _build(str(file), names, options)
    done: list[FigureFile] = []
    notes: list[str] = []
    right = 0
    for output in build.outputs():
        figure, wrong = output.figure, build.book.fault(output) if options["check"] else ""
        if not options["check"]:
            notes += [f"Note: {figure}: {note}" for note in output.notes]
        if wrong or (not options["check"] and build.book.write(output)):
            line = places.line_of(build.book.text, figure) if wrong and figure else 0
            done.append(FigureFile(_path(build, output.name), wrong, line, figure))
        else:
            right += 1
    right += build.unchanged  # known only now
    if options["check"]:
        orphans = (_path(build, name) for name in build.orphans())
        done += [FigureFile(path, "belongs to no figure any more") for path in orphans]
    else:
        notes += _ended(build, len(done), right)
    made = FiguresMade(
        spec=str(file),
        files=tuple(done),
        unchanged=right,
        faults=tuple(build.faults),
        notes=tuple(notes),
        figures=tuple(one.name for one in build.figures),
    )
    return replace(made, notes=(*made.notes, made.verdict)) if options["check"] else made


def _path(build: Build, name: str) -> str:
    return files.from_here(resolved(build.book.out / name))


def _ended(build: Build, written: int, right: int) -> Iterator[str]:
    """Yield the notes at the end, once the manifest is written."""
    book = build.book
    if build.manifest.keys or build.manifest.made:
        build.manifest.write()
    yield f"{written} written, {right} unchanged"
    if orphans := build.orphans():
        what = plural(len(orphans), "file belongs", "files belong")
        yield f"{len(orphans)} {what} to no figure any more: {shortened(', '.join(orphans), 80)}"
    if book.spec.snippets and any(spec.captions == "figure" for spec in book.spec.figures):
        yield (
            'snippets have no captions, because the pictures have them; captions = "text" leaves '
            "them to the text"
        )


def _build(file: str, names: tuple[str, ...], options: FiguresOptions) -> Build:
    book = rulebook.of(files.read_text(file), file, out=options["out"])
    kinds = checked_snippets((*book.spec.snippets, *names_in(options["snippets"])))
    return Build(replace(book, spec=replace(book.spec, snippets=kinds)), names, options["fresh"])
