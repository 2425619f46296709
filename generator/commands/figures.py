"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from engine.words import plural
from generator import cli

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
def command(
    file: str,
    names: tuple[str, ...],
    out: str | None,
    check: bool,
    latex: bool,
    contact_sheet: str | None,
) -> int:
    """Make the figures that SPEC.toml describes, or those named.

    Files that are right already are left alone.  "-" reads standard input.
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
    book = replace(book, spec=spec)
    return _check(book, names) if check else _write(book, names)


def _write(book: Rulebook, names: tuple[str, ...]) -> int:
    """Write what is not there yet; list it on standard output."""
    written = unchanged = 0
    for output in book.outputs(names):
        for note in output.notes:
            click.echo(f"Note: {output.figure}: {note}", err=True)
        if book.write(output):
            written += 1
            click.echo(_path(book, output))
        else:
            unchanged += 1
    click.echo(f"{written} written, {unchanged} unchanged", err=True)
    if book.spec.latex and any(spec.captions == "figure" for spec in book.spec.figures):
        click.echo(
            'captions are drawn in the pictures too; captions = "text" leaves them to LaTeX',
            err=True,
        )
    return cli.OK


def _check(book: Rulebook, names: tuple[str, ...]) -> int:
    """List on standard output what is not as the file gives it."""
    faults = count = 0
    for output in book.outputs(names):
        count += 1
        if fault := book.fault(output):
            faults += 1
            click.echo(f"{_path(book, output)} {fault}")
    files = plural(count, "file is", "files are")
    click.echo(f"{count - faults} of {count} {files} in order", err=True)
    return cli.NOT_IN_ORDER if faults else cli.OK


def _path(book: Rulebook, output: Output) -> str:
    """Return a file's path as one would type it here."""
    path = str((book.out / output.name).resolve())
    here = os.path.relpath(path)
    return path if here.startswith(os.pardir) else here
