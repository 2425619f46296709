"""``tilewright verify``: count tile sets, of a game, an inventory, or printed sheets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator import files
from generator.api.verifying import Verification, verified
from generator.checking.pairing import MODES
from generator.cli import BAD_INPUT, NOT_IN_ORDER, OK
from generator.commands import _reports, _telling


def _pair(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    from generator.printing.template import parse_pair

    return parse_pair(value)


@click.command()
@click.argument("subjects", nargs=-1, metavar="[GAME] [FILE|FOLDER…]")
@_reports.option
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="List every fault; else of each kind the first few, and how many more.",
)
@click.option(
    "--tile-size",
    type=float,
    metavar="MM",
    help="What every tile must measure, flat to flat; else what most do. Also finds the tiles.",
)
@click.option(
    "--bleed",
    type=float,
    metavar="MM",
    help="How far art reaches beyond the cut; else as the kit's manifest or cut lines tell.",
)
@click.option("--theme", help="The theme of the sheets, or a theme file.toml; else it is found.")
@click.option(
    "--colors",
    metavar="COLOR,COLOR,…",
    help="The colours of sheets without a theme, as #rrggbb, in the order the game names them.",
)
@click.option(
    "--duplex",
    type=click.Choice(MODES),
    help="Which edge the sheets are turned over: where backs must lie. [default: auto]",
)
@click.option(
    "--back-shift",
    metavar="X,Y",
    callback=_pair,
    help="How far the kit was told to move backs, in mm. [default: as the manifest says, or 0,0]",
)
@click.option(
    "--back-scale",
    metavar="X,Y",
    callback=_pair,
    help="What the kit was told 100 mm of backs measure. [default: 100,100]",
)
@click.option(
    "--back-turn",
    type=float,
    metavar="DEG",
    help="How far the kit was told to turn backs. [default: 0]",
)
@click.option(
    "--print-scale",
    metavar="X,Y",
    callback=_pair,
    help="What the kit was told 100 mm measure; its correction is undone. [default: 100,100]",
)
@click.option(
    "--margin",
    type=float,
    metavar="MM",
    help="The edge of the sheet that tiles must keep clear of. [default: 0]",
)
@click.option(
    "--copies",
    type=int,
    metavar="N",
    help="How many whole sets there must be. [default: as the manifest says, or 1]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT",
    help="The component, or components, that must be there. [default: all of the kit]",
)
@click.option(
    "--template",
    metavar="FILE",
    help="The template of the kit: how many of what, and of which size. [default: the game's]",
)
@click.option(
    "--tolerance",
    type=float,
    metavar="MM",
    help="How far sizes, areas and backs may be off. [default: 0.05 for sizes, 0.1]",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Files to pass over, such as 'cover*'; may be repeated.",
)
@click.option(
    "--missing",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to list the pieces to print again, for kit --pieces @FILE.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.png",
    help="Where to show what was read in photographs; of several, FILE-1.png and so on.",
)
def command(
    subjects: tuple[str, ...],
    *,
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
    whole: bool,
    missing: Path | None,
    **options: Any,
) -> int:
    """Count tile sets and name every fault.

    GAME alone: the game's own set, with the counting argument. FILE… and FOLDER…: sets of any
    mixture of games: inventories (CSV, JSON), sheets (PDF, SVG) read back from what is drawn,
    photographs of tiles laid apart, or scanned sheets (PNG, JPEG, PDF); "-" is standard input. A
    kit's manifest beside its sheets says how they were printed and what should be there. 1 is not
    in order.

    All components of a kit must be there, or those --only names; what else is there, be complete.
    """
    wishes = _reports.asked(reports, _inputs(subjects, reports), as_json=as_json)
    with (
        _reports.told(wishes, lambda one: _forms(Verification((), (), (one,)), whole=whole)),
        _telling.working("verifying"),
    ):
        found = verified(*subjects, **options)
        is_listed = missing is not None and not found.errors
        again = files.encoded(found.missing()) if is_listed else None
    if missing is not None and again is not None:
        files.write(missing, again)
    _reports.deliver(wishes, _forms(found, whole=whole))
    _reports.fail(found.errors)
    if found.errors:
        return BAD_INPUT
    return OK if found.ok else NOT_IN_ORDER


def _inputs(subjects: tuple[str, ...], reports: tuple[_reports.Wish, ...]) -> tuple[str, ...]:
    """Return what is verified that a report would be written into, or may be."""
    into = [wish.file for wish in reports if wish.file is not None]
    if not into:
        return ()
    from generator.checking.collecting import looks_at

    return (*subjects, *(str(path) for path in into if looks_at(subjects, path)))


def _forms(found: Verification, *, whole: bool) -> _reports.Forms:
    """Return how each report is made."""
    return {
        "printed": lambda: replace(found, errors=()).text(all=whole),
        "text": lambda: found.text(all=whole),
        "json": found.json,
        "junit": found.junit,
        "github": lambda: found.github(all=whole),
        "markdown": lambda: found.markdown(all=whole),
    }
