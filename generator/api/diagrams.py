"""One position, or one example, drawn as a figure: SVG, PDF or PNG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

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
    CommandOption,
    Flag,
    FontOption,
    LanguageOption,
    Millimetres,
    Names,
    SettingsOption,
    ThemeOption,
    completed,
    names_in,
    see_format,
)

if TYPE_CHECKING:
    from engine.figure import Figure, PanelLook

FORMATS = ("svg", "pdf", "png")


@dataclass(frozen=True)
class Diagram:
    """A figure in a file's bytes; ``file`` is where it was written, if anywhere.

    >>> drawn = generator.diagram(game.name, format="png", dpi=60)
    >>> drawn.data[:4], drawn.file
    (b'\\x89PNG', None)
    """

    #: ``svg``, ``pdf`` or ``png``.
    format: str
    data: bytes
    title: str
    #: The alternative text.
    description: str
    #: Millimetres.
    width: float
    height: float
    #: What could not be shown as it was asked for, in sentences.
    notes: tuple[str, ...]
    file: Path | None

    def __repr__(self) -> str:
        measures = f"{number(self.width)} × {number(self.height)} mm"
        return f"<Diagram: {self.title}; {self.format}, {measures}>"

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    @property
    def svg(self) -> str:
        """The text of an SVG figure.

        Raises OptionError for one of another format.
        """
        if self.format != "svg":
            raise OptionError(f"the figure is a {self.format}, which has no text")
        return self.data.decode()


class DiagramOptions(TypedDict, total=False):
    """What a diagram shows, how it looks and where it goes: the options of ``tilewright diagram``.

    ``settings`` are those of a start position, lengths are millimetres; ``labels`` and ``paper``
    False are what ``--no-labels`` and ``--no-paper`` say.

    >>> options: generator.DiagramOptions = {"theme": "mono", "size": 60}
    >>> generator.diagram(game.name, **options).width
    60
    """

    settings: SettingsOption
    out: Annotated[
        str | Path | None,
        "The file, .svg, .pdf or .png; without it the figure goes to standard output.",
        CommandOption(kind="file", names="-o --out"),
    ]
    format: Annotated[
        str | None,
        "The format. [default: as the file's name ends, else svg]",
        CommandOption(kind=FORMATS),
    ]
    show: Annotated[
        Names,
        "What to lay over the board, several with commas or repeated; 'list' lists them.",
        CommandOption(metavar="NAME", default=(), many=True, offers="overlays"),
    ]
    mark: Annotated[
        str | Iterable[str | Mark],
        "A mark such as 'dot:white d4,d5' or 'arrow d4 d7'; may be repeated.",
        CommandOption(metavar="MARK", default=(), many=True),
    ]
    theme: ThemeOption
    font: FontOption
    size: Annotated[Millimetres, "The figure's width. [default: natural]"]
    cell: Annotated[Millimetres, "A cell's width, the figure's following."]
    labels: Annotated[bool, "Leave out the board's labels.", CommandOption(default=True)]
    label_sides: Annotated[
        Names,
        "The sides with labels, such as 'left,bottom'. [default: the game's usual ones]",
        CommandOption(metavar="SIDES", default=(), many=True),
    ]
    legend: Annotated[Flag, "Add a key of what is shown."]
    paper: Annotated[bool, "Leave the ground transparent.", CommandOption(default=True)]
    caption: Annotated[
        str | None, "The caption, '' for none; **bold**, {after}. [default: who is to move, scores]"
    ]
    crop: Annotated[
        str,
        "Show these places only, or 'focus': what matters.",
        CommandOption(metavar="PLACES", default=""),
    ]
    last: Annotated[
        str | Move | None,
        "Outline the move that led to the position.",
        CommandOption(metavar="MOVE"),
    ]
    play: Annotated[
        str | Move | Iterable[str | Move],
        "Play a move first; the last one is outlined.",
        CommandOption(metavar="MOVE", default=(), many=True),
    ]
    example: Annotated[
        Flag, "POSITION is none, but pieces laid in any way, in the game's own form for examples."
    ]
    title: Annotated[
        str, "The title for those who listen. [default: worded]", CommandOption(default="")
    ]
    alt: Annotated[
        str, "The alternative text. [default: worded from the position]", CommandOption(default="")
    ]
    id_prefix: Annotated[
        str,
        "What the SVG's ids begin with. [default: made from its content]",
        CommandOption(metavar="TEXT", default=""),
    ]
    dpi: Annotated[
        float, "Of PNG.", CommandOption(default=150, kind=(20, 2400), shows_default=True)
    ]
    lang: LanguageOption


def diagram(
    game: str, position: str | Position = "start", **options: Unpack[DiagramOptions]
) -> Diagram:
    """Draw a position of a game, or with ``example`` pieces laid in any way, into ``out`` if named.

    The format is that of the file's name, else SVG.  :func:`engine.figure.of` gives the figure as a
    value.

    Raises UnknownGameError, OptionError for what does not fit, NotationError for what cannot be
    read, IllegalMoveError for a move to ``play`` that breaks a rule, OSError where the file cannot be
    written.

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
        scene = _figure(played, position, options).scene()
        data = writers.write(scene, suffix, dpi=options["dpi"])
    if path is not None:
        files.write(path, data)
    about = scene.title, scene.description, scene.width, scene.height
    return Diagram(suffix[1:], data, *about, tuple(scene.notes), path)


def _figure(game: Game[Position], given: str | Position, options: DiagramOptions) -> Figure:
    from engine import figure

    look: PanelLook = {
        "font": options["font"],
        "crop": options["crop"],
        "size": options["size"],
        "cell": options["cell"],
        "labels": options["labels"],
        "label_sides": names_in(options["label_sides"]),
        "legend": options["legend"],
        "paper": options["paper"],
        "id_prefix": options["id_prefix"],
        "lang": options["lang"],
        "title": options["title"],
        "description": options["alt"],
    }
    theme, show, marks = options["theme"], names_in(options["show"]), options["mark"]
    moves = (
        (options["play"],) if isinstance(options["play"], (str, Move)) else tuple(options["play"])
    )
    last, turn = options["last"], None
    if options["example"]:
        if options["settings"] or moves or last is not None:
            raise OptionError("-s, --play and --last go with a position, not with an example")
        words = options["caption"] or ""
        return figure.example(
            game.name, str(given), caption=words, theme=theme, show=show, marks=marks, **look
        )
    position = begun(game, given, options["settings"])
    if last is not None and not moves and given == "start":
        position.places(last)  # what is no move at all is told first
        raise OptionError("no move leads to the start; --last goes with a later position")
    for move in moves:
        turn = position.take_turn(move)
        position, last = turn.after, move
    caption = options["caption"]
    return figure.of(
        position, caption=caption, last=last, turn=turn, theme=theme, show=show, marks=marks, **look
    )


def begun(game: Game[Position], given: str | Position, settings: Mapping[str, object]) -> Position:
    """Return the position that is given, or as a text: ``start`` with settings, or a written one.

    Raises OptionError for settings that do not fit and a position of another game, and what
    ``parse`` raises.
    """
    if not isinstance(given, str):
        if given.game != game.name:
            raise OptionError(f"the position is of {given.game}, not of {game.name}")
        return given
    if given.strip() == "start":
        return game.begin({name: str(value) for name, value in settings.items()})
    if settings:
        raise OptionError("-s sets up the start position; a written position says all by itself")
    if " " not in given and (right := meant(given.strip(), ["start"])):
        raise OptionError(f"'{given.strip()}' is not a position of {game.title}; {right}")
    return game.parse(given)
