"""What a page knows of the games before one begins: whose they are, their settings, how they are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import figure as figures
from engine.drawing import theme as themes
from engine.drawing.writers import svg
from engine.play import finding
from engine.play.game import Game, Lesson, Option, read_whole
from engine.play.players import levels
from engine.play.position import Position
from engine.words import numeral
from generator.playing import question
from generator.playing.pictures import paint


def games(_: Mapping[str, Any]) -> dict[str, Any]:
    """Return all games that can be played, and the themes."""
    described = [_described(finding.game(name)) for name in finding.names()]
    return {"games": described, "themes": list(themes.names())}


def _described(game: Game[Position]) -> dict[str, Any]:
    about, names = game.about, levels(game.begin(game.any_lot))
    return {
        "name": game.name,
        "title": game.title,
        "designer": about.designer,
        "source": about.source,
        "terms": about.terms,
        "lessons": len(about.lessons),
        "options": [_field(game, option) for option in game.options],
        "players": {letter: str(name) for letter, name in game.player_names.items()},
        "levels": [
            {"level": k, "player": name, "label": f"Level {numeral(k)}: {name}"}
            for k, name in enumerate(names, 1)
        ],
    }


def _field(game: Game[Position], option: Option) -> dict[str, Any]:
    """Return a setting as a field of a form; ``lot`` is one that needs a number by chance."""
    is_number = type(option.default) is int or option.read is read_whole
    return {
        "name": option.name,
        "label": option.name.capitalize(),
        "help": option.help,
        "kind": "choice" if option.choices else "number" if is_number else "text",
        "choices": list(option.choices),
        "default": None if option.default is None else str(option.default),
        "lot": option.name in game.any_lot,
    }


def how(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a game is played, in pictures with a sentence or two each.

    Raises UnknownGameError, OptionError for a theme.
    """
    query = question.read(message)
    game = finding.game(query.game)
    return {"how": [_pictured(game, lesson, query.theme) for lesson in game.about.lessons]}


def _pictured(game: Game[Position], lesson: Lesson, theme: str) -> dict[str, str]:
    look: Any = {
        "theme": paint(theme),
        "show": lesson.show,
        "marks": lesson.marks,
        "caption": "",
        "crop": lesson.crop,
        "labels": False,
    }
    if lesson.example:
        figure = figures.example(game.name, lesson.example, **look)
    else:
        figure = figures.of(game.parse(lesson.position), **look)
    return {"svg": svg.write_text(figure.scene()), "caption": lesson.caption}
