"""``tilewright figures``: all figures of a rulebook."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Unpack

from engine.errors import GameError, OptionError
from generator import cli, files
from generator.api import rulebooks
from generator.api.options import Option
from generator.api.rulebooks import FigureFile, FiguresMade, FiguresOptions
from generator.commands import _reports, _telling
from generator.commands._asking import command

#: Seconds between two looks at files.
_PAUSE = 0.3


@command
def figures(
    file: Annotated[str, Option(metavar="SPEC.toml", offers="files")],
    names: Annotated[tuple[str, ...], Option(metavar="[FIGURE…]", offers="figures")],
    *,
    watch: bool,
    reports: _reports.Reports,
    as_json: _reports.AsJson,
    **options: Unpack[FiguresOptions],
) -> int:
    """Make the figures that SPEC.toml describes, or some of them by name.

    Figures that have not changed are left alone. "-" reads standard input.

    - watch: Go on, and make figures again when a file is saved.
    """
    if options["check"] and watch:
        raise OptionError("--check writes and removes nothing; leave out --watch and --prune")
    if watch and file == "-":
        raise OptionError("--watch goes with a file, not with standard input")
    if reports and not options["check"]:
        raise OptionError("--report goes with --check; --json lists the files written")
    if as_json and watch:
        raise OptionError("--json describes one run; leave out --watch")
    wishes = _reports.wishes_of(reports, [file], as_json=as_json)
    making = _Making(file, names, wishes, {**options})
    return making.watched() if watch else making.once()[0]


@dataclass(frozen=True)
class _Making:
    file: str
    names: tuple[str, ...]
    wishes: tuple[_reports.Wish, ...]
    options: dict[str, Any]

    def once(self) -> tuple[int, tuple[Path, ...]]:
        wishes, done = self.wishes, list[FigureFile]()

        def tell(file: FigureFile) -> None:
            done.append(file)
            if _reports.PRINTED in wishes:
                _telling.result(str(file))

        def failed(error: Any) -> FiguresMade:
            return FiguresMade(self.file, tuple(done), errors=(error,))

        with _reports.unread(wishes, failed, self.file):
            made = rulebooks.figures(self.file, *self.names, tell=tell, **self.options)
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
        with suppress(KeyboardInterrupt):
            used = self._again({Path(self.file): 0})
            _telling.note("waiting for files to be saved")
            while True:
                time.sleep(_PAUSE)
                if used != _saved(used):
                    used = self._again(used)
        return cli.OK

    def _again(self, known: Mapping[Path, int]) -> dict[Path, int]:
        """Make the figures, and return when their files were saved; a wrong file is not the end."""
        before, used = _saved(known), tuple[Path, ...]()
        try:
            _, used = self.once()
        except (GameError, OSError) as error:
            _telling.error(files.told(error) if isinstance(error, OSError) else str(error))
        return _saved(used) | before  # files saved meanwhile may have been read before


def _saved(paths: Iterable[Path]) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns if path.exists() else 0 for path in paths}
