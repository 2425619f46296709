"""``tilewright check``: replays records."""

from __future__ import annotations

import click

from generator.api.records import checked
from generator.commands import _asking, _reports


@click.command()
@click.argument(
    "records", nargs=-1, required=True, metavar="RECORD…", shell_complete=_asking.offering("files")
)
@_reports.option
def command(records: tuple[str, ...], reports: tuple[_reports.Wish, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any, and 2
    if a file cannot be read.
    """
    wishes = _reports.asked(reports, records, as_json=as_json)
    found = checked(*records)
    _reports.deliver(wishes, found)
    return _reports.ended(found)
