"""Game records checked: every game of the files is replayed, with its result and its pieces."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import engine
from engine.errors import GameError, RecordError
from engine.record import Record, RecordFault, load_all
from engine.record import check as faults_of
from engine.words import count
from generator import answers, files
from generator.checking import report
from generator.checking.faults import Fault, Unread
from generator.checking.report import Case, CheckRun, Reported, Suite


class CheckedRecord(NamedTuple):
    """A record of a file, its number there, its faults, and the seconds of its replay."""

    file: str
    number: int
    record: Record
    faults: tuple[RecordFault, ...]
    seconds: float

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
        yield from map(report.placed, _reported(self))
        if not self.faults:
            yield f"{self.file}: {self.verdict}"


def _reported(one: CheckedRecord) -> tuple[Fault, ...]:
    return tuple(
        Fault("record", f.sentence, one.file, line=f.line, column=f.column) for f in one.faults
    )


@dataclass(frozen=True)
class RecordsChecked(Reported):
    """The outcome for each game of the files, and the files that could not be read."""

    records: tuple[CheckedRecord, ...] = ()

    def text(self, *, all: bool = False) -> str:
        """Return the report for people: lines of faults, of games in order, of unreadable files."""
        lines = (line for one in self.records for line in one.lines())
        return report.lined([*lines, *map(report.error_line, self.errors)])

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
                    {"line": f.line, "column": f.column, "fault": f.sentence} for f in one.faults
                ],
            }
            for one in self.records
        ]
        unread = report.told(self.errors)
        return answers.written("check", {"ok": self.ok, **unread, "records": records}) + "\n"

    def _run(self) -> CheckRun:
        suites = []
        for one in self.records:
            faults = _reported(one)
            case = Case(one.file, f"game {one.number}: {one.game}", faults)
            verdict = f"{one.file}: {one.verdict}"
            suites.append(Suite(one.file, (case,), faults, verdict, one.seconds))
        return CheckRun("tilewright check", tuple(suites), self.errors)


def check(*records: str | Path) -> RecordsChecked:
    """Replay the games of record files, and return what is wrong with each.

    Faults are illegal moves, wrong results, and more pieces than the kit has.  An unreadable file
    does not stop the others; see :attr:`RecordsChecked.errors`.

    Raises GameError if the only file cannot be read, OSError if it cannot be opened.

    >>> _ = Path("wrong.txt").write_text(str(record).replace("0,-1", "9,9"))
    >>> [one.faults[0].line for one in generator.check("wrong.txt").records]
    [3]
    """
    outcome = checked(*records)
    if len(records) == 1:
        for error in outcome.errors:
            raise error.named
    return outcome


def checked(*records: str | Path) -> RecordsChecked:
    """Do as :func:`check`, but return the error of a single file that cannot be read."""
    records_checked: list[CheckedRecord] = []
    errors: list[Unread] = []
    for name in map(str, records):
        began = time.monotonic()
        try:
            for number, one in enumerate(games_in(name), 1):
                faults = tuple(faults_of(one))
                now = time.monotonic()
                records_checked.append(
                    CheckedRecord(files.named(name), number, one, faults, now - began)
                )
                began = now
        except (GameError, OSError) as error:
            errors.append(Unread(error, files.named(name)))
    return RecordsChecked(tuple(records_checked), errors=tuple(errors))


def games_in(name: str) -> list[Record]:
    """Return the games of a record file, at least one; ``-`` is standard input.

    Raises GameError with file, line and column.
    """
    text = files.read_text(name)
    try:
        games = load_all(text)
    except RecordError as error:
        raise GameError(files.located(files.named(name), error)) from error
    if not games:
        tag = f'[Game "{engine.names()[0]}"]'
        raise GameError(
            f"{files.named(name)} holds no games; expected tags such as {tag}, then moves"
        )
    return games
