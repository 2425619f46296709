"""The part of a kit that is solids: the format 3mf, with its thickness and plate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import OptionError
from generator.api.kit_asked import KitAsked
from generator.api.sparing import Sparing
from generator.printing import template

FORMAT = "3mf"

#: The settings that solids have; all others are of sheets.
_OF_SOLIDS = frozenset({"copies", "plate", "theme", "thickness", "tile_size"})


def written(
    names: Sequence[str], asked: KitAsked, out: Path, notes: list[str], sparing: Sparing
) -> list[Path]:
    """Write the 3MF files of the games' pieces if they are asked for, and return their paths.

    ``notes`` gains what the maker should know, ``sparing`` what packages' games do wrong.

    Raises OptionError for settings that are wrong, options of solids where none are asked for and of
    sheets where there are none, and components that are no solids.
    """
    _see_sense(asked)
    if FORMAT not in asked.formats:
        return []
    from generator.printing.kit import NothingSuitsError

    paths: list[Path] = []
    left: list[NothingSuitsError] = []
    for name in names:
        try:
            with sparing(name, NothingSuitsError):
                source = template.load(name, asked.template)
                printing = source.printing.with_options(asked.options)
                only = _only(source, printing, asked.only, alone=len(names) == 1)
                if only is None:
                    continue
                from generator.solids import plates

                for file in plates.write(source, printing, only, out):
                    paths += [] if file.path is None else [file.path]
                    notes += [file.note] if file.note else []
        except NothingSuitsError as error:
            left.append(error)
    if left and not paths:
        raise left[0]
    notes += [f"left out: {none}" for none in left]
    return paths


def _only(
    source: template.Template,
    printing: template.PrintSettings,
    only: tuple[str, ...],
    *,
    alone: bool,
) -> tuple[str, ...] | None:
    """Return the components asked for; None where, of several games, this has none of them."""
    if not only or alone:
        return only
    from generator.solids import plates

    known = plates.component_names(source, printing)
    return tuple(one for one in only if one in known) or None


def _see_sense(asked: KitAsked) -> None:
    """See that nothing is asked of solids without them, or of sheets where there are none.

    Raises OptionError naming the first option that makes no sense.
    """
    given = [name for name, value in asked.options.items() if value is not None]
    if FORMAT not in asked.formats:
        for name in sorted({"thickness", "plate"}.intersection(given)):
            raise OptionError(f"--{name} is for solids; ask for them with --format {FORMAT}")
    elif asked.test_page:
        raise OptionError(f"the test page is for printers of paper; leave out --format {FORMAT}")
    elif asked.formats == (FORMAT,) and not asked.cut:
        for name in given:
            if name not in _OF_SOLIDS:
                option = f"--{name.replace('_', '-')}"
                raise OptionError(f"{option} is for sheets, and solids have none; leave it out")
