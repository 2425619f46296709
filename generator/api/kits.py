"""Kits printed: sheets, single faces, cut files and solids of one game or several, as files in a folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import engine
from engine.errors import OptionError
from engine.play import finding
from engine.words import plural
from generator.api import kit_orders
from generator.api.kit_options import KitOptions, SolidOptions
from generator.api.kit_orders import KitOrder
from generator.api.options import completed, names_in
from generator.printing import template as templates
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.printing.faces import Faces
    from generator.printing.kit import Kit, Picked

#: Shows progress: takes an iterator of paths, their number and a title.  It yields every path on.
Progress = Callable[[Iterator[Path], int, str], Iterable[Path]]

T = TypeVar("T")


@dataclass(frozen=True)
class KitFiles:
    """The files of kits, and notes for their maker."""

    games: tuple[str, ...]
    files: tuple[Path, ...]
    notes: tuple[str, ...]


def kit(
    *games: str,
    defaults: Collection[str] = (),
    progress: Progress = lambda paths, *_: paths,
    **options: Unpack[KitOptions],
) -> KitFiles:
    """Write print sheets of games, or of ``"all"``, into the folder ``out``.

    An option that changes nothing in the kit is an error, unless ``defaults`` names it.  A project
    names its own settings there.

    Raises GameError for wrong or useless options, OSError for files not read or written.

    >>> made = generator.kit(game.name, paper="letter", sides="fronts", out="sheets")
    >>> [path.suffix for path in made.files], made.notes
    (['.pdf', '.json'], ('168 tiles of 40 mm, 32 per sheet, 6 sheets Letter',))
    """
    order = kit_orders.order(options, defaults)
    notes, paths = list[str](), list[Path]()
    names = game_names(games, order.template, order.picked)
    for name, made in _kits(names, order, notes):
        with finding.answering(name):
            paths += _written(made, order, notes, progress)
    return _files_of(names, paths, notes, order.only)


def game_names(names: tuple[str, ...], template: str | None, picked: Picked) -> tuple[str, ...]:
    """Return the games asked for, of them those of picked pieces; without any, that of the template.

    Raises OptionError if there is none, and UnknownGameError.
    """
    from generator.printing.kit import picks_of

    names = names or tuple(dict.fromkeys(pick.game for pick in picked if pick.game))
    if not names and template:
        return (templates.game_of(template),)
    if not names:
        raise OptionError(f"no game; name one of {', '.join(engine.names())}, or all")
    if "all" in names:
        names = engine.names()
    for name in names:
        engine.game(name)
    names = tuple(dict.fromkeys(names))
    return tuple(name for name in names if picks_of(picked, name)) or names


def _of_each(
    names: tuple[str, ...],
    template: str | None,
    settings: Mapping[str, Any],
    only: tuple[str, ...],
    notes: list[str],
    make: Callable[[Template, PrintSettings, tuple[str, ...]], T],
) -> list[tuple[str, T]]:
    from generator.printing.kit import NothingSuitsError, component_names

    made: list[tuple[str, T]] = []
    unsuited: list[NothingSuitsError] = []
    for name in names:
        with finding.answering(name):
            source = templates.load(name, template)
            printing, names_of_game = source.printing.with_options(settings), only
            if only and len(names) > 1:
                known = component_names(source, printing)
                names_of_game = tuple(one for one in only if one in known)
                if not names_of_game:
                    continue
            try:
                made.append((name, make(source, printing, names_of_game)))
            except NothingSuitsError as error:
                unsuited.append(error)
    if unsuited and not made:
        raise unsuited[0]
    notes += [f"left out: {none}" for none in unsuited]
    return made


def solid(*games: str, **options: Unpack[SolidOptions]) -> KitFiles:
    """Write 3MF files of games, or of ``"all"``, whose pieces differ by touch.

    Raises GameError for wrong options, OSError for files not read or written.

    >>> made = generator.solid(engine.names()[1], only="markers", out="solid")
    >>> made.files[0].suffix
    '.3mf'
    """
    from generator.printing.kit import read_picks

    values = completed(SolidOptions, options, "solids")
    if find_spec("shapely") is None:
        raise OptionError("3MF needs shapely; install it with: pip install shapely")
    from generator.solids import plates

    picked = read_picks(names_in(values["pieces"]))
    template = None if values["template"] is None else str(values["template"])
    names, notes, paths = game_names(games, template, picked), list[str](), list[Path]()
    settings = {
        key: value for key, value in values.items() if key in ("theme", "tile_size", "copies")
    }
    only, out = names_in(values["only"]), Path(values["out"])
    make = plates.Plates(values["thickness"], values["plate"], out, picked)
    for _, (files, own_notes) in _of_each(names, template, settings, only, notes, make.written):
        paths += files
        notes += own_notes
    return _files_of(names, paths, notes, only)


def _files_of(
    games: tuple[str, ...], paths: list[Path], notes: list[str], only: tuple[str, ...]
) -> KitFiles:
    if not paths:
        raise OptionError(f"none of {', '.join(games)} has a component {' or '.join(only)}")
    return KitFiles(games, tuple(paths), tuple(notes))


def _kits(
    names: tuple[str, ...], order: KitOrder, notes: list[str]
) -> list[tuple[str, Kit | Faces]]:
    """Return the kits of the games, or a test page."""
    from generator.printing import faces, kit, testpage, uses

    if order.test_page:
        printing = templates.load(names[0], order.template).printing
        printing = printing.with_options({**order.settings})
        kit_orders.see_press(order, printing)
        return [(names[0], testpage.make(printing))]
    useless: list[set[str]] = []

    def made(source: Template, printing: PrintSettings, only: tuple[str, ...]) -> Kit | Faces:
        kit_orders.see_press(order, printing)
        uses.see_lengths(order.given, printing)
        kit_made: Kit | Faces
        if order.picture:
            kit_made = faces.make(source, printing, order.picture, only, order.picked)
        else:
            kit_made = kit.make(source, printing, only, order.picked)
        useless.append(uses.unused(order.given, source.printing, kit_made))
        return kit_made

    kits = _of_each(names, order.template, order.settings, order.only, notes, made)
    for unused in sorted(set.intersection(*useless)) if useless else ():
        words = f"--{unused.replace('_', '-')} {uses.USES[unused][1]}; leave it out"
        raise OptionError(words)
    return kits


def _written(
    made: Kit | Faces, order: KitOrder, notes: list[str], progress: Progress
) -> Iterable[Path]:
    from generator.printing import faces, output
    from generator.printing.kit import Kit

    if not isinstance(made, Kit):
        planned = faces.planned(made)
        paths = [*progress(planned.save(order.out), planned.steps, made.title)]
        notes += made.notes
        return paths
    formats, cuts, one_pdf = order.formats, order.cuts, order.one_pdf
    planned = output.planned(made, formats, cuts, order.dpi, one_pdf=one_pdf)
    before = output.earlier(made, order.out)
    paths = [*progress(planned.save(order.out), planned.steps, made.title)]
    notes += made.notes
    notes += [f"Warning: {warning}" for warning in made.warnings]
    if made.picked and (order.out / f"{made.game}.json").is_file():
        notes.append(
            f"Warning: {order.out} holds a kit of {made.game}, where these pieces would count "
            "twice; give them another --out"
        )
    older = [p for name in before if (p := order.out / name).exists() and p not in paths]
    if older:
        more = f" and {len(older) - 1} more" if len(older) > 1 else ""
        are = plural(len(older), "is", "are")
        notes.append(
            f"Warning: {older[0]}{more} {are} of an earlier kit and would count twice; "
            "remove the files that you do not print"
        )
    return paths
