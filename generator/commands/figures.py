"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import GameError, OptionError
from engine.words import plural
from generator import cli
from generator.commands import _asking, _reports, _telling
from generator.commands._figure_reports import FiguresTold

if TYPE_CHECKING:
    from generator.figures.building import Build


@click.command()
@click.argument("file", metavar="SPEC.toml")
@click.argument("names", nargs=-1, metavar="[FIGURE…]")
@click.option(
    "--out", metavar="FOLDER", help="The folder for the files. [default: as the file says, figures]"
)
@click.option(
    "--check", is_flag=True, help="Write nothing; exit 1 if a file is not as it should be."
)
@click.option("--prune", is_flag=True, help="Remove files of figures that are no longer.")
@click.option("--watch", is_flag=True, help="Go on, and make figures again when the file is saved.")
@click.option(
    "--snippets",
    multiple=True,
    metavar="KIND",
    help="Also write what shows each figure in a text: html, latex, markdown, typst.",
)
@click.option("--latex", is_flag=True, help="The same as --snippets latex.")
@click.option(
    "--contact-sheet", metavar="NAME.html", help="Also write a page to look through the figures."
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="How many figures at a time. [default: all cores]"
)
@_asking.font_option
@click.option("--fresh", is_flag=True, help="Make all again, also what stands there unchanged.")
@_reports.option
def command(**options: Any) -> int:
    """Make the figures that SPEC.toml describes, or those named.

    Files that are right already are left alone.  "-" reads standard input.
    """
    asked = _Asked(**options)
    asked.see_sense()
    return asked.watched() if asked.watch else asked.once()


@dataclass(frozen=True)
class _Asked:
    """What the command line asks for, by the names of its arguments and options."""

    file: str
    names: tuple[str, ...]
    out: str | None
    check: bool
    prune: bool
    watch: bool
    snippets: tuple[str, ...]
    latex: bool
    contact_sheet: str | None
    jobs: int | None
    font: tuple[str, ...]
    fresh: bool
    reports: tuple[_reports.Wish, ...]
    as_json: bool

    def see_sense(self) -> None:
        """Refuse options that do not go together."""
        if self.check and (self.watch or self.prune):
            raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
        if self.watch and self.file == "-":
            raise OptionError("--watch goes with a file, not with standard input")
        if self.reports and not self.check:
            raise OptionError("--report is of --check; --json lists what was written")
        if self.as_json and self.watch:
            raise OptionError("--json tells of one run; leave out --watch")
        if self.prune and self.names:
            raise OptionError("--prune goes with all figures; leave out their names")

    def build(self) -> Build:
        """Return the figures to make, of the file as it is now."""
        from engine.drawing import ownfonts
        from generator import files
        from generator.figures import rulebook
        from generator.figures.building import Build
        from generator.figures.spec import checked_snippets, sheet_name

        text = files.read_text(self.file)
        book = rulebook.of(text, self.file)
        spec = book.spec
        if self.contact_sheet is not None:
            spec = replace(spec, contact_sheet=sheet_name(self.contact_sheet))
        kinds = (
            *spec.snippets,
            *_asking.names_in(self.snippets),
            *(["latex"] if self.latex else []),
        )
        spec = replace(spec, snippets=checked_snippets(tuple(dict.fromkeys(kinds))))
        if self.font:
            spec = spec.in_font(ownfonts.named(self.font, Path()))
        elsewhere = "" if self.out is None else os.path.relpath(self.out, book.folder)
        book = replace(book, spec=spec, elsewhere=elsewhere)
        return Build(book, text, self.names, self.jobs, self.fresh)

    def once(self) -> int:
        """Make or check the figures."""
        wishes = _reports.asked(self.reports, as_json=self.as_json)
        told = FiguresTold(self.file, wishes)
        with _reports.told(wishes, told.forms):
            build = self.build()
            told.text = build.text
            if self.check:
                _check(build, told)
            else:
                _write(build, told, prune=self.prune)
        code = cli.NOT_IN_ORDER if told.faults or build.faults else cli.OK
        for fault in build.faults:
            _telling.error(fault.message)
            told.add(self.file, fault.message, fault.line)
        _reports.deliver(wishes, told.forms())
        return cli.BAD_INPUT if any(not fault.illegal for fault in build.faults) else code

    def watched(self) -> int:
        """Make the figures whenever a file they are made of is saved, until interrupted."""
        try:
            from watchfiles import watch
        except ImportError as error:
            raise OptionError(
                "--watch needs watchfiles: pip install 'tilewright[watch]'"
            ) from error
        folder = Path(self.file).resolve().parent

        def is_source(_: object, path: str) -> bool:
            return path.endswith((".toml", ".txt"))

        saved = watch(
            folder,
            watch_filter=is_source,
            raise_interrupt=False,
            yield_on_timeout=True,
            rust_timeout=300,
        )
        with suppress(KeyboardInterrupt):  # that is how it ends, whatever it is about
            next(saved)  # from here on nothing that is saved is missed
            self._again()
            _telling.note("waiting for files to be saved")
            for changes in saved:
                if changes:
                    self._again()
        return cli.OK

    def _again(self) -> None:
        """Make the figures; a file that is wrong is mended and saved again."""
        try:
            self.once()
        except (GameError, OSError) as error:
            _telling.error(str(error))


def _write(build: Build, told: FiguresTold, *, prune: bool) -> None:
    """Write what is not there yet, and tell of it."""
    book = build.book
    for output in build.outputs():
        for note in output.notes:
            _telling.note(f"Note: {output.figure}: {note}")
        if book.write(output):
            told.wrote(_path(build, output.name))
        else:
            told.stands()
    told.stands(build.unchanged)
    orphans = build.orphans()
    removed = list(_removed(build, orphans)) if prune else []
    if build.manifest.keys or build.manifest.made:
        build.manifest.write(book.out)
    _telling.note(f"{len(told.written)} written, {told.unchanged} unchanged")
    if left := len(orphans) - len(removed):
        files = plural(left, "file is", "files are")
        _telling.note(f"{left} {files} of no figure any more; --prune removes what is ours")
    if book.spec.snippets and any(spec.captions == "figure" for spec in book.spec.figures):
        _telling.note(
            'captions are drawn in the pictures too; captions = "text" leaves them to the text'
        )


def _removed(build: Build, orphans: list[str]) -> Iterator[str]:
    """Remove files as they were written, and yield their names; others are left alone."""
    for name in orphans:
        if build.manifest.stands(build.book.out, name):
            (build.book.out / name).unlink()
            del build.manifest.made[name]
            _telling.note(f"{_path(build, name)} removed")
            yield name
        else:
            _telling.note(f"{_path(build, name)} was changed since it was made; it is left")


def _check(build: Build, told: FiguresTold) -> None:
    """Tell what is not as the file gives it."""
    for output in build.outputs():
        if fault := build.book.fault(output):
            told.wrong(_path(build, output.name), fault, output.figure)
        else:
            told.stands()
    told.stands(build.unchanged)
    for name in build.orphans():
        told.wrong(_path(build, name), "is of no figure any more")
    total = told.unchanged + len(told.faults)
    are = plural(total, "file is", "files are")
    _telling.note(f"{told.unchanged} of {total} {are} in order")


def _path(build: Build, name: str) -> str:
    """Return a file's path as one would type it here."""
    path = str((build.book.out / name).resolve())
    here = os.path.relpath(path)
    return path if here.startswith(os.pardir) else here
