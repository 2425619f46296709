"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import cli, files
from generator.api import rulebooks
from generator.api.rulebooks import FigureFile, FiguresMade, FiguresOptions
from generator.commands import _asking, _reports, _telling


@click.command()
@click.argument("file", metavar="SPEC.toml", shell_complete=_asking.offering("files"))
@click.argument("names", nargs=-1, metavar="[FIGURE…]", shell_complete=_asking.offering("figures"))
@_asking.options(
    FiguresOptions,
    prune=click.option(
        "--watch", is_flag=True, help="Go on, and make figures again when the file is saved."
    ),
)
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
    if options["check"] and watch:
        raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
    if watch and file == "-":
        raise OptionError("--watch goes with a file, not with standard input")
    if reports and not options["check"]:
        raise OptionError("--report is of --check; --json lists what was written")
    if as_json and watch:
        raise OptionError("--json tells of one run; leave out --watch")
    wishes = _reports.wishes_of(reports, [file], as_json=as_json)
    making = _Making(file, names, wishes, options)
    return making.watched() if watch else making.once()[0]


@dataclass(frozen=True)
class _Making:
    """Figures made or checked, and how that is told."""

    file: str
    names: tuple[str, ...]
    wishes: tuple[_reports.Wish, ...]
    options: dict[str, Any]

    def once(self) -> tuple[int, tuple[Path, ...]]:
        """Make or check the figures; return how it ended, and the files that they are made of."""
        wishes, heard = self.wishes, list[FigureFile]()

        def hear(file: FigureFile) -> None:
            heard.append(file)
            if _reports.PRINTED in wishes:
                _telling.result(str(file))

        def failed(error: Any) -> FiguresMade:
            return FiguresMade(self.file, tuple(heard), errors=(error,))

        with _reports.unread(wishes, failed, self.file):
            made = rulebooks.figures(self.file, *self.names, tell=hear, **self.options)
        _reports.see_apart(wishes, made.given)
        for note in made.notes:
            _telling.note(note)
        for fault in made.faults:
            _telling.detail(fault.origin)
            _telling.error(fault.message)
        _reports.deliver(wishes, made, lines=True)
        if any(not fault.illegal for fault in made.faults):
            return cli.BAD_INPUT, made.sources
        return cli.OK if made.ok else cli.NOT_IN_ORDER, made.sources

    def watched(self) -> int:
        """Make the figures whenever a file they are made of is saved, until interrupted."""
        try:
            from watchfiles import watch
        except ImportError as error:
            raise OptionError("--watch needs watchfiles: pip install watchfiles") from error
        from engine.drawing.ownfonts import SUFFIXES

        logging.getLogger("watchfiles").setLevel(logging.ERROR)  # it tells of interrupts, too

        def is_source(_: object, path: str) -> bool:
            return path.lower().endswith((".toml", ".txt", *SUFFIXES))

        changes = watch(
            resolved(self.file).parent,
            watch_filter=is_source,
            raise_interrupt=False,
            yield_on_timeout=True,
            rust_timeout=300,
        )
        with suppress(KeyboardInterrupt):  # that is how it ends, whatever it is about
            try:
                next(changes, None)  # from here on nothing that is saved is missed
                used = self._again()
                _telling.note("waiting for files to be saved")
                for changed in changes:
                    # What figures are made of may lie in other folders, and be called anything.
                    if changed or used != _saved(used):
                        used = self._again()
            except RuntimeError as error:  # as with names in the folder that are no UTF-8
                raise OptionError(f"--watch: the folder cannot be watched: {error}") from error
        return cli.OK

    def _again(self) -> dict[Path, int]:
        """Make the figures; a file that is wrong is mended and saved again.

        Returns when the files that they are made of were saved; 0 for those saved in the meantime,
        which may have been read before.
        """
        began = time.time_ns()
        try:
            saved = _saved(self.once()[1])
        except (GameError, OSError) as error:
            _telling.error(files.told(error) if isinstance(error, OSError) else str(error))
            return {}
        ended = time.time_ns()
        return {path: 0 if began <= at <= ended else at for path, at in saved.items()}


def _saved(paths: Iterable[Path]) -> dict[Path, int]:
    """Return when files were saved, in nanoseconds; 0 for those that are not there."""
    return {path: path.stat().st_mtime_ns if path.exists() else 0 for path in paths}
