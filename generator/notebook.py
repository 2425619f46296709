"""The magic of notebooks: after ``%load_ext generator.notebook`` a cell can be a figure.

A cell that begins with ``%%tilewright GAME``, or with a game's name as the magic, holds a block: the
position, then settings.  Figures and positions of the engine show themselves without it.
"""

from __future__ import annotations

from pathlib import Path

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

import engine
from engine.errors import GameError
from engine.words import one_line
from generator.documents import block, html
from generator.illustrating.rulebook import Made


class CellFigure:
    """A figure with its caption, as a notebook shows it: HTML, else SVG, else words."""

    def __init__(self, made: Made) -> None:
        self.made = made

    def __repr__(self) -> str:
        return f"<Figure: {self.made.scene.title}>"

    def _repr_html_(self) -> str:
        return html.figure(self.made)

    def _repr_svg_(self) -> str:
        return html.picture(self.made)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Enter the magics; IPython looks for this name."""
    for name in (block.WORD, *engine.names()):
        game = "" if name == block.WORD else name

        def magic(line: str, cell: str, game: str = game) -> CellFigure:
            """Show the block of a cell as a figure."""
            try:
                return CellFigure(block.made(block.parse(cell, line.strip() or game), Path()))
            except (GameError, OSError) as error:
                raise UsageError(one_line(str(error))) from error

        # IPython's own decorator hides the method's type.
        shell.magics_manager.register_function(magic, magic_kind="cell", magic_name=name)
