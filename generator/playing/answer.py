"""One question of a page, one answer: a game at a move, what may be picked, and what came of it.

It knows games by their protocols alone and keeps nothing between two questions: an answer follows
from the question, so that undo, branches, reload and links are all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import GameError, IllegalMoveError, InvalidMoveError, OptionError
from engine.play import finding, wording
from engine.play.position import Draft
from engine.settings import Settings
from engine.words import first_upper, one_line
from generator.playing import games, line, pictures
from generator.playing.line import Question


def answer(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a page's question, a JSON object as the question is."""
    try:
        if not isinstance(message, Mapping):
            raise OptionError("a question must be a JSON object")
        ask = Settings(message, "the question").text("ask") or "position"
        if ask not in _ANSWERS:
            raise OptionError(f"'{ask}' cannot be asked; expected one of {', '.join(_ANSWERS)}")
        return _ANSWERS[ask](message)
    except line.MoveError as error:
        return {"error": one_line(str(error)), "moves": list(error.legal)}
    except GameError as error:
        return {"error": one_line(str(error))}


def position(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to what a game looks like, with the turn that is picked or typed played."""
    query = line.read(message)
    moves = line.reached(query.game, query.settings, query.moves).moves
    query = query._replace(moves=moves)
    before = moves[: query.at]
    if query.ghost:
        return _ghost(query, before)
    wrong, picks, at = "", query.picks, query.at
    move = query.typed
    made = line.reached(query.game, query.settings, before).position.draft(picks)
    if picks and not (made.choices or made.move or made.wrong):
        raise OptionError(f"'{picks[-1]}' cannot be picked here")
    if not move and picks:
        if made.move and (query.done or not made.choices):
            move = made.move
        elif query.done:
            wrong = _not_yet(made) or "Not yet: this is not a whole turn."
    if move:
        try:
            moves, picks, at = line.played(query.game, query.settings, before, move), (), None
        except InvalidMoveError as error:
            wrong = first_upper(one_line(str(error)))
        except IllegalMoveError as error:
            rule = f" (rule {error.rule})" if error.rule else ""
            wrong = f"Not allowed: {error.reason}{rule}."
    return _page(query._replace(moves=moves, picks=picks, at=at), wrong)


def _not_yet(made: Draft) -> str:
    return f"Not yet: {made.wrong}." if made.wrong else ""


def _page(query: Question, wrong: str) -> dict[str, Any]:
    whole = line.reached(query.game, query.settings, query.moves)
    here = line.reached(query.game, query.settings, query.moves[: query.at])
    game, now, turn = finding.game(query.game), here.position, here.seen_by(query.viewer)
    made = now.draft(query.picks)
    mover = first_upper(wording.player_name(now, now.turn))
    return {
        "game": query.game,
        "settings": [list(pair) for pair in query.settings],
        "moves": list(query.moves),
        "picks": list(query.picks),
        "at": query.at,
        **pictures.sight(query, here, made),
        "move": made.move,
        "wrong": wrong or _not_yet(made),
        "prompt": "The game is over." if now.is_over else f"{mover}: {now.prompt(query.picks)}.",
        "told": str(wording.told(turn)) if turn else "",
        "standing": str(wording.standing(now)),
        "over": now.is_over,
        "turn": now.turn,
        "hidden": "hidden" in game.overlays,
        "players": pictures.players(now, game, query.theme),
        "winners": None if now.winners() is None else list(now.winners() or ()),
        "list": [
            {"number": k + 1, "player": who, "move": full if whole.knows(k, query.viewer) else open}
            for k, (who, full, open) in enumerate(zip(*whole[2:], strict=True))
        ],
        "open": list(_open(query, whole)),
        "position": str(now),
    }


def _open(query: Question, whole: line.Reached) -> tuple[str, ...]:
    """Return the moves as all players see them, but for draws that the settings do not decide."""
    try:
        again = line.reached(query.game, query.settings, whole.openly).moves
    except line.MoveError:
        return query.moves
    return whole.openly if again == query.moves else query.moves


def _ghost(query: Question, before: tuple[str, ...]) -> dict[str, Any]:
    """Return what would come of one more pick."""
    now = line.reached(query.game, query.settings, before).position
    picks = (*query.picks, query.ghost)
    made = now.draft(picks)
    if not (made.choices or made.move or made.wrong):
        raise OptionError(f"'{query.ghost}' cannot be picked here")
    words = str(wording.told(now.take_turn(made.move))) if made.move and "draw" not in picks else ""
    drawn = pictures.ghost(query, now, picks)
    return {"ghost": drawn, "told": words, "move": made.move, "wrong": _not_yet(made)}


def think(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the turn that a player chooses; ``level:3`` is the third level of the game."""
    from engine.play.players import levels, player

    query, table = line.read(message), Settings(message, "the question")
    now = line.reached(query.game, query.settings, query.moves).position
    name, seed = table.text("player"), table.whole("seed", 0, line.MOST_NUMBER) or 1
    known = {f"level:{k}": level for k, level in enumerate(levels(now), 1)}
    chosen = player(known.get(name, name), query.game)
    made = chosen.choose(now, seed=seed + len(query.moves))
    return {"move": made.move, "value": made.value, "playouts": made.playouts}


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
