"""``tilewright check``: replays records."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import click

from engine.record import Record, RecordFault, check
from engine.words import count
from generator import answers, cli
from generator.api.asking import games_in
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.commands import _reports, _telling


class _Checked(NamedTuple):
    """A record of a file, which it is, its faults, and the seconds that its replay took."""

    file: str
    number: int
    record: Record
    faults: list[RecordFault]
    seconds: float

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.record.tags.get("Game", "")


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD…")
@_reports.option
def command(records: tuple[str, ...], reports: tuple[_reports.Wish, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any.
    """
    wishes = _reports.asked(reports, as_json=as_json)
    with _reports.told(wishes, lambda error: _forms([], error)), _telling.working("replaying"):
        checked = list(_checked(records))
    _reports.deliver(wishes, _forms(checked))
    return cli.NOT_IN_ORDER if any(one.faults for one in checked) else cli.OK


def _checked(names: Sequence[str]) -> Iterator[_Checked]:
    """Yield every game of the files, replayed.

    Raises GameError, OSError where a file cannot be read.
    """
    for name in names:
        for number, one in enumerate(games_in(name), 1):
            began = time.monotonic()
            faults = check(one)
            yield _Checked(name, number, one, faults, time.monotonic() - began)


def _forms(checked: Sequence[_Checked], error: str = "") -> dict[str, Callable[[], str]]:
    """Return how each report is made of records that were checked, or of an error."""
    return {
        "text": lambda: "".join(f"{line}\n" for one in checked for line in _lines(one)),
        "json": lambda: _json(checked, error),
        "junit": lambda: report.junit(_run(checked, error)),
        "github": lambda: report.github(_run(checked, error)),
    }


def _lines(one: _Checked) -> Iterator[str]:
    for fault in one.faults:
        yield f"{one.file}:{fault.line}:{fault.column}: {fault.sentence}"
    if not one.faults:
        yield f"{one.file}: {_verdict(one)}"


def _verdict(one: _Checked) -> str:
    state = f"not in order: {count(len(one.faults), 'fault')}" if one.faults else "in order"
    return f"game {one.number}: {one.game}, {count(len(one.record.moves), 'move')}, {state}"


def _json(checked: Sequence[_Checked], error: str) -> str:
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
        for one in checked
    ]
    answer = {"ok": not error and not any(one.faults for one in checked), "records": records}
    said = {"ok": False, "error": error, "records": records} if error else answer
    return answers.written("check", said) + "\n"


def _run(checked: Sequence[_Checked], error: str) -> CheckRun:
    """Return the records as a run with a suite for each, a case for the record."""
    suites = []
    for one in checked:
        faults = tuple(
            Fault("record", f.sentence, one.file, line=f.line, column=f.column) for f in one.faults
        )
        case = Case(one.file, f"game {one.number}: {one.game}", faults)
        suites.append(Suite(one.file, (case,), faults, f"{one.file}: {_verdict(one)}", one.seconds))
    return CheckRun("tilewright check", tuple(suites), error)
