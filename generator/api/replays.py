"""A game record made into a page to walk through, or into a moving picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

from engine.errors import OptionError, RecordError
from engine.play import finding
from engine.play.record import Record
from engine.reading import resolved
from engine.words import count, numeral
from generator import files
from generator.api.options import (
    FontOption,
    LanguageOption,
    Names,
    Option,
    ThemeOption,
    completed,
    names_in,
    see_format,
)

FORMATS = ("html", "gif", "png", "svg", "pdf")


@dataclass(frozen=True)
class Replay:
    """A replay as the bytes of a ``file``, which is None if nothing was written."""

    record: Record
    #: ``html``, ``gif``, ``png``, ``svg`` or ``pdf``.
    format: str
    data: bytes
    file: Path | None
    #: Sentences for the maker.
    notes: tuple[str, ...]


class ReplayOptions(TypedDict, total=False):
    """How a replay looks and where it goes: the options of ``tilewright replay``.

    ``frames``, ``seconds`` and ``dpi`` are for moving pictures, ``frames`` for a PDF too.

    - out FILE: The file, - for standard output. [default: the record's name with another ending]
    - format: A page, a moving picture, or a PDF of the positions. [default: by the file's name, or html]
    - game N: The number of the game in the record. [default: 1]
    - size MM: Width of the pictures. [default: that of the window]
    - show NAME: Overlays on the board, as in diagram; several with commas. Repeatable.
    - frames A-B: Of a moving picture or PDF: the positions after A to B moves.
    - seconds: Seconds for each frame. [default: 1]
    - dpi: Resolution of GIF and PNG. [default: 96]
    """

    out: Annotated[str | Path | None, Option(names="-o --out", offers="files")]
    format: Annotated[str | None, Option(kind=FORMATS)]
    game: int | None
    theme: ThemeOption
    font: FontOption
    size: float | None
    show: Annotated[Names, Option(offers="overlays")]
    frames: str | int | None
    seconds: Annotated[float | None, Option(kind=(0.02, 60))]
    dpi: Annotated[float | None, Option(kind=(20, 2400))]
    lang: LanguageOption


def replay(record: str | Path | Record, **options: Unpack[ReplayOptions]) -> Replay:
    """Make a page or a moving picture of a record, or of the record in a file.

    It is written into the file ``out``; ``"-"`` writes nothing.  Without ``out`` the page of a file
    is written beside it, and the page of a record is not written.

    Raises GameError if the record cannot be read, RecordError at an illegal move.  Raises OptionError
    for options that do not fit, OSError if a file cannot be read or written.

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
    source, games = None, [record] if isinstance(record, Record) else []
    if not isinstance(record, Record):
        from generator.api.records import games_in

        source, games = str(record), games_in(str(record))
    number = 1 if options["game"] is None else options["game"]
    if not 1 <= number <= len(games):
        held = count(len(games), "game")
        raise OptionError(f"--game {numeral(number)}: the record holds {held}")
    notes = []
    if options["game"] is None and len(games) > 1:
        notes.append(f"{source} holds {len(games)} games; this is the first, see --game")
    chosen = games[number - 1]
    path = _path(source, out, number, form)
    with finding.answering(chosen.tags["Game"]):
        try:
            data = _drawn(chosen, form, options)
        except RecordError as error:
            error.args = (files.located(files.named(source), error) if source else str(error),)
            raise
    if path is not None:
        files.write(path, data)
    return Replay(chosen, form, data, path, tuple(notes))


def _drawn(record: Record, form: str, options: ReplayOptions) -> bytes:
    look: Any = {name: options[name] for name in ("theme", "font", "size", "lang")}
    look["show"] = names_in(options["show"])
    if form == "html":
        from generator.replaying import page

        return page.page(record, **look).encode()
    from generator.replaying import animation

    seconds = 1.0 if options["seconds"] is None else options["seconds"]
    moving = animation.of(record, frames=_frames(options["frames"]), seconds=seconds, **look)
    return animation.write(moving, form, 96.0 if options["dpi"] is None else options["dpi"])


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
    if record not in (None, "-") and resolved(path) == resolved(str(record)):
        raise OptionError(f"it would overwrite the record {record}; name it with -o")
    return path
