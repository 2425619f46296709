"""``tilewright verify``: count tile sets, of a game, an inventory, or printed sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Unpack

from generator import files
from generator.api.options import Option
from generator.api.verifying import Verification, VerifyOptions, verified
from generator.commands import _reports
from generator.commands._asking import Argument, command


@command
def verify(
    subjects: Annotated[
        tuple[str, ...], Argument("[GAME] [FILE|FOLDER…]", "games or all or files", required=False)
    ],
    *,
    missing: Annotated[
        Path | None,
        Option("Write the pieces to print again, for kit --pieces @FILE.", "FILE", kind="file"),
    ],
    whole: Annotated[
        bool, Option("List every fault; otherwise the first few of each kind.", names="--all")
    ],
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
    """
    wishes = _reports.wishes_of(reports, as_json=as_json)
    _reports.see_apart(wishes, _inputs(subjects, wishes))
    with _reports.unread(wishes, lambda error: Verification((), errors=(error,))):
        outcome = verified(*subjects, **options)
        is_listed = missing is not None and not outcome.errors
        again = files.encoded(outcome.missing()) if is_listed else None
    if missing is not None and again is not None:
        files.write(missing, again)
    _reports.deliver(wishes, outcome, whole=whole)
    return _reports.ended(outcome)


def _inputs(subjects: Sequence[str], wishes: Sequence[_reports.Wish]) -> tuple[str, ...]:
    into = [wish.file for wish in wishes if wish.file is not None]
    if not into:
        return ()
    from generator.checking.collecting import looks_at

    return (*subjects, *(str(path) for path in into if looks_at(tuple(subjects), path)))
