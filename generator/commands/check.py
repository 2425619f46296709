"""``tilewright check``: replays records, and comments on their turns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from engine.errors import OptionError
from engine.record import format_all
from engine.words import count
from generator import files
from generator.api.options import Option
from generator.api.records import RecordsChecked, checked
from generator.commands import _reports, _telling
from generator.commands._asking import Argument, command


@command
def check(
    records: Annotated[tuple[str, ...], Argument("RECORD…", "files")],
    *,
    annotate: Annotated[
        str | None,
        Option("Comment on the turns that a player such as uct:300 thinks bad.", "PLAYER"),
    ],
    out: Annotated[
        Path | None,
        Option(
            "The annotated record. [default: standard output, in place of the report]",
            kind="file",
            names="-o --out",
        ),
    ],
    reports: _reports.Reports,
    as_json: _reports.AsJson,
) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has. Then the exit code is 1; it
    is 2 if a file cannot be read. --annotate writes the games that are in order with comments and
    marks, which the page of replay shows.
    """
    if annotate is None and out is not None:
        raise OptionError("-o is the file of --annotate; a report goes to --report KIND=FILE")
    wishes = _reports.wishes_of(reports, records, as_json=as_json)
    outcome = checked(*records)
    if annotate is not None and outcome.ok:
        _annotate(outcome, annotate, out)
    if annotate is None or out is not None or not outcome.ok:
        _reports.deliver(wishes, outcome)
    return _reports.ended(outcome)


def _annotate(outcome: RecordsChecked, player: str, out: Path | None) -> None:
    from generator.api.suggestions import annotated

    made = [annotated(one.record, player) for one in outcome.records]
    lost = sum(one.lost for one in made)
    _telling.note(f"{count(lost, 'turn')} lost much in the eyes of {player}")
    data = format_all(one.record for one in made).encode()
    if out is None:
        _telling.binary(data)
    else:
        files.write(out, data)
