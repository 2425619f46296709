"""All figures of a rulebook made from a figure file, or checked against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, Unpack

from engine.errors import OptionError
from engine.messages import language, tag
from engine.reading import resolved
from engine.words import count, out_of_range, plural
from generator import answers, files
from generator.api.options import (
    CommandOption,
    Flag,
    FontOption,
    LanguageOption,
    Names,
    completed,
    names_in,
)
from generator.api.reported import Reported
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.illustrating import places, rulebook
from generator.illustrating.building import Build, FigureFault
from generator.illustrating.spec_keys import SNIPPETS, checked_snippets, sheet_name

_MOST_JOBS = 256


class FigureFile(NamedTuple):
    """A file that was written, or what is wrong with it and the line of the figure file that says so.

    ``figure`` is the figure it is of, "" for the contact sheet and files of no figure.

    >>> file = generator.figures("figures.toml", check=True).files[0]
    >>> file.figure, file.line
    ('first', 2)
    """

    path: str
    wrong: str = ""
    line: int = 0
    figure: str = ""

    def __str__(self) -> str:
        return f"{self.path} {self.wrong}" if self.wrong else self.path


class _Wrong(NamedTuple):
    """What is wrong, with a file or in the figure file, and the figures that have it."""

    figures: tuple[str, ...]
    path: str
    fault: Fault


@dataclass(frozen=True)
class FiguresMade(Reported):
    """What came of a figure file: its files that were written or are wrong, and figures that cannot be.

    >>> made = generator.figures("figures.toml", check=True)
    >>> made.ok, made.verdict, [file.wrong for file in made.wrong]
    (False, '0 of 2 files are in order', ['is missing', 'is missing'])
    >>> made = generator.figures("figures.toml")
    >>> made.ok, [path.name for path in made.written], made.unchanged
    (True, ['first.svg', 'second.svg'], 0)
    """

    #: The figure file.
    spec: str = ""
    #: Those that were written or are wrong, in order.
    files: tuple[FigureFile, ...] = ()
    #: How many files are as the figure file gives them.
    unchanged: int = 0
    #: Figures that cannot be made, and why.
    faults: tuple[FigureFault, ...] = ()
    #: Files that were removed.
    removed: tuple[Path, ...] = ()
    #: What the maker should know, in sentences.
    notes: tuple[str, ...] = ()
    #: The files that the figures are made of beside the figure file: records, themes and fonts.
    sources: tuple[Path, ...] = ()
    #: The files that the figure file gives, whether they are there or not.
    given: tuple[Path, ...] = ()
    #: Figure -> how many seconds it took to make, or to see that it stands.
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """How many files and figures are in order, in words."""
        total = self.unchanged + len(self.files)
        words = f"{self.unchanged} of {total} {plural(total, 'file is', 'files are')} in order"
        return f"{words}, {count(len(self.faults), 'error')}" if self.faults else words

    @property
    def ok(self) -> bool:
        """Whether all figures could be made, and no file is wrong."""
        return not self.errors and not self.faults and not self.wrong

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that were written."""
        return tuple(Path(one.path) for one in self.files if not one.wrong)

    @property
    def wrong(self) -> tuple[FigureFile, ...]:
        """The files that are not as the figure file gives them, where only that was asked."""
        return tuple(one for one in self.files if one.wrong)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people."""
        lines = [*map(str, self.files), *(f"Error: {one.message}" for one in self.faults)]
        last = map(report.error_line, self.errors) if self.errors else [self.verdict]
        return report.lined([*lines, *last])

    def json(self) -> str:
        """Return the report for programs, whose schema is ``figures/1``."""
        answer: dict[str, Any] = {"ok": self.ok, **report.told(self.errors)}
        answer["written"] = [str(path) for path in self.written]
        answer["unchanged"] = self.unchanged
        answer["faults"] = [
            {"file": one.path, "message": one.fault.message}
            | {name: at for name in ("line", "column") if (at := getattr(one.fault, name))}
            for one in self._all_wrong()
        ]
        return answers.written("figures", answer) + "\n"

    def _all_wrong(self) -> Iterator[_Wrong]:
        for file in self.wrong:
            fault = Fault("figure", str(file), self.spec, line=file.line, is_placed=True)
            yield _Wrong((file.figure,), file.path, fault)
        for one in self.faults:
            fault = Fault("figure", one.message, self.spec, is_placed=True)
            placed = fault._replace(line=one.line, column=one.column)
            yield _Wrong(one.figures, self.spec, placed)

    def _run(self) -> CheckRun:
        """The figure file as a suite with a case for each figure, and for what is of none."""
        if self.errors:
            return CheckRun("tilewright figures", (), self.errors)
        all_wrong = list(self._all_wrong())
        found: dict[str, list[Fault]] = {name: [] for name in self.seconds}
        for one in all_wrong:
            for name in one.figures or ("",):
                found.setdefault(name, []).append(one.fault)
        cases = [
            Case(
                self.spec,
                name or "What is of no figure",
                tuple(faults),
                self.seconds.get(name, 0.0),
            )
            for name, faults in (found or {"": []}).items()
        ]
        faults = tuple(one.fault for one in all_wrong)
        verdict, took = f"{self.spec}: {self.verdict}", sum(self.seconds.values())
        suite = Suite(self.spec, tuple(cases), faults, verdict, took)
        return CheckRun("tilewright figures", (suite,))


class FiguresOptions(TypedDict, total=False):
    """How figures are made: the options of ``tilewright figures``.

    >>> options: generator.FiguresOptions = {"jobs": 1, "fresh": True}
    >>> generator.figures("figures.toml", **options).unchanged
    0
    """

    out: Annotated[
        str | Path | None,
        "The folder for the files. [default: as the file says, figures]",
        CommandOption(metavar="FOLDER", offers="files"),
    ]
    check: Annotated[Flag, "Write nothing; exit 1 if a file is not as it should be."]
    prune: Annotated[Flag, "Remove files of figures that are no longer."]
    snippets: Annotated[
        Names,
        "Also write what shows each figure in a text: html, latex, markdown, typst.",
        CommandOption(metavar="KIND", default=(), many=True, offers=tuple(SNIPPETS)),
    ]
    latex: Annotated[Flag, "The same as --snippets latex."]
    contact_sheet: Annotated[
        str | None,
        "Also write a page to look through the figures.",
        CommandOption(metavar="NAME.html"),
    ]
    jobs: Annotated[
        int | None,
        "How many figures at a time. [default: all cores]",
        CommandOption(metavar="N", kind=(1, _MOST_JOBS)),
    ]
    font: FontOption
    fresh: Annotated[Flag, "Make all again, also what stands there unchanged."]
    lang: LanguageOption


def silent(file: FigureFile) -> None:
    """Tell nobody of a file."""


def figures(
    file: str | Path,
    *names: str,
    tell: Callable[[FigureFile], None] = silent,
    **options: Unpack[FiguresOptions],
) -> FiguresMade:
    """Make the figures that a file describes, or those named; with ``check`` write nothing.

    Files that are right already are left alone, and a figure that is wrong does not stop the others:
    ask :attr:`FiguresMade.ok`.  ``tell`` hears of each file when it is done.

    Raises GameError where the figure file cannot be read or options do not fit, OSError where a file
    cannot be read or written.

    >>> made = generator.figures("figures.toml", "first", out="pictures", snippets="html")
    >>> [path.name for path in made.written]
    ['first.svg', 'first.html']
    """
    options = completed(FiguresOptions, options, "a figure file")
    for name in names:
        if name.endswith(".toml"):
            raise OptionError(f"{name}: figures are of one file at a time; run it for each")
    if options["check"] and options["prune"]:
        raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
    if options["prune"] and names:
        raise OptionError("--prune goes with all figures; leave out their names")
    jobs = options["jobs"]
    if jobs is not None and not 1 <= jobs <= _MOST_JOBS:
        raise OptionError(out_of_range("--jobs", jobs, 1, _MOST_JOBS))
    making = _Making(_build(str(file), names, options), tell)
    if options["check"]:
        making.check()
    removed = [] if options["check"] else making.write(prune=options["prune"])
    build = making.build
    made = FiguresMade(
        spec=str(file),
        files=tuple(making.done),
        unchanged=making.right,
        faults=tuple(build.faults),
        removed=tuple(map(Path, removed)),
        notes=tuple(making.notes),
        sources=build.used,
        given=tuple(build.book.out / name for name in build.given() if name),
        seconds=build.took,
    )
    return replace(made, notes=(*made.notes, made.verdict)) if options["check"] else made


def _build(file: str, names: tuple[str, ...], options: FiguresOptions) -> Build:
    """Return the figures to make, of the file as it is now."""
    text = files.read_text(file)
    book = rulebook.of(text, file, out=options["out"])
    spec, lang = book.spec, options["lang"]
    if lang:
        own = any(one.title and one.alt for one in spec.figures)
        code = tag(lang) if own else language(lang).code
        spec = replace(spec, figures=tuple(replace(one, lang=code) for one in spec.figures))
    if options["contact_sheet"] is not None:
        spec = replace(spec, contact_sheet=sheet_name(options["contact_sheet"]))
    latex = ("latex",) if options["latex"] else ()
    kinds = dict.fromkeys((*spec.snippets, *names_in(options["snippets"]), *latex))
    spec = replace(spec, snippets=checked_snippets(tuple(kinds)))
    font = options["font"]
    if font := (font,) if isinstance(font, str) else tuple(font):
        from engine.drawing import ownfonts

        spec = spec.in_font(ownfonts.named(font, Path()))
    book = replace(book, spec=spec)
    return Build(book, text, names, options["jobs"], options["fresh"], options["check"])


@dataclass
class _Making:
    """A build under way: what was done, and what is to be told."""

    build: Build
    tell: Callable[[FigureFile], None]
    done: list[FigureFile] = field(default_factory=list)
    right: int = 0
    notes: list[str] = field(default_factory=list)

    def write(self, *, prune: bool) -> list[str]:
        """Write what is not there yet, and return what was removed."""
        build, book = self.build, self.build.book
        for output in build.outputs():
            self.notes += [f"Note: {output.figure}: {note}" for note in output.notes]
            if book.write(output):
                self._add(FigureFile(self._path(output.name), figure=output.figure))
            else:
                self.right += 1
        self.right += build.unchanged
        orphans = build.orphans()
        removed = list(self._removed(orphans)) if prune else []
        if build.manifest.keys or build.manifest.made:
            build.manifest.write(book.out)
        self.notes.append(f"{len(self.done)} written, {self.right} unchanged")
        if left := len(orphans) - len(removed):
            files = plural(left, "file is", "files are")
            self.notes.append(f"{left} {files} of no figure any more; --prune removes what is ours")
        if book.spec.snippets and any(spec.captions == "figure" for spec in book.spec.figures):
            self.notes.append(
                "captions are drawn in the pictures, so snippets have none; "
                'captions = "text" leaves them to the text'
            )
        return removed

    def _removed(self, orphans: list[str]) -> Iterator[str]:
        """Remove files as they were written, and yield their paths; others are left alone."""
        for name in orphans:
            path = self._path(name)
            if self.build.manifest.stands(self.build.book.out, name):
                (self.build.book.out / name).unlink()
                del self.build.manifest.made[name]
                self.notes.append(f"{path} removed")
                yield path
            else:
                self.notes.append(f"{path} was changed since it was made; it is left")

    def check(self) -> None:
        """Tell what is not as the file gives it."""
        build = self.build
        for output in build.outputs():
            if fault := build.book.fault(output):
                line = places.line_of(build.text, output.figure)
                at = (line, output.figure) if output.figure else ()
                self._add(FigureFile(self._path(output.name), fault, *at))
            else:
                self.right += 1
        self.right += build.unchanged
        for name in build.orphans():
            self._add(FigureFile(self._path(name), "is of no figure any more"))

    def _add(self, file: FigureFile) -> None:
        self.done.append(file)
        self.tell(file)

    def _path(self, name: str) -> str:
        """Return a file's path as one would type it here."""
        return files.shown(resolved(self.build.book.out / name))
