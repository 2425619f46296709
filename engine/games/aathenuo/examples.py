"""Tables laid against the rules, for figures of what is not allowed (rules 2.1 and 2.2).

No position has such a table; it is written as in a position, alone: ``r3,r4,y5`` or
``r1,r2,r3/r5,y5,.``.  What is wrong is crossed out, with the reason below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.drawing import scene
from engine.drawing.diagram import Drawing, check_overlays
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.games.aathenuo.diagram import (
    CELL,
    OVERLAYS,
    TablePicture,
    around,
    centre_of,
    find_place,
    glyphs,
)
from engine.games.aathenuo.notation import parse_table
from engine.games.aathenuo.sentences import table_sentences
from engine.games.aathenuo.table import Breach, Cells, Table, faults
from engine.geometry.plane import bounds
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
    table = TablePicture(cells, theme)
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
            *(item for fault in shown for item in _crossed_out(fault, theme)),
        ),
        rims=table.rims(),
        sides=("left", "top"),
        obstacles=table.obstacles(),
        remarks=_words(shown),
        glyphs=partial(glyphs, theme),
        legend=partial(table.legend, "sets" in show),
        focus=tuple(f"{x},{y}" for x, y in cells),
        description=(*table_sentences(cells), *map(_sentence, found)),
    )


def _crossed_out(fault: Breach, theme: Theme) -> Iterator[scene.Item]:
    """Yield a line round a fault's tiles and a cross over them, thin enough to read them."""
    columns = sorted(x for x, _ in fault.cells)
    rows = sorted(y for _, y in fault.cells)
    corners = (columns[0], rows[0]), (columns[-1], rows[-1])
    yield from around(corners, theme, "bad", 0.0)
    box = bounds(map(centre_of, corners)).grown(0.4 * CELL)
    outline = scene.diagonals(box)
    casing = theme.line("white", 0.08, CELL, cap="round")
    line = theme.line("bad", 0.045, CELL, cap="round")
    cross = (scene.Path(outline, None, casing), scene.Path(outline, None, line))
    yield scene.Group(cross, name="wrong")


def _sentence(fault: Breach) -> str:
    return say("Not allowed: {where}: {reason}.", where=fault.where, reason=fault.reason)


def _words(found: Sequence[Breach]) -> tuple[str, ...]:
    """Return what is wrong, a line for each fault; a single one needs no telling where."""
    if len(found) == 1:
        return (found[0].brief,)
    return tuple(say("{where}: {brief}", where=fault.where, brief=fault.brief) for fault in found)
