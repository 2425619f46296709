"""All figures of a rulebook made from a figure file, or checked against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from engine.errors import OptionError
from engine.messages import language, tag
from engine.reading import resolved
from engine.words import count, out_of_range, plural
from generator import files
from generator.api.asking import Names, names_in
from generator.illustrating import places, rulebook
from generator.illustrating.building import Build, FigureFault
from generator.illustrating.spec import checked_snippets, sheet_name


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


@dataclass(frozen=True)
class FiguresMade:
    """What came of a figure file: its files that were written or are wrong, and figures that cannot be.

    >>> made = generator.figures("figures.toml")
    >>> made.ok, [path.name for path in made.written], made.unchanged
    (True, ['first.svg', 'second.svg'], 0)
    """

    #: Those that were written or are wrong, in order.
    files: tuple[FigureFile, ...] = ()
    #: How many files are as the figure file gives them.
    unchanged: int = 0
    #: Figures that cannot be made, and why.
    errors: tuple[FigureFault, ...] = ()
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
        """How many files and figures are in order, in words.

        >>> generator.figures("figures.toml", check=True).verdict
        '0 of 2 files are in order'
        """
        total = self.unchanged + len(self.files)
        words = f"{self.unchanged} of {total} {plural(total, 'file is', 'files are')} in order"
        return f"{words}, {count(len(self.errors), 'error')}" if self.errors else words

    @property
    def ok(self) -> bool:
        """Whether all figures could be made, and no file is wrong.

        >>> generator.figures("figures.toml", check=True).ok
        False
        """
        return not self.errors and not self.wrong

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that were written.

        >>> [path.name for path in generator.figures("figures.toml", "second").written]
        ['second.svg']
        """
        return tuple(Path(one.path) for one in self.files if not one.wrong)

    @property
    def wrong(self) -> tuple[FigureFile, ...]:
        """The files that are not as the figure file gives them, where only that was asked.

        >>> [file.wrong for file in generator.figures("figures.toml", check=True).wrong]
        ['is missing', 'is missing']
        """
        return tuple(one for one in self.files if one.wrong)


class FiguresOptions(TypedDict, total=False):
    """How figures are made, by the names of the command's options.

    >>> options: generator.FiguresOptions = {"jobs": 1, "fresh": True}
    >>> generator.figures("figures.toml", **options).unchanged
    0
    """

    out: str | Path | None
    check: bool
    prune: bool
    snippets: Names
    latex: bool
    contact_sheet: str | None
    jobs: int | None
    font: Names
    fresh: bool
    lang: str


def silent(file: FigureFile) -> None:
    """Tell nobody of a file."""


def figures(
    file: str | Path,
    *names: str,
    tell: Callable[[FigureFile], None] = silent,
    **options: Unpack[FiguresOptions],
) -> FiguresMade:
    """Make the figures that a file describes, or those named; with ``check`` write nothing.

    All is named as the options of ``tilewright figures``, see :class:`FiguresOptions`.  Files that
    are right already are left alone, and a figure that is wrong does not stop the others: ask
    :attr:`FiguresMade.ok`.  ``tell`` hears of each file when it is done.

    Raises GameError where the figure file cannot be read or options do not fit, OSError where a file
    cannot be read or written.

    >>> made = generator.figures("figures.toml", "first", out="pictures", snippets="html")
    >>> [path.name for path in made.written]
    ['first.svg', 'first.html']
    """
    asked = _Asked(str(file), names, **options)
    return _Making(asked.build(), tell).made(asked)


@dataclass(frozen=True)
class _Asked:
    """What is asked for; the fields are the options."""

    file: str
    names: tuple[str, ...]
    out: str | Path | None = None
    check: bool = False
    prune: bool = False
    snippets: Names = ()
    latex: bool = False
    contact_sheet: str | None = None
    jobs: int | None = None
    font: Names = ()
    fresh: bool = False
    lang: str = ""

    def __post_init__(self) -> None:
        """Refuse options that do not go together, and another figure file in the place of a figure."""
        for name in self.names:
            if name.endswith(".toml"):
                raise OptionError(f"{name}: figures are of one file at a time; run it for each")
        if self.check and self.prune:
            raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
        if self.prune and self.names:
            raise OptionError("--prune goes with all figures; leave out their names")
        if self.jobs is not None and not 1 <= self.jobs <= _MOST_JOBS:
            raise OptionError(out_of_range("--jobs", self.jobs, 1, _MOST_JOBS))

    def build(self) -> Build:
        """Return the figures to make, of the file as it is now."""
        text = files.read_text(self.file)
        book = rulebook.of(text, self.file, out=self.out)
        spec = book.spec
        if self.lang:
            own = any(one.title and one.alt for one in spec.figures)
            lang = tag(self.lang) if own else language(self.lang).code
            spec = replace(spec, figures=tuple(replace(one, lang=lang) for one in spec.figures))
        if self.contact_sheet is not None:
            spec = replace(spec, contact_sheet=sheet_name(self.contact_sheet))
        kinds = (*spec.snippets, *names_in(self.snippets), *(["latex"] if self.latex else []))
        spec = replace(spec, snippets=checked_snippets(tuple(dict.fromkeys(kinds))))
        if font := (self.font,) if isinstance(self.font, str) else tuple(self.font):
            from engine.drawing import ownfonts

            spec = spec.in_font(ownfonts.named(font, Path()))
        book = replace(book, spec=spec)
        return Build(book, text, self.names, self.jobs, self.fresh, self.check)


_MOST_JOBS = 256


@dataclass
class _Making:
    """A build under way: what was done, and what is to be told."""

    build: Build
    tell: Callable[[FigureFile], None]
    done: list[FigureFile] = field(default_factory=list)
    right: int = 0
    notes: list[str] = field(default_factory=list)

    def made(self, asked: _Asked) -> FiguresMade:
        """Make or check the figures."""
        removed = () if asked.check else tuple(map(Path, self._write(prune=asked.prune)))
        if asked.check:
            self._check()
        made = FiguresMade(
            tuple(self.done),
            self.right,
            tuple(self.build.faults),
            removed,
            tuple(self.notes),
            self.build.used,
            tuple(self.build.book.out / name for name in self.build.given() if name),
            self.build.took,
        )
        return replace(made, notes=(*made.notes, made.verdict)) if asked.check else made

    def _write(self, *, prune: bool) -> list[str]:
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

    def _check(self) -> None:
        """Tell what is not as the file gives it."""
        build = self.build
        for output in build.outputs():
            if fault := build.book.fault(output):
                line = places.find(build.text, ("figures", output.figure)).line
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
