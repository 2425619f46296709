"""Tables laid against the rules, for figures of what is not allowed (rules 2.1 and 2.2).

No position has such a table; it is written as in a position, alone: ``r3,r4,y5`` or
``r1,r2,r3/r5,y5,.``.  What is wrong is crossed out, with the reason below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.drawing import scene
from engine.drawing.diagram import Drawing, check_overlays
from engine.drawing.theme import Theme, on
from engine.errors import NotationError
from engine.games.aathenuo.diagram import (
    CELL,
    OVERLAYS,
    TablePicture,
    around,
    centre_of,
    find_place,
    glyphs,
    legend,
)
from engine.games.aathenuo.notation import parse_table
from engine.games.aathenuo.sentences import table_sentences
from engine.games.aathenuo.table import Breach, Cells, Table, faults
from engine.geometry.plane import Box, Point, bounds
from engine.messages import Messages
from engine.reading import Excerpt

say = Messages(__name__)

_LONGEST = 1000


def parse_examples(text: str) -> Cells:
    """Return the tiles of a written table, valid or not, by their cells.

    Raises NotationError.
    """
    if len(text) > _LONGEST:
        raise NotationError(f"a table of {len(text)} characters is no example", expected="a table")
    return Table(parse_table(Excerpt.of(text))).cells


def draw_examples(cells: Cells, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a table, with ``faults`` crosses and reasons on all that is wrong.

    Raises OptionError for a name in ``show`` that is no overlay.
    """
    check_overlays(show, OVERLAYS, "aathenuo")
    table = TablePicture(cells, theme, outlined=bool(show & {"sets", "faults"}))
    found = faults(cells)
    shown = found if "faults" in show else ()
    return Drawing(
        box=table.box,
        unit=CELL,
        place=partial(find_place, cells=cells, hands={}),
        board=table.ground(),
        pieces=tuple(table.tiles()),
        overlays=(
            *(table.set_lines() if "sets" in show else ()),
            *crossed_out(shown, theme),
        ),
        rims=table.rims(),
        sides=("left", "top"),
        read=table.numbers(),
        remarks=_words(shown),
        glyphs=partial(glyphs, theme),
        legend=partial(legend, theme),
        focus=tuple(f"{x},{y}" for x, y in cells),
        description=(*table_sentences(cells), *map(_sentence, found)),
    )


def crossed_out(found: Sequence[Breach], theme: Theme) -> Iterator[scene.Item]:
    """Yield a line round each fault's tiles, and on a corner of it a cross, clear of the numbers."""
    taken: set[Point] = set()
    for fault in found:
        columns, rows = zip(*sorted(fault.cells), strict=True)
        corners = (min(columns), min(rows)), (max(columns), max(rows))
        yield from around(corners, theme, "bad")
        box = bounds(map(centre_of, corners)).grown(CELL / 2)
        free = (corner for corner in _by_choice(box) if corner not in taken)
        at = next(free, Point(box.right, box.top))
        taken.add(at)
        yield _cross(at, theme)


def _by_choice(box: Box) -> tuple[Point, ...]:
    top_left, top_right, bottom_right, bottom_left = box.corners()
    return top_right, bottom_right, top_left, bottom_left


def _cross(at: Point, theme: Theme) -> scene.Group:
    colour = theme.role("bad")
    disc = scene.Circle(*at, 0.2 * CELL, colour, scene.Stroke(on(colour), 0.04 * CELL))
    outline = scene.diagonals(Box(*at, *at).grown(0.085 * CELL))
    line = scene.Stroke(on(colour), 0.055 * CELL, cap="round")
    return scene.Group((disc, scene.Path(outline, None, line)), name="wrong")


def _sentence(fault: Breach) -> str:
    return say("Not allowed: {where}: {reason}.", where=fault.where, reason=fault.reason)


def _words(found: Sequence[Breach]) -> tuple[str, ...]:
    if len(found) == 1:
        return (found[0].brief,)
    return tuple(say("{where}: {brief}", where=fault.where, brief=fault.brief) for fault in found)
