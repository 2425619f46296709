"""What a page knows of the games before one begins: whose they are, their settings, how they are played."""

from __future__ import annotations

from typing import Any, TypedDict

from engine import figure as figures
from engine.drawing import theme as themes
from engine.drawing.theme import Theme
from engine.drawing.writers import svg
from engine.play import finding
from engine.play.game import Game, Lesson, Option, read_seed
from engine.play.players import levels
from engine.play.position import Position
from engine.words import numeral
from generator.playing.pictures import paint


def games() -> dict[str, Any]:
    """Return all games that can be played, and the themes."""
    found = [_described(finding.game(name)) for name in finding.names()]
    return {"games": found, "themes": list(themes.names())}


def _described(game: Game[Position]) -> dict[str, Any]:
    about = game.about
    return {
        "name": game.name,
        "title": game.title,
        "designer": about.designer,
        "source": about.source,
        "terms": about.terms,
        "lessons": len(about.lessons),
        "options": [_field(game, option) for option in game.options],
        "players": {letter: str(name) for letter, name in game.player_names.items()},
        "levels": _levels(game),
    }


def _field(game: Game[Position], option: Option) -> dict[str, Any]:
    """Return a setting as a field of a form; ``lot`` is one that needs a number by chance."""
    is_number = type(option.default) is int or option.read is read_seed
    return {
        "name": option.name,
        "label": option.name.capitalize(),
        "help": option.help,
        "kind": "choice" if option.choices else "number" if is_number else "text",
        "choices": list(option.choices),
        "default": None if option.default is None else str(option.default),
        "lot": option.name in game.any_lot,
    }


def _levels(game: Game[Position]) -> list[dict[str, Any]]:
    """Return the players to choose as opponents, the weakest first."""
    names = levels(game.begin(game.any_lot))
    return [
        {"level": k, "player": name, "label": f"Level {numeral(k)}: {name}"}
        for k, name in enumerate(names, 1)
    ]


def how(name: str, theme: str) -> dict[str, Any]:
    """Return how a game is played, in pictures with a sentence or two each."""
    game = finding.game(name)
    return {"how": [_pictured(game, lesson, theme) for lesson in game.about.lessons]}


def _pictured(game: Game[Position], lesson: Lesson, theme: str) -> dict[str, str]:
    look: _Look = {
        "theme": paint(theme),
        "show": lesson.show,
        "marks": lesson.marks,
        "caption": "",
        "crop": lesson.crop,
        "labels": False,
    }
    if lesson.example:
        shown = figures.example(game.name, lesson.example, **look)
    else:
        shown = figures.of(game.parse(lesson.position), **look)
    return {"svg": svg.write_text(shown.scene()), "caption": lesson.caption}


class _Look(TypedDict):
    theme: Theme
    show: list[str]
    marks: str
    caption: str
    crop: str
    labels: bool
