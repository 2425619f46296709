"""A record read, replayed and checked."""

from pathlib import Path

import engine
import generator
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


lines: list[str] = [line for one in generator.check("game.txt").records for line in one.lines()]
tables: tuple[Path, ...] = generator.tabletop("atreya", format="vtt").files
generator.tabletop("atreya", base="https://a.b")  # expected: call-arg
