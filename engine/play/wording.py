"""The words of a figure: the standing for its caption, and the alternative text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from engine.drawing.marks import Mark
from engine.errors import GameError
from engine.messages import Message, Messages, all_of, row
from engine.play.plugins import game
from engine.play.position import GameOver, Move, Position, Turn, each_score, outcome

say = Messages(__name__)


def player_name(position: Position, player: str) -> str:
    """Return a player's name as the game has it, such as "red"."""
    return game(position.game).player_names.get(player, player)


def player_tag(position: Position, player: str) -> str:
    """Return the tag of a record that says who played a colour, such as "Yellow" or "Player1"."""
    return player_name(position, player).title().replace(" ", "")


def standing(position: Position) -> Message:
    """Return who is to move or has won, and the scores if they decide: a figure's caption."""
    return say("{Outcome}.", outcome=outcome(position, game(position.game).player_names))


def result(position: Position) -> Message:
    """Return who is to move or has won, as a sentence without its full stop."""
    names = game(position.game).player_names
    return say("{Outcome}", outcome=outcome(position, names, scored=False))


def title(position: Position) -> Message:
    """Return the name of a position's figure."""
    played = game(position.game)
    words = outcome(position, played.player_names, scored=False)
    return say("{game}: {words}", game=played.title, words=words)


def led_here(position: Position, move: str) -> Message:
    """Return a position by the move that led there, "" if it is not known, within a sentence."""
    if move:
        return say("position after {move}", move=move)
    played = game(position.game)
    settings = {option.name: option.of(position) for option in played.options if option.of}
    with suppress(GameError):  # a start may need a seed, too
        if played.start(**settings) == position:
            return say("starting position")
    return say("position")


def description(
    position: Position,
    drawn: Iterable[str],
    *,
    last: str | Move | None = None,
    turn: Turn[Position] | None = None,
    marks: Sequence[Mark] = (),
) -> list[str]:
    """Return the sentences of a figure's alternative text, with the drawing's and the move's own."""
    sentences = [*drawn]
    if last is not None:
        moved = account(turn) if turn else say("{words}.", words=last)
        sentences.append(say("Last move: {move}", move=moved))
    if last is not None and turn and any(isinstance(event, GameOver) for event in turn.events):
        return [*sentences, *marked(marks)]  # the end of the game has told the standing
    if position.winners() is None:
        player = player_name(position, position.turn)
        standing = [say("It is {player}'s turn.", player=player)]
    else:
        standing = [say("{words}.", words=result(position))]
    if position.scores_decide:
        scores = all_of(each_score(position, game(position.game).player_names))
        standing.append(say("The scores are {scores}.", scores=scores))
    return [*standing, *sentences, *marked(marks)]


def marked(marks: Sequence[Mark]) -> list[Message]:
    """Return the sentence on what is marked, none without marks."""
    return [say("Marked: {marks}.", marks=row(map(_marked, marks), "; "))] if marks else []


def part(places: Sequence[str]) -> Message:
    """Return the sentence that only a part is shown, round ``places`` if they were chosen."""
    if not 1 <= len(places) <= 6:
        return say("Only a part is shown.")
    return say("Only the part round {places} is shown.", places=all_of(places))


def account(turn: Turn[Position]) -> Message:
    """Return a turn in the words of its events, or as it is written."""
    events = [event.sentence() for event in turn.events]
    return row(events, " ") if events else say("{words}.", words=turn.written)


def _marked(mark: Mark) -> Message:
    thing, coloured = _things(_COLOURS.get(mark.colour, ""))[mark.verb]
    what = coloured if mark.colour in _COLOURS else thing
    if mark.text:
        what = say("{mark} {text}", mark=what, text=mark.text)
    if mark.verb == "arrow":
        start, end = mark.places
        return say("{mark} from {start} to {end}", mark=what, start=start, end=end)
    places = all_of(mark.places)
    if mark.verb == "line":
        return say("{mark} through {places}", mark=what, places=places)
    if mark.verb == "outline":
        return say("{mark} round {places}", mark=what, places=places)
    return say("{mark} on {places}", mark=what, places=places)


#: Names of visible colours; the roles of a theme have none.
_COLOURS = {
    "red": say("red"),
    "green": say("green"),
    "blue": say("blue"),
    "yellow": say("yellow"),
    "cyan": say("cyan"),
    "orange": say("orange"),
    "purple": say("purple"),
    "grey": say("grey"),
    "white": say("white"),
    "black": say("black"),
}


def _things(colour: str) -> dict[str, tuple[Message, Message]]:
    """Return what marks draw, plain and in a colour: whole phrases, as languages inflect colours."""
    return {
        "dot": (say("dot"), say("{colour} dot", colour=colour)),
        "ring": (say("ring"), say("{colour} ring", colour=colour)),
        "cross": (say("cross"), say("{colour} cross", colour=colour)),
        "label": (say("label"), say("{colour} label", colour=colour)),
        "number": (say("number"), say("{colour} number", colour=colour)),
        "arrow": (say("arrow"), say("{colour} arrow", colour=colour)),
        "line": (say("line"), say("{colour} line", colour=colour)),
        "outline": (say("outline"), say("{colour} outline", colour=colour)),
        "fill": (say("fill"), say("{colour} fill", colour=colour)),
        "fade": (say("fade"), say("{colour} fade", colour=colour)),
    }
