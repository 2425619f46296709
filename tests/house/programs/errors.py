"""Every error is a GameError, and says more than its text."""

import tilewright
from tilewright import GameError, IllegalMoveError, NotationError


def reason(game: str, text: str, move: str) -> str:
    try:
        tilewright.game(game).parse(text).play(move)
    except NotationError as error:
        return f"{error.what} at {error.offset}, expected {error.expected}"
    except IllegalMoveError as error:
        return f"{error.reason} ({error.rule})"
    except GameError as error:
        return str(error.setting)
    return ""


def offset(error: IllegalMoveError) -> None:
    print(error.offset)  # expected: attr-defined


reason("atreya", "start", 7)  # expected: arg-type
