"""One position, or one example, drawn as a figure: SVG, PDF or PNG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

import engine
from engine.drawing.marks import Mark
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.play import finding
from engine.play.game import Game
from engine.play.position import Move, Position
from engine.words import meant
from generator import files
from generator.api.options import (
    FigureFileOption,
    FontOption,
    LanguageOption,
    Names,
    Option,
    SettingsOption,
    ThemeOption,
    completed,
    names_in,
    see_format,
)

if TYPE_CHECKING:
    from engine.figure import Figure

FORMATS = ("svg", "pdf", "png")


@dataclass(frozen=True)
class Diagram:
    """A figure as the bytes of a ``file``, which is None if nothing was written."""

    #: ``svg``, ``pdf`` or ``png``.
    format: str
    data: bytes
    title: str
    #: The alternative text.
    description: str
    #: Millimetres.
    width: float
    height: float
    #: Sentences on what could not be drawn as asked.
    notes: tuple[str, ...]
    file: Path | None
    figure: Figure = field(repr=False, compare=False)

    def __repr__(self) -> str:
        measures = f"{number(self.width)} × {number(self.height)} mm"
        return f"<Diagram: {self.title}; {self.format}, {measures}>"

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def svg(self) -> str:
        """Return the figure as the text of an SVG file."""
        return self.data.decode() if self.format == "svg" else self.figure.svg()

    def save(self, path: str | Path, *, dpi: float = 150.0) -> Path:
        """Write the figure to a file, .svg, .pdf or .png, and return its path.

        Raises OptionError for a name that ends otherwise, OSError where it cannot be written.

        >>> generator.diagram(game.name).save("start.pdf").name
        'start.pdf'
        """
        from engine.drawing import writers

        suffix = writers.suffix_of(str(path))
        files.write(Path(path), writers.write(self.figure.scene(), suffix, dpi=dpi))
        return Path(path)


class DiagramOptions(TypedDict, total=False):
    """How a diagram looks and where it goes: the options of ``tilewright diagram``.

    ``settings`` are those of a start position, lengths are millimetres.  ``--no-labels`` is
    ``labels=False``, ``--no-paper`` is ``paper=False``.

    - format: The format. [default: by the file's name, or svg]
    - show NAME: Overlays on the board, several with commas. Repeatable. 'list' lists them.
    - mark MARK: A mark such as 'dot:white d4,d5' or 'arrow d4 d7'. Repeatable.
    - size MM: Width of the figure. [default: natural]
    - cell MM: Width of a cell; it sets the figure's width.
    - labels: Leave out the board's labels.
    - label_sides SIDES: Sides with labels, such as 'left,bottom'. [default: the game's]
    - legend: Add a legend.
    - paper: Leave the ground transparent.
    - caption: The caption, '' for none; **bold**, {after}. [default: who is to move, scores]
    - crop PLACES: Show only these places, or 'focus': the part with pieces.
    - view PLAYER: The player who sits below, such as b; labels follow.
    - turned DEGREES: Turn the board clockwise, in degrees.
    - last MOVE: Outline the move that led to the position.
    - play MOVE: Play a move first; the last one is outlined. Repeatable.
    - example: POSITION is an example of the game's own form, with pieces laid in any way.
    - title: The title for screen readers. [default: worded]
    - alt: The alternative text. [default: worded from the position]
    - id_prefix TEXT: Beginning of the SVG's ids. [default: made from its content]
    - dpi: Resolution of PNG.
    """

    settings: SettingsOption
    out: FigureFileOption
    format: Annotated[str | None, Option(kind=FORMATS)]
    show: Annotated[Names, Option(offers="overlays")]
    mark: str | Iterable[str | Mark]
    theme: ThemeOption
    font: FontOption
    size: float | None
    cell: float | None
    labels: Annotated[bool, Option(default=True)]
    label_sides: Names
    legend: bool
    paper: Annotated[bool, Option(default=True)]
    caption: str | None
    crop: str
    view: str
    turned: Annotated[int, Option(default=0)]
    last: str | Move | None
    play: str | Move | Iterable[str | Move]
    example: bool
    title: str
    alt: str
    id_prefix: str
    dpi: Annotated[float, Option(default=150, kind=(20, 2400))]
    lang: LanguageOption


def diagram(
    game: str, position: str | Position = "start", **options: Unpack[DiagramOptions]
) -> Diagram:
    """Draw a position of a game, and write it into the file ``out`` if that is given.

    With ``example`` the text is not a position, but pieces laid in any way.
    :func:`engine.figure.of` returns a figure that is not yet bytes.

    Raises UnknownGameError, OptionError for options that do not fit, NotationError for unreadable
    text.  Raises IllegalMoveError for a move of ``play``, OSError if the file cannot be written.

    >>> drawn = generator.diagram(game.name, out="start.svg", caption="The start", theme="mono")
    >>> drawn.file.stat().st_size == len(drawn.data)
    True
    """
    options = completed(DiagramOptions, options, "a diagram")
    path, form = None if options["out"] is None else Path(options["out"]), options["format"]
    see_format(form, path, FORMATS)
    from engine.drawing import writers

    suffix = writers.suffix_of(str(path)) if path and not form else f".{form or 'svg'}"
    with finding.answering(game):
        played = engine.game(game)
        if options["id_prefix"] and suffix != ".svg":
            raise OptionError(f"--id-prefix is for SVG; a {suffix[1:]} file has no ids")
        figure = _figure(played, position, options)
        scene = figure.scene()
        data = writers.write(scene, suffix, dpi=options["dpi"])
    if path is not None:
        files.write(path, data)
    about = scene.title, scene.description, scene.width, scene.height
    return Diagram(suffix[1:], data, *about, tuple(scene.notes), path, figure)


def _figure(game: Game[Position], given: str | Position, options: DiagramOptions) -> Figure:
    from engine import figure

    same = ("font", "crop", "view", "turned", "size", "cell", "labels", "legend", "paper")
    look: Any = {key: value for key, value in options.items() if key in same}
    look |= {"id_prefix": options["id_prefix"], "lang": options["lang"], "title": options["title"]}
    look |= {"description": options["alt"], "label_sides": names_in(options["label_sides"])}
    look |= {"theme": options["theme"], "show": names_in(options["show"]), "marks": options["mark"]}
    play, last, turn = options["play"], options["last"], None
    moves = (play,) if isinstance(play, (str, Move)) else tuple(play)
    if options["example"]:
        if options["settings"] or moves or last is not None:
            raise OptionError("-s, --play and --last go with a position, not with an example")
        return figure.example(game.name, str(given), caption=options["caption"] or "", **look)
    position = begun(game, given, options["settings"])
    if last is not None and not moves and given == "start":
        position.places(last)  # a text that is not a move is the first fault
        raise OptionError("no move leads to the start; --last goes with a later position")
    for move in moves:
        turn = position.take_turn(move)
        position, last = turn.after, move
    return figure.of(position, caption=options["caption"], last=last, turn=turn, **look)


def begun(game: Game[Position], given: str | Position, settings: Mapping[str, object]) -> Position:
    """Return ``given`` as a position: it is one, or a written one, or ``start`` with settings.

    Raises OptionError for settings that do not fit, or a position of another game. Raises what
    ``parse`` raises.
    """
    if not isinstance(given, str):
        if given.game != game.name:
            raise OptionError(f"the position is of {given.game}, not of {game.name}")
        return given
    if given.strip() == "start":
        return game.begin({name: str(value) for name, value in settings.items()})
    if settings:
        raise OptionError("-s is for the start position; a written position needs no settings")
    if " " not in given and (right := meant(given.strip(), ["start"])):
        raise OptionError(f"'{given.strip()}' is not a position of {game.title}; {right}")
    return game.parse(given)
