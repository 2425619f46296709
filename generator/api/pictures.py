"""Pictures: a position drawn as a figure, and a record as a page or a moving picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

import engine
from engine.drawing.marks import Mark
from engine.errors import GameError, OptionError, RecordError
from engine.geometry.plane import number
from engine.play.game import Game
from engine.play.position import Move, Position
from engine.record import Record, load_all
from engine.words import count, listed
from generator import files
from generator.api.declaration import (
    Answer,
    FontOption,
    GameName,
    LanguageOption,
    Names,
    Option,
    PositionText,
    SettingsOption,
    ThemeOption,
    completed,
    format_of,
)

if TYPE_CHECKING:
    from engine.figure import Figure

FORMATS = ("svg", "pdf", "png")
REPLAY_FORMATS = ("html", "gif", "pdf")

#: Option of a replay -> the formats that it is for.
_OF_FORMATS = {"frames": ("gif", "pdf"), "seconds": ("gif",), "dpi": ("gif",)}


@dataclass(frozen=True)
class Diagram:
    """A figure as the bytes of a ``file``, which is None if nothing was written."""

    game: str
    #: ``svg``, ``pdf`` or ``png``.
    format: str
    data: bytes = field(repr=False)
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

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def answer(self) -> Answer:
        names = ("game", "title", "description", "width", "height", "format", "notes")
        about = {name: getattr(self, name) for name in names}
        notes = [f"Note: {note}" for note in self.notes]
        if self.file is not None:
            measures = f"{number(self.width, 1)} × {number(self.height, 1)} mm"
            notes.append(f"{self.file}: {measures}, {len(self.data) / 1000:.0f} kB")
            return Answer({**about, "file": self.file}, notes=notes)
        data = {**about, "svg": self.svg()} if self.format == "svg" else None
        return Answer(data, notes=notes, binary=self.data)

    def svg(self) -> str:
        """Return the figure as the text of an SVG file."""
        return self.data.decode() if self.format == "svg" else self.figure.svg()

    def save(self, path: str | Path, *, dpi: float = 150.0) -> Path:
        """Write the figure to a file, .svg, .pdf or .png, and return its path."""
        self.figure.save(path, dpi=dpi)
        return Path(path)


class DiagramOptions(TypedDict, total=False):
    """How a diagram looks and where it goes: the options of ``tilewright diagram``.

    ``settings`` are those of a start position, lengths are millimetres.  ``--no-labels`` is
    ``labels=False``, ``--no-paper`` is ``paper=False``.

    - out: The file, .svg, .pdf or .png. [default: standard output]
    - format: The format. [default: by the file's name, or svg]
    - show NAME: Overlays on the board, several with commas. Repeatable. 'list' lists them.
    - mark MARK: A mark such as 'dot:white d4,d5' or 'arrow d4 d7'. Repeatable.
    - size MM: Width of the figure. [default: natural]
    - cell MM: Width of a cell; it sets the figure's width.
    - labels: Leave out the board's labels.
    - legend: Add a legend.
    - paper: Leave the ground transparent.
    - caption: The caption, '' for none; **bold**, {after}. [default: who is to move, scores]
    - crop PLACES: Show only these places, or 'focus': the part with pieces.
    - view PLAYER: The player who sits below, such as b; labels follow.
    - turned DEGREES: Turn the board clockwise, in degrees.
    - last MOVE: Outline the move that led to the position.
    - play MOVE: Play a move first; the last one is outlined. Repeatable.
    - title: The title for screen readers. [default: worded]
    - alt: The alternative text. [default: worded from the position]
    - id_prefix TEXT: Beginning of the SVG's ids. [default: made from its content]
    - dpi N: Resolution of PNG.
    """

    settings: SettingsOption
    out: Annotated[str | Path | None, Option(kind="file")]
    format: Annotated[str | None, Option(kind=FORMATS)]
    show: Annotated[Names, Option(kind="names")]
    mark: str | Iterable[str | Mark]
    theme: ThemeOption
    font: FontOption
    size: float | None
    cell: float | None
    labels: Annotated[bool, Option(default=True)]
    legend: bool
    paper: Annotated[bool, Option(default=True)]
    caption: str | None
    crop: str
    view: str
    turned: Annotated[int, Option(default=0)]
    last: str | Move | None
    play: str | Move | Iterable[str | Move]
    title: str
    alt: str
    id_prefix: str
    dpi: Annotated[float, Option(default=150, kind=(20, 2400))]
    lang: LanguageOption


def diagram(
    game: GameName, position: PositionText = "start", **options: Unpack[DiagramOptions]
) -> Diagram:
    """Draw POSITION of GAME: a written position, "start", or "-" for standard input.

    ``engine.figure.of`` returns a figure that is not yet bytes.
    """
    options = completed(DiagramOptions, options, "a diagram")
    path = None if options["out"] is None else Path(options["out"])
    form = format_of(options["format"], path, FORMATS)
    from engine.drawing import writers

    played = engine.game(game)
    if options["id_prefix"] and form != "svg":
        raise OptionError(f"--id-prefix is for SVG; a {form} file has no ids")
    figure = _figure(played, position, options)
    scene = figure.scene()
    data = writers.write(scene, f".{form}", dpi=options["dpi"])
    if path is not None:
        files.write(path, data)
    about = scene.title, scene.description, scene.width, scene.height
    return Diagram(game, form, data, *about, tuple(scene.notes), path, figure)


def _figure(game: Game[Position], given: str | Position, options: DiagramOptions) -> Figure:
    from engine import figure

    own = ("settings", "out", "format", "mark", "alt", "play", "last", "dpi")
    look: Any = {key: value for key, value in options.items() if key not in own}
    look |= {"marks": options["mark"], "description": options["alt"]}
    play, last, turn = options["play"], options["last"], None
    moves = (play,) if isinstance(play, (str, Move)) else tuple(play)
    position = begun(game, given, options["settings"])
    for move in moves:
        turn = position.take_turn(move)
        position, last = turn.after, move
    return figure.of(position, last=last, turn=turn, **look)


def begun(game: Game[Position], given: str | Position, settings: Mapping[str, object]) -> Position:
    """Return ``given`` as a position: it is one, or a written one, or ``start`` with settings."""
    if not isinstance(given, str):
        if given.game != game.name:
            raise OptionError(f"the position is of {given.game}, not of {game.name}")
        return given
    if given.strip() == "start":
        return game.begin({name: str(value) for name, value in settings.items()})
    if settings:
        raise OptionError("-s is for the start position; a written position needs no settings")
    return game.parse(given)


# ----------------------------------------------------------------------------------- replays


@dataclass(frozen=True)
class Replay:
    """A replay as the bytes of a ``file``, which is None if nothing was written."""

    record: Record
    #: ``html``, ``gif`` or ``pdf``.
    format: str
    data: bytes
    file: Path | None
    #: Sentences for the maker.
    notes: tuple[str, ...]

    def answer(self) -> Answer:
        if self.file is None:
            return Answer(None, notes=self.notes, binary=self.data)
        answer = {"file": self.file, "game": self.record.tags["Game"]}
        numbers = {"moves": len(self.record.moves), "bytes": len(self.data)}
        return Answer({**answer, **numbers}, notes=self.notes)


class ReplayOptions(TypedDict, total=False):
    """How a replay looks and where it goes: the options of ``tilewright replay``.

    - out FILE: The file, - for standard output. [default: the record's name with another ending]
    - format: A page, a GIF that moves, or a PDF of the positions. [default: by the file's name, or html]
    - game N: The number of the game in the record. [default: 1]
    - size MM: Width of the pictures. [default: that of the window]
    - show NAME: Overlays on the board, as in diagram; several with commas. Repeatable.
    - frames A-B: Of a GIF or PDF: the positions after A to B moves.
    - seconds N: Seconds for each frame. [default: 1]
    - dpi N: Resolution of a GIF. [default: 96]
    """

    out: Annotated[str | Path | None, Option(names="-o --out", offers="files")]
    format: Annotated[str | None, Option(kind=REPLAY_FORMATS)]
    game: int | None
    theme: ThemeOption
    font: FontOption
    size: float | None
    show: Annotated[Names, Option(kind="names")]
    frames: str | int | None
    seconds: Annotated[float | None, Option(kind=(0.02, 60))]
    dpi: Annotated[float | None, Option(kind=(20, 2400))]
    lang: LanguageOption


def replay(
    record: Annotated[str | Path | Record, Option(offers="files")], **options: Unpack[ReplayOptions]
) -> Replay:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page is one file. The keys left, right, Home and End walk, and swipes too. #12 at the end
    of its address leads to the position after 12 moves. --format gif makes a moving picture
    for forums and READMEs, pdf a page for each position. --frames 12 shows one position.

    ``out`` is the file; ``"-"`` writes nothing.  Without ``out`` the page of a file is written beside
    it, and the page of a record is not written.

    Raises RecordError at an illegal move.
    """
    options = completed(ReplayOptions, options, "a replay")
    out = None if options["out"] in (None, "") else Path(options["out"])
    form = format_of(options["format"], None if str(out) == "-" else out, REPLAY_FORMATS)
    given: Mapping[str, Any] = options
    for name, forms in _OF_FORMATS.items():
        if given[name] is not None and form not in forms:
            raise OptionError(f"--{name} goes with --format {listed(forms, 'or')}")
    source = None if isinstance(record, Record) else str(record)
    games = [record] if isinstance(record, Record) else games_in(str(record))
    number = 1 if options["game"] is None else options["game"]
    if not 1 <= number <= len(games):
        held = count(len(games), "game")
        raise OptionError(f"--game {number}: the record holds {held}")
    notes = []
    if options["game"] is None and len(games) > 1:
        notes.append(f"{source} holds {len(games)} games; this is the first, see --game")
    chosen = games[number - 1]
    path = _path(source, out, number, form)
    try:
        data = _drawn(chosen, form, options)
    except RecordError as error:
        error.args = (files.located(files.named(source), error) if source else str(error),)
        raise
    if path is not None:
        files.write(path, data)
        frames = f"frames {some} of " if (some := options["frames"]) else ""
        moves = count(len(chosen.moves), "move")
        notes.append(f"{path}: {frames}{moves}, {len(data) / 1000:.0f} kB")
    return Replay(chosen, form, data, path, tuple(notes))


def _drawn(record: Record, form: str, options: ReplayOptions) -> bytes:
    look: Any = {name: options[name] for name in ("theme", "font", "size", "lang", "show")}
    if form == "html":
        from generator.replaying import page

        return page.page(record, **look).encode()
    from generator.replaying import animation

    look["frames"] = _frames(options["frames"])
    if form == "pdf":
        return animation.pdf(record, **look)
    look |= {name: value for name in ("seconds", "dpi") if (value := options[name]) is not None}
    return animation.gif(record, **look)


def _frames(text: str | int | None) -> tuple[int, int] | None:
    if text is None:
        return None
    read = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", str(text))
    if not read:
        words = f"--frames '{str(text)[:40]}' is not right; expected numbers like 0-12 or 12"
        raise OptionError(words)
    return int(read[1]), int(read[2] or read[1])


def _path(record: str | None, out: Path | None, number: int, form: str) -> Path | None:
    if str(out) == "-" or (out is None and record in (None, "-")):
        return None
    named = Path(str(record)).with_suffix("")
    path = out or named.with_name(f"{named.name}{f'-{number}' if number > 1 else ''}.{form}")
    if record not in (None, "-") and path.resolve() == Path(str(record)).resolve():
        raise OptionError(f"it would overwrite the record {record}; name it with -o")
    return path


def games_in(name: str) -> list[Record]:
    """Return the games of a record file, at least one; raise GameError with file, line and column."""
    text = files.read_text(name)
    try:
        games = load_all(text)
    except RecordError as error:
        words = files.located(files.named(name), error)
        raise GameError(words, line=error.line, column=error.column) from error
    if not games:
        tag = f'[Game "{engine.names()[0]}"]'
        raise GameError(
            f"{files.named(name)} holds no games; expected tags such as {tag}, then moves"
        )
    return games
