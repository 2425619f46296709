"""``tilewright diagram``: one position as a figure."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import engine
from engine.errors import OptionError
from generator import answers, files
from generator.commands import _asking, _telling

if TYPE_CHECKING:
    from engine.drawing.scene import Scene

_FORMATS = ("svg", "pdf", "png")


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
    "form",
    type=click.Choice(_FORMATS),
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
    "marks",
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
@_asking.json_option
def command(as_json: bool, **options: Any) -> None:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input."""
    asked = _Asked(**options)
    if "list" in asked.overlays:
        _list(asked.game, as_json=as_json)
        return
    suffix = _suffix(asked.out, asked.form)
    from engine.drawing import writers

    asked.check(suffix)
    picture = asked.picture()
    data = writers.write(picture, suffix, dpi=asked.dpi)
    if as_json:
        _tell(asked, picture, suffix, data)
        return
    for note in picture.notes:
        _telling.note(f"Note: {note}")
    if asked.out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        files.write(asked.out, data)


def _tell(asked: _Asked, picture: Scene, suffix: str, data: bytes) -> None:
    """Write the file and tell of it; without one the answer holds the SVG picture.

    Raises OptionError for another format without a file.
    """
    told: dict[str, Any] = {
        "game": asked.game,
        "title": picture.title,
        "description": picture.description,
        "width": picture.width,
        "height": picture.height,
        "format": suffix[1:],
        "notes": list(picture.notes),
    }
    if asked.out is not None:
        files.write(asked.out, data)
        told["file"] = str(asked.out)
    elif suffix == ".svg":
        told["svg"] = data.decode()
    else:
        raise OptionError(f"--json cannot hold a {suffix[1:]}; name its file with -o")
    click.echo(answers.written("diagram", told))


@dataclass(frozen=True)
class _Asked:
    """What the command line asks for, by the names of its arguments and options."""

    game: str
    position: str
    settings: tuple[str, ...]
    out: Path | None
    form: str | None
    show: tuple[str, ...]
    marks: tuple[str, ...]
    theme: str
    font: tuple[str, ...]
    size: float | None
    cell: float | None
    no_labels: bool
    label_sides: tuple[str, ...]
    legend: bool
    no_paper: bool
    caption: str | None
    crop: str
    last: str | None
    play: tuple[str, ...]
    example: bool
    title: str
    alt: str
    id_prefix: str
    dpi: float

    @property
    def overlays(self) -> tuple[str, ...]:
        """The names of what is laid over the board."""
        return _asking.names_in(self.show)

    def check(self, suffix: str) -> None:
        """See that no option is for another kind of file; raise OptionError for one that is."""
        if self.id_prefix and suffix != ".svg":
            raise OptionError(f"--id-prefix is for SVG; a {suffix[1:]} file has no ids")

    def picture(self) -> Scene:
        """Return the figure of the position, or of the example.

        Raises OptionError for options that do not go together, and what figures raise.
        """
        from engine import figure

        look: dict[str, Any] = {
            "theme": self.theme,
            "font": self.font,
            "show": self.overlays,
            "marks": self.marks,
            "crop": self.crop,
            "size": self.size,
            "cell": self.cell,
            "labels": not self.no_labels,
            "label_sides": _asking.names_in(self.label_sides),
            "legend": self.legend,
            "paper": not self.no_paper,
            "id_prefix": self.id_prefix,
            "title": self.title,
            "description": self.alt,
        }
        if self.example:
            if self.settings or self.play or self.last is not None:
                raise OptionError("-s, --play and --last go with a position, not with an example")
            text = _asking.text_of(self.position)
            return figure.example(self.game, text, caption=self.caption or "", **look).scene()
        shown = _asking.ask(self.game, self.position, self.settings)
        turn, last = None, self.last
        for move in self.play:
            turn = shown.take_turn(move)
            shown, last = turn.after, move
        return figure.of(shown, caption=self.caption, last=last, turn=turn, **look).scene()


def _list(game: str, *, as_json: bool) -> None:
    """Print what a game's diagrams can show."""
    overlays = engine.game(game).overlays
    if as_json:
        click.echo(answers.written("diagram", {"game": game, "show": dict(overlays)}))
        return
    width = max(map(len, overlays), default=0)
    for name, help_line in overlays.items():
        click.echo(f"{name:<{width}}  {help_line}")


def _suffix(out: Path | None, form: str | None) -> str:
    """Return the suffix of the format asked for, by option or by the file's name.

    Raises OptionError where they differ, or where a picture would go to a terminal.
    """
    from engine.drawing.writers import suffix_of

    if out is None:
        if form in ("pdf", "png") and sys.stdout.isatty():
            raise OptionError(f"a {form} cannot be shown here; give a file, like -o figure.{form}")
        return f".{form or 'svg'}"
    if form is None:
        return suffix_of(str(out))
    if out.suffix.lower() != f".{form}":
        raise OptionError(f"--format {form} makes no '{out.name}'; name it {out.stem}.{form}")
    return f".{form}"
