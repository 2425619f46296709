"""``tilewright check``: replays records."""

from __future__ import annotations

import json

import click

from engine.record import Fault, Record
from generator import cli, files
from generator.commands import _asking


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD…")
@_asking.json_option
def command(records: tuple[str, ...], as_json: bool) -> int:
    """Replay the games in RECORD files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has; exit code 1 if any.
    """
    from engine import record as recording

    report = []
    for name in records:
        for count, one in enumerate(recording.load_all(files.read_text(name)), 1):
            faults = recording.check(one)
            report.append((name, count, one, faults))
    if as_json:
        click.echo(json.dumps([_entry(*row) for row in report], indent=1, ensure_ascii=False))
    else:
        for name, count, one, faults in report:
            for fault in faults:
                click.echo(f"{name}:{fault.line}:{fault.column}: {fault.sentence}")
            if not faults:
                game = one.tags.get("Game", "")
                click.echo(f"{name}: game {count}: {game}, {len(one.moves)} moves, in order")
    return cli.NOT_IN_ORDER if any(faults for *_, faults in report) else cli.OK


def _entry(name: str, count: int, one: Record, faults: list[Fault]) -> dict[str, object]:
    listed = [{"line": f.line, "column": f.column, "fault": f.sentence} for f in faults]
    return {
        "file": name,
        "record": count,
        "game": one.tags.get("Game", ""),
        "moves": len(one.moves),
        "ok": not listed,
        "faults": listed,
    }
