"""One question of a page, one answer: a game at a move, what may be picked, and what came of it.

It knows games by their protocols alone, and an answer follows from its question, so that undo,
branches, reload and links are all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from engine.errors import GameError, IllegalMoveError, OptionError
from engine.play import wording
from engine.play.position import Draft, Position, Turn
from engine.settings import Settings
from engine.words import first_upper, one_line
from generator.playing import games, line, pictures
from generator.playing.line import Question


def answer(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a page's question, a JSON object as the question is."""
    try:
        if not isinstance(message, Mapping):
            raise OptionError("a question must be a JSON object")
        ask = Settings(message, "the question").text("ask", "position")
        if ask not in _ANSWERS:
            raise OptionError(f"'{ask}' cannot be asked; expected one of {', '.join(_ANSWERS)}")
        return _ANSWERS[ask](message)
    except GameError as error:
        return {"error": one_line(str(error))}


def position(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to what a game looks like, with the turn that is picked or typed played."""
    query = line.read(message)
    made = query.position.draft(query.picks)
    if query.picks and not any(made):
        raise OptionError(f"'{query.picks[-1]}' cannot be picked here")
    if query.ghost:
        public = query._replace(viewer="")  # a draw is seen when it is made
        words = _told(public.played(made.move)) if made.move else ""
        svg = pictures.sight(query, made)["svg"]
        return {"svg": svg, "told": words, "wrong": _not_yet(made)}
    wrong, picked = "", made.move if query.picks and (query.done or not made.choices) else None
    if move := query.typed or picked:
        try:
            query = query.played(move)
        except IllegalMoveError as error:
            wrong = first_upper(one_line(str(error)))
    return _page(query, wrong)


def _told(query: Question) -> str:
    return str(wording.told(query.last)) if query.last else ""


def _not_yet(made: Draft) -> str:
    return f"Not yet: {made.wrong}." if made.wrong else ""


def _page(query: Question, wrong: str) -> dict[str, Any]:
    now = query.position
    made = now.draft(query.picks)
    mover = first_upper(wording.player_name(now, now.turn))
    return {
        "game": query.game.name,
        "settings": query.settings,
        "moves": list(query.moves),
        "picks": list(query.picks),
        "at": query.at,
        **pictures.sight(query, made),
        "move": made.move,
        "wrong": wrong or _not_yet(made),
        "prompt": "The game is over." if now.is_over else f"{mover}: {now.prompt(query.picks)}.",
        "told": _told(query),
        "standing": str(wording.standing(now)),
        "over": now.is_over,
        "turn": now.turn,
        "hidden": "hidden" in query.game.overlays,
        "players": pictures.players(query),
        "winners": now.winners(),
        "list": [
            {"player": turn.before.turn, "move": query.seen(turn).written} for turn in query.turns
        ],
        "open": [_open(turn) for turn in query.turns],
        "position": str(now),
    }


def _open(turn: Turn[Position]) -> str:
    """Return a move as all players see it, but for a draw that the settings do not decide."""
    openly = str(turn.before.openly(turn.move))
    with suppress(GameError):
        if openly == turn.written or turn.before.written(openly) == turn.written:
            return openly
    return turn.written


def think(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the turn that a player chooses; ``level:3`` is the third level of the game."""
    from engine.play.players import levels, player

    query, table = line.read(message), Settings(message, "the question")
    name, seed = table.text("player"), table.whole("seed", 0, line.MOST_NUMBER)
    known = {f"level:{k}": level for k, level in enumerate(levels(query.position), 1)}
    chosen = player(known.get(name, name), query.game.name)
    return {"move": chosen.choose(query.position, seed=seed + len(query.moves)).move}


#: What can be asked, and the function that answers.
_ANSWERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "position": position,
    "games": games.games,
    "how": games.how,
    "record": line.written,
    "load": line.opened,
    "think": think,
    "print": games.sheets,
}
