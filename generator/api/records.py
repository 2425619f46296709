"""Game records checked: every game of files replayed, its result and the pieces it needs compared."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from engine.errors import GameError
from engine.record import Record, RecordFault
from engine.record import check as faults_of
from engine.words import count
from generator import answers, files
from generator.api.asking import games_in
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.checking.unread import Unread


class CheckedRecord(NamedTuple):
    """A record of a file, which it is, its faults, and the seconds that its replay took.

    >>> (one,) = generator.check("game.txt").records
    >>> one.file, one.number, one.faults
    ('game.txt', 1, ())
    """

    file: str
    number: int
    record: Record
    faults: tuple[RecordFault, ...]
    seconds: float

    @property
    def game(self) -> str:
        """The name of its game.

        >>> generator.check("game.txt").records[0].game == game.name
        True
        """
        return self.record.tags.get("Game", "")

    @property
    def verdict(self) -> str:
        """What came of it, in words.

        >>> generator.check("game.txt").records[0].verdict.endswith(", 2 moves, in order")
        True
        """
        wrong = f"not in order: {count(len(self.faults), 'fault')}"
        moves = count(len(self.record.moves), "move")
        return f"game {self.number}: {self.game}, {moves}, {wrong if self.faults else 'in order'}"

    def lines(self) -> Iterator[str]:
        """Yield its faults, or that it is in order, with file, line and column.

        >>> len(list(generator.check("game.txt").records[0].lines()))
        1
        """
        yield from map(report.placed, _reported(self))
        if not self.faults:
            yield f"{self.file}: {self.verdict}"


def _reported(one: CheckedRecord) -> tuple[Fault, ...]:
    """Return a record's faults as reports have them."""
    return tuple(
        Fault("record", f.sentence, one.file, line=f.line, column=f.column) for f in one.faults
    )


@dataclass(frozen=True)
class RecordsChecked:
    """What was checked: a value for each game of the files, and the files that could not be read.

    >>> checked = generator.check("game.txt")
    >>> checked.ok, checked.records[0].game == game.name
    (True, True)
    """

    records: tuple[CheckedRecord, ...] = ()
    errors: tuple[Unread, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order.

        >>> generator.check("game.txt").ok
        True
        """
        return not self.errors and not any(one.faults for one in self.records)

    def text(self) -> str:
        """Return the report for people, a line for each fault, for a game without, and a file unread.

        >>> generator.check("game.txt").text().endswith(", 2 moves, in order" + chr(10))
        True
        """
        lines = (line for one in self.records for line in one.lines())
        return report.lined([*lines, *map(report.error_line, self.errors)])

    def json(self) -> str:
        """Return the report for programs, whose schema is ``check/1``.

        >>> '"ok": true' in generator.check("game.txt").json()
        True
        """
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
        said = report.told(self.errors)
        return answers.written("check", {"ok": self.ok, **said, "records": records}) + "\n"

    def junit(self) -> str:
        """Return the report as JUnit XML.

        >>> "<testsuites" in generator.check("game.txt").junit()
        True
        """
        return report.junit(self._run)

    def github(self) -> str:
        """Return the report as GitHub's workflow commands.

        >>> generator.check("game.txt").github()[:8]
        '::notice'
        """
        return report.github(self._run)

    def markdown(self) -> str:
        """Return the report as Markdown, for the page of a job or a comment.

        >>> generator.check("game.txt").markdown().splitlines()[0]
        '### tilewright check'
        """
        return report.markdown(self._run)

    @cached_property
    def _run(self) -> CheckRun:
        """The records as a run with a suite for each, a case for the record."""
        suites = []
        for one in self.records:
            faults = _reported(one)
            case = Case(one.file, f"game {one.number}: {one.game}", faults)
            verdict = f"{one.file}: {one.verdict}"
            suites.append(Suite(one.file, (case,), faults, verdict, one.seconds))
        return CheckRun("tilewright check", tuple(suites), self.errors)


def check(*records: str | Path) -> RecordsChecked:
    """Replay the games of record files: illegal moves, wrong results, more pieces than the kit has.

    :func:`engine.record.check` checks a record that was read.

    A file that cannot be read does not stop the others: ask :attr:`RecordsChecked.errors`.

    Raises GameError where the only file cannot be read, OSError where it cannot be opened.

    >>> _ = Path("wrong.txt").write_text(str(record).replace("0,-1", "9,9"))
    >>> [one.faults[0].line for one in generator.check("wrong.txt").records]
    [3]
    """
    found = checked(*records)
    if len(records) == 1:
        for error in found.errors:
            raise error.named
    return found


def checked(*records: str | Path) -> RecordsChecked:
    """Return what :func:`check` does, also where nothing but one file was given that cannot be read."""
    found: list[CheckedRecord] = []
    errors: list[Unread] = []
    for name in map(str, records):
        try:
            found += _games(name)
        except (GameError, OSError) as error:
            errors.append(Unread(error, files.named(name)))
    return RecordsChecked(tuple(found), tuple(errors))


def _games(name: str) -> Iterator[CheckedRecord]:
    """Yield the games of a file; the first took the reading of the file, too."""
    began = time.monotonic()
    for number, one in enumerate(games_in(name), 1):
        faults = tuple(faults_of(one))
        now = time.monotonic()
        yield CheckedRecord(files.named(name), number, one, faults, now - began)
        began = now
