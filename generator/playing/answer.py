"""One question of a page, one answer: a game at a move, what may be picked, and what came of it.

It knows games by their protocols alone and keeps nothing between two questions: an answer follows
from the question, so that undo, branches, reload and links are all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from engine.errors import GameError, IllegalMoveError, InvalidMoveError, OptionError
from engine.play import finding, wording
from engine.play.position import Draft, Position
from engine.words import first_upper, shortened
from generator.playing import line, pictures, question
from generator.playing.question import Question

#: Errors are cut where they get longer.
_LONGEST_ERROR = 500


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a page's question, a JSON object as the question is.

    >>> import generator.playing
    >>> shown = generator.playing.answer({"game": game.name, "typed": "r:brgbbg@-1,0"})
    >>> shown["moves"], shown["players"][1]["turn"]
    (['r:brgbbg@-1,0'], True)
    """
    try:
        if not isinstance(asked, Mapping):
            raise OptionError("a question must be a JSON object")
        ask = question.text(asked, "ask", question.LONGEST_NAME) or "position"
        if ask not in _ANSWERS:
            raise OptionError(f"'{ask}' cannot be asked; expected one of {', '.join(_ANSWERS)}")
        with finding.answering(question.text(asked, "game", question.LONGEST_NAME)):
            return _ANSWERS[ask](asked)
    except line.MoveError as error:
        return {"error": _in_a_line(error), "moves": list(error.legal)}
    except GameError as error:
        return {"error": _in_a_line(error)}


def _in_a_line(error: GameError) -> str:
    return shortened(" ".join(str(error).split()), _LONGEST_ERROR)


# ------------------------------------------------------------------------------- a position


def position(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to what a game looks like, with the turn that is picked or typed played."""
    wanted = question.read(asked)
    moves = line.reached(wanted.game, wanted.settings, wanted.moves).moves
    wanted = wanted._replace(moves=moves)
    before = moves[: wanted.at]
    if wanted.ghost:
        return _ghost(wanted, before)
    wrong, picks, at = "", wanted.picks, wanted.at
    move = wanted.typed
    made = line.reached(wanted.game, wanted.settings, before).position.draft(picks)
    if picks and not (made.choices or made.move or made.wrong):
        raise OptionError(f"'{picks[-1]}' cannot be picked here")
    if not move and picks:
        if made.move and (wanted.done or not made.choices):
            move = made.move
        elif wanted.done:
            wrong = _not_yet(made) or "Not yet: this is not a whole turn."
    if move:
        try:
            moves, picks, at = line.played(wanted.game, wanted.settings, before, move), (), None
        except IllegalMoveError as error:
            wrong = _why(error)
    return _shown(wanted._replace(moves=moves, picks=picks, at=at), wrong)


def _why(error: IllegalMoveError) -> str:
    if isinstance(error, InvalidMoveError):
        return first_upper(_in_a_line(error))
    rule = f" (rule {error.rule})" if error.rule else ""
    return f"Not allowed: {error.reason}{rule}."


def _not_yet(made: Draft) -> str:
    return f"Not yet: {made.wrong}." if made.wrong else ""


def _shown(wanted: Question, wrong: str) -> dict[str, Any]:
    here = line.reached(wanted.game, wanted.settings, wanted.moves[: wanted.at])
    game, now = finding.game(wanted.game), here.position
    made = now.draft(wanted.picks)
    seen = pictures.Sight.of(wanted, here, made)
    return {
        "game": wanted.game,
        "settings": [list(pair) for pair in wanted.settings],
        "moves": list(wanted.moves),
        "picks": list(wanted.picks),
        "at": wanted.at,
        "svg": seen.svg,
        "alt": seen.alt,
        "places": seen.places,
        "pieces": seen.pieces,
        "move": made.move,
        "wrong": wrong or _not_yet(made),
        "prompt": _prompt(now, wanted.picks),
        "told": str(wording.told(turn)) if (turn := here.told(wanted.viewer)) else "",
        "standing": str(wording.standing(now)),
        "over": now.is_over,
        "turn": now.turn,
        "hidden": "hidden" in game.overlays,
        "players": pictures.players(now, game, wanted.theme),
        "winners": None if now.winners() is None else list(now.winners() or ()),
        "list": _listed(wanted),
        "open": list(_open(wanted)),
        "position": str(now),
        "address": address(wanted),
    }


def _prompt(now: Position, picks: tuple[str, ...]) -> str:
    if now.is_over:
        return "The game is over."
    return f"{first_upper(wording.player_name(now, now.turn))}: {now.prompt(picks)}."


def _listed(wanted: Question) -> list[dict[str, Any]]:
    all_of = line.reached(wanted.game, wanted.settings, wanted.moves)
    return [
        {"number": k + 1, "player": mover, "move": full if all_of.knows(k, wanted.viewer) else seen}
        for k, (mover, full, seen) in enumerate(zip(*all_of[2:], strict=True))
    ]


def _open(wanted: Question) -> tuple[str, ...]:
    """Return the moves as an address may tell them, which all players see.

    Draws that the settings do not decide, as those of a record, stay as they are.
    """
    openly = line.reached(wanted.game, wanted.settings, wanted.moves).openly
    try:
        again = line.reached(wanted.game, wanted.settings, openly).moves
    except line.MoveError:
        return wanted.moves
    return openly if again == wanted.moves else wanted.moves


def address(wanted: Question) -> str:
    """Return the part of a page's address that holds the game, ``#GAME?SETTINGS!MOVE~MOVE``."""
    moves = "~".join(quote(move, safe="@:,;+()>-*") for move in wanted.moves)
    return f"#{wanted.game}?{urlencode(wanted.settings)}!{moves}"


def _ghost(wanted: Question, before: tuple[str, ...]) -> dict[str, Any]:
    now = line.reached(wanted.game, wanted.settings, before).position
    picks = (*wanted.picks, wanted.ghost)
    made = now.draft(picks)
    if not (made.choices or made.move or made.wrong):
        raise OptionError(f"'{wanted.ghost}' cannot be picked here")
    told = str(wording.told(now.take_turn(made.move))) if made.move and "draw" not in picks else ""
    drawn = pictures.ghost(wanted, now, picks)
    return {"ghost": drawn, "told": told, "move": made.move, "wrong": _not_yet(made)}


# ------------------------------------------------------------------------ what else is asked


def _games(asked: Mapping[str, Any]) -> dict[str, Any]:
    from generator.playing import games

    return games.games()


def _how(asked: Mapping[str, Any]) -> dict[str, Any]:
    from generator.playing import games

    wanted = question.read(asked)
    return games.how(wanted.game, wanted.theme)


def _record(asked: Mapping[str, Any]) -> dict[str, Any]:
    from generator.playing import records

    return records.written(question.read(asked))


def _load(asked: Mapping[str, Any]) -> dict[str, Any]:
    from generator.playing import records

    text = question.text(asked, "text", question.LONGEST)
    return records.opened(text, question.number(asked, "number") or 1)


def _think(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the turn that a player chooses; ``level:3`` is the third level of the game."""
    from engine.play.players import levels, player

    wanted = question.read(asked)
    now = line.reached(wanted.game, wanted.settings, wanted.moves).position
    name = question.text(asked, "player", question.LONGEST_NAME)
    known = {f"level:{k}": level for k, level in enumerate(levels(now), 1)}
    chosen = player(known.get(name, name), wanted.game)
    made = chosen.choose(now, seed=(question.number(asked, "seed") or 1) + len(wanted.moves))
    return {"move": made.move, "value": made.value, "playouts": made.playouts}


def _print(asked: Mapping[str, Any]) -> dict[str, Any]:
    from generator.playing import printing

    return printing.sheets(asked)


_ANSWERS = {
    "position": position,
    "games": _games,
    "how": _how,
    "record": _record,
    "load": _load,
    "think": _think,
    "print": _print,
}
