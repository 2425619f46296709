"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import cli, files
from generator.api import rulebooks
from generator.commands import _asking, _reports, _telling
from generator.commands._figure_reports import FiguresTold


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
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many figures at a time. [default: all cores]",
)
@_asking.font_option
@click.option("--fresh", is_flag=True, help="Make all again, also what stands there unchanged.")
@_asking.lang_option
@_reports.option
def command(
    file: str,
    names: tuple[str, ...],
    *,
    watch: bool,
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
    **options: Any,
) -> int:
    """Make the figures that SPEC.toml describes, or those named.

    Files that are right already are left alone.  "-" reads standard input.
    """
    asked = _Asked(file, names, reports, as_json, options)
    asked.see_sense(watch=watch)
    return asked.watched() if watch else asked.once()


@dataclass(frozen=True)
class _Asked:
    """What the command line asks for: how it is told, and the options of the figures."""

    file: str
    names: tuple[str, ...]
    reports: tuple[_reports.Wish, ...]
    as_json: bool
    options: dict[str, Any]

    def see_sense(self, *, watch: bool) -> None:
        """Refuse options that do not go together."""
        if self.options["check"] and watch:
            raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
        if watch and self.file == "-":
            raise OptionError("--watch goes with a file, not with standard input")
        if self.reports and not self.options["check"]:
            raise OptionError("--report is of --check; --json lists what was written")
        if self.as_json and watch:
            raise OptionError("--json tells of one run; leave out --watch")

    def once(self) -> int:
        """Make or check the figures."""
        return self._made()[0]

    def _made(self) -> tuple[int, tuple[Path, ...]]:
        """Make or check the figures; return how it ended, and the files that they are made of."""
        wishes = _reports.asked(self.reports, [self.file], as_json=self.as_json)
        told = FiguresTold(self.file, wishes)
        with _reports.told(wishes, told.unread, self.file), _telling.working(self._work()):
            made = rulebooks.figures(self.file, *self.names, tell=told.hear, **self.options)
        _reports.see_apart(wishes, made.given)
        for note in made.notes:
            _telling.note(note)
        for error in made.errors:
            _telling.details(error.origin)
            _telling.error(error.message)
        _reports.deliver(wishes, told.forms(made))
        if any(not error.illegal for error in made.errors):
            return cli.BAD_INPUT, made.sources
        return cli.OK if made.ok else cli.NOT_IN_ORDER, made.sources

    def _work(self) -> str:
        return "checking figures" if self.options["check"] else "making figures"

    def watched(self) -> int:
        """Make the figures whenever a file they are made of is saved, until interrupted."""
        try:
            from watchfiles import watch
        except ImportError as error:
            raise OptionError("--watch needs watchfiles: pip install watchfiles") from error
        from engine.drawing.families import SUFFIXES

        folder = resolved(self.file).parent
        logging.getLogger("watchfiles").setLevel(logging.ERROR)  # it tells of interrupts, too

        def is_source(_: object, path: str) -> bool:
            return path.lower().endswith((".toml", ".txt", *SUFFIXES))

        saved = _told(
            watch(
                folder,
                watch_filter=is_source,
                raise_interrupt=False,
                yield_on_timeout=True,
                rust_timeout=300,
            )
        )
        with suppress(KeyboardInterrupt):  # that is how it ends, whatever it is about
            next(saved, None)  # from here on nothing that is saved is missed
            used = self._again()
            _telling.note("waiting for files to be saved")
            for changes in saved:
                # What figures are made of may lie in other folders, and be called anything.
                if changes or used != _saved(used):
                    used = self._again()
        return cli.OK

    def _again(self) -> dict[Path, int]:
        """Make the figures; a file that is wrong is mended and saved again.

        Returns when the files that they are made of were saved; 0 for those saved in the meantime,
        which may have been read before.
        """
        began = time.time_ns()
        try:
            saved = _saved(self._made()[1])
        except (GameError, OSError) as error:
            _telling.error(files.told(error) if isinstance(error, OSError) else str(error))
            return {}
        ended = time.time_ns()
        return {path: 0 if began <= at <= ended else at for path, at in saved.items()}


def _told(saved: Iterator[Any]) -> Iterator[Any]:
    """Yield what is saved.

    Raises OptionError where the folder cannot be watched, as with names in it that are no UTF-8.
    """
    try:
        yield from saved
    except RuntimeError as error:
        raise OptionError(f"--watch: the folder cannot be watched: {error}") from error


def _saved(paths: Iterable[Path]) -> dict[Path, int]:
    """Return when files were saved, in nanoseconds; 0 for those that are not there."""
    found = {}
    for path in paths:
        try:
            found[path] = path.stat().st_mtime_ns
        except OSError:
            found[path] = 0
    return found
