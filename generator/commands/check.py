"""``tilewright check``: replays records."""

from __future__ import annotations

import json

import click

from engine.record import Record, RecordFault, check
from engine.words import plural
from generator import cli
from generator.commands import _asking


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD…")
@_asking.json_option
def command(records: tuple[str, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any.
    """
    report = []
    bad = False
    for name in records:
        for count, one in enumerate(_asking.games_in(name), 1):
            faults = check(one)
            bad = bad or bool(faults)
            if as_json:
                report.append(_entry(name, count, one, faults))
            else:
                _tell(name, count, one, faults)
    if as_json:
        click.echo(json.dumps(report, indent=1, ensure_ascii=False))
    return cli.NOT_IN_ORDER if bad else cli.OK


def _tell(name: str, count: int, one: Record, faults: list[RecordFault]) -> None:
    for fault in faults:
        click.echo(f"{name}:{fault.line}:{fault.column}: {fault.sentence}")
    if not faults:
        game = one.tags.get("Game", "")
        click.echo(
            f"{name}: game {count}: {game}, {len(one.moves)} {plural(len(one.moves), 'move')}, in order"
        )


def _entry(name: str, count: int, one: Record, faults: list[RecordFault]) -> dict[str, object]:
    listed = [{"line": f.line, "column": f.column, "fault": f.sentence} for f in faults]
    return {
        "file": name,
        "record": count,
        "game": one.tags.get("Game", ""),
        "moves": len(one.moves),
        "ok": not listed,
        "faults": listed,
    }
