"""What a figure says in words: the standing for its caption, and the alternative text.

Sentences come from the position, the events of the last move and the marks; nothing here
knows a particular game or how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.drawing.marks import Mark
from engine.drawing.theme import SLOTS
from engine.geometry.plane import number
from engine.play.finding import game
from engine.play.position import Move, Position, Turn
from engine.words import first_upper, listed, plural


def player_name(position: Position, player: str) -> str:
    """Return a player's name as the game has it, such as "red"."""
    return game(position.game).player_names.get(player, player)


def standing(position: Position) -> str:
    """Return who is to move or has won, and the scores where they decide: a figure's caption."""
    winners = position.winners()
    if winners is None:
        words = f"{first_upper(player_name(position, position.turn))} to move"
    elif not winners:
        words = "The game is drawn"
    else:
        names = [player_name(position, winner) for winner in winners]
        words = f"{first_upper(listed(names))} {plural(len(names), 'wins', 'share the win')}"
    return f"{words}; {_scores(position)}" if position.scores_decide else words


def title(position: Position) -> str:
    """Return the name of a position's figure."""
    words = standing(position).partition(";")[0]
    return f"{game(position.game).title}: {words[0].lower()}{words[1:]}"


def description(
    position: Position,
    seen: Iterable[str],
    *,
    last: str | Move | None = None,
    turn: Turn[Position] | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """Return the alternative text of a position's figure.

    ``seen`` are the drawing's own sentences; ``turn`` is the move ``last`` carried out, so that
    what it did can be told.
    """
    sentences = [f"{standing(position)}.", *seen]
    if last is not None:
        sentences.append(f"Last move: {told(turn) if turn else f'{last}.'}")
    return " ".join([*sentences, *_all_marked(marks)])


def example(seen: Iterable[str], marks: Sequence[Mark] = ()) -> str:
    """Return the alternative text of an example that is no position; ``seen`` as for those."""
    return " ".join([*seen, *_all_marked(marks)])


def told(turn: Turn[Position]) -> str:
    """Return a turn in the words of its events, or as it is written where there are none."""
    return " ".join(event.sentence() for event in turn.events) or f"{turn.written}."


def _scores(position: Position) -> str:
    """Return every player's score, in turn order."""
    scores = position.scores()
    return ", ".join(
        f"{player_name(position, player)} {number(scores[player])}" for player in position.players
    )


#: Colours whose names mean what one sees; the roles of a theme do not.
_COLOURS = (*SLOTS, "white", "black")


def _all_marked(marks: Sequence[Mark]) -> list[str]:
    """Return the sentence on the marks, if there are any."""
    return [f"Marked: {'; '.join(map(_marked, marks))}."] if marks else []


def _marked(mark: Mark) -> str:
    """Return a mark in words, without what only matters to the eye."""
    colour = f"{mark.colour} " if mark.colour in _COLOURS else ""
    what = f"{colour}{mark.verb}"
    if mark.text:
        what += f" {mark.text}"
    if mark.verb == "arrow":
        return f"{what} from {mark.places[0]} to {mark.places[1]}"
    joiner = {"line": "through", "outline": "round"}.get(mark.verb, "on")
    return f"{what} {joiner} {listed(mark.places)}"
