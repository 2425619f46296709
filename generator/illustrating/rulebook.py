"""A figure file as a rulebook: its positions and records, and each figure when it is needed.

Reading the file is :mod:`generator.illustrating.spec`'s, making all figures
:mod:`generator.illustrating.building`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import engine
from engine import figure as figures
from engine import record as records
from engine.drawing import theme as themes
from engine.drawing import writers
from engine.drawing.captions import CaptionLines, plain, spans
from engine.drawing.marks import LONGEST_TEXT, Mark
from engine.drawing.scene import Scene
from engine.drawing.theme import SLOTS
from engine.errors import GameError, OptionError, blaming
from engine.figure import Figure
from engine.messages import shipped_code
from engine.play.game import Game
from engine.play.position import Position, Turn
from engine.words import count, meant
from generator import files
from generator.illustrating import snippets
from generator.illustrating.spec import KeyValues, parse
from generator.illustrating.spec_keys import SNIPPETS, FigureSpec, PanelSpec, PositionSpec, Spec
from generator.replaying.timeline import Timeline, format_turn, parse_turn, parse_turns

#: Positions that build on each other, at most.
LONGEST_CHAIN = 100
#: So many names of positions are listed where one is wrong.
_MOST_NAMED = 20
#: In printed documents figures are at most so wide in mm, unless their author gives a size.
PRINTED = 100.0


class Made(NamedTuple):
    """A finished figure: its picture and the caption, which may stand in the text instead."""

    spec: FigureSpec
    scene: Scene
    caption: str
    #: The same with what is bold, its lines and its small pictures.
    spans: CaptionLines = ()

    @property
    def left_to_text(self) -> CaptionLines:
        """The caption that the text around the picture shows: none where the picture holds it."""
        return self.spans if self.spec.captions == "text" else ()


class Output(NamedTuple):
    """A file that a figure file gives: its path from the output folder, and its bytes."""

    figure: str
    name: str
    data: bytes
    notes: tuple[str, ...] = ()


class _PlacedError(OptionError):
    """An error that says where in the figure file it happened."""


@contextmanager
def _placed(where: str) -> Iterator[None]:
    try:
        yield
    except _PlacedError:
        raise
    except GameError as error:
        setting = "alt" if error.setting == "description" else error.setting
        raise _PlacedError(f"{where}: {error}", setting=setting) from error


@dataclass(frozen=True)
class Rulebook:
    """A figure file and its folder, to which paths are relative."""

    spec: Spec
    folder: Path
    #: What the file holds, to find faults in.
    text: str = field(default="", repr=False)
    _timelines: dict[str, Timeline] = field(default_factory=dict)
    _games: dict[tuple[str, int], Timeline] = field(default_factory=dict)

    @property
    def out(self) -> Path:
        """The folder of the figures."""
        return self.folder / self.spec.out

    def make(self, spec: FigureSpec, *, printed: bool = False) -> Made:
        """Return one figure; ``printed`` tells that it is for a printed document.

        Raises OptionError naming the figure, and what is wrong with it.
        """
        with _placed(spec.where):
            # Of several panels the figure speaks alone, if it has no words of that language.
            lang = spec.lang if spec.columns is None else shipped_code(spec.lang)
            figure, *others = [self._panel(panel, lang) for panel in spec.panels]
            if spec.columns is not None:
                figure = figures.side_by_side(
                    [figure, *others],
                    columns=spec.columns,
                    caption=spec.caption or "",
                    title=spec.title,
                    description=spec.alt,
                    lang=spec.lang,
                )
            prefix = figures.checked_prefix(spec.id_prefix)
            look = {key: getattr(spec, key) for key in ("size", "cell", "legend", "paper")}
            figure = replace(figure, id_prefix=prefix, **look)
            glyphs = figure.glyphs(figure.caption)
            caption, pieces = plain(figure.caption, glyphs), spans(figure.caption, glyphs)
            if spec.captions != "figure":
                figure = replace(figure, caption="")
            scene = figure.scene()
            if (
                (printed or self.spec.snippets)
                and scene.width > PRINTED
                and not (spec.size or spec.cell)
            ):
                scene = replace(figure, size=PRINTED).scene()
            return Made(spec, scene, caption, pieces)

    def _panel(self, panel: PanelSpec, lang: str) -> Figure:
        crop = panel.crop[0] if len(panel.crop) == 1 else panel.crop
        same = ("show", "labels", "view", "turned", "title")
        look: dict[str, Any] = {key: getattr(panel, key) for key in same}
        look |= {"crop": crop, "description": panel.alt, "lang": lang}
        with _placed(panel.source.where):
            look["theme"] = self.theme(panel)
            if panel.source.example is not None:
                game, text = _game_of(panel.source).name, panel.source.example
                return figures.example(
                    game, text, marks=panel.marks, caption=panel.caption or "", **look
                )
            timeline, numbers = self._numbered(panel, self.timeline(panel.source))
            position, last = timeline.current, panel.last
            turn: Turn[Position] | None = None
            if last is True:
                if not timeline.at:
                    raise OptionError("last = true, but no move leads to this position")
                last, turn = timeline.moves[timeline.at - 1], timeline.turns[timeline.at - 1]
            comments = timeline.comments[timeline.at : timeline.at + 1] if panel.comments else ()
            return figures.of(
                position,
                marks=[*numbers, *panel.marks],
                comments=[text for texts in comments for text in texts],
                caption=panel.caption,
                last=last or None,
                turn=turn,
                after=_after(timeline),
                **look,
            )

    def theme(self, panel: PanelSpec) -> themes.Theme:
        """Return a picture's theme and fonts, whose files lie in the figure file's folder.

        Raises OptionError for one that is not there or wrong.
        """
        with blaming("theme"):
            theme = themes.load_pair(panel.theme, self.folder)
        return themes.with_font(theme, panel.font, self.folder)

    def _numbered(self, panel: PanelSpec, timeline: Timeline) -> tuple[Timeline, list[Mark]]:
        if not panel.moves:
            return timeline, []
        with blaming("moves"):
            first, last = parse_turns(panel.moves)
            begin, end = timeline.indices(first)[0], timeline.after(last)
            if begin >= end:
                raise OptionError(f"moves = '{panel.moves}' ends before it begins")
        if panel.source.record and not panel.source.after and not panel.source.play:
            timeline = replace(timeline, at=end)
        return timeline, list(_numbers(timeline, begin, end))

    def timeline(self, source: PositionSpec, chain: tuple[str, ...] = ()) -> Timeline:
        """Return the timeline of a source; ``chain`` holds the names of positions that led to it.

        Raises OptionError, or what the position, record or moves raise.
        """
        if source.options and source.position != "start":
            raise OptionError("options go with position = 'start'", setting="options")
        if source.record:
            timeline = self._from_record(source)
        elif source.position in self.spec.positions:
            timeline = self._from_name(source.position, chain)
        else:
            with blaming("position"):
                timeline = Timeline(self._written(source))
        with blaming("play"):
            return timeline.played(source.play) if source.play else timeline

    def _from_name(self, name: str, chain: tuple[str, ...]) -> Timeline:
        if name in chain or len(chain) >= LONGEST_CHAIN:
            circle = " - ".join((*chain[-5:], name))
            raise OptionError(f"positions build on each other without end: {circle}")
        if name not in self._timelines:
            source = self.spec.positions[name]
            with _placed(source.where):
                timeline = self.timeline(source, (*chain, name))
                self._timelines[name] = timeline
        return self._timelines[name]

    def _written(self, source: PositionSpec) -> Position:
        game = _game_of(source)
        if source.position == "start":
            with blaming("options"):
                return game.begin(dict(source.options))
        if source.position in self.spec.unread:
            raise OptionError(f"its position '{source.position}' is wrong itself")
        if " " not in source.position.strip():
            known = ("start", *self.spec.positions)
            few = ", ".join(known[: _MOST_NAMED + 1])
            right = meant(source.position, known) or f"expected a written one or one of {few}"
            raise OptionError(f"no position '{source.position[:40]}'; {right}")
        return game.parse(source.position)

    def _from_record(self, source: PositionSpec) -> Timeline:
        key = (source.record, source.number)
        if key not in self._games:
            path = self.folder / source.record
            try:
                games = records.load_all(files.read_text(str(path)))
                if len(games) < source.number:
                    held = count(len(games), "game")
                    raise OptionError(f"number = {source.number}, but it holds {held}")
                record = games[source.number - 1]
                self._games[key] = Timeline.of_record(record)
            except GameError as error:
                raise OptionError(files.located(source.record, error), setting="record") from error
        timeline = self._games[key]
        if source.game not in ("", timeline.start.game):
            words = f"the record is of {timeline.start.game}, not of {source.game}"
            raise OptionError(words, setting="game")
        if source.after:
            with blaming("after"):
                return replace(timeline, at=timeline.after(parse_turn(source.after)))
        return timeline

    def files(self, made: Made) -> Iterator[Output]:
        """Yield the files of a figure: its formats and snippets.

        Raises OptionError naming the figure.
        """
        spec, scene = made.spec, made.scene
        with _placed(spec.where):
            for suffix in spec.formats:
                data = writers.write(scene, f".{suffix}", dpi=spec.dpi)
                notes = scene.notes if suffix == spec.formats[0] else ()
                yield Output(spec.name, f"{spec.name}.{suffix}", data, notes)
        figure = snippets.PlacedFigure(
            "", scene.width, scene.description, made.left_to_text, spec.label
        )
        lies = PurePath(self.spec.out).as_posix()
        for kind in self.spec.snippets:
            text = snippets.snippet(kind, lies, spec.name, spec.formats, spec.where, figure)
            yield Output(spec.name, f"{spec.name}.{SNIPPETS[kind]}", files.encoded(text))

    def write(self, output: Output) -> bool:
        """Write a file and return whether it had to be; raise OSError.

        Raises OSError.
        """
        return files.write(self.out / output.name, output.data)

    def fault(self, output: Output) -> str:
        """Return what is wrong with a file on disk, or an empty text."""
        path = self.out / output.name
        if not path.exists():
            return "is missing"
        return "" if files.stands(path, output.data) else "is not what the file gives"


def load(path: str) -> Rulebook:
    """Return the rulebook of a figure file, ``-`` for standard input in the current folder.

    Raises OptionError saying what is wrong and where, OSError where it cannot be read.
    """
    return of(files.read_text(path), path)


def of(text: str, path: str, *, out: str | Path | None = None) -> Rulebook:
    """Return the rulebook of a figure file's text; ``out`` is another folder than the file's.

    Raises OptionError saying what is wrong and where, also for a folder that a link leads out of
    the file's.
    """
    source = files.named(path)
    spec = parse(text, source)
    folder = Path() if path == "-" else Path(path).parent
    if out is not None:
        spec = replace(spec, out=files.relative(out, folder))
    elif not (folder / spec.out).resolve().is_relative_to(folder.resolve()):
        words = f"{source}: out = '{spec.out}' leads out of this file's folder (--out takes any)"
        fault = OptionError(words, setting="out")
        spec = replace(spec, figures=(), faults=(*spec.faults, fault))
    return Rulebook(spec, folder, text=text)


def alone(path: Path, name: str, over: KeyValues, lang: str = "", *, printed: bool = False) -> Made:
    """Return one figure of a figure file, with ``over`` in place of its own settings.

    Raises OptionError saying what is wrong and where, OSError where it cannot be read.
    """
    spec = parse(files.read_text(str(path)), str(path), only=name, over=over, lang=lang)
    for fault in spec.faults:
        raise fault
    return Rulebook(spec, path.parent).make(*spec.figures, printed=printed)


def _game_of(source: PositionSpec) -> Game[Position]:
    with blaming("game"):
        if not source.game:
            raise OptionError(f'no game; expected game = "{engine.names()[0]}" or another')
        return engine.game(source.game)


def _after(timeline: Timeline) -> str:
    """Return the move that led to the position shown with its number, such as ``12. c7``.

    That of a player who is not the round's first bears the turn's name: ``12c c8``.
    """
    if not timeline.at:
        return ""
    name, move = timeline.name(timeline.at - 1), timeline.moves[timeline.at - 1]
    begins = timeline.at == 1 or timeline.name(timeline.at - 2).number < name.number
    return f"{name.number}. {move}" if begins else f"{format_turn(name)} {move}"


def _numbers(timeline: Timeline, begin: int, end: int) -> Iterator[Mark]:
    """Yield a label on each place where turns ended: their names, in the last mover's colour."""
    turns: dict[str, list[int]] = {}
    for index in range(begin, end):
        places = timeline.position(index).places(timeline.moves[index])
        if places:
            turns.setdefault(places[-1], []).append(index)
    for place, indices in turns.items():
        mover = timeline.position(indices[-1])
        name = engine.game(mover.game).player_names.get(mover.turn, "")
        text = ",".join(format_turn(timeline.name(index)) for index in indices)
        if len(text) > LONGEST_TEXT:
            text = f"…{text[text.index(',', len(text) - LONGEST_TEXT + 1) :]}"
        yield Mark("label", (place,), name if name in SLOTS else "", text)
