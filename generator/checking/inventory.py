"""Inventories: lists of tiles as CSV or JSON, read into entries."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import engine
from engine.errors import GameError, NotationError
from engine.play.game import Game
from engine.play.position import Position
from generator import files

MOST_BYTES = 8 * 2**20
MOST_PIECES = 200_000

#: Headings of the column of tiles, the best first, and of the column of counts.
TILE_HEADINGS = ("tile", "tiles", "identity", "id", "number", "piece", "name")
COUNT_HEADINGS = ("count", "copies", "quantity", "qty", "amount", "n")

#: How many rows, and columns, are tried at most to find the game and the column of tiles.
_SAMPLE = 400


class Entry(NamedTuple):
    """A tile as written in an inventory, where, and how often."""

    text: str
    where: str
    copies: int
    #: The line of the file, 0 where it has none.
    line: int


class Inventory(NamedTuple):
    """A file's entries and the game they are of."""

    name: str
    game: str
    entries: tuple[Entry, ...]


#: A row's texts, of which one is the tile, and its entry, whose text is empty yet.
_Row = tuple[Sequence[str], Entry]


def read(name: str, data: bytes, game: str | None = None) -> Inventory | None:
    """Return an inventory, None for a JSON object that is something else; the entries tell the game if none is named."""
    if len(data) > MOST_BYTES:
        raise GameError(f"{name} has {len(data):,} bytes; an inventory may have {MOST_BYTES:,}")
    text = files.decoded(name, data)
    if re.match(r'\s*\[[A-Z]\w* "', text):
        raise GameError(f"{name} is a record of a game; tilewright check {name} replays it")
    stated = ""
    if not text.lstrip().startswith(("[", "{")):
        rows = [*_csv(name, text)]
    else:
        table = _json(name, text)
        items, stated = table.get("tiles", table.get("pieces")), str(table.get("game") or "")
        if items is None:
            return None
        if not (isinstance(items, list) and items):
            raise GameError(f'{name} lists no tiles; expected a list, or {{"tiles": […]}}')
        tables = [item if isinstance(item, dict) else {"tile": item} for item in items]
        rows = [_row(name, one, [], f"item {k}") for k, one in enumerate(tables, 1)]
    chosen, column = _game_of(name, [cells for cells, _ in rows], game or stated)
    entries = [entry._replace(text="".join(cells[column : column + 1])) for cells, entry in rows]
    total = sum(entry.copies for entry in entries)
    if total > MOST_PIECES:
        raise GameError(f"{name} counts {total:,} pieces; at most {MOST_PIECES:,} are read")
    return Inventory(name, chosen.name, tuple(_numbered(chosen, entries)))


def _numbered(game: Game[Position], entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries; 6 of the equal pieces "stone-red" become "stone-red-1" to "stone-red-6"."""
    counted: Counter[str] = Counter()
    for entry in entries:
        if _reads(game, entry.text) or not _reads(game, f"{entry.text}-1"):
            yield entry
            continue
        for _ in range(entry.copies):
            counted[entry.text] += 1
            yield entry._replace(text=f"{entry.text}-{counted[entry.text]}", copies=1)


def _reads(game: Game[Position], text: str) -> bool:
    try:
        game.identify(text)
    except NotationError:
        return False
    return True


def _game_of(name: str, rows: Sequence[Sequence[str]], game: str) -> tuple[Game[Position], int]:
    """Return the game, named or of all, and the column for which most cells are pieces."""
    sample = rows[:_SAMPLE]
    counts = {
        (one, column): sum(len(row) > column and _reads(one, row[column]) for row in sample)
        for one in map(engine.game, [game] if game else engine.names())
        for column in range(min(_SAMPLE, max(map(len, sample), default=1)))
    }
    best = max(counts, key=counts.__getitem__)
    if not game and 2 * counts[best] < max(1, len(sample)):
        raise GameError(
            f"{name} lists no tiles of any game; expected them under the heading 'tile', "
            f"best with the game's name: tilewright verify {engine.names()[-1]} {name}"
        )
    return best


def _csv(name: str, text: str) -> Iterator[_Row]:
    # "# mine" is a remark and "#17" a tile; spreadsheets write "sep=;".
    remark = re.compile(r"# |sep=", re.IGNORECASE)
    lines = ["" if remark.match(line) else line for line in text.splitlines()]
    first = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=max(",;\t|", key=first.count), skipinitialspace=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        words = f"{name} line {reader.line_num} cannot be read as CSV: {error}"
        raise GameError(words, line=reader.line_num) from error
    rows = [(line, cells) for line, cells in rows if any(cells)]
    header = [cell.lower() for cell in rows[0][1]] if rows else []
    if {*TILE_HEADINGS, *COUNT_HEADINGS}.isdisjoint(header):
        header = []
    for line, cells in rows[bool(header) :]:
        table = dict(zip_longest(header, cells, fillvalue=""))
        yield _row(name, table, cells, f"line {line}", line)


def _json(name: str, text: str) -> dict[str, Any]:
    """Return a JSON object, or a list as its tiles."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        words = f"{name} cannot be read as JSON: {str(error)[:120]}"
        raise GameError(words, line=line, column=column) from error
    return data if isinstance(data, dict) else {"tiles": data}


def _row(
    name: str, table: Mapping[str, Any], cells: Sequence[str], where: str, line: int = 0
) -> _Row:
    """Return what is under a heading of tiles, or else all cells, and how often it is there."""
    tile = next((table[heading] for heading in TILE_HEADINGS if heading in table), None)
    amount = next((table[heading] for heading in COUNT_HEADINGS if heading in table), "")
    copies = str(amount) or "1"
    if tile is None and not cells:
        words = "is not a tile; expected a text or a number, or a table with 'tile'"
        raise GameError(f"{name}: {where} {words}")
    if not re.fullmatch("[0-9]{1,4}", copies):
        words = f"the count '{copies[:40]}' must be a whole number from 0 to 9999"
        raise GameError(f"{name}: {where}: {words}", line=line)
    return cells if tile is None else [str(tile).strip()], Entry("", where, int(copies), line)
