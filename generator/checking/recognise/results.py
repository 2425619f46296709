"""What reading sheets back takes and yields: hints, pieces as drawn, kinds of pieces, troubles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from engine.drawing.parts import Part, Piece, Pieces, kind_of, title_of
from engine.geometry.plane import Box, Point, bounds
from engine.play.game import Game
from engine.play.position import Position
from engine.verify import Naming
from generator.checking import grouped


@dataclass(frozen=True)
class Hints:
    """What the reader knows of sheets before it reads them."""

    #: How wide tiles are: flat to flat, or a square's side, in millimetres.
    tile_size: float | None = None
    #: A name or a file.
    theme: str | None = None
    #: ``#rrggbb`` in the order the game names its colours.
    colours: tuple[str, ...] | None = None
    #: What 100 mm of the sheets measure once printed: the kit's correction for its printer.
    print_scale: tuple[float, float] = (100.0, 100.0)
    #: The kit's template, where it is not the game's own.
    template: str | None = None
    #: How far art reaches beyond the cut, in millimetres; if 0, cut lines tell it.
    bleed: float = 0.0
    copies: int = 1


#: What an area shows that cannot be read.
UNREAD = "?"


class ShownArea(NamedTuple):
    """One area of a piece as drawn: where it is, its name there ("E", "centre"), what it shows."""

    at: Point
    name: str
    value: str


class Flaw(NamedTuple):
    """What is wrong with a piece as drawn: ``foreign`` paint, ``unclear``, or ``impossible``."""

    kind: str
    words: str


class Found(NamedTuple):
    """A piece as drawn on a page."""

    page: int  # index among the pages read
    centre: Point
    #: The cut line's corners.
    outline: tuple[Point, ...]
    #: What it measures from side to side, in every direction it has sides.
    sizes: tuple[float, ...]
    #: How far its areas lie off its outline.
    slip: Point
    areas: tuple[ShownArea, ...]
    #: What is wrong with what is drawn.
    flaws: tuple[Flaw, ...]
    #: The component it belongs to.
    part: str
    #: The name of its :class:`CountedKind`, "" where that is not known.
    kind: str
    #: ``front`` or ``back``, or ``both`` where the back of a piece is its mirror image.
    side: str = "both"
    #: What both sides tell of a piece, such as its colour; "" where backs tell nothing.
    trait: str = ""

    @property
    def box(self) -> Box:
        """The box around the cut line."""
        return bounds(self.outline)

    @property
    def size(self) -> float:
        """The median of the sizes."""
        return median(self.sizes)


class CountedKind(NamedTuple):
    """A kind of piece, and how many of it one kit has."""

    name: str
    title: str
    #: The component of the kit it belongs to, and what that is called.
    part: str
    parts: str
    amount: int
    #: What it must measure in millimetres, None where the sheets decide.
    size: float | None = None
    has_back: bool = False
    #: Whether a kit may be without its component.
    optional: bool = False
    is_board: bool = False
    #: Whether the title is the name of one tile of a set (``tile 17 g:bbbgrr``), not a word for many.
    is_named: bool = False


def by_kind(part: Pieces) -> dict[str, tuple[Piece, ...]]:
    """Return a component's pieces by their kinds; pieces of a kind differ in their numbers only."""
    kinds = grouped(part.pieces, lambda piece: kind_of(piece.id))
    return {kind: tuple(pieces) for kind, pieces in kinds.items()}


def kinds_of(game: Game[Position], parts: Sequence[Part], hints: Hints) -> Iterator[CountedKind]:
    """Yield every kind of piece, boards as well, with how many the kit has; tiles of a set have names of their own."""
    tiles = frozenset(game.tiles())
    for part in parts:
        if not isinstance(part, Pieces):
            yield CountedKind(part.name, part.title, part.name, part.title, 1, is_board=True)
            continue
        kinds = by_kind(part)
        is_set = part.double_sided and not tiles.isdisjoint(kinds)
        naming = Naming(game, [kind for kind, pieces in kinds.items() for _ in pieces])
        is_sized = part.fitting is None and (hints.template or part.size == hints.tile_size)
        size = part.size if is_sized else None
        for kind, pieces in kinds.items():
            title = naming.of(kind) if is_set else title_of(pieces)
            counted = kind, title, part.name, part.title, len(pieces), size
            yield CountedKind(*counted, part.double_sided, part.optional, is_named=is_set)


class Trouble(NamedTuple):
    """What is wrong with a page or a board, not with a piece: the kind of fault, and the page's index."""

    kind: str
    words: str
    page: int


def misnamed(drawn: str, named: str) -> str:
    """Return the sentence that sheets are in one theme where another was named."""
    return f"the colours are of {drawn}, not of {named}; say so by --theme"


class Reading(NamedTuple):
    """All pieces found on the pages, and what else the pages tell."""

    pieces: tuple[Found, ...]
    #: What tells the colours, in words for the report.
    colours: str
    #: Remarks for the report.
    notes: tuple[str, ...] = ()
    #: Every kind of piece that a kit has.
    kinds: tuple[CountedKind, ...] = ()
    #: The names of the boards that are there.
    whole: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    #: The page of each whole board, then once every other page that shows a part of one.
    board_pages: tuple[int, ...] = ()
