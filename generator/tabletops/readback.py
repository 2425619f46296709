"""Games for tabletop programs read back: what lies on a table is counted by the pictures it shows.

Names, titles and ids are not believed: every picture is compared with the game's own, as it would
be drawn now.  All is read within bounds, from the disk alone and never from the net.
"""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import engine
from engine.drawing import scene, theme
from engine.errors import GameError, OptionError
from engine.reading import MOST_BYTES, bounded
from engine.words import count, listed, plural
from generator.checking.faults import Fault, Outcome, Wanted, in_order
from generator.checking.pages.files import Source
from generator.checking.recognise.results import Hints
from generator.printing import template
from generator.tabletops import stock
from generator.tabletops.pictures import board_scene
from generator.tabletops.stock import Stock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Pixels of all pictures together.
MOST_AREA = 48_000_000
#: Pictures are compared as squares of so many pixels; by so much, of 255, they may differ.
_SIDE, _ALIKE = 96, 7.0

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
    try:
        things, pictures = read(source)
        images = _small(pictures)
    except GameError:
        raise
    except Exception as error:  # whatever a broken archive, table or picture brings about
        raise GameError(f"{source.name} cannot be read as a table: {str(error)[:120]}") from error
    kit = _stock_of(source.name, images, game, hints, wanted)
    return _compared(source.name, things, images, kit, wanted.copies)


# ------------------------------------------------------------------------------ the two formats


def _archive(source: Source) -> tuple[list[Thing], dict[str, bytes]]:
    """Return the cards and pictures of a .vtt archive's room."""
    with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
        if sum(one.file_size for one in archive.infolist()) > MOST_BYTES:
            raise GameError(f"{source.name}: the archive holds more than is read")
        tables = [name for name in archive.namelist() if name.endswith(".json")]
        if not tables:
            raise GameError(f"{source.name}: the archive holds no table; expected a .json file")
        things = [*_cards(json.loads(archive.read(tables[0]).decode("utf-8-sig")))]
        return things, {name: archive.read(name[1:]) for name in _addresses(things)}


def _cards(widgets: Mapping[str, Any]) -> Iterator[Thing]:
    for widget in widgets.values():
        if widget.get("type") == "card":
            sides = widgets[widget["deck"]]["cardTypes"][widget["cardType"]]
            yield Thing(sides.get("front", ""), sides.get("back", ""))
        elif "type" not in widget and widget.get("image"):
            yield Thing(widget["image"], "")


def _saved_object(source: Source) -> tuple[list[Thing], dict[str, bytes]]:
    """Return the objects with pictures of a saved object, those in bags too, and the pictures.

    They are looked for in the folder beside it that has its name.
    """
    things = [*_tiles(json.loads(source.data.decode("utf-8-sig"))["ObjectStates"])]
    folder, pictures = Path(source.name).with_suffix(""), dict[str, bytes]()
    for address in _addresses(things):
        place = folder / PurePosixPath(address).name
        if not place.is_file():
            raise GameError(f"{source.name}: no picture {address[:120]} in the folder {folder}")
        pictures[address] = bounded(place, str(place), MOST_BYTES)
    return things, pictures


def _tiles(objects: Iterable[Mapping[str, Any]]) -> Iterator[Thing]:
    for one in objects:
        if image := one.get("CustomImage"):
            front, back = image["ImageURL"], image.get("ImageSecondaryURL", "")
            yield Thing(front, "" if back == front else back)
        yield from _tiles(one.get("ContainedObjects", ()))


def _addresses(things: Iterable[Thing]) -> list[str]:
    return sorted({address for thing in things for address in thing if address})


# ------------------------------------------------------------------------------------- pictures


def _small(pictures: Mapping[str, bytes]) -> dict[str, Pixels]:
    """Return pictures as small squares; raises GameError where they are too large together."""
    import numpy as np
    from PIL import Image

    area, small = 0, dict[str, Pixels]()
    for name, data in pictures.items():
        with (
            warnings.catch_warnings(action="ignore"),  # of what is odd and does no harm
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            area += image.width * image.height
            if area > MOST_AREA:
                raise GameError(
                    f"{name[:80]}: at most {MOST_AREA // 10**6} million pixels of pictures are read"
                )
            box = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
        small[name] = np.asarray(box, dtype=np.float32)
    return small


def _drawn(picture: scene.Scene) -> Pixels:
    from engine.drawing.writers import png

    dpi = 2 * _SIDE / max(picture.width, picture.height) * 25.4
    return _small({"": png.write(picture, dpi)})[""]


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
    games = [game] if game else sorted(engine.names(), key=lambda n: n not in name)
    best, strange = (games[0], themes[0]), 1e9
    for one, look in product(games, themes):
        if (distance := strangeness(one, look, strange)) < strange:
            best, strange = (one, look), distance
        if strange < _ALIKE / 4:
            break
    if strange > 3 * _ALIKE:
        raise GameError(f"{name}: its pictures show no pieces of {game or 'any game'}")
    labels = strangeness(*best, 1e9, labels=True) < strange
    source = template.load(best[0], hints.template)
    return stock.make(source, {}, theme=best[1], only=wanted.only, labels=labels)


# -------------------------------------------------------------------------------------- counting


def _nearest(
    things: Iterable[Thing], images: Mapping[str, Pixels], kit: Stock
) -> Iterator[tuple[Thing, int, float]]:
    """Yield for each thing the number of the kind nearest to it, and how far off that is.

    The board comes after the last kind.
    """
    looks = [
        [
            _drawn(kind.face(kit.theme, labels=kit.labels, back=back))
            for back in (False, True)[: 1 + kind.part.double_sided]
        ]
        for kind in kit.kinds
    ]
    if kit.board is not None:
        looks.append([_drawn(board_scene(kit))])
    for thing in things:
        sides = [images[one] for one in thing if one] if thing.front else []
        far = [
            max((_difference(*two) for two in zip(sides, own, strict=False)), default=1e9)
            for own in looks
        ]
        nearest = min(range(len(far)), key=far.__getitem__)
        yield thing, nearest, far[nearest]


def _compared(
    name: str, things: Sequence[Thing], images: Mapping[str, Pixels], kit: Stock, copies: int
) -> Outcome:
    """Return what is missing, too many, or no piece of the game."""
    faults, on_table, many = list[Fault](), Counter[int](), Counter(things)
    for thing, kind, distance in _nearest(many, images, kit):
        if distance > _ALIKE:
            words = f"{count(many[thing], 'thing')} {plural(many[thing], 'shows', 'show')}"
            pictures = listed(PurePosixPath(one).name[:60] for one in thing if one)
            faults.append(Fault("impossible", f"{words} no piece of {kit.game.title}: {pictures}"))
        else:
            on_table[kind] += many[thing]
    expected = [(one.title, copies * len(one.pieces)) for one in kit.kinds]
    if kit.board is not None:
        expected.append((kit.board.title, copies))
    for k, (title, number) in enumerate(expected):
        if off_by := on_table[k] - number:
            fault = "duplicated" if off_by > 0 else "missing"
            words = "too many" if off_by > 0 else plural(-off_by, "is missing", "are missing")
            of = f"of {number} " if number > 1 else ""
            faults.append(Fault(fault, f"{title}: {abs(off_by)} {of}{words}"))
    total = sum(number for _, number in expected)
    facts = (
        f"{count(len(things), 'thing')} by {count(len(images), 'picture')} in theme {kit.theme.name},"
        f" {total} expected",
    )
    checked = ("missing", "duplicated", "impossible")
    return Outcome(kit.game.name, name, total, len(things), in_order(faults), facts, checked)
