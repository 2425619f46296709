"""What a page shows of a kit: its sheets as they will print, the PDF, and the command that makes it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from engine.drawing.writers import svg
from engine.play import finding
from engine.words import first_upper
from generator.playing import pictures, question
from generator.printing import kit, output, paper, template

#: What may be chosen, with the kit's defaults.
_DEFAULTS = {"paper": "a4", "theme": "classic", "duplex": "long"}


def sheets(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sheets of a game's kit, and with ``pdf`` true the PDF file in base64.

    Raises UnknownGameError, OptionError for what cannot be printed.

    >>> from generator.playing.printing import sheets
    >>> shown = sheets({"game": game.name, "paper": "letter"})
    >>> len(shown["pages"]), shown["command"].endswith(" --paper letter --one-pdf")
    (8, True)
    """
    name = finding.game(question.text(message, "game")).name
    given = {key: question.text(message, key) for key in _DEFAULTS}
    options = {key: value for key, value in given.items() if value not in ("", _DEFAULTS[key])}
    pictures.paint(options.get("theme", "classic"))  # a page names no files
    source = template.load(name)
    settings = source.printing.with_options(options)
    only = question.texts(message, "only")
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
        **({"pdf": b64encode(output.pdf_of(made)).decode()} if message.get("pdf") is True else {}),
    }
