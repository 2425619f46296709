"""A game's pieces as files for tabletop programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import engine
from engine.errors import OptionError
from engine.play import finding
from generator import files
from generator.api.asking import Names, names_in
from generator.printing import template as templates

if TYPE_CHECKING:
    from generator.tabletops.stock import Stock

FORMATS = ("both", "tts", "vtt")


@dataclass(frozen=True)
class TabletopFiles:
    """The files and folders of a game that a player opens or uploads, and notes on them.

    >>> made = generator.tabletop(engine.names()[1], only="board", format="vtt")
    >>> [path.suffix for path in made.files], made.notes
    (['.vtt'], ())
    """

    game: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]


def tabletop(
    game: str,
    *,
    settings: Mapping[str, object] | None = None,
    format: str = "both",
    out: str | Path = "output",
    base_url: str | None = None,
    theme: str | None = None,
    template: str | Path | None = None,
    only: Names = (),
    labels: bool | None = None,
) -> TabletopFiles:
    """Write a game for Tabletop Simulator and virtualtabletop.io into the folder ``out``.

    All is named as the options of ``tilewright tabletop``; ``settings`` are those of the start
    position that the pieces lie in.

    Raises UnknownGameError, OptionError for what does not fit, OSError for files not read or written.

    >>> made = generator.tabletop(engine.names()[1], only="board", format="tts", out="table")
    >>> [path.suffix for path in made.files]
    ['.json', '']
    """
    engine.game(game)
    if format not in FORMATS:
        raise OptionError(f"no format '{format}'; it can be {', '.join(FORMATS)}")
    if base_url is not None and format == "vtt":
        raise OptionError("--base-url is for Tabletop Simulator; a .vtt file holds its pictures")
    address = _addressed(base_url, Path(out) / f"{game}-tts")
    from generator.tabletops import stock

    begun = {name: str(value) for name, value in (settings or {}).items()}
    with finding.answering(game):
        source = templates.load(game, None if template is None else str(template))
        made = stock.make(source, begun, theme=theme, only=names_in(only), labels=labels)
        return TabletopFiles(game, tuple(_written(made, format, Path(out), address)), made.notes)


def _addressed(base_url: str | None, folder: Path) -> Callable[[str], str]:
    """Return what turns a picture's name into its address: a URL, or its place on this disk.

    Tabletop Simulator reads places on a disk as they are, blanks and all.

    Raises OptionError for an address that is none.
    """
    if base_url is None:
        return lambda name: f"file:///{(folder.absolute() / name).as_posix().lstrip('/')}"
    if not re.fullmatch(r"https?://[^\s/]+(/\S*)?", base_url):
        raise OptionError(f"--base-url {base_url} is no address; expected one like https://…/games")
    return lambda name: f"{base_url.rstrip('/')}/{quote(name)}"


def _written(stock: Stock, format: str, out: Path, address: Callable[[str], str]) -> Iterator[Path]:
    """Write the files, and yield those that a player opens or uploads: not the single pictures."""
    from generator.tabletops import archive, simulator
    from generator.tabletops.pictures import pictures

    name = stock.game.name
    drawn = pictures(stock)
    if format != "vtt":
        for picture, data in drawn.items():
            files.write(out / f"{name}-tts" / picture, data)
        path = out / f"{name}-tts.json"
        files.write(path, simulator.write(stock, address))
        yield path
        yield out / f"{name}-tts"
    if format != "tts":
        path = out / f"{name}.vtt"
        files.write(path, archive.write(stock, drawn))
        yield path
