"""Tables laid against the rules, for figures of what is not allowed (rules 2.1 and 2.2).

They are written as in a position, alone: ``r1,r2,r3/r5,y5,.``.  Faults are crossed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.drawing import scene
from engine.drawing.diagram import Drawing
from engine.drawing.theme import Theme, on
from engine.errors import NotationError
from engine.games.aathenuo import diagram
from engine.games.aathenuo.diagram import CELL, Racks, TablePicture, cell_box
from engine.games.aathenuo.notation import parse_table
from engine.games.aathenuo.table import Breach, Cells, Table, faults
from engine.geometry.plane import Box, Point
from engine.messages import Messages
from engine.reading import Excerpt

say = Messages(__name__)

_LONGEST = 1000


def parse_examples(text: str) -> Cells:
    """Return the tiles of a written table, valid or not, by their cells; raise NotationError."""
    if len(text) > _LONGEST:
        what = f"a table of {len(text)} characters is not an example"
        raise NotationError(what, expected="a table")
    return Table(parse_table(Excerpt.of(text))).cells


def draw_examples(cells: Cells, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a table, with ``faults`` crosses and reasons on all that is wrong."""
    box, outlined = diagram.table_box(cells), bool(show & {"sets", "faults"})
    table = TablePicture(cells, theme, box, outlined=outlined)
    breaches = faults(cells)
    crossed = breaches if "faults" in show else ()
    if len(crossed) == 1:  # a single one needs no telling where
        remarks = [crossed[0].brief]
    else:
        remarks = [say("{where}: {brief}", where=one.where, brief=one.brief) for one in crossed]
    drawing = diagram.drawn(table, Racks((), box, theme))
    reasons = (
        say("Not allowed: {where}: {reason}.", where=one.where, reason=one.reason)
        for one in breaches
    )
    return drawing._replace(
        overlays=(*(table.set_lines() if "sets" in show else ()), *crossed_out(crossed, theme)),
        remarks=tuple(remarks),
        description=(*drawing.description, *reasons),
    )


def crossed_out(breaches: Sequence[Breach], theme: Theme) -> Iterator[scene.Item]:
    """Yield a line round each fault's tiles, and on a corner of it a cross, clear of the numbers."""
    taken: set[Point] = set()
    colour = theme.role("bad")
    for breach in breaches:
        columns, rows = zip(*sorted(breach.cells), strict=True)
        ends = (min(columns), min(rows)), (max(columns), max(rows))
        yield from diagram.around(ends, theme, "bad")
        top_left, top_right, bottom_right, bottom_left = (
            cell_box(ends[0]).union(cell_box(ends[1])).corners()
        )
        corners = (top_right, bottom_right, top_left, bottom_left)
        at = next((corner for corner in corners if corner not in taken), top_right)
        taken.add(at)
        disc = scene.Circle(*at, 0.2 * CELL, colour, scene.Stroke(on(colour), 0.04 * CELL))
        outline = scene.diagonals(Box(*at, *at).grown(0.085 * CELL))
        line = scene.Stroke(on(colour), 0.055 * CELL, cap="round")
        yield scene.Group((disc, scene.Path(outline, None, line)), name="wrong")
