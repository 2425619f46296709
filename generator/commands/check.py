"""``tilewright check``: replays records, and comments on their turns."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.errors import OptionError
from engine.words import count
from generator import files
from generator.api.records import RecordsChecked, checked
from generator.commands import _asking, _reports, _telling


@click.command()
@click.argument(
    "records", nargs=-1, required=True, metavar="RECORD…", shell_complete=_asking.offering("files")
)
@click.option(
    "--annotate",
    metavar="PLAYER",
    help="Comment on turns that lost much in the eyes of a player, such as uct:300.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the annotated record. [default: standard output, in place of the report]",
)
@_reports.option
def command(
    records: tuple[str, ...],
    annotate: str | None,
    out: Path | None,
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any, and 2
    if a file cannot be read.  --annotate writes the games that are in order with comments and
    marks, which the page of replay shows.
    """
    if annotate is None and out is not None:
        raise OptionError("-o is the file of --annotate; a report goes to --report KIND=FILE")
    wishes = _reports.wishes_of(reports, records, as_json=as_json)
    found = checked(*records)
    if annotate is not None and found.ok:
        _annotate(found, annotate, out)
    if annotate is None or out is not None or not found.ok:
        _reports.deliver(wishes, found)
    return _reports.ended(found)


def _annotate(found: RecordsChecked, player: str, out: Path | None) -> None:
    """Write the games with comments on what a player would have done better."""
    from engine.record import format_all
    from generator.api.suggestions import annotated

    made = [annotated(one.record, player) for one in found.records]
    lost = sum(one.lost for one in made)
    _telling.note(f"{count(lost, 'turn')} lost much in the eyes of {player}")
    data = format_all(one.record for one in made).encode()
    if out is not None:
        files.write(out, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
