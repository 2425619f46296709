"""``tilewright check``: replays records."""

from __future__ import annotations

from dataclasses import replace

import click

from generator import cli
from generator.api.records import RecordsChecked, checked
from generator.commands import _reports, _telling


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD…")
@_reports.option
def command(records: tuple[str, ...], reports: tuple[_reports.Wish, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any, and 2
    if a file cannot be read.
    """
    wishes = _reports.asked(reports, records, as_json=as_json)
    with _telling.working("replaying"):
        found = checked(*records)
    _reports.deliver(wishes, _forms(found))
    _reports.fail(found.errors)
    if found.errors:
        return cli.BAD_INPUT
    return cli.OK if found.ok else cli.NOT_IN_ORDER


def _forms(found: RecordsChecked) -> _reports.Forms:
    """Return how each report is made."""
    return {
        "printed": replace(found, errors=()).text,
        "text": found.text,
        "json": found.json,
        "junit": found.junit,
        "github": found.github,
        "markdown": found.markdown,
    }
