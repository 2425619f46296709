"""A game record made into a page to walk through, or into a moving picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict, Unpack

from engine.errors import OptionError
from engine.play import finding
from engine.play.record import Record
from engine.reading import resolved
from engine.words import count, numeral
from generator import files
from generator.api.options import (
    CommandOption,
    FontOption,
    LanguageOption,
    Millimetres,
    Names,
    ThemeOption,
    completed,
    names_in,
    see_format,
)

FORMATS = ("html", "gif", "png", "svg", "pdf")


@dataclass(frozen=True)
class Replay:
    """A replay in a file's bytes; ``file`` is where it was written, if anywhere.

    >>> made = generator.replay(record)
    >>> made.format, made.record == record, made.file
    ('html', True, None)
    """

    record: Record
    #: ``html``, ``gif``, ``png``, ``svg`` or ``pdf``.
    format: str
    data: bytes
    file: Path | None
    #: What the maker should know, in sentences.
    notes: tuple[str, ...]


class ReplayOptions(TypedDict, total=False):
    """How a replay looks and where it goes: the options of ``tilewright replay``.

    ``size`` is the pictures' width in millimetres; ``frames``, ``seconds`` and ``dpi`` are of moving
    pictures.

    >>> options: generator.ReplayOptions = {"theme": "mono", "show": "cells"}
    >>> generator.replay(record, **options).format
    'html'
    """

    out: Annotated[
        str | Path | None,
        "The file, or - for standard output. [default: the record's name with .html or so]",
        CommandOption(metavar="FILE", names="-o --out", offers="files"),
    ]
    format: Annotated[
        str | None,
        "A page, a moving picture, or a PDF of the positions. [default: as the file's name ends, else html]",
        CommandOption(kind=FORMATS),
    ]
    game: Annotated[
        int | None,
        "Which of the record's games. [default: the first]",
        CommandOption(metavar="N", kind=(1, None)),
    ]
    theme: ThemeOption
    font: FontOption
    size: Annotated[Millimetres, "The pictures' width. [default: as wide as the window allows]"]
    show: Annotated[
        Names,
        "What to lay over the board, as in diagram; several with commas or repeated.",
        CommandOption(metavar="NAME", default=(), many=True, offers="overlays"),
    ]
    frames: Annotated[
        str | int | None,
        "Of a moving picture or PDF: the positions after A to B moves.",
        CommandOption(metavar="A-B"),
    ]
    seconds: Annotated[
        float | None, "How long each frame is seen. [default: 1]", CommandOption(kind=(0.02, 60))
    ]
    dpi: Annotated[float | None, "Of GIF and PNG. [default: 96]", CommandOption(kind=(20, 2400))]
    lang: LanguageOption


def replay(record: str | Path | Record, **options: Unpack[ReplayOptions]) -> Replay:
    """Make a page of the game in a record's file, or of a record, and write it into ``out``.

    A file's page lies beside it under its name unless ``out`` says where, ``"-"`` for nowhere; a
    record's is written only where that is said.

    Raises GameError where the record cannot be read, RecordError at an illegal move, OptionError for
    what does not fit, OSError where a file cannot be read or written.

    >>> generator.replay("game.txt").file.name
    'game.html'
    >>> generator.replay(record, out="game.gif", frames="0-1", dpi=20).data[:6]
    b'GIF89a'
    """
    options = completed(ReplayOptions, options, "a replay")
    out = None if options["out"] in (None, "") else Path(options["out"])
    see_format(options["format"], out, FORMATS)
    suffix = out.suffix.lower().removeprefix(".") if out else ""
    form = options["format"] or (suffix if suffix in FORMATS else "html")
    if form == "html":
        for name in ("frames", "seconds", "dpi"):
            if options.get(name) is not None:
                raise OptionError(f"--{name} goes with --format gif, png or svg")
    if options["dpi"] is not None and form in ("svg", "pdf"):
        raise OptionError(f"--dpi goes with --format gif or png; {form} files have no pixels")
    if options["seconds"] is not None and form == "pdf":
        raise OptionError("--seconds goes with --format gif, png or svg; pages stand still")
    source, found = (None, [record]) if isinstance(record, Record) else _games(str(record))
    number = 1 if options["game"] is None else options["game"]
    if not 1 <= number <= len(found):
        held = count(len(found), "game")
        raise OptionError(f"--game {numeral(number)}: the record holds {held}")
    notes = []
    if options["game"] is None and len(found) > 1:
        notes.append(f"{source} holds {len(found)} games; this is the first, see --game")
    chosen = found[number - 1]
    path = _path(source, out, number, form)
    with finding.answering(chosen.tags["Game"]):
        data = _drawn(chosen, form, options)
    if path is not None:
        files.write(path, data)
    return Replay(chosen, form, data, path, tuple(notes))


def _games(name: str) -> tuple[str, list[Record]]:
    from generator.api.records import games_in

    return name, games_in(name)


def _drawn(record: Record, form: str, options: ReplayOptions) -> bytes:
    theme, font, size, lang = options["theme"], options["font"], options["size"], options["lang"]
    show = names_in(options["show"])
    if form == "html":
        from generator.replaying import page

        made = page.page(record, theme=theme, font=font, size=size, show=show, lang=lang)
        return made.encode()
    from generator.replaying import animation

    moving = animation.of(
        record,
        theme=theme,
        font=font,
        size=size,
        show=show,
        lang=lang,
        frames=_frames(options["frames"]),
        seconds=1.0 if options["seconds"] is None else options["seconds"],
    )
    return animation.write(moving, form, 96.0 if options["dpi"] is None else options["dpi"])


def _frames(text: str | int | None) -> tuple[int, int] | None:
    """Return the first and last frame of ``A-B`` or ``A``."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", str(text))
    if not found:
        words = f"--frames '{str(text)[:40]}' is not right; expected numbers like 0-12 or 12"
        raise OptionError(words)
    return int(found[1]), int(found[2] or found[1])


def _path(record: str | None, out: Path | None, number: int, form: str) -> Path | None:
    """Return where the file goes, None for nowhere."""
    if str(out) == "-" or (out is None and record in (None, "-")):
        return None
    named = Path(str(record)).with_suffix("")
    path = out or named.with_name(f"{named.name}{f'-{number}' if number > 1 else ''}.{form}")
    if record not in (None, "-") and resolved(path) == resolved(str(record)):
        raise OptionError(f"it would overwrite the record {record}; name it with -o")
    return path
