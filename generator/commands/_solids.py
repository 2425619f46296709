"""The part of ``tilewright kit`` that writes solids: ``--format 3mf``, ``--thickness``, ``--plate``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from engine.errors import OptionError
from generator.commands import _telling
from generator.printing import template

FORMAT = "3mf"

#: The settings that solids have; all others are of sheets.
_OF_SOLIDS = frozenset({"copies", "plate", "theme", "thickness", "tile_size"})


def written(
    names: Sequence[str],
    template_file: str | None,
    only: tuple[str, ...],
    formats: tuple[str, ...],
    options: Mapping[str, Any],
    out: Path,
    *,
    test_page: bool,
) -> list[str]:
    """Write the 3MF files of the games' pieces if they are asked for, and return their paths.

    Raises OptionError for settings that are wrong, options of solids where none are asked for and of
    sheets where there are none, and components that are no solids.
    """
    _see_sense(formats, options, test_page=test_page)
    if FORMAT not in formats:
        return []
    from generator.printing.kit import NothingSuitsError

    paths: list[str] = []
    left: list[NothingSuitsError] = []
    for name in names:
        source = template.load(name, template_file)
        printing = source.printing.with_options(dict(options))
        try:
            paths += _of_game(source, printing, only, out, alone=len(names) == 1)
        except NothingSuitsError as error:
            left.append(error)
    if left and not paths:
        raise left[0]
    for none in left:
        _telling.note(f"left out: {none}")
    return paths


def _of_game(
    source: template.Template,
    printing: template.PrintSettings,
    only: tuple[str, ...],
    out: Path,
    *,
    alone: bool,
) -> list[str]:
    """Write a game's files and return their paths; none where, of several, it has nothing asked for.

    Raises NothingSuitsError where nothing is a solid, OptionError for settings that are wrong.
    """
    from generator.solids import plates

    if only and not alone:
        known = plates.component_names(source, printing)
        only = tuple(one for one in only if one in known)
        if not only:
            return []
    paths = []
    for file in plates.write(source, printing, only, out):
        paths += [] if file.path is None else [str(file.path)]
        if file.note:
            _telling.note(file.note)
    return paths


def _see_sense(formats: tuple[str, ...], options: Mapping[str, Any], *, test_page: bool) -> None:
    """See that nothing is asked of solids without them, or of sheets where there are none.

    Raises OptionError naming the first option that makes no sense.
    """
    given = [name for name, value in options.items() if value is not None]
    if FORMAT not in formats:
        for name in sorted({"thickness", "plate"}.intersection(given)):
            raise OptionError(f"--{name} is for solids; ask for them with --format {FORMAT}")
    elif test_page:
        raise OptionError(f"the test page is for printers of paper; leave out --format {FORMAT}")
    elif formats == (FORMAT,) and not click.get_current_context().params["cuts"]:
        for name in given:
            if name not in _OF_SOLIDS:
                option = f"--{name.replace('_', '-')}"
                raise OptionError(f"{option} is for sheets, and solids have none; leave it out")
