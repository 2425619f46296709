"""``tilewright verify``: count tile sets, of a game, an inventory, or printed sheets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import engine
from engine.drawing import theme
from engine.errors import OptionError
from engine.words import listed
from generator import files
from generator.checking.faults import Outcome, Wanted
from generator.checking.pairing import MODES
from generator.checking.report import FORMATS
from generator.cli import NOT_IN_ORDER, OK

if TYPE_CHECKING:
    from generator.checking.readback import Hints, Source

REPORTS = ("text", "json", "junit", "github")

_NONE_SEEN = "-o shows what was read in photographs and scans; there are none"
#: Numbers in words; themes have colours for no more.
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _pair(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    from generator.printing.template import parse_pair

    return parse_pair(value)


class _Length(click.FloatRange):
    """A length in millimetres within limits; "nan", which passes every limit, is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the length.

        Raises BadParameter for what is none.
        """
        length = float(super().convert(value, param, ctx))
        if math.isnan(length):
            self.fail(f"{value!r} is no length", param, ctx)
        return length


def _colours(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    return tuple(theme.colour(part.strip(), "--colors") for part in value.split(","))


@click.command()
@click.argument("subjects", nargs=-1, metavar="[GAME] [FILE…]")
@click.option(
    "--report",
    type=click.Choice(REPORTS),
    default="text",
    show_default=True,
    help="How to report: for people, programs, CI servers, GitHub workflows.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --report json.")
@click.option(
    "--tile-size",
    type=_Length(5, 1000),
    metavar="MM",
    help="What every tile must measure, flat to flat; else what most do. Also finds the tiles.",
)
@click.option(
    "--theme", "theme_name", help="The theme of the sheets, or a theme file.toml; else it is found."
)
@click.option(
    "--colors",
    "colours",
    metavar="COLOR,COLOR,…",
    callback=_colours,
    help="The colours of sheets without a theme, as #rrggbb, in the order the game names them.",
)
@click.option(
    "--duplex",
    type=click.Choice(MODES),
    default="auto",
    show_default=True,
    help="Which edge the sheets are turned over: where backs must lie.",
)
@click.option(
    "--back-shift",
    metavar="X,Y",
    callback=_pair,
    help="How far the kit was told to move backs, in mm. [default: 0,0]",
)
@click.option(
    "--back-scale",
    metavar="X,Y",
    callback=_pair,
    help="What the kit was told 100 mm of backs measure. [default: 100,100]",
)
@click.option(
    "--back-turn",
    type=_Length(-10, 10),
    default=0.0,
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
    type=_Length(0, 100),
    default=0.0,
    metavar="MM",
    help="The edge of the sheet that tiles must keep clear of. [default: 0]",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 100),
    default=1,
    metavar="N",
    help="How many whole sets there must be. [default: 1]",
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
    type=_Length(0.01, 5),
    metavar="MM",
    help="How far sizes, areas and backs may be off. [default: 0.05 for sizes, 0.1]",
)
@click.option(
    "-o",
    "--output",
    "seen",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.png",
    help="Where to show what was read in photographs; of several, FILE-1.png and so on.",
)
def command(
    subjects: tuple[str, ...],
    *,
    report: str,
    as_json: bool,
    tile_size: float | None,
    theme_name: str | None,
    colours: tuple[str, ...] | None,
    duplex: str,
    back_shift: tuple[float, float] | None,
    back_scale: tuple[float, float] | None,
    back_turn: float,
    print_scale: tuple[float, float] | None,
    margin: float,
    copies: int,
    only: tuple[str, ...],
    template: str | None,
    tolerance: float | None,
    seen: Path | None,
) -> int:
    """Count tile sets and name every fault.

    GAME alone: the game's own set, with the counting argument. FILE…: one set in one or several
    files: an inventory (CSV, JSON), sheets (PDF, SVG) read back from what is drawn, photographs of
    tiles laid apart, or scanned sheets (PNG, JPEG, PDF); "-" is standard input. 1 is not in order.

    All components of a kit must be there, or those --only names; what else is there, be complete.
    """
    from generator.checking import inspection, readback

    games, names = _sorted(subjects, seen)
    outcomes = [inspection.model(game) for game in games if not names]
    if names:
        whole = (100.0, 100.0)
        hints = readback.Hints(tile_size, theme_name, colours, print_scale or whole, template)
        shift, scale = back_shift or (0.0, 0.0), back_scale or whole
        wanted = Wanted(tile_size, margin, duplex, shift, copies, only, tolerance, scale, back_turn)
        outcomes = [_of_files(games[0] if games else None, names, hints, wanted, seen)]
    click.echo(FORMATS["json" if as_json else report](outcomes), nl=False)
    return OK if all(outcome.ok for outcome in outcomes) else NOT_IN_ORDER


def _sorted(subjects: Sequence[str], seen: Path | None) -> tuple[list[str], list[str]]:
    """Return the games named, and the files; a file of a game's name is that file.

    Raises UsageError where neither is named, and for files of several games; OptionError where
    there is no file that could be ``seen``.
    """
    if seen is not None and set(subjects) <= {*engine.names(), "all"}:
        raise OptionError(_NONE_SEEN)
    if subjects == ("all",):
        return list(engine.names()), []
    games = [s for s in subjects if s in engine.names() and not Path(s).is_file()]
    names = [s for s in subjects if s not in games]
    if not subjects:
        known = ", ".join(engine.names())
        raise click.UsageError(f"nothing to verify; name a game ({known}, or all) or files")
    games = list(dict.fromkeys(games))
    if names and len(games) > 1:
        raise click.UsageError(f"a set is of one game, not of {listed(games)}")
    return games, names


def _of_files(
    game: str | None, names: Sequence[str], hints: Hints, wanted: Wanted, seen: Path | None
) -> Outcome:
    """Return the outcome of one set of files.

    Raises GameError where they cannot be read, OSError where they cannot be opened.
    """
    from generator.checking import inspection, readback
    from generator.tabletop import readback as tables

    sources = [
        readback.Source(name if name != "-" else "standard input", _bytes(name)) for name in names
    ]
    if any(map(tables.is_table, sources)):
        return tables.outcome(sources, game, hints, wanted)
    kinds = {readback.kind_of(source.data) for source in sources}
    if "image" in kinds:
        return _photographed(game, sources, hints, wanted, seen)
    if seen is not None and kinds != {"pdf"}:
        raise OptionError(_NONE_SEEN)
    if kinds != {"text"}:
        if "text" in kinds:
            raise OptionError("inventories and sheets are not one set; verify them one by one")
        if hints.colours is not None:
            _fit(hints.colours, game)
        try:
            sheets = readback.read(sources, hints, game)
        except readback.PictureError:
            return _photographed(game, sources, hints, wanted, seen)
        if seen is not None:
            raise OptionError(_NONE_SEEN)
        return inspection.sheets(sheets, wanted)
    from generator.checking import inventory

    lists = [(source.name, inventory.read(*source, game)) for source in sources]
    found_games = {inventory.game for _, inventory in lists}
    if len(found_games) > 1:
        raise OptionError(f"the files are of {listed(sorted(found_games))}; verify them one by one")
    return inspection.inventories(lists, wanted.copies)


def _photographed(
    game: str | None, sources: Sequence[Source], hints: Hints, wanted: Wanted, seen: Path | None
) -> Outcome:
    """Return the outcome of one set of photographs, and write what was read in them to ``seen``.

    Raises GameError where they cannot be read, OSError where a picture cannot be written.
    """
    try:
        from generator.checking.photographs import reading
    except ImportError as error:
        words = "photographs need OpenCV: pip install 'tilewright[photo]'"
        raise OptionError(words) from error
    found = reading.read(sources, game, hints, wanted)
    if seen is not None:
        for k, picture in enumerate(found.pictures(), 1):
            path = seen if len(found.photographs) == 1 else seen.with_stem(f"{seen.stem}-{k}")
            files.write(path, picture)
    return found.outcome


def _fit(colours: Sequence[str], game: str | None) -> None:
    """See that colours are those of a game, each another; of any game where none is named.

    Raises OptionError saying which colours are expected.
    """
    games = [engine.game(name) for name in ([game] if game else engine.names())]
    known = [one for one in games if one.piece_colours]
    if not known:
        raise OptionError(f"--colors: sheets of {games[0].title} are not told by their colours")
    numbers = sorted({len(one.piece_colours) for one in known})
    if len(colours) == len(set(colours)) and len(colours) in numbers:
        return
    wanted = " or ".join(_NUMBERS[number] for number in numbers)
    named = ", ".join(f"{','.join(g.piece_colours.values())} of {g.title}" for g in known)
    raise OptionError(f"--colors: expected {wanted} different colours as #rrggbb: {named}")


def _bytes(name: str) -> bytes:
    """Return a file's bytes.

    Raises OSError, OptionError where it is too large or, being no file, most likely a misspelt game.
    """
    if name != "-" and name.isalpha() and not Path(name).exists():
        raise OptionError(
            f"'{name}' is neither a file nor a game; the games are {', '.join(engine.names())}"
        )
    return files.read(name)
