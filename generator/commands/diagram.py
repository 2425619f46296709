"""``tilewright diagram``: one position as a figure."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import engine
from engine.errors import OptionError
from generator import answers
from generator.api import diagrams
from generator.api.asking import names_in
from generator.api.diagrams import Diagram
from generator.cli import ASKED
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@click.argument("game")
@click.argument("position")
@_asking.settings_option
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file, .svg, .pdf or .png; without it the figure goes to standard output.",
)
@click.option(
    "--format",
    type=click.Choice(diagrams.FORMATS),
    help="The format. [default: as the file's name ends, else svg]",
)
@click.option(
    "--show",
    multiple=True,
    metavar="NAME",
    help="What to lay over the board, several with commas or repeated; 'list' lists them.",
)
@click.option(
    "--mark",
    multiple=True,
    metavar="MARK",
    help="A mark such as 'dot:white d4,d5' or 'arrow d4 d7'; may be repeated.",
)
@click.option("--theme", default="classic", show_default=True, help="A theme, or a file.toml.")
@_asking.font_option
@click.option("--size", type=float, metavar="MM", help="The figure's width. [default: natural]")
@click.option("--cell", type=float, metavar="MM", help="A cell's width, the figure's following.")
@click.option("--no-labels", is_flag=True, help="Leave out the board's labels.")
@click.option(
    "--label-sides",
    multiple=True,
    metavar="SIDES",
    help="The sides with labels, such as 'left,bottom'. [default: the game's usual ones]",
)
@click.option("--legend", is_flag=True, help="Add a key of what is shown.")
@click.option("--no-paper", is_flag=True, help="Leave the ground transparent.")
@click.option(
    "--caption",
    help="The caption, '' for none; **bold**, {after}. [default: who is to move, scores]",
)
@click.option(
    "--crop", default="", metavar="PLACES", help="Show these places only, or 'focus': what matters."
)
@click.option("--last", metavar="MOVE", help="Outline the move that led to the position.")
@click.option(
    "--play", multiple=True, metavar="MOVE", help="Play a move first; the last one is outlined."
)
@click.option(
    "--example",
    is_flag=True,
    help="POSITION is none, but pieces laid in any way, in the game's own form for examples.",
)
@click.option("--title", default="", help="The title for those who listen. [default: worded]")
@click.option("--alt", default="", help="The alternative text. [default: worded from the position]")
@click.option(
    "--id-prefix",
    default="",
    metavar="TEXT",
    help="What the SVG's ids begin with. [default: made from its content]",
)
@click.option(
    "--dpi", type=_asking.Finite(20, 2400), default=150, show_default=True, help="Of PNG."
)
@_asking.lang_option
@_asking.json_option
def command(
    game: str,
    position: str,
    settings: tuple[str, ...],
    *,
    no_labels: bool,
    no_paper: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input."""
    if "list" in names_in(options["show"]):
        _list(game, as_json=as_json)
        return
    if options["out"] is None and options["format"] in ("pdf", "png") and sys.stdout.isatty():
        form = options["format"]
        raise OptionError(f"a {form} cannot be shown here; give a file, like -o figure.{form}")
    drawn = diagrams.diagram(
        game,
        _asking.text_of(position),
        settings=_asking.settings_of(settings),
        labels=not no_labels,
        paper=not no_paper,
        **options,
    )
    if as_json:
        _tell(game, drawn)
        return
    for note in drawn.notes:
        _telling.note(f"Note: {note}")
    if drawn.file is None:
        sys.stdout.buffer.write(drawn.data)
        sys.stdout.buffer.flush()


def _tell(game: str, drawn: Diagram) -> None:
    """Tell of the figure; without a file the answer holds the SVG picture.

    Raises OptionError for another format without a file.
    """
    told: dict[str, Any] = {
        "game": game,
        "title": drawn.title,
        "description": drawn.description,
        "width": drawn.width,
        "height": drawn.height,
        "format": drawn.format,
        "notes": list(drawn.notes),
    }
    if drawn.file is not None:
        told["file"] = str(drawn.file)
    elif drawn.format == "svg":
        told["svg"] = drawn.svg
    else:
        raise OptionError(f"--json cannot hold a {drawn.format}; name its file with -o")
    click.echo(answers.written("diagram", told))


def _list(game: str, *, as_json: bool) -> None:
    """Print what a game's diagrams can show."""
    click.get_current_context().meta[ASKED] = game
    overlays = engine.game(game).overlays
    if as_json:
        click.echo(answers.written("diagram", {"game": game, "show": dict(overlays)}))
        return
    width = max(map(len, overlays), default=0)
    for name, help_line in overlays.items():
        click.echo(f"{name:<{width}}  {help_line}")
