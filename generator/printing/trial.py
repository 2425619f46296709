"""Whether games that packages add make a kit and know their pieces; of our own it is taken for granted.

Who looks for a game that nobody named asks those alone that do, so that one that is broken is in
nobody's way.
"""

from __future__ import annotations

from functools import cache

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, Request, Stance
from engine.errors import NotationError
from engine.play import finding
from engine.play.game import Game
from engine.play.position import Position
from generator.printing import template


def fault(game: Game[Position]) -> str:
    """Return why a game's kit cannot be made, or its pieces not be named; "" where they can."""
    try:
        look = theme.load("classic")
        settings = template.load(game.name).settings()
        for part in game.parts(Request(look, settings)):
            if isinstance(part, Pieces):
                part.draw(part.pieces[0], Stance(look, part.size))
        game.identify(game.tiles()[0])
        try:
            game.identify("no piece")
        except NotationError:
            return ""
        return "it names what is no piece"
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the games that can be looked for where nobody names one."""
    ours = finding.shipped()
    return tuple(name for name in engine.names() if name in ours or not fault(engine.game(name)))
