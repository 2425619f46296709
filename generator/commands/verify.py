"""``tilewright verify``: count tile sets, of a game, an inventory, or printed sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator import files
from generator.api.verifying import Verification, VerifyOptions, verified
from generator.commands import _asking, _reports


@click.command()
@click.argument(
    "subjects",
    nargs=-1,
    metavar="[GAME] [FILE|FOLDER…]",
    shell_complete=_asking.offering("all games or files"),
)
@_reports.option
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="List every fault; else of each kind the first few, and how many more.",
)
@_asking.options(
    VerifyOptions,
    exclude=click.option(
        "--missing",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Where to list the pieces to print again, for kit --pieces @FILE.",
    ),
)
def command(
    subjects: tuple[str, ...],
    *,
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
    whole: bool,
    missing: Path | None,
    **options: Any,
) -> int:
    """Count tile sets and name every fault.

    GAME alone: the game's own set, with the counting argument. FILE… and FOLDER…: sets of any
    mixture of games: inventories (CSV, JSON), sheets (PDF, SVG) read back from what is drawn,
    photographs of tiles laid apart, or scanned sheets (PNG, JPEG, PDF); "-" is standard input. A
    kit's manifest beside its sheets says how they were printed and what should be there. 1 is not
    in order.

    All components of a kit must be there, or those --only names; what else is there, be complete.
    """
    wishes = _reports.wishes_of(reports, _inputs(subjects, reports), as_json=as_json)
    with _reports.unread(wishes, lambda error: Verification((), errors=(error,))):
        found = verified(*subjects, **options)
        is_listed = missing is not None and not found.errors
        again = files.encoded(found.missing()) if is_listed else None
    if missing is not None and again is not None:
        files.write(missing, again)
    _reports.deliver(wishes, found, whole=whole)
    return _reports.ended(found)


def _inputs(subjects: tuple[str, ...], reports: tuple[_reports.Wish, ...]) -> tuple[str, ...]:
    """Return what is verified that a report would be written into, or may be."""
    into = [wish.file for wish in reports if wish.file is not None]
    if not into:
        return ()
    from generator.checking.collecting import looks_at

    return (*subjects, *(str(path) for path in into if looks_at(subjects, path)))
