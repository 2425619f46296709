"""``tilewright kit``: print sheets."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator import answers, cli
from generator.api import kits
from generator.commands import _asking, _telling
from generator.printing import layout, template

PAIR = "X,Y"


def _pair(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, float] | None:
    return None if value is None else template.parse_pair(value)


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--paper", help="a4, letter, a3, tabloid, a5, legal, or WxHmm. [default: a4]")
@click.option(
    "--format",
    default="pdf",
    show_default=True,
    help="pdf, svg (a file a sheet), png (a preview of each sheet), 3mf (solids to be told by "
    "touch, without sheets); several with commas.",
)
@_asking.folder_option
@click.option("--one-pdf", is_flag=True, help="All sheets of a kit as one PDF file.")
@_asking.kit_options
@click.option("--tile-size", type=float, metavar="MM", help="Flat to flat, or a square's side.")
@click.option("--margin", type=float, metavar="MM", help="White at the sheet's edges. [default: 5]")
@click.option("--bleed", type=float, metavar="MM", help="Art beyond the cut. [default: 0]")
@click.option("--gap", type=float, metavar="MM", help="Between pieces, with --packing separate.")
@click.option(
    "--packing",
    help=f"{', '.join(layout.PACKINGS)}: shared edges; straight cuts across the sheet; apart.",
)
@click.option(
    "--sheets", help="combined: small components share sheets where that saves paper; separate."
)
@click.option("--orientation", help="pointy, flat, or auto: whichever holds more.")
@click.option("--marks", help="lines, crop or none.")
@click.option("--spot", is_flag=True, default=None, help="Cut lines in the spot colour CutContour.")
@click.option(
    "--cut-color", metavar="#RRGGBB", help="Of cut lines; left out, dark in a light halo."
)
@click.option("--cut-width", type=float, metavar="MM", help="Of cut lines. [default: 0.12]")
@click.option(
    "--cut",
    help="Cut files as well: svg, dxf; several with commas.",
)
@click.option(
    "--duplex",
    help="long or short: the edge to turn over; fold: backs beside fronts; none: no backs.",
)
@click.option("--sides", help="both, fronts or backs.")
@click.option("--back-shift", metavar=PAIR, callback=_pair, help="Move backs by this many mm.")
@click.option(
    "--back-scale",
    metavar=PAIR,
    callback=_pair,
    help="What 100 mm of a back measure across and down where its front's are 100.",
)
@click.option("--back-turn", type=float, metavar="DEG", help="Turn backs clockwise.")
@click.option(
    "--print-scale",
    metavar=PAIR,
    callback=_pair,
    help="What 100 mm measure on your paper across and down, in mm; the sheets correct for it.",
)
@click.option("--profile", help="plain, or cutter: registration marks for a cutting machine.")
@click.option(
    "--poster-overlap", type=float, metavar="MM", help="Of a poster's pages. [default: 10]"
)
@click.option("--copies", type=int, metavar="N", help="Of every piece. [default: 1]")
@click.option("--thickness", type=float, metavar="MM", help="Of 3MF solids. [default: 3]")
@click.option("--plate", metavar="WxHmm", help="To print 3MF on. [default: 220x220mm]")
@click.option(
    "--dpi",
    type=_asking.Finite(10, 1200),
    default=kits.DPI,
    show_default=True,
    help="Of PNG previews.",
)
@click.option("--preset", help="A shop's, label sheet's or machine's; see: tilewright preset.")
@click.option(
    "--per-piece", help="png, svg or pdf: no sheets, but a file for each face, with bleed."
)
@click.option("--color", help=f"{' or '.join(template.COLORS)}: ink for a press, in the PDF.")
@click.option("--pdfx", help="With --color cmyk: PDF/X-4, or 1a for old presses. [default: 4]")
@click.option(
    "--icc", metavar="FILE", help="With --color cmyk: your shop's profile. [default: coated]"
)
@click.option("--test-page", is_flag=True, help="Only a page to test the printer's two sides with.")
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    games: tuple[str, ...],
    template_file: str | None,
    cut: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.
    """
    made = kits.kit(
        *games,
        template=template_file,
        cut=() if cut is None else cut,
        defaults=[name for name in context.params if not _is_given(context, name)],
        progress=_shown,
        **options,
    )
    for note in made.notes:
        _telling.note(note)
    paths = [str(path) for path in made.files]
    if as_json:
        said = {"errors": [str(error) for error in made.errors]} if made.errors else {}
        click.echo(answers.written("kit", {"games": list(made.games), "files": paths, **said}))
    else:
        for path in paths:
            _telling.result(path)
    for error in made.errors:
        _telling.failed(error, str(error))
    return cli.OK if made.ok else cli.BAD_INPUT


def _is_given(context: click.Context, name: str) -> bool:
    """Tell whether an option was given here and now, not in a project's settings."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _shown(paths: Iterator[Path], total: int, title: str) -> Iterable[Path]:
    """Yield the paths written, with a progress bar where a person watches."""
    if not _telling.shows_progress():
        yield from paths
        return
    with click.progressbar(paths, length=total, label=title, file=sys.stderr) as bar:
        yield from bar
