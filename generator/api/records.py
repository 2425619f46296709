"""Checks and what comes of them: reports, and what a command prints; game records are checked here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from engine.errors import GameError, OptionError
from engine.reading import resolved
from engine.record import Record
from engine.record import check as faults_of
from engine.words import count
from generator import answers, files
from generator.api.options import Option
from generator.api.pictures import games_in
from generator.checking import report
from generator.checking.faults import Fault, Unread
from generator.checking.report import Case, CheckRun, Reported, Suite


@dataclass(frozen=True, kw_only=True)
class Checked(Reported):
    """What was checked, its reports, and what the command prints."""

    #: Sentences for the maker.
    notes: tuple[str, ...] = ()

    @property
    def is_bad_input(self) -> bool:
        """Whether something cannot be read."""
        return bool(self.errors)

    @property
    def messages(self) -> tuple[str, ...]:
        """What goes to standard error, a sentence each."""
        return tuple(one.message for one in self.errors)

    def printed(self, *, all: bool = False) -> str:
        """Return the report for people without the messages."""
        raise NotImplementedError

    def text(self, *, all: bool = False) -> str:
        """Return the report for people, with the first faults of each kind, or with ``all``."""
        return self.printed(all=all) + report.lined(f"Error: {words}" for words in self.messages)

    def checked(self) -> Self:
        """Return this, or raise the error that is all there is."""
        if len(self.errors) == 1 and not self._run().suites:
            raise self.errors[0].named
        return self


def see_no_input(file: Path, inputs: Iterable[str | Path]) -> None:
    """Check that an output is not one of the files that are read, be it in a folder or a manifest.

    An earlier report of ours may be replaced.

    Raises OptionError naming the file.
    """
    from generator.checking.collecting import CALLED

    target = resolved(file)
    start = b""
    if target.is_file() and target.suffix.lower() in CALLED:
        with target.open("rb") as stream:
            start = stream.read(100)
    for one in map(resolved, inputs):
        is_inside = one == target.parent and start and b'"schema": "' not in start
        is_manifest = one.parent == target.parent and b'"tilewright"' in start
        if one == target or is_inside or is_manifest:
            raise OptionError(f"a report would overwrite {file}; give it another file")


class CheckedRecord(NamedTuple):
    """A record of a file, its number there, and its faults."""

    file: str
    number: int
    record: Record
    faults: tuple[Fault, ...]

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.record.tags.get("Game", "")

    @property
    def verdict(self) -> str:
        """The outcome in words."""
        wrong = f"not in order: {count(len(self.faults), 'fault')}"
        moves = count(len(self.record.moves), "move")
        return f"game {self.number}: {self.game}, {moves}, {wrong if self.faults else 'in order'}"

    def lines(self) -> Iterator[str]:
        """Yield its faults with file, line and column, or its verdict."""
        yield from map(report.placed, self.faults)
        if not self.faults:
            yield f"{self.file}: {self.verdict}"


@dataclass(frozen=True)
class RecordsChecked(Checked):
    """The outcome for each game of the files, and the files that could not be read."""

    records: tuple[CheckedRecord, ...] = ()

    def printed(self, *, all: bool = False) -> str:
        """Return the lines of faults and of games in order."""
        return report.lined(line for one in self.records for line in one.lines())

    def json(self) -> str:
        """Return the report for programs, whose schema is ``check/1``."""
        records = [
            {
                "file": one.file,
                "record": one.number,
                "game": one.game,
                "moves": len(one.record.moves),
                "ok": not one.faults,
                "faults": [
                    {"line": f.line, "column": f.column, "fault": f.message} for f in one.faults
                ],
            }
            for one in self.records
        ]
        unread = report.unread_fields(self.errors)
        return answers.written("check", {"ok": self.ok, **unread, "records": records}) + "\n"

    def _run(self) -> CheckRun:
        suites = []
        for one in self.records:
            case = Case(one.file, f"game {one.number}: {one.game}", one.faults)
            verdict = f"{one.file}: {one.verdict}"
            suites.append(Suite(one.file, (case,), one.faults, verdict))
        return CheckRun("tilewright check", tuple(suites), self.errors)


def check(
    *records: Annotated[str | Path, Option(metavar="RECORD…", offers="files")],
) -> RecordsChecked:
    """Replay the games in record files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has. Then the exit code is 1; it
    is 2 if a file cannot be read, which does not stop the others.

    Raises GameError if the only file cannot be read, OSError if it cannot be opened.

    >>> _ = Path("wrong.txt").write_text(str(record).replace("0,-1", "9,9"))
    >>> [one.faults[0].line for one in generator.check("wrong.txt").records]
    [3]
    """
    records_checked: list[CheckedRecord] = []
    errors: list[Unread] = []
    for name in map(str, records):
        file = files.named(name)
        try:
            for number, one in enumerate(games_in(name), 1):
                faults = (
                    Fault("record", fault.sentence, file, line=fault.line, column=fault.column)
                    for fault in faults_of(one)
                )
                records_checked.append(CheckedRecord(file, number, one, tuple(faults)))
        except (GameError, OSError) as error:
            errors.append(Unread(error, file))
    return RecordsChecked(tuple(records_checked), errors=tuple(errors)).checked()
