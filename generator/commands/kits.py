"""The commands that write games' pieces: ``kit``, ``solid`` and ``tabletop``; and ``printer``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from engine.errors import OptionError
from generator import answers, files
from generator.api import kits, tabletops
from generator.api.kit_options import GROUPS, KitOptions, SolidOptions
from generator.api.tabletops import TabletopOptions
from generator.commands import _asking, _telling


class _Kit(click.Command):
    """A command whose help groups options by the question that they answer."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group; those of all commands last."""
        records = {
            str(param.name): record
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            and (record := param.get_help_record(ctx)) is not None
        }
        grouped = {name for names in GROUPS.values() for name in names}
        groups = {**GROUPS, "Other options": tuple(n for n in records if n not in grouped)}
        for title, names in groups.items():
            with formatter.section(title):
                formatter.write_dl([records[name] for name in names])


@click.command(cls=_Kit)
@click.argument("games", nargs=-1, metavar="GAME…", shell_complete=_asking.offering("all games"))
@_asking.options(KitOptions)
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
@click.pass_context
def kit(
    context: click.Context, /, *, games: tuple[str, ...], as_json: bool, **options: Any
) -> None:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.
    """
    typed = ParameterSource.COMMANDLINE
    made = kits.kit(
        *games,
        defaults=[one for one in context.params if context.get_parameter_source(one) is not typed],
        progress=lambda paths, total, title: _telling.progress(title)(paths, total),
        **options,
    )
    _tell("kit", made, as_json=as_json)


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…", shell_complete=_asking.offering("all games"))
@_asking.options(SolidOptions)
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
def solid(games: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Write 3MF files of the pieces of one GAME or more, or of all, to be told apart by touch."""
    _tell("solid", kits.solid(*games, **options), as_json=as_json)


def _tell(command: str, made: kits.KitFiles, *, as_json: bool) -> None:
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        click.echo(answers.written(command, {"games": list(made.games), "files": paths}))
        return
    for path in paths:
        _telling.result(path)


@click.command()
@_asking.game_argument
@_asking.options(TabletopOptions)
@_asking.json_option
def tabletop(game: str, *, as_json: bool, **options: Any) -> None:
    """Write a GAME for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.
    """
    made = tabletops.tabletop(game, **options)
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        click.echo(answers.written("tabletop", {"game": game, "files": paths}))
        return
    for path in paths:
        _telling.result(path)


@click.command(cls=_asking.Command)
@click.argument("readings", nargs=-1, metavar="[A=X,Y B=X,Y C=X,Y D=X,Y]")
@click.option("--paper", default="a4", show_default=True, help="The test page's.")
@click.option(
    "--scales",
    metavar="X,Y",
    callback=_asking.pair,
    help="What its two scales measure in mm, across and down. [default: what they say]",
)
@click.option(
    "--frame",
    metavar="X,Y",
    callback=_asking.pair,
    help="How far its frames lie off, right and down, in mm. [default: 0,0]",
)
@click.option("-o", "out", metavar="FILE", help="The file for kit --printer, such as printer.toml.")
def printer(
    readings: tuple[str, ...],
    paper: str,
    scales: tuple[float, float] | None,
    frame: tuple[float, float] | None,
    out: str | None,
) -> None:
    """Reckon a printer's corrections from what you read off the test page.

    A to D are where the front's crosses fall on the back's scales: millimetres to the right and
    down, a minus for left and up. Print the page with: tilewright kit GAME --test-page
    """
    from generator.printing import printer as printers
    from generator.printing import template, testpage

    read: dict[str, tuple[float, float]] = {}
    for word in readings:
        name, equals, value = word.upper().partition("=")
        if name not in tuple("ABCD") or not equals:
            raise OptionError(f"'{word}' is not a reading; expected one like A=0.4,-0.2")
        read[name] = template.parse_pair(value)
    if read and len(read) < 4:
        raise OptionError(f"readings of A, B, C and D are needed; {', '.join(read)} is not all")
    corners, lengths = testpage.measures(paper)
    found = printers.reckoned(corners, read, scales or lengths, lengths, frame or (0.0, 0.0))
    text = printers.written(found)
    if out is None:
        click.echo(text, nl=False)
        return
    files.write(Path(out), files.encoded(text))
    _telling.result(out)
