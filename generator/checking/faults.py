"""What a verification found: faults by kind, the outcome of a set, what was wanted, what is unread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.plane import Point
from engine.words import count, plural
from generator import files
from generator.checking.pages.paint import Page
from generator.checking.recognise.results import Hints
from generator.printing.duplex import BackCorrection

#: How far sizes, and backs and areas, may be off, in millimetres.
SIZE_TOLERANCE, BACK_TOLERANCE = 0.05, 0.1
#: How far programs move all backs that round pages to whole points: a point and a hair, in millimetres.
ROUNDING = 0.36
#: Up to so many faults of a kind, or pieces with one fault, are listed one by one.
FEW = 5

#: The kinds of fault in the order of reports, each with the sentence that holds where there is none.
KINDS = {
    "model": "The set is proved complete",
    "missing": "No tile is missing",
    "duplicated": "No tile is there too often",
    "impossible": "Every tile is one of the game's",
    "foreign": "Every area has one of the game's colours",
    "unclear": "Every area shows one colour",
    "size": "Every tile has the right size",
    "outside": "Every tile lies in the printable area",
    "overlap": "No tiles overlap",
    "slip": "Every tile's areas lie in its outline",
    "no-back": "Every front has a back, and every back a front",
    "back": "Every back lies behind its front",
    "mirror": "No sheet is mirrored, and every back is its front's mirror image",
    "alike": "No back gives its tile away",
    "colour": "Every back shows its front's colour",
}


class Fault(NamedTuple):
    """One thing that is not in order; ``x`` and ``y`` are millimetres from a page's top left.

    >>> _ = Path("mine.csv").write_text("tile")
    >>> fault = generator.verify(game.name, "mine.csv").faults[0]
    >>> fault.kind, fault.tile
    ('missing', 'b:bbbbgr')
    """

    kind: str
    message: str
    file: str = ""
    page: int = 0
    x: float | None = None
    y: float | None = None
    tile: str = ""
    number: int | None = None
    #: Whether the message names the file and the place in it.
    is_placed: bool = False
    #: Where in a text file it is, from 1; 0 in files without lines.
    line: int = 0
    column: int = 0


def at(kind: str, message: str, page: Page, place: Point | None = None) -> Fault:
    """Return a fault of a page, or of a place on it, whose message says where that is."""
    x, y = (round(v, 3) for v in place) if place else (None, None)
    return Fault(kind, message, page.source, page.number, x, y, is_placed=True)


def on_pages(kind: str, words: str, pages: Sequence[Page]) -> Fault:
    """Return one fault of pages, whose message names them: "mine.pdf page 3 is …"."""
    return at(kind, f"{titled(pages)} {plural(len(pages), 'is', 'are')} {words}", pages[0])


def titled(pages: Sequence[Page]) -> str:
    """Return pages in words: one by its title, several by their number and the first of them."""
    title = pages[0].title
    return f"{count(len(pages), 'page')} (first {title})" if pages[1:] else title


class Counted(NamedTuple):
    """A kind of piece of the component ``part``, with how many there should be and are."""

    part: str
    kind: str
    title: str
    expected: int
    found: int
    #: The tile's number, where tiles have one.
    number: int | None = None
    #: Whether it is a board, which is no piece.
    is_board: bool = False


def amiss(counted: Iterable[Counted]) -> Iterator[Fault]:
    """Yield the kinds of which there are too few or too many."""
    for one in counted:
        if one.found != one.expected:
            kind = "missing" if one.found < one.expected else "duplicated"
            is_gone = (one.found, one.expected) == (0, 1)
            words = " is missing" if is_gone else f": {one.found} instead of {one.expected}"
            yield Fault(kind, f"{one.title}{words}", tile=one.kind, number=one.number)


@dataclass(frozen=True)
class Outcome:
    """What was verified, what was found, and every fault.

    >>> (outcome,) = generator.verify(game.name).outcomes
    >>> outcome.expected, outcome.found, outcome.ok
    (168, 168, True)
    """

    game: str
    subject: str
    expected: int
    found: int
    faults: tuple[Fault, ...]
    #: What is so, in sentences.
    facts: tuple[str, ...]
    #: Which kinds of fault were looked for.
    checked: tuple[str, ...]
    #: Every kind of piece, where pieces were counted.
    counted: tuple[Counted, ...] = ()
    #: What may help where things are not in order, in sentences.
    advice: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order."""
        return not self.faults


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return faults in the order of their kinds, those of a kind as they come."""
    order = [*KINDS]
    return tuple(sorted(faults, key=lambda fault: order.index(fault.kind)))


@dataclass(frozen=True)
class Wanted(Hints):
    """What sheets should be, besides hints for reading them; None where the sheets decide."""

    margin: float = 0.0
    duplex: str = "auto"
    back_shift: tuple[float, float] = (0.0, 0.0)
    #: What 100 mm of backs measure, and how far backs are turned: the kit's correction for its printer.
    back_scale: tuple[float, float] = (100.0, 100.0)
    back_turn: float = 0.0
    #: The components that must be there; all of the kit where none is named.
    only: tuple[str, ...] = ()
    #: How large the components that were printed are, None where nothing says that some were not.
    printed: Mapping[str, float] | None = None
    #: How often each piece must be there, where not the whole kit was printed.
    pieces: Mapping[str, int] | None = None
    #: How far sizes, areas and backs may be off, where not as usual.
    tolerance: float | None = None

    @property
    def backs(self) -> BackCorrection:
        """The kit's correction of its backs."""
        return BackCorrection(self.back_shift, self.back_scale, self.back_turn)


def subject_of(names: Iterable[str]) -> str:
    """Return the names of a set's files, or the first and how many more if they are many."""
    own = list(dict.fromkeys(names))
    return ", ".join(own) if len(own) <= 3 else f"{own[0]} and {len(own) - 1} more"


class Unread(NamedTuple):
    """The error that says why something could not be read, and the file, "" for none in particular."""

    error: Exception
    file: str = ""

    @property
    def fault(self) -> Fault:
        """Why it could not be read, in one sentence that names the file where that is known."""
        words = files.sentence(self.error)
        words = words if not self.file or self.file in words else f"{self.file}: {words}"
        line, column = (getattr(self.error, name, 0) for name in ("line", "column"))
        return Fault("bad input", words, self.file, is_placed=True, line=line, column=column)
