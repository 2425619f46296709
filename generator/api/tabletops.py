"""A game's pieces as files for tabletop programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict, Unpack
from urllib.parse import quote

import engine
from engine.errors import OptionError
from generator import files
from generator.api.options import (
    Answer,
    ComponentsOption,
    FolderOption,
    GameName,
    KitThemeOption,
    LettersOption,
    Option,
    SettingsOption,
    TemplateOption,
    completed,
)
from generator.printing import template as templates

FORMATS = ("both", "tts", "vtt")


@dataclass(frozen=True)
class TabletopFiles:
    """The files and folders that players open or upload, and notes on them."""

    game: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]

    def answer(self) -> Answer:
        """Return what the command answers."""
        answer = {"game": self.game, "files": list(map(str, self.files))}
        return Answer(answer, self.files, self.notes)


class TabletopOptions(TypedDict, total=False):
    """How a game is made for tabletop programs: the options of ``tilewright tabletop``.

    - format: tts: a saved object of Tabletop Simulator; vtt: an archive for virtualtabletop.io.
    - base_url URL: The address of the folder of pictures on the web. [default: this machine's disk]
    """

    settings: SettingsOption
    format: Annotated[str, Option(default="both", kind=FORMATS)]
    out: FolderOption
    base_url: str | None
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    labels: LettersOption


def tabletop(game: GameName, **options: Unpack[TabletopOptions]) -> TabletopFiles:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.

    ``out`` is the folder.

    Raises UnknownGameError, OptionError for options that do not fit, OSError.

    >>> made = generator.tabletop(engine.names()[1], only="board", format="tts", out="table")
    >>> [path.suffix for path in made.files]
    ['.json', '']
    """
    options = completed(TabletopOptions, options, "a tabletop")
    engine.game(game)
    out, url, file = Path(options["out"]), options["base_url"], options["template"]
    if url is not None and options["format"] == "vtt":
        raise OptionError("--base-url is for Tabletop Simulator; a .vtt file holds its pictures")
    address = _addressed(url, out / f"{game}-tts")
    from generator.tabletops import archive, simulator, stock
    from generator.tabletops.pictures import pictures

    begun = {name: str(value) for name, value in options["settings"].items()}
    paths: list[Path] = []
    source = templates.load(game, None if file is None else str(file))
    made = stock.make(
        source,
        begun,
        theme=options["theme"],
        only=tuple(options["only"]),
        labels=options["labels"],
    )
    drawn = pictures(made)
    if options["format"] != "vtt":
        for picture, data in drawn.items():
            files.write(out / f"{game}-tts" / picture, data)
        paths += [out / f"{game}-tts.json", out / f"{game}-tts"]
        files.write(paths[0], simulator.write(made, address))
    if options["format"] != "tts":
        paths.append(out / f"{game}.vtt")
        files.write(paths[-1], archive.write(made, drawn))
    notes = made.notes
    if options["format"] != "vtt" and url is None:
        notes += (
            f"Tabletop Simulator needs whole addresses of pictures: leave the folder {paths[1]} "
            "where it is, or put it on a server and give --base-url",
        )
    return TabletopFiles(game, tuple(paths), notes)


def _addressed(base_url: str | None, folder: Path) -> Callable[[str], str]:
    """Return what turns a picture's name into its address: a URL, or its place on this disk.

    Tabletop Simulator reads places on a disk as they are, blanks and all.
    """
    if base_url is None:
        return lambda name: f"file:///{(folder.absolute() / name).as_posix().lstrip('/')}"
    if not re.fullmatch(r"https?://[^\s/]+(/\S*)?", base_url):
        raise OptionError(
            f"--base-url {base_url} is not an address; expected one like https://…/games"
        )
    return lambda name: f"{base_url.rstrip('/')}/{quote(name)}"
