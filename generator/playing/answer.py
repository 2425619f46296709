"""Answers to a page, each from its question alone, so that undo, branches and links are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from engine.errors import GameError, IllegalMoveError, OptionError
from engine.play import wording
from engine.play.players import levels, player
from engine.play.position import Draft, Position, Turn
from engine.settings import Settings
from engine.words import first_upper, one_line
from generator.playing import games, pictures, question
from generator.playing.question import Question


def answer(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a page's question, a JSON object as the question is."""
    table = Settings(message, "the question")
    try:
        ask = table.choice("ask", [*_ANSWERS]) if "ask" in table else "position"
        return _ANSWERS[ask](table)
    except GameError as error:
        return {"error": one_line(str(error))}


def position(table: Settings) -> dict[str, Any]:
    """Return the answer to what a game looks like, with the turn that is picked or typed played."""
    query, wrong = question.read(table), ""
    made = _drafted(query)
    picked = made.move if query.picks and not made.choices else None
    if move := table.text("typed").strip() or picked:
        try:
            query = query.played(move)
            made = _drafted(query)
        except IllegalMoveError as error:
            wrong = first_upper(one_line(str(error)))
    now = query.position
    mover = first_upper(wording.player_name(now, now.turn))
    return {
        "game": query.game.name,
        "settings": query.settings,
        "moves": list(query.moves),
        "picks": list(query.picks),
        **pictures.sight(query, made),
        "move": made.move,
        "wrong": wrong or _not_yet(made),
        "prompt": "The game is over." if now.is_over else f"{mover}: {now.prompt(query.picks)}.",
        "told": _account(query),
        "standing": str(wording.standing(now)),
        "over": now.is_over,
        "turn": now.turn,
        "hidden": "hidden" in query.game.overlays,
        "players": pictures.players(query),
        "winners": now.winners(),
        "list": [
            {"player": turn.before.turn, "move": query.view(turn).written} for turn in query.turns
        ],
        "open": [_open(turn) for turn in query.turns],
        "position": str(now),
    }


def ghost(table: Settings) -> dict[str, Any]:
    """Return what would come of the picks."""
    query = question.read(table)
    made = _drafted(query)
    public = query._replace(viewer="")  # a draw is seen when it is made
    words = _account(public.played(made.move)) if made.move else ""
    return {"svg": pictures.sight(query, made)["svg"], "told": words, "wrong": _not_yet(made)}


def _drafted(query: Question) -> Draft:
    made = query.position.draft(query.picks)
    if query.picks and not any(made):
        raise OptionError(f"'{query.picks[-1]}' cannot be picked here")
    return made


def _account(query: Question) -> str:
    return str(wording.account(query.last)) if query.last else ""


def _not_yet(made: Draft) -> str:
    return f"Not yet: {made.wrong}." if made.wrong else ""


def _open(turn: Turn[Position]) -> str:
    """Return a move as all players see it, but for a draw that the settings do not decide."""
    openly = str(turn.before.openly(turn.move))
    with suppress(GameError):
        if openly == turn.written or turn.before.written(openly) == turn.written:
            return openly
    return turn.written


def think(table: Settings) -> dict[str, Any]:
    """Return the turn that a player chooses; ``level:3`` is the third level of the game."""
    query = question.read(table)
    name, seed = table.text("player"), table.whole("seed", 0, 2**53)
    known = {f"level:{k}": level for k, level in enumerate(levels(query.position), 1)}
    chosen = player(known.get(name, name), query.game.name)
    return {"move": chosen.choose(query.position, seed=seed + len(query.turns)).move}


#: What can be asked, and the function that answers.
_ANSWERS: dict[str, Callable[[Settings], dict[str, Any]]] = {
    "position": position,
    "ghost": ghost,
    "games": games.games,
    "how": games.how,
    "record": question.written,
    "load": question.opened,
    "think": think,
    "print": games.sheets,
}
