"""All figures of a rulebook made from a figure file, or checked against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

from engine.words import count, plural, shortened
from generator import answers, files
from generator.api.declaration import Names, Option, completed
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, Checked, Suite
from generator.illustrating import places, rulebook
from generator.illustrating.building import Build, FigureFault
from generator.illustrating.rulebook import Rulebook
from generator.illustrating.spec_keys import SNIPPETS, checked_snippets


@dataclass(frozen=True)
class FiguresMade(Checked):
    """The outcome of a figure file: its written files, and its faults."""

    _tool = "tilewright figures"

    #: The figure file.
    spec: str = ""
    #: The files that were written, in order.
    written: tuple[Path, ...] = ()
    #: How many files need no change.
    unchanged: int = 0
    #: Files that ``check`` found wrong, figures that cannot be made, and why.
    faults: tuple[FigureFault, ...] = ()
    #: The names of the figures.
    figures: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[FigureFault, ...]:
        """The files that ``check`` found wrong."""
        return tuple(one for one in self.faults if one.file)

    @property
    def verdict(self) -> str:
        """How many files and figures are in order, in words."""
        right, wrong = self.unchanged + len(self.written), len(self.wrong)
        total, errors = right + wrong, len(self.faults) - wrong
        words = f"{right} of {total} {plural(total, 'file is', 'files are')} in order"
        return f"{words}, {count(errors, 'error')}" if errors else words

    @property
    def is_bad_input(self) -> bool:
        # A move that is illegal was read.
        return bool(self.errors) or any(not (one.illegal or one.file) for one in self.faults)

    @property
    def messages(self) -> tuple[str, ...]:
        faults = (one.message for one in self.faults if not one.file)
        return (*faults, *super().messages)

    def printed(self, *, all: bool = False) -> str:
        return report.lined([*map(str, self.written), *(one.message for one in self.wrong)])

    def text(self, *, all: bool = False) -> str:
        """Return the report for people, which ends with the verdict."""
        return super().text(all=all) + report.lined([] if self.errors else [self.verdict])

    def json(self) -> str:
        """Return the report for programs, whose schema is ``figures/1``."""
        answer: dict[str, Any] = {"ok": self.ok, **report.unread_fields(self.errors)}
        answer["written"] = [str(path) for path in self.written]
        answer["unchanged"] = self.unchanged
        answer["faults"] = [
            {"file": one.file or self.spec, "message": one.message}
            | {name: at for name in ("line", "column") if (at := getattr(one, name))}
            for one in self.faults
        ]
        return answers.written("figures", answer) + "\n"

    def _suites(self) -> tuple[Suite, ...]:
        if self.errors:
            return ()
        by_figure: dict[str, list[Fault]] = {name: [] for name in self.figures}
        faults = []
        for one in self.faults:
            fault = Fault("figure", one.message, self.spec, is_placed=True)
            faults.append(fault._replace(line=one.line, column=one.column))
            for name in one.figures or ("",):
                by_figure.setdefault(name, []).append(faults[-1])
        cases = tuple(
            Case(self.spec, name or "Files without a figure", tuple(own))
            for name, own in (by_figure or {"": []}).items()
        )
        return (Suite(self.spec, cases, tuple(faults), self.verdict),)


class FiguresOptions(TypedDict, total=False):
    """How figures are made: the options of ``tilewright figures``.

    - out FOLDER: The folder for the files. [default: the figure file's, or figures]
    - check: Write nothing; exit code 1 if a file needs a change.
    - snippets KIND: Also write snippets that show each figure in a text: latex, typst.
    - fresh: Make all again, also unchanged figures.
    """

    out: Annotated[str | Path | None, Option(offers="files")]
    check: bool
    snippets: Annotated[Names, Option(kind="names", offers=tuple(SNIPPETS))]
    fresh: bool


def figures(
    file: Annotated[str | Path, Option(metavar="SPEC.toml", offers="files")],
    *names: Annotated[str, Option(metavar="[FIGURE…]")],
    **options: Unpack[FiguresOptions],
) -> FiguresMade:
    """Make the figures that SPEC.toml describes, or some of them by name.

    Figures that have not changed are left alone. "-" reads standard input.

    ``ok`` of the result tells whether all could be made: a faulty figure does not stop the others.
    """
    options = completed(FiguresOptions, options, "a figure file")
    book = rulebook.of(files.read_text(str(file)), str(file), out=options["out"])
    kinds = checked_snippets((*book.spec.snippets, *options["snippets"]))
    book = replace(book, spec=replace(book.spec, snippets=kinds))
    build = Build(book, names, options["fresh"])
    check = options["check"]
    notes: list[str] = []
    written: list[Path] = []
    wrong: list[FigureFault] = []
    right = 0
    for output in build.outputs():
        figure, path = output.figure, _path(book, output.name)
        if check and (words := book.fault(output)):
            line = places.line_of(book.text, figure) if figure else 0
            wrong.append(FigureFault(f"{path} {words}", False, line, 0, (figure,), path))
        elif not check and book.write(output):
            written.append(Path(path))
        else:
            right += 1
        notes += [f"Note: {figure}: {note}" for note in output.notes if not check]
    right += build.unchanged  # known only now
    if check:
        for path in (_path(book, name) for name in build.orphans()):
            wrong.append(FigureFault(f"{path} belongs to no figure any more", file=path))
    else:
        notes += _ended(build, len(written), right)
    made = FiguresMade(
        spec=str(file),
        written=tuple(written),
        unchanged=right,
        faults=(*wrong, *build.faults),
        notes=tuple(notes),
        figures=tuple(one.name for one in build.figures),
    )
    return replace(made, notes=(*notes, made.verdict)) if check else made


def _path(book: Rulebook, name: str) -> str:
    return files.from_here((book.out / name).resolve())


def _ended(build: Build, written: int, right: int) -> Iterator[str]:
    """Yield the notes at the end, once the manifest is written."""
    if build.manifest.keys or build.manifest.made:
        build.manifest.write()
    yield f"{written} written, {right} unchanged"
    if orphans := build.orphans():
        what = plural(len(orphans), "file belongs", "files belong")
        yield f"{len(orphans)} {what} to no figure any more: {shortened(', '.join(orphans), 80)}"
