"""Games for tabletop programs read back: what lies on a table is counted by the pictures it shows.

Names, titles and ids are not believed: every picture is compared with the game's own, as it would
be drawn now.  Archives and pictures may be anybody's, so all is read within bounds, from the disk
alone and never from the net.
"""

from __future__ import annotations

import io
import json
import lzma
import struct
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import product
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import unquote, urlsplit

from engine.drawing import scene, theme
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError
from engine.reading import bounded
from engine.words import count, listed, plural
from generator.checking.faults import Fault, Outcome, Wanted, in_order
from generator.checking.pages import Source
from generator.checking.results import Hints
from generator.printing import template, trial
from generator.tabletops import stock
from generator.tabletops.pictures import board_scene
from generator.tabletops.stock import Lookalikes, Stock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

#: The most that is read: bytes of a picture and of all, entries of an archive, things on a table.
MOST_PICTURE, MOST_BYTES, MOST_ENTRIES, MOST_THINGS = 8 << 20, 64 << 20, 4000, 20_000
#: Pictures that things show: a kit has some four hundred.
MOST_PICTURES = 1000
#: Pixels along the longest side of a picture, and of all pictures together.
MOST_PIXELS, MOST_AREA = 4096, 48_000_000

#: Pictures are compared as squares of so many pixels; by so much, of 255, they may differ.
_SIDE, _ALIKE = 96, 7.0

#: What broken archives raise when they are read, of each way to pack them.
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError),
    *(ValueError, RuntimeError, OverflowError),
)

Pixels: TypeAlias = "NDArray[np.float32]"


class Thing(NamedTuple):
    """What lies on a table or in a bag: its pictures' addresses, the back's "" where it has none."""

    front: str
    back: str


class VirtualTable(NamedTuple):
    """A file of a tabletop program: what it holds, and the pictures by their addresses."""

    things: tuple[Thing, ...]
    pictures: Mapping[str, bytes]


def is_table(source: Source) -> bool:
    """Tell whether a file is an archive or a saved object of a tabletop program, at a glance."""
    return source.data.startswith(b"PK\x03\x04") or (
        source.data[:1024].lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{"
        and b'"ObjectStates"' in source.data
    )


def outcome(source: Source, game: str | None, hints: Hints, wanted: Wanted) -> Outcome:
    """Return how the pieces of a virtual table compare with the game's kit.

    Raises GameError where the file or a picture cannot be read, and OptionError for options of
    sheets and for components that the game has not.
    """
    _see_options(hints, wanted)
    archive = source.data.startswith(b"PK")
    table = _archive(source) if archive else _saved_object(source)
    _see_area(source.name, table.pictures)
    shown = {name: _pixels(name, data) for name, data in table.pictures.items()}
    known = _Known(_stock_of(source.name, shown, game, hints, wanted))
    return _compared(source.name, table.things, shown, known, wanted.copies)


def _see_options(hints: Hints, wanted: Wanted) -> None:
    """Refuse what is said of sheets; raises OptionError."""
    of_tables = Hints(theme=hints.theme, template=hints.template)
    if hints != of_tables or replace(wanted, copies=1, only=()) != Wanted():
        raise OptionError(
            "of a virtual table only --theme, --template, --only and --copies can be said; "
            "all else is of sheets"
        )


# --------------------------------------------------------------------------------- the archive


def _archive(source: Source) -> VirtualTable:
    """Return what a .vtt archive holds; raises GameError where it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES or sum(e.file_size for e in entries) > MOST_BYTES:
                raise GameError(f"{source.name}: the archive holds more than is read")
            texts = [e for e in entries if e.filename.endswith(".json")]
            if not texts:
                raise GameError(f"{source.name}: the archive holds no table; expected a .json file")
            state = _json(source.name, _entry(archive, texts[0], MOST_BYTES))
            things = tuple(_bounded(source.name, _cards(state)))
            named = _named(source.name, things)
            pictures = {
                f"/{e.filename}": _entry(archive, e, MOST_PICTURE)
                for e in entries
                if f"/{e.filename}" in named
            }
    except GameError:
        raise
    except _BROKEN as error:
        raise GameError(f"{source.name} cannot be read as an archive: {error}") from error
    for name in sorted(named - pictures.keys()):
        raise GameError(f"{source.name}: the picture {name[:80]} is not in the archive")
    return VirtualTable(things, pictures)


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return an entry of an archive, never more than ``most`` bytes, whatever the archive says."""
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise GameError(f"{entry.filename[:80]} is larger than {most >> 20} MiB, the most read")
    return data


def _cards(state: Any) -> Iterator[Thing]:
    """Yield the cards and pictures of a room."""
    widgets = {k: w for k, w in _items(state) if isinstance(w, dict) and k != "_meta"}
    for widget in widgets.values():
        if widget.get("type") == "card":
            deck = _table(widgets.get(str(widget.get("deck"))))
            shows = _table(_table(deck.get("cardTypes")).get(str(widget.get("cardType"))))
            yield Thing(_text(shows.get("front")), _text(shows.get("back")))
        elif "type" not in widget and widget.get("image"):
            yield Thing(_text(widget["image"]), "")


# ---------------------------------------------------------------------------- the saved object


def _saved_object(source: Source) -> VirtualTable:
    """Return what a saved object holds; raises GameError where it cannot be read."""
    state = _json(source.name, source.data)
    things = tuple(_bounded(source.name, _tiles(_table(state).get("ObjectStates"))))
    read: dict[Path, bytes] = {}
    pictures: dict[str, bytes] = {}
    for name in sorted(_named(source.name, things)):
        place = _beside(Path(source.name), name)
        if place not in read:
            read[place] = bounded(place, str(place), MOST_PICTURE)
        pictures[name] = read[place]
        if sum(map(len, read.values())) > MOST_BYTES:
            raise GameError(f"{source.name}: its pictures are more than is read")
    return VirtualTable(things, pictures)


def _named(name: str, things: Iterable[Thing]) -> set[str]:
    """Return the addresses of the pictures that things show; raises GameError for more than are read."""
    named = {address for thing in things for address in thing if address}
    if len(named) > MOST_PICTURES:
        raise GameError(f"{name}: its things show {len(named)} pictures; {MOST_PICTURES} are read")
    return named


def _tiles(states: Any, deep: int = 0) -> Iterator[Thing]:
    """Yield objects with pictures, those in bags too."""
    for one in states if isinstance(states, list) and deep < 10 else ():
        image = _table(_table(one).get("CustomImage"))
        if image:
            front, back = _text(image.get("ImageURL")), _text(image.get("ImageSecondaryURL"))
            yield Thing(front, "" if back == front else back)
        yield from _tiles(_table(one).get("ContainedObjects"), deep + 1)


def _beside(file: Path, address: str) -> Path:
    """Return where a picture of a saved object lies: in the folder beside it, or as its address says.

    Raises GameError where it is in neither.
    """
    try:
        found = urlsplit(address)
    except ValueError:  # an address of no form at all
        found = urlsplit("")
    name = PurePosixPath(unquote(found.path)).name
    places = [file.with_suffix("") / name, file.parent / name]
    if found.scheme == "file":
        places.append(Path(unquote(found.path)))
    for place in places:
        with suppress(OSError):  # such as a name longer than any
            if name and place.is_file():
                return place
    raise GameError(
        f"{file}: no picture {address[:120]}; it is looked for on this disk, in {places[0].parent}"
    )


# ------------------------------------------------------------------------------------- pictures


def _see_area(name: str, pictures: Mapping[str, bytes]) -> None:
    """See by their headers that pictures are not too large together; raises GameError."""
    area = 0
    for one, data in pictures.items():
        with _opened(one, data) as image:
            area += image.width * image.height
    if area > MOST_AREA:
        most = f"at most {MOST_AREA // 10**6} million are read"
        raise GameError(f"{name}: its pictures have {area // 10**6} million pixels; {most}")


@contextmanager
def _opened(name: str, data: bytes) -> Iterator[Image.Image]:
    """Give a picture whose header is read; raises GameError where it is none, or too large."""
    from PIL import Image

    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of what is odd and does no harm
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            if max(image.size) > MOST_PIXELS:
                raise GameError(f"{name[:80]}: at most {MOST_PIXELS} pixels a side are read")
            yield image
    except GameError:
        raise
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise GameError(f"{name[:80]} cannot be read as a picture") from error


def _pixels(name: str, data: bytes) -> Pixels:
    """Return a picture as a small square; raises GameError where it is none, or too large."""
    import numpy as np
    from PIL import Image

    with _opened(name, data) as image:
        small = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32)


def _drawn(picture: scene.Scene) -> Pixels:
    """Return one of the game's own pictures as a small square."""
    from engine.drawing.writers import png

    dpi = 2 * _SIDE / max(picture.width, picture.height) * 25.4
    return _pixels("", png.write(picture, dpi))


class _Known:
    """What a game's pictures are: those of its kinds' sides, and of its board."""

    def __init__(self, kit: Stock) -> None:
        self.kit = kit
        self.fronts = [_drawn(kind.face(kit.theme, labels=kit.labels)) for kind in kit.kinds]
        self.backs = {
            k: _drawn(kind.face(kit.theme, labels=kit.labels, back=True))
            for k, kind in enumerate(kit.kinds)
            if kind.part.double_sided
        }
        self.board = None if kit.board is None else _drawn(board_scene(kit))

    def kind(self, thing: Thing, shown: Mapping[str, Pixels]) -> tuple[int | None, float]:
        """Return the number of the kind that a thing's pictures are nearest, and how far off.

        The board is -1.
        """
        front, back = shown[thing.front], shown.get(thing.back)
        best: tuple[int | None, float] = (None, 1e9)
        for k, own in enumerate(self.fronts):
            off = _off(front, own)
            if back is not None and k in self.backs:
                off = max(off, _off(back, self.backs[k]))
            best = min(best, (k, off), key=lambda found: found[1])
        if self.board is not None and _off(front, self.board) < best[1]:
            best = -1, _off(front, self.board)
        return best


def _off(one: Pixels, other: Pixels) -> float:
    """Return by how much two pictures differ, on the mean."""
    return float(abs(one - other).mean())


def _stock_of(
    name: str, shown: Mapping[str, Pixels], game: str | None, hints: Hints, wanted: Wanted
) -> Stock:
    """Return the table of the game and in the theme that the pictures show.

    Raises GameError where they show no game.
    """
    themes = [hints.theme] if hints.theme else theme.names()
    games = [game] if game else sorted(trial.names(), key=lambda n: n not in name)
    best, strange = (games[0], themes[0]), 1e9
    for one, look in product(games, themes):
        some = stock.samples(template.load(one, hints.template), look, wanted.only)
        off = _strangeness(some, theme.load(look), shown, strange)
        if off < strange:
            best, strange = (one, look), off
        if strange < _ALIKE / 4:
            break
    if strange > 3 * _ALIKE:
        raise GameError(f"{name}: its pictures show no pieces of {game or 'any game'}")
    return _with_labels(best, shown, hints, wanted)


def _with_labels(
    shows: tuple[str, str], shown: Mapping[str, Pixels], hints: Hints, wanted: Wanted
) -> Stock:
    """Return the table of a game in a theme, with labels where the pictures show these."""
    game, look = shows
    source = template.load(game, hints.template)
    tables = [
        stock.make(source, {}, theme=look, only=wanted.only, labels=labels)
        for labels in (False, True)
    ]
    samples = stock.samples(source, look, wanted.only)
    return min(
        tables, key=lambda kit: _strangeness(samples, kit.theme, shown, 1e9, labels=kit.labels)
    )


def _strangeness(
    samples: Iterable[Lookalikes],
    look: Theme,
    shown: Mapping[str, Pixels],
    most: float,
    *,
    labels: bool = False,
) -> float:
    """Return how far a piece of each component is from the picture nearest to it, at the most.

    They are drawn until one is no nearer than ``most``.
    """
    strange = 0.0
    for sample in samples:
        own = _drawn(sample.face(look, labels=labels))
        strange = max(strange, min((_off(own, other) for other in shown.values()), default=1e9))
        if strange >= most:
            break
    return strange


# -------------------------------------------------------------------------------------- counting


def _compared(
    name: str,
    things: Sequence[Thing],
    shown: Mapping[str, Pixels],
    known: _Known,
    copies: int,
) -> Outcome:
    """Return what is missing, too many, or no piece of the game."""
    kit = known.kit
    kinds = {thing: known.kind(thing, shown) for thing in dict.fromkeys(things)}
    found: Counter[int] = Counter()
    faults: list[Fault] = []
    for thing, number in Counter(things).items():
        kind, off = kinds[thing]
        if kind is None or off > _ALIKE:
            words = f"{count(number, 'thing')} {plural(number, 'shows', 'show')}"
            pictures = listed(PurePosixPath(one).name[:60] for one in thing if one)
            faults.append(Fault("impossible", f"{words} no piece of {kit.game.title}: {pictures}"))
        else:
            found[kind] += number
    expected = {k: (one.title, copies * len(one.pieces)) for k, one in enumerate(kit.kinds)}
    if kit.board is not None:
        expected[-1] = kit.board.title, copies
    for k, (title, number) in expected.items():
        off_by = found[k] - number
        if off_by:
            kind_of_fault = "duplicated" if off_by > 0 else "missing"
            words = "too many" if off_by > 0 else plural(-off_by, "is missing", "are missing")
            of = f"of {number} " if number > 1 else ""
            faults.append(Fault(kind_of_fault, f"{title}: {abs(off_by)} {of}{words}"))
    total = sum(number for _, number in expected.values())
    facts = (
        f"{count(len(things), 'thing')} by {count(len(shown), 'picture')} in theme {kit.theme.name},"
        f" {total} expected",
    )
    checked = ("missing", "duplicated", "impossible")
    return Outcome(kit.game.name, name, total, len(things), in_order(faults), facts, checked)


# ---------------------------------------------------------------------------------------- JSON


def _json(name: str, data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise GameError(f"{name}: the table cannot be read as JSON: {str(error)[:120]}") from error


def _bounded(name: str, things: Iterable[Thing]) -> Iterator[Thing]:
    """Yield things; raises GameError for more than are read."""
    for number, thing in enumerate(things):
        if number >= MOST_THINGS:
            raise GameError(f"{name}: more than {MOST_THINGS} things lie on the table")
        yield thing


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(_table(value).items())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
