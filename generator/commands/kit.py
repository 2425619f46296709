"""``tilewright kit``: print sheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import engine
from engine.errors import OptionError
from engine.words import plural
from generator import answers
from generator.commands import _asking, _shops, _solids, _telling
from generator.commands._shops import Shop
from generator.printing import layout, template

if TYPE_CHECKING:
    from generator.printing.faces import Faces
    from generator.printing.kit import Kit

PAIR = "X,Y"


def _pair(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, float] | None:
    return None if value is None else template.parse_pair(value)


def _list(known: tuple[str, ...], what: str) -> Any:
    def read(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
        names = [] if value is None else [name.strip().lower() for name in value.split(",")]
        for name in names:
            if name not in known:
                raise OptionError(f"no {what} '{name}'; it can be {', '.join(known)}")
        return tuple(dict.fromkeys(names))

    return read


@click.command()
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--paper", help="a4, letter, a3, tabloid, a5, legal, or WxHmm. [default: a4]")
@click.option(
    "--format",
    "formats",
    default="pdf",
    show_default=True,
    callback=_list((*template.FORMATS, _solids.FORMAT), "format"),
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
    "cuts",
    callback=_list(template.CUT_FORMATS, "cut format"),
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
    default=100,
    show_default=True,
    help="Of PNG previews.",
)
@_shops.options
@click.option("--test-page", is_flag=True, help="Only a page to test the printer's two sides with.")
@click.option("--json", "as_json", is_flag=True, help="List the files as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    games: tuple[str, ...],
    formats: tuple[str, ...],
    out: Path,
    one_pdf: bool,
    template_file: str | None,
    only: tuple[str, ...],
    cuts: tuple[str, ...],
    dpi: float,
    test_page: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.
    """
    names = _games(games, template_file)
    given = {name: value for name, value in options.items() if _shops.is_given(context, name)}
    shop = _shops.taken(context, options)
    formats = (shop.picture.format,) if shop.picture else formats
    _see_one_pdf(one_pdf, "pdf" in formats, test_page)
    _shops.see_use(context, formats, shop)
    solids = _solids.written(names, template_file, only, formats, options, out, test_page=test_page)
    formats = tuple(name for name in formats if name != _solids.FORMAT)
    files = _Files(formats, shop.cuts, dpi, one_pdf)
    asked = _Asked(template_file, only, formats, shop, test_page, options, given)
    made = asked.kits(names) if formats or shop.cuts or not solids else []
    if not made and not solids:
        raise OptionError(f"none of {', '.join(names)} has a component {' or '.join(only)}")
    written = [*solids, *(path for one in made for path in _written(one, out, files))]
    _tell(names, written, as_json=as_json)


def _tell(names: list[str], written: list[str], *, as_json: bool) -> None:
    """List the files."""
    if as_json:
        click.echo(answers.written("kit", {"games": names, "files": written}))
        return
    for path in written:
        _telling.result(path)


def _see_one_pdf(wanted: bool, has_pdf: bool, test_page: bool) -> None:
    """Refuse one PDF file of a kit where none is written; raises OptionError."""
    if wanted and (test_page or not has_pdf):
        why = "the test page is one PDF file" if test_page else "ask for --format pdf as well"
        raise OptionError(f"--one-pdf puts all sheets of a kit into one PDF file; {why}")


@dataclass(frozen=True)
class _Asked:
    """What is to be printed of every game: ``options`` with what a preset says, ``given`` without."""

    template_file: str | None
    only: tuple[str, ...]
    formats: tuple[str, ...]
    shop: Shop
    test_page: bool
    options: dict[str, Any]
    given: dict[str, Any]

    def kits(self, names: Sequence[str]) -> list[Kit | Faces]:
        """Return the kits of the games that have what is asked for, or a test page instead.

        Of several games those that have nothing of it are left out with a note.

        Raises OptionError for settings that are wrong, and options that nothing has a use for.
        """
        from generator.printing import uses
        from generator.printing.kit import NothingSuitsError

        made: list[Kit | Faces] = []
        useless: list[set[str]] = []
        left: list[NothingSuitsError] = []
        for name in names:
            source = template.load(name, self.template_file)
            printing = self._settings(source)
            if self.test_page:
                from generator.printing import testpage

                return [testpage.make(printing)]
            uses.see_lengths(self.given, printing)
            try:
                found = self._kit(source, printing, alone=len(names) == 1)
            except NothingSuitsError as error:
                left.append(error)
                continue
            if found is not None:
                made.append(found)
                useless.append(uses.unused(self.given, source, found))
        if left and not made:
            raise left[0]
        for none in left:
            _telling.note(f"left out: {none}")
        for name in sorted(set.intersection(*useless)) if useless else ():
            uses.refuse(name)
        return made

    def _settings(self, source: template.Template) -> template.PrintSettings:
        """Return a game's print settings with the options; raises OptionError where they clash."""
        printing = source.printing.with_options(self.options)
        _shops.see_formats(printing, self.formats, self.shop.picture)
        if self.shop.cuts and printing.sides == "backs":
            raise OptionError("cut files go with the fronts; ask for --sides both or fronts")
        return printing

    def _kit(
        self, source: template.Template, printing: template.PrintSettings, *, alone: bool
    ) -> Kit | Faces | None:
        """Return a game's kit; None where, of several games, it has no component asked for."""
        from generator.printing import kit

        only = self.only
        if only and not alone:
            known = kit.component_names(source, printing)
            only = tuple(one for one in only if one in known)
            if not only:
                return None
        if self.shop.picture:
            from generator.printing import faces

            return faces.make(source, printing, self.shop.picture, only)
        if not alone:
            printing = kit.for_its_backs(source, printing, only)
        return kit.make(source, printing, only)


class _Files(NamedTuple):
    """Which files of a kit are to be written."""

    formats: tuple[str, ...]
    cuts: tuple[str, ...]
    dpi: float
    one_pdf: bool


def _written(made: Kit | Faces, out: Path, wanted: _Files) -> list[str]:
    """Write a kit's files, say what the maker should know, and return the files' paths."""
    from generator.printing.kit import Kit

    if isinstance(made, Kit):
        written, warnings = _kit_written(made, out, wanted)
    else:
        from generator.printing import faces

        written = _shown(faces.write(made, out), len(made.faces) + 1, made.title)
        warnings = []
    for note in made.notes:
        _telling.note(note)
    for warning in warnings:
        _telling.note(f"Warning: {warning}")
    return written


def _kit_written(made: Kit, out: Path, wanted: _Files) -> tuple[list[str], list[str]]:
    """Write a kit's sheets, and return the files' paths and what to warn of."""
    from generator.printing import output

    formats, cuts, dpi, one_pdf = wanted
    total = output.steps(made, formats, cuts, one_pdf=one_pdf)
    before = output.earlier(made, out)
    paths = output.write(made, out, formats, cuts, dpi, one_pdf=one_pdf)
    written = _shown(paths, total, made.title)
    left = [path for name in before if (path := out / name).exists() and str(path) not in written]
    return written, [*made.warnings, *_left_over(left)]


def _left_over(paths: Sequence[Path]) -> Iterator[str]:
    """Yield a warning of files of an earlier kit, which hold the same pieces once more."""
    if paths:
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        are = plural(len(paths), "is", "are")
        yield f"{paths[0]}{more} {are} of an earlier kit and would count twice; remove what you do not print"


def _games(names: tuple[str, ...], template_file: str | None) -> list[str]:
    """Return the games asked for; a template alone names its own."""
    if not names and template_file:
        return [template.game_of(template_file)]
    if not names:
        raise click.UsageError(f"no game; name one of {', '.join(engine.names())}, or all")
    if "all" in names:
        names = engine.names()
    for name in names:
        engine.game(name)
    return list(dict.fromkeys(names))


def _shown(paths: Iterator[Path], total: int, title: str) -> list[str]:
    """Return the paths written, with a progress bar where a person watches."""
    if not sys.stderr.isatty():
        return [str(path) for path in paths]
    with click.progressbar(paths, length=total, label=title, file=sys.stderr) as bar:
        return [str(path) for path in bar]
