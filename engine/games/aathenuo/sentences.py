"""What an Aathenuo diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.aathenuo.stars import Run
from engine.games.aathenuo.table import Cells, components, runs, star_values
from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, STAR, in_words
from engine.geometry.squaregrid import Square
from engine.words import count, first_upper, listed


def table_sentences(cells: Cells) -> Iterator[str]:
    """Yield what lies on a table, a sentence for every run."""
    if not cells:
        yield "The table is empty."
        return
    grids = len(components(cells))
    where = "one grid" if grids == 1 else f"{grids} unconnected grids"
    yield f"{count(len(cells), 'tile')} on the table in {where}."
    values = star_values(cells)
    for run in runs(cells):
        yield f"{first_upper(run.where)}: {', '.join(_named(run, values))}."


def _named(run: Run, values: Mapping[Square, tuple[int, ...]]) -> Iterator[str]:
    for cell, text in zip(run.cells, run.tiles, strict=True):
        acts = values.get(cell, ())
        as_number = f" as {listed(map(str, acts), 'or')}" if 1 <= len(acts) <= 2 else ""
        yield in_words(text) + (as_number if text[1] == STAR else "")


def hand_sentences(hands: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield every player's hand; colours' letters stand for hidden tiles."""
    for k, hand in enumerate(hands, 1):
        if not hand:
            yield f"Player {k} holds no tiles."
            continue
        if all(len(text) == 1 for text in hand):
            counts = [(hand.count(c), COLOUR_NAMES[c]) for c in COLOURS if c in hand]
            seen = ", ".join(f"{number} {name}" for number, name in counts)
        else:
            seen = ", ".join(map(in_words, hand))
        yield f"Player {k} holds {count(len(hand), 'tile')}: {seen}."
