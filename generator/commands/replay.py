"""``tilewright replay``: a game record as a page to walk through, or as a moving picture."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from engine.errors import OptionError
from engine.record import Record
from engine.words import count
from generator import answers, files
from generator.commands import _asking, _telling


@click.command()
@click.argument("record")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file, or - for standard output. [default: the record's name with .html or so]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("html", "gif", "png", "svg")),
    help="A page, or a moving picture. [default: as the file's name ends, else html]",
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which of the record's games. [default: the first]",
)
@click.option("--theme", default="classic", show_default=True, help="A theme, or a file.toml.")
@_asking.font_option
@click.option(
    "--size",
    type=float,
    metavar="MM",
    help="The pictures' width. [default: as wide as the window allows]",
)
@click.option(
    "--show",
    multiple=True,
    metavar="NAME",
    help="What to lay over the board, as in diagram; several with commas or repeated.",
)
@click.option(
    "--frames", metavar="A-B", help="Of a moving picture: the positions after A to B moves."
)
@click.option(
    "--seconds", type=_asking.Finite(0.02, 60), help="How long each frame is seen. [default: 1]"
)
@click.option("--dpi", type=_asking.Finite(20, 2400), help="Of GIF and PNG. [default: 96]")
@_asking.json_option
def command(
    record: str,
    out: str | None,
    form: str | None,
    number: int | None,
    show: tuple[str, ...],
    frames: str | None,
    seconds: float | None,
    dpi: float | None,
    as_json: bool,
    **look: Any,
) -> None:
    """Make an HTML page to walk through the game in RECORD, "-" for standard input.

    The page needs nothing but itself.  The keys left, right, Home and End walk, so do swipes;
    #12 at the end of its address leads to the position after 12 moves.  --format gif, png or svg
    makes a moving picture for forums and READMEs; --frames 12 the one position after 12 moves.
    """
    form = _form(out, form)
    _see_sense(form, frames, seconds, dpi)
    path = _path(record, out, number, form)
    if as_json and path is None:
        raise OptionError("--json tells of the page's file; name it with -o")
    chosen = _chosen(record, number)
    look["show"] = _asking.names_in(show)
    if form == "html":
        from generator.replay import page

        data = page.page(chosen, **look).encode()
    else:
        from generator.replay import animation

        made = animation.of(chosen, frames=_frames(frames), seconds=seconds or 1.0, **look)
        data = animation.write(made, form, dpi or 96.0)
    _give(path, data, chosen, as_json=as_json)


def _give(path: Path | None, data: bytes, record: Record, *, as_json: bool) -> None:
    """Write the file, and tell of it."""
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        files.write(path, data)
        moves = len(record.moves)
        if as_json:
            told = {"file": str(path), "game": record.tags["Game"], "moves": moves}
            click.echo(answers.written("replay", {**told, "bytes": len(data)}))
        else:
            _telling.note(f"{path}: {count(moves, 'move')}, {len(data) / 1000:.0f} kB")


def _form(out: str | None, form: str | None) -> str:
    """Return the format asked for, by option or by the file's name.

    Raises OptionError where they differ.
    """
    suffix = Path(out).suffix.lower().removeprefix(".") if out else ""
    if form is None:
        return suffix if suffix in ("gif", "png", "svg") else "html"
    if suffix in ("html", "gif", "png", "svg") and suffix != form:
        raise OptionError(
            f"--format {form} makes no '{out}'; name it {Path(out or '').stem}.{form}"
        )
    return form


def _see_sense(form: str, frames: str | None, seconds: float | None, dpi: float | None) -> None:
    """Refuse options of moving pictures for a page, and of pixels for SVG."""
    given = {"--frames": frames, "--seconds": seconds, "--dpi": dpi}
    for name, value in given.items():
        if value is not None and form == "html":
            raise OptionError(f"{name} goes with --format gif, png or svg")
    if dpi is not None and form == "svg":
        raise OptionError("--dpi goes with --format gif or png; an svg has no pixels")


def _frames(text: str | None) -> tuple[int, int] | None:
    """Return the first and last frame of ``A-B`` or ``A``.

    Raises OptionError for anything else.
    """
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", text)
    if not found:
        raise OptionError(f"--frames '{text[:40]}' is not right; expected numbers like 0-12 or 12")
    return int(found[1]), int(found[2] or found[1])


def _path(record: str, out: str | None, number: int | None, form: str) -> Path | None:
    """Return where the file goes, None for standard output."""
    if out == "-" or (out is None and record == "-"):
        return None
    suffix = f"-{number}.{form}" if number and number > 1 else f".{form}"
    path = Path(out) if out is not None else Path(record).with_suffix("")
    if out is None:
        path = path.with_name(path.name + suffix)
    if record != "-" and path.resolve() == Path(record).resolve():
        raise click.UsageError(f"it would overwrite the record {record}; name it with -o")
    return path


def _chosen(name: str, number: int | None) -> Record:
    """Return the game asked for.

    Raises click.BadParameter where the record has none of that number.
    """
    found = _asking.games_in(name)
    wanted = number or 1
    if wanted > len(found):
        held = count(len(found), "game")
        raise click.BadParameter(f"the record holds {held}", param_hint=f"--game {wanted}")
    if number is None and len(found) > 1:
        _telling.note(f"{name} holds {len(found)} games; this is the first, see --game")
    return found[wanted - 1]
