"""Games of a page as records, and records as games of a page."""

from __future__ import annotations

from typing import Any

from engine import record as records
from engine.errors import OptionError
from engine.play import finding
from engine.record import Record
from engine.words import count
from generator.playing import line
from generator.playing.question import MOST_MOVES, Question


def written(wanted: Question) -> dict[str, Any]:
    """Return the record of a game, with its settings as tags and the result if it is over."""
    last = line.reached(wanted.game, wanted.settings, wanted.moves).position
    tags = {name.capitalize(): value for name, value in wanted.settings}
    made = Record({"Game": wanted.game, **tags, "Result": records.result(last)}, wanted.moves)
    return {"text": str(made)}


def opened(text: str, number: int) -> dict[str, Any]:
    """Return a record of a text as a game, its moves in their full form; ``number`` counts from 1."""
    found = records.load_all(text)
    if not 1 <= number <= len(found):
        raise OptionError(f"the text holds {count(len(found), 'game')}; there is no game {number}")
    chosen = found[number - 1]
    if len(chosen.moves) > MOST_MOVES:
        raise OptionError(f"the game has {len(chosen.moves)} moves; a page plays {MOST_MOVES}")
    names = (*(option.name for option in finding.game(chosen.tags["Game"]).options), "position")
    tags = {name: chosen.tags.get(name.capitalize()) for name in names}
    return {
        "game": chosen.tags["Game"],
        "settings": [[name, value] for name, value in tags.items() if value is not None],
        "moves": [turn.written for turn in chosen.turns()],
        "tags": dict(chosen.tags),
        "games": len(found),
    }
