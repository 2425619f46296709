"""A position or tile as drawn, before it becomes a figure: items by level, and named places.

A game's ``drawing`` module makes one; :mod:`engine.figure` adds marks, crops and captions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.drawing.captions import Glyph
from engine.drawing.scene import Item
from engine.errors import OptionError
from engine.geometry.plane import Box, Point
from engine.messages import Language
from engine.words import listed, meant


def check_overlays(show: frozenset[str], overlays: Mapping[str, str], game: str) -> None:
    """See that all of ``show`` are overlays a game has.

    Raises OptionError naming the first that is not one.
    """
    for name in sorted(show):
        if name not in overlays:
            known = ", ".join(overlays) or "nothing more"
            right = meant(name, overlays) or f"it can show {known}"
            raise OptionError(f"{game} cannot show '{name}'; {right}")


#: The kinds of named places.
PLACES = ("cell", "edge", "corner", "part")


class NamedPlace(NamedTuple):
    """A spot of the game that marks can name.

    ``kind`` is one of :data:`PLACES`; ``outline`` holds a cell's or
    part's corners, an edge's two ends, and nothing for a corner.  ``piece`` is the radius of the
    piece that lies there, where arrows stop; 0 if none does.  ``free`` are spots beside the piece
    for labels that would cover it, the better ones first; where it is ``read``, having a number
    in its middle of this radius, for all small marks.
    """

    name: str
    kind: str
    centre: Point
    outline: tuple[Point, ...] = ()
    piece: float = 0.0
    free: tuple[Point, ...] = ()
    read: float = 0.0


#: The sides of a board that may have labels.
SIDES = ("left", "right", "top", "bottom")


class Rim(NamedTuple):
    """The labels on one side of a board: each with where its line of cells leaves the frame.

    ``along`` is the unit vector on which those lines run outwards.
    """

    labels: tuple[tuple[Point, str], ...]
    along: Point


class Drawing(NamedTuple):
    """Items from the table upwards, in millimetres in the drawing's own frame, y down.

    ``box`` is what the board covers, ``unit`` the width of one cell (marks are sized by it), and
    ``place`` turns a name into a :class:`NamedPlace` or raises NotationError saying what would be one.
    Labels round the board are no items but :class:`Rim` by their sides, of which ``sides`` are the
    usual ones; the figure sets them beside the board at the size it is printed.
    """

    box: Box
    unit: float
    place: Callable[[str], NamedPlace]
    board: tuple[Item, ...] = ()
    pieces: tuple[Item, ...] = ()
    overlays: tuple[Item, ...] = ()
    labels: tuple[Item, ...] = ()
    #: Overlays that are read, which the lines of marks must not strike through.
    plates: tuple[Item, ...] = ()
    rims: Mapping[str, Rim] = {}
    sides: tuple[str, ...] = ()
    #: The box of the board's cells, where a frame lies round them, which crops go on to.
    cells: Box | None = None
    #: Where things lie beside the board, such as hands: a crop shows them all or none.
    beside: Box | None = None
    #: Gives the same with what lies beside the board so much farther down, where labels need the room.
    apart: Callable[[float], Drawing] | None = None
    #: What labels that look for a place keep clear of, as centres and radii.
    obstacles: tuple[tuple[Point, float], ...] = ()
    #: What is read on pieces: lines pass behind it, and labels keep clear of it too.
    read: tuple[tuple[Point, float], ...] = ()
    #: Gives the small pictures for captions by name, and those of what is shown, for a legend.
    glyphs: Callable[[], Mapping[str, Glyph]] = dict
    legend: Callable[[], Iterable[Glyph]] = tuple
    #: What is wrong with what is shown, a line each, set below the picture.
    remarks: tuple[str, ...] = ()
    #: The places a crop to "what matters" must show (occupied and highlighted ones).
    focus: tuple[str, ...] = ()
    #: Words for the alternative text, one sentence each.
    description: tuple[str, ...] = ()
    #: The same of what lies in a box alone, for crops; None if the words are of all in any case.
    part: Callable[[Box], Iterable[str]] | None = None

    def told(self, speech: Language) -> Drawing:
        """Return the same drawing with its words in a language."""
        apart = self.apart
        return self._replace(
            apart=apart and (lambda by: apart(by).told(speech)),
            glyphs=lambda: {name: glyph.told(speech) for name, glyph in self.glyphs().items()},
            legend=lambda: [glyph.told(speech) for glyph in self.legend()],
            remarks=tuple(map(speech.told, self.remarks)),
            description=tuple(map(speech.told, self.description)),
        )


def check_sides(sides: Sequence[str], drawing: Drawing) -> tuple[str, ...]:
    """Return the sides of a drawing to label, each once.

    Raises OptionError for what is no side, or where the drawing has no labels there.
    """
    for name in sides:
        if name not in SIDES:
            raise OptionError(f"no side '{name}'; the sides are {', '.join(SIDES)}")
        if name not in drawing.rims:
            known = listed(drawing.rims, "or") or "none"
            raise OptionError(f"no labels at the {name} here; there can be at {known}")
    return tuple(dict.fromkeys(sides))


def square_rims(
    frame: Box, cell: float, columns: Sequence[str], rows: Sequence[str]
) -> dict[str, Rim]:
    """Return the labels round a frame about square cells that begin in (0, 0), rows from the top."""
    xs = [((k + 0.5) * cell, text) for k, text in enumerate(columns)]
    ys = [((k + 0.5) * cell, text) for k, text in enumerate(rows)]
    return {
        "left": Rim(tuple((Point(frame.left, y), t) for y, t in ys), Point(-1.0, 0.0)),
        "right": Rim(tuple((Point(frame.right, y), t) for y, t in ys), Point(1.0, 0.0)),
        "top": Rim(tuple((Point(x, frame.top), t) for x, t in xs), Point(0.0, -1.0)),
        "bottom": Rim(tuple((Point(x, frame.bottom), t) for x, t in xs), Point(0.0, 1.0)),
    }
