"""Inventories: lists of tiles as CSV or JSON, a kit's manifest among them, read into entries.

It only reads; :mod:`engine.verify` judges whether the tiles make a set.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import engine
from engine.errors import GameError, NotationError, UnknownGameError, placed
from engine.play.game import Game
from engine.play.position import Position
from generator.printing import trial

MOST_BYTES = 8 * 2**20
MOST_ROWS = 100_000
#: The most pieces an inventory may count, all rows together.
MOST_PIECES = 200_000

#: Headings of the column of tiles, the best first, and of the column of counts.
TILE_HEADINGS = ("tile", "tiles", "identity", "id", "number", "piece", "name")
COUNT_HEADINGS = ("count", "copies", "quantity", "qty", "amount", "n")

#: How a record of a game begins.
_RECORD = re.compile(r'\s*\[[A-Z]\w* "')

#: How many rows are looked at to find the game and the column.
_SAMPLE = 400


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
        raise GameError(f"{name} has {len(data):,} bytes; of an inventory {MOST_BYTES:,} are read")
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
        said, entries = _json(name, text, game)
        game = game or said
        chosen = engine.game(game) if game else _game_of(name, [e.text for e in entries])
    else:
        chosen, entries = _csv(name, text, game)
    entries = list(_numbered(chosen, entries))
    total = sum(entry.copies for entry in entries)
    if total > MOST_PIECES:
        raise GameError(f"{name} counts {total:,} pieces; at most {MOST_PIECES:,} are read")
    return Inventory(chosen.name, tuple(entries))


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
        first = counted[entry.text] + 1
        counted[entry.text] += entry.copies
        yield from (
            Entry(f"{entry.text}-{k}", entry.where, line=entry.line)
            for k in range(first, first + entry.copies)
        )


def _game_of(name: str, texts: Sequence[str]) -> Game[Position]:
    """Return the game that reads most of the texts as pieces, of games with one set the first.

    Raises GameError where none reads half of them, or games of other sets read equally many.
    """
    sample = list(texts[:_SAMPLE])
    games = [engine.game(known) for known in trial.names()]
    counts = [sum(_reads(game, text) for text in sample) for game in games]
    most = max(counts, default=0)
    if not most or 2 * most < len(sample):
        raise GameError(
            f"{name} does not look like an inventory of tiles of any game; "
            f"name the game, as in: tilewright verify {games[-1].name} {name}"
        )
    best = [known for known, count in zip(games, counts, strict=True) if count == most]
    if len({known.tiles() for known in best}) > 1:
        raise GameError(f"{name} can be of several games; name the game before the file")
    return best[0]


# --------------------------------------------------------------------------------------- CSV


def _csv(name: str, text: str, game: str | None) -> tuple[Game[Position], list[Entry]]:
    rows = _rows(name, text)
    header = [cell.lower() for cell in rows[0][1]]
    heading = next((h for h in TILE_HEADINGS if h in header), None)
    counted = next((header.index(h) for h in COUNT_HEADINGS if h in header), None)
    if heading is not None:
        column, rows = header.index(heading), rows[1:]
        texts = [cells[column] for _, cells in rows if column < len(cells)]
        chosen = engine.game(game) if game else _game_of(name, texts)
    else:
        # A heading we do not know for the tiles, beside one that we know for the counts.
        rows = rows[1:] if counted is not None else rows
        if not rows:
            raise GameError(f"{name} has a heading and no rows; expected a tile a row")
        chosen, column = _column(name, rows, game)
    return chosen, list(_entries(rows, column, counted))


def _rows(name: str, text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their line numbers.

    Raises GameError where they are too many or no CSV.
    """
    lines = ["" if _is_remark(line) else line for line in text.splitlines()]
    if len(lines) > MOST_ROWS:
        raise GameError(f"{name} has {len(lines):,} lines; at most {MOST_ROWS:,} are read")
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise GameError(f"{name} has no rows; expected tiles as CSV or JSON")
    delimiter = max(",;\t|", key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    rows = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                rows.append((reader.line_num, stripped))
    except csv.Error as error:
        words = f"{name} line {reader.line_num} cannot be read as CSV: {error}"
        raise placed(GameError(words), reader.line_num) from error
    if not rows:
        raise GameError(f"{name} has no filled cells; expected tiles as CSV or JSON")
    return rows


def _is_remark(line: str) -> bool:
    """Tell whether a line is a comment ("# mine", not "#17"), or a spreadsheet's separator."""
    return line.startswith("# ") or line.lower().startswith("sep=")


def _column(
    name: str, rows: Sequence[tuple[int, list[str]]], game: str | None
) -> tuple[Game[Position], int]:
    """Return the game and the first column whose cells mostly read as its tiles.

    Raises GameError where there is none.
    """
    sample = rows[:_SAMPLE]
    names = [game] if game else trial.names()
    best: tuple[int, Game[Position], int] | None = None
    for known in map(engine.game, names):
        for column in range(min(20, max(len(cells) for _, cells in sample))):
            count = sum(column < len(cells) and _reads(known, cells[column]) for _, cells in sample)
            if best is None or count > best[0]:
                best = count, known, column
    if best is None or not best[0] or 2 * best[0] < len(sample):
        raise GameError(
            f"{name} has no column of tiles{f' of {game}' if game else ''}; expected one, best "
            "under the heading 'tile'"
        )
    return best[1], best[2]


def _entries(
    rows: Sequence[tuple[int, list[str]]], column: int, counted: int | None
) -> Iterator[Entry]:
    for line, cells in rows:
        text = cells[column] if column < len(cells) else ""
        count = 1
        if counted is not None and counted < len(cells) and cells[counted]:
            count = _count(cells[counted], line)
        yield Entry(text, f"line {line}", count, line)


def _count(text: str, line: int) -> int:
    """Return a count.

    Raises GameError for anything but a whole number of up to four digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        words = f"line {line}: the count '{text[:40]}' is no whole number from 0 to 9999"
        raise placed(GameError(words), line)
    return int(text)


# -------------------------------------------------------------------------------------- JSON


def _json(name: str, text: str, wanted: str | None) -> tuple[str | None, list[Entry]]:
    """Return the game a JSON inventory names, if it does, and its entries.

    Raises GameError where it is no JSON or holds no list of tiles.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        at = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        wrong = GameError(f"{name} cannot be read as JSON: {str(error)[:120]}")
        raise placed(wrong, *at) from error
    game = data.get("game") if isinstance(data, dict) else None
    if game is not None and game not in engine.names():
        raise UnknownGameError(str(game)[:40], engine.names())
    listed = list(_listed(data, wanted or game))
    if not listed:
        raise GameError(f'{name} lists no tiles; expected a list, {{"tiles": […]}} or a manifest')
    if len(listed) > MOST_ROWS:
        raise GameError(f"{name} lists {len(listed):,} tiles; at most {MOST_ROWS:,} are read")
    return game, [_item(item, where) for where, item in listed]


def _listed(data: Any, game: str | None) -> Iterator[tuple[str, Any]]:
    """Yield the items of a list, of the list called tiles, or of a kit's manifest, with where."""
    if isinstance(data, dict) and "components" in data:
        yield from _of_manifest(data["components"], game)
        return
    if isinstance(data, dict):
        data = data.get("tiles", data.get("pieces"))
    if isinstance(data, list):
        yield from ((f"item {k}", item) for k, item in enumerate(data, 1))


def _of_manifest(components: Any, game: str | None) -> Iterator[tuple[str, Any]]:
    """Yield the pieces of a kit's manifest once each: the fronts, or backs printed alone.

    Components of other things than the game's pieces (cards, screens) are passed over.
    """
    pieces: list[tuple[str, Any]] = []
    for component in _dicts(components):
        for sheet in _dicts(component.get("sheets")):
            place = f"{component.get('name', '?')} sheet {sheet.get('name', '?')}"
            listed = list(enumerate(_dicts(sheet.get("tiles")), 1))
            if game is None or any(_reads(engine.game(game), str(p.get("id"))) for _, p in listed):
                pieces += [(f"{place}, piece {k}", piece) for k, piece in listed]
    fronts = [(where, piece) for where, piece in pieces if piece.get("side") != "back"]
    yield from fronts or pieces


def _dicts(found: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(found, list):
        yield from (item for item in found if isinstance(item, dict))


def _item(item: Any, where: str) -> Entry:
    """Return one listed tile: a text, a number, or a table with one of the headings.

    Raises GameError for anything else.
    """
    count: Any = 1
    if isinstance(item, dict):
        count = next((item[h] for h in COUNT_HEADINGS if h in item), 1)
        item = next((item[h] for h in TILE_HEADINGS if h in item), None)
    if isinstance(item, bool) or not isinstance(item, (str, int)):
        raise GameError(
            f"{where} is not a tile; expected a text or a number, or a table with 'tile'"
        )
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 9999:
        raise GameError(f"{where}: the count must be a whole number from 0 to 9999")
    return Entry(str(item).strip(), where, count)
