"""The commands that check: ``check``, records of games, and ``verify``, sets of pieces and printed sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Unpack

from generator import files
from generator.api import checks
from generator.api.checks import (
    Verification,
    VerifyOptions,
)
from generator.api.options import Option
from generator.commands import _reports, _telling
from generator.commands._asking import command, untyped


@command
def check(
    records: Annotated[tuple[str, ...], Option(metavar="RECORD…", offers="files")],
    *,
    reports: _reports.Reports,
    as_json: _reports.AsJson,
) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has. Then the exit code is 1; it
    is 2 if a file cannot be read.
    """
    wishes = _reports.wishes_of(reports, records, as_json=as_json)
    outcome = checks.checked(*records)
    _reports.deliver(wishes, outcome)
    return _reports.ended(outcome)


@command
def verify(
    subjects: Annotated[
        tuple[str, ...], Option(metavar="[GAME] [FILE|FOLDER…]", offers="games or files")
    ],
    *,
    missing: Annotated[Path | None, Option(kind="file")],
    whole: Annotated[bool, Option(names="--all")],
    reports: _reports.Reports,
    as_json: _reports.AsJson,
    **options: Unpack[VerifyOptions],
) -> int:
    """Count tile sets and name every fault.

    GAME alone: the game's own set, with the counting argument. FILE… and FOLDER…: sets of any
    mixture of games. They are inventories (CSV, JSON), sheets (PDF, SVG) read back from the
    drawing, photographs of separate tiles, or scanned sheets (PNG, JPEG, PDF); "-" is standard
    input. A kit's manifest beside its sheets gives the settings and the pieces. Exit code 1: not in
    order.

    All components of a kit are required, or those of --only. Any other component must be complete.

    - missing FILE: Write the pieces to print again, for kit --pieces @FILE.
    - whole: List every fault; otherwise the first few of each kind.
    """
    wishes = _reports.wishes_of(reports, subjects, as_json=as_json)
    with _reports.unread(wishes, lambda error: Verification((), errors=(error,))):
        outcome = checks.verified(*subjects, defaults=untyped(), **options)
        is_listed = missing is not None and not outcome.errors
        again = files.encoded(outcome.missing()) if is_listed else None
    if missing is not None and again is not None:
        files.write(missing, again)
        if not again and outcome.faults:
            _telling.note(f"{missing} is empty: no piece is missing; print the named sheets again")
    _reports.deliver(wishes, outcome, whole=whole)
    return _reports.ended(outcome)
