"""The keys of figure files and where each may stand, in words for whoever writes one.

:mod:`generator.illustrating.spec` reads them; here is only what they mean.
"""

from __future__ import annotations

from typing import NamedTuple


class SpecKey(NamedTuple):
    """A key: what its value is, and what it says."""

    value: str
    help: str


#: What the value is of keys that may be given several times.
LIST = "a text or a list"

#: Of the file alone.
OF_FILES = {
    "out": SpecKey("a folder", "where the files go, beside this file; `figures` if left out"),
    "snippets": SpecKey(
        LIST, "`html`, `latex`, `markdown`, `typst`: a file each that shows the figure in a text"
    ),
    "latex": SpecKey("true", 'the same as `snippets = "latex"`'),
    "contact_sheet": SpecKey("a name", "a page of all figures, such as `index.html`"),
    "positions": SpecKey("tables", "`[positions.NAME]`: positions for figures to build on"),
    "figures": SpecKey("tables", "`[figures.NAME]`: the figures, each with its file's name"),
}

#: Of the file, and of a figure where it differs.
USUAL = {
    "game": SpecKey("a name", "the game"),
    "theme": SpecKey("a name or file", "the look; `classic` if left out"),
    "size": SpecKey("mm", "a figure's width, margins included"),
    "cell": SpecKey("mm", "a cell's width instead, so that all figures have one scale"),
    "formats": SpecKey(LIST, "`svg` (if left out), `pdf`, `png`"),
    "dpi": SpecKey("a number", "of PNG; 150 if left out"),
    "captions": SpecKey("a text", "`figure` draws captions, `text` leaves them to the text around"),
    "labels": SpecKey("true or false", "labels at the board's edge"),
    "label_sides": SpecKey(LIST, "where they stand: `left`, `right`, `top`, `bottom`"),
    "legend": SpecKey("true or false", "a key of what is shown"),
    "paper": SpecKey("a text", "`theme`, or `none` for a transparent ground"),
    "comments": SpecKey("true or false", "whether marks in a record's comments are drawn"),
    "lang": SpecKey("a code", "the language of what figures say by themselves, such as `de`"),
    "font": SpecKey(LIST, "fonts; each letter is of the first that has it"),
}

#: Of these, what a panel may say of itself.
OF_PANELS_TOO = ("game", "labels", "label_sides", "comments")

#: Where a position comes from: of ``[positions.NAME]``, of a figure, of a panel.
SOURCES = {
    "position": SpecKey("a text", "`start`, a written position, or the name of one of the file's"),
    "options": SpecKey("a table", "of `start`: the game's settings, such as `{ side = 7 }`"),
    "record": SpecKey("a file", "a game record instead of a position"),
    "number": SpecKey("a number", "which game of the record file, from 1"),
    "after": SpecKey(
        "a turn", "after which turn of the record, such as `12c`; the end if left out"
    ),
    "play": SpecKey(LIST, "moves to play on from there"),
}

#: What is shown of a position and on it: of a figure, of a panel.
PICTURES = {
    "example": SpecKey("a text", "instead of a position: pieces laid as none can hold them"),
    "show": SpecKey(LIST, "what the game can show, such as where pieces may go"),
    "marks": SpecKey(LIST, "marks, one a line or separated by `;`"),
    "crop": SpecKey(LIST, "places to show alone, or `focus`: what matters"),
    "caption": SpecKey(
        "a text",
        "`**bold**`, line ends, `{NAME}` a small picture, `{after}` the move before, `{number}` the "
        "figure's number in the file",
    ),
    "title": SpecKey("a text", "the title for those who listen; else worded from the position"),
    "alt": SpecKey("a text", "the description for those who listen; else worded likewise"),
    "last": SpecKey("true or a move", "shows the last move"),
    "moves": SpecKey("turns", "numbers on the pieces of these turns, such as `5-12`"),
}

#: Of a whole figure.
FIGURES = {
    "panels": SpecKey("a list of tables", "pictures side by side, each with keys of its own"),
    "columns": SpecKey("a number", "of panels in a row"),
    "label": SpecKey("a text", "what one refers to it by; `fig:NAME` if left out"),
    "id_prefix": SpecKey("a text", "what the ids of its SVG begin with"),
}
