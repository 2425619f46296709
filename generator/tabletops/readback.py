"""Games for tabletop programs read back: what lies on a table is counted by the pictures it shows.

Names, titles and ids are not believed: every picture is compared with the game's own, as it would
be drawn now.  All is read within bounds, from the disk alone and never from the net.
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
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import unquote, urlsplit

from engine.drawing import scene, theme
from engine.errors import GameError, OptionError
from engine.reading import MOST_BYTES, bounded
from engine.words import count, listed, plural
from generator.checking.faults import Fault, Outcome, Wanted, in_order
from generator.checking.pages.files import Source
from generator.checking.recognise.results import Hints
from generator.printing import template, trial
from generator.tabletops import stock
from generator.tabletops.pictures import board_scene
from generator.tabletops.stock import Stock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    """A thing on a table or in a bag: its pictures' addresses, the back's "" where it has none."""

    front: str
    back: str


def is_table(source: Source) -> bool:
    """Tell whether a file is an archive or a saved object of a tabletop program, at a glance."""
    return source.data.startswith(b"PK\x03\x04") or (
        source.data[:1024].lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{"
        and b'"ObjectStates"' in source.data
    )


def outcome(source: Source, game: str | None, hints: Hints, wanted: Wanted) -> Outcome:
    """Return how the pieces of a virtual table compare with the game's kit.

    Raises GameError if the file or a picture cannot be read, and OptionError for options of
    sheets and for components that the game has not.
    """
    of_tables = Hints(theme=hints.theme, template=hints.template)
    if hints != of_tables or replace(wanted, copies=1, only=()) != Wanted():
        raise OptionError(
            "of a virtual table only --theme, --template, --only and --copies can be said; "
            "all else is of sheets"
        )
    read = _archive if source.data.startswith(b"PK") else _saved_object
    things, pictures = read(source)
    images = _pixels(source.name, pictures)
    kit = _stock_of(source.name, images, game, hints, wanted)
    return _compared(source.name, things, images, kit, wanted.copies)


# ------------------------------------------------------------------------------ the two formats


def _archive(source: Source) -> tuple[list[Thing], dict[str, bytes]]:
    """Return the cards and pictures of a .vtt archive's room."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            entries = {f"/{one.filename}": one for one in archive.infolist()}
            if sum(one.file_size for one in entries.values()) > MOST_BYTES:
                raise GameError(f"{source.name}: the archive holds more than is read")
            tables = [name for name in entries if name.endswith(".json")]
            if not tables:
                raise GameError(f"{source.name}: the archive holds no table; expected a .json file")
            things = [*_cards(_json(source.name, archive.read(entries[tables[0]])))]
            pictures = {}
            for name in _addresses(things):
                if name not in entries:
                    words = f"the picture {name[:80]} is not in the archive"
                    raise GameError(f"{source.name}: {words}")
                pictures[name] = archive.read(entries[name])
            return things, pictures
    except GameError:
        raise
    except _BROKEN as error:
        raise GameError(f"{source.name} cannot be read as an archive: {error}") from error


def _cards(state: Any) -> Iterator[Thing]:
    widgets = {k: w for k, w in _table(state).items() if isinstance(w, dict) and k != "_meta"}
    for widget in widgets.values():
        if widget.get("type") == "card":
            deck = _table(widgets.get(str(widget.get("deck"))))
            shows = _table(_table(deck.get("cardTypes")).get(str(widget.get("cardType"))))
            yield Thing(_text(shows.get("front")), _text(shows.get("back")))
        elif "type" not in widget and widget.get("image"):
            yield Thing(_text(widget["image"]), "")


def _saved_object(source: Source) -> tuple[list[Thing], dict[str, bytes]]:
    """Return the objects with pictures of a saved object, those in bags too, and the pictures."""
    things = [*_tiles(_table(_json(source.name, source.data)).get("ObjectStates"))]
    pictures: dict[str, bytes] = {}
    for name in _addresses(things):
        place = _beside(Path(source.name), name)
        pictures[name] = bounded(place, str(place), MOST_BYTES)
        if sum(map(len, pictures.values())) > MOST_BYTES:
            raise GameError(f"{source.name}: its pictures are more than is read")
    return things, pictures


def _tiles(states: Any, deep: int = 0) -> Iterator[Thing]:
    for one in states if isinstance(states, list) and deep < 10 else ():
        image = _table(_table(one).get("CustomImage"))
        if image:
            front, back = _text(image.get("ImageURL")), _text(image.get("ImageSecondaryURL"))
            yield Thing(front, "" if back == front else back)
        yield from _tiles(_table(one).get("ContainedObjects"), deep + 1)


def _beside(file: Path, address: str) -> Path:
    """Return where a picture lies: in the folder beside a saved object, or as its address says."""
    try:
        at = urlsplit(address)
    except ValueError:  # an address of no form at all
        at = urlsplit("")
    name = PurePosixPath(unquote(at.path)).name
    places = [file.with_suffix("") / name, file.parent / name]
    if at.scheme == "file":
        places.append(Path(unquote(at.path)))
    for place in places:
        with suppress(OSError):  # such as a name longer than any
            if name and place.is_file():
                return place
    raise GameError(
        f"{file}: no picture {address[:120]}; it is looked for on this disk, in {places[0].parent}"
    )


def _addresses(things: Iterable[Thing]) -> list[str]:
    return sorted({address for thing in things for address in thing if address})


def _json(name: str, data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise GameError(f"{name}: the table cannot be read as JSON: {str(error)[:120]}") from error


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


# ------------------------------------------------------------------------------------- pictures


def _pixels(name: str, pictures: Mapping[str, bytes]) -> dict[str, Pixels]:
    """Return pictures as small squares; raises GameError for one that is none or too large."""
    import numpy as np
    from PIL import Image

    area, small = 0, dict[str, Pixels]()
    for one, data in pictures.items():
        try:
            with (
                warnings.catch_warnings(action="ignore"),  # of what is odd and does no harm
                Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
            ):
                area += image.width * image.height
                if max(image.size) > MOST_PIXELS:
                    raise GameError(f"{one[:80]}: at most {MOST_PIXELS} pixels a side are read")
                if area > MOST_AREA:
                    most = f"of its pictures at most {MOST_AREA // 10**6} million pixels are read"
                    raise GameError(f"{name}: {most}")
                box = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
        except GameError:
            raise
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise GameError(f"{one[:80]} cannot be read as a picture") from error
        small[one] = np.asarray(box, dtype=np.float32)
    return small


def _drawn(picture: scene.Scene) -> Pixels:
    from engine.drawing.writers import png

    dpi = 2 * _SIDE / max(picture.width, picture.height) * 25.4
    return _pixels("", {"": png.write(picture, dpi)})[""]


def _difference(one: Pixels, other: Pixels) -> float:
    return float(abs(one - other).mean())


def _stock_of(
    name: str, images: Mapping[str, Pixels], game: str | None, hints: Hints, wanted: Wanted
) -> Stock:
    """Return the table of the game, in the theme and with the labels, that the pictures show."""

    def strangeness(one: str, look: str, most: float, *, labels: bool = False) -> float:
        """Return how far a piece of each component is from the picture nearest to it."""
        strange, drawn_in = 0.0, theme.load(look)
        for sample in stock.samples(template.load(one, hints.template), look, wanted.only):
            own = _drawn(sample.face(drawn_in, labels=labels))
            nearest = min((_difference(own, other) for other in images.values()), default=1e9)
            strange = max(strange, nearest)
            if strange >= most:
                break
        return strange

    themes = [hints.theme] if hints.theme else theme.names()
    games = [game] if game else sorted(trial.names(), key=lambda n: n not in name)
    best, strange = (games[0], themes[0]), 1e9
    for one, look in product(games, themes):
        if (off := strangeness(one, look, strange)) < strange:
            best, strange = (one, look), off
        if strange < _ALIKE / 4:
            break
    if strange > 3 * _ALIKE:
        raise GameError(f"{name}: its pictures show no pieces of {game or 'any game'}")
    labels = strangeness(*best, 1e9, labels=True) < strange
    source = template.load(best[0], hints.template)
    return stock.make(source, {}, theme=best[1], only=wanted.only, labels=labels)


# -------------------------------------------------------------------------------------- counting


def _kinds(
    things: Iterable[Thing], images: Mapping[str, Pixels], kit: Stock
) -> Iterator[tuple[Thing, int, float]]:
    """Yield for each thing the number of the kind nearest to it, -1 the board, and how far off."""
    fronts = [_drawn(kind.face(kit.theme, labels=kit.labels)) for kind in kit.kinds]
    backs = {
        k: _drawn(kind.face(kit.theme, labels=kit.labels, back=True))
        for k, kind in enumerate(kit.kinds)
        if kind.part.double_sided
    }
    board = {} if kit.board is None else {-1: _drawn(board_scene(kit))}
    for thing in things:
        front, back = images.get(thing.front), images.get(thing.back)
        if front is None:
            yield thing, -1, 1e9
            continue
        far = {k: _difference(front, own) for k, own in (*enumerate(fronts), *board.items())}
        if back is not None:
            far |= {k: max(far[k], _difference(back, own)) for k, own in backs.items()}
        nearest = min(far, key=lambda k: far[k])
        yield thing, nearest, far[nearest]


def _compared(
    name: str, things: Sequence[Thing], images: Mapping[str, Pixels], kit: Stock, copies: int
) -> Outcome:
    """Return what is missing, too many, or no piece of the game."""
    faults, on_table, many = list[Fault](), Counter[int](), Counter(things)
    for thing, kind, off in _kinds(many, images, kit):
        if off > _ALIKE:
            words = f"{count(many[thing], 'thing')} {plural(many[thing], 'shows', 'show')}"
            pictures = listed(PurePosixPath(one).name[:60] for one in thing if one)
            faults.append(Fault("impossible", f"{words} no piece of {kit.game.title}: {pictures}"))
        else:
            on_table[kind] += many[thing]
    expected = {k: (one.title, copies * len(one.pieces)) for k, one in enumerate(kit.kinds)}
    if kit.board is not None:
        expected[-1] = kit.board.title, copies
    for k, (title, number) in expected.items():
        if off_by := on_table[k] - number:
            fault = "duplicated" if off_by > 0 else "missing"
            words = "too many" if off_by > 0 else plural(-off_by, "is missing", "are missing")
            of = f"of {number} " if number > 1 else ""
            faults.append(Fault(fault, f"{title}: {abs(off_by)} {of}{words}"))
    total = sum(number for _, number in expected.values())
    facts = (
        f"{count(len(things), 'thing')} by {count(len(images), 'picture')} in theme {kit.theme.name},"
        f" {total} expected",
    )
    checked = ("missing", "duplicated", "impossible")
    return Outcome(kit.game.name, name, total, len(things), in_order(faults), facts, checked)
