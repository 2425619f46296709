"""``tilewright verify``: count tile sets, of a game, an inventory, or printed sheets."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

import engine
from engine.drawing import theme
from engine.errors import OptionError
from engine.words import listed
from generator.checking import report
from generator.checking.faults import Outcome
from generator.checking.pairing import MODES
from generator.checking.report import CheckRun
from generator.cli import NOT_IN_ORDER, OK
from generator.commands import _reports, _telling

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
    type=_Length(5, 1000),
    metavar="MM",
    help="What every tile must measure, flat to flat; else what most do. Also finds the tiles.",
)
@click.option("--theme", help="The theme of the sheets, or a theme file.toml; else it is found.")
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
    type=_Length(-10, 10),
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
    metavar="MM",
    help="The edge of the sheet that tiles must keep clear of. [default: 0]",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 100),
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
    reports: tuple[_reports.Wish, ...],
    as_json: bool,
    whole: bool,
    seen: Path | None,
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
    wishes = _reports.asked(reports, as_json=as_json)
    with _reports.told(wishes, lambda error: _forms([], error)):
        games, names = _sorted(subjects, seen)
        if options["colours"] is not None and names:
            _fit(options["colours"], games[0] if games else None)
        with _telling.working("verifying"):
            timed = list(_timed(_outcomes(games, names, options, seen)))
    _reports.deliver(wishes, _forms(timed, whole=whole))
    return OK if all(outcome.ok for outcome, _ in timed) else NOT_IN_ORDER


#: What the reader is told, and what sheets should be: the options by the names of their fields.
_HINTS = ("tile_size", "theme", "colours", "print_scale", "template")
_WANTED = (
    "tile_size", "margin", "duplex", "back_shift", "back_scale", "back_turn", "copies", "only",
    "tolerance",
)  # fmt: skip


def _outcomes(
    games: Sequence[str], names: Sequence[str], options: Mapping[str, Any], seen: Path | None
) -> Iterator[Outcome]:
    """Yield the outcomes of games' own sets, or of files; raises as these do."""
    from generator.checking import inspection, verification

    if not names:
        yield from map(inspection.model, games)
        return
    given = {key: value for key, value in options.items() if value not in (None, ())}
    yield from verification.outcomes(
        verification.Asked(
            tuple(names),
            games[0] if games else None,
            {key: given[key] for key in _HINTS if key in given},
            {key: given[key] for key in _WANTED if key in given},
            seen,
        )
    )


def _timed(outcomes: Iterator[Outcome]) -> Iterator[tuple[Outcome, float]]:
    """Yield outcomes with the seconds that each took."""
    began = time.monotonic()
    for outcome in outcomes:
        now = time.monotonic()
        yield outcome, now - began
        began = now


def _forms(
    timed: Sequence[tuple[Outcome, float]], error: str = "", *, whole: bool = False
) -> dict[str, Callable[[], str]]:
    """Return how each report is made of outcomes and their seconds, or of an error."""
    outcomes = [outcome for outcome, _ in timed]

    def run() -> CheckRun:
        return report.CheckRun(
            "tilewright verify", tuple(report.suite(*one) for one in timed), error
        )

    return {
        "text": lambda: report.text(outcomes, whole=whole),
        "json": lambda: report.as_json(outcomes, error),
        "junit": lambda: report.junit(run()),
        "github": lambda: report.github(run(), whole=whole),
        "markdown": lambda: report.markdown(run(), whole=whole),
    }


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
