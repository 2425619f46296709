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
from engine.errors import GameError, NotationError, UnknownGameError
from engine.play.game import Game
from engine.play.position import Position

MOST_BYTES = 8 * 2**20
#: The most pieces an inventory may count, all rows together.
MOST_PIECES = 200_000

#: Headings of the column of tiles, the best first, and of the column of counts.
TILE_HEADINGS = ("tile", "tiles", "identity", "id", "number", "piece", "name")
COUNT_HEADINGS = ("count", "copies", "quantity", "qty", "amount", "n")

#: How a record of a game begins.
_RECORD = re.compile(r'\s*\[[A-Z]\w* "')
#: How many rows, and columns, are looked at to find the game and the column.
_SAMPLE, _COLUMNS = 400, 20


class Entry(NamedTuple):
    """A tile as written in an inventory, where, and how often."""

    text: str
    where: str
    copies: int = 1
    #: The line of the file, 0 where it has none.
    line: int = 0


class Inventory(NamedTuple):
    """A file's entries and the game they are of."""

    name: str
    game: str
    entries: tuple[Entry, ...]


class _Row(NamedTuple):
    """What may be a tile, where it stands, and how often it is there as it is written."""

    cells: Sequence[str]
    where: str
    amount: str
    line: int = 0

    def entry(self, column: int) -> Entry:
        """Return the tile in a column; raises GameError for a count that is no number."""
        if self.amount and not re.fullmatch("[0-9]{1,4}", self.amount):
            count = f"the count '{self.amount[:40]}' must be a whole number from 0 to 9999"
            raise GameError(f"{self.where}: {count}", line=self.line)
        text = self.cells[column] if column < len(self.cells) else ""
        return Entry(text, self.where, int(self.amount or 1), self.line)


def read(name: str, data: bytes, game: str | None = None) -> Inventory:
    """Return the entries of an inventory; without ``game`` it is found from them.

    Raises GameError where it cannot be read or holds no tiles, UnknownGameError for an unknown game.
    """
    if len(data) > MOST_BYTES:
        raise GameError(f"{name} has {len(data):,} bytes; an inventory may have {MOST_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"{name} is not UTF-8 text (byte {error.start + 1})"
        raise GameError(words, line=data.count(b"\n", 0, error.start) + 1) from error
    if not text.strip():
        raise GameError(f"{name} is empty; expected tiles as CSV or JSON")
    if _RECORD.match(text):
        raise GameError(f"{name} is a record of a game; tilewright check {name} replays it")
    is_json = text.lstrip()[0] in "[{"
    stated, rows = _json(name, text) if is_json else (None, _csv(name, text))
    chosen, column = _game_of(name, [row.cells for row in rows], game or stated)
    entries = [row.entry(column) for row in rows]
    total = sum(entry.copies for entry in entries)
    if total > MOST_PIECES:
        raise GameError(f"{name} counts {total:,} pieces; at most {MOST_PIECES:,} are read")
    return Inventory(name, chosen.name, tuple(_numbered(chosen, entries)))


def _numbered(game: Game[Position], entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, a kind of equal pieces ("stone-red", 6 of them) as its first pieces."""
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


def _game_of(
    name: str, rows: Sequence[Sequence[str]], game: str | None
) -> tuple[Game[Position], int]:
    """Return the game, and the column, in which most of the cells are its pieces.

    Raises GameError where no game reads half of them, or games of other sets equally many.
    """
    sample = rows[:_SAMPLE]
    columns = range(min(_COLUMNS, max(map(len, sample), default=1)))
    if game is not None and len(columns) == 1:  # a list without tiles is one all the same
        return engine.game(game), 0
    counts = {
        (one, column): sum(len(row) > column and _reads(one, row[column]) for row in sample)
        for one in map(engine.game, [game] if game else engine.names())
        for column in columns
    }
    most = max(counts.values(), default=0)
    if not most or 2 * most < len(sample):
        known = game or engine.names()[-1]
        raise GameError(
            f"{name} lists no tiles of {game or 'any game'}; expected them under the heading 'tile', "
            f"best with the game's name: tilewright verify {known} {name}"
        )
    best = [found for found, count in counts.items() if count == most]
    if len({one.tiles() for one, _ in best}) > 1:
        raise GameError(f"{name} can be of several games; name the game before the file")
    return best[0]


def _csv(name: str, text: str) -> list[_Row]:
    """Return the rows that are not empty: their cell under a heading of tiles, or all."""
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
    has_heading = not {*TILE_HEADINGS, *COUNT_HEADINGS}.isdisjoint(header)
    result = []
    for line, cells in rows[1:] if has_heading else rows:
        table = dict(zip_longest(header, cells, fillvalue="")) if has_heading else {}
        tile, amount = _under(TILE_HEADINGS, table), _under(COUNT_HEADINGS, table, "")
        result.append(_Row(cells if tile is None else [tile], f"line {line}", amount, line))
    return result


def _under(headings: Sequence[str], table: Mapping[str, Any], default: Any = None) -> Any:
    return next((table[heading] for heading in headings if heading in table), default)


def _json(name: str, text: str) -> tuple[str | None, list[_Row]]:
    """Return the game and the items of a JSON list, or of that called tiles."""
    data = parsed(name, text)
    is_table = isinstance(data, dict)
    stated = data.get("game") if is_table else None
    if stated is not None and stated not in engine.names():
        raise UnknownGameError(str(stated)[:40], engine.names())
    items = data.get("tiles", data.get("pieces")) if is_table else data
    if not (isinstance(items, list) and items):
        raise GameError(f'{name} lists no tiles; expected a list, or {{"tiles": […]}}')
    rows = []
    for k, item in enumerate(items, 1):
        table = item if isinstance(item, dict) else {"tile": item}
        tile, amount = _under(TILE_HEADINGS, table), _under(COUNT_HEADINGS, table, 1)
        if isinstance(tile, bool) or not isinstance(tile, (str, int)):
            words = "is not a tile; expected a text or a number, or a table with 'tile'"
            raise GameError(f"item {k} {words}")
        rows.append(_Row([str(tile).strip()], f"item {k}", json.dumps(amount)))
    return stated, rows


def parsed(name: str, text: str | bytes) -> Any:
    """Return what a JSON file says; raises GameError where it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        words, line = (
            f"{name} cannot be read as JSON: {str(error)[:120]}",
            getattr(error, "lineno", 0),
        )
        raise GameError(words, line=line, column=getattr(error, "colno", 0)) from error
