"""What a figure says in words: the standing for its caption, and the alternative text.

Sentences come from the position, the events of the last move and the marks; nothing here
knows a particular game or how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.drawing.marks import Mark
from engine.drawing.theme import SLOTS
from engine.geometry.plane import number
from engine.play.game import Move, Position, game


def player_name(position: Position, player: str) -> str:
    """Return a player's name as the game has it, such as "red"."""
    return game(position.game).player_names.get(player, player)


def standing(position: Position) -> str:
    """Return who is to move or has won, and the scores where they decide: a figure's caption."""
    winners = position.winners()
    if winners is None:
        words = f"{_first(player_name(position, position.turn))} to move"
    elif not winners:
        words = "The game is drawn"
    else:
        names = [player_name(position, winner) for winner in winners]
        words = f"{_first(_listed(names))} {'wins' if len(names) == 1 else 'share the win'}"
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
    before: Position | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """Return the alternative text of a position's figure.

    ``seen`` are the drawing's own sentences; ``before`` is the position in which ``last`` was
    played, so that what the move did can be told.
    """
    sentences = [f"{standing(position)}.", *seen]
    if last is not None:
        sentences.append(_last_move(last, before))
    return " ".join([*sentences, *_all_marked(marks)])


def example(seen: Iterable[str], marks: Sequence[Mark] = ()) -> str:
    """Return the alternative text of an example that is no position; ``seen`` as for those."""
    return " ".join([*seen, *_all_marked(marks)])


def _last_move(last: str | Move, before: Position | None) -> str:
    """Return the last move, in the words of its events where they can be known."""
    if before is None:
        return f"Last move: {last}."
    told = " ".join(event.sentence() for event in before.events(last))
    return f"Last move: {told or f'{before.written(last)}.'}"


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
    return f"{what} {joiner} {_listed(mark.places)}"


def _listed(words: Sequence[str]) -> str:
    """Return words as in speech: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _first(words: str) -> str:
    """Return words with a capital letter first."""
    return words[:1].upper() + words[1:]
