"""One position, or one example, drawn as a figure: SVG, PDF or PNG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

import engine
from engine.errors import OptionError
from engine.play import finding
from engine.play.game import Game
from engine.play.position import Move, Position
from generator import files
from generator.api.asking import Names, names_in

if TYPE_CHECKING:
    from engine.drawing.marks import Mark
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

    @property
    def svg(self) -> str:
        """The text of an SVG figure.

        Raises OptionError for one of another format.

        >>> generator.diagram(game.name).svg[:5]
        '<?xml'
        """
        if self.format != "svg":
            raise OptionError(f"the figure is a {self.format}, which has no text")
        return self.data.decode()


class DiagramOptions(TypedDict, total=False):
    """How a diagram looks and what it shows, by the names of the command's options.

    ``settings`` are those of a start position, lengths are millimetres; ``labels`` and ``paper``
    False are what ``--no-labels`` and ``--no-paper`` say.

    >>> options: generator.DiagramOptions = {"theme": "mono", "size": 60}
    >>> generator.diagram(game.name, **options).width
    60
    """

    settings: Mapping[str, object]
    show: Names
    mark: str | Iterable[str | Mark]
    theme: str
    font: Names
    size: float | None
    cell: float | None
    labels: bool
    label_sides: Names
    legend: bool
    paper: bool
    caption: str | None
    crop: str
    last: str | Move | None
    play: str | Move | Iterable[str | Move]
    example: bool
    title: str
    alt: str
    id_prefix: str
    lang: str
    dpi: float


def diagram(
    game: str,
    position: str | Position = "start",
    *,
    out: str | Path | None = None,
    format: str | None = None,
    **options: Unpack[DiagramOptions],
) -> Diagram:
    """Draw a position of a game, or with ``example`` pieces laid in any way, into ``out`` if named.

    All is named as the options of ``tilewright diagram``, see :class:`DiagramOptions`.  The format is
    that of the file's name, else SVG.  :func:`engine.figure.of` gives the figure as a value.

    Raises UnknownGameError, OptionError for what does not fit, NotationError for what cannot be
    read, IllegalMoveError for a move to ``play`` that breaks a rule, OSError where the file cannot be
    written.

    >>> drawn = generator.diagram(game.name, out="start.svg", caption="The start", theme="mono")
    >>> drawn.file.stat().st_size == len(drawn.data)
    True
    """
    path = None if out is None else Path(out)
    suffix = _suffix(path, format)
    with finding.answering(game):
        return _drawn(_Asked(engine.game(game), **options), position, suffix, path)


def _drawn(asked: _Asked, position: str | Position, suffix: str, path: Path | None) -> Diagram:
    """Return what is asked for, and write it into a file if one is named; raises as :func:`diagram`."""
    if asked.id_prefix and suffix != ".svg":
        raise OptionError(f"--id-prefix is for SVG; a {suffix[1:]} file has no ids")
    from engine.drawing import writers

    picture = asked.figure(position).scene()
    data = writers.write(picture, suffix, dpi=asked.dpi)
    if path is not None:
        files.write(path, data)
    said = picture.title, picture.description, picture.width, picture.height
    return Diagram(suffix[1:], data, *said, tuple(picture.notes), path)


class _Asked(NamedTuple):
    """What is asked of a figure; the fields are the options."""

    game: Game[Position]
    settings: Mapping[str, object] = {}
    show: Names = ()
    mark: str | Iterable[str | Mark] = ()
    theme: str = "classic"
    font: Names = ()
    size: float | None = None
    cell: float | None = None
    labels: bool = True
    label_sides: Names = ()
    legend: bool = False
    paper: bool = True
    caption: str | None = None
    crop: str = ""
    last: str | Move | None = None
    play: str | Move | Iterable[str | Move] = ()
    example: bool = False
    title: str = ""
    alt: str = ""
    id_prefix: str = ""
    lang: str = ""
    dpi: float = 150

    @property
    def look(self) -> PanelLook:
        """How the figure looks, as :mod:`engine.figure` names it."""
        return {
            "font": self.font,
            "crop": self.crop,
            "size": self.size,
            "cell": self.cell,
            "labels": self.labels,
            "label_sides": names_in(self.label_sides),
            "legend": self.legend,
            "paper": self.paper,
            "id_prefix": self.id_prefix,
            "lang": self.lang,
            "title": self.title,
            "description": self.alt,
        }

    def figure(self, given: str | Position) -> Figure:
        """Return the figure of what is given.

        Raises OptionError for options that do not go together, and what figures raise.
        """
        from engine import figure

        moves = (self.play,) if isinstance(self.play, (str, Move)) else tuple(self.play)
        show = names_in(self.show)
        drawn: dict[str, Any] = {"theme": self.theme, "show": show, "marks": self.mark}
        if self.example:
            if self.settings or moves or self.last is not None:
                raise OptionError("-s, --play and --last go with a position, not with an example")
            caption = self.caption or ""
            return figure.example(self.game.name, str(given), caption=caption, **drawn, **self.look)
        position, last, turn = self._position(given), self.last, None
        if last is not None and not moves and given == "start":
            position.places(last)  # what is no move at all is told first
            raise OptionError("no move leads to the start; --last goes with a later position")
        for move in moves:
            turn = position.take_turn(move)
            position, last = turn.after, move
        return figure.of(position, caption=self.caption, last=last, turn=turn, **drawn, **self.look)

    def _position(self, given: str | Position) -> Position:
        """Return a position that is given, or as a text.

        Raises OptionError for a position of another game.
        """
        if isinstance(given, str):
            return begun(self.game, given, self.settings)
        if given.game != self.game.name:
            raise OptionError(f"the position is of {given.game}, not of {self.game.name}")
        return given


def begun(game: Game[Position], text: str, settings: Mapping[str, object]) -> Position:
    """Return the position ``text`` says: ``start`` with settings, or a written one.

    Raises OptionError for settings that do not fit, and what ``parse`` raises.
    """
    if text.strip() == "start":
        return game.begin({name: str(value) for name, value in settings.items()})
    if settings:
        raise OptionError("-s sets up the start position; a written position says all by itself")
    return game.parse(text)


def _suffix(out: Path | None, format: str | None) -> str:
    """Return the suffix of the format asked for, by name or by the file's name.

    Raises OptionError where they differ, or for a format that there is not.
    """
    from engine.drawing.writers import suffix_of

    if format is not None and format not in FORMATS:
        raise OptionError(f"no format '{format}'; it can be {', '.join(FORMATS)}")
    if out is None:
        return f".{format or 'svg'}"
    if format is None:
        return suffix_of(str(out))
    if out.suffix.lower() != f".{format}":
        raise OptionError(f"--format {format} makes no '{out.name}'; name it {out.stem}.{format}")
    return f".{format}"
