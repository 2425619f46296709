"""What a page knows of games beside play: whose they are, settings, how they are played, their kits."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from engine import figure as figures
from engine.drawing import theme as themes
from engine.drawing.writers import svg
from engine.play import plugins
from engine.play.game import Game, Option
from engine.play.position import Position
from engine.settings import Settings
from engine.words import first_upper
from generator.playing import question

#: What may be chosen of a kit, with its defaults.
_KIT = {"paper": "a4", "theme": "classic", "duplex": "long"}


def games(_: Settings) -> dict[str, Any]:
    """Return all games that can be played, and the themes."""
    described = []
    for game in map(plugins.game, plugins.names()):
        about = game.about
        described.append(
            {
                "name": game.name,
                "title": game.title,
                **{key: about.get(key, "") for key in ("designer", "source", "terms")},
                "options": [_field(game, option) for option in game.options],
                "players": {letter: str(name) for letter, name in game.player_names.items()},
            }
        )
    return {"games": described, "themes": list(themes.names())}


def _field(game: Game[Position], option: Option) -> dict[str, Any]:
    """Return a setting as a field of a form; ``lot`` is one that needs a number by chance."""
    is_number = option.kind is int
    return {
        "name": option.name,
        "help": option.help,
        "kind": "choice" if option.choices else "number" if is_number else "text",
        "choices": list(option.choices),
        "default": None if option.default is None else str(option.default),
        "lot": option.name in game.any_lot,
    }


def how(table: Settings) -> dict[str, Any]:
    """Return how a game is played, in pictures with a sentence or two each."""
    game, theme, pictured = plugins.game(table.text("game")), question.theme(table), []
    for lesson in game.about.get("lessons", ()):
        look: dict[str, Any] = {"theme": theme, "labels": False, **lesson, "caption": ""}
        if "example" in look:
            figure = figures.example(game.name, look.pop("example"), **look)
        else:
            figure = figures.of(game.parse(look.pop("position")), **look)
        pictured.append({"svg": svg.write_text(figure.scene()), "caption": lesson["caption"]})
    return {"how": pictured}


def sheets(table: Settings) -> dict[str, Any]:
    """Return the sheets of a game's kit, and with ``pdf`` true the PDF file in base64."""
    from generator.printing import kit, output, paper, template

    name = plugins.game(table.text("game")).name
    given = {key: table.text(key) for key in _KIT}
    options = {key: value for key, value in given.items() if value not in ("", _KIT[key])}
    question.theme(table)  # a page names no files
    source = template.load(name)
    settings = source.printing.with_options(options)
    only = table.texts("only")
    made = kit.make(source, settings, only)
    words = [f"--{key} {value}" for key, value in options.items()]
    words += [f"--only {one}" for one in only]
    return {
        "game": name,
        "papers": list(paper.names()),
        "components": [
            {"name": part.name, "title": first_upper(part.title), "usual": not part.optional}
            for part in kit.parts_of(source, settings)
        ],
        "pages": [
            {"svg": svg.write_text(one.scene), "title": one.title, "side": one.side}
            for component in made.components
            for one in component.sheets
        ],
        "notes": list(made.notes),
        "command": " ".join(["tilewright", "kit", name, *words, "--one-pdf"]),
        "pdf": b64encode(output.pdf_of(made)).decode() if table.flag("pdf") else "",
    }
