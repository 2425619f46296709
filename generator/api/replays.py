"""A game record made into a page to walk through, or into a moving picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from engine.errors import OptionError
from engine.play import finding
from engine.play.record import Record
from engine.reading import resolved
from engine.words import count, numeral
from generator import files
from generator.api.asking import Names, games_in, names_in

FORMATS = ("html", "gif", "png", "svg")


@dataclass(frozen=True)
class Replay:
    """A replay in a file's bytes; ``file`` is where it was written, if anywhere.

    >>> made = generator.replay(record)
    >>> made.format, made.record == record, made.file
    ('html', True, None)
    """

    record: Record
    #: ``html``, ``gif``, ``png`` or ``svg``.
    format: str
    data: bytes
    file: Path | None
    #: What the maker should know, in sentences.
    notes: tuple[str, ...]


class ReplayOptions(TypedDict, total=False):
    """How a replay looks, by the names of the command's options.

    ``size`` is the pictures' width in millimetres; ``frames``, ``seconds`` and ``dpi`` are of moving
    pictures.

    >>> options: generator.ReplayOptions = {"theme": "mono", "show": "cells"}
    >>> generator.replay(record, **options).format
    'html'
    """

    theme: str
    font: Names
    size: float | None
    show: Names
    frames: str | int | None
    seconds: float | None
    dpi: float | None
    lang: str


def replay(
    record: str | Path | Record,
    *,
    out: str | Path | None = None,
    format: str | None = None,
    game: int | None = None,
    **options: Unpack[ReplayOptions],
) -> Replay:
    """Make a page of the game in a record's file, or of a record, and write it into ``out``.

    All is named as the options of ``tilewright replay``, see :class:`ReplayOptions`.  A file's page
    lies beside it under its name unless ``out`` says where, ``"-"`` for nowhere; a record's is written
    only where that is said.

    Raises GameError where the record cannot be read, RecordError at an illegal move, OptionError for
    what does not fit, OSError where a file cannot be read or written.

    >>> generator.replay("game.txt").file.name
    'game.html'
    >>> generator.replay(record, out="game.gif", frames="0-1", dpi=20).data[:6]
    b'GIF89a'
    """
    form = _form(out, format)
    asked = _Asked(form, **options)
    source = _Source(None, record) if isinstance(record, Record) else _Source(str(record), None)
    chosen, notes = source.chosen(game)
    path = _path(source.name, out, game, form)
    with finding.answering(chosen.tags["Game"]):
        data = asked.data(chosen)
    if path is not None:
        files.write(path, data)
    return Replay(chosen, form, data, path, notes)


@dataclass(frozen=True)
class _Asked:
    """What is asked of a replay; the fields are the options."""

    format: str
    theme: str = "classic"
    font: Names = ()
    size: float | None = None
    show: Names = ()
    frames: str | int | None = None
    seconds: float | None = None
    dpi: float | None = None
    lang: str = ""

    def __post_init__(self) -> None:
        """Refuse options of moving pictures for a page, and of pixels for SVG."""
        for name in ("frames", "seconds", "dpi"):
            if getattr(self, name) is not None and self.format == "html":
                raise OptionError(f"--{name} goes with --format gif, png or svg")
        if self.dpi is not None and self.format == "svg":
            raise OptionError("--dpi goes with --format gif or png; an svg has no pixels")

    def data(self, record: Record) -> bytes:
        """Return the bytes of a game's page or moving picture."""
        show = names_in(self.show)
        if self.format == "html":
            from generator.replaying import page

            made = page.page(
                record, theme=self.theme, font=self.font, size=self.size, show=show, lang=self.lang
            )
            return made.encode()
        from generator.replaying import animation

        moving = animation.of(
            record,
            theme=self.theme,
            font=self.font,
            size=self.size,
            show=show,
            lang=self.lang,
            frames=_frames(self.frames),
            seconds=1.0 if self.seconds is None else self.seconds,
        )
        return animation.write(moving, self.format, 96.0 if self.dpi is None else self.dpi)


class _Source(NamedTuple):
    """A file of records by its name, or one record."""

    name: str | None
    record: Record | None

    def chosen(self, number: int | None) -> tuple[Record, tuple[str, ...]]:
        """Return the game asked for, and a note where it might be another.

        Raises OptionError where there is none of that number.
        """
        found = [self.record] if self.record else games_in(str(self.name))
        wanted = 1 if number is None else number
        if not 1 <= wanted <= len(found):
            held = count(len(found), "game")
            raise OptionError(f"--game {numeral(wanted)}: the record holds {held}")
        many = number is None and len(found) > 1
        note = f"{self.name} holds {len(found)} games; this is the first, see --game"
        return found[wanted - 1], (note,) if many else ()


def _form(out: str | Path | None, form: str | None) -> str:
    """Return the format asked for, by name or by the file's name.

    Raises OptionError where they differ, or for a format that there is not.
    """
    if form is not None and form not in FORMATS:
        raise OptionError(f"no format '{form}'; it can be {', '.join(FORMATS)}")
    suffix = Path(out).suffix.lower().removeprefix(".") if out else ""
    if form is None:
        return suffix if suffix in FORMATS else "html"
    if suffix in FORMATS and suffix != form:
        raise OptionError(
            f"--format {form} makes no '{out}'; name it {Path(out or '').stem}.{form}"
        )
    return form


def _frames(text: str | int | None) -> tuple[int, int] | None:
    """Return the first and last frame of ``A-B`` or ``A``.

    Raises OptionError for anything else.
    """
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", str(text))
    if not found:
        words = f"--frames '{str(text)[:40]}' is not right; expected numbers like 0-12 or 12"
        raise OptionError(words)
    return int(found[1]), int(found[2] or found[1])


def _path(record: str | None, out: str | Path | None, number: int | None, form: str) -> Path | None:
    """Return where the file goes, None for nowhere."""
    if str(out) == "-" or (out is None and record in (None, "-")):
        return None
    if out is None:
        suffix = f"-{number}.{form}" if number and number > 1 else f".{form}"
        named = Path(str(record)).with_suffix("")
        path = named.with_name(named.name + suffix)
    else:
        path = Path(out)
    if record not in (None, "-") and resolved(path) == resolved(str(record)):
        raise OptionError(f"it would overwrite the record {record}; name it with -o")
    return path
