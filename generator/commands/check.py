"""``tilewright check``: replays records."""

from __future__ import annotations

from collections.abc import Callable

import click

from generator import cli
from generator.api.records import RecordsChecked, check
from generator.commands import _reports, _telling


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD…")
@_reports.option
def command(records: tuple[str, ...], reports: tuple[_reports.Wish, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any.
    """
    wishes = _reports.asked(reports, as_json=as_json)
    with (
        _reports.told(wishes, lambda error: _forms(RecordsChecked(error=error))),
        _telling.working("replaying"),
    ):
        checked = check(*records)
    _reports.deliver(wishes, _forms(checked))
    return cli.OK if checked.ok else cli.NOT_IN_ORDER


def _forms(checked: RecordsChecked) -> dict[str, Callable[[], str]]:
    """Return how each report is made."""
    return {
        "text": checked.text,
        "json": checked.json,
        "junit": checked.junit,
        "github": checked.github,
        "markdown": checked.markdown,
    }
