"""``tilewright tabletop``: files for tabletop programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

import engine
from engine.errors import OptionError
from generator import answers, files
from generator.commands import _asking, _telling
from generator.printing import template

if TYPE_CHECKING:
    from generator.tabletop.stock import Stock

FORMATS = ("both", "tts", "vtt")


@click.command()
@click.argument("game")
@_asking.settings_option
@click.option(
    "--format",
    "wanted",
    type=click.Choice(FORMATS),
    default="both",
    show_default=True,
    help="tts: a saved object of Tabletop Simulator; vtt: an archive for virtualtabletop.io.",
)
@_asking.folder_option
@click.option(
    "--base-url",
    metavar="URL",
    help="Where you put the folder of pictures for others to see. [default: this machine's disk]",
)
@_asking.kit_options
@_asking.json_option
def command(
    game: str,
    settings: tuple[str, ...],
    wanted: str,
    out: Path,
    base_url: str | None,
    only: tuple[str, ...],
    theme: str | None,
    template_file: str | None,
    labels: bool | None,
    as_json: bool,
) -> None:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.
    """
    engine.game(game)
    if base_url is not None and wanted == "vtt":
        raise OptionError("--base-url is for Tabletop Simulator; a .vtt file holds its pictures")
    address = _addressed(base_url, out / f"{game}-tts")
    from generator.tabletop import stock

    source = template.load(game, template_file)
    begun = _asking.settings_of(settings)
    made = stock.make(source, begun, theme=theme, only=only, labels=labels)
    written = [str(path) for path in _write(made, wanted, out, address)]
    for note in made.notes:
        _telling.note(note)
    if as_json:
        click.echo(answers.written("tabletop", {"game": game, "files": written}))
    else:
        for path in written:
            _telling.result(path)


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


def _write(stock: Stock, wanted: str, out: Path, address: Callable[[str], str]) -> Iterator[Path]:
    """Write the files, and yield those that a player opens or uploads: not the single pictures."""
    from generator.tabletop import archive, simulator
    from generator.tabletop.pictures import pictures

    name = stock.game.name
    drawn = pictures(stock)
    if wanted != "vtt":
        for picture, data in drawn.items():
            files.write(out / f"{name}-tts" / picture, data)
        path = out / f"{name}-tts.json"
        files.write(path, simulator.write(stock, address))
        yield path
        yield out / f"{name}-tts"
    if wanted != "tts":
        path = out / f"{name}.vtt"
        files.write(path, archive.write(stock, drawn))
        yield path
