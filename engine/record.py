"""Game records from texts and files, and everything wrong with one.

>>> engine.record.check(engine.record.loads(str(record)))
[]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

from engine.errors import RecordError
from engine.play.position import Position
from engine.play.record import (
    MAX_MOVES,
    Record,
    error_at,
    format_all,
    format_record,
    parse,
    result,
    result_fault,
)
from engine.reading import Spot

__all__ = [
    "MAX_CHARACTERS",
    "MAX_MOVES",
    "Record",
    "RecordFault",
    "Spot",
    "check",
    "format_all",
    "format_record",
    "load",
    "load_all",
    "loads",
    "result",
]

_FILE_NAME = re.compile(r"[^\s\[{]+\.[A-Za-z]{3}")

#: Longer texts are refused.
MAX_CHARACTERS = 4 * 1024 * 1024


def load(source: str | Path | IO[str] | IO[bytes]) -> Record:
    """Return the one record of a text, a file's path, or an open file.

    Raises RecordError if it cannot be read or does not hold one record, OSError if the file
    cannot be opened.

    >>> engine.record.load(Path("game.txt")) == record
    True
    """
    records = load_all(source)
    if len(records) != 1:
        words = f"{len(records) or 'no'} records; expected one (load_all reads several)"
        raise RecordError(words, line=1, column=1)
    return records[0]


def loads(text: str) -> Record:
    """Return the one record written as ``text``.

    Raises RecordError as :func:`load`.

    >>> engine.record.loads(str(record)).moves
    ('r:brgbbg@-1,0', 'g:gbgbbr@0,-1')
    """
    return load(text)


def load_all(source: str | Path | IO[str] | IO[bytes]) -> list[Record]:
    """Return all records of a text, a file's path, or an open file.

    Every record is of a known game, its tags give a start position and its move numbers are
    right; the moves may be illegal.

    Raises RecordError if it cannot be read, OSError if the file cannot be opened.

    >>> two = engine.record.format_all([record, record])
    >>> [len(one.moves) for one in engine.record.load_all(two)]
    [2, 2]
    """
    records = parse(_text_of(source))
    for record in records:
        _check_numbers(record.record, record.numbers)
    return [record.record for record in records]


def _text_of(source: str | Path | IO[str] | IO[bytes]) -> str:
    try:
        if isinstance(source, str):
            text = source
            if _FILE_NAME.fullmatch(source):
                words = f"'{source}' is the name of a file, not a record; expected Path('{source}')"
                raise RecordError(words, line=1, column=1)
        elif isinstance(source, Path):
            with source.open("rb") as file:
                text = file.read(4 * MAX_CHARACTERS + 1).decode()
        else:
            data = source.read(4 * MAX_CHARACTERS + 1)
            text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        raise error_at("the text is not UTF-8", Spot().after(before)) from error
    if len(text) > MAX_CHARACTERS:
        words = f"the text is too long; expected at most {MAX_CHARACTERS} characters"
        raise RecordError(words, line=1, column=1)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _check_numbers(record: Record, numbers: Sequence[tuple[str, int, Spot]]) -> None:
    players = len(record.start().players)
    for number, index, spot in numbers:
        expected = index // players + 1
        if index % players:
            raise error_at(
                f"the move number {number[:10]}. stands inside round {expected}; "
                f"expected numbers only where a round of {players} moves begins",
                spot,
            )
        if number != str(expected):
            raise error_at(f"the move number is {number[:10]}.; expected {expected}.", spot)


class RecordFault(NamedTuple):
    """Something wrong with a record, and its place."""

    line: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.sentence}"


def check(record: Record) -> list[RecordFault]:
    """Return everything wrong with a record; nothing for one in order.

    A record is replayed up to its first illegal move; without one, the result and the number of
    pieces are checked too.

    >>> wrong = engine.record.loads(str(record).replace("0,-1", "9,9"))
    >>> print(engine.record.check(wrong)[0])
    line 3, column 18: illegal move 'g:gbgbbr@9,9': a tile must touch at least two others, ...
    """
    return sorted(_faults(record))


def _faults(record: Record) -> list[RecordFault]:
    positions: list[Position] = []
    try:
        positions.extend(record.positions())
    except RecordError as error:
        return [RecordFault(error.line, error.column, error.reason)]
    faults = [
        RecordFault(*record.spot_of_tag("Game"), need) for need in record.game.needs(positions)
    ]
    if record.result is not None:
        sentence = result_fault(record.result, positions[-1], record.game)
        if sentence:
            faults.append(RecordFault(*record.spot_of_tag("Result"), sentence))
    return faults
