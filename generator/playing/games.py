"""What a page knows of the games before one begins: their names, terms, settings and levels."""

from __future__ import annotations

from typing import Any

from engine.drawing import theme as themes
from engine.play import finding
from engine.play.game import Game, Option
from engine.play.position import Position


def games() -> dict[str, Any]:
    """Return all games that can be played, and the themes."""
    return {
        "games": [described(finding.game(name)) for name in finding.names()],
        "themes": list(themes.names()),
    }


def described(game: Game[Position]) -> dict[str, Any]:
    """Return what a page tells of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.credit,
        "source": "",
        "terms": "",
        "how": [],
        "options": [option(one) for one in game.options],
        "players": dict(game.player_names),
        "levels": [],
    }


def option(one: Option) -> dict[str, Any]:
    """Return a setting as a field of a form."""
    return {
        "name": one.name,
        "label": one.name.capitalize(),
        "help": one.help,
        "kind": "text",
        "choices": [],
        "default": one.default,
    }
