"""Inventories: lists of tiles as CSV or JSON, read into entries.

It only reads; :mod:`engine.verify` judges whether the tiles make a set.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import engine
from engine.errors import GameError, NotationError, UnknownGameError, placed
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

    game: str
    entries: tuple[Entry, ...]


def read(name: str, data: bytes, game: str | None = None) -> Inventory:
    """Return the entries of an inventory; without ``game`` it is found from them.

    Raises GameError where the file is too large, cannot be read or holds no tiles, and
    UnknownGameError where it names an unknown game.
    """
    if len(data) > MOST_BYTES:
        raise GameError(f"{name} has {len(data):,} bytes; an inventory may have {MOST_BYTES:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = f"{name} is not UTF-8 text (byte {error.start + 1})"
        raise placed(GameError(words), data.count(b"\n", 0, error.start) + 1) from error
    if not text.strip():
        raise GameError(f"{name} is empty; expected tiles as CSV or JSON")
    if _RECORD.match(text):
        raise GameError(f"{name} is a record of a game; tilewright check {name} replays it")
    if text.lstrip()[0] in "[{":
        chosen, entries = _json(name, text, game)
    else:
        chosen, entries = _csv(name, text, game)
    numbered = tuple(_numbered(chosen, entries))
    total = sum(entry.copies for entry in numbered)
    if total > MOST_PIECES:
        raise GameError(f"{name} counts {total:,} pieces; at most {MOST_PIECES:,} are read")
    return Inventory(chosen.name, numbered)


def _reads(game: Game[Position], text: str) -> bool:
    try:
        game.identify(text)
    except NotationError:
        return False
    return True


def _numbered(game: Game[Position], entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries, a kind of equal pieces ("stone-red", 6 of them) as its first pieces."""
    counted: Counter[str] = Counter()
    for entry in entries:
        if _reads(game, entry.text) or not _reads(game, f"{entry.text}-1"):
            yield entry
            continue
        for _ in range(entry.copies):
            counted[entry.text] += 1
            numbered = f"{entry.text}-{counted[entry.text]}"
            yield Entry(numbered, entry.where, line=entry.line)


def _game_of(
    name: str, rows: Sequence[Sequence[str]], game: str | None
) -> tuple[Game[Position], int]:
    """Return the game, and the column, in which most of the cells are its pieces.

    A game that is named needs no such cells where there is only one column.

    Raises GameError where no game reads half of them, or games of other sets equally many.
    """
    sample = rows[:_SAMPLE]
    columns = range(min(_COLUMNS, max(map(len, sample), default=1)))
    if game is not None and len(columns) == 1:
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


# --------------------------------------------------------------------------------------- CSV


def _csv(name: str, text: str, game: str | None) -> tuple[Game[Position], list[Entry]]:
    """Return the game and the entries of CSV, by its headings or by what its cells hold.

    Raises GameError where it is no CSV, or a count is not a number.
    """
    rows = _rows(name, text)
    header = [cell.lower() for cell in rows[0][1]]
    heading = next((header.index(h) for h in TILE_HEADINGS if h in header), None)
    counted = next((header.index(h) for h in COUNT_HEADINGS if h in header), None)
    if heading is not None or counted is not None:
        rows = rows[1:]
    if heading is not None:
        texts = [[cells[heading]] for _, cells in rows if heading < len(cells)]
        chosen, column = _game_of(name, texts, game)[0], heading
    elif rows:
        chosen, column = _game_of(name, [cells for _, cells in rows], game)
    else:
        raise GameError(f"{name} has a heading and no rows; expected a tile a row")
    entries = []
    for line, cells in rows:
        tile = cells[column] if column < len(cells) else ""
        written = cells[counted] if counted is not None and counted < len(cells) else ""
        if written and not (written.isascii() and written.isdigit() and len(written) <= 4):
            words = f"line {line}: the count '{written[:40]}' must be a whole number from 0 to 9999"
            raise placed(GameError(words), line)
        entries.append(Entry(tile, f"line {line}", int(written or 1), line))
    return chosen, entries


def _rows(name: str, text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their line numbers."""
    # "# mine" is a remark and "#17" a tile; spreadsheets write "sep=;".
    lines = [
        "" if line.startswith("# ") or line.lower().startswith("sep=") else line
        for line in text.splitlines()
    ]
    first = next((line for line in lines if line.strip()), "")
    delimiter = max(",;\t|", key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        words = f"{name} line {reader.line_num} cannot be read as CSV: {error}"
        raise placed(GameError(words), reader.line_num) from error
    filled = [(line, cells) for line, cells in rows if any(cells)]
    if not filled:
        raise GameError(f"{name} has no filled cells; expected tiles as CSV or JSON")
    return filled


# -------------------------------------------------------------------------------------- JSON


def _json(name: str, text: str, game: str | None) -> tuple[Game[Position], list[Entry]]:
    """Return the game and the entries of a JSON list, or of that called tiles.

    Raises GameError where it is no JSON or holds no list of tiles.
    """
    data = parsed(name, text)
    is_table = isinstance(data, dict)
    stated = data.get("game") if is_table else None
    if stated is not None and stated not in engine.names():
        raise UnknownGameError(str(stated)[:40], engine.names())
    items = data.get("tiles", data.get("pieces")) if is_table else data
    if not (isinstance(items, list) and items):
        raise GameError(f'{name} lists no tiles; expected a list, or {{"tiles": […]}}')
    entries = [_entry(item, f"item {k}") for k, item in enumerate(items, 1)]
    return _game_of(name, [[entry.text] for entry in entries], game or stated)[0], entries


def parsed(name: str, text: str | bytes) -> Any:
    """Return what a JSON file says.

    Raises GameError where it is not JSON, with where.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        wrong = GameError(f"{name} cannot be read as JSON: {str(error)[:120]}")
        raise placed(wrong, getattr(error, "lineno", 0), getattr(error, "colno", 0)) from error


def _entry(item: Any, where: str) -> Entry:
    """Return one listed tile: a text, a number, or a table with one of the headings."""
    count: Any = 1
    if isinstance(item, dict):
        count = next((item[h] for h in COUNT_HEADINGS if h in item), 1)
        item = next((item[h] for h in TILE_HEADINGS if h in item), None)
    if isinstance(item, bool) or not isinstance(item, (str, int)):
        words = "is not a tile; expected a text or a number, or a table with 'tile'"
        raise GameError(f"{where} {words}")
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 9999:
        raise GameError(f"{where}: the count must be a whole number from 0 to 9999")
    return Entry(str(item).strip(), where, count)
