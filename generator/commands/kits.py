"""The commands that write games' pieces: ``kit``, ``solid`` and ``tabletop``; and ``printer``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

from engine.errors import OptionError
from generator import files
from generator.api import kits, tabletops
from generator.api.kits import GROUPS, KitFiles, KitOptions, SolidOptions
from generator.api.options import Option
from generator.api.tabletops import TabletopFiles, TabletopOptions
from generator.commands import _telling
from generator.commands._asking import GameName, GameNames, command, untyped
from generator.commands._telling import Answer

Pair = tuple[float, float] | None


@partial(command, groups=GROUPS)
def kit(games: GameNames, **options: Unpack[KitOptions]) -> Answer:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.
    """
    made = kits.kit(*games, defaults=untyped(), **options)
    return _files({"games": list(made.games)}, made)


@command
def solid(games: GameNames, **options: Unpack[SolidOptions]) -> Answer:
    """Write 3MF files of the pieces of one GAME or more, or of all, to be told apart by touch."""
    made = kits.solid(*games, **options)
    return _files({"games": list(made.games)}, made)


@command
def tabletop(game: GameName, **options: Unpack[TabletopOptions]) -> Answer:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.
    """
    made = tabletops.tabletop(game, **options)
    return _files({"game": game}, made)


def _files(about: dict[str, object], made: KitFiles | TabletopFiles) -> Answer:
    return Answer({**about, "files": list(map(str, made.files))}, made.files, made.notes)


@command
def printer(
    readings: Annotated[tuple[str, ...], Option(metavar="[A=X,Y B=X,Y C=X,Y D=X,Y]")],
    *,
    paper: Annotated[str, Option(default="a4", offers="papers")],
    scales: Pair,
    frame: Pair,
    out: Annotated[Path | None, Option(kind="file", names="-o --out")],
) -> None:
    """Work out a printer's corrections from your readings of the test page.

    A to D are where the front's crosses fall on the back's scales: millimetres to the right and
    down, a minus for left and up. Print the page with: tilewright kit GAME --test-page

    - paper: The test page's paper.
    - scales X,Y: The measured lengths of its two scales in mm, across and down. [default: correct]
    - frame X,Y: The offset of its frames, right and down, in mm. [default: 0,0]
    - out FILE: The file for kit --printer, such as printer.toml.
    """
    from generator.printing import backcorrection, template, testpage
    from generator.printing.paper import find

    read: dict[str, tuple[float, float]] = {}
    for word in readings:
        name, equals, value = word.upper().partition("=")
        if name not in tuple("ABCD") or not equals:
            raise OptionError(f"'{word}' is not a reading; expected one like A=0.4,-0.2")
        read[name] = template.parse_pair(value)
    if read and len(read) < 4:
        raise OptionError(f"expected readings of A, B, C and D, not only of {', '.join(read)}")
    corners, lengths = testpage.measures(find(paper))
    reckoned = backcorrection.reckoned(
        corners, read, scales or lengths, lengths, frame or (0.0, 0.0)
    )
    _telling.binary(files.encoded(backcorrection.written(reckoned)), out)
