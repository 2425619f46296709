"""What an Aathenuo diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.games.aathenuo.stars import Run
from engine.games.aathenuo.table import Cells, components, runs, star_values
from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, STAR, in_words
from engine.geometry.squaregrid import Square
from engine.messages import Messages, all_of, any_of

say = Messages(__name__)


def table_sentences(cells: Cells, seen: Callable[[Square], bool] | None = None) -> Iterator[str]:
    """Yield what lies on a table, a sentence for every run.

    Where not all is ``seen``, only runs with a tile that is seen are told.
    """
    if seen:
        yield from _part(cells, seen)
        return
    if not cells:
        yield say("The table is empty.")
        return
    grids = len(components(cells))
    where = (
        say("one grid")
        if grids == 1
        else say.counted(grids, "{n} unconnected grid", "{n} unconnected grids")
    )
    yield say.counted(
        len(cells),
        "{n} tile lies on the table in {where}.",
        "{n} tiles lie on the table in {where}.",
        where=where,
    )
    values = star_values(cells)
    yield from (_run(run, values) for run in runs(cells))


def _part(cells: Cells, seen: Callable[[Square], bool]) -> Iterator[str]:
    number = sum(map(seen, cells))
    if not number:
        yield say("No tile is there.")
        return
    yield say.counted(number, "{n} tile is seen.", "{n} tiles are seen.")
    values = star_values(cells)
    yield from (_run(run, values) for run in runs(cells) if any(map(seen, run.cells)))


def _run(run: Run, values: Mapping[Square, tuple[int, ...]]) -> str:
    return say("In {where}, lie {tiles}.", where=run.where, tiles=all_of(_named(run, values)))


def _named(run: Run, values: Mapping[Square, tuple[int, ...]]) -> Iterator[str]:
    for cell, text in zip(run.cells, run.tiles, strict=True):
        acts = values.get(cell, ())
        if text[1] == STAR and 1 <= len(acts) <= 2:
            yield say("{star} as {values}", star=in_words(text), values=any_of(map(str, acts)))
        else:
            yield in_words(text)


def hand_sentences(hands: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield every player's hand; colours' letters stand for hidden tiles."""
    for k, hand in enumerate(hands, 1):
        if not hand:
            yield say("Player {player} holds no tiles.", player=k)
            continue
        if all(len(text) == 1 for text in hand):
            seen = all_of(
                say("{number} {colour}", number=hand.count(c), colour=COLOUR_NAMES[c])
                for c in COLOURS
                if c in hand
            )
        else:
            seen = all_of(map(in_words, hand))
        tiles = say.counted(len(hand), "{n} tile", "{n} tiles")
        yield say("Player {player} holds {tiles}: {seen}.", player=k, tiles=tiles, seen=seen)
