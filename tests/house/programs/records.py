"""A record read, replayed and checked."""

from pathlib import Path

import engine
from engine.record import Record, RecordFault


def last(path: Path) -> engine.Position:
    record: Record = engine.record.load(path)
    *_, position = record.positions()
    return position


def wrong(path: Path) -> list[RecordFault]:
    return [
        fault for record in engine.record.load_all(path) for fault in engine.record.check(record)
    ]


def line_of(text: str) -> int:
    try:
        list(engine.record.loads(text).turns())
    except engine.RecordError as error:
        return error.line
    return 0
