"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from engine.errors import OptionError
from engine.words import plural
from generator import cli, files
from generator.commands import _reports, _telling
from generator.commands._figure_reports import FiguresTold

if TYPE_CHECKING:
    from generator.figures.rulebook import Output, Rulebook


@click.command()
@click.argument("file", metavar="SPEC.toml")
@click.argument("names", nargs=-1, metavar="[FIGURE…]")
@click.option(
    "--out", metavar="FOLDER", help="The folder for the files. [default: as the file says, figures]"
)
@click.option(
    "--check", is_flag=True, help="Write nothing; exit 1 if a file is not as it should be."
)
@click.option("--latex", is_flag=True, help="Also write a .tex snippet for each figure.")
@click.option(
    "--contact-sheet", metavar="NAME.html", help="Also write a page to look through the figures."
)
@_reports.option
def command(
    file: str,
    names: tuple[str, ...],
    out: str | None,
    check: bool,
    latex: bool,
    contact_sheet: str | None,
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
) -> int:
    """Make the figures that SPEC.toml describes, or those named.

    Files that are right already are left alone.  "-" reads standard input.
    """
    if reports and not check:
        raise OptionError("--report is of --check; --json lists what was written")
    wishes = _reports.asked(reports, as_json=as_json)
    told = FiguresTold(file, wishes)
    with _reports.told(wishes, told.forms):
        book = _book(file, out, contact_sheet, latex=latex)
        told.text = "" if file == "-" else files.read_text(file)
        (_check if check else _write)(book, names, told)
    _reports.deliver(wishes, told.forms())
    return cli.NOT_IN_ORDER if told.faults else cli.OK


def _book(file: str, out: str | None, contact_sheet: str | None, *, latex: bool) -> Rulebook:
    """Return a specification with what the command line says otherwise.

    Raises OptionError saying what is wrong and where, OSError where it cannot be read.
    """
    from generator.figures import rulebook
    from generator.figures.spec import sheet_name

    book = rulebook.load(file)
    spec = book.spec
    if out is not None:
        spec = replace(spec, out=os.path.relpath(out, book.folder))
    if contact_sheet is not None:
        spec = replace(spec, contact_sheet=sheet_name(contact_sheet))
    spec = replace(spec, latex=spec.latex or latex)
    return replace(book, spec=spec)


def _write(book: Rulebook, names: tuple[str, ...], told: FiguresTold) -> None:
    """Write what is not there yet, and tell of it."""
    for output in book.outputs(names):
        for note in output.notes:
            _telling.note(f"Note: {output.figure}: {note}")
        if book.write(output):
            told.wrote(_path(book, output))
        else:
            told.stands()
    _telling.note(f"{len(told.written)} written, {told.unchanged} unchanged")
    if book.spec.latex and any(spec.captions == "figure" for spec in book.spec.figures):
        _telling.note(
            'captions are drawn in the pictures too; captions = "text" leaves them to LaTeX'
        )


def _check(book: Rulebook, names: tuple[str, ...], told: FiguresTold) -> None:
    """Tell what is not as the file gives it."""
    for output in book.outputs(names):
        if fault := book.fault(output):
            told.wrong(_path(book, output), fault, output.figure)
        else:
            told.stands()
    total = told.unchanged + len(told.faults)
    are = plural(total, "file is", "files are")
    _telling.note(f"{told.unchanged} of {total} {are} in order")


def _path(book: Rulebook, output: Output) -> str:
    """Return a file's path as one would type it here."""
    path = str((book.out / output.name).resolve())
    here = os.path.relpath(path)
    return path if here.startswith(os.pardir) else here
